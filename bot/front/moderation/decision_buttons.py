"""Moderators' decisions by button, below a board or in the moderation queue.

A button acts on a target: a report, a pod or the end of a duel. Decisions that change the history
of a pod show a preview first, after a modal has asked for the reason. A decision about a target
that was settled meanwhile is refused.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import discord
from discord import ui

from bot.draws import seating
from bot.formatters.messages import MessageFormatter
from bot.front.duels.ending import answer_undone_step
from bot.front.game_texts import story
from bot.front.interaction.answers import send_answer, show_modal
from bot.front.interaction.answers import send_confirmation as say_done
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.formatters import load_duel_formatter, load_label_formatter
from bot.front.interaction.game_commands import load_pod_with_events
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.player_options import MAX_CHOICES
from bot.front.interaction.routes import Handler, Route, board_access, past_pod_access
from bot.front.moderation import decision_draft
from bot.front.moderation.decision_draft import DecisionDraft
from bot.front.moderation.decision_preview import begin_decision_draft, show_decision_preview
from bot.front.moderation.decision_targets import (
    DuelTarget,
    ModerationCase,
    ModerationTarget,
    ReportTarget,
    require_pod,
)
from bot.front.moderation.moderation_queue import show_queue_page
from bot.front.moderation.override_commands import NOBODY
from bot.front.moderation.report_confirmation import render_confirmation_or_dispute
from bot.front.pods import verdict_explanation
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.joust.disputes import UpholdDuelResult
from bot.joust.proposals import UndoDuelStep
from bot.rules.confirmation import ConfirmReports, build_confirmation
from bot.rules.entering import PastGameEntered
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON, OverrideGame
from bot.rules.pod import ConfirmableEvent, EventStory, UnconfirmedReport
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.rules.story import ReportsCorrected, find_losers_at_step, find_removable_steps
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.tables.dismissals import DISMISSED

T = TypeVar("T", bound=ModerationTarget)

# Inputs of the modals
REASON_FIELD = "reason"
LOSER_FIELD = "loser"
RESPONSIBLE_FIELD = "responsible"


# Letting stand


async def uphold_report(ctx: Context, target: ReportTarget) -> None:
    """Let a disputed report count, or confirm an undisputed report of the moderation queue.

    Below a board, the player who disputed the report may do so, too.
    """

    def build_confirm_command(moderator: Player, live_game: LiveGame) -> ConfirmReports:
        pod = require_pod(live_game)
        if target.find_report(pod).claim.disputed:
            return ConfirmReports((target.version,), moderator)
        return build_confirmation(pod, target.version, moderator, is_moderator=True)

    done = await target.execute_command(ctx, build_confirm_command)
    stands = target.page is None or getattr(done.recorded.event, "stands", False)
    said = await render_confirmation_or_dispute(
        ctx, done, "done-stands" if stands else "done-confirm"
    )
    await _show_decision_result(ctx, target, said)


async def uphold_end_of_duel(ctx: Context, target: DuelTarget) -> None:
    """Let the disputed end of a duel count.

    Below a board, the player who disputed the end may do so, too.
    """

    def build_uphold_command(moderator: Player, live_game: LiveGame) -> UpholdDuelResult:
        if target.page is not None:
            target.require_disputed_end(live_game)
        return UpholdDuelResult(moderator)

    done = await target.execute_command(ctx, build_uphold_command)
    words = await load_duel_formatter(ctx, done.duel)
    await _show_decision_result(
        ctx, target, words.text("done-stands", what=words.text("joust-end"))
    )


async def _show_decision_result(ctx: Context, target: ModerationTarget, message_text: str) -> None:
    """Answer below the board; in the moderation queue, show the answer above the current page."""
    if target.page is None:
        await say_done(ctx, message_text)
    else:
        await show_queue_page(ctx, target.page, message_text)


async def explain_disputed_report(ctx: Context, target: ReportTarget) -> None:
    """Show the facts and rules behind a disputed report."""
    found = await load_pod_with_events(ctx, target.number)
    disputed = target.find_report(require_pod(found.live))
    await verdict_explanation.show_explanation_of_reports(
        ctx, found, getattr(disputed.event, "reports", ())
    )


# Taking back


async def ask_reason_for_undo(ctx: Context, target: ReportTarget | DuelTarget) -> None:
    """Ask for the reason why a report, or the end of a duel, is taken back."""
    if isinstance(target, DuelTarget):
        target.require_reopenable(await target.load_game(ctx))
        about = "" if target.page is None else ctx.catalogue("joust-end")
        title = "takeback"
    else:
        case = await target.load_case(ctx)
        report = target.find_report(case.pod)
        about = story.render_unconfirmed_report(
            report.event, await load_label_formatter(ctx, case.pod)
        )
        title = components.find_decision_key("takeback", report)
    await _open_reason_modal(
        ctx, target.build_custom_id("undone"), ctx.catalogue(f"button-{title}"), about
    )


async def preview_undo_of_report(ctx: Context, target: ReportTarget) -> None:
    """Show a preview of the pod without a report."""
    case = await target.load_case(ctx)
    report = target.find_report(case.pod)
    await show_decision_preview(
        ctx, case, _draft_undo_of_report(case, report, _begin_decision_from_modal(ctx, case))
    )


def _draft_undo_of_report(
    case: ModerationCase, report: UnconfirmedReport, draft: DecisionDraft
) -> DecisionDraft:
    """Return the decision that takes a report back.

    A correction is undone, a game that was entered is void as a whole, and an end that was
    taken back is restored. An earlier pod, which cannot go on, ends without a result.
    """
    if report.removes_result:
        return decision_draft.restore_undone_end(
            draft, case.replay_to_last_result(report.claim.version)
        )
    if isinstance(report.event, ReportsCorrected):  # no step of the story
        return decision_draft.undo_last_correction(draft, case.live)
    if isinstance(report.event, PastGameEntered):
        return draft.with_overrule(OverrideGame("void", draft.reason))
    taken = decision_draft.remove_report(
        draft, _find_step_of_report(case.story, report.claim.version)
    )
    return taken if case.current.number == taken.number else decision_draft.close_pod_at_end(taken)


async def reopen_duel(ctx: Context, target: DuelTarget) -> None:
    """Take the end of a duel back, so that the duel goes on."""
    reason = _get_typed_reason(ctx)
    if not reason:
        raise Refusal("reason", most=LONGEST_REASON)

    def build_undo_command(_: Player, live_game: LiveGame) -> UndoDuelStep:
        target.require_reopenable(live_game)
        return UndoDuelStep(seating.generate_secret(), reason)

    done = await target.execute_command(ctx, build_undo_command)
    await answer_undone_step(ctx, done)


# Ruling who is responsible


async def ask_who_caused_defeat(ctx: Context, target: ReportTarget) -> None:
    """Ask who is responsible for a reported defeat, and for the reason of the ruling."""
    case = await target.load_case(ctx)
    report = target.find_report(case.pod)
    words = await load_label_formatter(ctx, case.pod)
    step = _find_step_of_report(case.story, report.claim.version)
    losers = find_losers_at_step(case.story, step)
    answerable = dict.fromkeys(
        player
        for loser in losers
        for player in decision_draft.find_possibly_responsible(case.story, step, loser)
    )
    menus = []
    if len(losers) > 1:
        whose = components.build_player_options(losers, words)
        menus.append(_build_player_menu(LOSER_FIELD, "option-loser", whose, words))
    options = components.build_player_options(answerable, words)
    menus.append(
        _build_player_menu(
            RESPONSIBLE_FIELD, "dispute-responsible", options, words, is_required=False
        )
    )
    about = story.render_unconfirmed_report(report.event, words)
    title = words.text("button-responsible")
    await _open_reason_modal(ctx, target.build_custom_id("ruled"), title, about, menus)


async def preview_responsibility_ruling(ctx: Context, target: ReportTarget) -> None:
    """Show a preview of the pod with the responsible player selected in the modal."""
    case = await target.load_case(ctx)
    report = target.find_report(case.pod)
    step = _find_step_of_report(case.story, report.claim.version)
    fields = ctx.modal_fields
    loser = fields.get(LOSER_FIELD) or next(iter(find_losers_at_step(case.story, step)), "")
    who = fields.get(RESPONSIBLE_FIELD, NOBODY)
    responsible = None if who == NOBODY else who
    begun = _begin_decision_from_modal(ctx, case)
    await show_decision_preview(
        ctx, case, decision_draft.rule_responsible_player(begun, step, loser, responsible)
    )


def _build_player_menu(
    custom_id: str,
    label_key: str,
    options: Sequence[discord.SelectOption],
    formatter: MessageFormatter,
    *,
    is_required: bool = True,
) -> ui.Label[ui.Modal]:
    """Return a modal's menu of players. If the menu is not required, no selection means nobody."""
    menu: ui.Select[ui.Modal] = ui.Select(
        custom_id=custom_id,
        options=list(options),
        required=is_required,
        min_values=int(is_required),
        placeholder=None
        if is_required
        else clean_label(formatter.text("override-choice-nobody"), 150),
    )
    return ui.Label(text=clean_label(formatter.text(label_key), 45), component=menu)


def _find_step_of_report(story: EventStory, report_version: int) -> int:
    """Return the index of a report in the story. Raises `Refusal` if the report has gone."""
    for at, event in enumerate(story):
        claim = event.claim if isinstance(event, ConfirmableEvent) else None
        if claim is not None and claim.version == report_version:
            return at
    raise Refusal("dispute-settled")


# Voiding a pod, and correcting a pod that is over


async def ask_reason_for_voiding(ctx: Context, target: ModerationTarget) -> None:
    """Ask for the reason why a pod is voided."""
    pod = (await target.load_case(ctx)).pod
    words = await load_label_formatter(ctx, pod)
    title = pod.setup.title or words.format_variant_name(pod.setup.variant)
    await _open_reason_modal(
        ctx, target.build_custom_id("voided"), ctx.catalogue("button-void"), title
    )


async def preview_voiding_of_pod(ctx: Context, target: ModerationTarget) -> None:
    """Show a preview of the pod without its result."""
    case = await target.load_case(ctx)
    begun = _begin_decision_from_modal(ctx, case)
    await show_decision_preview(ctx, case, begun.with_overrule(OverrideGame("void", begun.reason)))


async def show_correctable_reports(ctx: Context, target: ModerationTarget) -> None:
    """Show a menu of the pod's reports, newest first, to choose the one to correct."""
    case = await target.load_case(ctx)
    words = await load_label_formatter(ctx, case.pod)
    steps = list(reversed([*enumerate(find_removable_steps(case.story), 1)]))[:MAX_CHOICES]
    if not steps:
        raise Refusal("no-report", "step")
    options = [
        discord.SelectOption(
            label=clean_label(f"{at}. {story.render_story_label(case.story[step], words)}", 100),
            value=str(step),
        )
        for at, step in steps
    ]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(ctx.catalogue("desk-which"), 150),
        options=options,
        custom_id=target.build_custom_id("which"),
    )
    await send_answer(
        ctx, ctx.catalogue("desk-which"), view=components.build_stateless_view([menu])
    )


async def ask_reason_for_correction(
    ctx: Context, page: int, channel: int, number: int, selection: int
) -> None:
    """Ask for the reason why the selected report of a pod is corrected."""
    target = ModerationTarget(
        place=ChannelAddress(ctx.channel_address.guild, channel), number=number, page=page
    )
    case = await target.load_case(ctx)
    decision_draft.require_report_step(case.story, selection)
    words = await load_label_formatter(ctx, case.pod)
    about = story.render_story_label(case.story[selection], words)
    await _open_reason_modal(
        ctx,
        target.build_custom_id(f"corrected:{selection}"),
        ctx.catalogue("button-correct"),
        about,
    )


async def preview_correction_of_report(
    ctx: Context, page: int, channel: int, number: int, step: int
) -> None:
    """Show a preview of the pod without a report, which the preview can replace by another."""
    target = ModerationTarget(
        place=ChannelAddress(ctx.channel_address.guild, channel), number=number, page=page
    )
    case = await target.load_case(ctx)
    await show_decision_preview(
        ctx, case, decision_draft.remove_report(_begin_decision_from_modal(ctx, case), step)
    )


# On the desk alone


async def dismiss_flagged_game(ctx: Context, target: ModerationTarget) -> None:
    """Remove a game from the moderation queue for good."""
    place = target.place
    game = (await target.load_game(ctx)).game
    asker = await load_requester(ctx)
    rights.require_neutral_moderator(game, asker)
    details: dict[str, object] = {"channel": place.channel, "number": target.number}
    if game is not None and asker.player in game.players:
        details["plays"] = True
    entry = await audit_trail.build_audit_entry(ctx, DISMISSED, details)
    by = await ctx.identify_requester()
    if await ctx.services.dismissals.dismiss_game(entry, by, place.channel, target.number):
        await audit_trail.post_audit_entry(ctx, entry)
    await _show_decision_result(ctx, target, f"✅ {ctx.catalogue('done-dismiss')}")


async def move_board_down(ctx: Context, target: ModerationTarget) -> None:
    """Move the board of a game to the end of its channel."""
    ctx.services.keeper.queue_board_update(await target.load_game(ctx), is_moved_to_end=True)
    channel = f"<#{target.place.channel}>"
    await _show_decision_result(ctx, target, ctx.catalogue("done-unsettled", channel=channel))


# The reason


async def _open_reason_modal(
    ctx: Context,
    custom_id: str,
    title: str,
    description: str,
    menus: Sequence[ui.Label[ui.Modal]] = (),
) -> None:
    """Open a modal with `menus`, and below them an input for the reason.

    `description` says what is decided; an empty string leaves the description out.
    """
    modal = ui.Modal(title=clean_label(title, 45), custom_id=custom_id)
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    for menu in menus:
        modal.add_item(menu)
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON_FIELD, max_length=LONGEST_REASON)
    label = ctx.catalogue("dispute-reason")
    described = clean_label(description, 100) if description else None
    modal.add_item(ui.Label(text=label, description=described, component=reason))
    await show_modal(ctx, modal)


def _get_typed_reason(ctx: Context) -> str:
    return " ".join(ctx.modal_fields.get(REASON_FIELD, "").split())


def _begin_decision_from_modal(ctx: Context, case: ModerationCase) -> DecisionDraft:
    return begin_decision_draft(ctx, case, _get_typed_reason(ctx))


# Routes


def _build_target_handler(
    target_class: type[T], action: Callable[[Context, T], Awaitable[None]]
) -> Handler:
    """Return a route's handler that calls `action` with the target that the custom id names.

    Without a `channel` in the custom id, the button stands below the board, in the channel
    where it was pressed.
    """

    async def handle_press(ctx: Context, channel: int | None = None, **id_values: int) -> None:
        place = (
            ctx.channel_address
            if channel is None
            else ChannelAddress(ctx.channel_address.guild, channel)
        )
        await action(ctx, target_class(place=place, **id_values))

    return handle_press


_REPORT_PATTERN = "claim:{number:int}:{version:int}"
_DUEL_PATTERN = "joust:{number:int}"
_DESK_PATTERN = "desk:{page:int}:{channel:id}:{number:int}"
_BOARD_ACCESS = board_access(MODERATORS)
_DESK_ACCESS = past_pod_access(MODERATORS)
_COSTLY_DESK_ACCESS = past_pod_access(MODERATORS, rate_class="costly")
_COSTLY_BOARD_ACCESS = board_access(MODERATORS, rate_class="costly")

ROUTES = (
    Route(
        f"{_REPORT_PATTERN}:stands",
        _build_target_handler(ReportTarget, uphold_report),
        board_access(ConfirmReports),
    ),
    Route(
        f"{_REPORT_PATTERN}:takeback",
        _build_target_handler(ReportTarget, ask_reason_for_undo),
        _BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:responsible",
        _build_target_handler(ReportTarget, ask_who_caused_defeat),
        _BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:undone",
        _build_target_handler(ReportTarget, preview_undo_of_report),
        _COSTLY_BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:ruled",
        _build_target_handler(ReportTarget, preview_responsibility_ruling),
        _COSTLY_BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:why",
        _build_target_handler(ReportTarget, explain_disputed_report),
        board_access(rate_class="costly"),
    ),
    Route(
        f"{_DUEL_PATTERN}:stands",
        _build_target_handler(DuelTarget, uphold_end_of_duel),
        board_access(UpholdDuelResult),
    ),
    Route(
        f"{_DUEL_PATTERN}:takeback",
        _build_target_handler(DuelTarget, ask_reason_for_undo),
        _BOARD_ACCESS,
    ),
    Route(f"{_DUEL_PATTERN}:undone", _build_target_handler(DuelTarget, reopen_duel), _BOARD_ACCESS),
    Route(
        f"{_DESK_PATTERN}:confirm:{{version:int}}",
        _build_target_handler(ReportTarget, uphold_report),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:stands:{{version:int}}",
        _build_target_handler(ReportTarget, uphold_report),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:takeback:{{version:int}}",
        _build_target_handler(ReportTarget, ask_reason_for_undo),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:undone:{{version:int}}",
        _build_target_handler(ReportTarget, preview_undo_of_report),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:responsible:{{version:int}}",
        _build_target_handler(ReportTarget, ask_who_caused_defeat),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:ruled:{{version:int}}",
        _build_target_handler(ReportTarget, preview_responsibility_ruling),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:stands",
        _build_target_handler(DuelTarget, uphold_end_of_duel),
        _DESK_ACCESS,
        "desk:upheld",
    ),
    Route(
        f"{_DESK_PATTERN}:takeback",
        _build_target_handler(DuelTarget, ask_reason_for_undo),
        _DESK_ACCESS,
        "desk:reopen",
    ),
    Route(
        f"{_DESK_PATTERN}:reopened",
        _build_target_handler(DuelTarget, reopen_duel),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:void",
        _build_target_handler(ModerationTarget, ask_reason_for_voiding),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:voided",
        _build_target_handler(ModerationTarget, preview_voiding_of_pod),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:correct",
        _build_target_handler(ModerationTarget, show_correctable_reports),
        _COSTLY_DESK_ACCESS,
    ),
    Route(f"{_DESK_PATTERN}:which", ask_reason_for_correction, _DESK_ACCESS, picked=parse_number),
    Route(
        f"{_DESK_PATTERN}:corrected:{{step:int}}", preview_correction_of_report, _COSTLY_DESK_ACCESS
    ),
    Route(
        f"{_DESK_PATTERN}:dismiss",
        _build_target_handler(ModerationTarget, dismiss_flagged_game),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:here",
        _build_target_handler(ModerationTarget, move_board_down),
        _COSTLY_DESK_ACCESS,
    ),
)
