"""The effect of an event on results that count, which decides if moderators are asked about a season.

For an event that changes no counting result, now or soon, nothing is read.
"""

from datetime import datetime, timedelta
from typing import Any

from bot.joust.disputes import DuelResultFinalised
from bot.joust.duel import DuelEvent
from bot.joust.proposals import DuelStepUndone
from bot.projections.pods import compute_confirmation_time_of_duel
from bot.rulebooks import GameEvent
from bot.rules.confirmation import GameReportsConfirmed, find_automatic_confirmation_time
from bot.rules.guests import explain_if_pod_has_too_many_guests
from bot.rules.overrides import GameOverriddenByModerator
from bot.rules.story import GameReportsCorrected
from bot.rules.undoing import PodEventUndone
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables.season_gate import USUAL_GRACE, SeasonResultsChange


def find_season_results_change(
    previous_live_game: LiveGame, stored_event: StoredEvent, current_live_game: LiveGame
) -> SeasonResultsChange | None:
    """Return how an event changes results that count in a season; None if the event changes no such result."""
    event = stored_event.event
    decides, confirms = _is_moderator_decision(event), _does_event_confirm_results(event)
    if not (current_live_game.scored or decides or confirms):
        return None
    if stored_event.pod != previous_live_game.number:  # the first event of a game
        previous_live_game = LiveGame(previous_live_game.place)
    was = _find_counted_season_results(previous_live_game)
    now = _find_counted_season_results(current_live_game)
    if decides or was not in (None, now):
        dates = _list_end_times(previous_live_game) | _list_end_times(current_live_game)
        return SeasonResultsChange(dates) if dates else None
    if was != now or (confirms and _has_game_result(current_live_game)):
        moment = _find_confirmation_time_of_result(previous_live_game, stored_event)
        return SeasonResultsChange(
            _list_end_times(current_live_game), moment, _get_confirmation_period_after_season(current_live_game)
        )
    return None


def _list_end_times(live_game: LiveGame) -> frozenset[datetime]:
    ended = live_game.end_time
    return frozenset() if ended is None else frozenset({ended})


def _find_counted_season_results(live_game: LiveGame) -> Any:
    """Return the results that a game adds to a season; None if it does not count."""
    if live_game.pod is not None:
        pod = live_game.pod
        if pod.final_result is None or explain_if_pod_has_too_many_guests(pod) is not None:
            return None
        decks = pod.decks, pod.former_decks
        return pod.final_result, pod.standings, pod.verdicts, decks, live_game.end_time
    if live_game.duel is not None and live_game.duel.final_result is not None:
        return live_game.duel.final_result, live_game.end_time
    return None


def _has_game_result(live_game: LiveGame) -> bool:
    return live_game.game is not None and live_game.game.result is not None


def _is_moderator_decision(event: GameEvent) -> bool:
    """Return True if the event is an override, correction or undo by a moderator."""
    if isinstance(event, (PodEventUndone, DuelStepUndone)):  # a tuple is faster than a union, for every event
        return event.reason is not None
    return isinstance(event, (GameOverriddenByModerator, GameReportsCorrected))


def _does_event_confirm_results(event: GameEvent) -> bool:
    return event.confirms_duel_result if isinstance(event, DuelEvent) else isinstance(event, GameReportsConfirmed)


def _find_confirmation_time_of_result(previous_live_game: LiveGame, stored_event: StoredEvent) -> datetime:
    """Return the time when a result was confirmed, or when the time for objections ended.

    Silence confirms at the due time, not when the bot records it. So a result is not late because the bot was offline.
    """
    event = stored_event.event
    due: datetime | None = None
    if isinstance(event, GameReportsConfirmed) and event.by is None and previous_live_game.pod is not None:
        at = find_automatic_confirmation_time(
            previous_live_game.pod, event.claims, previous_live_game.last_decision_time_in_milliseconds
        )
        due = None if at is None else datetime_from_milliseconds(at)
    if isinstance(event, DuelResultFinalised) and previous_live_game.duel is not None and previous_live_game.dates.last:
        due = compute_confirmation_time_of_duel(previous_live_game.duel, previous_live_game.dates.last)
    return stored_event.at if due is None else min(due, stored_event.at)


def _get_confirmation_period_after_season(live_game: LiveGame) -> timedelta:
    """Return how long after a season's end a result of the game can still be confirmed for that season."""
    game = live_game.pod or live_game.duel
    minutes = None if game is None else game.setup.dispute_minutes
    return USUAL_GRACE if minutes is None else timedelta(minutes=minutes)
