"""Which channels whoever asks may see: also threads that were put away, which Discord tells of
only when it is asked.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

import discord

from bot.storage.engine.lru_cache import LruCache

Sight = Literal["seen", "hidden", "gone"]

KEPT = 20_000
"""Threads whose whereabouts are remembered: they do not change."""


class _Thread(NamedTuple):
    """The channel that a thread belongs to, and whether only those see it who are in it."""

    parent: int
    private: bool


class ChannelVisibility:
    """What channels are, for all servers."""

    def __init__(self) -> None:
        self._threads = LruCache[int, _Thread | None](KEPT)  # None: nothing is there any more

    def find_hidden(self, asked: discord.Interaction[Any]) -> set[int]:
        """Return the channels that the bot knows and who asks may not see."""
        guild = asked.guild
        known = [] if guild is None else [*guild.channels, *guild.threads]
        return {each.id for each in known if not self._sees(asked, each)}

    async def look(
        self, asked: discord.Interaction[Any], channels: Iterable[int]
    ) -> Mapping[int, Sight]:
        """Return what each of these channels is to who asks."""
        wanted = list(dict.fromkeys(channels))
        found = await asyncio.gather(*(self._look_at(asked, each) for each in wanted))
        return dict(zip(wanted, found, strict=True))

    async def _look_at(self, asked: discord.Interaction[Any], channel: int) -> Sight:
        assert asked.guild is not None
        known = asked.guild.get_channel_or_thread(channel)
        if known is not None:
            return "seen" if self._sees(asked, known) else "hidden"
        if channel not in self._threads:
            try:
                fetched = await asked.guild.fetch_channel(channel)
            except discord.NotFound:
                self._threads.put(channel, None)
                return "gone"
            except (discord.HTTPException, discord.InvalidData):
                return "hidden"  # who knows
            if not isinstance(fetched, discord.Thread):
                return "seen" if self._sees(asked, fetched) else "hidden"
            self._threads.put(channel, _Thread(fetched.parent_id, fetched.is_private()))
        thread = self._threads.get(channel)
        if thread is None:
            return "gone"
        return "seen" if self._sees_thread(asked, channel, thread) else "hidden"

    def _sees(
        self, asked: discord.Interaction[Any], channel: discord.abc.GuildChannel | discord.Thread
    ) -> bool:
        if isinstance(channel, discord.Thread):
            there = _Thread(channel.parent_id, channel.is_private())
            return self._sees_thread(asked, channel.id, there)
        return isinstance(asked.user, discord.Member) and (
            channel.permissions_for(asked.user).view_channel
        )

    def _sees_thread(self, asked: discord.Interaction[Any], channel: int, thread: _Thread) -> bool:
        """Threads follow their parent; who is in a private one, Discord does not tell the bot."""
        assert asked.guild is not None
        parent = asked.guild.get_channel(thread.parent)
        if parent is None or not isinstance(asked.user, discord.Member):
            return False
        may = parent.permissions_for(asked.user)
        enters = not thread.private or may.manage_threads or asked.channel_id == channel
        return may.view_channel and enters
