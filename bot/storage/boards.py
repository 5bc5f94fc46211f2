"""Where each pod's board is, and how much of the log it shows."""

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, force_setattr
from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine import reading, writing
from bot.storage.schema import OPEN, boards, pods, upsert, whole


class Board(Struct, frozen=True):
    """The message that shows a pod.

    `message` was `posted` then (to the millisecond) and shows the log up to version `shown`, in
    `language`; `asked` tells which open choice it called somebody for, None if none was open.
    """

    channel: int
    pod: int
    message: int
    posted: datetime
    shown: int
    language: str
    asked: str | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "posted", whole(self.posted))


class Stale(NamedTuple):
    """A pod whose board does not show `version`, the last one of the pod."""

    channel: int
    pod: int
    version: int
    guild: int


class Boards:
    """The boards of all channels. Every method raises `Unreachable`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def get(self, channel: int, pod: int) -> Board | None:
        """The board of a pod, if it has one."""
        async with reading(self._engine) as connection:
            rows = await connection.execute(select(boards).where(_of(channel, pod)))
            row = rows.one_or_none()
            return Board(*row) if row is not None else None

    async def put(self, board: Board) -> None:
        """Remembers a pod's board, in place of the one before."""
        async with writing(self._engine) as connection:
            await connection.execute(upsert(boards), asdict(board))

    async def doubt(self) -> None:
        """Every message is gone, as in a Discord that began anew: open boards are stale."""
        over = select(pods.c.pod).where(
            boards.c.channel == pods.c.channel, boards.c.pod == pods.c.pod, ~pods.c.state.in_(OPEN)
        )
        async with writing(self._engine) as connection:
            await connection.execute(delete(boards).where(over.exists()))
            await connection.execute(update(boards).values(shown=0))

    async def stale(self) -> list[Stale]:
        """The pods whose board lags behind the log, and the open ones that have none.

        A pod that is over and has no board is left alone: somebody may have deleted it.
        """
        missing = and_(pods.c.state.in_(OPEN), boards.c.channel.is_(None))
        behind = boards.c.shown < pods.c.version
        same = and_(boards.c.channel == pods.c.channel, boards.c.pod == pods.c.pod)
        found = select(pods.c.channel, pods.c.pod, pods.c.version, pods.c.guild)
        stale = found.outerjoin(boards, same).where(or_(missing, behind)).order_by(pods.c.at)
        async with reading(self._engine) as connection:
            rows = await connection.execute(stale)
            return [Stale(*row) for row in rows]


def _of(channel: int, pod: int) -> ColumnElement[bool]:
    return and_(boards.c.channel == channel, boards.c.pod == pod)
