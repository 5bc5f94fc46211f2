"""Those who are told of what happened. Whatever goes wrong with one is its own trouble."""

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

P = ParamSpec("P")


class Listeners(Generic[P]):
    """Called one after the other, in the order in which they came."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, None]] = []

    def add(self, listener: Callable[P, None]) -> None:
        """Tell `listener`, too, from now on."""
        self._listeners.append(listener)

    def tell(self, *args: P.args, **named: P.kwargs) -> None:
        """Tell all of them. What happened has happened: nothing that they raise undoes it."""
        for listener in self._listeners:
            try:
                listener(*args, **named)
            except Exception:
                log.exception("what happened could not be passed on")
