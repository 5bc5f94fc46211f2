"""A database from before deeds: the upgrade and a rebuild change nothing that was computed.

`before_deeds.sql` is SQLite's dump of a database that commit cdfcc11 made: games of four variants
and of a server's own, one with an undone defeat, one that was corrected, and a season with rules.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bot.projections.project import rebuild_derived_tables
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.projections.season_standings import SeasonStandingsCache
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.schema import defeats, results, rivalries, standings
from tests.storage.store import GUILD, opened, rows, url_of

DUMP = Path(__file__).with_name("before_deeds.sql")
TABLES = (results, standings, defeats, rivalries)


def restore(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Write the old database to a file, and return the rows of its projections."""
    with closing(sqlite3.connect(file)) as database:
        database.executescript(DUMP.read_text("utf-8"))
        database.row_factory = sqlite3.Row
        return {table.name: sort_rows(map(dict, database.execute(f"SELECT * FROM {table.name}"))) for table in TABLES}


def sort_rows(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(found, key=lambda row: sorted(map(str, row.items())))


def read_projections(file: Path, known: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the rows of the projections, with the columns that they had in `known`."""
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = sqlite3.Row
        return {
            name: sort_rows(
                {column: row[column] for column in old[0]} for row in database.execute(f"SELECT * FROM {name}")
            )
            for name, old in known.items()
        }


async def test_nothing_that_was_computed_changes_and_old_games_have_their_deeds(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    before = restore(file)
    assert {name: len(found) for name, found in before.items()}["results"] == 24
    async with opened(url_of(file)) as database:
        await upgrade_database_schema(database)
        await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
        assert read_projections(file, before) == before
        of = results.c
        found = await database.fetch_rows(select(of.channel, of.player, of.deeds))
        done = {(channel, player): deeds for channel, player, deeds in found}
        assert done[4, "ana"] == "first-blood venom double"
        assert done[5, "cy"] == "first-blood loyal"
        table = await SeasonStandingsCache(database).load_season_standings(GUILD, 1)
        assert table is not None
        assert {line.from_deeds for line in table.list_ranked_lines()} == {0}
        kept = await rows(database, results)
        await rebuild_derived_tables(database)
        await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
        assert await rows(database, results) == kept
    assert read_projections(file, before) == before
