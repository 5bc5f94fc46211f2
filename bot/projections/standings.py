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
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
)

from bot.basics.similar_names import build_lookalike_name_key
from bot.projections.results import HOUSE_VARIANT
from bot.rules.facts import Player
from bot.rules.variants import VARIANTS, ServantKind, find_servant_kind
from bot.storage.engine.database import Database
from bot.storage.engine.schema import IS_WHOLE, people, standings
from bot.storage.record.people import (
    PeopleWithServerNicknames,
    Person,
    build_people_with_nicknames_query,
    parse_person_row,
)
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.totals import BLOCKS, EVER, SEASON, VALUES, WILDCARD, iterate_blocks_of_days_since


class LeaderboardLine(Struct, frozen=True):
    """A player's line on a leaderboard; players with equal points share a rank.

    `caused` counts defeats of others that the player was responsible for, `served` own defeats after which they served.
    By a season's rules a player may have no `rank`: `missing` games are too few, or the player is `excluded`.
    `from_deeds` are the points that it gives for deeds.
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


class LeaderboardFilter(Struct, frozen=True):
    """A filter of a leaderboard's results: of a season, since a day, or all.

    `since` is in days since 1970, UTC. `variant` and `table` restrict the results to such pods; `game` chooses another
    kind of game.
    """

    season: int | None = None
    since: int | None = None
    variant: str = WILDCARD
    table: str = WILDCARD
    game: GameKind = POD


ALL_RESULTS = LeaderboardFilter()


class LeaderboardPage(Struct, frozen=True):
    """A page of a leaderboard, the last page's number, and the viewer's own line.

    `servants` is the kind of servants in the games that the leaderboard counts.
    """

    lines: list[LeaderboardLine]
    own: LeaderboardLine | None
    number: int
    last: int
    servants: ServantKind = "none"


LINES_PER_PAGE = 10
"""Lines on one page of a leaderboard."""

MAX_DAYS = 90
"""Days that a leaderboard can look back."""


async def load_leaderboard_without_season_rules(
    database: Database,
    guild_id: int,
    leaderboard_filter: LeaderboardFilter = ALL_RESULTS,
    viewer: Player = "",
    page_number: int = 0,
) -> LeaderboardPage:
    """Load a page of a leaderboard, most points first, and the viewer's own line.

    `page_number` counts from 0; a number beyond the last page means the last one.
    """
    found = _STATEMENTS_FOR_SPAN if leaderboard_filter.since is None else _STATEMENTS_FOR_DAYS
    parameters = {
        "in_guild": guild_id,
        "of_game": leaderboard_filter.game,
        "of_variant": leaderboard_filter.variant,
        "at_table": leaderboard_filter.table,
        "of_player": viewer,
        "after": page_number * LINES_PER_PAGE,
        **_build_time_query_parameters(leaderboard_filter),
    }
    return await database.run_read_transaction(partial(_run_leaderboard_queries, found, parameters, page_number))


def _run_leaderboard_queries(
    leaderboard_queries: "_LeaderboardQueries",
    query_parameters: Mapping[str, Any],
    page_number: int,
    connection: Connection,
) -> LeaderboardPage:
    rows = connection.execute(leaderboard_queries.ranks, query_parameters).all()
    if page_number and all(row.own for row in rows):  # players have disappeared since
        page_number = _compute_last_page_number(connection.scalar(leaderboard_queries.players, query_parameters) or 0)
        rows = connection.execute(
            leaderboard_queries.ranks, {**query_parameters, "after": page_number * LINES_PER_PAGE}
        ).all()
    chosen = {row.player for row in rows}
    values = connection.execute(leaderboard_queries.values, {**query_parameters, "chosen": chosen})
    values_of = {player: numbers for player, *numbers in values}
    lines = [(row.own, LeaderboardLine(row.rank, row.player, *values_of[row.player])) for row in rows]
    return LeaderboardPage(
        [line for own, line in lines if not own],
        next((line for own, line in lines if own), None),
        page_number,
        _compute_last_page_number(rows[0].players if rows else 0),
        _find_servant_kind_of_leaderboard(leaderboard_queries, query_parameters, connection),
    )


def _find_servant_kind_of_leaderboard(
    leaderboard_queries: "_LeaderboardQueries", query_parameters: Mapping[str, Any], connection: Connection
) -> ServantKind:
    """Return the kind of servants in the games that a leaderboard counts."""
    variant = query_parameters["of_variant"]
    if variant in VARIANTS:
        return find_servant_kind([variant], has_custom_servants=False, has_winning_custom_servants=False)
    served, won, *played = connection.execute(leaderboard_queries.servants, query_parameters).one()
    names = [name for name, has_games in zip(_VARIANTS_WITH_SERVANTS, played, strict=True) if has_games]
    names = names if variant == WILDCARD else []
    return find_servant_kind(names, has_custom_servants=bool(served), has_winning_custom_servants=bool(won))


def _compute_last_page_number(player_count: int) -> int:
    return max(0, (player_count - 1) // LINES_PER_PAGE)


_AT_TABLE = and_(
    standings.c.guild == bindparam("in_guild"),
    standings.c.game == bindparam("of_game"),
    standings.c.table == bindparam("at_table"),
)
_OF_VARIANT = standings.c.variant == bindparam("of_variant")
_IN_WHOLE = and_(
    _AT_TABLE, IS_WHOLE, standings.c.span == bindparam("of_span"), standings.c.number == bindparam("of_number")
)
_IN_BLOCKS = [
    and_(
        _AT_TABLE,
        standings.c.span == span,
        standings.c.number >= bindparam(f"from_{span}"),
        standings.c.number < bindparam(f"to_{span}"),
    )
    for span in BLOCKS
]

_VARIANTS_WITH_SERVANTS = tuple(name for name, variant in VARIANTS.items() if variant.has_servants)


class _LeaderboardQueries(NamedTuple):
    """The SQL queries of a leaderboard: ranks, number of players, displayed players, and kinds of servants."""

    ranks: Select[Any]
    players: Select[int]
    values: Select[Any]
    servants: Select[Any]


def _build_leaderboard_queries(
    points_query: FromClause, time_span_conditions: Sequence[ColumnElement[bool]]
) -> _LeaderboardQueries:
    """Build a leaderboard's SQL queries from the query for everybody's points.

    `points_query` has the points, summed from the rows of these `time_span_conditions`.
    """
    players = select(func.count()).select_from(points_query.alias("everybody"))
    chosen = standings.c.player.in_(bindparam("chosen", expanding=True))
    rows = _build_standings_rows_query(
        [_OF_VARIANT & span & chosen for span in time_span_conditions], *VALUES
    ).subquery("theirs")
    sums = [func.sum(rows.c[name]).label(name) for name in VALUES]
    values = select(rows.c.player, *sums).group_by(rows.c.player)
    ranks = _build_ranks_page_query(points_query, players)
    return _LeaderboardQueries(ranks, players, values, _build_query_for_played_servants(time_span_conditions))


def _build_query_for_played_servants(time_span_conditions: Sequence[ColumnElement[bool]]) -> Select[Any]:
    """Build the query that tells whether custom variants had servants, and whether a servant won.

    The further columns say whether each variant with servants was played.
    """

    def build_condition_that_column_is_positive(variant: str, column_name: str) -> ColumnElement[bool]:
        counted = (standings.c.variant == variant, standings.c[column_name] > 0)
        return or_(*(exists().where(*counted, span) for span in time_span_conditions))

    columns: list[Any] = [
        build_condition_that_column_is_positive(HOUSE_VARIANT, column_name)
        for column_name in ("served", "won_as_servant")
    ]
    columns += [build_condition_that_column_is_positive(name, "games") for name in _VARIANTS_WITH_SERVANTS]
    return select(*columns)


def _build_ranks_page_query(player_points: FromClause, player_count: Select[int]) -> Select[Any]:
    best = select(literal(value=False).label("own"), player_points)
    best = best.order_by(player_points.c.points.desc(), player_points.c.player)
    best = best.limit(LINES_PER_PAGE).offset(bindparam("after", type_=Integer))
    own = select(literal(value=True).label("own"), player_points)
    own = own.where(player_points.c.player == bindparam("of_player"))
    chosen = union_all(select(best.subquery()), own).subquery("chosen")
    others = player_points.alias("others")
    better = select(func.count()).select_from(others).where(others.c.points > chosen.c.points)
    return select(
        chosen.c.own,
        (better.scalar_subquery() + 1).label("rank"),
        chosen.c.player,
        player_count.scalar_subquery().label("players"),
    ).order_by(chosen.c.own, chosen.c.points.desc(), chosen.c.player)


def _build_standings_rows_query(
    row_conditions: Iterable[ColumnElement[bool]], *column_names: str
) -> CompoundSelect[Any]:
    """Build the query for rows of the standings table that match at least one condition."""
    columns = [standings.c[name] for name in ("player", *column_names)]
    return union_all(*(select(*columns).where(place) for place in row_conditions))


def _build_points_since_day_query() -> FromClause:
    """Build the common table expression of the points that players won since a day."""
    rows = _build_standings_rows_query([_OF_VARIANT & span for span in _IN_BLOCKS], "points").subquery("blocks")
    points = func.sum(rows.c.points).label("points")
    return select(rows.c.player, points).group_by(rows.c.player).cte("lines")


# Built once: building such a statement takes longer than executing it.
_STATEMENTS_FOR_SPAN = _build_leaderboard_queries(
    _build_standings_rows_query([_OF_VARIANT & _IN_WHOLE], "points").subquery("lines"), [_IN_WHOLE]
)
_STATEMENTS_FOR_DAYS = _build_leaderboard_queries(_build_points_since_day_query(), _IN_BLOCKS)


def _build_time_query_parameters(leaderboard_filter: LeaderboardFilter) -> dict[str, Any]:
    if leaderboard_filter.since is None:
        season = leaderboard_filter.season
        return {"of_span": EVER if season is None else SEASON, "of_number": season or 0}
    return {
        name: number
        for span, begin, end in iterate_blocks_of_days_since(leaderboard_filter.since)
        for name, number in ((f"from_{span}", begin), (f"to_{span}", end))
    }


# People of the standings


_SELECT_NAMESAKES = build_people_with_nicknames_query(bindparam("in_guild")).where(
    people.c.id.in_(
        select(standings.c.player).where(
            standings.c.guild == bindparam("in_guild"),
            standings.c.variant == WILDCARD,
            standings.c.table == WILDCARD,
            standings.c.span == EVER,
        )
    )
)


class PeopleWithNamesakesLoader:
    """A loader of people that also loads people with similar names, so that messages can tell them apart."""

    def __init__(self, people: PeopleWithServerNicknames, database: Database) -> None:
        self._people = people
        self._database = database
        self._ranked: list[Person] | None = None  # once they are read

    async def load_people_by_id(self, player_ids: Iterable[Player]) -> dict[Player, Person]:
        """Load people by id, and the ranked people who share a name with one of them."""
        found = await self._people.load_people_by_id(player_ids)
        alike = {key for each in found.values() if (key := build_lookalike_name_key(each.display_name))}
        guild = self._people.guild
        if self._ranked is None:
            rows = await self._database.fetch_rows(_SELECT_NAMESAKES, {"in_guild": guild})
            self._ranked = [parse_person_row(row, guild) for row in rows]
        namesakes = [each for each in self._ranked if build_lookalike_name_key(each.display_name) in alike]
        # The cached people are newer than their rows.
        return {each.id: each for each in namesakes} | found
