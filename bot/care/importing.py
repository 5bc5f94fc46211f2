"""Import of an archive file into a database: all of it or nothing.

The log has its own ids for people. A person who has another id in this database keeps it, and
imported events name the person by it; everything else is imported unchanged.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any, NamedTuple, Protocol

from msgspec import Raw
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, TableClause, delete, func, insert, or_, select, tuple_
from sqlalchemy.exc import IntegrityError

from bot.care import MaintenanceError
from bot.care.archive import (
    ArchivedAccountMerge,
    ArchivedAuditEntry,
    ArchivedAvoidance,
    ArchivedBoard,
    ArchivedChampionRole,
    ArchivedDeck,
    ArchivedDismissal,
    ArchivedEvent,
    ArchivedGuest,
    ArchivedNickname,
    ArchivedPerson,
    ArchivedPublication,
    ArchivedRedaction,
    ArchivedSeason,
    ArchivedSettings,
    ArchivedStandingsPost,
    ArchiveHeader,
    ArchiveReader,
)
from bot.care.archive_upgrades import upgrade_archive
from bot.care.files import open_input_file
from bot.care.integrity import build_pod_histories
from bot.care.progress import ProgressCallback, run_with_progress
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
    stream_rows,
    strikes,
)
from bot.projections.draws import rebuild_draw_numbers
from bot.projections.project import PROJECTIONS, project_whole_game
from bot.projections.rating_updater import rate_all_servers
from bot.rules.facts import Player
from bot.rules.players import find_players_in_event, rename_players
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.row_changes import RowChange, apply_changes, merge_row_changes
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.codec import encode_event
from bot.storage.record.errors import DamagedEvent
from bot.storage.record.people import redact_guest_names
from bot.storage.record.player_decks import encode_deck
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables import totals
from bot.storage.tables.result_changes import mark_channel_unrated, mark_unrated_since


class _EventsAlreadyImported(Exception):
    """An error raised when the database already has every event of the archive."""


class _ArchivedServerRow(Protocol):
    """A line of an archive that belongs to one server."""

    @property
    def guild(self) -> int:
        """Return the id of the server to which the archive line belongs."""


_RowLine = (
    ArchivedNickname
    | ArchivedAvoidance
    | ArchivedGuest
    | ArchivedAccountMerge
    | ArchivedChampionRole
    | ArchivedRedaction
    | ArchivedDismissal
    | ArchivedPublication
)
"""Lines of the archive that are rows of a server, each as it stands."""


class _ImportSession:
    """An import in progress: the archive that is read, and the transaction that writes its
    rows.
    """

    def __init__(
        self, archive: ArchiveReader, connection: Connection, on_progress: ProgressCallback
    ) -> None:
        self.archive = archive
        self.connection = connection
        self.on_progress = on_progress
        self.header = archive.read_header()
        self.ids: dict[Player, Player] = {}  # archive id -> id in this database, if they differ
        self.channels: set[int] = set()  # channels whose events this import writes

    def find_local_player_id(self, player: Player) -> Player:
        """Return the id that a player of the archive has in this database."""
        return self.ids.get(player, player)

    def require_known_server(
        self, line: _ArchivedServerRow, line_number: int | None = None
    ) -> None:
        """Raise `MaintenanceError` if the archive's header does not list the server of a
        line.

        A `line_number` of None means the line that was read last.
        """
        if line.guild not in self.header.servers:
            problem = f"guild: {line.guild} is none of the header's servers"
            raise self.archive.build_error(problem, line_number)

    def insert_rows(self, table: TableClause, rows: list[dict[str, Any]]) -> None:
        """Insert rows into a table; an empty list is allowed."""
        if rows:
            self.connection.execute(insert(table), rows)


class ImportReport(NamedTuple):
    """A report of an import: the header of the archive, in the current format.

    `nameless` is the number of people who have no name on any server until they next use the
    bot: an earlier version did not keep of which server their name was.
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


async def import_history(database: Database, path: str) -> ImportReport | None:
    """Import an archive from a file or `STDIO`; return a report of what was imported.

    Return None if the database has all of its events already; nothing is changed then. Raises
    `MaintenanceError` or `DatabaseUnreachable`.
    """
    with open_input_file(path) as file:
        given = ArchiveReader(file, path)
        async with upgrade_archive(given) as archive:
            return await _import_archive(database, archive)


async def _import_archive(database: Database, archive: ArchiveReader) -> ImportReport | None:
    """Import an archive in the current format; return a report, or None if nothing was new."""

    def import_archive_lines(connection: Connection, on_progress: ProgressCallback) -> ImportReport:
        header = _import_all_lines(_ImportSession(archive, connection, on_progress))
        return ImportReport(header, _count_people_without_name(connection))

    try:
        return await run_with_progress(database.run_transaction, import_archive_lines, "Importing")
    except _EventsAlreadyImported:
        return None
    except (IntegrityError, RowExists):
        problem = "the database was changed meanwhile; stop the bot, then try again"
        raise archive.build_error(problem) from None


def _count_people_without_name(connection: Connection) -> int:
    """Return the number of Discord accounts that have no name on any server."""
    named = select(nicknames).where(nicknames.c.player == people.c.id, nicknames.c.name != "")
    nameless = select(func.count()).select_from(people)
    nameless = nameless.where(people.c.discord_id > 0, people.c.name == "", ~named.exists())
    return connection.scalar(nameless) or 0


def _import_all_lines(session: _ImportSession) -> ArchiveHeader:
    """Import all lines of the archive in order, and rate the games.

    Raises `MaintenanceError` or `_EventsAlreadyImported`.
    """
    header = session.header
    session.on_progress(0, header.line_count)
    for step in (
        _import_people,
        _import_nicknames,
        _import_avoidances,
        _import_decks,
        _import_guests,  # before the events: a claimed guest's points go to the claimer
        _import_account_merges,
        _import_settings,
        _import_audit_entries,
        _import_seasons,  # before the events: their points count in seasons
        _import_standings_posts,
        _import_champion_roles,
        _import_redactions,
        _import_events,
        _import_dismissals,
        _import_boards,
        _import_publications,
    ):
        step(session)
    session.archive.require_end_of_file()

    def report_rated_games(game_count: int, total_games: int | None) -> None:
        session.on_progress(
            game_count, None if total_games is None else header.line_count + total_games
        )

    rate_all_servers(session.connection, report_rated_games)
    return header


# People


def _import_people(session: _ImportSession) -> None:
    """Insert unknown people; record in `session.ids` the people with another id in this
    database.
    """
    last = -(2**63) - 1
    ids = set[Player]()
    for part in session.archive.read_line_batches(ArchivedPerson, session.header.people):
        accounts, owners = _load_known_people(session, part.values())
        new = []
        for line, person in part.items():
            if person.discord_id <= last or person.id in ids:
                raise session.archive.build_error("somebody comes twice, or out of order", line)
            last = person.discord_id
            ids.add(person.id)
            here = accounts.get(person.discord_id)
            if here is None and person.id in owners:
                raise session.archive.build_error(f"id: {person.id!r} is somebody else here", line)
            if here is None:
                new.append(asdict(person))
            elif here != person.id:
                session.ids[person.id] = here
        session.insert_rows(people, new)
        session.on_progress(len(part))


def _import_nicknames(session: _ImportSession) -> None:
    """Insert the nicknames of the archive that the database lacks."""
    lines = session.archive.read_lines(ArchivedNickname, session.header.nicknames)
    key = ("guild", "player")
    _insert_missing_rows(session, lines, nicknames, key, "a nickname", player_columns=("player",))


def _import_avoidances(session: _ImportSession) -> None:
    """Insert the avoidances of the archive that the database lacks."""
    lines = session.archive.read_lines(ArchivedAvoidance, session.header.avoidances)
    both = ("player", "avoided")
    _insert_missing_rows(
        session, lines, avoidances, ("guild", *both), "an avoidance", player_columns=both
    )


def _import_decks(session: _ImportSession) -> None:
    """Insert the registered decks of the archive that the database lacks."""
    last = ("", "")
    for line in session.archive.read_lines(ArchivedDeck, session.header.decks):
        key = line.deck.key
        if key is None:
            raise session.archive.build_error("deck.key: missing; accepted: the key of a deck")
        if (line.player, key) <= last:
            raise session.archive.build_error("a deck comes twice, or out of order")
        last = (line.player, key)
        player = session.find_local_player_id(line.player)
        row = {"key": key, "player": player, "deck": encode_deck(line.deck), "link": line.link}
        here = select(player_decks.c.key).where(player_decks.c.key == key)
        if session.connection.execute(here).first() is None:
            session.insert_rows(player_decks, [row | {"used": line.used, "retired": line.retired}])
        session.on_progress(1)


def _import_guests(session: _ImportSession) -> None:
    """Insert the guests of the archive that the database lacks, with their server and claims."""
    lines = session.archive.read_lines(ArchivedGuest, session.header.guests)
    named = ("player", "asked_by", "claimed_by")
    _insert_missing_rows(session, lines, guests, ("player",), "a guest", player_columns=named)


def _import_account_merges(session: _ImportSession) -> None:
    """Insert the account merges of the archive that the database lacks."""
    lines = session.archive.read_lines(ArchivedAccountMerge, session.header.merges)
    named = ("player", "stays", "person", "by")
    _insert_missing_rows(
        session, lines, merges, ("guild", "player"), "a merge", player_columns=named
    )


def _load_known_people(
    session: _ImportSession, person_lines: Collection[ArchivedPerson]
) -> tuple[dict[int, Player], dict[Player, int]]:
    """Load the people of archive lines from this database: ids by account, and accounts by id."""
    same_id = people.c.id.in_([person.id for person in person_lines])
    same_account = people.c.discord_id.in_([person.discord_id for person in person_lines])
    found = session.connection.execute(select(people).where(or_(same_id, same_account))).all()
    return {row.discord_id: row.id for row in found}, {row.id: row.discord_id for row in found}


# Servers


def _import_settings(session: _ImportSession) -> None:
    """Insert the archived settings of servers that have none in this database."""
    for line in session.archive.read_lines(ArchivedSettings, session.header.settings):
        session.require_known_server(line)
        same = select(guilds).where(guilds.c.guild == line.guild)
        if session.connection.execute(same).first() is None:
            session.insert_rows(guilds, [line.to_row()])
        session.on_progress(1)


def _import_audit_entries(session: _ImportSession) -> None:
    """Insert the entries of the audit trail that the database lacks."""
    last = 0
    for part in session.archive.read_line_batches(ArchivedAuditEntry, session.header.audit):
        ids = [entry.id for entry in part.values()]
        found = session.connection.execute(select(audit).where(audit.c.id.in_(ids)))
        here = {row.id: row._asdict() for row in found}
        new = []
        for line, entry in part.items():
            session.require_known_server(entry, line)
            if entry.id <= last:
                raise session.archive.build_error("an entry comes twice, or out of order", line)
            last = entry.id
            row = replace(entry, by=session.find_local_player_id(entry.by)).to_row()
            if here.get(entry.id, row) != row:
                raise session.archive.build_error(f"id: {entry.id} is another entry here", line)
            if entry.id not in here:
                new.append(row)
        session.insert_rows(audit, new)
        session.on_progress(len(part))


def _import_seasons(session: _ImportSession) -> None:
    """Insert the archived seasons of servers that have none in this database."""
    before: ArchivedSeason | None = None
    kept = set[int]()
    for line in session.archive.read_lines(ArchivedSeason, session.header.seasons):
        session.require_known_server(line)
        _require_season_order(session, line, before)
        here = select(seasons).where(seasons.c.guild == line.guild)
        first = before is None or before.guild != line.guild
        if first and session.connection.execute(here).first() is not None:
            kept.add(line.guild)
        before = line
        if line.guild not in kept:
            since = datetime_from_milliseconds(line.start)
            with totals.recompute_totals(session.connection, line.guild, since):
                session.insert_rows(seasons, [line.to_row()])
                session.insert_rows(exclusions, list(_build_exclusion_rows(session, line)))
                session.insert_rows(
                    settled_lines, list(_build_settled_standing_rows(session, line))
                )
            if line.rules is not None and line.rules.damped:
                mark_unrated_since(session.connection, line.guild, since, 0)
        session.on_progress(1)


def _build_exclusion_rows(
    session: _ImportSession, season_line: ArchivedSeason
) -> Iterator[dict[str, Any]]:
    """Yield the rows of players excluded from a season, with their ids in this database."""
    for each in season_line.excluded:
        renamed = replace(
            each,
            player=session.find_local_player_id(each.player),
            by=session.find_local_player_id(each.by),
        )
        yield {"guild": season_line.guild, "season": season_line.number, **asdict(renamed)}


def _build_settled_standing_rows(
    session: _ImportSession, season_line: ArchivedSeason
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a season's settled standings, with the players' ids in this database."""
    for each in season_line.settled:
        renamed = replace(each, player=session.find_local_player_id(each.player))
        yield {"guild": season_line.guild, "season": season_line.number, **asdict(renamed)}


def _require_season_order(
    session: _ImportSession, season_line: ArchivedSeason, previous_line: ArchivedSeason | None
) -> None:
    """Raise `MaintenanceError` unless a season follows the previous one in number and in time."""
    if season_line.end is not None and season_line.end < season_line.start:
        raise session.archive.build_error("a season ends before its start")
    if previous_line is None or previous_line.guild != season_line.guild:
        if previous_line is not None and previous_line.guild > season_line.guild:
            raise session.archive.build_error("a season comes twice, or out of order")
    elif (
        previous_line.number >= season_line.number
        or previous_line.end is None
        or previous_line.end > season_line.start
    ):
        raise session.archive.build_error("a season comes twice, or out of order")


def _import_standings_posts(session: _ImportSession) -> None:
    """Insert the archived standings posts of servers that have none in this database."""
    before = (0, "", 0)
    kept = set[int]()
    for line in session.archive.read_lines(ArchivedStandingsPost, session.header.posts):
        session.require_known_server(line)
        if line.guild != before[0]:
            here = select(posts).where(posts.c.guild == line.guild)
            if session.connection.execute(here.limit(1)).first() is not None:
                kept.add(line.guild)
        if before >= (line.guild, line.kind, line.number):
            raise session.archive.build_error("a post comes twice, or out of order")
        before = (line.guild, line.kind, line.number)
        if line.guild not in kept:
            session.insert_rows(posts, [line.to_row()])
        session.on_progress(1)


def _import_champion_roles(session: _ImportSession) -> None:
    """Insert the roles of champions that the database lacks."""
    lines = session.archive.read_lines(ArchivedChampionRole, session.header.champions)
    _insert_missing_rows(session, lines, champions, ("guild", "discord_id", "role"), "a champion")


def _import_redactions(session: _ImportSession) -> None:
    """Insert redacted texts that the database lacks, and hide guests whose names are redacted."""
    lines = session.archive.read_lines(ArchivedRedaction, session.header.strikes)
    _insert_missing_rows(session, lines, strikes, ("guild", "id"), "a strike")
    for guild in session.header.servers:  # a strike may name a guest that is here already
        redact_guest_names(session.connection, guild)


def _import_dismissals(session: _ImportSession) -> None:
    """Insert the dismissals of pods that the database lacks."""
    lines = session.archive.read_lines(ArchivedDismissal, session.header.dismissals)
    _insert_missing_rows(session, lines, dismissals, ("channel", "pod"), "a dismissal")


def _insert_missing_rows(
    session: _ImportSession,
    lines: Iterable[_RowLine],
    table: TableClause,
    key_columns: Sequence[str],
    row_label: str,
    *,
    player_columns: Sequence[str] = (),
) -> None:
    """Insert archive lines as rows of a table, except rows whose key the database has.

    `row_label` names a row in errors. `player_columns` hold people's ids in the archive.
    """
    columns = [table.c[name] for name in key_columns]
    last: tuple[Any, ...] = ()
    for line in lines:
        session.require_known_server(line)
        order = tuple(getattr(line, name) for name in key_columns)
        if order <= last:
            raise session.archive.build_error(f"{row_label} comes twice, or out of order")
        last = order
        row = asdict(line)
        row |= {
            name: session.find_local_player_id(row[name])
            for name in player_columns
            if row[name] is not None
        }
        key = tuple(row[name] for name in key_columns)
        here = select(*columns).where(tuple_(*columns) == key)
        if session.connection.execute(here).first() is None:
            session.insert_rows(table, [row])
        session.on_progress(1)


# Events


def _import_events(session: _ImportSession) -> None:
    """Write the events of the archive, and the projections that follow from the events.

    Raises `_EventsAlreadyImported` if the database has all of the events, `MaintenanceError` if
    it has some.
    """
    batch = _EventBuffer(session.archive, session.connection)
    before = 0
    taken: int | None = None
    for channel, lines in groupby(_read_event_lines(session), key=lambda line: line.channel):
        if channel <= before:
            raise session.archive.build_error(f"channel: {channel} comes out of order")
        before = channel
        kept = _load_event_rows(session, channel)
        if kept is None:
            _delete_channel_projections(session, channel)
            session.channels.add(channel)
            _write_channel_events(session, batch, lines)
        else:
            taken = channel
            if any(a != b for a, b in zip_longest(kept, map(ArchivedEvent.to_row, lines))):
                raise _build_channel_has_events_error(session, channel)
        if taken is not None and session.channels:
            raise _build_channel_has_events_error(session, taken)
    if taken is not None:
        raise _EventsAlreadyImported
    batch.flush()
    rebuild_draw_numbers(session.connection)


def _build_channel_has_events_error(session: _ImportSession, channel_id: int) -> MaintenanceError:
    problem = f"channel {channel_id} has events already; accepted: a database where it has none"
    return session.archive.build_error(problem)


def _read_event_lines(session: _ImportSession) -> Iterator[ArchivedEvent]:
    for line in session.archive.read_lines(ArchivedEvent, session.header.events):
        session.require_known_server(line)
        try:
            yield _translate_player_ids(session, line)
        except DamagedEvent as error:
            raise session.archive.build_error(error.problem) from None
        session.on_progress(1)


def _load_event_rows(session: _ImportSession, channel_id: int) -> Iterator[dict[str, Any]] | None:
    """Return the rows of a channel's events in this database; None if there are none."""
    stream = select(events).where(events.c.channel == channel_id)
    if session.connection.execute(stream.limit(1)).first() is None:
        return None
    rows = stream_rows(session.connection, stream.order_by(events.c.version))
    return (row._asdict() for row in rows)


def _delete_channel_projections(session: _ImportSession, channel_id: int) -> None:
    """Delete the projections and boards of a channel without events, before its events are
    imported.
    """
    mark_channel_unrated(session.connection, channel_id)
    totals.subtract_channel_results(session.connection, channel_id)
    for table in (*PROJECTIONS, schema.boards):
        session.connection.execute(delete(table).where(table.c.channel == channel_id))


def _write_channel_events(
    session: _ImportSession, event_buffer: "_EventBuffer", lines: Iterable[ArchivedEvent]
) -> None:
    """Write the events of a channel and the projections of its pods."""

    def decode_events() -> Iterator[StoredEvent]:
        for line in lines:
            yield line.decode_event()
            event_buffer.add_event(line)  # resumed only after the event was folded without an error

    try:
        for played in build_pod_histories(decode_events()):
            event_buffer.add_projection_changes(project_whole_game(played))
    except DamagedEvent as error:
        raise session.archive.build_error(error.problem) from None


class _EventBuffer:
    """A buffer of imported events, and of the changes in projections that follow from the
    events.
    """

    def __init__(self, archive: ArchiveReader, connection: Connection) -> None:
        self._archive = archive
        self._connection = connection
        self._rows: list[dict[str, Any]] = []
        self._interactions: dict[int, int] = {}  # interaction of a buffered row -> its line
        self._following: list[list[RowChange]] = []

    def add_event(self, line: ArchivedEvent) -> None:
        """Buffer the event line that was read last. Raises `MaintenanceError`."""
        if line.interaction is not None:
            if line.interaction in self._interactions:
                raise self._build_duplicate_interaction_error(line.interaction, self._archive.line)
            self._interactions[line.interaction] = self._archive.line
        self._rows.append(line.to_row())
        if len(self._rows) >= ROWS_PER_BATCH:
            self.flush()

    def add_projection_changes(self, changes: Iterable[RowChange]) -> None:
        """Buffer changes in projections that follow from a pod."""
        self._following.append(list(changes))

    def flush(self) -> None:
        """Write the buffered events and changes; raise `MaintenanceError` for a known
        interaction.
        """
        same = events.c.interaction.in_(self._interactions)
        for interaction in self._connection.scalars(select(events.c.interaction).where(same)):
            raise self._build_duplicate_interaction_error(
                interaction, self._interactions[interaction]
            )
        if self._rows:
            self._connection.execute(insert(events), self._rows)
        apply_changes(merge_row_changes(self._following), self._connection)
        self._rows = []
        self._interactions = {}
        self._following = []

    def _build_duplicate_interaction_error(
        self, interaction_id: int, line_number: int
    ) -> MaintenanceError:
        return self._archive.build_error(
            f"interaction: {interaction_id} has had its effect already", line_number
        )


def _translate_player_ids(session: _ImportSession, event_line: ArchivedEvent) -> ArchivedEvent:
    """Return an event line with the ids that its players have in this database.

    Raises `MaintenanceError` or `DamagedEvent`.
    """
    if not session.ids:
        return event_line
    before = event_line.decode_event().event
    after = rename_players(before, session.find_local_player_id)
    if len(find_players_in_event(after)) < len(find_players_in_event(before)):
        raise session.archive.build_error("two of its players are one and the same here")
    if after != before:
        kind, schema, payload = encode_event(after)
        event_line = replace(event_line, type=kind, schema=schema, payload=Raw(payload.encode()))
    return replace(event_line, by=event_line.by and session.find_local_player_id(event_line.by))


# Boards and publications


def _import_boards(session: _ImportSession) -> None:
    """Insert the boards of the imported pods."""
    last = (0, 0)
    for part in session.archive.read_line_batches(ArchivedBoard, session.header.boards):
        known = _load_keys_of_games(session, part.values())
        for line, board in part.items():
            session.require_known_server(board, line)
            place = (board.channel, board.pod)
            if place <= last:
                raise session.archive.build_error("a board comes twice, or out of order", line)
            if place not in known or board.channel not in session.channels:
                raise session.archive.build_error("none of the events before is of its pod", line)
            last = place
        session.insert_rows(
            boards,
            [_translate_board_player_ids(session, board).to_row() for board in part.values()],
        )
        session.on_progress(len(part))


def _import_publications(session: _ImportSession) -> None:
    """Insert the publications of the archive that the database lacks."""
    lines = session.archive.read_lines(ArchivedPublication, session.header.publications)
    _insert_missing_rows(session, lines, publications, ("surface", "guild", "key"), "a publication")


def _load_keys_of_games(
    session: _ImportSession, board_lines: Collection[ArchivedBoard]
) -> set[tuple[int, int]]:
    wanted = [(board.channel, board.pod) for board in board_lines]
    found = set[tuple[int, int]]()
    for table in (schema.pods, schema.plans):
        place = tuple_(table.c.channel, table.c.pod)
        rows = session.connection.execute(select(*place).where(place.in_(wanted)))
        found.update((row.channel, row.pod) for row in rows)
    return found


def _translate_board_player_ids(
    session: _ImportSession, board_line: ArchivedBoard
) -> ArchivedBoard:
    """Return a board's line with the ids that its players have in this database.

    A board that asks a player with another id is drawn anew.
    """
    if board_line.told is not None:
        told = " ".join(
            _find_local_player_id(session, player) for player in board_line.told.split()
        )
        board_line = replace(board_line, told=told)
    if board_line.calls is not None:
        calls = (call.partition(":") for call in board_line.calls.split())
        renamed = " ".join(
            f"{_find_local_player_id(session, player)}:{id}" for player, _, id in calls
        )
        board_line = replace(board_line, calls=renamed)
    kind, colon, player = (board_line.asked or "").partition(":")
    if player not in session.ids:
        return board_line
    return replace(
        board_line, asked=f"{kind}{colon}{session.find_local_player_id(player)}", shown=0
    )


def _find_local_player_id(session: _ImportSession, player: Player) -> Player:
    return session.find_local_player_id(player) if player in session.ids else player
