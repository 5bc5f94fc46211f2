"""What Discord has told of a server, where the server lets the bot be used, and what it speaks."""

import discord

from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue
from bot.storage.servers.guilds import ServerSettings


def find_loaded(client: discord.Client, guild: int) -> discord.Guild | None:
    """Return a server; None if another process has it, or if Discord has not told what is on it.

    When the bot starts, and while a server is in trouble, only its id is known: every channel that
    is looked for seems to be gone.
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
    """Return the catalogue of what a server speaks."""
    own = find_locale(server.preferred_locale.value) if "COMMUNITY" in server.features else None
    return load_catalogue(settings.language or own or DEFAULT)
