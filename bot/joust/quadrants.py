"""What may become of a quadrant; each function returns the quadrant after it (MJ-1, MJ-2)."""

from collections.abc import Iterable

from bot.joust.facts import Family, Quadrant, Singularity, Zone

_UNSTABLE: dict[Singularity, Singularity] = {
    "blue": "blue!",
    "red": "red!",
    "yellow": "yellow!",
}
_STABLE = {unstable: stable for stable, unstable in _UNSTABLE.items()}

Spent = tuple[tuple[Zone, Family], ...]
"""The stable singularities that a payment activates: zone and family of each, sorted."""

Stock = tuple[tuple[int, int, int], ...]
"""How many stable singularities of each family lie in zones 1 to 4."""


def arrange(zones: Iterable[Iterable[Singularity]]) -> Quadrant:
    """The quadrant with these contents, in any order, of zones 1 to 4."""
    one, two, three, four = (tuple(sorted(contents)) for contents in zones)
    return one, two, three, four


def count_stable(quadrant: Quadrant) -> Stock:
    """What a formula could be paid with."""
    return tuple(
        (contents.count("blue"), contents.count("red"), contents.count("yellow"))
        for contents in quadrant
    )


def holds(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> bool:
    """Whether the singularity lies in the zone, just so."""
    return singularity in quadrant[zone - 1]


def add(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """One more singularity in a zone: there is room for any number (MJ-D2)."""
    return _put(quadrant, zone, (*quadrant[zone - 1], singularity))


def remove(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """One less of what lies in the zone."""
    left = list(quadrant[zone - 1])
    left.remove(singularity)
    return _put(quadrant, zone, left)


def move(quadrant: Quadrant, singularity: Singularity, zone: Zone, to: Zone) -> Quadrant:
    """A singularity goes to another zone, or stays where it is, and remains as it was."""
    return add(remove(quadrant, singularity, zone), singularity, to)


def flip(quadrant: Quadrant, singularity: Singularity, zone: Zone) -> Quadrant:
    """A stable singularity becomes unstable, an unstable one stable."""
    other = _UNSTABLE.get(singularity) or _STABLE[singularity]
    return add(remove(quadrant, singularity, zone), other, zone)


def activate(quadrant: Quadrant, spent: Spent) -> Quadrant:
    """What was paid with is unstable until the end of the turn (MJ-12)."""
    for zone, family in spent:
        quadrant = flip(quadrant, family, zone)
    return quadrant


def destroy(quadrant: Quadrant, spent: Spent) -> Quadrant:
    """What a plan was paid with is gone (MJ-13)."""
    for zone, family in spent:
        quadrant = remove(quadrant, family, zone)
    return quadrant


def settle(quadrant: Quadrant) -> Quadrant:
    """All is stable again, as at the end of a turn (MJ-10)."""
    return arrange((_STABLE.get(each, each) for each in contents) for contents in quadrant)


def _put(quadrant: Quadrant, zone: Zone, contents: Iterable[Singularity]) -> Quadrant:
    zones = list(quadrant)
    zones[zone - 1] = tuple(contents)
    return arrange(zones)
