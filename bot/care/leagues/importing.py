"""Entering the games of a league: a preview reads and checks everything, then all is written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, and_, func, insert, select

from bot.cards.index import CardIndex
from bot.care import CareError
from bot.care.leagues import league, matching
from bot.care.leagues.batches import (
    Batch,
    check_closed,
    count_games,
    list_batches,
    write_audit,
)
from bot.care.leagues.comparing import (
    Comparison,
    FreshGame,
    GamesByDay,
    KnownGame,
    LookedUp,
    list_players,
    look_up_games,
)
from bot.care.leagues.decks import DeckReader
from bot.care.leagues.headings import NOT_READ, fold_heading
from bot.care.leagues.league import Defaults, LeagueGame
from bot.care.leagues.matching import Matching
from bot.care.leagues.replay import replay_game
from bot.care.leagues.sheets import Findings, Reading, Row, Sheet, read_sheet
from bot.care.leagues.standings import Line, sum_standings
from bot.care.progress import Tick, run_with_progress
from bot.i18n import DEFAULT, load_catalogue
from bot.projections.history import extend
from bot.projections.project import project
from bot.rules.entering import Entered
from bot.rules.variants import Variant
from bot.storage.engine.changes import RowChange, apply, merge_changes
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.schema import boards, events, guilds, seasons
from bot.storage.record.boards import Board
from bot.storage.record.log import insert_event
from bot.storage.record.people import Person, hide_guests, insert_people
from bot.storage.record.recorded import Recorded
from bot.storage.servers.guilds import ServerSettings, read_settings
from bot.storage.servers.posts import touch_since
from bot.storage.tables.guests import find_owners, insert_guests, list_guests
from bot.storage.tables.season_gate import Change, find_reached
from bot.storage.tables.seasons import load_seasons, read_rules
from bot.when import Order

GAMES_PER_BATCH = 500
"""Games whose rows are written together."""

_INSERT_BOARDS = insert(boards)


class LeagueRequest(Struct, frozen=True):
    """A request to import tables of `results` and `defeats` into a channel.

    `server` may be None if the channel has games. `names` is a file that maps names to accounts.
    `closed_seasons` allows games of seasons that are over. `guests` makes guests of unknown names.
    `variants` are those of the bot's settings. `dates` says which number of a date is the day.
    `columns` say what headings of the tables are. `cards` is the file of the index of card names.
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


class LeaguePreview(Struct, frozen=True):
    """A checked import: the games to enter, and the doubts that prevent it.

    - `first`: the number that the first game will have.
    - `players`: the number of players in `games`.
    - `here`: the number of games that were entered before; `elsewhere` has the batches of those in
      other channels.
    - `new`: people whom the bot has never seen.
    - `names`: some doubts are about names.
    - `readings`: how headings and words of the tables were read, where they are not the usual ones.
    - `standings`: everybody's standing in all games of the server as it would result, best first.
    """

    request: LeagueRequest
    guild: int
    first: int
    settings: ServerSettings
    games: tuple[FreshGame, ...]
    players: int
    here: int
    elsewhere: tuple[tuple[int, Batch], ...]
    new: tuple[Person, ...]
    names: bool
    doubts: tuple[str, ...]
    notes: tuple[str, ...]
    readings: tuple[tuple[str, tuple[Reading, ...]], ...] = ()
    standings: tuple[Line, ...] = ()


async def preview_league(
    database: Database, request: LeagueRequest, now: datetime
) -> LeaguePreview:
    """Read and check a league's tables without changing anything.

    Raises `CareError` or `StorageError`.
    """
    findings = Findings()
    how = (request.encoding, request.columns)
    results: Sheet | None = None
    defeats: Sheet | None = None
    with findings.collect():
        results = read_sheet(request.results, league.RESULTS, findings, *how)
    with findings.collect():
        if request.defeats is not None:
            defeats = read_sheet(request.defeats, league.DEFEATS, findings, *how)
    if results is None or (request.defeats is not None and defeats is None):
        findings.check()
        raise AssertionError("a table that cannot be read is an error")
    _check_columns(request, (results, defeats))
    names = {} if request.names is None else matching.read_names(request.names)

    cards = CardIndex(request.cards)

    def make_preview(connection: Connection, tick: Tick) -> LeaguePreview:
        preview = _Preview(connection, request, now, findings, cards)
        return preview.make(results, defeats, names, tick)

    try:
        return await run_with_progress(database.snapshot, make_preview, "Judging the games")
    finally:
        cards.close()


def _check_columns(request: LeagueRequest, sheets: Iterable[Sheet | None]) -> None:
    """Raise `CareError` if an answer is about a heading that no table has, or names no column."""
    every = [sheet for sheet in sheets if sheet is not None]
    headings = {fold_heading(heading) for sheet in every for heading in sheet.headings}
    known = (*league.RESULTS.known, *league.DEFEATS.known, NOT_READ)
    for heading, column in request.columns.items():
        if fold_heading(heading) not in headings:
            raise CareError(f"--column: {heading!r} is no heading of the tables; accepted: theirs")
        if column.rpartition(" ")[0] not in known and column not in known:
            accepted = ", ".join(dict.fromkeys(known))
            raise CareError(f"--column: {column!r} is no column; accepted: {accepted}")


class _Preview:
    """A preview that is being made: the request, the server and its settings."""

    def __init__(
        self,
        connection: Connection,
        request: LeagueRequest,
        now: datetime,
        findings: Findings,
        cards: CardIndex,
    ) -> None:
        self._findings = findings
        self._connection = connection
        self._request = request
        self._now = now
        self._guild = _load_server(connection, request)
        written = connection.scalar(select(guilds.c.settings).where(guilds.c.guild == self._guild))
        self._settings = ServerSettings() if written is None else read_settings(written)
        self._decks = DeckReader(cards, self._settings.language or DEFAULT)

    def make(
        self, results: Sheet, defeats: Sheet | None, names: matching.Names, tick: Tick
    ) -> LeaguePreview:
        """Read the tables, match the names, and check each game. Raises `CareError`."""
        variants = {**self._request.variants, **self._settings.variants}
        defaults = Defaults(self._settings, variants, self._now, self._request.dates)
        games = league.read_league(results, defeats, defaults, self._findings)
        rows = (*results.rows, *(defeats.rows if defeats else ()))
        match = self._make_matching(rows, names)
        found = look_up_games(self._connection, self._guild, defaults.zone, games)
        events_of_games = [*self._replay_games(found, match, tick)]
        self._findings.check(*match.doubts.values())
        compared = self._compare_games(found, events_of_games, match)
        players = {player for each in compared.fresh for player in list_players(each.event)}
        doubts = [*self._findings.doubts, *match.doubts.values(), *compared.doubts]
        if not self._request.closed_seasons:
            fresh = (each.game for each in found if each.known is None)
            doubts += self._find_closed(game for game in fresh if game.is_dated)
        newest = select(func.max(events.c.version)).where(events.c.channel == self._request.channel)
        return LeaguePreview(
            self._request,
            self._guild,
            (self._connection.scalar(newest) or 0) + 1,
            self._settings,
            tuple(compared.fresh),
            len(players),
            len(compared.here),
            tuple(self._find_elsewhere(compared.here)),
            tuple(each for each in match.new if match.doubts or each.id in players),
            bool(match.doubts),
            tuple(doubts),
            (
                *(*results.notes, *(defeats.notes if defeats else ())),
                *(*self._decks.list_notes(), *compared.notes),
            ),
            tuple((sheet.path, sheet.readings) for sheet in (results, defeats) if sheet),
            tuple(sum_standings(self._connection, self._guild, compared.fresh, match.new)),
        )

    def _compare_games(
        self, found: Sequence[LookedUp], entered: Sequence[Entered | None], match: Matching
    ) -> Comparison:
        zone = self._settings.zone
        compared = Comparison(zone)
        if match.doubts:  # games cannot be compared while their players are unknown
            return compared
        for looked_up, event in zip(found, entered, strict=True):
            if event is not None:
                compared.add(looked_up, event)
        places = [(each.known.channel, each.known.pod) for each in found if each.known]
        compared.find_alike(GamesByDay(self._connection, self._guild, zone, places))
        if any(map(match.is_guest, chain(*(list_players(each.event) for each in compared.fresh)))):
            compared.notes += self._note_guests()
        return compared

    def _note_guests(self) -> list[str]:
        """Note that guests are not ranked, unless the season's rules rank them."""
        running = and_(seasons.c.guild == self._guild, seasons.c.end.is_(None))
        rules = self._connection.scalar(select(seasons.c.rules).where(running))
        if read_rules(rules).guests:
            return []
        return ["Guests have no line on /leaderboard; the rule guests of /season rules ranks them."]

    def _find_elsewhere(self, here: Iterable[KnownGame]) -> Iterator[tuple[int, Batch]]:
        """Yield the batches that brought games to other channels."""
        came = {(known.channel, known.at) for known in here if known.stands}
        for channel in sorted({channel for channel, _ in came} - {self._request.channel}):
            for batch in list_batches(self._connection, channel):
                if (channel, batch.at) in came:
                    yield channel, batch

    def _replay_games(
        self, found: Sequence[LookedUp], match: Matching, tick: Tick
    ) -> Iterator[Entered | None]:
        """Yield the event of each game, None if something is wrong with it."""
        reason = load_catalogue(self._settings.language or DEFAULT)("imported-reason")
        text = load_catalogue(DEFAULT)
        tick(0, len(found))
        for looked_up in found:
            game = looked_up.game
            known = looked_up.known
            if known is not None:
                game = league.fill_empty_cells(game, known.event.setup)
            event = replay_game(game, match, reason, text, self._findings, self._decks)
            yield event if game.is_dated else None
            tick(1)

    def _make_matching(self, rows: Sequence[Row], names: matching.Names) -> Matching:
        here = matching.load_server_people(self._connection, self._guild)
        named = matching.find_named_accounts(rows, names, self._guild)
        accounts = matching.load_accounts(self._connection, named, self._guild)
        claims = find_owners(self._connection).get(self._guild, {})
        return Matching(here, accounts, names, self._guild, claims, guests=self._request.guests)

    def _find_closed(self, games: Iterable[LeagueGame]) -> list[str]:
        """Return a doubt for each closed season that has new games, with the first game's line."""
        known = load_seasons(self._connection, self._guild)
        found: dict[str, list[LeagueGame]] = {}
        for game in games:
            for season in find_reached(known, Change(frozenset({game.played}))):
                found.setdefault(season.name, []).append(game)
        return [
            f"{first.row.path}:{first.row.line}: played: {count_games(1 + len(rest))} of the season"
            f" {name!r}, which is over; --closed-seasons enters that as well"
            for name, (first, *rest) in found.items()
        ]


def _load_server(connection: Connection, request: LeagueRequest) -> int:
    """Return the server of the channel. Raises `CareError`."""
    known: int | None = connection.scalar(
        select(events.c.guild).where(events.c.channel == request.channel).limit(1)
    )
    if known is None and request.server is None:
        problem = "nothing was played there; accepted: one of a game, or with --server its server"
        raise CareError(f"--channel: {request.channel}: {problem}")
    if request.server not in (None, known or request.server):
        raise CareError(f"--server: {request.server}: the channel is of server {known}")
    return known or request.server or 0


# Writing


async def enter_league(database: Database, preview: LeaguePreview, now: datetime) -> None:
    """Write all games of a preview, or none. Raises `CareError` or `StorageError`."""

    def write_games(connection: Connection, tick: Tick) -> None:
        _write_games(connection, preview, now, tick)

    try:
        await run_with_progress(database.transact, write_games, "Entering the games")
    except RowExists:
        problem = "the channel was played in meanwhile, nothing was changed; try again"
        raise CareError(f"--channel: {preview.request.channel}: {problem}") from None


def _write_games(connection: Connection, preview: LeaguePreview, now: datetime, tick: Tick) -> None:
    """Write the games and what follows from them. Raises `RowExists`."""
    tick(0, len(preview.games))
    dates = (fresh.game.played for fresh in preview.games)
    closed = preview.request.closed_seasons
    check_closed(connection, preview.guild, dates, wanted=closed)
    apply([*insert_people(preview.new)], connection)
    guests = list_guests(preview.new)
    apply([insert_guests(guests, preview.guild)] if guests else [], connection)
    hide_guests(connection, preview.guild)
    for at in range(0, len(preview.games), GAMES_PER_BATCH):
        some = range(at, min(at + GAMES_PER_BATCH, len(preview.games)))
        apply(merge_changes([*_list_changes(preview, number, now)] for number in some), connection)
        tick(len(some))
    first = min(fresh.game.played for fresh in preview.games)
    apply([touch_since(preview.guild, first)], connection)
    about = (preview.guild, preview.request.channel, preview.first, len(preview.games))
    write_audit(connection, "imported", *about, now)


def _list_changes(preview: LeaguePreview, number: int, now: datetime) -> Iterator[RowChange]:
    """Yield the rows of one game: its event, its projections and its board.

    The board counts as shown, so that the bot does not post thousands of boards.
    """
    fresh = preview.games[number]
    version = preview.first + number
    place = (preview.request.channel, version, version, preview.guild)
    recorded = Recorded(*place, fresh.event, None, fresh.delivery, now)
    yield insert_event(recorded)
    yield from project(extend(None, recorded))
    language = preview.settings.language or DEFAULT
    board = Board(place[0], version, preview.guild, language, version, version)
    yield RowChange(_INSERT_BOARDS, [asdict(board)])
