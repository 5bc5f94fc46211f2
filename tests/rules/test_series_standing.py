"""Series: when one is won, by whom, and what a later correction of a round does (ESC-12)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.series import (
    GameSeriesScore,
    GameSeriesSettings,
    PointsByPlayer,
    build_next_series_round,
    compute_game_series_score,
)

PEOPLE = ("ana", "bo", "cy", "di")
POINTS = st.dictionaries(st.sampled_from(PEOPLE), st.integers(-3, 6), min_size=1)
COUNTED = st.lists(POINTS, min_size=1, max_size=8)
ROUNDS = st.lists(st.none() | POINTS, min_size=1, max_size=8)
TARGETS = st.integers(1, 12)


def test_points_add_up_and_those_who_come_later_begin_with_none() -> None:
    rounds = [{"ana": 3, "bo": -1}, {"ana": 1, "cy": 3}]
    assert compute_game_series_score(rounds, 10) == GameSeriesScore(2, {"ana": 4, "bo": -1, "cy": 3})


def test_whoever_reaches_the_target_wins_at_the_end_of_that_round() -> None:
    assert compute_game_series_score([{"ana": 3, "bo": 0}], 4).winners == ()
    assert compute_game_series_score([{"ana": 3, "bo": 0}, {"ana": 1, "bo": 3}], 4).winners == ("ana",)


def test_of_several_the_highest_wins() -> None:
    assert compute_game_series_score([{"ana": 4, "bo": 5}], 4).winners == ("bo",)


def test_equal_ones_play_one_more_round_which_also_a_third_can_win() -> None:
    tied: list[PointsByPlayer] = [{"ana": 4, "bo": 4, "cy": 3}]
    assert compute_game_series_score(tied, 4) == GameSeriesScore(1, {"ana": 4, "bo": 4, "cy": 3})
    assert compute_game_series_score([*tied, {"ana": 0, "bo": 1, "cy": 0}], 4).winners == ("bo",)
    assert compute_game_series_score([*tied, {"ana": 0, "bo": 0, "cy": 3}], 4).winners == ("cy",)


def test_whoever_has_reached_the_target_can_lose_points_of_it_again() -> None:
    assert compute_game_series_score([{"ana": 4, "bo": 4}, {"ana": -1, "bo": -1}], 4).winners == ()


def test_after_a_victory_another_series_begins() -> None:
    rounds = [{"ana": 4, "bo": 0}, {"ana": 0, "bo": 3}]
    assert compute_game_series_score(rounds, 4) == GameSeriesScore(1, {"ana": 0, "bo": 3})


def test_a_victory_that_is_taken_back_leaves_the_later_rounds_in_the_series() -> None:
    later = {"ana": 0, "bo": 3}
    assert compute_game_series_score([{"ana": 3, "bo": 1}, later], 4) == GameSeriesScore(
        2, {"ana": 3, "bo": 4}, ("bo",)
    )


def test_nobody_wins_while_an_earlier_round_may_still_change() -> None:
    later = {"ana": 4, "bo": 0}
    assert compute_game_series_score([None, later], 4) == GameSeriesScore(2, {"ana": 4, "bo": 0})
    assert compute_game_series_score([{"ana": 0, "bo": 4}, later], 4) == GameSeriesScore(1, later, ("ana",))
    assert compute_game_series_score([{"ana": 0, "bo": 3}, later], 4).winners == ("ana",)


def test_a_team_that_was_agreed_wins_together() -> None:
    rounds = [{"ana": 3, "bo": 3, "cy": 0, "di": 0}] * 2
    assert compute_game_series_score(rounds, 6, has_teams=True).winners == ("ana", "bo")
    assert compute_game_series_score(rounds, 6).winners == ()


def test_equal_ones_of_changing_teams_play_one_more_round() -> None:
    rounds = [{"ana": 3, "bo": 0, "cy": 3}, {"ana": 0, "bo": 3, "cy": 3}, {"ana": 3, "bo": 3}]
    assert compute_game_series_score(rounds, 6, has_teams=True).winners == ()


@pytest.mark.parametrize("first", [None, 4])
def test_each_round_names_the_first(first: int | None) -> None:
    assert build_next_series_round(GameSeriesSettings(10, first), 9) == GameSeriesSettings(10, first or 9)


def test_after_a_pod_that_is_no_round_there_is_none() -> None:
    assert build_next_series_round(None, 9) is None


@given(COUNTED, TARGETS)
def test_a_winner_has_the_target_and_more_than_everybody_else(rounds: list[PointsByPlayer], target: int) -> None:
    now = compute_game_series_score(rounds, target)
    assert len(now.winners) <= 1
    for winner in now.winners:
        assert now.points[winner] >= target
        assert all(now.points[p] < now.points[winner] for p in now.points if p != winner)


@given(COUNTED, TARGETS)
def test_without_a_winner_nobody_is_there_alone(rounds: list[PointsByPlayer], target: int) -> None:
    now = compute_game_series_score(rounds, target)
    most = max(now.points.values())
    if not now.winners and most >= target:
        assert list(now.points.values()).count(most) > 1


@given(ROUNDS, TARGETS, st.booleans())
def test_the_points_are_those_of_the_series_last_rounds(
    rounds: list[PointsByPlayer | None], target: int, teams: bool
) -> None:
    now = compute_game_series_score(rounds, target, has_teams=teams)
    own = [each for each in rounds[len(rounds) - now.round :] if each is not None]
    assert now.points == {p: sum(each.get(p, 0) for each in own) for each in own for p in each}


@given(ROUNDS, TARGETS, st.booleans())
def test_a_series_ends_with_its_victory(rounds: list[PointsByPlayer | None], target: int, teams: bool) -> None:
    every = [compute_game_series_score(rounds[:end], target, has_teams=teams) for end in range(1, len(rounds) + 1)]
    for before, after in pairwise(every):
        assert after.round == (1 if before.winners else before.round + 1)


@given(ROUNDS, TARGETS, st.permutations(PEOPLE))
def test_names_make_no_difference(rounds: list[PointsByPlayer | None], target: int, others: list[str]) -> None:
    called = dict(zip(PEOPLE, others, strict=True))
    renamed = [each and {called[p]: points for p, points in each.items()} for each in rounds]
    now, then = compute_game_series_score(rounds, target), compute_game_series_score(renamed, target)
    assert [called[winner] for winner in now.winners] == list(then.winners)
    assert {called[p]: points for p, points in now.points.items()} == then.points
