"""What the bot says where it is let in for the first time: once, where it may, pinging nobody."""

from collections.abc import Mapping
from typing import Any

import discord
import simcord
from simcord.backend import serializers
from sqlalchemy import delete

from bot.storage.engine.schema import guilds
from tests.front.simulated import Server, sent_away
from tests.storage.store import execute

WELCOME = "👋 Hello! I referee multiplayer Magic"


def let_in(server: Server, to: simcord.GuildHandle) -> None:
    """Discord tells that the bot is let in, which simcord does before a channel is there."""
    backend = server.env.backend
    payload = dict(serializers.guild_create_payload(backend, backend.guilds[to.id]))
    del payload["unavailable"]
    backend.emit("GUILD_CREATE", payload)


async def new_server(
    server: Server, deny: discord.Permissions | None = None, locale: str = "en-US"
) -> tuple[simcord.GuildHandle, simcord.ChannelHandle]:
    """A server that the bot has never seen, with a system channel, and that lets it in."""
    env = server.env
    guild = env.create_guild("New", preferred_locale=locale)
    overwrites: Mapping[Any, discord.PermissionOverwrite] = {}
    if deny is not None:
        denied = discord.PermissionOverwrite.from_pair(discord.Permissions.none(), deny)
        overwrites = {guild.default_role: denied}
    channel = guild.create_text_channel("general", overwrites=dict(overwrites))
    env.backend.guilds[guild.id].system_channel_id = channel.id
    await env.settle()
    return guild, channel


def said(server: Server, channel: simcord.ChannelHandle) -> list[dict[str, Any]]:
    path = f"/channels/{channel.id}/messages"
    sent = [r.json or {} for r in server.env.http_requests if (r.method, r.path) == ("POST", path)]
    return [message for message in sent if WELCOME in message["content"]]


async def forget_server(server: Server, guild: simcord.GuildHandle) -> None:
    """As if nothing was known of a server yet: it was there before it had a system channel."""
    app: Any = server.bot.app
    await execute(app.database, delete(guilds).where(guilds.c.guild == guild.id))


async def test_a_new_server_is_told_once_what_to_type_first(server: Server) -> None:
    guild, channel = await new_server(server)
    await forget_server(server, guild)
    let_in(server, guild)
    await server.env.settle()
    [message] = said(server, channel)
    assert "</pod open:" in message["content"]
    assert message["allowed_mentions"] == {"parse": []}
    let_in(server, guild)  # delivered twice, or after an outage
    await server.env.settle()
    await server.restart()
    let_in(server, guild)
    await server.env.settle()
    gone = Server(server.env, server.bot, guild, channel, server.people)
    with sent_away(gone):
        await server.env.settle()
    await server.env.settle()
    assert len(said(server, channel)) == 1


async def test_where_the_bot_may_not_write_it_says_nothing_anywhere(server: Server) -> None:
    guild, channel = await new_server(server, discord.Permissions(send_messages=True))
    other = guild.create_text_channel("other")
    await forget_server(server, guild)
    let_in(server, guild)
    await server.env.settle()
    assert said(server, channel) == said(server, other) == []
