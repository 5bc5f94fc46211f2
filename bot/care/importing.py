"""Reading an archive into a database: all of it or nothing.

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

from bot.care import CareError
from bot.care.archive import (
    Archive,
    AuditLine,
    AvoidanceLine,
    BoardLine,
    ChampionLine,
    DeckLine,
    DismissalLine,
    EventLine,
    GuestLine,
    Header,
    MergeLine,
    NicknameLine,
    PersonLine,
    PostLine,
    PublicationLine,
    SeasonLine,
    SettingsLine,
    StrikeLine,
)
from bot.care.earlier_archives import bring_up_to_date
from bot.care.files import open_input
from bot.care.integrity import fold_pods
from bot.care.progress import Tick, run_with_progress
from bot.care.stored_rows import (
    ROWS_PER_PART,
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
from bot.projections.draws import refill_numbers
from bot.projections.project import PROJECTIONS, project_anew
from bot.projections.rater import rate_all
from bot.rules.facts import Player
from bot.rules.players import find_players, rename_players
from bot.storage.engine import schema
from bot.storage.engine.changes import RowChange, apply, merge_changes
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.moments import to_moment
from bot.storage.record.codec import encode
from bot.storage.record.errors import Damaged
from bot.storage.record.people import hide_guests
from bot.storage.record.player_decks import encode_deck
from bot.storage.record.recorded import Recorded
from bot.storage.tables import totals
from bot.storage.tables.result_changes import move_bookmarks, rate_since


class _AlreadyHere(Exception):
    """An error that every event of the archive is in the database already."""


class _ServerLine(Protocol):
    """A line of the archive that is about one server."""

    @property
    def guild(self) -> int:
        """Return the server's id."""


_RowLine = (
    NicknameLine
    | AvoidanceLine
    | GuestLine
    | MergeLine
    | ChampionLine
    | StrikeLine
    | DismissalLine
    | PublicationLine
)
"""Lines of the archive that are rows of a server, each as it stands."""


class _Session:
    """One import: the archive that is read, and the transaction that its rows are written in."""

    def __init__(self, archive: Archive, connection: Connection, tick: Tick) -> None:
        self.archive = archive
        self.connection = connection
        self.tick = tick
        self.header = archive.read_header()
        self.ids: dict[Player, Player] = {}  # archive id -> id in this database, if they differ
        self.channels: set[int] = set()  # channels whose events this import writes

    def find_id(self, player: Player) -> Player:
        """Return the id in this database of a person of the archive."""
        return self.ids.get(player, player)

    def check_server(self, line: _ServerLine, number: int | None = None) -> None:
        """Raise `CareError` if the header does not list the server of a line.

        `number` is the line's number in the file; None means the line that was read last.
        """
        if line.guild not in self.header.servers:
            problem = f"guild: {line.guild} is none of the header's servers"
            raise self.archive.make_error(problem, number)

    def insert(self, table: TableClause, rows: list[dict[str, Any]]) -> None:
        """Insert rows; an empty list is allowed."""
        if rows:
            self.connection.execute(insert(table), rows)


class ImportReport(NamedTuple):
    """The report of an import: the header of the archive, in today's form.

    `nameless` is the number of people who have no name on any server until their next act: an
    earlier version did not keep of which server their name was.
    """

    header: Header
    nameless: int

    def __str__(self) -> str:
        if not self.nameless:
            return f"{self.header}"
        return (
            f"{self.header}; {self.nameless:,} people have no name until they next use the bot, as"
            " the version that exported did not keep of which server their name was"
        )


async def import_history(database: Database, path: str) -> ImportReport | None:
    """Import an archive from a file or `STDIO`; return what it has brought.

    Return None if the database has all of its events already; nothing is changed then. Raises
    `CareError` or `Unreachable`.
    """
    with open_input(path) as file:
        given = Archive(file, path)
        async with bring_up_to_date(given) as archive:
            return await _import_archive(database, archive)


async def _import_archive(database: Database, archive: Archive) -> ImportReport | None:
    def import_archive(connection: Connection, tick: Tick) -> ImportReport:
        header = _import_all(_Session(archive, connection, tick))
        return ImportReport(header, _count_nameless(connection))

    try:
        return await run_with_progress(database.transact, import_archive, "Importing")
    except _AlreadyHere:
        return None
    except (IntegrityError, RowExists):
        problem = "the database was changed meanwhile; stop the bot, then try again"
        raise archive.make_error(problem) from None


def _count_nameless(connection: Connection) -> int:
    """Return the number of accounts without a name on any server."""
    named = select(nicknames).where(nicknames.c.player == people.c.id, nicknames.c.name != "")
    nameless = select(func.count()).select_from(people)
    nameless = nameless.where(people.c.discord_id > 0, people.c.name == "", ~named.exists())
    return connection.scalar(nameless) or 0


def _import_all(session: _Session) -> Header:
    """Import all lines in their order, and rate the games. Raises `CareError` or `_AlreadyHere`."""
    header = session.header
    session.tick(0, header.lines)
    for step in (
        _import_people,
        _import_nicknames,
        _import_avoidances,
        _import_decks,
        _import_guests,  # before the events: a claimed guest's points go to the claimer
        _import_merges,
        _import_settings,
        _import_audit,
        _import_seasons,  # before the events: their points count in seasons
        _import_posts,
        _import_champions,
        _import_strikes,
        _import_events,
        _import_dismissals,
        _import_boards,
        _import_publications,
    ):
        step(session)
    session.archive.check_end()

    def tick_rated(done: int, total: int | None) -> None:
        session.tick(done, None if total is None else header.lines + total)

    rate_all(session.connection, tick_rated)
    return header


# People


def _import_people(session: _Session) -> None:
    """Insert unknown people; note in `session.ids` who has another id in this database."""
    last = -(2**63) - 1
    ids = set[Player]()
    for part in session.archive.read_parts(PersonLine, session.header.people):
        accounts, owners = _load_people(session, part.values())
        new = []
        for line, person in part.items():
            if person.discord_id <= last or person.id in ids:
                raise session.archive.make_error("somebody comes twice, or out of order", line)
            last = person.discord_id
            ids.add(person.id)
            here = accounts.get(person.discord_id)
            if here is None and person.id in owners:
                raise session.archive.make_error(f"id: {person.id!r} is somebody else here", line)
            if here is None:
                new.append(asdict(person))
            elif here != person.id:
                session.ids[person.id] = here
        session.insert(people, new)
        session.tick(len(part))


def _import_nicknames(session: _Session) -> None:
    """Insert the nicknames that the database lacks."""
    lines = session.archive.read_lines(NicknameLine, session.header.nicknames)
    key = ("guild", "player")
    _import_unknown(session, lines, nicknames, key, "a nickname", people=("player",))


def _import_avoidances(session: _Session) -> None:
    """Insert the avoidances that the database lacks."""
    lines = session.archive.read_lines(AvoidanceLine, session.header.avoidances)
    both = ("player", "avoided")
    _import_unknown(session, lines, avoidances, ("guild", *both), "an avoidance", people=both)


def _import_decks(session: _Session) -> None:
    """Insert the registered decks that the database lacks."""
    last = ("", "")
    for line in session.archive.read_lines(DeckLine, session.header.decks):
        key = line.deck.key
        if key is None:
            raise session.archive.make_error("deck.key: missing; accepted: the key of a deck")
        if (line.player, key) <= last:
            raise session.archive.make_error("a deck comes twice, or out of order")
        last = (line.player, key)
        player = session.find_id(line.player)
        row = {"key": key, "player": player, "deck": encode_deck(line.deck), "link": line.link}
        here = select(player_decks.c.key).where(player_decks.c.key == key)
        if session.connection.execute(here).first() is None:
            session.insert(player_decks, [row | {"used": line.used, "retired": line.retired}])
        session.tick(1)


def _import_guests(session: _Session) -> None:
    """Insert guests that the database lacks, with their server and claims."""
    lines = session.archive.read_lines(GuestLine, session.header.guests)
    named = ("player", "asked_by", "claimed_by")
    _import_unknown(session, lines, guests, ("player",), "a guest", people=named)


def _import_merges(session: _Session) -> None:
    """Insert the merges that the database lacks."""
    lines = session.archive.read_lines(MergeLine, session.header.merges)
    named = ("player", "stays", "person", "by")
    _import_unknown(session, lines, merges, ("guild", "player"), "a merge", people=named)


def _load_people(
    session: _Session, persons: Collection[PersonLine]
) -> tuple[dict[int, Player], dict[Player, int]]:
    """Return the people that the database has: ids by account, and accounts by id."""
    same_id = people.c.id.in_([person.id for person in persons])
    same_account = people.c.discord_id.in_([person.discord_id for person in persons])
    found = session.connection.execute(select(people).where(or_(same_id, same_account))).all()
    return {row.discord_id: row.id for row in found}, {row.id: row.discord_id for row in found}


# Servers


def _import_settings(session: _Session) -> None:
    """Insert the settings of servers that have none in this database."""
    for line in session.archive.read_lines(SettingsLine, session.header.settings):
        session.check_server(line)
        same = select(guilds).where(guilds.c.guild == line.guild)
        if session.connection.execute(same).first() is None:
            session.insert(guilds, [line.row()])
        session.tick(1)


def _import_audit(session: _Session) -> None:
    """Insert the entries of the audit trail that the database lacks."""
    last = 0
    for part in session.archive.read_parts(AuditLine, session.header.audit):
        ids = [entry.id for entry in part.values()]
        found = session.connection.execute(select(audit).where(audit.c.id.in_(ids)))
        here = {row.id: row._asdict() for row in found}
        new = []
        for line, entry in part.items():
            session.check_server(entry, line)
            if entry.id <= last:
                raise session.archive.make_error("an entry comes twice, or out of order", line)
            last = entry.id
            row = replace(entry, by=session.find_id(entry.by)).row()
            if here.get(entry.id, row) != row:
                raise session.archive.make_error(f"id: {entry.id} is another entry here", line)
            if entry.id not in here:
                new.append(row)
        session.insert(audit, new)
        session.tick(len(part))


def _import_seasons(session: _Session) -> None:
    """Insert the seasons of servers that have none in this database."""
    before: SeasonLine | None = None
    kept = set[int]()
    for line in session.archive.read_lines(SeasonLine, session.header.seasons):
        session.check_server(line)
        _check_season(session, line, before)
        here = select(seasons).where(seasons.c.guild == line.guild)
        first = before is None or before.guild != line.guild
        if first and session.connection.execute(here).first() is not None:
            kept.add(line.guild)
        before = line
        if line.guild not in kept:
            since = to_moment(line.start)
            with totals.recount(session.connection, line.guild, since):
                session.insert(seasons, [line.row()])
                session.insert(exclusions, list(_make_exclusions(session, line)))
                session.insert(settled_lines, list(_make_settled(session, line)))
            if line.rules is not None and line.rules.damped:
                rate_since(session.connection, line.guild, since, 0)
        session.tick(1)


def _make_exclusions(session: _Session, line: SeasonLine) -> Iterator[dict[str, Any]]:
    """Yield the rows of players excluded from a season, with their ids in this database."""
    for each in line.excluded:
        renamed = replace(each, player=session.find_id(each.player), by=session.find_id(each.by))
        yield {"guild": line.guild, "season": line.number, **asdict(renamed)}


def _make_settled(session: _Session, line: SeasonLine) -> Iterator[dict[str, Any]]:
    """Yield the rows of settled lines of a season, with their players' ids in this database."""
    for each in line.settled:
        renamed = replace(each, player=session.find_id(each.player))
        yield {"guild": line.guild, "season": line.number, **asdict(renamed)}


def _check_season(session: _Session, line: SeasonLine, before: SeasonLine | None) -> None:
    """Raise `CareError` unless a season follows the one `before` it in number and in time."""
    if line.end is not None and line.end < line.start:
        raise session.archive.make_error("a season ends before its start")
    if before is None or before.guild != line.guild:
        if before is not None and before.guild > line.guild:
            raise session.archive.make_error("a season comes twice, or out of order")
    elif before.number >= line.number or before.end is None or before.end > line.start:
        raise session.archive.make_error("a season comes twice, or out of order")


def _import_posts(session: _Session) -> None:
    """Insert the posts of servers that have none in this database."""
    before = (0, "", 0)
    kept = set[int]()
    for line in session.archive.read_lines(PostLine, session.header.posts):
        session.check_server(line)
        if line.guild != before[0]:
            here = select(posts).where(posts.c.guild == line.guild)
            if session.connection.execute(here.limit(1)).first() is not None:
                kept.add(line.guild)
        if before >= (line.guild, line.kind, line.number):
            raise session.archive.make_error("a post comes twice, or out of order")
        before = (line.guild, line.kind, line.number)
        if line.guild not in kept:
            session.insert(posts, [line.row()])
        session.tick(1)


def _import_champions(session: _Session) -> None:
    """Insert champions' roles that the database lacks."""
    lines = session.archive.read_lines(ChampionLine, session.header.champions)
    _import_unknown(session, lines, champions, ("guild", "discord_id", "role"), "a champion")


def _import_strikes(session: _Session) -> None:
    """Insert struck-out texts that the database lacks, and hide guests whose names they are."""
    lines = session.archive.read_lines(StrikeLine, session.header.strikes)
    _import_unknown(session, lines, strikes, ("guild", "id"), "a strike")
    for guild in session.header.servers:  # a strike may name a guest that is here already
        hide_guests(session.connection, guild)


def _import_dismissals(session: _Session) -> None:
    """Insert dismissals that the database lacks."""
    lines = session.archive.read_lines(DismissalLine, session.header.dismissals)
    _import_unknown(session, lines, dismissals, ("channel", "pod"), "a dismissal")


def _import_unknown(
    session: _Session,
    lines: Iterable[_RowLine],
    table: TableClause,
    names: Sequence[str],
    what: str,
    *,
    people: Sequence[str] = (),
) -> None:
    """Insert the rows whose key, the columns `names`, the database lacks.

    `what` names a row. The columns `people` name people by their ids in the archive.
    """
    columns = [table.c[name] for name in names]
    last: tuple[Any, ...] = ()
    for line in lines:
        session.check_server(line)
        order = tuple(getattr(line, name) for name in names)
        if order <= last:
            raise session.archive.make_error(f"{what} comes twice, or out of order")
        last = order
        row = asdict(line)
        row |= {name: session.find_id(row[name]) for name in people if row[name] is not None}
        key = tuple(row[name] for name in names)
        here = select(*columns).where(tuple_(*columns) == key)
        if session.connection.execute(here).first() is None:
            session.insert(table, [row])
        session.tick(1)


# Events


def _import_events(session: _Session) -> None:
    """Write the events, and the projections that follow from them.

    Raises `_AlreadyHere` if the database has all of the events, `CareError` if it has some.
    """
    batch = _Batch(session.archive, session.connection)
    before = 0
    taken: int | None = None
    for channel, lines in groupby(_read_events(session), key=lambda line: line.channel):
        if channel <= before:
            raise session.archive.make_error(f"channel: {channel} comes out of order")
        before = channel
        kept = _load_rows(session, channel)
        if kept is None:
            _clear_channel(session, channel)
            session.channels.add(channel)
            _write_channel(session, batch, lines)
        else:
            taken = channel
            if any(a != b for a, b in zip_longest(kept, map(EventLine.row, lines))):
                raise _make_taken_error(session, channel)
        if taken is not None and session.channels:
            raise _make_taken_error(session, taken)
    if taken is not None:
        raise _AlreadyHere
    batch.flush()
    refill_numbers(session.connection)


def _make_taken_error(session: _Session, channel: int) -> CareError:
    problem = f"channel {channel} has events already; accepted: a database where it has none"
    return session.archive.make_error(problem)


def _read_events(session: _Session) -> Iterator[EventLine]:
    for line in session.archive.read_lines(EventLine, session.header.events):
        session.check_server(line)
        try:
            yield _exchange_ids(session, line)
        except Damaged as error:
            raise session.archive.make_error(error.problem) from None
        session.tick(1)


def _load_rows(session: _Session, channel: int) -> Iterator[dict[str, Any]] | None:
    """Return the rows of a channel's events in this database; None if there are none."""
    stream = select(events).where(events.c.channel == channel)
    if session.connection.execute(stream.limit(1)).first() is None:
        return None
    rows = read_rows(session.connection, stream.order_by(events.c.version))
    return (row._asdict() for row in rows)


def _clear_channel(session: _Session, channel: int) -> None:
    """Delete projections and boards of a channel that has no events, before these are written."""
    move_bookmarks(session.connection, channel)
    totals.subtract(session.connection, channel)
    for table in (*PROJECTIONS, schema.boards):
        session.connection.execute(delete(table).where(table.c.channel == channel))


def _write_channel(session: _Session, batch: "_Batch", lines: Iterable[EventLine]) -> None:
    """Write a channel's events and the projections of its pods."""

    def read_events() -> Iterator[Recorded]:
        for line in lines:
            yield line.recorded()
            batch.add(line)  # resumed only after the event was folded without an error

    try:
        for played in fold_pods(read_events()):
            batch.follow(project_anew(played))
    except Damaged as error:
        raise session.archive.make_error(error.problem) from None


class _Batch:
    """A buffer of events and of the changes that follow from them."""

    def __init__(self, archive: Archive, connection: Connection) -> None:
        self._archive = archive
        self._connection = connection
        self._rows: list[dict[str, Any]] = []
        self._interactions: dict[int, int] = {}  # interaction of a buffered row -> its line
        self._following: list[list[RowChange]] = []

    def add(self, line: EventLine) -> None:
        """Buffer the line that was read last. Raises `CareError`."""
        if line.interaction is not None:
            if line.interaction in self._interactions:
                raise self._make_repeated_error(line.interaction, self._archive.line)
            self._interactions[line.interaction] = self._archive.line
        self._rows.append(line.row())
        if len(self._rows) >= ROWS_PER_PART:
            self.flush()

    def follow(self, changes: Iterable[RowChange]) -> None:
        """Buffer the changes that follow from a pod."""
        self._following.append(list(changes))

    def flush(self) -> None:
        """Write the buffer. Raises `CareError` if an interaction is in the database already."""
        same = events.c.interaction.in_(self._interactions)
        for interaction in self._connection.scalars(select(events.c.interaction).where(same)):
            raise self._make_repeated_error(interaction, self._interactions[interaction])
        if self._rows:
            self._connection.execute(insert(events), self._rows)
        apply(merge_changes(self._following), self._connection)
        self._rows = []
        self._interactions = {}
        self._following = []

    def _make_repeated_error(self, interaction: int, line: int) -> CareError:
        return self._archive.make_error(
            f"interaction: {interaction} has had its effect already", line
        )


def _exchange_ids(session: _Session, line: EventLine) -> EventLine:
    """Return a line with people's ids in this database; unchanged if their ids are the same.

    Raises `CareError`, `Damaged`.
    """
    if not session.ids:
        return line
    before = line.recorded().event
    after = rename_players(before, session.find_id)
    if len(find_players(after)) < len(find_players(before)):
        raise session.archive.make_error("two of its players are one and the same here")
    if after != before:
        kind, schema, payload = encode(after)
        line = replace(line, type=kind, schema=schema, payload=Raw(payload.encode()))
    return replace(line, by=line.by and session.find_id(line.by))


# Boards and publications


def _import_boards(session: _Session) -> None:
    """Insert the boards of the imported pods."""
    last = (0, 0)
    for part in session.archive.read_parts(BoardLine, session.header.boards):
        known = _load_games(session, part.values())
        for line, board in part.items():
            session.check_server(board, line)
            place = (board.channel, board.pod)
            if place <= last:
                raise session.archive.make_error("a board comes twice, or out of order", line)
            if place not in known or board.channel not in session.channels:
                raise session.archive.make_error("none of the events before is of its pod", line)
            last = place
        session.insert(boards, [_rename_board(session, board).row() for board in part.values()])
        session.tick(len(part))


def _import_publications(session: _Session) -> None:
    """Insert publications that the database lacks."""
    lines = session.archive.read_lines(PublicationLine, session.header.publications)
    _import_unknown(session, lines, publications, ("surface", "guild", "key"), "a publication")


def _load_games(session: _Session, lines: Collection[BoardLine]) -> set[tuple[int, int]]:
    wanted = [(board.channel, board.pod) for board in lines]
    found = set[tuple[int, int]]()
    for table in (schema.pods, schema.plans):
        place = tuple_(table.c.channel, table.c.pod)
        rows = session.connection.execute(select(*place).where(place.in_(wanted)))
        found.update((row.channel, row.pod) for row in rows)
    return found


def _rename_board(session: _Session, board: BoardLine) -> BoardLine:
    """Return a board with people's ids in this database; redraw one that asks such a person."""
    if board.told is not None:
        told = " ".join(_find_own_id(session, player) for player in board.told.split())
        board = replace(board, told=told)
    if board.calls is not None:
        calls = (call.partition(":") for call in board.calls.split())
        renamed = " ".join(f"{_find_own_id(session, player)}:{id}" for player, _, id in calls)
        board = replace(board, calls=renamed)
    kind, colon, player = (board.asked or "").partition(":")
    if player not in session.ids:
        return board
    return replace(board, asked=f"{kind}{colon}{session.find_id(player)}", shown=0)


def _find_own_id(session: _Session, player: Player) -> Player:
    return session.find_id(player) if player in session.ids else player
