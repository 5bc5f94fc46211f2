"""How it looks what is yet to confirm, and what is disputed."""

import discord

from bot.front.rendering import story
from bot.front.rendering.fitting import VALUE, cut_markdown, fit_text
from bot.rules.events import Defeated
from bot.rules.pod import Pod, Unconfirmed
from bot.storage.engine.schema import to_moment
from bot.words import Words

_RULE = 700
"""Characters of a rule's text, below a verdict that takes some of a phone's screen already."""


def add_unconfirmed(embed: discord.Embed, pod: Pod, words: Words) -> None:
    """Say what has to be confirmed, by whom, and what depends on it."""
    lines = [
        f"**{story.render_claimed(each.event, words)}** · {render_confirmers(pod, each, words)}"
        for each in pod.unconfirmed
    ]
    due = to_moment(min(each.claim.due for each in pod.unconfirmed))
    said = "claim-finished" if pod.result is not None else "claim-later"
    note = words.text(said, due=discord.utils.format_dt(due, "R"))
    room = VALUE - len(note) - 10
    value = f"{fit_text(chr(10).join(lines), room)}\n-# {note}"
    embed.add_field(name=words.text("claim-title"), value=value, inline=False)


def render_confirmers(pod: Pod, each: Unconfirmed, words: Words) -> str:
    """Who may confirm a report, or has to."""
    claim = each.claim
    if claim.each:
        return words.text("claim-by-each", players=words.join_names(claim.of))
    if len(claim.of) == len(pod.players) - 1:
        return words.text("claim-by-others", player=words.name(claim.by))
    return words.text("claim-by-one", players=words.join_names(claim.of))


def add_dispute(embed: discord.Embed, pod: Pod, disputed: Unconfirmed, words: Words) -> None:
    """Say what is disputed: the facts, the verdict, its rule, and who says what."""
    text, claim, event = words.text, disputed.claim, disputed.event
    facts = [story.render_claimed(event, words)]
    if isinstance(event, Defeated):
        facts = [story.render_report(report, words) for report in event.reports]
    verdicts = pod.find_verdicts(disputed)
    lines = [f"> {fact}" for fact in facts]
    lines += [story.render_fate(verdict, words) for verdict in verdicts]
    by, against = words.name(claim.by), words.name(claim.disputed or "")
    note = f"-# {text('dispute-parties', by=by, against=against)}\n{text('dispute-stands-still')}"
    title = text("dispute-title", what=story.render_claimed(event, words))
    room = VALUE - len(note) - 1
    value = f"{fit_text(chr(10).join(lines), room)}\n{note}"
    embed.add_field(name=title, value=value, inline=False)
    for rule in dict.fromkeys(verdict.rule for verdict in verdicts):
        said = cut_markdown(text(f"rule-{rule.lower()}"), _RULE)
        embed.add_field(name=f"📖 {rule}", value=said, inline=False)
