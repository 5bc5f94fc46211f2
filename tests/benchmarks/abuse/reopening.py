"""Closing and reopening a pod must not draw other seats.

This check runs the service with a database, which has the former draw.
"""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot import seating
from bot.rules.closing import Close
from bot.rules.facts import Player
from bot.rules.joining import Join
from bot.rules.lobby import Open
from bot.rules.pod import PodCommand
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Actor, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade
from bot.storage.engine.stores import Access
from bot.storage.record.log import Log
from bot.storage.record.people import Names, People
from tests.benchmarks.abuse.evening import SETUP
from tests.benchmarks.abuse.people import BEGIN

PEOPLE = tuple(Actor(number, Names(f"player-{number}")) for number in range(1, 6))
TIMES = 4
PLACE = Place(1, 1)

Ask = Callable[[Player, LiveGame], PodCommand]


@cache
def keeps_seats() -> bool:
    """Return whether people keep their seats however often they reopen their pod."""
    with TemporaryDirectory(prefix="reopening-") as folder:
        return asyncio.run(_reopen(Path(folder) / "games.sqlite3"))


async def _reopen(file: Path) -> bool:
    database, now = Database(f"sqlite:///{file}", access=Access.FILL), BEGIN
    try:
        await upgrade(database)
        service = Service(Log(database), People(database), lambda: now)
        seats = set[tuple[Player, ...]]()
        for _ in range(TIMES):
            seats.add(await _draw(service))
            await _do(service, PEOPLE[0], lambda *_: Close())
            now += timedelta(minutes=1)
        return len(seats) == 1
    finally:
        await database.close()


async def _draw(service: Service) -> tuple[Player, ...]:
    host, *others = PEOPLE
    await _do(service, host, lambda me, _: Open(SETUP, me, (me,)))
    for player in others:
        await _do(service, player, lambda me, _: Join(me))
    started = await _do(service, host, lambda _, live: seating.draw_pod(live.pod))
    assert started.pod is not None
    assert started.pod.turn is not None
    return *started.pod.players, started.pod.turn.seat


async def _do(service: Service, actor: Actor, ask: Ask) -> LiveGame:
    return (await service.do(Request(PLACE, actor, ask))).live
