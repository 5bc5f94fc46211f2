"""Everybody's points on a server, to compare them before and after a merge of two accounts."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.projections.season_tables import load_table
from bot.rules.facts import Player
from bot.storage.engine.schema import seasons, standings
from bot.storage.tables.game_kinds import GAME_KINDS, GameKind
from bot.storage.tables.merges import Merge, Merges
from bot.storage.tables.totals import EVER, SEASON, WILDCARD


class ComparedSpan(NamedTuple):
    """A kind of game, and all time or the newest season."""

    game: GameKind
    span: str


Points = Mapping[Player, int]


class PointsChange(NamedTuple):
    """A change of a player's points; None means no line in the standings."""

    scope: ComparedSpan
    player: Player
    before: int | None
    after: int | None


async def preview_points(merges: Merges, guild: int, merge: Merge) -> list[PointsChange]:
    """Return everybody's changes of points that a merge would bring.

    Raises `Refusal` and `Playing` if the accounts cannot be merged.
    """
    before, after = await merges.preview(guild, merge, partial(_load_points, guild))
    return [
        PointsChange(scope, player, before[scope].get(player), after[scope].get(player))
        for scope in before
        for player in sorted({*before[scope], *after[scope]})
        if before[scope].get(player) != after[scope].get(player)
    ]


def _load_points(guild: int, connection: Connection) -> Mapping[ComparedSpan, Points]:
    newest = connection.scalar(select(func.max(seasons.c.number)).where(seasons.c.guild == guild))
    found = {}
    for game in GAME_KINDS:
        found[ComparedSpan(game, EVER)] = _load_totals(connection, guild, game, EVER, 0)
        if newest is not None:
            table = load_table(connection, guild, newest, game)
            found[ComparedSpan(game, SEASON)] = (
                _load_totals(connection, guild, game, SEASON, newest)
                if table is None
                else {line.player: line.points for line in table.list_lines()}
            )
    return found


def _load_totals(
    connection: Connection, guild: int, game: GameKind, span: str, number: int
) -> Points:
    of = standings.c
    here = (of.guild == guild, of.game == game, of.span == span, of.number == number)
    whole = (of.variant == WILDCARD, of.table == WILDCARD)
    rows = connection.execute(select(of.player, of.points).where(*here, *whole))
    return {row.player: row.points for row in rows}
