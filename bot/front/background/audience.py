"""Whether all who read one channel may see another.

Roles and members come and go, so what is compared is what the two channels say of each: nobody is
looked up.
"""

from collections.abc import Mapping

import discord

_RANKS = {False: 0, None: 1, True: 2}
"""What a channel can say of a role or a member, from taking the right to see it to giving it."""


def sees_too(home: discord.abc.GuildChannel, other: object) -> bool:
    """Whether everybody who sees `home` sees `other`, for certain.

    That is so if everybody on the server sees `other`; or if `other` gives the right to see it to
    every role and member to which `home` gives it, and takes it from none from which `home` does
    not. A thread is seen with its channel, a private one by its own people.
    """
    if isinstance(other, discord.Thread):
        return not other.is_private() and sees_too(home, other.parent)
    if not isinstance(other, discord.abc.GuildChannel):
        return False  # gone, or nobody knows what it is
    mine, theirs = _read_overwrites(home), _read_overwrites(other)
    return _is_seen_by_all(other, theirs) or all(
        _RANKS[theirs.get(each)] >= _RANKS[mine.get(each)] for each in {*mine, *theirs}
    )


def _read_overwrites(channel: discord.abc.GuildChannel) -> Mapping[int, bool | None]:
    """What a channel says of who sees it, by the ids of roles and members."""
    return {whom.id: each.view_channel for whom, each in channel.overwrites.items()}


def _is_seen_by_all(
    channel: discord.abc.GuildChannel, overwrites: Mapping[int, bool | None]
) -> bool:
    everyone = channel.guild.default_role
    usual = overwrites.get(everyone.id)
    given = everyone.permissions.view_channel if usual is None else usual
    return given and False not in overwrites.values()
