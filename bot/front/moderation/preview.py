"""The preview of a moderator's decision, and the buttons that change it, make it or drop it.

It shows what changes for whom, and what has to be settled first.
"""

from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.picking import MAX_CHOICES
from bot.front.interaction.pods import make_request
from bot.front.interaction.routes import Access, Handler, Route
from bot.front.interaction.wording import label_game, speak_of_pod, speak_to_asker
from bot.front.moderation.decision import Decision, Forecast, check_step, foresee
from bot.front.moderation.targets import Case, PickedPod, check_reach, open_case
from bot.front.rendering import controls, deeds, names, story
from bot.front.rendering.confirmation import render_done
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.story import render_difference
from bot.front.reports.form import change_to_draft
from bot.front.reports.report_draft import DefeatEntry, Replacement, ReportDraft, make_entry
from bot.rules.choosing import Choose
from bot.rules.differences import compare_deeds, compare_pods
from bot.rules.facts import Player
from bot.rules.pod import PodCommand
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat, Defeated
from bot.rules.rights import DECISION_OWNER, FORM_OWNER, MODERATORS
from bot.rules.story import Invalidated
from bot.service.live_game import LiveGame, check_alone
from bot.service.requests import Moved, Request
from bot.storage.engine.moments import to_milliseconds
from bot.storage.record.audit import NewDate
from bot.storage.tables.season_gate import NeedsDecision
from bot.words import Words

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


def render_preview(
    decision: Decision,
    forecast: Forecast,
    words: Words,
    *,
    dated: Sequence[str] = (),
    moved: bool = False,
) -> discord.Embed:
    """Render what is decided, what changes for whom, and which later reports become impossible.

    `dated` are lines on a new date of the game.
    """
    text = words.text
    parts = [render_decision(decision, words), story.render_reason(decision.command, words)]
    parts = [*render_where(decision, words), *parts]
    if moved:
        parts.insert(0, text("override-moved"))
    page = discord.Embed(
        title=text("override-title"),
        description="\n\n".join(parts),
        colour=COLOURS["running" if forecast.is_settled else "waiting"],
    )
    if others := _render_others(decision, words):
        _add(page, text("override-also"), others)
    _add(
        page,
        text("override-changes"),
        [*render_difference(compare_pods(forecast.before, forecast.after), words), *dated]
        or [text("override-nothing")],
    )
    if changed := compare_deeds(forecast.before, forecast.after):
        _add(page, text("deeds-title"), deeds.render_changes(changed, words))
    if forecast.invalidated:
        late = [_render_invalidated(each, words) for each in forecast.invalidated]
        settle = "override-settle" if forecast.question is None else "override-settle-choice"
        _add(page, text("override-senseless"), [text(settle), *late])
    if forecast.refusal is not None:
        _add(page, text("override-impossible"), [words.render_refusal(forecast.refusal)])
    question = forecast.question or forecast.after.question
    if question is not None:
        _add(page, text("board-waiting"), [words.render_question(question)])
    return page


def _add(page: discord.Embed, name: str, lines: list[str]) -> None:
    page.add_field(name=name, value="\n".join(lines), inline=False)


def add_lock(page: discord.Embed, season: str, words: Words) -> None:
    """Add a field that warns that the game is of a season that is over."""
    _add(page, words.text("override-locked"), [words.text("override-season", name=escape(season))])


def make_preview_view(
    token: str, decision: Decision, forecast: Forecast, words: Words, *, sure: bool = False
) -> ui.View:
    """Return the buttons and menus of a preview; `words` name players without Markdown.

    With `sure`, the button that makes the decision is another one, so that a double press does
    not confirm it.
    """
    items: list[ui.Item[ui.View]] = []
    question = forecast.question
    if question is not None:
        menu = f"override:{token}:{CHOOSE_ACTION}"
        button = f"override:{token}:{PICK_ACTION}"
        items += controls.make_choice_items(question, menu, button, words)
    late = [each for each in forecast.invalidated if each.event.replaceable]
    if late:
        items.append(_make_replacement_menu(token, late, words))
    for action in BUTTON_LOOKS:
        if action == "leave" and not forecast.invalidated:
            continue
        if action == "replace" and not decision.can_replace:
            continue
        if action == ("do" if sure else "really"):
            continue
        decides = action in ("do", "really")
        items.append(
            _make_button(token, action, words, disabled=decides and not forecast.is_settled)
        )
    return controls.make_unstored_view(items)


def _make_replacement_menu(
    token: str, late: Sequence[Invalidated], words: Words
) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(story.label_step(each.event, words), 100), value=str(each.step)
        )
        for each in late[:MAX_CHOICES]
    ]
    return ui.Select(
        placeholder=words.text("override-instead"),
        options=options,
        custom_id=f"override:{token}:{INSTEAD_ACTION}",
    )


def _make_button(token: str, action: str, words: Words, *, disabled: bool) -> ui.Button[ui.View]:
    style, emoji = BUTTON_LOOKS[action]
    return ui.Button(
        label=words.text(f"override-{action}"),
        style=style,
        emoji=emoji,
        disabled=disabled,
        custom_id=f"override:{token}:{action}",
    )


# Sentences


def render_where(decision: Decision, words: Words) -> list[str]:
    """Return a line that names the game, if it is not played in this channel."""
    if decision.about == decision.place:
        return []
    channel = f"<#{decision.about.channel}>"
    return [words.text("audit-game", channel=channel, number=decision.number)]


def render_decision(decision: Decision, words: Words) -> str:
    """Render what is decided."""
    if decision.overrule is not None:
        return story.render_override(decision.overrule, words)
    if decision.restored:
        steps = [f"> {story.label_step(each, words)}" for each in decision.restored]
        return "\n".join([words.text("override-restores"), *steps])
    if decision.undone is not None:
        taken_back = story.render_event(decision.undone, words).replace("\n", "\n> ")
        return f"{words.text('override-takes-back')}\n> {taken_back}"
    ruling = decision.ruling
    report = f"> {story.label_step(decision.report, words)}"
    replaced = decision.find_replacement(decision.at)
    if ruling is None and replaced is not None:
        new = f"> {story.label_step(replaced, words)}"
        return f"{words.text('override-replaces')}\n{report}\n\n{words.text('override-by')}\n{new}"
    if ruling is None:
        return f"{words.text('override-takes-out')}\n{report}"
    loser = words.name(ruling.loser)
    if ruling.responsible is None:
        return f"{words.text('override-nobody', loser=loser)}\n{report}"
    player = words.name(ruling.responsible)
    return f"{words.text('override-responsible', loser=loser, player=player)}\n{report}"


def _render_others(decision: Decision, words: Words) -> list[str]:
    """Render the edits of the story besides the report that the decision is about."""
    lines = []
    for step, commands in sorted(decision.edits.items()):
        if step != decision.at and step < len(decision.story):
            old = story.label_step(decision.story[step], words)
            new = decision.find_replacement(step)
            if not commands:
                lines.append(f"🧹 {words.text('override-left-out', report=old)}")
            elif new is not None and story.label_step(new, words) != old:
                said = words.text("override-replaced", old=old, new=story.label_step(new, words))
                lines.append(f"✏️ {said}")
        choices = [each for each in commands if isinstance(each, Choose)]
        lines += [f"👉 {story.render_choice(each, words)}" for each in choices]
    return lines


def _render_invalidated(each: Invalidated, words: Words) -> str:
    return f"❌ {story.label_step(each.event, words)}\n↳ {words.render_refusal(each.refusal)}"


# Beginning


def begin_decision(ctx: Context, case: Case, reason: str) -> Decision:
    """Return an empty decision about a pod, with its reason."""
    live = case.live
    why = " ".join(reason.split())
    owner = ctx.interaction.user.id
    return Decision(ctx.place, owner, live.place, live.number, why, case.story, seen=live.played)


async def show_preview(ctx: Context, case: Case, decision: Decision) -> None:
    """Keep a new decision as a draft, and answer with its preview."""
    token = ctx.services.drafts.begin(decision)
    embed, view = await _render(ctx, case, token, decision)
    await say(ctx, embed=embed, view=view)


# Buttons


async def decide(ctx: Context, token: str, draft: Decision) -> None:
    """Make a decision; ask for confirmation first if it changes a season that is over."""
    try:
        await _make(ctx, token, draft)
    except NeedsDecision as needs:
        if not needs.may_decide:
            raise
        sure = replace(draft, seasons=needs.numbers)
        embed, view = await _render(ctx, await _open(ctx, draft), token, sure, sure=True)
        await edit(ctx, embed=embed, view=view)


async def decide_confirmed(ctx: Context, token: str, draft: Decision) -> None:
    """Make a decision whose author was asked about the seasons that are over."""
    ctx.asked = draft.seasons
    await decide(ctx, token, draft)


async def _make(ctx: Context, token: str, draft: Decision) -> None:
    """Make a decision; show the preview again if the pod has changed since."""
    with ctx.services.drafts.spend(token, draft):
        done = await ctx.services.service.do_unless_moved(_request(ctx, draft))
    if isinstance(done, Moved):
        await _open_and_show(ctx, token, draft)
        return
    words = await speak_of_pod(ctx, done.pod)
    said = "\n".join([*render_where(draft, words), render_done(done, words)])
    await edit(ctx, content=said, embed=None, view=None)


def _request(ctx: Context, draft: Decision) -> Request:
    """Return the request that makes a decision."""

    def make_command(_: Player, __: LiveGame) -> PodCommand:
        return draft.command

    sent = make_request(ctx, make_command, draft.number, earlier=True, seen=draft.seen)
    return replace(sent, place=draft.about)


async def give_up(ctx: Context, token: str, draft: Decision) -> None:
    """Drop a decision."""
    ctx.services.drafts.drop(token)
    await edit(ctx, content=ctx.text("override-cancelled"), embed=None, view=None)


async def leave_out(ctx: Context, token: str, draft: Decision) -> None:
    """Take back the later reports that the decision makes impossible."""
    case = await _open(ctx, draft)
    forecast = _foresee(case, draft)
    await _show_again(ctx, case, token, draft.without_invalidated(forecast.invalidated))


async def choose(ctx: Context, token: str, draft: Decision, picked: str) -> None:
    """Make the open choice with the option picked in a menu."""
    await pick(ctx, token, picked, draft)


async def pick(ctx: Context, token: str, choice: str, draft: Decision) -> None:
    """Make the open choice with the option that the button carries."""
    case = await _open(ctx, draft)
    forecast = _foresee(case, draft)
    me = await ctx.find_player()
    chosen = None if choice == controls.DECLINED else choice
    await _show_again(ctx, case, token, draft.with_choice(forecast, chosen, me))


async def replace_report(ctx: Context, token: str, draft: Decision) -> None:
    """Open the report form for the facts that replace the report."""
    await _open_form(ctx, token, draft, draft.at)


async def replace_late(ctx: Context, token: str, draft: Decision, picked: int) -> None:
    """Open the report form for a later report that the decision makes impossible."""
    await _open_form(ctx, token, draft, picked)


async def _open_form(ctx: Context, token: str, decision: Decision, step: int) -> None:
    check_step(decision.story, step)
    report = decision.find_replacement(step) or decision.story[step]
    reports = report.reports if isinstance(report, Defeat | Defeated) else ()
    entries = tuple(make_entry(each) for each in reports) or (DefeatEntry(),)
    instead = Replacement(token, step, decision.find_pod_at(step))
    owner = ctx.interaction.user.id
    draft = ReportDraft(ctx.place, owner, decision.number, entries, instead=instead)
    await change_to_draft(ctx, draft)


async def take_replacement(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Put the facts of the form into the decision, and show its preview again."""
    instead, decision = await _find_decision(ctx, draft)
    replaced = decision.with_replacement(instead.step, draft.make_reports())
    await _open_and_show(ctx, instead.decision, replaced)
    ctx.services.drafts.drop(token)


async def drop_replacement(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Show the preview again, without the facts of the form."""
    instead, decision = await _find_decision(ctx, draft)
    await _open_and_show(ctx, instead.decision, decision)
    ctx.services.drafts.drop(token)


async def _find_decision(ctx: Context, draft: ReportDraft) -> tuple[Replacement, Decision]:
    """Return the decision for which a report form was opened, and what it replaces.

    Raises `Refusal`.
    """
    if draft.instead is None:
        raise Refusal("unknown-button")
    decision = ctx.find_draft(Decision, draft.instead.decision)
    await check_reach(ctx, decision.about, decision.number)
    return draft.instead, decision


async def _open(ctx: Context, decision: Decision) -> Case:
    return await open_case(ctx, PickedPod(decision.about, decision.number))


# Updating


async def _open_and_show(ctx: Context, token: str, decision: Decision) -> None:
    await _show_again(ctx, await _open(ctx, decision), token, decision)


async def _show_again(ctx: Context, case: Case, token: str, decision: Decision) -> None:
    embed, view = await _render(ctx, case, token, decision)
    await edit(ctx, embed=embed, view=view)


async def _render(
    ctx: Context, case: Case, token: str, decision: Decision, *, sure: bool = False
) -> tuple[discord.Embed, ui.View]:
    """Return the preview of a decision about the story as it is now, and keep that decision.

    With `sure`, the preview asks for confirmation. Raises `Refusal` if the decision cannot be
    made.
    """
    live = case.live
    assert live.pod is not None
    rights.check(live.pod, decision.command, await find_asker(ctx), None)
    now = decision.rebase(case.story, live)
    forecast = _check_alone(case, now, foresee(live.pod, now))
    ctx.services.drafts.keep(token, now)
    people = {*names.find_people(forecast.before), *names.find_people(forecast.after)}
    words = await speak_to_asker(ctx, people)
    dated = await _render_new_date(ctx, live, now, words)
    embed = render_preview(now, forecast, words, dated=dated, moved=now.seen != decision.seen)
    request = replace(_request(ctx, now), asked=frozenset())
    if needs := await ctx.services.service.weigh(request, live):
        add_lock(embed, ", ".join(each.name for each in needs.seasons), words)
    labels = await label_game(ctx, forecast.after)
    return embed, make_preview_view(token, now, forecast, labels, sure=sure)


async def _render_new_date(
    ctx: Context, live: LiveGame, decision: Decision, words: Words
) -> list[str]:
    """Render the date, the season and the points before and after a decision about the date."""
    overrule = decision.overrule
    pod = live.pod
    if overrule is None or overrule.at is None or live.ended is None:
        return []
    if pod is None or pod.result is None:
        return []
    dated = NewDate(to_milliseconds(live.ended), overrule.at, pod.result.points)
    seasons = await ctx.services.seasons.find_all(live.place.guild)
    return story.render_new_date(dated, seasons, words)


def _check_alone(case: Case, decision: Decision, forecast: Forecast) -> Forecast:
    """Return the forecast, with a refusal if the channel would have two open pods.

    Raises the refusal if nothing in the decision could change that.
    """
    if forecast.invalidated:
        return forecast
    try:
        check_alone(case.current, case.live, forecast.after)
    except Refusal as refusal:
        if decision.direct_command is not None:
            raise
        return forecast._replace(refusal=refusal)  # other facts may change the outcome
    return forecast


def _foresee(case: Case, decision: Decision) -> Forecast:
    assert case.live.pod is not None
    return foresee(case.live.pod, decision)


_DECISION_ACCESS = Access((MODERATORS, DECISION_OWNER), elsewhere="decision-gone")
_REPLACEMENT_ACCESS = Access((MODERATORS, FORM_OWNER), elsewhere="form-other")


def _make_route(
    action: str, handler: Handler, picked: Callable[[str], object | None] | None = None
) -> Route:
    """Return a route that first checks that the asker moderates the channel of the game."""

    async def press(ctx: Context, draft: Decision, **values: Any) -> None:
        await check_reach(ctx, draft.about, draft.number)
        await handler(ctx, draft=draft, **values)

    pattern = f"override:{{token}}:{action}"
    return Route(pattern, press, _DECISION_ACCESS, draft=Decision, picked=picked)


ROUTES = (
    _make_route("do", decide),
    _make_route("really", decide_confirmed),
    _make_route("leave", leave_out),
    _make_route("choose", choose, str),
    _make_route("pick:{choice}", pick),
    _make_route("cancel", give_up),
    _make_route("replace", replace_report),
    _make_route("instead", replace_late, parse_number),
    Route("instead:{token}:send", take_replacement, _REPLACEMENT_ACCESS, draft=ReportDraft),
    Route("instead:{token}:cancel", drop_replacement, _REPLACEMENT_ACCESS, draft=ReportDraft),
)
