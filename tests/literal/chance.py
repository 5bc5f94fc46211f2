"""Random transcripts: what could be told next, from a seed and from where the pod stands."""

from dataclasses import dataclass
from random import Random

from tests.literal.history import History
from tests.literal.openings import NAMES
from tests.literal.reading import call_players, read_story
from tests.literal.reports import Reporter
from tests.literal.sheet import Sheet
from tests.literal.telling import Line, Refused

CARDS = ("shahrazad", "enter-the-dungeon", "countdown")
TOLD_INSTEAD = ("defeat", "defeat", "defeats", "turn", "concede", "substitute")

ANYTHING = {
    "defeat": 30,
    "defeats": 20,
    "concede": 12,
    "turn": 14,
    "undo": 6,
    "correct": 10,
    "win": 1,
    "draw": 1,
    "restart": 2,
    "subgame": 2,
    "join": 5,
    "deck": 3,
    "substitute": 5,
    "close": 1,
    "choose": 1,
}
SERVICE = {"defeat": 45, "defeats": 15, "concede": 10, "turn": 5, "correct": 20, "substitute": 4, "undo": 2}
MOMENTS = {"defeat": 5, "defeats": 60, "concede": 15, "turn": 10, "correct": 8, "undo": 2}
WAITING = {"choose": 50, "concede": 40, "undo": 4, "correct": 5, "deck": 2, "close": 1, "turn": 1}
OVER = {"undo": 5, "correct": 4, "deck": 1, "concede": 1}


@dataclass(frozen=True)
class Mood:
    """What a transcript is about: how often what is told, and of whom (see `Reporter`).

    `curious` is how likely it asks who would succeed whom.
    """

    weights: dict[str, int]
    lordly: float = 0.2
    humble: float = 0.2
    curious: float = 0.05


MOODS = (Mood(ANYTHING), Mood(MOMENTS), Mood(SERVICE, 0.7, 0.1, 0.3), Mood(SERVICE, 0.6, 0.6))


class Teller:
    """Tells one transcript, in one mood.

    Now and then everybody of the greatest team leaves in turn, master after master, and all of it
    is taken back: so that it shows who would have succeeded whom (ESC-45).
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.mood = random.choice(MOODS)
        self.depth: int | None = None

    def tell(self, history: History) -> Line:
        """One line more, with an eye to what the pod waits for."""
        sheet = history.sheet
        if self.depth is None and self.random.random() < self.mood.curious and _find_lord(sheet):
            self.depth = len(history.told)
        if self.depth is not None:
            return self._unroll(history, self.depth)
        weights = OVER if sheet.over else WAITING if _is_waiting(sheet) else self.mood.weights
        (do,) = self.random.choices(list(weights), list(weights.values()))
        if do == "correct":
            return self.correct(history)
        return self.make_line(do, sheet)

    def _unroll(self, history: History, depth: int) -> Line:
        sheet = history.sheet.subgame or history.sheet
        lord = _find_lord(sheet)
        if sheet.question is not None and lord is not None:
            return call_players(history.sheet, self._answer(sheet))
        if lord is not None:
            return call_players(history.sheet, {"do": "concede", "player": lord})
        if len(history.told) == depth + 1:
            self.depth = None
        return {"do": "undo"}

    def make_line(self, do: str, pod: Sheet) -> Line:
        """A line about the seats, with those who sit there; rarely with who sat there first."""
        line = self._make_line(do, pod)
        return line if self.random.random() < 0.02 else call_players(pod, line)

    def _make_line(self, do: str, pod: Sheet) -> Line:
        sheet = pod.subgame or pod
        people = sheet.present() if self.random.random() < 0.97 and sheet.present() else sheet.seats
        match do:
            case "defeat" | "defeats":
                return Reporter(self.random, sheet, self.mood.lordly, self.mood.humble).report(do)
            case "concede":
                return {"do": do, "player": self._choose_leaver(sheet, people)}
            case "choose":
                return self._answer(sheet)
            case "win":
                means = self.random.choice(("effect", "combo"))
                return {"do": do, "player": self.random.choice(people), "means": means}
            case "join":
                return {"do": do, "player": self.random.choice((*NAMES[:4], *"uvwxyz"))}
            case "restart":
                return {"do": do, "by": self.random.choice(people)}
            case "subgame":
                return {"do": do, "card": self.random.choice(CARDS)}
            case "deck":
                return self._name_deck(pod)
            case "substitute":
                by = self.random.choice(("hal", "ida", "jo", "kim", "lea", "mo", *people))
                line = {"do": do, "player": self.random.choice(people), "by": by}
                return {**line, "takes_result": True} if self.random.random() < 0.4 else line
            case _:
                return {"do": do}

    def _name_deck(self, pod: Sheet) -> Line:
        player = self.random.choice((*pod.seats, "nobody"))
        commanders = self.random.sample(("Krenko", "Tymna", "Thrasios", "Lutri"), 2)
        line: Line = {"do": "deck", "player": player, "commanders": commanders}
        return {**line, "bracket": 3} if self.random.random() < 0.5 else line

    def _choose_leaver(self, sheet: Sheet, people: list[str]) -> str:
        """Masters who are served, and those whom a choice is about, leave more often."""
        interesting = [player for player in people if sheet.servants(player)]
        if sheet.question is not None:
            interesting += [sheet.question.by, *sheet.question.options]
        interesting = [player for player in interesting if player in people]
        return self.random.choice(interesting if interesting and self.random.random() < 0.6 else people)

    def _answer(self, sheet: Sheet) -> Line:
        asked = sheet.question
        if asked is None:
            by, player = self.random.choice(sheet.seats), self.random.choice(sheet.seats)
            return {"do": "choose", "by": by, "player": player}
        options: list[str | None] = list(asked.options)
        if asked.may_decline or self.random.random() < 0.03:
            options.append(None)
        by = asked.by if self.random.random() < 0.98 else self.random.choice(sheet.seats)
        return {"do": "choose", "by": by, "player": self.random.choice(options)}

    def correct(self, history: History) -> Line:
        """Other lines, or none, in the place of one to three; rather such that make sense."""
        line: Line = {"do": "undo"}
        for _ in range(8):
            places = range(1, len(history.lines))
            chosen = self.random.sample(places, min(len(places), self.random.choice((1, 1, 2, 3))))
            edits = {str(p): self._replace(history.lines, p) for p in sorted(chosen)}
            line = {"do": "correct", "edits": edits}
            try:
                read_story(history.correct(line))
            except Refused:
                continue
            break
        return line

    def _replace(self, lines: list[Line], place: int) -> list[Line]:
        """What was told instead of this line: nothing, or a few things that could be told there."""
        told: list[Line] = []
        for _ in range(self.random.choice((0, 1, 2, 2, 3))):
            sheet = read_story([*lines[:place], *told])
            if sheet.over:
                break
            do = "choose" if _is_waiting(sheet) else self.random.choice(TOLD_INSTEAD)
            line = self.make_line(do, sheet)
            try:
                read_story([*lines[:place], *told, line])
            except Refused:
                continue
            told.append(line)
        return told


def _is_waiting(sheet: Sheet) -> bool:
    return (sheet.subgame or sheet).question is not None


def _find_lord(sheet: Sheet) -> str | None:
    """A master of several, as long as the game goes on."""
    lords = [player for player in sheet.masters() if len(sheet.servants(player)) > 1]
    return None if sheet.over or not lords else max(lords, key=lambda p: len(sheet.servants(p)))
