"""Which pods there are, which are open, and where a report is about to be confirmed by itself."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import select

from bot.rules.confirmation import next_due
from bot.rules.pod import Pod, State
from bot.storage.changes import Change
from bot.storage.database import Database
from bot.storage.log import Recorded
from bot.storage.schema import OPEN, Upsert, moment, pods


class PodRow(Struct, frozen=True):
    """A pod: its name (`channel`, `pod`), its state, and the version and time of its last event.

    At `confirm_by` the next of its reports is confirmed if nobody has answered it.
    """

    channel: int
    pod: int
    guild: int
    state: State
    version: int
    at: datetime
    confirm_by: datetime | None = None


_PUT = Upsert(pods)


def project(recorded: Recorded, pod: Pod) -> Iterator[Change]:
    """Notes where `recorded` led."""
    due = next_due(pod)
    row = PodRow(
        recorded.channel,
        recorded.pod,
        recorded.guild,
        pod.state,
        recorded.version,
        recorded.at,
        None if due is None else moment(due),
    )
    yield Change(_PUT, [asdict(row)])


async def open_pods(database: Database, guild: int) -> list[PodRow]:
    """The open pods of a server, those that have waited longest first. Raises `Unreachable`."""
    found = select(pods).where(pods.c.state.in_(OPEN), pods.c.guild == guild).order_by(pods.c.at)
    async with database.reading() as connection:
        return [PodRow(*row) for row in await connection.execute(found)]


async def latest_pod(database: Database, channel: int) -> PodRow | None:
    """The pod that was opened last in the channel, open or over. Raises `Unreachable`."""
    opened = select(pods).where(pods.c.channel == channel).order_by(pods.c.pod.desc()).limit(1)
    async with database.reading() as connection:
        row = (await connection.execute(opened)).one_or_none()
        return PodRow(*row) if row is not None else None


async def to_confirm(database: Database, now: datetime, limit: int = 100) -> list[PodRow]:
    """Pods with a report whose time to be answered is over by `now`. Raises `Unreachable`."""
    late = select(pods).where(pods.c.confirm_by <= now).order_by(pods.c.confirm_by).limit(limit)
    async with database.reading() as connection:
        return [PodRow(*row) for row in await connection.execute(late)]
