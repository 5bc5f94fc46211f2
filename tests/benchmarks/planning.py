"""The time to answers while ten thousand planned games begin at the same moment."""

import asyncio
import gc
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from time import perf_counter, time
from typing import NamedTuple

from bot.front.publishing.request_limiter import REQUESTS_PER_SECOND
from bot.planning.check_in import PlannedGameCheckInOpened, PlayerCheckedIn
from bot.planning.plan_creation import FutureGamePlanned
from bot.rulebooks import GameEvent
from bot.rules.records import PodSetup
from bot.service.live_game import ChannelAddress
from bot.storage.record.codec import encode_event_as_json
from tests.benchmarks import past
from tests.benchmarks.crowd import DEFEAT, UNDO, Crowd, crowd
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.rules import SIX
from tests.loopback.server import APART, FIRST_GUILD

PACE = 10.0  # commands a second, each with its board: the rest of the rate is for plans
BUSY = REQUESTS_PER_SECOND  # commands a second whose boards and plans take the whole rate
SLOWER = 1.5  # times, beside plans
AHEAD = 20.0  # seconds in which the database is told of all plans
LAP = 5.0  # seconds between the two commands in a channel
LATE = 60.0  # seconds
SEATED = SIX[:4]
"""Who have a seat in each plan, and are there."""

MESSAGES, DELIVERIES = 10**12, 10**15
"""From here on the numbers of what the database knows of plans."""


class Begun(NamedTuple):
    """Seconds until the last lobby, requests until then, and channels with several lobbies.

    Meanwhile 99 of 100 commands were answered within so many ms: `beside` the plans, when the bot
    had nothing else to do (`quiet`), and when it sent as many requests without plans (`busy`).
    """

    last: float
    requests: int
    twice: int
    quiet: float
    busy: float
    beside: float


def planning(size: Size, folder: Path) -> list[Figure]:
    """Measure the same commands without plans, and until the last lobby is posted.

    Each plan is in a channel of its own. Plans and boards share the bot's own limit of requests a
    second. Beside plans the bot uses all of it, and so it does in the comparison, for boards alone:
    a bot that idles between commands answers sooner.
    """
    begun = asyncio.run(_planning(size, folder))
    late = begun.last - begun.requests / REQUESTS_PER_SECOND
    name = f"answered while {size.plans:,} plans begin, p99"
    return [
        Figure(name, begun.beside, "ms", SLOWER * begun.busy, "less than", ("busy", begun.busy)),
        Figure("  and where the bot rests", begun.beside, "ms", baseline=("quiet", begun.quiet)),
        Figure("  all have their lobby after", begun.last, "s"),
        Figure("  beyond what Discord takes", late, "s", LATE, "at most"),
        Figure("  with several lobbies", begun.twice, "", 0, "at most"),
    ]


async def _planning(size: Size, folder: Path) -> Begun:
    before = -(-size.crowd // past.CHANNELS)  # servers of those who give commands
    numbers = range(before * past.CHANNELS, before * past.CHANNELS + size.plans)
    places = [_find_place(number) for number in numbers]
    servers = before + -(-size.plans // past.CHANNELS)
    prepare = partial(_announce, places=places)
    async with crowd(folder, "drawing", size.crowd, servers, prepare) as people:
        quiet, busy = [await _answer_all(people, pace) for pace in (PACE, BUSY)]
        people.forget()
        since, beside = perf_counter() + AHEAD, list[float]()
        await asyncio.to_thread(_make_due, folder / "drawing.sqlite3", places, size.crowd)
        await people.wake()
        people.forget()
        await asyncio.sleep(since - perf_counter())
        for lap in cycle(_cut(people, PACE)):
            beside += await _answer(people, lap, PACE)
            if len(_find_lobbies(people, places)) == size.plans:
                break
        await people.settled()
        lobbies = _find_lobbies(people, places)
        last = max(at for times in lobbies.values() for at in times)
        requests = sum(since <= each.at <= last and each.path.startswith("/channels") for each in people.requests)
        twice = sum(len(times) > 1 for times in lobbies.values())
    took = last - since
    return Begun(took, requests, twice, *map(_nearly_all, (quiet, busy, beside)))


def _cut(people: Crowd, pace: float) -> list[Sequence[ChannelAddress]]:
    """Cut the places into groups that each get their next command in time at that pace."""
    size = round(pace * LAP)
    return [people.places[first : first + size] for first in range(0, len(people.places), size)]


async def _answer_all(people: Crowd, pace: float) -> list[float]:
    """Return seconds to the answer of each command, in all channels, at a pace."""
    await people.settled()
    people.forget()
    return [each for lap in _cut(people, pace) for each in await _answer(people, lap, pace)]


async def _answer(people: Crowd, places: Sequence[ChannelAddress], pace: float) -> list[float]:
    """Return seconds to the answer of each command, once in each of these channels.

    A refused command, such as one whose commit was too slow, counts as never answered.
    """
    gc.collect()
    asks = [(command, place) for command in (DEFEAT, UNDO) for place in places]
    gc.disable()  # nobody waits for Discord to tidy up, and the more of it the longer
    try:
        await people.offer(asks, pace)
    finally:
        gc.enable()
    took = [*people.answers.seconds]
    people.answers.clear()
    return took


def _nearly_all(seconds: Sequence[float]) -> float:
    """Return the ms within which 99 of 100 commands were answered."""
    return sorted(seconds)[len(seconds) * 99 // 100] * 1000


def _find_lobbies(people: Crowd, places: Sequence[ChannelAddress]) -> dict[str, list[float]]:
    """Return when channels of plans got a second message, which is their lobby."""
    sent = {f"/channels/{place.channel}/messages": list[float]() for place in places}
    for each in people.requests:
        if each.method == "POST" and each.path in sent:
            sent[each.path].append(each.at)
    return {path: times for path, times in sent.items() if times}


# What the database knows


def _find_place(number: int) -> ChannelAddress:
    guild = FIRST_GUILD + number // past.CHANNELS * APART
    return ChannelAddress(guild, guild + 1 + number % past.CHANNELS)


def _announce(file: Path, places: Sequence[ChannelAddress]) -> None:
    """Give each plan its message in advance."""
    names = ("channel", "pod", "guild", "language", "wanted", "shown", "message", "posted", "told")
    last = len([*_list_events(0, 0)])
    rows = [
        (place.channel, 1, place.guild, "en", last, last, MESSAGES + number, 0, "")
        for number, place in enumerate(places)
    ]
    _insert(file, "boards", names, rows)


def _make_due(file: Path, places: Sequence[ChannelAddress], crowd: int) -> None:
    """Make all plans begin soon: everybody with a seat has checked in."""
    at = int((time() + AHEAD) * 1000)
    events, plans = list[tuple[object, ...]](), list[tuple[object, ...]]()
    for number, place in enumerate(places):
        told = [encode_event_as_json(event) for event in _list_events(number % crowd, at)]
        for version, each in enumerate(told, 1):
            key = DELIVERIES + number * len(told) + version
            by = past.find_key(number % crowd, SEATED[0])
            where = (place.channel, version, 1, place.guild)
            events.append((*where, each.type, each.schema, each.payload, by, key, at))
        plans.append((place.channel, 1, place.guild, "checking", len(told), at, at))
    columns = ("channel", "version", "pod", "guild", "type", "schema", "payload")
    _insert(file, "events", (*columns, "by", "interaction", "at"), events)
    columns = ("channel", "pod", "guild", "state", "version", "at", "due")
    _insert(file, "plans", columns, plans)


def _list_events(crowd: int, at: int) -> Iterator[GameEvent]:
    """Return a plan's events for the moment `at`, with the people of a channel of the crowd."""
    players = tuple(past.find_key(crowd, name) for name in SEATED)
    yield FutureGamePlanned(PodSetup(), players[0], at, players)
    yield PlannedGameCheckInOpened()
    yield from map(PlayerCheckedIn, players)


def _insert(file: Path, table: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]]) -> None:
    named, marks = ", ".join(f'"{each}"' for each in columns), ", ".join("?" * len(columns))
    with closing(sqlite3.connect(file, timeout=60.0)) as database, database:
        database.executemany(f"INSERT INTO {table} ({named}) VALUES ({marks})", rows)
