"""Acts by the right of a moderator alone are marked as theirs, and have a reason where they change what counts."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.joust.changes import AddDuelTokenEffect, ApplyDuelCardEffect
from bot.joust.concessions import ConcedeDuel, RemovePlayerFromDuel
from bot.joust.disputes import ConfirmDuelResult, DisputeDuelResult
from bot.joust.duel import Duel, DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.proposals import CloseDuel, ProposeDuelUndoOrClose, UndoDuelStep
from bot.rulebooks import RULEBOOKS, Game, GameCommand, apply_game_event, create_event_of_game_command
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import ConfirmGameReports, DisputeGameReport, add_confirmation_requirement_to_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.entering import RecordPastGame
from bot.rules.facts import Commander, Deck, DefeatReport, DefeatSource, Player
from bot.rules.house_deeds import GiveServerAchievement
from bot.rules.idle_closing import KeepIdleGameOpen
from bot.rules.joining import BringGuestToPod
from bot.rules.lobby import ChangeLobbySetup, ChangeVariant, OpenLobby, StartGame
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.night_calls import EndPodRollCall
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.rights import Requester
from bot.rules.story import CorrectGameReports
from bot.rules.team_choice import BalanceTeams
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import KickPlayer
from bot.service import rights

SEATS = ("ana", "bo", "cy", "di")
WHY = "it was a slip"
DECK = Deck((Commander("Krenko"),))


def beaten(loser: Player, winner: Player) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(winner),)),))


def play(*commands: GameCommand) -> Game:
    game: Game | None = None
    for version, command in enumerate(commands, 1):
        event = create_event_of_game_command(game, command)
        if isinstance(game, Pod) and isinstance(event, Event):
            event = add_confirmation_requirement_to_event(game, event, "ana", version, 0)
        game = apply_game_event(game, event)
    assert game is not None
    return game


LOBBY = (OpenLobby(PodSetup(dispute_minutes=15), "ana", SEATS),)
STARTED = (*LOBBY, StartGame(SEATS, "ana"))
OVER = (*STARTED, beaten("bo", "ana"), beaten("cy", "ana"), beaten("di", "ana"))
COUNTED = (*OVER, ConfirmGameReports((3, 4, 5)))
DUEL = (OpenDuel(DuelSetup("own", None, 15), "ana", ("ana", "bo")),)
RUNNING = (*DUEL, StartDuel("ana"))

GAMES: dict[str, Game] = {
    "lobby": play(*LOBBY),
    "running": play(*STARTED, beaten("bo", "ana")),
    "over": play(*OVER),
    "disputed": play(*OVER, DisputeGameReport(5, "bo")),
    "counted": play(*COUNTED),
    "closed": play(*STARTED, ClosePod()),
    "duel": play(*RUNNING),
    "ended duel": play(*RUNNING, ConcedeDuel("bo")),
    "disputed duel": play(*RUNNING, ConcedeDuel("bo"), DisputeDuelResult("ana")),
    "counted duel": play(*RUNNING, ConcedeDuel("bo"), DisputeDuelResult("ana"), ConfirmDuelResult("mo")),
    "closed duel": play(*RUNNING, CloseDuel()),
}

COMMANDS: tuple[GameCommand, ...] = (
    ChangeVariant("elimination"),
    ChangeLobbySetup(PodSetup(size=5, dispute_minutes=15), PodSetup(dispute_minutes=15)),
    StartGame(SEATS, "ana"),
    ConfirmGameReports((5,), "mo"),
    DisputeGameReport(5, "mo"),
    DeclareDeck("bo", DECK),
    DeclareDeck("ana", DECK),
    DeclareDeck("bo", DECK, WHY),
    ClosePod(),
    EndPodRollCall(),
    KickPlayer("bo", "mo", "moderator"),
    KickPlayer("bo", "ana", "moderator"),
    AnswerPendingPlayerChoice("bo", "ana", "mo", moderated=True),
    OverrideGameAsModerator("void", WHY),
    OverrideGameAsModerator("end", WHY, "ana"),
    OverrideGameAsModerator("points", WHY, points={"bo": 4}),
    CorrectGameReports((), {}, WHY),
    UndoPodEvent(),
    UndoPodEvent(WHY),
    KeepIdleGameOpen(),
    GiveServerAchievement("bo", "best", "Best play", WHY, 1),
    BalanceTeams({}),
    RecordPastGame(()),
    BringGuestToPod("gus", "ana"),
    StartDuel("ana"),
    ApplyDuelCardEffect("ana", WHY, AddDuelTokenEffect("blue", 1)),
    RemovePlayerFromDuel("bo", "moderator"),
    ConfirmDuelResult("mo"),
    ProposeDuelUndoOrClose("ana", "undo"),
    ProposeDuelUndoOrClose("ana", "close"),
    UndoDuelStep(),
    UndoDuelStep(reason=WHY),
    CloseDuel(),
)


def test_every_command_that_names_moderators_is_played_here() -> None:
    named = {kind for book in RULEBOOKS for kind in book.commands if "moderator" in kind.right.roles}
    plans = {kind for kind in named if kind.__module__.startswith("bot.planning")}  # they decide no game
    assert named - plans <= {type(each) for each in COMMANDS}


def _list_acts_of_moderators(game: Game, requester: Requester) -> Iterator[tuple[GameCommand, object]]:
    """Yield what a requester may do only as a moderator, with the event that it causes."""
    for command in COMMANDS:
        for author in (None, "bo"):
            try:
                rights.require_command_permission(game, command, requester, author)
            except Refusal:
                continue
            except (AttributeError, AssertionError):  # a command of another kind of game
                continue
            if rights.needs_moderator_right(game, command, requester, author):
                try:
                    rights.require_reason_for_moderator_command(command)
                    yield command, create_event_of_game_command(game, command)
                except Refusal:
                    continue


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", ["mo", "ana", "bo"])
def test_acts_of_moderators_are_marked_and_have_a_reason_where_they_change_what_counts(name: str, player: str) -> None:
    game = GAMES[name]
    assert isinstance(game, Pod | Duel)
    for command, event in _list_acts_of_moderators(game, Requester(player, moderator=True)):
        assert isinstance(event, ModeratableEvent), command
        if game.final_result is not None:
            assert getattr(event, "reason", None), command
            marked = replace(event, passed="moderator")
            assert marked.find_audit_trail_code(is_host_action=False) is not None, command


@pytest.mark.parametrize("player", ["ana", "bo"])
@pytest.mark.parametrize("command", [UndoDuelStep(), ProposeDuelUndoOrClose("ana", "undo")])
def test_a_moderator_who_played_a_duel_that_counts_hears_that_a_reason_is_missing(
    player: str, command: GameCommand
) -> None:
    duel = GAMES["counted duel"]
    requester = Requester(player, moderator=True)
    rights.require_command_permission(duel, command, requester, None)
    assert rights.needs_moderator_right(duel, command, requester, None)
    with pytest.raises(Refusal, match="reason"):
        rights.require_reason_for_moderator_command(command)


CLOSED = (*STARTED, ClosePod(), DisputeGameReport(3, "bo"))


def test_host_who_moderates_leaves_the_dispute_about_their_closing_to_somebody_else() -> None:
    game = play(*CLOSED)
    for player, refusal in (("ana", "decided-already"), ("mo", None)):
        found = None
        try:
            asker = Requester(player, moderator=True)
            rights.require_command_permission(game, ConfirmGameReports((3,), player), asker, "ana")
        except Refusal as refused:
            found = refused.code
        assert found == refusal
    rights.require_command_permission(game, UndoPodEvent(), Requester("ana", moderator=True), "ana")  # it goes on


def test_closing_that_a_moderator_let_stand_is_taken_back_by_moderators_alone() -> None:
    upheld = play(*CLOSED, ConfirmGameReports((3,), "mo"), ConfirmGameReports((3,)))
    with pytest.raises(Refusal, match="only-moderators"):
        rights.require_command_permission(upheld, UndoPodEvent(), Requester("ana"), "ana")
    rights.require_command_permission(upheld, UndoPodEvent(WHY), Requester("mo", moderator=True), "ana")
    unopposed = play(*STARTED, ClosePod(), ConfirmGameReports((3,)))
    rights.require_command_permission(unopposed, UndoPodEvent(), Requester("ana"), "ana")
