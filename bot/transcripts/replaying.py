"""Replay a transcript of any game: a file of commands, one JSON object a line (JSON Lines)."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from bot.basics.typed_values import InvalidValueError, parse_json_without_duplicate_keys
from bot.formatters.messages import PodMessageFormatter
from bot.i18n import Translations
from bot.rules.refusals import Refusal

S = TypeVar("S")

Line = dict[str, object]
"""The JSON object of a line."""


class TranscriptError(Exception):
    """An error in a transcript, with its line (from 1; 0 means the whole file) and field."""

    def __init__(self, line: int, field: str, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.field = field
        self.problem = problem


@contextmanager
def convert_errors_to_transcript_errors(line_number: int, translations: Translations) -> Iterator[None]:
    """Turn an `InvalidValueError` or `Refusal` of the `with` block into a `TranscriptError`.

    The error has the number of the line.
    """
    try:
        yield
    except InvalidValueError as error:
        raise TranscriptError(line_number, error.field, error.problem) from None
    except Refusal as refusal:
        problem = PodMessageFormatter(translations, str).render_refusal(refusal.reword_for_past_game())
        raise TranscriptError(line_number, refusal.field, problem) from None


def replay_transcript_lines(
    lines: Iterable[str], translations: Translations, replay_line: Callable[[str, S | None], S]
) -> S:
    """Return the game after all lines of its transcript, in which empty lines are skipped.

    `replay_line` returns the state after one more line. Raises `TranscriptError` at the first line that is invalid or
    that the rules refuse.
    """
    state: S | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            with convert_errors_to_transcript_errors(number, translations):
                state = replay_line(line, state)
    if state is None:
        raise TranscriptError(number, "do", "the transcript is empty; accepted: open")
    return state


def parse_transcript_line(line: str) -> Line:
    """Return a transcript's line as JSON. Raises `InvalidValueError`."""
    raw = parse_json_without_duplicate_keys(line)
    if not isinstance(raw, dict):
        raise InvalidValueError("", "not a command; accepted: a JSON object with the key 'do'")
    return raw


def parse_command_name_of_line(transcript_line: Line, accepted_names: Iterable[str]) -> str:
    """Return the command's name in a line, the value of `do`. Raises `InvalidValueError`."""
    do = transcript_line.get("do")
    known = tuple(accepted_names)
    if not isinstance(do, str) or do not in known:
        raise InvalidValueError("do", f"{do!r} cannot be done here; accepted: {', '.join(known)}")
    return do
