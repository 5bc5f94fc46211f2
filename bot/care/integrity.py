"""Integrity checks: events follow from each other, and the projections follow from the events."""

from collections.abc import Container, Iterable, Iterator, Mapping
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec import Struct, field
from sqlalchemy import Connection, Insert, Table, func, select

from bot.care.progress import Tick, ignore_progress
from bot.care.stored_rows import StoredRow, read_rows
from bot.i18n import DEFAULT
from bot.projections.history import History, extend
from bot.projections.project import PROJECTIONS, project_anew
from bot.projections.rater import SELECT_UNRATED_SERVERS, find_wrong_ratings
from bot.rules.facts import Player
from bot.storage.engine.schema import boards, defeats, events, results
from bot.storage.record.boards import owe_board
from bot.storage.record.errors import Damaged
from bot.storage.record.log import read_recorded
from bot.storage.record.recorded import Recorded
from bot.storage.tables import rivalries, totals
from bot.storage.tables.guests import claim_row, find_own, find_owners

MAX_DESCRIBED = 5
"""The most problems of a kind that are described; the others are only counted."""

_RowKey = tuple[Any, ...]
_RowsByKey = dict[_RowKey, dict[str, Any]]
"""Rows by table name and primary key."""


class Problems(Struct):
    """Problems of one kind: their number, and descriptions of the first few."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, problem: str) -> None:
        """Count a problem, and keep its description if it is one of the first."""
        self.count += 1
        if len(self.first) < MAX_DESCRIBED:
            self.first.append(problem)

    def __str__(self) -> str:
        more = self.count - len(self.first)
        return "; ".join([*self.first, *([f"and {more} more"] if more else [])])


class IntegrityReport(Struct):
    """The contents of a database in numbers, and the problems that were found.

    - `damaged`: channels whose events cannot be read or do not follow from each other.
    - `strayed`: pods whose projections differ from their events, and servers whose totals differ
      from the sum of their results.
    - `boards`: pods whose board has a wrong row or none.
    - `ratings`: servers whose ratings differ from those that their games give.
    - `unrated`: the number of servers that have games to rate; this is no problem.
    """

    servers: set[int] = field(default_factory=set)
    channels: int = 0
    pods: int = 0
    events: int = 0
    damaged: Problems = field(default_factory=Problems)
    strayed: Problems = field(default_factory=Problems)
    boards: Problems = field(default_factory=Problems)
    ratings: Problems = field(default_factory=Problems)
    unrated: int = 0


def fold_pods(stream: Iterable[Recorded]) -> Iterator[History]:
    """Yield each pod of a channel after all of its events.

    A pod may have events after the next one was opened. Raises `Damaged` at the first event that
    cannot follow from those before it.
    """
    last: Recorded | None = None
    pods = dict[int, History]()
    for recorded in stream:
        _check_order(recorded, last, pods)
        pods[recorded.pod] = extend(pods.get(recorded.pod), recorded)
        last = recorded
    yield from pods.values()


def _check_order(recorded: Recorded, last: Recorded | None, pods: Container[int]) -> None:
    expected = 1 if last is None else last.version + 1
    if recorded.version != expected:
        problem = f"missing; version {recorded.version} comes next"
        raise Damaged(recorded.channel, expected, problem)
    if last is not None and recorded.guild != last.guild:
        problem = f"of server {recorded.guild}, those before are of server {last.guild}"
        raise Damaged(recorded.channel, recorded.version, problem)
    if recorded.pod != recorded.version and recorded.pod not in pods:
        problem = f"of pod {recorded.pod}, which was never opened"
        raise Damaged(recorded.channel, recorded.version, problem)


def examine(connection: Connection, tick: Tick = ignore_progress) -> IntegrityReport:
    """Check the whole database, channel by channel."""
    found = IntegrityReport()
    tick(0, connection.scalar(select(func.count()).select_from(events)))
    owners = find_owners(connection)
    streams = [_tag_rows(connection, table) for table in (events, *PROJECTIONS, boards)]
    everything = merge(*streams, key=_find_channel)  # sorted by channel, then by table
    for _, entries in groupby(everything, key=_find_channel):
        _examine_channel(entries, owners, found, tick)
    for name, differing in (
        ("standings", totals.SELECT_WRONG_SERVERS),
        ("rivalries", rivalries.SELECT_WRONG_SERVERS),
    ):
        for guild in connection.scalars(differing):
            found.strayed.add(f"server {guild}: {name}")
    for guild in find_wrong_ratings(connection):
        found.ratings.add(f"server {guild}")
    found.unrated = len(connection.scalars(SELECT_UNRATED_SERVERS).all())
    return found


_TaggedRow = tuple[Table, StoredRow]


def _tag_rows(connection: Connection, table: Table) -> Iterator[_TaggedRow]:
    for row in read_rows(connection, select(table).order_by(*table.primary_key)):
        yield table, row


def _find_channel(entry: _TaggedRow) -> int:
    channel: int = entry[1].channel
    return channel


def _examine_channel(
    entries: Iterable[_TaggedRow],
    owners: Mapping[int, Mapping[Player, Player]],
    found: IntegrityReport,
    tick: Tick,
) -> None:
    expected = _RowsByKey()
    kept = _RowsByKey()
    for table, group in groupby(entries, key=itemgetter(0)):
        rows = (row for _, row in group)
        if table is not events:
            kept |= _key_rows(table, (row._mapping for row in rows))
            continue
        found.channels += 1
        try:
            for history in fold_pods(_decode_rows(rows, found, tick)):
                found.pods += 1
                expected |= _make_rows(history, owners.get(history.last.guild, {}))
        except Damaged as error:
            found.damaged.add(str(error))
            return  # the expected projections are unknown
    for place, tables in _find_differences(expected, kept).items():
        if strayed := tables - {boards.name}:
            found.strayed.add(f"{place}: {' and '.join(sorted(strayed))}")
        if boards.name in tables:
            found.boards.add(place)


def _decode_rows(
    rows: Iterable[StoredRow], found: IntegrityReport, tick: Tick
) -> Iterator[Recorded]:
    for row in rows:
        found.events += 1
        tick(1)
        found.servers.add(row.guild)
        yield read_recorded(row)


def _make_rows(history: History, claimed: Mapping[Player, Player]) -> _RowsByKey:
    """Return the rows that follow from a pod's events and from who owns its results."""
    follow = _RowsByKey()
    for statement, rows in (*project_anew(history), owe_board(history.last, DEFAULT)):
        if isinstance(statement, Insert) and statement.table in (*PROJECTIONS, boards):
            assert isinstance(statement.table, Table)
            if statement.table is results:
                claimed = find_own(claimed, [row["player"] for row in rows])
            written = rows
            if statement.table in (results, defeats):
                written = [claim_row(row, claimed) for row in rows]
            follow |= _key_rows(statement.table, written)
    return follow


_RATING_COLUMNS = {"mu", "sigma", "chance"}
"""Columns of a result that depend on other pods too."""


def _key_rows(table: Table, rows: Iterable[Mapping[Any, Any]]) -> _RowsByKey:
    """Return rows by key, with the columns that follow from the log; a board's place does not."""
    names = ("guild", "wanted") if table is boards else tuple(set(table.c.keys()) - _RATING_COLUMNS)
    keys = table.primary_key.columns.keys()
    return {
        (table.name, *(row[key] for key in keys)): {name: row[name] for name in names}
        for row in rows
    }


def _find_differences(expected: _RowsByKey, kept: _RowsByKey) -> dict[str, set[str]]:
    """Return the tables whose rows of a pod are missing, wrong or redundant, by pod."""
    found = dict[str, set[str]]()
    for key in sorted(expected.keys() | kept.keys(), key=lambda key: key[1:3]):
        if expected.get(key) != kept.get(key):
            table, channel, pod, *_ = key
            found.setdefault(f"channel {channel}, pod {pod}", set()).add(table)
    return found
