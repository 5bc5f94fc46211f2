"""Servers as far as Discord has told of them, the channels open to the bot, and their language."""

import discord

from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue
from bot.storage.servers.guilds import ServerSettings


def find_loaded(client: discord.Client, guild: int) -> discord.Guild | None:
    """Return a server whose data Discord has sent; None for a server of another process.

    When the bot starts, and during an outage of the server, only the server's id is known. Every
    channel would then look deleted.
    """
    found = client.get_guild(guild)
    return None if found is None or found.unavailable else found


def is_used_in(settings: ServerSettings, channel: int, known: object) -> bool:
    """Return whether a server lets the bot be used in a channel.

    `known` is the channel as far as Discord has told of it: a thread belongs to its parent.
    """
    home = known.parent_id if isinstance(known, discord.Thread) else channel
    return not settings.channels or home in settings.channels


def find_catalogue(server: discord.Guild, settings: ServerSettings) -> Catalogue:
    """Return the catalogue of a server's language."""
    own = find_locale(server.preferred_locale.value) if "COMMUNITY" in server.features else None
    return load_catalogue(settings.language or own or DEFAULT)
