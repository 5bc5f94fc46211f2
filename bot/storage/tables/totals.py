"""Totals over results, updated in the same transaction as the results.

A result counts for its game in each span of time, for its variant and for all variants, for its table and for all
tables. So a leaderboard with any filter only reads rows. Guests have no totals until somebody has claimed them. All
values are sums of integers, so that a result can be subtracted.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import BigInteger, Connection, TextualSelect, bindparam, delete, text

from bot.storage.engine.row_changes import IncrementingUpsertStatement
from bot.storage.engine.schema import NO_GAMES, standings
from bot.storage.engine.timestamps import MillisecondDateTime
from bot.storage.tables import rivalries

WILDCARD = ""
"""The key that stands for all variants, or for all tables."""

EVER = "ever"
SEASON = "season"

BLOCKS: Mapping[str, int] = {"day": 1, "days_8": 8, "days_32": 32}
"""Lengths of blocks in days; blocks begin at multiples of their length since 1970, in UTC.

The total since any day is the sum of a few blocks instead of up to ninety days.
"""

DAY_MILLISECONDS = 86_400_000
"""A day in milliseconds, as in the tables."""

VALUES = ("points", "games", "won_as_master", "won_as_servant", "caused", "served")
"""The columns that are summed."""

KEYS = tuple(column.name for column in standings.primary_key)


_SPAN_LENGTHS = {EVER: 0, SEASON: 0, **{name: days * DAY_MILLISECONDS for name, days in BLOCKS.items()}}
_SELECT_SPANS = " UNION ALL ".join(f"SELECT '{name}' AS span, {n} AS length" for name, n in _SPAN_LENGTHS.items())
_SELECT_KINDS = " UNION ALL ".join(f"SELECT {v} AS variant, {t} AS tables" for v in (0, 1) for t in (0, 1))

_SELECT_COUNTED = f"""
    SELECT results.guild, results.game,
        CASE kinds.variant WHEN 1 THEN results.variant ELSE '{WILDCARD}' END,
        CASE kinds.tables WHEN 1 THEN results."table" ELSE '{WILDCARD}' END,
        spans.span,
        CASE WHEN spans.length > 0 THEN results.at / spans.length
            ELSE coalesce(seasons.number, 0) END,
        results.player,
        sum({{sign}} * results.points),
        sum({{sign}}),
        sum(CASE WHEN results.won AND results.role = 'master' THEN {{sign}} ELSE 0 END),
        sum(CASE WHEN results.won AND results.role = 'servant' THEN {{sign}} ELSE 0 END),
        sum({{sign}} * results.caused),
        sum({{sign}} * results.served)
    FROM results
    CROSS JOIN ({_SELECT_KINDS}) AS kinds
    CROSS JOIN ({_SELECT_SPANS}) AS spans
    LEFT JOIN seasons ON spans.span = '{SEASON}' AND seasons.guild = results.guild
        AND seasons.start <= results.at
        AND (seasons."end" IS NULL OR results.at < seasons."end")
    WHERE {{which}} AND NOT results.guest
        AND (spans.span <> '{SEASON}' OR seasons.number IS NOT NULL)
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    ORDER BY 1, 2, 3, 4, 5, 6, 7
"""
# Rows are written in the order of their key, so that two processes do not deadlock.

_PARAMETERS = (
    bindparam("in_channel", type_=BigInteger),
    bindparam("of_pod", type_=BigInteger),
    bindparam("in_guild", type_=BigInteger),
    bindparam("since", type_=MillisecondDateTime),
)


def build_standings_totals_query(condition_sql: str, plus_or_minus_one: int) -> TextualSelect:
    """Return a SELECT that sums players' points, games and wins, over results that meet a condition.

    Its rows are rows of the table `standings`; `plus_or_minus_one` -1 subtracts them.
    """
    query = text(_SELECT_COUNTED.format(which=condition_sql, sign=plus_or_minus_one))
    binds = [bind for bind in _PARAMETERS if f":{bind.key}" in condition_sql]
    return query.bindparams(*binds).columns(*standings.columns)


def _build_standings_totals_update(condition_sql: str, plus_or_minus_one: int) -> IncrementingUpsertStatement:
    return IncrementingUpsertStatement(standings).from_select(
        [*KEYS, *VALUES], build_standings_totals_query(condition_sql, plus_or_minus_one)
    )


_QUOTED_KEYS = ", ".join(f'"{name}"' for name in KEYS)
_QUOTED_COLUMNS = ", ".join([_QUOTED_KEYS, *VALUES])

_IS_OF_POD = "results.channel = :in_channel AND results.pod = :of_pod"
_IS_SINCE = "results.guild = :in_guild AND results.at >= :since"

SUBTRACT_POD = _build_standings_totals_update(_IS_OF_POD, -1)
ADD_POD = _build_standings_totals_update(_IS_OF_POD, 1)
"""Subtract the results of a pod before they are deleted; add them once they are written."""

DELETE_EMPTY = delete(standings).where(NO_GAMES)
"""Delete empty rows, wherever they are."""

_SUBTRACT_CHANNEL = _build_standings_totals_update("results.channel = :in_channel", -1)
_SUBTRACT_SINCE = _build_standings_totals_update(_IS_SINCE, -1)
_ADD_SINCE = _build_standings_totals_update(_IS_SINCE, 1)
_ADD_SERVER = _build_standings_totals_update("results.guild = :in_guild", 1)


@contextmanager
def keep_standings_consistent_during_season_change(
    connection: Connection, guild_id: int, start_time: datetime
) -> Iterator[None]:
    """Keep a server's standings and rivalries correct while a `with` block changes seasons.

    The block changes seasons from `start_time` on. No other process may write meanwhile.
    """
    rows = {"in_guild": guild_id, "since": start_time}
    connection.execute(_SUBTRACT_SINCE, rows)
    with rivalries.keep_rivalries_consistent_during_season_change(connection, guild_id, start_time):
        yield
    connection.execute(_ADD_SINCE, rows)
    connection.execute(DELETE_EMPTY)


def recompute_standings_and_rivalries_of_server(connection: Connection, guild_id: int) -> None:
    """Compute a server's standings and rivalries anew from all its results and defeats.

    One statement each. To add many games one by one in a transaction is slow on PostgreSQL, which keeps all versions of
    a row until the transaction ends.
    """
    connection.execute(delete(standings).where(standings.c.guild == guild_id))
    connection.execute(_ADD_SERVER, {"in_guild": guild_id})
    rivalries.recompute_rivalries_of_server(connection, guild_id)


def iterate_blocks_of_days_since(first_day: int) -> Iterator[tuple[str, int, int]]:
    """Yield the fewest blocks of 1, 8 or 32 days that cover all time from a day on.

    The `end` is excluded. The last `end` is beyond all time.
    """
    *shorter, (longest, length) = BLOCKS.items()
    begin = first_day
    for (kind, days), (_, longer) in zip(shorter, list(BLOCKS.items())[1:], strict=True):
        end = -(-begin // longer) * longer
        yield kind, begin // days, end // days
        begin = end
    yield longest, begin // length, 2**31 - 1


SELECT_WRONG_SERVERS = text(
    f"""
    SELECT DISTINCT guild FROM (
        SELECT {_QUOTED_COLUMNS} FROM standings
        UNION ALL SELECT * FROM ({_SELECT_COUNTED.format(which="1 = 1", sign=-1)}) AS counted
    ) AS compared GROUP BY {_QUOTED_KEYS}
    HAVING {" OR ".join(f"sum({name}) <> 0" for name in VALUES)}
    ORDER BY guild
    """
)
"""Select the servers whose totals differ from the sums of their results."""


def subtract_channel_from_standings_and_rivalries(connection: Connection, channel: int) -> None:
    """Subtract a channel's results and defeats from the standings and rivalries."""
    connection.execute(_SUBTRACT_CHANNEL, {"in_channel": channel})
    connection.execute(DELETE_EMPTY)
    rivalries.subtract_channel_from_defeat_totals(connection, channel)
