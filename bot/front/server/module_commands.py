"""The slash commands of modules, which Discord lists on the servers that switched them on.

A server's commands are registered whenever they differ from those that were registered last: after
a change of its settings, after a start with other commands, and when the bot is invited again. Of
several processes, the one that serves the server registers them.
"""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from bot.basics.reconciler import Backoff, JobQueue
from bot.front.publishing.retries import PASSING_ERRORS
from bot.storage.servers.server_commands import ServerCommandRepository
from bot.storage.servers.server_settings import ServerSettingsRepository

log = logging.getLogger(__name__)

PARALLEL_UPLOADS = 2
"""Servers whose commands are registered at the same time."""

Payloads = Sequence[dict[str, Any]]
"""Commands as Discord takes them."""


class ServerCommandReconciler:
    """A reconciler of the slash commands that single servers have, from the modules they
    switched on.
    """

    def __init__(
        self,
        client: discord.Client,
        guilds: ServerSettingsRepository,
        registered: ServerCommandRepository,
        load_payloads: Callable[[Sequence[str]], Awaitable[Payloads]],
        is_held_by_us: Callable[[int], bool],
    ) -> None:
        """Store `load_payloads`, which returns the command payloads of modules by their
        names.
        """
        self._client = client
        self._guilds = guilds
        self._registered = registered
        self._describe = load_payloads
        self._tends = is_held_by_us
        self._uploads = JobQueue[int, None](self.update_server_commands, at_once=PARALLEL_UPLOADS)
        self._backoff = Backoff[int]()
        self._checked: set[int] = set()  # servers whose commands are right

    def recheck_server(self, guild_id: int) -> None:
        """Compare a server's commands after a change of its settings, or a new invitation
        of the bot.
        """
        self._backoff.reset(guild_id)
        self._checked.discard(guild_id)
        self._uploads.queue_job(guild_id, None)

    async def reconcile_all(self) -> None:
        """Register the commands of every server where they may differ. Raises
        `StorageError`.
        """
        for guild in await self._registered.load_servers_with_modules():
            if not self._is_held_by_us(guild):
                self._checked.discard(guild)  # another process may change them
            elif guild not in self._checked and not self._backoff.is_backing_off(guild):
                self._uploads.queue_job(guild, None)

    async def close(self) -> None:
        """Stop registering commands; the next start finds the remaining work again."""
        await self._uploads.close()

    def _is_held_by_us(self, guild_id: int) -> bool:
        return self._tends(guild_id) and self._client.get_guild(guild_id) is not None

    async def update_server_commands(self, guild_id: int, _: None = None) -> None:
        """Register the commands of a server if they differ; after a failure the server
        backs off.
        """
        if not self._is_held_by_us(guild_id):
            return
        try:
            await self._register_commands(guild_id)
        except PASSING_ERRORS as error:
            log.warning("the commands of server %s have to wait: %s", guild_id, error)
            self._backoff.record_failure(guild_id)
        else:
            self._checked.add(guild_id)  # a change in the meantime has marked the server again
            self._backoff.reset(guild_id)

    async def _register_commands(self, guild_id: int) -> None:
        settings = await self._guilds.load_settings(guild_id)
        payloads = await self._describe(settings.modules)
        digest = _compute_commands_digest(self._client, payloads)
        if digest == await self._registered.load_command_digest(guild_id):
            return
        application = self._client.application_id
        assert application is not None  # the client has logged in
        await self._client.http.bulk_upsert_guild_commands(application, guild_id, [*payloads])
        await self._registered.store_command_digest(guild_id, digest)


def _compute_commands_digest(client: discord.Client, payloads: Payloads) -> str | None:
    """Return a digest of the bot's commands on a server; None if there are none."""
    if not payloads:
        return None
    named = json.dumps([client.application_id, payloads], sort_keys=True)
    return hashlib.blake2s(named.encode()).hexdigest()
