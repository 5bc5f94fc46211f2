"""The fixtures: a migrated database for each test, copied from one that is made once."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.migrate import migrate
from tests.storage.store import opened, url_of


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "suzerain.sqlite3"
    migrate(url_of(file))
    return file


@pytest.fixture
def file(template: Path, tmp_path: Path) -> Path:
    """A migrated database that nobody has opened yet."""
    return Path(shutil.copy(template, tmp_path))


@pytest.fixture
async def engine(file: Path) -> AsyncIterator[AsyncEngine]:
    async with opened(file) as engine:
        yield engine
