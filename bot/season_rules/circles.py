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

TIE_WEIGHT = 4
"""Weight of games with a player against games without them, in the test for a circle."""

IGNORED_PARTNERS = 3
"""The most frequent partners that the test ignores: they may be further accounts of the same
person."""

MIN_GAMES_PER_CIRCLE_GAME = 10
"""A player is outside of circles if fewer than one in so many of their games is within one."""


def find_circles(played: Games, theirs: Games) -> Mapping[Player, set[GameName]]:
    """Return the games of each player, from `theirs`, that are within a circle.

    Two sums are taken over the other people of a game, where guests count as whoever brought them.
    "With" is how often they played with the player in this season. "Apart" is how often they met
    other people while the player was absent; a person counts at most the median number of meetings
    over all pairs that met, and each one's `IGNORED_PARTNERS` most frequent partners do not count.
    The game is within a circle if `TIE_WEIGHT` * with > apart, or if there is no other person.
    Meetings are counted in all games `played`.
    """
    ties = _Ties(_join_by_person(played))
    return {
        player: {seat.name for seat in seats if ties.are_tied(seat.others, seat.own.who)}
        for player, seats in theirs.items()
    }


def is_league(circles: Mapping[Player, set[GameName]], theirs: Games) -> bool:
    """Return whether two thirds of the players are outside of circles, so that circles are unusual.

    Otherwise nothing is held back: in the first days of a season, or where everybody knows
    everybody.
    """
    outside = sum(
        MIN_GAMES_PER_CIRCLE_GAME * len(circles[player]) < len(seats)
        for player, seats in theirs.items()
    )
    return bool(theirs) and 3 * outside >= 2 * len(theirs)


def find_middle(points: Collection[int]) -> int:
    """Return the median of the table's points, up to which circles count; the lower one of two."""
    return median_low(points)


def _join_by_person(played: Games) -> Games:
    """Return the games of each person, each game once."""
    theirs = defaultdict[Player, dict[GameName, Seat]](dict)
    for seats in played.values():
        for seat in seats:
            theirs[seat.own.who][seat.name] = seat
    return {person: list(found.values()) for person, found in theirs.items()}


class _Ties:
    """A count of how often people have met."""

    def __init__(self, played: Games) -> None:
        self._played = played
        self._met = {player: _count_others(seats) for player, seats in played.items()}
        times = [number for met in self._met.values() for number in met.values()]
        self._usual = median_low(times) if times else 0
        self._apart = dict[Player, Mapping[Player, int]]()

    def are_tied(self, others: Sequence[Player], player: Player) -> bool:
        """Return whether the other people of a game are tied to a person."""
        if not others:
            return True
        together = sum(self._met[each][player] for each in others)
        return TIE_WEIGHT * together > sum(self._count_apart(each)[player] for each in others)

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
            if often - sum(before >= usual > after for before, after in lost) >= IGNORED_PARTNERS:
                less = sum(min(before, usual) - min(after, usual) for before, after in lost)
                apart[player] = every - less - IGNORED_PARTNERS * usual
            else:
                apart[player] = self._add_up(met - with_)
        return apart

    def _add_up(self, met: Counter[Player]) -> int:
        """Return the meetings with all but the closest partners, each at most the usual number."""
        return sum(sorted(min(number, self._usual) for number in met.values())[:-IGNORED_PARTNERS])


def _count_others(seats: Sequence[Seat]) -> Counter[Player]:
    return Counter(each for seat in seats for each in seat.others)
