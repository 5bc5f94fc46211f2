"""A bound on how long a search may take, for callers that cannot wait for its end."""

from collections.abc import Callable

_GLANCE = 1024
"""Steps between two looks at whether the time is over."""


class TooLarge(Exception):
    """A question takes more steps, or more time, than its caller allows."""


class Effort:
    """Counts the steps of a search; without bounds it may take as many as it needs.

    `most` is the number of steps allowed. `is_over` is asked now and then whether to give up: a
    caller with a clock says so there.
    """

    def __init__(
        self, most: int | None = None, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        self.spent = 0
        self._most = most
        self._is_over = is_over

    def spend(self) -> None:
        """Take one step. Raises `TooLarge` where none is left."""
        self.spent += 1
        if self._most is not None and self.spent > self._most:
            raise TooLarge
        if self.spent % _GLANCE == 0 and self._is_over():
            raise TooLarge
