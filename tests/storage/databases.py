"""The fixtures: a migrated database for each test, on SQLite and on PostgreSQL.

Only where durability is the test do commits wait for the disk: see `durable`.
"""

import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from bot.storage.engine import sqlite
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import migrate_database
from bot.storage.engine.point_queries import CompiledSelect
from bot.storage.engine.row_changes import CompiledSqlStatement
from tests.storage.postgres import Postgres, postgres
from tests.storage.store import opened, url_of

DURABLE = sqlite.PRAGMAS["synchronous"]

__all__ = ["postgres"]

Fresh = Callable[[], AbstractContextManager[str]]
"""Gives the URL of a migrated database, copied from one that is made once; it ends with a block."""


@pytest.fixture(scope="session", autouse=True)
def hasty() -> Iterator[None]:
    """SQLite leaves it to the system when a commit reaches the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sqlite.PRAGMAS, "synchronous", "OFF")
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled() -> Iterator[None]:
    """A statement is compiled once for each kind of database, and not for each test's engine."""
    cache: LRUCache[Any, Any] = LRUCache(5_000)

    def share(connection: Connection) -> None:
        connection.engine._compiled_cache = cache

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DefaultDialect, "__hash__", lambda dialect: hash(type(dialect)))
        patch.setattr(DefaultDialect, "__eq__", lambda one, other: type(one) is type(other))
        event.listen(Engine, "engine_connect", share)
        for kind in (CompiledSqlStatement, CompiledSelect):
            patch.setattr(kind, "__init__", _prepare_once(kind.__init__))
        yield
        event.remove(Engine, "engine_connect", share)


def _prepare_once(original: Callable[..., None]) -> Callable[..., None]:
    known: dict[Any, dict[str, Any]] = {}

    def prepare(self: CompiledSqlStatement, statement: Any, *given: Any) -> None:
        *columns, dialect = given
        key = type(self), statement, *map(tuple, columns), dialect
        if key not in known:
            original(self, statement, *given)
            known[key] = {**vars(self)}
        vars(self).update(known[key])

    return prepare


@pytest.fixture
def durable(request: pytest.FixtureRequest) -> Iterator[None]:
    """Commits wait for the disk, as they do wherever people play."""
    with ExitStack() as stack:
        if "url" in request.fixturenames:
            request.getfixturevalue("url")  # which is made and dropped in haste
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setitem(sqlite.PRAGMAS, "synchronous", DURABLE)
        kind = request.getfixturevalue("kind") if "kind" in request.fixturenames else ""
        if "postgres" in request.fixturenames or kind == "postgresql":
            stack.enter_context(request.getfixturevalue("postgres").durable())
        yield


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "suzerain.sqlite3"
    migrate_database(url_of(file))
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
        return partial(_copied, server, _migrated(server))  # no test's event loop runs here yet
    template: Path = request.getfixturevalue("template")
    folders: pytest.TempPathFactory = request.getfixturevalue("tmp_path_factory")
    return partial(_copied_file, template, folders)


@contextmanager
def _copied(server: Postgres, migrated: str) -> Iterator[str]:
    kept = _kept.setdefault(id(server), [])
    url = kept.pop() if kept else server.database(migrated)
    try:
        yield url
    finally:
        if server.empty(url, migrated):
            kept.append(url)
        else:
            server.drop(url)


@contextmanager
def _copied_file(template: Path, folders: pytest.TempPathFactory) -> Iterator[str]:
    folder = folders.mktemp("fresh")
    try:
        yield url_of(Path(shutil.copy(template, folder)))
    finally:
        shutil.rmtree(folder)


_templates: dict[int, str] = {}
_kept: dict[int, list[str]] = {}
"""Databases that nobody has at the moment, by their server."""


def _migrated(server: Postgres) -> str:
    """The server's database that the others are copied from."""
    if id(server) not in _templates:
        url = server.database()
        migrate_database(url)
        _templates[id(server)] = url
    return _templates[id(server)]


@pytest.fixture
def url(fresh: Fresh) -> Iterator[str]:
    """A migrated database that nobody has opened yet."""
    with fresh() as url:
        yield url


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    async with opened(url) as database:
        yield database


@asynccontextmanager
async def open_anew(fresh: Fresh) -> AsyncIterator[Database]:
    """A migrated database that nobody else has."""
    with fresh() as url:
        async with opened(url) as database:
            yield database
