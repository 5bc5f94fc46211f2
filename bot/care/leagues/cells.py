"""What cells say: moments, numbers, words out of few."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Literal, TypeVar
from zoneinfo import ZoneInfo

from bot.care.leagues.sheets import Row, SheetError
from bot.rules.refusals import Refusal
from bot.when import LONGEST, read_moment

Won = Literal["won", "lost", "draw"]

EARLIEST = datetime(1993, 8, 5, tzinfo=UTC)
"""The day on which Magic appeared."""

MOST_POINTS = 9_999

_NOON = "12:00"
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_CLOCK = re.compile(r"\d\s*(?::|[hч]\b|[ap]\.?m\b)", re.IGNORECASE)
_SECONDS = re.compile(r"(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?")
_WHOLE = re.compile(r"([+-]?\d{1,4})(?:[.,]0+)?")

_WON: Mapping[str, Won] = {
    **dict.fromkeys(("yes", "y", "x", "1", "true", "won", "win"), "won"),
    **dict.fromkeys(("no", "n", "0", "-", "false", "lost", "loss"), "lost"),
    **dict.fromkeys(("draw", "drawn", "tie"), "draw"),
}

T = TypeVar("T", bound=str)


def read_played(row: Row, column: str, zone: ZoneInfo, now: datetime) -> datetime:
    """Return when a game was played; without an hour, at noon. Raises `SheetError`."""
    typed = row.get(column)
    text = _SECONDS.sub(r"\1", typed)
    if not _CLOCK.search(text):
        text = f"{text} {_NOON}"
    try:
        if not _YEAR.search(typed) or len(text) > LONGEST:
            raise Refusal("when-unreadable")
        found = read_moment(text, now, zone, past=True)
    except Refusal:
        accepted = "2026-01-31, 2026-01-31 21:30, 31.01.2026, 31/01/2026 21:30 and the like"
        raise row.fail(column, f"{typed!r} is no day; accepted: {accepted}") from None
    if found > now:
        raise row.fail(column, f"{typed!r} is to come; accepted: a day that has passed")
    if found < EARLIEST:
        problem = f"{typed!r} is too long ago; accepted: {EARLIEST:%Y-%m-%d} or later"
        raise row.fail(column, problem)
    return found


def read_won(row: Row) -> Won | None:
    """Return what a row says of its player in the column `won`; None for an empty cell.

    Raises `SheetError`.
    """
    typed = row.get("won")
    if not typed:
        return None
    if (found := _WON.get(typed.casefold())) is None:
        raise row.fail("won", f"{typed!r} says nothing; accepted: yes, no, draw, or an empty cell")
    return found


def read_points(row: Row) -> int | None:
    """Return a player's points; None where the cell is empty. Raises `SheetError`."""
    typed = row.get("points")
    if not typed:
        return None
    found = _WHOLE.fullmatch(typed.replace("−", "-"))
    if found is None:
        problem = f"{typed!r} is no whole number; accepted: -{MOST_POINTS} to {MOST_POINTS}"
        raise row.fail("points", problem)
    return int(found[1])


def read_place(row: Row) -> int:
    """Return a player's place, from 1. Raises `SheetError`."""
    typed = row.get("place")
    found = _WHOLE.fullmatch(typed.rstrip("."))
    if found is None or int(found[1]) < 1:
        raise row.fail("place", f"{typed!r} is no place; accepted: 1, 2, 3 and so on")
    return int(found[1])


def read_word(row: Row, column: str, known: Iterable[T], usual: T) -> T:
    """Return one of some `known` words, or the `usual` of an empty cell. Raises `SheetError`."""
    typed = row.get(column)
    if not typed:
        return usual
    by_word = {each.casefold(): each for each in known}
    found = by_word.get(typed.casefold()) or by_word.get("-".join(typed.casefold().split()))
    if found is None:
        raise unknown_word(row, column, by_word.values())
    return found


def unknown_word(row: Row, column: str, known: Iterable[str]) -> SheetError:
    """What is wrong with a cell that holds none of the words that are known, to be raised."""
    return row.fail(column, f"{row.get(column)!r} is none; accepted: {', '.join(known)}")
