"""Random transcripts come out of the engine as the rule pages read literally.

Each follows from one number; how many there are is `tests/effort.py`'s to say. A failure names its
number and the shortest transcript on which the two still differ.
"""

from random import Random

import pytest

from tests.effort import EFFORT, SEED
from tests.literal.chance import Teller
from tests.literal.comparing import Difference, Pair
from tests.literal.engine import Engine
from tests.literal.history import History
from tests.literal.openings import open_randomly, open_wrongly
from tests.literal.shrinking import shrink
from tests.literal.telling import Line, Refused

ROUNDS = range(3)
"""Tests that share the transcripts, and that several processes share."""

EACH = EFFORT.transcripts // len(ROUNDS)


def find_seeds(part: int) -> range:
    """The numbers of one test's transcripts."""
    first = SEED + part * EACH
    return range(first, first + EACH)


def play(seed: int) -> Difference | None:
    """One transcript, told to both; the first difference."""
    random = Random(seed)
    pair = Pair(open_randomly(random))
    teller = Teller(random)
    found = pair.compare()
    for _ in range(random.randint(4, 18)):
        found = found or pair.tell(teller.tell(pair.pages))
    return found or pair.compare_leagues()


@pytest.mark.parametrize("part", ROUNDS)
def test_random_transcripts_give_what_the_pages_say(part: int) -> None:
    for seed in find_seeds(part):
        found = play(seed)
        if found is not None:
            pytest.fail(f"transcript {seed}:\n{shrink(found)}")


@pytest.mark.parametrize("part", ROUNDS)
def test_what_cannot_be_opened_is_refused(part: int) -> None:
    for seed in find_seeds(part):
        line = open_wrongly(Random(seed))
        assert _can_open(Engine, line) == _can_open(History, line), (seed, line)


def _can_open(reading: type[Engine] | type[History], line: Line) -> bool:
    try:
        reading(line)
    except Refused:
        return False
    return True
