"""Running tests on a mutant, in a prepared process or in a copy of the checkout."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import cache_from_source
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from subprocess import CompletedProcess
from typing import Literal

from tests.checkout import copy_checkout
from tests.mutants.making import ROOT, Mutant
from tests.mutants.serving import HUNG, SURVIVED, UNSWAPPED, Ask
from tests.mutants.tested import Tested

PYTEST = ("pytest", "-n0", "-q", "-p", "no:cacheprovider", "--no-header")

LONGEST = 30
"""Seconds after which a test that takes no time has noticed that the program does not end.

It is the time of one test, not of all: on a busy machine all of them may take long.
"""

SLOWER = 2
"""Others may take so many times what they took when they were alone."""

Fate = Literal["killed", "hung", "refused", "explained", "survived", "untested"]
"""The verdict on a mutant; it is `refused` if no test notices it, but the type checker does."""


class Judge:
    """A server that tests one mutant after the other, and a copy for code that runs at import."""

    def __init__(self, tested: Tested, server: Connection, copy: Path) -> None:
        self._tested = tested
        self._server = server
        self._copy = copy
        self._environ = os.environ | {"PYTHONPATH": f"{copy}"}
        self._environ.pop("PYTHONDONTWRITEBYTECODE", None)  # all the rest is compiled once

    def judge(self, mutant: Mutant, *, quick: bool = False) -> Fate:
        """Run the tests of a mutant's lines until one fails, or only the `quick` ones of them."""
        at = (mutant.file, mutant.first, mutant.last)
        find = self._tested.find_quick_tests if quick else self._tested.find_tests
        tests = find(*at)
        if not tests:
            return "untested"
        seconds = [LONGEST + SLOWER * int(self._tested.find_seconds(test)) for test in tests]
        ask = Ask(mutant.file, mutant.make(), tests, seconds)
        ended = UNSWAPPED if self._tested.runs_at_import(*at) else self._ask(ask)
        if ended == UNSWAPPED:
            ended = self._run_copy(ask)
        if ended == SURVIVED and not quick and self._is_refused(ask):
            return "refused"
        return "hung" if ended == HUNG else "survived" if ended == SURVIVED else "killed"

    def _is_refused(self, ask: Ask) -> bool:
        """Return whether the type checker refuses a mutant, as the gate does."""
        with self._changed(ask):
            return bool(self._run(("mypy", ask.file)).returncode)

    def _run(self, command: Sequence[str], timeout: float | None = None) -> CompletedProcess[bytes]:
        """Run a module in the copy."""
        return subprocess.run(
            (sys.executable, "-m", *command),
            cwd=self._copy,
            env=self._environ,
            capture_output=True,
            timeout=timeout,
            check=False,
        )

    def _ask(self, ask: Ask) -> int:
        self._server.send(ask)
        ended: int = self._server.recv()
        return ended

    def _run_copy(self, ask: Ask) -> int:
        with self._changed(ask):
            try:
                return self._run((*PYTEST, "-x", *ask.tests), sum(ask.seconds)).returncode
            except subprocess.TimeoutExpired:
                return HUNG

    @contextmanager
    def _changed(self, ask: Ask) -> Iterator[None]:
        """Change the copy during the block."""
        file = self._copy / ask.file
        right = file.read_text()
        _change(file, ask.text)
        try:
            yield
        finally:
            _change(file, right)


@contextmanager
def make_judge(tested: Tested, folder: Path) -> Iterator[Judge]:
    """Yield a judge whose server and copy exist during the block."""
    copy_checkout(folder)  # some tests read any of its files
    ours, theirs = Pipe()
    number = theirs.fileno()
    command = (sys.executable, "-m", *PYTEST, "-s", "-p", "tests.mutants.serving", *tested.files)
    env = os.environ | {"SUZERAIN_MUTANTS": f"{number}"}
    with ours, subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=(number,), stdout=subprocess.DEVNULL):
        theirs.close()
        ours.recv()
        try:
            yield Judge(tested, ours, folder)
        finally:
            ours.send(None)


def _change(file: Path, text: str) -> None:
    """Rewrite a file, and delete its compiled file."""
    file.write_text(text)
    Path(cache_from_source(file)).unlink(missing_ok=True)
