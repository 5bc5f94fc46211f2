"""The slash commands of modules, which Discord lists on the servers that switched them on.

A server's commands are registered whenever they differ from those that were registered last: after a change of its
settings, after a start with other commands, and when the bot is invited again. Of several processes, the one that
serves the server registers them.
"""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from bot.basics.reconciler import DebouncedJobQueue, RetryBackoff
from bot.front.publishing.retries import PASSING_ERRORS, is_error_worth_retry
from bot.storage.servers.server_commands import ServerSlashCommandRepository
from bot.storage.servers.server_settings import ServerSettingsRepository

log = logging.getLogger(__name__)

PARALLEL_UPLOADS = 2
"""Servers whose commands are registered at the same time."""

Payloads = Sequence[dict[str, Any]]
"""Commands as Discord takes them."""


class ServerCommandReconciler:
    """A background task that registers the slash commands of optional modules on servers."""

    def __init__(
        self,
        client: discord.Client,
        guilds: ServerSettingsRepository,
        registered: ServerSlashCommandRepository,
        load_payloads: Callable[[Sequence[str]], Awaitable[Payloads]],
        is_held_by_us: Callable[[int], bool],
    ) -> None:
        """Prepare the task. `load_payloads` returns the slash commands of modules by their names."""
        self._client = client
        self._guilds = guilds
        self._registered = registered
        self._describe = load_payloads
        self._tends = is_held_by_us
        self._uploads = DebouncedJobQueue[int, None](self.update_server_commands, at_once=PARALLEL_UPLOADS)
        self._backoff = RetryBackoff[int](self._queue_command_registration)
        self._checked: set[int] = set()  # servers whose commands are right

    def schedule_server_sync(self, guild_id: int) -> None:
        """Schedule an update of a server's slash commands, after a change of settings for example."""
        self._backoff.reset_failures(guild_id)
        self._checked.discard(guild_id)
        self._queue_command_registration(guild_id)

    async def reconcile_commands_of_all_servers(self) -> None:
        """Queue the registration of changed slash commands on all servers. Raises `StorageError`."""
        for guild in await self._registered.load_servers_with_slash_commands():
            if not self._does_process_serve_server(guild):
                self._checked.discard(guild)  # another process may change them
            elif guild not in self._checked and not self._backoff.must_wait_after_failure(guild):
                self._uploads.queue_job(guild, None)

    async def close(self) -> None:
        """Stop the registrations."""
        self._backoff.close()
        await self._uploads.close()

    def _queue_command_registration(self, guild_id: int) -> None:
        self._uploads.queue_job(guild_id, None)

    def _does_process_serve_server(self, guild_id: int) -> bool:
        return self._tends(guild_id) and self._client.get_guild(guild_id) is not None

    async def update_server_commands(self, guild_id: int, _job: None = None) -> None:
        """Register a server's changed slash commands on Discord; retry after a failure."""
        if not self._does_process_serve_server(guild_id):
            return
        try:
            await self._register_changed_slash_commands(guild_id)
        except PASSING_ERRORS as error:
            log.warning("the commands of server %s are tried again later: %s", guild_id, error)
            self._backoff.record_failure(guild_id, is_service_down=is_error_worth_retry(error))
        else:
            self._checked.add(guild_id)  # a change in the meantime has marked the server again
            self._backoff.record_success(guild_id)

    async def _register_changed_slash_commands(self, guild_id: int) -> None:
        settings = await self._guilds.load_server_settings(guild_id)
        payloads = await self._describe(settings.modules)
        digest = _compute_slash_commands_hash(self._client, payloads)
        if digest == await self._registered.load_slash_command_digest(guild_id):
            return
        application = self._client.application_id
        assert application is not None  # the client has logged in
        await self._client.http.bulk_upsert_guild_commands(application, guild_id, [*payloads])
        await self._registered.store_slash_command_digest(guild_id, digest)


def _compute_slash_commands_hash(client: discord.Client, command_payloads: Payloads) -> str | None:
    """Return a hash of a server's slash commands that reveals changes; None without commands."""
    if not command_payloads:
        return None
    named = json.dumps([client.application_id, command_payloads], sort_keys=True)
    return hashlib.blake2s(named.encode()).hexdigest()
