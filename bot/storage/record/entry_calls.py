"""Calls to the players of entered games: each person is called at most once a day."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import entry_calls
from bot.storage.record.log import lock_out_writers

PAUSE = timedelta(days=1)
"""The least time between two calls of a person, whichever games they are about."""


class EntryCalls:
    """The calls of the last day. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self, guild: int, channel: int, pod: int, players: Iterable[Player], now: datetime
    ) -> frozenset[Player]:
        """Return the players whom a game's board may call now, and count them as called.

        A board whose message could not be sent may call the same people again.
        """
        wanted = frozenset(players)

        def claim_calls(connection: Connection) -> frozenset[Player]:
            lock_out_writers(connection)  # so that of two processes the second sees the first
            _erase_old(now, connection)
            mine = select(entry_calls).where(entry_calls.c.player.in_(wanted))
            called = {row.player: (row.channel, row.pod) for row in connection.execute(mine)}
            new = sorted(wanted - called.keys())
            at = {"guild": guild, "channel": channel, "pod": pod, "at": now}
            if new:
                connection.execute(insert(entry_calls), [at | {"player": each} for each in new])
            again = {each for each, place in called.items() if place == (channel, pod)}
            return frozenset(new) | again

        return await self._database.transact(claim_calls)

    async def erase_old(self, now: datetime) -> None:
        """Erase the calls that are older than `PAUSE`."""
        if await self._database.fetch(select(entry_calls.c.player).where(_is_old(now)).limit(1)):
            await self._database.transact(partial(_erase_old, now))


def _is_old(now: datetime) -> ColumnElement[bool]:
    return entry_calls.c.at <= now - PAUSE


def _erase_old(now: datetime, connection: Connection) -> None:
    connection.execute(delete(entry_calls).where(_is_old(now)))
