"""What is drawn: plain values that travel to the worker. All words in them are translated."""

from collections.abc import Iterable
from typing import Literal

import msgspec

MOST_SEATS = 25

Standing = Literal["playing", "leader", "thrall", "masterless", "out"]


class Seat(msgspec.Struct, frozen=True):
    """Who sits there; seats are numbered from 0 in the order of turns.

    `group` numbers their team, which has a colour, a shape and a letter of its own, the same in
    every picture; `serves` is the seat of a thrall's master.
    """

    name: str
    group: int | None = None
    standing: Standing = "playing"
    active: bool = False
    serves: int | None = None


class Words(msgspec.Struct, frozen=True):
    """What the legend says of each sign."""

    attack: str
    reach: str
    beyond: str
    active: str
    serves: str
    leader: str
    thrall: str
    masterless: str
    out: str


class Table(msgspec.Struct, frozen=True, tag=True):
    """A table of 2 to 25 seats, seen by `viewer`, who sits at the bottom.

    `attack` are the seats that the viewer may attack, `reach` those in the viewer's range: `None`
    where range has no limit. Raises `ValueError` for a seat that is not there.
    """

    title: str
    seats: tuple[Seat, ...]
    words: Words
    viewer: int | None = None
    attack: frozenset[int] = frozenset()
    reach: frozenset[int] | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(self.seats) <= MOST_SEATS:
            raise ValueError(f"a table of {len(self.seats)} seats")
        named = {*self.attack, *(self.reach or ()), *self._single()}
        if strangers := named.difference(range(len(self.seats))):
            raise ValueError(f"no such seats: {sorted(strangers)}")
        if self.viewer is None and (self.attack or self.reach is not None):
            raise ValueError("range and attacks are a viewer's")

    def _single(self) -> Iterable[int]:
        if self.viewer is not None:
            yield self.viewer
        for seat in self.seats:
            if seat.serves is not None:
                yield seat.serves


Scene = Table  # all that can be drawn
