"""The reply to a report, and board fields for pending and disputed reports."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import discord

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import checklist, headlines, story
from bot.front.game_texts.story import render_brief_rule
from bot.front.ui.fitting import MAX_FIELD_VALUE_LENGTH, fit_text
from bot.rules.choosing import ChoiceMade
from bot.rules.closing import PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.concession import PlayerConceded
from bot.rules.confirmation import find_report_verdicts
from bot.rules.entering import PastGameEntered
from bot.rules.overrides import GameOverridden
from bot.rules.pod import Pod, UnconfirmedReport
from bot.rules.pod_facts import PodFacts
from bot.rules.reporting import DefeatsReported
from bot.rules.story import ReportsCorrected
from bot.rules.undoing import PodStepUndone
from bot.service.game_requests import CommandResult
from bot.storage.engine.timestamps import datetime_from_milliseconds

MAX_ANSWER_LENGTH = 1_700
"""The most characters of an answer; Discord's limit is 2,000, and a warning may follow."""

MAX_STEPS_LENGTH = 800
"""The most characters of the steps after a defeat."""


def render_report_reply(result: CommandResult, formatter: MessageFormatter) -> str:
    """Return the reply to a report: what was recorded, and the consequences.

    A player who reports their own defeat also reads their next steps.
    """
    facts = result.live.pod_facts
    pod = facts.pod
    event = result.recorded.event
    what = _render_consequences(result, event, formatter) or story.render_event(event, formatter)
    decided = isinstance(event, GameOverridden | ReportsCorrected | PodStepUndone)
    key = "done-override" if decided and pod.has_counted else "done-report"
    lead = "☑️ " if result.again else f"✅ {formatter.text(key)}\n"
    waits = [
        f"\n-# ⏳ {render_confirmers(pod, each, formatter)}"
        for each in facts.confirmable_reports
        if each.claim.version == result.recorded.version
    ]
    by = result.recorded.by
    was_beaten = by is not None and isinstance(event, DefeatsReported | PlayerConceded | ChoiceMade)
    own = checklist.render_next_steps(facts, by, formatter) if by is not None and was_beaten else []
    steps = "\n" + fit_text("\n".join(["", *own]), MAX_STEPS_LENGTH) if own else ""
    return "".join([fit_text(lead + what, MAX_ANSWER_LENGTH - 200 - len(steps)), *waits, steps])


def _render_consequences(result: CommandResult, event: Event, formatter: MessageFormatter) -> str:
    """Render the consequences of a report as the board shows them; empty for other events."""
    news = result.live.news
    if (
        news is None
        or not isinstance(event, DefeatsReported | PlayerConceded | ChoiceMade)
        or news.event != event
    ):
        return ""
    pod = result.live.pod_facts.pod
    headline = headlines.render_news_headline(news, formatter)
    lines = [f"**{headline}**"] if headline else []
    if isinstance(event, ChoiceMade):
        lines.insert(0, story.render_choice_answer(event.answer, formatter))
    rules = dict.fromkeys(headlines.render_rule_id(verdict, formatter) for verdict in news.verdicts)
    facts = []
    if isinstance(event, DefeatsReported):
        facts = [story.render_defeat_report(each, formatter) for each in event.reports]
    if small := [*facts, *rules]:
        lines.append(f"-# {headlines.NEWS_SEPARATOR.join(small)}")
    question = result.live.pod_facts.open_question
    if question is not None:
        lines.append(f"⏳ {formatter.render_question(question)}")
    if pod.result is not None:
        lines.append(story.render_winners(pod.result, formatter, pod.standings))
    return "\n".join(lines)


def add_unconfirmed_field(
    embed: discord.Embed,
    pod_facts: PodFacts,
    formatter: MessageFormatter,
    final_time: datetime | None = None,
) -> None:
    """Add a field with the unconfirmed reports, who may confirm them, and the consequences.

    `final_time` is when a withdrawn result cannot come back; None for a game with a result.
    """
    pod = pod_facts.pod
    pressable = pod_facts.confirmable_reports
    lines = [
        f"**{story.render_unconfirmed_report(each.event, formatter)}** · "
        f"{render_confirmers(pod, each, formatter)}"
        for each in pressable
    ]
    if pod.result is not None:
        lines += _render_upheld_reports(pod_facts.open_reports, formatter)
    lines += _render_withdrawn_results(pod_facts.open_reports, formatter)
    notes = [f"-# {note}" for note in _render_silence_notes(pod, pressable, formatter, final_time)]
    if not lines and not notes:
        return
    room = MAX_FIELD_VALUE_LENGTH - sum(len(note) + 1 for note in notes) - 10
    value = "\n".join([*([fit_text("\n".join(lines), room)] if lines else []), *notes])
    title = "claim-title" if pressable else "claim-pending"
    embed.add_field(name=formatter.text(title), value=value, inline=False)


def _render_upheld_reports(
    reports: Sequence[UnconfirmedReport], formatter: MessageFormatter
) -> Iterator[str]:
    """Yield the reports that moderators upheld."""
    for each in reports:
        by = each.claim.decided
        event = each.event
        if by is not None and not isinstance(event, GameOverridden | ReportsCorrected):
            what = story.render_unconfirmed_report(event, formatter)
            yield formatter.text("claim-stands", what=what, by=formatter.name(by))


def _render_withdrawn_results(
    reports: Sequence[UnconfirmedReport], formatter: MessageFormatter
) -> Iterator[str]:
    """Yield the players who withdrew the result of the game."""
    for each in reports:
        if each.removes_result and each.claim.decided is None:
            key = "claim-closed" if isinstance(each.event, PodClosed) else "claim-undone"
            yield formatter.text(key, player=formatter.name(each.claim.by))


def _render_silence_notes(
    pod: Pod,
    reports: Sequence[UnconfirmedReport],
    formatter: MessageFormatter,
    final_time: datetime | None,
) -> Iterator[str]:
    """Yield notes on what happens if nobody confirms or disputes the reports."""
    silent = [each.claim.due for each in reports if not each.claim.needs_confirmation]
    if silent:
        key = "claim-finished" if pod.result is not None else "claim-later"
        yield formatter.text(
            key, due=discord.utils.format_dt(datetime_from_milliseconds(min(silent)), "R")
        )
    if any(isinstance(each.event, PastGameEntered) for each in reports):
        yield formatter.text("claim-entered-press")
    elif len(silent) < len(reports):
        yield formatter.text("claim-press")
    if not reports and final_time is not None:
        yield formatter.text("claim-final", due=discord.utils.format_dt(final_time, "R"))


def render_confirmers(pod: Pod, report: UnconfirmedReport, formatter: MessageFormatter) -> str:
    """Return a text on which players may or must confirm a report."""
    claim = report.claim
    if not claim.of and claim.needs_confirmation:
        return formatter.text("claim-by-moderator")
    if claim.each:
        return formatter.text("claim-by-each", players=formatter.join_player_names(claim.of))
    if len(claim.of) == len(pod.players) - 1:
        return formatter.text("claim-by-others", player=formatter.name(claim.by))
    return formatter.text("claim-by-one", players=formatter.join_player_names(claim.of))


def add_dispute_fields(
    embed: discord.Embed, pod: Pod, disputed_report: UnconfirmedReport, formatter: MessageFormatter
) -> None:
    """Add fields with the disputed report: the facts, the verdict, its rule, and both parties."""
    text = formatter.text
    claim = disputed_report.claim
    event = disputed_report.event
    facts = [story.render_unconfirmed_report(event, formatter)]
    if isinstance(event, DefeatsReported):
        facts = [story.render_defeat_report(report, formatter) for report in event.reports]
    elif isinstance(event, GameOverridden | ReportsCorrected | PastGameEntered):
        facts = story.render_event(event, formatter).splitlines()
    verdicts = find_report_verdicts(pod, disputed_report)
    lines = [f"> {fact}" for fact in facts]
    lines += [story.render_verdict(verdict, formatter) for verdict in verdicts]
    by = formatter.name(claim.by)
    against = formatter.name(claim.disputed or "")
    note = text("dispute-stands-still")
    if claim.decided is not None:
        note += f" {text('dispute-another', by=formatter.name(claim.decided))}"
    title = text("dispute-parties", by=by, against=against)
    room = MAX_FIELD_VALUE_LENGTH - len(note) - 1
    value = f"{fit_text(chr(10).join(lines), room)}\n{note}"
    embed.add_field(name=title, value=value, inline=False)
    for rule in dict.fromkeys(verdict.rule for verdict in verdicts):
        embed.add_field(name=f"📖 {rule}", value=render_brief_rule(rule, text), inline=False)
