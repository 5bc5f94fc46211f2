"""A player's career on a server: games by variant and role, and winning streaks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Row, Select, bindparam, case, exists, func, select

from bot.projections.season_standings import SeasonStandingsCache
from bot.rules.facts import Player
from bot.rules.records import Role
from bot.rules.variants import VARIANTS, ServantKind, find_servant_kind
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import WILDCARD

EVER = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
"""The range of all time."""


class PlayerGameTotals(Struct, frozen=True):
    """The number of games that a player had, won and drew, and their points."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0

    @property
    def lost_game_count(self) -> int:
        """The number of games that another player won."""
        return self.games - self.won - self.drawn

    def __add__(self, other: "PlayerGameTotals") -> "PlayerGameTotals":
        return PlayerGameTotals(
            self.games + other.games, self.won + other.won, self.drawn + other.drawn, self.points + other.points
        )


class PlayerCareer(Struct, frozen=True):
    """A player's history on a server: games by variant and role, winning streaks, and times as a master.

    `caused` counts defeats of others, `served` how often the player became a thrall. `reign` is the longest one in
    milliseconds. `streak` is the number of games won in a row up to the latest game, `longest` the longest such streak.
    `season_points` are the points by the rules of a season, by variant and of all; None if no rules change them.
    """

    records: Mapping[tuple[str, Role], PlayerGameTotals]
    caused: int
    served: int
    reign: int
    streak: int
    longest: int
    season_points: Mapping[str, int] | None = None

    @property
    def servants(self) -> ServantKind:
        """The kind of servants (beaten players who play on for others) in the player's games."""
        own = {role: record for (variant, role), record in self.records.items() if variant not in VARIANTS}
        served = own.get("servant", PlayerGameTotals())
        return find_servant_kind(
            {variant for variant, _ in self.records},
            has_custom_servants=served.games > 0 or self.served > 0,
            has_winning_custom_servants=served.won > 0,
        )

    def find_points(self, variant: str = WILDCARD) -> int:
        """Return the player's points in games of a variant, or in all games, by the season's rules."""
        if self.season_points is not None:
            return self.season_points[variant]
        return self.sum_games_by_variant_and_role(variant or None).points

    def sum_games_by_variant_and_role(self, variant: str | None = None, role: Role | None = None) -> PlayerGameTotals:
        """Return the sums for a variant and a role; None means all of them."""
        chosen = (
            record
            for (played, as_), record in self.records.items()
            if variant in (None, played) and role in (None, as_)
        )
        return sum(chosen, start=PlayerGameTotals())


async def load_player_career(
    database: Database,
    guild_id: int,
    player: Player,
    time_range: tuple[datetime, datetime] = EVER,
    game_kind: GameKind = POD,
) -> PlayerCareer | None:
    """Load what a player has done in games of a kind in a period; None without games.

    A game counts by its end. The range includes its first time and excludes its second.
    """
    since, until = time_range
    parameters = {"in_guild": guild_id, "of_game": game_kind, "of_player": player, "since": since, "until": until}

    def load_game_totals_and_winning_streaks(connection: Connection) -> tuple[Sequence[Row[Any]], Row[Any]]:
        rows = connection.execute(_SELECT_RECORDS, parameters).all()
        return rows, connection.execute(_SELECT_STREAKS, parameters).one()

    rows, streaks = await database.run_read_transaction(load_game_totals_and_winning_streaks)
    if not rows:
        return None
    return PlayerCareer(
        {(row.variant, row.role): PlayerGameTotals(*row[2:6]) for row in rows},
        sum(row.caused for row in rows),
        sum(row.served for row in rows),
        max(row.reign for row in rows),
        streaks.streak or 0,
        streaks.longest or 0,
    )


async def apply_season_rules_to_player_career(
    standings_cache: SeasonStandingsCache,
    season: Season,
    player: Player,
    player_career: PlayerCareer,
    game_kind: GameKind,
) -> PlayerCareer:
    """Return a player's career with points by the season's rules; unchanged if no rules change the points."""
    table = await standings_cache.load_season_standings(season.guild, season.number, game_kind)
    if table is None:
        return player_career
    variants = [WILDCARD, *(variant for variant, _ in player_career.records)]
    points = {variant: table.compute_points_of_player(player, variant) for variant in variants}
    return replace(player_career, season_points=points)


_OTHER_RESULTS = results.alias("others")
_HAS_WINNER = exists().where(
    _OTHER_RESULTS.c.channel == results.c.channel, _OTHER_RESULTS.c.pod == results.c.pod, _OTHER_RESULTS.c.won
)
_OF_PLAYER = (
    results.c.guild == bindparam("in_guild"),
    results.c.game == bindparam("of_game"),
    results.c.player == bindparam("of_player"),
    results.c.at >= bindparam("since"),
    results.c.at < bindparam("until"),
)


def _build_game_totals_by_role_query() -> Select[Any]:
    columns = ("variant", "role", "won", "points", "caused", "served", "reign")
    mine = select(*(results.c[name] for name in columns), _HAS_WINNER.label("decided"))
    games = mine.where(*_OF_PLAYER).subquery("games")
    return select(
        games.c.variant,
        games.c.role,
        func.count(),
        func.count().filter(games.c.won),
        func.count().filter(~games.c.decided),
        func.sum(games.c.points),
        func.sum(games.c.caused).label("caused"),
        func.sum(games.c.served).label("served"),
        func.max(games.c.reign).label("reign"),
    ).group_by(games.c.variant, games.c.role)


def _build_winning_streaks_query() -> Select[Any]:
    """Return a query for a player's current and longest winning streak.

    Each won game is numbered among all games and among won games; the difference is the same for all games of one
    streak. The current streak contains the player's latest game.
    """
    order = (results.c.at, results.c.channel, results.c.pod)
    number = func.row_number().over(order_by=order)
    alike = func.row_number().over(partition_by=results.c.won, order_by=order)
    numbered = select(results.c.won, number.label("number"), (number - alike).label("before"))
    games = numbered.where(*_OF_PLAYER).cte("games")
    won = select(func.count().label("length"), func.max(games.c.number).label("last"))
    streaks = won.where(games.c.won).group_by(games.c.before).subquery("streaks")
    last = select(func.max(games.c.number)).scalar_subquery()
    lasting = case((streaks.c.last == last, streaks.c.length), else_=0)
    return select(func.max(lasting).label("streak"), func.max(streaks.c.length).label("longest")).select_from(streaks)


# Built once: building such a statement takes longer than executing it.
_SELECT_RECORDS = _build_game_totals_by_role_query()
_SELECT_STREAKS = _build_winning_streaks_query()


async def count_achievements_of_player(
    database: Database, guild_id: int, player: Player, time_range: tuple[datetime, datetime] = EVER
) -> Counter[str]:
    """Return how often a player earned each achievement in the pods of a period."""
    since, until = time_range
    query = select(results.c.deeds).where(
        results.c.guild == guild_id,
        results.c.game == POD,
        results.c.player == player,
        results.c.at >= since,
        results.c.at < until,
    )
    rows = await database.fetch_rows(query.where(results.c.deeds != ""))
    return Counter(deed for (deeds,) in rows for deed in deeds.split())
