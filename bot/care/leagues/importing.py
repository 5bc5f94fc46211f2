"""Entering the games of a league: first all is read and judged, then all is written, or nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, and_, func, insert, select

from bot.care import CareError
from bot.care.leagues import league, matching
from bot.care.leagues.batches import Batch, count_games, list_batches, write_audit
from bot.care.leagues.comparing import (
    Comparison,
    Fresh,
    KnownGame,
    LookedUp,
    Meetings,
    list_players,
    look_up,
)
from bot.care.leagues.league import LeagueGame, Usual
from bot.care.leagues.matching import Matching
from bot.care.leagues.replay import replay_game
from bot.care.leagues.sheets import Row, Sheet, read_sheet
from bot.care.progress import Tick, run_with_progress
from bot.i18n import DEFAULT, load_catalogue
from bot.projections.history import extend
from bot.projections.project import project
from bot.rules.events import Entered
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
from bot.storage.tables.guests import find_claims, insert_guests, list_guests
from bot.storage.tables.seasons import read_rules

AT_ONCE = 500
"""Games whose rows are written together."""

_DRAWN = insert(boards)


class LeagueRequest(Struct, frozen=True):
    """What somebody asked for: which tables, and where their games belong.

    Without a `server`, that of the channel's games. `variants` are those of the bot's settings.
    Games of seasons that are over are entered if they are `closed_seasons` knowingly; names that
    are nobody's are those of `guests`, if that is said.
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


class LeaguePreview(Struct, frozen=True):
    """What would be entered, and what is in doubt; `here` are games that were entered before.

    Those of other channels came with the imports `elsewhere`. `first` is the number of the first
    game, `players` is how many play; `new` are people whom the bot has never seen. Of the doubts
    some are about `names`.
    """

    wanted: LeagueRequest
    guild: int
    first: int
    settings: ServerSettings
    games: tuple[Fresh, ...]
    players: int
    here: int
    elsewhere: tuple[tuple[int, Batch], ...]
    new: tuple[Person, ...]
    names: bool
    doubts: tuple[str, ...]
    notes: tuple[str, ...]


async def preview_league(database: Database, wanted: LeagueRequest, now: datetime) -> LeaguePreview:
    """Return what entering a league's tables would do. Raises `CareError` or `StorageError`."""
    results = read_sheet(wanted.results, league.RESULTS, league.NEEDED_RESULTS, wanted.encoding)
    defeats = None
    if wanted.defeats is not None:
        defeats = read_sheet(wanted.defeats, league.DEFEATS, league.NEEDED_DEFEATS, wanted.encoding)
    names = {} if wanted.names is None else matching.read_names(wanted.names)

    def work(connection: Connection, tick: Tick) -> LeaguePreview:
        return _Reading(connection, wanted, now).judge(results, defeats, names, tick)

    return await run_with_progress(database.snapshot, work, "Judging the games")


class _Reading:
    """What the database knows that a league's tables depend on."""

    def __init__(self, connection: Connection, wanted: LeagueRequest, now: datetime) -> None:
        self._connection, self._wanted, self._now = connection, wanted, now
        self._guild = _find_server(connection, wanted)
        written = connection.scalar(select(guilds.c.settings).where(guilds.c.guild == self._guild))
        self._settings = ServerSettings() if written is None else read_settings(written)

    def judge(
        self, results: Sheet, defeats: Sheet | None, names: matching.Names, tick: Tick
    ) -> LeaguePreview:
        """Read the tables, match who is named, judge each game. Raises `CareError`."""
        variants = {**self._wanted.variants, **self._settings.variants}
        usual = Usual(self._settings, variants, self._now)
        games = league.read_league(results, defeats, usual)
        rows = (*results.rows, *(defeats.rows if defeats else ()))
        match = self._make_matching(rows, names)
        found = look_up(self._connection, self._guild, usual.zone, games)
        judged = [*self._replay_games(found, match, tick)]
        compared = self._compare(found, judged, match)
        players = {player for each in compared.fresh for player in list_players(each.event)}
        doubts = [*match.doubts.values(), *compared.doubts]
        if not self._wanted.closed_seasons:
            doubts += self._find_closed(each.game for each in found if each.known is None)
        newest = select(func.max(events.c.version)).where(events.c.channel == self._wanted.channel)
        return LeaguePreview(
            self._wanted,
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
            (*results.notes, *(defeats.notes if defeats else ()), *compared.notes),
        )

    def _compare(
        self, found: Sequence[LookedUp], judged: Sequence[Entered], match: Matching
    ) -> Comparison:
        zone = self._settings.zone
        compared = Comparison(zone)
        if match.doubts:  # of doubtful people no game can be found again
            return compared
        for looked_up, event in zip(found, judged, strict=True):
            compared.add(looked_up, event)
        places = [(each.known.channel, each.known.pod) for each in found if each.known]
        compared.find_alike(Meetings(self._connection, self._guild, zone, places))
        if any(map(match.is_guest, chain(*(list_players(each.event) for each in compared.fresh)))):
            compared.notes += self._note_guests()
        return compared

    def _note_guests(self) -> list[str]:
        """Say that guests are not ranked, where they are not."""
        running = and_(seasons.c.guild == self._guild, seasons.c.end.is_(None))
        rules = self._connection.scalar(select(seasons.c.rules).where(running))
        if read_rules(rules).guests:
            return []
        return ["Guests have no line on /leaderboard; the rule guests of /season rules ranks them."]

    def _find_elsewhere(self, here: Iterable[KnownGame]) -> Iterator[tuple[int, Batch]]:
        """Yield with which imports games came into other channels."""
        came = {(known.channel, known.at) for known in here if known.stands}
        for channel in sorted({channel for channel, _ in came} - {self._wanted.channel}):
            for batch in list_batches(self._connection, channel):
                if (channel, batch.at) in came:
                    yield channel, batch

    def _replay_games(
        self, found: Sequence[LookedUp], match: Matching, tick: Tick
    ) -> Iterator[Entered]:
        """Yield the event of each game. Raises `SheetError`."""
        reason = load_catalogue(self._settings.language or DEFAULT)("imported-reason")
        text = load_catalogue(DEFAULT)
        tick(0, len(found))
        for looked_up in found:
            game, known = looked_up.game, looked_up.known
            if known is not None:
                game = league.settle_unsaid(game, known.event.setup)
            yield replay_game(game, match, reason, text)
            tick(1)

    def _make_matching(self, rows: Sequence[Row], names: matching.Names) -> Matching:
        here = matching.find_server_people(self._connection, self._guild)
        named = matching.find_named_accounts(rows, names, self._guild)
        accounts = matching.find_accounts(self._connection, named, self._guild)
        claims = find_claims(self._connection)
        return Matching(here, accounts, names, self._guild, claims, guests=self._wanted.guests)

    def _find_closed(self, games: Iterable[LeagueGame]) -> list[str]:
        """Say of which seasons that are over there are new games, and from which line on."""
        over = self._connection.execute(
            select(seasons).where(seasons.c.guild == self._guild, seasons.c.end.is_not(None))
        ).all()
        found: dict[str, list[LeagueGame]] = {}
        for game in games:
            for season in over:
                if season.start <= game.played < season.end:
                    found.setdefault(season.name, []).append(game)
        return [
            f"{first.row.path}:{first.row.line}: played: {count_games(1 + len(rest))} of the season"
            f" {name!r}, which is over; --closed-seasons enters that as well"
            for name, (first, *rest) in found.items()
        ]


def _find_server(connection: Connection, wanted: LeagueRequest) -> int:
    """Return whose channel it is. Raises `CareError`."""
    known: int | None = connection.scalar(
        select(events.c.guild).where(events.c.channel == wanted.channel).limit(1)
    )
    if known is None and wanted.server is None:
        problem = "nothing was played there; accepted: one of a game, or with --server its server"
        raise CareError(f"--channel: {wanted.channel}: {problem}")
    if wanted.server not in (None, known or wanted.server):
        raise CareError(f"--server: {wanted.server}: the channel is of server {known}")
    return known or wanted.server or 0


# Writing


async def enter_league(database: Database, judged: LeaguePreview, now: datetime) -> None:
    """Write all games that were judged, or none. Raises `CareError` or `StorageError`."""

    def work(connection: Connection, tick: Tick) -> None:
        _write(connection, judged, now, tick)

    try:
        await run_with_progress(database.transact, work, "Entering the games")
    except RowExists:
        problem = "the channel was played in meanwhile, nothing was changed; try again"
        raise CareError(f"--channel: {judged.wanted.channel}: {problem}") from None


def _write(connection: Connection, judged: LeaguePreview, now: datetime, tick: Tick) -> None:
    """Write the games and all that follows from them. Raises `RowExists`."""
    tick(0, len(judged.games))
    apply([insert_people(judged.new)] if judged.new else [], connection)
    guests = list_guests(judged.new)
    apply([insert_guests(guests, judged.guild)] if guests else [], connection)
    hide_guests(connection, judged.guild)
    for at in range(0, len(judged.games), AT_ONCE):
        some = range(at, min(at + AT_ONCE, len(judged.games)))
        apply(merge_changes([*_follow(judged, number, now)] for number in some), connection)
        tick(len(some))
    first = min(fresh.game.played for fresh in judged.games)
    apply([touch_since(judged.guild, first)], connection)
    about = (judged.guild, judged.wanted.channel, judged.first, len(judged.games))
    write_audit(connection, "imported", *about, now)


def _follow(judged: LeaguePreview, number: int, now: datetime) -> Iterator[RowChange]:
    """Yield what is written for one of the games: its event, and what follows from that.

    Its board is not owed: a channel that is told of ten thousand games is told of none.
    """
    fresh, version = judged.games[number], judged.first + number
    place = (judged.wanted.channel, version, version, judged.guild)
    recorded = Recorded(*place, fresh.event, None, fresh.delivery, now)
    yield insert_event(recorded)
    yield from project(extend(None, recorded))
    language = judged.settings.language or DEFAULT
    board = Board(place[0], version, judged.guild, language, version, version)
    yield RowChange(_DRAWN, [asdict(board)])
