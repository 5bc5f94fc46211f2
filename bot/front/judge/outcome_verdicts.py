"""The consequence that a hypothetical defeat would have in the present state of a pod."""

from typing import NamedTuple

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import story
from bot.front.judge.notation import SOURCE
from bot.judge.outcomes import PlayerDefeat
from bot.rules.decide import decide_pod_command
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.reporting import ReportDefeats as ReportDefeat
from bot.rules.settlement import list_verdict_rules


class DefeatConsequence(NamedTuple):
    """The consequence of a defeat's report in words, and the ids of the cited rules."""

    told: str
    rules: tuple[str, ...]


def build_defeat_report(judged_defeat: PlayerDefeat) -> DefeatReport:
    """Return the report of a defeat that the judge found."""
    sources = (
        DefeatSource(
            each.controller, None if each.object == SOURCE else each.object, amount=each.amount
        )
        for each in judged_defeat.sources
    )
    return DefeatReport(judged_defeat.loser, judged_defeat.cause, tuple(sources))


def judge_defeat_report(
    pod: Pod, report: DefeatReport, formatter: MessageFormatter
) -> DefeatConsequence:
    """Return the consequence of a report. Raises `Refusal` if the rules refuse the report."""
    event = decide_pod_command(pod, ReportDefeat((report,)))
    assert isinstance(event, DefeatsReported)
    setup = pod.current_game.setup
    standings = pod.current_game.standings
    cited = [
        rule
        for verdict in event.outcome.verdicts
        for rule in list_verdict_rules(setup, standings, verdict)
    ]
    return DefeatConsequence(
        story.render_report_outcome(event.outcome, formatter), tuple(dict.fromkeys(cited))
    )


def judge_defeat(
    pod: Pod, judged_defeat: PlayerDefeat, formatter: MessageFormatter
) -> DefeatConsequence:
    """Return the consequence of a defeat, or why the pod has no verdict about it."""
    if not {judged_defeat.loser, *(each.controller for each in judged_defeat.sources)} <= {
        *pod.players
    }:
        return DefeatConsequence(formatter.text("judge-verdict-unknown"), ())
    try:
        return judge_defeat_report(pod, build_defeat_report(judged_defeat), formatter)
    except Refusal as refusal:
        return DefeatConsequence(formatter.render_refusal(refusal), ())
