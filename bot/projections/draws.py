"""The numbered draws of a server: which lobby each was made for, and what has become of it.

A row is written when a lobby opens and when it starts, and never else: whether it was closed is
told by the pod's own row. That no two lobbies have one number is held by `draw_numbers`.
"""

from collections.abc import Collection, Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select

from bot.projections.history import History
from bot.rules.draws import DrawSeal, compute_commitment
from bot.rules.events import Opened, Started
from bot.rules.pod import Pod, State
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import draw_numbers, draws, events, pods
from bot.storage.record.log import read_recorded

LATEST = 20
"""Draws of a channel and its threads that are looked at for one that can be handed on."""


class DrawRow(Struct, frozen=True):
    """A draw: the pod that it is for, its number on the server, and whether the pod has started.

    `home` is the channel in which the pod was asked for; `source` the number of the draw, closed
    unused, whose secrets it has.
    """

    channel: int
    pod: int
    guild: int
    number: int
    home: int
    source: int | None
    commitment: str
    used: bool


class DrawnPod(Struct, frozen=True):
    """A draw, and where its pod stands since when."""

    draw: DrawRow
    state: State
    at: datetime

    @property
    def is_unused(self) -> bool:
        """Whether nothing was ever drawn from it, and its lobby is closed."""
        return not self.draw.used and self.state == "closed"


_PUT = Upsert(draws)
_TAKE = insert(draw_numbers)


def project(history: History) -> Iterator[RowChange]:
    """Note the draw of a pod, whatever happened to the pod last."""
    game = history.game
    if isinstance(game, Pod) and game.draw is not None:
        yield RowChange(_PUT, [asdict(_make_row(game.draw.seal, used=bool(game.standings)))])


def follow(history: History) -> Iterator[RowChange]:
    """Note the draw of a pod whose lobby opens, with a number that is its alone, or that starts."""
    event = history.last.event
    if isinstance(event, Opened) and event.draw is not None:
        yield RowChange(_TAKE, [{"guild": event.draw.server, "number": event.draw.number}])
    if isinstance(event, Opened | Started):
        yield from project(history)


def _make_row(seal: DrawSeal, *, used: bool) -> DrawRow:
    return DrawRow(
        channel=seal.channel,
        pod=seal.pod,
        guild=seal.server,
        number=seal.number,
        home=seal.home,
        source=seal.source,
        commitment=compute_commitment(seal),
        used=used,
    )


def refill_numbers(connection: Connection) -> None:
    """Take the numbers of all draws: several may share one, where histories were joined."""
    connection.execute(delete(draw_numbers))
    every = select(draws.c.guild, draws.c.number).distinct()
    connection.execute(insert(draw_numbers).from_select(["guild", "number"], every))


# Looking


async def find_newest(database: Database, guild: int) -> DrawSeal | None:
    """The seal of a server's newest draw; None if it has none. Raises `StorageError`."""
    last = select(draws.c.channel, draws.c.pod).where(draws.c.guild == guild)
    last = last.order_by(draws.c.number.desc(), draws.c.channel, draws.c.pod).limit(1)
    row = await database.fetch_one(last)
    return None if row is None else await read_seal(database, row.channel, row.pod)


async def read_seal(database: Database, channel: int, pod: int) -> DrawSeal | None:
    """The seal of a pod, as the log has it. Raises `StorageError`."""
    opened = select(events).where(events.c.channel == channel, events.c.version == pod)
    row = await database.fetch_one(opened)
    event = None if row is None else read_recorded(row).event
    return event.draw if isinstance(event, Opened) else None


async def find_numbered(database: Database, guild: int, number: int) -> DrawSeal | None:
    """The seal of a draw by its number; None if there is none. Raises `StorageError`."""
    same = select(draws.c.channel, draws.c.pod).where(
        draws.c.guild == guild, draws.c.number == number
    )
    row = await database.fetch_one(same.order_by(*draws.primary_key).limit(1))
    return None if row is None else await read_seal(database, row.channel, row.pod)


async def find_latest(database: Database, guild: int, home: int) -> list[DrawnPod]:
    """The latest draws that were asked for in a channel, newest first. Raises `Unreachable`."""
    (rows,) = await database.ask(Question(_LATEST, {"guild": guild, "home": home}))
    return [_read(row) for row in rows]


async def find_heirs(database: Database, guild: int, numbers: Collection[int]) -> dict[int, int]:
    """The numbers of draws that have the secrets of these, by those. Raises `Unreachable`."""
    found = select(draws.c.source, draws.c.number).where(
        draws.c.guild == guild, draws.c.source.in_(numbers)
    )
    return {row.source: row.number for row in await database.fetch(found)}


async def read_page(
    database: Database, guild: int, page: int, size: int
) -> tuple[list[DrawnPod], int]:
    """Some draws of a server, the newest first, and how many there are. Raises `Unreachable`."""
    here = draws.c.guild == guild
    found = _SELECT.where(here).order_by(draws.c.number.desc(), draws.c.channel, draws.c.pod)
    count = select(func.count()).select_from(draws).where(here)

    def read(connection: Connection) -> tuple[list[DrawnPod], int]:
        rows = connection.execute(found.offset(page * size).limit(size))
        return [_read(row) for row in rows], connection.scalar(count) or 0

    return await database.read(read)


_SELECT = select(*draws.c, pods.c.state, pods.c.at).join(
    pods, (pods.c.channel == draws.c.channel) & (pods.c.pod == draws.c.pod)
)

# Who opens a lobby waits for it, and so does everybody while those of many plans open.
_LATEST = (
    _SELECT.where(draws.c.guild == bindparam("guild"), draws.c.home == bindparam("home"))
    .order_by(draws.c.number.desc())
    .limit(LATEST)
)


def _read(row: Row[*tuple[object, ...]] | tuple[object, ...]) -> DrawnPod:
    *of_draw, state, at = row
    return DrawnPod(DrawRow(*of_draw), state, at)  # type: ignore[arg-type]
