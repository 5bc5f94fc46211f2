"""Batches: games that one import entered, and that are taken back together."""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from bot.care import CareError
from bot.care.progress import Tick, run_with_progress
from bot.i18n import DEFAULT
from bot.projections.history import History, extend, fold_history
from bot.projections.project import project
from bot.rules.decide import decide
from bot.rules.undoing import Undo
from bot.storage.engine.changes import RowChange, apply, merge_changes
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import boards, events
from bot.storage.record.audit import OPERATOR, AuditEntry, insert_entry
from bot.storage.record.boards import owe_board
from bot.storage.record.log import ENTERED_TYPE, insert_event, read_recorded
from bot.storage.record.recorded import Recorded
from bot.storage.servers.posts import touch_since
from bot.storage.tables.season_gate import Change, NeedsDecision, check_seasons
from bot.storage.tables.seasons import load_seasons

GAMES_PER_BATCH = 200
"""Games whose rows are written together."""

_MAX_LISTED = 10
"""The most batches that an error message lists."""

_DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 from which the time in the upper bits of a Discord id counts."""

_IS_IMPORTED = (events.c.type == ENTERED_TYPE, events.c.by.is_(None))
"""Conditions for events that an import entered: no member did."""


def count_games(games: int) -> str:
    """Return a number of games with its noun."""
    return f"{games:,} game{'' if games == 1 else 's'}"


class Batch(NamedTuple):
    """Games that one import entered in a channel: the number of the first, the time, the count."""

    number: int
    at: datetime
    games: int

    def __str__(self) -> str:
        return f"{self.number} ({self.at:%Y-%m-%d %H:%M} UTC, {count_games(self.games)})"


def write_audit(
    connection: Connection,
    what: str,
    guild: int,
    channel: int,
    number: int,
    games: int,
    now: datetime,
) -> None:
    """Write to the audit trail that the operator entered or took back `games` games."""
    id = (to_milliseconds(now) - _DISCORD_EPOCH) << 22 | secrets.randbits(22)
    details = {"channel": channel, "number": number, "games": games}
    apply([insert_entry(AuditEntry(id, guild, now, OPERATOR, what, details))], connection)


def check_closed(
    connection: Connection, guild: int, dates: Iterable[datetime], *, wanted: bool
) -> None:
    """Raise `CareError` if games of these dates are of a season that is over, unless `wanted`."""
    try:
        check_seasons(load_seasons(connection, guild), Change(frozenset(dates)), ())
    except NeedsDecision as needs:
        if not wanted:
            names = ", ".join(repr(each.name) for each in needs.seasons)
            problem = f"this changes seasons that are over: {names}; --closed-seasons allows that"
            raise CareError(problem) from None


async def undo_batch(
    database: Database, channel: int, number: int, now: datetime, *, closed_seasons: bool = False
) -> int:
    """Take back all games of a batch, whose first game is `number`; all or none.

    Return their number, without games that had been taken back before. Games of seasons that are
    over are taken back only with `closed_seasons`. Raises `CareError` or
    `StorageError`.
    """

    def undo_games(connection: Connection, tick: Tick) -> int:
        undoing = _Undoing(connection, now, closed_seasons)
        return _undo(connection, undoing, channel, number, tick)

    try:
        return await run_with_progress(database.transact, undo_games, "Taking the games back")
    except RowExists:
        problem = "the channel was played in meanwhile, nothing was changed; try again"
        raise CareError(f"--channel: {channel}: {problem}") from None


def list_batches(connection: Connection, channel: int) -> list[Batch]:
    """Return the batches of a channel, newest first."""
    query = select(func.min(events.c.version), events.c.at, func.count())
    query = query.where(events.c.channel == channel, *_IS_IMPORTED).group_by(events.c.at)
    found = connection.execute(query.order_by(events.c.at.desc()))
    return [Batch(number, at.astimezone(UTC), games) for number, at, games in found]


def _undo(
    connection: Connection, undoing: "_Undoing", channel: int, number: int, tick: Tick
) -> int:
    every = list_batches(connection, channel)
    batch = next((each for each in every if each.number == number), None)
    if batch is None:
        accepted = ", ".join(map(str, every[:_MAX_LISTED])) or "none, as nothing was imported there"
        raise CareError(f"--undo: {number}: no import into this channel; accepted: {accepted}")
    here = (events.c.channel == channel, events.c.at == batch.at, *_IS_IMPORTED)
    numbers = list(connection.scalars(select(events.c.version).where(*here)))
    tick(0, len(numbers))
    undoing.begin(channel)
    for at in range(0, len(numbers), GAMES_PER_BATCH):
        undoing.take_back(channel, numbers[at : at + GAMES_PER_BATCH])
        tick(len(numbers[at : at + GAMES_PER_BATCH]))
    undoing.finish(channel, number)
    return undoing.games


class _Undoing:
    """An undo of a batch within one transaction; `games` counts the games taken back so far."""

    def __init__(self, connection: Connection, now: datetime, closed_seasons: bool) -> None:
        self._connection = connection
        self._now = now
        self._closed_seasons = closed_seasons
        self._version = 0
        self._guild = 0
        self._since = now
        self.games = 0

    def begin(self, channel: int) -> None:
        """Find the version of a channel's last event."""
        newest = select(func.max(events.c.version)).where(events.c.channel == channel)
        self._version = self._connection.scalar(newest) or 0

    def take_back(self, channel: int, numbers: list[int]) -> None:
        """Take some games back, with the corrections that moderators made to them."""
        of = select(events).where(events.c.channel == channel, events.c.pod.in_(numbers))
        stories: dict[int, list[Recorded]] = {}
        for row in self._connection.execute(of.order_by(events.c.version)):
            stories.setdefault(row.pod, []).append(read_recorded(row))
        histories = [fold_history(story) for story in stories.values()]
        counted = [each for each in histories if each.pod.counted is not None]
        if counted:
            guild = counted[0].last.guild
            dates = (each.ended for each in counted)
            check_closed(self._connection, guild, dates, wanted=self._closed_seasons)
        changes = [self._undo(history) for history in histories]
        apply(merge_changes(filter(None, changes)), self._connection)
        unsent = (
            boards.c.channel == channel,
            boards.c.pod.in_(numbers),
            boards.c.message.is_(None),
        )
        # A game without a message in the channel gets none now.
        shown = update(boards).where(*unsent).values(shown=boards.c.wanted)
        self._connection.execute(shown)

    def _undo(self, history: History) -> list[RowChange]:
        ended = history.ended
        written: list[RowChange] = []
        while not history.pod.closed:
            self._version += 1
            last = history.last
            event = decide(history.pod, Undo(version=history.steps[-1].version))
            place = (last.channel, self._version, last.pod, last.guild)
            history = extend(history, Recorded(*place, event, None, None, self._now))
            written.append(insert_event(history.last))
        if not written:
            return []
        self.games += 1
        self._since = min(self._since, ended)
        self._guild = history.last.guild
        # The last undo is perhaps not the one that took the results away.
        scored = history._replace(scored=True, had_results=True)
        return [*written, *project(scored), owe_board(history.last, DEFAULT)]

    def finish(self, channel: int, number: int) -> None:
        """Mark the posts that the games change, and write to the audit trail."""
        if not self.games:
            return
        apply([touch_since(self._guild, self._since)], self._connection)
        about = (self._guild, channel, number, self.games)
        write_audit(self._connection, "unimported", *about, self._now)
