"""The database of every release is upgraded, on SQLite and on PostgreSQL, to the same rows, and played on.

`releases` has a dump for each release and kind of database, of the history that the care tests of the release's own
commit write. `1.0.0` is commit a6119b5e. `VERSION.game.sql.gz` is a dump of one finished game, for the benchmark.
Version 0.1.0, the first of all, knew SQLite alone: `databases/0001.sql`.
"""

import gzip
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.care.integrity import DatabaseProblemSummary, check_integrity_of_database
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.rules.concession import ConcedeGame
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import create_or_upgrade_database_schema, describe_schema_differences
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.care.histories import ATTIC, HERE, THERE, everything
from tests.loopback.program import ROOT
from tests.storage.postgres import Postgres
from tests.storage.store import NOON, opened, url_of

RELEASES = Path(__file__).parent / "releases"
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
VERSIONS = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - ", CHANGELOG, re.MULTILINE)
"""The releases that have a date."""


def read_dump(name: str) -> str:
    return gzip.decompress((RELEASES / f"{name}.sql.gz").read_bytes()).decode()


@pytest.fixture(params=VERSIONS)
async def both(
    request: pytest.FixtureRequest, postgres: Postgres, tmp_path: Path
) -> AsyncIterator[tuple[Database, Database]]:
    """The databases of a release, on SQLite and on PostgreSQL, after the upgrade."""
    version = request.param
    file, url = tmp_path / "games.sqlite3", postgres.database()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(read_dump(f"{version}.sqlite"))
    server = await asyncpg.connect(url)
    await server.execute(read_dump(f"{version}.postgresql"))
    await server.close()
    async with AsyncExitStack() as stack:
        databases = [await stack.enter_async_context(opened(each)) for each in (url_of(file), url)]
        for each in databases:
            await create_or_upgrade_database_schema(each)
            for guild in (HERE, THERE):
                await BackgroundRatingUpdater(each).wait_for_ratings_of_server(guild)
        yield databases[0], databases[1]
    postgres.drop(url)


async def list_rows(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    return {name: sorted(rows, key=repr) for name, rows in (await everything(database)).items()}


def test_every_release_has_a_database_of_each_kind() -> None:
    names = {each.name for each in RELEASES.iterdir()}
    assert {f"{each}.{kind}.sql.gz" for each in VERSIONS for kind in ("sqlite", "postgresql")} <= names


async def test_upgrades_of_both_databases_of_a_release_give_the_same_and_go_on(both: tuple[Database, Database]) -> None:
    one, other = [await list_rows(each) for each in both]
    assert {name for name in one if one[name] != other[name]} == set()
    for database in both:
        assert await database.run_read_transaction_without_timeout(describe_schema_differences) == []
        found = await database.run_read_transaction_without_timeout(check_integrity_of_database)
        assert [found.damaged, found.strayed, found.boards, found.ratings] == [DatabaseProblemSummary()] * 4
        service = GameService(EventLog(database), PeopleRepository(database), lambda: NOON + timedelta(days=1))
        place = ChannelAddress(HERE, ATTIC)
        live = await service.load_current_game(place)
        assert live.pod is not None
        conceding = ConcedeGame(live.pod.players[-1])
        done = await service.execute_command(GameCommandRequest(place, None, lambda *_, command=conceding: command))
        assert done.live.version == live.version + 1
        found = await database.run_read_transaction_without_timeout(check_integrity_of_database)
        assert [found.damaged, found.strayed] == [DatabaseProblemSummary()] * 2
