"""The doctor's checks on Discord: the bot can log in, and has its permissions where pods are open.

They use HTTP only, so that a running bot keeps its gateway connection.
"""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

import discord

from bot.care.findings import Finding, report_doubtful, report_well, report_wrong
from bot.config import Settings
from bot.front.rendering.board_layout import NEEDED_PERMISSIONS, SEND_IN_THREADS
from bot.i18n import DEFAULT, load_catalogue
from bot.serving import DISCORD_ERRORS, StartError, log_in, read_token

DISCORD_AWAY_ADVICE = "try again later; https://discordstatus.com knows of Discord's own troubles"
INVITE_ADVICE = "invite it again, or let that be: its pods stay in the log"
CHANNEL_GONE_ADVICE = "that does no harm: its pod stays open in the log"
PERMISSION_ADVICE = "allow it in the channel's settings or in a role of the bot's"
MORE_SHARDS_ADVICE = "in a quiet hour run `suzerain shards {}`, which says first what that brings"
TOO_MANY_STARTS_ADVICE = (
    "wait: Discord lets a bot start only so often, and this one has been started too often"
)


async def check_access(
    settings: Settings, playing: Mapping[int, Sequence[int]], shard_count: int | None = None
) -> AsyncIterator[Finding]:
    """Check the login, the gateway and the channels of open pods on Discord.

    `playing` maps servers to their channels with open pods. `shard_count` is the number of shards
    of a bot with several processes; None means the number that Discord recommends.
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
                    yield report_doubtful(
                        f"discord: the bot is no more in server {server}", INVITE_ADVICE
                    )
        except DISCORD_ERRORS as error:
            yield report_wrong(f"discord: it does not answer ({error})", DISCORD_AWAY_ADVICE)


def examine_gateway(recommended: int, starts: int, shard_count: int | None) -> Iterator[Finding]:
    """Compare the number of shards with the session starts that are left and with Discord's advice.

    `shard_count` None means the `recommended` number.
    """
    shards = recommended if shard_count is None else shard_count
    what = f"gateway: {shards:,} shards, {starts:,} starts left"
    yield report_well(what) if starts >= shards else report_doubtful(what, TOO_MANY_STARTS_ADVICE)
    if recommended > shards:
        yield report_doubtful(
            f"gateway: Discord recommends {recommended:,} shards",
            MORE_SHARDS_ADVICE.format(recommended),
        )


async def _check_server(
    client: discord.Client, id: int, channels: Sequence[int]
) -> AsyncIterator[Finding]:
    assert client.user is not None
    guild = await client.fetch_guild(id, with_counts=False)
    bot = await guild.fetch_member(client.user.id)
    sound = len(channels)
    for channel in channels:
        where = f"discord: server {guild.name} ({id}), channel {channel}"
        try:
            missing = await _fetch_missing(guild, channel, bot)
        except discord.Forbidden:
            missing = [_name_permission("read_messages")]
        except (discord.NotFound, discord.InvalidData):
            sound -= 1
            yield report_doubtful(f"{where}: there is no such channel", CHANNEL_GONE_ADVICE)
            continue
        if missing:
            sound -= 1
            yield report_wrong(f"{where}: the bot lacks {', '.join(missing)}", PERMISSION_ADVICE)
    if sound:
        yield report_well(
            f"discord: server {guild.name} ({id}): {sound:,} channels can show their pod"
        )


async def _fetch_missing(guild: discord.Guild, id: int, bot: discord.Member) -> list[str]:
    """Return the names of the permissions that the bot lacks in a channel or thread."""
    channel = await guild.fetch_channel(id)
    irrelevant = SEND_IN_THREADS
    if isinstance(channel, discord.Thread):
        channel = await guild.fetch_channel(channel.parent_id)
        irrelevant = "send_messages"
    assert not isinstance(channel, discord.Thread)  # no thread is in a thread
    allowed = dict(channel.permissions_for(bot))
    return [
        _name_permission(name)
        for name, needed in NEEDED_PERMISSIONS
        if needed and name != irrelevant and not allowed[name]
    ]


def _name_permission(permission: str) -> str:
    return load_catalogue(DEFAULT)(f"permission-{permission}")
