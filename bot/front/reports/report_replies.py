"""The reply to a report, and board fields for pending and disputed reports."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import checklist, headlines, story
from bot.front.game_texts.story import render_rule_text_without_remarks
from bot.front.ui.fitting import MAX_FIELD_VALUE_LENGTH, truncate_text_to_length
from bot.rules.choosing import PendingPlayerChoiceAnswered
from bot.rules.closing import PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.concession import PlayerConceded
from bot.rules.confirmation import find_verdicts_of_report
from bot.rules.entering import PastGameRecorded
from bot.rules.overrides import GameOverriddenByModerator
from bot.rules.pod import Pod, UnconfirmedGameReport
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.reporting import DefeatsReported
from bot.rules.story import GameReportsCorrected
from bot.rules.undoing import PodEventUndone
from bot.service.game_requests import CommandResult
from bot.storage.engine.timestamps import datetime_from_milliseconds

MAX_ANSWER_LENGTH = 1_700
"""The most characters of an answer; Discord's limit is 2,000, and a warning may follow."""

MAX_STEPS_LENGTH = 1_000
"""The most characters of the steps after a defeat."""


def render_report_reply(command_result: CommandResult, formatter: PodMessageFormatter) -> str:
    """Return the bot's answer to a report.

    A player who reports their own defeat also reads their next steps.
    """
    facts = command_result.live.pod_facts
    pod = facts.pod
    event = command_result.recorded.event
    what = _render_consequences_of_report(command_result, event, formatter) or story.render_pod_event(event, formatter)
    decided = isinstance(event, GameOverriddenByModerator | GameReportsCorrected | PodEventUndone)
    key = "done-override" if decided and pod.has_counted else "done-report"
    lead = "☑️ " if command_result.again else f"✅ {formatter.text(key)}\n"
    waits = [
        f"\n-# ⏳ {render_possible_confirmers(pod, each, formatter)}"
        for each in facts.confirmable_reports
        if each.needed_confirmation.version == command_result.recorded.version
    ]
    by = command_result.recorded.by
    was_beaten = by is not None and isinstance(event, DefeatsReported | PlayerConceded | PendingPlayerChoiceAnswered)
    own = checklist.render_steps_after_defeat(facts, by, formatter) if by is not None and was_beaten else []
    steps = "\n" + truncate_text_to_length("\n".join(["", *own]), MAX_STEPS_LENGTH) if own else ""
    return "".join([truncate_text_to_length(lead + what, MAX_ANSWER_LENGTH - 200 - len(steps)), *waits, steps])


def _render_consequences_of_report(command_result: CommandResult, event: Event, formatter: PodMessageFormatter) -> str:
    """Return a text with the effects of a defeat report on the game; empty for other events."""
    news = command_result.live.news
    if (
        news is None
        or not isinstance(event, DefeatsReported | PlayerConceded | PendingPlayerChoiceAnswered)
        or news.event != event
    ):
        return ""
    pod = command_result.live.pod_facts.pod
    headline = headlines.render_board_headline(news, formatter)
    lines = [f"**{headline}**"] if headline else []
    if isinstance(event, PendingPlayerChoiceAnswered):
        lines.insert(0, story.render_answered_player_choice(event.answer, formatter))
    rules = dict.fromkeys(headlines.render_verdict_rule_id(verdict, formatter) for verdict in news.verdicts)
    facts = []
    if isinstance(event, DefeatsReported):
        facts = [story.render_defeat_report(each, formatter) for each in event.reports]
    if small := [*facts, *rules]:
        lines.append(f"-# {headlines.NEWS_SEPARATOR.join(small)}")
    question = command_result.live.pod_facts.pending_player_choice
    if question is not None:
        lines.append(f"⏳ {formatter.render_choice_question(question)}")
    if pod.result is not None:
        lines.append(story.render_winners(pod.result, formatter, pod.standings))
    return "\n".join(lines)


def add_unconfirmed_reports_field(
    embed: discord.Embed,
    pod_facts: PodPropertyCache,
    formatter: PodMessageFormatter,
    result_final_time: datetime | None = None,
) -> None:
    """Add a board field with the reports that await a confirmation, and the players who may confirm them.

    After `result_final_time` a withdrawn result cannot come back; None for a game with a result.
    """
    pod = pod_facts.pod
    pressable = pod_facts.confirmable_reports
    lines = [
        f"**{story.render_report_to_confirm(each.event, formatter)}** · "
        f"{render_possible_confirmers(pod, each, formatter)}"
        for each in pressable
    ]
    if pod.result is not None:
        lines += _render_reports_decided_by_moderators(pod_facts.reports_open_to_dispute, formatter)
    lines += _render_withdrawn_results(pod_facts.reports_open_to_dispute, formatter)
    notes = [
        f"-# {note}" for note in _render_automatic_confirmation_times(pod, pressable, formatter, result_final_time)
    ]
    if not lines and not notes:
        return
    room = MAX_FIELD_VALUE_LENGTH - sum(len(note) + 1 for note in notes) - 10
    value = "\n".join([*([truncate_text_to_length("\n".join(lines), room)] if lines else []), *notes])
    waits = any(not each.needed_confirmation.needs_confirmation_for_points for each in pressable)
    title = "claim-title" if waits else "claim-pending"
    embed.add_field(name=formatter.text(title), value=value, inline=False)


def _render_reports_decided_by_moderators(
    reports: Sequence[UnconfirmedGameReport], formatter: PodMessageFormatter
) -> Iterator[str]:
    for each in reports:
        by = each.needed_confirmation.decided
        event = each.event
        if by is not None and not isinstance(event, GameOverriddenByModerator | GameReportsCorrected):
            what = story.render_report_to_confirm(event, formatter)
            yield formatter.text("claim-stands", what=what, by=formatter.name(by))


def _render_withdrawn_results(
    reports: Sequence[UnconfirmedGameReport], formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield a line for each player who withdrew the result or closed the game without one."""
    for each in reports:
        if each.removes_game_result and each.needed_confirmation.decided is None:
            closed = "claim-closed-idle" if isinstance(each.event, PodClosed) and each.event.idle else "claim-closed"
            key = closed if isinstance(each.event, PodClosed) else "claim-undone"
            yield formatter.text(key, player=formatter.name(each.needed_confirmation.by))


def _render_automatic_confirmation_times(
    pod: Pod,
    unconfirmed_reports: Sequence[UnconfirmedGameReport],
    formatter: PodMessageFormatter,
    result_final_time: datetime | None,
) -> Iterator[str]:
    """Yield lines with the times at which undisputed reports count without a confirmation."""
    claimed_deeds = [each for each in unconfirmed_reports if each.needed_confirmation.needs_confirmation_for_points]
    unconfirmed_reports = [each for each in unconfirmed_reports if each not in claimed_deeds]
    silent = [
        each.needed_confirmation.due
        for each in unconfirmed_reports
        if not each.needed_confirmation.needs_explicit_confirmation
    ]
    if silent:
        key = "claim-finished" if pod.result is not None else "claim-later"
        yield formatter.text(key, due=discord.utils.format_dt(datetime_from_milliseconds(min(silent)), "R"))
    if any(isinstance(each.event, PastGameRecorded) for each in unconfirmed_reports):
        yield formatter.text("claim-entered-press")
    elif len(silent) < len(unconfirmed_reports):
        yield formatter.text("claim-press")
    if claimed_deeds:
        yield formatter.text("claim-deed-press")
    if not unconfirmed_reports and result_final_time is not None:
        yield formatter.text("claim-final", due=discord.utils.format_dt(result_final_time, "R"))


def render_possible_confirmers(pod: Pod, report: UnconfirmedGameReport, formatter: PodMessageFormatter) -> str:
    """Return a text with the players who may or must confirm a report."""
    claim = report.needed_confirmation
    if not claim.of and claim.needs_explicit_confirmation:
        return formatter.text("claim-by-moderator")
    if claim.each:
        return formatter.text("claim-by-each", players=formatter.join_player_names(claim.of))
    if len(claim.of) == len(pod.players) - 1:
        return formatter.text("claim-by-others", player=formatter.name(claim.by))
    return formatter.text("claim-by-one", players=formatter.join_player_names(claim.of))


def add_disputed_report_fields(
    embed: discord.Embed, pod: Pod, disputed_report: UnconfirmedGameReport, formatter: PodMessageFormatter
) -> None:
    """Add board fields about a disputed report, such as its facts and the players who dispute it."""
    text = formatter.text
    claim = disputed_report.needed_confirmation
    event = disputed_report.event
    facts = [story.render_report_to_confirm(event, formatter)]
    if isinstance(event, DefeatsReported):
        facts = [story.render_defeat_report(report, formatter) for report in event.reports]
    elif isinstance(event, GameOverriddenByModerator | GameReportsCorrected | PastGameRecorded):
        facts = story.render_pod_event(event, formatter).splitlines()
    verdicts = find_verdicts_of_report(pod, disputed_report)
    lines = [f"> {fact}" for fact in facts]
    lines += [story.render_defeat_verdict(verdict, formatter) for verdict in verdicts]
    by = formatter.name(claim.by)
    against = formatter.name(claim.disputed or "")
    note = text("dispute-stands-still")
    if claim.decided is not None:
        note += f" {text('dispute-another', by=formatter.name(claim.decided))}"
    title = text("dispute-parties", by=by, against=against)
    room = MAX_FIELD_VALUE_LENGTH - len(note) - 1
    value = f"{truncate_text_to_length(chr(10).join(lines), room)}\n{note}"
    embed.add_field(name=title, value=value, inline=False)
    for rule in dict.fromkeys(verdict.rule for verdict in verdicts):
        embed.add_field(name=f"📖 {rule}", value=render_rule_text_without_remarks(rule, text), inline=False)
