"""An event loop whose clock jumps to the next timer, so that hours pass at once."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class Selector(selectors.DefaultSelector):
    """A selector that never waits; it remembers how long it should have waited."""

    waited = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits for ever"
        self.waited += timeout
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """A loop whose time jumps forward whenever nothing is ready."""

    def __init__(self) -> None:
        self._waits = Selector()
        super().__init__(self._waits)

    def time(self) -> float:
        return self._waits.waited


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run `main` on a clock that starts at second 0."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(main)


def now() -> float:
    return asyncio.get_running_loop().time()
