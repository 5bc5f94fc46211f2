"""The history of a game: its events that can be undone, with authors and times."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.joust.disputes import DuelObjectionPeriodStarted
from bot.joust.duel import DuelEvent
from bot.joust.lobby import DuelStarted
from bot.rulebooks import IMPOSSIBLE, Game, GameEvent, apply_game_event
from bot.rules.choosing import PendingPlayerChoiceAnswered
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import (
    GameReportDisputed,
    GameReportsConfirmed,
    ObjectionPeriodStarted,
    ReportsEscalatedToModerators,
)
from bot.rules.entering import PastGameRecorded
from bot.rules.guests import explain_if_pod_has_too_many_guests
from bot.rules.lobby import GameStarted
from bot.rules.players import replace_players_in_event_or_state
from bot.rules.pod import Pod
from bot.rules.pod import apply_pod_event as evolve_pod
from bot.rules.records import PlayerChoiceAnswer
from bot.rules.substitutes import replace_players_by_result_owners
from bot.rules.undoing import PodEventUndone
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.stored_event import StoredEvent


class GameStartAndEndTimes(Struct, frozen=True):
    """The times in the course of a game, such as its start and first end.

    `first` is when the game first ended with a result that counted, or that was taken back so that everybody can
    dispute it; it stays fixed from then on. `last` is the last report, decision or settlement: silence about the result
    is counted from there. `began` is when the lobby was left. The time recorded is when the log first held an end of
    the game, also one that was undone: the entry of an entered game, the date of an imported one.

    The last report, decision or settlement has the log version `last_version`. `shown_late` means that silence is
    counted from a later time, when players could see it.
    """

    first: datetime | None = None
    last: datetime | None = None
    began: datetime | None = None
    recorded: datetime | None = None
    last_version: int = 0
    shown_late: bool = False


NO_DATES = GameStartAndEndTimes()


class GameHistory(Struct, frozen=True):
    """The state of a game after its event `last`, with the undoable events (`steps`).

    `scored` means that the last event may have changed the game's results: there are some, or were before it. Without
    `had_results` there were none.
    """

    last: StoredEvent
    game: Game
    steps: tuple[StoredEvent, ...]
    dates: GameStartAndEndTimes
    scored: bool
    had_results: bool = True

    @property
    def game_as_pod(self) -> Pod:
        """The game as a pod. It must not be a duel or a planned game."""
        assert isinstance(self.game, Pod)
        return self.game

    @property
    def counts_as_played(self) -> bool:
        """True if the game was surely played; False for a past game recorded without a counted result."""
        return not isinstance(self.game, Pod) or self.game.was_certainly_played

    @property
    def end_time(self) -> datetime:
        """The end time of the game, which decides its season.

        A moderator may have set the time. Otherwise a game that has counted keeps its first date, whatever is decided
        later. A game that has not counted has the date of the step that brought the first of its latest run of results;
        without a result, of its last step.
        """
        return find_game_end_time(self.game, self.steps, self.dates) or self.last.at


def replace_substitutes_by_original_players(game_history: GameHistory) -> GameHistory:
    """Return the history with the original player of each seat instead of substitutes."""
    game = game_history.game
    if not isinstance(game, Pod) or not game.passed_on:
        return game_history
    steps = (
        replace(s, event=replace_players_in_event_or_state(s.event, game.find_result_owner)) for s in game_history.steps
    )
    return replace(game_history, game=replace_players_by_result_owners(game), steps=tuple(steps))


def has_counted_results(game: Game | None) -> bool:
    """Return True if a game's results count, and so belong in the database table `results`."""
    if game is None or game.result is None:  # so it is no plan
        return False
    return game.final_result is not None and not (isinstance(game, Pod) and explain_if_pod_has_too_many_guests(game))


def find_game_end_time(
    game: Game, undoable_events: Sequence[StoredEvent], game_times: GameStartAndEndTimes
) -> datetime | None:
    """Return a game's end time, as set by a moderator or by the event that ended the game; None without one."""
    if isinstance(game, Pod) and game.ended is not None:
        return datetime_from_milliseconds(game.ended)
    return game_times.first or _find_time_of_result_event(game, undoable_events)


def find_event_that_ended_game(game: Game, undoable_events: Sequence[StoredEvent]) -> StoredEvent | None:
    """Return the event that ended a game; without a result, its last event. None without events.

    If later events replaced the result without removing it, the first of them counts.
    """
    first = game
    while first.before is not None and first.before.result is not None:
        first = first.before
    return undoable_events[first.step - 1] if first.step else None


def _find_time_of_result_event(game: Game, undoable_events: Sequence[StoredEvent]) -> datetime | None:
    decisive = find_event_that_ended_game(game, undoable_events)
    return None if decisive is None else decisive.at


# Tuples, as every event is compared with them, and a union would be built anew each time.
_END_SHOWN_EVENTS = (ObjectionPeriodStarted, DuelObjectionPeriodStarted)
_START_EVENTS = (GameStarted, DuelStarted)
_EVENTS_WITHIN_DISPUTE_PERIOD = (GameReportDisputed, ReportsEscalatedToModerators)


def build_game_history_after_event(
    previous_game: Game | None,
    undoable_events: tuple[StoredEvent, ...],
    stored_event: StoredEvent,
    previous_times: GameStartAndEndTimes = NO_DATES,
) -> GameHistory:
    """Return a game's history after one more event.

    `previous_game` and `undoable_events` describe the game until then. Raises one of `IMPOSSIBLE` if the event cannot
    follow.
    """
    old_steps = undoable_events
    game = apply_game_event(previous_game, stored_event.event)
    undoable_events = _update_undoable_events(undoable_events, stored_event, game)
    first = _compute_first_end_time_of_game(
        previous_game, old_steps, stored_event.event, game, undoable_events, previous_times.first
    )
    last, last_version, shown_late = previous_times.last, previous_times.last_version, previous_times.shown_late
    if isinstance(stored_event.event, _END_SHOWN_EVENTS):
        last, shown_late = datetime_from_milliseconds(stored_event.event.begins), True
    elif _does_event_restart_dispute_period(previous_game, stored_event.event, game):
        last, last_version, shown_late = stored_event.at, stored_event.version, False
    starts = isinstance(stored_event.event, _START_EVENTS)
    began = stored_event.at if starts else previous_times.began
    had_results = has_counted_results(previous_game)
    scored = had_results or has_counted_results(game)
    recorded = previous_times.recorded or _find_time_when_result_was_recorded(game, stored_event)
    found = GameStartAndEndTimes(first, last, began, recorded, last_version, shown_late)
    return GameHistory(stored_event, game, undoable_events, found, scored, had_results)


def _update_undoable_events(
    undoable_events: tuple[StoredEvent, ...], stored_event: StoredEvent, game: Game
) -> tuple[StoredEvent, ...]:
    """Return the events that an undo can still take back after one more event.

    Steps after an undone one are judged again.
    """
    event = stored_event.event
    if isinstance(event, PodEventUndone) and event.step is not None:
        known = {each.version: each for each in undoable_events}
        stay = (replace(known[each.version], event=each.event) for each in event.later)
        return (*undoable_events[: event.step - 1], *stay)
    return (*undoable_events, stored_event) if game.step > len(undoable_events) else undoable_events[: game.step]


def _compute_first_end_time_of_game(
    previous_game: Game | None,
    previous_undoable_events: tuple[StoredEvent, ...],
    event: GameEvent,
    game: Game,
    undoable_events: tuple[StoredEvent, ...],
    previous_end_time: datetime | None,
) -> datetime | None:
    """Return the time of a game's first end with a counted result, updated after one more event."""
    if isinstance(game, Pod) and game.has_counted:
        return previous_end_time or _find_time_of_result_event(game, undoable_events)
    if isinstance(event, PodEventUndone) and isinstance(previous_game, Pod):
        if event.claim is not None:
            return previous_end_time or _find_time_of_result_event(previous_game, previous_undoable_events)
        return None if previous_game.has_counted else previous_end_time
    return previous_end_time


def _find_time_when_result_was_recorded(game: Game, stored_event: StoredEvent) -> datetime | None:
    """Return the time when a result was recorded; for an imported game, its date. None without a result."""
    if game.result is None:
        return None
    imported = isinstance(stored_event.event, PastGameRecorded) and stored_event.by is None
    if imported and isinstance(game, Pod) and game.setup.played is not None:
        return datetime_from_milliseconds(game.setup.played)
    return stored_event.at


def _does_event_restart_dispute_period(previous_game: Game | None, event: GameEvent, current_game: Game) -> bool:
    """Return True if an event, such as a report, starts the time for objections again."""
    if isinstance(event, DuelEvent):
        return event.restarts_objection_period
    if isinstance(event, _EVENTS_WITHIN_DISPUTE_PERIOD) or (isinstance(event, Event) and event.is_aside):
        return False
    if isinstance(event, GameReportsConfirmed) and isinstance(previous_game, Pod) and isinstance(current_game, Pod):
        return previous_game.disputed_report is not None and current_game.disputed_report is None
    return True


def build_game_history_from_events(stored_events: Iterable[StoredEvent]) -> GameHistory:
    """Return a game's history from all of its events. Raises `UnreadableStoredEventError`."""
    found: GameHistory | None = None
    for recorded in stored_events:
        found = add_event_to_game_history(found, recorded)
    assert found is not None  # every game has at least one event
    return found


def add_event_to_game_history(previous_history: GameHistory | None, stored_event: StoredEvent) -> GameHistory:
    """Return a game's history after one more event. Raises `UnreadableStoredEventError`."""
    try:
        if previous_history is None:
            return build_game_history_after_event(None, (), stored_event)
        return build_game_history_after_event(
            previous_history.game, previous_history.steps, stored_event, previous_history.dates
        )
    except IMPOSSIBLE as error:
        raise UnreadableStoredEventError(stored_event.channel, stored_event.version, str(error)) from error


def iterate_pod_events(stored_events: Iterable[StoredEvent]) -> Iterator[Event]:
    """Yield the events of pods only, oldest first."""
    return (each.event for each in stored_events if isinstance(each.event, Event))


def list_random_choices_in_pod_events(stored_events: Iterable[StoredEvent]) -> list[tuple[Pod, PlayerChoiceAnswer]]:
    """Return the random choices in a pod, each with the pod as it was before.

    Choices that were undone are among them.
    """
    found: list[tuple[Pod, PlayerChoiceAnswer]] = []
    pod: Pod | None = None
    for recorded in stored_events:
        event = recorded.event
        if isinstance(event, PendingPlayerChoiceAnswered) and event.answer.drawn and pod is not None:
            found.append((pod, event.answer))
        assert isinstance(event, Event)
        pod = evolve_pod(pod, event)
    return found


def find_lobby_and_start_event(stored_events: Iterable[StoredEvent]) -> tuple[Pod, GameStarted] | None:
    """Return a pod's lobby just before the start, and the start event; None before the start."""
    lobby: Pod | None = None
    for recorded in stored_events:
        if isinstance(recorded.event, GameStarted) and lobby is not None:
            return lobby, recorded.event
        assert isinstance(recorded.event, Event)
        lobby = evolve_pod(lobby, recorded.event)
    return None
