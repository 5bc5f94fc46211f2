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
from bot.front.duels.ending import answer_with_undone_duel_move
from bot.front.game_texts import story
from bot.front.interaction.answers import confirm_command_success as say_done
from bot.front.interaction.answers import send_answer, show_modal
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import load_formatter_without_markdown, load_message_formatter_for_duel
from bot.front.interaction.game_commands import load_pod_of_channel_with_events
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.player_options import MAX_CHOICES
from bot.front.interaction.routes import (
    Handler,
    Route,
    build_access_rule_for_any_pod,
    build_access_rule_for_board_button,
)
from bot.front.moderation import decision_draft
from bot.front.moderation.decision_draft import ModeratorDecisionDraft
from bot.front.moderation.decision_preview import begin_decision_draft, show_decision_preview
from bot.front.moderation.decision_targets import (
    ModeratedDuelTarget,
    ModeratedGameTarget,
    ModeratedReportTarget,
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
from bot.joust.disputes import UpholdDuelResult
from bot.joust.proposals import UndoDuelStep
from bot.rules.confirmation import ConfirmGameReports, build_confirmation_of_all_reports
from bot.rules.entering import PastGameEntered
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON, OverrideGame
from bot.rules.pod import ConfirmableEvent, EventHistory, UnconfirmedGameReport
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.rules.story import GameReportsCorrected, list_indexes_of_removable_reports, list_losers_of_reported_event
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.tables.dismissals import DISMISSED

T = TypeVar("T", bound=ModeratedGameTarget)

# Inputs of the modals
REASON_FIELD = "reason"
LOSER_FIELD = "loser"
RESPONSIBLE_FIELD = "responsible"


# Letting stand


async def uphold_disputed_report(ctx: Context, moderation_target: ModeratedReportTarget) -> None:
    """Let a disputed report of a defeat or win count, as a moderator.

    In the moderation queue this also confirms an undisputed report. Below a board, the player who disputed the report
    may uphold it, too.
    """

    def build_uphold_report_command(moderator: Player, live_game: LiveGame) -> ConfirmGameReports:
        pod = require_game_is_pod(live_game)
        if moderation_target.require_unsettled_report(pod).confirmation_requirement.disputed:
            return ConfirmGameReports((moderation_target.version,), moderator)
        return build_confirmation_of_all_reports(pod, moderation_target.version, moderator, is_moderator=True)

    done = await moderation_target.execute_command(ctx, build_uphold_report_command)
    stands = moderation_target.page is None or getattr(done.recorded.event, "stands", False)
    said = await render_confirmed_or_disputed_reports(ctx, done, "done-stands" if stands else "done-confirm")
    await _show_decision_result(ctx, moderation_target, said)


async def uphold_disputed_end_of_duel(ctx: Context, moderation_target: ModeratedDuelTarget) -> None:
    """Let the disputed end of a Magicjoust duel count, as a moderator.

    Below a board, the player who disputed the end may do so, too.
    """

    def build_uphold_duel_command(moderator: Player, live_game: LiveGame) -> UpholdDuelResult:
        if moderation_target.page is not None:
            moderation_target.require_duel_with_disputed_end(live_game)
        return UpholdDuelResult(moderator)

    done = await moderation_target.execute_command(ctx, build_uphold_duel_command)
    words = await load_message_formatter_for_duel(ctx, done.duel)
    await _show_decision_result(ctx, moderation_target, words.text("done-stands", what=words.text("joust-end")))


async def _show_decision_result(ctx: Context, moderation_target: ModeratedGameTarget, message_text: str) -> None:
    """Show a decision's result below the game's board, or above a page of the moderation queue."""
    if moderation_target.page is None:
        await say_done(ctx, message_text)
    else:
        await show_moderation_queue_page_with_text(ctx, moderation_target.page, message_text)


async def show_rules_behind_disputed_report(ctx: Context, moderation_target: ModeratedReportTarget) -> None:
    """Show the moderator the facts and the rules behind a disputed report."""
    found = await load_pod_of_channel_with_events(ctx, moderation_target.number)
    disputed = moderation_target.require_unsettled_report(require_game_is_pod(found.live))
    await verdict_explanation.explain_verdict_on_defeat_reports(ctx, found, getattr(disputed.event, "reports", ()))


# Taking back


async def ask_reason_to_undo_report(
    ctx: Context, moderation_target: ModeratedReportTarget | ModeratedDuelTarget
) -> None:
    """Ask the moderator why to take back a report, or the end of a duel."""
    if isinstance(moderation_target, ModeratedDuelTarget):
        moderation_target.require_reopenable_duel(await moderation_target.load_game(ctx))
        about = "" if moderation_target.page is None else ctx.catalogue("joust-end")
        title = "takeback"
    else:
        case = await moderation_target.load_moderation_case(ctx)
        report = moderation_target.require_unsettled_report(case.pod)
        about = story.render_report_to_confirm(report.event, await load_formatter_without_markdown(ctx, case.pod))
        title = components.find_decision_button_text_key("takeback", report)
    await _open_reason_modal(ctx, moderation_target.build_custom_id("undone"), ctx.catalogue(f"button-{title}"), about)


async def preview_report_undo(ctx: Context, moderation_target: ModeratedReportTarget) -> None:
    """Show the moderator what the pod would be like without a report of a defeat or win."""
    case = await moderation_target.load_moderation_case(ctx)
    report = moderation_target.require_unsettled_report(case.pod)
    await show_decision_preview(
        ctx, case, _draft_report_undo(case, report, _begin_decision_draft_from_modal(ctx, case))
    )


def _draft_report_undo(
    moderation_case: ModerationCase, report: UnconfirmedGameReport, draft: ModeratorDecisionDraft
) -> ModeratorDecisionDraft:
    """Return the draft of a moderator's decision that takes a report back.

    A correction is undone, a game that was entered is void as a whole, and an end that was taken back is restored. An
    earlier pod, which cannot go on, ends without a result.
    """
    if report.removes_result:
        return decision_draft.draft_restoration_of_game_end(
            draft, moderation_case.list_events_to_last_result(report.confirmation_requirement.version)
        )
    if isinstance(report.event, GameReportsCorrected):  # no step of the story
        return decision_draft.draft_undo_of_last_correction(draft, moderation_case.live)
    if isinstance(report.event, PastGameEntered):
        return draft.with_override_command(OverrideGame("void", draft.reason))
    taken = decision_draft.draft_report_removal(
        draft, _find_index_of_report(moderation_case.story, report.confirmation_requirement.version)
    )
    return taken if moderation_case.current.number == taken.number else decision_draft.draft_pod_closing(taken)


async def undo_end_of_duel(ctx: Context, moderation_target: ModeratedDuelTarget) -> None:
    """Take back the end of a Magicjoust duel, so that the duel goes on."""
    reason = _get_reason_from_modal(ctx)
    if not reason:
        raise Refusal("reason", most=LONGEST_REASON)

    def build_undo_duel_end_command(_: Player, live_game: LiveGame) -> UndoDuelStep:
        moderation_target.require_reopenable_duel(live_game)
        return UndoDuelStep(seating.generate_secret(), reason)

    done = await moderation_target.execute_command(ctx, build_undo_duel_end_command)
    await answer_with_undone_duel_move(ctx, done)


# Ruling who is responsible


async def ask_responsible_player_of_defeat(ctx: Context, moderation_target: ModeratedReportTarget) -> None:
    """Ask the moderator who is responsible for a reported defeat, and why."""
    case = await moderation_target.load_moderation_case(ctx)
    report = moderation_target.require_unsettled_report(case.pod)
    words = await load_formatter_without_markdown(ctx, case.pod)
    step = _find_index_of_report(case.story, report.confirmation_requirement.version)
    losers = list_losers_of_reported_event(case.story, step)
    answerable = dict.fromkeys(
        player
        for loser in losers
        for player in decision_draft.find_possibly_responsible_players(case.story, step, loser)
    )
    menus = []
    if len(losers) > 1:
        whose = components.build_player_select_options(losers, words)
        menus.append(_build_modal_player_menu(LOSER_FIELD, "option-loser", whose, words))
    options = components.build_player_select_options(answerable, words)
    menus.append(_build_modal_player_menu(RESPONSIBLE_FIELD, "dispute-responsible", options, words, is_required=False))
    about = story.render_report_to_confirm(report.event, words)
    title = words.text("button-responsible")
    await _open_reason_modal(ctx, moderation_target.build_custom_id("ruled"), title, about, menus)


async def preview_responsibility_ruling(ctx: Context, moderation_target: ModeratedReportTarget) -> None:
    """Show the moderator the pod if the selected player were responsible for a defeat."""
    case = await moderation_target.load_moderation_case(ctx)
    report = moderation_target.require_unsettled_report(case.pod)
    step = _find_index_of_report(case.story, report.confirmation_requirement.version)
    fields = ctx.modal_fields
    loser = fields.get(LOSER_FIELD) or next(iter(list_losers_of_reported_event(case.story, step)), "")
    who = fields.get(RESPONSIBLE_FIELD, NOBODY)
    responsible = None if who == NOBODY else who
    begun = _begin_decision_draft_from_modal(ctx, case)
    await show_decision_preview(ctx, case, decision_draft.draft_responsibility_ruling(begun, step, loser, responsible))


def _build_modal_player_menu(
    custom_id: str,
    label_key: str,
    player_options: Sequence[discord.SelectOption],
    formatter: PodMessageFormatter,
    *,
    is_required: bool = True,
) -> ui.Label[ui.Modal]:
    """Return a menu of players in a modal; an optional menu without a selection means nobody."""
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


async def ask_reason_to_void_pod(ctx: Context, moderation_target: ModeratedGameTarget) -> None:
    """Ask the moderator why the result of a pod is to be removed."""
    pod = (await moderation_target.load_moderation_case(ctx)).pod
    words = await load_formatter_without_markdown(ctx, pod)
    title = pod.setup.title or words.format_variant_name(pod.setup.variant)
    await _open_reason_modal(ctx, moderation_target.build_custom_id("voided"), ctx.catalogue("button-void"), title)


async def preview_void_pod(ctx: Context, moderation_target: ModeratedGameTarget) -> None:
    """Show the moderator a preview of the pod without its result."""
    case = await moderation_target.load_moderation_case(ctx)
    begun = _begin_decision_draft_from_modal(ctx, case)
    await show_decision_preview(ctx, case, begun.with_override_command(OverrideGame("void", begun.reason)))


async def show_menu_of_reports_to_correct(ctx: Context, moderation_target: ModeratedGameTarget) -> None:
    """Show a menu of the pod's reports, newest first, to choose the one to correct."""
    case = await moderation_target.load_moderation_case(ctx)
    words = await load_formatter_without_markdown(ctx, case.pod)
    steps = list(reversed([*enumerate(list_indexes_of_removable_reports(case.story), 1)]))[:MAX_CHOICES]
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
        placeholder=clean_label_text(ctx.catalogue("desk-which"), 150),
        options=options,
        custom_id=moderation_target.build_custom_id("which"),
    )
    await send_answer(ctx, ctx.catalogue("desk-which"), view=components.build_stateless_view([menu]))


async def ask_reason_to_correct_report(ctx: Context, page: int, channel: int, number: int, selection: int) -> None:
    """Ask the moderator why the selected report of a pod is to be corrected."""
    target = ModeratedGameTarget(place=ChannelAddress(ctx.channel_address.guild, channel), number=number, page=page)
    case = await target.load_moderation_case(ctx)
    decision_draft.require_event_is_report(case.story, selection)
    words = await load_formatter_without_markdown(ctx, case.pod)
    about = story.render_event_as_menu_option(case.story[selection], words)
    await _open_reason_modal(
        ctx, target.build_custom_id(f"corrected:{selection}"), ctx.catalogue("button-correct"), about
    )


async def preview_report_correction(ctx: Context, page: int, channel: int, number: int, step: int) -> None:
    """Show the moderator the pod without a report, which can then be replaced by another."""
    target = ModeratedGameTarget(place=ChannelAddress(ctx.channel_address.guild, channel), number=number, page=page)
    case = await target.load_moderation_case(ctx)
    await show_decision_preview(
        ctx, case, decision_draft.draft_report_removal(_begin_decision_draft_from_modal(ctx, case), step)
    )


# On the desk alone


async def remove_game_from_moderation_queue(ctx: Context, moderation_target: ModeratedGameTarget) -> None:
    """Remove a game from the moderation queue for good."""
    place = moderation_target.place
    game = (await moderation_target.load_game(ctx)).game
    asker = await load_user_with_rights(ctx)
    rights.require_neutral_moderator(game, asker)
    details: dict[str, object] = {"channel": place.channel, "number": moderation_target.number}
    if game is not None and asker.player in game.players:
        details["plays"] = True
    entry = await audit_trail.build_audit_entry_by_user(ctx, DISMISSED, details)
    by = await ctx.load_or_create_person_of_user()
    if await ctx.services.dismissals.dismiss_suspicion_of_game(entry, by, place.channel, moderation_target.number):
        await audit_trail.post_audit_entry_in_log_channel(ctx, entry)
    await _show_decision_result(ctx, moderation_target, f"✅ {ctx.catalogue('done-dismiss')}")


async def move_game_board_to_channel_end(ctx: Context, moderation_target: ModeratedGameTarget) -> None:
    """Move a game's board (the message with its state) to the end of the channel."""
    ctx.services.keeper.queue_board_update(await moderation_target.load_game(ctx), is_moved_to_end=True)
    channel = f"<#{moderation_target.place.channel}>"
    await _show_decision_result(ctx, moderation_target, ctx.catalogue("done-unsettled", channel=channel))


# The reason


async def _open_reason_modal(
    ctx: Context, custom_id: str, title: str, description: str, menus: Sequence[ui.Label[ui.Modal]] = ()
) -> None:
    """Open a modal with `menus`, and below them an input for the reason.

    `description` says what is decided; an empty string leaves the description out.
    """
    modal = ui.Modal(title=clean_label_text(title, 45), custom_id=custom_id)
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    for menu in menus:
        modal.add_item(menu)
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON_FIELD, max_length=LONGEST_REASON)
    label = ctx.catalogue("dispute-reason")
    described = clean_label_text(description, 100) if description else None
    modal.add_item(ui.Label(text=label, description=described, component=reason))
    await show_modal(ctx, modal)


def _get_reason_from_modal(ctx: Context) -> str:
    return " ".join(ctx.modal_fields.get(REASON_FIELD, "").split())


def _begin_decision_draft_from_modal(ctx: Context, moderation_case: ModerationCase) -> ModeratorDecisionDraft:
    return begin_decision_draft(ctx, moderation_case, _get_reason_from_modal(ctx))


# Routes


def _build_moderation_button_handler(
    target_class: type[T], target_action: Callable[[Context, T], Awaitable[None]]
) -> Handler:
    """Return a button handler that calls an action with the game named by the custom id.

    Without a `channel` in the custom id, the button stands below the board, in the channel where it was pressed.
    """

    async def handle_button_press(ctx: Context, channel: int | None = None, **id_values: int) -> None:
        place = ctx.channel_address if channel is None else ChannelAddress(ctx.channel_address.guild, channel)
        await target_action(ctx, target_class(place=place, **id_values))

    return handle_button_press


_REPORT_PATTERN = "claim:{number:int}:{version:int}"
_DUEL_PATTERN = "joust:{number:int}"
_DESK_PATTERN = "desk:{page:int}:{channel:id}:{number:int}"
_BOARD_ACCESS = build_access_rule_for_board_button(MODERATORS)
_DESK_ACCESS = build_access_rule_for_any_pod(MODERATORS)
_COSTLY_DESK_ACCESS = build_access_rule_for_any_pod(MODERATORS, rate_limit_class="costly")
_COSTLY_BOARD_ACCESS = build_access_rule_for_board_button(MODERATORS, rate_limit_class="costly")

ROUTES = (
    Route(
        f"{_REPORT_PATTERN}:stands",
        _build_moderation_button_handler(ModeratedReportTarget, uphold_disputed_report),
        build_access_rule_for_board_button(ConfirmGameReports),
    ),
    Route(
        f"{_REPORT_PATTERN}:takeback",
        _build_moderation_button_handler(ModeratedReportTarget, ask_reason_to_undo_report),
        _BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:responsible",
        _build_moderation_button_handler(ModeratedReportTarget, ask_responsible_player_of_defeat),
        _BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:undone",
        _build_moderation_button_handler(ModeratedReportTarget, preview_report_undo),
        _COSTLY_BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:ruled",
        _build_moderation_button_handler(ModeratedReportTarget, preview_responsibility_ruling),
        _COSTLY_BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:why",
        _build_moderation_button_handler(ModeratedReportTarget, show_rules_behind_disputed_report),
        build_access_rule_for_board_button(rate_limit_class="costly"),
    ),
    Route(
        f"{_DUEL_PATTERN}:stands",
        _build_moderation_button_handler(ModeratedDuelTarget, uphold_disputed_end_of_duel),
        build_access_rule_for_board_button(UpholdDuelResult),
    ),
    Route(
        f"{_DUEL_PATTERN}:takeback",
        _build_moderation_button_handler(ModeratedDuelTarget, ask_reason_to_undo_report),
        _BOARD_ACCESS,
    ),
    Route(
        f"{_DUEL_PATTERN}:undone",
        _build_moderation_button_handler(ModeratedDuelTarget, undo_end_of_duel),
        _BOARD_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:confirm:{{version:int}}",
        _build_moderation_button_handler(ModeratedReportTarget, uphold_disputed_report),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:stands:{{version:int}}",
        _build_moderation_button_handler(ModeratedReportTarget, uphold_disputed_report),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:takeback:{{version:int}}",
        _build_moderation_button_handler(ModeratedReportTarget, ask_reason_to_undo_report),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:undone:{{version:int}}",
        _build_moderation_button_handler(ModeratedReportTarget, preview_report_undo),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:responsible:{{version:int}}",
        _build_moderation_button_handler(ModeratedReportTarget, ask_responsible_player_of_defeat),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:ruled:{{version:int}}",
        _build_moderation_button_handler(ModeratedReportTarget, preview_responsibility_ruling),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:stands",
        _build_moderation_button_handler(ModeratedDuelTarget, uphold_disputed_end_of_duel),
        _DESK_ACCESS,
        "desk:upheld",
    ),
    Route(
        f"{_DESK_PATTERN}:takeback",
        _build_moderation_button_handler(ModeratedDuelTarget, ask_reason_to_undo_report),
        _DESK_ACCESS,
        "desk:reopen",
    ),
    Route(
        f"{_DESK_PATTERN}:reopened",
        _build_moderation_button_handler(ModeratedDuelTarget, undo_end_of_duel),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:void",
        _build_moderation_button_handler(ModeratedGameTarget, ask_reason_to_void_pod),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:voided",
        _build_moderation_button_handler(ModeratedGameTarget, preview_void_pod),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:correct",
        _build_moderation_button_handler(ModeratedGameTarget, show_menu_of_reports_to_correct),
        _COSTLY_DESK_ACCESS,
    ),
    Route(f"{_DESK_PATTERN}:which", ask_reason_to_correct_report, _DESK_ACCESS, picked=parse_ascii_number),
    Route(f"{_DESK_PATTERN}:corrected:{{step:int}}", preview_report_correction, _COSTLY_DESK_ACCESS),
    Route(
        f"{_DESK_PATTERN}:dismiss",
        _build_moderation_button_handler(ModeratedGameTarget, remove_game_from_moderation_queue),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:here",
        _build_moderation_button_handler(ModeratedGameTarget, move_game_board_to_channel_end),
        _COSTLY_DESK_ACCESS,
    ),
)
