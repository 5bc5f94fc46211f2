"""Standings as a file: the same as the leaderboard has, and harmless in a spreadsheet."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, update

from bot.projections import standings_file
from bot.projections.skill import BETA, MU
from bot.projections.standings import ALL_RESULTS, LeaderboardFilter, load_leaderboard_without_season_rules
from bot.projections.standings_file import (
    Format,
    StandingsFileLine,
    encode_standings_file,
    escape_spreadsheet_formula,
    load_standings_file_header,
)
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import Person, build_people_upserts
from bot.storage.tables.totals import DAY_MILLISECONDS
from tests.storage.store import GUILD, NOON, SEATS, Channel, execute

NOW = NOON + timedelta(days=1)


async def document(database: Database, kind: Format, scope: LeaderboardFilter = ALL_RESULTS) -> bytes:
    def write(connection: Connection) -> bytes:
        of = load_standings_file_header(connection, GUILD, scope, NOW)
        return b"".join(encode_standings_file(kind, of, standings_file.load_standings_file_lines(connection, of)))

    return await database.run_read_transaction_without_timeout(write)


async def as_json(database: Database, scope: LeaderboardFilter = ALL_RESULTS) -> Any:
    return json.loads(await document(database, "json", scope))


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True))


async def play(database: Database) -> Channel:
    """Two games before the season, one in it; Di is forgotten, and another server plays too."""
    await database.commit_changes(*build_people_upserts(Person(id, n, id) for n, id in enumerate(SEATS[:3], 1)))
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("bo", "cy")
    await channel.do(ReportDrawnGame())
    start = NOON + timedelta(minutes=channel.version + 1)
    season = {"guild": GUILD, "number": 1, "name": "Spring", "start": start, "end": None}
    await execute(database, insert(schema.seasons).values(season))
    await channel.play("ana", "cy", "di", killer="bo")
    await Channel(database, 5, GUILD + 1).play("bo", "cy", "di")
    return channel


async def test_a_file_says_what_the_leaderboard_says_of_everybody(database: Database) -> None:
    await play(database)
    today = datetime_to_milliseconds(NOON) // DAY_MILLISECONDS
    season = schema.seasons.update().values(end=NOON + timedelta(days=9))
    await execute(database, season)
    scopes = [
        LeaderboardFilter(),
        LeaderboardFilter(season=1),
        LeaderboardFilter(since=today),
        LeaderboardFilter(since=today + 1),
    ]
    for scope in (*scopes, LeaderboardFilter(variant="esclave"), LeaderboardFilter(table="melee")):
        page = await load_leaderboard_without_season_rules(database, GUILD, scope)
        of_board = [
            (each.rank, each.points, each.games, each.won_as_master, each.won_as_servant, each.caused, each.served)
            for each in page.lines
        ]
        lines = (await as_json(database, scope))["lines"]
        keys = ("rank", "points", "games", "won_as_master", "won_as_servant", "caused", "served")
        assert [tuple(line[key] for key in keys) for line in lines] == of_board


async def test_a_document_says_what_it_counts(database: Database) -> None:
    channel = await play(database)
    won = schema.results.c.won
    await execute(database, update(schema.results).values(reign=61_999, mu=MU))
    await execute(database, update(schema.results).where(won).values(mu=MU + BETA))
    found = await as_json(database, LeaderboardFilter(season=1, table="free-for-all"))
    lines = found.pop("lines")
    assert found == {
        "server": f"{GUILD}",
        "made_at": "2026-01-02T12:00:00Z",
        "season": {"number": 1, "name": "Spring"},
        "from": "2026-01-01T12:11:00Z",
        "to": None,
        "variant": None,
        "table": "free-for-all",
    }
    ended = channel.written[-1].at.isoformat().replace("+00:00", "Z")
    assert lines[0] == {
        "rank": 1,
        "player": "bo",
        "points": 3,
        "games": 1,
        "won_as_master": 1,
        "won_as_servant": 0,
        "caused": 3,
        "served": 0,
        "longest_reign": 61,
        "first_game": ended,
        "last_game": ended,
        "rating": 1_200,
        "played": 1,
        "status": "ranked",
        "from_deeds": 0,
    }
    assert {line["player"] for line in lines} == {"ana", "bo", "cy", None}


async def test_csv_has_a_header_and_the_same_values(database: Database) -> None:
    await play(database)
    rows = read(await document(database, "csv"))
    lines = (await as_json(database))["lines"]
    assert [*rows[0]] == [*lines[0]]
    assert [[*row.values()] for row in rows] == [
        ["" if value is None else str(value) for value in line.values()] for line in lines
    ]


async def test_a_season_that_is_not_there_has_no_file(database: Database) -> None:
    with pytest.raises(LookupError):
        await database.run_read_transaction_without_timeout(
            partial(load_standings_file_header, guild_id=GUILD, leaderboard_filter=LeaderboardFilter(season=4), now=NOW)
        )


# CSV

NASTY = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text(st.sampled_from("=+-@＝'\t\r\n \",;|ab"), max_size=6),
)
NOBODY = standings_file.StandingsFileHeader("1", NOW, None, None, None, None, None)


def _lines(names: list[str]) -> Iterator[StandingsFileLine]:
    for name in names:
        yield StandingsFileLine(1, name, -1, 1, 0, 0, 0, 0, 0, NOON, NOON, None, 1)


@given(st.lists(NASTY))
def test_every_name_comes_back_from_csv_and_none_is_a_formula(names: list[str]) -> None:
    content = b"".join(encode_standings_file("csv", NOBODY, _lines(names)))
    assert content.count(b"\r\n") >= len(names) + 1
    found = [row["player"] for row in read(content)]
    bare = [name[1:] if name and escape_spreadsheet_formula(name[1:]) == name else name for name in found]
    assert bare == names
    assert not any(name.startswith(tuple("=+-@\t\r\n")) for name in found)


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "\t=1", " +1", "'=1", "-", "＝1", "\rx"])
def test_what_could_be_a_formula_gets_an_apostrophe(name: str) -> None:
    assert escape_spreadsheet_formula(name) == f"'{name}"


@pytest.mark.parametrize("name", ["Ana", "O'Neil", "'t Hooft", "a=b", "", "Анна", "1+1"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert escape_spreadsheet_formula(name) == name
