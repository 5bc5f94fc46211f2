"""A pod is read with its events in one go, and is what these make of it."""

from bot.front.interaction.game_commands import wrap_command_in_factory
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.service.game_requests import CommandResult, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS, killed

HERE = ChannelAddress(GUILD, CHANNEL)


def a_process(database: Database) -> GameService:
    """The service as each process has one, with a memory of its own."""
    return GameService(EventLog(database), PeopleRepository(database), lambda: NOON)


async def do(service: GameService, *commands: PodCommand) -> CommandResult:
    """Let the bot itself carry out the commands; return what the last one led to."""
    done = [
        await service.execute_command(GameCommandRequest(HERE, None, wrap_command_in_factory(command)))
        for command in commands
    ]
    return done[-1]


async def begin(service: GameService) -> int:
    """Open a pod and start it; return its number."""
    done = await do(service, OpenLobby(PodSetup(), SEATS[0], SEATS), StartGame(SEATS, SEATS[0]))
    return done.live.number


async def test_the_pod_in_memory_comes_with_its_events(database: Database) -> None:
    service = a_process(database)
    number = await begin(service)
    read = await service.load_game_with_events(HERE)
    assert read.live is read.current
    assert read.live.number == number
    assert [each.version for each in read.events] == [1, 2]


async def test_after_a_restart_the_pod_is_what_its_events_make_of_it(database: Database) -> None:
    number = await begin(a_process(database))
    read = await a_process(database).load_game_with_events(HERE, number)
    assert read.live == read.current == await a_process(database).load_current_game(HERE)
    assert len(read.events) == 2


async def test_what_another_process_has_written_is_read_with_the_pod_after_it(database: Database) -> None:
    service, other = a_process(database), a_process(database)
    await begin(service)
    done = await do(other, killed("bo", "ana"))
    read = await service.load_game_with_events(HERE)
    assert read.events[-1] == done.recorded
    assert read.live == done.live
    assert read.current.version == done.before.version


async def test_an_earlier_pod_comes_with_the_one_that_the_channel_plays(database: Database) -> None:
    service = a_process(database)
    earlier = await begin(service)
    ended = await do(service, *(killed(loser, SEATS[0]) for loser in SEATS[1:]))
    number = await begin(service)
    read = await service.load_game_with_events(HERE, earlier)
    assert (read.live.number, read.live.pod) == (earlier, ended.pod)
    assert read.events[-1] == ended.recorded
    assert read.current.number == number


async def test_there_may_be_no_such_pod(database: Database) -> None:
    service = a_process(database)
    nothing = await service.load_game_with_events(HERE)
    assert (nothing.live.pod, nothing.events) == (None, [])
    await begin(service)
    missing = await service.load_game_with_events(HERE, 99)
    assert (missing.live.pod, missing.events, missing.current.number) == (None, [], 1)
