"""A pod is read with its events in one go, and is what these make of it."""

from bot.front.interaction.pods import make_ask
from bot.rules.lobby import Open, Start
from bot.rules.pod import PodCommand
from bot.rules.records import Setup
from bot.service.live_game import Place
from bot.service.requests import Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.record.log import Log
from bot.storage.record.people import People
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS, killed

HERE = Place(GUILD, CHANNEL)


def a_process(database: Database) -> Service:
    """The service as each process has one, with a memory of its own."""
    return Service(Log(database), People(database), lambda: NOON)


async def do(service: Service, *commands: PodCommand) -> Done:
    """Let the bot itself carry out the commands; return what the last one led to."""
    done = [await service.do(Request(HERE, None, make_ask(command))) for command in commands]
    return done[-1]


async def begin(service: Service) -> int:
    """Open a pod and start it; return its number."""
    done = await do(service, Open(Setup(), SEATS[0], SEATS), Start(SEATS, SEATS[0]))
    return done.live.number


async def test_the_pod_in_memory_comes_with_its_events(database: Database) -> None:
    service = a_process(database)
    number = await begin(service)
    read = await service.read(HERE)
    assert read.live is read.current
    assert read.live.number == number
    assert [each.version for each in read.events] == [1, 2]


async def test_after_a_restart_the_pod_is_what_its_events_make_of_it(database: Database) -> None:
    number = await begin(a_process(database))
    read = await a_process(database).read(HERE, number)
    assert read.live == read.current == await a_process(database).find_current(HERE)
    assert len(read.events) == 2


async def test_what_another_process_has_written_is_read_with_the_pod_after_it(
    database: Database,
) -> None:
    service, other = a_process(database), a_process(database)
    await begin(service)
    done = await do(other, killed("bo", "ana"))
    read = await service.read(HERE)
    assert read.events[-1] == done.recorded
    assert read.live == done.live
    assert read.current.version == done.before.version


async def test_an_earlier_pod_comes_with_the_one_that_the_channel_plays(database: Database) -> None:
    service = a_process(database)
    earlier = await begin(service)
    ended = await do(service, *(killed(loser, SEATS[0]) for loser in SEATS[1:]))
    number = await begin(service)
    read = await service.read(HERE, earlier)
    assert (read.live.number, read.live.pod) == (earlier, ended.pod)
    assert read.events[-1] == ended.recorded
    assert read.current.number == number


async def test_there_may_be_no_such_pod(database: Database) -> None:
    service = a_process(database)
    nothing = await service.read(HERE)
    assert (nothing.live.pod, nothing.events) == (None, [])
    await begin(service)
    missing = await service.read(HERE, 99)
    assert (missing.live.pod, missing.events, missing.current.number) == (None, [], 1)
