"""Players' points over time, for the chart of a season."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import accumulate

from sqlalchemy import ColumnElement, and_, case, func, select

from bot.projections.standings import Scope
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.tables.totals import WILDCARD

Points = Sequence[int | None]


async def load_first_game(
    database: Database, guild: int, players: Collection[Player], scope: Scope
) -> datetime | None:
    """Return when the first of the players' games in a scope ended; None without games.

    Raises `Unreachable`.
    """
    first = select(func.min(results.c.at)).where(_match_results(guild, players, scope))
    found: datetime | None
    [(found,)] = await database.fetch(first)
    return found


async def read_progress(
    database: Database,
    guild: int,
    players: Collection[Player],
    scope: Scope,
    begin: datetime,
    ends: Sequence[datetime],
) -> Mapping[Player, Points]:
    """Return each player's points at each of the `ends`, which are in ascending order.

    Results from `begin` on count. A player has None before their first result; players without any
    result are left out. Raises `Unreachable`.
    """
    span = case(*((results.c.at < end, at) for at, end in enumerate(ends))).label("span")
    found = (
        select(results.c.player, span, func.sum(results.c.points))
        .where(
            _match_results(guild, players, scope), results.c.at >= begin, results.c.at < ends[-1]
        )
        .group_by(results.c.player, span)
    )
    won = dict[Player, dict[int, int]]()
    for player, at, points in await database.fetch(found):
        won.setdefault(player, {})[at] = int(points)
    return {player: _add_up(gained, len(ends)) for player, gained in won.items()}


def _add_up(gained: Mapping[int, int], spans: int) -> Points:
    sums = accumulate(gained.get(at, 0) for at in range(spans))
    return [points if at >= min(gained) else None for at, points in enumerate(sums)]


def _match_results(guild: int, players: Collection[Player], scope: Scope) -> ColumnElement[bool]:
    """Return the condition for results of some players in a scope."""
    kinds = [
        column == wanted
        for column, wanted in ((results.c.variant, scope.variant), (results.c.table, scope.table))
        if wanted != WILDCARD
    ]
    here = and_(results.c.guild == guild, results.c.game == scope.game)
    return and_(here, results.c.player.in_(players), *kinds)
