"""Fixtures: an archive of a history, and a league's server."""

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.storage.engine.database import Database
from tests.care.histories import exported, write_history
from tests.care.leagues import League, found
from tests.storage.store import opened, url_of


@pytest.fixture(scope="session")
def history(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the history that `archive` is a copy of."""
    folder = tmp_path_factory.mktemp("history")

    async def write() -> Path:
        async with opened(url_of(Path(shutil.copy(template, folder)))) as origin:
            await write_history(origin)
            return await exported(origin, folder / "archives")

    return asyncio.run(write())


@pytest.fixture
def archive(history: Path, tmp_path: Path) -> Path:
    """Return the archived history of two servers, to be changed freely."""
    return Path(shutil.copy(history, tmp_path / "history.jsonl"))


@pytest.fixture
async def league(database: Database, tmp_path: Path) -> League:
    """A server where four people have played, and a folder for the tables."""
    await found(database)
    return League(database, tmp_path)
