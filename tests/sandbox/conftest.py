"""The browser that all tests of the page share, because its start is slow, and the time that a test may take."""

import os
from collections.abc import AsyncIterator
from inspect import iscoroutinefunction
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.sandbox.browser import limit_time, start_browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Limit the time of every test in this folder, so that one that hangs fails and is repeated."""
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        is_here = f"{item.path}".startswith(here)
        if is_here and isinstance(item, pytest.Function) and iscoroutinefunction(item.obj):
            item.obj = limit_time(item.obj)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with start_browser() as browser:
        yield browser
