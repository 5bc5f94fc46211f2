"""Skipping or failing a test whose machine lacks something."""

import os
from collections import Counter
from collections.abc import Generator
from typing import NoReturn

import pytest

_told = set[str]()
_skipped: Counter[str] = Counter()
"""The number of skipped tests by their reason, in the process that prints the summary."""


def skip_without(name: str, how: str) -> NoReturn:
    """Skip the test and say `how` to get what is missing; fail it if `name` is required.

    `name` is required if the environment variable `SUZERAIN_REQUIRE_<name>` is 1.
    """
    if os.environ.get(f"SUZERAIN_REQUIRE_{name}") == "1":
        pytest.fail(how)
    _told.add(how)
    pytest.skip(how)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give skips of one reason one location, so that the summary shows them in one line."""
    report = yield
    how = str(call.excinfo.value) if call.excinfo and report.skipped else ""
    if how in _told:
        report.longrepr = ("tests", None, f"Skipped: {how}")  # type: ignore[assignment]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count a skipped test; xdist passes on the reports of its processes."""
    if report.skipped and not hasattr(report, "wasxfail") and isinstance(report.longrepr, tuple):
        _skipped[report.longrepr[2].removeprefix("Skipped: ")] += 1


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, object, object]:
    """Print below the summary what was skipped, and how to have it: one line."""
    result = yield
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if _skipped and terminal is not None and not hasattr(session.config, "workeroutput"):
        reasons = "; ".join(f"{count} for {reason}" for reason, count in _skipped.most_common())
        terminal.write_line(f"Skipped: {reasons}.")
    return result
