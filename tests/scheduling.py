"""Distributing tests to processes: tests that wait get two processes of their own.

A test that waits for a browser, a killed bot or a server would leave a core idle. So there are two
processes more than there are cores, which run only tests that wait: one those with a browser, one the
others.
"""

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler.worksteal import WorkStealingScheduling

from tests import external

BROWSER = "tests/sandbox/"
"""Beginnings of the ids of tests with a browser."""


class Scheduling(WorkStealingScheduling):  # type: ignore[misc]  # xdist tells no types
    """Work stealing among all processes but the first two, which run the tests that wait."""

    pending: list[int]
    _apart = False

    def check_schedule(self) -> None:
        """Set the waiting tests apart before any test is handed out."""
        if self.pending and not self._apart:
            self._apart = True
            self._set_apart()
        super().check_schedule()

    def _set_apart(self) -> None:
        assert self.collection is not None
        waiting = [at for at in self.pending if self.collection[at].startswith(external.PLACES)]
        browsing = [at for at in waiting if self.collection[at].startswith(BROWSER)]
        groups = [group for group in (browsing, [at for at in waiting if at not in browsing]) if group]
        if len(self.nodes) < len(groups) + 2:
            return
        for patient, group in zip(self.nodes, groups, strict=False):
            apart = {*group}
            self.pending = [at for at in self.pending if at not in apart]
            self.node2pending[patient] += group
            patient.send_runtest_some(group)
            patient.shutdown()  # after these


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return one process for each core and two for tests that wait, for `-n auto`; one core has only one more."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len(cores) + min(len(cores), 2)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Replace `--dist worksteal`."""
    return Scheduling(config, log) if config.getvalue("dist") == "worksteal" else None
