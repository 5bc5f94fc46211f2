"""The leaderboards of a server, and the people on them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Integer,
    Select,
    and_,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from bot.namesakes import fold_name
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import IS_WHOLE, people, standings
from bot.storage.record.people import People, Person
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.totals import (
    ANY,
    BLOCKS,
    EVER,
    SEASON,
    VALUES,
    list_spans_since,
)


class StandingsLine(Struct, frozen=True):
    """A player's line: their place (shared on equal points), and what it is made of.

    `caused` counts the defeats of others that they were responsible for, `served` those of their
    own after which they served somebody. By the rules of a season somebody may have no `rank`: so
    many games are `missing`, or they are `excluded`.
    """

    rank: int | None
    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int
    caused: int = 0
    served: int = 0
    missing: int = 0
    excluded: bool = False


class Scope(Struct, frozen=True):
    """What counts: in a season, or `since` a day (counted from 1970, in UTC), or ever.

    Besides only pods of a `variant` or at a `table`, if one is named; or else another `game`.
    """

    season: int | None = None
    since: int | None = None
    variant: str = ANY
    table: str = ANY
    game: GameKind = POD


ALL = Scope()


class Page(Struct, frozen=True):
    """A page of a leaderboard, the `last` of which has that number; and the line of who asks."""

    lines: list[StandingsLine]
    own: StandingsLine | None
    number: int
    last: int


PAGE = 10
"""Lines on one page of a leaderboard."""

MOST_DAYS = 90
"""The most days that a leaderboard looks back."""


async def read_leaderboard(
    database: Database, guild: int, scope: Scope = ALL, me: Player = "", page: int = 0
) -> Page:
    """Some of a server's best, most points first, and the line of `me`. Raises `Unreachable`.

    `page` is the number of one from 0; beyond the last one it is the last.
    """
    found = _WHOLE if scope.since is None else _SUMMED
    parameters = {
        "in_guild": guild,
        "of_game": scope.game,
        "of_variant": scope.variant,
        "at_table": scope.table,
        "of_player": me,
        "after": page * PAGE,
        **_make_parameters(scope),
    }
    return await database.read(partial(_read_page, found, parameters, page))


def _read_page(
    found: "_Statements", parameters: Mapping[str, Any], page: int, connection: Connection
) -> Page:
    rows = connection.execute(found.ranks, parameters).all()
    if page and all(row.own for row in rows):  # there are fewer players than there were
        page = _find_last_page(connection.scalar(found.players, parameters) or 0)
        rows = connection.execute(found.ranks, {**parameters, "after": page * PAGE}).all()
    chosen = {row.player for row in rows}
    values = connection.execute(found.values, {**parameters, "chosen": chosen})
    values_of = {player: numbers for player, *numbers in values}
    lines = [(row.own, StandingsLine(row.rank, row.player, *values_of[row.player])) for row in rows]
    return Page(
        [line for own, line in lines if not own],
        next((line for own, line in lines if own), None),
        page,
        _find_last_page(rows[0].players if rows else 0),
    )


def _find_last_page(players: int) -> int:
    """The number of the last page."""
    return max(0, (players - 1) // PAGE)


_KIND = and_(
    standings.c.guild == bindparam("in_guild"),
    standings.c.game == bindparam("of_game"),
    standings.c.variant == bindparam("of_variant"),
    standings.c.table == bindparam("at_table"),
)
_IN_WHOLE = and_(
    _KIND,
    IS_WHOLE,
    standings.c.span == bindparam("of_span"),
    standings.c.number == bindparam("of_number"),
)
_IN_BLOCKS = [
    and_(
        _KIND,
        standings.c.span == span,
        standings.c.number >= bindparam(f"from_{span}"),
        standings.c.number < bindparam(f"to_{span}"),
    )
    for span in BLOCKS
]


class _Statements(NamedTuple):
    """Statements. All values but the points are added up for those alone who are shown."""

    ranks: Select[Any]
    players: Select[int]
    values: Select[Any]


def _make_statements(lines: FromClause, places: Sequence[ColumnElement[bool]]) -> _Statements:
    """About the points of `lines`, which are added up from rows in `places`."""
    players = select(func.count()).select_from(lines.alias("everybody"))
    chosen = standings.c.player.in_(bindparam("chosen", expanding=True))
    rows = _select_rows([place & chosen for place in places], *VALUES).subquery("theirs")
    sums = [func.sum(rows.c[name]).label(name) for name in VALUES]
    values = select(rows.c.player, *sums).group_by(rows.c.player)
    return _Statements(_select_ranks(lines, players), players, values)


def _select_ranks(lines: FromClause, players: Select[int]) -> Select[Any]:
    """Who is on a page, and a player of whom it is asked; their ranks; how many lines there are."""
    best = select(literal(value=False).label("own"), lines)
    best = best.order_by(lines.c.points.desc(), lines.c.player)
    best = best.limit(PAGE).offset(bindparam("after", type_=Integer))
    own = select(literal(value=True).label("own"), lines)
    own = own.where(lines.c.player == bindparam("of_player"))
    chosen = union_all(select(best.subquery()), own).subquery("chosen")
    others = lines.alias("others")
    better = select(func.count()).select_from(others).where(others.c.points > chosen.c.points)
    return select(
        chosen.c.own,
        (better.scalar_subquery() + 1).label("rank"),
        chosen.c.player,
        players.scalar_subquery().label("players"),
    ).order_by(chosen.c.own, chosen.c.points.desc(), chosen.c.player)


def _select_rows(places: Iterable[ColumnElement[bool]], *names: str) -> CompoundSelect[Any]:
    """The players in each of these places, and what they have there."""
    columns = [standings.c[name] for name in ("player", *names)]
    return union_all(*(select(*columns).where(place) for place in places))


def _sum_points() -> FromClause:
    """The points that players have since a day: added up, once for all that is asked of them."""
    rows = _select_rows(_IN_BLOCKS, "points").subquery("blocks")
    points = func.sum(rows.c.points).label("points")
    return select(rows.c.player, points).group_by(rows.c.player).cte("lines")


# Made once: to make such a statement takes longer than to carry it out.
_WHOLE = _make_statements(_select_rows([_IN_WHOLE], "points").subquery("lines"), [_IN_WHOLE])
_SUMMED = _make_statements(_sum_points(), _IN_BLOCKS)


def _make_parameters(scope: Scope) -> dict[str, Any]:
    """What the statements ask of time."""
    if scope.since is None:
        season = scope.season
        return {"of_span": EVER if season is None else SEASON, "of_number": season or 0}
    return {
        name: number
        for span, begin, end in list_spans_since(scope.since)
        for name, number in ((f"from_{span}", begin), (f"to_{span}", end))
    }


# People of the standings


_RANKED = select(people).where(
    people.c.id.in_(
        select(standings.c.player).where(
            standings.c.guild == bindparam("in_guild"),
            standings.c.variant == ANY,
            standings.c.table == ANY,
            standings.c.span == EVER,
        )
    )
)


class RankedPeople:
    """The people of a server's standings, where each of several pages names but a few."""

    def __init__(self, people: People, database: Database, guild: int) -> None:
        self._people = people
        self._database = database
        self._guild = guild

    async def find_people(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """The people with these ids, and whoever has a result there and is called like one.

        Raises `Unreachable`.
        """
        found = await self._people.find_people(ids)
        alike = {key for each in found.values() if (key := fold_name(each.name))}
        rows = await self._database.fetch(_RANKED, {"in_guild": self._guild})
        namesakes = [each for each in starmap(Person, rows) if fold_name(each.name) in alike]
        # What is known of those who were asked for is newer than what is written down.
        return {each.id: each for each in namesakes} | found
