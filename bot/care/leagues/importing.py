"""Import of a league's games: a dry run reads and checks everything, then all games are written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, and_, func, insert, select

from bot.cards.index import CardIndex
from bot.care import MaintenanceCommandError
from bot.care.leagues import league_games, matching
from bot.care.leagues.batches import (
    GameImportBatch,
    format_game_count,
    load_game_import_batches,
    record_game_import_in_audit_trail,
    require_games_not_in_ended_seasons,
)
from bot.care.leagues.comparison import (
    GameOfEarlierImport,
    MatchedSpreadsheetGame,
    NewSpreadsheetGame,
    ServerGameIndex,
    SpreadsheetComparison,
    list_players_of_imported_game,
    match_games_with_previous_imports,
)
from bot.care.leagues.csv_sheets import (
    LeagueSpreadsheet,
    SpreadsheetColumnMapping,
    SpreadsheetProblemCollector,
    SpreadsheetRow,
    read_league_spreadsheet,
)
from bot.care.leagues.decks import SpreadsheetDeckParser
from bot.care.leagues.headings import IGNORED_COLUMN, normalise_column_heading, split_seat_number_from_heading
from bot.care.leagues.league_games import EmptySpreadsheetCellDefaults, SpreadsheetGame
from bot.care.leagues.matching import PlayerNameMatcher
from bot.care.leagues.replay import replay_spreadsheet_game
from bot.care.leagues.standings import StandingAfterImport, compute_standings_after_import
from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.i18n import DEFAULT, load_translations
from bot.projections.history import add_event_to_game_history
from bot.projections.project import build_row_changes_of_last_game_event
from bot.rules.entering import PastGameRecorded
from bot.rules.variants import Variant
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.row_changes import RowChange, apply_row_changes, merge_row_changes_of_commands
from bot.storage.engine.schema import boards, events, guilds, seasons
from bot.storage.record.boards import PodBoard
from bot.storage.record.log import build_event_insert
from bot.storage.record.people import Person, build_people_upserts, redact_guest_names_of_server
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.server_settings import ServerSettings, decode_settings_json
from bot.storage.servers.standings_posts import build_update_of_standings_posts
from bot.storage.tables.guests import build_guests_upsert, list_guest_ids, load_result_owners_by_server
from bot.storage.tables.season_gate import SeasonResultsChange, list_changed_ended_seasons
from bot.storage.tables.seasons import decode_season_rules_json, load_seasons_newest_first
from bot.time.moments import Order

GAMES_PER_BATCH = 500
"""Games whose rows are written together."""

_INSERT_BOARDS = insert(boards)


class LeagueImportRequest(Struct, frozen=True):
    """A request to import a league's spreadsheets of results and defeats into a channel.

    `server` may be None if the channel has games. `names` is a file that maps names to accounts. `closed_seasons`
    allows games of ended seasons. `guests` makes guest players of unknown names. `variants` are those of the bot's
    settings. `dates` says which number of a date is the day. `columns` says which column a heading means. `cards` is
    the file of the card index.
    """

    results: Path
    channel: int
    defeats: Path | None = None
    server: int | None = None
    names: Path | None = None
    encoding: str | None = None
    closed_seasons: bool = False
    guests: bool = False
    variants: Mapping[str, Variant] = {}
    dates: Order | None = None
    columns: Mapping[str, str] = {}
    cards: Path | None = None


class LeagueImportPreview(Struct, frozen=True):
    """A preview of an import: the games that it would add, and the problems that block it.

    - `first`: the number that the first game will have.
    - `players`: the number of players in `games`.
    - `here`: the number of games imported before; `elsewhere` has the imports of those in other channels.
    - `new`: people whom the bot has never seen.
    - `names`: some problems are about names.
    - `readings`: how unusual headings and words of the spreadsheets were understood.
    - `standings`: everybody's standing after the import, best first.
    """

    request: LeagueImportRequest
    guild: int
    first: int
    settings: ServerSettings
    games: tuple[NewSpreadsheetGame, ...]
    players: int
    here: int
    elsewhere: tuple[tuple[int, GameImportBatch], ...]
    new: tuple[Person, ...]
    names: bool
    doubts: tuple[str, ...]
    notes: tuple[str, ...]
    readings: tuple[tuple[str, tuple[SpreadsheetColumnMapping, ...]], ...] = ()
    standings: tuple[StandingAfterImport, ...] = ()


async def preview_league_import(
    database: Database, import_request: LeagueImportRequest, now: datetime
) -> LeagueImportPreview:
    """Read and check a league's spreadsheets, and return what their import would do.

    The database stays as it is. Raises `MaintenanceCommandError` or `StorageError`.
    """
    findings = SpreadsheetProblemCollector()
    how = (import_request.encoding, import_request.columns)
    results: LeagueSpreadsheet | None = None
    defeats: LeagueSpreadsheet | None = None
    with findings.collect_errors():
        results = read_league_spreadsheet(import_request.results, league_games.RESULTS_LAYOUT, findings, *how)
    with findings.collect_errors():
        if import_request.defeats is not None:
            defeats = read_league_spreadsheet(import_request.defeats, league_games.DEFEATS_LAYOUT, findings, *how)
    if results is None or (import_request.defeats is not None and defeats is None):
        findings.raise_collected_errors()
        raise AssertionError("a table that cannot be read is an error")
    _validate_requested_column_mapping(import_request, (results, defeats))
    names = {} if import_request.names is None else matching.load_player_accounts_file(import_request.names)

    cards = CardIndex(import_request.cards)

    def build_import_preview(connection: Connection, on_progress: ProgressCallback) -> LeagueImportPreview:
        preview = _LeagueSpreadsheetChecker(connection, import_request, now, findings, cards)
        return preview.build_import_preview(results, defeats, names, on_progress)

    try:
        return await run_database_work_with_progress_bar(
            database.run_read_transaction_without_timeout, build_import_preview, "Judging the games"
        )
    finally:
        cards.close()


def _validate_requested_column_mapping(
    import_request: LeagueImportRequest, spreadsheets: Iterable[LeagueSpreadsheet | None]
) -> None:
    """Raise `MaintenanceCommandError` if the request names an unknown heading or column."""
    every = [sheet for sheet in spreadsheets if sheet is not None]
    headings = {normalise_column_heading(heading) for sheet in every for heading in sheet.headings}
    headings |= {split_seat_number_from_heading(heading)[0] for heading in headings}
    known = (*league_games.RESULTS_LAYOUT.known, *league_games.DEFEATS_LAYOUT.known, IGNORED_COLUMN)
    for heading, column in import_request.columns.items():
        if normalise_column_heading(heading) not in headings:
            raise MaintenanceCommandError(f"--column: {heading!r} is no heading of the tables; accepted: theirs")
        if column.rpartition(" ")[0] not in known and column not in known:
            accepted = ", ".join(dict.fromkeys(known))
            raise MaintenanceCommandError(f"--column: {column!r} is no column; accepted: {accepted}")


class _LeagueSpreadsheetChecker:
    """A checker of a league's spreadsheets, which builds the preview of their import."""

    def __init__(
        self,
        connection: Connection,
        request: LeagueImportRequest,
        now: datetime,
        problems: SpreadsheetProblemCollector,
        card_index: CardIndex,
    ) -> None:
        self._findings = problems
        self._connection = connection
        self._request = request
        self._now = now
        self._guild = _load_import_server_id(connection, request)
        written = connection.scalar(select(guilds.c.settings).where(guilds.c.guild == self._guild))
        self._settings = ServerSettings() if written is None else decode_settings_json(written)
        self._decks = SpreadsheetDeckParser(card_index, self._settings.language or DEFAULT)

    def build_import_preview(
        self,
        results_sheet: LeagueSpreadsheet,
        defeats_sheet: LeagueSpreadsheet | None,
        account_names: matching.Names,
        on_progress: ProgressCallback,
    ) -> LeagueImportPreview:
        """Return the preview, after reading the sheets, matching names, and checking each game.

        Raises `MaintenanceCommandError`.
        """
        variants = {**self._request.variants, **self._settings.variants}
        defaults = EmptySpreadsheetCellDefaults(self._settings, variants, self._now, self._request.dates)
        games = league_games.parse_spreadsheet_games(results_sheet, defeats_sheet, defaults, self._findings)
        rows = (*results_sheet.rows, *(defeats_sheet.rows if defeats_sheet else ()))
        match = self._build_name_matcher(rows, account_names)
        found = match_games_with_previous_imports(self._connection, self._guild, defaults.time_zone_of_dates, games)
        events_of_games = [*self._create_import_events(found, match, on_progress)]
        self._findings.raise_collected_errors(*match.doubts.values())
        compared = self._compare_games_with_server(found, events_of_games, match)
        players = {player for each in compared.fresh for player in list_players_of_imported_game(each.event)}
        doubts = [*self._findings.doubts, *match.doubts.values(), *compared.doubts]
        if not self._request.closed_seasons:
            fresh = (each.game for each in found if each.known is None)
            doubts += self._build_ended_season_warnings(game for game in fresh if game.is_dated)
        newest = select(func.max(events.c.version)).where(events.c.channel == self._request.channel)
        return LeagueImportPreview(
            self._request,
            self._guild,
            (self._connection.scalar(newest) or 0) + 1,
            self._settings,
            tuple(compared.fresh),
            len(players),
            len(compared.here),
            tuple(self._iterate_imports_into_other_channels(compared.here)),
            tuple(each for each in match.new if match.doubts or each.id in players),
            bool(match.doubts),
            tuple(doubts),
            (
                *(*results_sheet.notes, *(defeats_sheet.notes if defeats_sheet else ())),
                *(*self._decks.build_notes_on_decks(), *compared.notes),
            ),
            tuple((sheet.path, sheet.readings) for sheet in (results_sheet, defeats_sheet) if sheet),
            tuple(compute_standings_after_import(self._connection, self._guild, compared.fresh, match.new)),
        )

    def _compare_games_with_server(
        self,
        matched_games: Sequence[MatchedSpreadsheetGame],
        import_events: Sequence[PastGameRecorded | None],
        name_matcher: PlayerNameMatcher,
    ) -> SpreadsheetComparison:
        zone = self._settings.time_zone
        compared = SpreadsheetComparison(zone)
        if name_matcher.doubts:  # games cannot be compared while their players are unknown
            return compared
        for looked_up, event in zip(matched_games, import_events, strict=True):
            if event is not None:
                compared.compare_game_with_server(looked_up, event)
        places = [(each.known.channel, each.known.pod) for each in matched_games if each.known]
        compared.add_warnings_about_likely_duplicate_games(ServerGameIndex(self._connection, self._guild, zone, places))
        if any(
            map(
                name_matcher.is_guest_player,
                chain(*(list_players_of_imported_game(each.event) for each in compared.fresh)),
            )
        ):
            compared.notes += self._build_note_on_unranked_guests()
        return compared

    def _build_note_on_unranked_guests(self) -> list[str]:
        """Return a note that guests are not ranked; nothing if the season ranks them."""
        running = and_(seasons.c.guild == self._guild, seasons.c.end.is_(None))
        rules = self._connection.scalar(select(seasons.c.rules).where(running))
        if decode_season_rules_json(rules).guests:
            return []
        return ["Guests have no line on /leaderboard; the rule guests of /season rules ranks them."]

    def _iterate_imports_into_other_channels(
        self, imported_games: Iterable[GameOfEarlierImport]
    ) -> Iterator[tuple[int, GameImportBatch]]:
        """Yield the earlier imports that added some of these games to other channels."""
        came = {(known.channel, known.at) for known in imported_games if known.stands}
        for channel in sorted({channel for channel, _ in came} - {self._request.channel}):
            for batch in load_game_import_batches(self._connection, channel):
                if (channel, batch.at) in came:
                    yield channel, batch

    def _create_import_events(
        self,
        matched_games: Sequence[MatchedSpreadsheetGame],
        name_matcher: PlayerNameMatcher,
        on_progress: ProgressCallback,
    ) -> Iterator[PastGameRecorded | None]:
        reason = load_translations(self._settings.language or DEFAULT)("imported-reason")
        text = load_translations(DEFAULT)
        on_progress(0, len(matched_games))
        for looked_up in matched_games:
            game = looked_up.game
            known = looked_up.known
            if known is not None:
                game = league_games.fill_empty_cells_from_earlier_import(game, known.event.setup)
                game = league_games.remove_defeats_if_import_had_none(game, known.event)
            event = replay_spreadsheet_game(game, name_matcher, reason, text, self._findings, self._decks)
            yield event if game.is_dated else None
            on_progress(1)

    def _build_name_matcher(
        self, spreadsheet_rows: Sequence[SpreadsheetRow], account_names: matching.Names
    ) -> PlayerNameMatcher:
        here = matching.load_people_of_server_games(self._connection, self._guild)
        named = matching.list_account_ids_in_spreadsheets(spreadsheet_rows, account_names, self._guild)
        accounts = matching.load_people_by_account(self._connection, named, self._guild)
        claims = load_result_owners_by_server(self._connection).get(self._guild, {})
        return PlayerNameMatcher(here, accounts, account_names, self._guild, claims, with_guests=self._request.guests)

    def _build_ended_season_warnings(self, new_games: Iterable[SpreadsheetGame]) -> list[str]:
        """Return a warning for each ended season that would get new games.

        A warning has the spreadsheet line of the first such game, and prevents the import.
        """
        known = load_seasons_newest_first(self._connection, self._guild)
        found: dict[str, list[SpreadsheetGame]] = {}
        for game in new_games:
            for season in list_changed_ended_seasons(known, SeasonResultsChange(frozenset({game.played}))):
                found.setdefault(season.name, []).append(game)
        return [
            f"{first.first_row.path}:{first.first_row.line}: played: "
            f"{format_game_count(1 + len(rest))} of the season"
            f" {name!r}, which is over; --closed-seasons enters that as well"
            for name, (first, *rest) in found.items()
        ]


def _load_import_server_id(connection: Connection, import_request: LeagueImportRequest) -> int:
    """Return the id of the server of the channel into which games are imported.

    Raises `MaintenanceCommandError`.
    """
    known: int | None = connection.scalar(
        select(events.c.guild).where(events.c.channel == import_request.channel).limit(1)
    )
    if known is None and import_request.server is None:
        problem = "nothing was played there; accepted: one of a game, or with --server its server"
        raise MaintenanceCommandError(f"--channel: {import_request.channel}: {problem}")
    if import_request.server not in (None, known or import_request.server):
        raise MaintenanceCommandError(f"--server: {import_request.server}: the channel is of server {known}")
    return known or import_request.server or 0


# Writing


async def import_league_games(database: Database, import_preview: LeagueImportPreview, now: datetime) -> None:
    """Write all games of a preview to the database, or none.

    Raises `MaintenanceCommandError` or `StorageError`.
    """

    def write_league_games(connection: Connection, on_progress: ProgressCallback) -> None:
        _write_league_games(connection, import_preview, now, on_progress)

    try:
        await run_database_work_with_progress_bar(
            database.run_write_transaction, write_league_games, "Entering the games"
        )
    except RowAlreadyExistsError:
        problem = "the channel was played in meanwhile, nothing was changed; try again"
        raise MaintenanceCommandError(f"--channel: {import_preview.request.channel}: {problem}") from None


def _write_league_games(
    connection: Connection, import_preview: LeagueImportPreview, now: datetime, on_progress: ProgressCallback
) -> None:
    """Write a preview's games, the rows that are computed from their events, and an audit entry.

    Raises `RowAlreadyExistsError`.
    """
    on_progress(0, len(import_preview.games))
    dates = (fresh.game.played for fresh in import_preview.games)
    closed = import_preview.request.closed_seasons
    require_games_not_in_ended_seasons(connection, import_preview.guild, dates, allow_ended_seasons=closed)
    apply_row_changes([*build_people_upserts(import_preview.new)], connection)
    guests = list_guest_ids(import_preview.new)
    apply_row_changes([build_guests_upsert(guests, import_preview.guild)] if guests else [], connection)
    redact_guest_names_of_server(connection, import_preview.guild)
    for at in range(0, len(import_preview.games), GAMES_PER_BATCH):
        some = range(at, min(at + GAMES_PER_BATCH, len(import_preview.games)))
        apply_row_changes(
            merge_row_changes_of_commands(
                [*_build_rows_of_imported_game(import_preview, number, now)] for number in some
            ),
            connection,
        )
        on_progress(len(some))
    first = min(fresh.game.played for fresh in import_preview.games)
    apply_row_changes([build_update_of_standings_posts(import_preview.guild, first)], connection)
    about = (import_preview.guild, import_preview.request.channel, import_preview.first, len(import_preview.games))
    record_game_import_in_audit_trail(connection, "imported", *about, now)


def _build_rows_of_imported_game(
    import_preview: LeagueImportPreview, game_index: int, now: datetime
) -> Iterator[RowChange]:
    """Yield the database rows of an imported game: its event, its computed rows and its board.

    The board counts as shown, so that the bot does not post thousands of boards.
    """
    fresh = import_preview.games[game_index]
    version = import_preview.first + game_index
    place = (import_preview.request.channel, version, version, import_preview.guild)
    recorded = StoredEvent(*place, fresh.event, None, fresh.delivery, now)
    yield build_event_insert(recorded)
    yield from build_row_changes_of_last_game_event(add_event_to_game_history(None, recorded))
    language = import_preview.settings.language or DEFAULT
    board = PodBoard(place[0], version, import_preview.guild, language, version, version)
    yield RowChange(_INSERT_BOARDS, [asdict(board)])
