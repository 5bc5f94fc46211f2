"""Exports: the history of servers into an archive file, and the standings of a server into a file."""

from collections.abc import Callable, Container, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any

from msgspec import Raw, Struct
from sqlalchemy import Connection, Row, Select, TableClause, and_, func, select, true, union

from bot import VERSION
from bot.care import MaintenanceCommandError
from bot.care.archive import (
    ARCHIVE_FORMAT,
    ArchivedAccountMerge,
    ArchivedAuditEntry,
    ArchivedBotMessage,
    ArchivedChampionRole,
    ArchivedDismissalOfSuspiciousGame,
    ArchivedFinalStanding,
    ArchivedGameBoard,
    ArchivedGameEvent,
    ArchivedGuestPlayer,
    ArchivedLeaderboardPost,
    ArchivedNickname,
    ArchivedPerson,
    ArchivedPlayerAvoidance,
    ArchivedPlayerDeck,
    ArchivedSeason,
    ArchivedSeasonExclusion,
    ArchivedServerSettings,
    ArchivedTextRedaction,
    ArchiveHeader,
    ArchiveLine,
    encode_archive_line,
)
from bot.care.files import ByteWriter, open_new_output_file
from bot.care.integrity import iterate_pod_histories
from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.care.stored_rows import (
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
from bot.projections import standings_file
from bot.projections.standings import LeaderboardFilter
from bot.projections.standings_file import Format, encode_standings_file, load_standings_file_header
from bot.rules.facts import Player
from bot.rules.players import find_players_in_event_fields
from bot.storage.engine.database import Database
from bot.storage.engine.schema import HEAD
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.player_decks import decode_deck_json
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import decode_season_rules_json
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

MAX_LISTED_VALUES = 10
"""The most servers or seasons that an error message lists."""


async def export_game_history(database: Database, archive_path: str, server_id: int | None = None) -> ArchiveHeader:
    """Write the games of one server, or of all, to a new archive or to standard output.

    Raises `MaintenanceCommandError`, `UnreadableStoredEventError` or `DatabaseUnreachableError`, and leaves no file
    then.
    """
    with open_new_output_file(archive_path) as put:
        return await run_database_work_with_progress_bar(
            database.run_read_transaction_without_timeout, partial(_write_history_archive, put, server_id), "Exporting"
        )


class StandingsExportOptions(Struct, frozen=True):
    """The options of an export of standings: server, period, and filters of games.

    `server` may be None if the database has one server. `season` is a name or a number. Without `season` and `days`,
    standings are of all time. `variant` and `table` filter pods.
    """

    server: int | None = None
    season: str | None = None
    days: int | None = None
    variant: str = WILDCARD
    table: str = WILDCARD
    game: GameKind = POD


async def export_standings_to_file(
    database: Database, path: str, file_format: Format, export_options: StandingsExportOptions, now: datetime
) -> int:
    """Write a server's standings to a new file or standard output; return the number of players.

    Raises `MaintenanceCommandError` or `StorageError`, and leaves no file then.
    """
    with open_new_output_file(path) as put:
        write = partial(_write_standings_file, put, file_format, export_options, now)
        return await run_database_work_with_progress_bar(
            database.run_read_transaction_without_timeout, write, "Exporting"
        )


def _write_history_archive(
    write_bytes: ByteWriter, server_id: int | None, connection: Connection, on_progress: ProgressCallback
) -> ArchiveHeader:
    servers = _load_server_ids_to_export(connection, server_id)
    known = _load_ids_of_people_to_export(connection, server_id)
    header = _build_archive_header(connection, server_id, servers, known)
    on_progress(0, header.line_count_after_header)

    def write_archive_line(archive_line: ArchiveLine) -> None:
        write_bytes(encode_archive_line(archive_line))
        on_progress(1)

    write_bytes(encode_archive_line(header))
    for line in _load_archive_lines_before_events(connection, server_id, known):
        write_archive_line(line)
    _validate_and_write_events(connection, _build_query_of_server_rows(server_id, events), write_archive_line)
    for row in stream_query_rows(
        connection, _build_query_of_server_rows(server_id, dismissals).order_by(*_DISMISSAL_ORDER)
    ):
        write_archive_line(ArchivedDismissalOfSuspiciousGame(*row))
    for row in stream_query_rows(
        connection, _build_query_of_server_rows(server_id, boards).where(_HAS_OPENING_EVENT).order_by(*_BOARD_ORDER)
    ):
        write_archive_line(ArchivedGameBoard(**row._asdict()))
    for line in _load_bot_message_lines(connection, server_id):
        write_archive_line(line)
    return header


def _build_archive_header(
    connection: Connection, server_id: int | None, server_ids: Sequence[int], exported_people: Container[Player]
) -> ArchiveHeader:
    """Return the header of an archive, with the number of lines of each kind."""

    def count_table_rows(database_table: TableClause) -> int:
        return _count_query_rows(connection, _build_query_of_server_rows(server_id, database_table))

    return ArchiveHeader(
        format=ARCHIVE_FORMAT,
        revision=HEAD,
        bot=VERSION,
        servers=tuple(server_ids),
        people=sum(1 for _ in _load_archived_people(connection, exported_people)),
        settings=count_table_rows(guilds),
        events=count_table_rows(events),
        boards=_count_query_rows(connection, _build_query_of_server_rows(server_id, boards).where(_HAS_OPENING_EVENT)),
        audit=count_table_rows(audit),
        seasons=count_table_rows(seasons),
        posts=count_table_rows(posts),
        champions=count_table_rows(champions),
        strikes=count_table_rows(strikes),
        dismissals=count_table_rows(dismissals),
        guests=count_table_rows(guests),
        publications=count_table_rows(publications),
        nicknames=sum(1 for _ in _load_archived_nicknames(connection, server_id, exported_people)),
        avoidances=sum(1 for _ in _load_archived_player_avoidances(connection, server_id)),
        merges=count_table_rows(merges),
        decks=sum(1 for _ in _load_archived_decks(connection, exported_people)),
    )


def _load_archive_lines_before_events(
    connection: Connection, server_id: int | None, exported_people: Container[Player]
) -> Iterator[ArchiveLine]:
    here = partial(_build_query_of_server_rows, server_id)
    yield from _load_archived_people(connection, exported_people)
    yield from _load_archived_nicknames(connection, server_id, exported_people)
    yield from _load_archived_player_avoidances(connection, server_id)
    yield from _load_archived_decks(connection, exported_people)
    for row in sorted(connection.execute(here(guests)).all()):
        yield ArchivedGuestPlayer(*row)
    for row in sorted(connection.execute(here(merges)).all()):
        yield ArchivedAccountMerge(**row._asdict())
    for row in stream_query_rows(connection, here(guilds).order_by(guilds.c.guild)):
        yield ArchivedServerSettings(row.guild, Raw(row.settings.encode()), row.left_at, row.due)
    for row in stream_query_rows(connection, here(audit).order_by(audit.c.id)):
        yield ArchivedAuditEntry(**row._asdict() | {"details": Raw(row.details.encode())})
    for row in stream_query_rows(connection, here(seasons).order_by(seasons.c.guild, seasons.c.number)):
        yield _build_archived_season(connection, row)
    for row in stream_query_rows(connection, here(posts).order_by(*_POST_ORDER)):
        yield ArchivedLeaderboardPost(**row._asdict())
    for row in stream_query_rows(connection, here(champions).order_by(*_CHAMPION_ORDER)):
        yield ArchivedChampionRole(row.guild, row.discord_id, row.role, bool(row.given))
    for row in stream_query_rows(connection, here(strikes).order_by(strikes.c.guild, strikes.c.id)):
        yield ArchivedTextRedaction(*row)


def _load_bot_message_lines(connection: Connection, server_id: int | None) -> Iterator[ArchivedBotMessage]:
    """Yield the archive lines of messages that the bot keeps up to date, in a fixed order."""
    for row in sorted(
        connection.execute(_build_query_of_server_rows(server_id, publications)), key=_build_bot_message_sort_key
    ):
        values = row._asdict()
        del values["lease"], values["lease_until"]
        yield ArchivedBotMessage(**values)


def _build_bot_message_sort_key(message_row: Row[Any]) -> tuple[str, int, str]:
    return message_row.surface, message_row.guild, message_row.key


def _build_archived_season(connection: Connection, season_row: Row[Any]) -> ArchivedSeason:
    """Return the line of a season, with its excluded players and final places."""
    of = exclusions.c
    names = ArchivedSeasonExclusion.__struct_fields__
    here = select(*(of[name] for name in names)).where(of.guild == season_row.guild)
    found = connection.execute(here.where(of.season == season_row.number).order_by(of.player))
    rules = None if season_row.rules is None else decode_season_rules_json(season_row.rules)
    excluded = tuple(ArchivedSeasonExclusion(*each) for each in found)
    kept = settled_lines.c
    parts = select(*(kept[name] for name in ArchivedFinalStanding.__struct_fields__))
    parts = parts.where(kept.guild == season_row.guild, kept.season == season_row.number)
    settled = tuple(ArchivedFinalStanding(*each) for each in sorted(connection.execute(parts).all()))
    row = season_row
    plan = (row.ends, row.notice)
    return ArchivedSeason(row.guild, row.number, row.name, row.start, row.end, rules, excluded, settled, *plan)


_POST_ORDER = (posts.c.guild, posts.c.kind, posts.c.number)
_CHAMPION_ORDER = (champions.c.guild, champions.c.discord_id, champions.c.role)
_DISMISSAL_ORDER = (dismissals.c.channel, dismissals.c.pod)
_BOARD_ORDER = (boards.c.channel, boards.c.pod)
_IS_OPENING_EVENT = and_(events.c.channel == boards.c.channel, events.c.version == boards.c.pod)
_HAS_OPENING_EVENT = select(events).where(_IS_OPENING_EVENT).exists()


def _write_standings_file(
    write_bytes: ByteWriter,
    file_format: Format,
    export_options: StandingsExportOptions,
    now: datetime,
    connection: Connection,
    on_progress: ProgressCallback,
) -> int:
    servers = _load_server_ids_to_export(connection, export_options.server)
    if len(servers) != 1:
        raise MaintenanceCommandError(
            f"--server: standings are of one server; accepted: {_format_first_accepted_values(servers)}"
        )
    (server,) = servers
    since = (
        None
        if export_options.days is None
        else datetime_to_milliseconds(now) // DAY_MILLISECONDS - export_options.days + 1
    )
    season = None if export_options.season is None else _find_season_number(connection, server, export_options.season)
    scope = LeaderboardFilter(season, since, export_options.variant, export_options.table, export_options.game)
    of = load_standings_file_header(connection, server, scope, now)
    players = 0

    def load_standings_rows() -> Iterator[standings_file.StandingsFileLine]:
        nonlocal players
        for line in standings_file.load_standings_file_lines(connection, of):
            players += 1
            on_progress(1)
            yield line

    for line in encode_standings_file(file_format, of, load_standings_rows()):
        write_bytes(line)
    return players


def _find_season_number(connection: Connection, server_id: int, user_input: str) -> int:
    """Return a season's number by its name or number. Raises `MaintenanceCommandError`."""
    of_server = select(seasons.c.number, seasons.c.name).where(seasons.c.guild == server_id)
    known = connection.execute(of_server.order_by(seasons.c.number.desc())).all()
    wanted = user_input.strip().casefold()
    by_name = [number for number, name in known if name.casefold() == wanted]
    for number in (*by_name, *(number for number, _ in known if str(number) == wanted)):
        return int(number)
    here = _format_first_accepted_values([f"{number} ({name!r})" for number, name in known])
    raise MaintenanceCommandError(f"--season: {user_input!r} is no season of server {server_id}; accepted: {here}")


def _format_first_accepted_values(values: Sequence[object]) -> str:
    return ", ".join(map(str, values[:MAX_LISTED_VALUES])) + (" …" if len(values) > MAX_LISTED_VALUES else "") or "none"


def _build_query_of_server_rows(server_id: int | None, database_table: TableClause) -> Select[Any]:
    return select(database_table).where(true() if server_id is None else database_table.c.guild == server_id)


def _count_query_rows(connection: Connection, query: Select[Any]) -> int:
    return connection.scalar(select(func.count()).select_from(query.subquery())) or 0


def _load_server_ids_to_export(connection: Connection, requested_server_id: int | None) -> list[int]:
    every = union(*(select(table.c.guild) for table in (events, guilds, audit))).order_by("guild")
    found = list(connection.scalars(every))
    if requested_server_id is None:
        return found
    if requested_server_id not in found:
        raise MaintenanceCommandError(
            f"--server: {requested_server_id} has no history here; accepted: {_format_first_accepted_values(found)}"
        )
    return [requested_server_id]


_COLUMNS_OF_PEOPLE = (
    (guests, ("player", "asked_by", "claimed_by")),
    (avoidances, ("player", "avoided")),
    (merges, ("player", "stays", "by")),
)
"""Tables of servers, with the columns that name people who may have done nothing."""


def _load_ids_of_people_to_export(connection: Connection, exported_server_id: int | None) -> Container[Player]:
    if exported_server_id is None:
        return _SetOfAllPlayers()
    found = set[Player](connection.scalars(select(audit.c.by).where(audit.c.guild == exported_server_id)))
    for table, columns in _COLUMNS_OF_PEOPLE:
        for name in columns:
            here = select(table.c[name]).where(table.c.guild == exported_server_id)
            found |= set(connection.scalars(here))
    for line in _load_archived_events(connection, _build_query_of_server_rows(exported_server_id, events)):
        found |= find_players_in_event_fields(line.decode_event().event)
        if line.by is not None:
            found.add(line.by)
    return found


class _SetOfAllPlayers:
    """An object that contains every player, in place of a set when all servers are exported."""

    def __contains__(self, _: object) -> bool:
        return True


def _load_archived_people(connection: Connection, exported_people: Container[Player]) -> Iterator[ArchivedPerson]:
    for row in stream_query_rows(connection, select(people).order_by(people.c.discord_id)):
        if row.id in exported_people:
            yield ArchivedPerson(*row)


def _load_archived_player_avoidances(
    connection: Connection, server_id: int | None
) -> Iterator[ArchivedPlayerAvoidance]:
    """Yield the archive lines of players who avoid each other, in a fixed order."""
    for row in sorted(connection.execute(_build_query_of_server_rows(server_id, avoidances)).all()):
        yield ArchivedPlayerAvoidance(*row)


def _load_archived_decks(connection: Connection, exported_people: Container[Player]) -> Iterator[ArchivedPlayerDeck]:
    rows = connection.execute(select(player_decks)).all()
    for row in sorted(rows, key=lambda row: (row.player, row.key)):
        if row.player in exported_people:
            yield ArchivedPlayerDeck(row.player, decode_deck_json(row.deck), row.link, row.used, row.retired)


def _load_archived_nicknames(
    connection: Connection, server_id: int | None, exported_people: Container[Player]
) -> Iterator[ArchivedNickname]:
    for row in sorted(connection.execute(_build_query_of_server_rows(server_id, nicknames)).all()):
        if row.player in exported_people:
            yield ArchivedNickname(*row)


def _load_archived_events(connection: Connection, query: Select[Any]) -> Iterator[ArchivedGameEvent]:
    for row in stream_query_rows(connection, query.order_by(events.c.channel, events.c.version)):
        values = row._asdict()
        yield ArchivedGameEvent(**values | {"payload": Raw(row.payload.encode())})


def _validate_and_write_events(
    connection: Connection, event_query: Select[Any], write_line: Callable[[ArchivedGameEvent], None]
) -> None:
    """Write the events, and check each against the earlier ones. Raises `UnreadableStoredEventError`."""

    def iterate_events_and_write_lines() -> Iterator[StoredEvent]:
        for line in _load_archived_events(connection, event_query):
            yield line.decode_event()
            write_line(line)  # resumed only after the event was folded without an error

    for _, stream in groupby(iterate_events_and_write_lines(), key=lambda recorded: recorded.channel):
        for _ in iterate_pod_histories(stream):
            pass
