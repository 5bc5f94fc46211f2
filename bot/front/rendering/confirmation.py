"""The answer to a report, and board fields for pending and disputed reports."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import discord

from bot.front.rendering import checklist, headlines, story
from bot.front.rendering.fitting import MAX_FIELD_VALUE_LENGTH, fit_text
from bot.front.rendering.story import render_brief_rule
from bot.rules.acts import Event
from bot.rules.choosing import Chose
from bot.rules.closing import Closed
from bot.rules.concession import Conceded
from bot.rules.confirmation import find_verdicts
from bot.rules.entering import Entered
from bot.rules.overrule import Overruled
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.pod_facts import PodFacts
from bot.rules.reporting import Defeated
from bot.rules.story import Corrected
from bot.rules.undoing import Undone
from bot.service.requests import Done
from bot.storage.engine.moments import to_moment
from bot.words import Words

MAX_ANSWER_LENGTH = 1_700
"""The most characters of an answer; Discord's limit is 2,000, and a warning may follow."""

MAX_STEPS_LENGTH = 800
"""The most characters of the steps after a defeat."""


def render_done(done: Done, words: Words) -> str:
    """Return the answer to a report: what was recorded, and what followed from it.

    A player who reports their own defeat also reads their next steps.
    """
    facts = done.live.facts
    pod = facts.pod
    event = done.recorded.event
    what = _render_plainly(done, event, words) or story.render_event(event, words)
    decided = isinstance(event, Overruled | Corrected | Undone)
    key = "done-override" if decided and pod.has_counted else "done-report"
    lead = "☑️ " if done.again else f"✅ {words.text(key)}\n"
    waits = [
        f"\n-# ⏳ {render_confirmers(pod, each, words)}"
        for each in facts.pressable
        if each.claim.version == done.recorded.version
    ]
    by = done.recorded.by
    was_beaten = by is not None and isinstance(event, Defeated | Conceded | Chose)
    own = checklist.render_steps(facts, by, words) if by is not None and was_beaten else []
    steps = "\n" + fit_text("\n".join(["", *own]), MAX_STEPS_LENGTH) if own else ""
    return "".join([fit_text(lead + what, MAX_ANSWER_LENGTH - 200 - len(steps)), *waits, steps])


def _render_plainly(done: Done, event: Event, words: Words) -> str:
    """Render what a report led to as the board tells it; empty for events that it tells in full."""
    news = done.live.news
    if news is None or not isinstance(event, Defeated | Conceded | Chose) or news.event != event:
        return ""
    pod = done.live.facts.pod
    headline = headlines.render_headline(news, words)
    lines = [f"**{headline}**"] if headline else []
    if isinstance(event, Chose):
        lines.insert(0, story.render_choice(event.answer, words))
    rules = dict.fromkeys(headlines.render_rule(verdict, words) for verdict in news.verdicts)
    facts = []
    if isinstance(event, Defeated):
        facts = [story.render_report(each, words) for each in event.reports]
    if small := [*facts, *rules]:
        lines.append(f"-# {headlines.NEWS_SEPARATOR.join(small)}")
    question = done.live.facts.question
    if question is not None:
        lines.append(f"⏳ {words.render_question(question)}")
    if pod.result is not None:
        lines.append(story.render_end(pod.result, words, pod.standings))
    return "\n".join(lines)


def add_unconfirmed(
    embed: discord.Embed, facts: PodFacts, words: Words, final: datetime | None = None
) -> None:
    """Add a field with the unconfirmed reports, who may confirm them, and the consequences.

    `final` is when a result that was taken away stays so; None for a game with a result.
    """
    pod = facts.pod
    pressable = facts.pressable
    lines = [
        f"**{story.render_claimed(each.event, words)}** · {render_confirmers(pod, each, words)}"
        for each in pressable
    ]
    if pod.result is not None:
        lines += _find_upheld(facts.open_reports, words)
    lines += _find_taken(facts.open_reports, words)
    notes = [f"-# {note}" for note in _render_notes(pod, pressable, words, final)]
    if not lines and not notes:
        return
    room = MAX_FIELD_VALUE_LENGTH - sum(len(note) + 1 for note in notes) - 10
    value = "\n".join([*([fit_text("\n".join(lines), room)] if lines else []), *notes])
    title = "claim-title" if pressable else "claim-pending"
    embed.add_field(name=words.text(title), value=value, inline=False)


def _find_upheld(reports: Sequence[Unconfirmed], words: Words) -> Iterator[str]:
    """Yield the reports that moderators let stand."""
    for each in reports:
        by = each.claim.decided
        event = each.event
        if by is not None and not isinstance(event, Overruled | Corrected):
            what = story.render_claimed(event, words)
            yield words.text("claim-stands", what=what, by=words.name(by))


def _find_taken(reports: Sequence[Unconfirmed], words: Words) -> Iterator[str]:
    """Yield who took the result of the game away."""
    for each in reports:
        if each.takes_away and each.claim.decided is None:
            key = "claim-closed" if isinstance(each.event, Closed) else "claim-undone"
            yield words.text(key, player=words.name(each.claim.by))


def _render_notes(
    pod: Pod, pressable: Sequence[Unconfirmed], words: Words, final: datetime | None
) -> Iterator[str]:
    """Yield notes on what happens if nobody answers."""
    silent = [each.claim.due for each in pressable if not each.claim.needs_press]
    if silent:
        key = "claim-finished" if pod.result is not None else "claim-later"
        yield words.text(key, due=discord.utils.format_dt(to_moment(min(silent)), "R"))
    if any(isinstance(each.event, Entered) for each in pressable):
        yield words.text("claim-entered-press")
    elif len(silent) < len(pressable):
        yield words.text("claim-press")
    if not pressable and final is not None:
        yield words.text("claim-final", due=discord.utils.format_dt(final, "R"))


def render_confirmers(pod: Pod, each: Unconfirmed, words: Words) -> str:
    """Return who may confirm a report, or has to."""
    claim = each.claim
    if not claim.of and claim.needs_press:
        return words.text("claim-by-moderator")
    if claim.each:
        return words.text("claim-by-each", players=words.join_names(claim.of))
    if len(claim.of) == len(pod.players) - 1:
        return words.text("claim-by-others", player=words.name(claim.by))
    return words.text("claim-by-one", players=words.join_names(claim.of))


def add_dispute(embed: discord.Embed, pod: Pod, disputed: Unconfirmed, words: Words) -> None:
    """Add a field with the disputed report: the facts, the verdict, its rule, and both parties."""
    text = words.text
    claim = disputed.claim
    event = disputed.event
    facts = [story.render_claimed(event, words)]
    if isinstance(event, Defeated):
        facts = [story.render_report(report, words) for report in event.reports]
    elif isinstance(event, Overruled | Corrected | Entered):
        facts = story.render_event(event, words).splitlines()
    verdicts = find_verdicts(pod, disputed)
    lines = [f"> {fact}" for fact in facts]
    lines += [story.render_fate(verdict, words) for verdict in verdicts]
    by = words.name(claim.by)
    against = words.name(claim.disputed or "")
    note = text("dispute-stands-still")
    if claim.decided is not None:
        note += f" {text('dispute-another', by=words.name(claim.decided))}"
    title = text("dispute-parties", by=by, against=against)
    room = MAX_FIELD_VALUE_LENGTH - len(note) - 1
    value = f"{fit_text(chr(10).join(lines), room)}\n{note}"
    embed.add_field(name=title, value=value, inline=False)
    for rule in dict.fromkeys(verdict.rule for verdict in verdicts):
        embed.add_field(name=f"📖 {rule}", value=render_brief_rule(rule, text), inline=False)
