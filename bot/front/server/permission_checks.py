"""Checks of the bot's permissions in every channel and role that the settings name."""

from collections.abc import Callable, Iterator, Sequence

import discord

from bot.front.interaction.context import MODERATOR_PERMISSIONS, Context
from bot.front.pods import pod_threads
from bot.front.publishing.post_outbox import find_missing_permissions_to_post
from bot.front.server.champion_role import find_reason_role_cannot_be_granted
from bot.front.ui import embeds
from bot.front.ui.message_layout import list_missing_board_permissions

LOG_PERMISSIONS = discord.Permissions(view_channel=True, send_messages=True)
"""Permissions that the bot needs in the log channel."""


def render_bot_permission_checks(ctx: Context) -> discord.Embed:
    """Return an embed with the channels and roles in the settings that the bot cannot use, and why."""
    lines = "\n".join(_render_permission_check_lines(ctx))
    colour = embeds.COLOURS["lobby"]
    return discord.Embed(title=ctx.translations("setup-tested"), description=lines, colour=colour)


def _render_permission_check_lines(ctx: Context) -> Iterator[str]:
    """Yield a line for each channel and role in the settings, with the reason if the bot cannot use it."""
    now = ctx.settings
    text = ctx.translations
    for channel in _list_allowed_channel_ids(ctx):
        problem = _find_board_channel_problem(ctx, channel)
        yield problem or text("setup-tested-well", channel=f"<#{channel}>")
    if now.log_channel is not None:
        problem = _find_log_channel_problem(ctx, now.log_channel)
        yield problem or text("setup-tested-log", channel=f"<#{now.log_channel}>")
    for channel in now.seat_lists:
        problem = _find_free_seat_list_channel_problem(ctx, channel)
        yield problem or text("setup-tested-list", channel=f"<#{channel}>")
    if now.weekly is not None:
        problem = _find_weekly_post_channel_problem(ctx, now.weekly)
        yield problem or text("setup-tested-weekly", channel=f"<#{now.weekly}>")
    yield from _find_deleted_moderator_role_problem(ctx)
    if now.players_role is not None:
        problem = _find_role_mention_problem(ctx, now.players_role)
        yield problem or text("setup-tested-mention", role=f"<@&{now.players_role}>")
    if now.champion_role is not None:
        problem = _find_champion_role_problem(ctx, now.champion_role)
        yield problem or text("crown-well", role=f"<@&{now.champion_role}>")


def find_permission_problems_of_setting(ctx: Context, setting_name: str) -> Iterator[str]:
    """Yield the reasons why the bot cannot use the channel or role in a setting."""
    now = ctx.settings
    found: Sequence[str | None] = ()
    match setting_name:
        case "channels":
            found = [_find_board_channel_problem(ctx, channel) for channel in now.channels]
        case "threads" if now.threads == "thread":
            found = [_find_board_channel_problem(ctx, channel) for channel in _list_allowed_channel_ids(ctx)]
        case "log_channel" if now.log_channel is not None:
            found = [_find_log_channel_problem(ctx, now.log_channel)]
        case "seat_lists":
            found = [_find_free_seat_list_channel_problem(ctx, channel) for channel in now.seat_lists]
        case "weekly" if now.weekly is not None:
            found = [_find_weekly_post_channel_problem(ctx, now.weekly)]
        case "moderator_role":
            found = [*_find_deleted_moderator_role_problem(ctx), *_render_hidden_moderator_commands_hint(ctx)]
        case "players_role" if now.players_role is not None:
            found = [_find_role_mention_problem(ctx, now.players_role)]
        case "champion_role" if now.champion_role is not None:
            found = [_find_champion_role_problem(ctx, now.champion_role)]
    if troubles := "\n".join(filter(None, found)):
        yield troubles


def _find_deleted_moderator_role_problem(ctx: Context) -> Iterator[str]:
    guild = ctx.interaction.guild
    role = ctx.settings.moderator_role
    if role is not None and guild is not None and guild.get_role(role) is None:
        yield ctx.translations("setup-tested-role")


def _render_hidden_moderator_commands_hint(ctx: Context) -> Iterator[str]:
    """Yield a hint if the moderators' role cannot see the moderators' commands."""
    guild = ctx.interaction.guild
    chosen = ctx.settings.moderator_role
    role = guild.get_role(chosen) if guild and chosen else None
    if role is None or role.permissions.administrator or role.permissions >= MODERATOR_PERMISSIONS:
        return
    yield ctx.translations("setup-moderator-commands", role=role.mention)


def _find_role_mention_problem(ctx: Context, role_id: int) -> str | None:
    """Return the reason why a mention of a role notifies nobody; None if there is none."""
    guild = ctx.interaction.guild
    if guild is None:
        return None
    found = guild.get_role(role_id)
    if found is None:
        return ctx.translations("setup-mention-gone")
    reaches = found.mentionable or guild.me.guild_permissions.mention_everyone
    return None if reaches else ctx.translations("setup-mention-silent", role=found.mention)


def _find_champion_role_problem(ctx: Context, role_id: int) -> str | None:
    """Return the reason why the bot cannot give the champion's role; None if it can."""
    guild = ctx.interaction.guild
    problem = None if guild is None else find_reason_role_cannot_be_granted(guild, role_id)
    return None if problem is None else ctx.translations(f"crown-{problem}", role=f"<@&{role_id}>")


def _list_allowed_channel_ids(ctx: Context) -> Sequence[int]:
    return ctx.settings.channels or (ctx.channel_address.channel,)


def _find_board_channel_problem(ctx: Context, channel_id: int) -> str | None:
    """Return the reason why the bot cannot show boards in a channel; None if it can."""
    interaction = ctx.interaction
    found: object = interaction.channel
    allowed = interaction.app_permissions
    if channel_id != interaction.channel_id:
        other = _find_server_channel(ctx, channel_id)
        if other is None:
            return _render_deleted_channel_problem(ctx, channel_id)
        found = other
        allowed = _compute_bot_permissions(other)
    if ctx.settings.threads == "thread" and pod_threads.can_channel_have_threads(found):
        return _render_missing_permissions(ctx, channel_id, pod_threads.list_missing_permissions_for_threads(allowed))
    in_thread = isinstance(found, discord.Thread | discord.ForumChannel)
    return _render_missing_permissions(ctx, channel_id, list_missing_board_permissions(allowed, in_thread=in_thread))


def _find_log_channel_problem(ctx: Context, channel_id: int) -> str | None:
    """Return the reason why the bot cannot write its log in a channel; None if it can."""

    def find_missing_log_permissions(guild_channel: discord.abc.GuildChannel) -> list[str]:
        allowed = dict(_compute_bot_permissions(guild_channel))
        return [name for name, needed in LOG_PERMISSIONS if needed and not allowed[name]]

    return _find_channel_permission_problem(ctx, channel_id, find_missing_log_permissions)


def _find_free_seat_list_channel_problem(ctx: Context, channel_id: int) -> str | None:
    return _find_channel_permission_problem(
        ctx, channel_id, lambda found: list_missing_board_permissions(_compute_bot_permissions(found), in_thread=False)
    )


def _find_weekly_post_channel_problem(ctx: Context, channel_id: int) -> str | None:
    return _find_channel_permission_problem(ctx, channel_id, find_missing_permissions_to_post)


def _find_channel_permission_problem(
    ctx: Context, channel_id: int, find_missing_permissions: Callable[[discord.abc.GuildChannel], Sequence[str]]
) -> str | None:
    """Return a text if the bot lacks permissions in a channel or the channel was deleted; otherwise None."""
    found = _find_server_channel(ctx, channel_id)
    if found is None:
        return _render_deleted_channel_problem(ctx, channel_id)
    return _render_missing_permissions(ctx, channel_id, find_missing_permissions(found))


def _render_deleted_channel_problem(ctx: Context, channel_id: int) -> str:
    return ctx.translations("setup-tested-gone", channel=f"<#{channel_id}>")


def _render_missing_permissions(ctx: Context, channel_id: int, permission_names: Sequence[str]) -> str | None:
    if not permission_names:
        return None
    permissions = ", ".join(ctx.translations(f"permission-{name}") for name in permission_names)
    return ctx.translations("setup-tested-missing", channel=f"<#{channel_id}>", missing=permissions)


def _find_server_channel(ctx: Context, channel_id: int) -> discord.abc.GuildChannel | None:
    return None if ctx.interaction.guild is None else ctx.interaction.guild.get_channel(channel_id)


def _compute_bot_permissions(channel: discord.abc.GuildChannel) -> discord.Permissions:
    """Return the bot's permissions in a channel, including the channel's overwrites.

    `channel.permissions_for` removes embeds from whoever may not send messages.
    """
    return discord.abc.GuildChannel.permissions_for(channel, channel.guild.me)
