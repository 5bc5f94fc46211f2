"""Checks of the bot's permissions in every place that the settings name."""

from collections.abc import Callable, Iterator, Sequence

import discord

from bot.front.background.champion_role import find_trouble
from bot.front.background.posts import missing_for_post
from bot.front.interaction.context import MODERATOR_PERMISSIONS, Context
from bot.front.pods import threads
from bot.front.rendering import embeds
from bot.front.rendering.board_layout import find_missing_for_board

LOG_PERMISSIONS = discord.Permissions(view_channel=True, send_messages=True)
"""Permissions that the bot needs in the log channel."""


def render_tests(ctx: Context) -> discord.Embed:
    """Return an embed with the result of every check."""
    lines = "\n".join(_test_all(ctx))
    colour = embeds.COLOURS["lobby"]
    return discord.Embed(title=ctx.text("setup-tested"), description=lines, colour=colour)


def _test_all(ctx: Context) -> Iterator[str]:
    """Yield a line for each place and role that the settings name."""
    now = ctx.settings
    text = ctx.text
    for channel in _list_used_channels(ctx):
        problem = _find_board_trouble(ctx, channel)
        yield problem or text("setup-tested-well", channel=f"<#{channel}>")
    if now.log_channel is not None:
        problem = _find_log_trouble(ctx, now.log_channel)
        yield problem or text("setup-tested-log", channel=f"<#{now.log_channel}>")
    for channel in now.seat_lists:
        problem = _find_list_trouble(ctx, channel)
        yield problem or text("setup-tested-list", channel=f"<#{channel}>")
    if now.weekly is not None:
        problem = _find_weekly_trouble(ctx, now.weekly)
        yield problem or text("setup-tested-weekly", channel=f"<#{now.weekly}>")
    yield from _find_role_troubles(ctx)
    if now.players_role is not None:
        problem = _find_mention_trouble(ctx, now.players_role)
        yield problem or text("setup-tested-mention", role=f"<@&{now.players_role}>")
    if now.champion_role is not None:
        problem = _find_champion_trouble(ctx, now.champion_role)
        yield problem or text("crown-well", role=f"<@&{now.champion_role}>")


def find_troubles(ctx: Context, name: str) -> Iterator[str]:
    """Yield the problems with one setting, if there are any."""
    now = ctx.settings
    found: Sequence[str | None] = ()
    match name:
        case "channels":
            found = [_find_board_trouble(ctx, channel) for channel in now.channels]
        case "threads" if now.threads == "thread":
            found = [_find_board_trouble(ctx, channel) for channel in _list_used_channels(ctx)]
        case "log_channel" if now.log_channel is not None:
            found = [_find_log_trouble(ctx, now.log_channel)]
        case "seat_lists":
            found = [_find_list_trouble(ctx, channel) for channel in now.seat_lists]
        case "weekly" if now.weekly is not None:
            found = [_find_weekly_trouble(ctx, now.weekly)]
        case "moderator_role":
            found = [*_find_role_troubles(ctx), *_find_role_hints(ctx)]
        case "players_role" if now.players_role is not None:
            found = [_find_mention_trouble(ctx, now.players_role)]
        case "champion_role" if now.champion_role is not None:
            found = [_find_champion_trouble(ctx, now.champion_role)]
    if troubles := "\n".join(filter(None, found)):
        yield troubles


def _find_role_troubles(ctx: Context) -> Iterator[str]:
    guild = ctx.interaction.guild
    role = ctx.settings.moderator_role
    if role is not None and guild is not None and guild.get_role(role) is None:
        yield ctx.text("setup-tested-role")


def _find_role_hints(ctx: Context) -> Iterator[str]:
    """Yield a hint if members of the moderator role do not see the moderators' commands."""
    guild = ctx.interaction.guild
    chosen = ctx.settings.moderator_role
    role = guild.get_role(chosen) if guild and chosen else None
    if role is None or role.permissions.administrator or role.permissions >= MODERATOR_PERMISSIONS:
        return
    yield ctx.text("setup-moderator-commands", role=role.mention)


def _find_mention_trouble(ctx: Context, role: int) -> str | None:
    """Return why a mention of a role would reach nobody; None if no reason is known."""
    guild = ctx.interaction.guild
    if guild is None:
        return None
    found = guild.get_role(role)
    if found is None:
        return ctx.text("setup-mention-gone")
    reaches = found.mentionable or guild.me.guild_permissions.mention_everyone
    return None if reaches else ctx.text("setup-mention-silent", role=found.mention)


def _find_champion_trouble(ctx: Context, role: int) -> str | None:
    """Return why the bot cannot give the champion's role; None if no reason is known."""
    guild = ctx.interaction.guild
    problem = None if guild is None else find_trouble(guild, role)
    return None if problem is None else ctx.text(f"crown-{problem}", role=f"<@&{role}>")


def _list_used_channels(ctx: Context) -> Sequence[int]:
    """Return the channels where the bot is used; without such a setting, this channel."""
    return ctx.settings.channels or (ctx.place.channel,)


def _find_board_trouble(ctx: Context, channel: int) -> str | None:
    """Return why boards cannot be shown in a channel; None if no reason is known."""
    interaction = ctx.interaction
    found: object = interaction.channel
    allowed = interaction.app_permissions
    if channel != interaction.channel_id:
        other = _find_channel(ctx, channel)
        if other is None:
            return _render_gone(ctx, channel)
        found = other
        allowed = _find_allowed(other)
    if ctx.settings.threads == "thread" and threads.can_have_threads(found):
        return _render_missing(ctx, channel, threads.find_missing_permissions(allowed))
    in_thread = isinstance(found, discord.Thread | discord.ForumChannel)
    return _render_missing(ctx, channel, find_missing_for_board(allowed, in_thread=in_thread))


def _find_log_trouble(ctx: Context, channel: int) -> str | None:
    """Return why the log cannot be posted in a channel; None if no reason is known."""

    def find_missing(found: discord.abc.GuildChannel) -> list[str]:
        allowed = dict(_find_allowed(found))
        return [name for name, needed in LOG_PERMISSIONS if needed and not allowed[name]]

    return _find_trouble_in(ctx, channel, find_missing)


def _find_list_trouble(ctx: Context, channel: int) -> str | None:
    """Return why a list of free seats cannot be shown in a channel; None if no reason is known."""
    return _find_trouble_in(
        ctx, channel, lambda found: find_missing_for_board(_find_allowed(found), in_thread=False)
    )


def _find_weekly_trouble(ctx: Context, channel: int) -> str | None:
    """Return why weekly posts cannot be sent to a channel; None if no reason is known."""
    return _find_trouble_in(ctx, channel, missing_for_post)


def _find_trouble_in(
    ctx: Context, channel: int, find_missing: Callable[[discord.abc.GuildChannel], Sequence[str]]
) -> str | None:
    """Return that a channel is gone, or which permissions the bot misses there; else None."""
    found = _find_channel(ctx, channel)
    if found is None:
        return _render_gone(ctx, channel)
    return _render_missing(ctx, channel, find_missing(found))


def _render_gone(ctx: Context, channel: int) -> str:
    return ctx.text("setup-tested-gone", channel=f"<#{channel}>")


def _render_missing(ctx: Context, channel: int, missing: Sequence[str]) -> str | None:
    if not missing:
        return None
    permissions = ", ".join(ctx.text(f"permission-{name}") for name in missing)
    return ctx.text("setup-tested-missing", channel=f"<#{channel}>", missing=permissions)


def _find_channel(ctx: Context, id: int) -> discord.abc.GuildChannel | None:
    return None if ctx.interaction.guild is None else ctx.interaction.guild.get_channel(id)


def _find_allowed(channel: discord.abc.GuildChannel) -> discord.Permissions:
    """Return the bot's permissions in a channel as they are set.

    `channel.permissions_for` removes embeds from whoever may not send messages.
    """
    return discord.abc.GuildChannel.permissions_for(channel, channel.guild.me)
