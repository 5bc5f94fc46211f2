"""The first message to a server, which names the commands to start with.

It is sent once, in the system channel if the bot may write there; nobody is pinged. The server is recorded as known
before, so that neither an outage nor a new invitation repeats the message.
"""

import logging

import discord

from bot.front.interaction.services import BotServices
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui.pings import NO_PINGS
from bot.i18n import DEFAULT, find_supported_locale, load_translations

log = logging.getLogger(__name__)


async def send_first_welcome_message(services: BotServices, guild: discord.Guild) -> None:
    """Send the welcome message to a server that is new to the bot. Raises `StorageError`."""
    if not await services.guilds.add_joined_server(guild.id):
        return
    channel = guild.system_channel
    if channel is None:
        return
    allowed = channel.permissions_for(guild.me)
    if not (allowed.view_channel and allowed.send_messages):
        return
    community = "COMMUNITY" in guild.features
    locale = find_supported_locale(guild.preferred_locale.value) if community else None
    said = load_translations(locale or DEFAULT)("welcome")
    try:
        await channel.send(said, allowed_mentions=NO_PINGS)
    except PASSING_ERRORS as error:
        log.warning("cannot welcome server %s: %s", guild.id, error)
