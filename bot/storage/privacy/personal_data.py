"""Personal data: a person can export it, or be forgotten."""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import IO

from bot.basics.lru_cache import LruCache
from bot.storage.engine.database import Database
from bot.storage.privacy import account_export
from bot.storage.privacy.forgetting import (
    apply_text_changes,
    load_person_traces,
    remove_person,
    require_not_playing,
)
from bot.storage.privacy.traces import load_claimed_people, load_nicknames, load_person_by_account
from bot.storage.record.people import PeopleRepository, load_redacted_guest_names
from bot.storage.record.redaction import PersonNameRedactor

_CACHED_EXPORTS = 4096

PAUSE = timedelta(minutes=10)
"""The least time between two exports for a person, as each reads the whole log."""


class ExportRateLimited(Exception):
    """An error that an account's data was exported too recently; try again at `again`."""

    def __init__(self, next_time: datetime) -> None:
        super().__init__(f"not before {next_time}")
        self.again = next_time


class PersonalDataService:
    """A service for exports and deletions of personal data, one at a time.

    Every method raises `DatabaseUnreachable`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people
        self._turn = asyncio.Lock()
        self._asked = LruCache[int, datetime](_CACHED_EXPORTS)

    async def export_account(
        self, discord_id: int, maximum_size: int, now: datetime
    ) -> tuple[IO[bytes], bool] | None:
        """Export all data about a Discord account as a JSON file.

        Returns the file, and whether it is compressed, as it is if it is larger than
        `maximum_size` bytes. Returns None if there is no data. Raises `ExportRateLimited`.
        """
        before = self._asked.get(discord_id)
        if before is not None and now < before + PAUSE:
            raise ExportRateLimited(before + PAUSE)
        self._asked.put(discord_id, now)
        async with self._turn:
            file = account_export.open_temporary_file()
            try:
                size = await self._database.run_long_read_transaction(
                    partial(account_export.write_account_export, discord_id, file)
                )
                if size > maximum_size:
                    file = await asyncio.to_thread(account_export.compress_file, file)
            except BaseException:
                file.close()
                raise
        if not size:
            file.close()
            return None
        file.seek(0)
        return file, size > maximum_size

    async def require_not_playing(self, discord_id: int) -> None:
        """Raise `PlayerStillNeeded` if a game still needs the person of a Discord account."""
        person = await self._database.run_read_transaction(
            partial(load_person_by_account, discord_id)
        )
        if person is not None:
            await self._database.run_read_transaction(
                partial(require_not_playing, player=person.id)
            )

    async def forget_person(self, discord_id: int, names: Iterable[str], now: datetime) -> bool:
        """Forget a person for good, and redact the person's names in the texts of their
        servers.

        Returns False if the account is unknown. Raises `PlayerStillNeeded`; then nothing
        has changed.
        """
        async with self._turn:
            person = await self._database.run_long_read_transaction(
                partial(load_person_by_account, discord_id)
            )
            if person is None:
                return False
            claimed = await self._database.run_long_read_transaction(
                partial(load_claimed_people, player=person.id)
            )
            accounts = [each.discord_id for each in claimed]
            struck = await self._database.run_long_read_transaction(
                partial(load_redacted_guest_names, accounts=accounts)
            )
            nicknames = await self._database.run_long_read_transaction(
                partial(load_nicknames, player=person.id)
            )
            own = [person.own_name, *nicknames, *(each.display_name for each in claimed)]
            called = [*names, *own, *struck]
            finding = partial(load_person_traces, person.id, PersonNameRedactor(called, discord_id))
            found = await self._database.run_long_read_transaction(finding)
            await (
                self._database.flush_queued_changes()
            )  # shown boards, so that they can be marked as outdated
            await self._people.forget_person(discord_id, partial(remove_person, person, found, now))
            # Texts that were typed while the log was read.
            if late := await self._database.run_long_read_transaction(finding):
                await self._database.run_transaction(partial(apply_text_changes, late))
                self._people.invalidate_caches()
            await self._database.erase_deleted_rows()
        return True
