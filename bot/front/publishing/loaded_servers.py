"""Servers that Discord has sent data of, the channels where the bot may be used, and their language."""

import discord

from bot.front.publishing.retries import PASSING_ERRORS
from bot.i18n import DEFAULT, Translations, find_supported_locale, load_translations
from bot.storage.servers.server_settings import ServerSettings


def find_server_served_by_this_process(client: discord.Client, guild_id: int) -> discord.Guild | None:
    """Return a Discord server if this process serves it; otherwise None."""
    found = client.get_guild(guild_id)
    return None if found is None or found.unavailable else found


async def is_channel_deleted(guild: discord.Guild, channel_id: int) -> bool:
    """Return True if Discord answers that a channel does not exist.

    A channel that the bot may not see exists.
    """
    try:
        await guild.fetch_channel(channel_id)
    except discord.NotFound:
        return True
    except (*PASSING_ERRORS, discord.InvalidData):
        return False
    return False


def is_channel_allowed(settings: ServerSettings, channel_id: int, channel_or_thread: object) -> bool:
    """Return True if a server's settings allow the bot in a channel."""
    home = channel_or_thread.parent_id if isinstance(channel_or_thread, discord.Thread) else channel_id
    return not settings.channels or home in settings.channels


def load_translations_for_server(guild: discord.Guild, settings: ServerSettings) -> Translations:
    """Return the bot's texts in the language of a server."""
    own = find_supported_locale(guild.preferred_locale.value) if "COMMUNITY" in guild.features else None
    return load_translations(settings.language or own or DEFAULT)
