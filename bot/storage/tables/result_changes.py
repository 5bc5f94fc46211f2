"""What a change of results makes stale: caches made of them, and ratings.

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

_COUNT = Tally(result_changes)


def count_change(guild: int) -> Iterator[RowChange]:
    """Results of a server change, in the same transaction."""
    yield RowChange(_COUNT, [{"guild": guild, "times": 1}])


class MoveBookmarks(Insert):
    """Moves bookmarks back to what it selects, but never forward."""

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
MARK_AGAIN = _make_move(*_OF_POD)
"""The results of a pod are to be rated again, because of an event of its channel: before they are
deleted, and once there are others."""

_MARK_CHANNEL = _make_move(_IN_CHANNEL)


_MARK_SINCE = _make_move(
    results.c.guild == bindparam("in_guild", type_=BigInteger),
    results.c.at >= bindparam("since_then", type_=Moment),
)


def rate_since(connection: Connection, guild: int, since: datetime, because: int) -> None:
    """A server's games from a moment on are to be rated again, because of an interaction.

    Nobody else writes meanwhile.
    """
    named = {"in_channel": because, "version": 0}
    connection.execute(_MARK_SINCE, {"in_guild": guild, "since_then": since, **named})


def move_bookmarks(connection: Connection, channel: int) -> None:
    """All results of a channel are about to go, while nobody else writes."""
    connection.execute(_MARK_CHANNEL, {"in_channel": channel, "version": 0})
