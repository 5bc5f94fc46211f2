"""Awards at the end of a season: who did something most often or longest in it."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any, Literal, NamedTuple, get_args

from sqlalchemy import Connection, Row, Select, func, select

from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.tables.game_kinds import POD
from bot.storage.tables.seasons import Season

AwardId = Literal["wins", "master-wins", "thrall-wins", "caused", "reign", "games"]
"""The kinds of awards, in the order in which a post tells them. Wins are split by role if thralls have won."""

LEAST_TIMES = 2
"""The fewest times that somebody must have done something to get an award for it."""

MAX_HOLDERS = 3
"""The most players who share an award; what more people did as well is no distinction."""


class SeasonAward(NamedTuple):
    """An award of a season: all players who did something most often, or longest (in milliseconds)."""

    award: AwardId
    players: tuple[Player, ...]
    number: int


async def load_season_awards(
    database: Database, season: Season, excluded_players: Collection[Player]
) -> list[SeasonAward]:
    """Load the awards of a season of pods. Guests and excluded players do not get any."""
    return await database.run_read_transaction_without_timeout(
        partial(_load_awards, _build_totals_of_players_query(season), frozenset(excluded_players))
    )


def _build_totals_of_players_query(season: Season) -> Select[Any]:
    of = results.c
    where = [of.guild == season.guild, of.game == POD, of.at >= season.start, ~of.guest]
    if season.end is not None:
        where.append(of.at < season.end)
    return (
        select(
            of.player,
            func.count().filter(of.won).label("wins"),
            func.count().filter(of.won, of.role == "master").label("master_wins"),
            func.count().filter(of.won, of.role == "servant").label("thrall_wins"),
            func.sum(of.caused).label("caused"),
            func.max(of.reign).label("reign"),
            func.count().label("games"),
        )
        .where(*where)
        .group_by(of.player)
    )


def _load_awards(query: Select[Any], excluded_players: frozenset[Player], connection: Connection) -> list[SeasonAward]:
    rows = [row for row in connection.execute(query) if row.player not in excluded_players]
    return [*_find_season_awards(rows)]


def _find_season_awards(rows: Collection[Row[Any]]) -> Iterator[SeasonAward]:
    have_thralls_won = any(row.thrall_wins for row in rows)
    for award in get_args(AwardId):
        if award in ("wins", "master-wins") and have_thralls_won != (award == "master-wins"):
            continue
        value: Callable[[Row[Any]], int] = partial(_get_value_of_award, award)
        most = max(map(value, rows), default=0)
        holders = sorted(row.player for row in rows if value(row) == most)
        if most >= LEAST_TIMES and len(holders) <= MAX_HOLDERS:
            yield SeasonAward(award, tuple(holders), most)


def _get_value_of_award(award: AwardId, row: Row[Any]) -> int:
    return int(getattr(row, award.replace("-", "_")) or 0)
