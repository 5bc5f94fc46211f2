"""Whether Discord lets the bot in, and lets it work where pods are open.

It asks over HTTP only: a bot that runs meanwhile keeps its connection.
"""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

import discord

from bot.care.findings import Finding, report_doubtful, report_well, report_wrong
from bot.config import Settings
from bot.front.rendering.board_layout import IN_THREADS, NEEDED
from bot.i18n import DEFAULT, load_catalogue
from bot.serving import UNREACHABLE, StartError, log_in, read_token

AWAY = "try again later; https://discordstatus.com knows of Discord's own troubles"
INVITE = "invite it again, or let that be: its pods stay in the log"
GONE = "that does no harm: its pod stays open in the log"
ALLOW = "allow it in the channel's settings or in a role of the bot's"
MORE = "in a quiet hour run `suzerain shards {}`, which says first what that brings"
WAIT = "wait: Discord lets a bot start only so often, and this one has been started too often"


async def check_reach(
    settings: Settings, playing: Mapping[int, Sequence[int]], shard_count: int | None = None
) -> AsyncIterator[Finding]:
    """Ask Discord; `playing` has the channels with open pods of each server.

    Several processes have `shard_count` shards; one that has none to share asks Discord itself.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await log_in(client, read_token(settings))
        except StartError as error:
            yield report_wrong(f"{error}", "")
            return
        try:
            recommended, _, starts = await client.http.get_bot_gateway()
            for finding in examine_gateway(recommended, starts["remaining"], shard_count):
                yield finding
            servers = {guild.id async for guild in client.fetch_guilds(limit=None)}
            yield report_well(f"discord: {client.user} is in {len(servers):,} servers")
            for server, channels in playing.items():
                if server in servers:
                    async for finding in _check_server(client, server, channels):
                        yield finding
                else:
                    yield report_doubtful(f"discord: the bot is no more in server {server}", INVITE)
        except UNREACHABLE as error:
            yield report_wrong(f"discord: it does not answer ({error})", AWAY)


def examine_gateway(recommended: int, starts: int, shard_count: int | None) -> Iterator[Finding]:
    """What to say of the sessions that Discord wants, and of those that it lets begin."""
    shards = recommended if shard_count is None else shard_count
    what = f"gateway: {shards:,} shards, {starts:,} starts left"
    yield report_well(what) if starts >= shards else report_doubtful(what, WAIT)
    if recommended > shards:
        yield report_doubtful(
            f"gateway: Discord recommends {recommended:,} shards", MORE.format(recommended)
        )


async def _check_server(
    client: discord.Client, id: int, channels: Sequence[int]
) -> AsyncIterator[Finding]:
    assert client.user is not None
    guild = await client.fetch_guild(id, with_counts=False)
    bot = await guild.fetch_member(client.user.id)
    fine = len(channels)
    for channel in channels:
        where = f"discord: server {guild.name} ({id}), channel {channel}"
        try:
            missing = await _find_missing(guild, channel, bot)
        except discord.Forbidden:
            missing = [_name_permission("read_messages")]
        except (discord.NotFound, discord.InvalidData):
            fine -= 1
            yield report_doubtful(f"{where}: there is no such channel", GONE)
            continue
        if missing:
            fine -= 1
            yield report_wrong(f"{where}: the bot lacks {', '.join(missing)}", ALLOW)
    if fine:
        yield report_well(
            f"discord: server {guild.name} ({id}): {fine:,} channels can show their pod"
        )


async def _find_missing(guild: discord.Guild, id: int, bot: discord.Member) -> list[str]:
    """What the bot would need in a channel or thread to show a board there."""
    channel, elsewhere = await guild.fetch_channel(id), IN_THREADS
    if isinstance(channel, discord.Thread):
        channel, elsewhere = await guild.fetch_channel(channel.parent_id), "send_messages"
    assert not isinstance(channel, discord.Thread)  # no thread is in a thread
    allowed = dict(channel.permissions_for(bot))
    return [
        _name_permission(n) for n, needed in NEEDED if needed and n != elsewhere and not allowed[n]
    ]


def _name_permission(permission: str) -> str:
    return load_catalogue(DEFAULT)(f"permission-{permission}")
