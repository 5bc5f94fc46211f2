"""The channels and threads that an asker may see, archived threads included.

Discord tells of archived threads only on request.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

import discord

from bot.front.background.retry import LOST_ANSWER_ERRORS
from bot.lru_cache import LruCache

Channel = discord.abc.GuildChannel | discord.Thread
"""A channel or thread in which a game can be played."""

Visibility = Literal["seen", "hidden", "gone"]

CACHED_THREADS = 20_000
"""Archived threads whose parent channel is cached; it never changes."""

MAX_FETCHED_THREADS = 25
"""The most threads that are fetched at once during an autocompletion."""


class _Thread(NamedTuple):
    """The parent channel of a thread, whether it is private, and its name when it was fetched."""

    parent: int
    private: bool
    name: str


class ChannelVisibility:
    """A lookup of the channels that askers may see, with a cache of archived threads."""

    def __init__(self) -> None:
        self._threads = LruCache[int, _Thread | None](CACHED_THREADS)  # None: deleted

    def find_hidden(self, interaction: discord.Interaction[Any]) -> set[int]:
        """Return the known channels that the asker may not see."""
        guild = interaction.guild
        known = [] if guild is None else [*guild.channels, *guild.threads]
        return {each.id for each in known if not self._sees(interaction, each)}

    async def look(
        self, interaction: discord.Interaction[Any], channels: Iterable[int]
    ) -> Mapping[int, Visibility]:
        """Return whether the asker may see each channel, or whether it is gone."""
        wanted = list(dict.fromkeys(channels))
        found = await asyncio.gather(*(self._look_at(interaction, each) for each in wanted))
        return dict(zip(wanted, found, strict=True))

    async def find_seen(
        self, interaction: discord.Interaction[Any], channel: int
    ) -> Channel | None:
        """Return a channel or thread if the asker may see it, else None."""
        assert interaction.guild is not None
        if (await self.look(interaction, [channel]))[channel] != "seen":
            return None
        known = interaction.guild.get_channel_or_thread(channel)
        return known or await interaction.guild.fetch_channel(channel)

    def may_manage_messages(self, interaction: discord.Interaction[Any], channel: int) -> bool:
        """Return whether the asker may manage messages in a channel, or in a thread's parent."""
        guild = interaction.guild
        user = interaction.user
        if guild is None or not isinstance(user, discord.Member):
            return False
        found = guild.get_channel_or_thread(channel)
        known = self._threads.get(channel) if channel in self._threads else None
        if isinstance(found, discord.Thread):
            known = _describe(found)
        parent = guild.get_channel(channel if known is None else known.parent)
        return parent is not None and parent.permissions_for(user).manage_messages

    async def find_threads(
        self, interaction: discord.Interaction[Any], others: Iterable[int] = ()
    ) -> Mapping[int, str]:
        """Return the names of the threads below the interaction's channel that the asker may see.

        Active threads are known. Of the `others`, at most `MAX_FETCHED_THREADS` uncached ones are
        fetched; threads that were deleted after they were cached are still returned.
        """
        guild = interaction.guild
        here = interaction.channel_id
        assert guild is not None
        threads = {each.id: _describe(each) for each in guild.threads}
        away = [each for each in others if guild.get_channel_or_thread(each) is None]
        await self.look(
            interaction, [each for each in away if each not in self._threads][:MAX_FETCHED_THREADS]
        )
        threads |= {each: found for each in away if (found := self._threads.get(each)) is not None}
        return {
            id: thread.name
            for id, thread in threads.items()
            if thread.parent == here and self._sees_thread(interaction, id, thread)
        }

    def find_gone(self, interaction: discord.Interaction[Any], channels: Iterable[int]) -> set[int]:
        """Return the channels that are known to be deleted, without a request to Discord."""
        guild = interaction.guild
        assert guild is not None
        away = {each for each in channels if guild.get_channel_or_thread(each) is None}
        return {
            each
            for each in away
            if each in self._threads and self._is_gone(guild, self._threads.get(each))
        }

    async def _look_at(self, interaction: discord.Interaction[Any], channel: int) -> Visibility:
        assert interaction.guild is not None
        known = interaction.guild.get_channel_or_thread(channel)
        if known is not None:
            return "seen" if self._sees(interaction, known) else "hidden"
        if channel not in self._threads:
            try:
                fetched = await interaction.guild.fetch_channel(channel)
            except discord.NotFound:
                self._threads.put(channel, None)
                return "gone"
            except (discord.HTTPException, *LOST_ANSWER_ERRORS, discord.InvalidData):
                return "hidden"  # Discord gave no answer
            if not isinstance(fetched, discord.Thread):
                return "seen" if self._sees(interaction, fetched) else "hidden"
            self._threads.put(channel, _describe(fetched))
        thread = self._threads.get(channel)
        if thread is None or self._is_gone(interaction.guild, thread):
            return "gone"
        return "seen" if self._sees_thread(interaction, channel, thread) else "hidden"

    def _is_gone(self, guild: discord.Guild, thread: _Thread | None) -> bool:
        """Return whether a thread was deleted, alone (None) or with its channel."""
        return thread is None or guild.get_channel(thread.parent) is None

    def _sees(
        self,
        interaction: discord.Interaction[Any],
        channel: Channel,
    ) -> bool:
        if isinstance(channel, discord.Thread):
            return self._sees_thread(interaction, channel.id, _describe(channel))
        return isinstance(interaction.user, discord.Member) and (
            channel.permissions_for(interaction.user).view_channel
        )

    def _sees_thread(
        self, interaction: discord.Interaction[Any], channel: int, thread: _Thread
    ) -> bool:
        """Return whether the asker may see a thread, by the permissions in its parent channel.

        Discord does not tell the bot who belongs to a private thread.
        """
        assert interaction.guild is not None
        parent = interaction.guild.get_channel(thread.parent)
        if parent is None or not isinstance(interaction.user, discord.Member):
            return False
        may = parent.permissions_for(interaction.user)
        enters = not thread.private or may.manage_threads or interaction.channel_id == channel
        return may.view_channel and enters


def _describe(thread: discord.Thread) -> _Thread:
    return _Thread(thread.parent_id, thread.is_private(), thread.name)
