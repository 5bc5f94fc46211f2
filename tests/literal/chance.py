"""Random transcripts: what could be told next, from a seed and from where the pod stands."""

from random import Random

from tests.literal.formats import ALONE, FORMATS, SCORINGS, can_be_played, find_first, seat_teams
from tests.literal.history import History
from tests.literal.reading import read_story
from tests.literal.reports import Reporter
from tests.literal.sheet import Sheet
from tests.literal.telling import Line, Refused

NAMES = (
    "ana",
    "bo",
    "cy",
    "di",
    "eve",
    "fay",
    "gil",
    "hal",
    "ida",
    "jo",
    "kim",
    "lea",
    "mo",
    "nat",
)
NAMES += ("ole", "pia", "quin", "ria", "sol", "tim")
VARIANTS = ("esclave",) * 6 + ("necromancer",) * 2 + ("elimination",) * 2 + ("respawn",)
CARDS = ("shahrazad", "enter-the-dungeon", "countdown")
TOLD_INSTEAD = ("defeat", "defeat", "defeats", "turn", "concede")

RUNNING = {
    "defeat": 30,
    "defeats": 20,
    "concede": 12,
    "turn": 14,
    "undo": 6,
    "correct": 8,
    "win": 1,
    "draw": 1,
    "restart": 2,
    "subgame": 2,
    "join": 2,
    "close": 1,
    "choose": 1,
}
WAITING = {"choose": 60, "concede": 30, "undo": 4, "correct": 4, "close": 1, "turn": 1}
OVER = {"undo": 5, "correct": 4, "concede": 1}


def open_randomly(random: Random) -> Line:
    """A first line that most often can be played."""
    variant = random.choice(VARIANTS)
    table = random.choice(_list_tables(variant))
    numbers = [n for n in FORMATS[table].numbers if can_be_played(table, variant, n)]
    number = random.choice(numbers[:6])
    players = list(NAMES[:number])
    line: Line = {"do": "open", "table": table, "variant": variant, "players": players}
    seats, sides = random.sample(players, number), {}
    if FORMATS[table].sides is not None:
        line["teams"] = _split(seats, _choose_size(table, number, random))
        seats = seat_teams(table, line["teams"])
        sides = {player: i for i, team in enumerate(line["teams"]) for player in team}
    else:
        line["seats"] = seats
    line["first"] = random.choice(find_first(table, seats, sides))
    if random.random() < 0.3:
        line["scoring"] = random.choice(SCORINGS[variant])
    if variant == "esclave" and random.random() < 0.3:
        line["options"] = {"choose_master": True}
    return line


def _list_tables(variant: str) -> list[str]:
    if variant == "esclave":
        return ["free-for-all", "free-for-all", "melee"]
    return list(FORMATS) if variant == "elimination" else [*ALONE, "free-for-all"]


def _choose_size(table: str, number: int, random: Random) -> int:
    """How many play in each team."""
    if FORMATS[table].sides == "rows":
        return number // 2
    sizes = [size for size in range(2, number // 2 + 1) if number % size == 0]
    return random.choice(sizes)


def _split(players: list[str], size: int) -> list[list[str]]:
    return [players[i : i + size] for i in range(0, len(players), size)]


def tell_randomly(random: Random, history: History) -> Line:
    """One line more, with an eye to what the pod waits for."""
    sheet = history.sheet
    weights = OVER if sheet.over else WAITING if _is_waiting(sheet) else RUNNING
    (do,) = random.choices(list(weights), list(weights.values()))
    if do == "correct":
        return correct_randomly(random, history)
    return make_line(random, do, sheet)


def _is_waiting(sheet: Sheet) -> bool:
    return (sheet.subgame or sheet).question is not None


def make_line(random: Random, do: str, pod: Sheet) -> Line:
    sheet = pod.subgame or pod
    people = sheet.present() if random.random() < 0.97 and sheet.present() else sheet.seats
    match do:
        case "defeat" | "defeats":
            return Reporter(random, sheet).report(do)
        case "concede":
            return {"do": do, "player": _choose_leaver(random, sheet, people)}
        case "choose":
            return _answer(random, sheet)
        case "win":
            means = random.choice(("effect", "combo"))
            return {"do": do, "player": random.choice(people), "means": means}
        case "join":
            return {"do": do, "player": random.choice((*NAMES[:6], "zed", "uma"))}
        case "restart":
            return {"do": do, "by": random.choice(people)}
        case "subgame":
            return {"do": do, "card": random.choice(CARDS)}
        case _:
            return {"do": do}


def _choose_leaver(random: Random, sheet: Sheet, people: list[str]) -> str:
    """Masters who are served, and those whom a choice is about, leave more often."""
    interesting = [player for player in people if sheet.servants(player)]
    if sheet.question is not None:
        interesting += [sheet.question.by, *sheet.question.options]
    interesting = [player for player in interesting if player in people]
    return random.choice(interesting if interesting and random.random() < 0.6 else people)


def _answer(random: Random, sheet: Sheet) -> Line:
    asked = sheet.question
    if asked is None:
        by, player = random.choice(sheet.seats), random.choice(sheet.seats)
        return {"do": "choose", "by": by, "player": player}
    options: list[str | None] = list(asked.options)
    if asked.may_decline or random.random() < 0.03:
        options.append(None)
    by = asked.by if random.random() < 0.98 else random.choice(sheet.seats)
    return {"do": "choose", "by": by, "player": random.choice(options)}


def correct_randomly(random: Random, history: History) -> Line:
    """Other lines, or none, in the place of one to three; rather such that make sense."""
    line: Line = {"do": "undo"}
    for _ in range(8):
        places = range(1, len(history.lines))
        chosen = random.sample(places, min(len(places), random.choice((1, 1, 2, 3))))
        edits = {str(p): _replace(random, history.lines, p) for p in sorted(chosen)}
        line = {"do": "correct", "edits": edits}
        try:
            read_story(history.correct(line))
        except Refused:
            continue
        break
    return line


def _replace(random: Random, lines: list[Line], place: int) -> list[Line]:
    """What was told instead of this line: nothing, or a few things that could be told there."""
    told: list[Line] = []
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        sheet = read_story([*lines[:place], *told])
        if sheet.over:
            break
        do = "choose" if _is_waiting(sheet) else random.choice(TOLD_INSTEAD)
        line = make_line(random, do, sheet)
        try:
            read_story([*lines[:place], *told, line])
        except Refused:
            continue
        told.append(line)
    return told
