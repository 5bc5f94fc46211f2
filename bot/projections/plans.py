"""Plans: their rows, and the time at which the bot has to act on each plan."""

import hashlib
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Integer, TextClause, bindparam, func, or_, select, tuple_, update

from bot.nights.night import ABANDONED_AFTER
from bot.planning.plan import CHECK_IN_LEAD, PlannedGame, PlanState
from bot.planning.scheduled_event import DiscordEventOfPlanRecorded
from bot.projections.history import GameHistory
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import RowChange, Upsert, WriteCondition
from bot.storage.engine.schema import IS_PLANNED, boards, events, plans
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.log import EventTableRow, decode_and_redact_event_row
from bot.storage.record.stored_event import StoredEvent


class PlanRow(Struct, frozen=True):
    """A row of the table `plans`: a planned game's state, its time `at`, and its last event's
    version.

    `due` is when the bot has to act on the plan next; None means never.
    """

    channel: int
    pod: int
    guild: int
    state: PlanState
    version: int
    at: datetime
    due: datetime | None


class PlanMessageAndLanguage(Struct, frozen=True):
    """The language of a planned game, its Discord message, and the delivery number of its
    lobby.

    The language is used where the server has set none. `message` is None until it is posted.
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
    events.c.type == str(DiscordEventOfPlanRecorded.__struct_config__.tag),
    events.c.pod != bindparam("pod"),
)
_IS_PLAYING = (plans.c.guild == bindparam("guild")) & (plans.c.state == "playing")
_SELECT_PLAYING = select(plans.c.channel, plans.c.pod).where(IS_PLANNED, _IS_PLAYING)
_playing = (
    _SELECT_PLAYING.where(or_(plans.c.channel != bindparam("in_channel"), plans.c.pod != bindparam("of_pod")))
    .with_only_columns(func.count().label("number"))
    .subquery()
)
_SELECT_IF_MORE = select(_playing.c.number).where(_playing.c.number > bindparam("playing", type_=Integer))
_SELECT_IF_MOVED = select(plans.c.pod).where(
    plans.c.channel == bindparam("in_channel"), plans.c.pod == bindparam("of_pod"), plans.c.version > bindparam("seen")
)
_UPDATE_DUE = (
    update(plans)
    .where(plans.c.channel == bindparam("in_channel"), plans.c.pod == bindparam("of_pod"))
    .where(plans.c.version == bindparam("at_version"))
    .values(due=bindparam("is_due"))
)

OPEN_STATES: tuple[PlanState, ...] = ("asking", "planned", "checking", "playing")
"""States of a plan that is not over."""


def build_plan_row_change(game_history: GameHistory) -> Iterator[RowChange]:
    """Build the change that writes the row of a planned game after its last event."""
    recorded = game_history.last
    plan = game_history.game
    assert isinstance(plan, PlannedGame)
    due = _compute_next_action_time_of_plan(plan, datetime_to_milliseconds(recorded.at))
    row = PlanRow(
        recorded.channel,
        recorded.pod,
        recorded.guild,
        plan.state,
        recorded.version,
        datetime_from_milliseconds(plan.at),
        None if due is None else datetime_from_milliseconds(due),
    )
    yield RowChange(_UPSERT_PLAN, [asdict(row)])


def _compute_next_action_time_of_plan(plan: PlannedGame, last_event_time: int) -> int | None:
    """Return when the bot has to act on a plan next, in milliseconds since 1970; None means
    never.

    `last_event_time` is the time of the plan's last event.
    """
    if plan.needs_next_plan_of_series or plan.needs_discord_event_update:
        return last_event_time
    night = plan.night
    if night is not None and night.voided and plan.cancelled is None:
        return last_event_time
    if not plan.is_open:
        return None
    if night is not None and plan.has_night_begun:
        ends = (
            last_event_time + ABANDONED_AFTER
            if night.time_to_announce_round_over is None
            else night.time_to_announce_round_over
        )
        return last_event_time if night.unopened_pods else min(ends, last_event_time + ABANDONED_AFTER)
    if plan.asked:
        return plan.at  # when all its moments are over
    return plan.lobby_open_time if plan.checking and not plan.players_to_remind else plan.at - CHECK_IN_LEAD


async def load_due_plans(
    database: Database, now: datetime, after_row: PlanRow | None = None, limit: int = 100
) -> list[PlanRow]:
    """Load planned games on which the bot has to act by `now`, earliest first, after
    `after_row`.

    Raises `DatabaseUnreachable`.
    """
    order = (plans.c.due, plans.c.channel, plans.c.pod)
    page = select(plans).where(IS_PLANNED, plans.c.due <= now).order_by(*order).limit(limit)
    if after_row is not None:
        page = page.where(tuple_(*order) > (after_row.due, after_row.channel, after_row.pod))
    return [PlanRow(*row) for row in await database.fetch_rows(page)]


async def load_next_action_time_of_plans(database: Database, now: datetime) -> datetime | None:
    """Load the first time after `now` at which the bot has to act on a plan; None if there is
    none.

    Raises `DatabaseUnreachable`.
    """
    first = select(func.min(plans.c.due)).where(IS_PLANNED, plans.c.due > now)
    found: datetime | None
    [(found,)] = await database.fetch_rows(first)
    return found


async def load_open_plans(database: Database, guild_id: int) -> list[PlanRow]:
    """Load a server's planned games that are not over, the next one first."""
    found = select(plans).where(*_build_open_plan_conditions(guild_id)).order_by(plans.c.at)
    return [PlanRow(*row) for row in await database.fetch_rows(found)]


async def load_running_game_nights(database: Database, guild_id: int) -> list[tuple[int, int]]:
    """Load the channel and number of each night of a server that is being played.

    Raises `DatabaseUnreachable`.
    """
    (rows,) = await database.run_small_queries(SmallQuery(_SELECT_PLAYING, {"guild": guild_id}))
    return sorted((channel, number) for channel, number in rows)


def build_limit_of_running_nights(
    lock_key: str, guild_id: int, channel: int, pod: int, *, maximum_count: int
) -> WriteCondition:
    """Build the write condition that at most `maximum_count` other game nights of a server are
    running.
    """
    here = {"guild": guild_id, "in_channel": channel, "of_pod": pod}
    return WriteCondition(lock_key, _SELECT_IF_MORE, {**here, "playing": maximum_count})


def build_plan_unchanged_condition(lock_key: str, channel: int, pod: int, seen_version: int) -> WriteCondition:
    """Build the write condition that a plan has no event newer than the version `seen_version`."""
    return WriteCondition(lock_key, _SELECT_IF_MOVED, {"in_channel": channel, "of_pod": pod, "seen": seen_version})


def build_command_not_executed_condition(lock_key: str, delivery_number: int) -> WriteCondition:
    """Build the write condition that the command with a delivery number was not carried out."""
    return WriteCondition(lock_key, _SELECT_DELIVERED, {"delivery": delivery_number})


async def load_started_game_nights(database: Database, channel: int) -> list[int]:
    """Load the numbers of the latest nights of a channel that have begun, the latest first.

    Raises `DatabaseUnreachable`.
    """
    (rows,) = await database.run_small_queries(SmallQuery(_SELECT_BEGUN, {"channel": channel}))
    return [number for (number,) in rows]


async def load_plan_message_and_language(database: Database, channel: int, pod: int) -> PlanMessageAndLanguage:
    """Load a plan's language, message and lobby number. Raises `DatabaseUnreachable`."""
    (rows,) = await database.run_small_queries(SmallQuery(_SELECT_ORIGIN, {"channel": channel, "pod": pod}))
    ((language, message, made),) = rows
    return PlanMessageAndLanguage(language, message, compute_lobby_delivery_number(made))


async def load_scheduled_events_of_other_plans(database: Database, channel: int, pod: int) -> set[int]:
    """Load the Discord scheduled events of all plans of a channel but one.

    Raises `DatabaseUnreachable`.
    """
    values = {"channel": channel, "pod": pod}
    rows = await database.fetch_rows(_SELECT_LISTINGS, values)
    found = (decode_and_redact_event_row(EventTableRow(*row)).event for row in rows)
    return {event.listing for event in found if isinstance(event, DiscordEventOfPlanRecorded)}


async def correct_next_action_time_of_plan(
    database: Database, plan_row: PlanRow, plan: PlannedGame, last_event_time: int
) -> None:
    """Correct the stored time at which the bot has to act on a plan next.

    The plan was due without need. `last_event_time` is the time of the plan's last event.
    Raises `DatabaseUnreachable`.
    """
    if plan.needs_next_plan_of_series or plan.needs_discord_event_update:
        return
    due = _compute_next_action_time_of_plan(plan, last_event_time)
    moment = None if due is None else datetime_from_milliseconds(due)
    if moment == plan_row.due:
        return
    place = {"in_channel": plan_row.channel, "of_pod": plan_row.pod, "at_version": plan_row.version}
    await database.commit_changes(RowChange(_UPDATE_DUE, [place | {"is_due": moment}]))


def _build_open_plan_conditions(guild_id: int) -> tuple[ColumnElement[bool] | TextClause, ...]:
    """Return the SQL conditions for a server's plans that are not over.

    Other rows may only await an update of a scheduled event, or the next plan.
    """
    return (IS_PLANNED, plans.c.state.in_(OPEN_STATES), plans.c.guild == guild_id)


# Delivery numbers of the bot's own commands, for deduplication

_MAX_DISCORD_ID = 2**62
"""No Discord id reaches this number before the year 2049."""


def compute_lobby_delivery_number(plan_delivery_number: int) -> int:
    """Compute from a plan's delivery number (idempotency key) that of the lobby opened for the
    plan.

    The number is negative; ids of interactions are positive.
    """
    return -plan_delivery_number if plan_delivery_number > 0 else plan_delivery_number - 1


def compute_night_pod_delivery_number(channel: int, pod: int, pod_serial: int) -> int:
    """Compute the delivery number (idempotency key) of a game night's pod, by its serial
    number.
    """
    return _hash_name_to_delivery_number(f"{channel}:{pod}:{pod_serial}")


def compute_round_end_delivery_number(channel: int, pod: int, pod_serial: int) -> int:
    """Compute the delivery number (idempotency key) of the command that ends a round for a pod."""
    return _hash_name_to_delivery_number(f"{channel}:{pod}:{pod_serial}:time")


def compute_next_plan_delivery_number(channel: int, pod: int) -> int:
    """Compute the delivery number (idempotency key) of the next plan in a series of repeated
    plans.

    The number is below all numbers of lobbies of plans that users made; its own lobby has the
    number beside it.
    """
    return _hash_name_to_delivery_number(f"{channel}:{pod}")


def _hash_name_to_delivery_number(delivery_name: str) -> int:
    named = hashlib.blake2s(delivery_name.encode(), digest_size=8).digest()
    return -_MAX_DISCORD_ID - 2 * (int.from_bytes(named, "big") >> 4)


async def load_event_by_delivery_number(database: Database, delivery_number: int) -> StoredEvent | None:
    """Load the event of a command with a delivery number; None if it was not carried out.

    Raises `DatabaseUnreachable`.
    """
    (rows,) = await database.run_small_queries(SmallQuery(_SELECT_DELIVERED, {"delivery": delivery_number}))
    return decode_and_redact_event_row(EventTableRow(*rows[0])) if rows else None
