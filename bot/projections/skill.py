"""Rate the players of a game by openskill's Plackett-Luce model.

A game is rated by its final result: first who won, then points. Sides are the teams of the
beginning. A team formed by winning is no side: openskill adds up the strength of a team, and would
expect the very victory that formed it. Members of one side with different points, for example after
one has left, are compared like opponents.

The outcome for a thrall says less about the thrall than about the master. So a thrall's rating
moves by `THRALL_WEIGHT` of the model's change. (openskill's own weights divide what losers lose,
and have no effect on ties.) What thralls do not move, masters balance in proportion to their own
changes; otherwise ratings would rise with every game, and newcomers would seem the weakest.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import erf, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

from bot.rules.events import Role
from bot.rules.facts import Player

_MODEL = PlackettLuce()

MU: float = _MODEL.mu
"""Strength of a newcomer: that of an average player."""

SIGMA: float = _MODEL.sigma
"""Uncertainty of a newcomer's strength."""

BETA: float = _MODEL.beta
"""The difference in strength that wins three duels of four."""

THRALL_WEIGHT = 0.5
"""Share of the model's change by which a thrall's rating moves."""


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


class _RatingChange(NamedTuple):
    """The model's change of one player's rating."""

    seat: SeatResult
    before: Rating
    after: Rating
    chance: float

    @property
    def serves(self) -> bool:
        return self.seat.role == "servant"

    @property
    def change(self) -> float:
        return self.after.mu - self.before.mu

    @property
    def weight(self) -> float:
        """The change divided by the variance: what the game says, however uncertain the rating."""
        return self.change / self.before.sigma**2

    def rate(self, share: float) -> Rated:
        """Return the new rating. A master's moves further, by `share` of its change."""
        if not self.serves:
            return Rated(self.after.mu + share * abs(self.change), self.after.sigma, self.chance)
        mu, sigma = (
            was + THRALL_WEIGHT * (becomes - was)
            for was, becomes in zip(self.before, self.after, strict=True)
        )
        return Rated(mu, sigma, self.chance)


def rate_game(game: Sequence[SeatResult], before: Mapping[Player, Rating]) -> dict[Player, Rated]:
    """Return the ratings of a game's players after it; players not in `before` are newcomers.

    The result does not depend on the order of `game`, to the last bit.
    """
    sides: dict[tuple[bool, int, int], list[SeatResult]] = {}
    for seat in sorted(game):
        sides.setdefault((not seat.won, -seat.points, seat.team), []).append(seat)
    order = sorted(sides)
    were = [[before.get(seat.player, NEWCOMER) for seat in sides[side]] for side in order]
    if len(order) < 2:
        return {
            seat.player: Rated(*rating, None)
            for side, ratings in zip(order, were, strict=True)
            for seat, rating in zip(sides[side], ratings, strict=True)
        }
    teams = [[_MODEL.create_rating([*rating]) for rating in ratings] for ratings in were]
    ends = [side[:2] for side in order]
    after = _MODEL.rate(teams, ranks=[float(ends.index(end)) for end in ends])
    moves = [
        _RatingChange(seat, rating, Rating(new.mu, new.sigma), chance)
        for side, ratings, team, chance in zip(
            order, were, after, _predict_chances(were), strict=True
        )
        for seat, rating, new in zip(sides[side], ratings, team, strict=True)
    ]
    spared = sum((1 - THRALL_WEIGHT) * move.weight for move in moves if move.serves)
    carried = sum(abs(move.weight) for move in moves if not move.serves)
    share = spared / carried if carried else 0.0
    return {move.seat.player: move.rate(share) for move in moves}


def damp(
    after: Mapping[Player, Rated], before: Mapping[Player, Rating], weight: float
) -> dict[Player, Rated]:
    """Return ratings moved by only the share `weight` of their change."""
    if weight == 1:
        return dict(after)
    return {
        player: _move_part(before.get(player, NEWCOMER), rated, weight)
        for player, rated in after.items()
    }


def _move_part(before: Rating, after: Rated, weight: float) -> Rated:
    mu, sigma = (
        was + weight * (becomes - was) for was, becomes in zip(before, after.rating, strict=True)
    )
    return Rated(mu, sigma, after.chance)


def _predict_chances(sides: Sequence[Sequence[Rating]]) -> list[float]:
    """Return each side's chance to win, as openskill's `predict_win` does, ten times as fast."""
    mus = [sum(rating.mu for rating in side) for side in sides]
    squares = [sum(rating.sigma**2 for rating in side) for side in sides]
    beaten = [0.0] * len(sides)
    for one, other in combinations(range(len(sides)), 2):
        unsure = sqrt(2 * BETA**2 + squares[one] + squares[other])
        ahead = (1 + erf((mus[one] - mus[other]) / unsure / sqrt(2))) / 2
        beaten[one] += ahead
        beaten[other] += 1 - ahead
    every = sum(beaten)
    return [each / every for each in beaten]
