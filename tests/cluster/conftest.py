"""A real PostgreSQL for each test of several processes, and what processes keep there."""

from collections.abc import AsyncIterator, Callable

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cluster.store import PostgreSQLClusterStore
from bot.storage.engine.migrate import migrate_database
from tests.loopback.child import redirect
from tests.loopback.server import Loopback
from tests.storage.postgres import Postgres

MakeStore = Callable[[], PostgreSQLClusterStore]


@pytest.fixture(scope="session")
def migrated(postgres: Postgres) -> str:
    """A database with its tables, which nobody is connected to."""
    url = postgres.database()
    migrate_database(url)
    return url


@pytest.fixture
def url(postgres: Postgres, migrated: str) -> str:
    return postgres.database(migrated)


@pytest.fixture
async def make_store(url: str) -> AsyncIterator[MakeStore]:
    made: list[PostgreSQLClusterStore] = []

    def make() -> PostgreSQLClusterStore:
        made.append(PostgreSQLClusterStore(url, lambda _: None))
        return made[-1]

    yield make
    for store in made:
        await store.close_connection_for_good()


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    """Discord, for clients in this process."""
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # put back in the end
    async with Loopback() as loopback:
        redirect(loopback.address)
        yield loopback
