"""Changes of a quadrant; each function returns the new quadrant (MJ-1, MJ-2)."""

from collections.abc import Iterable

from bot.joust.table_types import Family, Quadrant, Singularity, Zone

_UNSTABLE_FORMS: dict[Singularity, Singularity] = {"blue": "blue!", "red": "red!", "yellow": "yellow!"}
_STABLE_FORMS = {unstable: stable for stable, unstable in _UNSTABLE_FORMS.items()}

Spent = tuple[tuple[Zone, Family], ...]
"""The stable singularities that a payment uses: zone and family of each, sorted."""

Stock = tuple[tuple[int, int, int], ...]
"""The number of stable singularities of each family in zones 1 to 4."""


def build_quadrant_of_zones(zone_contents: Iterable[Iterable[Singularity]]) -> Quadrant:
    """Build a player's quadrant from the singularity cards in zones 1 to 4, which are sorted."""
    one, two, three, four = (tuple(sorted(contents)) for contents in zone_contents)
    return one, two, three, four


def count_stable_singularities(quadrant: Quadrant) -> Stock:
    """Return the number of stable (unused) singularity cards by zone and family; only these can
    pay costs.
    """
    return tuple((contents.count("blue"), contents.count("red"), contents.count("yellow")) for contents in quadrant)


def has_singularity_in_zone(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> bool:
    """Return whether this singularity card (singularity) lies in the zone, stable or unstable
    as given.
    """
    return singularity in quadrant[zone - 1]


def add_singularity_to_zone(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """Return the quadrant with one more singularity in a zone, which holds any number (MJ-D2)."""
    return _replace_zone_contents(quadrant, zone, (*quadrant[zone - 1], singularity))


def remove_singularity_from_zone(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """Return the quadrant without a singularity of a zone. Raises `ValueError` if it is
    missing.
    """
    left = list(quadrant[zone - 1])
    left.remove(singularity)
    return _replace_zone_contents(quadrant, zone, left)


def move_singularity_to_zone(quadrant: Quadrant, singularity: Singularity, zone: Zone, target_zone: Zone) -> Quadrant:
    """Return the quadrant with a singularity in another zone; it stays stable or unstable."""
    return add_singularity_to_zone(remove_singularity_from_zone(quadrant, singularity, zone), singularity, target_zone)


def flip_singularity_in_zone(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """Return the quadrant with a singularity made unstable if it was stable, and vice versa."""
    other = _UNSTABLE_FORMS.get(singularity) or _STABLE_FORMS[singularity]
    return add_singularity_to_zone(remove_singularity_from_zone(quadrant, singularity, zone), other, zone)


def mark_singularities_as_spent(quadrant: Quadrant, spent_singularities: Spent) -> Quadrant:
    """Return the quadrant with the spent singularity cards unstable until the turn ends
    (MJ-12).
    """
    for zone, family in spent_singularities:
        quadrant = flip_singularity_in_zone(quadrant, family, zone)
    return quadrant


def remove_spent_singularities(quadrant: Quadrant, spent_singularities: Spent) -> Quadrant:
    """Return the quadrant without the singularity cards that were spent on a plan (MJ-13)."""
    for zone, family in spent_singularities:
        quadrant = remove_singularity_from_zone(quadrant, family, zone)
    return quadrant


def make_all_singularities_stable(quadrant: Quadrant) -> Quadrant:
    """Return the quadrant with all singularity cards stable (unused), as at the end of a turn
    (MJ-10).
    """
    return build_quadrant_of_zones((_STABLE_FORMS.get(each, each) for each in contents) for contents in quadrant)


def _replace_zone_contents(quadrant: Quadrant, zone: Zone, contents: Iterable[Singularity]) -> Quadrant:
    zones = list(quadrant)
    zones[zone - 1] = tuple(contents)
    return build_quadrant_of_zones(zones)
