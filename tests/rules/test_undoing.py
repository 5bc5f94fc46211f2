"""Taking a report back while the turns since then stay, in any game."""

from collections.abc import Iterator
from datetime import UTC, datetime

from bot.projections.history import build_game_history_from_events
from bot.rules.commands_and_events import Event
from bot.rules.decide import create_pod_event
from bot.rules.lobby import GameStarted, LobbyOpened, OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn, TurnBegan
from bot.rules.pod import (
    Pod,
    PodCommand,
    PodHistoryEvent,
    apply_pod_event,
    find_earlier_pod_state,
    replay_pod_events,
)
from bot.rules.records import PodSetup
from bot.rules.restarting import RestartGameByKarn
from bot.rules.story import list_events_still_in_effect
from bot.rules.substitutes import SeatTakenOver, TakeOverSeatAsSubstitute
from bot.rules.teams import find_responsible_master, list_players_in_game
from bot.rules.turns import build_next_turn
from bot.rules.undoing import (
    KeptEventWithVersion,
    PodEventUndone,
    UndoPodEvent,
    find_index_of_event_to_undo,
    list_remaining_events,
)
from bot.storage.record.codec import decode_event_of_any_schema, encode_event_as_json
from bot.storage.record.stored_event import StoredEvent
from tests.rules.test_properties import PLAYERS, Choices, _command, _opening, _some, _tries, games, lightly

AT = datetime(2026, 1, 1, tzinfo=UTC)


def _command_or_turn(draw: Choices, pod: Pod) -> PodCommand:
    """Turns most of the time, now and then a substitute, else whatever can happen."""
    kind = next(draw, 0) % 8
    if kind < 3:
        return BeginNextTurn()
    if kind < 4 and not pod.passed_on:
        return TakeOverSeatAsSubstitute(_some(draw, *list_players_in_game(pod.standings) or PLAYERS), "zoe")
    return _command(draw, pod)


def _undo(log: list[Event]) -> UndoPodEvent:
    """The command that takes back the last report of a log whose versions count from 1."""
    steps = build_game_history_from_events(_record(log)).steps
    events = [each.event for each in steps]
    at = find_index_of_event_to_undo(events)
    assert at is not None
    later = list_remaining_events(events, at)
    assert later is not None
    versions = [each.version for each in steps]
    return UndoPodEvent(None, versions[at], tuple(map(KeptEventWithVersion, versions[at + 1 :], later)))


def _record(log: list[Event]) -> Iterator[StoredEvent]:
    return (StoredEvent(1, n, 1, 1, event, None, n, AT) for n, event in enumerate(log, 1))


def _undone(draw: Choices) -> Iterator[tuple[Pod, Pod, list[Event]]]:
    """Games before and after their last report is taken back, with the log until then."""
    for before, _, event, log in _tries(draw, _opening, _command_or_turn):
        pod = before if event is None else apply_pod_event(before, event)
        if pod.before is not None:
            undone = create_pod_event(pod, _undo(log))
            yield pod, apply_pod_event(pod, undone), [*log, undone]


@games
@lightly
def test_story_and_steps_of_a_game_agree_after_the_last_report_is_taken_back(draw: Choices) -> None:
    for _, after, log in _undone(draw):
        history = build_game_history_from_events(_record(log))
        assert history.game == after
        assert len(history.steps) == after.step
        told = replay_pod_events(list_events_still_in_effect(log))
        assert told is not None
        assert (told.standings, told.turn, told.step) == (after.standings, after.turn, after.step)
        assert [each.event for each in history.steps] == [
            event for event in list_events_still_in_effect(log) if _is_step(event)
        ]


def _is_step(event: PodHistoryEvent) -> bool:
    return not isinstance(event, LobbyOpened | GameStarted)


@games
@lightly
def test_what_a_report_changed_is_gone_and_the_turns_since_then_stay(draw: Choices) -> None:
    for pod, after, log in _undone(draw):
        undone = log[-1]
        assert isinstance(undone, PodEventUndone)
        count = pod.step - (undone.step or 0) + 1
        back = find_earlier_pod_state(pod, count)
        assert back is not None
        kept = [each.event for each in undone.later]
        names = {e.player: e.by for e in kept if isinstance(e, SeatTakenOver)}
        renamed = {names.get(player, player) for player in back.standings}
        assert set(after.standings) == renamed
        if back.state == "running":
            assert len(kept) == count - 1
        else:
            assert not kept
        for mine in back.standings.values():
            now = after.standings[names.get(mine.player, mine.player)]
            assert now.status == mine.status


@games
@lightly
def test_a_turn_stays_with_its_player_unless_they_have_no_turns_any_more(draw: Choices) -> None:
    for pod, after, log in _undone(draw):
        undone = log[-1]
        assert isinstance(undone, PodEventUndone)
        if not undone.later or after.turn is None or pod.turn is None:
            continue
        # A turn that the report itself gave, as a new start does, goes with the report.
        began = any(isinstance(each.event, TurnBegan) for each in undone.later)
        seat = after.standings.get(pod.turn.seat)  # None if they gave their seat back
        if began and seat is not None and seat.status == "master":
            assert after.turn.seat == pod.turn.seat
        team = {find_responsible_master(after.standings, player) for player in after.turn.active}
        assert len(team) <= 1  # none if an earlier report put out whoever had the turn
        assert set(after.turn.active) <= set(list_players_in_game(after.standings))
        assert build_next_turn(after.setup, after.players, after.standings, after.turn)


@games
@lightly
def test_an_undo_survives_being_written_down(draw: Choices) -> None:
    for _, _, log in _undone(draw):
        assert decode_event_of_any_schema(*encode_event_as_json(log[-1])) == log[-1]


def test_steps_that_a_report_would_have_to_undo_do_not_stay() -> None:
    turn = create_pod_event(_running(), BeginNextTurn())
    restart = create_pod_event(_running(), RestartGameByKarn("ana"))
    assert list_remaining_events([restart, turn], 0) == (turn,)
    assert list_remaining_events([restart, turn, restart], 0) is None
    assert list_remaining_events([turn, turn], 0) is None


def _running() -> Pod:
    opened = create_pod_event(None, OpenLobby(PodSetup(), "ana", PLAYERS[:4]))
    pod = replay_pod_events([opened, create_pod_event(replay_pod_events([opened]), StartGame(PLAYERS[:4], "ana"))])
    assert pod is not None
    return pod
