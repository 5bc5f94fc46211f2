"""The top cut of a night: after its last round the best of the standings play on, in pods of four.

A cut of 16 has four pods, whose winners play the final; a cut of four has the final alone.
"""

from collections.abc import Sequence
from typing import TypeVar

Person = TypeVar("Person")

CUT_SIZES = (4, 16)
"""The numbers of people with whom a top cut can begin."""

CUT_POD_SIZE = 4
"""The players of each pod of a cut."""


def count_pods_of_cut(cut: int, people: int) -> int:
    """Return the number of pods in a top cut. With fewer than 16 people, a cut of 16 has one pod."""
    if people >= cut:
        return cut // CUT_POD_SIZE
    return min(1, people // CUT_POD_SIZE) if cut == max(CUT_SIZES) else people // CUT_POD_SIZE


def divide_into_pods_of_cut(people: Sequence[Person], pod_count: int) -> tuple[list[list[Person]], list[Person]]:
    """Divide the best players into top-cut pods; return the pods and the remaining players.

    The best do not meet at once: of 16 people the pods have the places 1 8 9 16, 2 7 10 15, 3 6 11 14 and 4 5 12 13.
    """
    rows = [[*people[at * pod_count : (at + 1) * pod_count]] for at in range(CUT_POD_SIZE)]
    turned = [row if at % 2 == 0 else row[::-1] for at, row in enumerate(rows)]
    return [list(pod) for pod in zip(*turned, strict=True)], [*people[pod_count * CUT_POD_SIZE :]]
