"""Playing what a file says, line by line, whatever the game: JSON Lines, one command a line."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from bot.i18n import Catalogue
from bot.reading import Unreadable, read_unambiguous_json
from bot.rules.refusals import Refusal
from bot.words import Words

S = TypeVar("S")

Line = dict[str, object]
"""The JSON object that a line holds."""


class Mistake(Exception):
    """Something in the file is wrong: `line` (from 1, 0 for the whole file), field, problem."""

    def __init__(self, line: int, field: str, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.field = field
        self.problem = problem


@contextmanager
def find_mistakes(line: int, text: Catalogue) -> Iterator[None]:
    """Raise `Mistake` for whatever cannot be read, or is refused, while it is entered."""
    try:
        yield
    except Unreadable as error:
        raise Mistake(line, error.field, error.problem) from None
    except Refusal as refusal:
        raise Mistake(line, refusal.field, Words(text, str).render_refusal(refusal)) from None


def replay_lines(
    lines: Iterable[str], text: Catalogue, play_line: Callable[[str, S | None], S]
) -> S:
    """The state of a game after all that its lines ask for; blank ones are skipped.

    `play_line` gives the state after one more line. Raises `Mistake` at the first line that cannot
    be read, or that the rules refuse there.
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
    """The object in a line. Raises `Unreadable`."""
    raw = read_unambiguous_json(line)
    if not isinstance(raw, dict):
        raise Unreadable("", "not a command; accepted: a JSON object with the key 'do'")
    return raw


def read_do(line: Line, accepted: Iterable[str]) -> str:
    """What a line asks to do, one of what is `accepted` there. Raises `Unreadable`."""
    do, known = line.get("do"), tuple(accepted)
    if not isinstance(do, str) or do not in known:
        raise Unreadable("do", f"{do!r} cannot be done here; accepted: {', '.join(known)}")
    return do
