"""Writing histories into an archive, and standings into a file."""

from collections.abc import Callable, Container, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any

from msgspec import Raw, Struct
from sqlalchemy import Connection, Row, Select, TableClause, and_, func, select, true, union

from bot import VERSION
from bot.care import CareError
from bot.care.archive import (
    FORMAT,
    ArchiveLine,
    AuditLine,
    AvoidanceLine,
    BoardLine,
    ChampionLine,
    DeckLine,
    DismissalLine,
    EventLine,
    ExclusionPart,
    GuestLine,
    Header,
    MergeLine,
    NicknameLine,
    PersonLine,
    PostLine,
    PublicationLine,
    SeasonLine,
    SettingsLine,
    SettledPart,
    StrikeLine,
    encode_line,
)
from bot.care.files import Put, open_output
from bot.care.integrity import fold_pods
from bot.care.progress import Tick, run_with_progress
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
    read_rows,
    seasons,
    settled_lines,
    strikes,
)
from bot.projections import standings_file
from bot.projections.standings import Scope
from bot.projections.standings_file import Format, describe_scope, encode_file
from bot.rules.facts import Player
from bot.rules.players import find_players
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import HEAD
from bot.storage.record.player_decks import read_deck
from bot.storage.record.recorded import Recorded
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import read_rules
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

MAX_LISTED_VALUES = 10
"""The most servers or seasons that an error message lists."""


async def export(database: Database, path: str, server: int | None = None) -> Header:
    """Write a snapshot of the history of one or all servers to a new file or `STDIO`.

    Raises `CareError`, `Damaged` or `Unreachable`, and leaves no file then.
    """
    with open_output(path) as put:
        return await run_with_progress(
            database.snapshot, partial(_write_archive, put, server), "Exporting"
        )


class StandingsRequest(Struct, frozen=True):
    """The standings to export.

    `server` may be None if the database has one server. `season` is a name or a number. Without
    `season` and `days`, standings are of all time. `variant` and `table` filter pods.
    """

    server: int | None = None
    season: str | None = None
    days: int | None = None
    variant: str = WILDCARD
    table: str = WILDCARD
    game: GameKind = POD


async def export_standings(
    database: Database, path: str, kind: Format, request: StandingsRequest, now: datetime
) -> int:
    """Write a server's standings to a new file or `STDIO`; return the number of players.

    Raises `CareError` or `StorageError`, and leaves no file then.
    """
    with open_output(path) as put:
        write = partial(_write_standings, put, kind, request, now)
        return await run_with_progress(database.snapshot, write, "Exporting")


def _write_archive(put: Put, server: int | None, connection: Connection, tick: Tick) -> Header:
    servers = _load_servers(connection, server)
    known = _load_people_to_export(connection, server)
    header = _count_lines(connection, server, servers, known)
    tick(0, header.lines)

    def write(line: ArchiveLine) -> None:
        put(encode_line(line))
        tick(1)

    put(encode_line(header))
    for line in _read_before_events(connection, server, known):
        write(line)
    _write_events(connection, _select_of(server, events), write)
    for row in read_rows(connection, _select_of(server, dismissals).order_by(*_DISMISSAL_ORDER)):
        write(DismissalLine(*row))
    for row in read_rows(
        connection, _select_of(server, boards).where(_HAS_OPENING_EVENT).order_by(*_BOARD_ORDER)
    ):
        write(BoardLine(**row._asdict()))
    for line in _read_publications(connection, server):
        write(line)
    return header


def _count_lines(
    connection: Connection, server: int | None, servers: Sequence[int], known: Container[Player]
) -> Header:
    """Return the header, with the numbers of lines to come."""

    def count(table: TableClause) -> int:
        return _count(connection, _select_of(server, table))

    return Header(
        format=FORMAT,
        revision=HEAD,
        bot=VERSION,
        servers=tuple(servers),
        people=sum(1 for _ in _read_people(connection, known)),
        settings=count(guilds),
        events=count(events),
        boards=_count(connection, _select_of(server, boards).where(_HAS_OPENING_EVENT)),
        audit=count(audit),
        seasons=count(seasons),
        posts=count(posts),
        champions=count(champions),
        strikes=count(strikes),
        dismissals=count(dismissals),
        guests=count(guests),
        publications=count(publications),
        nicknames=sum(1 for _ in _read_nicknames(connection, server, known)),
        avoidances=sum(1 for _ in _read_avoidances(connection, server)),
        merges=count(merges),
        decks=sum(1 for _ in _read_decks(connection, known)),
    )


def _read_before_events(
    connection: Connection, server: int | None, known: Container[Player]
) -> Iterator[ArchiveLine]:
    """Yield the lines that precede the events, in the order of the archive."""
    here = partial(_select_of, server)
    yield from _read_people(connection, known)
    yield from _read_nicknames(connection, server, known)
    yield from _read_avoidances(connection, server)
    yield from _read_decks(connection, known)
    for row in sorted(connection.execute(here(guests)).all()):
        yield GuestLine(*row)
    for row in sorted(connection.execute(here(merges)).all()):
        yield MergeLine(**row._asdict())
    for row in read_rows(connection, here(guilds).order_by(guilds.c.guild)):
        yield SettingsLine(row.guild, Raw(row.settings.encode()), row.left_at, row.due)
    for row in read_rows(connection, here(audit).order_by(audit.c.id)):
        yield AuditLine(**row._asdict() | {"details": Raw(row.details.encode())})
    for row in read_rows(connection, here(seasons).order_by(seasons.c.guild, seasons.c.number)):
        yield _make_season(connection, row)
    for row in read_rows(connection, here(posts).order_by(*_POST_ORDER)):
        yield PostLine(**row._asdict())
    for row in read_rows(connection, here(champions).order_by(*_CHAMPION_ORDER)):
        yield ChampionLine(row.guild, row.discord_id, row.role, bool(row.given))
    for row in read_rows(connection, here(strikes).order_by(strikes.c.guild, strikes.c.id)):
        yield StrikeLine(*row)


def _read_publications(connection: Connection, server: int | None) -> Iterator[PublicationLine]:
    """Yield the lines of publications, sorted here because databases sort text differently."""
    for row in sorted(connection.execute(_select_of(server, publications)), key=_name_publication):
        values = row._asdict()
        del values["lease"], values["lease_until"]
        yield PublicationLine(**values)


def _name_publication(row: Row[Any]) -> tuple[str, int, str]:
    return row.surface, row.guild, row.key


def _make_season(connection: Connection, row: Row[Any]) -> SeasonLine:
    """Return the line of a season, with the players excluded from it and its settled lines."""
    of = exclusions.c
    names = ExclusionPart.__struct_fields__
    here = select(*(of[name] for name in names)).where(of.guild == row.guild)
    found = connection.execute(here.where(of.season == row.number).order_by(of.player))
    rules = None if row.rules is None else read_rules(row.rules)
    excluded = tuple(ExclusionPart(*each) for each in found)
    kept = settled_lines.c
    parts = select(*(kept[name] for name in SettledPart.__struct_fields__))
    parts = parts.where(kept.guild == row.guild, kept.season == row.number)
    settled = tuple(SettledPart(*each) for each in sorted(connection.execute(parts).all()))
    return SeasonLine(row.guild, row.number, row.name, row.start, row.end, rules, excluded, settled)


_POST_ORDER = (posts.c.guild, posts.c.kind, posts.c.number)
_CHAMPION_ORDER = (champions.c.guild, champions.c.discord_id, champions.c.role)
_DISMISSAL_ORDER = (dismissals.c.channel, dismissals.c.pod)
_BOARD_ORDER = (boards.c.channel, boards.c.pod)
_IS_OPENING_EVENT = and_(events.c.channel == boards.c.channel, events.c.version == boards.c.pod)
_HAS_OPENING_EVENT = select(events).where(_IS_OPENING_EVENT).exists()


def _write_standings(
    put: Put,
    kind: Format,
    request: StandingsRequest,
    now: datetime,
    connection: Connection,
    tick: Tick,
) -> int:
    servers = _load_servers(connection, request.server)
    if len(servers) != 1:
        raise CareError(f"--server: standings are of one server; accepted: {_quote_few(servers)}")
    (server,) = servers
    since = (
        None
        if request.days is None
        else to_milliseconds(now) // DAY_MILLISECONDS - request.days + 1
    )
    season = (
        None if request.season is None else _load_season_number(connection, server, request.season)
    )
    scope = Scope(season, since, request.variant, request.table, request.game)
    of = describe_scope(connection, server, scope, now)
    players = 0

    def read_found_lines() -> Iterator[standings_file.ExportedLine]:
        nonlocal players
        for line in standings_file.read_lines(connection, of):
            players += 1
            tick(1)
            yield line

    for line in encode_file(kind, of, read_found_lines()):
        put(line)
    return players


def _load_season_number(connection: Connection, server: int, typed: str) -> int:
    """Return the number of the season that was typed as a name or a number. Raises `CareError`."""
    of_server = select(seasons.c.number, seasons.c.name).where(seasons.c.guild == server)
    known = connection.execute(of_server.order_by(seasons.c.number.desc())).all()
    wanted = typed.strip().casefold()
    by_name = [number for number, name in known if name.casefold() == wanted]
    for number in (*by_name, *(number for number, _ in known if str(number) == wanted)):
        return int(number)
    here = _quote_few([f"{number} ({name!r})" for number, name in known])
    raise CareError(f"--season: {typed!r} is no season of server {server}; accepted: {here}")


def _quote_few(known: Sequence[object]) -> str:
    """List the first few accepted values."""
    return (
        ", ".join(map(str, known[:MAX_LISTED_VALUES]))
        + (" …" if len(known) > MAX_LISTED_VALUES else "")
        or "none"
    )


def _select_of(server: int | None, table: TableClause) -> Select[Any]:
    """Return a query for the rows of one server; None means all servers."""
    return select(table).where(true() if server is None else table.c.guild == server)


def _count(connection: Connection, query: Select[Any]) -> int:
    return connection.scalar(select(func.count()).select_from(query.subquery())) or 0


def _load_servers(connection: Connection, wanted: int | None) -> list[int]:
    every = union(*(select(table.c.guild) for table in (events, guilds, audit))).order_by("guild")
    found = list(connection.scalars(every))
    if wanted is None:
        return found
    if wanted not in found:
        raise CareError(f"--server: {wanted} has no history here; accepted: {_quote_few(found)}")
    return [wanted]


_COLUMNS_OF_PEOPLE = (
    (guests, ("player", "asked_by", "claimed_by")),
    (avoidances, ("player", "avoided")),
    (merges, ("player", "stays", "by")),
)
"""Tables of servers, with the columns that name people who may have done nothing."""


def _load_people_to_export(connection: Connection, server: int | None) -> Container[Player]:
    """Return the people to export: everybody, or those whom rows of a server name."""
    if server is None:
        return _Everybody()
    found = set[Player](connection.scalars(select(audit.c.by).where(audit.c.guild == server)))
    for table, columns in _COLUMNS_OF_PEOPLE:
        for name in columns:
            here = select(table.c[name]).where(table.c.guild == server)
            found |= set(connection.scalars(here))
    for line in _read_events(connection, _select_of(server, events)):
        found |= find_players(line.recorded().event)
        if line.by is not None:
            found.add(line.by)
    return found


class _Everybody:
    def __contains__(self, _: object) -> bool:
        return True


def _read_people(connection: Connection, known: Container[Player]) -> Iterator[PersonLine]:
    for row in read_rows(connection, select(people).order_by(people.c.discord_id)):
        if row.id in known:
            yield PersonLine(*row)


def _read_avoidances(connection: Connection, server: int | None) -> Iterator[AvoidanceLine]:
    """Yield the avoidances, sorted here as databases sort text differently."""
    for row in sorted(connection.execute(_select_of(server, avoidances)).all()):
        yield AvoidanceLine(*row)


def _read_decks(connection: Connection, known: Container[Player]) -> Iterator[DeckLine]:
    """Yield the decks of people to export, sorted here as databases sort text differently."""
    rows = connection.execute(select(player_decks)).all()
    for row in sorted(rows, key=lambda row: (row.player, row.key)):
        if row.player in known:
            yield DeckLine(row.player, read_deck(row.deck), row.link, row.used, row.retired)


def _read_nicknames(
    connection: Connection, server: int | None, known: Container[Player]
) -> Iterator[NicknameLine]:
    """Yield the nicknames of people to export, sorted here as databases sort text differently."""
    for row in sorted(connection.execute(_select_of(server, nicknames)).all()):
        if row.player in known:
            yield NicknameLine(*row)


def _read_events(connection: Connection, query: Select[Any]) -> Iterator[EventLine]:
    for row in read_rows(connection, query.order_by(events.c.channel, events.c.version)):
        values = row._asdict()
        yield EventLine(**values | {"payload": Raw(row.payload.encode())})


def _write_events(
    connection: Connection, query: Select[Any], write: Callable[[EventLine], None]
) -> None:
    """Write each event after checking that it follows from those before it. Raises `Damaged`."""

    def read_events() -> Iterator[Recorded]:
        for line in _read_events(connection, query):
            yield line.recorded()
            write(line)  # resumed only after the event was folded without an error

    for _, stream in groupby(read_events(), key=lambda recorded: recorded.channel):
        for _ in fold_pods(stream):
            pass
