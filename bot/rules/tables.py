"""Table formats, a row each: seating, options of a pod, attacks and the first player.

To add a table, add a row here, a text in each catalogue and a test.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from msgspec import Meta, Struct

Sides = Literal["alone", "alternate", "rows", "neighbours"]
"""Kinds of sides: lone players, teams that alternate, teams in a row, or neighbours."""

AttackableSeats = Literal["anyone", "beside", "across", "two-across"]
"""A table's own rules on the seats that a player may attack (TAB-23, TAB-24, TAB-26)."""

Starts = Literal["anyone", "second", "middle"]
"""Rules on who can be the first player, by their place in their team (TAB-27)."""

PodOption = Literal["range", "attack", "deploy", "turn_of"]
"""The options that players of a pod can agree on (TAB-33), by their names in transcripts."""

POD_OPTIONS: tuple[PodOption, ...] = get_args(PodOption)

RangeOption = Annotated[int, Meta(ge=1)] | Literal["none"]
"""A range of influence in seats, or none: everybody is in range (TAB-12)."""

AttackOption = Literal["one", "several", "left", "right"]
"""The opponents that a player can attack in one combat: one, several, or the next seat on a side (TAB-14, TAB-19)."""

TurnOwner = Literal["player", "team"]
"""The owner of a turn: each player alone, or a team together (TAB-D6)."""

OptionValue = int | str | bool
"""A value of an option: a range in seats, a word of transcripts, or yes and no."""

AllowedRanges = Literal["any", "limited", "none"]
"""The ranges that a table allows: any, one with a limit, or none."""


class TableOptions(Struct, frozen=True, omit_defaults=True, gc=False):
    """The options that players of a pod can agree on, such as the range of influence (TAB-33).

    None means that nothing was agreed. Then the table's usual value holds, except for `turn_of`: each player takes
    their own turn, as in all pods from before this option.
    """

    range: RangeOption | None = None
    attack: AttackOption | None = None
    deploy: bool | None = None  # whether players can give creatures to teammates (TAB-15)
    turn_of: TurnOwner | None = None


NOTHING_AGREED = TableOptions()
"""The options of a pod that is played as its table says, which are nearly all."""


class TableFormat(Struct, frozen=True):
    """A table format: how players sit and attack, their options, and how many can play.

    `attacks`, `deploys` and `turn_owners` are the values of an option, the usual one first; empty if the table has no
    such option (TAB-33).
    """

    rule: str
    fewest: int
    most: int
    usual: tuple[int, int]  # the lobby remarks on sizes outside these bounds (TAB-D2)
    reach: int | None = None  # usual range of influence in seats; None means unlimited (TAB-12)
    ranges: AllowedRanges = "any"
    attackable: AttackableSeats = "anyone"
    attacks: tuple[AttackOption, ...] = ("one", "several")
    deploys: tuple[bool, ...] = ()
    turn_owners: tuple[TurnOwner, ...] = ()
    sides: Sides = "alone"
    heads: tuple[int, ...] = ()  # allowed team sizes; empty means any size from two
    starts: Starts = "anyone"
    one_life: bool = False  # a team shares one life total (TAB-29)
    emperors: bool = False  # a team loses when its middle player loses (TAB-31)
    markers: bool = False  # several turns run at the same time (TAB-28)


LARGEST_TABLE = 25
"""Most players at any table."""

_ANY_ATTACK: tuple[AttackOption, ...] = ("one", "several", "left", "right")
_USUALLY_LEFT: tuple[AttackOption, ...] = ("left", "right", "one", "several")

TABLES: Mapping[str, TableFormat] = {
    "free-for-all": TableFormat("TAB-20", fewest=2, most=10, usual=(3, 6), attacks=_ANY_ATTACK),
    "melee": TableFormat("TAB-21", 6, 10, (6, 10), reach=2, attacks=_USUALLY_LEFT),
    "grand-melee": TableFormat(
        "TAB-22", 11, LARGEST_TABLE, (11, LARGEST_TABLE), reach=1, attacks=_USUALLY_LEFT, markers=True
    ),
    "teams": TableFormat(
        "TAB-23", 4, LARGEST_TABLE, (4, 12), 2, attackable="beside", deploys=(False, True), sides="alternate"
    ),
    "two-headed-giant": TableFormat(
        rule="TAB-24",
        fewest=4,
        most=24,
        usual=(4, 8),
        ranges="none",
        attackable="across",
        attacks=(),
        deploys=(False, True),
        turn_owners=("team", "player"),
        sides="rows",
        starts="second",
        one_life=True,
    ),
    "emperor": TableFormat(
        rule="TAB-25",
        fewest=6,
        most=10,
        usual=(6, 10),
        reach=2,
        ranges="limited",
        deploys=(True,),
        sides="rows",
        heads=(3, 5),
        starts="middle",
        emperors=True,
    ),
    "pentagon": TableFormat("TAB-26", 5, 5, (5, 5), attackable="two-across", sides="neighbours"),
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


def list_player_counts_of_table_format(table_format: TableFormat, team_count: int = MIN_TEAM_SIZE) -> tuple[int, ...]:
    """Return the possible numbers of players for this number of teams at a table format."""
    every = range(table_format.fewest, table_format.most + 1)
    if not has_fixed_teams(table_format):
        return tuple(every)
    heads = table_format.heads or range(2, LARGEST_TABLE)
    return tuple(count for count in every if count % team_count == 0 and count // team_count in heads)


def find_minimum_team_count(table_format: TableFormat, player_count: int) -> int:
    """Return the smallest number of equally large teams for this number of players.

    `MIN_TEAM_SIZE` if the players cannot be divided into equal teams.
    """
    if table_format.sides != "alternate" or player_count > table_format.most:
        return MIN_TEAM_SIZE
    return next(
        (
            teams
            for teams in range(MIN_TEAM_SIZE, player_count)
            if player_count in list_player_counts_of_table_format(table_format, teams)
        ),
        MIN_TEAM_SIZE,
    )


def has_fixed_teams(table_format: TableFormat) -> bool:
    """Return True if players form teams before the start at this table format."""
    return table_format.sides in ("alternate", "rows")


# Options of a pod (TAB-33)


def compute_maximum_influence_range(player_count: int) -> int:
    """Return the widest range of influence for a number of players: half of the seats, rounded down."""
    return player_count // 2


def list_table_option_values(
    table_format: TableFormat, pod_option: PodOption, player_count: int
) -> tuple[OptionValue, ...]:
    """Return an option's possible values at a table with this number of players, the usual value first.

    Empty if the table has no such option.
    """
    match pod_option:
        case "range":
            return _list_possible_ranges_of_influence(table_format, player_count)
        case "attack":
            return table_format.attacks
        case "deploy":
            return table_format.deploys
        case "turn_of":
            return table_format.turn_owners


def find_default_option_value(table_format: TableFormat, pod_option: PodOption) -> OptionValue | None:
    """Return the usual value of an option at a table; None if the table has no such option."""
    return next(iter(list_table_option_values(table_format, pod_option, table_format.most)), None)


def _list_possible_ranges_of_influence(table_format: TableFormat, player_count: int) -> tuple[OptionValue, ...]:
    limits = () if table_format.ranges == "none" else range(1, compute_maximum_influence_range(player_count) + 1)
    values: tuple[OptionValue, ...] = (*limits,) if table_format.ranges == "limited" else ("none", *limits)
    usual: OptionValue = table_format.reach or "none"
    return (*(value for value in values if value == usual), *(value for value in values if value != usual))
