"""Kills the bot again and again while people play, and looks whether its promise holds.

It is often away for longer than Discord keeps nonces, and then and when for days: weeks are posted
meanwhile, and what nobody disputes counts by itself.
"""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic, time

from bot.storage.engine.database import Database
from bot.storage.engine.migrate import migrate
from bot.storage.record.people import People, Person
from bot.storage.servers.guilds import Guilds
from tests.crash import promise
from tests.crash.planners import Planners
from tests.crash.players import Group
from tests.crash.promise import Boards, Log, Wrong
from tests.crash.wrong import WRONG
from tests.loopback.objects import Json
from tests.loopback.program import STRICT, Program, environment, started
from tests.loopback.seen import PATIENCE
from tests.loopback.server import TOKEN, Loopback
from tests.storage.postgres import Postgres

MOST_REQUESTS = 16
"""How many requests the bot makes at most between its start and a kill, for each channel."""

LOOKED_AT = 3
"""One in so many restarts is followed by a long look at the boards."""

FAULTY = 3
"""In one of so many rounds Discord fails now and then, for a share of the requests."""
SHARE = 0.1

LOOKED = 3.0
"""Seconds in which the bot sends some message, or none is swallowed."""

QUIET = 0.5
"""Seconds without a request about messages, after which the bot has settled."""

LOOKS = 20
"""After so many, what is wrong with plans is wrong for good; after an outage it takes some."""

SETTLES = 5.0
"""Seconds after which the log is read again, as the bot may have done something by itself."""

LONGEST_OUTAGE = 1.0
"""Seconds without a database."""

SWEPT = 90.0
"""Seconds after which the bot has looked for boards that lag behind, when nothing told it to."""

SPARE = 52
"""Channels to which a group goes on that found a wrong board; and two for posts and results."""

SWALLOWED = 4
"""In one of so many rounds the bot dies when Discord has taken a message, before it hears so."""

AWAY = (0.0, 0.0, 0.0, 600.0, 600.0, 3 * 3600.0, 3 * 86_400.0)
"""Seconds for which the bot is away; after more than a few minutes Discord has forgotten nonces."""

EACH_PLANS = 4
"""For so many groups that play there is one that plans."""

NOT_DONE = "⚠️"
"""How an answer begins that says: something went wrong."""

QUESTION = f"{NOT_DONE} **"
"""How a question begins whether that is really meant."""

REPEATABLE, REPEATED = 100, 10
"""Of so many newest interactions, so many are delivered again after a restart."""

NO_FAILURES = ("another bot answers with the same token", "too many commands wait")
"""What a bot rightly says: of those that the bots before it had answered, and on a busy machine."""

LAST_REQUESTS = 40
"""Requests of a channel that are told of when its boards are wrong."""


@dataclass
class Found:
    """What a run found; where all is well, only those of the first lines are not 0."""

    kills: int = 0
    confirmed: int = 0
    events: int = 0
    planned: int = 0
    gathered: int = 0  # of what was planned
    lost: set[int] = field(default_factory=set)
    repeated: list[int | None] = field(default_factory=list)
    boards: int = 0  # wrong ones
    results: int = 0
    strayed: list[str] = field(default_factory=list)  # tables that are not what the log makes
    dead: list[str] = field(default_factory=list)  # buttons that do nothing any more
    unlike: list[str] = field(default_factory=list)  # what boards say and no independent model
    posts: list[str] = field(default_factory=list)  # what is wrong with weekly posts
    plans: list[str] = field(default_factory=list)  # what is wrong with what was planned
    results_twice: int = 0  # in their channel
    unforgotten: set[int] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)  # what the bot itself calls a failure

    @property
    def sound(self) -> bool:
        """Whether the promise was kept."""
        wrong = (self.lost, self.repeated, self.boards, self.strayed, self.dead, self.troubles)
        more = (self.unlike, self.posts, self.plans, self.results_twice, self.unforgotten)
        return not any(wrong) and not any(more)

    def is_as_expected(self, wrong: str) -> bool:
        """Whether the promise was kept; of a bot that is `wrong`, whether that was found."""
        return self.sound if wrong == "-" else bool(getattr(self, WRONG[wrong].shows))

    def __str__(self) -> str:
        counts = {
            "kills": self.kills,
            "commands acknowledged": self.confirmed,
            "events in the log": self.events,
            "plans": self.planned,
            "lobbies of theirs": self.gathered,
            "lost": len(self.lost),
            "duplicated": len(self.repeated),
            "boards wrong": self.boards,
            "results": self.results,
            "tables that differ from a rebuild": len(self.strayed),
            "buttons dead": len(self.dead),
            "boards unlike an independent model": len(self.unlike),
            "weekly posts wrong": len(self.posts),
            "plans wrong": len(self.plans),
            "results twice in their channel": self.results_twice,
            "people not forgotten": len(self.unforgotten),
            "failures of the bot": len(self.troubles),
        }
        return "\n".join(f"{name}: {count}" for name, count in counts.items())


class Rounds:
    """A run: one Discord that stays, and a bot that does not."""

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
        self.found = Found()
        self._wrong = wrong
        self._discord = discord
        self._folder = folder
        self._database = database
        self._random = Random(seed)
        self._say = say
        self._server = server
        self._boards = Boards(discord)
        self._places = iter(discord.places)
        (self._guild, self._news), (_, self._results) = next(self._places), next(self._places)
        self._earlier = 0  # connections of the bots before
        self._groups = [self._group() for _ in range(groups)]
        planners = range(-(-groups // EACH_PLANS))
        self._groups += [Planners(discord, next(self._places), Random(n)) for n in planners]
        self._most = MOST_REQUESTS * groups

    def _group(self) -> Group:
        return Group(self._discord, next(self._places), Random(self._random.random()))

    async def run(self, kills: int) -> Found:
        """Lets people play, kills the bot that often, and ends with everything in order."""
        await self._set_up()
        was_alone = False
        for number in range(1, kills + 1):
            away = self._random.choice(AWAY)
            self._discord.later += away
            alone = away == max(AWAY) and not was_alone
            async with self._bot() as program:
                if was_alone or (not alone and self._random.randrange(LOOKED_AT) == 0):
                    await self._look()
                if alone:
                    await self._until_the_bot_dies_alone(program)
                elif self._server is not None and number % 2:
                    await self._until_the_database_dies(program, self._server)
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
            said = [a.content for a in answers if a.content.startswith(NOT_DONE)]
            self._note_troubles(each for each in said if not each.startswith(QUESTION))
        return self.found

    async def _set_up(self) -> None:
        """What the server has set: where weeks are posted, and where results stand."""
        await asyncio.to_thread(migrate, self._database)
        database = Database(self._database)
        by, now = Person("admin", 1, "Admin"), datetime.now(UTC)
        guilds = Guilds(database, People(database))
        chosen = {"weekly": self._news, "results_channel": self._results, "idle": "never"}
        for at, (name, value) in enumerate(chosen.items(), 1):
            await guilds.change(self._guild, name, value, by, at, now)
        await database.close()

    @asynccontextmanager
    async def _bot(self) -> AsyncIterator[Program]:
        """The bot, killed at the end of the block."""
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
            self._note_troubles(each for each in program.err if "Error" in each or "ERROR" in each)

    def _note_troubles(self, troubles: Iterable[str]) -> None:
        for trouble in troubles:
            if not any(each in trouble for each in NO_FAILURES):
                self.found.troubles.append(trouble)
                self._say(f"the bot: {trouble}")

    async def _compare(self) -> None:
        """Standings and results are what the log makes of them; so are ratings, in a moment."""
        following = await promise.following(self._database)
        self.found.results = following.results
        if following.strayed:
            self.found.strayed += following.strayed
            self._say(f"different from a rebuild: {following.strayed}")

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

    async def _until_the_bot_dies_alone(self, program: Program) -> None:
        """After some days away it does much by itself, none of which Discord lets it show."""
        with self._discord.rest.failing(lambda method, _: method == "PATCH"):
            await self._discord.ready(self._earlier + 1)
            while not await self._quiet():
                pass
            program.process.kill()
            await program.ended()

    async def _swallow(self) -> None:
        """Until Discord has taken a message of which the bot hears nothing; or for a moment."""
        rest = self._discord.rest
        taken = rest.swallowed
        with rest.swallowing(), suppress(TimeoutError):
            await self._discord.seen.until(lambda: rest.swallowed > taken, LOOKED)

    async def _until_the_database_dies(self, program: Program, server: Postgres) -> None:
        """The bot goes on as soon as the database does, and nobody has to start it again."""
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
        """Whether the newest answer is a confirmation."""
        newest = next(reversed(self._discord.rest.answers.values()))
        return newest.content.startswith(promise.CONFIRMED)

    def _some(self) -> int:
        """A number of requests: a few as often as many."""
        return int(self._most ** self._random.random())

    async def _moment(self, requests: int, pause: float) -> None:
        """A moment that nobody could foresee: so many requests later, so many seconds later."""
        made = self._discord.rest.requests
        wanted = len(made) + requests
        await self._discord.seen.until(lambda: len(made) >= wanted)
        await asyncio.sleep(pause)

    @asynccontextmanager
    async def _playing(self, program: Program) -> AsyncIterator[None]:
        """Within, people play; they get their last answers, unless the bot is gone by then."""
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
        """In some rounds Discord fails now and then, and sometimes only its reply is lost."""
        random = Random(self._random.random())

        def hit(_: str, path: str) -> bool:
            return path.startswith(("/channels", "/interactions")) and random.random() < SHARE / 3

        with ExitStack() as faults:
            if self._random.randrange(FAULTY) == 0:
                for status, done in ((500, False), (502, True), (429, False)):
                    faults.enter_context(self._discord.rest.failing(hit, status, done=done))
            yield

    async def _deliver_again(self) -> None:
        """Discord delivers some interactions once more, whether they were answered or not."""
        random = Random(self._random.random())
        sent = list(self._discord.sent)[-REPEATABLE:]
        for id in random.sample(sent, min(REPEATED, len(sent))):
            await self._discord.ready()
            with suppress(ConnectionError):  # the bot is gone
                await self._discord.again(id)

    # After a restart

    async def _look(self) -> None:
        """Nobody touches anything until the bot has settled; then what stands there is pressed."""
        log = await self._check()
        for group in self._groups:
            seat = log.newest(group.channel)
            answer = await group.press_what_stands(seat, log) if seat else None
            if answer and not answer.content.startswith(promise.CONFIRMED):
                self.found.dead.append(f"{group.channel}: {answer.content}")
                self._say(f"a button does nothing: {self.found.dead[-1]}")

    async def _check(self, patience: float = PATIENCE) -> Log:
        discord, found = self._discord, self.found
        await discord.ready(self._earlier + 1)
        while not await self._quiet():  # it does much by itself after some hours away
            pass
        log, settled = await self._settle(patience)
        answers = discord.rest.answers.values()
        found.confirmed = len(promise.confirmed(answers))
        found.events = len(log.interactions)
        found.planned = len(log.plans)
        found.gathered = sum(each.plan.gathered is not None for each in log.plans.values())
        lost = promise.lost(log, discord)
        if lost:  # or it was confirmed after the log was read: somebody is told late, but told
            lost &= promise.lost(await promise.read(self._database), discord)
        for id in sorted(lost - found.lost):
            self._say(f"lost: {id}, {discord.sent[id]['data']}, {discord.rest.answers[id].content}")
        found.lost |= lost
        found.repeated = promise.repeated(log, discord)
        found.unforgotten |= promise.unforgotten(log, discord)
        if not settled:
            wrong = self._boards.wrong()
            for each in wrong:
                self._leave(each)
            if not wrong:
                self._note_troubles(["the boards are right, but the bot does not rest"])
        self._compare_more(log)
        await self._compare_plans()
        return log

    async def _compare_plans(self) -> None:
        """What the bot does by itself may be half done: it is looked at a few times."""
        wrong: list[str] = []
        for _ in range(LOOKS):
            log, now = await promise.read(self._database), time() + self._discord.later
            wrong = promise.wrong_plans(log, self._discord, int(now * 1000))
            if not wrong:
                return
            await asyncio.sleep(QUIET)
        for line in wrong:
            self._say(line)
        self.found.plans += wrong

    async def _settle(self, patience: float) -> tuple[Log, bool]:
        """The log, which grows when plans have their time, and whether boards became right."""
        log, since = await self._expect(), monotonic()
        while not (settled := await self._settled(SETTLES)) and monotonic() < since + patience:
            newer = await self._expect()
            if len(newer.lines) > len(log.lines):
                since = monotonic()
            log = newer
        return log, settled

    async def _expect(self) -> Log:
        """The log as it is, and boards as they should be by it."""
        log = await promise.read(self._database)
        self._boards.follow(log, [group.channel for group in self._groups])
        return log

    def _compare_more(self, log: Log) -> None:
        """What else is to be seen, and who is not."""
        found, discord = self.found, self._discord
        unlike, posts = promise.unlike_model(log, discord), promise.wrong_posts(log, discord)
        for line in (*unlike, *posts):
            self._say(line)
        found.unlike += unlike
        found.posts += posts
        found.results_twice = promise.repeated_results(log, discord, self._results)

    async def _settled(self, patience: float) -> bool:
        """Whether the boards became right, and stayed so when the bot had nothing more to do."""
        try:
            async with asyncio.timeout(patience):
                await self._discord.seen.until(self._boards.right, patience)
                while not await self._quiet():
                    await self._discord.seen.until(self._boards.right, patience)
        except TimeoutError:
            return False
        return True

    async def _quiet(self) -> bool:
        requests = self._discord.rest.requests
        made = len(requests)
        try:
            await self._discord.seen.until(lambda: len(requests) > made, QUIET)
        except TimeoutError:
            return True
        return False

    def _leave(self, wrong: Wrong) -> None:
        """Tells of a wrong board, and lets its group go on where there is none."""
        self.found.boards += wrong.boards
        at = next(i for i, group in enumerate(self._groups) if group.channel == wrong.channel)
        self._groups[at] = self._group()
        lines = [f"channel {wrong.channel}: {wrong.boards} wrong"]
        lines += [f"  missing  {shown}" for shown in wrong.missing]
        lines += [f"  unwanted {shown}" for shown in wrong.unwanted]
        path = f"/channels/{wrong.channel}/"
        lines += [
            f"  {request.method} {request.path.removeprefix(path)} {request.status}"
            f" {_title(request.body)}"
            for request in self._discord.rest.requests
            if request.path.startswith(path)
        ][-LAST_REQUESTS:]
        self._say("\n".join(lines))

    def _progress(self) -> str:
        rest = self._discord.rest
        return (
            f"{len(rest.requests)} requests, {len(promise.confirmed(rest.answers.values()))}"
            f" acknowledged, {self.found.boards} boards wrong"
        )


def _title(body: Json | None) -> str:
    found = re.search(r"### ([^\\\n\"]*)", str((body or {}).get("components") or ""))
    return found[1] if found else ""
