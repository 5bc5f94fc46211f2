"""Games as a file: what comes out goes in again, with the same standings; on the same server nothing changes."""

import csv
import io
import shutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.projections.games_entry import (
    GamesFileEntry,
    GamesFilePreview,
    GamesFileUnreadableError,
    enter_games_of_file,
    parse_games_file,
    preview_games_file,
)
from bot.projections.games_file import FileOfGames, encode_games_file
from bot.rules.deck_naming import DeclareDeck
from bot.rules.facts import Commander, Deck
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from bot.storage.engine.schema import people, results
from bot.storage.record.audit import AuditEntry
from bot.storage.record.people import Person, build_people_upserts
from tests.storage.store import ACCOUNT_KEY, GUILD, NOON, SEATS, Channel, killed, opened, url_of

PEOPLE = [Person(name, number, f"={name}", name) for number, name in enumerate(SEATS, 10**17)]
ELSEWHERE = 901


async def play(database: Database) -> None:
    """Games of several variants: with thralls, a draw, a deck, a deed of the server's own, and one in two teams."""
    await database.commit_changes(*build_people_upserts(PEOPLE))
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("ana", "cy", "di", killer="bo", setup=PodSetup(variant="elimination", scoring="elimination"))
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "cy"))
    await channel.do(DeclareDeck("bo", Deck((Commander("-Krenko, Mob Boss"),), name="@goblins")))
    await channel.do(killed("di", "cy"), ReportDrawnGame())
    teams = PodSetup(table="two-headed-giant", variant="elimination", scoring="elimination")
    await channel.do(OpenLobby(teams, "ana", SEATS), StartGame(SEATS, "bo"), killed("ana", "cy"))


async def export(database: Database, guild: int = GUILD) -> bytes:
    def write(connection: Connection) -> bytes:
        return b"".join(encode_games_file(connection, FileOfGames(guild)))

    return await database.run_read_transaction_without_timeout(write)


async def preview(database: Database, content: bytes, guild: int = GUILD) -> GamesFilePreview:
    games = parse_games_file(content)
    return await database.run_read_transaction_without_timeout(
        lambda connection: preview_games_file(connection, guild, games, "As in the file")
    )


async def enter(database: Database, content: bytes, guild: int = GUILD) -> GamesFilePreview:
    found = await preview(database, content, guild)
    entry = AuditEntry(7, guild, NOON + timedelta(days=9), "ana", "imported", {})
    request = GamesFileEntry(555, found, entry, "en", frozenset())
    await database.run_write_transaction(lambda connection: enter_games_of_file(request, connection))
    return found


async def load_standing(database: Database, guild: int = GUILD) -> list[Any]:
    """All that leaderboards, statistics and seasons are made of, with accounts in place of players."""
    left_out = {"channel", "pod", "player", "guild", "mu", "sigma", "chance", "recorded", "reign", "brought_by"}
    columns = [each for each in results.c if each.name not in left_out]
    query = select(people.c.discord_id, *columns).join(people, people.c.id == results.c.player)
    rows = await database.fetch_rows(query.where(results.c.guild == guild))
    return sorted(tuple(map(str, row)) for row in rows)


@pytest.fixture
async def played(template: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """A server with some games."""
    async with opened(url_of(Path(shutil.copy(template, tmp_path / "here.db"))), ACCOUNT_KEY) as database:
        await play(database)
        yield database


@pytest.fixture
async def empty(template: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """Another bot, which knows nothing."""
    async with opened(url_of(Path(shutil.copy(template, tmp_path / "there.db"))), ACCOUNT_KEY) as database:
        yield database


async def test_what_came_out_gives_the_same_standings_on_an_empty_server(played: Database, empty: Database) -> None:
    content = await export(played)
    found = await enter(empty, content, ELSEWHERE)
    assert (found.problems, found.known, len(found.games)) == ((), 0, 4)
    assert await load_standing(empty, ELSEWHERE) == await load_standing(played)
    again = await preview(empty, content, ELSEWHERE)
    assert (again.games, again.known, again.differing) == ((), 4, ())
    once_more = await preview(played, await export(empty, ELSEWHERE))  # back where it came from
    assert (once_more.games, once_more.known, once_more.problems) == ((), 4, ())


async def test_what_came_out_changes_nothing_on_the_same_server(played: Database) -> None:
    found = await preview(played, await export(played))
    assert (found.games, found.known, found.differing, found.new_people) == ((), 4, (), ())


async def test_no_cell_is_a_formula_and_an_edited_file_is_read_as_before(played: Database) -> None:
    content = await export(played)
    rows = [*csv.reader(io.StringIO(content.decode(), newline=""))]
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t")]
    saved = io.StringIO()
    csv.writer(saved, delimiter=";").writerows(rows)
    again = parse_games_file(b"\xef\xbb\xbf" + saved.getvalue().encode())
    assert {row["player"] for game in again for row in game.rows} == {f"={name}" for name in SEATS}


async def test_a_cell_that_contradicts_the_record_is_named(played: Database, empty: Database) -> None:
    content = (await export(played)).decode().replace(",yes,", ",no,", 1).encode()
    found = await preview(empty, content, ELSEWHERE)
    [problem] = found.problems
    assert (problem.code, problem.column, problem.cell, problem.wanted) == ("cell", "won", "no", "yes")
    assert len(found.games) == 3


async def test_other_points_count_where_the_game_is_new_and_change_nothing_where_it_is_known(
    played: Database, empty: Database
) -> None:
    rows = [*csv.DictReader(io.StringIO((await export(played)).decode(), newline=""))]
    first = rows[0]
    first["points"] = "42"
    saved = io.StringIO()
    writer = csv.DictWriter(saved, [*first])
    writer.writeheader()
    writer.writerows(rows)
    found = await preview(played, saved.getvalue().encode())
    assert (found.games, found.differing) == ((), (first["game"],))
    await enter(empty, saved.getvalue().encode(), ELSEWHERE)
    query = select(results.c.points).where(results.c.points == 42)
    assert len(await empty.fetch_rows(query)) == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"game,seat\n1,1\n"])
def test_a_file_that_is_no_table_of_games_is_refused(content: bytes) -> None:
    with pytest.raises(GamesFileUnreadableError):
        parse_games_file(content)


async def test_a_record_that_was_changed_or_is_missing_is_a_problem(played: Database, empty: Database) -> None:
    rows = [*csv.DictReader(io.StringIO((await export(played)).decode(), newline=""))]
    texts = ["", "zAAAA", rows[4]["record"], rows[0]["record"][:-8]]
    for number, text in enumerate(texts):
        rows[4 * number]["record"] = text
    saved = io.StringIO()
    writer = csv.DictWriter(saved, [*rows[0]])
    writer.writeheader()
    writer.writerows(rows)
    found = await preview(empty, saved.getvalue().encode(), ELSEWHERE)
    assert not found.games
    assert {problem.code for problem in found.problems} <= {"record", "cell", "rules"}
