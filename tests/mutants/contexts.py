"""A pytest plugin: coverage records which test runs a line, and the time of each test.

Loaded by `-p tests.mutants.contexts` under `coverage run`; SUZERAIN_DURATIONS names the file of
times.
"""

import json
import os
from collections import defaultdict
from collections.abc import Generator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import coverage
import pytest

import bot

_seconds: dict[str, float] = defaultdict(float)


def pytest_collection_finish() -> None:
    """Import the whole bot, or else its imports would count for the first test that needs them."""
    for module in walk_packages(bot.__path__, "bot."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Attribute the lines that run from now on to this test."""
    current = coverage.Coverage.current()
    if current is not None:
        current.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the time of a test, its fixtures included."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    """Write the times."""
    Path(os.environ["SUZERAIN_DURATIONS"]).write_text(json.dumps(_seconds))
