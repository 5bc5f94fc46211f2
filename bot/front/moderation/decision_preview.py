"""The preview of a moderator's decision, and the buttons that change, execute or drop it.

The preview shows what changes for whom, and what has to be settled first.
"""

from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import deed_texts, story
from bot.front.game_texts.story import render_pod_difference
from bot.front.interaction.answers import edit_private_message, send_answer
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.formatters import (
    load_label_formatter,
    load_pod_formatter,
    load_private_formatter,
)
from bot.front.interaction.game_commands import build_command_request
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.player_options import MAX_CHOICES
from bot.front.interaction.routes import Access, Handler, Route
from bot.front.moderation.decision_draft import (
    DecisionDraft,
    DecisionForecast,
    forecast_decision,
    require_report_step,
)
from bot.front.moderation.decision_targets import (
    ModerationCase,
    SelectedPod,
    load_existing_case,
    require_moderated_game,
)
from bot.front.reports.form import replace_message_with_drafted_form
from bot.front.reports.report_draft import (
    DefeatEntry,
    ReportDraft,
    ReportReplacement,
    build_entry_from_report,
)
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components, player_names
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label, escape_markdown
from bot.rules.choosing import MakeChoice
from bot.rules.differences import compare_deeds, compare_pods
from bot.rules.facts import Player
from bot.rules.pod import PodCommand
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.rights import DECISION_OWNER, FORM_OWNER, MODERATORS
from bot.rules.story import InvalidatedEvent
from bot.service import rights
from bot.service.game_requests import GameRequest, StateChanged
from bot.service.live_game import LiveGame, require_no_other_open_game
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.audit import GameDateChange
from bot.storage.tables.season_gate import SeasonDecisionNeeded

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
    decision: DecisionDraft,
    forecast: DecisionForecast,
    formatter: MessageFormatter,
    *,
    date_lines: Sequence[str] = (),
    has_pod_changed: bool = False,
) -> discord.Embed:
    """Render a decision, its changes for the players, and the later reports it makes
    impossible.

    `date_lines` describe a new date of the game.
    """
    text = formatter.text
    parts = [
        render_decision(decision, formatter),
        story.render_moderator_reason(decision.command, formatter),
    ]
    parts = [*render_game_location(decision, formatter), *parts]
    if has_pod_changed:
        parts.insert(0, text("override-moved"))
    page = discord.Embed(
        title=text("override-title"),
        description="\n\n".join(parts),
        colour=COLOURS["running" if forecast.is_executable else "waiting"],
    )
    if others := _render_other_edits(decision, formatter):
        _add_field(page, text("override-also"), others)
    _add_field(
        page,
        text("override-changes"),
        [
            *render_pod_difference(compare_pods(forecast.before, forecast.after), formatter),
            *date_lines,
        ]
        or [text("override-nothing")],
    )
    if changed := compare_deeds(forecast.before, forecast.after):
        _add_field(page, text("deeds-title"), deed_texts.render_deed_changes(changed, formatter))
    if forecast.invalidated:
        late = [_render_invalid_report(each, formatter) for each in forecast.invalidated]
        settle = "override-settle" if forecast.question is None else "override-settle-choice"
        _add_field(page, text("override-senseless"), [text(settle), *late])
    if forecast.refusal is not None:
        _add_field(page, text("override-impossible"), [formatter.render_refusal(forecast.refusal)])
    question = forecast.question or forecast.after.open_question
    if question is not None:
        _add_field(page, text("board-waiting"), [formatter.render_question(question)])
    return page


def _add_field(embed: discord.Embed, name: str, lines: list[str]) -> None:
    embed.add_field(name=name, value="\n".join(lines), inline=False)


def add_ended_season_warning(
    embed: discord.Embed, season_name: str, formatter: MessageFormatter
) -> None:
    """Add a field that warns that the game belongs to a season that is over."""
    _add_field(
        embed,
        formatter.text("override-locked"),
        [formatter.text("override-season", name=escape_markdown(season_name))],
    )


def build_preview_view(
    token: str,
    decision: DecisionDraft,
    forecast: DecisionForecast,
    formatter: MessageFormatter,
    *,
    asks_again: bool = False,
) -> ui.View:
    """Return the buttons and menus of a decision's preview. `formatter` must name without
    Markdown.

    With `asks_again`, the button that executes the decision is another one, so that a double
    press does not confirm the decision.
    """
    items: list[ui.Item[ui.View]] = []
    question = forecast.question
    if question is not None:
        menu = f"override:{token}:{CHOOSE_ACTION}"
        button = f"override:{token}:{PICK_ACTION}"
        items += components.build_choice_items(question, menu, button, formatter)
    late = [each for each in forecast.invalidated if each.event.replaceable]
    if late:
        items.append(_build_replacement_menu(token, late, formatter))
    for action in BUTTON_LOOKS:
        if action == "leave" and not forecast.invalidated:
            continue
        if action == "replace" and not decision.can_replace_report:
            continue
        if action == ("do" if asks_again else "really"):
            continue
        decides = action in ("do", "really")
        items.append(
            _build_decision_button(
                token, action, formatter, is_disabled=decides and not forecast.is_executable
            )
        )
    return components.build_stateless_view(items)


def _build_replacement_menu(
    token: str, invalid_reports: Sequence[InvalidatedEvent], formatter: MessageFormatter
) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(story.render_story_label(each.event, formatter), 100),
            value=str(each.step),
        )
        for each in invalid_reports[:MAX_CHOICES]
    ]
    return ui.Select(
        placeholder=formatter.text("override-instead"),
        options=options,
        custom_id=f"override:{token}:{INSTEAD_ACTION}",
    )


def _build_decision_button(
    token: str, action: str, formatter: MessageFormatter, *, is_disabled: bool
) -> ui.Button[ui.View]:
    style, emoji = BUTTON_LOOKS[action]
    return ui.Button(
        label=formatter.text(f"override-{action}"),
        style=style,
        emoji=emoji,
        disabled=is_disabled,
        custom_id=f"override:{token}:{action}",
    )


# Sentences


def render_game_location(decision: DecisionDraft, formatter: MessageFormatter) -> list[str]:
    """Return a line with the game's channel and number; no line if it is played in this
    channel.
    """
    if decision.about == decision.place:
        return []
    channel = f"<#{decision.about.channel}>"
    return [formatter.text("audit-game", channel=channel, number=decision.number)]


def render_decision(decision: DecisionDraft, formatter: MessageFormatter) -> str:
    """Render the text of a moderator's decision."""
    if decision.overrule is not None:
        return story.render_moderator_override(decision.overrule, formatter)
    if decision.restored:
        steps = [f"> {story.render_story_label(each, formatter)}" for each in decision.restored]
        return "\n".join([formatter.text("override-restores"), *steps])
    if decision.undone is not None:
        taken_back = story.render_event(decision.undone, formatter).replace("\n", "\n> ")
        return f"{formatter.text('override-takes-back')}\n> {taken_back}"
    ruling = decision.ruling
    report = f"> {story.render_story_label(decision.report, formatter)}"
    replaced = decision.find_replacement(decision.at)
    if ruling is None and replaced is not None:
        new = f"> {story.render_story_label(replaced, formatter)}"
        return (
            f"{formatter.text('override-replaces')}\n{report}\n\n"
            f"{formatter.text('override-by')}\n{new}"
        )
    if ruling is None:
        return f"{formatter.text('override-takes-out')}\n{report}"
    loser = formatter.name(ruling.loser)
    if ruling.responsible is None:
        return f"{formatter.text('override-nobody', loser=loser)}\n{report}"
    player = formatter.name(ruling.responsible)
    return f"{formatter.text('override-responsible', loser=loser, player=player)}\n{report}"


def _render_other_edits(decision: DecisionDraft, formatter: MessageFormatter) -> list[str]:
    """Render the edits of the story besides the report that the decision is about."""
    lines = []
    for step, commands in sorted(decision.edits.items()):
        if step != decision.at and step < len(decision.story):
            old = story.render_story_label(decision.story[step], formatter)
            new = decision.find_replacement(step)
            if not commands:
                lines.append(f"🧹 {formatter.text('override-left-out', report=old)}")
            elif new is not None and story.render_story_label(new, formatter) != old:
                said = formatter.text(
                    "override-replaced", old=old, new=story.render_story_label(new, formatter)
                )
                lines.append(f"✏️ {said}")
        choices = [each for each in commands if isinstance(each, MakeChoice)]
        lines += [f"👉 {story.render_choice_answer(each, formatter)}" for each in choices]
    return lines


def _render_invalid_report(invalid_report: InvalidatedEvent, formatter: MessageFormatter) -> str:
    return (
        f"❌ {story.render_story_label(invalid_report.event, formatter)}\n↳ "
        f"{formatter.render_refusal(invalid_report.refusal)}"
    )


# Beginning


def begin_decision_draft(ctx: Context, case: ModerationCase, reason: str) -> DecisionDraft:
    """Return an empty decision about a pod, with its reason."""
    live = case.live
    why = " ".join(reason.split())
    owner = ctx.interaction.user.id
    return DecisionDraft(
        ctx.channel_address, owner, live.place, live.number, why, case.story, seen=live.played
    )


async def show_decision_preview(
    ctx: Context, case: ModerationCase, decision: DecisionDraft
) -> None:
    """Store a new decision as a draft, and answer with its preview."""
    token = ctx.services.drafts.add(decision)
    embed, view = await _render_current_preview(ctx, case, token, decision)
    await send_answer(ctx, embed=embed, view=view)


# Buttons


async def execute_decision(ctx: Context, token: str, draft: DecisionDraft) -> None:
    """Execute a decision; ask for confirmation first if it changes a season that is over."""
    try:
        await _execute_or_refresh(ctx, token, draft)
    except SeasonDecisionNeeded as needs:
        if not needs.may_decide:
            raise
        sure = replace(draft, seasons=needs.season_numbers)
        embed, view = await _render_current_preview(
            ctx, await _load_case_of_decision(ctx, draft), token, sure, asks_again=True
        )
        await edit_private_message(ctx, embed=embed, view=view)


async def execute_confirmed_decision(ctx: Context, token: str, draft: DecisionDraft) -> None:
    """Execute a decision whose author confirmed the change of a season that is over."""
    ctx.confirmed_seasons = draft.seasons
    await execute_decision(ctx, token, draft)


async def _execute_or_refresh(ctx: Context, token: str, decision: DecisionDraft) -> None:
    """Execute a decision; show the preview again if the pod has changed since."""
    with ctx.services.drafts.remove_while_sending(token, decision):
        done = await ctx.services.service.execute_unless_changed(
            _build_decision_request(ctx, decision)
        )
    if isinstance(done, StateChanged):
        await _reload_and_show_preview(ctx, token, decision)
        return
    words = await load_pod_formatter(ctx, done.pod)
    said = "\n".join([*render_game_location(decision, words), render_report_reply(done, words)])
    await edit_private_message(ctx, content=said, embed=None, view=None)


def _build_decision_request(ctx: Context, decision: DecisionDraft) -> GameRequest:
    """Return the request that executes a decision."""

    def get_decision_command(_: Player, __: LiveGame) -> PodCommand:
        return decision.command

    sent = build_command_request(
        ctx,
        get_decision_command,
        decision.number,
        allow_earlier_pod=True,
        seen_version=decision.seen,
    )
    return replace(sent, place=decision.about)


async def cancel_decision(ctx: Context, token: str, draft: DecisionDraft) -> None:
    """Drop the draft of a decision."""
    ctx.services.drafts.remove(token)
    await edit_private_message(
        ctx, content=ctx.catalogue("override-cancelled"), embed=None, view=None
    )


async def remove_invalid_reports(ctx: Context, token: str, draft: DecisionDraft) -> None:
    """Add the removal of the later reports that the decision makes impossible."""
    case = await _load_case_of_decision(ctx, draft)
    forecast = _forecast_case(case, draft)
    await _update_preview_message(
        ctx, case, token, draft.without_invalid_reports(forecast.invalidated)
    )


async def answer_forecast_question_by_menu(
    ctx: Context, token: str, draft: DecisionDraft, selection: str
) -> None:
    """Answer the forecast's open question with the option selected in a menu."""
    await answer_forecast_question_by_button(ctx, token, selection, draft)


async def answer_forecast_question_by_button(
    ctx: Context, token: str, choice: str, draft: DecisionDraft
) -> None:
    """Answer the forecast's open question with the option of the pressed button."""
    case = await _load_case_of_decision(ctx, draft)
    forecast = _forecast_case(case, draft)
    me = await ctx.find_requester_player()
    chosen = None if choice == components.DECLINED else choice
    await _update_preview_message(ctx, case, token, draft.with_choice(forecast, chosen, me))


async def open_replacement_form(ctx: Context, token: str, draft: DecisionDraft) -> None:
    """Open the report form for the facts that replace the corrected report."""
    await _open_report_form(ctx, token, draft, draft.at)


async def open_form_for_invalid_report(
    ctx: Context, token: str, draft: DecisionDraft, selection: int
) -> None:
    """Open the report form for a later report that the decision makes impossible."""
    await _open_report_form(ctx, token, draft, selection)


async def _open_report_form(
    ctx: Context, token: str, decision: DecisionDraft, story_index: int
) -> None:
    require_report_step(decision.story, story_index)
    report = decision.find_replacement(story_index) or decision.story[story_index]
    reports = report.reports if isinstance(report, ReportDefeats | DefeatsReported) else ()
    entries = tuple(build_entry_from_report(each) for each in reports) or (DefeatEntry(),)
    instead = ReportReplacement(token, story_index, decision.replay_pod_until(story_index))
    owner = ctx.interaction.user.id
    draft = ReportDraft(ctx.channel_address, owner, decision.number, entries, instead=instead)
    await replace_message_with_drafted_form(ctx, draft)


async def apply_replacement_report(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Put the facts of the report form into the decision, and show the decision's preview
    again.
    """
    instead, decision = await _find_decision_of_form(ctx, draft)
    replaced = decision.with_replacement(instead.step, draft.build_reports())
    await _reload_and_show_preview(ctx, instead.decision, replaced)
    ctx.services.drafts.remove(token)


async def cancel_replacement_report(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Discard the facts of the report form, and show the decision's preview again."""
    instead, decision = await _find_decision_of_form(ctx, draft)
    await _reload_and_show_preview(ctx, instead.decision, decision)
    ctx.services.drafts.remove(token)


async def _find_decision_of_form(
    ctx: Context, report_draft: ReportDraft
) -> tuple[ReportReplacement, DecisionDraft]:
    """Return what a report form replaces, and the decision for which the form was opened.

    Raises `Refusal`.
    """
    if report_draft.instead is None:
        raise Refusal("unknown-button")
    decision = ctx.find_draft(DecisionDraft, report_draft.instead.decision)
    await require_moderated_game(ctx, decision.about, decision.number)
    return report_draft.instead, decision


async def _load_case_of_decision(ctx: Context, decision: DecisionDraft) -> ModerationCase:
    return await load_existing_case(ctx, SelectedPod(decision.about, decision.number))


# Updating


async def _reload_and_show_preview(ctx: Context, token: str, decision: DecisionDraft) -> None:
    await _update_preview_message(ctx, await _load_case_of_decision(ctx, decision), token, decision)


async def _update_preview_message(
    ctx: Context, case: ModerationCase, token: str, decision: DecisionDraft
) -> None:
    embed, view = await _render_current_preview(ctx, case, token, decision)
    await edit_private_message(ctx, embed=embed, view=view)


async def _render_current_preview(
    ctx: Context,
    case: ModerationCase,
    token: str,
    decision: DecisionDraft,
    *,
    asks_again: bool = False,
) -> tuple[discord.Embed, ui.View]:
    """Return the preview of a decision rebased on the present story, and store that decision.

    With `asks_again`, the preview asks for confirmation. Raises `Refusal` if the decision is
    impossible.
    """
    live = case.live
    assert live.pod is not None
    rights.require_permission(live.pod, decision.command, await load_requester(ctx), None)
    now = decision.rebase_on_story(case.story, live)
    forecast = _check_single_open_pod(case, now, forecast_decision(live.pod, now))
    ctx.services.drafts.replace(token, now)
    people = {
        *player_names.list_people_of_game(forecast.before),
        *player_names.list_people_of_game(forecast.after),
    }
    words = await load_private_formatter(ctx, people)
    dated = await _render_date_change(ctx, live, now, words)
    embed = render_decision_preview(
        now, forecast, words, date_lines=dated, has_pod_changed=now.seen != decision.seen
    )
    request = replace(_build_decision_request(ctx, now), asked=frozenset())
    if needs := await ctx.services.service.preview_season_question(request, live):
        add_ended_season_warning(embed, ", ".join(each.name for each in needs.seasons), words)
    labels = await load_label_formatter(ctx, forecast.after)
    return embed, build_preview_view(token, now, forecast, labels, asks_again=asks_again)


async def _render_date_change(
    ctx: Context, live_game: LiveGame, decision: DecisionDraft, formatter: MessageFormatter
) -> list[str]:
    """Render the date, the season and the points before and after a decision about the date."""
    overrule = decision.overrule
    pod = live_game.pod
    if overrule is None or overrule.at is None or live_game.end_time is None:
        return []
    if pod is None or pod.result is None:
        return []
    dated = GameDateChange(
        datetime_to_milliseconds(live_game.end_time), overrule.at, pod.result.points
    )
    seasons = await ctx.services.seasons.load_seasons_of_server(live_game.place.guild)
    return story.render_date_change(dated, seasons, formatter)


def _check_single_open_pod(
    case: ModerationCase, decision: DecisionDraft, forecast: DecisionForecast
) -> DecisionForecast:
    """Return the forecast, with a refusal if the channel would have two open pods.

    Raises the refusal if nothing in the decision could change that.
    """
    if forecast.invalidated:
        return forecast
    try:
        require_no_other_open_game(case.current, case.live, forecast.after)
    except Refusal as refusal:
        if decision.direct_command is not None:
            raise
        return forecast._replace(refusal=refusal)  # other facts may change the outcome
    return forecast


def _forecast_case(case: ModerationCase, decision: DecisionDraft) -> DecisionForecast:
    assert case.live.pod is not None
    return forecast_decision(case.live.pod, decision)


_DECISION_ACCESS = Access((MODERATORS, DECISION_OWNER), elsewhere="decision-gone")
_REPLACEMENT_ACCESS = Access((MODERATORS, FORM_OWNER), elsewhere="form-other")


def _build_decision_route(
    action: str, handler: Handler, parse_selection: Callable[[str], object | None] | None = None
) -> Route:
    """Return a route that first checks that the user moderates the channel of the game."""

    async def handle_press(ctx: Context, draft: DecisionDraft, **values: Any) -> None:
        await require_moderated_game(ctx, draft.about, draft.number)
        await handler(ctx, draft=draft, **values)

    pattern = f"override:{{token}}:{action}"
    return Route(
        pattern, handle_press, _DECISION_ACCESS, draft=DecisionDraft, picked=parse_selection
    )


ROUTES = (
    _build_decision_route("do", execute_decision),
    _build_decision_route("really", execute_confirmed_decision),
    _build_decision_route("leave", remove_invalid_reports),
    _build_decision_route("choose", answer_forecast_question_by_menu, str),
    _build_decision_route("pick:{choice}", answer_forecast_question_by_button),
    _build_decision_route("cancel", cancel_decision),
    _build_decision_route("replace", open_replacement_form),
    _build_decision_route("instead", open_form_for_invalid_report, parse_number),
    Route("instead:{token}:send", apply_replacement_report, _REPLACEMENT_ACCESS, draft=ReportDraft),
    Route(
        "instead:{token}:cancel", cancel_replacement_report, _REPLACEMENT_ACCESS, draft=ReportDraft
    ),
)
