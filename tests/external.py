"""Tests with real servers, processes, signals or browsers: a failure is repeated once, and told.

Another program can make such a test fail by chance: it takes a port, or the processor for a while. So a
test of this ring that fails runs once more, from nothing. The last lines of a run name what was repeated;
more than `MOST` repetitions fail the run.
"""

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

PLACES = (
    "tests/cluster/test_starting.py",
    "tests/crash/",
    "tests/sandbox/",
    "tests/test_benchmarks.py",
    "tests/test_installing.py",
    "tests/test_run.py",
)
"""Beginnings of the ids of tests that wait for other programs for longer than they compute."""

MARKER = "external"
MOST = 3


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in `PLACES`, so that `-m "not external"` leaves them out."""
    for item in items:
        if item.nodeid.startswith(PLACES):
            item.add_marker(MARKER)


class Repeater:
    """A plugin that repeats external tests which fail, and remembers them."""

    def __init__(self) -> None:
        self._repeated: dict[str, str] = {}  # the error of each test, by its id

    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
        """Run an external test; if it fails, run it once more with new fixtures of every scope."""
        if item.get_closest_marker(MARKER) is None:
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        failed = next((each for each in reports if each.failed), None)
        if failed is not None:
            self._repeated[item.nodeid] = _describe_error(failed)
            item.session._setupstate.teardown_exact(None)
            reports = runtestprotocol(item, log=False, nextitem=nextitem)
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Receive the repetitions of a process that ended; a crashed one sends none."""
        self._repeated |= getattr(node, "workeroutput", {}).get("repeated", {})

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Fail a run with too many repetitions, and name them in its last lines."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["repeated"] = self._repeated
            return (yield)
        if len(self._repeated) > MOST:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        result = yield
        terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        if self._repeated and terminal is not None:
            for line in self._summarize():
                terminal.write_line(line)
        return result

    def _summarize(self) -> Iterator[str]:
        """Yield the lines that name the repeated tests."""
        count = len(self._repeated)
        verdict = f"more than {MOST}: the run has failed" if count > MOST else f"of {MOST} at most"
        yield f"Repeated once, as they failed the first time: {count}, {verdict}."
        yield from (f"  {test}: {error}" for test, error in sorted(self._repeated.items()))


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(Repeater())


def _describe_error(report: pytest.TestReport) -> str:
    """Return the phase that failed, and the first line of its error."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = f"{report.longrepr if crash is None else crash.message}".splitlines()
    return f"{report.when}: {lines[0] if lines else 'failed'}"
