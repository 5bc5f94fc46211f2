"""The consequence that a hypothetical defeat would have in the pod as it stands."""

from typing import NamedTuple

from bot.front.judge.notation import SOURCE
from bot.front.rendering import story
from bot.judge.outcomes import Defeat
from bot.rules.decide import decide
from bot.rules.facts import Report, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat as ReportDefeat
from bot.rules.reporting import Defeated
from bot.rules.settlement import list_rules
from bot.words import Words


class Consequence(NamedTuple):
    """The consequence of a report in words, and the ids of the rules that it cites."""

    told: str
    rules: tuple[str, ...]


def make_report(defeat: Defeat) -> Report:
    """Return the report of a defeat that the judge found."""
    sources = (
        Source(each.controller, None if each.object == SOURCE else each.object, amount=each.amount)
        for each in defeat.sources
    )
    return Report(defeat.loser, defeat.cause, tuple(sources))


def judge_report(pod: Pod, report: Report, words: Words) -> Consequence:
    """Return the consequence of a report. Raises `Refusal` if the rules refuse the report."""
    event = decide(pod, ReportDefeat((report,)))
    assert isinstance(event, Defeated)
    setup = pod.game.setup
    standings = pod.game.standings
    cited = [
        rule for verdict in event.outcome.verdicts for rule in list_rules(setup, standings, verdict)
    ]
    return Consequence(story.render_outcome(event.outcome, words), tuple(dict.fromkeys(cited)))


def judge_defeat(pod: Pod, defeat: Defeat, words: Words) -> Consequence:
    """Return the consequence of a defeat, or why the pod has no verdict."""
    if not {defeat.loser, *(each.controller for each in defeat.sources)} <= {*pod.players}:
        return Consequence(words.text("judge-verdict-unknown"), ())
    try:
        return judge_report(pod, make_report(defeat), words)
    except Refusal as refusal:
        return Consequence(words.render_refusal(refusal), ())
