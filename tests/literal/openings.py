"""Random first lines: every variant, at every table where it can be played."""

from random import Random

from tests.literal.formats import ALONE, FORMATS, SCORINGS, can_be_played, find_first, seat_teams
from tests.literal.options import list_values
from tests.literal.telling import Line

FIRST = ["ana", "bo", "cy", "di", "eve", "fay", "gil", "hal", "ida", "jo", "kim", "lea", "mo"]
NAMES = [*FIRST, "nat", "ole", "pia", "quin", "ria", "sol", "tim"]
VARIANTS = ("esclave",) * 6 + ("necromancer",) * 2 + ("elimination",) * 3 + ("respawn",)


def open_randomly(random: Random) -> Line:
    """A pod that can be played, more often a small one."""
    variant = random.choice(VARIANTS)
    table = random.choice(_list_tables(variant))
    numbers = [n for n in FORMATS[table].numbers if can_be_played(table, variant, n)]
    number = random.choice(numbers[: random.choice((2, 4, 4))])
    players = NAMES[:number]
    line: Line = {"do": "open", "table": table, "variant": variant, "players": players}
    seats = random.sample(players, number)
    if FORMATS[table].sides is None:
        line["seats"] = seats
    else:
        line["teams"] = _split(seats, _choose_size(table, number, random))
        seats = seat_teams(table, line["teams"])
        if random.random() < 0.2:
            line["seats"] = seats
            del line["teams"]
    line |= _agree(table, number, random)
    line["first"] = random.choice(find_first(table, seats, line.get("turn_of", "player")))
    if random.random() < 0.3:
        line["scoring"] = random.choice(SCORINGS[variant])
    if variant == "esclave" and random.random() < 0.3:
        line["options"] = {"choose_master": True}
    return line


def _agree(table: str, number: int, random: Random) -> Line:
    """Values of some of the options that the table has."""
    choices = list_values(table, number).items()
    return {option: random.choice(values) for option, values in choices if values and random.random() < 0.4}


def open_wrongly(random: Random) -> Line:
    """A pod of anything at anything, which sometimes can be played all the same."""
    line = open_randomly(random)
    wrong: Line = {
        "table": random.choice(list(FORMATS)),
        "variant": random.choice(VARIANTS),
        "players": random.sample(NAMES, random.randint(2, 12)),
        "first": random.choice(NAMES[:6]),
        "scoring": random.choice([scoring for each in SCORINGS.values() for scoring in each]),
        "seats": random.sample(NAMES[:6], random.randint(4, 6)),
        "teams": _split(random.sample(NAMES[:8], random.randint(4, 8)), random.randint(1, 4)),
        "range": random.choice((None, 0, 1, 2, 3, 5, 1.0, True, "none", -1)),
        "attack": random.choice(("one", "several", "left", "right", "up", None)),
        "deploy": random.choice((True, False, None, 1)),
        "turn_of": random.choice(("player", "team", "both", None)),
    }
    for key in random.sample(list(wrong), random.randint(1, 3)):
        line[key] = wrong[key]
        if key == "players" and random.random() < 0.7:
            line["seats"], line["first"] = wrong[key], wrong[key][0]
    return line


def _list_tables(variant: str) -> list[str]:
    if variant == "esclave":
        return ["free-for-all", "free-for-all", "melee"]
    return list(FORMATS) if variant == "elimination" else [*ALONE, "free-for-all"]


def _choose_size(table: str, number: int, random: Random) -> int:
    """How many play in each team."""
    if FORMATS[table].sides == "rows":
        return number // 2
    return random.choice([size for size in range(2, number // 2 + 1) if number % size == 0])


def _split(players: list[str], size: int) -> list[list[str]]:
    return [players[i : i + size] for i in range(0, len(players), size)]
