"""The browser that all tests of the page share, because its start is slow."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.sandbox.browser import start_browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with start_browser() as browser:
        yield browser
