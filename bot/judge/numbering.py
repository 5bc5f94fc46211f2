"""Numbers for things that are compared very often."""

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Numbering(Generic[T]):
    """Gives each thing a number, from 0 on; equal things have the same."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}
        self._things: list[T] = []

    def __getitem__(self, number: int) -> T:
        return self._things[number]

    def number(self, thing: T) -> int:
        """Return the number of a thing, a new one if it has none yet."""
        number = self._numbers.setdefault(thing, len(self._things))
        if number == len(self._things):
            self._things.append(thing)
        return number
