"""The effort of tests: minutes for every change, or a whole night.

The gate runs nearly all tests; it leaves the longest ones, and some cases of others, to the night.
`python3 dev.py test --nightly` runs everything; it uses a night's effort with a new seed, and
prints how to repeat the run: `SUZERAIN_EFFORT=nightly SUZERAIN_SEED=…`. All randomness of a test
follows from that seed.
"""

import os
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")


class Effort(Struct, frozen=True):
    """The number of repetitions of tests that could be repeated for ever."""

    examples: int
    """Of a test with Hypothesis, times as many as the test says."""
    kills: int
    """Of a bot while people play."""
    crowds: int
    """Of people who do everything at once, each in another order."""
    outages: int
    """Of a bot or, every other time, of the database under it."""
    harms: int
    """To several processes of one bot while people play."""
    collapses: int
    """Of a process that judges, rates and corrects games."""
    restarts: int
    """Of a bot that posts each week."""
    transcripts: int
    """Random games that the rules and a slow reader of their pages tell alike."""
    inputs: int
    """Of somebody who means no good, in options, custom ids and forms."""
    acts: int
    """Of each kind of person, each of them another way to ask for something."""
    pairs: int
    """Of two acts that begin at the same instant."""


EFFORTS = {
    "gate": Effort(
        1,
        kills=2,
        crowds=3,
        outages=1,
        harms=1,
        collapses=1,
        restarts=200,
        transcripts=300,
        inputs=2_000,
        acts=3,
        pairs=80,
    ),
    "nightly": Effort(
        25,
        kills=100,
        crowds=100,
        outages=40,
        harms=21,
        collapses=40,
        restarts=3_000,
        transcripts=10_000,
        inputs=40_000,
        acts=1_000,
        pairs=100_000,
    ),
}
NAME = os.environ.get("SUZERAIN_EFFORT", "gate")
EFFORT = EFFORTS[NAME]
SEED = int(os.environ.get("SUZERAIN_SEED", "1"))


FEW = 20
"""So many examples or fewer, of tests that take long for each, are not halved."""


def examples(count: int) -> int:
    """Return the number of Hypothesis examples, of which a night tries `count` times as many.

    The gate tries half of them: it has hundreds of such tests for few rules.
    """
    return count // 2 if NAME == "gate" and count > FEW else count * EFFORT.examples


def choose(among: Sequence[T], test: str) -> T:
    """Choose one of several similar cases for a test, by its id; another one each night."""
    return Random(f"{SEED} {test}").choice(among)


def choose_for_gate(among: Iterable[T], test: str) -> list[T]:
    """Choose one of several similar cases for the gate; a night has all of them."""
    every = list(among)
    return every if NAME == "nightly" else [choose(every, test)]
