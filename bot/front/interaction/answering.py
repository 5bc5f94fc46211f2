"""Answers to interactions, and their outcomes for metrics."""

import contextlib
import logging
from typing import Any, Literal, NamedTuple

import discord
from discord import app_commands, ui

from bot.front.interaction.context import Context
from bot.front.interaction.wording import speak_to_asker
from bot.front.rendering.board_layout import find_missing_for_board
from bot.front.rendering.fitting import EMBED, fit_embed, fit_text
from bot.front.rendering.names import find_people
from bot.rules.refusals import Refusal
from bot.storage.engine.errors import Busy, Stalled, StorageError
from bot.storage.record.errors import PersonTaken
from bot.words import Words

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
"""Discord's error code for an interaction that was answered already."""

TOO_LATE = 10062
"""Discord's error code for an interaction that may no longer be answered."""


async def say(
    ctx: Context, content: str | None = None, *, everybody: bool = False, **more: Any
) -> None:
    """Answer privately, or so that `everybody` in the channel sees it. Nobody is pinged."""
    await ctx.deadline.begin_answer()
    await _send(ctx, content, everybody=everybody, **more)


async def excuse(ctx: Context) -> None:
    """Say that there is no answer in time: nothing was done, or it is not known what was."""
    wrote = ctx.deadline.wrote
    note_outcome(ctx.interaction, "unknown" if wrote else "storage")
    try:
        await _send(ctx, f"⏳ {ctx.text('error-unknown' if wrote else 'error-unanswered')}")
    except discord.HTTPException as error:
        log.warning("somebody could not be told that there is no answer yet: %s", error)


async def _send(ctx: Context, content: str | None, *, everybody: bool = False, **more: Any) -> None:
    more.setdefault("allowed_mentions", discord.AllowedMentions.none())
    content, more = _fit(content, more)
    response = ctx.interaction.response
    try:
        if response.is_done():
            await ctx.interaction.followup.send(content or "", ephemeral=not everybody, **more)
        else:
            await response.send_message(content, ephemeral=not everybody, **more)
    except discord.HTTPException as error:
        _note_unwanted(ctx, error)


async def confirm(ctx: Context, content: str, **more: Any) -> None:
    """Answer what was done, and where, with a warning where the board cannot follow."""
    if ctx.at.elsewhere:
        content += f" <#{ctx.place.channel}>"
    await say(ctx, content + await render_missing(ctx), **more)


async def render_missing(ctx: Context) -> str:
    """Return the warning where the board cannot follow, on a line of its own; else nothing."""
    missing = find_missing_here(ctx)
    if not missing:
        return ""
    return f"\n⚠️ {await render_refusal(ctx, Refusal('permissions', missing=missing))}"


async def show_modal(ctx: Context, modal: ui.Modal) -> None:
    """Answer with a modal, which comes back by its custom id."""
    await ctx.deadline.begin_answer()
    try:
        await ctx.interaction.response.send_modal(modal)
    except discord.HTTPException as error:
        _note_unwanted(ctx, error)


async def defer(ctx: Context, **how: Any) -> bool:
    """Tell Discord that the answer takes longer; return False if it wants none any more.

    Of an interaction that was delivered twice it takes this once. What everybody sees is not
    changed by an answer, see `edit`.
    """
    await ctx.deadline.begin_answer()
    if ctx.interaction.response.is_done():
        return True
    if _is_asked_in_public(ctx):
        how = {"ephemeral": True, "thinking": True}
    try:
        await ctx.interaction.response.defer(**how)
    except discord.HTTPException as error:
        _note_unwanted(ctx, error)
        return False
    return True


async def edit(ctx: Context, **changes: Any) -> None:
    """Change the private message whose button was pressed.

    A client can be made to press anything on any message: where everybody sees the message it is
    left alone, and a private one follows.
    """
    await ctx.deadline.begin_answer()
    if not ctx.interaction.response.is_done() and _is_asked_in_public(ctx):
        new = {name: value for name, value in changes.items() if value is not None}
        await say(ctx, new.pop("content", None), files=new.pop("attachments", []), **new)
        return
    _, changes = _fit(None, changes)
    try:
        if ctx.interaction.response.is_done():
            await ctx.interaction.edit_original_response(**changes)
        else:
            await ctx.interaction.response.edit_message(**changes)
    except discord.HTTPException as error:
        _note_unwanted(ctx, error)


def _is_asked_in_public(ctx: Context) -> bool:
    """Whether something was pressed on a message that everybody sees."""
    message = ctx.interaction.message
    return message is not None and not message.flags.ephemeral


async def explain(ctx: Context, error: BaseException) -> None:
    """Say what went wrong and what to do next, whatever it was."""
    try:
        await _explain(ctx, error)
    except Exception as deeper:  # such as a database that cannot even tell the names
        with contextlib.suppress(discord.HTTPException):  # it takes no answer: that is logged
            await _explain(ctx, deeper)


async def render_refusal(ctx: Context, refusal: Refusal) -> str:
    """Return a refusal in words, for who asks."""
    players = Words.find_players(refusal)
    if players:  # who are called as on the board
        game = (await ctx.services.service.find_current(ctx.place)).game
        players |= set() if game is None else {*find_people(game)}
    return (await speak_to_asker(ctx, players)).render_refusal(refusal)


def find_missing_here(ctx: Context) -> tuple[str, ...]:
    """Return what the bot would need to show a board where it was asked, by Discord's names."""
    in_thread = isinstance(ctx.at.channel, discord.Thread)
    return find_missing_for_board(ctx.at.app_permissions, in_thread=in_thread)


async def _explain(ctx: Context, error: BaseException) -> None:
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    interaction = ctx.interaction
    text = ctx.text
    deadline = ctx.deadline
    if deadline.passed and not deadline.wrote:  # they know already that nothing was done
        return
    match error:
        case Refusal():
            note_outcome(interaction, "refused", error.code)
            await say(ctx, f"🚫 {await render_refusal(ctx, error)}")
        # No lines of their own: there are too many already.
        case Busy() | PersonTaken() if not deadline.wrote:
            note_outcome(interaction, "busy")
            await say(ctx, f"⏳ {text('error-busy')}")
        case Stalled() if not deadline.wrote:
            note_outcome(interaction, "storage")
            await say(ctx, f"⏳ {text('error-unanswered')}")
        case StorageError():
            note_outcome(interaction, "storage")
            log.error("the database did not answer: %s", error)
            await say(ctx, f"⚠️ {text('error-storage')}")
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            note_outcome(interaction, "outdated")
            await say(ctx, f"⚠️ {text('error-outdated')}")
        case discord.Forbidden():
            note_outcome(interaction, "forbidden")
            await say(ctx, f"⚠️ {text('error-forbidden')}")
        case _:
            note_outcome(interaction, "failed")
            log.error("a command failed", exc_info=error)
            await say(ctx, f"⚠️ {text('error-unexpected')}")


def _fit(content: str | None, parts: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Return what an answer says, as long as Discord takes."""
    fitted = dict(parts)
    if isinstance(embed := parts.get("embed"), discord.Embed):
        fitted["embed"] = fit_embed(embed)
    if embeds := parts.get("embeds"):
        fitted["embeds"] = [fit_embed(each, EMBED // len(embeds)) for each in embeds]
    if isinstance(text := parts.get("content"), str):
        fitted["content"] = fit_text(text)
    return None if content is None else fit_text(content), fitted


def _note_unwanted(ctx: Context, error: discord.HTTPException) -> None:
    """Note an answer that Discord has already, or wants no more: it is not worth an alarm."""
    if error.code not in (ALREADY_ANSWERED, TOO_LATE):
        raise error
    note_unheard(ctx.interaction, "late" if error.code == TOO_LATE else "again")


_KEY = "outcome"

Name = Literal[
    "done",
    "refused",
    "outdated",
    "forbidden",
    "busy",
    "storage",
    "unknown",
    "failed",
    "late",
    "again",
]
"""
done       it was answered
refused    it cannot be done now
outdated   Discord still shows a command that the bot has no more
forbidden  Discord does not let the bot do it
busy       more was asked than the database can write
storage    the database did not answer
unknown    it was not known in time whether the database has it; it was told later
failed     something else went wrong
late       the answer came when Discord wanted it no more
again      Discord had delivered it before, and it was answered then
"""


class InteractionOutcome(NamedTuple):
    """What came of an interaction, and the code of a refusal."""

    name: Name
    refusal: str = ""


def note_outcome(interaction: discord.Interaction[Any], name: Name, refusal: str = "") -> None:
    """Note that something else than an answer came of an interaction."""
    interaction.extras[_KEY] = InteractionOutcome(name, refusal)


def note_unheard(interaction: discord.Interaction[Any], name: Literal["late", "again"]) -> None:
    """Note that Discord wanted no answer; if something went wrong before, that is more telling."""
    interaction.extras.setdefault(_KEY, InteractionOutcome(name))


def read_outcome(interaction: discord.Interaction[Any]) -> InteractionOutcome:
    """Return what came of an interaction that was handled."""
    found = interaction.extras.get(_KEY, InteractionOutcome("done"))
    assert isinstance(found, InteractionOutcome)
    return found
