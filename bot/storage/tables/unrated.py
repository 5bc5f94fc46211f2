"""How far each server's games are rated: a bookmark for each game, kept in step with its results.

Every result at the bookmark or after it is to be rated, or rated again; without one it is all
done. Whatever changes results moves it back, in the same transaction, to the first that changed,
and names itself there: who rates games from a bookmark sees whether it is still the same.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Connection, Insert, Integer, bindparam, func, select
from sqlalchemy.ext.compiler import compiles

from bot.storage.engine.moments import Moment
from bot.storage.engine.schema import results, unrated


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

MARK, MARK_AGAIN = _make_move(*_OF_POD), _make_move(*_OF_POD)
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
