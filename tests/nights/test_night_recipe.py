"""The page of the recipe of nights is enough to repeat them: a slow reading beside the bot."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from bot.basics.typed_values import convert_value_to_type
from bot.draws.night_proofs import PairingFairnessProof, recompute_round_pairings
from bot.nights.pairing import Mode, PodSizePreferences
from tests.effort import EFFORT, NAME, SEED, choose
from tests.literal import pods as page
from tests.nights.files import write_file

FOUR_OR_SIX = PodSizePreferences(*(frozenset({4, 6}),) * 2, 4)
"""Sizes by which a round may have both smaller pods and people who sit out."""


FEW, CROWDS = (3, 5, 7, 9, 11), (30, 33)
MODES: tuple[Mode, ...] = ("fresh", "swiss")


def list_nights() -> Iterator[tuple[int, bool, int, Mode]]:
    """Yield each kind of night: with few people, and in the gate in one mode with a crowd, or at night with both."""
    for fours, recipe, mode in product((False, True), (1, 2, 3), MODES):
        crowds: tuple[int, ...] = CROWDS
        if NAME == "gate":
            crowd, crowded = choose([*product(CROWDS, MODES)], f"crowd {fours} {recipe}")
            crowds = (crowd,) if mode == crowded else ()
        for people in (*FEW, *crowds):
            yield people, fours, recipe, mode


@pytest.mark.parametrize(("people", "fours", "recipe", "mode"), [*list_nights()])
def test_the_page_gives_the_pods_of_random_nights(people: int, fours: bool, recipe: int, mode: Mode) -> None:
    random = Random(f"{SEED} {people} {fours} {mode}")
    for _ in range(EFFORT.examples):
        apart = (3 if recipe < 3 else people) if mode == "fresh" else 0
        sizes = FOUR_OR_SIX if fours and people in (11, 30) else None
        file = write_file(random, people, 2, mode, apart, swaps=True, fours=fours, recipe=recipe, sizes=sizes)
        found = recompute_round_pairings(convert_value_to_type(file, PairingFairnessProof))
        for (pods, out), again in zip(page.find_pods(file), found, strict=True):
            assert again is not None
            assert [tuple(pod) for pod in pods] == [*again.pods]
            assert tuple(out) == again.out


def test_the_page_gives_the_commitment_the_tags_and_the_hash_of_avoidances() -> None:
    file = write_file(Random(SEED), 12, apart=3)
    assert page.find_commitment(file) == file["commitment"]
    assert page.find_tags(file) == [seat["tag"] for seat in file["roster"]]
    for number, told in enumerate(file["rounds"], 1):
        assert page.find_apart_hash(file, number) == told["apart_hash"]
