"""Rate the players of a game: a Bradley-Terry comparison of every two opponents.

A game is rated by its final result: first who won, then points. Each two opponents are compared by their own ratings,
as in a duel; equal results are half a victory for both. Members of one team of the beginning with equal results are no
opponents. A team formed by winning is no team: it would be expected to win the very victory that formed it. A player
gains the mean of their comparisons, so that a game of many says as much as a duel. The update of mean and deviation is
algorithm 1 (full pair) of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine
Learning Research 12 (2011).

Some comparisons count half: those of a thrall, whose fate says more about the master, and those of two winners or two
losers. Both opponents lose and gain the same, so ratings do not rise with every game, and no winner gains less than an
equal loser, whoever served.
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


class SkillRating(NamedTuple):
    """A rating of skill: estimated strength `mu` and uncertainty `sigma`."""

    mu: float = MU
    sigma: float = SIGMA


NEWCOMER = SkillRating()


class SkillRatingAfterGame(NamedTuple):
    """A rating after a game, with the chance that the player's side had to win.

    `chance` is None if there was no opponent; the rating is unchanged then.
    """

    mu: float
    sigma: float
    chance: float | None

    @property
    def skill_rating(self) -> SkillRating:
        return SkillRating(self.mu, self.sigma)


class PlayerResultForRating(NamedTuple):
    """A player's result in a game: points, role, win, and the team at the start."""

    player: Player
    points: int
    role: Role
    won: bool
    team: int


def compute_ratings_after_game(
    player_results: Sequence[PlayerResultForRating], previous_ratings: Mapping[Player, SkillRating]
) -> dict[Player, SkillRatingAfterGame]:
    """Return the ratings of a game's players after the game.

    Players not in `previous_ratings` are newcomers. The order of `player_results` does not matter, to the last bit.
    """
    seats = sorted(player_results)
    were = [previous_ratings.get(seat.player, NEWCOMER) for seat in seats]
    chances = _predict_chances_to_win(seats, were)
    shifts = [0.0] * len(seats)
    learned = [0.0] * len(seats)
    for one, other in combinations(range(len(seats)), 2):
        if _build_player_result_sort_key(seats[one]) == _build_player_result_sort_key(seats[other]):
            continue
        unsure = sqrt(2 * BETA**2 + were[one].sigma ** 2 + were[other].sigma ** 2)
        expected = (1 + tanh((were[one].mu - were[other].mu) / unsure / 2)) / 2
        weight = _compute_rating_comparison_weight(seats[one], seats[other])
        shift = weight * (_compare_results_of_two_players(seats[one], seats[other]) - expected) / unsure
        shifts[one] += shift
        shifts[other] -= shift
        told = weight * expected * (1 - expected) / unsure**3
        learned[one] += told
        learned[other] += told
    return {
        seat.player: _change_rating_by_comparisons(rating, shift, told, len(seats) - 1, chance)
        for seat, rating, shift, told, chance in zip(seats, were, shifts, learned, chances, strict=True)
    }


def _build_player_result_sort_key(player_result: PlayerResultForRating) -> tuple[bool, int, int]:
    return not player_result.won, -player_result.points, player_result.team


def _compare_results_of_two_players(player_result: PlayerResultForRating, other_result: PlayerResultForRating) -> float:
    """Return 1 if the first player has the better result, 0 if the second has, 0.5 if equal."""
    end = _build_player_result_sort_key(player_result)[:2]
    other_end = _build_player_result_sort_key(other_result)[:2]
    return 0.5 if end == other_end else float(end < other_end)


def _compute_rating_comparison_weight(
    player_result: PlayerResultForRating, other_result: PlayerResultForRating
) -> float:
    has_thrall = "servant" in (player_result.role, other_result.role)
    return HALF_WEIGHT if has_thrall or player_result.won == other_result.won else 1.0


def _change_rating_by_comparisons(
    rating: SkillRating, mean_shift: float, variance_loss: float, opponent_count: int, win_chance: float | None
) -> SkillRatingAfterGame:
    """Return a rating after the player's result was compared with all opponents' results.

    `mean_shift` and `variance_loss` are the sums of what the comparisons say about the mean and the variance. Without a
    `win_chance` the rating stays.
    """
    if win_chance is None:
        return SkillRatingAfterGame(*rating, None)
    mu = rating.mu + rating.sigma**2 * mean_shift / opponent_count
    left = max(1 - rating.sigma**3 * variance_loss / opponent_count, MIN_VARIANCE)
    return SkillRatingAfterGame(mu, rating.sigma * sqrt(left), win_chance)


def reduce_rating_changes(
    new_ratings: Mapping[Player, SkillRatingAfterGame],
    previous_ratings: Mapping[Player, SkillRating],
    change_weight: float,
) -> dict[Player, SkillRatingAfterGame]:
    """Return the new ratings with their change reduced to the share `change_weight`."""
    if change_weight == 1:
        return dict(new_ratings)
    return {
        player: _interpolate_rating(previous_ratings.get(player, NEWCOMER), rated, change_weight)
        for player, rated in new_ratings.items()
    }


def _interpolate_rating(
    previous_rating: SkillRating, new_rating: SkillRatingAfterGame, change_weight: float
) -> SkillRatingAfterGame:
    mu, sigma = (
        was + change_weight * (becomes - was)
        for was, becomes in zip(previous_rating, new_rating.skill_rating, strict=True)
    )
    return SkillRatingAfterGame(mu, sigma, new_rating.chance)


def _predict_chances_to_win(
    player_results: Sequence[PlayerResultForRating], previous_ratings: Sequence[SkillRating]
) -> Sequence[float | None]:
    """Return how likely a win of each player's side was; None without a second side."""
    sides: dict[tuple[bool, int, int], list[SkillRating]] = {}
    for seat, rating in zip(player_results, previous_ratings, strict=True):
        sides.setdefault(_build_player_result_sort_key(seat), []).append(rating)
    if len(sides) < 2:
        return [None] * len(player_results)
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
    return [chances[_build_player_result_sort_key(seat)] for seat in player_results]
