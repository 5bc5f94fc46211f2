"""Which pods there are, and which of them are open."""

from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.rules.pod import Pod, State
from bot.storage.engine import reading
from bot.storage.log import Recorded
from bot.storage.schema import OPEN, pods, upsert


class PodRow(Struct, frozen=True):
    """A pod: its name (`channel`, `pod`), its state, and the version and time of its last event."""

    channel: int
    pod: int
    guild: int
    state: State
    version: int
    at: datetime


async def project(connection: AsyncConnection, recorded: Recorded, pod: Pod) -> None:
    """Notes where `recorded` led."""
    row = {
        "channel": recorded.channel,
        "pod": recorded.pod,
        "guild": recorded.guild,
        "state": pod.state,
        "version": recorded.version,
        "at": recorded.at,
    }
    await connection.execute(upsert(pods), row)


async def open_pods(engine: AsyncEngine, guild: int) -> list[PodRow]:
    """The open pods of a server, those that have waited longest first. Raises `Unreachable`."""
    async with reading(engine) as connection:
        rows = await connection.execute(_OPEN.where(pods.c.guild == guild).order_by(pods.c.at))
        return [PodRow(*row) for row in rows]


async def latest_pod(engine: AsyncEngine, channel: int) -> PodRow | None:
    """The pod that was opened last in the channel, open or over. Raises `Unreachable`."""
    opened = select(pods).where(pods.c.channel == channel).order_by(pods.c.pod.desc())
    return await _first(engine, opened)


_OPEN = select(pods).where(pods.c.state.in_(OPEN))


async def _first(engine: AsyncEngine, query: Select[Any]) -> PodRow | None:
    async with reading(engine) as connection:
        row = (await connection.execute(query.limit(1))).one_or_none()
        return PodRow(*row) if row is not None else None
