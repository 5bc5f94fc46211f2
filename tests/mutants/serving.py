"""A pytest plugin: it runs the tests of one mutant after the other instead of all tests.

Tests are imported and collected once. Each mutant is a fork in which functions are swapped. Loaded
by `-p tests.mutants.serving`; SUZERAIN_MUTANTS is the file descriptor of the pipe for requests.
"""

import os
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest

from tests.mutants.swapping import Functions, Place, find_changes, find_functions, swap

ROOT = Path(__file__).parents[2]

SURVIVED, KILLED, HUNG, UNSWAPPED = 0, 1, -signal.SIGALRM, 3
"""What becomes of a mutant, as the exit code of its process; one that crashes is killed as well."""


class Ask(NamedTuple):
    """The changed text of a file, and the tests, each of which may take so many `seconds`."""

    file: str
    text: str
    tests: Sequence[str]
    seconds: Sequence[int]


class _Noticing:
    """A plugin that remembers whether a test has failed."""

    def __init__(self) -> None:
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a failure."""
        self.failed |= report.failed


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answer requests until the pipe is closed."""
    asker = Connection(int(os.environ["SUZERAIN_MUTANTS"]))
    items = {item.nodeid: item for item in session.items}
    functions = find_functions(ROOT / "bot")
    asker.send(None)
    while (ask := asker.recv()) is not None:
        changes = find_changes(ROOT / ask.file, (ROOT / ask.file).read_text(), ask.text)
        asker.send(UNSWAPPED if changes is None else _fork(ask, changes, functions, items))
    return True


def _fork(ask: Ask, changes: dict[Place, CodeType], functions: Functions, items: dict[str, pytest.Item]) -> int:
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    fate = KILLED
    try:
        swap(functions, changes)
        fate = _run([items[test] for test in ask.tests], ask.seconds)
    except (LookupError, ValueError):
        fate = UNSWAPPED
    finally:
        os._exit(fate)


def _run(tests: Sequence[pytest.Item], seconds: Sequence[int]) -> int:
    """Run tests until one fails, or takes more than its seconds."""
    noticing = _Noticing()
    tests[0].config.pluginmanager.register(noticing)
    for test, following, most in zip(tests, [*tests[1:], None], seconds, strict=True):
        signal.alarm(most)
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if noticing.failed:
            return KILLED
    return SURVIVED
