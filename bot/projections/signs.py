"""Signs of unusual games that moderators may want to look at.

They follow from the log alone. None of them proves cheating: a combo on the first turn also ends a
game within a minute.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from bot.projections.history import History, find_decisive_step
from bot.rules.guests import find_actors
from bot.rules.pod import Pod
from bot.rules.winning import Won

Sign = Literal["few", "quick", "won"]
"""
few    the same few people play again and again; this is their newest game
quick  the game was over as soon as it had begun
won    somebody reported that an effect or a combo won
"""

QUICK_GAME = timedelta(minutes=1)
"""A game is quick if less time passes from its start to the step that ended it."""

FEW_PLAYERS = 4
"""The most players of a game that count as few."""

MANY_GAMES = 10
"""Games of the same few players within `LOOK_BACK` that count as many."""

LOOK_BACK = timedelta(days=28)
"""Age of the oldest games that moderators are shown."""


class PlayedGame(NamedTuple):
    """A game with a result; `dismissed` by a moderator or not.

    `people` has the keys of all who played in alphabetical order, separated by spaces. A guest
    counts as the member who brought them.
    """

    channel: int
    pod: int
    ended: datetime
    people: str
    signs: tuple[Sign, ...]
    dismissed: bool


class FlaggedGame(NamedTuple):
    """A game that moderators should look at; its players have played `times` games together."""

    channel: int
    pod: int
    ended: datetime
    signs: tuple[Sign, ...]
    times: int


def find_roster(history: History) -> str | None:
    """Return the keys of a game's players in alphabetical order; None if it was not played."""
    game = history.game
    if game.result is None or not history.is_played:
        return None
    return " ".join(sorted(game.players))


def find_people(history: History) -> str | None:
    """Return the people of a game, as in `PlayedGame`; None if it was not played."""
    game = history.game
    if game.result is None or not history.is_played:
        return None
    people = find_actors(game, game.players) if isinstance(game, Pod) else game.players
    return " ".join(sorted(people))


def find_signs(history: History) -> tuple[Sign, ...]:
    """Return the signs of a single game; none without a result."""
    if history.game.result is None or not history.is_played:
        return ()
    decisive = find_decisive_step(history.game, history.steps)
    if decisive is None:
        return ()
    began = history.dates.began
    found: list[Sign] = []
    if began is not None and decisive.at - began < QUICK_GAME and not _is_restored(history):
        found.append("quick")
    if isinstance(decisive.event, Won):
        found.append("won")
    return tuple(found)


def _is_restored(history: History) -> bool:
    """Return whether a moderator has set the game's end: then it was reported from memory."""
    return isinstance(history.game, Pod) and history.game.ended is not None


def flag_games(games: Sequence[PlayedGame]) -> list[FlaggedGame]:
    """Return the games that moderators should look at, newest first.

    `games` are a server's games of the last `LOOK_BACK`, newest first. A dismissed game stays
    dismissed; the next game of the same few is a new one.
    """
    times = _count_games(games)
    newest = set[str]()
    found = list[FlaggedGame]()
    for game in games:
        first = game.people not in newest
        newest.add(game.people)
        many = first and game.people.count(" ") < FEW_PLAYERS and times[game.people] >= MANY_GAMES
        few: tuple[Sign, ...] = ("few",) if many else ()
        signs = (*few, *game.signs)
        if signs and not game.dismissed:
            found.append(FlaggedGame(*game[:3], signs, times[game.people]))
    return found


def _count_games(games: Iterable[PlayedGame]) -> dict[str, int]:
    found = dict[str, int]()
    for game in games:
        found[game.people] = found.get(game.people, 0) + 1
    return found
