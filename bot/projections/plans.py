"""The rows of planned games, and the time at which the bot has to act on each game."""

import hashlib
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Integer, TextClause, bindparam, func, or_, select, tuple_, update

from bot.nights.night import ABANDONED_AFTER
from bot.planning.night_calls import list_bench_players
from bot.planning.plan import CHECK_IN_LEAD, PlannedGame, PlanState
from bot.planning.scheduled_event import ScheduledEventStateRecorded
from bot.projections.history import GameHistory
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import RowChange, Upsert, WriteCondition
from bot.storage.engine.schema import IS_PLANNED, boards, events, plans
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.log import EventTableRow, decode_and_redact_event_row
from bot.storage.record.stored_event import StoredEvent


class PlannedGameRow(Struct, frozen=True):
    """A row about a planned game: state, time `at`, and version of its last event.

    `due` is when the bot has to act on the plan next; None means never.
    """

    channel: int
    pod: int
    guild: int
    state: PlanState
    version: int
    at: datetime
    due: datetime | None


class GameNightListCursor(NamedTuple):
    """A paging cursor in a list of game nights: planned time, channel and number."""

    at: datetime
    channel: int
    pod: int


class PlannedGameMessage(Struct, frozen=True):
    """The Discord message of a planned game, its language, and the idempotency key of its lobby.

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
    events.c.type == str(ScheduledEventStateRecorded.__struct_config__.tag),
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

_SELECT_NEXT_DUE = select(func.min(plans.c.due)).where(IS_PLANNED, plans.c.due > bindparam("now"))
_SELECT_POLLS = select(plans).where(IS_PLANNED, plans.c.state == "asking").order_by(plans.c.channel, plans.c.pod)

OPEN_STATES: tuple[PlanState, ...] = ("asking", "planned", "checking", "playing")
"""States of a plan that is not over."""


def build_planned_game_row_change(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the change that writes a planned game's row after its last event."""
    recorded = game_history.last
    plan = game_history.game
    assert isinstance(plan, PlannedGame)
    due = _compute_next_task_time(plan, datetime_to_milliseconds(recorded.at))
    row = PlannedGameRow(
        recorded.channel,
        recorded.pod,
        recorded.guild,
        plan.state,
        recorded.version,
        datetime_from_milliseconds(plan.at),
        None if due is None else datetime_from_milliseconds(due),
    )
    yield RowChange(_UPSERT_PLAN, [asdict(row)])


def _compute_next_task_time(planned_game: PlannedGame, last_event_time: int) -> int | None:
    """Return when the bot must next do something for a planned game (ms since 1970); None for never.

    `last_event_time` is the time of the plan's last event.
    """
    if planned_game.needs_next_game_of_series or planned_game.needs_scheduled_event_update:
        return last_event_time
    night = planned_game.night
    if night is not None and night.voided and planned_game.cancelled is None:
        return last_event_time
    if not planned_game.is_open:
        return None
    if night is not None and planned_game.has_game_night_begun:
        ends = (
            last_event_time + ABANDONED_AFTER
            if night.round_end_announcement_time is None
            else night.round_end_announcement_time
        )
        if night.unopened_pods:
            return last_event_time
        has_bench = bool(list_bench_players(planned_game, night))
        call = night.compute_next_roll_call_time(last_event_time, has_substitutes=has_bench)
        times = (ends, last_event_time + ABANDONED_AFTER, call)
        return min(time for time in times if time is not None)
    if planned_game.asked:
        return planned_game.at  # when all its moments are over
    return (
        planned_game.lobby_open_time
        if planned_game.checking and not planned_game.players_to_remind
        else planned_game.at - CHECK_IN_LEAD
    )


_DUE_ORDER = (plans.c.due, plans.c.channel, plans.c.pod)
_SELECT_DUE = (
    select(plans)
    .where(IS_PLANNED, plans.c.due <= bindparam("now"))
    .order_by(*_DUE_ORDER)
    .limit(bindparam("page_size", type_=Integer))
)


async def load_due_planned_games(
    database: Database, now: datetime, after_row: PlannedGameRow | None = None, limit: int = 100
) -> list[PlannedGameRow]:
    """Load the planned games that are due at `now`, earliest first."""
    page = _SELECT_DUE
    if after_row is not None:
        page = page.where(tuple_(*_DUE_ORDER) > (after_row.due, after_row.channel, after_row.pod))
    return [PlannedGameRow(*row) for row in await database.fetch_rows(page, {"now": now, "page_size": limit})]


async def load_next_due_time_of_planned_games(database: Database, now: datetime) -> datetime | None:
    """Load the first due time of a planned game after `now`; None without one."""
    found: datetime | None
    [(found,)] = await database.fetch_rows(_SELECT_NEXT_DUE, {"now": now})
    return found


async def load_open_date_polls(database: Database) -> list[PlannedGameRow]:
    """Load all open polls about the date of a planned game."""
    return [PlannedGameRow(*row) for row in await database.fetch_rows(_SELECT_POLLS)]


async def load_open_planned_games(database: Database, guild_id: int) -> list[PlannedGameRow]:
    """Load a server's planned games that are not over, the next one first."""
    found = select(plans).where(*_build_open_plans_sql_conditions(guild_id)).order_by(plans.c.at)
    return [PlannedGameRow(*row) for row in await database.fetch_rows(found)]


async def load_closed_game_nights(
    database: Database, guild_id: int, channels: Collection[int], cursor: GameNightListCursor | None, limit: int
) -> list[PlannedGameRow]:
    """Load a page of the past game nights of these channels, newest first."""
    order = (plans.c.at, plans.c.channel, plans.c.pod)
    found = (
        select(plans)
        .where(plans.c.channel.in_(channels), plans.c.guild == guild_id, plans.c.state == "over")
        .order_by(*(each.desc() for each in order))
        .limit(limit)
    )
    if cursor is not None:
        found = found.where(tuple_(*order) < tuple(cursor))
    return [PlannedGameRow(*row) for row in await database.fetch_rows(found)]


async def load_running_game_nights(database: Database, guild_id: int) -> list[tuple[int, int]]:
    """Load the channel and number of each game night under way on a server."""
    (rows,) = await database.run_queries_on_one_snapshot(SmallQuery(_SELECT_PLAYING, {"guild": guild_id}))
    return sorted((channel, number) for channel, number in rows)


def build_game_night_limit_condition(
    lock_key: str, guild_id: int, channel_id: int, excluded_night_number: int, *, maximum_other_nights: int
) -> WriteCondition:
    """Build the SQL condition that rejects a write above a maximum of running game nights."""
    here = {"guild": guild_id, "in_channel": channel_id, "of_pod": excluded_night_number}
    return WriteCondition(lock_key, _SELECT_IF_MORE, {**here, "playing": maximum_other_nights})


def build_plan_unchanged_condition(lock_key: str, channel: int, plan_number: int, seen_version: int) -> WriteCondition:
    return WriteCondition(
        lock_key, _SELECT_IF_MOVED, {"in_channel": channel, "of_pod": plan_number, "seen": seen_version}
    )


def build_idempotency_condition(lock_key: str, idempotency_key: int) -> WriteCondition:
    return WriteCondition(lock_key, _SELECT_DELIVERED, {"delivery": idempotency_key})


async def load_numbers_of_started_game_nights(database: Database, channel: int) -> list[int]:
    """Load the numbers of a channel's game nights that have begun, latest first."""
    (rows,) = await database.run_queries_on_one_snapshot(SmallQuery(_SELECT_BEGUN, {"channel": channel}))
    return [number for (number,) in rows]


async def load_planned_game_message(database: Database, channel: int, plan_number: int) -> PlannedGameMessage:
    """Load a planned game's Discord message, its language, and the idempotency key of its lobby."""
    (rows,) = await database.run_queries_on_one_snapshot(
        SmallQuery(_SELECT_ORIGIN, {"channel": channel, "pod": plan_number})
    )
    ((language, message, made),) = rows
    return PlannedGameMessage(language, message, compute_idempotency_key_of_plan_lobby(made))


async def load_scheduled_events_of_other_plans(database: Database, channel: int, excluded_plan_number: int) -> set[int]:
    """Load the Discord scheduled events of a channel's other planned games."""
    values = {"channel": channel, "pod": excluded_plan_number}
    rows = await database.fetch_rows(_SELECT_LISTINGS, values)
    found = (decode_and_redact_event_row(EventTableRow(*row)).event for row in rows)
    return {event.listing for event in found if isinstance(event, ScheduledEventStateRecorded)}


async def correct_due_time_of_planned_game(
    database: Database, planned_game_row: PlannedGameRow, planned_game: PlannedGame, last_event_time: int
) -> None:
    """Correct the stored time at which the bot must next do something for a planned game.

    The plan was due without need. `last_event_time` is the time of the plan's last event.
    """
    if planned_game.needs_next_game_of_series or planned_game.needs_scheduled_event_update:
        return
    due = _compute_next_task_time(planned_game, last_event_time)
    moment = None if due is None else datetime_from_milliseconds(due)
    if moment == planned_game_row.due:
        return
    place = {
        "in_channel": planned_game_row.channel,
        "of_pod": planned_game_row.pod,
        "at_version": planned_game_row.version,
    }
    await database.commit_changes(RowChange(_UPDATE_DUE, [place | {"is_due": moment}]))


def _build_open_plans_sql_conditions(guild_id: int) -> tuple[ColumnElement[bool] | TextClause, ...]:
    """Return the SQL conditions for a server's planned games that are not over.

    Other rows may only await an update of a scheduled event, or the next plan.
    """
    return (IS_PLANNED, plans.c.state.in_(OPEN_STATES), plans.c.guild == guild_id)


# Delivery numbers of the bot's own commands, for deduplication

MAX_DISCORD_ID = 2**62
"""No Discord id reaches this number before the year 2049."""


def compute_idempotency_key_of_plan_lobby(plan_idempotency_key: int) -> int:
    """Compute the idempotency key for opening the lobby of a planned game.

    The number is negative; ids of interactions are positive.
    """
    return -plan_idempotency_key if plan_idempotency_key > 0 else plan_idempotency_key - 1


def compute_idempotency_key_of_game_night_pod(channel: int, night_number: int, pod_number_in_night: int) -> int:
    """Compute the idempotency key for opening a pod of a game night."""
    return _compute_idempotency_key_of_command(f"{channel}:{night_number}:{pod_number_in_night}")


def compute_idempotency_key_of_round_end(channel: int, night_number: int, pod_number_in_night: int) -> int:
    return _compute_idempotency_key_of_command(f"{channel}:{night_number}:{pod_number_in_night}:time")


def compute_idempotency_key_of_next_plan(channel: int, plan_number: int) -> int:
    """Compute the idempotency key for planning the next game of a series.

    The number is below all numbers of lobbies of plans that users made; its own lobby has the number beside it.
    """
    return _compute_idempotency_key_of_command(f"{channel}:{plan_number}")


def _compute_idempotency_key_of_command(command_name: str) -> int:
    named = hashlib.blake2s(command_name.encode(), digest_size=8).digest()
    return -MAX_DISCORD_ID - 2 * (int.from_bytes(named, "big") >> 4)


async def load_event_by_idempotency_key(database: Database, idempotency_key: int) -> StoredEvent | None:
    """Load the event of the command with this idempotency key; None if it was not executed."""
    (rows,) = await database.run_queries_on_one_snapshot(SmallQuery(_SELECT_DELIVERED, {"delivery": idempotency_key}))
    return decode_and_redact_event_row(EventTableRow(*rows[0])) if rows else None
