"""A database of any earlier version is upgraded and played on.

Each file of `databases/` is SQLite's dump of a database that a script made with the code and tests
of its commit: in a simulated Discord a finished game, a running one and a lobby, in the channels of
`PLAYED`, and from 0006 on a finished season and the next one. The commits are, from 0001 on,
5c74919, ce99599, 95de0b8, db9f801 and 01007d9. 0006 was changed eight times after it had landed:
b9fac0f, 3b8ef34, aefb112, 228934f, c1af6de, 1946080, 9e11966, c82ec6c and acab014 have its forms 1
to 9.
"""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import select, text

from bot.care.integrity import check_integrity_of_database
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.joining import JoinPod
from bot.rules.lobby import StartGame
from bot.rules.reporting import ReportDefeats
from bot.rules.teams import list_players_with_master_status
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import (
    build_alembic_config,
    describe_schema_differences,
    migrate_database,
    upgrade_database_schema,
)
from bot.storage.engine.schema import posts, results, seasons
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.storage.store import column, execute, opened, url_of

DATABASES = Path(__file__).parent / "databases"
LATER = datetime(2026, 12, 1, 12, tzinfo=UTC)
PLAYED = ("finished", "running", "lobby")


@pytest.fixture(scope="module", params=sorted(each.stem for each in DATABASES.iterdir()))
def version(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def migrated(version: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database as its version left it, after the upgrade."""
    file = tmp_path_factory.mktemp("old") / "games.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((DATABASES / f"{version}.sql").read_text("utf-8"))
    migrate_database(url_of(file))
    return file


@pytest.fixture
async def database(migrated: Path, tmp_path: Path) -> AsyncIterator[Database]:
    async with opened(url_of(Path(shutil.copy(migrated, tmp_path)))) as database:
        yield database


class Evening:
    """The three channels that were played in, and the people who go on there."""

    def __init__(self, database: Database, places: dict[str, ChannelAddress]) -> None:
        self.service = GameService(EventLog(database), PeopleRepository(database), lambda: LATER)
        self.places = places

    async def find(self, name: str) -> LiveGame:
        return await self.service.load_current_game(self.places[name])

    async def do(self, name: str, command: ReportDefeats | JoinPod | StartGame) -> LiveGame:
        request = GameCommandRequest(self.places[name], None, lambda *_: command)
        return (await self.service.execute_command(request)).live

    async def win(self, name: str) -> LiveGame:
        """Let the host win: every player who is not their thrall yet loses to them."""
        live = await self.find(name)
        while live.pod is not None and live.pod.state == "running":
            host = live.pod.host
            loser = next(each for each in list_players_with_master_status(live.pod.standings) if each != host)
            report = DefeatReport(loser, "life", (DefeatSource(host, "Lightning Bolt"),))
            live = await self.do(name, ReportDefeats((report,)))
        return live


@pytest.fixture
async def evening(database: Database) -> Evening:
    found = await database.fetch_rows(text("SELECT DISTINCT guild, channel FROM events ORDER BY channel"))
    places = [ChannelAddress(guild, channel) for guild, channel in found]
    return Evening(database, dict(zip(PLAYED, places, strict=True)))


async def test_its_tables_are_todays_and_what_follows_from_the_log_is_there(database: Database) -> None:
    assert await database.run_read_transaction_without_timeout(describe_schema_differences) == []
    found = await database.run_read_transaction_without_timeout(check_integrity_of_database)
    assert found.pods == len(PLAYED)
    for problems in (found.damaged, found.strayed, found.boards, found.ratings):
        assert str(problems) == ""


async def test_its_games_are_played_to_their_ends_and_count(database: Database, evening: Evening) -> None:
    await evening.do("lobby", JoinPod("gus"))
    lobby = (await evening.do("lobby", JoinPod("hal"))).pod
    assert lobby is not None
    await evening.do("lobby", StartGame(tuple(lobby.players), lobby.host))
    for name in PLAYED:
        assert (await evening.win(name)).pod is not None
    counted = await database.fetch_rows(select(results))
    assert len({(each.channel, each.pod) for each in counted}) == len(PLAYED)
    assert str((await database.run_read_transaction_without_timeout(check_integrity_of_database)).strayed) == ""


async def test_its_seasons_and_posts_are_kept(database: Database, version: str) -> None:
    form = int(version.partition("_")[2] or 0)
    named = await column(database, select(seasons.c.name).order_by(seasons.c.number))
    kept = await database.fetch_rows(select(posts))
    assert named == (["Spring", "Summer"] if form >= 2 else [])
    assert [each.language for each in kept] == (["en"] if form >= 3 else [])


def test_a_copy_of_how_it_was_is_kept_for_its_owner_alone(migrated: Path, version: str) -> None:
    revision = version.partition("_")[0]
    copy = migrated.with_name(f"games.sqlite3.revision-{revision}")
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as kept:
        assert "\n".join(kept.iterdump()) + "\n" == (DATABASES / f"{version}.sql").read_text()


def test_whoever_runs_the_bot_is_told_where_the_copy_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    with closing(sqlite3.connect(old)) as database:
        database.executescript((DATABASES / "0001.sql").read_text("utf-8"))
    migrate_database(url_of(old))
    _, said = [record.getMessage() for record in caplog.records]
    assert f"{old}.revision-0001" in said
    caplog.clear()
    migrate_database(url_of(new))  # of which there is nothing to copy
    assert caplog.records == []


async def test_the_first_form_of_0006_is_completed_on_either_kind_of_database(url: str) -> None:
    async with opened(url) as database:
        await database.run_write_transaction(lambda sync: command.downgrade(build_alembic_config(sync), "0006"))
        gone = ("unrated", "defeats", "rivalries", "posts", "champions", "uncrowned")
        await execute(database, text("DROP INDEX ix_pods_ended"), text("DROP INDEX ix_guilds_due"))
        await execute(database, *(text(f"DROP TABLE {table}") for table in gone))
        for table, column in (("pods", "ended"), ("guilds", "due")):
            await execute(database, text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        await upgrade_database_schema(database)
        assert await database.run_read_transaction_without_timeout(describe_schema_differences) == []
