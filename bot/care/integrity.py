"""Integrity checks: events follow from each other, and the projections follow from the events."""

from collections.abc import Container, Iterable, Iterator, Mapping
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec import Struct, field
from sqlalchemy import Connection, Insert, Table, func, select

from bot.care.progress import ProgressCallback, ignore_progress
from bot.care.stored_rows import StoredRow, stream_query_rows
from bot.i18n import DEFAULT
from bot.projections.history import GameHistory, add_event_to_game_history
from bot.projections.project import PROJECTIONS, build_row_changes_of_whole_game
from bot.projections.rating_updater import SELECT_UNRATED_SERVERS, find_servers_with_wrong_ratings
from bot.rules.facts import Player
from bot.storage.engine.schema import boards, defeats, events, results
from bot.storage.record.boards import build_row_change_marking_board_outdated
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.log import decode_and_redact_event_row
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables import rivalries, totals
from bot.storage.tables.guests import (
    load_result_owners_by_server,
    map_players_to_result_owners,
    replace_players_by_result_owners_in_row,
)

MAX_DESCRIBED = 5
"""The most problems of a kind that are described; the others are only counted."""

_RowKey = tuple[Any, ...]
_RowsByKey = dict[_RowKey, dict[str, Any]]
"""Rows by table name and primary key."""


class DatabaseProblemSummary(Struct):
    """The number of problems of one kind, and a description of the first few."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add_problem(self, problem: str) -> None:
        """Count a problem, and keep its description if few are kept so far."""
        self.count += 1
        if len(self.first) < MAX_DESCRIBED:
            self.first.append(problem)

    def __str__(self) -> str:
        more = self.count - len(self.first)
        return "; ".join([*self.first, *([f"and {more} more"] if more else [])])


class DatabaseIntegrityReport(Struct):
    """The result of an integrity check: what the database contains, and the problems.

    - `damaged`: channels whose events cannot be read or do not follow from each other.
    - `strayed`: pods and servers whose computed rows differ from their events.
    - `boards`: pods whose board has a wrong row or none.
    - `ratings`: servers whose ratings differ from those that their games give.
    - `unrated`: the number of servers with games to rate; this is no problem.
    """

    servers: set[int] = field(default_factory=set)
    channels: int = 0
    pods: int = 0
    events: int = 0
    damaged: DatabaseProblemSummary = field(default_factory=DatabaseProblemSummary)
    strayed: DatabaseProblemSummary = field(default_factory=DatabaseProblemSummary)
    boards: DatabaseProblemSummary = field(default_factory=DatabaseProblemSummary)
    ratings: DatabaseProblemSummary = field(default_factory=DatabaseProblemSummary)
    unrated: int = 0


def iterate_pod_histories(stored_events: Iterable[StoredEvent]) -> Iterator[GameHistory]:
    """Yield the history of each pod in a channel, built from all of the channel's events.

    A pod may have events after the next one was opened. Raises `UnreadableStoredEventError` at the first event that
    cannot follow from those before it.
    """
    last: StoredEvent | None = None
    pods = dict[int, GameHistory]()
    for recorded in stored_events:
        _require_event_order(recorded, last, pods)
        pods[recorded.pod] = add_event_to_game_history(pods.get(recorded.pod), recorded)
        last = recorded
    yield from pods.values()


def _require_event_order(
    stored_event: StoredEvent, last_event: StoredEvent | None, known_pod_numbers: Container[int]
) -> None:
    expected = 1 if last_event is None else last_event.version + 1
    if stored_event.version != expected:
        problem = f"missing; version {stored_event.version} comes next"
        raise UnreadableStoredEventError(stored_event.channel, expected, problem)
    if last_event is not None and stored_event.guild != last_event.guild:
        problem = f"of server {stored_event.guild}, those before are of server {last_event.guild}"
        raise UnreadableStoredEventError(stored_event.channel, stored_event.version, problem)
    if stored_event.pod != stored_event.version and stored_event.pod not in known_pod_numbers:
        problem = f"of pod {stored_event.pod}, which was never opened"
        raise UnreadableStoredEventError(stored_event.channel, stored_event.version, problem)


def check_integrity_of_database(
    connection: Connection, on_progress: ProgressCallback = ignore_progress
) -> DatabaseIntegrityReport:
    """Check the event log, and all rows computed from the log, one channel at a time."""
    found = DatabaseIntegrityReport()
    on_progress(0, connection.scalar(select(func.count()).select_from(events)))
    owners = load_result_owners_by_server(connection)
    streams = [_load_table_rows(connection, table) for table in (events, *PROJECTIONS, boards)]
    everything = merge(*streams, key=_get_channel_id_of_row)  # sorted by channel, then by table
    for _, entries in groupby(everything, key=_get_channel_id_of_row):
        _check_channel_integrity(entries, owners, found, on_progress)
    for name, differing in (("standings", totals.SELECT_WRONG_SERVERS), ("rivalries", rivalries.SELECT_WRONG_SERVERS)):
        for guild in connection.scalars(differing):
            found.strayed.add_problem(f"server {guild}: {name}")
    for guild in find_servers_with_wrong_ratings(connection):
        found.ratings.add_problem(f"server {guild}")
    found.unrated = len(connection.scalars(SELECT_UNRATED_SERVERS).all())
    return found


_TaggedRow = tuple[Table, StoredRow]


def _load_table_rows(connection: Connection, table: Table) -> Iterator[_TaggedRow]:
    for row in stream_query_rows(connection, select(table).order_by(*table.primary_key)):
        yield table, row


def _get_channel_id_of_row(table_row: _TaggedRow) -> int:
    channel: int = table_row[1].channel
    return channel


def _check_channel_integrity(
    table_rows: Iterable[_TaggedRow],
    claimants_by_guest: Mapping[int, Mapping[Player, Player]],
    integrity_report: DatabaseIntegrityReport,
    on_progress: ProgressCallback,
) -> None:
    expected = _RowsByKey()
    kept = _RowsByKey()
    for table, group in groupby(table_rows, key=itemgetter(0)):
        rows = (row for _, row in group)
        if table is not events:
            kept |= _index_computed_rows_by_key(table, (row._mapping for row in rows))
            continue
        integrity_report.channels += 1
        try:
            for history in iterate_pod_histories(_decode_and_count_event_rows(rows, integrity_report, on_progress)):
                integrity_report.pods += 1
                expected |= _build_expected_rows(history, claimants_by_guest.get(history.last.guild, {}))
        except UnreadableStoredEventError as error:
            integrity_report.damaged.add_problem(str(error))
            return  # the expected projections are unknown
    for place, tables in _find_pods_with_wrong_computed_rows(expected, kept).items():
        if strayed := tables - {boards.name}:
            integrity_report.strayed.add_problem(f"{place}: {' and '.join(sorted(strayed))}")
        if boards.name in tables:
            integrity_report.boards.add_problem(place)


def _decode_and_count_event_rows(
    event_rows: Iterable[StoredRow], report: DatabaseIntegrityReport, on_progress: ProgressCallback
) -> Iterator[StoredEvent]:
    for row in event_rows:
        report.events += 1
        on_progress(1)
        report.servers.add(row.guild)
        yield decode_and_redact_event_row(row)


def _build_expected_rows(game_history: GameHistory, claimants_by_guest: Mapping[Player, Player]) -> _RowsByKey:
    """Return the rows that the database should have for a pod according to the event log.

    `claimants_by_guest` are people who claimed to have played as a guest.
    """
    follow = _RowsByKey()
    for change in (
        *build_row_changes_of_whole_game(game_history),
        build_row_change_marking_board_outdated(game_history.last, DEFAULT),
    ):
        statement, rows = change.statement, change.rows
        if isinstance(statement, Insert) and statement.table in (*PROJECTIONS, boards):
            assert isinstance(statement.table, Table)
            if statement.table is results:
                claimants_by_guest = map_players_to_result_owners(claimants_by_guest, [row["player"] for row in rows])
            written = rows
            if statement.table in (results, defeats):
                written = [replace_players_by_result_owners_in_row(row, claimants_by_guest) for row in rows]
            follow |= _index_computed_rows_by_key(statement.table, written)
    return follow


_RATING_COLUMNS = {"mu", "sigma", "chance"}
"""Columns of a result that depend on other pods too."""


def _index_computed_rows_by_key(table: Table, rows: Iterable[Mapping[Any, Any]]) -> _RowsByKey:
    """Map rows by primary key, with only the columns that are computed from the event log."""
    names = ("guild", "wanted") if table is boards else tuple(set(table.c.keys()) - _RATING_COLUMNS)
    keys = table.primary_key.columns.keys()
    return {(table.name, *(row[key] for key in keys)): {name: row[name] for name in names} for row in rows}


def _find_pods_with_wrong_computed_rows(expected_rows: _RowsByKey, stored_rows: _RowsByKey) -> dict[str, set[str]]:
    """Map each pod to the tables in which its rows are missing, wrong or superfluous."""
    found = dict[str, set[str]]()
    for key in sorted(expected_rows.keys() | stored_rows.keys(), key=lambda key: key[1:3]):
        if expected_rows.get(key) != stored_rows.get(key):
            table, channel, pod, *_ = key
            found.setdefault(f"channel {channel}, pod {pod}", set()).add(table)
    return found
