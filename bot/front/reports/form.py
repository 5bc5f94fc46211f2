"""The report form: a private message with menus, which shows the verdict before the report counts."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import story, table_view
from bot.front.interaction.answers import answer_by_editing_message, send_answer, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game, load_message_formatter_for_pod
from bot.front.interaction.game_commands import build_game_command_request, load_pod
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.player_options import parse_card_input
from bot.front.interaction.routes import AccessRule, CustomIdRoute, Handler
from bot.front.reports import form_view
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatFormInput, DefeatReportDraft
from bot.front.reports.report_replies import render_report_reply
from bot.front.reports.report_suggestions import build_report_correction_buttons
from bot.rules.decide import create_pod_event
from bot.rules.facts import Player
from bot.rules.players import find_players_in_event_fields
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.rights import FORM_OWNER
from bot.service import rights
from bot.service.game_requests import GameChangedMeanwhileResult
from bot.service.live_game import LiveGame


async def open_defeat_report_form(
    ctx: Context, live_game: LiveGame, defeat_input: DefeatFormInput, *, is_only_card_owner_missing: bool = False
) -> None:
    """Open the form to report a defeat, filled in with the known facts.

    If the facts are complete but for the owner of a card, the form asks for nothing else. Raises `Refusal` if the user
    has nothing to report in the pod.
    """
    await require_user_can_report_defeat(ctx, live_game)
    await reopen_defeat_report_form(ctx, live_game, defeat_input, is_only_card_owner_missing=is_only_card_owner_missing)


async def reopen_defeat_report_form(
    ctx: Context,
    live_game: LiveGame,
    defeat_input: DefeatFormInput,
    *,
    has_game_changed: bool = False,
    is_only_card_owner_missing: bool = False,
) -> None:
    """Open the defeat form again with the user's entries, even if the rules no longer allow them.

    With `has_game_changed`, the form says that the game has changed since the user saw it. If the facts are complete
    but for the owner of a card, the form asks for nothing else.
    """
    embed, view = await _create_and_render_report_draft(
        ctx, live_game, (defeat_input,), has_game_changed, is_only_card_owner_missing
    )
    await send_answer(ctx, embed=embed, view=view)


async def show_report_form_in_button_message(
    ctx: Context, pod_number: int, defeat_inputs: Iterable[DefeatFormInput]
) -> None:
    live = await load_pod(ctx, pod_number)
    await require_user_can_report_defeat(ctx, live)
    embed, view = await _create_and_render_report_draft(ctx, live, tuple(defeat_inputs))
    await answer_by_editing_message(ctx, content=None, embed=embed, view=view)


async def require_user_can_report_defeat(ctx: Context, live_game: LiveGame) -> tuple[Pod, Player]:
    """Raise `Refusal` if the user cannot report a defeat; otherwise return the pod and the user's player id."""
    pod = live_game.pod
    me = await ctx.get_player_id_of_user()
    assert pod is not None
    rights.require_player_of_pod(pod, me)
    if pod.state != "running":
        raise Refusal(pod.state, by=pod.pending_player_choice.by if pod.pending_player_choice else "")
    if pod.disputed_report is not None:
        raise Refusal("disputed")
    return pod, me


async def reopen_unfinished_report_form(ctx: Context, report_draft: DefeatReportDraft) -> None:
    """Show the form of an unfinished report in place of the pressed message."""
    draft_key = ctx.services.drafts.add_draft(report_draft)
    embed, view = await _render_defeat_report_form(ctx, draft_key, report_draft)
    await answer_by_editing_message(ctx, content=None, embed=embed, view=view)


async def _create_and_render_report_draft(
    ctx: Context,
    live_game: LiveGame,
    defeat_inputs: tuple[DefeatFormInput, ...],
    has_game_changed: bool = False,
    is_only_card_owner_missing: bool = False,
) -> tuple[discord.Embed, ui.View]:
    assert live_game.pod is not None
    draft = DefeatReportDraft(
        ctx.channel_address,
        ctx.interaction.user.id,
        live_game.number,
        defeat_inputs,
        lacks_only_owner=is_only_card_owner_missing and not has_game_changed,
    )
    draft_key = ctx.services.drafts.add_draft(draft)
    return await _render_defeat_report_form_for_pod(
        ctx, draft_key, replace(draft, seen=live_game.played), live_game.pod, has_game_changed
    )


# Buttons, menus and the modal


async def _open_card_and_damage_modal(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
    modal = form_view.build_card_and_damage_modal(ctx.translations, draft_key, draft.shown_defeat_source)
    await show_modal(ctx, modal)


async def _cancel_defeat_report(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
    ctx.services.drafts.remove_draft(draft_key)
    await answer_by_editing_message(ctx, content=ctx.translations("form-cancelled"), embed=None, view=None)


def _build_report_form_handler(change_draft: Callable[[DefeatReportDraft], DefeatReportDraft]) -> Handler:
    async def change_report_draft_and_show_form(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
        await _store_draft_and_update_form(ctx, draft_key, change_draft(draft))

    return change_report_draft_and_show_form


async def _set_defeat_report_field(ctx: Context, draft_key: str, field: str, draft: DefeatReportDraft) -> None:
    await _store_draft_and_update_form(ctx, draft_key, _change_report_draft_field(draft, field, ctx.menu_values))


async def _set_card_and_damage_from_modal(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
    """Set the card in the form and its damage to the values from the modal."""
    fields = ctx.modal_fields
    card = fields.get(form_view.CARD_FIELD, "")
    amount = fields.get(form_view.AMOUNT_FIELD, "").strip()
    if len(card) > MAX_CARD_LENGTH:
        raise Refusal("too-long", most=MAX_CARD_LENGTH)
    named = parse_card_input(ctx, card)
    part = replace(draft.shown_defeat_source, object=named.text, card=named.id)
    if amount and not _is_positive_amount(amount):
        await _store_draft_and_update_form(ctx, draft_key, draft.replace_shown_defeat_source(part))  # keeps the card
        raise Refusal("form-amount")
    part = replace(part, amount=int(amount) if amount else None)
    await _store_draft_and_update_form(ctx, draft_key, draft.replace_shown_defeat_source(part))


def _is_positive_amount(amount_text: str) -> bool:
    return len(amount_text) <= form_view.MAX_AMOUNT_LENGTH and is_ascii_number(amount_text) and int(amount_text) >= 1


def _change_report_draft_field(
    draft: DefeatReportDraft, field_name: str, selected_values: Sequence[str]
) -> DefeatReportDraft:
    value = selected_values[0] if selected_values else None
    entry = draft.shown_defeat
    part = draft.shown_defeat_source
    match field_name:
        case "loser":
            return draft.replace_shown_defeat(replace(entry, loser=value))
        case "cause":
            cause = next((cause for cause in form_view.CAUSES if cause == value), entry.cause)
            return draft.replace_shown_defeat(replace(entry, cause=cause))
        case "controller":
            owner = None if part.owner == part.controller else part.owner
            return draft.replace_shown_defeat_source(replace(part, controller=value, owner=owner))
        case "owner":
            return draft.replace_shown_defeat_source(replace(part, owner=value))
        case "controlled":
            return draft.replace_shown_defeat(replace(entry, controlled_by=value))
        case _:
            flags = {flag: flag in selected_values for flag in ("voluntary", "forced_draw", "ended")}
            draft = draft.replace_shown_defeat_source(replace(part, **flags))
            return draft.replace_shown_defeat(replace(draft.shown_defeat, kindslaver="kindslaver" in selected_values))


async def _set_owner_of_shown_card(ctx: Context, draft_key: str, player: str, draft: DefeatReportDraft) -> None:
    """Set the owner of the card behind a defeat, and send the report if it is complete."""
    owned = draft.replace_shown_defeat_source(replace(draft.shown_defeat_source, owner=player))
    pod = await _load_pod_of_report_draft(ctx, draft)
    words = await load_message_formatter_for_pod(ctx, pod)
    if draft.lacks_only_owner and _predict_defeat_verdict(owned, pod, words).can_send:
        await _send_defeat_report(ctx, draft_key, owned)
    else:
        await _store_draft_and_update_form(ctx, draft_key, owned)


async def _set_card_owner_from_menu(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
    """Set the owner of the card behind a defeat to the player selected in a menu."""
    await _set_owner_of_shown_card(ctx, draft_key, ctx.menu_values[0], draft)


async def _send_defeat_report(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
    """Submit the defeat report in the form. If the pod has changed meanwhile, show the form again."""
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        sent = build_game_command_request(
            ctx, lambda *_: ReportDefeats(draft.build_defeat_reports()), draft.number, version_seen_by_user=draft.seen
        )
        done = await ctx.services.service.execute_command_unless_game_changed(sent)
    if isinstance(done, GameChangedMeanwhileResult):
        await _store_draft_and_update_form(ctx, draft_key, draft, has_game_changed=True)
    else:
        words = await load_message_formatter_for_pod(ctx, done.pod)
        view = await build_report_correction_buttons(ctx, done, words)
        await answer_by_editing_message(ctx, content=render_report_reply(done, words), embed=None, view=view)


# The message


async def _store_draft_and_update_form(
    ctx: Context, draft_key: str, draft: DefeatReportDraft, *, has_game_changed: bool = False
) -> None:
    embed, view = await _render_defeat_report_form(ctx, draft_key, draft, has_game_changed)
    await answer_by_editing_message(ctx, embed=embed, view=view)


async def _load_pod_of_report_draft(ctx: Context, draft: DefeatReportDraft) -> Pod:
    """Load the pod of an unsent report; for a correction, the pod before the corrected report."""
    if draft.instead is not None:
        return draft.instead.pod
    live = await load_pod(ctx, draft.number)
    assert live.pod is not None
    return live.pod


async def _render_defeat_report_form(
    ctx: Context, draft_key: str, draft: DefeatReportDraft, has_game_changed: bool = False
) -> tuple[discord.Embed, ui.View]:
    if draft.instead is not None:
        return await _render_defeat_report_form_for_pod(ctx, draft_key, draft, draft.instead.pod)
    live = await load_pod(ctx, draft.number)
    assert live.pod is not None
    return await _render_defeat_report_form_for_pod(
        ctx, draft_key, replace(draft, seen=live.played), live.pod, has_game_changed
    )


async def _render_defeat_report_form_for_pod(
    ctx: Context, draft_key: str, report_draft: DefeatReportDraft, pod: Pod, has_game_changed: bool = False
) -> tuple[discord.Embed, ui.View]:
    words = await load_message_formatter_for_pod(ctx, pod)
    predicted = _predict_defeat_verdict(report_draft, pod, words)
    report_draft = predicted.draft
    ctx.services.drafts.replace_draft(draft_key, report_draft)
    about = form_view.render_already_serving_warnings(report_draft, pod, words) + predicted.text
    embed = form_view.render_defeat_report_embed(report_draft, words, about, has_game_changed)
    labels = await load_label_formatter_for_game(ctx, pod)
    return embed, form_view.build_defeat_report_form_view(
        draft_key, report_draft, pod, labels, can_send=predicted.can_send, possible_owners=predicted.possible_owners
    )


class _PredictedVerdict(NamedTuple):
    """The predicted verdict on the report in the form, or a text about the missing facts.

    The form of `draft` shows the object that is asked about; `possible_owners` are who may own that object.
    """

    draft: DefeatReportDraft
    text: str
    can_send: bool = False
    possible_owners: tuple[Player, ...] = ()


def _predict_defeat_verdict(
    report_draft: DefeatReportDraft, pod: Pod, formatter: PodMessageFormatter
) -> _PredictedVerdict:
    """Return the predicted verdict on the report in the form, or the missing facts."""
    try:
        event = create_pod_event(pod, ReportDefeats(report_draft.build_defeat_reports()))
        asked, owners = report_draft.show_card_whose_owner_is_missing(pod)
    except Refusal as refusal:
        return _PredictedVerdict(replace(report_draft, lacks_only_owner=False), formatter.render_refusal(refusal))
    if owners and report_draft.shown_defeat_source.controller is None:  # the user is still filling in another object
        return _PredictedVerdict(report_draft, form_view.render_card_owner_question(asked, formatter))
    if owners:
        return _PredictedVerdict(asked, form_view.render_card_owner_question(asked, formatter), possible_owners=owners)
    assert isinstance(event, DefeatsReported)
    named = {player for report in event.reports for player in find_players_in_event_fields(report)}
    reminder = table_view.render_phased_out_players(pod.current_game, named, formatter)
    told = "\n".join([*reminder, story.render_defeat_consequences(event.outcome, formatter)])
    return _PredictedVerdict(replace(report_draft, lacks_only_owner=False), told, can_send=True)


_FORM_ACCESS = AccessRule((FORM_OWNER,), elsewhere="form-other")
_SENDER_ACCESS = AccessRule((FORM_OWNER, ReportDefeats.right), elsewhere="form-other")


def _build_report_form_route(
    action: str, handler: Handler, *, access: AccessRule = _FORM_ACCESS, route_name: str = ""
) -> CustomIdRoute:
    return CustomIdRoute(f"form:{{draft_key}}:{action}", handler, access, route_name, draft=DefeatReportDraft)


ROUTES = (
    _build_report_form_route("card", _open_card_and_damage_modal),
    _build_report_form_route("filled", _set_card_and_damage_from_modal),
    _build_report_form_route(
        f"{{field:{'|'.join(form_view.FIELDS)}}}", _set_defeat_report_field, route_name="form:menu"
    ),
    _build_report_form_route(
        "details",
        _build_report_form_handler(lambda draft: replace(draft, details=True, lacks_only_owner=False)),
    ),
    _build_report_form_route("back", _build_report_form_handler(lambda draft: replace(draft, details=False))),
    _build_report_form_route("source", _build_report_form_handler(DefeatReportDraft.add_empty_defeat_source)),
    _build_report_form_route("another", _build_report_form_handler(DefeatReportDraft.add_empty_loser)),
    _build_report_form_route("next", _build_report_form_handler(DefeatReportDraft.select_next_defeat_source)),
    _build_report_form_route("remove", _build_report_form_handler(DefeatReportDraft.remove_shown_defeat_source)),
    _build_report_form_route("cancel", _cancel_defeat_report),
    _build_report_form_route("send", _send_defeat_report, access=_SENDER_ACCESS),
    _build_report_form_route("owns:{player}", _set_owner_of_shown_card, access=_SENDER_ACCESS),
    _build_report_form_route("whose", _set_card_owner_from_menu, access=_SENDER_ACCESS),
)
