"""Skill ratings of a server's players, by openskill: what each game has made of them.

A rating is two numbers: how strong somebody seems (`mu`), and how unsure that is (`sigma`). It is
written into the results of the game that it comes from, so that a player's rating is that of
their latest game, and their history is its trend. Games follow each other by their end, their
channel and their number. Pods and duels make two ratings that know nothing of each other.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Integer, Select, bindparam, select

from bot.projections.skill import BETA, MU
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results, standings
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.totals import ANY, EVER

FIRST = 1000
"""What a newcomer's rating is shown as."""

STEP = 200
"""Points for each `BETA`."""


def to_points(mu: float) -> int:
    """A rating as people see it: the one number that is shown, anywhere.

    A newcomer has 1000, and 200 points more are three duels of four won: the scale that chess
    players know. It is what is most likely, and not what is certain: openskill's own ordinal
    (mu - 3 sigma) rises with nearly every game, lost ones too, and would call a newcomer the
    weakest of all where teams are balanced.
    """
    return round(FIRST + (mu - MU) / BETA * STEP)


LATEST = (results.c.at.desc(), results.c.channel.desc(), results.c.pod.desc())
"""The order of games, the newest first."""


def _select_current() -> Select[str, float | None]:
    """The players of a server that are asked for, and what their latest game made of them."""
    latest = (
        select(results.c.mu)
        .where(
            results.c.guild == bindparam("in_guild"),
            results.c.game == bindparam("of_game"),
            results.c.player == standings.c.player,
            results.c.mu.is_not(None),
        )
        .order_by(*LATEST)
        .limit(1)
        .scalar_subquery()
    )
    # Everybody who has a result has a line of all that they have ever won.
    return select(standings.c.player, latest).where(
        standings.c.guild == bindparam("in_guild"),
        standings.c.game == bindparam("of_game"),
        standings.c.variant == ANY,
        standings.c.table == ANY,
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
        .order_by(*LATEST)
        .limit(bindparam("most", type_=Integer))
    )


# Made once: to make such a statement takes longer than to carry it out.
_CURRENT = _select_current()
_TREND = _select_trend()


async def read_ratings(
    database: Database, guild: int, players: Collection[Player], game: GameKind = POD
) -> dict[Player, int]:
    """The ratings of some players at a game on a server, as they are shown (`to_points`).

    Who has no rated game there is left out: a newcomer, who would have 1000. While games are rated
    again, as after a correction, it is what is known by then. Raises `Unreachable`.
    """
    parameters = {"in_guild": guild, "of_game": game, "players": list(players)}
    rows = await database.fetch(_CURRENT, parameters)
    return {player: to_points(mu) for player, mu in rows if mu is not None}


async def find_provisional(
    database: Database, guild: int, players: Collection[Player], games: int, game: GameKind = POD
) -> set[Player]:
    """Those of some players who have finished fewer than so many games at a game on a server.

    Raises `Unreachable`.
    """
    few = select(standings.c.player).where(
        standings.c.guild == guild,
        standings.c.game == game,
        standings.c.variant == ANY,
        standings.c.table == ANY,
        standings.c.span == EVER,
        standings.c.number == 0,
        standings.c.player.in_(players),
        standings.c.games < games,
    )
    return {player for (player,) in await database.fetch(few)}


async def read_trend(
    database: Database, guild: int, player: Player, most: int, game: GameKind = POD
) -> list[tuple[datetime, int]]:
    """What a player's rating was after each of their latest games, oldest first, `most` of them.

    Each with when that game ended. Raises `Unreachable`.
    """
    parameters = {"in_guild": guild, "of_game": game, "of_player": player, "most": most}
    rows = await database.fetch(_TREND, parameters)
    return [(at, to_points(mu)) for at, mu in reversed(rows)]
