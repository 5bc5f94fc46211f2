"""Which plans there are, and when the bot has something to do for each."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import select

from bot.planning.plan import BEFORE, Plan, PlanState
from bot.projections.history import History
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_moment
from bot.storage.engine.schema import IS_PLANNED, boards, events, plans
from bot.storage.engine.upserts import Upsert


class PlanRow(Struct, frozen=True):
    """A plan: its name (`channel`, `pod`), its state, and the version of its last event.

    It begins `at` that moment. When it is `due` the bot looks at it again; over, it is not.
    """

    channel: int
    pod: int
    guild: int
    state: PlanState
    version: int
    at: datetime
    due: datetime | None


_PUT = Upsert(plans)


def project(history: History) -> Iterator[RowChange]:
    """Note where the last event of a plan led."""
    recorded, plan = history.last, history.game
    assert isinstance(plan, Plan)
    due = _find_due(plan)
    row = PlanRow(
        recorded.channel,
        recorded.pod,
        recorded.guild,
        plan.state,
        recorded.version,
        to_moment(plan.at),
        None if due is None else to_moment(due),
    )
    yield RowChange(_PUT, [asdict(row)])


def _find_due(plan: Plan) -> int | None:
    """When there is something to do for a plan; None if there never will be."""
    if not plan.is_open:
        return None
    return plan.begins if plan.checking and not plan.to_remind else plan.at - BEFORE


async def find_due(database: Database, now: datetime) -> list[PlanRow]:
    """The plans for which there is something to do, the first due first. Raises `Unreachable`."""
    late = select(plans).where(IS_PLANNED, plans.c.due <= now).order_by(plans.c.due)
    async with database.open_reader() as connection:
        return [PlanRow(*row) for row in await connection.execute(late)]


async def find_open_plans(database: Database, guild: int) -> list[PlanRow]:
    """The plans of a server that are still to come, the next one first. Raises `Unreachable`."""
    found = select(plans).where(IS_PLANNED, plans.c.guild == guild).order_by(plans.c.at)
    async with database.open_reader() as connection:
        return [PlanRow(*row) for row in await connection.execute(found)]


async def find_planners(database: Database, guild: int) -> list[tuple[int, Player]]:
    """The channel of each such plan of a server, and who made it. Raises `Unreachable`."""
    made = (events.c.channel == plans.c.channel) & (events.c.version == plans.c.pod)
    found = select(plans.c.channel, events.c.by).join(events, made).order_by(plans.c.at)
    found = found.where(IS_PLANNED, plans.c.guild == guild)
    async with database.open_reader() as connection:
        return [(row.channel, row.by) for row in await connection.execute(found)]


async def find_message(database: Database, channel: int, pod: int) -> tuple[str, int | None]:
    """What the message of a plan speaks where nothing is set, and the message if it is posted.

    Raises `Unreachable`.
    """
    here = (boards.c.channel == channel, boards.c.pod == pod)
    async with database.open_reader() as connection:
        found = select(boards.c.language, boards.c.message).where(*here)
        language, message = (await connection.execute(found)).one()
        return language, message


async def find_delivery(database: Database, channel: int, pod: int) -> int | None:
    """The number by which the lobby of a plan is delivered: that of the plan, but below zero.

    No interaction has one of these. Raises `Unreachable`.
    """
    made = select(events.c.interaction).where(events.c.channel == channel, events.c.version == pod)
    async with database.open_reader() as connection:
        found = await connection.scalar(made)
        return None if found is None else -found


async def has_lobby(database: Database, channel: int, pod: int) -> bool:
    """Whether the lobby of a plan was opened. Raises `Unreachable`."""
    delivery = await find_delivery(database, channel, pod)
    async with database.open_reader() as connection:
        opened = select(events.c.version).where(events.c.interaction == delivery)
        return await connection.scalar(opened) is not None
