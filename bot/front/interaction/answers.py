"""Answers to Discord interactions, and their outcomes for metrics."""

import logging
from collections.abc import Awaitable, Mapping
from typing import Any, Literal, NamedTuple

import discord
from discord import app_commands, ui
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.publishing.retries import LOST_ANSWER_ERRORS, PASSING_ERRORS, is_error_worth_retry
from bot.front.ui.fitting import (
    MAX_EMBED_LENGTH,
    move_timestamp_footer_to_description,
    truncate_embed_to_limits,
    truncate_text_to_length,
)
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.front.ui.pings import NO_PINGS
from bot.front.ui.player_names import list_players_named_in_game
from bot.i18n import DEFAULT, Locale, find_supported_locale, load_translations
from bot.rules.refusals import Refusal
from bot.storage.engine.errors import DatabaseBusyError, RowAlreadyExistsError, StorageError, UnfinishedWriteError
from bot.storage.record.errors import PersonIdConflictError

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
"""Discord's error code for an interaction that was answered already."""

UNKNOWN_INTERACTION = 10062
"""Discord's error code for an interaction that may no longer be answered."""


async def send_answer(
    ctx: Context, content: str | None = None, *, is_public: bool = False, **message_parts: Any
) -> int | None:
    """Answer an interaction without pinging anybody, in private unless `is_public`.

    Return the id of a new message; None if Discord took none.
    """
    await ctx.deadline.cancel_before_sending_answer()
    return await _send_or_edit_answer(ctx, content, is_public=is_public, **message_parts)


async def tell_user_answer_is_too_late(ctx: Context) -> None:
    """Tell the user that the answer is too late, and whether the command may have taken effect.

    The text says that nothing was changed, or that the outcome is not known yet.
    """
    wrote = ctx.deadline.wrote
    ctx.interaction.extras.pop(_IN_PLACE_KEY, None)
    record_interaction_result_for_metrics(ctx.interaction, "unknown" if wrote else "storage")
    try:
        await _send_or_edit_answer(ctx, f"⏳ {ctx.translations('error-unknown' if wrote else 'error-unanswered')}")
    except Exception as error:  # nobody waits for this task
        log.warning("the notice that an answer is late could not be sent: %s", error)


async def _send_or_edit_answer(
    ctx: Context, content: str | None, *, is_public: bool = False, **message_parts: Any
) -> int | None:
    interaction = ctx.interaction
    in_place = not is_public and interaction.extras.pop(_IN_PLACE_KEY, False)
    if in_place and not interaction.extras.get(_THINKING_KEY):
        await answer_by_editing_message(ctx, **{"content": content, "embed": None, "view": None, **message_parts})
        return None
    message_parts.setdefault("allowed_mentions", NO_PINGS)
    content, message_parts = _truncate_answer_to_discord_limits(content, message_parts)
    accepted: list[int | None] = []

    async def send() -> None:
        if interaction.extras.get(_THINKING_KEY):
            # Unlike a follow-up, an edit can be repeated after a lost connection.
            files = message_parts.pop("files", [])
            edited = await interaction.edit_original_response(content=content, attachments=files, **message_parts)
            accepted.append(edited.id)
        elif interaction.response.is_done():
            sent = await interaction.followup.send(content or "", ephemeral=not is_public, wait=True, **message_parts)
            accepted.append(sent.id)
        else:
            response = await interaction.response.send_message(content, ephemeral=not is_public, **message_parts)
            accepted.append(response.message_id)

    is_thinking = interaction.extras.get(_THINKING_KEY)
    if await _send_answer_request(ctx, send()) and is_thinking:
        del interaction.extras[_THINKING_KEY]
    return next(iter(accepted), None)


async def report_command_success(ctx: Context, content: str, **message_parts: Any) -> None:
    """Tell the user that a command succeeded, and warn if the bot has no right to post the board."""
    if ctx.location.elsewhere:
        content += f" <#{ctx.channel_address.channel}>"
    await send_answer(ctx, content + await render_permission_warning(ctx), **message_parts)


async def render_permission_warning(ctx: Context) -> str:
    """Render a warning about rights that the bot lacks to post a board in this channel.

    Return an empty string if the bot has all of them.
    """
    missing = list_missing_permissions_for_board(ctx)
    if not missing:
        return ""
    return f"\n⚠️ {await render_refusal(ctx, Refusal('permissions', missing=missing))}"


def replace_button_message_with_next_answer(ctx: Context) -> None:
    """Make the next answer replace the private message of the pressed button.

    An error message is sent as a message of its own.
    """
    ctx.interaction.extras[_IN_PLACE_KEY] = True


async def show_modal(ctx: Context, modal: ui.Modal) -> None:
    """Answer an interaction with a modal.

    Discord sends what the user fills in as another interaction.
    """
    await ctx.deadline.cancel_before_sending_answer()
    await _send_answer_request(ctx, ctx.interaction.response.send_modal(modal))


async def defer_answer(ctx: Context, **defer_options: Any) -> bool:
    """Tell Discord that the answer comes later. Return False if it is too late to answer.

    Discord accepts one answer to an interaction that it delivered twice. A press on a public message gets a message of
    its own, see `answer_by_editing_message`.
    """
    await ctx.deadline.cancel_before_sending_answer()
    if ctx.interaction.response.is_done():
        return True
    if _is_message_of_button_public(ctx):
        defer_options = {"ephemeral": True, "thinking": True}
    elif ctx.interaction.extras.get(_IN_PLACE_KEY):
        defer_options = {}
    if not await _send_answer_request(ctx, ctx.interaction.response.defer(**defer_options)):
        return False
    ctx.interaction.extras[_THINKING_KEY] = defer_options.get("thinking", False)
    return True


async def answer_by_editing_message(ctx: Context, **changes: Any) -> None:
    """Answer a pressed button by editing its private message.

    A modified client can press any button on any message. A public message stays unchanged, and the answer is sent as a
    private message.
    """
    await ctx.deadline.cancel_before_sending_answer()
    if not ctx.interaction.response.is_done() and _is_message_of_button_public(ctx):
        new = {name: value for name, value in changes.items() if value is not None}
        await send_answer(ctx, new.pop("content", None), files=new.pop("attachments", []), **new)
        return
    _, changes = _truncate_answer_to_discord_limits(None, changes)
    if ctx.interaction.response.is_done():
        await _send_answer_request(ctx, ctx.interaction.edit_original_response(**changes))
    else:
        await _send_answer_request(ctx, ctx.interaction.response.edit_message(**changes))


def _is_message_of_button_public(ctx: Context) -> bool:
    message = ctx.interaction.message
    return message is not None and not message.flags.ephemeral


async def tell_user_about_error(ctx: Context, error: BaseException) -> None:
    """Tell the user what went wrong and what to do next. Never raises an exception."""
    try:
        await _send_error_text(ctx, error)
    except Exception as deeper:  # for example a database that cannot tell the names either
        try:
            await _send_error_text(ctx, deeper)
        except Exception as last:  # Discord is gone, too
            log.warning("the user could not be told what went wrong, and reads of no answer: %s", last)


async def render_refusal(ctx: Context, refusal: Refusal) -> str:
    """Render why the bot refuses a command, in the user's language."""
    players = PodMessageFormatter.list_players_named_in_refusal(refusal)
    if players:  # with names as on the board
        game = (await ctx.services.service.load_current_game(ctx.channel_address)).game
        players |= set() if game is None else {*list_players_named_in_game(game)}
    return (await load_message_formatter_in_user_language(ctx, players)).render_refusal(refusal)


def list_missing_permissions_for_board(ctx: Context) -> tuple[str, ...]:
    """Return the names of the rights that the bot lacks to post a board in this channel."""
    in_thread = isinstance(ctx.location.channel, discord.Thread)
    return list_missing_board_permissions(ctx.location.app_permissions, in_thread=in_thread)


async def _send_error_text(ctx: Context, error: BaseException) -> None:
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    interaction = ctx.interaction
    interaction.extras.pop(_IN_PLACE_KEY, None)
    text = ctx.translations
    deadline = ctx.deadline
    if deadline.passed and not deadline.wrote:  # the user knows already that nothing was done
        return
    match error:
        case Refusal():
            record_interaction_result_for_metrics(interaction, "refused", error.code)
            await send_answer(ctx, f"🚫 {await render_refusal(ctx, error)}")
        # Not logged one by one: an overloaded database causes many.
        # A row exists if two processes store the same new person at the same time.
        case DatabaseBusyError() | PersonIdConflictError() | RowAlreadyExistsError() if not deadline.wrote:
            record_interaction_result_for_metrics(interaction, "busy")
            await send_answer(ctx, f"⏳ {text('error-busy')}")
        case UnfinishedWriteError() if not deadline.wrote:
            record_interaction_result_for_metrics(interaction, "storage")
            await send_answer(ctx, f"⏳ {text('error-unanswered')}")
        case StorageError():
            record_interaction_result_for_metrics(interaction, "storage")
            log.error("the database did not answer: %s", error)
            await send_answer(ctx, f"⚠️ {text('error-storage')}")
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            record_interaction_result_for_metrics(interaction, "outdated")
            await send_answer(ctx, f"⚠️ {text('error-outdated')}")
        case discord.Forbidden():
            record_interaction_result_for_metrics(interaction, "forbidden")
            await send_answer(ctx, f"⚠️ {text('error-forbidden')}")
        case _:
            record_interaction_result_for_metrics(interaction, "failed")
            if isinstance(error, PASSING_ERRORS) and is_error_worth_retry(error):
                log.warning("a command failed, which its user can repeat", exc_info=error)
            else:
                log.error("a command failed", exc_info=error)
            await send_answer(ctx, f"⚠️ {text('error-unexpected')}")


def _truncate_answer_to_discord_limits(
    content: str | None, message_parts: dict[str, Any]
) -> tuple[str | None, dict[str, Any]]:
    fitted = dict(message_parts)
    if isinstance(embed := message_parts.get("embed"), discord.Embed):
        fitted["embed"] = truncate_embed_to_limits(move_timestamp_footer_to_description(embed))
    if embeds := message_parts.get("embeds"):
        most = MAX_EMBED_LENGTH // len(embeds)
        fitted["embeds"] = [
            truncate_embed_to_limits(move_timestamp_footer_to_description(each), most) for each in embeds
        ]
    if isinstance(text := message_parts.get("content"), str):
        fitted["content"] = truncate_text_to_length(text)
    return None if content is None else truncate_text_to_length(content), fitted


async def _send_answer_request(ctx: Context, send_coroutine: Awaitable[object]) -> bool:
    """Await a request that sends an answer. Return False if Discord rejected it.

    Changes that the command made stay made. An answer is lost if the connection breaks, which the gateway's adapter has
    tried to repair.
    """
    unheard = await _send_request_and_classify_failure(send_coroutine)
    if unheard is None:
        return True
    record_undelivered_answer_for_metrics(ctx.interaction, unheard)
    return False


async def _send_request_and_classify_failure(send_coroutine: Awaitable[object]) -> "AnswerLoss | None":
    """Await a request that sends an answer; return why Discord rejected it, or None."""
    try:
        await send_coroutine
    except discord.HTTPException as error:
        if error.code not in LOSS_BY_ERROR_CODE:
            raise
        return LOSS_BY_ERROR_CODE[error.code]
    except LOST_ANSWER_ERRORS as error:
        log.warning("an answer was lost on its way to Discord, and is not sent again: %s", error)
        return "lost"
    return None


async def refuse_interaction_during_overload(
    http: discord.http.HTTPClient, payload: Mapping[str, Any]
) -> "OutcomeName":
    """Tell a user that the bot is overloaded; return the outcome for metrics.

    Only the id, the token and the language of `payload` are read. Never raise an exception of discord.py or of the
    connection.
    """
    locale = find_supported_locale(str(payload.get("locale"))) or DEFAULT
    adapter = async_context.get()
    session = http._HTTPClient__session  # type: ignore[attr-defined]  # as discord.py's own answers do
    params = MultipartParameters(build_bot_overloaded_answer(locale), None, None)
    try:
        sent = adapter.create_interaction_response(
            int(payload["id"]), str(payload["token"]), session=session, params=params
        )
        return await _send_request_and_classify_failure(sent) or "busy"
    except discord.HTTPException as error:
        log.warning("the user could not be told that there is too much to do: %s", error)
        return "failed"


def build_bot_overloaded_answer(locale: Locale) -> dict[str, Any]:
    """Return the payload of a private answer that says that the bot is overloaded."""
    content = f"⏳ {load_translations(locale)('error-busy')}"
    said = {"content": content, "flags": discord.MessageFlags(ephemeral=True).value}
    return {"type": discord.InteractionResponseType.channel_message.value, "data": said}


_THINKING_KEY = "thinking"  # while Discord shows that the bot thinks

_IN_PLACE_KEY = "in place"  # while the next answer replaces the message that was pressed

_OUTCOME_KEY = "outcome"

AnswerLoss = Literal["late", "again", "lost"]
"""Why Discord did not take an answer; see `OutcomeName`."""

LOSS_BY_ERROR_CODE: Mapping[int, AnswerLoss] = {ALREADY_ANSWERED: "again", UNKNOWN_INTERACTION: "late"}
"""Why Discord did not take an answer, by the code of its error."""

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
busy       more is asked of the bot or the database than they can do
storage    the database did not answer
unknown    the commit's outcome was not known in time; the user was told later
failed     another error
late       Discord no longer accepted the answer
again      a repeated delivery, which was answered before
dropped    not answered, because a refusal would have come too late as well
lost       the connection to Discord broke, and nobody knows whether the answer arrived
"""


class InteractionOutcomeForMetrics(NamedTuple):
    """The outcome of an interaction for metrics: success, a refusal, or a kind of error.

    A refusal has its code too.
    """

    name: OutcomeName
    refusal: str = ""


def record_interaction_result_for_metrics(
    interaction: discord.Interaction[Any], result_name: OutcomeName, refusal_code: str = ""
) -> None:
    interaction.extras[_OUTCOME_KEY] = InteractionOutcomeForMetrics(result_name, refusal_code)


def record_undelivered_answer_for_metrics(interaction: discord.Interaction[Any], result_name: AnswerLoss) -> None:
    """Record for metrics why Discord rejected an answer to an interaction.

    An earlier error is not overwritten.
    """
    interaction.extras.setdefault(_OUTCOME_KEY, InteractionOutcomeForMetrics(result_name))


def get_interaction_result_for_metrics(interaction: discord.Interaction[Any]) -> InteractionOutcomeForMetrics:
    """Return the recorded outcome of an interaction for metrics; `done` without an error."""
    found = interaction.extras.get(_OUTCOME_KEY, InteractionOutcomeForMetrics("done"))
    assert isinstance(found, InteractionOutcomeForMetrics)
    return found
