"""The channels and people of the sandbox, by the names that a tab's address gives them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import simcord
from simcord.backend.access import can_access_channel, can_access_message

DIRECT_MESSAGES = "@"


class Directory:
    """Where one can look, and as whom; what is not known is the first of each."""

    def __init__(
        self,
        env: simcord.Env,
        channels: Sequence[simcord.ChannelHandle],
        members: Mapping[simcord.MemberActor, str],
        languages: Mapping[int, str],
    ) -> None:
        self._env = env
        self._channels = tuple(channels)
        self._labels = dict(members)
        self._languages = languages

    def list_places(self, viewer_name: str) -> list[dict[str, Any]]:
        """List where a member can go: channels, their threads, the bot's direct messages."""
        viewer = self.find_member(viewer_name)
        return [
            {
                "place": name,
                "label": f"{'↳ ' if handle.is_thread else '#'}{handle.name}",
                "last": self._last_message(handle, viewer),
            }
            for name, handle in self._handles(viewer)
            if can_access_channel(self._env, handle.id, viewer, history=True)
        ] + [
            {"place": DIRECT_MESSAGES, "label": "@ direct messages", "last": self._last_dm(viewer)}
        ]

    def list_people(self) -> list[dict[str, str]]:
        """List everybody one can look as: name, how the page labels them, and their language."""
        return [
            {
                "name": str(member.user.global_name),
                "label": label,
                "language": self.find_language(member),
            }
            for member, label in self._labels.items()
        ]

    def find_member(self, name: str) -> simcord.MemberActor:
        """Return the member of a name."""
        found = (member for member in self._labels if member.user.global_name == name)
        return next(found, next(iter(self._labels)))

    def find_language(self, member: simcord.MemberActor) -> str:
        """Return the language of a member's client, as Discord's code."""
        return self._languages.get(member.id, "en-US")

    def find_channel(self, place: str, viewer: simcord.MemberActor) -> simcord.ChannelHandle:
        """Return the channel, the thread or the direct messages of a place."""
        if place == DIRECT_MESSAGES:
            return viewer.user.dm_channel
        return dict(self._handles(viewer)).get(place, self._channels[0])

    def find_channel_by_id(self, id: int) -> simcord.ChannelHandle:
        """Return the channel of an id, wherever it is."""
        channel = self._env.backend.get_channel(id)
        guild = None if channel.guild_id is None else self._channels[0].guild
        return simcord.ChannelHandle(self._env, guild, channel)

    def _handles(self, viewer: simcord.MemberActor) -> Iterator[tuple[str, simcord.ChannelHandle]]:
        for channel in self._channels:
            yield str(channel.name), channel
            yield from ((str(thread.id), thread) for thread in channel.threads)

    def _last_message(self, handle: simcord.ChannelHandle, viewer: Any) -> str:
        messages = self._env.backend.messages.get(handle.id, {}).values()
        seen = (
            message.id
            for message in messages
            if can_access_message(self._env, handle.id, message, viewer, history=True)
        )
        return str(max(seen, default=0))

    def _last_dm(self, viewer: simcord.MemberActor) -> str:
        if viewer.id not in self._env.backend.dm_channels:
            return "0"
        return self._last_message(viewer.user.dm_channel, viewer.user)
