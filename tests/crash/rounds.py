"""Kills the bot repeatedly while people play, and checks its promise.

The bot is often away for longer than Discord keeps nonces, and sometimes for days, in which weeks
are posted and undisputed results count.
"""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from time import time

import asyncpg

from bot.planning.plan import CHECK_IN_LEAD
from bot.storage.engine.schema import boards, publications
from bot.storage.engine.stores import PATIENCE
from bot.storage.engine.urls import get_sqlite_file_path
from tests.crash import evenings, promise
from tests.crash.checks import Checks, Found, is_failure
from tests.crash.crowds import Crowd
from tests.loopback.program import STRICT, Program, environment, started
from tests.loopback.server import TOKEN, Loopback
from tests.storage.postgres import Postgres

MOST_REQUESTS = 32
"""How many requests the bot makes at most between its start and a kill, for each channel."""

LONG = 2
"""One in so many rounds is as likely long as short, so that games come to their end."""

LOOKED_AT = 3
"""One in so many restarts is followed by a long look at the boards."""

FAULTY = 3
"""In one of so many rounds Discord fails now and then, for a share of the requests."""
SHARE = 0.1

LOOKED = 3.0
"""Seconds in which the bot sends some message, or none is swallowed."""

LONGEST_OUTAGE = 1.0
"""Seconds without a database."""

SWEPT = 90.0
"""Seconds after which the bot has looked for boards that lag behind, when nothing told it to."""

SWALLOWED = 4
"""In one of so many rounds the bot dies when Discord has taken a message, before it hears so."""

SEATING = 3
"""In one of so many rounds the bot dies when Discord has made the thread of a night's pod."""

LOCKED = 4
"""In one of so many rounds another program locks the database when people want boards moved."""
LOCK_HELD = 2.5
"""Seconds that it does, which is longer than a commit and what leads to it may take."""

REMINDING = 2
"""One in so many times that somebody waits for a reminder, the bot dies like that with it."""

LOCK_BOARDS = f"LOCK TABLE {boards.name}, {publications.name} IN SHARE MODE"

DUE = 5.0
"""Seconds after the moment of the reminder at which the bot is started then."""

SOON = 240.0
"""Seconds for which it is away after a swallowed reminder, or message of a pod.

Discord has forgotten the nonce then, and what is owed is still due.
"""

AWAY = (0.0, 0.0, 0.0, 600.0, 600.0, 3 * 3600.0, 4 * 86_400.0, 4 * 86_400.0)
"""Seconds for which the bot is away; after more than a few minutes Discord has forgotten nonces."""

REPEATABLE, REPEATED = 100, 10
"""Of so many newest interactions, so many are delivered again after a restart."""

MORE_KILLS = 20
"""The most further kills while nothing has been confirmed."""


class Rounds(Checks):
    """A run: one Discord that stays, and a bot that is killed."""

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        database: str,
        seed: int,
        groups: int,
        say: Callable[[str], None] = print,
        server: Postgres | None = None,
        wrong: str = "-",
    ) -> None:
        super().__init__(discord, database, seed, groups, say, wrong)
        self._folder = folder
        self._server = server
        self._most = MOST_REQUESTS * groups

    async def run(self, kills: int) -> Found:
        """Let people play, kill the bot so often, and end with everything in order.

        On a slow machine a few kills may come before any answer: then there are some more.
        """
        await self._set_up()
        was_alone = taken = moved = False
        for number in range(1, kills + MORE_KILLS + 1):
            if number > kills and promise.confirmed(self._discord.rest.answers.values()):
                break
            due = None if was_alone or taken else await self._find_reminder()
            reminding = due is not None and self._random.randrange(REMINDING) == 0
            away = SOON if taken else self._random.choice(AWAY)
            if due is not None and reminding:
                away = due
            self._discord.later += away
            alone = away == max(AWAY) and not was_alone
            async with self._bot() as program:
                looked_at = was_alone or taken or moved or self._random.randrange(LOOKED_AT) == 0
                if looked_at and not alone and not reminding:
                    await self._look()
                taken = moved = False
                if was_alone:
                    await self._move_games_back()
                if alone:
                    await self._until_the_bot_dies_alone(program)
                elif reminding:
                    taken = await self._until_the_bot_dies_reminding(program)
                elif self._server is not None and number % 2:
                    await self._until_the_database_dies(program, self._server)
                elif self._random.randrange(SEATING) == 0:
                    taken = await self._until_the_bot_dies_seating(program)
                elif self._random.randrange(LOCKED) == 0:
                    moved = await self._until_the_bot_dies_moving(program)
                else:
                    await self._until_the_bot_dies(program)
            was_alone = alone
            self.found.kills += 1
            await self._compare()
            self._say(f"{number}: {self._progress()}")
            if self._wrong != "-" and self.found.is_as_expected(self._wrong):
                return self.found  # that was to be found
        self._discord.later += max(AWAY)
        async with self._bot():
            await self._look()
            await self._check()
        if self._server is None:  # whose failures the bot may well report
            answers = self._discord.rest.answers.values()
            self._note_troubles(each.content for each in answers if is_failure(each))
        return self.found

    @asynccontextmanager
    async def _bot(self) -> AsyncIterator[Program]:
        """Start the bot, and kill it after the block."""
        env = environment(
            PYTHONWARNINGS=STRICT,
            SUZERAIN_DISCORD__TOKEN=TOKEN,
            SUZERAIN_DATABASE__URL=self._database,
            SUZERAIN_LOGGING__LEVEL="error",
        )
        shifted = (f"{self._discord.later}", self._wrong)
        arguments = ("tests.crash.child", self._discord.address, *shifted, "run")
        async with started(*arguments, folder=self._folder, env=env) as program:
            self._earlier = self._discord.gateway.connections
            yield program
            if program.process.returncode not in (None, -signal.SIGKILL):
                raise RuntimeError("the bot ended by itself")
        await self._discord.seen.until(lambda: not self._discord.gateway.connected)
        if self._server is None:
            known = len(self.found.troubles)
            self._note_troubles(each for each in program.err if "Error" in each or "ERROR" in each)
            if self.found.troubles[known:]:
                self._say("".join(program.err))  # the whole log says where it happened

    # Until a kill

    async def _until_the_bot_dies(self, program: Program) -> None:
        random = self._random
        count = self._some() - 1  # often while the bot is starting
        taking = random.randrange(SWALLOWED) == 0
        async with self._playing(program):
            await self._moment(count, random.uniform(0.0, 0.02 if count else 1.5))
            if taking:
                await self._swallow()
            program.process.kill()
            await program.ended()

    async def _until_the_bot_dies_moving(self, program: Program) -> bool:
        """Kill the bot when Discord has taken a board; return whether it has.

        People want the boards moved while the database is locked, so that the bot cannot store at
        first that it moves them.
        """
        async with self._playing(program):
            await self._discord.ready(self._earlier + 1)
            await self._moment(self._some(), 0.0)
        rest = self._discord.rest
        taken = rest.swallowed
        with rest.swallowing():
            moves = (group.move_board() for group in self._groups)
            await asyncio.gather(self._lock_database(), *moves)
            with suppress(TimeoutError):
                await self._discord.seen.until(lambda: rest.swallowed > taken, LOOKED)
            program.process.kill()
            await program.ended()
        return rest.swallowed > taken

    async def _until_the_bot_dies_reminding(self, program: Program) -> bool:
        """Kill the bot when Discord has taken a reminder; return whether there was one."""
        rest = self._discord.rest
        taken = rest.swallowed
        with rest.swallowing(rest.is_direct):  # from the start: the bot sends at once what is due
            await self._discord.ready(self._earlier + 1)
            with suppress(TimeoutError):
                await self._discord.seen.until(lambda: rest.swallowed > taken, LOOKED)
            program.process.kill()
            await program.ended()
        return rest.swallowed > taken

    async def _until_the_bot_dies_seating(self, program: Program) -> bool:
        """Kill the bot when Discord has made the thread of a pod; return whether it has."""
        rest = self._discord.rest
        taken = rest.swallowed
        await self._discord.ready(self._earlier + 1)
        with rest.swallowing(evenings.is_thread):
            crowds = (each for each in self._groups if isinstance(each, Crowd))
            await asyncio.gather(*(each.seat_anew() for each in crowds))
            with suppress(TimeoutError):
                await self._discord.seen.until(lambda: rest.swallowed > taken, LOOKED)
            program.process.kill()
            await program.ended()
        return rest.swallowed > taken

    async def _find_reminder(self) -> float | None:
        """Return the seconds until the next reminder that somebody waits for; None if none do."""
        log, now = await self._log.read(), time() + self._discord.later
        plans = (each.plan for each in log.plans.values() if each.plan.is_open)
        waits = [
            (plan.at - CHECK_IN_LEAD) / 1000 - now for plan in plans if plan.players_to_remind and not plan.checking
        ]
        return max(0.0, min(waits)) + DUE if waits else None

    async def _move_games_back(self) -> None:
        """Let moderators say that games ended in a week whose post is there already."""
        log = await self._log.read()
        for group in self._groups:
            seat = log.newest(group.channel)
            if seat is not None and seat.pod.result is not None:
                await group.move_back()
        await self._check()

    async def _until_the_bot_dies_alone(self, program: Program) -> None:
        """Kill the bot after its own work of some days, while Discord refuses every edit."""
        with self._discord.rest.failing(lambda method, _: method == "PATCH"):
            await self._discord.ready(self._earlier + 1)
            while not await self._quiet():
                pass
            program.process.kill()
            await program.ended()

    async def _lock_database(self) -> None:
        """Lock the database for a while, so that nothing can be written."""
        if self._server is not None:
            connection = await asyncpg.connect(self._database)
            try:
                async with connection.transaction():
                    await connection.execute(LOCK_BOARDS)
                    await asyncio.sleep(LOCK_HELD)
            finally:
                await connection.close()
            return
        file = get_sqlite_file_path(self._database)
        assert file is not None
        with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as database:
            database.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(LOCK_HELD)
            database.execute("ROLLBACK")

    async def _swallow(self) -> None:
        """Swallow messages until Discord has got one, or for a moment."""
        rest = self._discord.rest
        taken = rest.swallowed
        with rest.swallowing(), suppress(TimeoutError):
            await self._discord.seen.until(lambda: rest.swallowed > taken, LOOKED)

    async def _until_the_database_dies(self, program: Program, server: Postgres) -> None:
        """Kill the database; the bot must go on once it is back, without a restart."""
        answers = self._discord.rest.answers
        await self._discord.ready(self._earlier + 1)
        async with self._playing(program):
            await self._moment(self._some(), self._random.uniform(0.0, 0.02))
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(self._random.uniform(0.0, LONGEST_OUTAGE))
            await asyncio.to_thread(server.start)
            known = len(answers)
            await self._discord.seen.until(lambda: len(answers) > known and self._confirms())
        await self._check(SWEPT)

    def _confirms(self) -> bool:
        """Return whether the newest answer is a confirmation."""
        newest = next(reversed(self._discord.rest.answers.values()))
        return newest.content.startswith(promise.CONFIRMED)

    def _some(self) -> int:
        """Return a random number of requests, often a small one."""
        if self._random.randrange(LONG) == 0:
            return self._random.randint(1, self._most)
        return int(self._most ** self._random.random())

    async def _moment(self, requests: int, pause: float) -> None:
        """Wait for a random moment: so many requests or so many seconds later."""
        made = self._discord.rest.requests
        wanted = len(made) + requests
        await self._discord.seen.until(lambda: len(made) >= wanted)
        await asyncio.sleep(pause)

    @asynccontextmanager
    async def _playing(self, program: Program) -> AsyncIterator[None]:
        """Let people play during the block; they get their last answers, unless the bot is gone."""
        with self._faults():
            again = asyncio.create_task(self._deliver_again())
            tasks = [again, *(asyncio.create_task(group.play()) for group in self._groups)]
            try:
                yield
            finally:
                for group in self._groups:
                    group.leave()
                if program.process.returncode is not None:
                    for task in tasks:
                        task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Let Discord fail now and then in some rounds, sometimes in its reply only."""
        random = Random(self._random.random())

        def hit(_: str, path: str) -> bool:
            return path.startswith(("/channels", "/interactions")) and random.random() < SHARE / 3

        with ExitStack() as faults:
            if self._random.randrange(FAULTY) == 0:
                for status, done in ((500, False), (502, True), (429, False)):
                    faults.enter_context(self._discord.rest.failing(hit, status, done=done))
            yield

    async def _deliver_again(self) -> None:
        """Deliver some interactions once more, answered or not."""
        random = Random(self._random.random())
        sent = list(self._discord.sent)[-REPEATABLE:]
        for id in random.sample(sent, min(REPEATED, len(sent))):
            await self._discord.ready()
            with suppress(ConnectionError):  # the bot is gone
                await self._discord.again(id)

    def _progress(self) -> str:
        rest = self._discord.rest
        return (
            f"{len(rest.requests)} requests, {len(promise.confirmed(rest.answers.values()))}"
            f" acknowledged, {self.found.boards} boards wrong"
        )
