"""What a live game remembers of moments and votes, and when its board is urgent."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.front.boards.board_updater import BoardUpdateJob
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import CheckInForPlan, OpenPlannedGameCheckIn
from bot.planning.night_begin_and_end import BeginGameNight, CloseGameNight
from bot.planning.plan import CHECK_IN_LEAD
from bot.planning.plan_creation import PlanFutureGame
from bot.rulebooks import GameCommand, GameEvent, create_event_of_game_command
from bot.rules.announcements import RoundTimeEnded
from bot.rules.choosing import ModeratorsAskedToChooseForPlayer
from bot.rules.closing import ClosePod
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.idle_closing import IdleGameClosingAnnounced
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.service.live_game import LONGEST_VOTE, VOTE_DELAY, ChannelAddress, LiveGame, apply_stored_event
from bot.storage.record.stored_event import StoredEvent
from tests.storage.store import NOON

LATER = NOON + timedelta(hours=1)
ASKING = PodSetup(choose_master=True)
OPENED = create_event_of_game_command(None, OpenLobby(PodSetup(), "ana", ("ana", "bo")))


def follow(live: LiveGame, event: GameEvent, at: datetime = NOON, by: str = "ana") -> LiveGame:
    number = live.number or 1
    recorded = StoredEvent(100, live.version + 1, number, 900, event, by, None, at)
    return apply_stored_event(live, recorded)


def open_lobby() -> LiveGame:
    return follow(LiveGame(ChannelAddress(900, 100), number=1), OPENED)


def test_vote_lapses_at_its_moment_and_not_before() -> None:
    live = replace(open_lobby(), votes={"bo": frozenset({"ana"})}, opens={"bo": NOON})
    lapse = NOON + LONGEST_VOTE - VOTE_DELAY
    assert live.find_active_kick_votes(lapse - timedelta(milliseconds=1)) == live.votes
    assert live.find_active_kick_votes(lapse) == {}


def test_calling_moderators_is_no_act_of_players() -> None:
    warned = follow(open_lobby(), IdleGameClosingAnnounced(), LATER)
    called = follow(warned, ModeratorsAskedToChooseForPlayer("bo"), LATER + timedelta(hours=1))
    assert (called.touched, called.warned) == (NOON, LATER)


def test_end_of_a_round_is_no_act_of_players_and_is_forgotten_at_the_end_of_the_game() -> None:
    lobby = follow(open_lobby(), IdleGameClosingAnnounced(), LATER)
    told = follow(lobby, RoundTimeEnded(), LATER + timedelta(hours=1))
    assert told.time_up
    assert (told.touched, told.warned, told.played) == (NOON, LATER, lobby.played)
    closed = follow(told, create_event_of_game_command(told.game, ClosePod()))
    assert not closed.time_up


def test_first_event_counts_as_an_act_even_if_it_calls_moderators() -> None:
    live = replace(open_lobby(), touched=None)
    assert follow(live, ModeratorsAskedToChooseForPlayer("bo"), LATER).touched == LATER


def test_choice_waits_since_its_question_or_since_the_chooser_last_acted() -> None:
    players = ("ana", "bo", "cy", "di")
    live = follow(
        LiveGame(ChannelAddress(900, 100), number=1),
        create_event_of_game_command(None, OpenLobby(ASKING, "ana", players)),
    )
    live = follow(live, create_event_of_game_command(live.game, StartGame(players, "ana")))
    assert live.asked is None
    bos = ReportDefeats((DefeatReport("bo", "life", (DefeatSource("bo"),)),))
    live = follow(live, create_event_of_game_command(live.game, bos), LATER)
    assert live.asked == LATER
    acted = [
        follow(live, ModeratorsAskedToChooseForPlayer("bo"), LATER + timedelta(hours=1), by=each).asked
        for each in ("cy", "bo")
    ]
    assert acted == [LATER, LATER + timedelta(hours=1)]


def test_first_board_of_a_lobby_and_that_of_an_end_do_not_wait_for_their_turn() -> None:
    opened = open_lobby()
    assert BoardUpdateJob(opened, False, 0.0).is_urgent
    lobby = follow(opened, create_event_of_game_command(opened.game, JoinPod("eve")))
    closed = follow(lobby, create_event_of_game_command(lobby.game, ClosePod()))
    assert not BoardUpdateJob(lobby, False, 0.0).is_urgent
    assert BoardUpdateJob(closed, False, 0.0).is_urgent
    assert not BoardUpdateJob(LiveGame(ChannelAddress(900, 100)), False, 0.0).is_urgent


def test_message_of_a_night_waits_for_its_turn_until_the_night_is_closed() -> None:
    at = 1_800_000_000_000
    terms = GameNightSettings(3, 50, allowed=(4,), may=(4,))
    live = LiveGame(ChannelAddress(900, 100), number=1)
    commands: list[GameCommand] = [
        PlanFutureGame(PodSetup(), "ana", at, at - 3_600_000, night=terms),
        OpenPlannedGameCheckIn(at - CHECK_IN_LEAD),
        CheckInForPlan("ana", at),
        BeginGameNight(at),
    ]
    for command in commands:
        live = follow(live, create_event_of_game_command(live.game, command))
        assert not BoardUpdateJob(live, False, 0.0).is_urgent
    closed = follow(live, create_event_of_game_command(live.game, CloseGameNight(at)))
    assert BoardUpdateJob(closed, False, 0.0).is_urgent


def test_facts_belong_to_their_version() -> None:
    players = ("ana", "bo", "cy", "di")
    opened = create_event_of_game_command(None, OpenLobby(PodSetup(), "ana", players))
    lobby = follow(LiveGame(ChannelAddress(900, 100), number=1), opened)
    assert lobby.pod_facts.state == "lobby"
    assert lobby.pod_facts is lobby.pod_facts
    started = follow(lobby, create_event_of_game_command(lobby.game, StartGame(players, "ana")))
    assert started.pod_facts.pod is started.game
    assert (started.pod_facts.state, lobby.pod_facts.state) == ("running", "lobby")
    assert replace(started, version=started.version + 1).pod_facts.pod is started.game
    assert replace(started, game=lobby.game).pod_facts.state == "lobby"


def test_end_of_a_game_is_known_by_the_version_that_ended_it() -> None:
    lobby = open_lobby()
    assert not lobby.is_over
    closed = follow(lobby, create_event_of_game_command(lobby.game, ClosePod()))
    assert (closed.is_over, lobby.is_over) == (True, False)
