"""Rates games beside everything else, as soon as results have changed."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from bot.projections.replay import ROWS, WAITING, rate_chunk, read_chunk, save_chunk
from bot.reconciler import Reconciler
from bot.storage.engine.database import Database
from bot.storage.engine.errors import Busy, StorageError

log = logging.getLogger(__name__)

SLICE = 2
"""Games that are rated before others get their turn: less than half a millisecond."""

BREATH = 1.0
"""Seconds of rest where more commands wait than can be written."""


class Rater:
    """Catches up with results, chunk by chunk; which games are rated stands in the database alone.

    Several may do so at once, also in several processes. `rows` is how many results a chunk has.
    """

    def __init__(self, database: Database, rows: int = ROWS) -> None:
        self._database = database
        self._rows = rows
        self._turn = asyncio.Lock()
        # One after the other, a chunk of each server's: whoever waits for one is soon served too.
        self._servers = Reconciler[int, None](self._rate_chunk, at_once=1)

    def wake(self, guild: int) -> None:
        """Rate the games of a server soon: its results may have changed."""
        self._servers.mark(guild, None)

    async def wake_all(self, tends: Callable[[int], bool] = lambda _: True) -> None:
        """Wake for every server that has something to be rated, and that this process tends.

        Raises `Unreachable`.
        """
        async with self._database.open_reader() as connection:
            guilds = (await connection.scalars(WAITING)).all()
        for guild in filter(tends, guilds):
            self.wake(guild)

    async def wait_until_rated(self, guild: int) -> None:
        """Return once every game of a server is rated. Raises `Unreachable`."""
        while await self._rate(guild):
            pass

    async def close(self) -> None:
        """End the work, wherever it is; what is left is found again."""
        await self._servers.close()

    async def _rate_chunk(self, guild: int, _: None) -> None:
        try:
            if await self._rate(guild):
                self.wake(guild)  # after the others
        except StorageError as error:
            log.error("games of server %s are left unrated for now: %s", guild, error)

    async def _rate(self, guild: int) -> bool:
        """Rate a chunk of games; return whether there may be more."""
        async with self._turn:
            chunk = await self._database.snapshot(partial(read_chunk, guild=guild, rows=self._rows))
            if chunk is None:
                return False
            games = []
            for number, game in enumerate(rate_chunk(chunk), 1):
                games.append(game)
                if number % SLICE == 0:
                    await asyncio.sleep(0)
            try:
                await self._database.write(*save_chunk(chunk, games))
            except Busy:  # people come first
                await asyncio.sleep(BREATH)
            return True
