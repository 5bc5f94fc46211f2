"""The news of a pod in plain words: a headline for the board, and small print below it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.front.rendering import story
from bot.rules.choosing import Chose
from bot.rules.closing import Closed
from bot.rules.concession import Conceded
from bot.rules.entering import Entered
from bot.rules.facts import Player
from bot.rules.news import Move, News
from bot.rules.overrule import Overruled
from bot.rules.pod import Claimable
from bot.rules.records import Becomes, Verdict
from bot.rules.reporting import Defeated
from bot.rules.story import Corrected
from bot.rules.undoing import Undone
from bot.words import Words

NEWS_SEPARATOR = " · "
"""Stands between the sentences of a headline, and between the parts of the small print."""


def render_headline(news: News, words: Words) -> str:
    """Render the news in a line: who lost to whom, and whose master or status changed by it."""
    told = list(_tell_news(news, words))
    return NEWS_SEPARATOR.join(each.rstrip(".") for each in told if each)


def _tell_news(news: News, words: Words) -> Iterator[str]:
    yield from _tell_event(news, words)
    out = list[Player]()
    for fate, group in _group_verdicts(news.verdicts).items():
        if fate.becomes == "out" and fate.winner is None:
            out += [verdict.loser for verdict in group]
        else:
            yield _tell_verdicts(fate, group, news.find_followers(group), words)
    for heir in news.heirs:
        yield _tell_heir(heir, news.moves, words)
    told = {verdict.responsible for verdict in news.verdicts} | set(news.heirs)
    for move in news.moves:
        if move.status == "out":
            out += move.players
        elif move.status != "servant" or move.lord not in told:
            yield _tell_move(move, words)
    if out:
        yield words.text("news-out", players=_join_names(dict.fromkeys(out), words), count=len(out))


def _tell_event(news: News, words: Words) -> Iterator[str]:
    """Yield the words for an event beside its verdicts."""
    event = news.event
    match event:
        case Defeated():
            return
        case Conceded(kicked_by=(_, *_)):
            yield words.text("news-kicked", player=words.name(event.player))
        case Conceded():
            yield words.text("news-conceded", player=words.name(event.player))
        case Chose():
            if not news.verdicts:
                yield words.text("news-conceded", player=words.name(event.answer.by))
        case Undone() if isinstance(news.taken_back, Claimable):
            what = story.render_claimed(news.taken_back, words)
            yield words.text("news-undone", what=what)
        case Undone():
            yield words.text("news-undone-step")
        case Overruled():
            yield f"⚖️ {story.render_override(event, words)}"
        case Corrected():
            yield f"⚖️ {words.text('event-corrected', count=len(event.steps))}"
        case Closed():
            yield words.text("board-closed")
        case Entered():
            yield words.text("claim-entered")
        case _:
            yield story.render_event(event, words).splitlines()[0]


class _Fate(NamedTuple):
    """A loser's fate: who is responsible, if somebody else than the loser, and what follows."""

    winner: Player | None
    becomes: Becomes
    is_beat: bool


def _group_verdicts(verdicts: Sequence[Verdict]) -> Mapping[_Fate, list[Verdict]]:
    """Return verdicts grouped by fate, ordered by the first of each."""
    groups: dict[_Fate, list[Verdict]] = {}
    for verdict in verdicts:
        winner = None if verdict.responsible == verdict.loser else verdict.responsible
        fate = _Fate(winner, verdict.becomes, verdict.is_beat)
        groups.setdefault(fate, []).append(verdict)
    return groups


def _tell_verdicts(
    fate: _Fate, verdicts: Sequence[Verdict], followers: Sequence[Player], words: Words
) -> str:
    """Tell verdicts of one fate; `followers` came along with the losers."""
    losers = list(dict.fromkeys(verdict.loser for verdict in verdicts))
    winner = fate.winner
    said = {"losers": _join_names(losers, words), "winner": words.name(winner) if winner else ""}
    count = len(losers)
    if fate.becomes == "servant" and winner is not None:
        if not fate.is_beat:  # they chose their master
            master = said["winner"]
            return words.text("news-serves", players=said["losers"], master=master, count=count)
        line = words.text("news-falls", **said, count=count)
        if followers:
            line = words.text("news-with", news=line, players=_join_names(followers, words))
        return line
    if winner is not None and fate.becomes != "masterless":
        return words.text("news-beat", **said)
    return words.text(f"news-{fate.becomes}", players=said["losers"], count=count)


def _tell_heir(heir: Player, moves: Iterable[Move], words: Words) -> str:
    """Tell who leads a team now, and the players in it."""
    team = [player for move in moves if move.lord == heir for player in move.players]
    player = words.name(heir)
    if not team:
        return words.text("news-heir", player=player)
    return words.text("news-leads", player=player, team=_join_names(team, words))


def _tell_move(move: Move, words: Words) -> str:
    players = _join_names(move.players, words)
    count = len(move.players)
    match move.status:
        case "servant" if move.lord is not None:
            return words.text(
                "news-serves", players=players, master=words.name(move.lord), count=count
            )
        case "master":
            return words.text("news-free", players=players, count=count)
        case _:
            return words.text("news-masterless", players=players, count=count)


def _join_names(players: Iterable[Player], words: Words) -> str:
    return words.text.join([words.name(player) for player in players])


def render_small_print(news: News, words: Words) -> list[str]:
    """Render what stands below a headline: the cards, causes and rules, or a moderator's reason."""
    event = news.event
    if isinstance(event, Overruled | Corrected):
        return [story.render_reason(event, words)]
    if isinstance(event, Undone) and event.reason is not None:
        return [story.render_reason(event, words)]
    cards = (words.show_card(verdict.source) for verdict in news.verdicts if verdict.source)
    reports = event.reports if isinstance(event, Defeated) and news.verdicts else ()
    causes = (words.text(f"cause-{each.cause}") for each in reports if each.cause != "life")
    rules = (render_rule(verdict, words) for verdict in news.verdicts)
    return list(dict.fromkeys([*cards, *causes, *_tell_choices(news, words), *rules]))


def _tell_choices(news: News, words: Words) -> Iterator[str]:
    """Yield the choices that somebody else, or the draw, made in a player's place."""
    answer = [news.event.answer] if isinstance(news.event, Chose) else []
    for choice in [*(verdict.choice for verdict in news.verdicts), *answer]:
        if choice is not None and not choice.is_own:
            yield story.render_choice(choice, words).rstrip(".")


def render_rule(verdict: Verdict, words: Words) -> str:
    """Render the rule of a verdict, marked if a moderator overrode it."""
    return words.text("board-overridden", rule=verdict.rule) if verdict.ruled else verdict.rule
