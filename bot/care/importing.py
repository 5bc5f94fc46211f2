"""Import of an archive file into a database: all of it or nothing.

The log has its own ids for people. A person who has another id in this database keeps it, and imported events name the
person by it; everything else is imported unchanged.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any, NamedTuple, Protocol

from msgspec import Raw
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, TableClause, delete, func, insert, or_, select, tuple_
from sqlalchemy.exc import IntegrityError

from bot.care import MaintenanceCommandError
from bot.care.archive import (
    ArchivedAccountMerge,
    ArchivedAuditEntry,
    ArchivedBotMessage,
    ArchivedChampionRole,
    ArchivedDismissalOfSuspiciousGame,
    ArchivedGameBoard,
    ArchivedGameEvent,
    ArchivedGuestPlayer,
    ArchivedLeaderboardPost,
    ArchivedNickname,
    ArchivedPerson,
    ArchivedPlayerAvoidance,
    ArchivedPlayerDeck,
    ArchivedSeason,
    ArchivedServerSettings,
    ArchivedTextRedaction,
    ArchiveHeader,
    ArchiveReader,
)
from bot.care.archive_upgrades import upgrade_archive_to_current_format
from bot.care.files import open_rewindable_input_file
from bot.care.integrity import iterate_pod_histories
from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.care.stored_rows import (
    ROWS_PER_BATCH,
    audit,
    avoidances,
    boards,
    champions,
    dismissals,
    events,
    exclusions,
    guests,
    guilds,
    merges,
    nicknames,
    people,
    player_decks,
    posts,
    publications,
    seasons,
    settled_lines,
    stream_query_rows,
    strikes,
)
from bot.projections.draws import rebuild_random_seating_number_table
from bot.projections.project import PROJECTIONS, build_row_changes_of_whole_game, recompute_shared_rows_of_server
from bot.projections.rating_updater import rate_all_games_of_all_servers
from bot.rules.facts import Player
from bot.rules.players import find_players_in_event_fields, replace_players_in_event_or_state
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.row_changes import RowChange, apply_row_changes, merge_row_changes_of_commands
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.codec import encode_event_as_json
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.people import redact_guest_names_of_server
from bot.storage.record.player_decks import encode_deck_as_json
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables import totals
from bot.storage.tables.result_changes import mark_channel_results_unrated, mark_results_unrated_since


class _ArchiveAlreadyImportedError(Exception):
    """The error that all events of the archive are in the database already."""


class _ArchiveLineOfServer(Protocol):
    """The protocol of an archive line that belongs to one server."""

    @property
    def guild(self) -> int:
        """The id of the line's server."""


_RowLine = (
    ArchivedNickname
    | ArchivedPlayerAvoidance
    | ArchivedGuestPlayer
    | ArchivedAccountMerge
    | ArchivedChampionRole
    | ArchivedTextRedaction
    | ArchivedDismissalOfSuspiciousGame
    | ArchivedBotMessage
)
"""Lines of the archive that are rows of a server, each as it stands."""


class _ArchiveImport:
    """One import of an archive: the reader of the file, and the transaction that writes."""

    def __init__(self, archive: ArchiveReader, connection: Connection, on_progress: ProgressCallback) -> None:
        self.archive = archive
        self.connection = connection
        self.on_progress = on_progress
        self.header = archive.read_header()
        self.ids: dict[Player, Player] = {}  # archive id -> id in this database, if they differ
        self.channels: set[int] = set()  # channels whose events this import writes

    def get_local_player_id(self, archived_player: Player) -> Player:
        return self.ids.get(archived_player, archived_player)

    def require_server_in_archive_header(
        self, archive_line: _ArchiveLineOfServer, line_number: int | None = None
    ) -> None:
        """Raise `MaintenanceCommandError` if the server of a line is not in the archive's header.

        A `line_number` of None means the line that was read last.
        """
        if archive_line.guild not in self.header.servers:
            problem = f"guild: {archive_line.guild} is none of the header's servers"
            raise self.archive.build_archive_line_error(problem, line_number)

    def insert_rows(self, database_table: TableClause, rows: list[dict[str, Any]]) -> None:
        if rows:
            self.connection.execute(insert(database_table), rows)


class ArchiveImportReport(NamedTuple):
    """The result of an import, with the header of the archive.

    `nameless` is the number of people who have no name on any server until they next use the bot, because old archives
    do not say of which server a name was.
    """

    header: ArchiveHeader
    nameless: int

    def __str__(self) -> str:
        if not self.nameless:
            return f"{self.header}"
        return (
            f"{self.header}; {self.nameless:,} people have no name until they next use the bot, as"
            " the version that exported did not keep of which server their name was"
        )


async def import_history_archive(database: Database, path: str) -> ArchiveImportReport | None:
    """Import the games and people of an archive file or of standard input; return the result.

    Return None if the database has all of its events already; nothing is changed then. Raises `MaintenanceCommandError`
    or `DatabaseUnreachableError`.
    """
    with open_rewindable_input_file(path) as file:
        given = ArchiveReader(file, path)
        async with upgrade_archive_to_current_format(given) as archive:
            return await _import_current_format_archive(database, archive)


async def _import_current_format_archive(
    database: Database, archive_reader: ArchiveReader
) -> ArchiveImportReport | None:
    def import_archive_lines(connection: Connection, on_progress: ProgressCallback) -> ArchiveImportReport:
        header = _import_all_archive_lines(_ArchiveImport(archive_reader, connection, on_progress))
        return ArchiveImportReport(header, _count_people_without_name(connection))

    try:
        return await run_database_work_with_progress_bar(
            database.run_write_transaction, import_archive_lines, "Importing"
        )
    except _ArchiveAlreadyImportedError:
        return None
    except (IntegrityError, RowAlreadyExistsError):
        problem = "the database was changed meanwhile; stop the bot, then try again"
        raise archive_reader.build_archive_line_error(problem) from None


def _count_people_without_name(connection: Connection) -> int:
    """Return how many Discord accounts have no name on any server."""
    named = select(nicknames).where(nicknames.c.player == people.c.id, nicknames.c.name != "")
    nameless = select(func.count()).select_from(people)
    nameless = nameless.where(people.c.discord_id > 0, people.c.name == "", ~named.exists())
    return connection.scalar(nameless) or 0


def _import_all_archive_lines(archive_import: _ArchiveImport) -> ArchiveHeader:
    """Import all lines of the archive in order, and then rate the games.

    Raises `MaintenanceCommandError` or `_ArchiveAlreadyImportedError`.
    """
    header = archive_import.header
    archive_import.on_progress(0, header.line_count_after_header)
    for step in (
        _import_people,
        _import_nicknames,
        _import_player_avoidances,
        _import_decks,
        _import_guests,  # before the events: a claimed guest's points go to the claimer
        _import_account_merges,
        _import_server_settings,
        _import_audit_entries,
        _import_seasons,  # before the events: their points count in seasons
        _import_leaderboard_posts,
        _import_champion_roles,
        _import_text_redactions,
        _import_events,
        _import_dismissals_of_suspicious_games,
        _import_game_boards,
        _import_bot_messages,
    ):
        step(archive_import)
    archive_import.archive.require_end_of_file()

    def report_rating_progress(rated_game_count: int, total_game_count: int | None) -> None:
        archive_import.on_progress(
            rated_game_count, None if total_game_count is None else header.line_count_after_header + total_game_count
        )

    rate_all_games_of_all_servers(archive_import.connection, report_rating_progress)
    return header


# People


def _import_people(archive_import: _ArchiveImport) -> None:
    """Insert the archive's people who are missing in the database, and map archived ids to those of known accounts."""
    last = -(2**63) - 1
    ids = set[Player]()
    for part in archive_import.archive.read_line_batches(ArchivedPerson, archive_import.header.people):
        accounts, owners = _load_people_already_in_database(archive_import, part.values())
        new = []
        for line, person in part.items():
            if person.discord_id <= last or person.id in ids:
                raise archive_import.archive.build_archive_line_error("somebody comes twice, or out of order", line)
            last = person.discord_id
            ids.add(person.id)
            here = accounts.get(person.discord_id)
            if here is None and person.id in owners:
                raise archive_import.archive.build_archive_line_error(f"id: {person.id!r} is somebody else here", line)
            if here is None:
                new.append(asdict(person))
            elif here != person.id:
                archive_import.ids[person.id] = here
        archive_import.insert_rows(people, new)
        archive_import.on_progress(len(part))


def _import_nicknames(archive_import: _ArchiveImport) -> None:
    """Insert the archive's nicknames that are missing in the database."""
    lines = archive_import.archive.read_lines(ArchivedNickname, archive_import.header.nicknames)
    key = ("guild", "player")
    _insert_rows_missing_in_table(archive_import, lines, nicknames, key, "a nickname", player_columns=("player",))


def _import_player_avoidances(archive_import: _ArchiveImport) -> None:
    """Insert the archive's pairs of players who avoid each other, except pairs that the database has."""
    lines = archive_import.archive.read_lines(ArchivedPlayerAvoidance, archive_import.header.avoidances)
    both = ("player", "avoided")
    _insert_rows_missing_in_table(
        archive_import, lines, avoidances, ("guild", *both), "an avoidance", player_columns=both
    )


def _import_decks(archive_import: _ArchiveImport) -> None:
    """Insert the archive's registered decks that are missing in the database."""
    last = ("", "")
    for line in archive_import.archive.read_lines(ArchivedPlayerDeck, archive_import.header.decks):
        key = line.deck.key
        if key is None:
            raise archive_import.archive.build_archive_line_error("deck.key: missing; accepted: the key of a deck")
        if (line.player, key) <= last:
            raise archive_import.archive.build_archive_line_error("a deck comes twice, or out of order")
        last = (line.player, key)
        player = archive_import.get_local_player_id(line.player)
        row = {"key": key, "player": player, "deck": encode_deck_as_json(line.deck), "link": line.link}
        here = select(player_decks.c.key).where(player_decks.c.key == key)
        if archive_import.connection.execute(here).first() is None:
            archive_import.insert_rows(player_decks, [row | {"used": line.used, "retired": line.retired}])
        archive_import.on_progress(1)


def _import_guests(archive_import: _ArchiveImport) -> None:
    """Insert the archive's guests that are missing in the database, with members' claims to the guests' names."""
    lines = archive_import.archive.read_lines(ArchivedGuestPlayer, archive_import.header.guests)
    named = ("player", "asked_by", "claimed_by")
    _insert_rows_missing_in_table(archive_import, lines, guests, ("player",), "a guest", player_columns=named)


def _import_account_merges(archive_import: _ArchiveImport) -> None:
    """Insert the archive's account merges that are missing in the database."""
    lines = archive_import.archive.read_lines(ArchivedAccountMerge, archive_import.header.merges)
    named = ("player", "stays", "person", "by")
    _insert_rows_missing_in_table(archive_import, lines, merges, ("guild", "player"), "a merge", player_columns=named)


def _load_people_already_in_database(
    archive_import: _ArchiveImport, people_lines: Collection[ArchivedPerson]
) -> tuple[dict[int, Player], dict[Player, int]]:
    """Load those people of the archive whom the database already has.

    Returns their ids by Discord account, and their Discord accounts by id.
    """
    same_id = people.c.id.in_([person.id for person in people_lines])
    same_account = people.c.discord_id.in_([person.discord_id for person in people_lines])
    found = archive_import.connection.execute(select(people).where(or_(same_id, same_account))).all()
    return {row.discord_id: row.id for row in found}, {row.id: row.discord_id for row in found}


# Servers


def _import_server_settings(archive_import: _ArchiveImport) -> None:
    for line in archive_import.archive.read_lines(ArchivedServerSettings, archive_import.header.settings):
        archive_import.require_server_in_archive_header(line)
        same = select(guilds).where(guilds.c.guild == line.guild)
        if archive_import.connection.execute(same).first() is None:
            archive_import.insert_rows(guilds, [line.convert_to_table_row()])
        archive_import.on_progress(1)


def _import_audit_entries(archive_import: _ArchiveImport) -> None:
    """Insert the archive's audit trail entries that are missing in the database."""
    last = 0
    for part in archive_import.archive.read_line_batches(ArchivedAuditEntry, archive_import.header.audit):
        ids = [entry.id for entry in part.values()]
        found = archive_import.connection.execute(select(audit).where(audit.c.id.in_(ids)))
        here = {row.id: row._asdict() for row in found}
        new = []
        for line, entry in part.items():
            archive_import.require_server_in_archive_header(entry, line)
            if entry.id <= last:
                raise archive_import.archive.build_archive_line_error("an entry comes twice, or out of order", line)
            last = entry.id
            row = replace(entry, by=archive_import.get_local_player_id(entry.by)).convert_to_table_row()
            if here.get(entry.id, row) != row:
                raise archive_import.archive.build_archive_line_error(f"id: {entry.id} is another entry here", line)
            if entry.id not in here:
                new.append(row)
        archive_import.insert_rows(audit, new)
        archive_import.on_progress(len(part))


def _import_seasons(archive_import: _ArchiveImport) -> None:
    """Insert the archive's seasons, except those of servers that already have seasons in the database."""
    before: ArchivedSeason | None = None
    kept = set[int]()
    for line in archive_import.archive.read_lines(ArchivedSeason, archive_import.header.seasons):
        archive_import.require_server_in_archive_header(line)
        _require_season_order(archive_import, line, before)
        here = select(seasons).where(seasons.c.guild == line.guild)
        first = before is None or before.guild != line.guild
        if first and archive_import.connection.execute(here).first() is not None:
            kept.add(line.guild)
        before = line
        if line.guild not in kept:
            since = datetime_from_milliseconds(line.start)
            with totals.keep_standings_consistent_during_season_change(archive_import.connection, line.guild, since):
                archive_import.insert_rows(seasons, [line.convert_to_table_row()])
                archive_import.insert_rows(exclusions, list(_build_season_exclusion_rows(archive_import, line)))
                archive_import.insert_rows(settled_lines, list(_build_final_standing_rows(archive_import, line)))
            if line.rules is not None and line.rules.damped:
                mark_results_unrated_since(archive_import.connection, line.guild, since, 0)
        archive_import.on_progress(1)


def _build_season_exclusion_rows(
    archive_import: _ArchiveImport, archived_season: ArchivedSeason
) -> Iterator[dict[str, Any]]:
    """Yield the rows of players excluded from a season, with their ids in this database."""
    for each in archived_season.excluded:
        renamed = replace(
            each,
            player=archive_import.get_local_player_id(each.player),
            by=archive_import.get_local_player_id(each.by),
        )
        yield {"guild": archived_season.guild, "season": archived_season.number, **asdict(renamed)}


def _build_final_standing_rows(
    archive_import: _ArchiveImport, archived_season: ArchivedSeason
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a season's final places, with the players' ids in this database."""
    for each in archived_season.settled:
        renamed = replace(each, player=archive_import.get_local_player_id(each.player))
        yield {"guild": archived_season.guild, "season": archived_season.number, **asdict(renamed)}


def _require_season_order(
    archive_import: _ArchiveImport, archived_season: ArchivedSeason, previous_season: ArchivedSeason | None
) -> None:
    """Raise `MaintenanceCommandError` unless a season follows the previous one in number and in time."""
    if archived_season.end is not None and archived_season.end < archived_season.start:
        raise archive_import.archive.build_archive_line_error("a season ends before its start")
    if previous_season is None or previous_season.guild != archived_season.guild:
        if previous_season is not None and previous_season.guild > archived_season.guild:
            raise archive_import.archive.build_archive_line_error("a season comes twice, or out of order")
    elif (
        previous_season.number >= archived_season.number
        or previous_season.end is None
        or previous_season.end > archived_season.start
    ):
        raise archive_import.archive.build_archive_line_error("a season comes twice, or out of order")


def _import_leaderboard_posts(archive_import: _ArchiveImport) -> None:
    """Insert the archive's leaderboard posts, except those of servers that already have such posts in the database."""
    before = (0, "", 0)
    kept = set[int]()
    for line in archive_import.archive.read_lines(ArchivedLeaderboardPost, archive_import.header.posts):
        archive_import.require_server_in_archive_header(line)
        if line.guild != before[0]:
            here = select(posts).where(posts.c.guild == line.guild)
            if archive_import.connection.execute(here.limit(1)).first() is not None:
                kept.add(line.guild)
        if before >= (line.guild, line.kind, line.number):
            raise archive_import.archive.build_archive_line_error("a post comes twice, or out of order")
        before = (line.guild, line.kind, line.number)
        if line.guild not in kept:
            archive_import.insert_rows(posts, [line.convert_to_table_row()])
        archive_import.on_progress(1)


def _import_champion_roles(archive_import: _ArchiveImport) -> None:
    """Insert the archive's records of champions' Discord roles that are missing in the database."""
    lines = archive_import.archive.read_lines(ArchivedChampionRole, archive_import.header.champions)
    _insert_rows_missing_in_table(archive_import, lines, champions, ("guild", "discord_id", "role"), "a champion")


def _import_text_redactions(archive_import: _ArchiveImport) -> None:
    """Insert the archive's hidden texts that are missing in the database, and hide guests with such a name."""
    lines = archive_import.archive.read_lines(ArchivedTextRedaction, archive_import.header.strikes)
    _insert_rows_missing_in_table(archive_import, lines, strikes, ("guild", "id"), "a strike")
    for guild in archive_import.header.servers:  # a strike may name a guest that is here already
        redact_guest_names_of_server(archive_import.connection, guild)


def _import_dismissals_of_suspicious_games(archive_import: _ArchiveImport) -> None:
    """Insert the archive's records of suspicious games that moderators found harmless, unless the database has them."""
    lines = archive_import.archive.read_lines(ArchivedDismissalOfSuspiciousGame, archive_import.header.dismissals)
    _insert_rows_missing_in_table(archive_import, lines, dismissals, ("channel", "pod"), "a dismissal")


def _insert_rows_missing_in_table(
    archive_import: _ArchiveImport,
    archive_lines: Iterable[_RowLine],
    table: TableClause,
    key_columns: Sequence[str],
    row_name_in_errors: str,
    *,
    player_columns: Sequence[str] = (),
) -> None:
    """Insert archive lines as rows of a table, except rows whose key the database has.

    `row_name_in_errors` names a row in errors. `player_columns` hold people's ids in the archive.
    """
    columns = [table.c[name] for name in key_columns]
    last: tuple[Any, ...] = ()
    for line in archive_lines:
        archive_import.require_server_in_archive_header(line)
        order = tuple(getattr(line, name) for name in key_columns)
        if order <= last:
            raise archive_import.archive.build_archive_line_error(f"{row_name_in_errors} comes twice, or out of order")
        last = order
        row = asdict(line)
        row |= {name: archive_import.get_local_player_id(row[name]) for name in player_columns if row[name] is not None}
        key = tuple(row[name] for name in key_columns)
        here = select(*columns).where(tuple_(*columns) == key)
        if archive_import.connection.execute(here).first() is None:
            archive_import.insert_rows(table, [row])
        archive_import.on_progress(1)


# Events


def _import_events(archive_import: _ArchiveImport) -> None:
    """Write the events of the archive, and the rows that are computed from the events.

    Raises `_ArchiveAlreadyImportedError` if the database has all of the events, `MaintenanceCommandError` if it has
    some.
    """
    batch = _ImportedEventBuffer(archive_import.archive, archive_import.connection)
    before = 0
    taken: int | None = None
    for channel, lines in groupby(_read_event_lines_of_archive(archive_import), key=lambda line: line.channel):
        if channel <= before:
            raise archive_import.archive.build_archive_line_error(f"channel: {channel} comes out of order")
        before = channel
        kept = _load_existing_events_of_channel(archive_import, channel)
        if kept is None:
            _delete_computed_rows_of_channel(archive_import, channel)
            archive_import.channels.add(channel)
            _write_channel_events(archive_import, batch, lines)
        else:
            taken = channel
            if any(a != b for a, b in zip_longest(kept, map(ArchivedGameEvent.convert_to_table_row, lines))):
                raise _build_nonempty_channel_error(archive_import, channel)
        if taken is not None and archive_import.channels:
            raise _build_nonempty_channel_error(archive_import, taken)
    if taken is not None:
        raise _ArchiveAlreadyImportedError
    batch.write_buffered_events()
    for guild in archive_import.header.servers:
        recompute_shared_rows_of_server(archive_import.connection, guild)
    rebuild_random_seating_number_table(archive_import.connection)


def _build_nonempty_channel_error(archive_import: _ArchiveImport, channel_id: int) -> MaintenanceCommandError:
    problem = f"channel {channel_id} has events already; accepted: a database where it has none"
    return archive_import.archive.build_archive_line_error(problem)


def _read_event_lines_of_archive(archive_import: _ArchiveImport) -> Iterator[ArchivedGameEvent]:
    for line in archive_import.archive.read_lines(ArchivedGameEvent, archive_import.header.events):
        archive_import.require_server_in_archive_header(line)
        try:
            yield _replace_archived_player_ids_in_event(archive_import, line)
        except UnreadableStoredEventError as error:
            raise archive_import.archive.build_archive_line_error(error.problem) from None
        archive_import.on_progress(1)


def _load_existing_events_of_channel(
    archive_import: _ArchiveImport, channel_id: int
) -> Iterator[dict[str, Any]] | None:
    stream = select(events).where(events.c.channel == channel_id)
    if archive_import.connection.execute(stream.limit(1)).first() is None:
        return None
    rows = stream_query_rows(archive_import.connection, stream.order_by(events.c.version))
    return (row._asdict() for row in rows)


def _delete_computed_rows_of_channel(archive_import: _ArchiveImport, channel_id: int) -> None:
    """Delete the computed rows of a channel without events, before events are imported into it."""
    mark_channel_results_unrated(archive_import.connection, channel_id)
    totals.subtract_channel_from_standings_and_rivalries(archive_import.connection, channel_id)
    for table in (*PROJECTIONS, schema.boards):
        archive_import.connection.execute(delete(table).where(table.c.channel == channel_id))


def _write_channel_events(
    archive_import: _ArchiveImport, event_buffer: "_ImportedEventBuffer", event_lines: Iterable[ArchivedGameEvent]
) -> None:
    """Write a channel's events, and the rows that are computed from the events of each pod."""

    def iterate_events_and_buffer_lines() -> Iterator[StoredEvent]:
        for line in event_lines:
            yield line.decode_event()
            event_buffer.add_event_line(line)  # resumed only after the event was folded without an error

    try:
        for played in iterate_pod_histories(iterate_events_and_buffer_lines()):
            event_buffer.add_computed_row_changes(build_row_changes_of_whole_game(played))
    except UnreadableStoredEventError as error:
        raise archive_import.archive.build_archive_line_error(error.problem) from None


class _ImportedEventBuffer:
    """A buffer of events to import and of rows computed from them."""

    def __init__(self, archive: ArchiveReader, connection: Connection) -> None:
        self._archive = archive
        self._connection = connection
        self._rows: list[dict[str, Any]] = []
        self._interactions: dict[int, int] = {}  # interaction of a buffered row -> its line
        self._following: list[list[RowChange]] = []

    def add_event_line(self, event_line: ArchivedGameEvent) -> None:
        """Add an event; when there are many, write all to the database. Raises `MaintenanceCommandError`."""
        if event_line.interaction is not None:
            if event_line.interaction in self._interactions:
                raise self._build_duplicate_interaction_error(event_line.interaction, self._archive.line)
            self._interactions[event_line.interaction] = self._archive.line
        self._rows.append(event_line.convert_to_table_row())
        if len(self._rows) >= ROWS_PER_BATCH:
            self.write_buffered_events()

    def add_computed_row_changes(self, row_changes: Iterable[RowChange]) -> None:
        self._following.append(list(row_changes))

    def write_buffered_events(self) -> None:
        """Write all buffered events and rows to the database, and empty the buffer.

        Raises `MaintenanceCommandError` if the database has an event of the same Discord interaction.
        """
        same = events.c.interaction.in_(self._interactions)
        for interaction in self._connection.scalars(select(events.c.interaction).where(same)):
            raise self._build_duplicate_interaction_error(interaction, self._interactions[interaction])
        if self._rows:
            self._connection.execute(insert(events), self._rows)
        apply_row_changes(merge_row_changes_of_commands(self._following), self._connection)
        self._rows = []
        self._interactions = {}
        self._following = []

    def _build_duplicate_interaction_error(self, interaction_id: int, line_number: int) -> MaintenanceCommandError:
        return self._archive.build_archive_line_error(
            f"interaction: {interaction_id} has had its effect already", line_number
        )


def _replace_archived_player_ids_in_event(
    archive_import: _ArchiveImport, archived_event: ArchivedGameEvent
) -> ArchivedGameEvent:
    """Return an event's line with the players' ids in this database.

    Raises `MaintenanceCommandError` or `UnreadableStoredEventError`.
    """
    if not archive_import.ids:
        return archived_event
    before = archived_event.decode_event().event
    after = replace_players_in_event_or_state(before, archive_import.get_local_player_id)
    if len(find_players_in_event_fields(after)) < len(find_players_in_event_fields(before)):
        raise archive_import.archive.build_archive_line_error("two of its players are one and the same here")
    if after != before:
        kind, schema, payload = encode_event_as_json(after)
        archived_event = replace(archived_event, type=kind, schema=schema, payload=Raw(payload.encode()))
    return replace(archived_event, by=archived_event.by and archive_import.get_local_player_id(archived_event.by))


# Boards and publications


def _import_game_boards(archive_import: _ArchiveImport) -> None:
    """Insert the boards (main Discord messages) of the imported pods."""
    last = (0, 0)
    for part in archive_import.archive.read_line_batches(ArchivedGameBoard, archive_import.header.boards):
        known = _load_keys_of_games_in_database(archive_import, part.values())
        for line, board in part.items():
            archive_import.require_server_in_archive_header(board, line)
            place = (board.channel, board.pod)
            if place <= last:
                raise archive_import.archive.build_archive_line_error("a board comes twice, or out of order", line)
            if place not in known or board.channel not in archive_import.channels:
                raise archive_import.archive.build_archive_line_error("none of the events before is of its pod", line)
            last = place
        archive_import.insert_rows(
            boards,
            [
                _replace_player_ids_on_imported_board(archive_import, board).convert_to_table_row()
                for board in part.values()
            ],
        )
        archive_import.on_progress(len(part))


def _import_bot_messages(archive_import: _ArchiveImport) -> None:
    """Insert the archive's records of bot messages that are missing in the database."""
    lines = archive_import.archive.read_lines(ArchivedBotMessage, archive_import.header.publications)
    _insert_rows_missing_in_table(archive_import, lines, publications, ("surface", "guild", "key"), "a publication")


def _load_keys_of_games_in_database(
    archive_import: _ArchiveImport, board_lines: Collection[ArchivedGameBoard]
) -> set[tuple[int, int]]:
    wanted = [(board.channel, board.pod) for board in board_lines]
    found = set[tuple[int, int]]()
    for table in (schema.pods, schema.plans):
        place = tuple_(table.c.channel, table.c.pod)
        rows = archive_import.connection.execute(select(*place).where(place.in_(wanted)))
        found.update((row.channel, row.pod) for row in rows)
    return found


def _replace_player_ids_on_imported_board(
    archive_import: _ArchiveImport, board_line: ArchivedGameBoard
) -> ArchivedGameBoard:
    """Return a board's line with the players' ids in this database.

    A board that mentions a player with another id is rendered again.
    """
    if board_line.told is not None:
        told = " ".join(_find_local_player_id(archive_import, player) for player in board_line.told.split())
        board_line = replace(board_line, told=told)
    if board_line.calls is not None:
        calls = (call.partition(":") for call in board_line.calls.split())
        renamed = " ".join(f"{_find_local_player_id(archive_import, player)}:{id}" for player, _, id in calls)
        board_line = replace(board_line, calls=renamed)
    kind, colon, player = (board_line.asked or "").partition(":")
    if player not in archive_import.ids:
        return board_line
    return replace(board_line, asked=f"{kind}{colon}{archive_import.get_local_player_id(player)}", shown=0)


def _find_local_player_id(archive_import: _ArchiveImport, archived_player: Player) -> Player:
    return (
        archive_import.get_local_player_id(archived_player)
        if archived_player in archive_import.ids
        else archived_player
    )
