"""A plugin of pytest's: coverage knows by which test a line is run, and how long each took.

With `-p tests.mutants.contexts`, under `coverage run`; SUZERAIN_DURATIONS names the file.
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
    """Import all of the bot, or it would run for whichever test needs it first."""
    for module in walk_packages(bot.__path__, "bot."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What runs from now on runs for this test."""
    current = coverage.Coverage.current()
    if current is not None:
        current.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what a test took, its fixtures included."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    """Write down what each took."""
    Path(os.environ["SUZERAIN_DURATIONS"]).write_text(json.dumps(_seconds))
