"""What one game makes of its players' ratings."""

import itertools
from collections.abc import Iterator
from math import fsum
from random import Random

import pytest

from bot.projections.ratings import convert_rating_to_points
from bot.projections.skill import (
    BETA,
    MU,
    NEWCOMER,
    SIGMA,
    PlayerResultForRating,
    SkillRating,
    compute_ratings_after_game,
)
from bot.rules.records import Role
from tests.effort import EFFORT, SEED

ANA = PlayerResultForRating("ana", 3, "master", True, 0)
BO = PlayerResultForRating("bo", 1, "servant", True, 1)
CY = PlayerResultForRating("cy", 0, "master", False, 2)
DI = PlayerResultForRating("di", -1, "servant", False, 3)
STRONG = {"ana": SkillRating(30.0, 2.0), "cy": SkillRating(20.0, 3.0)}


def test_who_wins_rises_and_who_loses_falls() -> None:
    after = compute_ratings_after_game([ANA, CY], {})
    assert after["ana"].mu > MU > after["cy"].mu
    assert after["ana"].sigma < SIGMA
    assert after["ana"].chance == after["cy"].chance == 0.5


def test_points_order_those_who_won_and_those_who_lost() -> None:
    after = compute_ratings_after_game([ANA, BO._replace(role="master"), CY, DI._replace(role="master")], {})
    assert after["ana"].mu > after["bo"].mu > after["cy"].mu > after["di"].mu


def test_who_won_comes_before_who_has_as_many_points() -> None:
    winner = CY._replace(won=True, team=4, player="eve")
    after = compute_ratings_after_game([winner, CY], {})
    assert after["eve"].mu > after["cy"].mu


def test_a_duel_with_a_thrall_moves_both_half_as_far() -> None:
    moved = compute_ratings_after_game([BO, CY], STRONG)
    as_master = compute_ratings_after_game([BO._replace(role="master"), CY], STRONG)
    for player in ("bo", "cy"):
        before = STRONG.get(player, NEWCOMER).mu
        assert moved[player].mu - before == pytest.approx((as_master[player].mu - before) / 2)
    assert moved["cy"].chance == as_master["cy"].chance


def test_who_is_known_well_rises_by_winning_whoever_serves_them() -> None:
    newcomers = [DI._replace(player=f"p{n}", team=n) for n in range(4, 9)]
    after = compute_ratings_after_game([ANA, *newcomers], STRONG)
    assert STRONG["ana"].mu < after["ana"].mu


def test_ratings_stay_around_a_newcomer_s_however_much_is_played() -> None:
    players = ["ana", "bo", "cy", "di", "eve"]
    ratings: dict[str, SkillRating] = {}
    for game in range(300):
        master, *thralls = players[game % 5 :] + players[: game % 5]
        seats = [PlayerResultForRating(p, -1, "servant", False, n) for n, p in enumerate(thralls, 1)]
        after = compute_ratings_after_game([PlayerResultForRating(master, 3, "master", True, 0), *seats], ratings)
        ratings = {player: each.skill_rating for player, each in after.items()}
    mean = sum(rating.mu for rating in ratings.values()) / len(ratings)
    assert abs(convert_rating_to_points(mean) - 1000) < 25


def test_members_of_a_team_with_one_result_are_no_opponents() -> None:
    seats = [ANA, ANA._replace(player="bo"), CY, CY._replace(player="di")]
    after = compute_ratings_after_game(seats, STRONG)
    assert after["ana"].chance == after["bo"].chance
    apart = [seat._replace(team=number) for number, seat in enumerate(seats)]
    assert compute_ratings_after_game(apart, STRONG)["ana"].mu < after["ana"].mu


def test_chances_of_all_sides_add_up_to_one_and_the_strong_have_more() -> None:
    for players in range(2, 13):
        seats = [PlayerResultForRating(f"p{n:02}", -n, "master", n == 0, n) for n in range(players)]
        before = {seat.player: SkillRating(20.0 + n * n, 8.0) for n, seat in enumerate(seats)}
        after = compute_ratings_after_game(seats, before)
        chances = [after[seat.player].chance or 0.0 for seat in seats]
        assert chances == sorted(chances)
        assert fsum(chances) == pytest.approx(1.0)


def test_who_left_their_team_is_compared_with_it() -> None:
    left = ANA._replace(player="bo", points=-1, won=False)
    after = compute_ratings_after_game([ANA, left, CY], {})
    assert after["ana"].mu > after["cy"].mu > after["bo"].mu


def test_a_team_that_winning_made_is_none() -> None:
    alone = compute_ratings_after_game([ANA, BO, CY], STRONG)
    assert alone["ana"].chance != alone["bo"].chance


def test_a_draw_moves_the_strong_towards_the_weak() -> None:
    drawn = [seat._replace(won=False, points=0, role="master") for seat in (ANA, CY)]
    after = compute_ratings_after_game(drawn, STRONG)
    assert after["ana"].mu < 30
    assert after["cy"].mu > 20


@pytest.mark.parametrize("seats", [[ANA], [ANA, ANA._replace(player="bo")]])
def test_a_game_with_one_side_leaves_ratings_as_they_were(seats: list[PlayerResultForRating]) -> None:
    after = compute_ratings_after_game(seats, STRONG)
    assert after["ana"] == (30.0, 2.0, None)
    assert {each.skill_rating for name, each in after.items() if name != "ana"} <= {(MU, SIGMA)}


def test_ratings_do_not_depend_on_the_order_of_the_players() -> None:
    seats = [ANA, BO, CY, DI, CY._replace(player="eve", team=5)]
    every = {repr(sorted(compute_ratings_after_game(order, STRONG).items())) for order in itertools.permutations(seats)}
    assert len(every) == 1


def test_a_newcomer_has_1000_points_and_a_duel_won_three_times_of_four_is_worth_200() -> None:
    assert convert_rating_to_points(MU) == 1000
    assert convert_rating_to_points(MU + BETA) == 1200
    before = {"ana": SkillRating(MU + BETA, 1e-9), "cy": SkillRating(MU, 1e-9)}
    assert compute_ratings_after_game([ANA, CY], before)["ana"].chance == pytest.approx(0.76, abs=0.005)


# Properties of random games with ties, teams and thralls


ROLES: tuple[Role, ...] = ("master", "master", "servant")


def draw_game(random: Random) -> tuple[list[PlayerResultForRating], dict[str, SkillRating]]:
    """Return a game of two to twelve players, many of them equal in rating or in result."""
    teams = random.choice((0, 0, 2, 3))
    ratings = [NEWCOMER, *(SkillRating(random.uniform(5, 45), random.uniform(1, 9)) for _ in range(3))]
    seats: list[PlayerResultForRating] = []
    before: dict[str, SkillRating] = {}
    for number in range(random.randint(2, 12)):
        name = f"p{number:02}"
        won = random.random() < 0.3
        points = random.choice((3, 1, 1)) if won else random.choice((0, 0, -1, 2))
        role: Role = random.choice(ROLES)
        seats.append(PlayerResultForRating(name, points, role, won, number % teams if teams else number))
        before[name] = random.choice(ratings)
    return seats, before


GAMES = 300 * EFFORT.examples


def draw_games(test: str) -> Iterator[tuple[list[PlayerResultForRating], dict[str, SkillRating]]]:
    random = Random(f"{SEED} {test}")
    return (draw_game(random) for _ in range(GAMES))


def find_gains(seats: list[PlayerResultForRating], before: dict[str, SkillRating]) -> dict[str, float]:
    return {name: each.mu - before[name].mu for name, each in compute_ratings_after_game(seats, before).items()}


def rank(seat: PlayerResultForRating) -> tuple[bool, int]:
    return seat.won, seat.points


TINY = 1e-9
"""What sums of floating-point numbers may differ by."""


def test_of_two_equal_players_the_one_with_the_better_result_never_gains_less() -> None:
    for seats, before in draw_games("better"):
        gains = find_gains(seats, before)
        for one, other in itertools.permutations(seats, 2):
            equal = before[one.player] == before[other.player]
            if equal and one.role == other.role and rank(one) > rank(other):
                assert gains[one.player] >= gains[other.player] - TINY


def test_no_winner_gains_less_than_an_equal_loser_whoever_served() -> None:
    for seats, before in draw_games("winners"):
        gains = find_gains(seats, before)
        for one, other in itertools.permutations(seats, 2):
            if before[one.player] == before[other.player] and one.won and not other.won:
                assert gains[one.player] >= gains[other.player] - TINY


def test_moving_up_never_makes_a_player_gain_less() -> None:
    random = Random(f"{SEED} up")
    for seats, before in draw_games("up"):
        at = random.randrange(len(seats))
        seat = seats[at]
        better = [seat._replace(points=seat.points + random.randint(1, 3)), seat._replace(won=True)]
        gain = find_gains(seats, before)[seat.player]
        for each in better:
            moved = [*seats[:at], each, *seats[at + 1 :]]
            assert find_gains(moved, before)[seat.player] >= gain - TINY


def test_what_newcomers_gain_adds_up_to_nothing() -> None:
    for seats, _ in draw_games("newcomers"):
        before = {seat.player: NEWCOMER for seat in seats}
        assert fsum(find_gains(seats, before).values()) == pytest.approx(0, abs=TINY)


def test_equal_players_with_equal_results_gain_the_same_when_nobody_has_a_team() -> None:
    for seats, before in draw_games("equal"):
        alone = [seat._replace(team=number) for number, seat in enumerate(seats)]
        gains = find_gains(alone, before)
        for one, other in itertools.combinations(alone, 2):
            equal = before[one.player] == before[other.player] and one.role == other.role
            if equal and rank(one) == rank(other):
                assert gains[one.player] == pytest.approx(gains[other.player], abs=TINY)


def test_the_order_of_players_changes_nothing_to_the_last_bit() -> None:
    random = Random(f"{SEED} order")
    for seats, before in draw_games("order"):
        shuffled = random.sample(seats, len(seats))
        assert compute_ratings_after_game(shuffled, before) == compute_ratings_after_game(seats, before)
