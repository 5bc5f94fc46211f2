"""Games by their number are cached, and are what the log makes of them, whoever has written."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from typing import NamedTuple

import pytest

from bot.front.interaction.game_commands import wrap_command_in_factory
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.rules.closing import ClosePod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.undoing import UndoPodEvent
from bot.service import channels
from bot.service.game_requests import CommandFactory, CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.schema import events
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.privacy.text_redaction import STRUCK, TextRedactionRepository
from bot.storage.record.audit import AuditEntry
from bot.storage.record.log import ChannelVersionAndGameEvents, EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from bot.storage.record.stored_event import StoredEvent
from tests.effort import EFFORT, SEED
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS, execute, killed, opened

HERE = ChannelAddress(GUILD, CHANNEL)
NOW = datetime_to_milliseconds(NOON)
CROWD = tuple(CommandUser(account, AccountNames(f"P{account}")) for account in range(1, 7))
TITLE = "A dreadful title"
STEPS = 20


class CountingLog(EventLog):
    """A log that counts the events it reads, and lets something happen meanwhile.

    `count` are the events of games by their number, `current` those of current games.
    """

    count = 0
    current = 0
    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def load_game_events(self, channel: int, pod: int, after_version: int = 0) -> list[StoredEvent]:
        found = await super().load_game_events(channel, pod, after_version)
        self.count += len(found)
        first, self.meanwhile = self.meanwhile, None
        if first is not None:
            await first()
        return found

    async def load_current_game_events_with_version(self, channel: int, guild_id: int) -> ChannelVersionAndGameEvents:
        loaded = await super().load_current_game_events_with_version(channel, guild_id)
        self.current += len(loaded.events)
        return loaded


class Process:
    """The service as each process has one, with a memory of its own."""

    def __init__(self, database: Database) -> None:
        self.log = CountingLog(database)
        self.people = PeopleRepository(database)
        self.service = GameService(self.log, self.people, lambda: NOON)

    async def ask(self, ask: CommandFactory, by: CommandUser | None = None, number: int = 0) -> CommandResult:
        request = GameCommandRequest(HERE, by, ask, pod=number)
        return await self.service.execute_command(request)

    async def do(self, *commands: PodCommand, number: int = 0) -> LiveGame:
        """Let the bot itself carry out commands; return the game afterwards."""
        done = [await self.ask(wrap_command_in_factory(each), None, number) for each in commands]
        return done[-1].live

    async def begin(self) -> int:
        """Open a pod and start it; return its number."""
        return (await self.do(OpenLobby(PodSetup(), SEATS[0], SEATS), StartGame(SEATS, SEATS[0]))).number

    async def play(self) -> int:
        """Begin a pod and play it to its end; return its number."""
        number = await self.begin()
        for loser in SEATS[1:]:
            await self.do(killed(loser, SEATS[0]))
        return number

    async def plan(self, title: str | None = None) -> int:
        """Make a plan, for which some people sign up; return its number."""
        setup = PodSetup(title=title)
        later = NOW + 3_600_000
        made = await self.ask(lambda me, _: PlanFutureGame(setup, me, later, NOW), CROWD[0])
        for each in CROWD[1:]:
            await self.sign_up(each, made.live.number)
        return made.live.number

    async def sign_up(self, actor: CommandUser, number: int) -> LiveGame:
        return (await self.ask(lambda me, _: SignUpForPlan(me), actor, number)).live

    async def find(self, number: int) -> LiveGame:
        """Return a game as it is shown where the newest version of the channel is known."""
        return await self.service.load_game_by_number(HERE, number, await self.log.load_version_of_last_event(CHANNEL))


class Two(NamedTuple):
    """Two processes that share a database."""

    one: Process
    other: Process

    async def fold(self, number: int) -> LiveGame:
        """Return what a process makes of a game that has just begun to run."""
        return await Process(self.one.log.database).find(number)


@pytest.fixture
async def two(database: Database, url: str) -> AsyncIterator[Two]:
    async with opened(url) as again:
        yield Two(Process(database), Process(again))


async def test_game_that_is_found_twice_is_read_once(two: Two) -> None:
    number = await two.one.plan()
    await two.one.begin()
    first = await two.other.find(number)
    read = two.other.log.count
    assert read == len(CROWD)
    assert await two.other.find(number) == first == await two.fold(number)
    assert two.other.log.count == read


async def test_own_writes_cost_no_reading(two: Two) -> None:
    process = two.one
    await process.begin()
    number = await process.plan()
    await process.do(killed(SEATS[1], SEATS[0]))
    assert (await process.find(number)) == await two.fold(number)
    assert (await process.find(0)) == await two.fold(0)
    assert (process.log.count, process.log.current) == (0, 0)


async def test_of_a_plan_that_goes_on_elsewhere_only_what_is_new_is_read(two: Two) -> None:
    number = await two.one.plan()
    await two.other.find(number)
    read = two.other.log.count
    late = CommandUser(99, AccountNames("Late"))
    changed = await two.one.sign_up(late, number)
    found = await two.other.find(number)
    assert found.game == changed.game
    assert two.other.log.count == read + 1


async def test_command_for_a_plan_meets_what_another_process_has_written(two: Two) -> None:
    number = await two.one.plan()
    await two.other.find(number)
    await two.one.ask(lambda *_: CancelPlannedGame(), None, number)
    with pytest.raises(Refusal):
        await two.other.sign_up(CommandUser(99, AccountNames("Late")), number)


async def test_past_pod_is_right_after_a_correction_by_another_process(two: Two) -> None:
    past = await two.one.play()
    await two.one.play()
    before = await two.other.find(past)
    await two.other.find(0)
    changed = await two.one.do(UndoPodEvent(), number=past)
    assert changed.game != before.game
    found = await two.other.find(past)
    assert found.game == changed.game
    current = await two.other.find(0)
    assert current == await two.fold(0)
    assert current.number == past  # it goes on


async def test_pod_that_goes_on_and_ends_again_is_not_the_last_of_its_channel(two: Two) -> None:
    past = await two.one.play()
    last = await two.one.play()
    await two.one.do(UndoPodEvent(), number=past)
    assert [(await each.find(0)).number for each in two] == [past, past]
    await two.one.do(killed(SEATS[-1], SEATS[0]))
    with pytest.raises(Refusal):
        await two.other.do(killed(SEATS[-1], SEATS[0]))
    assert [(await each.find(0)).number for each in two] == [last, last]


async def test_events_of_other_games_are_not_missed_after_a_read_of_one_game(two: Two) -> None:
    number = await two.one.begin()
    await two.other.find(0)
    await two.one.do(ClosePod())
    second = await two.one.begin()
    await two.one.do(ClosePod())
    await two.one.do(UndoPodEvent(), number=number)
    await two.other.service.load_game_with_events(HERE, number)  # it closed, and goes on again
    done = await two.other.ask(wrap_command_in_factory(killed(SEATS[1], SEATS[0])))
    assert done.live.number == number != second
    assert done.recorded.version == await two.one.log.load_version_of_last_event(CHANNEL)


async def test_nothing_is_cached_after_games_were_deleted(two: Two) -> None:
    process = two.one
    number = await process.plan()
    past = await process.play()
    await process.find(number)
    await execute(process.log.database, events.delete())
    process.service.clear_caches()
    for each in (number, past, 0):
        assert (await process.service.load_game_by_number(HERE, each)).game is None


async def test_text_that_is_struck_out_while_a_game_is_read_is_not_shown(two: Two) -> None:
    process = two.other
    number = await two.one.plan(TITLE)
    await process.find(number)
    await two.one.sign_up(CommandUser(99, AccountNames("Late")), number)
    strikes = TextRedactionRepository(process.log.database, process.people)
    strikes.add_redaction_change_listener(process.service.clear_caches)
    moderator = await process.people.with_nicknames_of_server(NOWHERE).load_or_create_person(7, AccountNames("Mo"))

    async def strike() -> None:
        entry = AuditEntry(1, GUILD, NOON, moderator.id, STRUCK, {})
        await strikes.redact_text_on_server(entry, moderator, TITLE)

    process.log.meanwhile = strike
    found = await process.find(number)
    assert TITLE not in str(found.game)
    assert len(found.game.players) == len(CROWD) + 1  # type: ignore[union-attr]
    assert await process.find(number) == found


async def test_only_the_games_that_were_used_last_are_cached(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "CACHED_GAMES", 2)
    process = Process(two.one.log.database)
    numbers = [await two.one.plan() for _ in range(4)]
    for _ in range(2):
        read = process.log.count
        for number in numbers:
            assert await process.find(number) == await two.fold(number)
        assert process.log.count == read + len(numbers) * len(CROWD)


async def test_whoever_writes_games_by_number_are_what_the_log_makes_of_them(two: Two) -> None:
    chance = Random(SEED)
    numbers = list[int]()

    async def write(process: Process) -> None:
        number = chance.choice([0, *numbers])
        one, other = chance.sample(SEATS, 2)
        commands: list[PodCommand] = [killed(one, other), killed(one, other), UndoPodEvent(), ClosePod()]
        act = chance.choice(["begin", "plan", "sign up", "do", "do", "do", "do"])
        if act == "begin":
            numbers.append(await process.begin())
        elif act == "plan" and len(numbers) < 8:
            numbers.append(await process.plan())
        elif act == "sign up":
            await process.sign_up(CommandUser(chance.randrange(7, 99), AccountNames("Late")), number)
        elif act == "do":
            await process.do(chance.choice(commands), number=number)

    async def look(process: Process) -> None:
        number = chance.choice([0, *numbers])
        act = chance.choice(["find", "read", "current", "reread"])
        if act == "find":
            await process.service.load_game_by_number(HERE, number)
        elif act == "read":
            await process.service.load_game_with_events(HERE, number)
        elif act == "current":
            await process.service.load_current_game(HERE)
        elif not chance.randrange(4):
            process.service.clear_caches()

    for _ in range(STEPS * EFFORT.kills):
        process = chance.choice(two)
        acts = [act(chance.choice(two)) for act in (write, look, write)[: chance.randrange(1, 4)]]
        for done in await asyncio.gather(*acts, return_exceptions=True):
            if isinstance(done, BaseException) and not isinstance(done, Refusal):
                raise done
        for number in chance.sample([0, *numbers], min(3, len(numbers) + 1)):
            assert await process.find(number) == await two.fold(number)
