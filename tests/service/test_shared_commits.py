"""Joins and check-ins that a crowd asks for at the same moment share a commit, and each is told its own outcome."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from bot.nights.night import MINUTE
from bot.planning.check_in import CheckInForPlan
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan, WithdrawFromPlannedGame
from bot.rulebooks import GameCommand
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.joining import JoinPod
from bot.rules.lobby import LeaveLobby, OpenLobby
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.service.waiting_requests import WaitingGameRequest
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError, DatabaseUnreachableError
from bot.storage.engine.row_changes import WriteCondition
from bot.storage.engine.schema import events
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog, EventToAppend
from bot.storage.record.people import AccountNames, PeopleRepository
from tests.effort import EFFORT, SEED
from tests.storage.store import CHANNEL, GUILD, NOON, column, opened

HERE = ChannelAddress(GUILD, CHANNEL)
NOW = datetime_to_milliseconds(NOON)
SOON = NOW + 180 * MINUTE
CROWD = 40
"""So many people sign up for a plan at most."""

Ask = Callable[[Player], GameCommand]


class CountingLog(EventLog):
    """A log that knows how many events each commit had, and whose next commit may fail."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.commits: list[int] = []
        self.failure: Exception | None = None
        self.shares = asyncio.Event()  # whether events are about to share a commit

    async def append_events(self, first_event: EventToAppend, *later: EventToAppend) -> None:
        if later:
            self.shares.set()
            failure, self.failure = self.failure, None
            if failure is not None:
                raise failure
        await super().append_events(first_event, *later)
        self.commits.append(1 + len(later))


class NeverWritten:
    """A limit that nobody seems to exceed until the commit."""

    def __init__(self) -> None:
        self.asked = 0

    async def require_player_below_limit(self, database: Database, guild_id: int, player: Player) -> None:
        self.asked += 1
        if self.asked > 1:
            raise Refusal("many-opened")

    def list_write_conditions(self, guild_id: int, player: Player) -> Iterable[WriteCondition]:
        yield WriteCondition("never", select(events.c.version), {})


class Process:
    """The service of a process, and requests of people in one channel."""

    def __init__(self, database: Database) -> None:
        self.log = CountingLog(database)
        self.service = GameService(self.log, PeopleRepository(database), lambda: NOON)

    def make_request(
        self, account: int, ask: Ask, number: int = 0, interaction: int | None = None
    ) -> GameCommandRequest:
        actor = CommandUser(account, AccountNames(f"P{account}"))
        return GameCommandRequest(HERE, actor, lambda me, _: ask(me), interaction, pod=number)

    async def do(self, account: int, ask: Ask, number: int = 0) -> CommandResult:
        return await self.service.execute_command(self.make_request(account, ask, number))

    async def try_out(self, request: GameCommandRequest) -> CommandResult | str:
        """Send a request, again while the database is busy; return the result, or the code of a refusal."""
        while True:
            try:
                return await self.service.execute_command(request)
            except DatabaseBusyError:
                continue
            except Refusal as refusal:
                return refusal.code

    async def plan(self) -> int:
        return (await self.do(1, lambda me: PlanFutureGame(PodSetup(), me, SOON, NOW))).live.number

    async def fold(self, number: int) -> LiveGame:
        """Return a game as a process finds it that has just begun to run."""
        return await Process(self.log.database).service.load_game_by_number(HERE, number)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be refused because the machine is busy."""
    for module in ("bot.service.channels", "bot.service.service", "bot.storage.engine.writer"):
        monkeypatch.setattr(f"{module}.PATIENCE", 60.0)
    monkeypatch.setattr("bot.storage.engine.writer.STALLED_AFTER", 60.0)


@pytest.fixture
def process(database: Database) -> Process:
    return Process(database)


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
async def processes(database: Database, url: str, request: pytest.FixtureRequest) -> AsyncIterator[list[Process]]:
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(opened(url)) for _ in range(request.param - 1)]
        yield [Process(each) for each in (database, *others)]


def sign_up(me: Player) -> GameCommand:
    return SignUpForPlan(me)


def close_pod(_: Player) -> GameCommand:
    return ClosePod()


async def test_sign_ups_and_check_ins_of_a_crowd_take_two_commits_each(process: Process) -> None:
    number = await process.plan()
    for ask in (sign_up, lambda me: CheckInForPlan(me, SOON)):
        process.log.commits.clear()
        done = await asyncio.gather(*(process.do(each, ask, number) for each in range(2, CROWD + 1)))
        assert process.log.commits == [1, CROWD - 2]  # the first does not wait for anybody
        assert [each.live.version - each.before.version for each in done] == [1] * (CROWD - 1)
        assert sorted(each.recorded.version for each in done) == [
            *range(done[0].live.version, done[-1].live.version + 1)
        ]
    live = await process.fold(number)
    assert live.plan is not None
    assert len(live.plan.players) == len(live.plan.present) + 1 == CROWD
    assert live.game == (await process.service.load_game_by_number(HERE, number)).game


async def test_who_finds_no_seat_in_a_shared_commit_is_refused_and_the_others_sit(process: Process) -> None:
    await process.do(1, lambda me: OpenLobby(PodSetup(), me, (me,)))
    told = await asyncio.gather(*(process.try_out(process.make_request(each, JoinPod)) for each in range(2, 30)))
    pod = (await process.fold(0)).pod
    assert pod is not None
    seated = [each for each in told if isinstance(each, CommandResult)]
    assert len(seated) == len(pod.players) - 1
    assert [each for each in told if isinstance(each, str)] == ["full"] * (len(told) - len(seated))
    assert process.log.commits == [1, 1, len(seated) - 1]


async def test_of_a_shared_commit_that_fails_each_request_is_executed_alone(process: Process) -> None:
    number = await process.plan()
    requests = [process.make_request(each, sign_up, number) for each in range(2, 8)]
    requests[3] = replace(requests[3], limits=(NeverWritten(),))
    told = await asyncio.gather(*map(process.try_out, requests))
    assert [isinstance(each, CommandResult) for each in told] == [True, True, True, False, True, True]
    live = await process.fold(number)
    assert live.plan is not None
    assert len(live.plan.players) == 6


async def test_of_a_shared_commit_of_unknown_outcome_everybody_is_told_so(process: Process) -> None:
    number = await process.plan()
    process.log.failure = DatabaseUnreachableError("the database", "cut")
    requests = [process.make_request(each, sign_up, number) for each in range(2, 6)]
    told = await asyncio.gather(*map(process.try_out, requests), return_exceptions=True)
    assert [type(each) for each in told] == [CommandResult, *[DatabaseUnreachableError] * 3]
    again = await asyncio.gather(*map(process.try_out, requests[1:]))
    assert [type(each) for each in again] == [CommandResult] * 3


async def test_others_go_on_if_whoever_executes_their_requests_is_cancelled(process: Process) -> None:
    number = await process.plan()
    tasks = [asyncio.create_task(process.do(each, sign_up, number)) for each in range(2, 8)]
    await process.log.shares.wait()  # the first is written; the second writes with those behind it
    tasks[1].cancel()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in told if each is not told[1]] == [CommandResult] * 5
    live = await process.fold(number)
    assert live.plan is not None
    assert 6 <= len(live.plan.players) <= 7


async def test_reserved_request_waits_until_it_is_returned(process: Process) -> None:
    waiting = WaitingGameRequest(process.make_request(1, JoinPod))
    waiting.reserve_for_shared_commit()
    assert waiting.claim_request_for_shared_commit()
    asked = asyncio.create_task(waiting.wait_for_result_of_shared_commit())
    waiting.resume_waiting_task(None)
    assert await asked is None


@pytest.mark.shared_databases
@pytest.mark.parametrize("seed", range(EFFORT.crowds))
async def test_whatever_a_crowd_does_at_once_each_is_told_what_the_log_says(
    processes: list[Process], seed: int
) -> None:
    random = Random(f"{SEED} shared commits {seed}")
    number = await processes[0].plan()
    await processes[0].do(1, lambda me: OpenLobby(PodSetup(), me, (me,)))
    of_plan: list[Ask] = [sign_up, sign_up, sign_up, lambda me: CheckInForPlan(me, SOON), WithdrawFromPlannedGame]
    of_pod: list[Ask] = [JoinPod, JoinPod, JoinPod, LeaveLobby, lambda me: OpenLobby(PodSetup(), me, (me,)), close_pod]
    requests = []
    for interaction in range(100, 160):
        ask, pod = random.choice([*((each, number) for each in of_plan), *((each, 0) for each in of_pod)])
        account = random.randrange(1, 12)
        requests += [processes[0].make_request(account, ask, pod, interaction)] * random.choice((1, 1, 1, 2))
    told = await asyncio.gather(*(random.choice(processes).try_out(each) for each in requests))
    kept = await column(processes[0].log.database, select(events.c.interaction).where(events.c.channel == CHANNEL))
    written = [each for each in kept if each is not None]
    assert len(written) == len({*written})
    done = {each.recorded.interaction for each in told if isinstance(each, CommandResult)}
    assert done == {*written}
    # A process learns of a game that another one opened when it next reads the channel, so it is asked by number.
    numbers = (number, 0 if len(processes) == 1 else (await processes[0].fold(0)).number)
    for process in processes:
        for game in numbers:
            assert (await process.service.load_game_with_events(HERE, game)).live.game == (
                await process.fold(game)
            ).game
