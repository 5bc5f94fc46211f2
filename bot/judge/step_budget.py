"""A budget for a search, for callers that cannot wait for its end."""

from collections.abc import Callable

_CHECK_EVERY = 1024
"""Steps between two checks of the time."""


class StepBudgetExceededError(Exception):
    """The error that a question needs more steps or more time than allowed."""


class SearchStepBudget:
    """A limit on the number of steps and on the time of a search.

    `most` is the number of steps allowed; None means no limit. `is_over` is called now and then; the search stops once
    it returns True. A caller with a clock passes a function that reads it.
    """

    def __init__(self, most: int | None = None, is_over: Callable[[], bool] = lambda: False) -> None:
        self.spent = 0
        self._most = most
        self._is_over = is_over

    def count_search_step(self) -> None:
        """Count one step of the search. Raises `StepBudgetExceededError` if no step or time is left."""
        self.spent += 1
        if self._most is not None and self.spent > self._most:
            raise StepBudgetExceededError
        if self.spent % _CHECK_EVERY == 0 and self._is_over():
            raise StepBudgetExceededError
