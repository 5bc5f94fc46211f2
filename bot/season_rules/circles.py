"""Circles: a few people who play with hardly anybody else.

One person with several accounts makes such a circle, and so do four friends: results alone do not
tell them apart. So what is played within a circle lifts nobody past the middle of the table, and
up to there it counts like everything else.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from statistics import median_low

from bot.rules.facts import Player
from bot.season_rules.games import GameName, Games, Seat

TIE = 4
"""So many times the games that people finish with a player weigh against those with others."""

CLOSEST = 3
"""So many people whom somebody meets most say nothing: they may be further accounts, too."""

FEW = 10
"""Somebody plays outside of circles if fewer than one game in so many is within one."""


def find_circles(played: Games, theirs: Games) -> Mapping[Player, set[GameName]]:
    """Of `theirs`, the games of each player that are within a circle of theirs.

    Of all who finished a game with a player it is asked together: how often have they played with
    the player in this season, and how often without the player with each other person? For each of
    those that counts up to as often as two people usually meet, who meet at all (the median); the
    `CLOSEST` of them do not count. The game is within a circle if `TIE` times the first is more
    than the second. Who met whom is seen from all games `played`.
    """
    ties = _Ties(played)
    return {
        player: {seat.name for seat in seats if ties.are_tied(seat.others, player)}
        for player, seats in theirs.items()
    }


def is_league(circles: Mapping[Player, set[GameName]], theirs: Games) -> bool:
    """Whether so many people play outside of circles that a circle is something unusual.

    Two thirds of `theirs` do. Else, as in the first days of a season or where everybody knows
    everybody, nothing is held back.
    """
    outside = sum(FEW * len(circles[player]) < len(seats) for player, seats in theirs.items())
    return bool(theirs) and 3 * outside >= 2 * len(theirs)


def find_middle(points: Collection[int]) -> int:
    """The middle of the table, to which circles lift; of two lines in the middle the lower."""
    return median_low(points)


class _Ties:
    """Who has met whom, and how often."""

    def __init__(self, played: Games) -> None:
        self._played = played
        self._met = {player: _count_others(seats) for player, seats in played.items()}
        times = [number for met in self._met.values() for number in met.values()]
        self._usual = median_low(times) if times else 0
        self._apart = dict[Player, Mapping[Player, int]]()

    def are_tied(self, others: Sequence[Player], player: Player) -> bool:
        """Whether the others of a game are tied to the player."""
        together = sum(self._met[each][player] for each in others)
        return TIE * together > sum(self._count_apart(each)[player] for each in others)

    def _count_apart(self, one: Player) -> Mapping[Player, int]:
        """How often one has met other people without each of those whom they have met."""
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
            # Mostly the closest are some who were met as often as is usual, whoever they are.
            lost = [(met[each], met[each] - number) for each, number in with_.items()]
            if often - sum(before >= usual > after for before, after in lost) >= CLOSEST:
                less = sum(min(before, usual) - min(after, usual) for before, after in lost)
                apart[player] = every - less - CLOSEST * usual
            else:
                apart[player] = self._add_up(met - with_)
        return apart

    def _add_up(self, met: Counter[Player]) -> int:
        """How often somebody has met others but the closest, each as often as is usual at most."""
        return sum(sorted(min(number, self._usual) for number in met.values())[:-CLOSEST])


def _count_others(seats: Sequence[Seat]) -> Counter[Player]:
    return Counter(each for seat in seats for each in seat.others)
