"""Rivalries: how often a player defeated another, in total and by season.

They follow `defeats` as `totals` follow results.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import BigInteger, Connection, TextualSelect, bindparam, delete, text

from bot.storage.engine.row_changes import IncrementingUpsertStatement
from bot.storage.engine.schema import NO_TIMES, rivalries
from bot.storage.engine.timestamps import MillisecondDateTime

EVER = 0
"""The number that stands for all time; seasons are numbered from 1."""

_SELECT_COUNTED = """
    SELECT defeats.guild, defeats.game, coalesce(seasons.number, 0),
        defeats.responsible, defeats.loser,
        sum({sign} * defeats.times)
    FROM defeats
    CROSS JOIN (SELECT 0 AS season UNION ALL SELECT 1 AS season) AS spans
    LEFT JOIN seasons ON spans.season = 1 AND seasons.guild = defeats.guild
        AND seasons.start <= defeats.at
        AND (seasons."end" IS NULL OR defeats.at < seasons."end")
    WHERE {which} AND (spans.season = 0 OR seasons.number IS NOT NULL)
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
"""

_PARAMETERS = (
    bindparam("in_channel", type_=BigInteger),
    bindparam("of_pod", type_=BigInteger),
    bindparam("in_guild", type_=BigInteger),
    bindparam("since", type_=MillisecondDateTime),
)


def build_player_defeat_counts_query(condition_sql: str, plus_or_minus_one: int) -> TextualSelect:
    """Build a SELECT that counts the defeats of each pair of players, over rows that meet a condition.

    Its rows are rows of the table `rivalries`; `plus_or_minus_one` -1 subtracts them.
    """
    query = text(_SELECT_COUNTED.format(which=condition_sql, sign=plus_or_minus_one))
    binds = [bind for bind in _PARAMETERS if f":{bind.key}" in condition_sql]
    return query.bindparams(*binds).columns(*rivalries.columns)


def _build_player_defeat_counts_upsert(condition_sql: str, plus_or_minus_one: int) -> IncrementingUpsertStatement:
    return IncrementingUpsertStatement(rivalries).from_select(
        rivalries.columns.keys(), build_player_defeat_counts_query(condition_sql, plus_or_minus_one)
    )


_IS_OF_POD = "defeats.channel = :in_channel AND defeats.pod = :of_pod"
_IS_SINCE = "defeats.guild = :in_guild AND defeats.at >= :since"

SUBTRACT_POD = _build_player_defeat_counts_upsert(_IS_OF_POD, -1)
ADD_POD = _build_player_defeat_counts_upsert(_IS_OF_POD, 1)
"""Subtract the defeats of a pod before they are deleted; add them once they are written."""

DELETE_EMPTY = delete(rivalries).where(NO_TIMES)
"""Delete empty rows, wherever they are."""

_SUBTRACT_CHANNEL = _build_player_defeat_counts_upsert("defeats.channel = :in_channel", -1)
_SUBTRACT_SINCE = _build_player_defeat_counts_upsert(_IS_SINCE, -1)
_ADD_SINCE = _build_player_defeat_counts_upsert(_IS_SINCE, 1)
_ADD_SERVER = _build_player_defeat_counts_upsert("defeats.guild = :in_guild", 1)


@contextmanager
def keep_rivalries_consistent_during_season_change(
    connection: Connection, guild_id: int, start_time: datetime
) -> Iterator[None]:
    """Keep the counts of defeats between players correct while a `with` block changes seasons.

    The block changes seasons from `start_time` on. No other process may write meanwhile.
    """
    rows = {"in_guild": guild_id, "since": start_time}
    connection.execute(_SUBTRACT_SINCE, rows)
    yield
    connection.execute(_ADD_SINCE, rows)
    connection.execute(DELETE_EMPTY)


def recompute_rivalries_of_server(connection: Connection, guild_id: int) -> None:
    connection.execute(delete(rivalries).where(rivalries.c.guild == guild_id))
    connection.execute(_ADD_SERVER, {"in_guild": guild_id})


def subtract_channel_from_defeat_totals(connection: Connection, channel_id: int) -> None:
    connection.execute(_SUBTRACT_CHANNEL, {"in_channel": channel_id})
    connection.execute(DELETE_EMPTY)


SELECT_WRONG_SERVERS = text(
    f"""
    SELECT DISTINCT guild FROM (
        SELECT guild, game, season, responsible, loser, times FROM rivalries
        UNION ALL SELECT * FROM ({_SELECT_COUNTED.format(which="1 = 1", sign=-1)}) AS counted
    ) AS compared GROUP BY guild, game, season, responsible, loser HAVING sum(times) <> 0
    ORDER BY guild
    """
)
"""The servers whose totals are not what their defeats add up to."""
