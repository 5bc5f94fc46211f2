"""Distributing tests to processes: tests that wait get a process of their own.

A test that waits for a browser, a killed bot or a server would leave a core idle. So there is one
process more than there are cores; it runs only tests that wait.
"""

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler.worksteal import WorkStealingScheduling

from tests import external


class Scheduling(WorkStealingScheduling):  # type: ignore[misc]  # xdist tells no types
    """Work stealing among all processes but the first, which runs the tests that wait."""

    pending: list[int]
    _apart = False

    def check_schedule(self) -> None:
        """Set the waiting tests apart before any test is handed out."""
        if self.pending and not self._apart:
            self._apart = True
            self._set_apart()
        super().check_schedule()

    def _set_apart(self) -> None:
        patient, *others = self.nodes
        assert self.collection is not None
        waiting = [at for at in self.pending if self.collection[at].startswith(external.PLACES)]
        if waiting and len(others) > 1:
            apart = set(waiting)
            self.pending = [at for at in self.pending if at not in apart]
            self.node2pending[patient] += waiting
            patient.send_runtest_some(waiting)
            patient.shutdown()  # after these


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return one process for each core and one for tests that wait, for `-n auto`."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len(cores) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Replace `--dist worksteal`."""
    return Scheduling(config, log) if config.getvalue("dist") == "worksteal" else None
