"""The table formats as one table: who sits where, reaches whom, attacks whom, and who starts.

A new table is a row here, a text in each catalogue and a test.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

Sides = Literal["alone", "alternate", "rows", "neighbours"]
"""Everybody for themself; teams that sit alternately, or each in a row; allies as neighbours."""

Attack = Literal["anyone", "left", "beside", "across", "in-range", "two-across"]
"""Whom one may attack (TAB-14, TAB-19, TAB-23 to TAB-26)."""

Starts = Literal["anyone", "second", "middle"]
"""Who can be the first player, by their place in their team (TAB-27)."""


class TableFormat(Struct, frozen=True):
    """One row of the formats page; sizes count players."""

    rule: str
    fewest: int
    most: int
    usual: tuple[int, int]  # outside of it the lobby remarks on the size (TAB-D2)
    reach: int | None = None  # the range of influence in seats, None: unlimited (TAB-12)
    attack: Attack = "anyone"
    sides: Sides = "alone"
    heads: tuple[int, ...] = ()  # how many a team can have; (): any number from two on
    starts: Starts = "anyone"
    one_life: bool = False  # a team's life is one total (TAB-29)
    emperors: bool = False  # a team loses with the one in its middle (TAB-31)
    markers: bool = False  # several turns at the same time (TAB-28)


LARGEST = 25
"""Players at the largest table."""

TABLES: Mapping[str, TableFormat] = {
    "free-for-all": TableFormat("TAB-20", fewest=2, most=10, usual=(3, 6)),
    "melee": TableFormat("TAB-21", 6, 10, (6, 10), reach=2, attack="left"),
    "grand-melee": TableFormat("TAB-22", 11, LARGEST, (11, LARGEST), 1, "left", markers=True),
    "teams": TableFormat(
        "TAB-23", 4, LARGEST, (4, 12), reach=2, attack="beside", sides="alternate"
    ),
    "two-headed-giant": TableFormat(
        "TAB-24", 4, 24, (4, 8), None, "across", "rows", starts="second", one_life=True
    ),
    "emperor": TableFormat(
        "TAB-25", 6, 10, (6, 10), 2, "in-range", "rows", (3, 5), starts="middle", emperors=True
    ),
    "pentagon": TableFormat("TAB-26", 5, 5, (5, 5), attack="two-across", sides="neighbours"),
}

if TYPE_CHECKING:
    TableId = str
else:  # each row is a value, with nothing to add elsewhere
    TableId = Literal[tuple(TABLES)]

USUAL: TableId = "free-for-all"
"""Where most people sit, and need no word about it."""

TEAMS = "ABCDEFGHIJKL"
"""What the teams of a table are called, in the order in which they sit."""

HEADS = 2
"""How many teams there are where a table does not leave that open."""


def list_sizes(table: TableFormat, teams: int = HEADS) -> tuple[int, ...]:
    """How many can sit down, all told, where there are so many teams."""
    every = range(table.fewest, table.most + 1)
    if not has_teams(table):
        return tuple(every)
    heads = table.heads or range(2, LARGEST)
    return tuple(count for count in every if count % teams == 0 and count // teams in heads)


def find_fewest_teams(table: TableFormat, players: int) -> int:
    """Into how few teams so many divide, where nobody said how many; HEADS if into none."""
    if table.sides != "alternate" or players > table.most:
        return HEADS
    return next(
        (teams for teams in range(HEADS, players) if players in list_sizes(table, teams)), HEADS
    )


def has_teams(table: TableFormat) -> bool:
    """Whether people play in teams that are agreed before the start."""
    return table.sides in ("alternate", "rows")
