"""The events of a server in a week or any other range of time: facts, not texts.

The table of a past moment is the current one less everything won since: the totals know whole days,
and the results the rest of the first day.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby, islice
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Select, and_, case, exists, func, literal, select, union_all

from bot.projections.season_tables import SeasonTables
from bot.rules.deeds import DEED_IDS, DeedId
from bot.rules.facts import Player
from bot.rules.tables import LARGEST_TABLE
from bot.season_rules.ranking import SeasonLine, SeasonTable
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.engine.schema import (
    defeats,
    results,
    standings,
)
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import Season, load_seasons
from bot.storage.tables.totals import (
    DAY_MILLISECONDS,
    EVER,
    SEASON,
    WILDCARD,
    list_spans_since,
)

TABLE_LINES = 10
"""Lines of the table."""

UPSET_CHANCE = 0.6
"""Below this share of an even chance to win, a side's victory is an upset.

With five sides an even chance is one in five, so a side that wins with less than 12 % is an upset;
with two sides, one with less than 30 %.
"""

MAX_GAINS = 5
"""Players named among those who won most points in a week."""

MEDAL_RANKS = 3
"""Ranks that have a medal."""

MAX_UPSETS = 2
"""Upsets that are told, the most surprising ones first."""


class WeekRank(Struct, frozen=True):
    """A line of the table at the end of the week; `before` is the rank at its start, if any."""

    rank: int
    player: Player
    points: int
    before: int | None


class Gain(Struct, frozen=True):
    """Points that a player won in the week; equal points share a rank."""

    rank: int
    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int


class Upset(Struct, frozen=True):
    """A pod won against the odds, by a side with this `chance`."""

    winners: tuple[Player, ...]
    chance: float


class Feat(Struct, frozen=True):
    """The highest number of something in the week, and the players who reached it."""

    players: tuple[Player, ...]
    number: int


class RepeatedDefeat(Struct, frozen=True):
    """Two players, and how often the first defeated the second."""

    responsible: Player
    loser: Player
    times: int


class WeekDeed(Struct, frozen=True):
    """The rarest deed of a week, and the players who did it."""

    deed: DeedId
    players: tuple[Player, ...]


class Week(Struct, frozen=True):
    """The facts of the range from `start` to `end`, which is excluded, and the table at the end.

    The table is that of the newest `season` with games that had begun by the end and was not over
    at the start; without one, of all time. `leaders` and `former` were first at the end and at the
    start. The leaders are `ahead` points ahead of the next player.
    """

    start: datetime
    end: datetime
    season: Season | None
    games: int
    players: int
    variants: tuple[tuple[str, int], ...]  # variant and games, most games first
    table: tuple[WeekRank, ...]
    leaders: tuple[Player, ...]
    former: tuple[Player, ...]
    ahead: int
    gains: tuple[Gain, ...]  # most points first
    newcomers: tuple[Player, ...]  # players new to the server, in the order of their first games
    upsets: tuple[Upset, ...]
    reign: Feat | None  # milliseconds
    caused: Feat | None  # defeats
    duels: tuple[RepeatedDefeat, ...]  # the most frequent ones, if more than once
    deed: WeekDeed | None = None

    @property
    def over(self) -> bool:
        """True if the season had ended by the end of the week."""
        return (
            self.season is not None and self.season.end is not None and self.season.end <= self.end
        )


class _WeekWindow(NamedTuple):
    guild: int
    game: GameKind
    start: datetime
    end: datetime

    def match(self, table: Any) -> Any:
        """Return the condition for rows of `results` or `defeats` in this window."""
        here = and_(table.c.guild == self.guild, table.c.game == self.game)
        return and_(here, table.c.at >= self.start, table.c.at < self.end)


async def read_week(
    database: Database, guild: int, start: datetime, end: datetime, game: GameKind = POD
) -> Week:
    """Return the facts of a server's games of a kind from `start` to `end`, which is excluded.

    Raises `Unreachable`.
    """
    return await database.snapshot(partial(_read_week, _WeekWindow(guild, game, start, end)))


def _read_week(during: _WeekWindow, connection: Connection) -> Week:
    season, after = _read_table(during, connection)
    won = [_WeekScore(*row) for row in connection.execute(_select_won(during, season))]
    before = _subtract_won(after, won)
    games = [(name, count) for name, count in connection.execute(_select_variants(during))]
    ranks = _rank_players(after)
    return Week(
        *(during.start, during.end, season),
        games=sum(count for _, count in games),
        players=len(won),
        variants=tuple(games),
        table=tuple(_make_places(after, before)),
        leaders=next(iter(ranks), ()),
        former=next(iter(_rank_players(before)), ()),
        ahead=after[ranks[0][0]].points - after[ranks[1][0]].points if ranks[1:] else 0,
        gains=tuple(_make_gains(won)),
        newcomers=tuple(_find_newcomers(won)),
        upsets=tuple(_make_upsets(connection.execute(_select_upsets(during)))),
        reign=_find_feat((each.player, each.reign) for each in won),
        caused=_find_feat((each.player, each.caused) for each in won),
        duels=tuple(_make_duels(connection.execute(_select_defeats(during)))),
        deed=_find_deed(connection.execute(_select_deeds(during)).all()),
    )


class _Score(NamedTuple):
    points: int
    games: int


class _WeekScore(NamedTuple):
    """A player's week; `counted` and `games_counted` are the part that is in the table.

    `first` is when their first game of the week ended, `known` whether they had played here before.
    """

    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int
    caused: int
    reign: int
    counted: int
    games_counted: int
    first: datetime
    known: bool


# The table at the end and at the start


def _read_table(
    during: _WeekWindow, connection: Connection
) -> tuple[Season | None, dict[Player, _Score]]:
    """Return the season of the table, and everybody's score at the end."""
    for season in load_seasons(connection, during.guild):
        if season.start < during.end and (season.end is None or season.end > during.start):
            scores = _read_scores(during, season, connection)
            if scores:
                return season, scores
    return None, _read_scores(during, None, connection)


def _read_scores(
    during: _WeekWindow, season: Season | None, connection: Connection
) -> dict[Player, _Score]:
    """Return everybody's score at the end: the current one less what they have won since."""
    span, number = (EVER, 0) if season is None else (SEASON, season.number)
    parts = [_select_totals(during, span, number, number + 1, 1)]
    if season is None or season.end is None:
        parts += _select_later(during, during.end, -1)
    elif season.end > during.end:
        parts += _select_later(during, during.end, -1)
        parts += _select_later(during, season.end, 1)
    every = union_all(*parts).subquery()
    games = func.sum(every.c.games)
    summed = select(every.c.player, func.sum(every.c.points), games)
    rows = connection.execute(summed.group_by(every.c.player).having(games > 0))
    return {player: _Score(int(points), int(games)) for player, points, games in rows}


def _select_later(during: _WeekWindow, at: datetime, sign: int) -> Iterator[Select[Any]]:
    """Yield statements for everything won from a moment on: the rest of its day, and later days."""
    day = -(-to_milliseconds(at) // DAY_MILLISECONDS)
    yield (
        select(results.c.player, sign * results.c.points, literal(sign)).where(
            results.c.guild == during.guild,
            results.c.game == during.game,
            results.c.at >= at,
            results.c.at < to_moment(day * DAY_MILLISECONDS),
            ~results.c.guest,
        )
    )
    for span, begin, end in list_spans_since(day):
        if begin < end:
            yield _select_totals(during, span, begin, end, sign)


def _select_totals(during: _WeekWindow, span: str, begin: int, end: int, sign: int) -> Select[Any]:
    of = standings.c
    return select(
        of.player, (sign * of.points).label("points"), (sign * of.games).label("games")
    ).where(
        of.guild == during.guild,
        of.game == during.game,
        of.variant == WILDCARD,
        of.table == WILDCARD,
        of.span == span,
        of.number >= begin,
        of.number < end,
    )


def _subtract_won(
    after: Mapping[Player, _Score], won: Iterable[_WeekScore]
) -> dict[Player, _Score]:
    """Return everybody's score at the start: that at the end less what was won in between."""
    before = dict(after)
    for each in won:
        if each.games_counted:
            points, games = before.pop(each.player)
            if games > each.games_counted:
                left = _Score(points - each.counted, games - each.games_counted)
                before[each.player] = left
    return before


def _rank_players(scores: Mapping[Player, _Score]) -> list[tuple[Player, ...]]:
    """Return the players that share each rank, best rank first."""
    best = sorted(scores, key=lambda player: (-scores[player].points, player))
    return [tuple(tied) for _, tied in groupby(best, lambda player: scores[player].points)]


def _number_ranks(ranks: Iterable[Sequence[Player]]) -> Iterator[tuple[int, Player]]:
    rank = 1
    for tied in ranks:
        for player in tied:
            yield rank, player
        rank += len(tied)


def _make_places(
    after: Mapping[Player, _Score], before: Mapping[Player, _Score]
) -> Iterator[WeekRank]:
    former = {player: rank for rank, player in _number_ranks(_rank_players(before))}
    for rank, player in islice(_number_ranks(_rank_players(after)), TABLE_LINES):
        yield WeekRank(rank, player, after[player].points, former.get(player))


# The week


def _select_won(during: _WeekWindow, season: Season | None) -> Select[Any]:
    of = results.c
    counts = and_(
        of.at >= (season.start if season else during.start),
        of.at < (season.end if season and season.end else during.end),
    )
    won = (
        select(
            of.player,
            func.sum(of.points),
            func.count(),
            func.count().filter(of.won, of.role == "master"),
            func.count().filter(of.won, of.role == "servant"),
            func.sum(of.caused),
            func.max(of.reign),
            func.sum(case((counts, of.points), else_=0)),
            func.count().filter(counts),
            func.min(of.at, type_=of.at.type),
        )
        .where(during.match(results), ~of.guest)
        .group_by(of.player)
        .subquery()
    )
    earlier = results.alias("earlier").c
    known = exists().where(
        earlier.guild == during.guild,
        earlier.game == during.game,
        earlier.player == won.c.player,
        earlier.at < during.start,
    )
    return select(won, known)


def _make_gains(won: Iterable[_WeekScore]) -> Iterator[Gain]:
    of = {each.player: each for each in won if each.points > 0}
    ranks = _rank_players({player: _Score(each.points, each.games) for player, each in of.items()})
    for rank, player in islice(_number_ranks(ranks), MAX_GAINS):
        if rank <= MEDAL_RANKS:
            yield Gain(rank, *of[player][:5])


def _find_newcomers(won: Iterable[_WeekScore]) -> list[Player]:
    new = [each for each in won if not each.known]
    return [each.player for each in sorted(new, key=lambda each: (each.first, each.player))]


def _select_variants(during: _WeekWindow) -> Select[Any]:
    of = results.c
    pods = select(of.channel, of.pod, of.variant).where(during.match(results)).distinct().subquery()
    return (
        select(pods.c.variant, func.count())
        .group_by(pods.c.variant)
        .order_by(func.count().desc(), pods.c.variant)
    )


def _select_upsets(during: _WeekWindow) -> Select[Any]:
    """Select winners against the odds, the most surprising pods first.

    Winners who ended as thralls are left out: their own chance says nothing about the result.
    """
    of = results.c
    teams = func.count(results.c.team.distinct()).label("teams")
    sides = select(of.channel, of.pod, teams).where(during.match(results))
    pods = sides.group_by(of.channel, of.pod).subquery()
    same = and_(pods.c.channel == of.channel, pods.c.pod == of.pod)
    even = of.chance * pods.c.teams
    return (
        select(of.channel, of.pod, of.player, of.chance)
        .join_from(results, pods, same)
        .where(during.match(results), of.won, of.role == "master", ~of.guest)
        .where(even < UPSET_CHANCE)
        .order_by(even, of.channel, of.pod, of.player)
        .limit(MAX_UPSETS * LARGEST_TABLE)
    )


def _make_upsets(rows: Iterable[Any]) -> Iterator[Upset]:
    pods = groupby(rows, lambda row: (row.channel, row.pod))
    for _, winners in islice(pods, MAX_UPSETS):
        side = list(winners)
        yield Upset(tuple(row.player for row in side), side[0].chance)


def _find_feat(numbers: Iterable[tuple[Player, int]]) -> Feat | None:
    did = sorted((-number, player) for player, number in numbers if number > 0)
    if not did:
        return None
    most = did[0][0]
    return Feat(tuple(player for number, player in did if number == most), -most)


def _select_defeats(during: _WeekWindow) -> Select[Any]:
    of = defeats.c
    times = func.sum(defeats.c.times)
    return (
        select(of.responsible, of.loser, times)
        .where(during.match(defeats))
        .group_by(of.responsible, of.loser)
        .having(times > 1)
        .order_by(times.desc(), of.responsible, of.loser)
        .limit(TABLE_LINES)
    )


def _make_duels(rows: Iterable[Any]) -> list[RepeatedDefeat]:
    every = [RepeatedDefeat(*row) for row in rows]
    return [each for each in every if each.times == every[0].times]


def _select_deeds(during: _WeekWindow) -> Select[Any]:
    of = results.c
    return select(of.player, of.deeds).where(during.match(results), of.deeds != "", ~of.guest)


def _find_deed(rows: Iterable[Any]) -> WeekDeed | None:
    """Return the deed that was done least often, of equal ones the last in the table of deeds."""
    done: dict[str, list[Player]] = {}
    for player, deeds in rows:
        for deed in deeds.split():
            done.setdefault(deed, []).append(player)
    rarest = min(
        (deed for deed in reversed(DEED_IDS) if deed in done),
        key=lambda deed: len(done[deed]),
        default=None,
    )
    return None if rarest is None else WeekDeed(rarest, tuple(sorted({*done[rarest]})))


# Seasons with rules


async def apply_season_rules(
    tables: SeasonTables, guild: int, week: Week, game: GameKind = POD
) -> Week:
    """Return a week with its table by the rules of its season; unchanged without rules.

    The best players of the week are those of all games, except excluded ones. Raises `Unreachable`.
    """
    number = None if week.season is None else week.season.number
    table = await tables.read(guild, number, game)
    return week if table is None else await asyncio.to_thread(_apply_rules, table, week)


def _apply_rules(table: SeasonTable, week: Week) -> Week:
    after, before = (_list_ranked(table.cut(to_milliseconds(at))) for at in (week.end, week.start))
    former = {line.player: line.rank for line in before}
    second = next((line for line in after if line.rank != 1), None)
    return replace(
        week,
        table=tuple(
            WeekRank(line.rank or 0, line.player, line.points, former.get(line.player))
            for line in after[:TABLE_LINES]
        ),
        leaders=_find_leaders(after),
        former=_find_leaders(before),
        ahead=after[0].points - second.points if second is not None else 0,
        gains=tuple(
            _rank_gains([each for each in week.gains if each.player not in table.excluded])
        ),
    )


def _rank_gains(gains: Sequence[Gain]) -> Iterator[Gain]:
    """Yield the gains with ranks among each other."""
    for gain in gains:
        yield replace(gain, rank=1 + sum(each.points > gain.points for each in gains))


def _list_ranked(table: SeasonTable) -> list[SeasonLine]:
    return [line for line in table.list_lines() if line.rank is not None]


def _find_leaders(lines: Iterable[SeasonLine]) -> tuple[Player, ...]:
    return tuple(line.player for line in lines if line.rank == 1)
