"""The tables and variants of tables.md and variants.md, as far as they change what happens."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    """A row of the table of formats: what is usual there. `sides` are `alternate`, `rows` or none.

    `attack` is the usual option, `whom` are those whom the table's own rule names (TAB-33).
    """

    rule: str
    numbers: tuple[int, ...]
    range: int | None
    attack: str | None = "one"
    whom: str = "anyone"
    sides: str | None = None


FORMATS = {
    "free-for-all": Format("TAB-20", tuple(range(2, 11)), None),
    "melee": Format("TAB-21", tuple(range(6, 11)), 2, "left"),
    "grand-melee": Format("TAB-22", tuple(range(11, 26)), 1, "left"),
    "teams": Format("TAB-23", (4, 6, 8, 9, 10, 12, 14, 15, 16), 2, "one", "next", "alternate"),
    "two-headed-giant": Format("TAB-24", tuple(range(4, 17, 2)), None, None, "across", "rows"),
    "emperor": Format("TAB-25", (6, 10), 2, "one", "anyone", "rows"),
    "pentagon": Format("TAB-26", (5,), None, "one", "pentagon"),
}

ALONE = ("free-for-all", "melee", "grand-melee")

FEWEST = {"esclave": 4, "necromancer": 3, "respawn": 2, "elimination": 2}

SCORINGS = {
    "esclave": ("esclave", "lotus", "classic", "places"),
    "necromancer": ("necromancer", "classic", "places"),
    "respawn": ("respawn",),
    "elimination": ("elimination", "classic", "places"),
}


def can_be_played(table: str, variant: str, number: int) -> bool:
    """VAR-13, the last lines of variants.md, and ESC-D19."""
    found = FORMATS[table]
    if number not in found.numbers or number < FEWEST[variant]:
        return False
    if variant in ("esclave", "necromancer") and table not in ALONE:
        return False
    if found.sides is not None and variant != "elimination":
        return False
    return not (variant == "esclave" and table == "grand-melee")


def find_emperors(seats: list[str]) -> tuple[str, str]:
    """TAB-25: the middle of each of the two rows."""
    heads = len(seats) // 2
    return seats[heads // 2], seats[heads + heads // 2]


def find_first(table: str, seats: list[str], turn_of: str) -> list[str]:
    """The players who may begin (TAB-27): any member of the team that starts, where the turn is the team's (TAB-D6)."""
    if turn_of == "team":
        return list(seats)
    if table == "emperor":
        return list(find_emperors(seats))
    if table == "two-headed-giant":
        return [seats[1], seats[len(seats) // 2 + 1]]
    return list(seats)


def seat_teams(table: str, teams: list[list[str]]) -> list[str]:
    """A1 A2 … B1 B2 …, or A1 B1 C1 A2 B2 C2 … (TAB-23 to TAB-25, TAB-D6)."""
    if FORMATS[table].sides == "rows":
        return [player for team in teams for player in team]
    return [player for row in zip(*teams, strict=True) for player in row]


def split_row(table: str, seats: list[str]) -> list[list[str]]:
    """The teams that sit in such a row, as few as are equal."""
    number = len(seats)
    teams = next((n for n in range(2, number) if number % n == 0), 2)
    if FORMATS[table].sides == "rows":
        return [seats[: number // 2], seats[number // 2 :]]
    return [seats[i::teams] for i in range(teams)]
