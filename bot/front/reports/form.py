"""The report form: a private message with menus, which shows the verdict before the report
counts.
"""

from collections.abc import Callable, Iterable, Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import story
from bot.front.interaction.answers import edit_private_message, send_answer, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter, load_pod_formatter
from bot.front.interaction.game_commands import build_command_request, load_channel_pod
from bot.front.interaction.inputs import is_number
from bot.front.interaction.player_options import parse_card_input
from bot.front.interaction.routes import Access, Handler, Route
from bot.front.reports import form_view
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatEntry, ReportDraft
from bot.front.reports.report_replies import render_report_reply
from bot.front.reports.report_suggestions import build_report_answer_view
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodCommand
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.rights import FORM_OWNER
from bot.service import rights
from bot.service.game_requests import StateChanged
from bot.service.live_game import LiveGame


async def open_report_form(ctx: Context, live_game: LiveGame, defeat_entry: DefeatEntry) -> None:
    """Open the report form for a pod, filled in with a defeat.

    Raises `Refusal` if the user has nothing to report in the pod.
    """
    await require_reportable_pod(ctx, live_game)
    await reopen_report_form(ctx, live_game, defeat_entry)


async def reopen_report_form(
    ctx: Context, live_game: LiveGame, defeat_entry: DefeatEntry, *, has_game_changed: bool = False
) -> None:
    """Open the report form with the facts so far, even if they cannot be reported now.

    With `has_game_changed`, the form says that the game has changed since the user saw it.
    """
    embed, view = await _start_report_form(ctx, live_game, (defeat_entry,), has_game_changed)
    await send_answer(ctx, embed=embed, view=view)


async def replace_message_with_report_form(
    ctx: Context, pod_number: int, defeat_entries: Iterable[DefeatEntry]
) -> None:
    """Replace the private message whose button was pressed by a new report form."""
    live = await load_channel_pod(ctx, pod_number)
    await require_reportable_pod(ctx, live)
    embed, view = await _start_report_form(ctx, live, tuple(defeat_entries))
    await edit_private_message(ctx, content=None, embed=embed, view=view)


async def require_reportable_pod(ctx: Context, live_game: LiveGame) -> tuple[Pod, Player]:
    """Return the running pod and the user's player key.

    Raises `Refusal` if the user has nothing to report in the pod.
    """
    pod = live_game.pod
    me = await ctx.find_requester_player()
    assert pod is not None
    rights.require_player_of_pod(pod, me)
    if pod.state != "running":
        raise Refusal(pod.state, by=pod.open_question.by if pod.open_question else "")
    return pod, me


async def replace_message_with_drafted_form(ctx: Context, draft: ReportDraft) -> None:
    """Replace the private message whose button was pressed by the form of an existing draft."""
    token = ctx.services.drafts.add(draft)
    embed, view = await _render_report_form(ctx, token, draft)
    await edit_private_message(ctx, content=None, embed=embed, view=view)


async def _start_report_form(
    ctx: Context,
    live_game: LiveGame,
    defeat_entries: tuple[DefeatEntry, ...],
    has_game_changed: bool = False,
) -> tuple[discord.Embed, ui.View]:
    assert live_game.pod is not None
    draft = ReportDraft(
        ctx.channel_address, ctx.interaction.user.id, live_game.number, defeat_entries
    )
    token = ctx.services.drafts.add(draft)
    return await _render_report_form_for_pod(
        ctx, token, replace(draft, seen=live_game.played), live_game.pod, has_game_changed
    )


# Buttons, menus and the modal


async def _open_card_form(ctx: Context, token: str, draft: ReportDraft) -> None:
    modal = form_view.build_card_modal(ctx.catalogue, token, draft.current_object)
    await show_modal(ctx, modal)


async def _cancel_report_form(ctx: Context, token: str, draft: ReportDraft) -> None:
    ctx.services.drafts.remove(token)
    await edit_private_message(ctx, content=ctx.catalogue("form-cancelled"), embed=None, view=None)


def _build_draft_handler(change_draft: Callable[[ReportDraft], ReportDraft]) -> Handler:
    async def show_changed_draft(ctx: Context, token: str, draft: ReportDraft) -> None:
        await _update_report_form(ctx, token, change_draft(draft))

    return show_changed_draft


async def _set_report_field(ctx: Context, token: str, field: str, draft: ReportDraft) -> None:
    """Set a field of the report to the values selected in its menu."""
    await _update_report_form(ctx, token, _with_report_field(draft, field, ctx.menu_values))


async def _set_card_and_amount(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Set the object's card and amount to the values of the modal."""
    fields = ctx.modal_fields
    card = fields.get(form_view.CARD_FIELD, "")
    amount = fields.get(form_view.AMOUNT_FIELD, "").strip()
    if len(card) > MAX_CARD_LENGTH:
        raise Refusal("too-long", most=MAX_CARD_LENGTH)
    named = parse_card_input(ctx, card)
    part = replace(draft.current_object, object=named.text, card=named.id)
    if amount and not _is_valid_amount(amount):
        await _update_report_form(ctx, token, draft.with_object(part))  # keeps the card
        raise Refusal("form-amount")
    part = replace(part, amount=int(amount) if amount else None)
    await _update_report_form(ctx, token, draft.with_object(part))


def _is_valid_amount(amount_text: str) -> bool:
    return (
        len(amount_text) <= form_view.MAX_AMOUNT_LENGTH
        and is_number(amount_text)
        and int(amount_text) >= 1
    )


def _with_report_field(draft: ReportDraft, field: str, values: Sequence[str]) -> ReportDraft:
    value = values[0] if values else None
    entry = draft.current_entry
    part = draft.current_object
    match field:
        case "loser":
            return draft.with_entry(replace(entry, loser=value))
        case "cause":
            cause = next((cause for cause in form_view.CAUSES if cause == value), entry.cause)
            return draft.with_entry(replace(entry, cause=cause))
        case "controller":
            return draft.with_object(replace(part, controller=value))
        case "owner":
            return draft.with_object(replace(part, owner=value))
        case "controlled":
            return draft.with_entry(replace(entry, controlled_by=value))
        case _:
            flags = {flag: flag in values for flag in ("voluntary", "forced_draw", "ended")}
            draft = draft.with_object(replace(part, **flags))
            return draft.with_entry(replace(draft.current_entry, kindslaver="kindslaver" in values))


async def _send_report(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Send the form's report, unless the pod has changed since the form showed its verdict."""

    def build_defeat_command(_: Player, __: LiveGame) -> PodCommand:
        return ReportDefeats(draft.build_reports())

    with ctx.services.drafts.remove_while_sending(token, draft):
        sent = build_command_request(
            ctx, build_defeat_command, draft.number, seen_version=draft.seen
        )
        done = await ctx.services.service.execute_unless_changed(sent)
    if isinstance(done, StateChanged):
        await _update_report_form(ctx, token, draft, has_game_changed=True)
    else:
        words = await load_pod_formatter(ctx, done.pod)
        view = await build_report_answer_view(ctx, done, words)
        await edit_private_message(
            ctx, content=render_report_reply(done, words), embed=None, view=view
        )


# The message


async def _update_report_form(
    ctx: Context, token: str, draft: ReportDraft, *, has_game_changed: bool = False
) -> None:
    embed, view = await _render_report_form(ctx, token, draft, has_game_changed)
    await edit_private_message(ctx, embed=embed, view=view)


async def _render_report_form(
    ctx: Context, token: str, draft: ReportDraft, has_game_changed: bool = False
) -> tuple[discord.Embed, ui.View]:
    if draft.instead is not None:
        return await _render_report_form_for_pod(ctx, token, draft, draft.instead.pod)
    live = await load_channel_pod(ctx, draft.number)
    assert live.pod is not None
    return await _render_report_form_for_pod(
        ctx, token, replace(draft, seen=live.played), live.pod, has_game_changed
    )


async def _render_report_form_for_pod(
    ctx: Context, token: str, draft: ReportDraft, pod: Pod, has_game_changed: bool = False
) -> tuple[discord.Embed, ui.View]:
    ctx.services.drafts.replace(token, draft)
    words = await load_pod_formatter(ctx, pod)
    verdict, ready = _render_predicted_verdict(draft, pod, words)
    about = form_view.render_servant_warning(draft, pod, words) + verdict
    embed = form_view.render_report_embed(draft, words, about, has_game_changed)
    labels = await load_label_formatter(ctx, pod)
    return embed, form_view.build_report_view(
        token, draft, form_view.list_reportable_players(pod), labels, ready
    )


def _render_predicted_verdict(
    draft: ReportDraft, pod: Pod, formatter: MessageFormatter
) -> tuple[str, bool]:
    """Return the text about the verdict that would follow, and whether the report can be sent."""
    try:
        event = decide_pod_command(pod, ReportDefeats(draft.build_reports()))
    except Refusal as refusal:
        return formatter.render_refusal(refusal), False
    assert isinstance(event, DefeatsReported)
    return story.render_report_outcome(event.outcome, formatter), True


_FORM_ACCESS = Access((FORM_OWNER,), elsewhere="form-other")


def _build_form_route(
    action: str, handler: Handler, *, access: Access = _FORM_ACCESS, name: str = ""
) -> Route:
    return Route(f"form:{{token}}:{action}", handler, access, name, draft=ReportDraft)


ROUTES = (
    _build_form_route("card", _open_card_form),
    _build_form_route("filled", _set_card_and_amount),
    _build_form_route(
        f"{{field:{'|'.join(form_view.FIELDS)}}}", _set_report_field, name="form:menu"
    ),
    _build_form_route("details", _build_draft_handler(lambda draft: replace(draft, details=True))),
    _build_form_route("back", _build_draft_handler(lambda draft: replace(draft, details=False))),
    _build_form_route("source", _build_draft_handler(ReportDraft.with_new_object)),
    _build_form_route("another", _build_draft_handler(ReportDraft.with_new_loser)),
    _build_form_route("next", _build_draft_handler(ReportDraft.with_next_object_shown)),
    _build_form_route("remove", _build_draft_handler(ReportDraft.without_current_object)),
    _build_form_route("cancel", _cancel_report_form),
    _build_form_route(
        "send",
        _send_report,
        access=Access((FORM_OWNER, ReportDefeats.right), elsewhere="form-other"),
    ),
)
