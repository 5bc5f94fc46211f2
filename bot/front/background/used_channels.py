"""In which channels a server lets the bot be used."""

import discord

from bot.storage.servers.guilds import ServerSettings


def is_used_in(settings: ServerSettings, channel: int, known: object) -> bool:
    """Whether a server wants the bot to be used in a channel, `known` as far as Discord tells."""
    home = known.parent_id if isinstance(known, discord.Thread) else channel
    return not settings.channels or home in settings.channels
