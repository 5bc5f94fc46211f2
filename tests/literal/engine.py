"""The engine, asked line by line as `suzerain replay` asks it, and corrected in between."""

from typing import Any

import msgspec

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.i18n import load_translations
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.deeds import build_defeat_timeline, compute_final_places, list_achievements_of_game
from bot.rules.facts import Commander, Deck, DefeatReport
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand, replay_pod_events
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.restarting import BeginSubgame, RestartGameByKarn
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.rules.substitutes import TakeOverSeatAsSubstitute
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.transcripts import pods
from bot.transcripts.replaying import TranscriptError
from tests.literal.telling import Entry, Line, Refused

TEXT = load_translations("en")


class Engine:
    """A pod and the events that led to it."""

    def __init__(self, opening: Line) -> None:
        self.log = open_pod(opening)

    @property
    def pod(self) -> Pod:
        pod = replay_pod_events(self.log)
        assert pod is not None
        return pod

    def tell(self, line: Line) -> None:
        """One line more. Raises `Refused` and forgets it if the rules refuse it."""
        try:
            self.log = [*self.log, create_pod_event(self.pod, self._ask(line))]
        except (Refusal, InvalidValueError) as refusal:
            raise Refused(repr(refusal)) from None

    def _ask(self, line: Line) -> PodCommand:
        if line["do"] != "correct":
            return ask(line)
        edits = {int(place) + 1: tuple(map(ask, lines)) for place, lines in line["edits"].items()}
        return CorrectGameReports(list_events_still_in_effect(self.log), edits, "it was otherwise")

    def write_document(self) -> dict[str, Any]:
        return write_document(self.pod)

    def read_league(self) -> tuple[dict[str, int] | None, list[tuple[int, str, str]]]:
        """The places and deeds; `open` is two events, so each other line has its event's number."""
        course = build_defeat_timeline(self.pod)
        return compute_final_places(course), [
            (each.step, each.deed, each.player) for each in list_achievements_of_game(course)
        ]


def write_document(pod: Pod) -> dict[str, Any]:
    document = pods.build_pod_json(pod, TEXT)
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return found


def open_pod(line: Line) -> list[Event]:
    """The events of a transcript's first line. Raises `Refused`."""
    try:
        pod = pods.replay_pod_transcript([msgspec.json.encode(line).decode()], TEXT)
    except TranscriptError as mistake:
        raise Refused(mistake.problem) from None
    seats = tuple(player["player"] for player in write_document(pod)["players"])
    players = tuple(line["players"])
    log = [create_pod_event(None, OpenLobby(pod.setup, players[0], players))]
    return [*log, create_pod_event(replay_pod_events(log), StartGame(seats, line["first"]))]


def ask(line: Line) -> PodCommand:
    """The command that a line is."""
    match line["do"]:
        case "defeat":
            return ReportDefeats((_report(line),))
        case "defeats":
            return ReportDefeats(tuple(map(_report, line["at_once"])))
        case "concede":
            return ConcedeGame(line["player"])
        case "choose":
            return AnswerPendingPlayerChoice(line["by"], line["player"])
        case "win":
            return ReportWin(line["player"], line["means"])
        case "join":
            return JoinPod(line["player"])
        case "restart":
            return RestartGameByKarn(line["by"])
        case "substitute":
            return TakeOverSeatAsSubstitute(line["player"], line["by"], bool(line.get("takes_result", False)))
        case "deck":
            named = tuple(map(Commander, line["commanders"]))
            return DeclareDeck(line["player"], Deck(named, line.get("bracket")))
        case "subgame":
            return BeginSubgame(line["card"])
        case do:
            return WITHOUT_MORE[do]


WITHOUT_MORE: dict[str, PodCommand] = {
    "draw": ReportDrawnGame(),
    "turn": BeginNextTurn(),
    "undo": UndoPodEvent(),
    "close": ClosePod(),
}


def _report(entry: Entry) -> DefeatReport:
    return convert_value_to_type({key: value for key, value in entry.items() if key != "do"}, DefeatReport)
