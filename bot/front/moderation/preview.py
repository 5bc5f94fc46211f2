"""How a moderator's decision looks before it counts: what changes for whom, and what is open."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.front.interaction.picking import MOST
from bot.front.moderation.decision import Decision, Foreseen
from bot.front.rendering import controls, story
from bot.front.rendering.differences import render_difference
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.projections.past_pods import PastPod
from bot.rules.commands import Choose
from bot.rules.differences import compare_pods
from bot.rules.story import Invalidated, is_replaceable
from bot.words import Words, name_variant

BUTTONS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "do": (discord.ButtonStyle.danger, "⚖️"),
    "really": (discord.ButtonStyle.danger, "🔒"),
    "leave": (discord.ButtonStyle.primary, "🧹"),
    "replace": (discord.ButtonStyle.secondary, "✏️"),
    "cancel": (discord.ButtonStyle.secondary, "✖️"),
}
CHOOSE, PICK, INSTEAD = "choose", "pick", "instead"


def render_preview(
    decision: Decision, foreseen: Foreseen, words: Words, *, moved: bool = False
) -> discord.Embed:
    """What would be decided, what changes for whom, and what no longer makes sense."""
    text = words.text
    parts = [render_decision(decision, words), story.render_reason(decision.command, words)]
    parts = [*render_where(decision, words), *parts]
    if moved:
        parts.insert(0, text("override-moved"))
    page = discord.Embed(
        title=text("override-title"),
        description="\n\n".join(parts),
        colour=COLOURS["running" if foreseen.settled else "waiting"],
    )
    if others := _render_others(decision, words):
        _add(page, text("override-also"), others)
    _add(
        page,
        text("override-changes"),
        render_difference(compare_pods(foreseen.before, foreseen.after), words)
        or [text("override-nothing")],
    )
    if foreseen.invalidated:
        late = [_render_invalidated(each, words) for each in foreseen.invalidated]
        settle = "override-settle" if foreseen.question is None else "override-settle-choice"
        _add(page, text("override-senseless"), [text(settle), *late])
    if foreseen.refusal is not None:
        _add(page, text("override-impossible"), [words.render_refusal(foreseen.refusal)])
    question = foreseen.question or foreseen.after.question
    if question is not None:
        _add(page, text("board-waiting"), [words.render_question(question)])
    return page


def _add(page: discord.Embed, name: str, lines: list[str]) -> None:
    page.add_field(name=name, value="\n".join(lines), inline=False)


def add_lock(page: discord.Embed, season: str, words: Words) -> None:
    """Say in the preview that the game is one of a season that is over."""
    _add(page, words.text("override-locked"), [words.text("override-season", name=escape(season))])


def make_preview_view(
    token: str, decision: Decision, foreseen: Foreseen, words: Words, *, sure: bool = False
) -> ui.View:
    """What can be pressed below a preview; `words` name players without Markdown.

    Whoever is asked whether they are `sure` has another button for it than before.
    """
    items: list[ui.Item[ui.View]] = []
    question = foreseen.question
    if question is not None:
        menu, button = f"override:{token}:{CHOOSE}", f"override:{token}:{PICK}"
        items += controls.make_choice_items(question, menu, button, words)
    late = [each for each in foreseen.invalidated if is_replaceable(each.event)]
    if late:
        items.append(_make_instead_menu(token, late, words))
    for action in BUTTONS:
        if action == "leave" and not foreseen.invalidated:
            continue
        if action == "replace" and not decision.can_replace:
            continue
        if action == ("do" if sure else "really"):
            continue
        decides = action in ("do", "really")
        items.append(_make_button(token, action, words, disabled=decides and not foreseen.settled))
    return controls.make_unstored_view(items)


def _make_instead_menu(token: str, late: Sequence[Invalidated], words: Words) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(story.label_step(each.event, words), 100), value=str(each.step)
        )
        for each in late[:MOST]
    ]
    return ui.Select(
        placeholder=words.text("override-instead"),
        options=options,
        custom_id=f"override:{token}:{INSTEAD}",
    )


def _make_button(token: str, action: str, words: Words, *, disabled: bool) -> ui.Button[ui.View]:
    style, emoji = BUTTONS[action]
    return ui.Button(
        label=words.text(f"override-{action}"),
        style=style,
        emoji=emoji,
        disabled=disabled,
        custom_id=f"override:{token}:{action}",
    )


def label_past_pod(pod: PastPod, words: Words, zone: ZoneInfo, thread: str = "") -> str:
    """A pod among others: its number, when it was opened, its title, who won or how it stands.

    The time is that of the server's `zone`. A `thread` in which it was played is named.
    """
    title = pod.setup.title or name_variant(pod.setup.variant, words.text)
    titles = [clean_label(title, 30)]
    if thread:
        own = titles if pod.setup.title not in (None, thread) else []
        titles = [f"🧵 {clean_label(thread, 30)}", *own]
    opened = pod.opened.astimezone(zone)
    state = ("draw" if pod.scored else "unscored") if pod.state == "finished" else pod.state
    how = f"🏆 {words.join_names(pod.winners)}" if pod.winners else words.text(f"past-{state}")
    when = f"{words.text.format_date(opened.date())} {opened:%H:%M}"
    return " · ".join([f"#{pod.number}", when, *titles, how])


# Sentences


def render_where(decision: Decision, words: Words) -> list[str]:
    """Which game is decided about, where that is not one of this channel's."""
    if decision.about == decision.place:
        return []
    channel = f"<#{decision.about.channel}>"
    return [words.text("audit-game", channel=channel, number=decision.number)]


def render_decision(decision: Decision, words: Words) -> str:
    """What is decided."""
    if decision.overrule is not None:
        return story.render_override(decision.overrule, words)
    if decision.undone is not None:
        taken_back = story.render_event(decision.undone, words).replace("\n", "\n> ")
        return f"{words.text('override-takes-back')}\n> {taken_back}"
    ruling, report = decision.ruling, f"> {story.label_step(decision.report, words)}"
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
    """What is asked otherwise besides the report that it is about."""
    lines = []
    for step, commands in sorted(decision.edits.items()):
        if step != decision.at:
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
