"""The commands of modules, which Discord lists on the servers that switched them on.

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

from bot.front.background.retry import PASSING_ERRORS
from bot.reconciler import Backoff, Reconciler
from bot.storage.servers.guild_commands import GuildCommands
from bot.storage.servers.guilds import Guilds

log = logging.getLogger(__name__)

PARALLEL_UPLOADS = 2
"""Servers whose commands are registered at the same time."""

Payloads = Sequence[dict[str, Any]]
"""Commands as Discord takes them."""


class ModuleCommands:
    """A keeper of the commands that single servers have."""

    def __init__(
        self,
        client: discord.Client,
        guilds: Guilds,
        registered: GuildCommands,
        describe: Callable[[Sequence[str]], Awaitable[Payloads]],
        tends: Callable[[int], bool],
    ) -> None:
        """Store `describe`, which returns the payloads of the modules among some names."""
        self._client = client
        self._guilds = guilds
        self._registered = registered
        self._describe = describe
        self._tends = tends
        self._uploads = Reconciler[int, None](self.update, at_once=PARALLEL_UPLOADS)
        self._backoff = Backoff[int]()
        self._checked: set[int] = set()  # servers whose commands are right

    def retry(self, guild: int) -> None:
        """Compare a server's commands after a change of its settings, or a new invitation."""
        self._backoff.end(guild)
        self._checked.discard(guild)
        self._uploads.mark(guild, None)

    async def catch_up(self) -> None:
        """Register the commands of every server where they may differ. Raises `StorageError`."""
        for guild in await self._registered.load_servers():
            if not self._serves(guild):
                self._checked.discard(guild)  # another process may change them
            elif guild not in self._checked and not self._backoff.is_resting(guild):
                self._uploads.mark(guild, None)

    async def close(self) -> None:
        """Stop; the next start finds the remaining work again."""
        await self._uploads.close()

    def _serves(self, guild: int) -> bool:
        return self._tends(guild) and self._client.get_guild(guild) is not None

    async def update(self, guild: int, _: None = None) -> None:
        """Register the commands of a server if they differ; after a failure they have to wait."""
        if not self._serves(guild):
            return
        try:
            await self._register(guild)
        except PASSING_ERRORS as error:
            log.warning("the commands of server %s have to wait: %s", guild, error)
            self._backoff.rest(guild)
        else:
            self._checked.add(guild)  # a change in the meantime has marked the server again
            self._backoff.end(guild)

    async def _register(self, guild: int) -> None:
        settings = await self._guilds.read_settings(guild)
        payloads = await self._describe(settings.modules)
        digest = _compute_digest(self._client, payloads)
        if digest == await self._registered.load_digest(guild):
            return
        application = self._client.application_id
        assert application is not None  # the client has logged in
        await self._client.http.bulk_upsert_guild_commands(application, guild, [*payloads])
        await self._registered.store_digest(guild, digest)


def _compute_digest(client: discord.Client, payloads: Payloads) -> str | None:
    """Return a digest of an application's commands on a server; None if there are none."""
    if not payloads:
        return None
    named = json.dumps([client.application_id, payloads], sort_keys=True)
    return hashlib.blake2s(named.encode()).hexdigest()
