"""A real database in a file, and a channel that writes into it as the service does."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, Executable, Select, Table, TextClause, select, text

from bot.projections.history import GameHistory, add_event_to_game_history, build_game_history_from_events
from bot.projections.project import build_row_changes_of_last_game_event
from bot.rulebooks import GameCommand, create_event_of_game_command
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import add_confirmation_requirement_to_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from bot.storage.engine.schema import metadata, results
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.engine.urls import allows_several_bot_processes, get_sqlite_file_path
from bot.storage.record.boards import build_row_change_marking_board_outdated
from bot.storage.record.log import EventLog
from bot.storage.record.people import Person
from bot.storage.record.stored_event import StoredEvent

GUILD = 900
CHANNEL = 100
SEATS = ("ana", "bo", "cy", "di")
ACCOUNT_KEY = "a key of thirty-two characters at least"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def read_folder(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return each file below a folder, with its mode and its bytes."""
    return {
        str(each.relative_to(folder)): (each.stat().st_mode, each.read_bytes())
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


@asynccontextmanager
async def opened(url: str, key: str = "") -> AsyncIterator[Database]:
    """A database with an account key, and no connection left behind; a new file is empty."""
    file = get_sqlite_file_path(url)
    access = DatabaseAccessMode.WRITE if file is None or file.exists() else DatabaseAccessMode.FILL
    database = Database(url, ACCOUNT_KEY if allows_several_bot_processes(url) else key, access)
    try:
        yield database
    finally:
        await database.close_all_connections()


async def rows(database: Database, table: Table) -> list[tuple[Any, ...]]:
    """All that a table holds, in the order of its key."""
    found = await database.fetch_rows(select(table).order_by(*table.primary_key.columns))
    return [tuple(row) for row in found]


async def load_tables(database: Database) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables as they are at one moment, in the order of their keys."""

    def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            table.name: [
                dict(row._mapping) for row in connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }

    return await database.run_read_transaction(read)


async def column(database: Database, statement: Select[Any] | TextClause) -> list[Any]:
    """Return the first column of what a statement selects."""
    return [row[0] for row in await database.fetch_rows(statement)]


async def explain(database: Database, statement: str | Select[Any]) -> list[str]:
    """Return the steps in which the database would answer a statement, if it prefers indexes."""

    def read(connection: Connection) -> list[str]:
        words = "EXPLAIN QUERY PLAN"
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL enable_seqscan = off"))
            words = "EXPLAIN"
        asked = statement
        if not isinstance(asked, str):
            asked = str(asked.compile(connection.engine, compile_kwargs={"literal_binds": True}))
        return [str(row) for row in connection.execute(text(f"{words} {asked}"))]

    return await database.run_read_transaction(read)


def make_blank_result() -> dict[str, object]:
    """Return a row of `results` with 0 in each column that has no default."""
    required = (each for each in results.c if not each.nullable and each.server_default is None)
    return {each.name: 0 for each in required}


async def execute(database: Database, *statements: Executable) -> None:
    """Changes what is no business of the code's own."""

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    await database.run_write_transaction(work)


def killed(loser: str, killer: str) -> ReportDefeats:
    """The simplest defeat there is."""
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(killer, "Lightning Bolt"),)),))


def make_command(report: tuple[str, int, int], keys: Sequence[str]) -> PodCommand:
    """What is asked where `report` was drawn: a kind of act, and two of `keys` by their places."""
    kind, one, other = report[0], keys[report[1]], keys[report[2]]
    every: dict[str, PodCommand] = {
        "k": killed(one, other),
        "c": ConcedeGame(one),
        "p": AnswerPendingPlayerChoice(one, other),
        "d": ReportDrawnGame(),
        "n": BeginNextTurn(),
        "u": UndoPodEvent(),
    }
    return every[kind]


def pressed_by_all(command: object) -> frozenset[str] | None:
    """The players of a lobby, as if each of them had pressed for the seat."""
    return frozenset(command.players) if isinstance(command, OpenLobby) else None


class Channel:
    """Decides commands, as Ana asks, and appends what comes of them, minute by minute."""

    def __init__(self, database: Database, id: int = CHANNEL, guild: int = GUILD) -> None:
        self.log = EventLog(database)
        self.id = id
        self.guild = guild
        self.version = 0
        self.number = 0
        self.played: GameHistory | None = None
        self.written: list[StoredEvent] = []

    @property
    def pod(self) -> Pod | None:
        """The pod that is played, or was."""
        return None if self.played is None else self.played.game_as_pod

    async def do(self, *commands: GameCommand) -> StoredEvent:
        """Carries out the commands and returns what the last one led to."""
        for command in commands:
            await self._append(command)
        return self.written[-1]

    async def play(
        self,
        *losers: str,
        killer: str = "ana",
        seats: Iterable[str] = SEATS,
        setup: PodSetup = PodSetup(),  # noqa: B008
    ) -> None:
        """A pod from its lobby to the last of these defeats, all of them the killer's doing."""
        seated = tuple(seats)
        await self.do(OpenLobby(setup, seated[0], seated), StartGame(seated, seated[0]))
        for loser in losers:
            await self.do(killed(loser, killer))

    def when(self, version: int) -> datetime:
        """At what time it has an event."""
        return NOON + timedelta(minutes=version)

    def back_to(self, number: int) -> None:
        """What is done next is done to an earlier pod."""
        self.number = number
        self.played = build_game_history_from_events(each for each in self.written if each.pod == number)

    async def _append(self, command: GameCommand) -> None:
        before = None if command.opens else self.played
        event = create_event_of_game_command(None if before is None else before.game, command)
        self.version += 1
        if before is not None and isinstance(before.game, Pod) and isinstance(event, Event):
            at = datetime_to_milliseconds(self.when(self.version))
            had_end = before.dates.recorded is not None
            event = add_confirmation_requirement_to_event(
                before.game, event, "ana", self.version, at, has_had_result=had_end
            )
        self.number = self.version if before is None else self.number
        happened = replace(
            a_record(self.version, self.id), pod=self.number, guild=self.guild, event=event, at=self.when(self.version)
        )
        now = add_event_to_game_history(before, happened)
        await self.log.append_event(
            happened,
            changes_in_same_commit=(
                *build_row_changes_of_last_game_event(now),
                build_row_change_marking_board_outdated(happened, "fr"),
            ),
        )
        self.played = now
        self.written.append(happened)


def a_record(version: int = 1, channel: int = CHANNEL, interaction: int | None = None) -> StoredEvent:
    """A lobby that somebody opened, `version` minutes after noon."""
    event = create_event_of_game_command(None, OpenLobby(PodSetup(), "ana", ("ana",)))
    at = NOON + timedelta(minutes=version)
    return StoredEvent(channel, version, version, GUILD, event, "ana", interaction, at)


ANA = Person("ana", 1, "Ana")
BO = Person("bo", 2, "Bo")
