"""What moderators may want to know of a finished game, and which games they should look at.

Both are functions of what is in the log. None of it says that somebody cheats: a combo on the
first turn is over in a minute too.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from bot.projections.history import History, find_decisive_step
from bot.rules.events import Won
from bot.rules.pod import Pod

Sign = Literal["few", "quick", "won"]
"""
few    the same few people play again and again; this is their newest game
quick  the game was over as soon as it had begun
won    somebody reported with `/pod win` that an effect or a combo won
"""

QUICK = timedelta(minutes=1)
"""From the start to the step that ended the game: less than this is quick."""

FEW = 4
"""People at most: more are no few."""

MANY = 10
"""Games at least of the same few, within the time that is looked back."""

LOOK_BACK = timedelta(days=28)
"""How old a game may be that moderators are shown."""


class PlayedGame(NamedTuple):
    """A game with a result: where, when it ended, who played, its signs, whether it is dismissed.

    `roster` has the keys of all players in the order of the alphabet, with spaces between them.
    """

    channel: int
    pod: int
    ended: datetime
    roster: str
    signs: tuple[Sign, ...]
    dismissed: bool


class Look(NamedTuple):
    """A game that moderators should look at, and why; its people have played it so many `times`."""

    channel: int
    pod: int
    ended: datetime
    signs: tuple[Sign, ...]
    times: int


def find_roster(history: History) -> str | None:
    """Who played a game, as `PlayedGame` has it; None without a result."""
    game = history.game
    return None if game.result is None else " ".join(sorted(game.players))


def find_signs(history: History) -> tuple[Sign, ...]:
    """What is to be seen of a game by itself; nothing of one without a result."""
    decisive = find_decisive_step(history.game, history.steps)
    if history.game.result is None or decisive is None:
        return ()
    began = history.dates.began
    found: list[Sign] = []
    if began is not None and decisive.at - began < QUICK and not _is_restored(history):
        found.append("quick")
    if isinstance(decisive.event, Won):
        found.append("won")
    return tuple(found)


def _is_restored(history: History) -> bool:
    """Whether a moderator said when the game ended: then it was reported from memory."""
    return isinstance(history.game, Pod) and history.game.ended is not None


def find_looks(games: Sequence[PlayedGame]) -> list[Look]:
    """The games among some of a server's that moderators should look at, the newest first.

    The `games` are those of the last `LOOK_BACK`, the newest first. What was dismissed stays
    dismissed; another game of the same few is another one.
    """
    times = _count_rosters(games)
    newest = set[str]()
    found = list[Look]()
    for game in games:
        first = game.roster not in newest
        newest.add(game.roster)
        many = first and game.roster.count(" ") < FEW and times[game.roster] >= MANY
        few: tuple[Sign, ...] = ("few",) if many else ()
        signs = (*few, *game.signs)
        if signs and not game.dismissed:
            found.append(Look(*game[:3], signs, times[game.roster]))
    return found


def _count_rosters(games: Iterable[PlayedGame]) -> dict[str, int]:
    found = dict[str, int]()
    for game in games:
        found[game.roster] = found.get(game.roster, 0) + 1
    return found
