"""Which plans there are, and when the bot has something to do for each."""

import hashlib
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, TextClause, bindparam, func, select, tuple_

from bot.planning.plan import BEFORE, Plan, PlanState
from bot.projections.history import History
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import IS_PLANNED, boards, events, plans
from bot.storage.record.log import EventRow, read_recorded
from bot.storage.record.recorded import Recorded


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


class PlanOrigin(Struct, frozen=True):
    """What a plan's message speaks where nothing is set, and the message if it is posted.

    Its lobby is delivered by the number `lobby`.
    """

    language: str
    message: int | None
    lobby: int


_PUT = Upsert(plans)

# In one hop each: however many plans are due, what is asked for one costs those who play little.
_ORIGIN = (
    select(boards.c.language, boards.c.message, events.c.interaction)
    .join(events, (events.c.channel == boards.c.channel) & (events.c.version == boards.c.pod))
    .where(boards.c.channel == bindparam("channel"), boards.c.pod == bindparam("pod"))
)
_DELIVERED = select(events).where(events.c.interaction == bindparam("delivery"))

TO_COME: tuple[PlanState, ...] = ("planned", "checking")
"""The states of a plan that is not over."""


def project(history: History) -> Iterator[RowChange]:
    """Note where the last event of a plan led."""
    recorded = history.last
    plan = history.game
    assert isinstance(plan, Plan)
    due = _find_due(plan, to_milliseconds(recorded.at))
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


def _find_due(plan: Plan, last: int) -> int | None:
    """When there is something to do for a plan; None if there never will be.

    In milliseconds since 1970, as the `last` thing that happened to it.
    """
    if plan.owes_next or plan.owes_listing:
        return last
    if not plan.is_open:
        return None
    return plan.begins if plan.checking and not plan.to_remind else plan.at - BEFORE


async def find_due(
    database: Database, now: datetime, after: PlanRow | None = None, limit: int = 100
) -> list[PlanRow]:
    """Some plans for which there is something to do, the first due first, those `after` one.

    Raises `Unreachable`.
    """
    order = (plans.c.due, plans.c.channel, plans.c.pod)
    page = select(plans).where(IS_PLANNED, plans.c.due <= now).order_by(*order).limit(limit)
    if after is not None:
        page = page.where(tuple_(*order) > (after.due, after.channel, after.pod))
    return [PlanRow(*row) for row in await database.fetch(page)]


async def find_next_due(database: Database, now: datetime) -> datetime | None:
    """When there is something to do for a plan after `now`, first. Raises `Unreachable`."""
    first = select(func.min(plans.c.due)).where(IS_PLANNED, plans.c.due > now)
    found: datetime | None
    [(found,)] = await database.fetch(first)
    return found


async def find_open_plans(database: Database, guild: int) -> list[PlanRow]:
    """The plans of a server that are still to come, the next one first. Raises `Unreachable`."""
    found = select(plans).where(*_find_to_come(guild)).order_by(plans.c.at)
    return [PlanRow(*row) for row in await database.fetch(found)]


async def find_planners(database: Database, guild: int) -> list[tuple[int, Player]]:
    """The channel of each such plan of a server, and who made it. Raises `Unreachable`."""
    made = (events.c.channel == plans.c.channel) & (events.c.version == plans.c.pod)
    found = select(plans.c.channel, events.c.by).join(events, made).order_by(plans.c.at)
    found = found.where(*_find_to_come(guild))
    return [(row.channel, row.by) for row in await database.fetch(found)]


async def find_origin(database: Database, channel: int, pod: int) -> PlanOrigin:
    """Where a plan came from, and where it is shown. Raises `Unreachable`."""
    (rows,) = await database.ask(Question(_ORIGIN, {"channel": channel, "pod": pod}))
    ((language, message, made),) = rows
    return PlanOrigin(language, message, number_lobby(made))


def _find_to_come(guild: int) -> tuple[ColumnElement[bool] | TextClause, ...]:
    """What is so of the plans of a server that are to come; others may only owe something."""
    return (IS_PLANNED, plans.c.state.in_(TO_COME), plans.c.guild == guild)


# Deliveries of the bot's own

_MOST = 2**62
"""No interaction has an id that large before the year 2049."""


def number_lobby(made: int) -> int:
    """The number by which the lobby of a plan is delivered that was `made` by that delivery.

    It is below zero, as no interaction is.
    """
    return -made if made > 0 else made - 1


def number_next(channel: int, pod: int) -> int:
    """The number by which the next plan of a series is delivered; that of its lobby is beside it.

    It follows from the plan before. It is below those of lobbies of plans that somebody made.
    """
    named = hashlib.blake2s(f"{channel}:{pod}".encode(), digest_size=8).digest()
    return -_MOST - 2 * (int.from_bytes(named, "big") >> 4)


async def find_delivered(database: Database, delivery: int) -> Recorded | None:
    """What came of a delivery; None if it was not carried out. Raises `Unreachable`."""
    (rows,) = await database.ask(Question(_DELIVERED, {"delivery": delivery}))
    return read_recorded(EventRow(*rows[0])) if rows else None
