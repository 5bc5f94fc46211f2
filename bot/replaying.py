"""Replay a file of commands, one JSON object a line (JSON Lines), in any game."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from bot.i18n import Catalogue
from bot.reading import Unreadable, read_unambiguous_json
from bot.rules.refusals import Refusal
from bot.words import Words

S = TypeVar("S")

Line = dict[str, object]
"""The JSON object of a line."""


class Mistake(Exception):
    """An error in a file: the line (from 1; 0 means the whole file), the field and the problem."""

    def __init__(self, line: int, field: str, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.field = field
        self.problem = problem


@contextmanager
def find_mistakes(line: int, text: Catalogue) -> Iterator[None]:
    """Turn errors inside the block into a `Mistake` on `line`: unreadable values and refusals."""
    try:
        yield
    except Unreadable as error:
        raise Mistake(line, error.field, error.problem) from None
    except Refusal as refusal:
        problem = Words(text, str).render_refusal(refusal.of_record())
        raise Mistake(line, refusal.field, problem) from None


def replay_lines(
    lines: Iterable[str], text: Catalogue, play_line: Callable[[str, S | None], S]
) -> S:
    """Return the state of a game after all its lines; blank lines are skipped.

    `play_line` returns the state after one more line. Raises `Mistake` at the first line that
    cannot be read or that the rules refuse.
    """
    state: S | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            with find_mistakes(number, text):
                state = play_line(line, state)
    if state is None:
        raise Mistake(number, "do", "the transcript is empty; accepted: open")
    return state


def read_line(line: str) -> Line:
    """Return the JSON object of a line. Raises `Unreadable`."""
    raw = read_unambiguous_json(line)
    if not isinstance(raw, dict):
        raise Unreadable("", "not a command; accepted: a JSON object with the key 'do'")
    return raw


def read_do(line: Line, accepted: Iterable[str]) -> str:
    """Return the `do` of a line, one of `accepted`. Raises `Unreadable`."""
    do = line.get("do")
    known = tuple(accepted)
    if not isinstance(do, str) or do not in known:
        raise Unreadable("do", f"{do!r} cannot be done here; accepted: {', '.join(known)}")
    return do
