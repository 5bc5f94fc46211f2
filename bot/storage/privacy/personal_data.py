"""Personal data: a person can export it, or be forgotten."""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import IO

from bot.lru_cache import LruCache
from bot.storage.engine.database import Database
from bot.storage.privacy import disclosure
from bot.storage.privacy.forgetting import check_over, find_mentions, remove_player, rewrite
from bot.storage.privacy.traces import find_claimed, find_person, load_nicknames
from bot.storage.record.people import People, load_struck_names
from bot.storage.record.redaction import Redactor

_CACHED_EXPORTS = 4096

PAUSE = timedelta(minutes=10)
"""The least time between two exports for a person, as each reads the whole log."""


class TooSoon(Exception):
    """An error that an export was made lately; the next is allowed at `again`."""

    def __init__(self, again: datetime) -> None:
        super().__init__(f"not before {again}")
        self.again = again


class PersonalData:
    """Exports and deletions, one at a time. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people
        self._turn = asyncio.Lock()
        self._asked = LruCache[int, datetime](_CACHED_EXPORTS)

    async def export(
        self, discord_id: int, most: int, now: datetime
    ) -> tuple[IO[bytes], bool] | None:
        """Return all data about an account as a JSON file, and whether it is compressed.

        It is compressed if it is larger than `most` bytes. Returns None if there is no data. Raises
        `TooSoon`.
        """
        before = self._asked.get(discord_id)
        if before is not None and now < before + PAUSE:
            raise TooSoon(before + PAUSE)
        self._asked.put(discord_id, now)
        async with self._turn:
            file = disclosure.open_file()
            try:
                size = await self._database.snapshot(partial(disclosure.write, discord_id, file))
                if size > most:
                    file = await asyncio.to_thread(disclosure.compress, file)
            except BaseException:
                file.close()
                raise
        if not size:
            file.close()
            return None
        file.seek(0)
        return file, size > most

    async def check_over(self, discord_id: int) -> None:
        """Raise `Playing` if a game still needs a person, who then cannot be forgotten."""
        person = await self._database.read(partial(find_person, discord_id))
        if person is not None:
            await self._database.read(partial(check_over, player=person.id))

    async def forget(self, discord_id: int, names: Iterable[str], now: datetime) -> bool:
        """Forget a person for good, and redact their `names` in the texts of their servers.

        Returns False if the account is unknown. Raises `Playing`; then nothing has changed.
        """
        async with self._turn:
            person = await self._database.snapshot(partial(find_person, discord_id))
            if person is None:
                return False
            claimed = await self._database.snapshot(partial(find_claimed, player=person.id))
            accounts = [each.discord_id for each in claimed]
            struck = await self._database.snapshot(partial(load_struck_names, accounts=accounts))
            nicknames = await self._database.snapshot(partial(load_nicknames, player=person.id))
            own = [person.own_name, *nicknames, *(each.name for each in claimed)]
            called = [*names, *own, *struck]
            finding = partial(find_mentions, person.id, Redactor(called, discord_id))
            found = await self._database.snapshot(finding)
            await self._database.flush()  # shown boards, so that they can be marked as outdated
            await self._people.forget(discord_id, partial(remove_player, person, found, now))
            # Texts that were typed while the log was read.
            if late := await self._database.snapshot(finding):
                await self._database.transact(partial(rewrite, late))
                self._people.reread()
            await self._database.erase()
        return True
