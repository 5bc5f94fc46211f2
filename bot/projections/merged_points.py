"""All players' points on a server, compared before and after a merge of two accounts."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.projections.season_standings import compute_season_standings
from bot.rules.facts import Player
from bot.storage.engine.schema import seasons, standings
from bot.storage.tables.game_kinds import GAME_KINDS, GameKind
from bot.storage.tables.merges import AccountMerge, AccountMergeRepository
from bot.storage.tables.totals import EVER, SEASON, WILDCARD


class StandingsKind(NamedTuple):
    """A kind of standings: the kind of game, and either all time or the newest season."""

    game: GameKind
    span: str


Points = Mapping[Player, int]


class PointsChangeOfAccountMerge(NamedTuple):
    """The change of a player's points by a merge of two accounts.

    None means no line in the standings.
    """

    scope: StandingsKind
    player: Player
    before: int | None
    after: int | None


async def preview_points_after_account_merge(
    merge_repository: AccountMergeRepository, guild_id: int, account_merge: AccountMerge
) -> list[PointsChangeOfAccountMerge]:
    """Return how the points of players would change by a merge of two accounts.

    Raises `Refusal` and `PlayerNeededInOpenGameError` if the accounts cannot be merged.
    """
    before, after = await merge_repository.preview_account_merge(
        guild_id, account_merge, partial(load_points_by_standings_kind, guild_id)
    )
    return [
        PointsChangeOfAccountMerge(scope, player, before[scope].get(player), after[scope].get(player))
        for scope in before
        for player in sorted({*before[scope], *after[scope]})
        if before[scope].get(player) != after[scope].get(player)
    ]


def load_points_by_standings_kind(guild_id: int, connection: Connection) -> Mapping[StandingsKind, Points]:
    """Load the points of a server's players, of all time and of the newest season."""
    newest = connection.scalar(select(func.max(seasons.c.number)).where(seasons.c.guild == guild_id))
    found = {}
    for game in GAME_KINDS:
        found[StandingsKind(game, EVER)] = _load_points_of_period(connection, guild_id, game, EVER, 0)
        if newest is not None:
            table = compute_season_standings(connection, guild_id, newest, game)
            found[StandingsKind(game, SEASON)] = (
                _load_points_of_period(connection, guild_id, game, SEASON, newest)
                if table is None
                else {line.player: line.points for line in table.list_ranked_lines()}
            )
    return found


def _load_points_of_period(
    connection: Connection, guild_id: int, game_kind: GameKind, period_kind: str, season_number: int
) -> Points:
    of = standings.c
    here = (of.guild == guild_id, of.game == game_kind, of.span == period_kind, of.number == season_number)
    whole = (of.variant == WILDCARD, of.table == WILDCARD)
    rows = connection.execute(select(of.player, of.points).where(*here, *whole))
    return {row.player: row.points for row in rows}
