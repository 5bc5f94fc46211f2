"""The effect of a long log on the time of a command, through the service; no Discord."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from bot.rules.pod import PodCommand
from bot.rules.undoing import UndoPodEvent
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from tests.benchmarks import past
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.rules import GAME, SIX, defeat
from tests.loopback.objects import MEMBERS
from tests.storage.store import pressed_by_all

SHORT = 1_000  # events
ANA = CommandUser(MEMBERS[0].id, AccountNames(MEMBERS[0].name))
REPORT, BACK = defeat(SIX[1], SIX[0]), UndoPodEvent()


def growing(size: Size, folder: Path) -> list[Figure]:
    """Compare the time of a committed command on a long log and on a short one.

    Each channel of the long log has at least a thousandth of its events. Every command goes to both
    logs, one right after the other, so that other programs disturb both alike. The median ratio of
    such pairs counts.
    """
    lengths = (SHORT, size.events)
    files = [folder / f"{number}.sqlite3" for number, _ in enumerate(lengths)]
    for file, events in zip(files, lengths, strict=True):
        past.build(file, events // len(GAME), 0)
    read, held = asyncio.run(_times(files, size))
    return [
        *_figures(f"answer time, {size.events:,} events to {SHORT:,}", held),
        *_figures("  of a pod that is read first", read),
    ]


Pair = tuple[float, float]
"""Milliseconds on the short log, and on the long one."""


def _figures(name: str, pairs: Sequence[Pair]) -> list[Figure]:
    ratio = median(long / short for short, long in pairs)
    short, long = map(median, zip(*pairs, strict=True))
    return [
        Figure(name, ratio, "×", 1.15, "less than"),
        Figure("    median", long, "ms", baseline=(f"{SHORT:,} events", short)),
    ]


async def _times(files: Sequence[Path], size: Size) -> tuple[list[Pair], list[Pair]]:
    """Return the times for pods that must be read first, and for those in memory."""
    places = past.places(size.channels)
    read: list[Pair] = []
    held: list[Pair] = []
    async with _opened(files) as databases:
        for database in databases:
            await _sit_down(_service(database), places)
        await _round(databases, places, [], [])  # while SQLite's files grow, they take longer
        for _ in range(size.rounds):
            await _round(databases, places, read, held)
    return read, held


async def _round(
    databases: Sequence[Database], places: Sequence[ChannelAddress], read: list[Pair], held: list[Pair]
) -> None:
    """Send one command to each place, by services with empty caches."""
    short, long = map(_service, databases)
    for number, place in enumerate(places):
        for command, pairs in ((REPORT, read), (BACK, held)):
            # The second of two may have it easier, or harder.
            if number % 2:
                one = await _time(short, place, command)
                pairs.append((one, await _time(long, place, command)))
            else:
                one = await _time(long, place, command)
                pairs.append((await _time(short, place, command), one))


@asynccontextmanager
async def _opened(files: Sequence[Path]) -> AsyncIterator[list[Database]]:
    async with AsyncExitStack() as stack:
        databases = [Database(f"sqlite:///{file}") for file in files]
        for database in databases:
            stack.push_async_callback(database.close_all_connections)
        yield databases


def _service(database: Database) -> GameService:
    return GameService(EventLog(database), PeopleRepository(database), lambda: datetime.now(UTC))


async def _sit_down(service: GameService, places: Sequence[ChannelAddress]) -> None:
    for place in places:
        for command in GAME[:2]:
            await _time(service, place, command)


async def _time(service: GameService, place: ChannelAddress, command: PodCommand) -> float:
    request = GameCommandRequest(place, ANA, lambda *_: command, None, pressed=pressed_by_all(command))
    start = perf_counter()
    await service.execute_command(request)
    return (perf_counter() - start) * 1000
