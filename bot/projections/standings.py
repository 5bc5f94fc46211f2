"""Who has how many points in a server: the results of finished games, and the leaderboard."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    FromClause,
    Integer,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    union_all,
)

from bot.projections.history import History
from bot.projections.reigns import measure_reigns
from bot.rules.events import Result, Role, Standing
from bot.rules.facts import Player
from bot.rules.guests import find_excess
from bot.rules.seats import number_teams
from bot.storage.engine.changes import Row, RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.schema import IS_WHOLE, results, standings
from bot.storage.record.recorded import Recorded
from bot.storage.tables import guests
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.result_changes import count_change
from bot.storage.tables.totals import (
    ADD,
    ANY,
    BLOCKS,
    EVER,
    SEASON,
    SUBTRACT,
    TIDY,
    VALUES,
    list_spans_since,
)
from bot.storage.tables.unrated import MARK, MARK_AGAIN


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


OWN = "house"
"""Stands for every variant that is a server's own."""

_CLEAR = delete(results).where(
    results.c.channel == bindparam("in_channel"), results.c.pod == bindparam("of_pod")
)
_WRITE = insert(results)


def project(history: History) -> Iterator[RowChange]:
    """Write the results of a pod once they count, and take back those that no longer do."""
    pod = history.pod
    if history.scored:
        result = pod.counted if find_excess(pod) is None else None
        rows = [] if result is None else list(_make_results(history, result))
        yield from replace_results(history.last, rows)


def replace_results(recorded: Recorded, rows: Sequence[Row]) -> Iterator[RowChange]:
    """Write the results of a game, whichever it is, in the place of those that there were.

    What a guest won is at once theirs who has claimed the guest.
    """
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
    changed = [{**of_pod[0], "version": recorded.version}]
    yield RowChange(MARK, changed)
    yield RowChange(SUBTRACT, of_pod)
    yield RowChange(_CLEAR, of_pod)
    if rows:
        yield RowChange(_WRITE, rows)
        yield RowChange(guests.CLAIM_RESULTS, of_pod)
        yield RowChange(ADD, of_pod)
        yield RowChange(MARK_AGAIN, changed)
    yield from count_change(recorded.guild)
    yield RowChange(TIDY, [])


def _make_results(history: History, result: Result) -> Iterator[dict[str, Any]]:
    recorded, pod = history.last, history.pod
    setup, at = pod.setup, history.ended
    longest, sides = measure_reigns(history), number_teams(setup, pod.players)
    for player in result.points:
        verdicts = [each for each in pod.verdicts if player in (each.loser, each.responsible)]
        yield {
            "channel": recorded.channel,
            "pod": recorded.pod,
            "player": player,
            "guild": recorded.guild,
            "game": POD,
            "points": result.points[player],
            "role": _find_role(pod.standings[player]),
            "won": player in result.winners,
            "at": at,
            "variant": setup.variant if setup.house is None else OWN,
            "table": setup.table,
            "caused": sum(each.loser != player for each in verdicts),
            "served": sum(each.loser == player and each.becomes == "servant" for each in verdicts),
            "reign": longest.get(player, 0),
            "team": sides[player],
            "guest": player in pod.guests,
        }


def _find_role(standing: Standing) -> Role:
    """What a player was at the end, or when they left: the masterless count as masters."""
    return "servant" if "servant" in (standing.status, standing.out_as) else "master"


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
    async with database.open_reader() as connection:
        rows = (await connection.execute(found.ranks, parameters)).all()
        if page and all(row.own for row in rows):  # there are fewer players than there were
            page = _find_last_page(await connection.scalar(found.players, parameters) or 0)
            rows = (
                await connection.execute(found.ranks, parameters | {"after": page * PAGE})
            ).all()
        chosen = {row.player for row in rows}
        values = await connection.execute(found.values, parameters | {"chosen": chosen})
        values_of = {player: numbers for player, *numbers in values}
    lines = [
        (row.own, StandingsLine(row.rank, row.player, *values_of[row.player]))
        for row in rows
        if row.player in values_of  # else a game was taken back in between
    ]
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
