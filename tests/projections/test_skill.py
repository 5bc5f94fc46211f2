"""What one game makes of its players' ratings."""

import itertools

import pytest
from openskill.models import PlackettLuce

from bot.projections.ratings import to_points
from bot.projections.skill import MU, SIGMA, Rating, SeatResult, rate_game

ANA = SeatResult("ana", 3, "master", True, 0)
BO = SeatResult("bo", 1, "servant", True, 1)
CY = SeatResult("cy", 0, "master", False, 2)
DI = SeatResult("di", -1, "servant", False, 3)
STRONG = {"ana": Rating(30.0, 2.0), "cy": Rating(20.0, 3.0)}


def test_who_wins_rises_and_who_loses_falls() -> None:
    after = rate_game([ANA, CY], {})
    assert after["ana"].mu > MU > after["cy"].mu
    assert after["ana"].sigma < SIGMA
    assert after["ana"].chance == after["cy"].chance == 0.5


def test_points_order_those_who_won_and_those_who_lost() -> None:
    after = rate_game([ANA, BO._replace(role="master"), CY, DI._replace(role="master")], {})
    assert after["ana"].mu > after["bo"].mu > after["cy"].mu > after["di"].mu


def test_who_won_comes_before_who_has_as_many_points() -> None:
    winner = CY._replace(won=True, team=4, player="eve")
    after = rate_game([winner, CY], {})
    assert after["eve"].mu > after["cy"].mu


def test_a_thrall_moves_half_as_far_as_the_model_says() -> None:
    for seat in (BO, DI):
        moved = rate_game([ANA, seat, CY], STRONG)[seat.player]
        as_master = rate_game([ANA, seat._replace(role="master"), CY], STRONG)[seat.player]
        assert moved.mu == MU + (as_master.mu - MU) / 2
        assert moved.sigma == SIGMA + (as_master.sigma - SIGMA) / 2
        assert moved.chance == as_master.chance


def test_what_thralls_are_spared_nobody_gets() -> None:
    seats = [ANA, BO, CY, DI, DI._replace(player="eve", team=4)]
    as_masters = [seat._replace(role="master") for seat in seats]
    known = {seat.player: Rating(30.0, 2.0) for seat in seats}
    after, model = rate_game(seats, known), rate_game(as_masters, known)
    total, expected = (sum(each.mu for each in ratings.values()) for ratings in (after, model))
    assert total == pytest.approx(expected)
    assert 30.0 < after["ana"].mu < model["ana"].mu


def test_who_is_known_well_rises_by_winning_whoever_serves_them() -> None:
    newcomers = [DI._replace(player=f"p{n}", team=n) for n in range(4, 9)]
    after = rate_game([ANA, *newcomers], STRONG)
    assert STRONG["ana"].mu < after["ana"].mu


def test_ratings_stay_around_a_newcomer_s_however_much_is_played() -> None:
    players = ["ana", "bo", "cy", "di", "eve"]
    ratings: dict[str, Rating] = {}
    for game in range(300):
        master, *thralls = players[game % 5 :] + players[: game % 5]
        seats = [SeatResult(p, -1, "servant", False, n) for n, p in enumerate(thralls, 1)]
        after = rate_game([SeatResult(master, 3, "master", True, 0), *seats], ratings)
        ratings = {player: each.rating for player, each in after.items()}
    mean = sum(rating.mu for rating in ratings.values()) / len(ratings)
    assert abs(to_points(mean) - 1000) < 25


def test_a_team_from_the_start_is_one_side() -> None:
    seats = [ANA, ANA._replace(player="bo"), CY, CY._replace(player="di")]
    after = rate_game(seats, STRONG)
    model = PlackettLuce()
    teams = [
        [model.create_rating([30.0, 2.0]), model.rating()],
        [model.create_rating([20.0, 3.0]), model.rating()],
    ]
    chances = model.predict_win(teams)
    expected = model.rate(teams, ranks=[0.0, 2.0])
    assert [after[name].chance for name in ("ana", "bo")] == pytest.approx([chances[0]] * 2)
    players = (("ana", "bo"), ("cy", "di"))
    for pair, team in zip(players, expected, strict=True):
        assert [after[name].rating for name in pair] == [(r.mu, r.sigma) for r in team]


@pytest.mark.parametrize("players", range(2, 13))
def test_chances_are_those_that_openskill_predicts(players: int) -> None:
    seats = [SeatResult(f"p{n}", -n, "master", n == 0, n) for n in range(players)]
    before = {seat.player: Rating(20.0 + n * n, 8.0 / (n + 1)) for n, seat in enumerate(seats)}
    after = rate_game(seats, before)
    model = PlackettLuce()
    alone = [[model.create_rating([*before[seat.player]])] for seat in seats]
    found = [after[seat.player].chance for seat in seats]
    assert found == pytest.approx(model.predict_win(alone))
    assert sum(chance or 0.0 for chance in found) == pytest.approx(1.0)


def test_who_left_their_team_is_compared_with_it() -> None:
    left = ANA._replace(player="bo", points=-1, won=False)
    after = rate_game([ANA, left, CY], {})
    assert after["ana"].mu > after["cy"].mu > after["bo"].mu


def test_a_team_that_winning_made_is_none() -> None:
    alone = rate_game([ANA, BO, CY], STRONG)
    assert alone["ana"].chance != alone["bo"].chance


def test_a_draw_moves_the_strong_towards_the_weak() -> None:
    drawn = [seat._replace(won=False, points=0, role="master") for seat in (ANA, CY)]
    after = rate_game(drawn, STRONG)
    assert after["ana"].mu < 30
    assert after["cy"].mu > 20


@pytest.mark.parametrize("seats", [[ANA], [ANA, ANA._replace(player="bo")]])
def test_a_game_with_one_side_leaves_ratings_as_they_were(seats: list[SeatResult]) -> None:
    after = rate_game(seats, STRONG)
    assert after["ana"] == (30.0, 2.0, None)
    assert {each.rating for name, each in after.items() if name != "ana"} <= {(MU, SIGMA)}


def test_ratings_do_not_depend_on_the_order_of_the_players() -> None:
    seats = [ANA, BO, CY, DI, CY._replace(player="eve", team=5)]
    every = {
        repr(sorted(rate_game(order, STRONG).items())) for order in itertools.permutations(seats)
    }
    assert len(every) == 1


def test_a_newcomer_has_1000_points_and_a_duel_won_three_times_of_four_is_worth_200() -> None:
    assert to_points(MU) == 1000
    model = PlackettLuce()
    certain = [[model.create_rating([mu, 1e-9])] for mu in (MU + model.beta, MU)]
    assert to_points(MU + model.beta) == 1200
    assert model.predict_win(certain)[0] == pytest.approx(0.76, abs=0.005)
