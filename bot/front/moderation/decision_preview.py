"""The preview of a moderator's decision, and the buttons that change, execute or drop it.

The preview shows what changes for whom, and what has to be settled first.
"""

from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import deed_texts, story
from bot.front.game_texts.story import render_pod_differences
from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_for_pod,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import build_game_command_request
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.player_options import MAX_CHOICES
from bot.front.interaction.routes import AccessRule, CustomIdRoute, Handler
from bot.front.moderation.decision_draft import (
    ModeratorDecisionDraft,
    ModeratorDecisionEffects,
    compute_moderator_decision_effects,
    require_event_is_report,
)
from bot.front.moderation.decision_targets import (
    ModerationCase,
    SelectedPod,
    load_existing_moderation_case,
    require_user_moderates_game,
)
from bot.front.reports.form import reopen_unfinished_report_form
from bot.front.reports.report_draft import (
    DefeatFormInput,
    DefeatReportDraft,
    PastReportToReplace,
    convert_report_to_form_input,
)
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components, player_names
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.differences import compare_achievements, compare_pod_states
from bot.rules.facts import Player
from bot.rules.pod import PodCommand
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.rights import DECISION_OWNER, FORM_OWNER, MODERATORS
from bot.rules.story import EventInvalidatedByCorrection
from bot.rules.substitutes import replace_players_by_result_owners
from bot.service import rights
from bot.service.game_requests import GameChangedMeanwhileResult, GameCommandRequest
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.audit import GameEndDateChangeByModerator
from bot.storage.tables.season_gate import EndedSeasonConsentRefusal

# Rendering

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "do": (discord.ButtonStyle.danger, "⚖️"),
    "really": (discord.ButtonStyle.danger, "🔒"),
    "leave": (discord.ButtonStyle.primary, "🧹"),
    "replace": (discord.ButtonStyle.secondary, "✏️"),
    "cancel": (discord.ButtonStyle.secondary, "✖️"),
}
CHOOSE_ACTION = "choose"
PICK_ACTION = "pick"
INSTEAD_ACTION = "instead"


def render_decision_preview(
    decision_draft: ModeratorDecisionDraft,
    decision_effects: ModeratorDecisionEffects,
    formatter: PodMessageFormatter,
    *,
    date_change_lines: Sequence[str] = (),
    has_pod_changed: bool = False,
) -> discord.Embed:
    """Return an embed that previews a decision: what changes, and which later reports become impossible.

    `date_change_lines` describe a new date of the game.
    """
    text = formatter.text
    parts = [
        render_moderator_decision(decision_draft, formatter),
        story.render_moderator_reason(decision_draft.command_to_execute, formatter),
    ]
    parts = [*render_game_channel_and_number(decision_draft, formatter), *parts]
    if has_pod_changed:
        parts.insert(0, text("override-moved"))
    page = discord.Embed(
        title=text("override-title"),
        description="\n\n".join(parts),
        colour=COLOURS["running" if decision_effects.keeps_later_reports_valid else "waiting"],
    )
    if others := _render_changes_of_other_events(decision_draft, formatter):
        _add_preview_field(page, text("override-also"), others)
    _add_preview_field(
        page,
        text("override-changes"),
        [
            *render_pod_differences(compare_pod_states(decision_effects.before, decision_effects.after), formatter),
            *date_change_lines,
        ]
        or [text("override-nothing")],
    )
    if changed := compare_achievements(decision_effects.before, decision_effects.after):
        _add_preview_field(page, text("deeds-title"), deed_texts.render_achievement_differences(changed, formatter))
    if decision_effects.invalidated:
        late = [_render_report_invalidated_by_decision(each, formatter) for each in decision_effects.invalidated]
        settle = "override-settle" if decision_effects.question is None else "override-settle-choice"
        _add_preview_field(page, text("override-senseless"), [text(settle), *late])
    question = decision_effects.question or decision_effects.after.pending_player_choice
    if question is not None:
        _add_preview_field(page, text("board-waiting"), [formatter.render_choice_question(question)])
    return page


def _add_preview_field(embed: discord.Embed, name: str, lines: list[str]) -> None:
    embed.add_field(name=name, value="\n".join(lines), inline=False)


def add_ended_season_warning(preview_embed: discord.Embed, season_name: str, formatter: PodMessageFormatter) -> None:
    """Add a warning to a preview that the game belongs to a season that has ended."""
    _add_preview_field(
        preview_embed,
        formatter.text("override-locked"),
        [formatter.text("override-season", name=escape_markdown(season_name))],
    )


def build_decision_preview_view(
    draft_key: str,
    decision_draft: ModeratorDecisionDraft,
    decision_effects: ModeratorDecisionEffects,
    formatter: PodMessageFormatter,
    *,
    needs_confirmation: bool = False,
) -> ui.View:
    """Return the buttons and menus that change, execute or discard a previewed decision.

    The `formatter` must give names without Markdown. With `needs_confirmation`, the button that executes the decision
    is another one, so that a double press does not confirm it.
    """
    items: list[ui.Item[ui.View]] = []
    question = decision_effects.question
    if question is not None:
        menu = f"override:{draft_key}:{CHOOSE_ACTION}"
        button = f"override:{draft_key}:{PICK_ACTION}"
        items += components.build_pending_choice_buttons_or_menu(question, menu, button, formatter)
    late = [each for each in decision_effects.invalidated if each.event.replaceable]
    if late:
        items.append(_build_invalid_report_menu(draft_key, late, formatter))
    for action in BUTTON_LOOKS:
        if action == "leave" and not decision_effects.invalidated:
            continue
        if action == "replace" and not decision_draft.is_report_replaceable:
            continue
        if action == ("do" if needs_confirmation else "really"):
            continue
        decides = action in ("do", "really")
        items.append(
            _build_decision_preview_button(
                draft_key,
                action,
                formatter,
                is_disabled=decides and not decision_effects.keeps_later_reports_valid,
            )
        )
    return components.build_view_without_callbacks(items)


def _build_invalid_report_menu(
    draft_key: str, invalid_reports: Sequence[EventInvalidatedByCorrection], formatter: PodMessageFormatter
) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label_text(story.render_event_as_menu_option(each.event, formatter), 100), value=str(each.step)
        )
        for each in invalid_reports[:MAX_CHOICES]
    ]
    return ui.Select(
        placeholder=formatter.text("override-instead"),
        options=options,
        custom_id=f"override:{draft_key}:{INSTEAD_ACTION}",
    )


def _build_decision_preview_button(
    draft_key: str, action: str, formatter: PodMessageFormatter, *, is_disabled: bool
) -> ui.Button[ui.View]:
    style, emoji = BUTTON_LOOKS[action]
    return ui.Button(
        label=formatter.text(f"override-{action}"),
        style=style,
        emoji=emoji,
        disabled=is_disabled,
        custom_id=f"override:{draft_key}:{action}",
    )


# Sentences


def render_game_channel_and_number(decision_draft: ModeratorDecisionDraft, formatter: PodMessageFormatter) -> list[str]:
    """Render the channel and number of the changed game; return an empty list in the game's own channel."""
    if decision_draft.about == decision_draft.place:
        return []
    channel = f"<#{decision_draft.about.channel}>"
    return [formatter.text("audit-game", channel=channel, number=decision_draft.number)]


def render_moderator_decision(decision_draft: ModeratorDecisionDraft, formatter: PodMessageFormatter) -> str:
    """Render a moderator's decision, such as which report is removed or replaced."""
    if decision_draft.overrule is not None:
        return story.render_moderator_override(decision_draft.overrule, formatter)
    if decision_draft.restored:
        steps = [f"> {story.render_event_as_menu_option(each, formatter)}" for each in decision_draft.restored]
        return "\n".join([formatter.text("override-restores"), *steps])
    if decision_draft.undone is not None:
        taken_back = story.render_pod_event(decision_draft.undone, formatter).replace("\n", "\n> ")
        return f"{formatter.text('override-takes-back')}\n> {taken_back}"
    ruling = decision_draft.ruling
    report = f"> {story.render_event_as_menu_option(decision_draft.report_to_decide, formatter)}"
    replaced = decision_draft.find_replacement_report(decision_draft.at)
    if ruling is None and replaced is not None:
        new = f"> {story.render_event_as_menu_option(replaced, formatter)}"
        return f"{formatter.text('override-replaces')}\n{report}\n\n{formatter.text('override-by')}\n{new}"
    if ruling is None:
        return f"{formatter.text('override-takes-out')}\n{report}"
    loser = formatter.name(ruling.loser)
    if ruling.responsible is None:
        return f"{formatter.text('override-nobody', loser=loser)}\n{report}"
    player = formatter.name(ruling.responsible)
    return f"{formatter.text('override-responsible', loser=loser, player=player)}\n{report}"


def _render_changes_of_other_events(
    decision_draft: ModeratorDecisionDraft, formatter: PodMessageFormatter
) -> list[str]:
    lines = []
    for step, commands in sorted(decision_draft.edits.items()):
        if step != decision_draft.at and step < len(decision_draft.story):
            old = story.render_event_as_menu_option(decision_draft.story[step], formatter)
            new = decision_draft.find_replacement_report(step)
            if not commands:
                lines.append(f"🧹 {formatter.text('override-left-out', report=old)}")
            elif new is not None and story.render_event_as_menu_option(new, formatter) != old:
                said = formatter.text(
                    "override-replaced", old=old, new=story.render_event_as_menu_option(new, formatter)
                )
                lines.append(f"✏️ {said}")
        choices = [each for each in commands if isinstance(each, AnswerPendingPlayerChoice)]
        lines += [f"👉 {story.render_answered_player_choice(each, formatter)}" for each in choices]
    return lines


def _render_report_invalidated_by_decision(
    invalid_report: EventInvalidatedByCorrection, formatter: PodMessageFormatter
) -> str:
    return (
        f"❌ {story.render_event_as_menu_option(invalid_report.event, formatter)}\n↳ "
        f"{formatter.render_refusal(invalid_report.refusal)}"
    )


# Beginning


def start_moderator_decision(
    ctx: Context, moderation_case: ModerationCase, decision_reason: str
) -> ModeratorDecisionDraft:
    """Return a new decision of a moderator, with a reason and no changes yet."""
    live = moderation_case.live
    why = " ".join(decision_reason.split())
    owner = ctx.interaction.user.id
    return ModeratorDecisionDraft(
        ctx.channel_address, owner, live.place, live.number, why, moderation_case.story, seen=live.played
    )


async def show_moderator_decision_preview(
    ctx: Context, moderation_case: ModerationCase, decision_draft: ModeratorDecisionDraft
) -> None:
    """Store a moderator's decision, and show its preview."""
    draft_key = ctx.services.drafts.add_draft(decision_draft)
    embed, view = await _store_decision_and_render_preview(ctx, moderation_case, draft_key, decision_draft)
    await send_answer(ctx, embed=embed, view=view)


# Buttons


async def execute_decision_or_ask_to_confirm(ctx: Context, draft_key: str, draft: ModeratorDecisionDraft) -> None:
    """Execute a decision. If it changes an ended season, ask for a confirmation first."""
    try:
        await _execute_decision_or_refresh_preview(ctx, draft_key, draft)
    except EndedSeasonConsentRefusal as needs:
        if not needs.may_decide:
            raise
        sure = replace(draft, seasons=needs.numbers_of_changed_seasons)
        embed, view = await _store_decision_and_render_preview(
            ctx, await _load_moderation_case_of_decision(ctx, draft), draft_key, sure, needs_confirmation=True
        )
        await answer_by_editing_message(ctx, embed=embed, view=view)


async def execute_confirmed_decision_on_ended_season(
    ctx: Context, draft_key: str, draft: ModeratorDecisionDraft
) -> None:
    """Execute a decision that changes an ended season, after the moderator confirmed it."""
    ctx.confirmed_seasons = draft.seasons
    await execute_decision_or_ask_to_confirm(ctx, draft_key, draft)


async def _execute_decision_or_refresh_preview(
    ctx: Context, draft_key: str, decision_draft: ModeratorDecisionDraft
) -> None:
    """Execute a decision, or show a new preview if the pod has changed meanwhile."""
    with ctx.services.drafts.remove_draft_while_sending(draft_key, decision_draft):
        done = await ctx.services.service.execute_command_unless_game_changed(
            _build_moderator_decision_request(ctx, decision_draft)
        )
    if isinstance(done, GameChangedMeanwhileResult):
        await _reload_pod_and_show_decision_preview(ctx, draft_key, decision_draft)
        return
    words = await load_message_formatter_for_pod(ctx, done.pod)
    said = "\n".join([*render_game_channel_and_number(decision_draft, words), render_report_reply(done, words)])
    await answer_by_editing_message(ctx, content=said, embed=None, view=None)


def _build_moderator_decision_request(ctx: Context, decision_draft: ModeratorDecisionDraft) -> GameCommandRequest:
    def get_decision_command(_player: Player, _live_game: LiveGame) -> PodCommand:
        return decision_draft.command_to_execute

    sent = build_game_command_request(
        ctx,
        get_decision_command,
        decision_draft.number,
        version_seen_by_user=decision_draft.seen,
    )
    return replace(sent, place=decision_draft.about)


async def discard_moderator_decision(ctx: Context, draft_key: str, draft: ModeratorDecisionDraft) -> None:
    ctx.services.drafts.remove_draft(draft_key)
    await answer_by_editing_message(ctx, content=ctx.translations("override-cancelled"), embed=None, view=None)


async def remove_reports_invalidated_by_decision(ctx: Context, draft_key: str, draft: ModeratorDecisionDraft) -> None:
    """Extend a moderator's decision to remove the later reports that it makes impossible."""
    case = await _load_moderation_case_of_decision(ctx, draft)
    forecast = _compute_decision_effects(case, draft)
    await _update_decision_preview_message(
        ctx, case, draft_key, draft.with_invalid_reports_removed(forecast.invalidated)
    )


async def add_choice_answer_from_menu(
    ctx: Context, draft_key: str, draft: ModeratorDecisionDraft, selection: str
) -> None:
    """Add the moderator's answer to a player's open choice to a decision, from the menu below the preview."""
    await add_choice_answer_from_button(ctx, draft_key, selection, draft)


async def add_choice_answer_from_button(
    ctx: Context, draft_key: str, choice: str, draft: ModeratorDecisionDraft
) -> None:
    """Add the moderator's answer to a player's open choice to a decision, from a button below the preview."""
    case = await _load_moderation_case_of_decision(ctx, draft)
    forecast = _compute_decision_effects(case, draft)
    me = await ctx.get_player_id_of_user()
    chosen = None if choice == components.DECLINE_OPTION_VALUE else choice
    await _update_decision_preview_message(ctx, case, draft_key, draft.with_answer_to_open_choice(forecast, chosen, me))


async def open_replacement_report_form(ctx: Context, draft_key: str, draft: ModeratorDecisionDraft) -> None:
    await _open_report_form(ctx, draft_key, draft, draft.at)


async def open_form_to_replace_report(
    ctx: Context, draft_key: str, draft: ModeratorDecisionDraft, selection: int
) -> None:
    """Open the form to replace a later report that a decision makes impossible."""
    await _open_report_form(ctx, draft_key, draft, selection)


async def _open_report_form(
    ctx: Context, draft_key: str, decision_draft: ModeratorDecisionDraft, event_index: int
) -> None:
    require_event_is_report(decision_draft.story, event_index)
    report = decision_draft.find_replacement_report(event_index) or decision_draft.story[event_index]
    reports = report.reports if isinstance(report, ReportDefeats | DefeatsReported) else ()
    entries = tuple(convert_report_to_form_input(each) for each in reports) or (DefeatFormInput(),)
    instead = PastReportToReplace(draft_key, event_index, decision_draft.build_pod_before_event(event_index))
    owner = ctx.interaction.user.id
    draft = DefeatReportDraft(ctx.channel_address, owner, decision_draft.number, entries, instead=instead)
    await reopen_unfinished_report_form(ctx, draft)


async def add_replacement_report_to_decision(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
    """Add the form's report to the decision, and show the preview again."""
    instead, decision = await _find_decision_of_report_form(ctx, draft)
    replaced = decision.with_replacement_reports(instead.step, draft.build_defeat_reports())
    await _reload_pod_and_show_decision_preview(ctx, instead.decision, replaced)
    ctx.services.drafts.remove_draft(draft_key)


async def discard_replacement_report(ctx: Context, draft_key: str, draft: DefeatReportDraft) -> None:
    """Discard the report form, and show the decision's preview again."""
    instead, decision = await _find_decision_of_report_form(ctx, draft)
    await _reload_pod_and_show_decision_preview(ctx, instead.decision, decision)
    ctx.services.drafts.remove_draft(draft_key)


async def _find_decision_of_report_form(
    ctx: Context, report_form: DefeatReportDraft
) -> tuple[PastReportToReplace, ModeratorDecisionDraft]:
    """Return the past report that a report form replaces, and the previewed decision that opened the form.

    Raises `Refusal`.
    """
    if report_form.instead is None:
        raise Refusal("unknown-button")
    decision = ctx.find_draft_of_user(ModeratorDecisionDraft, report_form.instead.decision)
    await require_user_moderates_game(ctx, decision.about, decision.number)
    return report_form.instead, decision


async def _load_moderation_case_of_decision(ctx: Context, decision_draft: ModeratorDecisionDraft) -> ModerationCase:
    return await load_existing_moderation_case(ctx, SelectedPod(decision_draft.about, decision_draft.number))


# Updating


async def _reload_pod_and_show_decision_preview(
    ctx: Context, draft_key: str, decision_draft: ModeratorDecisionDraft
) -> None:
    await _update_decision_preview_message(
        ctx, await _load_moderation_case_of_decision(ctx, decision_draft), draft_key, decision_draft
    )


async def _update_decision_preview_message(
    ctx: Context, moderation_case: ModerationCase, draft_key: str, decision_draft: ModeratorDecisionDraft
) -> None:
    embed, view = await _store_decision_and_render_preview(ctx, moderation_case, draft_key, decision_draft)
    await answer_by_editing_message(ctx, embed=embed, view=view)


async def _store_decision_and_render_preview(
    ctx: Context,
    moderation_case: ModerationCase,
    draft_key: str,
    decision_draft: ModeratorDecisionDraft,
    *,
    needs_confirmation: bool = False,
) -> tuple[discord.Embed, ui.View]:
    """Store a decision, updated to the pod's current state, and return its preview.

    With `needs_confirmation`, the preview asks for confirmation. Raises `Refusal` if the decision is impossible.
    """
    live = moderation_case.live
    assert live.pod is not None
    rights.require_command_permission(
        live.pod, decision_draft.command_to_execute, await load_user_with_rights(ctx), None
    )
    now = decision_draft.with_current_game_state(moderation_case.story, live)
    forecast = compute_moderator_decision_effects(live.pod, now)
    ctx.services.drafts.replace_draft(draft_key, now)
    people = {
        *player_names.list_players_named_in_game(forecast.before),
        *player_names.list_players_named_in_game(forecast.after),
    }
    words = await load_message_formatter_in_user_language(ctx, people)
    dated = await _render_game_date_before_and_after(ctx, live, now, words)
    embed = render_decision_preview(
        now, forecast, words, date_change_lines=dated, has_pod_changed=now.seen != decision_draft.seen
    )
    request = replace(_build_moderator_decision_request(ctx, now), asked=frozenset())
    if needs := await ctx.services.service.find_needed_consent_to_change_seasons(request, live):
        add_ended_season_warning(embed, ", ".join(each.name for each in needs.seasons), words)
    labels = await load_label_formatter_for_game(ctx, forecast.after)
    return embed, build_decision_preview_view(draft_key, now, forecast, labels, needs_confirmation=needs_confirmation)


async def _render_game_date_before_and_after(
    ctx: Context, live_game: LiveGame, decision_draft: ModeratorDecisionDraft, formatter: PodMessageFormatter
) -> list[str]:
    """Return a game's date, season and points before and after a decision about the date."""
    overrule = decision_draft.overrule
    pod = live_game.pod
    if overrule is None or overrule.at is None or live_game.end_time is None:
        return []
    result = None if pod is None else replace_players_by_result_owners(pod).result
    if result is None:
        return []
    dated = GameEndDateChangeByModerator(datetime_to_milliseconds(live_game.end_time), overrule.at, result.points)
    seasons = await ctx.services.seasons.load_seasons_of_server(live_game.place.guild)
    return story.render_game_date_change(dated, seasons, formatter)


def _compute_decision_effects(
    moderation_case: ModerationCase, decision_draft: ModeratorDecisionDraft
) -> ModeratorDecisionEffects:
    assert moderation_case.live.pod is not None
    return compute_moderator_decision_effects(moderation_case.live.pod, decision_draft)


_DECISION_ACCESS = AccessRule((MODERATORS, DECISION_OWNER), elsewhere="decision-gone")
_REPLACEMENT_ACCESS = AccessRule((MODERATORS, FORM_OWNER), elsewhere="form-other")


def _build_moderator_only_route(
    decision_action: str, handler: Handler, parse_selection: Callable[[str], object | None] | None = None
) -> CustomIdRoute:
    """Return the route of a preview's button or menu, for moderators only."""

    async def check_moderator_and_call_handler(ctx: Context, draft: ModeratorDecisionDraft, **values: Any) -> None:
        await require_user_moderates_game(ctx, draft.about, draft.number)
        await handler(ctx, draft=draft, **values)

    pattern = f"override:{{draft_key}}:{decision_action}"
    return CustomIdRoute(
        pattern,
        check_moderator_and_call_handler,
        _DECISION_ACCESS,
        draft=ModeratorDecisionDraft,
        picked=parse_selection,
    )


ROUTES = (
    _build_moderator_only_route("do", execute_decision_or_ask_to_confirm),
    _build_moderator_only_route("really", execute_confirmed_decision_on_ended_season),
    _build_moderator_only_route("leave", remove_reports_invalidated_by_decision),
    _build_moderator_only_route("choose", add_choice_answer_from_menu, str),
    _build_moderator_only_route("pick:{choice}", add_choice_answer_from_button),
    _build_moderator_only_route("cancel", discard_moderator_decision),
    _build_moderator_only_route("replace", open_replacement_report_form),
    _build_moderator_only_route("instead", open_form_to_replace_report, parse_ascii_number),
    CustomIdRoute(
        "instead:{draft_key}:send", add_replacement_report_to_decision, _REPLACEMENT_ACCESS, draft=DefeatReportDraft
    ),
    CustomIdRoute(
        "instead:{draft_key}:cancel", discard_replacement_report, _REPLACEMENT_ACCESS, draft=DefeatReportDraft
    ),
)
