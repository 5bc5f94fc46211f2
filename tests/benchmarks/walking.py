"""Calls, files, locks and loads of a report, a correction, a weekly post and a night's round.

The run fails if a report walks farther than it may, if something is locked, loaded or read twice,
or if a round costs more than in proportion to its pods.
"""

import asyncio
import dis
import inspect
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeVar, get_args

import pytest
import simcord

import bot
from bot import app
from bot.config import BotSettings, DatabaseSettings
from bot.front.gateway import chores
from bot.front.gateway.client import CHORES_INTERVAL, SuzerainBot
from bot.front.interaction.rate_limits import NO_LIMITS
from bot.front.publishing.request_limiter import UNLIMITED
from bot.front.standings.standings_names import build_player_name_loader
from bot.planning.check_in import CheckInForPlan
from bot.planning.signing_up import SignUpForPlan
from bot.rules.pod_facts import PodPropertyCache
from bot.sandbox import simcord_patches
from bot.service.channels import ChannelGameCache
from bot.service.game_requests import CommandFactory, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.storage.record.codec import decode_event_of_any_schema
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from bot.storage.servers.server_settings import ServerSettingsRepository, Weekday
from bot.storage.tables.seasons import SeasonRepository
from tests.benchmarks.figures import Figure, Size
from tests.front import simulated
from tests.front.deciding import Preview, override, report
from tests.front.playing import Table, let_count, switch_on
from tests.front.simulated import Server, pass_quietly

T = TypeVar("T")

OURS = str(Path(bot.__file__).parent)

PLAYERS = 6
CARD = "Lightning Bolt"
DUE = 3600.0 + 60.0
"""Seconds until a weekly post is due that was set up on a server."""

LOCK = "locks of the channel taken"
LOAD = "loads of the pod, in the channel's turn"
STORY = "stories read from the log"
SETTINGS = "reads of settings"
SEASONS = "reads of all seasons"
RANKED = "looks at all ranked people"
OPEN_REPORTS = "computations of the open reports"
ANSWERS = "computations of the variant's answers"

COUNTED: Mapping[str, tuple[Callable[..., Any], ...]] = {
    LOCK: (ChannelGameCache.lock_channel,),
    LOAD: (ChannelGameCache.load_current_game,),
    "looks at the pod in memory": (ChannelGameCache.get_current_game_if_cached,),
    STORY: (EventLog.load_game_events,),
    "events decoded": (decode_event_of_any_schema,),
    SETTINGS: (ServerSettingsRepository.load_server_settings,),
    "look-ups of people": (PeopleRepository.load_or_create_person, PeopleRepository.load_people_by_ids),
    SEASONS: (SeasonRepository.load_seasons_of_server,),
    RANKED: (build_player_name_loader,),
    OPEN_REPORTS: (inspect.getattr_static(PodPropertyCache, "reports_open_to_dispute").func,),
    ANSWERS: (inspect.getattr_static(PodPropertyCache, "variant_rules").func,),
}

BEFORE_ANSWER = " before the answer"


class Bounds(NamedTuple):
    """The most files, calls, calls before the answer, and calls from one file into another."""

    files: int | None = None
    calls: int | None = None
    before_answer: int | None = None
    switches: int | None = None


MOST_OF_REPORT = Bounds(files=90, calls=900, before_answer=450, switches=450)
"""The targets of `/defeat`."""

TOLERANCE = 1.1
"""The factor above a target from which on the run fails."""

IN_PROPORTION = 1.1
"""The most calls for each pod of a larger round, in calls for each pod of a smaller one."""

BEGINS = 1_767_229_200
"""The moment at which nights begin: an hour after the first moment of the simulated clock."""

FIRST_ACCOUNT = 10**17
"""The account of the first of a night's people."""

HALF_AN_HOUR = 31 * 60.0
"""Seconds from a night's announcement to its check-in, and from there to its beginning."""

ONCE: Mapping[str, tuple[str, ...]] = {
    "/defeat": (LOCK, LOAD, SETTINGS + BEFORE_ANSWER, OPEN_REPORTS, ANSWERS),
    "/override undo": (STORY, SETTINGS + BEFORE_ANSWER),
    "/override undo, of an earlier pod": (STORY, SETTINGS + BEFORE_ANSWER),
    "Apply": (LOCK, LOAD, SETTINGS + BEFORE_ANSWER),
    "/leaderboard": (SEASONS, SETTINGS, RANKED),
}
"""What each walk does once, and no more."""


class Trace:
    """A record of the calls of the bot's named functions, in the event loop's thread.

    A coroutine that resumes is not counted again. The database's threads are not traced.
    """

    def __init__(self) -> None:
        self.calls: list[CodeType] = []
        self.before_answer: list[CodeType] = []  # in the tasks that discord.py begins

    def __enter__(self) -> "Trace":
        self._before = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not _is_ours(code) or code.co_name.startswith("<"):
            return
        if _goes_on(frame):
            return
        self.calls.append(code)
        if not _in_a_task_of_ours():
            self.before_answer.append(code)


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(OURS)


def _goes_on(frame: FrameType) -> bool:
    """Return whether a coroutine or a generator is resumed; RESUME says 0 at its beginning."""
    operation, argument = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 2]
    return operation == dis.opmap["RESUME"] and argument & 3 != 0


def _in_a_task_of_ours() -> bool:
    """Return whether a call is outside the answer: in a task for boards, posts or commits."""
    task = asyncio.current_task()
    coroutine = None if task is None else task.get_coro()
    return inspect.iscoroutine(coroutine) and _is_ours(coroutine.cr_code)


# The figures of a walk


def walking(size: Size, folder: Path) -> list[Figure]:
    """Measure files, calls, locks, loads and reads of each walk, boards included."""
    walks = asyncio.run(_walk(folder))
    figures = [figure for name, trace in walks.items() for figure in _measure(name, trace)]
    return [*figures, *_measure_rounds(size, folder)]


def _measure(name: str, trace: Trace) -> Iterable[Figure]:
    once = ONCE.get(name, ())
    most = MOST_OF_REPORT if name == "/defeat" else Bounds()
    yield _compare(f"{name}: files", _count_files(trace.calls), most.files)
    yield _compare("  calls of functions", len(trace.calls), most.calls)
    switches = sum(one.co_filename != other.co_filename for one, other in pairwise(trace.calls))
    yield _compare("  calls into another file", switches, most.switches)
    if once:
        yield Figure(f"  files{BEFORE_ANSWER}", _count_files(trace.before_answer), "")
        before = len(trace.before_answer)
        yield _compare(f"  calls{BEFORE_ANSWER}", before, most.before_answer)
    for what, count in _count(trace).items():
        if count or what in once:
            yield Figure(f"  {what}", count, "", 2 if what in once else None, "less than")


def _compare(name: str, value: int, target: int | None) -> Figure:
    """Return a figure that may be at most a tenth above its target, if it has one."""
    if target is None:
        return Figure(name, value, "")
    return Figure(name, value, "", round(TOLERANCE * target), "at most", ("target", target))


def _measure_rounds(size: Size, folder: Path) -> Iterable[Figure]:
    """Yield the calls of one press of *Seat*, which opens all pods of a round."""
    last: float | None = None  # for each pod
    for pods in size.seated:
        calls = len(asyncio.run(_seat(folder / f"{pods}", pods)).calls)
        yield Figure(f"*Seat* with {pods} pods: calls of functions", calls, "")
        each = calls / pods
        if last is not None:
            most, base = IN_PROPORTION * last, ("smaller", last)
            yield Figure("  for each pod", each, "", most, "at most", base)
        last = each


def _count_files(calls: Iterable[CodeType]) -> int:
    return len({code.co_filename for code in calls})


def _count(trace: Trace) -> Mapping[str, int]:
    calls, answering = Counter(trace.calls), Counter(trace.before_answer)
    counts: dict[str, int] = {}
    for what, functions in COUNTED.items():
        codes = [inspect.unwrap(function).__code__ for function in functions]
        counts[what] = sum(calls[code] for code in codes)
        if what == SETTINGS:
            counts[what + BEFORE_ANSWER] = sum(answering[code] for code in codes)
    return counts


# The walks


async def _walk(folder: Path) -> Mapping[str, Trace]:
    async with _server(folder) as server:
        table = await Table(server).started(*server.everybody[:PLAYERS])
        await _report(table)  # what is imported, remembered or written down once
        await server.bo.slash(table.channel, "undo")
        walks = {"/defeat": (await _traced(_report(table)))[1]}
        meant = await report(table, "undo", "")
        preview, walks["/override undo"] = await _traced(_preview(table, meant))
        _, walks["Apply"] = await _traced(preview.press("Apply"))
        earlier = await _play_another(table)
        walks["/override undo, of an earlier pod"] = (await _traced(_preview(table, earlier)))[1]
        await let_count(server)
        await server.ana.slash(server.channel, "season start", name="Spring")
        asking = server.bo.slash(server.channel, "leaderboard")
        walks["/leaderboard"] = (await _traced(asking))[1]
        walks["a weekly post"] = await _post(server)
        return walks


async def _traced(walk: Awaitable[T]) -> tuple[T, Trace]:
    """Return the result of a walk, which ends when all tasks are idle, and its calls."""
    with Trace() as trace:
        return await walk, trace


async def _report(table: Table) -> None:
    answer = simulated.answer(await table.reports(table.server.bo, "Cy", "Ana", card=CARD))
    assert answer.content.startswith("✅"), answer.content


async def _preview(table: Table, meant: str) -> Preview:
    shown = await override(table, "undo", {"report": meant})
    return Preview(table, table.server.ana, shown)


async def _play_another(table: Table) -> str:
    """End the game and begin the next one; return a report of the former."""
    winner, *losers = table.keys
    for loser in losers:
        await table.reports(table.server.ana, loser, winner, card=CARD)
    await let_count(table.server)
    first = await report(table, "undo", "")
    await table.started(*table.server.everybody[:PLAYERS])
    return first


async def _post(server: Server) -> Trace:
    """Let a weekly post fall due, with a picture of the season, and be sent by the next chore."""
    news = server.guild.create_text_channel("news")
    await _set_up_posts(server, news)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chores, "CHORES", ())
        await server.env.advance_time(DUE)
        patch.setattr(chores, "CHORES", (chores.post_due_standings,))
        _, trace = await _traced(server.env.advance_time(CHORES_INTERVAL))
    assert len(news.history(viewer=server.ana)) == 1
    return trace


async def _set_up_posts(server: Server, news: simcord.ChannelHandle) -> None:
    client, now = server.bot.app.client, server.env.now()
    assert isinstance(client, SuzerainBot)
    ana = await client.services.people.with_nicknames_of_server(NOWHERE).load_or_create_person(
        server.ana.id, AccountNames("Ana")
    )
    soon = {"weekday": get_args(Weekday)[now.weekday()], "hour": f"{now.hour + 1:02}:00"}
    for id, (name, value) in enumerate({**soon, "weekly": news.id}.items(), 1):
        await client.services.guilds.set_setting(server.guild.id, name, value, ana, id, now)


async def _seat(folder: Path, pods: int) -> Trace:
    """Let four people for each pod come to a night; return the calls of seating its first round."""
    folder.mkdir()
    async with _server(folder) as server:
        await switch_on(server, "night")
        channel, host = server.channel, server.bo
        agreed = {"when": f"<t:{BEGINS}:F>", "rounds": 3, "minutes": 60, "variant": "elimination"}
        asked = await host.slash(channel, "night open", **agreed)
        await host.click(simulated.answer(asked), label="Plan it")
        people = range(FIRST_ACCOUNT, FIRST_ACCOUNT + 4 * pods - 1)
        await _let_all(server, people, lambda me, _: SignUpForPlan(me))
        await pass_quietly(server, HALF_AN_HOUR)
        await _let_all(server, people, lambda me, _: CheckInForPlan(me, 1000 * BEGINS))
        await host.click(Table(server, channel).board, label="I’m here")
        await pass_quietly(server, HALF_AN_HOUR)
        asked = await host.slash(channel, "night seat")
        _, trace = await _traced(host.click(simulated.answer(asked), label="Seat"))
        assert len(channel.threads) == pods
        return trace


async def _let_all(server: Server, accounts: Iterable[int], ask: CommandFactory) -> None:
    """Let people ask something of the night in the server's channel, one after the other."""
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    place = ChannelAddress(server.guild.id, server.channel.id)
    for account in accounts:
        actor = CommandUser(account, AccountNames(f"P{account}"))
        await client.services.service.execute_command(GameCommandRequest(place, actor, ask, pod=1))


@asynccontextmanager
async def _server(folder: Path) -> AsyncIterator[Server]:
    """Start the bot on a database in `folder`, in a simulated Discord."""
    settings = BotSettings(database=DatabaseSettings(f"sqlite:///{folder / 'games.sqlite3'}"))

    async def build() -> simulated.App:
        return await app.build_bot_application(settings, UNLIMITED, NO_LIMITS)

    running = simulated.Bot(build)
    simcord_patches.patch_simulator_to_return_when_idle()
    with simulated.nonces(), simulated.threads(), simulated.still_time():
        env: simcord.Env = await running.start()
        try:
            yield simulated.found(env, running, {})
        finally:
            await env.shutdown()
            await running.app.close()
