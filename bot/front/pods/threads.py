"""A thread for each pod, where the server wants that: made, and entered by those who sit down.

Discord itself tells the channel of a new thread, each reader in their own language, and asks for
no right to write there. The keeper puts a thread away once its pod is over.
"""

import logging
from contextlib import suppress

import discord

from bot.front.background.keeper import PASSING, own_thread
from bot.front.interaction import desk
from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.rendering.escaping import plain
from bot.i18n import Catalogue, catalogue
from bot.rules.commands import Open
from bot.rules.decide import decide
from bot.service import Place
from bot.words import variant_name

log = logging.getLogger(__name__)

NAME = 100  # characters, Discord's limit

MAKING = "create_public_threads"
PINNING = "pin_messages"
"""What it takes besides a board in a thread; an own thread can always be archived."""


def possible(channel: object) -> bool:
    """Whether pods of this channel can have threads: it is a text channel, and not one itself."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


async def wanted(asked: Asked) -> bool:
    """Whether a pod that is opened here gets a thread of its own."""
    return possible(asked.channel) and (await desk_of(asked).settings(asked)).threads == "thread"


def lacking(allowed: discord.Permissions) -> tuple[str, ...]:
    """What the bot would need besides in a channel to give each pod its thread."""
    missing = [name for name in (MAKING, PINNING) if not getattr(allowed, name)]
    return (*desk.lacking(allowed, in_thread=True), *missing)


def remark(asked: Asked, text: Catalogue) -> str:
    """What the answer says about that; nothing if nothing is missing."""
    missing = ", ".join(text(f"permission-{name}") for name in lacking(asked.app_permissions))
    return text("threads-lacking", missing=missing) if missing else ""


async def open_pod(asked: Asked, command: Open) -> bool:
    """Opens the pod in a thread of its own, and says where; False if none can be made.

    Raises `Refusal` before there is a thread.
    """
    decide(None, command)
    if {*lacking(asked.app_permissions)} - {PINNING}:
        return False
    at = desk_of(asked)
    # Discord takes this once, so that an interaction delivered twice makes one thread.
    if not await at.take_time(asked):
        return True
    thread = await _made(at, asked, command)
    if thread is None:
        return False
    place = Place(thread.guild.id, thread.id)
    try:
        await at.service.do(place, await at.actor(asked), lambda *_: command, asked.id)
    except Exception:
        # Should the pod be in the log after all, its board opens the thread again.
        with suppress(*PASSING):
            await thread.edit(archived=True)
        raise
    text = at.text(asked)
    told = f"✅ {text('done-thread', thread=thread.mention)}"
    if more := remark(asked, text):
        told += f"\n⚠️ {more}"
    await at.say(asked, told)
    await _add(thread, asked)
    return True


async def enter(asked: Asked) -> None:
    """Whoever has sat down is in the thread too, if the bot made it for the pod."""
    if thread := own_thread(asked.client, asked.channel):
        await _add(thread, asked)


async def _made(at: Desk, asked: Asked, command: Open) -> discord.Thread | None:
    """The new thread, named after the pod; None if Discord refuses."""
    assert isinstance(asked.channel, discord.TextChannel)
    text = catalogue((await at.settings(asked)).language or at.public_locale(asked))
    variant = variant_name(command.setup.variant, text)
    named = text("thread-name", variant=variant, host=asked.user.display_name)
    kind = discord.ChannelType.public_thread
    try:
        return await asked.channel.create_thread(
            name=plain(command.setup.title or named, NAME), type=kind
        )
    except PASSING as error:
        log.warning("no thread in channel %s: %s", asked.channel_id, error)
        return None


async def _add(thread: discord.Thread, asked: Asked) -> None:
    """They see the thread in their list; the pod is right without that."""
    try:
        await thread.add_user(asked.user)
    except PASSING as error:
        log.warning("nobody can be added to thread %s: %s", thread.id, error)
