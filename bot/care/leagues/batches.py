"""Import batches: games that one import entered in a channel, and that are undone together."""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from bot.care import MaintenanceError
from bot.care.progress import ProgressCallback, run_with_progress
from bot.i18n import DEFAULT
from bot.projections.history import GameHistory, extend_history, replay_history
from bot.projections.project import project_game
from bot.rules.decide import decide_pod_command
from bot.rules.undoing import UndoPodStep
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.row_changes import RowChange, apply_changes, merge_row_changes
from bot.storage.engine.schema import boards, events
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.audit import OPERATOR, AuditEntry, insert_audit_entry
from bot.storage.record.boards import queue_board_update
from bot.storage.record.log import ENTERED_TYPE, decode_event_row, insert_event
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.standings_posts import mark_posts_outdated_since
from bot.storage.tables.season_gate import (
    SeasonDecisionNeeded,
    SeasonResultsChange,
    require_season_decision,
)
from bot.storage.tables.seasons import load_seasons

GAMES_PER_BATCH = 200
"""Games whose rows are written together."""

_MAX_LISTED = 10
"""The most batches that an error message lists."""

_DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 from which the time in the upper bits of a Discord id counts."""

_IS_IMPORTED = (events.c.type == ENTERED_TYPE, events.c.by.is_(None))
"""Conditions for events that an import entered: no member did."""


def format_game_count(count: int) -> str:
    """Return a number of games with its noun, such as `1 game`."""
    return f"{count:,} game{'' if count == 1 else 's'}"


class ImportBatch(NamedTuple):
    """A batch of games that one import entered in a channel: first number, time and count."""

    number: int
    at: datetime
    games: int

    def __str__(self) -> str:
        return f"{self.number} ({self.at:%Y-%m-%d %H:%M} UTC, {format_game_count(self.games)})"


def record_audit_entry(
    connection: Connection,
    action: str,
    guild_id: int,
    channel_id: int,
    first_game: int,
    game_count: int,
    now: datetime,
) -> None:
    """Record in the audit trail that the operator imported games or undid an import."""
    id = (datetime_to_milliseconds(now) - _DISCORD_EPOCH) << 22 | secrets.randbits(22)
    details = {"channel": channel_id, "number": first_game, "games": game_count}
    apply_changes(
        [insert_audit_entry(AuditEntry(id, guild_id, now, OPERATOR, action, details))], connection
    )


def require_open_seasons(
    connection: Connection, guild_id: int, dates: Iterable[datetime], *, with_closed_seasons: bool
) -> None:
    """Raise `MaintenanceError` if games of these dates belong to a season that is over.

    `with_closed_seasons` allows them.
    """
    try:
        require_season_decision(
            load_seasons(connection, guild_id), SeasonResultsChange(frozenset(dates)), ()
        )
    except SeasonDecisionNeeded as needs:
        if not with_closed_seasons:
            names = ", ".join(repr(each.name) for each in needs.seasons)
            problem = f"this changes seasons that are over: {names}; --closed-seasons allows that"
            raise MaintenanceError(problem) from None


async def undo_import_batch(
    database: Database,
    channel_id: int,
    first_game: int,
    now: datetime,
    *,
    with_closed_seasons: bool = False,
) -> int:
    """Undo all games of an import batch, found by the number of its first game; all or none.

    Return the number of games, without games that had been undone before. Games of seasons that
    are over are undone only `with_closed_seasons`. Raises `MaintenanceError` or `StorageError`.
    """

    def undo_games(connection: Connection, on_progress: ProgressCallback) -> int:
        undoing = _BatchUndo(connection, now, with_closed_seasons)
        return _undo_games_of_batch(connection, undoing, channel_id, first_game, on_progress)

    try:
        return await run_with_progress(
            database.run_transaction, undo_games, "Taking the games back"
        )
    except RowExists:
        problem = "the channel was played in meanwhile, nothing was changed; try again"
        raise MaintenanceError(f"--channel: {channel_id}: {problem}") from None


def load_import_batches(connection: Connection, channel_id: int) -> list[ImportBatch]:
    """Load the import batches of a channel, newest first."""
    query = select(func.min(events.c.version), events.c.at, func.count())
    query = query.where(events.c.channel == channel_id, *_IS_IMPORTED).group_by(events.c.at)
    found = connection.execute(query.order_by(events.c.at.desc()))
    return [ImportBatch(number, at.astimezone(UTC), games) for number, at, games in found]


def _undo_games_of_batch(
    connection: Connection,
    batch_undo: "_BatchUndo",
    channel_id: int,
    first_game: int,
    on_progress: ProgressCallback,
) -> int:
    every = load_import_batches(connection, channel_id)
    batch = next((each for each in every if each.number == first_game), None)
    if batch is None:
        accepted = ", ".join(map(str, every[:_MAX_LISTED])) or "none, as nothing was imported there"
        raise MaintenanceError(
            f"--undo: {first_game}: no import into this channel; accepted: {accepted}"
        )
    here = (events.c.channel == channel_id, events.c.at == batch.at, *_IS_IMPORTED)
    numbers = list(connection.scalars(select(events.c.version).where(*here)))
    on_progress(0, len(numbers))
    batch_undo.load_channel_version(channel_id)
    for at in range(0, len(numbers), GAMES_PER_BATCH):
        batch_undo.undo_games(channel_id, numbers[at : at + GAMES_PER_BATCH])
        on_progress(len(numbers[at : at + GAMES_PER_BATCH]))
    batch_undo.record_undo(channel_id, first_game)
    return batch_undo.games


class _BatchUndo:
    """An undo of an import batch in one transaction; `games` counts the games undone so far."""

    def __init__(self, connection: Connection, now: datetime, with_closed_seasons: bool) -> None:
        self._connection = connection
        self._now = now
        self._closed_seasons = with_closed_seasons
        self._version = 0
        self._guild = 0
        self._since = now
        self.games = 0

    def load_channel_version(self, channel_id: int) -> None:
        """Load the version of a channel's last event."""
        newest = select(func.max(events.c.version)).where(events.c.channel == channel_id)
        self._version = self._connection.scalar(newest) or 0

    def undo_games(self, channel_id: int, game_numbers: list[int]) -> None:
        """Undo some imported games, with the corrections that moderators made to them."""
        of = select(events).where(events.c.channel == channel_id, events.c.pod.in_(game_numbers))
        stories: dict[int, list[StoredEvent]] = {}
        for row in self._connection.execute(of.order_by(events.c.version)):
            stories.setdefault(row.pod, []).append(decode_event_row(row))
        histories = [replay_history(story) for story in stories.values()]
        counted = [each for each in histories if each.pod.counted_result is not None]
        if counted:
            guild = counted[0].last.guild
            dates = (each.end_time for each in counted)
            require_open_seasons(
                self._connection, guild, dates, with_closed_seasons=self._closed_seasons
            )
        changes = [self._undo_game(history) for history in histories]
        apply_changes(merge_row_changes(filter(None, changes)), self._connection)
        unsent = (
            boards.c.channel == channel_id,
            boards.c.pod.in_(game_numbers),
            boards.c.message.is_(None),
        )
        # A game without a message in the channel gets none now.
        shown = update(boards).where(*unsent).values(shown=boards.c.wanted)
        self._connection.execute(shown)

    def _undo_game(self, history: GameHistory) -> list[RowChange]:
        ended = history.end_time
        written: list[RowChange] = []
        while not history.pod.closed:
            self._version += 1
            last = history.last
            event = decide_pod_command(history.pod, UndoPodStep(version=history.steps[-1].version))
            place = (last.channel, self._version, last.pod, last.guild)
            history = extend_history(history, StoredEvent(*place, event, None, None, self._now))
            written.append(insert_event(history.last))
        if not written:
            return []
        self.games += 1
        self._since = min(self._since, ended)
        self._guild = history.last.guild
        # The last undo is perhaps not the one that took the results away.
        scored = history._replace(scored=True, had_results=True)
        return [*written, *project_game(scored), queue_board_update(history.last, DEFAULT)]

    def record_undo(self, channel_id: int, first_game: int) -> None:
        """Queue updates of the leaderboard posts that the undo changes, and record an audit
        entry.
        """
        if not self.games:
            return
        apply_changes([mark_posts_outdated_since(self._guild, self._since)], self._connection)
        about = (self._guild, channel_id, first_game, self.games)
        record_audit_entry(self._connection, "unimported", *about, self._now)
