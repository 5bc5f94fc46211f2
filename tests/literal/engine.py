"""The engine, asked line by line as `suzerain replay` asks it, and corrected in between."""

from typing import Any

import msgspec

from bot import transcript
from bot.i18n import load_catalogue
from bot.reading import Unreadable, read
from bot.replaying import Mistake
from bot.rules import commands
from bot.rules.commands import Command
from bot.rules.decide import decide
from bot.rules.deeds import find_deeds, find_places, trace_course
from bot.rules.events import Event
from bot.rules.facts import Commander, Deck, Report
from bot.rules.pod import Pod, fold
from bot.rules.refusals import Refusal
from bot.rules.story import tell_story
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

    def _ask(self, line: Line) -> Command:
        if line["do"] != "correct":
            return ask(line)
        edits = {int(place) + 1: tuple(map(ask, lines)) for place, lines in line["edits"].items()}
        return commands.Correct(tell_story(self.log), edits, "it was otherwise")

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
    log = [decide(None, commands.Open(pod.setup, players[0], players))]
    return [*log, decide(fold(log), commands.Start(seats, line["first"]))]


def ask(line: Line) -> Command:
    """The command that a line is."""
    match line["do"]:
        case "defeat":
            return commands.Defeat((_report(line),))
        case "defeats":
            return commands.Defeat(tuple(map(_report, line["at_once"])))
        case "concede":
            return commands.Concede(line["player"])
        case "choose":
            return commands.Choose(line["by"], line["player"])
        case "win":
            return commands.Win(line["player"], line["means"])
        case "join":
            return commands.Join(line["player"])
        case "restart":
            return commands.Restart(line["by"])
        case "substitute":
            return commands.Substitute(
                line["player"], line["by"], bool(line.get("takes_result", False))
            )
        case "deck":
            named = tuple(map(Commander, line["commanders"]))
            return commands.NameDeck(line["player"], Deck(named, line.get("bracket")))
        case "subgame":
            return commands.Subgame(line["card"])
        case do:
            return WITHOUT_MORE[do]


WITHOUT_MORE: dict[str, Command] = {
    "draw": commands.Draw(),
    "turn": commands.NextTurn(),
    "undo": commands.Undo(),
    "close": commands.Close(),
}


def _report(entry: Entry) -> Report:
    return read({key: value for key, value in entry.items() if key != "do"}, Report)
