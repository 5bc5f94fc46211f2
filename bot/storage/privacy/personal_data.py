"""What is kept about one person: all of it for them to have, and how they are forgotten."""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import IO

from bot.lru_cache import LruCache
from bot.storage.engine.database import Database
from bot.storage.privacy import disclosure
from bot.storage.privacy.forgetting import find_mentions, remove_player, rewrite
from bot.storage.privacy.traces import find_claimed, find_person
from bot.storage.record.people import People, find_struck_names
from bot.storage.record.redaction import Redactor

_REMEMBERED = 4096

PAUSE = timedelta(minutes=10)
"""Between two exports of one person's: each reads the whole log."""


class TooSoon(Exception):
    """Somebody has just asked for the same; they may `again` then."""

    def __init__(self, again: datetime) -> None:
        super().__init__(f"not before {again}")
        self.again = again


class PersonalData:
    """Answers for one person at a time. Everything raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people
        self._turn = asyncio.Lock()
        self._asked = LruCache[int, datetime](_REMEMBERED)

    async def export(
        self, discord_id: int, most: int, now: datetime
    ) -> tuple[IO[bytes], bool] | None:
        """All that is kept about an account, as JSON; None if that is nothing.

        Whether it is compressed is said beside it: where it were larger than `most` bytes. Raises
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

    async def forget(self, discord_id: int, names: Iterable[str]) -> bool:
        """Delete who an account is, and strike their `names` from the texts of their servers.

        False if nobody knew them. For good. Raises `Playing`, and then nothing has happened.
        """
        async with self._turn:
            person = await self._database.snapshot(partial(find_person, discord_id))
            if person is None:
                return False
            claimed = await self._database.snapshot(partial(find_claimed, player=person.id))
            accounts = [each.discord_id for each in claimed]
            struck = await self._database.snapshot(partial(find_struck_names, accounts=accounts))
            called = [*names, person.name, *(each.name for each in claimed), *struck]
            finding = partial(find_mentions, person.id, Redactor(called, discord_id))
            found = await self._database.snapshot(finding)
            await self._database.flush()  # what a board shows, lest it count as shown afterwards
            await self._people.forget(discord_id, partial(remove_player, person.id, found))
            # What was typed while the log was read.
            if late := await self._database.snapshot(finding):
                await self._database.transact(partial(rewrite, late))
                self._people.reread()
            await self._database.erase()
        return True
