"""The pod sizes that a night proposes: what its variant and table take, four people if possible."""

import pytest
from msgspec.structs import replace

from bot.front.nights.night_board import render_points_by_pod_size
from bot.front.nights.terms_input import fit_pod_sizes_to_setup, propose_game_night_settings
from bot.i18n import load_translations
from bot.nights.pairing import PodSizePreferences, divide_players_into_pod_sizes
from bot.nights.sizes import propose_pod_sizes_for_game_night
from bot.rules.records import PodSetup
from bot.rules.seats import list_playable_player_counts
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS, Scoring, Variant


@pytest.mark.parametrize(
    ("setup", "allowed", "may", "preferred"),
    [
        (PodSetup(variant="elimination"), {3, 4}, {3, 4, 5, 6}, 4),
        (PodSetup(variant="esclave"), {4, 5, 6}, {4, 5, 6}, 4),
        (PodSetup(variant="esclave", size=5), {4, 5}, {4, 5}, 4),
        (PodSetup(variant="elimination", size=3), {3}, {3}, 3),
        (PodSetup(variant="elimination", table="pentagon"), {5}, {5}, 5),
        (PodSetup(variant="elimination", table="melee"), {6, 7, 8, 9, 10}, {6, 7, 8, 9, 10}, 6),
    ],
)
def test_sizes_follow_from_variant_table_and_agreed_seats(
    setup: PodSetup, allowed: set[int], may: set[int], preferred: int
) -> None:
    assert propose_pod_sizes_for_game_night(setup) == PodSizePreferences(frozenset(allowed), frozenset(may), preferred)


@pytest.mark.parametrize(("players", "pods"), [(5, (5,)), (14, (3, 3, 4, 4)), (9, (3, 3, 3)), (2, ())])
def test_a_crowd_is_divided_into_pods_of_three_and_four(players: int, pods: tuple[int, ...]) -> None:
    assert (
        divide_players_into_pod_sizes(players, propose_pod_sizes_for_game_night(PodSetup(variant="elimination")))
        == pods
    )


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_proposed_size_can_be_played(variant: str, table: str) -> None:
    setup = PodSetup(variant=variant, table=table)
    sizes = propose_pod_sizes_for_game_night(setup)
    assert sizes.allowed
    assert sizes.allowed <= sizes.may <= set(list_playable_player_counts(setup))
    assert sizes.preferred in sizes.allowed


def test_sizes_follow_a_change_that_is_taken_back_unless_the_organiser_chose_them() -> None:
    usual = PodSetup(variant="elimination")
    larger = PodSetup(variant="elimination", table="melee")
    proposed = propose_game_night_settings(usual, 3, 60)
    there = fit_pod_sizes_to_setup(proposed, usual, larger)
    assert there.allowed == (6, 7, 8, 9, 10)
    assert fit_pod_sizes_to_setup(there, larger, usual) == proposed
    chosen = replace(proposed, allowed=(4,), may=(4,))
    assert fit_pod_sizes_to_setup(chosen, usual, replace(usual, size=4)) == chosen


@pytest.mark.parametrize(
    ("scoring", "shown"),
    [
        (Scoring(3, 1, 0, -1), ""),
        (Scoring(3, per_beat=1), "3 → 5, 4 → 6"),
        (Scoring(3, per_beat=1, combo_win=1, places=(2, 1)), "3 → 7, 4 → 8"),
        (Scoring(3, per_beat=1, at_most=5), ""),
        (Scoring(3, per_beat=-1), ""),
        (Scoring(per_defeat=1), ""),
    ],
)
def test_a_night_tells_if_a_smaller_pod_can_bring_fewer_points(scoring: Scoring, shown: str) -> None:
    setup = PodSetup(variant="ours", house=Variant(loser_becomes="out", points=scoring))
    lines = [*render_points_by_pod_size(setup, (4, 3, 3), load_translations("en"))]
    assert lines == ([f"-# Most points in one game, by number of players: {shown}"] if shown else [])
