"""The newest event of a pod in plain words: a headline for its board, and small print below it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import story
from bot.rules.choosing import PendingPlayerChoiceAnswered
from bot.rules.closing import PodClosed
from bot.rules.concession import PlayerConceded
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Player
from bot.rules.news import LatestEventDetails, UnreportedStatusChange
from bot.rules.overrides import GameOverriddenByModerator
from bot.rules.pod import ConfirmableEvent
from bot.rules.records import DefeatVerdict, LoserFate
from bot.rules.reporting import DefeatsReported
from bot.rules.story import GameReportsCorrected
from bot.rules.undoing import PodEventUndone

NEWS_SEPARATOR = " · "
"""Stands between the sentences of a headline, and between the parts of the small print."""


def render_board_headline(latest_event_details: LatestEventDetails, formatter: PodMessageFormatter) -> str:
    """Render a headline about a pod's last event, such as who lost to whom."""
    told = list(_render_headline_sentences(latest_event_details, formatter))
    return NEWS_SEPARATOR.join(each.rstrip(".") for each in told if each)


def _render_headline_sentences(
    latest_event_details: LatestEventDetails, formatter: PodMessageFormatter
) -> Iterator[str]:
    yield from _render_last_event_sentence(latest_event_details, formatter)
    out = list[Player]()
    for fate, group in _group_losers_with_same_fate(latest_event_details.verdicts).items():
        if fate.becomes == "out" and fate.winner is None:
            out += [verdict.loser for verdict in group]
        else:
            yield _render_loser_group_sentence(
                fate, group, latest_event_details.list_transferred_servants(group), formatter
            )
    for heir in latest_event_details.heirs:
        yield _render_new_leader_sentence(heir, latest_event_details.moves, formatter)
    told = {verdict.responsible for verdict in latest_event_details.verdicts} | set(latest_event_details.heirs)
    for move in latest_event_details.moves:
        if move.status == "out":
            out += move.players
        elif move.status != "servant" or move.lord not in told:
            yield _render_status_change_sentence(move, formatter)
    if out:
        yield formatter.text("news-out", players=_join_names_with_and(dict.fromkeys(out), formatter), count=len(out))


def _render_last_event_sentence(
    latest_event_details: LatestEventDetails, formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield a sentence about a pod's last event, unless the sentences about the losers already say it."""
    event = latest_event_details.event
    match event:
        case DefeatsReported():
            return
        case PlayerConceded(kicked_by=(_, *_)):
            yield formatter.text("news-kicked", player=formatter.name(event.player))
        case PlayerConceded():
            yield formatter.text("news-conceded", player=formatter.name(event.player))
        case PendingPlayerChoiceAnswered():
            if not latest_event_details.verdicts:
                yield formatter.text("news-conceded", player=formatter.name(event.answer.by))
        case PodEventUndone() if isinstance(latest_event_details.taken_back, ConfirmableEvent):
            what = story.render_report_to_confirm(latest_event_details.taken_back, formatter)
            yield formatter.text("news-undone", what=what)
        case PodEventUndone():
            yield formatter.text("news-undone-step")
        case GameOverriddenByModerator():
            yield f"⚖️ {story.render_moderator_override(event, formatter)}"
        case GameReportsCorrected():
            yield f"⚖️ {formatter.text('event-corrected', count=len(event.steps))}"
        case PodClosed():
            yield formatter.text("board-closed")
        case PastGameRecorded():
            yield formatter.text("claim-entered")
        case _:
            yield story.render_pod_event(event, formatter).splitlines()[0]


class _LoserGroup(NamedTuple):
    """A group of losers with the same winner and the same new status."""

    winner: Player | None
    becomes: LoserFate
    is_beat: bool


def _group_losers_with_same_fate(
    verdicts: Sequence[DefeatVerdict],
) -> Mapping[_LoserGroup, list[DefeatVerdict]]:
    groups: dict[_LoserGroup, list[DefeatVerdict]] = {}
    for verdict in verdicts:
        winner = None if verdict.responsible == verdict.loser else verdict.responsible
        fate = _LoserGroup(winner, verdict.becomes, verdict.counts_for_responsible_player)
        groups.setdefault(fate, []).append(verdict)
    return groups


def _render_loser_group_sentence(
    loser_group: _LoserGroup,
    verdicts: Sequence[DefeatVerdict],
    servants: Sequence[Player],
    formatter: PodMessageFormatter,
) -> str:
    """Render a sentence about losers beaten by one winner, and the servants who changed masters with them.

    The `servants` are thralls who changed masters together with the losers.
    """
    losers = list(dict.fromkeys(verdict.loser for verdict in verdicts))
    winner = loser_group.winner
    said = {"losers": _join_names_with_and(losers, formatter), "winner": formatter.name(winner) if winner else ""}
    count = len(losers)
    if loser_group.becomes == "servant" and winner is not None:
        if not loser_group.is_beat:  # they chose their master
            master = said["winner"]
            return formatter.text("news-serves", players=said["losers"], master=master, count=count)
        line = formatter.text("news-falls", **said, count=count)
        if servants:
            line = formatter.text("news-with", news=line, players=_join_names_with_and(servants, formatter))
        return line
    if winner is not None and loser_group.becomes != "masterless":
        return formatter.text("news-beat", **said)
    return formatter.text(f"news-{loser_group.becomes}", players=said["losers"], count=count)


def _render_new_leader_sentence(
    new_leader: Player, status_changes: Iterable[UnreportedStatusChange], formatter: PodMessageFormatter
) -> str:
    """Render a sentence about a player who now leads a team, and about the members of the team."""
    team = [player for move in status_changes if move.lord == new_leader for player in move.players]
    player = formatter.name(new_leader)
    if not team:
        return formatter.text("news-heir", player=player)
    return formatter.text("news-leads", player=player, team=_join_names_with_and(team, formatter))


def _render_status_change_sentence(status_change: UnreportedStatusChange, formatter: PodMessageFormatter) -> str:
    players = _join_names_with_and(status_change.players, formatter)
    count = len(status_change.players)
    match status_change.status:
        case "servant" if status_change.lord is not None:
            return formatter.text(
                "news-serves", players=players, master=formatter.name(status_change.lord), count=count
            )
        case "master":
            return formatter.text("news-free", players=players, count=count)
        case _:
            return formatter.text("news-masterless", players=players, count=count)


def _join_names_with_and(players: Iterable[Player], formatter: PodMessageFormatter) -> str:
    return formatter.text.join_names_with_and([formatter.name(player) for player in players])


def render_headline_details(latest_event_details: LatestEventDetails, formatter: PodMessageFormatter) -> list[str]:
    """Render the details below a headline: cards, causes, rules, or a moderator's reason."""
    event = latest_event_details.event
    if isinstance(event, GameOverriddenByModerator | GameReportsCorrected):
        return [story.render_moderator_reason(event, formatter)]
    if isinstance(event, PodEventUndone) and event.reason is not None:
        return [story.render_moderator_reason(event, formatter)]
    cards = (formatter.format_card_name(verdict.source) for verdict in latest_event_details.verdicts if verdict.source)
    reports = event.reports if isinstance(event, DefeatsReported) and latest_event_details.verdicts else ()
    causes = (formatter.text(f"cause-{each.cause}") for each in reports if each.cause != "life")
    rules = (render_verdict_rule_id(verdict, formatter) for verdict in latest_event_details.verdicts)
    return list(
        dict.fromkeys([*cards, *causes, *_render_choices_made_for_players(latest_event_details, formatter), *rules])
    )


def _render_choices_made_for_players(
    latest_event_details: LatestEventDetails, formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield a line for each choice that another person, or chance, made for a player."""
    answer = (
        [latest_event_details.event.answer]
        if isinstance(latest_event_details.event, PendingPlayerChoiceAnswered)
        else []
    )
    for choice in [*(verdict.choice for verdict in latest_event_details.verdicts), *answer]:
        if choice is not None and not choice.was_answered_in_person:
            yield story.render_answered_player_choice(choice, formatter).rstrip(".")


def render_verdict_rule_id(defeat_verdict: DefeatVerdict, formatter: PodMessageFormatter) -> str:
    """Render the rule that decided a loser's fate, marked if a moderator decided instead."""
    return formatter.text("board-overridden", rule=defeat_verdict.rule) if defeat_verdict.ruled else defeat_verdict.rule
