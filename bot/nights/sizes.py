"""The pod sizes of a night that follow from its variant and table."""

from bot.pairing import Sizes
from bot.rules.records import Setup
from bot.rules.seats import find_sizes
from bot.rules.tables import TABLES

PREFERRED_SIZE = 4
"""The best size of a pod, where the variant and the table allow it."""

_USUAL_SIZES = (frozenset({3, 4}), frozenset({4, 5, 6}))
"""Sizes to divide people into: the first ones that all fit the variant and the table."""


def propose_sizes(setup: Setup) -> Sizes:
    """Return the pod sizes for a setup, as long as the organiser chooses no others (NGT-1).

    Sizes on which a lobby remarks are possible only where the variant leaves no others.
    """
    most = setup.size or TABLES[setup.table].most
    possible = frozenset(size for size in find_sizes(setup) if size <= most)
    fewest_usual, most_usual = TABLES[setup.table].usual
    may = frozenset(each for each in possible if fewest_usual <= each <= most_usual) or possible
    allowed = next((sizes for sizes in _USUAL_SIZES if sizes <= may), may)
    preferred = min(allowed, key=lambda size: (abs(size - PREFERRED_SIZE), size))
    return Sizes(allowed, may, preferred)
