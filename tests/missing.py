"""Skipping or failing a test whose machine lacks something."""

import os
from collections.abc import Generator
from typing import NoReturn

import pytest

_told = set[str]()


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
