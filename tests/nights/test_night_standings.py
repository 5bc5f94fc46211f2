"""Standings of a night (NGT-4), some by hand and many beside a slow reading of the rule."""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.nights.standings import (
    GameNightPodScore,
    GameNightRoundScores,
    GameNightStandingsLine,
    compute_game_night_standings,
)
from tests.effort import examples
from tests.literal.nights import ToldNight, ToldRound

PEOPLE = [*"abcdefghij"]


@st.composite
def draw_nights(draw: st.DrawFn) -> ToldNight:
    """Draw a night in which people come late, leave, sit out, and wait for results."""
    rounds: list[ToldRound] = []
    for _ in range(draw(st.integers(0, 5))):
        here = draw(st.permutations(PEOPLE))[: draw(st.integers(0, len(PEOPLE)))]
        told = ToldRound()
        while here:
            pod, here = here[:4], here[4:]
            if len(pod) < 3 or draw(st.integers(0, 4)) == 0:
                told.out |= set(pod)
            elif draw(st.integers(0, 5)):  # else the pod has no result
                points = {person: draw(st.integers(-3, 6)) for person in pod}
                told.pods.append((points, draw(st.sets(st.sampled_from(pod)))))
        rounds.append(told)
    return ToldNight(rounds)


def read_rounds(night: ToldNight) -> list[GameNightRoundScores]:
    return [
        GameNightRoundScores([GameNightPodScore(points, winners) for points, winners in told.pods], told.out)
        for told in night.rounds
    ]


@settings(max_examples=examples(200), deadline=None)
@given(night=draw_nights())
def test_random_nights_come_out_as_the_rule_reads(night: ToldNight) -> None:
    lines = compute_game_night_standings(read_rounds(night))
    assert {line.player for line in lines} == night.list_players()
    for line in lines:
        total, meetings = night.find_opposition(line.player)
        assert line.place == night.find_place(line.player)
        assert line.points == night.find_points(line.player)
        assert line.wins == night.find_wins(line.player)
        assert line.opposition * (meetings or 1) == total
    assert [line.place for line in lines] == sorted(line.place for line in lines)


@settings(max_examples=examples(60), deadline=None)
@given(night=draw_nights(), seed=st.integers())
def test_the_order_of_pods_and_names_changes_no_standing(night: ToldNight, seed: int) -> None:
    shuffled = [
        GameNightRoundScores(
            [GameNightPodScore(_shuffle(points, seed), winners) for points, winners in reversed(told.pods)],
            sorted(told.out, reverse=True),
        )
        for told in night.rounds
    ]
    assert compute_game_night_standings(shuffled) == compute_game_night_standings(read_rounds(night))


def _shuffle(points: dict[str, int], seed: int) -> dict[str, int]:
    names = [*points]
    Random(seed).shuffle(names)
    return {name: points[name] for name in names}


def find_line(lines: list[GameNightStandingsLine], player: str) -> GameNightStandingsLine:
    return next(line for line in lines if line.player == player)


def test_equal_points_wins_and_opposition_share_a_place_and_the_next_counts_all() -> None:
    rounds = [GameNightRoundScores([GameNightPodScore({"a": 3, "b": 3, "c": 0, "d": -1}, "ab")])]
    lines = compute_game_night_standings(rounds)
    assert [(line.place, line.player) for line in lines] == [(1, "a"), (1, "b"), (3, "c"), (4, "d")]


def test_a_win_decides_between_equal_points() -> None:
    pods = [GameNightPodScore({"a": 3, "b": 0}, "a"), GameNightPodScore({"c": 3, "d": 0})]
    lines = compute_game_night_standings([GameNightRoundScores(pods)])
    assert [line.player for line in lines[:2]] == ["a", "c"]
    assert [line.place for line in lines[:2]] == [1, 2]


def test_somebody_met_twice_counts_for_each_meeting() -> None:
    rounds = [
        GameNightRoundScores([GameNightPodScore({"a": 0, "b": 3, "c": 0})]),
        GameNightRoundScores([GameNightPodScore({"a": 0, "b": 3}), GameNightPodScore({"c": 0, "d": 0})]),
    ]
    assert find_line(compute_game_night_standings(rounds), "a").opposition == Fraction(6 + 6 + 0, 3)


def test_sitting_out_brings_the_average_of_the_games_rounded_down() -> None:
    rounds = [
        GameNightRoundScores([GameNightPodScore({"a": 3, "b": 0})]),
        GameNightRoundScores([GameNightPodScore({"a": 0, "b": 3})]),
        GameNightRoundScores([], "a"),
    ]
    line = find_line(compute_game_night_standings(rounds), "a")
    assert (line.points, line.from_byes, line.byes, line.games) == (4, 1, 1, 2)


def test_sitting_out_brings_nothing_before_a_game_and_never_less_than_nothing() -> None:
    assert compute_game_night_standings([GameNightRoundScores([], "a")])[0].points == 0
    rounds = [GameNightRoundScores([GameNightPodScore({"a": -1, "b": 3})]), GameNightRoundScores([], "a")]
    assert find_line(compute_game_night_standings(rounds), "a").points == -1


def test_a_result_that_may_be_disputed_counts_and_marks_its_players() -> None:
    rounds = [
        GameNightRoundScores(
            [GameNightPodScore({"a": 3, "b": 0}, "a", settled=False), GameNightPodScore({"c": 3, "d": 0})]
        )
    ]
    lines = compute_game_night_standings(rounds)
    assert {line.player for line in lines if line.unsettled} == {"a", "b"}
    assert find_line(lines, "a").points == 3


def test_players_without_a_game_have_a_line() -> None:
    lines = compute_game_night_standings([], ["b", "a"])
    assert [(line.place, line.player, line.points) for line in lines] == [(1, "a", 0), (1, "b", 0)]


def test_points_taken_by_the_organiser_lower_a_total_and_take_nothing_else() -> None:
    pod = GameNightPodScore({"ana": 3, "bo": 1, "cy": 0}, ("ana",))
    first, second, third = compute_game_night_standings([GameNightRoundScores([pod], taken={"ana": 5})])
    assert [(each.player, each.points) for each in (first, second, third)] == [("bo", 1), ("cy", 0), ("ana", -2)]
    assert (third.wins, third.games, third.taken) == (1, 1, 5)


def test_players_whose_result_was_taken_back_stay_in_the_standings() -> None:
    lines = compute_game_night_standings([GameNightRoundScores([], without_result=("ana", "bo"))])
    assert [(each.place, each.player, each.points) for each in lines] == [(1, "ana", 0), (1, "bo", 0)]
