"""The games of a season, as its rules look at them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from bot.rules.facts import Player

_DAY = 86_400_000
"""Milliseconds."""

_THURSDAY = 3
"""The weekday of the first of January 1970, counted from Monday."""


class SeasonSeat(NamedTuple):
    """What a game brought a player: `won` as a master, or else `helped` to win as a thrall.

    They caused and served so many defeats, and reigned at most so many milliseconds. A `guest` is
    one whom nobody has claimed; who has claimed one sat there `as_guest`.
    """

    player: Player
    points: int
    won: bool
    helped: bool = False
    caused: int = 0
    served: int = 0
    reign: int = 0
    guest: bool = False
    as_guest: Player = ""

    @property
    def met(self) -> Player:
        """Whom the others met: claiming a guest changes nothing of what they have played."""
        return self.as_guest or self.player


class SeasonGame(NamedTuple):
    """A game of a season; `at` is when it ended, in milliseconds since 1970."""

    at: int
    channel: int
    pod: int
    seats: tuple[SeasonSeat, ...]
    variant: str = ""
    table: str = ""

    @property
    def week(self) -> int:
        """The week in which it ended; weeks begin on Monday at 0:00 UTC."""
        return (self.at // _DAY + _THURSDAY) // 7


class Seat(NamedTuple):
    """A game as one of those who played it sees it: what it brought them, and who else played.

    The `others` are who they are known to be by now, and were `met` as who they sat there as.
    """

    game: SeasonGame
    own: SeasonSeat
    others: tuple[Player, ...]
    met: tuple[Player, ...]

    @property
    def name(self) -> "GameName":
        """What tells the game from others."""
        return self.game.channel, self.game.pod


GameName = tuple[int, int]
"""The channel and the number of a game."""

Reason = Literal["weekly", "later", "worse"]
"""Why a game does not count for somebody.

`weekly`: at least half of the others had met them often enough in that week. `later`: they had
played as many games before as are looked at. `worse`: others of their games are better.
"""


class LeftOut(NamedTuple):
    """Why a game does not count; `number` is the how-manieth it was, where that is why.

    Against the same people in the week, or of the season.
    """

    reason: Reason
    number: int = 0


Games = Mapping[Player, list[Seat]]
"""Everybody's games, the oldest first."""

Reasons = Mapping[GameName, LeftOut]


def list_by_player(games: Iterable[SeasonGame]) -> Games:
    """Everybody's games, in whatever order they are given."""
    theirs = defaultdict[Player, list[Seat]](list)
    for game in sorted(games):
        for own in game.seats:
            rest = [seat for seat in game.seats if seat.player != own.player]
            others = tuple(seat.player for seat in rest)
            met = tuple(seat.met for seat in rest)
            theirs[own.player].append(Seat(game, own, others, met))
    return theirs
