"""Open lobbies and plans with a seat left: what is read for them, and in which order."""

from bot.planning.cancelling import CancelPlan
from bot.planning.making import MakePlan
from bot.planning.plan import MINUTE, SEAT_HOLD
from bot.planning.signing_up import SignUp
from bot.projections.vacancies import Vacancy, read_vacancies, select_stories
from bot.rules.joining import Join
from bot.rules.lobby import Open, Start
from bot.rules.records import Setup
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds
from tests.storage.store import GUILD, NOON, SEATS, Channel, explain

NOW = to_milliseconds(NOON)
HOUR = 60 * MINUTE


async def read(database: Database, now: int = NOW) -> list[Vacancy]:
    return await read_vacancies(database, GUILD, now)


async def test_lobbies_come_first_those_that_lack_the_fewest_then_plans_the_next_one_first(
    database: Database,
) -> None:
    setup = Setup(size=4)
    late, soon = Channel(database, 1), Channel(database, 2)
    await late.do(MakePlan(setup, "ana", NOW + 2 * HOUR, NOW))
    await soon.do(MakePlan(setup, "bo", NOW + HOUR, NOW), SignUp("cy", NOW))
    await Channel(database, 3).do(Open(setup, "ana", ("ana",)))
    await Channel(database, 4).do(Open(setup, "ana", ("ana",)), Join("bo"), Join("cy"))
    await Channel(database, 5).do(Open(setup, "ana", SEATS), Start(SEATS, "ana"))
    await Channel(database, 6, GUILD + 1).do(Open(setup, "ana", ("ana",)))
    found = await read(database)
    assert [(v.channel, v.taken, v.count_free()) for v in found] == [
        (4, 3, 1),
        (3, 1, 3),
        (2, 2, 2),
        (1, 1, 3),
    ]
    await late.do(CancelPlan())
    assert [v.channel for v in await read(database, NOW + HOUR + SEAT_HOLD)] == [4, 3, 2]
    assert [v.channel for v in await read(database, NOW + HOUR + SEAT_HOLD + 1)] == [4, 3]


async def test_a_kept_seat_is_free_for_whom_it_is_kept(database: Database) -> None:
    await Channel(database, 1).do(Open(Setup(size=4), "ana", ("ana", "bo"), kept=("cy", "di")))
    (vacancy,) = await read(database)
    assert [vacancy.count_free(each) for each in (None, "eve", "cy")] == [0, 0, 1]


async def test_what_is_over_costs_nothing(database: Database) -> None:
    """An index of what a server has open is where each way begins."""
    for story, index in zip(select_stories(1), ("ix_pods_lobbies", "ix_plans_open"), strict=True):
        steps = await explain(database, story)
        assert index in " ".join(steps)
        assert not any("SCAN events" in step for step in steps), steps
