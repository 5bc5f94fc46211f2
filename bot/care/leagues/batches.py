"""Import batches: games that one import entered in a channel, and that are undone together."""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, func, select, update

from bot.care import MaintenanceCommandError
from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.i18n import DEFAULT
from bot.projections.history import GameHistory, add_event_to_game_history, build_game_history_from_events
from bot.projections.project import build_row_changes_of_last_game_event
from bot.rules.decide import create_pod_event
from bot.rules.undoing import UndoPodEvent
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.row_changes import RowChange, apply_row_changes, merge_row_changes_of_commands
from bot.storage.engine.schema import boards, events
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.audit import OPERATOR, AuditEntry, build_audit_entry_insert
from bot.storage.record.boards import build_row_change_marking_board_outdated
from bot.storage.record.log import ENTERED_TYPE, build_event_insert, decode_and_redact_event_row
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.standings_posts import build_update_of_standings_posts
from bot.storage.tables.season_gate import (
    EndedSeasonConsentRefusal,
    SeasonResultsChange,
    require_consent_to_change_ended_seasons,
)
from bot.storage.tables.seasons import load_seasons_newest_first

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


class GameImportBatch(NamedTuple):
    """The games added to a channel by one import: number of the first, time, and count."""

    number: int
    at: datetime
    games: int

    def __str__(self) -> str:
        return f"{self.number} ({self.at:%Y-%m-%d %H:%M} UTC, {format_game_count(self.games)})"


def record_game_import_in_audit_trail(
    connection: Connection,
    audit_action: str,
    guild_id: int,
    channel_id: int,
    first_game_number: int,
    game_count: int,
    now: datetime,
) -> None:
    """Record in the moderators' audit trail that the operator imported games, or undid an import of games."""
    id = (datetime_to_milliseconds(now) - _DISCORD_EPOCH) << 22 | secrets.randbits(22)
    details = {"channel": channel_id, "number": first_game_number, "games": game_count}
    apply_row_changes(
        [build_audit_entry_insert(AuditEntry(id, guild_id, now, OPERATOR, audit_action, details))], connection
    )


def require_games_not_in_ended_seasons(
    connection: Connection, guild_id: int, game_dates: Iterable[datetime], *, allow_ended_seasons: bool
) -> None:
    """Raise `MaintenanceCommandError` if games of these dates would count in an ended season.

    `allow_ended_seasons` allows such games.
    """
    try:
        require_consent_to_change_ended_seasons(
            load_seasons_newest_first(connection, guild_id), SeasonResultsChange(frozenset(game_dates)), ()
        )
    except EndedSeasonConsentRefusal as needs:
        if not allow_ended_seasons:
            names = ", ".join(repr(each.name) for each in needs.seasons)
            problem = f"this changes seasons that are over: {names}; --closed-seasons allows that"
            raise MaintenanceCommandError(problem) from None


async def undo_game_import(
    database: Database, channel_id: int, first_game_number: int, now: datetime, *, allow_ended_seasons: bool = False
) -> int:
    """Undo the import that begins with the game number `first_game_number`; return its number of games.

    The count leaves out games undone before. Games of ended seasons need `allow_ended_seasons`. Raises
    `MaintenanceCommandError` or `StorageError`.
    """

    def undo_imported_games(connection: Connection, on_progress: ProgressCallback) -> int:
        undoing = _GameImportReverter(connection, now, allow_ended_seasons)
        return _undo_games_of_import_batch(connection, undoing, channel_id, first_game_number, on_progress)

    try:
        return await run_database_work_with_progress_bar(
            database.run_write_transaction, undo_imported_games, "Taking the games back"
        )
    except RowAlreadyExistsError:
        problem = "the channel was played in meanwhile, nothing was changed; try again"
        raise MaintenanceCommandError(f"--channel: {channel_id}: {problem}") from None


def load_game_import_batches(connection: Connection, channel_id: int) -> list[GameImportBatch]:
    """Return the imports into a channel, newest first."""
    query = select(func.min(events.c.version), events.c.at, func.count())
    query = query.where(events.c.channel == channel_id, *_IS_IMPORTED).group_by(events.c.at)
    found = connection.execute(query.order_by(events.c.at.desc()))
    return [GameImportBatch(number, at.astimezone(UTC), games) for number, at, games in found]


def _undo_games_of_import_batch(
    connection: Connection,
    import_reverter: "_GameImportReverter",
    channel_id: int,
    first_game_number: int,
    on_progress: ProgressCallback,
) -> int:
    every = load_game_import_batches(connection, channel_id)
    batch = next((each for each in every if each.number == first_game_number), None)
    if batch is None:
        accepted = ", ".join(map(str, every[:_MAX_LISTED])) or "none, as nothing was imported there"
        raise MaintenanceCommandError(f"--undo: {first_game_number}: no import into this channel; accepted: {accepted}")
    here = (events.c.channel == channel_id, events.c.at == batch.at, *_IS_IMPORTED)
    numbers = list(connection.scalars(select(events.c.version).where(*here)))
    on_progress(0, len(numbers))
    import_reverter.load_last_event_version(channel_id)
    for at in range(0, len(numbers), GAMES_PER_BATCH):
        import_reverter.undo_imported_games(channel_id, numbers[at : at + GAMES_PER_BATCH])
        on_progress(len(numbers[at : at + GAMES_PER_BATCH]))
    import_reverter.record_undone_import_in_audit_trail(channel_id, first_game_number)
    return import_reverter.games


class _GameImportReverter:
    """A reverter of one import, in one transaction. `games` counts the games undone so far."""

    def __init__(self, connection: Connection, now: datetime, with_closed_seasons: bool) -> None:
        self._connection = connection
        self._now = now
        self._closed_seasons = with_closed_seasons
        self._version = 0
        self._guild = 0
        self._since = now
        self.games = 0

    def load_last_event_version(self, channel_id: int) -> None:
        newest = select(func.max(events.c.version)).where(events.c.channel == channel_id)
        self._version = self._connection.scalar(newest) or 0

    def undo_imported_games(self, channel_id: int, game_numbers: list[int]) -> None:
        """Undo imported games, including the corrections that moderators made to them."""
        of = select(events).where(events.c.channel == channel_id, events.c.pod.in_(game_numbers))
        stories: dict[int, list[StoredEvent]] = {}
        for row in self._connection.execute(of.order_by(events.c.version)):
            stories.setdefault(row.pod, []).append(decode_and_redact_event_row(row))
        histories = [build_game_history_from_events(story) for story in stories.values()]
        counted = [each for each in histories if each.game_as_pod.final_result is not None]
        if counted:
            guild = counted[0].last.guild
            dates = (each.end_time for each in counted)
            require_games_not_in_ended_seasons(self._connection, guild, dates, allow_ended_seasons=self._closed_seasons)
        changes = [self._undo_imported_game(history) for history in histories]
        apply_row_changes(merge_row_changes_of_commands(filter(None, changes)), self._connection)
        unsent = (boards.c.channel == channel_id, boards.c.pod.in_(game_numbers), boards.c.message.is_(None))
        # A game without a message in the channel gets none now.
        shown = update(boards).where(*unsent).values(shown=boards.c.wanted)
        self._connection.execute(shown)

    def _undo_imported_game(self, game_history: GameHistory) -> list[RowChange]:
        ended = game_history.end_time
        written: list[RowChange] = []
        while not game_history.game_as_pod.closed:
            self._version += 1
            last = game_history.last
            event = create_pod_event(game_history.game_as_pod, UndoPodEvent(version=game_history.steps[-1].version))
            place = (last.channel, self._version, last.pod, last.guild)
            game_history = add_event_to_game_history(game_history, StoredEvent(*place, event, None, None, self._now))
            written.append(build_event_insert(game_history.last))
        if not written:
            return []
        self.games += 1
        self._since = min(self._since, ended)
        self._guild = game_history.last.guild
        # The last undo is perhaps not the one that took the results away.
        scored = replace(game_history, scored=True, had_results=True)
        return [
            *written,
            *build_row_changes_of_last_game_event(scored),
            build_row_change_marking_board_outdated(game_history.last, DEFAULT),
        ]

    def record_undone_import_in_audit_trail(self, channel_id: int, first_game_number: int) -> None:
        """Record the undone import in the audit trail, and mark leaderboard posts as outdated."""
        if not self.games:
            return
        apply_row_changes([build_update_of_standings_posts(self._guild, self._since)], self._connection)
        about = (self._guild, channel_id, first_game_number, self.games)
        record_game_import_in_audit_trail(self._connection, "unimported", *about, self._now)
