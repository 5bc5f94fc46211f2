"""The browser that all tests of the page share: it takes longer to start than to be used."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.sandbox.browser import start_browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with start_browser() as browser:
        yield browser
