"""The report form: a private message with menus, which shows the verdict before the report counts."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import story, table_view
from bot.front.interaction.answers import edit_pressed_private_message, send_answer, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_without_markdown, load_message_formatter_for_pod
from bot.front.interaction.game_commands import build_game_command_request, load_pod
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.player_options import parse_card_entered_by_user
from bot.front.interaction.routes import AccessRule, CustomIdRoute, Handler
from bot.front.reports import form_view
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatReportDraft, EnteredDefeat
from bot.front.reports.report_replies import render_report_reply
from bot.front.reports.report_suggestions import build_report_correction_buttons
from bot.rules.decide import create_event_of_pod_command
from bot.rules.facts import Player
from bot.rules.players import find_players_in_event_fields
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.rights import FORM_OWNER
from bot.service import rights
from bot.service.game_requests import GameChangedSinceUserSawIt
from bot.service.live_game import LiveGame


async def open_defeat_report_form(
    ctx: Context, live_game: LiveGame, entered_defeat: EnteredDefeat, *, is_complete: bool = False
) -> None:
    """Open the form to report a defeat, filled in with the known facts.

    If the facts are complete but for the owner of a card, the form asks for nothing else. Raises `Refusal` if the user
    has nothing to report in the pod.
    """
    await require_pod_and_player_who_can_report(ctx, live_game)
    await reopen_defeat_report_form(ctx, live_game, entered_defeat, is_complete=is_complete)


async def reopen_defeat_report_form(
    ctx: Context,
    live_game: LiveGame,
    entered_defeat: EnteredDefeat,
    *,
    has_game_changed: bool = False,
    is_complete: bool = False,
) -> None:
    """Open the defeat form again with the user's entries, even if the rules no longer allow them.

    With `has_game_changed`, the form says that the game has changed since the user saw it. If the facts are complete
    but for the owner of a card, the form asks for nothing else.
    """
    embed, view = await _create_and_render_report_draft(
        ctx, live_game, (entered_defeat,), has_game_changed, is_complete
    )
    await send_answer(ctx, embed=embed, view=view)


async def replace_pressed_message_with_report_form(
    ctx: Context, pod_number: int, entered_defeats: Iterable[EnteredDefeat]
) -> None:
    live = await load_pod(ctx, pod_number)
    await require_pod_and_player_who_can_report(ctx, live)
    embed, view = await _create_and_render_report_draft(ctx, live, tuple(entered_defeats))
    await edit_pressed_private_message(ctx, content=None, embed=embed, view=view)


async def require_pod_and_player_who_can_report(ctx: Context, live_game: LiveGame) -> tuple[Pod, Player]:
    """Return the pod and the user's player id. Raises `Refusal` if the user cannot report a defeat."""
    pod = live_game.pod
    me = await ctx.get_player_id_of_user()
    assert pod is not None
    rights.require_player_of_pod(pod, me)
    if pod.state != "running":
        raise Refusal(pod.state, by=pod.pending_player_choice.by if pod.pending_player_choice else "")
    if pod.disputed_report is not None:
        raise Refusal("disputed")
    return pod, me


async def replace_pressed_message_with_unfinished_report(ctx: Context, draft: DefeatReportDraft) -> None:
    """Show the form of an unfinished report in place of the pressed message."""
    token = ctx.services.drafts.add_draft(draft)
    embed, view = await _render_defeat_report_form(ctx, token, draft)
    await edit_pressed_private_message(ctx, content=None, embed=embed, view=view)


async def _create_and_render_report_draft(
    ctx: Context,
    live_game: LiveGame,
    entered_defeats: tuple[EnteredDefeat, ...],
    has_game_changed: bool = False,
    is_complete: bool = False,
) -> tuple[discord.Embed, ui.View]:
    assert live_game.pod is not None
    draft = DefeatReportDraft(
        ctx.channel_address,
        ctx.interaction.user.id,
        live_game.number,
        entered_defeats,
        lacks_only_owner=is_complete and not has_game_changed,
    )
    token = ctx.services.drafts.add_draft(draft)
    return await _render_defeat_report_form_for_pod(
        ctx, token, replace(draft, seen=live_game.played), live_game.pod, has_game_changed
    )


# Buttons, menus and the modal


async def _open_card_and_amount_modal(ctx: Context, token: str, draft: DefeatReportDraft) -> None:
    modal = form_view.build_card_and_amount_modal(ctx.catalogue, token, draft.shown_object)
    await show_modal(ctx, modal)


async def _cancel_defeat_report(ctx: Context, token: str, draft: DefeatReportDraft) -> None:
    ctx.services.drafts.remove_draft(token)
    await edit_pressed_private_message(ctx, content=ctx.catalogue("form-cancelled"), embed=None, view=None)


def _build_report_draft_button_handler(change_draft: Callable[[DefeatReportDraft], DefeatReportDraft]) -> Handler:
    async def change_draft_and_show_form(ctx: Context, token: str, draft: DefeatReportDraft) -> None:
        await _store_draft_and_update_form(ctx, token, change_draft(draft))

    return change_draft_and_show_form


async def _set_defeat_report_field(ctx: Context, token: str, field: str, draft: DefeatReportDraft) -> None:
    await _store_draft_and_update_form(ctx, token, _copy_report_draft_with_changed_field(draft, field, ctx.menu_values))


async def _set_card_and_amount(ctx: Context, token: str, draft: DefeatReportDraft) -> None:
    """Set the card in the form and its damage to the values from the modal."""
    fields = ctx.modal_fields
    card = fields.get(form_view.CARD_FIELD, "")
    amount = fields.get(form_view.AMOUNT_FIELD, "").strip()
    if len(card) > MAX_CARD_LENGTH:
        raise Refusal("too-long", most=MAX_CARD_LENGTH)
    named = parse_card_entered_by_user(ctx, card)
    part = replace(draft.shown_object, object=named.text, card=named.id)
    if amount and not _is_positive_amount(amount):
        await _store_draft_and_update_form(ctx, token, draft.with_shown_object_replaced(part))  # keeps the card
        raise Refusal("form-amount")
    part = replace(part, amount=int(amount) if amount else None)
    await _store_draft_and_update_form(ctx, token, draft.with_shown_object_replaced(part))


def _is_positive_amount(amount_text: str) -> bool:
    return len(amount_text) <= form_view.MAX_AMOUNT_LENGTH and is_ascii_number(amount_text) and int(amount_text) >= 1


def _copy_report_draft_with_changed_field(
    draft: DefeatReportDraft, field_name: str, values: Sequence[str]
) -> DefeatReportDraft:
    value = values[0] if values else None
    entry = draft.shown_defeat
    part = draft.shown_object
    match field_name:
        case "loser":
            return draft.with_shown_defeat_replaced(replace(entry, loser=value))
        case "cause":
            cause = next((cause for cause in form_view.CAUSES if cause == value), entry.cause)
            return draft.with_shown_defeat_replaced(replace(entry, cause=cause))
        case "controller":
            owner = None if part.owner == part.controller else part.owner
            return draft.with_shown_object_replaced(replace(part, controller=value, owner=owner))
        case "owner":
            return draft.with_shown_object_replaced(replace(part, owner=value))
        case "controlled":
            return draft.with_shown_defeat_replaced(replace(entry, controlled_by=value))
        case _:
            flags = {flag: flag in values for flag in ("voluntary", "forced_draw", "ended")}
            draft = draft.with_shown_object_replaced(replace(part, **flags))
            return draft.with_shown_defeat_replaced(replace(draft.shown_defeat, kindslaver="kindslaver" in values))


async def _set_owner_of_shown_object(ctx: Context, token: str, player: str, draft: DefeatReportDraft) -> None:
    """Set the owner of the card behind a defeat, and send the report if it is complete."""
    owned = draft.with_shown_object_replaced(replace(draft.shown_object, owner=player))
    pod = await _load_pod_of_report_draft(ctx, draft)
    words = await load_message_formatter_for_pod(ctx, pod)
    if draft.lacks_only_owner and _predict_defeat_verdict(owned, pod, words).can_send:
        await _send_defeat_report(ctx, token, owned)
    else:
        await _store_draft_and_update_form(ctx, token, owned)


async def _set_owner_selected_in_menu(ctx: Context, token: str, draft: DefeatReportDraft) -> None:
    """Set the owner of the card behind a defeat to the player selected in a menu."""
    await _set_owner_of_shown_object(ctx, token, ctx.menu_values[0], draft)


async def _send_defeat_report(ctx: Context, token: str, draft: DefeatReportDraft) -> None:
    """Submit the defeat report in the form. If the pod has changed meanwhile, show the form again."""
    with ctx.services.drafts.remove_draft_while_sending(token, draft):
        sent = build_game_command_request(
            ctx, lambda *_: ReportDefeats(draft.build_defeat_reports()), draft.number, version_seen_by_user=draft.seen
        )
        done = await ctx.services.service.execute_unless_game_changed(sent)
    if isinstance(done, GameChangedSinceUserSawIt):
        await _store_draft_and_update_form(ctx, token, draft, has_game_changed=True)
    else:
        words = await load_message_formatter_for_pod(ctx, done.pod)
        view = await build_report_correction_buttons(ctx, done, words)
        await edit_pressed_private_message(ctx, content=render_report_reply(done, words), embed=None, view=view)


# The message


async def _store_draft_and_update_form(
    ctx: Context, token: str, draft: DefeatReportDraft, *, has_game_changed: bool = False
) -> None:
    embed, view = await _render_defeat_report_form(ctx, token, draft, has_game_changed)
    await edit_pressed_private_message(ctx, embed=embed, view=view)


async def _load_pod_of_report_draft(ctx: Context, draft: DefeatReportDraft) -> Pod:
    """Load the pod of an unsent report; for a correction, the pod before the corrected report."""
    if draft.instead is not None:
        return draft.instead.pod
    live = await load_pod(ctx, draft.number)
    assert live.pod is not None
    return live.pod


async def _render_defeat_report_form(
    ctx: Context, token: str, draft: DefeatReportDraft, has_game_changed: bool = False
) -> tuple[discord.Embed, ui.View]:
    if draft.instead is not None:
        return await _render_defeat_report_form_for_pod(ctx, token, draft, draft.instead.pod)
    live = await load_pod(ctx, draft.number)
    assert live.pod is not None
    return await _render_defeat_report_form_for_pod(
        ctx, token, replace(draft, seen=live.played), live.pod, has_game_changed
    )


async def _render_defeat_report_form_for_pod(
    ctx: Context, token: str, draft: DefeatReportDraft, pod: Pod, has_game_changed: bool = False
) -> tuple[discord.Embed, ui.View]:
    words = await load_message_formatter_for_pod(ctx, pod)
    predicted = _predict_defeat_verdict(draft, pod, words)
    draft = predicted.draft
    ctx.services.drafts.replace_draft(token, draft)
    about = form_view.render_warnings_about_servants(draft, pod, words) + predicted.text
    embed = form_view.render_defeat_report_embed(draft, words, about, has_game_changed)
    labels = await load_label_formatter_without_markdown(ctx, pod)
    return embed, form_view.build_defeat_report_form_view(
        token, draft, pod, labels, can_send=predicted.can_send, possible_owners=predicted.possible_owners
    )


class _PredictedVerdict(NamedTuple):
    """The predicted verdict on the report in the form, or a text about the missing facts.

    The form of `draft` shows the object that is asked about; `possible_owners` are who may own that object.
    """

    draft: DefeatReportDraft
    text: str
    can_send: bool = False
    possible_owners: tuple[Player, ...] = ()


def _predict_defeat_verdict(draft: DefeatReportDraft, pod: Pod, formatter: PodMessageFormatter) -> _PredictedVerdict:
    """Return the predicted verdict on the report in the form, or the missing facts."""
    try:
        event = create_event_of_pod_command(pod, ReportDefeats(draft.build_defeat_reports()))
        asked, owners = draft.with_object_of_unknown_owner_shown(pod)
    except Refusal as refusal:
        return _PredictedVerdict(replace(draft, lacks_only_owner=False), formatter.render_refusal(refusal))
    if owners and draft.shown_object.controller is None:  # the user is still filling in another object
        return _PredictedVerdict(draft, form_view.render_owner_question(asked, formatter))
    if owners:
        return _PredictedVerdict(asked, form_view.render_owner_question(asked, formatter), possible_owners=owners)
    assert isinstance(event, DefeatsReported)
    named = {player for report in event.reports for player in find_players_in_event_fields(report)}
    reminder = table_view.render_reminder_of_phased_players(pod.current_game, named, formatter)
    told = "\n".join([*reminder, story.render_consequences_of_defeat_report(event.outcome, formatter)])
    return _PredictedVerdict(replace(draft, lacks_only_owner=False), told, can_send=True)


_FORM_ACCESS = AccessRule((FORM_OWNER,), elsewhere="form-other")
_SENDER_ACCESS = AccessRule((FORM_OWNER, ReportDefeats.right), elsewhere="form-other")


def _build_route_of_report_form_button(
    action: str, handler: Handler, *, access: AccessRule = _FORM_ACCESS, name: str = ""
) -> CustomIdRoute:
    return CustomIdRoute(f"form:{{token}}:{action}", handler, access, name, draft=DefeatReportDraft)


ROUTES = (
    _build_route_of_report_form_button("card", _open_card_and_amount_modal),
    _build_route_of_report_form_button("filled", _set_card_and_amount),
    _build_route_of_report_form_button(
        f"{{field:{'|'.join(form_view.FIELDS)}}}", _set_defeat_report_field, name="form:menu"
    ),
    _build_route_of_report_form_button(
        "details",
        _build_report_draft_button_handler(lambda draft: replace(draft, details=True, lacks_only_owner=False)),
    ),
    _build_route_of_report_form_button(
        "back", _build_report_draft_button_handler(lambda draft: replace(draft, details=False))
    ),
    _build_route_of_report_form_button(
        "source", _build_report_draft_button_handler(DefeatReportDraft.with_one_more_object)
    ),
    _build_route_of_report_form_button(
        "another", _build_report_draft_button_handler(DefeatReportDraft.with_one_more_loser)
    ),
    _build_route_of_report_form_button(
        "next", _build_report_draft_button_handler(DefeatReportDraft.with_next_object_shown)
    ),
    _build_route_of_report_form_button(
        "remove", _build_report_draft_button_handler(DefeatReportDraft.without_shown_object)
    ),
    _build_route_of_report_form_button("cancel", _cancel_defeat_report),
    _build_route_of_report_form_button("send", _send_defeat_report, access=_SENDER_ACCESS),
    _build_route_of_report_form_button("owns:{player}", _set_owner_of_shown_object, access=_SENDER_ACCESS),
    _build_route_of_report_form_button("whose", _set_owner_selected_in_menu, access=_SENDER_ACCESS),
)
