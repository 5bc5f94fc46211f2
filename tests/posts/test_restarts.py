"""The bot starts anew, and dies wherever it may: each week is posted once."""

import asyncio
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any, get_args

import discord
import pytest
from msgspec import Struct
from sqlalchemy import insert

from bot.front.publishing.post_outbox import (
    StandingsPostChannelChecker,
    StandingsPostContent,
    StandingsPostForbiddenError,
    StandingsPostOutbox,
    StandingsPostSender,
)
from bot.front.publishing.publisher import DiscordMessageClient, MessageContent, MessagePublisher
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.record.people import PeopleRepository, Person
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.servers.server_settings import HOURS, ServerSettingsRepository, Weekday
from bot.storage.servers.standings_posts import StandingsPost, StandingsPostRepository
from bot.time.weeks import LATE_AFTER, LONGEST_PERIOD
from tests.effort import EFFORT, SEED
from tests.storage.store import GUILD, execute, make_blank_result

ZONES = ("UTC", "Europe/Paris", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia")
ANA = Person("a" * 12, 1, "Ana")


class Died(BaseException):
    """The process is no more."""


class Message(Struct):
    """What stands in a channel."""

    id: int
    channel: int
    key: str
    at: datetime


class World:
    """Everything that outlives a process: the time, and Discord."""

    def __init__(self, database: Database, random: Random) -> None:
        self.database = database
        self.random = random
        self.now = datetime(2010, 1, 1, tzinfo=UTC)
        self.sent: list[Message] = []
        self.deaths = 0
        self.games = 0
        self.interactions = 0

    def process(self, deadly: float) -> "Process":
        return Process(self, deadly)

    async def sets(self, name: str, value: object) -> None:
        self.interactions += 1
        guilds = ServerSettingsRepository(self.database, PeopleRepository(self.database))
        await guilds.set_setting(GUILD, name, value, ANA, self.interactions, self.now)

    async def plays(self) -> None:
        self.games += 1
        row: dict[str, Any] = make_blank_result()
        row |= {"channel": 1, "pod": self.games, "player": "ana", "guild": GUILD, "won": True}
        row |= {
            "game": "pod",
            "role": "master",
            "variant": "esclave",
            "table": "free-for-all",
            "at": self.now,
            "recorded": self.now,
            "brought_by": None,
        }
        await execute(self.database, insert(results).values(row))


class Process(DiscordMessageClient, StandingsPostChannelChecker):
    """An outbox that may die before or after whatever it does, and its Discord."""

    def __init__(self, world: World, deadly: float) -> None:
        self.world = world
        self.deadly = deadly
        self.dead = False
        guilds, posts = (ServerSettingsRepository(world.database, PeopleRepository(world.database)), MortalPosts(self))
        rows = MortalPublications(self)

        def now() -> datetime:
            return world.now

        publisher = MessagePublisher(self, rows, DiscordRequestRateLimiter(math.inf), now)
        delivery = StandingsPostSender(self, publisher, rows, posts, guilds, self.draw, now)
        self.outbox = StandingsPostOutbox(self, rows, posts, delivery, now)

    def lives(self) -> None:
        """Raises `Died`, from now on always, if it does not."""
        if not self.dead and self.world.random.random() < self.deadly:
            self.dead = True
            self.world.deaths += 1
        if self.dead:
            raise Died

    async def draw(self, _: StandingsPost) -> StandingsPostContent:
        self.lives()
        return StandingsPostContent(discord.Embed())

    def is_server_loaded(self, _: int) -> bool:
        return True

    def require_permissions_to_post_standings(self, published_message: PublishedMessage) -> None:
        self.lives()

    async def send_message(self, channel_id: int, content: MessageContent, nonce: str) -> Any:
        self.lives()
        world = self.world
        if world.random.random() < 0.05:
            raise StandingsPostForbiddenError(("send_messages",))
        await asyncio.sleep(0)
        assert content.view is not None
        [button] = content.view.children
        assert isinstance(button, discord.ui.Button)
        key = str(button.custom_id).removeprefix("post:")
        world.sent.append(Message(len(world.sent) + 1, channel_id, key, world.now))
        self.lives()
        return SimpleNamespace(id=len(world.sent), components=[])

    async def edit_message(self, channel_id: int, message_id: int, content: MessageContent) -> None:
        self.lives()
        assert any((each.id, each.channel) == (message_id, channel_id) for each in self.world.sent)

    async def fetch_matching_messages_of_bot(
        self, channel_id: int, start_time: datetime, after_message: int | None, predicate: Callable[[Any], bool]
    ) -> Any:
        self.lives()
        found = []
        for each in self.world.sent:
            components = [SimpleNamespace(custom_id=f"post:{each.key}")]
            seen = SimpleNamespace(id=each.id, components=components)
            if each.channel == channel_id and each.at >= start_time and predicate(seen):
                found.append(seen)
        return found

    async def send_message_to_log_channel(self, channel_id: int, message_text: str) -> None:
        raise AssertionError((channel_id, message_text))


class MortalPosts(StandingsPostRepository):
    """Each question and each change may be the last."""

    def __init__(self, process: Process) -> None:
        super().__init__(process.world.database)
        self._process = process

    async def store_post_and_next_due_time(self, *given: Any) -> bool:
        self._process.lives()
        done = await super().store_post_and_next_due_time(*given)
        self._process.lives()
        return done


class MortalPublications(PublishedMessageRepository):
    """The same for what is noted of messages."""

    def __init__(self, process: Process) -> None:
        super().__init__(process.world.database)
        self._process = process

    async def acquire_message_lease(self, *given: Any) -> Any:
        self._process.lives()
        done = await super().acquire_message_lease(*given)
        self._process.lives()
        return done

    async def _update_leased_message_row(self, *given: Any, **named: Any) -> None:
        self._process.lives()
        await super()._update_leased_message_row(*given, **named)
        self._process.lives()


async def test_however_often_the_bot_restarts_each_week_is_posted_once(database: Database) -> None:
    random = Random(SEED)
    world = World(database, random)
    await world.sets("weekly", 10)
    for _ in range(EFFORT.restarts):
        away = random.choice((1, 1, 60, 60, 24 * 60, 24 * 60, 6 * 24 * 60, 30 * 24 * 60))
        world.now += timedelta(minutes=random.random() * away)
        if random.random() < 0.02:
            world.now -= timedelta(days=random.random() * 20)
        match random.randrange(11):
            case 0:
                await world.sets("timezone", random.choice(ZONES))
            case 1:
                await world.sets("weekday", random.choice(get_args(Weekday)))
            case 2:
                await world.sets("hour", random.choice(HOURS))
            case 3 | 4:
                await world.sets("weekly", random.choice((10, 11)))
            case 5 | 6 | 7 | 8:
                await world.plays()
        processes = [world.process(0.1) for _ in range(random.choice((1, 1, 2, 3)))]
        rounds = [each.outbox.send_pending_posts() for each in processes]
        await asyncio.gather(*rounds, return_exceptions=True)
    assert world.deaths > EFFORT.restarts / 40
    for _ in range(20):  # in the end it is well
        world.now += timedelta(minutes=30)
        await world.process(0.0).outbox.send_pending_posts()
    check(world, (await StandingsPostRepository(database).load_weekly_posts(GUILD))[::-1])


class Doomed(Process):
    """An outbox that dies when it sends: just before, or just after."""

    def __init__(self, world: World, when: str) -> None:
        super().__init__(world, 0.0)
        self.when = when

    async def send_message(self, channel_id: int, content: MessageContent, nonce: str) -> Any:
        if self.when == "after":
            await super().send_message(channel_id, content, nonce)
        raise Died


async def test_what_was_sent_while_the_clock_was_behind_is_found_and_not_sent_again(database: Database) -> None:
    world = World(database, Random(0))
    await world.sets("weekly", 10)
    await world.plays()
    world.now += timedelta(days=10)
    with pytest.raises(Died):
        await Doomed(world, "before").outbox.send_pending_posts()
    world.now -= timedelta(days=5)
    with pytest.raises(Died):
        await Doomed(world, "after").outbox.send_pending_posts()
    assert len(world.sent) == 1
    world.now += timedelta(hours=1)
    await world.process(0.0).outbox.send_pending_posts()
    assert len(world.sent) == 1
    [post] = await StandingsPostRepository(database).load_weekly_posts(GUILD)
    assert post.message == 1


def check(world: World, every: Sequence[StandingsPost]) -> None:
    sent = [each.key for each in world.sent]
    assert len(set(sent)) == len(sent)
    assert len(sent) > EFFORT.restarts / 50
    by_key = {each.key: each for each in world.sent}
    for post in every:
        assert post.start < post.end
        message = by_key.pop(post.message_key, None)
        if post.message is not None:
            assert message is not None
            assert (post.message, post.channel) == (message.id, message.channel)
            assert post.shown == post.wanted
            assert post.late or message.at - post.end <= LATE_AFTER
    assert not by_key  # nothing was sent that is not written down
    for before, after in pairwise(every):
        assert before.end <= after.start
        # However often the schedule changed between them, the later one goes on from the other.
        assert before.end == after.start or after.end - after.start <= LONGEST_PERIOD
