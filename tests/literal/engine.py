"""The engine, asked line by line as `suzerain replay` asks it, and corrected in between."""

from typing import Any

import msgspec

from bot import transcript
from bot.i18n import load_catalogue
from bot.reading import Unreadable, read
from bot.replaying import Mistake
from bot.rules.acts import Event
from bot.rules.choosing import Choose
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.decide import decide
from bot.rules.deck_naming import NameDeck
from bot.rules.deeds import find_deeds, find_places, trace_course
from bot.rules.facts import Commander, Deck, Report
from bot.rules.joining import Join
from bot.rules.lobby import Open, Start
from bot.rules.next_turn import NextTurn
from bot.rules.pod import Pod, PodCommand, fold
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.restarting import Restart, Subgame
from bot.rules.story import Correct, tell_story
from bot.rules.substitutes import Substitute
from bot.rules.undoing import Undo
from bot.rules.winning import Draw, Win
from tests.literal.telling import Entry, Line, Refused

TEXT = load_catalogue("en")


class Engine:
    """A pod and the events that led to it."""

    def __init__(self, opening: Line) -> None:
        self.log = open_pod(opening)

    @property
    def pod(self) -> Pod:
        pod = fold(self.log)
        assert pod is not None
        return pod

    def tell(self, line: Line) -> None:
        """One line more. Raises `Refused` and forgets it if the rules refuse it."""
        try:
            self.log = [*self.log, decide(self.pod, self._ask(line))]
        except (Refusal, Unreadable) as refusal:
            raise Refused(repr(refusal)) from None

    def _ask(self, line: Line) -> PodCommand:
        if line["do"] != "correct":
            return ask(line)
        edits = {int(place) + 1: tuple(map(ask, lines)) for place, lines in line["edits"].items()}
        return Correct(tell_story(self.log), edits, "it was otherwise")

    def write_document(self) -> dict[str, Any]:
        return write_document(self.pod)

    def read_league(self) -> tuple[dict[str, int] | None, list[tuple[int, str, str]]]:
        """The places and deeds; `open` is two events, so each other line has its event's number."""
        course = trace_course(self.pod)
        return find_places(course), [
            (each.step, each.deed, each.player) for each in find_deeds(course)
        ]


def write_document(pod: Pod) -> dict[str, Any]:
    document = transcript.make_document(pod, TEXT)
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return found


def open_pod(line: Line) -> list[Event]:
    """The events of a transcript's first line. Raises `Refused`."""
    try:
        pod = transcript.replay([msgspec.json.encode(line).decode()], TEXT)
    except Mistake as mistake:
        raise Refused(mistake.problem) from None
    seats = tuple(player["player"] for player in write_document(pod)["players"])
    players = tuple(line["players"])
    log = [decide(None, Open(pod.setup, players[0], players))]
    return [*log, decide(fold(log), Start(seats, line["first"]))]


def ask(line: Line) -> PodCommand:
    """The command that a line is."""
    match line["do"]:
        case "defeat":
            return Defeat((_report(line),))
        case "defeats":
            return Defeat(tuple(map(_report, line["at_once"])))
        case "concede":
            return Concede(line["player"])
        case "choose":
            return Choose(line["by"], line["player"])
        case "win":
            return Win(line["player"], line["means"])
        case "join":
            return Join(line["player"])
        case "restart":
            return Restart(line["by"])
        case "substitute":
            return Substitute(line["player"], line["by"], bool(line.get("takes_result", False)))
        case "deck":
            named = tuple(map(Commander, line["commanders"]))
            return NameDeck(line["player"], Deck(named, line.get("bracket")))
        case "subgame":
            return Subgame(line["card"])
        case do:
            return WITHOUT_MORE[do]


WITHOUT_MORE: dict[str, PodCommand] = {
    "draw": Draw(),
    "turn": NextTurn(),
    "undo": Undo(),
    "close": Close(),
}


def _report(entry: Entry) -> Report:
    return read({key: value for key, value in entry.items() if key != "do"}, Report)
