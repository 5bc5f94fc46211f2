"""Import of a league's games: a dry run reads and checks everything, then all games are written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, and_, func, insert, select

from bot.cards.index import CardIndex
from bot.care import MaintenanceError
from bot.care.leagues import league_games, matching
from bot.care.leagues.batches import (
    ImportBatch,
    format_game_count,
    load_import_batches,
    record_audit_entry,
    require_open_seasons,
)
from bot.care.leagues.comparison import (
    GameIndexByDay,
    GameLookup,
    ImportedGame,
    LeagueComparison,
    NewLeagueGame,
    list_entered_players,
    look_up_imported_games,
)
from bot.care.leagues.csv_sheets import (
    ColumnMapping,
    LeagueSheet,
    SheetProblems,
    SheetRow,
    read_sheet,
)
from bot.care.leagues.decks import DeckParser
from bot.care.leagues.headings import IGNORED_COLUMN, fold_heading
from bot.care.leagues.league_games import CellDefaults, LeagueGame
from bot.care.leagues.matching import NameMatcher
from bot.care.leagues.replay import replay_league_game
from bot.care.leagues.standings import ProjectedStanding, compute_standings_after_import
from bot.care.progress import ProgressCallback, run_with_progress
from bot.i18n import DEFAULT, load_catalogue
from bot.projections.history import extend_history
from bot.projections.project import project_game
from bot.rules.entering import PastGameEntered
from bot.rules.variants import Variant
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.row_changes import RowChange, apply_changes, merge_row_changes
from bot.storage.engine.schema import boards, events, guilds, seasons
from bot.storage.record.boards import Board
from bot.storage.record.log import insert_event
from bot.storage.record.people import Person, redact_guest_names, upsert_people
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.server_settings import ServerSettings, decode_settings
from bot.storage.servers.standings_posts import mark_posts_outdated_since
from bot.storage.tables.guests import filter_guest_ids, load_all_result_owners, upsert_guests
from bot.storage.tables.season_gate import SeasonResultsChange, find_ended_seasons_reached
from bot.storage.tables.seasons import decode_season_rules, load_seasons
from bot.time.moments import Order

GAMES_PER_BATCH = 500
"""Games whose rows are written together."""

_INSERT_BOARDS = insert(boards)


class LeagueImportRequest(Struct, frozen=True):
    """A request to import a league's spreadsheets of results and defeats into a channel.

    `server` may be None if the channel has games. `names` is a file that maps names to
    accounts. `closed_seasons` allows games of seasons that are over. `guests` makes guests of
    unknown names. `variants` are those of the bot's settings. `dates` says which number of a
    date is the day. `columns` say what headings of the tables are. `cards` is the file of the
    index of card names.
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
    """A dry run of an import: the games to enter, and the doubts that prevent the import.

    - `first`: the number that the first game will have.
    - `players`: the number of players in `games`.
    - `here`: the number of games that were entered before; `elsewhere` has the batches of those in
      other channels.
    - `new`: people whom the bot has never seen.
    - `names`: some doubts are about names.
    - `readings`: how headings and words of the tables were read, where they are not the usual ones.
    - `standings`: everybody's standing in all games of the server as it would result, best first.
    """

    request: LeagueImportRequest
    guild: int
    first: int
    settings: ServerSettings
    games: tuple[NewLeagueGame, ...]
    players: int
    here: int
    elsewhere: tuple[tuple[int, ImportBatch], ...]
    new: tuple[Person, ...]
    names: bool
    doubts: tuple[str, ...]
    notes: tuple[str, ...]
    readings: tuple[tuple[str, tuple[ColumnMapping, ...]], ...] = ()
    standings: tuple[ProjectedStanding, ...] = ()


async def preview_league_import(
    database: Database, request: LeagueImportRequest, now: datetime
) -> LeagueImportPreview:
    """Read and check a league's spreadsheets as a dry run, without changing the database.

    Raises `MaintenanceError` or `StorageError`.
    """
    findings = SheetProblems()
    how = (request.encoding, request.columns)
    results: LeagueSheet | None = None
    defeats: LeagueSheet | None = None
    with findings.collect_errors():
        results = read_sheet(request.results, league_games.RESULTS_LAYOUT, findings, *how)
    with findings.collect_errors():
        if request.defeats is not None:
            defeats = read_sheet(request.defeats, league_games.DEFEATS_LAYOUT, findings, *how)
    if results is None or (request.defeats is not None and defeats is None):
        findings.raise_errors()
        raise AssertionError("a table that cannot be read is an error")
    _validate_column_mapping(request, (results, defeats))
    names = {} if request.names is None else matching.load_account_names(request.names)

    cards = CardIndex(request.cards)

    def build_preview(connection: Connection, on_progress: ProgressCallback) -> LeagueImportPreview:
        preview = _PreviewBuilder(connection, request, now, findings, cards)
        return preview.build(results, defeats, names, on_progress)

    try:
        return await run_with_progress(
            database.run_long_read_transaction, build_preview, "Judging the games"
        )
    finally:
        cards.close()


def _validate_column_mapping(
    request: LeagueImportRequest, sheets: Iterable[LeagueSheet | None]
) -> None:
    """Raise `MaintenanceError` if the request maps an unknown heading, or maps to an unknown
    column.
    """
    every = [sheet for sheet in sheets if sheet is not None]
    headings = {fold_heading(heading) for sheet in every for heading in sheet.headings}
    known = (*league_games.RESULTS_LAYOUT.known, *league_games.DEFEATS_LAYOUT.known, IGNORED_COLUMN)
    for heading, column in request.columns.items():
        if fold_heading(heading) not in headings:
            raise MaintenanceError(
                f"--column: {heading!r} is no heading of the tables; accepted: theirs"
            )
        if column.rpartition(" ")[0] not in known and column not in known:
            accepted = ", ".join(dict.fromkeys(known))
            raise MaintenanceError(f"--column: {column!r} is no column; accepted: {accepted}")


class _PreviewBuilder:
    """A builder of the preview of an import: the request, the server and its settings."""

    def __init__(
        self,
        connection: Connection,
        request: LeagueImportRequest,
        now: datetime,
        problems: SheetProblems,
        card_index: CardIndex,
    ) -> None:
        self._findings = problems
        self._connection = connection
        self._request = request
        self._now = now
        self._guild = _load_server_of_channel(connection, request)
        written = connection.scalar(select(guilds.c.settings).where(guilds.c.guild == self._guild))
        self._settings = ServerSettings() if written is None else decode_settings(written)
        self._decks = DeckParser(card_index, self._settings.language or DEFAULT)

    def build(
        self,
        results_sheet: LeagueSheet,
        defeats_sheet: LeagueSheet | None,
        account_names: matching.Names,
        on_progress: ProgressCallback,
    ) -> LeagueImportPreview:
        """Build the preview: read the spreadsheets, match the names, and check each game.

        Raises `MaintenanceError`.
        """
        variants = {**self._request.variants, **self._settings.variants}
        defaults = CellDefaults(self._settings, variants, self._now, self._request.dates)
        games = league_games.parse_league_games(
            results_sheet, defeats_sheet, defaults, self._findings
        )
        rows = (*results_sheet.rows, *(defeats_sheet.rows if defeats_sheet else ()))
        match = self._build_name_matcher(rows, account_names)
        found = look_up_imported_games(self._connection, self._guild, defaults.time_zone, games)
        events_of_games = [*self._replay_games(found, match, on_progress)]
        self._findings.raise_errors(*match.doubts.values())
        compared = self._compare_games(found, events_of_games, match)
        players = {player for each in compared.fresh for player in list_entered_players(each.event)}
        doubts = [*self._findings.doubts, *match.doubts.values(), *compared.doubts]
        if not self._request.closed_seasons:
            fresh = (each.game for each in found if each.known is None)
            doubts += self._list_closed_season_doubts(game for game in fresh if game.is_dated)
        newest = select(func.max(events.c.version)).where(events.c.channel == self._request.channel)
        return LeagueImportPreview(
            self._request,
            self._guild,
            (self._connection.scalar(newest) or 0) + 1,
            self._settings,
            tuple(compared.fresh),
            len(players),
            len(compared.here),
            tuple(self._find_batches_in_other_channels(compared.here)),
            tuple(each for each in match.new if match.doubts or each.id in players),
            bool(match.doubts),
            tuple(doubts),
            (
                *(*results_sheet.notes, *(defeats_sheet.notes if defeats_sheet else ())),
                *(*self._decks.list_unknown_card_notes(), *compared.notes),
            ),
            tuple(
                (sheet.path, sheet.readings) for sheet in (results_sheet, defeats_sheet) if sheet
            ),
            tuple(
                compute_standings_after_import(
                    self._connection, self._guild, compared.fresh, match.new
                )
            ),
        )

    def _compare_games(
        self,
        lookups: Sequence[GameLookup],
        entered_events: Sequence[PastGameEntered | None],
        name_matcher: NameMatcher,
    ) -> LeagueComparison:
        zone = self._settings.time_zone
        compared = LeagueComparison(zone)
        if name_matcher.doubts:  # games cannot be compared while their players are unknown
            return compared
        for looked_up, event in zip(lookups, entered_events, strict=True):
            if event is not None:
                compared.add_game(looked_up, event)
        places = [(each.known.channel, each.known.pod) for each in lookups if each.known]
        compared.find_likely_duplicates(GameIndexByDay(self._connection, self._guild, zone, places))
        if any(
            map(
                name_matcher.is_guest,
                chain(*(list_entered_players(each.event) for each in compared.fresh)),
            )
        ):
            compared.notes += self._list_guest_notes()
        return compared

    def _list_guest_notes(self) -> list[str]:
        """Return a note that guests have no standing, unless the season's rules rank them."""
        running = and_(seasons.c.guild == self._guild, seasons.c.end.is_(None))
        rules = self._connection.scalar(select(seasons.c.rules).where(running))
        if decode_season_rules(rules).guests:
            return []
        return ["Guests have no line on /leaderboard; the rule guests of /season rules ranks them."]

    def _find_batches_in_other_channels(
        self, imported_games: Iterable[ImportedGame]
    ) -> Iterator[tuple[int, ImportBatch]]:
        """Yield the import batches that entered these games in other channels."""
        came = {(known.channel, known.at) for known in imported_games if known.stands}
        for channel in sorted({channel for channel, _ in came} - {self._request.channel}):
            for batch in load_import_batches(self._connection, channel):
                if (channel, batch.at) in came:
                    yield channel, batch

    def _replay_games(
        self,
        lookups: Sequence[GameLookup],
        name_matcher: NameMatcher,
        on_progress: ProgressCallback,
    ) -> Iterator[PastGameEntered | None]:
        """Yield the event that enters each game; None if the game has a mistake."""
        reason = load_catalogue(self._settings.language or DEFAULT)("imported-reason")
        text = load_catalogue(DEFAULT)
        on_progress(0, len(lookups))
        for looked_up in lookups:
            game = looked_up.game
            known = looked_up.known
            if known is not None:
                game = league_games.fill_empty_cells_from_import(game, known.event.setup)
            event = replay_league_game(
                game, name_matcher, reason, text, self._findings, self._decks
            )
            yield event if game.is_dated else None
            on_progress(1)

    def _build_name_matcher(
        self, rows: Sequence[SheetRow], account_names: matching.Names
    ) -> NameMatcher:
        here = matching.load_server_people(self._connection, self._guild)
        named = matching.list_mentioned_accounts(rows, account_names, self._guild)
        accounts = matching.load_people_by_account(self._connection, named, self._guild)
        claims = load_all_result_owners(self._connection).get(self._guild, {})
        return NameMatcher(
            here, accounts, account_names, self._guild, claims, with_guests=self._request.guests
        )

    def _list_closed_season_doubts(self, new_games: Iterable[LeagueGame]) -> list[str]:
        """Return a doubt for each closed season that gets new games, with the first game's
        line.
        """
        known = load_seasons(self._connection, self._guild)
        found: dict[str, list[LeagueGame]] = {}
        for game in new_games:
            for season in find_ended_seasons_reached(
                known, SeasonResultsChange(frozenset({game.played}))
            ):
                found.setdefault(season.name, []).append(game)
        return [
            f"{first.first_row.path}:{first.first_row.line}: played: "
            f"{format_game_count(1 + len(rest))} of the season"
            f" {name!r}, which is over; --closed-seasons enters that as well"
            for name, (first, *rest) in found.items()
        ]


def _load_server_of_channel(connection: Connection, request: LeagueImportRequest) -> int:
    """Return the id of the channel's server. Raises `MaintenanceError`."""
    known: int | None = connection.scalar(
        select(events.c.guild).where(events.c.channel == request.channel).limit(1)
    )
    if known is None and request.server is None:
        problem = "nothing was played there; accepted: one of a game, or with --server its server"
        raise MaintenanceError(f"--channel: {request.channel}: {problem}")
    if request.server not in (None, known or request.server):
        raise MaintenanceError(f"--server: {request.server}: the channel is of server {known}")
    return known or request.server or 0


# Writing


async def import_league(database: Database, preview: LeagueImportPreview, now: datetime) -> None:
    """Write all games of a preview, or none. Raises `MaintenanceError` or `StorageError`."""

    def write_games(connection: Connection, on_progress: ProgressCallback) -> None:
        _write_league_games(connection, preview, now, on_progress)

    try:
        await run_with_progress(database.run_transaction, write_games, "Entering the games")
    except RowExists:
        problem = "the channel was played in meanwhile, nothing was changed; try again"
        raise MaintenanceError(f"--channel: {preview.request.channel}: {problem}") from None


def _write_league_games(
    connection: Connection,
    preview: LeagueImportPreview,
    now: datetime,
    on_progress: ProgressCallback,
) -> None:
    """Write the games of a preview, their projections and an audit entry. Raises `RowExists`."""
    on_progress(0, len(preview.games))
    dates = (fresh.game.played for fresh in preview.games)
    closed = preview.request.closed_seasons
    require_open_seasons(connection, preview.guild, dates, with_closed_seasons=closed)
    apply_changes([*upsert_people(preview.new)], connection)
    guests = filter_guest_ids(preview.new)
    apply_changes([upsert_guests(guests, preview.guild)] if guests else [], connection)
    redact_guest_names(connection, preview.guild)
    for at in range(0, len(preview.games), GAMES_PER_BATCH):
        some = range(at, min(at + GAMES_PER_BATCH, len(preview.games)))
        apply_changes(
            merge_row_changes([*_build_game_rows(preview, number, now)] for number in some),
            connection,
        )
        on_progress(len(some))
    first = min(fresh.game.played for fresh in preview.games)
    apply_changes([mark_posts_outdated_since(preview.guild, first)], connection)
    about = (preview.guild, preview.request.channel, preview.first, len(preview.games))
    record_audit_entry(connection, "imported", *about, now)


def _build_game_rows(
    preview: LeagueImportPreview, index: int, now: datetime
) -> Iterator[RowChange]:
    """Yield the rows of one imported game: its event, its projections and its board.

    The board counts as shown, so that the bot does not post thousands of boards.
    """
    fresh = preview.games[index]
    version = preview.first + index
    place = (preview.request.channel, version, version, preview.guild)
    recorded = StoredEvent(*place, fresh.event, None, fresh.delivery, now)
    yield insert_event(recorded)
    yield from project_game(extend_history(None, recorded))
    language = preview.settings.language or DEFAULT
    board = Board(place[0], version, preview.guild, language, version, version)
    yield RowChange(_INSERT_BOARDS, [asdict(board)])
