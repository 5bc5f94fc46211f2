"""The channels and threads that a user may see, archived threads included.

Discord tells of archived threads only on request.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

import discord

from bot.basics.lru_cache import LruCache
from bot.front.publishing.retries import LOST_ANSWER_ERRORS

Channel = discord.abc.GuildChannel | discord.Thread
"""A channel or thread in which a game can be played."""

Visibility = Literal["seen", "hidden", "gone"]

CACHED_THREADS = 20_000
"""Archived threads whose parent channel is cached; it never changes."""

MAX_FETCHED_THREADS = 25
"""The most threads that are fetched at once during an autocompletion."""


class _CachedDiscordThread(NamedTuple):
    """A cached Discord thread: parent channel, name and privacy."""

    parent: int
    private: bool
    name: str


class ChannelVisibilityChecker:
    """A checker of which channels and threads a user can see, which caches archived threads."""

    def __init__(self) -> None:
        self._threads = LruCache[int, _CachedDiscordThread | None](CACHED_THREADS)  # None: deleted

    def list_channels_hidden_from_user(self, interaction: discord.Interaction[Any]) -> set[int]:
        """Return the ids of the channels in the cache that the user cannot see."""
        guild = interaction.guild
        known = [] if guild is None else [*guild.channels, *guild.threads]
        return {each.id for each in known if not self._can_see_channel(interaction, each)}

    async def fetch_channel_visibilities(
        self, interaction: discord.Interaction[Any], channel_ids: Iterable[int]
    ) -> Mapping[int, Visibility]:
        """Return for each channel id if the user can see the channel, cannot see it, or it was deleted."""
        wanted = list(dict.fromkeys(channel_ids))
        found = await asyncio.gather(*(self._fetch_channel_visibility(interaction, each) for each in wanted))
        return dict(zip(wanted, found, strict=True))

    async def fetch_visible_channel(self, interaction: discord.Interaction[Any], channel_id: int) -> Channel | None:
        """Return a channel or thread by id; None if the user cannot see it."""
        assert interaction.guild is not None
        if (await self.fetch_channel_visibilities(interaction, [channel_id]))[channel_id] != "seen":
            return None
        known = interaction.guild.get_channel_or_thread(channel_id)
        return known or await interaction.guild.fetch_channel(channel_id)

    def can_manage_messages(self, interaction: discord.Interaction[Any], channel_id: int) -> bool:
        """Return True if the user may manage messages in a channel.

        For a thread, the permissions in its parent channel decide.
        """
        guild = interaction.guild
        user = interaction.user
        if guild is None or not isinstance(user, discord.Member):
            return False
        found = guild.get_channel_or_thread(channel_id)
        known = self._threads.get(channel_id) if channel_id in self._threads else None
        if isinstance(found, discord.Thread):
            known = _build_cached_thread(found)
        parent = guild.get_channel(channel_id if known is None else known.parent)
        return parent is not None and parent.permissions_for(user).manage_messages

    async def fetch_visible_threads_of_channel(
        self, interaction: discord.Interaction[Any], candidate_thread_ids: Iterable[int] = ()
    ) -> Mapping[int, str]:
        """Return the id and name of each of the channel's threads that the user can see.

        Active threads are cached. Of the `candidate_thread_ids`, at most `MAX_FETCHED_THREADS` uncached ones are
        fetched. Threads that were deleted after they were cached are still returned.
        """
        guild = interaction.guild
        here = interaction.channel_id
        assert guild is not None
        threads = {each.id: _build_cached_thread(each) for each in guild.threads}
        away = [each for each in candidate_thread_ids if guild.get_channel_or_thread(each) is None]
        await self.fetch_channel_visibilities(
            interaction, [each for each in away if each not in self._threads][:MAX_FETCHED_THREADS]
        )
        threads |= {each: found for each in away if (found := self._threads.get(each)) is not None}
        return {
            id: thread.name
            for id, thread in threads.items()
            if thread.parent == here and self._can_see_thread(interaction, id, thread)
        }

    def list_known_deleted_channels(
        self, interaction: discord.Interaction[Any], channel_ids: Iterable[int]
    ) -> set[int]:
        """Return the channels known to be deleted, without asking Discord."""
        guild = interaction.guild
        assert guild is not None
        away = {each for each in channel_ids if guild.get_channel_or_thread(each) is None}
        return {
            each for each in away if each in self._threads and self._is_thread_deleted(guild, self._threads.get(each))
        }

    async def _fetch_channel_visibility(self, interaction: discord.Interaction[Any], channel_id: int) -> Visibility:
        assert interaction.guild is not None
        known = interaction.guild.get_channel_or_thread(channel_id)
        if known is not None:
            return "seen" if self._can_see_channel(interaction, known) else "hidden"
        if channel_id not in self._threads:
            try:
                fetched = await interaction.guild.fetch_channel(channel_id)
            except discord.NotFound:
                self._threads.put(channel_id, None)
                return "gone"
            except (discord.HTTPException, *LOST_ANSWER_ERRORS, discord.InvalidData):
                return "hidden"  # Discord gave no answer
            if not isinstance(fetched, discord.Thread):
                return "seen" if self._can_see_channel(interaction, fetched) else "hidden"
            self._threads.put(channel_id, _build_cached_thread(fetched))
        thread = self._threads.get(channel_id)
        if thread is None or self._is_thread_deleted(interaction.guild, thread):
            return "gone"
        return "seen" if self._can_see_thread(interaction, channel_id, thread) else "hidden"

    def _is_thread_deleted(self, guild: discord.Guild, thread: _CachedDiscordThread | None) -> bool:
        """Return True if a cached thread or its parent channel was deleted.

        The cache holds None for a deleted thread.
        """
        return thread is None or guild.get_channel(thread.parent) is None

    def _can_see_channel(self, interaction: discord.Interaction[Any], channel: Channel) -> bool:
        if isinstance(channel, discord.Thread):
            return self._can_see_thread(interaction, channel.id, _build_cached_thread(channel))
        return isinstance(interaction.user, discord.Member) and (channel.permissions_for(interaction.user).view_channel)

    def _can_see_thread(
        self, interaction: discord.Interaction[Any], thread_id: int, thread: _CachedDiscordThread
    ) -> bool:
        """Return True if the user can see a thread, by their rights in its parent channel.

        Discord does not tell the bot who belongs to a private thread.
        """
        assert interaction.guild is not None
        parent = interaction.guild.get_channel(thread.parent)
        if parent is None or not isinstance(interaction.user, discord.Member):
            return False
        may = parent.permissions_for(interaction.user)
        enters = not thread.private or may.manage_threads or interaction.channel_id == thread_id
        return may.view_channel and enters


def _build_cached_thread(thread: discord.Thread) -> _CachedDiscordThread:
    return _CachedDiscordThread(thread.parent_id, thread.is_private(), thread.name)
