"""Callbacks that are told of an event. An error of one does not affect the others."""

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

P = ParamSpec("P")


class CallbackList(Generic[P]):
    """A list of callbacks that are called in the order in which they were added."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, None]] = []

    def add_callback(self, callback: Callable[P, None]) -> None:
        self._listeners.append(callback)

    def call_all_callbacks(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all callbacks in order. Errors that they raise are logged."""
        for listener in self._listeners:
            try:
                listener(*args, **kwargs)
            except Exception:
                log.exception("a listener failed")
