"""The newest event of a pod in plain words: a headline for its board, and small print below it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import story
from bot.rules.choosing import ChoiceMade
from bot.rules.closing import PodClosed
from bot.rules.concession import PlayerConceded
from bot.rules.entering import PastGameEntered
from bot.rules.facts import Player
from bot.rules.news import GameNews, StatusChange
from bot.rules.overrides import GameOverridden
from bot.rules.pod import ConfirmableEvent
from bot.rules.records import DefeatVerdict, LoserFate
from bot.rules.reporting import DefeatsReported
from bot.rules.story import ReportsCorrected
from bot.rules.undoing import PodStepUndone

NEWS_SEPARATOR = " · "
"""Stands between the sentences of a headline, and between the parts of the small print."""


def render_news_headline(news: GameNews, formatter: MessageFormatter) -> str:
    """Return the news of a pod in a line: who lost to whom, and whose master or status changed."""
    told = list(_render_news_sentences(news, formatter))
    return NEWS_SEPARATOR.join(each.rstrip(".") for each in told if each)


def _render_news_sentences(news: GameNews, formatter: MessageFormatter) -> Iterator[str]:
    yield from _render_event_sentence(news, formatter)
    out = list[Player]()
    for fate, group in _group_verdicts(news.verdicts).items():
        if fate.becomes == "out" and fate.winner is None:
            out += [verdict.loser for verdict in group]
        else:
            yield _render_verdict_group(fate, group, news.find_followers(group), formatter)
    for heir in news.heirs:
        yield _render_new_leader(heir, news.moves, formatter)
    told = {verdict.responsible for verdict in news.verdicts} | set(news.heirs)
    for move in news.moves:
        if move.status == "out":
            out += move.players
        elif move.status != "servant" or move.lord not in told:
            yield _render_status_change(move, formatter)
    if out:
        yield formatter.text(
            "news-out", players=_join_names_with_and(dict.fromkeys(out), formatter), count=len(out)
        )


def _render_event_sentence(news: GameNews, formatter: MessageFormatter) -> Iterator[str]:
    """Yield a sentence for an event beside its verdicts."""
    event = news.event
    match event:
        case DefeatsReported():
            return
        case PlayerConceded(kicked_by=(_, *_)):
            yield formatter.text("news-kicked", player=formatter.name(event.player))
        case PlayerConceded():
            yield formatter.text("news-conceded", player=formatter.name(event.player))
        case ChoiceMade():
            if not news.verdicts:
                yield formatter.text("news-conceded", player=formatter.name(event.answer.by))
        case PodStepUndone() if isinstance(news.taken_back, ConfirmableEvent):
            what = story.render_unconfirmed_report(news.taken_back, formatter)
            yield formatter.text("news-undone", what=what)
        case PodStepUndone():
            yield formatter.text("news-undone-step")
        case GameOverridden():
            yield f"⚖️ {story.render_moderator_override(event, formatter)}"
        case ReportsCorrected():
            yield f"⚖️ {formatter.text('event-corrected', count=len(event.steps))}"
        case PodClosed():
            yield formatter.text("board-closed")
        case PastGameEntered():
            yield formatter.text("claim-entered")
        case _:
            yield story.render_event(event, formatter).splitlines()[0]


class _Fate(NamedTuple):
    """A loser's fate: who is responsible, if somebody else than the loser, and what follows."""

    winner: Player | None
    becomes: LoserFate
    is_beat: bool


def _group_verdicts(verdicts: Sequence[DefeatVerdict]) -> Mapping[_Fate, list[DefeatVerdict]]:
    """Return verdicts grouped by responsible player and fate, ordered by the first of each
    group.
    """
    groups: dict[_Fate, list[DefeatVerdict]] = {}
    for verdict in verdicts:
        winner = None if verdict.responsible == verdict.loser else verdict.responsible
        fate = _Fate(winner, verdict.becomes, verdict.is_beat)
        groups.setdefault(fate, []).append(verdict)
    return groups


def _render_verdict_group(
    fate: _Fate,
    verdicts: Sequence[DefeatVerdict],
    followers: Sequence[Player],
    formatter: MessageFormatter,
) -> str:
    """Return a sentence for verdicts of one group; the `followers` changed masters with the
    losers.
    """
    losers = list(dict.fromkeys(verdict.loser for verdict in verdicts))
    winner = fate.winner
    said = {
        "losers": _join_names_with_and(losers, formatter),
        "winner": formatter.name(winner) if winner else "",
    }
    count = len(losers)
    if fate.becomes == "servant" and winner is not None:
        if not fate.is_beat:  # they chose their master
            master = said["winner"]
            return formatter.text("news-serves", players=said["losers"], master=master, count=count)
        line = formatter.text("news-falls", **said, count=count)
        if followers:
            line = formatter.text(
                "news-with", news=line, players=_join_names_with_and(followers, formatter)
            )
        return line
    if winner is not None and fate.becomes != "masterless":
        return formatter.text("news-beat", **said)
    return formatter.text(f"news-{fate.becomes}", players=said["losers"], count=count)


def _render_new_leader(
    heir: Player, moves: Iterable[StatusChange], formatter: MessageFormatter
) -> str:
    """Return a sentence on who leads a team now, and the players of the team."""
    team = [player for move in moves if move.lord == heir for player in move.players]
    player = formatter.name(heir)
    if not team:
        return formatter.text("news-heir", player=player)
    return formatter.text("news-leads", player=player, team=_join_names_with_and(team, formatter))


def _render_status_change(status_change: StatusChange, formatter: MessageFormatter) -> str:
    players = _join_names_with_and(status_change.players, formatter)
    count = len(status_change.players)
    match status_change.status:
        case "servant" if status_change.lord is not None:
            return formatter.text(
                "news-serves",
                players=players,
                master=formatter.name(status_change.lord),
                count=count,
            )
        case "master":
            return formatter.text("news-free", players=players, count=count)
        case _:
            return formatter.text("news-masterless", players=players, count=count)


def _join_names_with_and(players: Iterable[Player], formatter: MessageFormatter) -> str:
    return formatter.text.join_with_and([formatter.name(player) for player in players])


def render_headline_details(news: GameNews, formatter: MessageFormatter) -> list[str]:
    """Return the details below a headline: cards, causes and rules, or a moderator's reason."""
    event = news.event
    if isinstance(event, GameOverridden | ReportsCorrected):
        return [story.render_moderator_reason(event, formatter)]
    if isinstance(event, PodStepUndone) and event.reason is not None:
        return [story.render_moderator_reason(event, formatter)]
    cards = (
        formatter.format_card_name(verdict.source) for verdict in news.verdicts if verdict.source
    )
    reports = event.reports if isinstance(event, DefeatsReported) and news.verdicts else ()
    causes = (formatter.text(f"cause-{each.cause}") for each in reports if each.cause != "life")
    rules = (render_rule_id(verdict, formatter) for verdict in news.verdicts)
    return list(
        dict.fromkeys([*cards, *causes, *_render_choices_of_others(news, formatter), *rules])
    )


def _render_choices_of_others(news: GameNews, formatter: MessageFormatter) -> Iterator[str]:
    """Yield the choices that somebody else, or the draw, made in a player's place."""
    answer = [news.event.answer] if isinstance(news.event, ChoiceMade) else []
    for choice in [*(verdict.choice for verdict in news.verdicts), *answer]:
        if choice is not None and not choice.is_by_asked_player:
            yield story.render_choice_answer(choice, formatter).rstrip(".")


def render_rule_id(verdict: DefeatVerdict, formatter: MessageFormatter) -> str:
    """Return the rule id of a verdict, marked if a moderator overrode the rule."""
    return formatter.text("board-overridden", rule=verdict.rule) if verdict.ruled else verdict.rule
