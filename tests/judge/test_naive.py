"""The judge against the slow way: every choice made, in every order, on thousands of questions."""

from random import Random
from typing import Any

import pytest

from tests.judge.asking import make_question
from tests.judge.following import follow
from tests.judge.naive import Naive
from tests.judge.notation import ask

SMALL = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1)]
"""Parts and effects of questions that can be played to the end move by move."""

LARGER = [(1, 5), (1, 6), (2, 3), (2, 4), (3, 2), (4, 1), (4, 2)]
"""Of those for which positions have to be remembered."""


def compare(question: dict[str, Any], naive: Naive) -> None:
    """Fails unless the judge answers as the slow way does, with steps that can be followed."""
    answer = ask(question)
    for outcome in answer["outcomes"]:
        follow(naive, outcome)
        del outcome["steps"]
    for impossible in answer["impossible"]:
        assert impossible.pop("because")
        del impossible["rule"]
    assert answer == naive.answer()


@pytest.mark.parametrize("seed", range(40))
def test_small_questions_are_answered_as_every_choice_in_every_order_says(seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        parts, effects = random.choice(SMALL)
        question = make_question(random, parts=parts, effects=effects)
        compare({"question": "damage", **question}, Naive(question))


@pytest.mark.parametrize("seed", range(20))
def test_larger_questions_are_answered_as_every_choice_says(seed: int) -> None:
    random = Random(1000 + seed)
    for _ in range(8):
        parts, effects = random.choice(LARGER)
        question = make_question(random, parts=parts, effects=effects, most=random.choice([3, 8]))
        compare({"question": "damage", **question}, Naive(question, remember=True))
