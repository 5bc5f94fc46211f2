"""Changes of a quadrant; each function returns the new quadrant (MJ-1, MJ-2)."""

from collections.abc import Iterable

from bot.joust.facts import Family, Quadrant, Singularity, Zone

_UNSTABLE_FORMS: dict[Singularity, Singularity] = {
    "blue": "blue!",
    "red": "red!",
    "yellow": "yellow!",
}
_STABLE_FORMS = {unstable: stable for stable, unstable in _UNSTABLE_FORMS.items()}

Spent = tuple[tuple[Zone, Family], ...]
"""The stable singularities that a payment uses: zone and family of each, sorted."""

Stock = tuple[tuple[int, int, int], ...]
"""The number of stable singularities of each family in zones 1 to 4."""


def arrange(zones: Iterable[Iterable[Singularity]]) -> Quadrant:
    """Return the quadrant with these contents of zones 1 to 4, which are sorted."""
    one, two, three, four = (tuple(sorted(contents)) for contents in zones)
    return one, two, three, four


def count_stable(quadrant: Quadrant) -> Stock:
    """Return the stable singularities, which can pay formulas."""
    return tuple(
        (contents.count("blue"), contents.count("red"), contents.count("yellow"))
        for contents in quadrant
    )


def has_singularity(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> bool:
    """Return whether this singularity, stable or unstable as it is, lies in the zone."""
    return singularity in quadrant[zone - 1]


def add(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """Add a singularity to a zone, which has room for any number (MJ-D2)."""
    return _replace_zone(quadrant, zone, (*quadrant[zone - 1], singularity))


def remove(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """Remove a singularity from a zone. Raises `ValueError` if it is not there."""
    left = list(quadrant[zone - 1])
    left.remove(singularity)
    return _replace_zone(quadrant, zone, left)


def move(quadrant: Quadrant, singularity: Singularity, zone: Zone, to: Zone) -> Quadrant:
    """Move a singularity to a zone, perhaps its own; it stays stable or unstable."""
    return add(remove(quadrant, singularity, zone), singularity, to)


def flip(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """Make a stable singularity unstable, or an unstable one stable."""
    other = _UNSTABLE_FORMS.get(singularity) or _STABLE_FORMS[singularity]
    return add(remove(quadrant, singularity, zone), other, zone)


def activate(quadrant: Quadrant, spent: Spent) -> Quadrant:
    """Make the spent singularities unstable until the end of the turn (MJ-12)."""
    for zone, family in spent:
        quadrant = flip(quadrant, family, zone)
    return quadrant


def destroy(quadrant: Quadrant, spent: Spent) -> Quadrant:
    """Remove the singularities that were spent on a plan (MJ-13)."""
    for zone, family in spent:
        quadrant = remove(quadrant, family, zone)
    return quadrant


def settle(quadrant: Quadrant) -> Quadrant:
    """Make all singularities stable, as at the end of a turn (MJ-10)."""
    return arrange((_STABLE_FORMS.get(each, each) for each in contents) for contents in quadrant)


def _replace_zone(quadrant: Quadrant, zone: Zone, contents: Iterable[Singularity]) -> Quadrant:
    zones = list(quadrant)
    zones[zone - 1] = tuple(contents)
    return arrange(zones)
