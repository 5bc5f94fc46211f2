"""Skill ratings of a server's players.

A rating has two numbers: the estimated strength (`mu`) and its uncertainty (`sigma`). It is stored
in the results of the game that it follows from, so a player's rating is that of their latest game,
and their trend is the history of ratings. Games are ordered by end, channel and number. Pods and
duels have independent ratings.
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


def to_points(mu: float) -> int:
    """Return the rating as shown to people.

    A newcomer has 1000. 200 points more win three duels of four, as on the scale of chess. The
    number is the most likely strength, not a lower bound: mu - 3 sigma rises with nearly every
    game, even lost ones, and would rank newcomers last where teams are balanced.
    """
    return round(NEWCOMER_POINTS + (mu - MU) / BETA * POINTS_PER_BETA)


NEWEST_FIRST = (results.c.at.desc(), results.c.channel.desc(), results.c.pod.desc())
"""Order of games, newest first."""


def _select_current() -> Select[str, float | None]:
    """Select the given players and `mu` after their latest game."""
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


def _select_trend() -> Select[datetime, float]:
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
_SELECT_RATINGS = _select_current()
_SELECT_TREND_POINTS = _select_trend()


async def read_ratings(
    database: Database, guild: int, players: Collection[Player], game: GameKind = POD
) -> dict[Player, int]:
    """Return some players' ratings in games of a kind, as shown (`to_points`).

    Players without a rated game are left out. While games are rated again, for example after a
    correction, ratings may be outdated. Raises `Unreachable`.
    """
    parameters = {"in_guild": guild, "of_game": game, "players": list(players)}
    rows = await database.fetch(_SELECT_RATINGS, parameters)
    return {player: to_points(mu) for player, mu in rows if mu is not None}


async def load_provisional(
    database: Database, guild: int, players: Collection[Player], games: int, game: GameKind = POD
) -> set[Player]:
    """Return the players who have finished fewer than `games` games of a kind on a server.

    Raises `Unreachable`.
    """
    few = select(standings.c.player).where(
        standings.c.guild == guild,
        standings.c.game == game,
        standings.c.variant == WILDCARD,
        standings.c.table == WILDCARD,
        standings.c.span == EVER,
        standings.c.number == 0,
        standings.c.player.in_(players),
        standings.c.games < games,
    )
    return {player for (player,) in await database.fetch(few)}


async def read_trend(
    database: Database, guild: int, player: Player, most: int, game: GameKind = POD
) -> list[tuple[datetime, int]]:
    """Return a player's ratings after their `most` latest games, oldest first.

    Each rating follows the moment when its game ended. Raises `Unreachable`.
    """
    parameters = {"in_guild": guild, "of_game": game, "of_player": player, "most": most}
    rows = await database.fetch(_SELECT_TREND_POINTS, parameters)
    return [(at, to_points(mu)) for at, mu in reversed(rows)]
