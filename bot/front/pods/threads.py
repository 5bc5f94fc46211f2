"""A thread for each pod, if the server wants threads: create it, and add players to it.

Discord announces a new thread in its channel, in each reader's language, and the bot needs no
permission to write there. The keeper archives a thread once its pod is over.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import assert_never

import discord
from msgspec.structs import replace

from bot.front.background.finished_threads import LONGEST_NAME, find_own_thread
from bot.front.background.retry import PASSING_ERRORS
from bot.front.interaction.answering import defer, say
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.pods import make_ask, make_request
from bot.front.rendering.board_layout import find_missing_for_board
from bot.front.rendering.escaping import clean_label, clean_typed, isolate
from bot.joust.lobby import OpenDuel
from bot.rulebooks import decide
from bot.rules.lobby import Open
from bot.service.live_game import Place
from bot.service.requests import Limit
from bot.storage.record.people import Person
from bot.words import name_variant

log = logging.getLogger(__name__)

OpeningCommand = Open | OpenDuel
"""A command that opens a game."""

CREATE_PERMISSION = "create_public_threads"
PIN_PERMISSION = "pin_messages"
"""Permissions needed besides those for a board; the bot can always archive its own thread."""


def can_have_threads(channel: object) -> bool:
    """Return whether pods of a channel can have threads: only text channels allow that."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def is_wanted(ctx: Context) -> bool:
    """Return whether a pod opened here gets a thread of its own."""
    return can_have_threads(ctx.interaction.channel) and ctx.settings.threads == "thread"


def find_missing_permissions(allowed: discord.Permissions) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to give each pod of a channel its thread."""
    missing = [name for name in (CREATE_PERMISSION, PIN_PERMISSION) if not getattr(allowed, name)]
    return (*find_missing_for_board(allowed, in_thread=True), *missing)


def render_missing(ctx: Context) -> str:
    """Return a remark about missing permissions; an empty string if none are missing."""
    missing = find_missing_permissions(ctx.interaction.app_permissions)
    named = ", ".join(ctx.text(f"permission-{name}") for name in missing)
    return ctx.text("threads-lacking", missing=named) if missing else ""


async def open_in_thread(
    ctx: Context,
    command: OpeningCommand,
    limits: tuple[Limit, ...],
    named: Sequence[Person] = (),
) -> bool:
    """Open the game in a thread of its own, and say where; return False if no thread can be made.

    `named` are people whom the command names. Raises `Refusal` before a thread is made if the
    command itself is not possible.
    """
    decide(None, command)
    if {*find_missing_permissions(ctx.interaction.app_permissions)} - {PIN_PERMISSION}:
        return False
    # Discord accepts one deferral, so that an interaction delivered twice makes one thread.
    if not await defer(ctx, ephemeral=True, thinking=True):
        return True
    thread = await _make_thread(ctx, command)
    if thread is None:
        return False
    place = Place(thread.guild.id, thread.id)
    request = make_request(ctx, make_ask(command), limits=limits)
    try:
        named = (*request.named, *named)
        await ctx.services.service.do(replace(request, place=place, named=named))
    except Exception:
        # If the pod was logged all the same, posting its board reopens the thread.
        with suppress(*PASSING_ERRORS):
            await thread.edit(archived=True)
        raise
    key = "joust-done-thread" if isinstance(command, OpenDuel) else "done-thread"
    done = f"✅ {ctx.text(key, thread=thread.mention)}"
    if more := render_missing(ctx):
        done += f"\n⚠️ {more}"
    await say(ctx, done)
    await _add_member(thread, ctx.interaction)
    return True


async def add_user(ctx: Context) -> None:
    """Add the user to the thread, if the bot made the thread for this pod."""
    if thread := find_own_thread(ctx.interaction.client, ctx.at.channel):
        await _add_member(thread, ctx.interaction)


async def _make_thread(ctx: Context, command: OpeningCommand) -> discord.Thread | None:
    """Create a thread named after the game; return None if Discord refuses."""
    channel = ctx.interaction.channel
    kind = discord.ChannelType.public_thread
    assert isinstance(channel, discord.TextChannel)
    named = command.setup.title or _name_game(ctx, command)
    try:
        return await channel.create_thread(name=clean_label(named, LONGEST_NAME), type=kind)
    except PASSING_ERRORS as error:
        log.warning("cannot create a thread in channel %s: %s", channel.id, error)
        return None


def _name_game(ctx: Context, command: OpeningCommand) -> str:
    text = ctx.public_text
    host = isolate(clean_typed(ctx.interaction.user.display_name))
    match command:
        case Open():
            variant = name_variant(command.setup.variant, text)
            return text("thread-name", variant=variant, host=host)
        case OpenDuel():
            return text("joust-thread-name", host=host)
        case _:
            assert_never(command)


async def _add_member(thread: discord.Thread, interaction: Interaction) -> None:
    """Add the user to the thread, so that their client lists it. A failure is only logged."""
    try:
        await thread.add_user(interaction.user)
    except PASSING_ERRORS as error:
        log.warning("cannot add a member to thread %s: %s", thread.id, error)
