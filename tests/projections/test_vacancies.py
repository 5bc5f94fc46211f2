"""Open lobbies and plans with a seat left: what is read for them, and in which order."""

from bot.planning.cancelling import CancelPlannedGame
from bot.planning.plan import MINUTE
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.projections.joinable_games import JoinableGame, build_queries_for_joinable_games, load_joinable_games
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.storage.engine.database import Database
from bot.storage.engine.timestamps import datetime_to_milliseconds
from tests.storage.store import GUILD, NOON, SEATS, Channel, explain

NOW = datetime_to_milliseconds(NOON)
HOUR = 60 * MINUTE


async def read(database: Database) -> list[JoinableGame]:
    return await load_joinable_games(database, GUILD)


async def test_lobbies_come_first_those_that_lack_the_fewest_then_plans_the_next_one_first(database: Database) -> None:
    setup = PodSetup(size=4)
    late, soon = Channel(database, 1), Channel(database, 2)
    await late.do(PlanFutureGame(setup, "ana", NOW + 2 * HOUR, NOW))
    await soon.do(PlanFutureGame(setup, "bo", NOW + HOUR, NOW), SignUpForPlan("cy"))
    await Channel(database, 3).do(OpenLobby(setup, "ana", ("ana",)))
    await Channel(database, 4).do(OpenLobby(setup, "ana", ("ana",)), JoinPod("bo"), JoinPod("cy"))
    await Channel(database, 5).do(OpenLobby(setup, "ana", SEATS), StartGame(SEATS, "ana"))
    await Channel(database, 6, GUILD + 1).do(OpenLobby(setup, "ana", ("ana",)))
    found = await read(database)
    assert [(v.channel, v.taken_seat_count, v.count_seats_free_for_player()) for v in found] == [
        (4, 3, 1),
        (3, 1, 3),
        (2, 2, 2),
        (1, 1, 3),
    ]
    await late.do(CancelPlannedGame())
    assert [v.channel for v in await read(database)] == [4, 3, 2]


async def test_a_kept_seat_is_free_for_whom_it_is_kept(database: Database) -> None:
    await Channel(database, 1).do(OpenLobby(PodSetup(size=4), "ana", ("ana", "bo"), kept=("cy", "di")))
    (vacancy,) = await read(database)
    assert [vacancy.count_seats_free_for_player(each) for each in (None, "eve", "cy")] == [0, 0, 1]


async def test_what_is_over_costs_nothing(database: Database) -> None:
    """An index of what a server has open is where each way begins."""
    for story, index in zip(build_queries_for_joinable_games(1), ("ix_pods_lobbies", "ix_plans_open"), strict=True):
        steps = await explain(database, story)
        assert index in " ".join(steps)
        assert not any("SCAN events" in step for step in steps), steps
