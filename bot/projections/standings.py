"""Leaderboards of a server, and the people on them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
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

from bot.basics.similar_names import fold_lookalike_name
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import IS_WHOLE, people, standings
from bot.storage.record.people import Person, ServerPeople, parse_person, select_people
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.totals import (
    BLOCKS,
    EVER,
    SEASON,
    VALUES,
    WILDCARD,
    iterate_day_blocks_since,
)


class LeaderboardLine(Struct, frozen=True):
    """A player's line on a leaderboard; equal points share a rank.

    `caused` counts defeats of others that the player was responsible for, `served` own defeats
    after which they served. By a season's rules a player may have no `rank`: `missing` games
    are too few, or the player is `excluded`. `from_deeds` are the points that it gives for
    deeds.
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
    from_deeds: int = 0


class LeaderboardScope(Struct, frozen=True):
    """A filter of the results of a leaderboard: a season, the time since a day, or all time.

    `since` is in days since 1970, UTC. `variant` and `table` restrict the results to such pods;
    `game` chooses another kind of game.
    """

    season: int | None = None
    since: int | None = None
    variant: str = WILDCARD
    table: str = WILDCARD
    game: GameKind = POD


ALL_RESULTS = LeaderboardScope()


class LeaderboardPage(Struct, frozen=True):
    """A page of a leaderboard, the number of the `last` page, and the viewer's own line."""

    lines: list[LeaderboardLine]
    own: LeaderboardLine | None
    number: int
    last: int


LINES_PER_PAGE = 10
"""Lines on one page of a leaderboard."""

MAX_DAYS = 90
"""Days that a leaderboard can look back."""


async def load_leaderboard(
    database: Database,
    guild_id: int,
    scope: LeaderboardScope = ALL_RESULTS,
    viewer: Player = "",
    page_number: int = 0,
) -> LeaderboardPage:
    """Load a page of a leaderboard, most points first, and the viewer's own line.

    `page_number` counts from 0; a number beyond the last page means the last one. Raises
    `DatabaseUnreachable`.
    """
    found = _STATEMENTS_FOR_SPAN if scope.since is None else _STATEMENTS_FOR_DAYS
    parameters = {
        "in_guild": guild_id,
        "of_game": scope.game,
        "of_variant": scope.variant,
        "at_table": scope.table,
        "of_player": viewer,
        "after": page_number * LINES_PER_PAGE,
        **_build_time_parameters(scope),
    }
    return await database.run_read_transaction(
        partial(_load_leaderboard_page, found, parameters, page_number)
    )


def _load_leaderboard_page(
    statements: "_LeaderboardStatements",
    parameters: Mapping[str, Any],
    page_number: int,
    connection: Connection,
) -> LeaderboardPage:
    rows = connection.execute(statements.ranks, parameters).all()
    if page_number and all(row.own for row in rows):  # players have disappeared since
        page_number = _compute_last_page_number(
            connection.scalar(statements.players, parameters) or 0
        )
        rows = connection.execute(
            statements.ranks, {**parameters, "after": page_number * LINES_PER_PAGE}
        ).all()
    chosen = {row.player for row in rows}
    values = connection.execute(statements.values, {**parameters, "chosen": chosen})
    values_of = {player: numbers for player, *numbers in values}
    lines = [
        (row.own, LeaderboardLine(row.rank, row.player, *values_of[row.player])) for row in rows
    ]
    return LeaderboardPage(
        [line for own, line in lines if not own],
        next((line for own, line in lines if own), None),
        page_number,
        _compute_last_page_number(rows[0].players if rows else 0),
    )


def _compute_last_page_number(player_count: int) -> int:
    """Return the number of the last page, from 0."""
    return max(0, (player_count - 1) // LINES_PER_PAGE)


_OF_KIND = and_(
    standings.c.guild == bindparam("in_guild"),
    standings.c.game == bindparam("of_game"),
    standings.c.variant == bindparam("of_variant"),
    standings.c.table == bindparam("at_table"),
)
_IN_WHOLE = and_(
    _OF_KIND,
    IS_WHOLE,
    standings.c.span == bindparam("of_span"),
    standings.c.number == bindparam("of_number"),
)
_IN_BLOCKS = [
    and_(
        _OF_KIND,
        standings.c.span == span,
        standings.c.number >= bindparam(f"from_{span}"),
        standings.c.number < bindparam(f"to_{span}"),
    )
    for span in BLOCKS
]


class _LeaderboardStatements(NamedTuple):
    """The SQL statements of a leaderboard: ranks, number of players, values of shown players."""

    ranks: Select[Any]
    players: Select[int]
    values: Select[Any]


def _build_leaderboard_statements(
    lines: FromClause, row_conditions: Sequence[ColumnElement[bool]]
) -> _LeaderboardStatements:
    """Build a leaderboard's SQL statements from the lines with everybody's points.

    `lines` has the points, summed from the rows that match `row_conditions`.
    """
    players = select(func.count()).select_from(lines.alias("everybody"))
    chosen = standings.c.player.in_(bindparam("chosen", expanding=True))
    rows = _select_standings_rows([place & chosen for place in row_conditions], *VALUES).subquery(
        "theirs"
    )
    sums = [func.sum(rows.c[name]).label(name) for name in VALUES]
    values = select(rows.c.player, *sums).group_by(rows.c.player)
    return _LeaderboardStatements(_select_ranks(lines, players), players, values)


def _select_ranks(lines: FromClause, player_count: Select[int]) -> Select[Any]:
    """Build a select of a page's players, one more player, their ranks, and the number of
    lines.
    """
    best = select(literal(value=False).label("own"), lines)
    best = best.order_by(lines.c.points.desc(), lines.c.player)
    best = best.limit(LINES_PER_PAGE).offset(bindparam("after", type_=Integer))
    own = select(literal(value=True).label("own"), lines)
    own = own.where(lines.c.player == bindparam("of_player"))
    chosen = union_all(select(best.subquery()), own).subquery("chosen")
    others = lines.alias("others")
    better = select(func.count()).select_from(others).where(others.c.points > chosen.c.points)
    return select(
        chosen.c.own,
        (better.scalar_subquery() + 1).label("rank"),
        chosen.c.player,
        player_count.scalar_subquery().label("players"),
    ).order_by(chosen.c.own, chosen.c.points.desc(), chosen.c.player)


def _select_standings_rows(
    row_conditions: Iterable[ColumnElement[bool]], *column_names: str
) -> CompoundSelect[Any]:
    """Build a select of players and columns of the standings that match any condition."""
    columns = [standings.c[name] for name in ("player", *column_names)]
    return union_all(*(select(*columns).where(place) for place in row_conditions))


def _select_points_since_day() -> FromClause:
    """Build players' points since a day, as a common table expression that is evaluated once."""
    rows = _select_standings_rows(_IN_BLOCKS, "points").subquery("blocks")
    points = func.sum(rows.c.points).label("points")
    return select(rows.c.player, points).group_by(rows.c.player).cte("lines")


# Built once: building such a statement takes longer than executing it.
_STATEMENTS_FOR_SPAN = _build_leaderboard_statements(
    _select_standings_rows([_IN_WHOLE], "points").subquery("lines"), [_IN_WHOLE]
)
_STATEMENTS_FOR_DAYS = _build_leaderboard_statements(_select_points_since_day(), _IN_BLOCKS)


def _build_time_parameters(scope: LeaderboardScope) -> dict[str, Any]:
    """Return the statements' parameters for the time of a leaderboard's scope."""
    if scope.since is None:
        season = scope.season
        return {"of_span": EVER if season is None else SEASON, "of_number": season or 0}
    return {
        name: number
        for span, begin, end in iterate_day_blocks_since(scope.since)
        for name, number in ((f"from_{span}", begin), (f"to_{span}", end))
    }


# People of the standings


_SELECT_NAMESAKES = select_people(bindparam("in_guild")).where(
    people.c.id.in_(
        select(standings.c.player).where(
            standings.c.guild == bindparam("in_guild"),
            standings.c.variant == WILDCARD,
            standings.c.table == WILDCARD,
            standings.c.span == EVER,
        )
    )
)


class NamesakeLoader:
    """A loader of people that adds all ranked people who share a name with one of them."""

    def __init__(self, people: ServerPeople, database: Database) -> None:
        self._people = people
        self._database = database
        self._ranked: list[Person] | None = None  # once they are read

    async def list_people(self, player_ids: Iterable[Player]) -> dict[Player, Person]:
        """Load people by their ids, and ranked people with names like theirs.

        Raises `DatabaseUnreachable`.
        """
        found = await self._people.list_people(player_ids)
        alike = {key for each in found.values() if (key := fold_lookalike_name(each.display_name))}
        guild = self._people.guild
        if self._ranked is None:
            rows = await self._database.fetch_rows(_SELECT_NAMESAKES, {"in_guild": guild})
            self._ranked = [parse_person(row, guild) for row in rows]
        namesakes = [
            each for each in self._ranked if fold_lookalike_name(each.display_name) in alike
        ]
        # The cached people are newer than their rows.
        return {each.id: each for each in namesakes} | found
