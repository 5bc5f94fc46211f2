"""The effects of changed results: stale caches, and ratings to compute again.

A server's counter of changes tells caches that they are stale. A bookmark for each server and game says from when on
results have to be rated; without a bookmark, all are rated. A change of results moves the bookmark back to the first
result that changed, in the same transaction, and leaves its event's key there. So the rater sees if the bookmark has
moved while it worked.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Connection, Insert, Integer, bindparam, func, select
from sqlalchemy.ext.compiler import compiles

from bot.storage.engine.row_changes import IncrementingUpsertStatement, RowChange, apply_row_changes
from bot.storage.engine.schema import result_changes, results, unrated
from bot.storage.engine.timestamps import MillisecondDateTime

_COUNT_CHANGE = IncrementingUpsertStatement(result_changes)


def build_increment_of_server_result_version(guild_id: int) -> Iterator[RowChange]:
    yield RowChange(_COUNT_CHANGE, [{"guild": guild_id, "times": 1}])


class RatingStartTimeUpsertStatement(Insert):
    """An upsert of the time from which results need new ratings; an earlier stored time stays."""

    inherit_cache = True


@compiles(RatingStartTimeUpsertStatement)
def _compile_rating_start_time_upsert(
    statement: RatingStartTimeUpsertStatement, compiler: Any, **compiler_options: Any
) -> str:
    insert = compiler.visit_insert(statement, **compiler_options)
    return (
        f"{insert} ON CONFLICT (guild, game) DO UPDATE SET since = CASE"
        " WHEN excluded.since < unrated.since THEN excluded.since ELSE unrated.since END,"
        " channel = excluded.channel, version = excluded.version"
    )


def _build_upsert_that_marks_results_unrated(*conditions: Any) -> RatingStartTimeUpsertStatement:
    first = select(
        results.c.guild,
        results.c.game,
        func.min(results.c.at),
        bindparam("in_channel", type_=BigInteger),
        bindparam("version", type_=Integer),
    ).where(*conditions)
    columns = [column.name for column in unrated.c]
    return RatingStartTimeUpsertStatement(unrated).from_select(columns, first.group_by(results.c.guild, results.c.game))


_IN_CHANNEL = results.c.channel == bindparam("in_channel")
_OF_POD = (_IN_CHANNEL, results.c.pod == bindparam("of_pod"))

MARK = _build_upsert_that_marks_results_unrated(*_OF_POD)
"""Mark the results of a pod as unrated: before they are deleted, and once others are written."""

_MOVE_CHANNEL_BOOKMARKS = _build_upsert_that_marks_results_unrated(_IN_CHANNEL)


_MARK_SERVER = _build_upsert_that_marks_results_unrated(results.c.guild == bindparam("in_guild", type_=BigInteger))


def mark_results_of_server_changed(connection: Connection, guild_id: int) -> None:
    """Mark all results of a server as changed and unrated.

    No other process may write meanwhile.
    """
    connection.execute(_MARK_SERVER, {"in_guild": guild_id, "in_channel": 0, "version": 0})
    apply_row_changes([*build_increment_of_server_result_version(guild_id)], connection)


_MARK_SINCE = _build_upsert_that_marks_results_unrated(
    results.c.guild == bindparam("in_guild", type_=BigInteger),
    results.c.at >= bindparam("since_then", type_=MillisecondDateTime),
)


def mark_results_unrated_since(
    connection: Connection, guild_id: int, start_time: datetime, interaction_id: int
) -> None:
    """Mark a server's results since a time as unrated, so that ratings are computed again from there.

    The interaction is stored as the cause. No other process may write meanwhile.
    """
    named = {"in_channel": interaction_id, "version": 0}
    connection.execute(_MARK_SINCE, {"in_guild": guild_id, "since_then": start_time, **named})


def mark_channel_results_unrated(connection: Connection, channel: int) -> None:
    """Mark a channel's results as unrated before they are deleted.

    No other process may write meanwhile.
    """
    connection.execute(_MOVE_CHANNEL_BOOKMARKS, {"in_channel": channel, "version": 0})
