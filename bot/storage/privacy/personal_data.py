"""Personal data: a person can export it, or be forgotten."""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import IO

from sqlalchemy import Connection

from bot.basics.lru_cache import LruCache
from bot.storage.engine.database import Database
from bot.storage.privacy import account_export
from bot.storage.privacy.forgetting import (
    load_row_changes_to_remove_name,
    remove_person_from_database,
    remove_person_names_from_rows,
    require_no_open_game_needs_player,
)
from bot.storage.privacy.traces import (
    load_guests_and_merged_accounts,
    load_nicknames_on_all_servers,
    load_person_by_account,
)
from bot.storage.record.people import PeopleRepository, load_unredacted_guest_names
from bot.storage.record.redaction import PersonNameRedactor
from bot.storage.tables.open_games import GameIdentifier, load_open_games_of_player

_CACHED_EXPORTS = 4096

PAUSE = timedelta(minutes=10)
"""The least time between two exports for a person, as each reads the whole log."""


class DataExportRateLimitedError(Exception):
    """The error that an account's data was exported too recently; `again` is the next possible time."""

    def __init__(self, next_time: datetime) -> None:
        super().__init__(f"not before {next_time}")
        self.again = next_time


class PersonalDataService:
    """A service that exports or deletes the personal data of one Discord account at a time.

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people
        self._turn = asyncio.Lock()
        self._asked = LruCache[int, datetime](_CACHED_EXPORTS)

    async def export_account_data(
        self, discord_id: int, maximum_size: int, now: datetime
    ) -> tuple[IO[bytes], bool] | None:
        """Return all data about a Discord account as a JSON file.

        Returns the file, and whether it is compressed, as it is if it is larger than `maximum_size` bytes. Returns None
        if there is no data. Raises `DataExportRateLimitedError`.
        """
        before = self._asked.get(discord_id)
        if before is not None and now < before + PAUSE:
            raise DataExportRateLimitedError(before + PAUSE)
        self._asked.put(discord_id, now)
        async with self._turn:
            file = account_export.open_temporary_file()
            try:
                size = await self._database.run_read_transaction_without_timeout(
                    partial(account_export.write_account_data_as_json, discord_id, file)
                )
                if size > maximum_size:
                    file = await asyncio.to_thread(account_export.compress_and_close_file, file)
            except BaseException:
                file.close()
                raise
        if not size:
            file.close()
            return None
        file.seek(0)
        return file, size > maximum_size

    async def require_no_open_game_needs_account(self, discord_id: int) -> None:
        """Raise `PlayerNeededInOpenGameError` if an open game still needs the player of this account."""
        person = await self._database.run_read_transaction(partial(load_person_by_account, discord_id))
        if person is not None:
            await self._database.run_read_transaction(partial(require_no_open_game_needs_player, player=person.id))

    async def load_open_games_of_account(self, discord_id: int, guild_id: int | None = None) -> list[GameIdentifier]:
        """Load the open games and plans that involve the player of an account, on one server or all servers.

        Of one server, also load the games whose end can still be disputed. The player need not be part of them any
        more.
        """

        def load_open_games(connection: Connection) -> list[GameIdentifier]:
            person = load_person_by_account(discord_id, connection)
            guilds = None if guild_id is None else [guild_id]
            if person is None:
                return []
            of_one_server = guild_id is not None
            return load_open_games_of_player(connection, person.id, guilds, include_disputable_games=of_one_server)

        return await self._database.run_read_transaction(load_open_games)

    async def delete_personal_data(self, discord_id: int, names_to_redact: Iterable[str], now: datetime) -> bool:
        """Delete a person's data for good, and redact their names in texts on their servers.

        Returns False if the account is unknown. Raises `PlayerNeededInOpenGameError`; then nothing has changed.
        """
        async with self._turn:
            person = await self._database.run_read_transaction_without_timeout(
                partial(load_person_by_account, discord_id)
            )
            if person is None:
                return False
            claimed = await self._database.run_read_transaction_without_timeout(
                partial(load_guests_and_merged_accounts, player=person.id)
            )
            accounts = [each.discord_id for each in claimed]
            struck = await self._database.run_read_transaction_without_timeout(
                partial(load_unredacted_guest_names, guest_accounts=accounts)
            )
            nicknames = await self._database.run_read_transaction_without_timeout(
                partial(load_nicknames_on_all_servers, player=person.id)
            )
            own = [person.own_name, *nicknames, *(each.display_name for each in claimed)]
            called = [*names_to_redact, *own, *struck]
            finding = partial(load_row_changes_to_remove_name, person.id, PersonNameRedactor(called, discord_id))
            found = await self._database.run_read_transaction_without_timeout(finding)
            await self._database.commit_queued_changes()  # shown boards, so that they can be marked as outdated
            await self._people.delete_person_of_account(
                discord_id, partial(remove_person_from_database, person, found, now)
            )
            # Texts that were typed while the log was read.
            if late := await self._database.run_read_transaction_without_timeout(finding):
                await self._database.run_write_transaction(partial(remove_person_names_from_rows, late))
                self._people.clear_name_caches()
            await self._database.erase_deleted_rows_from_disk()
        return True
