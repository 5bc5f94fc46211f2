"""A server's numbered draws: the lobby of each, and the state of its pod.

A row is written when a lobby opens and when it starts. The pod's own row tells whether the lobby
was closed. `draw_numbers` ensures that no two lobbies share a number.
"""

from collections.abc import Collection, Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select

from bot.projections.history import History
from bot.rules.draws import DrawSeal, compute_commitment
from bot.rules.lobby import Opened
from bot.rules.pod import Pod, State
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import draw_numbers, draws, events, pods
from bot.storage.record.log import read_recorded

SEARCHED_DRAWS = 20
"""Draws of a channel and its threads that are searched for an unused one to reuse."""


class DrawRow(Struct, frozen=True):
    """A draw: its pod, its number on the server, and whether the pod has started.

    `home` is the channel in which the pod was asked for. `source` is the number of the unused draw
    whose secrets this one has; None if they are new.
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
    """A draw with the state of its pod, and since when the pod is in that state."""

    draw: DrawRow
    state: State
    at: datetime

    @property
    def is_unused(self) -> bool:
        """True if the lobby was closed before anything was drawn."""
        return not self.draw.used and self.state == "closed"


_UPSERT_DRAW = Upsert(draws)
_TAKE_NUMBER = insert(draw_numbers)


def project(history: History) -> Iterator[RowChange]:
    """Write the draw of a pod, whatever the pod's last event was."""
    game = history.game
    if isinstance(game, Pod) and game.draw is not None:
        yield RowChange(
            _UPSERT_DRAW, [asdict(_make_row(game.draw.seal, used=bool(game.standings)))]
        )


def project_changes(history: History) -> Iterator[RowChange]:
    """Write the draw of a pod that has just opened or started; opening also takes the number."""
    event = history.last.event
    if isinstance(event, Opened) and event.draw is not None:
        yield RowChange(_TAKE_NUMBER, [{"guild": event.draw.server, "number": event.draw.number}])
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
    """Rebuild the numbers of all draws; several may share one after histories were joined."""
    connection.execute(delete(draw_numbers))
    every = select(draws.c.guild, draws.c.number).distinct()
    connection.execute(insert(draw_numbers).from_select(["guild", "number"], every))


# Reading


async def load_newest_seal(database: Database, guild: int) -> DrawSeal | None:
    """Return the seal of a server's newest draw; None without draws. Raises `StorageError`."""
    last = select(draws.c.channel, draws.c.pod).where(draws.c.guild == guild)
    last = last.order_by(draws.c.number.desc(), draws.c.channel, draws.c.pod).limit(1)
    row = await database.fetch_one(last)
    return None if row is None else await load_seal(database, row.channel, row.pod)


async def load_seal(database: Database, channel: int, pod: int) -> DrawSeal | None:
    """Return the seal of a pod from the log; None without one. Raises `StorageError`."""
    opened = select(events).where(events.c.channel == channel, events.c.version == pod)
    row = await database.fetch_one(opened)
    event = None if row is None else read_recorded(row).event
    return event.draw if isinstance(event, Opened) else None


async def load_seal_by_number(database: Database, guild: int, number: int) -> DrawSeal | None:
    """Return the seal of the draw of this number; None without one. Raises `StorageError`."""
    same = select(draws.c.channel, draws.c.pod).where(
        draws.c.guild == guild, draws.c.number == number
    )
    row = await database.fetch_one(same.order_by(*draws.primary_key).limit(1))
    return None if row is None else await load_seal(database, row.channel, row.pod)


async def load_latest(database: Database, guild: int, home: int) -> list[DrawnPod]:
    """Return the latest draws asked for in a channel, newest first. Raises `Unreachable`."""
    (rows,) = await database.ask(Question(_SELECT_LATEST, {"guild": guild, "home": home}))
    return [_read_drawn_pod(row) for row in rows]


async def load_reusing_draws(
    database: Database, guild: int, numbers: Collection[int]
) -> dict[int, int]:
    """Return the numbers of draws that reuse the secrets of these draws, by the original number.

    Raises `Unreachable`.
    """
    found = select(draws.c.source, draws.c.number).where(
        draws.c.guild == guild, draws.c.source.in_(numbers)
    )
    return {row.source: row.number for row in await database.fetch(found)}


async def read_page(
    database: Database, guild: int, page: int, size: int
) -> tuple[list[DrawnPod], int]:
    """Return a page of a server's draws, newest first, and the number of all draws.

    Raises `Unreachable`.
    """
    here = draws.c.guild == guild
    found = _SELECT_DRAWS.where(here).order_by(draws.c.number.desc(), draws.c.channel, draws.c.pod)
    count = select(func.count()).select_from(draws).where(here)

    def read_rows(connection: Connection) -> tuple[list[DrawnPod], int]:
        rows = connection.execute(found.offset(page * size).limit(size))
        return [_read_drawn_pod(row) for row in rows], connection.scalar(count) or 0

    return await database.read(read_rows)


_SELECT_DRAWS = select(*draws.c, pods.c.state, pods.c.at).join(
    pods, (pods.c.channel == draws.c.channel) & (pods.c.pod == draws.c.pod)
)

# Opening a lobby waits for this statement, and many plans may open lobbies at once.
_SELECT_LATEST = (
    _SELECT_DRAWS.where(draws.c.guild == bindparam("guild"), draws.c.home == bindparam("home"))
    .order_by(draws.c.number.desc())
    .limit(SEARCHED_DRAWS)
)


def _read_drawn_pod(row: Row[*tuple[object, ...]] | tuple[object, ...]) -> DrawnPod:
    *of_draw, state, at = row
    return DrawnPod(DrawRow(*of_draw), state, at)  # type: ignore[arg-type]
