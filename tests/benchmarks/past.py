"""A database with a past: a game played through the log, and copies of its rows."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path

import asyncpg

from bot.projections.history import GameHistory, add_event_to_game_history
from bot.projections.project import build_row_changes_of_last_game_event
from bot.rules.decide import create_pod_event
from bot.rules.joining import JoinPod
from bot.rules.pod import PodCommand
from bot.service.live_game import ChannelAddress
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.schema import cluster_metadata
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.record.boards import build_row_change_marking_board_outdated
from bot.storage.record.log import EventLog
from bot.storage.record.people import Person
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables import rivalries, totals
from tests.benchmarks.rules import GAME, SIX
from tests.loopback.objects import MEMBERS, Member
from tests.loopback.server import APART, FIRST_GUILD

GUILDS, CHANNELS = 50, 10  # channels of each server
UNFINISHED = GAME[:4]
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

Copied = Mapping[str, str]
"""What copy n of a row holds instead, by columns, in SQL."""

_COPY = """
    WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < :copies)
    INSERT INTO {table} ({columns}) SELECT {values} FROM {table}, copies
"""
# Copy n of a row: so many pods to a channel, so many channels to a server, as in the loopback.
_LATER = "n % :pods * :length"
_MOVED: Copied = {
    "guild": "guild + n / (:pods * :channels) * :apart",
    "channel": "channel + n / (:pods * :channels) * :apart + n / :pods % :channels",
    "version": f"version + {_LATER}",
    "pod": f"pod + {_LATER}",
    "at": "at + n * 3600000",
    "ended": "ended + n * 3600000",
    "recorded": "recorded + n * 3600000",
}
_RENAMED = reduce(lambda text, name: f"""replace({text}, '"{name}"', '"{name}' || n || '"')""", SIX, "payload")
_OTHERS: Copied = {
    "payload": _RENAMED,
    **{name: f"{name} || n" for name in ("by", "player", "responsible", "loser", "id", "name")},
    "discord_id": f"discord_id + n * {len(MEMBERS)}",
}
"""Other people: their keys and names end with the copy's number."""
_BOARDS = """
    INSERT OR REPLACE INTO boards
        (channel, pod, guild, language, wanted, shown, message, posted, told)
    SELECT channel, pod, guild, 'en', version, version, rowid, at,
        (SELECT group_concat(value, ' ') FROM events, json_each(payload, '$.seats')
        WHERE events.channel = pods.channel AND events.pod = pods.pod AND events.type = 'started') FROM pods
"""
"""Everybody was told long ago that their game has begun."""
_FORGOTTEN = """
    UPDATE boards SET shown = 0, message = NULL WHERE (channel, pod) IN (SELECT channel, pod
    FROM pods WHERE state <> 'finished')
"""


def build(file: Path, finished: int, unfinished: int) -> None:
    """Fill `file` with finished pods, which have boards, and with open ones, which have none."""
    _play_often(file, GAME, finished, -(-finished // (GUILDS * CHANNELS)))
    guilds = range(FIRST_GUILD, FIRST_GUILD + unfinished * APART, APART)
    asyncio.run(_play(file, [(guild, guild + CHANNELS + 1) for guild in guilds], UNFINISHED))


def seat(file: Path, channels: int, game: tuple[PodCommand, ...]) -> None:
    """Fill `file` with a pod in each of so many `places`, all in the state after `game`.

    Each pod has six people of its own; see `find_member` and `find_key`.
    """
    _play_often(file, game, channels, 1, _OTHERS)


def find_member(channel: int, seat: int = 0) -> Member:
    """Return the account of a player by the numbers of channel and seat, as `seat` wrote it."""
    first = MEMBERS[seat]
    name = _name_copy(first.name, channel)
    return replace(first, id=first.id + channel * len(MEMBERS), name=name)


def find_key(channel: int, name: str) -> str:
    """Return the key of one of `SIX` in the pod of a channel; any other name unchanged."""
    return _name_copy(name, channel) if name in SIX else name


def _name_copy(name: str, copy: int) -> str:
    return f"{name}{copy}" if copy else name


def places(channels: int = GUILDS * CHANNELS) -> list[ChannelAddress]:
    """Return the first channels of the loopback, in servers of `CHANNELS` each."""
    ids = (FIRST_GUILD + number // CHANNELS * APART for number in range(channels))
    return [ChannelAddress(id, id + 1 + number % CHANNELS) for number, id in enumerate(ids)]


def forget_boards(file: Path) -> None:
    """Delete the boards of open pods."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(_FORGOTTEN)


async def forget_boards_and_processes(url: str) -> None:
    """Delete the boards of open pods in a PostgreSQL database, and all traces of the processes that served it."""
    server = await asyncpg.connect(url)
    try:
        await server.execute(_FORGOTTEN)
        await server.execute(f"TRUNCATE {', '.join(cluster_metadata.tables)}")
    finally:
        await server.close()


def _play_often(file: Path, game: tuple[PodCommand, ...], pods: int, each: int, others: Copied | None = None) -> None:
    """Play one pod, and copy it, `each` times to a channel, with its boards.

    All copies have the same six people, unless `others` changes them.
    """
    asyncio.run(_play(file, [(FIRST_GUILD, FIRST_GUILD + 1)], game))
    with closing(sqlite3.connect(file)) as database, database:
        if pods > 1:
            numbers = {"pods": each, "channels": CHANNELS, "apart": APART}
            numbers |= {"length": len(game), "copies": pods - 1}
            _copy(database, numbers, {**_MOVED, **(others or {})})
            if others:
                copy_rows(database, "people", numbers, others)
        database.execute(_BOARDS)


def multiply_games(file: Path, games: int) -> None:
    """Copy the only game of a database, also of an earlier version, until there are so many; totals are not copied."""
    with closing(sqlite3.connect(file)) as database, database:
        [(length,)] = database.execute("SELECT max(version) FROM events")
        numbers = {"pods": -(-games // (GUILDS * CHANNELS)), "channels": CHANNELS, "apart": APART}
        _copy_games(database, numbers | {"length": length, "copies": games - 1}, _MOVED)


def _copy(database: sqlite3.Connection, numbers: dict[str, int], copied: Copied) -> None:
    _copy_games(database, numbers, copied)
    database.execute("DELETE FROM standings")
    database.execute(f"INSERT INTO standings {totals.build_standings_totals_query('1 = 1', 1)}")
    database.execute("DELETE FROM rivalries")
    database.execute(f"INSERT INTO rivalries {rivalries.build_player_defeat_counts_query('1 = 1', 1)}")


def _copy_games(database: sqlite3.Connection, numbers: dict[str, int], copied: Copied) -> None:
    for table in ("events", "pods", "results", "defeats"):
        copy_rows(database, table, numbers, copied)
    database.execute("UPDATE events SET interaction = rowid")


def copy_rows(database: sqlite3.Connection, table: str, numbers: dict[str, int], copied: Copied) -> None:
    """Copy all rows of a table as often as the number `copies` says."""
    names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    columns = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(copied.get(name, f'"{name}"') for name in names)
    database.execute(_COPY.format(table=table, columns=columns, values=values), numbers)


async def _play(file: Path, places: list[tuple[int, int]], game: tuple[PodCommand, ...]) -> None:
    database = Database(f"sqlite:///{file}", access_mode=DatabaseAccessMode.FILL)
    try:
        await upgrade_database_schema(database)
        for guild, channel in places:
            await _pod(database, guild, channel, game)
    finally:
        await database.close_all_connections()


async def _pod(database: Database, guild: int, channel: int, game: tuple[PodCommand, ...]) -> None:
    people = [Person(name, m.id, m.name) for name, m in zip(SIX, MEMBERS, strict=False)]
    history: GameHistory | None = None
    for version, command in enumerate(game, 1):
        event = create_pod_event(None if history is None else history.game_as_pod, command)
        at = NOON + timedelta(minutes=version)
        by = command.player if isinstance(command, JoinPod) else "ana"
        recorded = StoredEvent(channel, version, 1, guild, event, by, None, at)
        history = add_event_to_game_history(history, recorded)
        also = (
            *build_row_changes_of_last_game_event(history),
            build_row_change_marking_board_outdated(recorded, "en"),
        )
        await EventLog(database).append_event(recorded, people, also)
