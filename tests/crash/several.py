"""Several processes of one bot, with every fault that may happen to them.

While people play, processes are killed and suspended, their network is cut, their PostgreSQL is
killed, and they are restarted one after the other. After a while, every shard is served again.
"""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

from bot.basics.reconciler import FIRST_PAUSE
from bot.front.gateway.client import CHORES_INTERVAL
from bot.front.publishing.retries import RETRY_DELAYS
from bot.storage.servers.server_settings import ServerSettings
from bot.time.weeks import find_next_weekly_post_time
from tests.crash.checks import Checks
from tests.crash.holding import HOLD_EVENTS, HOLD_TURNS, WAITS_FOR_EVENTS, WAITS_FOR_TURN, held_up
from tests.crash.planners import Planners
from tests.crash.processes import NO_ANSWER, Child, Processes
from tests.crash.promise import Log
from tests.crash.proxy import Cut
from tests.crash.served import LAPSES, Watch, While
from tests.crash.verdict import AWAY, FoundAmongSeveral
from tests.loopback.server import DISCORDS, Loopback
from tests.storage.postgres import Postgres

SHARDS, AT_ONCE = 4, 2
"""Of Discord: how many servers the bot is in, each on a shard, and how many sessions may begin."""

QUICK = ("killed", "rolling restart", "join and leave")
"""What takes less than half a minute."""

COMES = 120.0
"""Seconds until all that runs serves as much as it should, or it never will."""

LOOKED_AT = 3
"""After one of so many faults all boards are looked at."""

PLAYING, PLANNING = 0.3, 1.0
"""Seconds between two things that people do; nobody refuses anything to who plans."""

MOST_SAID = 5
"""Lines of one kind that are told after a fault."""

SWEPT = 90.0
"""Seconds in which each process has looked for what is due."""

HEALED = sum(RETRY_DELAYS) + FIRST_PAUSE + CHORES_INTERVAL
"""Seconds in which a process draws a board again that it could not store at first."""

AN_HOUR = 3_600.0
"""Seconds after which nobody can dispute a result any more."""


class Several(Checks):
    """A run: one Discord, one PostgreSQL, and processes that start and end."""

    found: FoundAmongSeveral
    looks = 160  # a shard that moves may leave something to the next round, a minute later

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        server: Postgres,
        seed: int,
        processes: int,
        groups: int,
        say: Callable[[str], None] = print,
        wrong: str = "-",
        logs: Path | None = None,
    ) -> None:
        database = server.database()
        super().__init__(discord, database, seed, groups, say, wrong, FoundAmongSeveral())
        self._server = server
        self._count = processes
        self._processes = Processes(discord, folder, database, wrong, logs)
        self._watch = Watch(discord)
        self._said = Counter[str]()
        self._harms: Mapping[str, Callable[[], Awaitable[None]]] = {
            "killed": self._kill,
            "stopped": self._stop,
            "stopped in its turn": self._stop_in_its_turn,
            "stopped while it writes": self._stop_while_it_writes,
            "silent network": lambda: self._cut("silent"),
            "reset network": lambda: self._cut("reset"),
            "PostgreSQL is back": self._restart_server,
            "rolling restart": self._roll,
            "killed in a handover": self._kill_in_a_handover,
            "join and leave": self._join_and_leave,
            "Discord hung up": self._hang_up,
        }
        discord.patience = DISCORDS

    async def run(self, faults: int, kinds: tuple[str, ...] = (), *, passes_week: bool = True) -> FoundAmongSeveral:
        """Let people play, cause so many faults, and end with everything in order.

        With `passes_week`, all processes are also stopped until a week is over, and post it afterwards.
        """
        await self._set_up()
        try:
            for _ in range(self._count):
                await self._processes.start(await self._processes.make())
            await self._come_to_rest("started")
            for number, kind in enumerate(self._choose(faults, kinds), 1):
                await self._harm(kind)
                if number % LOOKED_AT == 0:
                    await self._look()
                else:
                    await self._check()
                await self._compare()
                self._sum_up()
                self._say(f"{number}: {kind}: {self._progress()}")
                if self._wrong != "-" and self.found.is_as_expected(self._wrong):
                    return self.found  # that was to be found
            if passes_week:
                await self._end()
        finally:
            await self._watch.end()
            await self._processes.close()
        self._sum_up()
        return self.found

    async def _check(self, patience: float = HEALED) -> Log:
        return await super()._check(patience)

    def _choose(self, faults: int, kinds: tuple[str, ...]) -> list[str]:
        """Return so many kinds of faults, each as often as others."""
        chosen: list[str] = []
        while len(chosen) < faults:
            every = [*(kinds or self._harms)]
            chosen += self._random.sample(every, len(every))
        return chosen[:faults]

    async def _harm(self, kind: str) -> None:
        """Cause a fault while people play, and wait until all is well again."""
        async with self._playing():
            await asyncio.sleep(self._random.uniform(1.0, 4.0))
            self._watch.turn_to(kind)
            await self._harms[kind]()
            await self._come_to_rest(kind)
            self._watch.turn_to("healthy")
            await asyncio.sleep(self._random.uniform(2.0, 4.0))
        self.found.kills += 1

    async def _end(self) -> None:
        """Stop everything for a while, and then until a week is over; restart all each time.

        Disputes are settled after the first stop, so that there are games to post.
        """
        if self.found.kills > len(QUICK):
            await self._be_away(AN_HOUR)
        played = {guild for guild, _ in (await self._log.read()).ended}
        now = datetime.now(UTC) + timedelta(seconds=self._discord.later)
        schedule = ServerSettings(weekly=1).weekly_post_schedule
        assert schedule is not None
        due = find_next_weekly_post_time(schedule, None, now, now)
        await self._be_away((due - now).total_seconds() + AN_HOUR)
        begun = perf_counter()
        while missing := await self._list_unposted(played):
            if perf_counter() > begun + SWEPT:
                break
            await asyncio.sleep(1.0)
        for week in missing:
            self.found.unposted.append(week)
            self._say(f"no weekly post: {week}")

    async def _list_unposted(self, played: Collection[int]) -> list[str]:
        """Return the servers that have games in a finished week without a post."""
        log = await self._log.read()
        posted = {each.guild for each in log.weeks if each.message is not None}
        weeks = {each.guild: each for each in log.weeks}
        return [f"{guild}, {weeks.get(guild)}" for guild in played if guild not in posted]

    async def _be_away(self, seconds: float) -> Log:
        """Stop all processes for some time, then restart them; return the log after all work."""
        for child in self._processes.running:
            await self._processes.kill(child)
        self._discord.later += seconds
        self._discord.rest.starts = 999
        self._watch.turn_to("started")
        for child in self._processes.every[: self._count]:
            await self._processes.start(child)
        await self._come_to_rest("started")
        await self._look()
        await self._compare()
        return await self._check()

    # What is done to them

    def _some(self) -> Child:
        return self._random.choice(self._processes.running)

    async def _kill(self) -> None:
        child = self._some()
        await self._processes.kill(child)
        await asyncio.sleep(self._random.uniform(0.0, 15.0))
        await self._processes.start(child)

    async def _stop(self) -> None:
        child = self._some()
        self._processes.signal(child, signal.SIGSTOP)
        await self._wake_later(child)

    async def _wake_later(self, child: Child) -> None:
        await asyncio.sleep(self._random.uniform(20.0, 40.0))
        self._processes.signal(child, signal.SIGCONT)

    async def _stop_in_its_turn(self) -> None:
        """Suspend a process while it holds the heartbeat's turn."""
        await self._stop_inside(HOLD_TURNS, WAITS_FOR_TURN)

    async def _stop_while_it_writes(self) -> None:
        """Suspend a process in a transaction, whose rows stay locked until it ends."""
        await self._stop_inside(HOLD_EVENTS, WAITS_FOR_EVENTS)

    async def _stop_inside(self, hold: str, waits: str) -> None:
        child = self._some()
        async with held_up(self._database, child, hold, waits) as came:
            self._processes.signal(child, signal.SIGSTOP)
        if not came:
            self._say(f"{child.name} sleeps, but in no transaction")
        await self._wake_later(child)

    async def _cut(self, how: Cut) -> None:
        child, seconds = self._some(), self._random.uniform(20.0, 40.0)
        await child.proxy.cut(how)
        lapsed = While(f"its network was {how}", perf_counter() + LAPSES)
        self._watch.lapsed.append((child.door, lapsed))
        await asyncio.sleep(seconds)
        lapsed.end = perf_counter()
        await child.proxy.mend()

    async def _restart_server(self) -> None:
        self._watch.turn_to(AWAY)
        kill = self._random.random() < 0.5
        await asyncio.to_thread(self._server.kill if kill else self._server.stop)
        await asyncio.sleep(self._random.choice((0.0, 3.0, 15.0, 30.0)))
        await asyncio.to_thread(self._server.start)
        self._watch.turn_to("PostgreSQL is back")

    async def _roll(self) -> None:
        """Restart all or some processes, one after the other."""
        every = self._processes.running
        for child in self._random.sample(every, self._random.randint(1, len(every))):
            await self._end_in_order(child)
            await self._processes.start(child)
            await self._come_to_rest("rolling restart")

    async def _join_and_leave(self) -> None:
        spare = self._processes.every[self._count :]
        child = spare[0] if spare else await self._processes.make()
        await self._processes.start(child)
        await self._come_to_rest("join and leave")
        await asyncio.sleep(self._random.choice((0.0, 2.0, 5.0)))  # perhaps before it has all
        await self._end_in_order(child)

    async def _kill_in_a_handover(self) -> None:
        """Kill the giver or the taker of shards during a handover."""
        giver, *others = self._random.sample(self._processes.running, self._count)
        self._processes.signal(giver, signal.SIGTERM)
        await asyncio.sleep(self._random.uniform(0.0, 8.0))
        child = self._random.choice([giver, others[0]] if len(others) > 1 else [giver])
        await self._processes.kill(child)
        if child is not giver:
            await self._processes.start(child)
            await self._end_in_order(giver, terminate=False)
        await self._processes.start(giver)

    async def _hang_up(self) -> None:
        """Disconnect all sessions, and perhaps refuse to resume them."""
        self._discord.gateway.resumes = self._random.random() < 0.5
        await self._discord.gateway.drop()
        await self._come_to_rest("Discord hung up")
        self._discord.gateway.resumes = True

    async def _end_in_order(self, child: Child, *, terminate: bool = True) -> None:
        if terminate:
            self._processes.signal(child, signal.SIGTERM)
        ended = await self._processes.see_out(child)
        if ended.status != 0 and NO_ANSWER not in ended.err:
            self._note_troubles([f"{child.name} ended with {ended.status}"])

    # While they play

    @asynccontextmanager
    async def _playing(self) -> AsyncIterator[None]:
        """Let people play during the block, while questions are asked."""
        self._watch.begin()
        for group in self._groups:
            group.pause = PLANNING if isinstance(group, Planners) else PLAYING
        tasks = [asyncio.create_task(group.play()) for group in self._groups]
        try:
            yield
        finally:
            for group in self._groups:
                group.leave()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            await self._watch.end()
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def _come_to_rest(self, after: str) -> None:
        """Wait until every shard has one session, and each process its share of shards."""
        begun = perf_counter()
        with suppress(TimeoutError):
            async with asyncio.timeout(COMES):
                await self._discord.seen.until(self._is_at_rest, COMES)
                await self._discord.seen.until(lambda: self._serves(begun), COMES)
                return
        held = Counter(each.door for each in self._discord.gateway.list_sessions())
        line = f"{after}: {[(each.name, held[each.door]) for each in self._processes.running]}"
        self.found.restless.append(line)
        self._say(f"no rest: {line}")
        self._processes.write_logs()

    def _serves(self, since: float) -> bool:
        return not self._watch.asks or self._watch.serves_all(since)

    def _is_at_rest(self) -> bool:
        if not all(each.is_up for each in self._processes.running):
            return False
        sessions = self._discord.gateway.list_sessions()
        held = Counter(each.door for each in sessions)
        counts = [held[each.door] for each in self._processes.running]
        each_once = sorted(session.shard for session in sessions) == list(range(len(self._discord.guilds)))
        return each_once and max(counts) - min(counts) < 2

    async def _await_bot(self) -> None:
        for guild in self._discord.guilds:
            await self._discord.reached(guild)

    def _sum_up(self) -> None:
        served = self.found.served = self._watch.sum_up()
        every = {
            "lost in a handover": served.unanswered,
            "answered by two": served.by_two,
            "acted without a lease": served.trespasses,
        }
        for name, lines in every.items():
            for line in lines[self._said[name] :][:MOST_SAID]:
                self._say(f"{name}: {line}")
            self._said[name] = len(lines)
        self.found.too_soon = self._discord.gateway.too_soon
        told = Counter(
            each.path
            for each in self._discord.rest.requests
            if each.method == "PUT" and each.path.endswith("/commands")
        )
        self.found.told = max(told.values(), default=0)

    def _progress(self) -> str:
        found = self.found
        longest = {kind: round(gap.seconds, 1) for kind, gap in found.served.longest.items()}
        return (
            f"{found.confirmed} acknowledged, {len(found.lost)} lost, {found.boards} boards wrong,"
            f" {found.served.missed} of {found.served.asked} missed, unserved {longest}"
        )
