"""Teams that are about as strong as each other."""

from hypothesis import given
from hypothesis import strategies as st

from bot.rules.records import PodSetup
from bot.rules.seats import assign_balanced_teams, assign_seats, list_teams_from_seats

FOUR = ("ana", "bo", "cy", "di")
TWO_HEADED = PodSetup("two-headed-giant", "elimination", scoring="elimination")


def test_the_strongest_and_the_weakest_play_together() -> None:
    ratings = {"ana": 0.9, "bo": 0.6, "cy": 0.5, "di": 0.2}
    assert assign_balanced_teams(TWO_HEADED, FOUR, ratings) == {"ana": 0, "di": 0, "bo": 1, "cy": 1}


def test_who_never_played_counts_as_average() -> None:
    sides = assign_balanced_teams(TWO_HEADED, FOUR, {"ana": 0.8, "bo": 0.2})
    assert sides["ana"] == sides["bo"]


@given(st.integers(2, 6), st.integers(2, 4), st.lists(st.floats(0, 1), min_size=24, max_size=24))
def test_balanced_teams_are_equal_and_the_draw_keeps_to_them(count: int, heads: int, rated: list[float]) -> None:
    setup = PodSetup("teams", "elimination", scoring="elimination", teams=count)
    players = tuple(f"p{number}" for number in range(count * heads))
    ratings = dict(zip(players, rated, strict=False))
    sides = assign_balanced_teams(setup, players, ratings)
    found = list_teams_from_seats(setup, assign_seats(setup, players, sides))
    assert [{sides[player] for player in team} for team in found] == [{n} for n in range(count)]
    strengths = sorted(sum(ratings[player] for player in team) for team in found)
    assert strengths[-1] - strengths[0] <= heads
