"""What a game says about how strong its players are: openskill's Plackett-Luce model.

A game is rated by its final result: won, then points. Sides are the teams in which people *began*;
a team that came of winning is none, for openskill adds up the strength of a team, and would expect
the very victory that made it. Those of one side who end with different points (as where one left)
are compared like everybody else.

What happened to a thrall says less about them than about their master, so thralls weigh less: they
move `THRALL_WEIGHT` of the way that the model would move them. (openskill's own weights divide what
losers lose, and do nothing in a tie.) What they are spared, masters do not get either, each in
proportion to what they move: or else ratings would rise with every game, and the newest players
seem the weakest.
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
"""How strong newcomers seem: as strong as everybody else, on average."""

SIGMA: float = _MODEL.sigma
"""How unsure that is."""

BETA: float = _MODEL.beta
"""So much stronger, somebody wins three duels of four."""

THRALL_WEIGHT = 0.5


class Rating(NamedTuple):
    """How strong somebody seems, and how unsure that is."""

    mu: float = MU
    sigma: float = SIGMA


NEWCOMER = Rating()


class Rated(NamedTuple):
    """A rating after a game, and before it the chance of the player's side to win.

    Without a `chance` there was nobody to play against, and the rating is what it was.
    """

    mu: float
    sigma: float
    chance: float | None

    @property
    def rating(self) -> Rating:
        """Without the chance."""
        return Rating(self.mu, self.sigma)


class SeatResult(NamedTuple):
    """A player's result: what they were at the end, and the number of the team they began in."""

    player: Player
    points: int
    role: Role
    won: bool
    team: int


class _Move(NamedTuple):
    """What the model makes of a player's rating."""

    seat: SeatResult
    before: Rating
    after: Rating
    chance: float

    @property
    def serves(self) -> bool:
        return self.seat.role == "servant"

    @property
    def far(self) -> float:
        return self.after.mu - self.before.mu

    @property
    def weight(self) -> float:
        """What the game says, whoever it is said of: of the less known it moves the rating more."""
        return self.far / self.before.sigma**2

    def rate(self, share: float) -> Rated:
        """What becomes of it; a master carries that `share` of their move besides."""
        if not self.serves:
            return Rated(self.after.mu + share * abs(self.far), self.after.sigma, self.chance)
        mu, sigma = (
            was + THRALL_WEIGHT * (becomes - was)
            for was, becomes in zip(self.before, self.after, strict=True)
        )
        return Rated(mu, sigma, self.chance)


def rate_game(game: Sequence[SeatResult], before: Mapping[Player, Rating]) -> dict[Player, Rated]:
    """What a game makes of its players' ratings; who had none is a newcomer.

    It is the same to the last bit, in whatever order they are given.
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
        _Move(seat, rating, Rating(new.mu, new.sigma), chance)
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
    """Ratings after a game that moves them only a part of their way: `weight` of it."""
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
    """Each side's to win: what `predict_win` says, which takes ten times as long to say it."""
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
