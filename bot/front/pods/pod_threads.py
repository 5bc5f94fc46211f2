"""A thread for each pod, if the server wants threads: creation, and adding players.

Discord announces a new thread in its channel, in each reader's language, and the bot needs no permission to write
there. The board reconciler archives a thread once its pod is over.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import assert_never

import discord
from msgspec.structs import replace

from bot.formatters.messages import format_variant_name
from bot.front.interaction.answers import defer_answer, send_answer
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.game_commands import build_game_command_request, wrap_command_in_factory
from bot.front.publishing.game_threads import LONGEST_NAME, get_thread_if_created_by_bot
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui.escaping import clean_label_text, clean_user_input, isolate_right_to_left_text
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.joust.lobby import OpenDuel
from bot.rulebooks import create_event_of_game_command
from bot.rules.lobby import OpenLobby
from bot.service.game_requests import CommandLimit
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.record.people import Person

log = logging.getLogger(__name__)

OpeningCommand = OpenLobby | OpenDuel
"""A command that opens a game."""

BOARD_PATIENCE = 1.0
"""Seconds that the answer to whoever opens a game waits for the board of which it speaks."""

CREATE_PERMISSION = "create_public_threads"
PIN_PERMISSION = "pin_messages"
"""Permissions needed besides those for a board; the bot can always archive its own thread."""


def can_channel_have_threads(channel: object) -> bool:
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def should_open_pod_in_thread(ctx: Context) -> bool:
    """Return True if the server's settings ask for a new thread for a pod in this channel."""
    return can_channel_have_threads(ctx.interaction.channel) and ctx.settings.threads == "thread"


def can_pod_be_opened_in_thread(ctx: Context) -> bool:
    """Return True if the server wants threads for pods and the bot can create one here."""
    missing = {*list_missing_permissions_for_threads(ctx.interaction.app_permissions)} - {PIN_PERMISSION}
    return should_open_pod_in_thread(ctx) and not missing


def list_missing_permissions_for_threads(permissions: discord.Permissions) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to open a thread for each pod."""
    missing = [name for name in (CREATE_PERMISSION, PIN_PERMISSION) if not getattr(permissions, name)]
    return (*list_missing_board_permissions(permissions, in_thread=True), *missing)


def render_thread_permission_warning(ctx: Context) -> str:
    """Return a warning about the bot's missing permissions for threads; empty if none is missing."""
    missing = list_missing_permissions_for_threads(ctx.interaction.app_permissions)
    named = ", ".join(ctx.translations(f"permission-{name}") for name in missing)
    return ctx.translations("threads-lacking", missing=named) if missing else ""


async def open_game_in_thread(
    ctx: Context,
    opening_command: OpeningCommand,
    command_limits: tuple[CommandLimit, ...],
    people_to_save: Sequence[Person] = (),
) -> bool:
    """Open a game in a new thread; return False if no thread can be created.

    `people_to_save` are people in the command who may be new to the bot. Raises `Refusal` before a thread is created if
    the command itself is not possible.
    """
    create_event_of_game_command(None, opening_command)
    if not can_pod_be_opened_in_thread(ctx):
        return False
    # Discord accepts one deferral, so that an interaction delivered twice makes one thread.
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return True
    thread = await _create_game_thread(ctx, opening_command)
    if thread is None:
        return False
    place = ChannelAddress(thread.guild.id, thread.id)
    request = build_game_command_request(ctx, wrap_command_in_factory(opening_command), command_limits=command_limits)
    try:
        people_to_save = (*request.named, *people_to_save)
        opened = await ctx.services.service.execute_command(replace(request, place=place, named=people_to_save))
    except Exception:
        # If the pod was logged all the same, posting its board reopens the thread.
        with suppress(*PASSING_ERRORS):
            await thread.edit(archived=True)
        raise
    key = "joust-done-thread" if isinstance(opening_command, OpenDuel) else "done-thread"
    done = f"✅ {ctx.translations(key, thread=thread.mention)}"
    if more := render_thread_permission_warning(ctx):
        done += f"\n⚠️ {more}"
    await send_answer(ctx, done + await wait_for_board_or_render_delay_note(ctx, opened.live))
    await _add_user_to_thread(thread, ctx.interaction)
    return True


async def wait_for_board_or_render_delay_note(ctx: Context, live_game: LiveGame) -> str:
    """Wait shortly for a new game's board; return a note if the board is delayed, else an empty text."""
    left = ctx.deadline.seconds_left
    patience = BOARD_PATIENCE if left is None else min(BOARD_PATIENCE, left)
    if await ctx.services.keeper.wait_for_first_board(live_game, patience):
        return ""
    return f"\n⏳ {ctx.translations('board-late')}"


async def add_user_to_pod_thread(ctx: Context) -> None:
    """Add the user to the current thread, if the bot created it for a pod."""
    if thread := get_thread_if_created_by_bot(ctx.interaction.client, ctx.location.channel):
        await _add_user_to_thread(thread, ctx.interaction)


async def _create_game_thread(ctx: Context, opening_command: OpeningCommand) -> discord.Thread | None:
    """Create a thread named after the game; return None if Discord refuses."""
    channel = ctx.interaction.channel
    kind = discord.ChannelType.public_thread
    assert isinstance(channel, discord.TextChannel)
    named = opening_command.setup.title or _build_game_thread_name(ctx, opening_command)
    try:
        return await channel.create_thread(name=clean_label_text(named, LONGEST_NAME), type=kind)
    except PASSING_ERRORS as error:
        log.warning("cannot create a thread in channel %s: %s", channel.id, error)
        return None


def _build_game_thread_name(ctx: Context, opening_command: OpeningCommand) -> str:
    text = ctx.public_translations
    host = isolate_right_to_left_text(clean_user_input(ctx.interaction.user.display_name))
    match opening_command:
        case OpenLobby():
            variant = format_variant_name(opening_command.setup.variant, text)
            return text("thread-name", variant=variant, host=host)
        case OpenDuel():
            return text("joust-thread-name", host=host)
        case _:
            assert_never(opening_command)


async def _add_user_to_thread(thread: discord.Thread, interaction: Interaction) -> None:
    """Add the user to a thread, so that Discord lists the thread for the user."""
    try:
        await thread.add_user(interaction.user)
    except PASSING_ERRORS as error:
        log.warning("cannot add a member to thread %s: %s", thread.id, error)
