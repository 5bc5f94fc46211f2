"""The costs of test files: `--durations=20` shows the twenty most expensive.

Costs are processor time, which other programs hardly change, of the tests and of the processes that
they start and wait for. A server or browser that tests share counts for the test that ends it.
"""

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

_spent: Counter[str] = Counter()
_tests: Counter[str] = Counter()


_elsewhere = 0.0
"""Seconds of processes that another process waited for."""


def add(seconds: float) -> None:
    """Count the seconds of a process that is no child of this one."""
    global _elsewhere  # noqa: PLW0603
    _elsewhere += seconds


def _measure() -> float:
    return sum(os.times()[:4]) + _elsewhere


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Add the cost of a test and its fixtures to its file."""
    file, before = item.location[0], _measure()
    try:
        return (yield)
    finally:
        _spent[file] += _measure() - before  # type: ignore[assignment]  # seconds are no integers
        _tests[file] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the costs to the process that started this one, if there is one."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told["spent"], told["tests"] = dict(_spent), dict(_tests)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Receive the costs of a process that ended; a crashed one sends none."""
    told = getattr(node, "workeroutput", {})
    _spent.update(told.get("spent", {}))
    _tests.update(told.get("tests", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the most expensive files, and the sum of all."""
    shown = config.option.durations
    if shown is None or not _spent:
        return
    terminalreporter.section("processor time by file")
    for file, seconds in _spent.most_common(shown or None):
        terminalreporter.write_line(f"{seconds:7.1f} s  {_tests[file]:5} tests  {file}")
    terminalreporter.write_line(f"{sum(_spent.values()):7.1f} s  {_tests.total():5} tests in all")
