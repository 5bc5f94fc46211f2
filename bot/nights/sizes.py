"""The pod sizes of a night that follow from its variant and table."""

from bot.nights.pairing import PodSizePreferences
from bot.rules.records import PodSetup
from bot.rules.seats import list_playable_player_counts
from bot.rules.tables import TABLES

PREFERRED_SIZE = 4
"""The best size of a pod, where the variant and the table allow it."""

_USUAL_SIZES = (frozenset({3, 4}), frozenset({4, 5, 6}))
"""Sizes to divide people into: the first ones that all fit the variant and the table."""


def propose_pod_sizes_for_game_night(pod_setup: PodSetup) -> PodSizePreferences:
    """Propose pod sizes that fit a game night's setup.

    Sizes that a lobby warns about are possible only if the variant leaves no others (NGT-1).
    """
    most = pod_setup.size or TABLES[pod_setup.table].most
    possible = frozenset(size for size in list_playable_player_counts(pod_setup) if size <= most)
    fewest_usual, most_usual = TABLES[pod_setup.table].usual
    may = frozenset(each for each in possible if fewest_usual <= each <= most_usual) or possible
    allowed = next((sizes for sizes in _USUAL_SIZES if sizes <= may), may)
    preferred = min(allowed, key=lambda size: (abs(size - PREFERRED_SIZE), size))
    return PodSizePreferences(allowed, may, preferred)
