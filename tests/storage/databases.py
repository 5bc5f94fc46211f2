"""The fixtures: a migrated database for each test, on SQLite and on PostgreSQL."""

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.storage.engine.database import Database
from bot.storage.engine.migrate import migrate
from tests.storage.postgres import Postgres, postgres
from tests.storage.store import opened, url_of

__all__ = ["database", "file", "fresh", "kind", "postgres", "template", "url"]

Fresh = Callable[[], str]
"""Makes a migrated database, copied from one that is made once, and returns its URL."""


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "suzerain.sqlite3"
    migrate(url_of(file))
    return file


@pytest.fixture
def file(template: Path, tmp_path: Path) -> Path:
    """A migrated database in a file that nobody has opened yet."""
    return Path(shutil.copy(template, tmp_path))


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Every test that takes a database runs on both kinds."""
    kind: str = request.param
    return kind


@pytest.fixture(scope="session")
def fresh(kind: str, request: pytest.FixtureRequest) -> Fresh:
    """For those who need more than one."""
    if kind == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        migrated = _migrated(server)  # here, where no test's event loop runs yet
        return lambda: server.database(migrated)
    template: Path = request.getfixturevalue("template")
    folders: pytest.TempPathFactory = request.getfixturevalue("tmp_path_factory")
    return lambda: url_of(Path(shutil.copy(template, folders.mktemp("fresh"))))


_templates: dict[int, str] = {}


def _migrated(server: Postgres) -> str:
    """The name of the server's database that the others are copied from."""
    if id(server) not in _templates:
        url = server.database()
        migrate(url)
        _templates[id(server)] = url.rsplit("/", 1)[-1]
    return _templates[id(server)]


@pytest.fixture
def url(fresh: Fresh) -> str:
    """A migrated database that nobody has opened yet."""
    return fresh()


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    async with opened(url) as database:
        yield database
