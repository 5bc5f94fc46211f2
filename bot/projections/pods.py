"""Pods and duels: which are open, and when silence confirms their reports.

"Pod" means a game of either kind here.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Integer, bindparam, func, or_, select, tuple_, update

from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
from bot.projections.history import GameHistory
from bot.projections.warning_signs import (
    LOOK_BACK,
    PlayedGame,
    Sign,
    SuspiciousGame,
    find_games_with_warning_signs,
    find_warning_signs_of_game,
    format_ids_of_members_in_game,
    format_player_ids_of_game,
)
from bot.rules.confirmation import find_moderator_alert_time, find_next_automatic_confirmation_time
from bot.rules.pod import Pod, PodStage
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import ChangeOrCondition, RowChange, Upsert, WriteCondition
from bot.storage.engine.schema import IS_OPEN, OPEN_STATES, boards, dismissals, pods
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.tables.former_ids import Persons, map_player_ids_to_main_ids_in_newest_season


class PodOrDuelRow(Struct, frozen=True):
    """A row about a pod or duel: state, and version and time of its last event.

    At `confirm_by` its next report is confirmed unless somebody answers. `ended` is when the game ended, whatever was
    corrected since; None while it goes on, and for an entered one until it has counted. From `unsettled` on moderators
    should look at reports that silence does not confirm. With a result, `roster` and `signs` are those of `PlayedGame`,
    as words separated by spaces; in `people` each guest is replaced by the member who brought them.
    """

    channel: int
    pod: int
    guild: int
    state: PodStage
    version: int
    at: datetime
    confirm_by: datetime | None = None
    ended: datetime | None = None
    unsettled: datetime | None = None
    roster: str | None = None
    signs: str | None = None
    people: str | None = None


_UPSERT_POD = Upsert(pods)

_IS_POD = (pods.c.channel == bindparam("in_channel")) & (pods.c.pod == bindparam("of_pod"))
_SELECT_IF_OPEN = select(pods.c.pod).where(_IS_POD, IS_OPEN)
_SELECT_IF_MOVED = select(pods.c.pod).where(_IS_POD, pods.c.version > bindparam("seen"))
_HOLD_POD = update(pods).where(_IS_POD).values(version=pods.c.version)
_PAGE_SIZE = bindparam("page_size", type_=Integer)
_SELECT_UNDISPUTED = (
    select(pods).where(pods.c.confirm_by <= bindparam("now")).order_by(pods.c.confirm_by).limit(_PAGE_SIZE)
)
_IS_IDLE_IN_STATE = (
    pods.c.state == bindparam("in_state"),
    pods.c.channel > bindparam("after_channel"),
    pods.c.at <= bindparam("idle_since"),
)
_SELECT_IDLE_IN_STATE = select(pods).where(*_IS_IDLE_IN_STATE).order_by(pods.c.channel).limit(_PAGE_SIZE)


def build_pod_or_duel_row_change(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the change that writes the row of a pod or duel after its last event."""
    recorded = game_history.last
    game = game_history.game
    assert not isinstance(game, PlannedGame)  # plans have a projection of their own
    due, unsettled = _compute_report_deadlines(game, game_history.dates.last or recorded.at)
    # Only a game with a result has any of these.
    roster, signs, people = None, None, None
    if game.result is not None and game_history.counts_as_played:
        roster, people = format_player_ids_of_game(game), format_ids_of_members_in_game(game)
        signs = " ".join(find_warning_signs_of_game(game_history)) or None
    row = PodOrDuelRow(
        recorded.channel,
        recorded.pod,
        recorded.guild,
        game.state,
        recorded.version,
        recorded.at,
        due,
        None if game.state in OPEN_STATES or not game_history.counts_as_played else game_history.end_time,
        unsettled,
        roster,
        signs,
        people,
    )
    yield RowChange(_UPSERT_POD, [asdict(row)])


def _compute_report_deadlines(
    game: Pod | Duel, dispute_period_start: datetime
) -> tuple[datetime | None, datetime | None]:
    """Return the time when a game's report counts without objections, and when moderators should review the report.

    None means never.
    """
    match game:
        case Pod(unconfirmed=()):
            return None, None
        case Pod():
            silent = datetime_to_milliseconds(dispute_period_start)
            due = find_next_automatic_confirmation_time(game, silent)
            unsettled = find_moderator_alert_time(game, silent)
            return (
                None if due is None else datetime_from_milliseconds(due),
                None if unsettled is None else datetime_from_milliseconds(unsettled),
            )
        case Duel():
            return compute_confirmation_time_of_duel(game, dispute_period_start), _compute_moderation_time_of_duel(
                game, dispute_period_start
            )
        case _:
            assert_never(game)


def compute_confirmation_time_of_duel(duel: Duel, dispute_period_start: datetime) -> datetime | None:
    """Return when a duel's result becomes final if nobody objects; None if it is final or stays open.

    `dispute_period_start` is when the duel ended or a dispute was withdrawn.
    """
    minutes = duel.setup.dispute_minutes
    if not duel.is_result_unconfirmed or duel.is_result_blocked or minutes is None:
        return None
    return dispute_period_start + timedelta(minutes=minutes)


def _compute_moderation_time_of_duel(duel: Duel, end_time: datetime) -> datetime | None:
    """Return the time from which moderators should look at an ended duel; None means never.

    That is at once for a dispute and for a locked end; after a day for a player's unanswered request to undo the end.
    """
    if not duel.is_result_blocked:
        return None
    at_once = duel.disputed is not None or duel.locked
    return end_time if at_once else end_time + timedelta(days=1)


async def load_open_pods(database: Database, guild_id: int) -> list[PodOrDuelRow]:
    """Load a server's open pods, the longest idle first."""
    found = select(pods).where(pods.c.state.in_(OPEN_STATES), pods.c.guild == guild_id).order_by(pods.c.at)
    return [PodOrDuelRow(*row) for row in await database.fetch_rows(found)]


async def load_pods_with_reports_to_confirm(database: Database, now: datetime, limit: int = 100) -> list[PodOrDuelRow]:
    """Load the pods with a report that counts at `now` because nobody has objected."""
    values = {"now": now, "page_size": limit}
    return [PodOrDuelRow(*row) for row in await database.fetch_rows(_SELECT_UNDISPUTED, values)]


_SELECT_SERVERS_WITH_IDLE_PODS = (
    select(pods.c.guild, func.min(pods.c.at).label("at"))
    .where(IS_OPEN, pods.c.at <= bindparam("idle_since"))
    .group_by(pods.c.guild)
)


async def load_servers_with_idle_pods(database: Database, idle_since: datetime) -> dict[int, datetime]:
    """Load the servers with pods that are idle since a time, and the last event of the oldest."""
    rows = await database.fetch_rows(_SELECT_SERVERS_WITH_IDLE_PODS, {"idle_since": idle_since})
    return {row.guild: row.at for row in rows}


async def load_idle_pods_of_server(
    database: Database, guild_id: int, idle_since: datetime, limit: int
) -> list[PodOrDuelRow]:
    """Load a server's open pods that are idle since a time, the longest idle first."""
    found = select(pods).where(IS_OPEN, pods.c.at <= idle_since, pods.c.guild == guild_id)
    found = found.order_by(pods.c.at).limit(limit)
    return [PodOrDuelRow(*row) for row in await database.fetch_rows(found)]


async def load_idle_pods_and_duels(
    database: Database, pod_stage: PodStage, idle_since: datetime, after_channel_id: int, limit: int
) -> list[PodOrDuelRow]:
    """Load a page of the pods and duels in one state that nobody has changed since `idle_since`."""
    values = {"in_state": pod_stage, "idle_since": idle_since, "after_channel": after_channel_id, "page_size": limit}
    rows = await database.fetch_rows(_SELECT_IDLE_IN_STATE, values)
    return [PodOrDuelRow(*row) for row in rows]


async def does_pod_belong_to_server(database: Database, guild_id: int, channel_id: int, pod_number: int) -> bool:
    same = (pods.c.guild == guild_id, pods.c.channel == channel_id, pods.c.pod == pod_number)
    return await database.fetch_row_or_none(select(pods.c.pod).where(*same)) is not None


class PodToModerate(NamedTuple):
    """A pod that needs a moderator, with the id of the pod's message."""

    pod: PodOrDuelRow
    message: int | None


async def load_pods_to_moderate(
    database: Database, guild_id: int, now: datetime, offset: int, limit: int
) -> tuple[list[PodToModerate], int]:
    """Load a page of the pods that need a moderator, with their total number.

    The page has `limit` pods and skips `offset` of them.
    """
    here = (pods.c.guild == guild_id, pods.c.unsettled <= now)
    same = (boards.c.channel == pods.c.channel) & (boards.c.pod == pods.c.pod)
    found = select(pods, boards.c.message).outerjoin(boards, same).where(*here)
    found = found.order_by(pods.c.unsettled, pods.c.channel, pods.c.pod).offset(offset).limit(limit)
    count = select(func.count()).select_from(pods).where(*here)

    def load_rows_of_page_and_total_count(connection: Connection) -> tuple[list[PodToModerate], int]:
        rows = connection.execute(found)
        some = [PodToModerate(PodOrDuelRow(*row[:-1]), row[-1]) for row in rows]
        return some, connection.scalar(count) or 0

    return await database.run_read_transaction(load_rows_of_page_and_total_count)


async def load_board_messages_of_games(
    database: Database, games: Collection[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Load the boards (main messages) of these games, by channel and number."""
    place = (boards.c.channel, boards.c.pod)
    found = select(*place, boards.c.message).where(tuple_(*place).in_(games))
    rows = await database.fetch_rows(found.where(boards.c.message.is_not(None)))
    return {(row.channel, row.pod): row.message for row in rows}


MAX_SEARCHED_GAMES = 5_000
"""Newest games that are searched for ones to look at."""


async def load_games_with_warning_signs(database: Database, guild_id: int, now: datetime) -> list[SuspiciousGame]:
    """Load a server's games that look suspicious, for moderators, newest first.

    At most `MAX_SEARCHED_GAMES` rows are read.
    """
    here = (pods.c.guild == guild_id, pods.c.ended >= now - LOOK_BACK, pods.c.people.is_not(None))
    same = (dismissals.c.channel == pods.c.channel) & (dismissals.c.pod == pods.c.pod)
    columns = (pods.c.channel, pods.c.pod, pods.c.ended, pods.c.people, pods.c.signs)
    found = select(*columns, dismissals.c.pod.label("dismissed")).outerjoin(dismissals, same)
    order = (pods.c.ended.desc(), pods.c.channel.desc(), pods.c.pod.desc())
    newest = found.where(*here).order_by(*order).limit(MAX_SEARCHED_GAMES)

    def load_played_games(connection: Connection) -> list[PlayedGame]:
        persons = map_player_ids_to_main_ids_in_newest_season(connection, guild_id)
        return [_build_played_game_from_row(persons, *row) for row in connection.execute(newest)]

    return find_games_with_warning_signs(await database.run_read_transaction(load_played_games))


def _build_played_game_from_row(
    main_id_by_player: Persons,
    channel: int,
    pod: int,
    end_time: datetime,
    people: str,
    warning_signs: str | None,
    dismissal: int | None,
) -> PlayedGame:
    known: dict[str, Sign] = {"quick": "quick", "won": "won"}
    read = tuple(known[each] for each in (warning_signs or "").split() if each in known)
    who = " ".join(sorted({main_id_by_player.get(each, each) for each in people.split()}))
    return PlayedGame(channel, pod, end_time, who, read, dismissal is not None)


MAX_SETTLING_SHOWN = 5
"""The most games that are shown as not settled yet."""


async def load_games_awaiting_confirmation(database: Database, guild_id: int) -> list[PodOrDuelRow]:
    """Load a server's finished games whose results will count if nobody objects."""
    found = (
        select(pods)
        .where(pods.c.guild == guild_id, pods.c.state == "finished", pods.c.confirm_by.is_not(None))
        .order_by(pods.c.at.desc())
        .limit(MAX_SETTLING_SHOWN)
    )
    return [PodOrDuelRow(*row) for row in await database.fetch_rows(found)]


class OpenGameCounts(NamedTuple):
    """The number of games that are being played, that wait for confirmation, and that wait for a moderator."""

    played: int
    to_confirm: int
    to_decide: int


async def count_open_games(database: Database, guild_id: int, now: datetime) -> OpenGameCounts:
    """Count a server's games that are played, await confirmation, or need a moderator."""
    ended = pods.c.state == "finished"
    needs_moderator = pods.c.unsettled <= now
    played = func.count().filter(pods.c.state.in_(OPEN_STATES), pods.c.state != "lobby")
    to_confirm = func.count().filter(ended, pods.c.confirm_by.is_not(None))
    to_decide = func.count().filter(ended, pods.c.confirm_by.is_(None), needs_moderator)
    recent = (pods.c.guild == guild_id, or_(IS_OPEN, pods.c.confirm_by.is_not(None), pods.c.unsettled.is_not(None)))
    [row] = await database.fetch_rows(select(played, to_confirm, to_decide).where(*recent))
    return OpenGameCounts(*row)


# What other games rely on


async def load_open_games_by_key(database: Database, game_keys: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Load which of the games with these keys (channel and number) are still open."""
    if not game_keys:
        return set()
    asked = (SmallQuery(_SELECT_IF_OPEN, _build_sql_parameters_for_pod(*place)) for place in game_keys)
    found = await database.run_queries_on_one_snapshot(*asked)
    return {place for place, rows in zip(game_keys, found, strict=True) if rows}


def build_pod_over_condition(lock_key: str, channel: int, pod_number: int) -> WriteCondition:
    return WriteCondition(lock_key, _SELECT_IF_OPEN, _build_sql_parameters_for_pod(channel, pod_number))


def build_pod_unchanged_conditions(
    lock_key: str, channel: int, pod_number: int, seen_version: int
) -> Iterator[ChangeOrCondition]:
    """Yield a lock and an SQL condition that reject a write if the pod has changed.

    The pod's row is locked until the commit, so that its next event comes after that.
    """
    yield RowChange(_HOLD_POD, [_build_sql_parameters_for_pod(channel, pod_number)])
    yield WriteCondition(
        lock_key, _SELECT_IF_MOVED, {**_build_sql_parameters_for_pod(channel, pod_number), "seen": seen_version}
    )


def _build_sql_parameters_for_pod(channel: int, pod_number: int) -> dict[str, int]:
    return {"in_channel": channel, "of_pod": pod_number}
