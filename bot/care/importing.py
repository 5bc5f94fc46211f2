"""Reading an archive into a database: all of it or nothing.

The log knows people by ids of its own. Who has another one here keeps it, and the archive's
events name them by it; everything else stays to the letter.
"""

import shutil
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import groupby, zip_longest
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from msgspec import Raw
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, TableClause, delete, insert, or_, select, tuple_
from sqlalchemy.exc import IntegrityError

from bot.care import CareError
from bot.care.archive import (
    Archive,
    Audited,
    Board,
    Champion,
    Event,
    Header,
    Language,
    Person,
    Post,
    Season,
    Settings,
)
from bot.care.exporting import STDIO
from bot.care.plain import audit, boards, champions, events, guilds, people, posts, seasons
from bot.care.players import players_in, renamed
from bot.care.progress import Tick, watched
from bot.care.streams import AT_ONCE, pods_of, rows_of
from bot.projections.project import project
from bot.projections.rebuild import PROJECTIONS
from bot.projections.replay import rate_all
from bot.rules.facts import Player
from bot.storage.engine import schema
from bot.storage.engine.changes import Change, apply, merged
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.schema import HEAD
from bot.storage.record.codec import encode
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded
from bot.storage.tables import totals, unrated


class _AlreadyHere(Exception):
    """Every event of the archive is in the database already."""


async def import_history(database: Database, path: str) -> Header | None:
    """Reads an archive from a file or `STDIO`; returns what it holds.

    None if all of its events were here already: then nothing is changed either. Raises `CareError`
    or `Unreachable`.
    """
    with _opened(path) as file:
        archive = Archive(file, path)

        def work(connection: Connection, tick: Tick) -> Header:
            return _Import(archive, connection, tick).run()

        try:
            return await watched(database.transact, work, "Importing")
        except _AlreadyHere:
            return None
        except (IntegrityError, RowExists):
            problem = "the database was changed meanwhile; stop the bot, then try again"
            raise archive.wrong(problem) from None


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The file, or what comes through a pipe as one that can be read again."""
    with ExitStack() as stack:
        file: BinaryIO
        try:
            file = sys.stdin.buffer if path == STDIO else stack.enter_context(open(path, "rb"))
            if not file.seekable():
                pipe, file = file, stack.enter_context(TemporaryFile())
                shutil.copyfileobj(pipe, file)
        except OSError as error:
            raise CareError(f"{path}: cannot be read ({error.strerror or error})") from None
        yield file


class _Import:
    """One import, in the transaction that the connection is in."""

    def __init__(self, archive: Archive, connection: Connection, tick: Tick) -> None:
        self._archive = archive
        self._connection = connection
        self._tick = tick
        self._header = archive.header()
        self._ids: dict[Player, Player] = {}  # of people who have another one here, and that one
        self._channels: set[int] = set()  # that had no events
        self._batch = _Batch(archive, connection)

    def run(self) -> Header:
        """Does it all. Raises `CareError` or `_AlreadyHere`."""
        header = self._header
        if header.revision > HEAD:
            problem = f"revision {header.revision} is newer than {HEAD}; take a newer Suzerain"
            raise self._archive.wrong(problem)
        self._tick(0, header.lines)
        self._import_people()
        self._import_settings()
        self._import_audit()
        self._import_seasons()
        self._import_posts()
        self._import_champions()
        self._import_events()
        self._import_boards()
        self._archive.end()
        rate_all(self._connection, self._rated)
        return header

    def _rated(self, done: int, total: int | None) -> None:
        """Ratings come last."""
        self._tick(done, None if total is None else self._header.lines + total)

    # People

    def _import_people(self) -> None:
        last, ids = 0, set[Player]()
        for part in self._archive.parts(Person, self._header.people):
            accounts, owners = self._known(part.values())
            new = []
            for line, person in part.items():
                if person.discord_id <= last or person.id in ids:
                    raise self._archive.wrong("somebody comes twice, or out of order", line)
                last = person.discord_id
                ids.add(person.id)
                here = accounts.get(person.discord_id)
                if here is None and person.id in owners:
                    raise self._archive.wrong(f"id: {person.id!r} is somebody else here", line)
                if here is None:
                    new.append(asdict(person))
                elif here != person.id:
                    self._ids[person.id] = here
            self._insert(people, new)
            self._tick(len(part))

    def _known(self, persons: Collection[Person]) -> tuple[dict[int, Player], dict[Player, int]]:
        """Who of them is here: the ids by account, and the accounts by id."""
        same_id = people.c.id.in_([person.id for person in persons])
        same_account = people.c.discord_id.in_([person.discord_id for person in persons])
        found = self._connection.execute(select(people).where(or_(same_id, same_account))).all()
        return {row.discord_id: row.id for row in found}, {row.id: row.discord_id for row in found}

    def _exchanged(self, line: Event) -> Event:
        """The line with the ids that people have here; to the letter where they have the same."""
        if not self._ids:
            return line
        before = line.recorded().event
        after = renamed(before, self._id)
        if len(players_in(after)) < len(players_in(before)):
            raise self._archive.wrong("two of its players are one and the same here")
        if after != before:
            kind, schema, payload = encode(after)
            line = replace(line, type=kind, schema=schema, payload=Raw(payload.encode()))
        return replace(line, by=line.by and self._id(line.by))

    def _id(self, player: Player) -> Player:
        return self._ids.get(player, player)

    # Settings

    def _import_settings(self) -> None:
        """Those of servers which have none here."""
        count, lines = self._header.settings, self._archive.lines
        old = self._header.format == 1
        found: Iterator[Settings | Language] = (
            lines(Language, count) if old else lines(Settings, count)
        )
        for line in found:
            self._check_server(line)
            same = select(guilds).where(guilds.c.guild == line.guild)
            if self._connection.execute(same).first() is None:
                self._insert(guilds, [line.row()])
            self._tick(1)

    # Audit

    def _import_audit(self) -> None:
        """The entries that are not here."""
        last = 0
        for part in self._archive.parts(Audited, self._header.audit):
            ids = [entry.id for entry in part.values()]
            found = self._connection.execute(select(audit).where(audit.c.id.in_(ids)))
            here = {row.id: row._asdict() for row in found}
            new = []
            for line, entry in part.items():
                self._check_server(entry, line)
                if entry.id <= last:
                    raise self._archive.wrong("an entry comes twice, or out of order", line)
                last = entry.id
                row = replace(entry, by=self._id(entry.by)).row()
                if here.get(entry.id, row) != row:
                    raise self._archive.wrong(f"id: {entry.id} is another entry here", line)
                if entry.id not in here:
                    new.append(row)
            self._insert(audit, new)
            self._tick(len(part))

    # Seasons

    def _import_seasons(self) -> None:
        """Those of servers which have none here; before the events, whose points count in them."""
        before: Season | None = None
        kept = set[int]()
        for line in self._archive.lines(Season, self._header.seasons):
            self._check_server(line)
            self._check_season(line, before)
            here = select(seasons).where(seasons.c.guild == line.guild)
            first = before is None or before.guild != line.guild
            if first and self._connection.execute(here).first() is not None:
                kept.add(line.guild)
            before = line
            if line.guild not in kept:
                since = schema.moment(line.start)
                with totals.recounted(self._connection, line.guild, since):
                    self._insert(seasons, [asdict(line)])
            self._tick(1)

    def _check_season(self, line: Season, before: Season | None) -> None:
        """One follows the other in time as in number, and only the last has no end."""
        if line.end is not None and line.end < line.start:
            raise self._archive.wrong("a season ends before its start")
        if before is None or before.guild != line.guild:
            if before is not None and before.guild > line.guild:
                raise self._archive.wrong("a season comes twice, or out of order")
        elif before.number >= line.number or before.end is None or before.end > line.start:
            raise self._archive.wrong("a season comes twice, or out of order")

    # Posts

    def _import_posts(self) -> None:
        """Those of servers which have none here."""
        before = (0, "", 0)
        kept = set[int]()
        for line in self._archive.lines(Post, self._header.posts):
            self._check_server(line)
            if line.guild != before[0]:
                here = select(posts).where(posts.c.guild == line.guild)
                if self._connection.execute(here.limit(1)).first() is not None:
                    kept.add(line.guild)
            if before >= (line.guild, line.kind, line.number):
                raise self._archive.wrong("a post comes twice, or out of order")
            before = (line.guild, line.kind, line.number)
            if line.guild not in kept:
                self._insert(posts, [asdict(line)])
            self._tick(1)

    # Champions

    def _import_champions(self) -> None:
        """The roles that the bot gave, as far as nothing is known of them here."""
        last = (0, 0, 0)
        for line in self._archive.lines(Champion, self._header.champions):
            self._check_server(line)
            key = (line.guild, line.discord_id, line.role)
            if key <= last:
                raise self._archive.wrong("a champion comes twice, or out of order")
            last = key
            here = tuple_(champions.c.guild, champions.c.discord_id, champions.c.role) == key
            if self._connection.execute(select(champions).where(here)).first() is None:
                self._insert(champions, [asdict(line)])
            self._tick(1)

    # Events

    def _import_events(self) -> None:
        before, taken = 0, None
        for channel, lines in groupby(self._events(), key=lambda line: line.channel):
            if channel <= before:
                raise self._archive.wrong(f"channel: {channel} comes out of order")
            before = channel
            kept = self._kept(channel)
            if kept is None:
                self._clear(channel)
                self._channels.add(channel)
                self._write(lines)
            else:
                taken = channel
                if any(a != b for a, b in zip_longest(kept, map(Event.row, lines))):
                    raise self._taken(channel)
            if taken is not None and self._channels:
                raise self._taken(taken)
        if taken is not None:
            raise _AlreadyHere
        self._batch.flush()

    def _taken(self, channel: int) -> CareError:
        problem = f"channel {channel} has events already; accepted: a database where it has none"
        return self._archive.wrong(problem)

    def _events(self) -> Iterator[Event]:
        for line in self._archive.lines(Event, self._header.events):
            self._check_server(line)
            try:
                yield self._exchanged(line)
            except Damaged as error:
                raise self._archive.wrong(error.problem) from None
            self._tick(1)

    def _kept(self, channel: int) -> Iterator[dict[str, Any]] | None:
        """The channel's events that are here, as rows; None if there are none."""
        stream = select(events).where(events.c.channel == channel)
        if self._connection.execute(stream.limit(1)).first() is None:
            return None
        rows = rows_of(self._connection, stream.order_by(events.c.version))
        return (row._asdict() for row in rows)

    def _clear(self, channel: int) -> None:
        """What follows from no event is in the way."""
        unrated.mark(self._connection, channel)
        totals.subtract(self._connection, channel)
        for table in (*PROJECTIONS, schema.boards):
            self._connection.execute(delete(table).where(table.c.channel == channel))

    def _write(self, lines: Iterable[Event]) -> None:
        """A channel's events, and the projections of its pods."""

        def read() -> Iterator[Recorded]:
            for line in lines:
                yield line.recorded()
                self._batch.add(line)  # when the next one is asked for, this one was well

        try:
            for played in pods_of(read()):
                self._batch.follow(project(played))
        except Damaged as error:
            raise self._archive.wrong(error.problem) from None

    # Boards

    def _import_boards(self) -> None:
        last = (0, 0)
        for part in self._archive.parts(Board, self._header.boards):
            known = self._pods(part.values())
            for line, board in part.items():
                self._check_server(board, line)
                place = (board.channel, board.pod)
                if place <= last:
                    raise self._archive.wrong("a board comes twice, or out of order", line)
                if place not in known or board.channel not in self._channels:
                    raise self._archive.wrong("none of the events before is of its pod", line)
                last = place
            self._insert(boards, [asdict(self._called(board)) for board in part.values()])
            self._tick(len(part))

    def _pods(self, of: Collection[Board]) -> set[tuple[int, int]]:
        place = tuple_(schema.pods.c.channel, schema.pods.c.pod)
        wanted = [(board.channel, board.pod) for board in of]
        found = self._connection.execute(select(*place).where(place.in_(wanted)))
        return {(row.channel, row.pod) for row in found}

    def _called(self, board: Board) -> Board:
        """A board that called somebody who has another id here is drawn again: its menu has it."""
        kind, colon, player = (board.asked or "").partition(":")
        if player not in self._ids:
            return board
        return replace(board, asked=f"{kind}{colon}{self._id(player)}", shown=0)

    # All of them

    def _check_server(
        self,
        line: Settings | Language | Audited | Season | Post | Champion | Event | Board,
        number: int | None = None,
    ) -> None:
        if line.guild not in self._header.servers:
            problem = f"guild: {line.guild} is none of the header's servers"
            raise self._archive.wrong(problem, number)

    def _insert(self, table: TableClause, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(insert(table), rows)


class _Batch:
    """Events and what follows from them, written many at a time."""

    def __init__(self, archive: Archive, connection: Connection) -> None:
        self._archive = archive
        self._connection = connection
        self._rows: list[dict[str, Any]] = []
        self._interactions: dict[int, int] = {}  # of those rows, and their lines
        self._following: list[list[Change]] = []

    def add(self, line: Event) -> None:
        """The line that was read last."""
        if line.interaction is not None:
            if line.interaction in self._interactions:
                raise self._twice(line.interaction, self._archive.line)
            self._interactions[line.interaction] = self._archive.line
        self._rows.append(line.row())
        if len(self._rows) >= AT_ONCE:
            self.flush()

    def follow(self, changes: Iterable[Change]) -> None:
        """What is made from a pod."""
        self._following.append(list(changes))

    def flush(self) -> None:
        """Writes what there is. Raises `CareError`."""
        same = events.c.interaction.in_(self._interactions)
        for interaction in self._connection.scalars(select(events.c.interaction).where(same)):
            raise self._twice(interaction, self._interactions[interaction])
        if self._rows:
            self._connection.execute(insert(events), self._rows)
        apply(merged(self._following), self._connection)
        self._rows, self._interactions, self._following = [], {}, []

    def _twice(self, interaction: int, line: int) -> CareError:
        return self._archive.wrong(f"interaction: {interaction} has had its effect already", line)
