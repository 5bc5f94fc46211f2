"""Rate the players of a game: a Bradley-Terry comparison of every two opponents.

A game is rated by its final result: first who won, then points. Each two opponents are compared by
their own ratings, as in a duel; equal results are half a victory for both. Members of one team of
the beginning with equal results are no opponents. A team formed by winning is no team: it would be
expected to win the very victory that formed it. A player gains the mean of their comparisons, so
that a game of many says as much as a duel. The update of mean and deviation is algorithm 1 (full
pair) of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine
Learning Research 12 (2011).

Some comparisons count half: those of a thrall, whose fate says more about the master, and those of
two winners or two losers. Both opponents lose and gain the same, so ratings do not rise with every
game, and no winner gains less than an equal loser, whoever served.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import erf, sqrt, tanh
from typing import NamedTuple

from bot.rules.facts import Player
from bot.rules.records import Role

MU = 25.0
"""Strength of a newcomer: that of an average player."""

SIGMA = MU / 3
"""Uncertainty of a newcomer's strength."""

BETA = MU / 6
"""The difference in strength that wins three duels of four."""

HALF_WEIGHT = 0.5
"""Weight of a comparison with a thrall, of two winners, or of two losers."""

MIN_VARIANCE = 1e-4
"""The least share of the variance of a rating that a game leaves."""


class Rating(NamedTuple):
    """Estimated strength and its uncertainty."""

    mu: float = MU
    sigma: float = SIGMA


NEWCOMER = Rating()


class Rated(NamedTuple):
    """A rating after a game, and the chance of the player's side to win before it.

    `chance` is None if there was no opponent; the rating is unchanged then.
    """

    mu: float
    sigma: float
    chance: float | None

    @property
    def rating(self) -> Rating:
        """The rating without the chance."""
        return Rating(self.mu, self.sigma)


class SeatResult(NamedTuple):
    """A player's result: role at the end, and the number of the team at the beginning."""

    player: Player
    points: int
    role: Role
    won: bool
    team: int


def rate_game(game: Sequence[SeatResult], before: Mapping[Player, Rating]) -> dict[Player, Rated]:
    """Return the ratings of a game's players after it; players not in `before` are newcomers.

    The result does not depend on the order of `game`, to the last bit.
    """
    seats = sorted(game)
    were = [before.get(seat.player, NEWCOMER) for seat in seats]
    chances = _predict_chances(seats, were)
    shifts = [0.0] * len(seats)
    learned = [0.0] * len(seats)
    for one, other in combinations(range(len(seats)), 2):
        if _find_side(seats[one]) == _find_side(seats[other]):
            continue
        unsure = sqrt(2 * BETA**2 + were[one].sigma ** 2 + were[other].sigma ** 2)
        expected = (1 + tanh((were[one].mu - were[other].mu) / unsure / 2)) / 2
        weight = _weigh_comparison(seats[one], seats[other])
        shift = weight * (_score(seats[one], seats[other]) - expected) / unsure
        shifts[one] += shift
        shifts[other] -= shift
        told = weight * expected * (1 - expected) / unsure**3
        learned[one] += told
        learned[other] += told
    return {
        seat.player: _move_rating(rating, shift, told, len(seats) - 1, chance)
        for seat, rating, shift, told, chance in zip(
            seats, were, shifts, learned, chances, strict=True
        )
    }


def _find_side(seat: SeatResult) -> tuple[bool, int, int]:
    """Return the key of a player's side: the result, and the team at the beginning."""
    return not seat.won, -seat.points, seat.team


def _score(one: SeatResult, other: SeatResult) -> float:
    """Return 1 if the first has the better result, 0 if the second has, 0.5 if they are equal."""
    end = _find_side(one)[:2]
    other_end = _find_side(other)[:2]
    return 0.5 if end == other_end else float(end < other_end)


def _weigh_comparison(one: SeatResult, other: SeatResult) -> float:
    has_thrall = "servant" in (one.role, other.role)
    return HALF_WEIGHT if has_thrall or one.won == other.won else 1.0


def _move_rating(
    rating: Rating, shift: float, told: float, opponents: int, chance: float | None
) -> Rated:
    """Return a rating after its comparisons.

    `shift` and `told` are the sums of what the comparisons say about the mean and the variance.
    Without a `chance` the rating stays.
    """
    if chance is None:
        return Rated(*rating, None)
    mu = rating.mu + rating.sigma**2 * shift / opponents
    left = max(1 - rating.sigma**3 * told / opponents, MIN_VARIANCE)
    return Rated(mu, rating.sigma * sqrt(left), chance)


def damp(
    after: Mapping[Player, Rated], before: Mapping[Player, Rating], weight: float
) -> dict[Player, Rated]:
    """Return ratings moved by only the share `weight` of their change."""
    if weight == 1:
        return dict(after)
    return {
        player: _move_partly(before.get(player, NEWCOMER), rated, weight)
        for player, rated in after.items()
    }


def _move_partly(before: Rating, after: Rated, weight: float) -> Rated:
    mu, sigma = (
        was + weight * (becomes - was) for was, becomes in zip(before, after.rating, strict=True)
    )
    return Rated(mu, sigma, after.chance)


def _predict_chances(seats: Sequence[SeatResult], were: Sequence[Rating]) -> Sequence[float | None]:
    """Return the chance of each player's side to win; None if there is one side only."""
    sides: dict[tuple[bool, int, int], list[Rating]] = {}
    for seat, rating in zip(seats, were, strict=True):
        sides.setdefault(_find_side(seat), []).append(rating)
    if len(sides) < 2:
        return [None] * len(seats)
    order = sorted(sides)
    mus = [sum(rating.mu for rating in sides[side]) for side in order]
    squares = [sum(rating.sigma**2 for rating in sides[side]) for side in order]
    beaten = [0.0] * len(order)
    for one, other in combinations(range(len(order)), 2):
        unsure = sqrt(2 * BETA**2 + squares[one] + squares[other])
        ahead = (1 + erf((mus[one] - mus[other]) / unsure / sqrt(2))) / 2
        beaten[one] += ahead
        beaten[other] += 1 - ahead
    every = sum(beaten)
    chances = {side: each / every for side, each in zip(order, beaten, strict=True)}
    return [chances[_find_side(seat)] for seat in seats]
