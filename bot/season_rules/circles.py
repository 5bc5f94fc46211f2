"""Circles: a few people who play with hardly anybody else.

One person with several accounts makes a circle, and so do four friends; results alone cannot tell
them apart. So games within a circle lift nobody past the middle of the table; up to there they
count like all others.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from statistics import median_low

from bot.rules.facts import Player
from bot.season_rules.games import GameName, Games, Seat

TIE = 4
"""Weight of games with a player against games without them, in the test for a circle."""

CLOSEST = 3
"""The most frequent partners that the test ignores: they may be further accounts of the same
person."""

FEW = 10
"""A player is outside of circles if fewer than one in so many of their games is within one."""


def find_circles(played: Games, theirs: Games) -> Mapping[Player, set[GameName]]:
    """Return the games of each player, from `theirs`, that are within a circle.

    For the other players of a game together: how often have they played with the player in this
    season (with), and how often with each other person while the player was absent (apart)? Each
    other person counts at most the usual number of meetings, the median over all pairs that met;
    their `CLOSEST` partners do not count. The game is within a circle if `TIE` * with > apart.
    Meetings are counted in all games `played`.
    """
    ties = _Ties(played)
    return {
        player: {seat.name for seat in seats if ties.are_tied(seat.others, player)}
        for player, seats in theirs.items()
    }


def is_league(circles: Mapping[Player, set[GameName]], theirs: Games) -> bool:
    """Return whether two thirds of the players are outside of circles, so that circles are unusual.

    Otherwise nothing is held back: in the first days of a season, or where everybody knows
    everybody.
    """
    outside = sum(FEW * len(circles[player]) < len(seats) for player, seats in theirs.items())
    return bool(theirs) and 3 * outside >= 2 * len(theirs)


def find_middle(points: Collection[int]) -> int:
    """Return the median of the table's points, up to which circles count; the lower one of two."""
    return median_low(points)


class _Ties:
    """Counts how often players have met."""

    def __init__(self, played: Games) -> None:
        self._played = played
        self._met = {player: _count_others(seats) for player, seats in played.items()}
        times = [number for met in self._met.values() for number in met.values()]
        self._usual = median_low(times) if times else 0
        self._apart = dict[Player, Mapping[Player, int]]()

    def are_tied(self, others: Sequence[Player], player: Player) -> bool:
        """Return whether the other players of a game are tied to the player."""
        together = sum(self._met[each][player] for each in others)
        return TIE * together > sum(self._count_apart(each)[player] for each in others)

    def _count_apart(self, one: Player) -> Mapping[Player, int]:
        """Return for each partner of `one` how often `one` met other people without them."""
        known = self._apart.get(one)
        if known is None:
            known = self._apart[one] = self._work_out_apart(one)
        return known

    def _work_out_apart(self, one: Player) -> Mapping[Player, int]:
        beside = defaultdict[Player, Counter[Player]](Counter)
        for seat in self._played[one]:
            for each in seat.others:
                beside[each].update(seat.others)
        met = self._met[one]
        usual = self._usual
        every = sum(min(number, usual) for number in met.values())
        often = sum(number >= usual for number in met.values())
        apart = dict[Player, int]()
        for player, with_ in beside.items():
            # Shortcut: enough partners reach the usual number, so the closest are among them.
            lost = [(met[each], met[each] - number) for each, number in with_.items()]
            if often - sum(before >= usual > after for before, after in lost) >= CLOSEST:
                less = sum(min(before, usual) - min(after, usual) for before, after in lost)
                apart[player] = every - less - CLOSEST * usual
            else:
                apart[player] = self._add_up(met - with_)
        return apart

    def _add_up(self, met: Counter[Player]) -> int:
        """Return the meetings with all but the closest partners, each at most the usual number."""
        return sum(sorted(min(number, self._usual) for number in met.values())[:-CLOSEST])


def _count_others(seats: Sequence[Seat]) -> Counter[Player]:
    return Counter(each for seat in seats for each in seat.others)
