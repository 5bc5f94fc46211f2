"""Servers that Discord has sent data of, the channels where the bot may be used, and their
language.
"""

import discord

from bot.i18n import DEFAULT, Catalogue, find_locale_by_tag, load_catalogue
from bot.storage.servers.server_settings import ServerSettings


def find_loaded_server(client: discord.Client, guild_id: int) -> discord.Guild | None:
    """Return a server whose data Discord has sent; None for a server of another process.

    When the bot starts, and during an outage of the server, only the server's id is known.
    Every channel would then look deleted.
    """
    found = client.get_guild(guild_id)
    return None if found is None or found.unavailable else found


def is_channel_allowed(settings: ServerSettings, channel_id: int, loaded_channel: object) -> bool:
    """Return whether a server's settings let the bot be used in a channel.

    `loaded_channel` is the channel if Discord has sent it: a thread belongs to its parent.
    """
    home = loaded_channel.parent_id if isinstance(loaded_channel, discord.Thread) else channel_id
    return not settings.channels or home in settings.channels


def find_server_catalogue(guild: discord.Guild, settings: ServerSettings) -> Catalogue:
    """Return the catalogue of a server's language."""
    own = (
        find_locale_by_tag(guild.preferred_locale.value) if "COMMUNITY" in guild.features else None
    )
    return load_catalogue(settings.language or own or DEFAULT)
