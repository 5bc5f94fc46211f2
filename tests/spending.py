"""Where the time of the tests goes: with `--durations=20`, the twenty test files that cost most.

It is the processor's time, which a busy machine does not change much: of the tests and of the
processes that they start and wait for. A server or a browser that many tests share counts where it
ends, in the last of them.
"""

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

_spent: Counter[str] = Counter()
_tests: Counter[str] = Counter()


def _measure() -> float:
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Add what a test costs, with its fixtures, to its file."""
    file, before = item.location[0], _measure()
    try:
        return (yield)
    finally:
        _spent[file] += _measure() - before  # type: ignore[assignment]  # seconds are no integers
        _tests[file] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that started this one, if it is one of several."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told["spent"], told["tests"] = dict(_spent), dict(_tests)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear it from a process that has ended; one that crashed says nothing."""
    told = getattr(node, "workeroutput", {})
    _spent.update(told.get("spent", {}))
    _tests.update(told.get("tests", {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the files that cost most, and the sum of all."""
    shown = config.option.durations
    if shown is None or not _spent:
        return
    terminalreporter.section("processor time by file")
    for file, seconds in _spent.most_common(shown or None):
        terminalreporter.write_line(f"{seconds:7.1f} s  {_tests[file]:5} tests  {file}")
    terminalreporter.write_line(f"{sum(_spent.values()):7.1f} s  {_tests.total():5} tests in all")
