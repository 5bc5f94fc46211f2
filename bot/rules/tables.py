"""Table formats, a row each: seating, range of influence, attacks and the first player.

To add a table, add a row here, a text in each catalogue and a test.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

Sides = Literal["alone", "alternate", "rows", "neighbours"]
"""Kinds of sides: lone players, teams that alternate, teams in a row, or neighbours."""

Attack = Literal["anyone", "left", "beside", "across", "in-range", "two-across"]
"""Rules on whom a player may attack (TAB-14, TAB-19, TAB-23 to TAB-26)."""

Starts = Literal["anyone", "second", "middle"]
"""Rules on who can be the first player, by their place in their team (TAB-27)."""


class TableFormat(Struct, frozen=True):
    """A table format: its seating, range of influence, attacks and numbers of players."""

    rule: str
    fewest: int
    most: int
    usual: tuple[int, int]  # the lobby remarks on sizes outside these bounds (TAB-D2)
    reach: int | None = None  # range of influence in seats; None means unlimited (TAB-12)
    attack: Attack = "anyone"
    sides: Sides = "alone"
    heads: tuple[int, ...] = ()  # allowed team sizes; empty means any size from two
    starts: Starts = "anyone"
    one_life: bool = False  # a team shares one life total (TAB-29)
    emperors: bool = False  # a team loses when its middle player loses (TAB-31)
    markers: bool = False  # several turns run at the same time (TAB-28)


LARGEST_TABLE = 25
"""Most players at any table."""

TABLES: Mapping[str, TableFormat] = {
    "free-for-all": TableFormat("TAB-20", fewest=2, most=10, usual=(3, 6)),
    "melee": TableFormat("TAB-21", 6, 10, (6, 10), reach=2, attack="left"),
    "grand-melee": TableFormat("TAB-22", 11, LARGEST_TABLE, (11, LARGEST_TABLE), 1, "left", markers=True),
    "teams": TableFormat("TAB-23", 4, LARGEST_TABLE, (4, 12), reach=2, attack="beside", sides="alternate"),
    "two-headed-giant": TableFormat("TAB-24", 4, 24, (4, 8), None, "across", "rows", starts="second", one_life=True),
    "emperor": TableFormat("TAB-25", 6, 10, (6, 10), 2, "in-range", "rows", (3, 5), starts="middle", emperors=True),
    "pentagon": TableFormat("TAB-26", 5, 5, (5, 5), attack="two-across", sides="neighbours"),
}

if TYPE_CHECKING:
    TableId = str
else:  # at runtime msgspec accepts exactly the names of the rows
    TableId = Literal[tuple(TABLES)]

DEFAULT_TABLE: TableId = "free-for-all"
"""The table that needs no mention in texts, because most pods use it."""

TEAM_NAMES = "ABCDEFGHIJKL"
"""Names of teams, in seat order."""

MIN_TEAM_SIZE = 2
"""Number of teams where the table leaves no choice, and the fewest players of a team."""


def list_table_player_counts(table: TableFormat, team_count: int = MIN_TEAM_SIZE) -> tuple[int, ...]:
    """Return the numbers of players that a table format takes with a number of teams."""
    every = range(table.fewest, table.most + 1)
    if not has_fixed_teams(table):
        return tuple(every)
    heads = table.heads or range(2, LARGEST_TABLE)
    return tuple(count for count in every if count % team_count == 0 and count // team_count in heads)


def find_minimum_team_count(table: TableFormat, player_count: int) -> int:
    """Return the smallest number of equal teams for some players.

    `MIN_TEAM_SIZE` if the players cannot be divided into equal teams.
    """
    if table.sides != "alternate" or player_count > table.most:
        return MIN_TEAM_SIZE
    return next(
        (
            teams
            for teams in range(MIN_TEAM_SIZE, player_count)
            if player_count in list_table_player_counts(table, teams)
        ),
        MIN_TEAM_SIZE,
    )


def has_fixed_teams(table: TableFormat) -> bool:
    """Return True if players form teams before the start at this table format."""
    return table.sides in ("alternate", "rows")
