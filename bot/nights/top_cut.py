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


def count_top_cut_pods(cut_size: int, player_count: int) -> int:
    """Return the number of pods in a top cut of `cut_size` players; lower if too few players are present."""
    if player_count >= cut_size:
        return cut_size // CUT_POD_SIZE
    return min(1, player_count // CUT_POD_SIZE) if cut_size == max(CUT_SIZES) else player_count // CUT_POD_SIZE


def divide_into_top_cut_pods(
    ranked_people: Sequence[Person], pod_count: int
) -> tuple[list[list[Person]], list[Person]]:
    """Divide the best players into top-cut pods; return the pods and the remaining players.

    The best do not meet at once: of 16 people the pods have the places 1 8 9 16, 2 7 10 15, 3 6 11 14 and 4 5 12 13.
    """
    rows = [[*ranked_people[at * pod_count : (at + 1) * pod_count]] for at in range(CUT_POD_SIZE)]
    turned = [row if at % 2 == 0 else row[::-1] for at, row in enumerate(rows)]
    return [list(pod) for pod in zip(*turned, strict=True)], [*ranked_people[pod_count * CUT_POD_SIZE :]]
