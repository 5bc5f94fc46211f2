"""Answers to interactions, and their outcomes for metrics."""

import logging
from collections.abc import Awaitable
from typing import Any, Literal, NamedTuple

import discord
from discord import app_commands, ui

from bot.front.background.retry import LOST_ANSWER_ERRORS
from bot.front.interaction.context import Context
from bot.front.interaction.wording import speak_to_asker
from bot.front.rendering.board_layout import find_missing_for_board
from bot.front.rendering.fitting import MAX_EMBED_LENGTH, fit_embed, fit_text, lift_moments
from bot.front.rendering.names import find_people
from bot.front.rendering.pings import NO_PINGS
from bot.rules.refusals import Refusal
from bot.storage.engine.errors import Busy, Stalled, StorageError
from bot.storage.record.errors import PersonTaken
from bot.words import Words

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
"""Discord's error code for an interaction that was answered already."""

UNKNOWN_INTERACTION = 10062
"""Discord's error code for an interaction that may no longer be answered."""


async def say(
    ctx: Context, content: str | None = None, *, everybody: bool = False, **more: Any
) -> None:
    """Answer an interaction privately, or visibly to `everybody` in the channel. Ping nobody."""
    await ctx.deadline.begin_answer()
    await _send_answer(ctx, content, everybody=everybody, **more)


async def excuse(ctx: Context) -> None:
    """Tell the user that the answer is late: nothing was done, or the outcome is not known yet."""
    wrote = ctx.deadline.wrote
    ctx.interaction.extras.pop(_IN_PLACE_KEY, None)
    note_outcome(ctx.interaction, "unknown" if wrote else "storage")
    try:
        await _send_answer(ctx, f"⏳ {ctx.text('error-unknown' if wrote else 'error-unanswered')}")
    except Exception as error:  # nobody waits for this task
        log.warning("the notice that an answer is late could not be sent: %s", error)


async def _send_answer(
    ctx: Context, content: str | None, *, everybody: bool = False, **more: Any
) -> None:
    interaction = ctx.interaction
    in_place = not everybody and interaction.extras.pop(_IN_PLACE_KEY, False)
    if in_place and not interaction.extras.get(_THINKING_KEY):
        await edit(ctx, **{"content": content, "embed": None, "view": None, **more})
        return
    more.setdefault("allowed_mentions", NO_PINGS)
    content, more = _fit_answer(content, more)
    sent: Awaitable[object]
    if interaction.extras.get(_THINKING_KEY):
        # Unlike a follow-up, an edit can be repeated after a lost connection.
        files = more.pop("files", [])
        sent = interaction.edit_original_response(content=content, attachments=files, **more)
        if await _deliver(ctx, sent):
            del interaction.extras[_THINKING_KEY]
    elif interaction.response.is_done():
        sent = interaction.followup.send(content or "", ephemeral=not everybody, **more)
        await _deliver(ctx, sent)
    else:
        sent = interaction.response.send_message(content, ephemeral=not everybody, **more)
        await _deliver(ctx, sent)


async def confirm(ctx: Context, content: str, **more: Any) -> None:
    """Answer that something was done, and warn if the bot lacks permissions for the board."""
    if ctx.at.elsewhere:
        content += f" <#{ctx.place.channel}>"
    await say(ctx, content + await render_missing(ctx), **more)


async def render_missing(ctx: Context) -> str:
    """Return a line that warns of missing permissions for the board; an empty string if none."""
    missing = find_missing_here(ctx)
    if not missing:
        return ""
    return f"\n⚠️ {await render_refusal(ctx, Refusal('permissions', missing=missing))}"


def answer_in_place(ctx: Context) -> None:
    """Let the next answer replace the private message that was pressed, unless it is an error."""
    ctx.interaction.extras[_IN_PLACE_KEY] = True


async def show_modal(ctx: Context, modal: ui.Modal) -> None:
    """Answer with a modal; what the user fills in comes back as another interaction."""
    await ctx.deadline.begin_answer()
    await _deliver(ctx, ctx.interaction.response.send_modal(modal))


async def defer(ctx: Context, **how: Any) -> bool:
    """Tell Discord that the answer takes longer. Return False if Discord accepts none any more.

    Discord accepts one answer to an interaction that it delivered twice. A press on a public
    message gets a message of its own, see `edit`.
    """
    await ctx.deadline.begin_answer()
    if ctx.interaction.response.is_done():
        return True
    if _is_asked_in_public(ctx):
        how = {"ephemeral": True, "thinking": True}
    elif ctx.interaction.extras.get(_IN_PLACE_KEY):
        how = {}
    if not await _deliver(ctx, ctx.interaction.response.defer(**how)):
        return False
    ctx.interaction.extras[_THINKING_KEY] = how.get("thinking", False)
    return True


async def edit(ctx: Context, **changes: Any) -> None:
    """Change the private message whose button was pressed.

    A modified client can press anything on any message: a public message is left unchanged, and
    the answer is a private message.
    """
    await ctx.deadline.begin_answer()
    if not ctx.interaction.response.is_done() and _is_asked_in_public(ctx):
        new = {name: value for name, value in changes.items() if value is not None}
        await say(ctx, new.pop("content", None), files=new.pop("attachments", []), **new)
        return
    _, changes = _fit_answer(None, changes)
    if ctx.interaction.response.is_done():
        await _deliver(ctx, ctx.interaction.edit_original_response(**changes))
    else:
        await _deliver(ctx, ctx.interaction.response.edit_message(**changes))


def _is_asked_in_public(ctx: Context) -> bool:
    """Return whether the pressed message is public."""
    message = ctx.interaction.message
    return message is not None and not message.flags.ephemeral


async def explain(ctx: Context, error: BaseException) -> None:
    """Tell the user what went wrong and what to do next. Never raise."""
    try:
        await _explain_error(ctx, error)
    except Exception as deeper:  # for example a database that cannot tell the names either
        try:
            await _explain_error(ctx, deeper)
        except Exception as last:  # Discord is gone, too
            log.warning("the user could not be told what went wrong: %s", last)


async def render_refusal(ctx: Context, refusal: Refusal) -> str:
    """Return the text of a refusal in the asker's language."""
    players = Words.find_players(refusal)
    if players:  # with names as on the board
        game = (await ctx.services.service.find_current(ctx.place)).game
        players |= set() if game is None else {*find_people(game)}
    return (await speak_to_asker(ctx, players)).render_refusal(refusal)


def find_missing_here(ctx: Context) -> tuple[str, ...]:
    """Return Discord's names of the permissions that a board in this channel lacks."""
    in_thread = isinstance(ctx.at.channel, discord.Thread)
    return find_missing_for_board(ctx.at.app_permissions, in_thread=in_thread)


async def _explain_error(ctx: Context, error: BaseException) -> None:
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    interaction = ctx.interaction
    interaction.extras.pop(_IN_PLACE_KEY, None)
    text = ctx.text
    deadline = ctx.deadline
    if deadline.passed and not deadline.wrote:  # the user knows already that nothing was done
        return
    match error:
        case Refusal():
            note_outcome(interaction, "refused", error.code)
            await say(ctx, f"🚫 {await render_refusal(ctx, error)}")
        # Not logged one by one: an overloaded database causes many.
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


def _fit_answer(content: str | None, parts: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Return an answer's content and parts, cut to Discord's limits."""
    fitted = dict(parts)
    if isinstance(embed := parts.get("embed"), discord.Embed):
        fitted["embed"] = fit_embed(lift_moments(embed))
    if embeds := parts.get("embeds"):
        most = MAX_EMBED_LENGTH // len(embeds)
        fitted["embeds"] = [fit_embed(lift_moments(each), most) for each in embeds]
    if isinstance(text := parts.get("content"), str):
        fitted["content"] = fit_text(text)
    return None if content is None else fit_text(content), fitted


async def _deliver(ctx: Context, sending: Awaitable[object]) -> bool:
    """Send an answer. Return False if it is repeated, late or lost: what was done stays done.

    An answer is lost if the connection breaks, which the gateway's adapter has tried to mend.
    """
    unheard: Literal["late", "again", "lost"]
    try:
        await sending
    except discord.HTTPException as error:
        if error.code not in (ALREADY_ANSWERED, UNKNOWN_INTERACTION):
            raise
        unheard = "late" if error.code == UNKNOWN_INTERACTION else "again"
    except LOST_ANSWER_ERRORS as error:
        log.warning("an answer was lost on its way to Discord: %s", error)
        unheard = "lost"
    else:
        return True
    note_unheard(ctx.interaction, unheard)
    return False


_THINKING_KEY = "thinking"  # while Discord shows that the bot thinks

_IN_PLACE_KEY = "in place"  # while the next answer replaces the message that was pressed

_OUTCOME_KEY = "outcome"

OutcomeName = Literal[
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
    "lost",
    "dropped",
]
"""
done       answered
refused    refused by a rule, a right or a limit
outdated   a command that the bot no longer has, but Discord still shows
forbidden  Discord denied the bot a permission
busy       the database has more to write than it can
storage    the database did not answer
unknown    the commit's outcome was not known in time; the user was told later
failed     another error
late       Discord no longer accepted the answer
again      a repeated delivery, which was answered before
dropped    not answered, because a refusal would have come too late as well
lost       the connection to Discord broke, and nobody knows whether the answer arrived
"""


class InteractionOutcome(NamedTuple):
    """The outcome of an interaction, and the code of its refusal."""

    name: OutcomeName
    refusal: str = ""


def note_outcome(
    interaction: discord.Interaction[Any], name: OutcomeName, refusal: str = ""
) -> None:
    """Note an interaction's outcome if it is not a plain answer."""
    interaction.extras[_OUTCOME_KEY] = InteractionOutcome(name, refusal)


def note_unheard(
    interaction: discord.Interaction[Any], name: Literal["late", "again", "lost"]
) -> None:
    """Note that the answer was not heard, unless an earlier error was noted."""
    interaction.extras.setdefault(_OUTCOME_KEY, InteractionOutcome(name))


def read_outcome(interaction: discord.Interaction[Any]) -> InteractionOutcome:
    """Return the outcome of a handled interaction."""
    found = interaction.extras.get(_OUTCOME_KEY, InteractionOutcome("done"))
    assert isinstance(found, InteractionOutcome)
    return found
