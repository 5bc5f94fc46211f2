"""How a game's event affects results that count, which decides if a season's moderators are asked.

For an event that changes no counting result, now or soon, nothing is read.
"""

from datetime import datetime, timedelta
from typing import Any

from bot.joust.disputes import DuelResultSettled
from bot.joust.duel import DuelEvent
from bot.joust.proposals import DuelStepUndone
from bot.projections.pods import compute_settling_time
from bot.rulebooks import GameEvent
from bot.rules.confirmation import ReportsConfirmed, find_confirmation_time
from bot.rules.guests import find_guest_excess
from bot.rules.overrides import GameOverridden
from bot.rules.story import ReportsCorrected
from bot.rules.undoing import PodStepUndone
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables.season_gate import USUAL_GRACE, SeasonResultsChange


def find_season_change(
    previous_live_game: LiveGame, stored_event: StoredEvent, current_live_game: LiveGame
) -> SeasonResultsChange | None:
    """Return the change of season results that an event makes; None if no result changes."""
    event = stored_event.event
    decides, confirms = _is_moderator_decision(event), _is_confirmation(event)
    if not (current_live_game.scored or decides or confirms):
        return None
    if stored_event.pod != previous_live_game.number:  # the first event of a game
        previous_live_game = LiveGame(previous_live_game.place)
    was = _find_counted_facts(previous_live_game)
    now = _find_counted_facts(current_live_game)
    if decides or was not in (None, now):
        dates = _find_end_dates(previous_live_game) | _find_end_dates(current_live_game)
        return SeasonResultsChange(dates) if dates else None
    if was != now or (confirms and _has_game_result(current_live_game)):
        moment = _find_confirmation_time(previous_live_game, stored_event)
        return SeasonResultsChange(
            _find_end_dates(current_live_game), moment, _find_confirmation_grace(current_live_game)
        )
    return None


def _find_end_dates(live_game: LiveGame) -> frozenset[datetime]:
    ended = live_game.end_time
    return frozenset() if ended is None else frozenset({ended})


def _find_counted_facts(live_game: LiveGame) -> Any:
    """Return the facts that a game's counting results depend on; None if the game does not
    count.
    """
    if live_game.pod is not None:
        pod = live_game.pod
        if pod.counted_result is None or find_guest_excess(pod) is not None:
            return None
        return pod.counted_result, pod.standings, pod.verdicts, live_game.end_time
    if live_game.duel is not None and live_game.duel.counted_result is not None:
        return live_game.duel.counted_result, live_game.end_time
    return None


def _has_game_result(live_game: LiveGame) -> bool:
    return live_game.game is not None and live_game.game.result is not None


def _is_moderator_decision(event: GameEvent) -> bool:
    """Return True if the event is a moderator's decision about a game, with a reason."""
    if isinstance(event, PodStepUndone | DuelStepUndone):
        return event.reason is not None
    return isinstance(event, GameOverridden | ReportsCorrected)


def _is_confirmation(event: GameEvent) -> bool:
    """Return True if an event confirms a result, or withdraws a dispute of a result."""
    return (
        event.is_confirmation
        if isinstance(event, DuelEvent)
        else isinstance(event, ReportsConfirmed)
    )


def _find_confirmation_time(previous_live_game: LiveGame, stored_event: StoredEvent) -> datetime:
    """Return when a result was confirmed.

    Silence confirms at the due time, not when the bot records it. So a result is not late
    because the bot was offline.
    """
    event = stored_event.event
    due: datetime | None = None
    if (
        isinstance(event, ReportsConfirmed)
        and event.by is None
        and previous_live_game.pod is not None
    ):
        at = find_confirmation_time(
            previous_live_game.pod, event.claims, previous_live_game.silence_start_milliseconds
        )
        due = None if at is None else datetime_from_milliseconds(at)
    if (
        isinstance(event, DuelResultSettled)
        and previous_live_game.duel is not None
        and previous_live_game.dates.last
    ):
        due = compute_settling_time(previous_live_game.duel, previous_live_game.dates.last)
    return stored_event.at if due is None else min(due, stored_event.at)


def _find_confirmation_grace(live_game: LiveGame) -> timedelta:
    """Return how long after the end of its season a game may still be confirmed in that season."""
    game = live_game.pod or live_game.duel
    minutes = None if game is None else game.setup.dispute_minutes
    return USUAL_GRACE if minutes is None else timedelta(minutes=minutes)
