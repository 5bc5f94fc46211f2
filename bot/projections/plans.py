"""Plans: their rows, and the moment at which the bot has to act on each."""

import hashlib
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import (
    ColumnElement,
    Integer,
    TextClause,
    bindparam,
    func,
    or_,
    select,
    tuple_,
    update,
)

from bot.nights.night import ABANDONED_AFTER
from bot.planning.listing import PlanListed
from bot.planning.plan import CHECK_IN_LEAD, Plan, PlanState
from bot.projections.history import History
from bot.storage.engine.changes import Condition, RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import IS_PLANNED, boards, events, plans
from bot.storage.record.log import EventRow, read_recorded
from bot.storage.record.recorded import Recorded


class PlanRow(Struct, frozen=True):
    """A plan by `channel` and `pod`: its state, its moment `at`, and the version of its last event.

    `due` is when the bot has to act on it next; None if it never has to.
    """

    channel: int
    pod: int
    guild: int
    state: PlanState
    version: int
    at: datetime
    due: datetime | None


class PlanOrigin(Struct, frozen=True):
    """The language of a plan's message where the server has set none, and the message if posted.

    `lobby` is the delivery number of the plan's lobby.
    """

    language: str
    message: int | None
    lobby: int


_UPSERT_PLAN = Upsert(plans)

# One query each, so that many due plans do not slow down commands.
_SELECT_ORIGIN = (
    select(boards.c.language, boards.c.message, events.c.interaction)
    .join(events, (events.c.channel == boards.c.channel) & (events.c.version == boards.c.pod))
    .where(boards.c.channel == bindparam("channel"), boards.c.pod == bindparam("pod"))
)
_SELECT_BEGUN = (
    select(plans.c.pod)
    .where(plans.c.channel == bindparam("channel"))
    .where(or_(plans.c.state == "playing", plans.c.state == "over"))
    .order_by(plans.c.pod.desc())
    .limit(5)
)
_SELECT_DELIVERED = select(events).where(events.c.interaction == bindparam("delivery"))

_SELECT_LISTINGS = select(events).where(
    events.c.channel == bindparam("channel"),
    events.c.type == str(PlanListed.__struct_config__.tag),
    events.c.pod != bindparam("pod"),
)
_IS_PLAYING = (plans.c.guild == bindparam("guild")) & (plans.c.state == "playing")
_SELECT_PLAYING = select(plans.c.channel, plans.c.pod).where(IS_PLANNED, _IS_PLAYING)
_playing = (
    _SELECT_PLAYING.where(
        or_(plans.c.channel != bindparam("in_channel"), plans.c.pod != bindparam("of_pod"))
    )
    .with_only_columns(func.count().label("number"))
    .subquery()
)
_SELECT_IF_MORE = select(_playing.c.number).where(
    _playing.c.number > bindparam("playing", type_=Integer)
)
_SELECT_IF_MOVED = select(plans.c.pod).where(
    plans.c.channel == bindparam("in_channel"),
    plans.c.pod == bindparam("of_pod"),
    plans.c.version > bindparam("seen"),
)
_UPDATE_DUE = (
    update(plans)
    .where(plans.c.channel == bindparam("in_channel"), plans.c.pod == bindparam("of_pod"))
    .where(plans.c.version == bindparam("at_version"))
    .values(due=bindparam("is_due"))
)

OPEN_STATES: tuple[PlanState, ...] = ("asking", "planned", "checking", "playing")
"""States of a plan that is not over."""


def project(history: History) -> Iterator[RowChange]:
    """Write the row of a plan after its last event."""
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
    yield RowChange(_UPSERT_PLAN, [asdict(row)])


def _find_due(plan: Plan, last: int) -> int | None:
    """Return when the bot has to act on a plan, in milliseconds since 1970; None if never.

    `last` is the time of the plan's last event.
    """
    if plan.owes_next or plan.owes_listing:
        return last
    night = plan.night
    if night is not None and night.voided and plan.cancelled is None:
        return last
    if not plan.is_open:
        return None
    if night is not None and plan.has_begun:
        ends = last + ABANDONED_AFTER if night.ends is None else night.ends
        return last if night.owed else min(ends, last + ABANDONED_AFTER)
    if plan.asked:
        return plan.at  # when all its moments are over
    return plan.begins if plan.checking and not plan.to_remind else plan.at - CHECK_IN_LEAD


async def load_due(
    database: Database, now: datetime, after: PlanRow | None = None, limit: int = 100
) -> list[PlanRow]:
    """Return plans that are due by `now`, earliest first; only those after the row `after`.

    Raises `Unreachable`.
    """
    order = (plans.c.due, plans.c.channel, plans.c.pod)
    page = select(plans).where(IS_PLANNED, plans.c.due <= now).order_by(*order).limit(limit)
    if after is not None:
        page = page.where(tuple_(*order) > (after.due, after.channel, after.pod))
    return [PlanRow(*row) for row in await database.fetch(page)]


async def load_next_due(database: Database, now: datetime) -> datetime | None:
    """Return the first moment after `now` at which a plan is due. Raises `Unreachable`."""
    first = select(func.min(plans.c.due)).where(IS_PLANNED, plans.c.due > now)
    found: datetime | None
    [(found,)] = await database.fetch(first)
    return found


async def load_open_plans(database: Database, guild: int) -> list[PlanRow]:
    """Return a server's plans that are still ahead, next first. Raises `Unreachable`."""
    found = select(plans).where(*_match_open(guild)).order_by(plans.c.at)
    return [PlanRow(*row) for row in await database.fetch(found)]


async def find_playing(database: Database, guild: int) -> list[tuple[int, int]]:
    """Return channel and number of each night of a server that is being played.

    Raises `Unreachable`.
    """
    (rows,) = await database.ask(Question(_SELECT_PLAYING, {"guild": guild}))
    return sorted((channel, number) for channel, number in rows)


def expect_no_other(key: str, guild: int, channel: int, pod: int, *, playing: int) -> Condition:
    """Return the condition of a write that no more nights than `playing` go on besides this one."""
    here = {"guild": guild, "in_channel": channel, "of_pod": pod}
    return Condition(key, _SELECT_IF_MORE, {**here, "playing": playing})


def expect_unmoved(key: str, channel: int, pod: int, seen: int) -> Condition:
    """Return the condition of a write that a plan has no event after the version `seen`."""
    return Condition(key, _SELECT_IF_MOVED, {"in_channel": channel, "of_pod": pod, "seen": seen})


def expect_undelivered(key: str, delivery: int) -> Condition:
    """Return the condition of a write that a delivery was not carried out."""
    return Condition(key, _SELECT_DELIVERED, {"delivery": delivery})


async def load_begun(database: Database, channel: int) -> list[int]:
    """Return the numbers of the latest nights of a channel that have begun, the latest first.

    Raises `Unreachable`.
    """
    (rows,) = await database.ask(Question(_SELECT_BEGUN, {"channel": channel}))
    return [number for (number,) in rows]


async def load_origin(database: Database, channel: int, pod: int) -> PlanOrigin:
    """Return a plan's language, message and lobby number. Raises `Unreachable`."""
    (rows,) = await database.ask(Question(_SELECT_ORIGIN, {"channel": channel, "pod": pod}))
    ((language, message, made),) = rows
    return PlanOrigin(language, message, number_lobby(made))


async def load_listings(database: Database, channel: int, pod: int) -> set[int]:
    """Return the scheduled events of all plans of a channel but one. Raises `Unreachable`."""
    values = {"channel": channel, "pod": pod}
    rows = await database.fetch(_SELECT_LISTINGS, values)
    found = (read_recorded(EventRow(*row)).event for row in rows)
    return {event.listing for event in found if isinstance(event, PlanListed)}


async def restore_due(database: Database, row: PlanRow, plan: Plan, last: int) -> None:
    """Store when the bot has to act on a plan, if its row said so for nothing.

    `last` is the time of the plan's last event. Raises `Unreachable`.
    """
    if plan.owes_next or plan.owes_listing:
        return
    due = _find_due(plan, last)
    moment = None if due is None else to_moment(due)
    if moment == row.due:
        return
    place = {"in_channel": row.channel, "of_pod": row.pod, "at_version": row.version}
    await database.write(RowChange(_UPDATE_DUE, [place | {"is_due": moment}]))


def _match_open(guild: int) -> tuple[ColumnElement[bool] | TextClause, ...]:
    """Return conditions for plans still ahead; other rows may only owe a listing or a next plan."""
    return (IS_PLANNED, plans.c.state.in_(OPEN_STATES), plans.c.guild == guild)


# Delivery numbers of the bot's own commands, for deduplication

_MAX_DISCORD_ID = 2**62
"""No Discord id reaches this number before the year 2049."""


def number_lobby(made: int) -> int:
    """Return the delivery number of the lobby of a plan that delivery `made` has made.

    It is negative; ids of interactions are positive.
    """
    return -made if made > 0 else made - 1


def number_pod(channel: int, pod: int, serial: int) -> int:
    """Return the delivery number of the pod with this serial number of a night."""
    return _hash_delivery(f"{channel}:{pod}:{serial}")


def number_time(channel: int, pod: int, serial: int) -> int:
    """Return the delivery number of the end of its round for a pod of a night."""
    return _hash_delivery(f"{channel}:{pod}:{serial}:time")


def number_next(channel: int, pod: int) -> int:
    """Return the delivery number of the next plan of a series, computed from the plan before.

    It is below all numbers of lobbies of plans that users made; its own lobby has the number beside
    it.
    """
    return _hash_delivery(f"{channel}:{pod}")


def _hash_delivery(name: str) -> int:
    named = hashlib.blake2s(name.encode(), digest_size=8).digest()
    return -_MAX_DISCORD_ID - 2 * (int.from_bytes(named, "big") >> 4)


async def load_delivered(database: Database, delivery: int) -> Recorded | None:
    """Return the event of a delivery; None if it was not carried out. Raises `Unreachable`."""
    (rows,) = await database.ask(Question(_SELECT_DELIVERED, {"delivery": delivery}))
    return read_recorded(EventRow(*rows[0])) if rows else None
