"""The effects of changed results: stale caches, and ratings to compute again.

A server's counter of changes tells caches that they are stale. A bookmark for each server and game
says from when on results have to be rated; without a bookmark, all are rated. A change of results
moves the bookmark back to the first result that changed, in the same transaction, and leaves its
event's key there. So the rater sees if the bookmark has moved while it worked.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Connection, Insert, Integer, bindparam, func, select
from sqlalchemy.ext.compiler import compiles

from bot.storage.engine.changes import RowChange, Tally
from bot.storage.engine.moments import Moment
from bot.storage.engine.schema import result_changes, results, unrated

_COUNT_CHANGE = Tally(result_changes)


def count_change(guild: int) -> Iterator[RowChange]:
    """Yield the change that adds one to a server's counter of changed results."""
    yield RowChange(_COUNT_CHANGE, [{"guild": guild, "times": 1}])


class MoveBookmarks(Insert):
    """An insert of bookmarks that only moves existing ones back, never forward."""

    inherit_cache = True


@compiles(MoveBookmarks)
def _compile_move(statement: MoveBookmarks, compiler: Any, **options: Any) -> str:
    insert = compiler.visit_insert(statement, **options)
    return (
        f"{insert} ON CONFLICT (guild, game) DO UPDATE SET since = CASE"
        " WHEN excluded.since < unrated.since THEN excluded.since ELSE unrated.since END,"
        " channel = excluded.channel, version = excluded.version"
    )


def _make_move(*which: Any) -> MoveBookmarks:
    first = select(
        results.c.guild,
        results.c.game,
        func.min(results.c.at),
        bindparam("in_channel", type_=BigInteger),
        bindparam("version", type_=Integer),
    ).where(*which)
    columns = [column.name for column in unrated.c]
    return MoveBookmarks(unrated).from_select(
        columns, first.group_by(results.c.guild, results.c.game)
    )


_IN_CHANNEL = results.c.channel == bindparam("in_channel")
_OF_POD = (_IN_CHANNEL, results.c.pod == bindparam("of_pod"))

MARK = _make_move(*_OF_POD)
"""Mark the results of a pod as unrated: before they are deleted, and once others are written."""

_MOVE_CHANNEL_BOOKMARKS = _make_move(_IN_CHANNEL)


_MARK_SINCE = _make_move(
    results.c.guild == bindparam("in_guild", type_=BigInteger),
    results.c.at >= bindparam("since_then", type_=Moment),
)


def rate_since(connection: Connection, guild: int, since: datetime, because: int) -> None:
    """Mark a server's results since a moment as unrated, because of an interaction.

    Nobody else may write meanwhile.
    """
    named = {"in_channel": because, "version": 0}
    connection.execute(_MARK_SINCE, {"in_guild": guild, "since_then": since, **named})


def move_bookmarks(connection: Connection, channel: int) -> None:
    """Mark the results of a channel as unrated, before they are deleted.

    Nobody else may write meanwhile.
    """
    connection.execute(_MOVE_CHANNEL_BOOKMARKS, {"in_channel": channel, "version": 0})
