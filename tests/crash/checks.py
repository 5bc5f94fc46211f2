"""Checks while nobody plays: the bot's state follows the log, and members' answers hold."""

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from time import monotonic, time

from bot.i18n import LOCALES, load_translations
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import migrate_database
from bot.storage.record.people import PeopleRepository, Person
from bot.storage.servers.server_settings import ServerSettingsRepository
from tests.crash import promise
from tests.crash.crowds import Crowd
from tests.crash.planners import Planners
from tests.crash.players import Group
from tests.crash.promise import Boards, Log, Wrong
from tests.crash.wrong import WRONG
from tests.loopback.objects import Json
from tests.loopback.rest import Answer
from tests.loopback.seen import PATIENCE
from tests.loopback.server import Loopback

QUIET = 0.5
"""Seconds without a request about messages, after which the bot has settled."""

LOOKS = 20
"""Of a bot that was started, or whose server was: it does at once what is due."""

SETTLES = 5.0
"""Seconds after which the log is read again, as the bot may have done something by itself."""

SPARE = 54
"""Channels to which a group goes on that found a wrong board; and one each for posts, results,
lists of free seats and nights.
"""

EACH_PLANS = 4
"""For so many groups that play there is one that plans."""

NO_FAILURES = (
    "another bot answers with the same token",
    "too many commands wait",
    "database is locked",
    *(load_translations(locale)("error-storage") for locale in LOCALES),
    "what was written before is not known to be there",
)
"""What a bot rightly says: of answers of the bots before it, and of a busy or locked database."""

LAST_REQUESTS = 40
"""Requests of a channel that are told of when its boards are wrong."""

LATER = "⏳"
"""The beginning of an answer that asks somebody to try again in a moment."""

NOT_DONE = "⚠️"
"""How an answer begins that says: something went wrong."""

QUESTION = f"{NOT_DONE} **"
"""How a question begins whether that is really meant."""


@dataclass
class Found:
    """The findings of a run; in a sound run, only those of the first lines are not 0."""

    kills: int = 0
    confirmed: int = 0
    events: int = 0
    planned: int = 0
    gathered: int = 0  # of what was planned
    substitutes: int = 0
    merges: int = 0  # that were carried out
    avoided: int = 0
    rounds: int = 0  # of nights
    decks: int = 0  # that somebody said they play
    kept: int = 0  # seats that were kept for somebody who took them
    calls: int = 0  # of pods of nights that ended, so that people from the bench could take seats
    lost: set[int] = field(default_factory=set)
    repeated: list[int | None] = field(default_factory=list)
    boards: int = 0  # wrong ones
    misplaced: set[str] = field(default_factory=set)  # boards noted where none is
    results: int = 0
    strayed: list[str] = field(default_factory=list)  # tables that are not what the log makes
    dead: list[str] = field(default_factory=list)  # buttons that do nothing any more
    unlike: list[str] = field(default_factory=list)  # what boards say and no independent model
    posts: list[str] = field(default_factory=list)  # what is wrong with weekly posts
    plans: list[str] = field(default_factory=list)  # what is wrong with what was planned
    results_twice: int = 0  # in their channel
    lists: int = 0  # channels without exactly one list of free seats
    unforgotten: set[int] = field(default_factory=set)
    forgone: set[str] = field(default_factory=set)  # merges and avoidances that people were told of
    troubles: list[str] = field(default_factory=list)  # what the bot itself calls a failure

    @property
    def sound(self) -> bool:
        """Return whether the promise was kept."""
        wrong = (self.lost, self.repeated, self.boards, self.strayed, self.dead, self.troubles)
        more = (
            self.misplaced,
            self.unlike,
            self.posts,
            self.plans,
            self.results_twice,
            self.lists,
            self.unforgotten,
            self.forgone,
        )
        return not any(wrong) and not any(more)

    def is_as_expected(self, wrong: str) -> bool:
        """Return whether the promise was kept, or whether the fault of a `wrong` bot was found."""
        return self.sound if wrong == "-" else bool(getattr(self, WRONG[wrong].shows))

    def __str__(self) -> str:
        counts = {
            "kills": self.kills,
            "commands acknowledged": self.confirmed,
            "events in the log": self.events,
            "plans": self.planned,
            "lobbies of theirs": self.gathered,
            "substitutes": self.substitutes,
            "merges": self.merges,
            "avoided": self.avoided,
            "rounds of nights": self.rounds,
            "decks declared": self.decks,
            "kept seats taken": self.kept,
            "calls of pods ended": self.calls,
            "lost": len(self.lost),
            "duplicated": len(self.repeated),
            "boards wrong": self.boards,
            "boards noted where none is": len(self.misplaced),
            "results": self.results,
            "tables that differ from a rebuild": len(self.strayed),
            "buttons dead": len(self.dead),
            "boards unlike an independent model": len(self.unlike),
            "weekly posts wrong": len(self.posts),
            "plans wrong": len(self.plans),
            "results twice in their channel": self.results_twice,
            "lists of free seats wrong": self.lists,
            "people not forgotten": len(self.unforgotten),
            "merges and avoidances lost": len(self.forgone),
            "failures of the bot": len(self.troubles),
        }
        return "\n".join(f"{name}: {count}" for name, count in counts.items())


class Checks:
    """Random players on all servers of a Discord, and the checks between their actions."""

    looks = LOOKS
    """How often plans are looked at until what is wrong with them is wrong for good."""

    def __init__(
        self,
        discord: Loopback,
        database: str,
        seed: int,
        groups: int,
        say: Callable[[str], None] = print,
        wrong: str = "-",
        found: Found | None = None,
    ) -> None:
        self.found = found or Found()
        self._wrong = wrong
        self._discord = discord
        self._database = database
        self._log = promise.Reader(database)
        self._random = Random(seed)
        self._say = say
        self._boards = Boards(discord)
        self._channels = {guild: iter(channels) for guild, channels in discord.guilds.items()}
        self._news = {guild: next(channels) for guild, channels in self._channels.items()}
        self._results = {guild: next(channels) for guild, channels in self._channels.items()}
        self._lists = {guild: next(channels) for guild, channels in self._channels.items()}
        self._earlier = 0  # connections of the bots before
        guilds = list(discord.guilds)
        self._groups = [self._group(guilds[n % len(guilds)]) for n in range(groups)]
        for n in range(-(-groups // EACH_PLANS)):
            place = self._take_place(guilds[n % len(guilds)])
            self._groups.append(Planners(discord, place, Random(n)))
        self._groups += [Crowd(discord, self._take_place(guild), Random(guild)) for guild in guilds]

    def _take_place(self, guild: int) -> tuple[int, int]:
        """Return a channel of a server that nobody has used."""
        return guild, next(self._channels[guild])

    def _group(self, guild: int) -> Group:
        return Group(self._discord, self._take_place(guild), Random(self._random.random()))

    async def _set_up(self) -> None:
        """Set the servers' channels for weekly posts and for results."""
        await asyncio.to_thread(migrate_database, self._database)
        database = Database(self._database)
        by, now = Person("admin", 1, "Admin"), datetime.now(UTC)
        guilds = ServerSettingsRepository(database, PeopleRepository(database))
        changes = [
            (guild, name, value)
            for guild in self._discord.guilds
            for name, value in (
                ("weekly", self._news[guild]),
                ("results_channel", self._results[guild]),
                ("seat_lists", (self._lists[guild],)),
                ("idle", "never"),
                ("modules", ("night",)),
            )
        ]
        for at, (guild, name, value) in enumerate(changes, 1):
            await guilds.set_setting(guild, name, value, by, at, now)
        await database.close_all_connections()

    def _note_troubles(self, troubles: Iterable[str]) -> None:
        for trouble in troubles:
            if not any(each in trouble for each in NO_FAILURES):
                self.found.troubles.append(trouble)
                self._say(f"the bot: {trouble}")

    async def _compare(self) -> None:
        """Check that standings, results and, after a moment, ratings follow from the log."""
        following = await promise.following(self._database)
        self.found.results = following.results
        if following.strayed:
            self.found.strayed += following.strayed
            self._say(f"different from a rebuild: {following.strayed}")

    async def _look(self) -> None:
        """Wait until the bot is idle while nobody plays; then press the buttons on the boards."""
        log = await self._check()
        for group in self._groups:
            seat = log.newest(group.channel)
            pressed = await group.press_what_stands(seat, log) if seat else None
            if pressed and pressed[1].content.startswith(LATER):
                await asyncio.sleep(SETTLES)
                pressed = await group.press_what_stands(seat, log) if seat else None
            if pressed and not pressed[1].content.startswith(promise.CONFIRMED):
                button, answer = pressed
                self.found.dead.append(f"{group.channel}: {button}: {answer.content}")
                self._say(f"a button does nothing: {self.found.dead[-1]}")

    async def _check(self, patience: float = PATIENCE) -> Log:
        discord, found = self._discord, self.found
        await self._await_bot()
        while not await self._quiet():  # it does much by itself after some hours away
            pass
        log, settled = await self._settle(patience)
        answers = discord.rest.answers.values()
        found.confirmed = len(promise.confirmed(answers))
        found.events = len(log.interactions)
        found.planned = len(log.plans)
        found.gathered = sum(each.plan.gathered is not None for each in log.plans.values())
        nights = (each.plan.night for each in log.plans.values())
        found.rounds = sum(len(night.rounds) for night in nights if night is not None)
        lost = promise.lost(log, discord)
        if lost:  # or it was confirmed after the log was read: somebody is told late, but told
            lost &= promise.lost(await self._log.read(), discord)
        for id in sorted(lost - found.lost):
            sent, told = discord.sent[id], discord.rest.answers[id].content
            self._say(f"lost: {id} in {sent['channel_id']}, {sent['data']}, {told}")
        found.lost |= lost
        found.repeated = promise.repeated(log, discord)
        found.substitutes = sum(line.type == "substituted" for line in log.lines)
        found.decks = sum(line.type == "deck-named" for line in log.lines)
        found.kept = promise.count_kept_seats_taken(discord)
        found.calls = sum(line.type == "call-ended" for line in log.lines)
        found.merges = sum(row.person is not None for row in log.merges.values())
        found.avoided = len(log.avoided)
        for line in promise.find_forgone(log, discord):
            if line not in found.forgone:
                self._say(line)
            found.forgone.add(line)
        found.unforgotten |= promise.unforgotten(log, discord)
        if not settled:
            wrong = self._boards.wrong()
            for each in wrong:
                self._leave(each)
            if not wrong:
                self._note_troubles(["the boards are right, but the bot does not rest"])
        self._compare_more(log)
        await self._compare_places()
        await self._compare_plans()
        return log

    async def _await_bot(self) -> None:
        """Wait until the bot gets all events."""
        await self._discord.ready(self._earlier + 1)

    async def _compare_places(self) -> None:
        """Check that each board is where it is noted, twice, because one may just be moving."""
        misplaced = promise.misplaced(await self._log.read(), self._discord)
        if misplaced - self.found.misplaced:
            await asyncio.sleep(QUIET)
            misplaced &= promise.misplaced(await self._log.read(), self._discord)
        for line in misplaced - self.found.misplaced:
            self._say(line)
        self.found.misplaced |= misplaced

    async def _compare_plans(self) -> None:
        """Check plans several times, because the bot's own work may be half done."""
        wrong: list[str] = []
        for _ in range(self.looks):
            log, now = await self._log.read(), time() + self._discord.later
            wrong = promise.wrong_plans(log, self._discord, int(now * 1000))
            if not wrong:
                return
            await asyncio.sleep(QUIET)
        for line in wrong:
            self._say(line)
        self.found.plans += wrong

    async def _settle(self, patience: float) -> tuple[Log, bool]:
        """Return the log, which grows when plans fall due, and whether boards became right."""
        log, since = await self._expect(), monotonic()
        while not (settled := await self._settled(SETTLES)):
            newer = await self._expect()  # before it gives up: the bot may just have done something
            if len(newer.lines) > len(log.lines):
                since = monotonic()
            elif monotonic() >= since + patience:
                break
            log = newer
        return log, settled

    async def _expect(self) -> Log:
        """Read the log, and derive the expected boards from it."""
        log = await self._log.read()
        self._boards.follow(log, [group.channel for group in self._groups])
        return log

    def _compare_more(self, log: Log) -> None:
        """Check further messages, and forgotten people."""
        found, discord = self.found, self._discord
        unlike, posts = promise.unlike_model(log, discord), promise.wrong_posts(log, discord)
        for line in (*unlike, *posts):
            self._say(line)
        found.unlike += unlike
        found.posts += posts
        found.results_twice = promise.repeated_results(log, discord, self._results.values())
        found.lists = promise.count_wrong_lists(discord, self._lists.values())

    async def _settled(self, patience: float) -> bool:
        """Return whether the boards became right, and stayed so until the bot was idle."""
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
        """Print a wrong board; let its group leave if there is no board."""
        self.found.boards += wrong.boards
        at = next(i for i, group in enumerate(self._groups) if group.channel == wrong.channel)
        self._groups[at] = self._group(self._groups[at].place[0])
        lines = [f"channel {wrong.channel}: {wrong.boards} wrong"]
        lines += [f"  missing  {shown}" for shown in wrong.missing]
        lines += [f"  unwanted {shown}" for shown in wrong.unwanted]
        path = f"/channels/{wrong.channel}/"
        lines += [
            f"  {request.method} {request.path.removeprefix(path)} {request.status} {_title(request.body)}"
            for request in self._discord.rest.requests
            if request.path.startswith(path)
        ][-LAST_REQUESTS:]
        self._say("\n".join(lines))


def _title(body: Json | None) -> str:
    found = re.search(r"### ([^\\\n\"]*)", str((body or {}).get("components") or ""))
    return found[1] if found else ""


def is_failure(answer: Answer) -> bool:
    """Return whether an answer reports a failure, and does not only ask a question."""
    return answer.content.startswith(NOT_DONE) and not answer.content.startswith(QUESTION)
