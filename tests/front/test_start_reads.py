"""A start reads no past game: of the tables that grow with them it reads the few rows that it needs, by an index."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.front.playing import Table
from tests.front.simulated import Server

GROWING = {
    *("audit", "boards", "card_defeats", "deck_defeats", "defeats", "draws", "events", "people", "pods", "results"),
    *("nicknames", "rivalries", "standings"),
}
"""Tables whose rows become ever more while people play."""

FEW = {"ix_boards_owed", "ix_pods_confirm_by", "ix_pods_lobbies", "ix_pods_open", "ix_pods_unsettled"}
"""Indexes of rows that are few, however many there were."""

SCAN = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")


@contextmanager
def traced() -> Iterator[list[str]]:
    """Yield the statements of all connections that are made meanwhile, with their values."""
    statements: list[str] = []
    connect = sqlite3.connect

    def connect_and_trace(*arguments: Any, **options: Any) -> sqlite3.Connection:
        made: sqlite3.Connection = connect(*arguments, **options)
        made.set_trace_callback(statements.append)
        return made

    with pytest.MonkeyPatch.context() as patch:
        for module in (sqlite3, sqlite3.dbapi2):
            patch.setattr(module, "connect", connect_and_trace)
        yield statements


async def test_start_reads_no_table_of_past_games_whole(server: Server, tmp_path: Path) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    await Table(server, server.guild.create_text_channel("open")).opened(server.bo)
    with traced() as statements:
        await server.restart()
        await server.env.settle()
    asked = {each for each in statements if each.split(maxsplit=1)[0] in ("DELETE", "SELECT", "UPDATE", "WITH")}
    assert any("FROM boards" in each for each in asked)
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        whole = {
            (statement, step)
            for statement in asked
            for *_, step in database.execute(f"EXPLAIN QUERY PLAN {statement}")
            if (scan := SCAN.match(step)) and scan[1] in GROWING and scan[2] not in FEW
        }
    assert whole == set()
