"""Skill ratings of a server's players.

A rating has two numbers: the estimated strength (`mu`) and its uncertainty (`sigma`). It is stored in the results of
the game that it follows from, so a player's rating is that of their latest game, and their trend is the history of
ratings. Games are ordered by end, channel and number. Pods and duels have independent ratings.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Integer, Select, bindparam, select

from bot.projections.skill import BETA, MU
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results, standings
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.totals import EVER, WILDCARD

NEWCOMER_POINTS = 1000
"""The rating of a newcomer, as shown."""

POINTS_PER_BETA = 200
"""Points for each `BETA`."""


def convert_rating_to_points(rating_mean: float) -> int:
    """Convert the mean of a rating to the points that people see.

    A newcomer has 1000. 200 points more win three duels of four, as on the scale of chess. The number is the most
    likely strength, not a lower bound: mu - 3 sigma rises with nearly every game, even lost ones, and would rank
    newcomers last where teams are balanced.
    """
    return round(NEWCOMER_POINTS + (rating_mean - MU) / BETA * POINTS_PER_BETA)


NEWEST_FIRST = (results.c.at.desc(), results.c.channel.desc(), results.c.pod.desc())
"""Order of games, newest first."""


def _build_current_ratings_query() -> Select[str, float | None]:
    """Return the query for players' ratings (`mu`) after their latest game."""
    latest = (
        select(results.c.mu)
        .where(
            results.c.guild == bindparam("in_guild"),
            results.c.game == bindparam("of_game"),
            results.c.player == standings.c.player,
            results.c.mu.is_not(None),
        )
        .order_by(*NEWEST_FIRST)
        .limit(1)
        .scalar_subquery()
    )
    # Everybody who has a result has a row for all time.
    return select(standings.c.player, latest).where(
        standings.c.guild == bindparam("in_guild"),
        standings.c.game == bindparam("of_game"),
        standings.c.variant == WILDCARD,
        standings.c.table == WILDCARD,
        standings.c.span == EVER,
        standings.c.number == 0,
        standings.c.player.in_(bindparam("players", expanding=True)),
    )


def _build_player_rating_history_query() -> Select[datetime, float]:
    return (
        select(results.c.at, results.c.mu)
        .where(
            results.c.guild == bindparam("in_guild"),
            results.c.game == bindparam("of_game"),
            results.c.player == bindparam("of_player"),
            results.c.mu.is_not(None),
        )
        .order_by(*NEWEST_FIRST)
        .limit(bindparam("most", type_=Integer))
    )


# Built once: building such a statement takes longer than executing it.
_SELECT_RATINGS = _build_current_ratings_query()
_SELECT_TREND_POINTS = _build_player_rating_history_query()


async def load_player_ratings(
    database: Database, guild_id: int, players: Collection[Player], game_kind: GameKind = POD
) -> dict[Player, int]:
    """Load players' ratings in games of a kind, as points.

    Players without a rated game are left out. While games are rated again, for example after a correction, ratings may
    be outdated.
    """
    parameters = {"in_guild": guild_id, "of_game": game_kind, "players": list(players)}
    rows = await database.fetch_rows(_SELECT_RATINGS, parameters)
    return {player: convert_rating_to_points(mu) for player, mu in rows if mu is not None}


async def load_players_with_few_rated_games(
    database: Database, guild_id: int, players: Collection[Player], minimum_game_count: int, game_kind: GameKind = POD
) -> set[Player]:
    """Load which of these players have finished too few games of a kind."""
    few = select(standings.c.player).where(
        standings.c.guild == guild_id,
        standings.c.game == game_kind,
        standings.c.variant == WILDCARD,
        standings.c.table == WILDCARD,
        standings.c.span == EVER,
        standings.c.number == 0,
        standings.c.player.in_(players),
        standings.c.games < minimum_game_count,
    )
    return {player for (player,) in await database.fetch_rows(few)}


async def load_player_rating_history(
    database: Database, guild_id: int, player: Player, limit: int, game_kind: GameKind = POD
) -> list[tuple[datetime, int]]:
    """Load a player's ratings after each of their latest games, oldest first.

    Each rating comes with the time when its game ended.
    """
    parameters = {"in_guild": guild_id, "of_game": game_kind, "of_player": player, "most": limit}
    rows = await database.fetch_rows(_SELECT_TREND_POINTS, parameters)
    return [(at, convert_rating_to_points(mu)) for at, mu in reversed(rows)]
