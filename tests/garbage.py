"""The garbage collection of a test process: objects that stay are frozen, so that it takes no time.

Some tests keep the syntax trees of all sources: millions of objects. A full collection that visits
them takes seconds, which the bot of a later test does not have to answer. A bot that starts makes tens
of thousands of objects that stay for the test, so that collections are also less frequent.
"""

import gc
import time
from collections.abc import Mapping

import pytest

MAX_DURATION = 0.2
"""Seconds that a collection may take before the objects that exist after the test are frozen."""

THRESHOLDS = (60_000, 5, 10)
"""Python's own, of 700 new objects, would take a tenth of the time of the tests with a bot."""


class Freezer:
    """A plugin that freezes objects once the tests are known, and after slow collections."""

    def __init__(self) -> None:
        self._began = 0.0
        self._slow = False

    def note(self, phase: str, _: Mapping[str, int]) -> None:
        """Note how long a collection takes; a callback of `gc`."""
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self._slow |= time.perf_counter() - self._began > MAX_DURATION

    def pytest_collection_finish(self) -> None:
        """Freeze the tests and the modules."""
        self._freeze()

    def pytest_runtest_logfinish(self) -> None:
        """Freeze what a test has left if collections have become slow."""
        if self._slow:
            self._freeze()

    def _freeze(self) -> None:
        gc.collect()
        gc.freeze()
        self._slow = False


def pytest_configure(config: pytest.Config) -> None:
    """Set the thresholds and register the plugin."""
    gc.set_threshold(*THRESHOLDS)
    freezer = Freezer()
    config.pluginmanager.register(freezer)
    gc.callbacks.append(freezer.note)
