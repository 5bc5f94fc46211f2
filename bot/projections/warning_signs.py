"""Signs that a game was arranged or unusual, for moderators who may want to look at it.

They follow from the log alone. None of them proves cheating: a combo on the first turn also ends a game within a
minute.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from bot.joust.duel import Duel
from bot.projections.history import GameHistory, find_event_that_ended_game
from bot.rules.guests import list_members_acting_for_players
from bot.rules.pod import Pod
from bot.rules.winning import WinReported

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
    """A finished game, the signs that it is suspicious, and whether a moderator found it harmless.

    `people` has the keys of all who played in alphabetical order, separated by spaces. A guest counts as the member who
    brought them.
    """

    channel: int
    pod: int
    ended: datetime
    people: str
    signs: tuple[Sign, ...]
    dismissed: bool


class SuspiciousGame(NamedTuple):
    """A suspicious game for moderators to look at, with its signs.

    Its players have played `times` games together.
    """

    channel: int
    pod: int
    ended: datetime
    signs: tuple[Sign, ...]
    times: int


def format_player_ids_of_game(game: Pod | Duel) -> str:
    """Return the ids of a game's players in alphabetical order, with spaces between them."""
    return " ".join(sorted(game.players))


def format_ids_of_members_in_game(game: Pod | Duel) -> str:
    """Format a game's player ids, with each guest replaced by the member who brought them."""
    people = list_members_acting_for_players(game, game.players) if isinstance(game, Pod) else game.players
    return " ".join(sorted(people))


def find_warning_signs_of_game(game_history: GameHistory) -> tuple[Sign, ...]:
    """Return the signs that a finished game is suspicious, such as a very short time of play."""
    decisive = find_event_that_ended_game(game_history.game, game_history.steps)
    if decisive is None:
        return ()
    began = game_history.dates.began
    found: list[Sign] = []
    has_moderator_set_end = isinstance(game_history.game, Pod) and game_history.game.ended is not None
    if began is not None and decisive.at - began < QUICK_GAME and not has_moderator_set_end:
        found.append("quick")
    if isinstance(decisive.event, WinReported):
        found.append("won")
    return tuple(found)


def find_games_with_warning_signs(played_games: Sequence[PlayedGame]) -> list[SuspiciousGame]:
    """Return the suspicious games among these, newest first.

    `played_games` are a server's games of the last `LOOK_BACK`, newest first. A dismissed game stays dismissed; the
    next game of the same few is a new one.
    """
    times = _count_games_by_player_group(played_games)
    newest = set[str]()
    found = list[SuspiciousGame]()
    for game in played_games:
        first = game.people not in newest
        newest.add(game.people)
        many = first and game.people.count(" ") < FEW_PLAYERS and times[game.people] >= MANY_GAMES
        few: tuple[Sign, ...] = ("few",) if many else ()
        signs = (*few, *game.signs)
        if signs and not game.dismissed:
            found.append(SuspiciousGame(*game[:3], signs, times[game.people]))
    return found


def _count_games_by_player_group(played_games: Iterable[PlayedGame]) -> dict[str, int]:
    found = dict[str, int]()
    for game in played_games:
        found[game.people] = found.get(game.people, 0) + 1
    return found
