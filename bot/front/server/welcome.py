"""What the bot says to a server that lets it in for the first time: what to type first.

It is said once, in the system channel if the bot may write there, else nowhere; nobody is pinged.
That it was said is written down before, so that neither an outage nor a new invitation repeats it.
"""

import logging

import discord

from bot.front.background.retry import PASSING
from bot.front.interaction.services import Services
from bot.i18n import DEFAULT, find_locale, load_catalogue

log = logging.getLogger(__name__)


async def welcome(services: Services, guild: discord.Guild) -> None:
    """Say what to type first, unless the server is known already. Raises `StorageError`."""
    if not await services.guilds.note_new(guild.id):
        return
    channel = guild.system_channel
    if channel is None:
        return
    allowed = channel.permissions_for(guild.me)
    if not (allowed.view_channel and allowed.send_messages):
        return
    community = "COMMUNITY" in guild.features
    locale = find_locale(guild.preferred_locale.value) if community else None
    said = load_catalogue(locale or DEFAULT)("welcome")
    try:
        await channel.send(said, allowed_mentions=discord.AllowedMentions.none())
    except PASSING as error:
        log.warning("no welcome in server %s: %s", guild.id, error)
