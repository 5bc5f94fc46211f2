"""Moderators' decisions by button, below a board or in the moderation queue.

A button acts on a target: a report, a pod or the end of a duel. Decisions that change the history of a pod show a
preview first, after a modal has asked for the reason. A decision about a target that was settled meanwhile is refused.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import discord
from discord import ui

from bot.draws import seating
from bot.formatters.messages import PodMessageFormatter
from bot.front.duels.ending import show_undone_duel_move
from bot.front.game_texts import story
from bot.front.interaction.answers import report_command_success as say_done
from bot.front.interaction.answers import send_answer, show_modal
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import load_label_formatter_for_game, load_message_formatter_for_duel
from bot.front.interaction.game_commands import load_pod_with_events
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.player_options import MAX_CHOICES
from bot.front.interaction.routes import (
    CustomIdRoute,
    Handler,
    build_access_rule_for_board_button,
    build_access_rule_for_current_or_past_pod,
)
from bot.front.moderation import decision_draft
from bot.front.moderation.decision_draft import ModeratorDecisionDraft
from bot.front.moderation.decision_preview import show_moderator_decision_preview, start_moderator_decision
from bot.front.moderation.decision_targets import (
    ModeratedDuel,
    ModeratedGame,
    ModeratedReport,
    ModerationCase,
    require_game_is_pod,
)
from bot.front.moderation.moderation_queue import show_moderation_queue_page_with_text
from bot.front.moderation.override_commands import NOBODY
from bot.front.moderation.report_confirmation import render_confirmed_or_disputed_reports
from bot.front.pods import verdict_explanation
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.joust.disputes import ConfirmDuelResult
from bot.joust.proposals import UndoDuelStep
from bot.rules.confirmation import ConfirmGameReports, build_confirm_all_reports_command
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON, OverrideGameAsModerator
from bot.rules.pod import ConfirmableEvent, EventHistory, UnconfirmedGameReport
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.rules.story import GameReportsCorrected, list_players_who_lost_by_event, list_removable_report_indexes
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.tables.dismissals import DISMISSED

T = TypeVar("T", bound=ModeratedGame)

# Inputs of the modals
REASON_FIELD = "reason"
LOSER_FIELD = "loser"
RESPONSIBLE_FIELD = "responsible"


# Letting stand


async def accept_disputed_report(ctx: Context, moderated_report: ModeratedReport) -> None:
    """Accept a disputed report of a defeat or win as a moderator.

    In the moderation queue this also confirms an undisputed report. Below a board, the player who disputed the report
    may uphold it, too.
    """

    def build_accept_report_command(moderator: Player, live_game: LiveGame) -> ConfirmGameReports:
        pod = require_game_is_pod(live_game)
        if moderated_report.require_undecided_report(pod).needed_confirmation.disputed:
            return ConfirmGameReports((moderated_report.version,), moderator)
        return build_confirm_all_reports_command(
            pod, moderated_report.version, moderator, is_moderator=True, with_claimed_deeds=False
        )

    done = await moderated_report.execute_command(ctx, build_accept_report_command)
    stands = moderated_report.page is None or getattr(done.recorded.event, "stands", False)
    said = await render_confirmed_or_disputed_reports(ctx, done, "done-stands" if stands else "done-confirm")
    await _show_moderator_decision_result(ctx, moderated_report, said)


async def accept_disputed_duel_end(ctx: Context, moderated_duel: ModeratedDuel) -> None:
    """Accept the disputed end of a Magicjoust duel as a moderator.

    Below a board, the player who disputed the end may do so, too.
    """

    def build_command_to_accept_duel_end(moderator: Player, live_game: LiveGame) -> ConfirmDuelResult:
        if moderated_duel.page is not None:
            moderated_duel.require_duel_with_disputed_end(live_game)
        return ConfirmDuelResult(moderator)

    done = await moderated_duel.execute_command(ctx, build_command_to_accept_duel_end)
    words = await load_message_formatter_for_duel(ctx, done.duel)
    await _show_moderator_decision_result(ctx, moderated_duel, words.text("done-stands", what=words.text("joust-end")))


async def _show_moderator_decision_result(ctx: Context, moderated_game: ModeratedGame, message_text: str) -> None:
    """Show a moderator the result of their decision, in a new message or above the moderation queue."""
    if moderated_game.page is None:
        await say_done(ctx, message_text)
    else:
        await show_moderation_queue_page_with_text(ctx, moderated_game.page, message_text)


async def show_facts_and_rules_of_disputed_report(ctx: Context, moderated_report: ModeratedReport) -> None:
    """Show a moderator the facts of a disputed report and the rules that apply."""
    found = await load_pod_with_events(ctx, moderated_report.number)
    disputed = moderated_report.require_undecided_report(require_game_is_pod(found.live))
    await verdict_explanation.explain_verdict_on_defeat_reports(ctx, found, getattr(disputed.event, "reports", ()))


# Taking back


async def ask_reason_to_undo_report(ctx: Context, moderated_game: ModeratedReport | ModeratedDuel) -> None:
    """Ask a moderator in a form for the reason to undo a report, or the end of a duel."""
    if isinstance(moderated_game, ModeratedDuel):
        moderated_game.require_duel_with_undoable_end(await moderated_game.load_moderated_game(ctx))
        about = "" if moderated_game.page is None else ctx.translations("joust-end")
        title = "takeback"
    else:
        case = await moderated_game.load_moderation_case(ctx)
        report = moderated_game.require_undecided_report(case.pod)
        about = story.render_report_to_confirm(report.event, await load_label_formatter_for_game(ctx, case.pod))
        title = components.find_text_key_of_decision_button("takeback", case.pod, report)
    await _open_decision_reason_modal(
        ctx, moderated_game.build_custom_id("undone"), ctx.translations(f"button-{title}"), about
    )


async def preview_report_undo(ctx: Context, moderated_report: ModeratedReport) -> None:
    """Show a moderator the pod as it would be without a disputed or unconfirmed report."""
    case = await moderated_report.load_moderation_case(ctx)
    report = moderated_report.require_undecided_report(case.pod)
    await show_moderator_decision_preview(
        ctx, case, _build_decision_to_undo_report(case, report, _start_decision_with_reason_from_modal(ctx, case))
    )


def _build_decision_to_undo_report(
    moderation_case: ModerationCase, report_to_undo: UnconfirmedGameReport, decision_with_reason: ModeratorDecisionDraft
) -> ModeratorDecisionDraft:
    """Return the decision to undo a report, or to undo the removal of a game's result.

    A correction is undone, a game that was entered is void as a whole, and an end that was taken back is restored. A
    game that was closed before it had a result goes on. An earlier pod, which cannot go on, ends without a result.
    """
    if report_to_undo.removes_game_result:
        version = report_to_undo.needed_confirmation.version
        if ended := moderation_case.list_events_until_previous_result(version):
            return decision_draft.add_restored_game_end_to_decision(decision_with_reason, ended)
        return decision_with_reason.with_override_command(
            OverrideGameAsModerator("reopen", decision_with_reason.reason)
        )
    if isinstance(report_to_undo.event, GameReportsCorrected):  # no step of the story
        return decision_draft.add_undo_of_correction_to_decision(decision_with_reason, moderation_case.live)
    if isinstance(report_to_undo.event, PastGameRecorded):
        return decision_with_reason.with_override_command(OverrideGameAsModerator("void", decision_with_reason.reason))
    taken = decision_draft.add_report_removal_to_decision(
        decision_with_reason, _find_index_of_report(moderation_case.story, report_to_undo.needed_confirmation.version)
    )
    goes_on = moderation_case.current.number == taken.number or not moderation_case.live.is_over
    return taken if goes_on else decision_draft.add_pod_closing_to_decision(taken)


async def undo_duel_end(ctx: Context, moderated_duel: ModeratedDuel) -> None:
    """Undo the end of a Magicjoust duel, which then continues."""
    reason = _get_reason_from_modal(ctx)
    if not reason:
        raise Refusal("reason", most=LONGEST_REASON)

    def build_undo_duel_end_command(_player: Player, live_game: LiveGame) -> UndoDuelStep:
        moderated_duel.require_duel_with_undoable_end(live_game)
        return UndoDuelStep(seating.generate_random_secret(), reason)

    done = await moderated_duel.execute_command(ctx, build_undo_duel_end_command)
    await show_undone_duel_move(ctx, done)


# Ruling who is responsible


async def ask_who_is_responsible_for_defeat(ctx: Context, moderated_report: ModeratedReport) -> None:
    """Ask a moderator in a form who is responsible for a reported defeat, and why."""
    case = await moderated_report.load_moderation_case(ctx)
    report = moderated_report.require_undecided_report(case.pod)
    words = await load_label_formatter_for_game(ctx, case.pod)
    step = _find_index_of_report(case.story, report.needed_confirmation.version)
    losers = list_players_who_lost_by_event(case.story, step)
    answerable = dict.fromkeys(
        player
        for loser in losers
        for player in decision_draft.find_possible_responsible_players(case.story, step, loser)
    )
    menus = []
    if len(losers) > 1:
        whose = components.build_player_select_options(losers, words)
        menus.append(_build_modal_player_menu(LOSER_FIELD, "option-loser", whose, words))
    options = components.build_player_select_options(answerable, words)
    menus.append(_build_modal_player_menu(RESPONSIBLE_FIELD, "dispute-responsible", options, words, is_required=False))
    about = story.render_report_to_confirm(report.event, words)
    title = words.text("button-responsible")
    await _open_decision_reason_modal(ctx, moderated_report.build_custom_id("ruled"), title, about, menus)


async def preview_responsible_player_from_form(ctx: Context, moderated_report: ModeratedReport) -> None:
    """Show a moderator the pod as it would be with another player responsible for a defeat."""
    case = await moderated_report.load_moderation_case(ctx)
    report = moderated_report.require_undecided_report(case.pod)
    step = _find_index_of_report(case.story, report.needed_confirmation.version)
    fields = ctx.modal_fields
    loser = fields.get(LOSER_FIELD) or next(iter(list_players_who_lost_by_event(case.story, step)), "")
    who = fields.get(RESPONSIBLE_FIELD, NOBODY)
    responsible = None if who == NOBODY else who
    begun = _start_decision_with_reason_from_modal(ctx, case)
    await show_moderator_decision_preview(
        ctx, case, decision_draft.set_responsible_player_in_decision(begun, step, loser, responsible)
    )


def _build_modal_player_menu(
    custom_id: str,
    label_key: str,
    player_options: Sequence[discord.SelectOption],
    formatter: PodMessageFormatter,
    *,
    is_required: bool = True,
) -> ui.Label[ui.Modal]:
    """Return a form's menu of players; in an optional menu, no selection means nobody."""
    menu: ui.Select[ui.Modal] = ui.Select(
        custom_id=custom_id,
        options=list(player_options),
        required=is_required,
        min_values=int(is_required),
        placeholder=None if is_required else clean_label_text(formatter.text("override-choice-nobody"), 150),
    )
    return ui.Label(text=clean_label_text(formatter.text(label_key), 45), component=menu)


def _find_index_of_report(event_history: EventHistory, report_version: int) -> int:
    """Return the index of a report in the pod's event history.

    Raises `Refusal` if the report no longer exists.
    """
    for at, event in enumerate(event_history):
        claim = event.claim if isinstance(event, ConfirmableEvent) else None
        if claim is not None and claim.version == report_version:
            return at
    raise Refusal("dispute-settled")


# Voiding a pod, and correcting a pod that is over


async def ask_reason_to_remove_pod_result(ctx: Context, moderated_game: ModeratedGame) -> None:
    """Ask a moderator in a form for the reason to remove a pod's result."""
    pod = (await moderated_game.load_moderation_case(ctx)).pod
    words = await load_label_formatter_for_game(ctx, pod)
    title = pod.setup.title or words.format_variant_name(pod.setup.variant)
    await _open_decision_reason_modal(
        ctx, moderated_game.build_custom_id("voided"), ctx.translations("button-void"), title
    )


async def preview_pod_result_removal(ctx: Context, moderated_game: ModeratedGame) -> None:
    """Show a moderator the pod as it would be without its result."""
    case = await moderated_game.load_moderation_case(ctx)
    begun = _start_decision_with_reason_from_modal(ctx, case)
    await show_moderator_decision_preview(
        ctx, case, begun.with_override_command(OverrideGameAsModerator("void", begun.reason))
    )


async def show_report_correction_menu(ctx: Context, moderated_game: ModeratedGame) -> None:
    """Show a moderator a menu to select a report of the pod for correction, newest first."""
    case = await moderated_game.load_moderation_case(ctx)
    words = await load_label_formatter_for_game(ctx, case.pod)
    steps = list(reversed([*enumerate(list_removable_report_indexes(case.story), 1)]))[:MAX_CHOICES]
    if not steps:
        raise Refusal("no-report", "step")
    options = [
        discord.SelectOption(
            label=clean_label_text(f"{at}. {story.render_event_as_menu_option(case.story[step], words)}", 100),
            value=str(step),
        )
        for at, step in steps
    ]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(ctx.translations("desk-which"), 150),
        options=options,
        custom_id=moderated_game.build_custom_id("which"),
    )
    await send_answer(ctx, ctx.translations("desk-which"), view=components.build_view_without_callbacks([menu]))


async def ask_reason_to_correct_report(ctx: Context, page: int, channel: int, number: int, selection: int) -> None:
    """Ask a moderator in a form for the reason to correct the selected report."""
    target = ModeratedGame(place=ChannelAddress(ctx.channel_address.guild, channel), number=number, page=page)
    case = await target.load_moderation_case(ctx)
    decision_draft.require_event_is_report(case.story, selection)
    words = await load_label_formatter_for_game(ctx, case.pod)
    about = story.render_event_as_menu_option(case.story[selection], words)
    await _open_decision_reason_modal(
        ctx, target.build_custom_id(f"corrected:{selection}"), ctx.translations("button-correct"), about
    )


async def preview_selected_report_removal(ctx: Context, page: int, channel: int, number: int, step: int) -> None:
    """Show a moderator a preview of the pod without the selected report."""
    target = ModeratedGame(place=ChannelAddress(ctx.channel_address.guild, channel), number=number, page=page)
    case = await target.load_moderation_case(ctx)
    await show_moderator_decision_preview(
        ctx,
        case,
        decision_draft.add_report_removal_to_decision(_start_decision_with_reason_from_modal(ctx, case), step),
    )


# On the desk alone


async def remove_game_from_moderation_queue(ctx: Context, moderated_game: ModeratedGame) -> None:
    """Dismiss a suspicious but correct result from the moderation queue."""
    place = moderated_game.place
    game = (await moderated_game.load_moderated_game(ctx)).game
    asker = await load_user_with_rights(ctx)
    rights.require_moderator_not_involved_in_game(game, asker)
    details: dict[str, object] = {"channel": place.channel, "number": moderated_game.number}
    if game is not None and asker.player in game.players:
        details["plays"] = True
    entry = await audit_trail.build_audit_entry_by_user(ctx, DISMISSED, details)
    by = await ctx.load_or_create_person_of_user()
    if await ctx.services.dismissals.mark_game_as_harmless(entry, by, place.channel, moderated_game.number):
        await audit_trail.post_audit_entry_in_log_channel(ctx, entry)
    await _show_moderator_decision_result(ctx, moderated_game, f"✅ {ctx.translations('done-dismiss')}")


async def repost_game_board(ctx: Context, moderated_game: ModeratedGame) -> None:
    """Post a game's board (its main message) again at the end of the channel."""
    ctx.services.keeper.queue_board_update(await moderated_game.load_moderated_game(ctx), should_repost=True)
    channel = f"<#{moderated_game.place.channel}>"
    await _show_moderator_decision_result(ctx, moderated_game, ctx.translations("done-unsettled", channel=channel))


# The reason


async def _open_decision_reason_modal(
    ctx: Context, custom_id: str, title: str, description: str, menus: Sequence[ui.Label[ui.Modal]] = ()
) -> None:
    """Open a form with menus and a field for the moderator's reason.

    `description` says what is decided; an empty string leaves the description out.
    """
    modal = ui.Modal(title=clean_label_text(title, 45), custom_id=custom_id)
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    for menu in menus:
        modal.add_item(menu)
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON_FIELD, max_length=LONGEST_REASON)
    label = ctx.translations("dispute-reason")
    described = clean_label_text(description, 100) if description else None
    modal.add_item(ui.Label(text=label, description=described, component=reason))
    await show_modal(ctx, modal)


def _get_reason_from_modal(ctx: Context) -> str:
    return " ".join(ctx.modal_fields.get(REASON_FIELD, "").split())


def _start_decision_with_reason_from_modal(ctx: Context, moderation_case: ModerationCase) -> ModeratorDecisionDraft:
    return start_moderator_decision(ctx, moderation_case, _get_reason_from_modal(ctx))


# Routes


def _build_moderator_button_handler(
    moderated_game_class: type[T], button_action: Callable[[Context, T], Awaitable[None]]
) -> Handler:
    """Return a handler that calls `button_action` with the game in the button's custom id.

    Without a `channel` in the custom id, the button stands below the board, in the channel where it was pressed.
    """

    async def handle_moderator_button(ctx: Context, channel: int | None = None, **id_values: int) -> None:
        place = ctx.channel_address if channel is None else ChannelAddress(ctx.channel_address.guild, channel)
        await button_action(ctx, moderated_game_class(place=place, **id_values))

    return handle_moderator_button


_REPORT_PATTERN = "claim:{number:int}:{version:int}"
_DUEL_PATTERN = "joust:{number:int}"
_DESK_PATTERN = "desk:{page:int}:{channel:id}:{number:int}"
_BOARD_ACCESS = build_access_rule_for_board_button(MODERATORS)
_DESK_ACCESS = build_access_rule_for_current_or_past_pod(MODERATORS)
_COSTLY_DESK_ACCESS = build_access_rule_for_current_or_past_pod(MODERATORS, rate_limit_class="costly")
_COSTLY_BOARD_ACCESS = build_access_rule_for_board_button(MODERATORS, rate_limit_class="costly")

ROUTES = (
    CustomIdRoute(
        f"{_REPORT_PATTERN}:stands",
        _build_moderator_button_handler(ModeratedReport, accept_disputed_report),
        build_access_rule_for_board_button(ConfirmGameReports),
    ),
    CustomIdRoute(
        f"{_REPORT_PATTERN}:takeback",
        _build_moderator_button_handler(ModeratedReport, ask_reason_to_undo_report),
        _BOARD_ACCESS,
    ),
    CustomIdRoute(
        f"{_REPORT_PATTERN}:responsible",
        _build_moderator_button_handler(ModeratedReport, ask_who_is_responsible_for_defeat),
        _BOARD_ACCESS,
    ),
    CustomIdRoute(
        f"{_REPORT_PATTERN}:undone",
        _build_moderator_button_handler(ModeratedReport, preview_report_undo),
        _COSTLY_BOARD_ACCESS,
    ),
    CustomIdRoute(
        f"{_REPORT_PATTERN}:ruled",
        _build_moderator_button_handler(ModeratedReport, preview_responsible_player_from_form),
        _COSTLY_BOARD_ACCESS,
    ),
    CustomIdRoute(
        f"{_REPORT_PATTERN}:why",
        _build_moderator_button_handler(ModeratedReport, show_facts_and_rules_of_disputed_report),
        build_access_rule_for_board_button(rate_limit_class="costly"),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:stands",
        _build_moderator_button_handler(ModeratedDuel, accept_disputed_duel_end),
        build_access_rule_for_board_button(ConfirmDuelResult),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:takeback",
        _build_moderator_button_handler(ModeratedDuel, ask_reason_to_undo_report),
        _BOARD_ACCESS,
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:undone",
        _build_moderator_button_handler(ModeratedDuel, undo_duel_end),
        _BOARD_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:confirm:{{version:int}}",
        _build_moderator_button_handler(ModeratedReport, accept_disputed_report),
        _DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:stands:{{version:int}}",
        _build_moderator_button_handler(ModeratedReport, accept_disputed_report),
        _DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:takeback:{{version:int}}",
        _build_moderator_button_handler(ModeratedReport, ask_reason_to_undo_report),
        _DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:undone:{{version:int}}",
        _build_moderator_button_handler(ModeratedReport, preview_report_undo),
        _COSTLY_DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:responsible:{{version:int}}",
        _build_moderator_button_handler(ModeratedReport, ask_who_is_responsible_for_defeat),
        _DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:ruled:{{version:int}}",
        _build_moderator_button_handler(ModeratedReport, preview_responsible_player_from_form),
        _COSTLY_DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:stands",
        _build_moderator_button_handler(ModeratedDuel, accept_disputed_duel_end),
        _DESK_ACCESS,
        "desk:upheld",
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:takeback",
        _build_moderator_button_handler(ModeratedDuel, ask_reason_to_undo_report),
        _DESK_ACCESS,
        "desk:reopen",
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:reopened",
        _build_moderator_button_handler(ModeratedDuel, undo_duel_end),
        _COSTLY_DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:void",
        _build_moderator_button_handler(ModeratedGame, ask_reason_to_remove_pod_result),
        _DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:voided",
        _build_moderator_button_handler(ModeratedGame, preview_pod_result_removal),
        _COSTLY_DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:correct",
        _build_moderator_button_handler(ModeratedGame, show_report_correction_menu),
        _COSTLY_DESK_ACCESS,
    ),
    CustomIdRoute(f"{_DESK_PATTERN}:which", ask_reason_to_correct_report, _DESK_ACCESS, picked=parse_ascii_number),
    CustomIdRoute(f"{_DESK_PATTERN}:corrected:{{step:int}}", preview_selected_report_removal, _COSTLY_DESK_ACCESS),
    CustomIdRoute(
        f"{_DESK_PATTERN}:dismiss",
        _build_moderator_button_handler(ModeratedGame, remove_game_from_moderation_queue),
        _DESK_ACCESS,
    ),
    CustomIdRoute(
        f"{_DESK_PATTERN}:here",
        _build_moderator_button_handler(ModeratedGame, repost_game_board),
        _COSTLY_DESK_ACCESS,
    ),
)
