"""Agreed options of a pod (TAB-33): range, attack, deploying creatures, and the owner of a turn."""

from dataclasses import dataclass
from typing import Any

from tests.literal.formats import ALONE, FORMATS
from tests.literal.telling import Line, Refused

Values = tuple[Any, ...]


@dataclass(frozen=True)
class Options:
    """The value of an option in the pod: the agreed one, or else that of the table."""

    range: int | None
    attack: str | None
    turn_of: str


def read_options(line: Line) -> Options:
    """Read the options in a transcript's first line. Raises `Refused` for a value that the table does not have."""
    table = line["table"]
    for option, values in list_values(table, len(line["players"])).items():
        if option in line and not any(_is_same(line[option], value) for value in values):
            raise Refused(f"{table} has no such {option} (TAB-33)")
    usual = FORMATS[table]
    return Options(line.get("range", usual.range), line.get("attack", usual.attack), line.get("turn_of", "player"))


def list_values(table: str, number: int) -> dict[str, Values]:
    """The row of each option at a table of so many seats."""
    ranges: Values = tuple(range(1, number // 2 + 1))
    return {
        "range": (None,) if table == "two-headed-giant" else ranges if table == "emperor" else (None, *ranges),
        "attack": _list_attacks(table),
        "deploy": (True,) if table == "emperor" else (True, False) if FORMATS[table].sides else (),
        "turn_of": ("player", "team") if table == "two-headed-giant" else (),
    }


def _list_attacks(table: str) -> Values:
    if table in ALONE:
        return "one", "several", "left", "right"
    return () if table == "two-headed-giant" else ("one", "several")


def _is_same(told: Any, value: Any) -> bool:
    """Yes is no number."""
    return bool(told == value) and type(told) is type(value)
