"""Closing and reopening a pod must not draw other seats.

This check runs the service with a database, which has the former draw.
"""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.draws import seating
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby
from bot.rules.pod import PodCommand
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from tests.benchmarks.abuse.evening import SETUP
from tests.benchmarks.abuse.people import BEGIN

PEOPLE = tuple(CommandUser(number, AccountNames(f"player-{number}")) for number in range(1, 6))
TIMES = 4
PLACE = ChannelAddress(1, 1)

Ask = Callable[[Player, LiveGame], PodCommand]


@cache
def keeps_seats() -> bool:
    """Return whether people keep their seats however often they reopen their pod."""
    with TemporaryDirectory(prefix="reopening-") as folder:
        return asyncio.run(_reopen(Path(folder) / "games.sqlite3"))


async def _reopen(file: Path) -> bool:
    database, now = Database(f"sqlite:///{file}", access_mode=DatabaseAccessMode.FILL), BEGIN
    try:
        await upgrade_database_schema(database)
        service = GameService(EventLog(database), PeopleRepository(database), lambda: now)
        seats = set[tuple[Player, ...]]()
        for _ in range(TIMES):
            seats.add(await _draw(service))
            await _do(service, PEOPLE[0], lambda *_: ClosePod())
            now += timedelta(minutes=1)
        return len(seats) == 1
    finally:
        await database.close_all_connections()


async def _draw(service: GameService) -> tuple[Player, ...]:
    host, *others = PEOPLE
    await _do(service, host, lambda me, _: OpenLobby(SETUP, me, (me,)))
    for player in others:
        await _do(service, player, lambda me, _: JoinPod(me))
    started = await _do(service, host, lambda _, live: seating.draw_seats_of_pod(live.pod))
    assert started.pod is not None
    assert started.pod.turn is not None
    return *started.pod.players, started.pod.turn.seat


async def _do(service: GameService, actor: CommandUser, ask: Ask) -> LiveGame:
    return (await service.execute_command(GameCommandRequest(PLACE, actor, ask))).live
