"""Checks of the doctor on Discord: the login, and the permissions of the bot where pods are open.

They use HTTP only, so that a running bot keeps its gateway connection.
"""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

import discord

from bot.care.findings import (
    DiagnosisFinding,
    build_result_of_check_with_warning,
    build_result_of_failed_check,
    build_result_of_passed_check,
)
from bot.config import BotSettings
from bot.front.ui.message_layout import NEEDED_PERMISSIONS, SEND_IN_THREADS
from bot.i18n import DEFAULT, load_translations
from bot.serving import DISCORD_ERRORS, BotStartError, log_in_to_discord, require_discord_token

DISCORD_AWAY_ADVICE = "try again later; https://discordstatus.com knows of Discord's own troubles"
INVITE_ADVICE = "invite it again, or let that be: its pods stay in the log"
CHANNEL_GONE_ADVICE = "that does no harm: its pod stays open in the log"
PERMISSION_ADVICE = "allow it in the channel's settings or in a role of the bot's"
MORE_SHARDS_ADVICE = "in a quiet hour run `suzerain shards {}`, which says first what that brings"
TOO_MANY_STARTS_ADVICE = "wait: Discord lets a bot start only so often, and this one has been started too often"


async def check_bot_access_to_discord(
    settings: BotSettings, channels_with_open_pods: Mapping[int, Sequence[int]], shard_count: int | None = None
) -> AsyncIterator[DiagnosisFinding]:
    """Check the login, the limits of gateway sessions, and the permissions where pods are open.

    `channels_with_open_pods` maps servers to channels. A `shard_count` of None means the number that Discord
    recommends.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await log_in_to_discord(client, require_discord_token(settings))
        except BotStartError as error:
            yield build_result_of_failed_check(f"{error}", "")
            return
        try:
            recommended, _, starts = await client.http.get_bot_gateway()
            for finding in check_session_start_limits(recommended, starts["remaining"], shard_count):
                yield finding
            servers = {guild.id async for guild in client.fetch_guilds(limit=None)}
            yield build_result_of_passed_check(f"discord: {client.user} is in {len(servers):,} servers")
            for server, channels in channels_with_open_pods.items():
                if server in servers:
                    async for finding in _check_permissions_in_server_channels(client, server, channels):
                        yield finding
                else:
                    yield build_result_of_check_with_warning(
                        f"discord: the bot is no more in server {server}", INVITE_ADVICE
                    )
        except DISCORD_ERRORS as error:
            yield build_result_of_failed_check(f"discord: it does not answer ({error})", DISCORD_AWAY_ADVICE)


def check_session_start_limits(
    recommended_shards: int, remaining_session_starts: int, shard_count: int | None
) -> Iterator[DiagnosisFinding]:
    """Check that Discord allows a session for each gateway shard, and wants no more shards.

    A `shard_count` of None means the recommended number.
    """
    shards = recommended_shards if shard_count is None else shard_count
    what = f"gateway: {shards:,} shards, {remaining_session_starts:,} starts left"
    yield (
        build_result_of_passed_check(what)
        if remaining_session_starts >= shards
        else build_result_of_check_with_warning(what, TOO_MANY_STARTS_ADVICE)
    )
    if recommended_shards > shards:
        yield build_result_of_check_with_warning(
            f"gateway: Discord recommends {recommended_shards:,} shards", MORE_SHARDS_ADVICE.format(recommended_shards)
        )


async def _check_permissions_in_server_channels(
    client: discord.Client, server_id: int, channel_ids: Sequence[int]
) -> AsyncIterator[DiagnosisFinding]:
    assert client.user is not None
    guild = await client.fetch_guild(server_id, with_counts=False)
    bot = await guild.fetch_member(client.user.id)
    sound = len(channel_ids)
    for channel in channel_ids:
        where = f"discord: server {guild.name} ({server_id}), channel {channel}"
        try:
            missing = await _fetch_missing_bot_permissions(guild, channel, bot)
        except discord.Forbidden:
            missing = [_format_permission_name("read_messages")]
        except (discord.NotFound, discord.InvalidData):
            sound -= 1
            yield build_result_of_check_with_warning(f"{where}: there is no such channel", CHANNEL_GONE_ADVICE)
            continue
        if missing:
            sound -= 1
            yield build_result_of_failed_check(f"{where}: the bot lacks {', '.join(missing)}", PERMISSION_ADVICE)
    if sound:
        yield build_result_of_passed_check(
            f"discord: server {guild.name} ({server_id}): {sound:,} channels can show their pod"
        )


async def _fetch_missing_bot_permissions(
    guild: discord.Guild, channel_id: int, bot_member: discord.Member
) -> list[str]:
    """Return the names of the permissions that the bot lacks in a channel or thread."""
    channel = await guild.fetch_channel(channel_id)
    irrelevant = SEND_IN_THREADS
    if isinstance(channel, discord.Thread):
        channel = await guild.fetch_channel(channel.parent_id)
        irrelevant = "send_messages"
    assert not isinstance(channel, discord.Thread)  # no thread is in a thread
    allowed = dict(channel.permissions_for(bot_member))
    return [
        _format_permission_name(name)
        for name, needed in NEEDED_PERMISSIONS
        if needed and name != irrelevant and not allowed[name]
    ]


def _format_permission_name(permission_name: str) -> str:
    return load_translations(DEFAULT)(f"permission-{permission_name}")
