"""Awards at the end of a season, for those who did something most often or longest in the games that count."""

from collections.abc import Collection, Iterator
from typing import Any, Literal, NamedTuple, get_args

from sqlalchemy import Select, func, select

from bot.projections.season_standings import SeasonStandingsCache
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


class _PlayerSeasonTotals(NamedTuple):
    """The sums of a player's counted games in a season. The longest `reign` is in milliseconds."""

    player: Player
    master_wins: int
    thrall_wins: int
    caused: int
    reign: int
    games: int

    @property
    def wins(self) -> int:
        return self.master_wins + self.thrall_wins


async def load_season_awards(
    database: Database, standings_cache: SeasonStandingsCache, season: Season
) -> list[SeasonAward]:
    """Load the awards of a season of pods; players who are excluded or not in its standings get none.

    If a season has rules or exclusions, a player's sums are those of their line in the standings, which has only games
    that count.
    """
    table = await standings_cache.load_season_standings(season.guild, season.number)
    if table is None:
        query = _build_season_totals_by_player_query(season)
        rows = await database.run_read_transaction_without_timeout(lambda connection: connection.execute(query).all())
        return [*_find_season_awards([_PlayerSeasonTotals(*row) for row in rows])]
    totals = [
        _PlayerSeasonTotals(line.player, line.won_as_master, line.won_as_servant, line.caused, line.reign, line.games)
        for line in table.list_ranked_lines()
        if not line.excluded
    ]
    return [*_find_season_awards(totals)]


def _build_season_totals_by_player_query(season: Season) -> Select[Any]:
    of = results.c
    where = [of.guild == season.guild, of.game == POD, of.at >= season.start, ~of.guest]
    if season.end is not None:
        where.append(of.at < season.end)
    return (
        select(
            of.player,
            func.count().filter(of.won, of.role == "master"),
            func.count().filter(of.won, of.role == "servant"),
            func.sum(of.caused),
            func.max(of.reign),
            func.count(),
        )
        .where(*where)
        .group_by(of.player)
    )


def _find_season_awards(player_totals: Collection[_PlayerSeasonTotals]) -> Iterator[SeasonAward]:
    have_thralls_won = any(each.thrall_wins for each in player_totals)
    for award in get_args(AwardId):
        if award in ("wins", "master-wins") and have_thralls_won != (award == "master-wins"):
            continue
        values: dict[Player, int] = {each.player: getattr(each, award.replace("-", "_")) for each in player_totals}
        most = max(values.values(), default=0)
        holders = sorted(player for player, value in values.items() if value == most)
        if most >= LEAST_TIMES and len(holders) <= MAX_HOLDERS:
            yield SeasonAward(award, tuple(holders), most)
