"""The pod sizes that a night proposes: what its variant and table take, four people if possible."""

import pytest

from bot.nights.sizes import propose_sizes
from bot.pairing import Sizes, divide
from bot.rules.records import Setup
from bot.rules.seats import find_sizes
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS


@pytest.mark.parametrize(
    ("setup", "allowed", "may", "preferred"),
    [
        (Setup(variant="elimination"), {3, 4}, {3, 4, 5, 6}, 4),
        (Setup(variant="esclave"), {4, 5, 6}, {4, 5, 6}, 4),
        (Setup(variant="esclave", size=5), {4, 5}, {4, 5}, 4),
        (Setup(variant="elimination", size=3), {3}, {3}, 3),
        (Setup(variant="elimination", table="pentagon"), {5}, {5}, 5),
        (Setup(variant="elimination", table="melee"), {6, 7, 8, 9, 10}, {6, 7, 8, 9, 10}, 6),
    ],
)
def test_sizes_follow_from_variant_table_and_agreed_seats(
    setup: Setup, allowed: set[int], may: set[int], preferred: int
) -> None:
    assert propose_sizes(setup) == Sizes(frozenset(allowed), frozenset(may), preferred)


@pytest.mark.parametrize(
    ("players", "pods"), [(5, (5,)), (14, (3, 3, 4, 4)), (9, (3, 3, 3)), (2, ())]
)
def test_a_crowd_is_divided_into_pods_of_three_and_four(
    players: int, pods: tuple[int, ...]
) -> None:
    assert divide(players, propose_sizes(Setup(variant="elimination"))) == pods


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_proposed_size_can_be_played(variant: str, table: str) -> None:
    setup = Setup(variant=variant, table=table)
    sizes = propose_sizes(setup)
    assert sizes.allowed
    assert sizes.allowed <= sizes.may <= set(find_sizes(setup))
    assert sizes.preferred in sizes.allowed
