"""Which channels whoever asks may see: also threads that were put away, which Discord tells of
only when it is asked.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

import discord

from bot.lru_cache import LruCache

Channel = discord.abc.GuildChannel | discord.Thread
"""Where a game can be played."""

Sight = Literal["seen", "hidden", "gone"]

KEPT = 20_000
"""Threads whose whereabouts are remembered: they do not change."""

ASKED = 25
"""Threads that Discord is asked for at once while somebody types, who waits for few."""


class _Thread(NamedTuple):
    """The channel that a thread belongs to, whether only those see it who are in it, and its name.

    The name is that at the time it was looked up.
    """

    parent: int
    private: bool
    name: str


class ChannelVisibility:
    """What channels are, for all servers."""

    def __init__(self) -> None:
        self._threads = LruCache[int, _Thread | None](KEPT)  # None: nothing is there any more

    def find_hidden(self, interaction: discord.Interaction[Any]) -> set[int]:
        """Return the channels that the bot knows and who asks may not see."""
        guild = interaction.guild
        known = [] if guild is None else [*guild.channels, *guild.threads]
        return {each.id for each in known if not self._sees(interaction, each)}

    async def look(
        self, interaction: discord.Interaction[Any], channels: Iterable[int]
    ) -> Mapping[int, Sight]:
        """Return what each of these channels is to who asks."""
        wanted = list(dict.fromkeys(channels))
        found = await asyncio.gather(*(self._look_at(interaction, each) for each in wanted))
        return dict(zip(wanted, found, strict=True))

    async def find_seen(
        self, interaction: discord.Interaction[Any], channel: int
    ) -> Channel | None:
        """Return a channel or thread that who asks may see; None for any other."""
        assert interaction.guild is not None
        if (await self.look(interaction, [channel]))[channel] != "seen":
            return None
        known = interaction.guild.get_channel_or_thread(channel)
        return known or await interaction.guild.fetch_channel(channel)

    def may_manage_messages(self, interaction: discord.Interaction[Any], channel: int) -> bool:
        """Return whether who asks may manage messages there: of a thread in its channel."""
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
        """Return the name of each thread of the channel of `interaction` that who asks may see.

        Discord tells of those that are not put away. `others` are looked up, no more than `ASKED`
        at a time that were not before; those that are gone since then are still known.
        """
        guild = interaction.guild
        here = interaction.channel_id
        assert guild is not None
        threads = {each.id: _describe(each) for each in guild.threads}
        away = [each for each in others if guild.get_channel_or_thread(each) is None]
        await self.look(interaction, [each for each in away if each not in self._threads][:ASKED])
        threads |= {each: found for each in away if (found := self._threads.get(each)) is not None}
        return {
            id: thread.name
            for id, thread in threads.items()
            if thread.parent == here and self._sees_thread(interaction, id, thread)
        }

    async def _look_at(self, interaction: discord.Interaction[Any], channel: int) -> Sight:
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
            except (discord.HTTPException, discord.InvalidData):
                return "hidden"  # who knows
            if not isinstance(fetched, discord.Thread):
                return "seen" if self._sees(interaction, fetched) else "hidden"
            self._threads.put(channel, _describe(fetched))
        thread = self._threads.get(channel)
        if thread is None:
            return "gone"
        return "seen" if self._sees_thread(interaction, channel, thread) else "hidden"

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
        """Threads follow their parent; who is in a private one, Discord does not tell the bot."""
        assert interaction.guild is not None
        parent = interaction.guild.get_channel(thread.parent)
        if parent is None or not isinstance(interaction.user, discord.Member):
            return False
        may = parent.permissions_for(interaction.user)
        enters = not thread.private or may.manage_threads or interaction.channel_id == channel
        return may.view_channel and enters


def _describe(thread: discord.Thread) -> _Thread:
    return _Thread(thread.parent_id, thread.is_private(), thread.name)
