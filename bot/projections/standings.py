"""Who has how many points in a server: the results of finished pods, and the leaderboard."""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct
from sqlalchemy import Subquery, bindparam, delete, func, insert, select

from bot.projections.played import Played
from bot.rules.events import Corrected, Overruled, Result, Role, Standing, Undone
from bot.rules.facts import Player
from bot.storage.changes import Change
from bot.storage.database import Database
from bot.storage.schema import results


class Line(Struct, frozen=True):
    """A player's line: their place (shared on equal points), and what it is made of."""

    rank: int
    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int


_CLEAR = delete(results).where(
    results.c.channel == bindparam("in_channel"), results.c.pod == bindparam("of_pod")
)
_ADD = insert(results)


def project(played: Played) -> Iterator[Change]:
    """Writes the results of a pod once they count, and takes back those that no longer do."""
    recorded, pod = played.last, played.pod
    if pod.result is None and not isinstance(recorded.event, Undone | Corrected | Overruled):
        return  # nothing else takes a result away
    yield Change(_CLEAR, [{"in_channel": recorded.channel, "of_pod": recorded.pod}])
    result = pod.counted
    if result is not None:
        rows = [_row(played, pod.standings[p], result) for p in result.points]
        yield Change(_ADD, rows)


def _row(played: Played, standing: Standing, result: Result) -> dict[str, Any]:
    return {
        "channel": played.last.channel,
        "pod": played.last.pod,
        "player": standing.player,
        "guild": played.last.guild,
        "points": result.points[standing.player],
        "role": _role(standing),
        "won": standing.player in result.winners,
        "at": played.ended,
    }


def _role(standing: Standing) -> Role:
    """What a player was at the end, or when they left: the masterless count as masters."""
    return "servant" if "servant" in (standing.status, standing.out_as) else "master"


async def leaderboard(database: Database, guild: int, limit: int = 10) -> list[Line]:
    """The best of a server, most points first. Raises `Unreachable`."""
    lines = _lines(guild)
    page = select(lines).order_by(lines.c.rank, lines.c.player).limit(limit)
    async with database.reading() as connection:
        return [Line(*row) for row in await connection.execute(page)]


async def line_of(database: Database, guild: int, player: Player) -> Line | None:
    """One player's line; None before their first finished pod. Raises `Unreachable`."""
    lines = _lines(guild)
    async with database.reading() as connection:
        rows = await connection.execute(select(lines).where(lines.c.player == player))
        row = rows.one_or_none()
        return Line(*row) if row is not None else None


USUAL_GAMES, USUAL_SHARE = 5, 0.4
"""Games that everybody begins with, and the share of them won: a few real ones tell little."""


async def ratings(
    database: Database, guild: int, players: Collection[Player]
) -> dict[Player, float]:
    """How strong players are on a server: the share of their games that they won.

    The fewer games, the closer to `USUAL_SHARE`. Who has none is left out. Raises `Unreachable`.
    """
    won, games = func.count().filter(results.c.won), func.count()
    rows = (
        select(results.c.player, won, games)
        .where(results.c.guild == guild, results.c.player.in_(players))
        .group_by(results.c.player)
    )
    async with database.reading() as connection:
        return {
            player: (won + USUAL_GAMES * USUAL_SHARE) / (games + USUAL_GAMES)
            for player, won, games in await connection.execute(rows)
        }


def _lines(guild: int) -> Subquery:
    """The columns of `Line` for every player of a server."""
    points = func.sum(results.c.points)
    won_as = {
        role: func.count().filter(results.c.won, results.c.role == role)
        for role in ("master", "servant")
    }
    return (
        select(
            func.rank().over(order_by=points.desc()).label("rank"),
            results.c.player,
            points.label("points"),
            func.count().label("games"),
            won_as["master"].label("won_as_master"),
            won_as["servant"].label("won_as_servant"),
        )
        .where(results.c.guild == guild)
        .group_by(results.c.player)
        .subquery()
    )
