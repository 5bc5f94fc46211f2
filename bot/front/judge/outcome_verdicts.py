"""The consequence that a hypothetical defeat would have in the present state of a pod."""

from typing import NamedTuple

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import story, table_view
from bot.front.judge.notation import SOURCE
from bot.judge.outcomes import PlayerDefeatByDamage
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.players import find_players_in_event_fields
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, find_card_whose_owner_matters
from bot.rules.reporting import ReportDefeats as ReportDefeat
from bot.rules.settlement import list_verdict_rules


class DefeatConsequenceText(NamedTuple):
    """A text about the consequences of a reported defeat, with the ids of cited rules."""

    told: str
    rules: tuple[str, ...]


def convert_judged_defeat_to_report(judged_defeat: PlayerDefeatByDamage) -> DefeatReport:
    """Convert a defeat found by the judge to a player's report."""
    sources = (
        DefeatSource(each.controller, None if each.object == SOURCE else each.object, amount=each.amount)
        for each in judged_defeat.sources
    )
    return DefeatReport(judged_defeat.loser, judged_defeat.cause, tuple(sources))


def render_reported_defeat_consequence(
    pod: Pod, defeat_report: DefeatReport, formatter: PodMessageFormatter
) -> DefeatConsequenceText:
    """Render the consequences that a reported defeat would have in a pod.

    If that depends on who owns a card, and the report does not say it, the text says what it assumes. Raises
    `Refusal` if the rules refuse the report.
    """
    event = create_pod_event(pod, ReportDefeat((defeat_report,)))
    assert isinstance(event, DefeatsReported)
    setup = pod.current_game.setup
    standings = pod.current_game.standings
    cited = [rule for verdict in event.outcome.verdicts for rule in list_verdict_rules(setup, standings, verdict)]
    told = [
        story.render_defeat_consequences(event.outcome, formatter),
        *table_view.render_phased_out_players(pod.current_game, find_players_in_event_fields(defeat_report), formatter),
    ]
    if (unknown := find_card_whose_owner_matters(pod, (defeat_report,))) is not None:
        source = defeat_report.sources[unknown.source_index]
        name = formatter.format_card_name(source.object) if source.object else formatter.text("unnamed-source")
        assumed = formatter.text("judge-assumed-owner", owner=formatter.name(source.controller), source=name)
        told.append(f"-# {assumed}")
    return DefeatConsequenceText("\n".join(told), tuple(dict.fromkeys(cited)))


def render_judged_defeat_consequence(
    pod: Pod, judged_defeat: PlayerDefeatByDamage, formatter: PodMessageFormatter
) -> DefeatConsequenceText:
    """Render what would follow in a pod from a defeat found by the judge.

    If the pod cannot tell, the text says why.
    """
    if not {judged_defeat.loser, *(each.controller for each in judged_defeat.sources)} <= {*pod.players}:
        return DefeatConsequenceText(formatter.text("judge-verdict-unknown"), ())
    try:
        return render_reported_defeat_consequence(pod, convert_judged_defeat_to_report(judged_defeat), formatter)
    except Refusal as refusal:
        return DefeatConsequenceText(formatter.render_refusal(refusal), ())
