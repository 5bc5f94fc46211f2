"""The effect of a game's event on results that count, which the season gate judges.

For an event that changes no result that counts, or soon will, nothing is read.
"""

from datetime import datetime, timedelta
from typing import Any

from bot.joust.disputes import DuelSettled
from bot.joust.duel import DuelEvent
from bot.joust.proposals import StepUndone
from bot.projections.pods import find_settling
from bot.rulebooks import GameEvent
from bot.rules.confirmation import Confirmed, find_due_moment
from bot.rules.guests import find_excess
from bot.rules.overrule import Overruled
from bot.rules.story import Corrected
from bot.rules.undoing import Undone
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_moment
from bot.storage.record.recorded import Recorded
from bot.storage.tables.season_gate import USUAL_GRACE, Change


def find_change(before: LiveGame, recorded: Recorded, after: LiveGame) -> Change | None:
    """Return the change of counting results that an event makes; None if it makes none."""
    event = recorded.event
    decides, confirms = _is_decision(event), _is_confirming(event)
    if not (after.scored or decides or confirms):
        return None
    if recorded.pod != before.number:  # the first event of a game
        before = LiveGame(before.place)
    was = _find_counted(before)
    now = _find_counted(after)
    if decides or was not in (None, now):
        dates = _find_dates(before) | _find_dates(after)
        return Change(dates) if dates else None
    if was != now or (confirms and _has_result(after)):
        moment = _find_confirmation(before, recorded)
        return Change(_find_dates(after), moment, _find_grace(after))
    return None


def _find_dates(live: LiveGame) -> frozenset[datetime]:
    ended = live.ended
    return frozenset() if ended is None else frozenset({ended})


def _find_counted(live: LiveGame) -> Any:
    """Return the facts from which a game's results are made; None if it does not count."""
    if live.pod is not None:
        pod = live.pod
        if pod.counted is None or find_excess(pod) is not None:
            return None
        return pod.counted, pod.standings, pod.verdicts, live.ended
    if live.duel is not None and live.duel.counted is not None:
        return live.duel.counted, live.ended
    return None


def _has_result(live: LiveGame) -> bool:
    return live.game is not None and live.game.result is not None


def _is_decision(event: GameEvent) -> bool:
    """Return whether a moderator decided about a game, for a reason."""
    if isinstance(event, Undone | StepUndone):
        return event.reason is not None
    return isinstance(event, Overruled | Corrected)


def _is_confirming(event: GameEvent) -> bool:
    """Return whether an event confirms a result, or withdraws a dispute of it."""
    return event.confirms if isinstance(event, DuelEvent) else isinstance(event, Confirmed)


def _find_confirmation(before: LiveGame, recorded: Recorded) -> datetime:
    """Return when a result was confirmed: by silence at its due moment, not when the bot notes it.

    So a result is not late because the bot was away.
    """
    event = recorded.event
    due: datetime | None = None
    if isinstance(event, Confirmed) and event.by is None and before.pod is not None:
        at = find_due_moment(before.pod, event.claims, before.silent_since)
        due = None if at is None else to_moment(at)
    if isinstance(event, DuelSettled) and before.duel is not None and before.dates.last:
        due = find_settling(before.duel, before.dates.last)
    return recorded.at if due is None else min(due, recorded.at)


def _find_grace(live: LiveGame) -> timedelta:
    """Return how long after the end of its season a game may still be confirmed there."""
    game = live.pod or live.duel
    minutes = None if game is None else game.setup.dispute_minutes
    return USUAL_GRACE if minutes is None else timedelta(minutes=minutes)
