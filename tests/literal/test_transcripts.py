"""Random transcripts come out of the engine as the rule pages read literally.

Three hundred of them, which follow from one number each:
`SUZERAIN_TRANSCRIPTS=10000 python3 dev.py test tests/literal` plays as many as a release should,
`SUZERAIN_TRANSCRIPTS_SEED=7` begins elsewhere. A failure names its number and the shortest
transcript on which the two still differ.
"""

import os
from random import Random

import pytest

from tests.literal.chance import Teller
from tests.literal.comparing import Difference, Pair
from tests.literal.engine import Engine
from tests.literal.history import History
from tests.literal.openings import open_randomly, open_wrongly
from tests.literal.shrinking import shrink
from tests.literal.telling import Line, Refused

COUNT = int(os.environ.get("SUZERAIN_TRANSCRIPTS", "300"))
SEED = int(os.environ.get("SUZERAIN_TRANSCRIPTS_SEED", "1"))
ROUND = 100
"""Transcripts in one test, so that several processes share them."""

ROUNDS = range(SEED, SEED + COUNT, ROUND)


def play(seed: int) -> Difference | None:
    """One transcript, told to both; the first difference."""
    random = Random(seed)
    pair = Pair(open_randomly(random))
    teller = Teller(random)
    found = pair.compare()
    for _ in range(random.randint(4, 18)):
        found = found or pair.tell(teller.tell(pair.pages))
    return found


@pytest.mark.parametrize("first", ROUNDS)
def test_random_transcripts_give_what_the_pages_say(first: int) -> None:
    for seed in range(first, min(first + ROUND, SEED + COUNT)):
        found = play(seed)
        if found is not None:
            pytest.fail(f"SUZERAIN_TRANSCRIPTS_SEED={seed}\n{shrink(found)}")


@pytest.mark.parametrize("first", ROUNDS)
def test_what_cannot_be_opened_is_refused(first: int) -> None:
    for seed in range(first, min(first + ROUND, SEED + COUNT)):
        line = open_wrongly(Random(seed))
        assert _can_open(Engine, line) == _can_open(History, line), (seed, line)


def _can_open(reading: type[Engine] | type[History], line: Line) -> bool:
    try:
        reading(line)
    except Refused:
        return False
    return True
