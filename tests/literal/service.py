"""Who has served how long (ESC-45, ESC-D7): in lists alone, the earliest first.

An order is a list of arrivals; an arrival is all bands that came at one moment; a band is a beaten
team: its head, who was its master, then those who had served there, in their own order. Whoever
came alone is a band of one.
"""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Band:
    head: str | None
    followers: "Order"


Arrival = tuple[Band, ...]
Order = tuple[Arrival, ...]


def leave(order: Order, gone: Collection[str]) -> Order:
    """The order without some of those who served; the others keep their places."""
    arrivals = (tuple(_thin(band, gone) for band in arrival) for arrival in order)
    filled = (tuple(b for b in bands if b.head or b.followers) for bands in arrivals)
    return tuple(arrival for arrival in filled if arrival)


def _thin(band: Band, gone: Collection[str]) -> Band:
    return Band(None if band.head in gone else band.head, leave(band.followers, gone))


def arrive(order: Order, bands: Collection[Band]) -> Order:
    """The order after these came, all at one moment."""
    return (*order, tuple(bands)) if bands else order


def find_heirs(order: Order) -> list[str]:
    """Who has served longest; several if they arrived together and none was the others' master.

    Where several beaten teams arrived together, only their former masters are options (ESC-D21).
    """
    if not order:
        return []
    first = order[0]
    heads = [band.head for band in first if band.head is not None]
    if heads:
        return heads
    return [heir for band in first for heir in find_heirs(band.followers)]


def list_servants(order: Order) -> list[str]:
    found: list[str] = []
    for arrival in order:
        for band in arrival:
            found += [] if band.head is None else [band.head]
            found += list_servants(band.followers)
    return found
