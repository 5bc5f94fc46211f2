"""Nights in the database: when the bot looks at them again, and their rows made anew."""

from datetime import timedelta

from bot.care.rebuild import rebuild_computed_tables
from bot.nights.night import ABANDONED_AFTER, CALL_LOOKUP_DELAY, CALL_TIME, MINUTE
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_begin_and_end import CloseGameNight, UndoGameNightOrganiserAction
from bot.planning.night_calls import RecordPodRollCalls
from bot.planning.night_clock import PauseOrResumeGameNightRoundTimer, RecordGameNightRoundTimeout
from bot.planning.night_players import AddPlayerToGameNight
from bot.planning.night_rounds import RecordGameNightPodClosing, RecordGameNightPodOpening, SeatGameNightRound
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.projections.plans import (
    compute_idempotency_key_of_game_night_pod,
    load_next_due_time_of_planned_games,
    load_numbers_of_started_game_nights,
    load_open_planned_games,
)
from bot.rules.records import PodSetup
from bot.storage.engine.database import Database
from bot.storage.engine.schema import plans
from bot.storage.engine.timestamps import datetime_to_milliseconds
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS, Channel, rows

SETUP = PodSetup(variant="elimination", scoring="elimination")
NOW = datetime_to_milliseconds(NOON)
AT = NOW + 20 * MINUTE
ROUND = SeatGameNightRound(1, (SEATS,), (), AT)


async def seated(database: Database) -> Channel:
    """A night of four people whose only pod has been opened."""
    night = Channel(database)
    await night.do(PlanFutureGame(SETUP, "ana", AT, NOW, night=GameNightSettings(3, 60)), CheckInForPlan("ana", NOW))
    await night.do(*(SignUpForPlan(player) for player in SEATS[1:]), ROUND)
    return night


async def find_due(database: Database) -> int:
    due = await load_next_due_time_of_planned_games(database, NOON - timedelta(days=1))
    assert due is not None
    return datetime_to_milliseconds(due)


def last(night: Channel) -> int:
    return datetime_to_milliseconds(night.written[-1].at)


async def test_night_is_due_at_once_while_pods_are_owed_then_when_its_round_ends(database: Database) -> None:
    night = await seated(database)
    assert await find_due(database) == last(night)
    await night.do(RecordGameNightPodOpening(1, 7, 1))
    assert await find_due(database) == last(night) + CALL_LOOKUP_DELAY
    await night.do(RecordPodRollCalls({1: AT}))
    assert await find_due(database) == AT + CALL_TIME
    await night.do(RecordPodRollCalls(over=(1,)))
    assert await find_due(database) == AT + 60 * MINUTE
    await night.do(PauseOrResumeGameNightRoundTimer(AT + MINUTE))
    assert await find_due(database) == last(night) + ABANDONED_AFTER
    await night.do(PauseOrResumeGameNightRoundTimer(AT + 11 * MINUTE, stop=False))
    assert await find_due(database) == AT + 70 * MINUTE


async def test_round_that_was_taken_back_is_due_until_its_pods_are_closed(database: Database) -> None:
    night = await seated(database)
    await night.do(RecordGameNightPodOpening(1, 7, 1), UndoGameNightOrganiserAction(1))
    assert await find_due(database) == last(night)
    await night.do(RecordGameNightPodClosing(1))
    assert await find_due(database) == last(night) + ABANDONED_AFTER


async def test_night_that_goes_on_is_open_and_one_that_is_closed_is_not(database: Database) -> None:
    night = await seated(database)
    await night.do(RecordGameNightPodOpening(1, 7, 1))
    assert [row.state for row in await load_open_planned_games(database, GUILD)] == ["playing"]
    await night.do(CloseGameNight(AT + MINUTE))
    assert await load_open_planned_games(database, GUILD) == []
    assert await load_numbers_of_started_game_nights(database, CHANNEL) == [1]


async def test_rows_of_nights_are_made_anew_as_they_were(database: Database) -> None:
    night = await seated(database)
    await night.do(RecordGameNightPodOpening(1, 7, 1), AddPlayerToGameNight("eve"), RecordGameNightRoundTimeout(1))
    before = await rows(database, plans)
    await rebuild_computed_tables(database)
    assert await rows(database, plans) == before


def test_each_pod_of_each_night_has_a_delivery_of_its_own() -> None:
    numbers = {
        compute_idempotency_key_of_game_night_pod(channel, 1, serial) for channel in (1, 2) for serial in range(1, 100)
    }
    assert len(numbers) == 2 * 99
    assert max(numbers) < -(2**62)
