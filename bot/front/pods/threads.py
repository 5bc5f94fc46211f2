"""A thread for each pod, where the server wants that: made, and entered by those who sit down.

Discord itself tells the channel of a new thread, each reader in their own language, and asks for
no right to write there. The keeper puts a thread away once its pod is over.
"""

import logging
from contextlib import suppress
from typing import assert_never

import discord
from msgspec.structs import replace

from bot.front.background.finished_threads import LONGEST_NAME, find_own_thread
from bot.front.background.retry import PASSING
from bot.front.interaction.answering import defer, say
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.pods import make_ask, make_request
from bot.front.rendering.board_permissions import find_missing_for_board
from bot.front.rendering.escaping import clean_label, clean_typed, isolate
from bot.joust.commands import OpenDuel
from bot.rulebooks import decide
from bot.rules.commands import Open
from bot.service.live_game import Place
from bot.words import name_variant

log = logging.getLogger(__name__)

Opening = Open | OpenDuel
"""What opens a game."""

MAKING = "create_public_threads"
PINNING = "pin_messages"
"""What it takes besides a board in a thread; an own thread can always be archived."""


def is_possible(channel: object) -> bool:
    """Whether pods of this channel can have threads: it is a text channel, and not one itself."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def is_wanted(ctx: Context) -> bool:
    """Whether a pod that is opened here gets a thread of its own."""
    return is_possible(ctx.interaction.channel) and ctx.settings.threads == "thread"


def find_missing(allowed: discord.Permissions) -> tuple[str, ...]:
    """Return what the bot would need besides in a channel to give each pod its thread."""
    missing = [name for name in (MAKING, PINNING) if not getattr(allowed, name)]
    return (*find_missing_for_board(allowed, in_thread=True), *missing)


def remark_missing(ctx: Context) -> str:
    """Return what the answer says about missing permissions; nothing if nothing is missing."""
    missing = find_missing(ctx.interaction.app_permissions)
    named = ", ".join(ctx.text(f"permission-{name}") for name in missing)
    return ctx.text("threads-lacking", missing=named) if missing else ""


async def open_game(ctx: Context, command: Opening) -> bool:
    """Open the game in a thread of its own, and say where; return False if none can be made.

    Raises `Refusal` before there is a thread.
    """
    decide(None, command)
    if {*find_missing(ctx.interaction.app_permissions)} - {PINNING}:
        return False
    # Discord takes this once, so that an interaction delivered twice makes one thread.
    if not await defer(ctx, ephemeral=True, thinking=True):
        return True
    thread = await _make_thread(ctx, command)
    if thread is None:
        return False
    place = Place(thread.guild.id, thread.id)
    try:
        await ctx.services.service.do(replace(make_request(ctx, make_ask(command)), place=place))
    except Exception:
        # Should the pod be in the log after all, its board opens the thread again.
        with suppress(*PASSING):
            await thread.edit(archived=True)
        raise
    key = "joust-done-thread" if isinstance(command, OpenDuel) else "done-thread"
    done = f"✅ {ctx.text(key, thread=thread.mention)}"
    if more := remark_missing(ctx):
        done += f"\n⚠️ {more}"
    await say(ctx, done)
    await _add(thread, ctx.interaction)
    return True


async def enter(ctx: Context) -> None:
    """Add who has sat down to the thread, if the bot made it for the pod."""
    if thread := find_own_thread(ctx.interaction.client, ctx.at.channel):
        await _add(thread, ctx.interaction)


async def _make_thread(ctx: Context, command: Opening) -> discord.Thread | None:
    """Make the thread, named after the game; return None if Discord refuses."""
    channel, kind = ctx.interaction.channel, discord.ChannelType.public_thread
    assert isinstance(channel, discord.TextChannel)
    named = command.setup.title or _name_game(ctx, command)
    try:
        return await channel.create_thread(name=clean_label(named, LONGEST_NAME), type=kind)
    except PASSING as error:
        log.warning("no thread in channel %s: %s", channel.id, error)
        return None


def _name_game(ctx: Context, command: Opening) -> str:
    text, host = ctx.public_text, isolate(clean_typed(ctx.interaction.user.display_name))
    match command:
        case Open():
            variant = name_variant(command.setup.variant, text)
            return text("thread-name", variant=variant, host=host)
        case OpenDuel():
            return text("joust-thread-name", host=host)
        case _:
            assert_never(command)


async def _add(thread: discord.Thread, interaction: Interaction) -> None:
    """Show them the thread in their list; the pod is right without that."""
    try:
        await thread.add_user(interaction.user)
    except PASSING as error:
        log.warning("nobody can be added to thread %s: %s", thread.id, error)
