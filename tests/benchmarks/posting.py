"""The time to answers while the weekly posts of a thousand servers go out."""

import asyncio
import gc
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import UTC, timedelta
from functools import partial
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import get_args

import discord
import msgspec

from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.servers.server_settings import HOURS, ServerSettings, Weekday
from bot.storage.tables.totals import build_standings_totals_query
from tests.benchmarks import past
from tests.benchmarks.answering import SOON
from tests.benchmarks.crowd import DEFEAT, UNDO, Crowd, crowd
from tests.benchmarks.figures import Figure, Size, run_figures
from tests.benchmarks.rules import SIX
from tests.loopback.server import APART, FIRST_GUILD

PACE = 20.0  # commands a second, each with its board: half of what may be asked of Discord
MOST_ROUNDS = 3
BATCH = 50  # channels in which a command follows the other
LEAST = 500  # commands of a round
LONGEST = 100.0  # seconds after which no further round begins
SEATS = 4  # of a game of the past
IN_WEEK = 5  # games of each server in its week


def posting(size: Size, folder: Path) -> Iterator[Figure]:
    """Measure the same commands at the same pace, without posts and until all posts are out.

    All posts are due at the same moment. Posts and boards share the bot's limit of requests a
    second. The servers have the games of a long past.
    """
    return run_figures(_posting(size, folder))


async def _posting(size: Size, folder: Path) -> AsyncIterator[Figure]:
    """Yield the figures of the best round, because other programs delay some answers.

    Rounds are repeated until one is as good as wanted, or they take too long. The first figure comes before any post.
    """
    prepare = partial(_prepare, servers=size.posts, games=size.results // SEATS // size.posts)
    without, beside, out = list[float](), list[float](), list[float]()
    begin = perf_counter()
    async with crowd(folder, "drawing", size.crowd, size.posts, prepare) as people:
        for turn in range(min(size.turns, MOST_ROUNDS)):
            without.append(await _nearly_all(people))
            if not turn:
                yield Figure("answered without posts, p99", without[0], "ms")
            with closing(sqlite3.connect(folder / "drawing.sqlite3")) as database, database:
                database.execute("DELETE FROM posts")
                database.execute("DELETE FROM publications WHERE surface = 'post'")
                database.execute("UPDATE guilds SET due = 0")
            going = asyncio.create_task(_out(people, size.posts))
            beside.append(await _nearly_all(people, going))
            out.append(await going)
            if min(beside) < SOON or perf_counter() - begin > LONGEST:
                break
    name = f"answered while {size.posts:,} posts go out, p99"
    yield Figure(name, min(beside), "ms", SOON, "less than", ("without", min(without)))
    yield Figure("  all are out after", min(out), "s")


async def _out(people: Crowd, posts: int) -> float:
    """Return the seconds until so many posts were sent."""
    start = perf_counter()
    await people.sent(posts)
    return perf_counter() - start


async def _nearly_all(people: Crowd, going: asyncio.Task[float] | None = None) -> float:
    """Return the ms within which 99 of 100 commands are answered, at least until posts that are `going` are out."""
    people.forget()
    gc.collect()
    took = list[float]()
    if going is not None:
        await people.wake()
        people.answers.clear()
    batches = cycle(people.places[at : at + BATCH] for at in range(0, len(people.places), BATCH))
    while len(took) < min(LEAST, 2 * len(people.places)) or (going is not None and not going.done()):
        places = next(batches)
        await people.offer([(command, place) for command in (DEFEAT, UNDO) for place in places], PACE)
        people.committed()
        took += people.answers.seconds
        people.answers.clear()
    await people.settled()
    return sorted(took)[len(took) * 99 // 100] * 1000


def _prepare(file: Path, servers: int, games: int) -> None:
    """Give each server so many games, the last of them in its week, and a post that falls due within this hour."""
    now = discord.utils.utcnow().astimezone(UTC)
    guilds = range(FIRST_GUILD, FIRST_GUILD + servers * APART, APART)
    day, hour = get_args(Weekday)[now.weekday()], HOURS[now.hour]
    with closing(sqlite3.connect(file)) as database, database:
        for guild in guilds:
            settings = ServerSettings(weekly=guild + 1, weekday=day, hour=hour)
            row = (guild, msgspec.json.encode(settings).decode())
            database.execute("INSERT INTO guilds (guild, settings) VALUES (?, ?)", row)
        names = [row[1] for row in database.execute("PRAGMA table_info(results)")]
        marks = ", ".join("?" * len(names))
        for game in range(games):
            played = now - timedelta(days=3 if game < IN_WEEK else 7 + game)
            for seat in range(SEATS):
                found: dict[str, object] = dict.fromkeys(names, 0)
                found |= {"guild": FIRST_GUILD, "channel": FIRST_GUILD + APART // 2, "pod": game + 1}
                found |= {"player": SIX[(game + seat) % len(SIX)], "points": seat, "seats": SEATS, "deck": None}
                found |= {"role": "master", "won": seat == SEATS - 1, "at": datetime_to_milliseconds(played)}
                found |= {"game": "pod", "variant": "esclave", "table": "free-for-all", "chance": 0.25}
                found |= {"deeds": "mill" if not game else "first-blood"}
                database.execute(f"INSERT INTO results VALUES ({marks})", [found[name] for name in names])
        database.execute("DELETE FROM standings")
        database.execute(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}")
        if servers > 1:
            elsewhere = {name: f"{name} + n * {APART}" for name in ("guild", "channel")}
            for table in ("results", "standings"):
                past.copy_rows(database, table, {"copies": servers - 1}, elsewhere)
