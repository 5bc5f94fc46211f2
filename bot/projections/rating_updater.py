"""Rate a server's games from its bookmark on, a chunk at a time, each kind of game by itself.

A chunk is loaded, rated, and written only if the bookmark is unchanged. So results may change, other processes may rate
too, and the work may stop at any point. Games are rated in the order of end, channel and number, from the ratings
stored before them. So the ratings are the same to the last bit, however the games are divided into chunks.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    Row,
    and_,
    bindparam,
    delete,
    func,
    select,
    type_coerce,
    update,
)

from bot.basics.reconciler import DebouncedJobQueue
from bot.projections.damping import (
    PERSON,
    RepeatedGameDiscount,
    load_repeated_game_discount,
    load_seasons_discounting_repeated_games,
)
from bot.projections.skill import (
    PlayerResultForRating,
    SkillRating,
    SkillRatingAfterGame,
    compute_ratings_after_game,
    reduce_rating_changes,
)
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError, StorageError
from bot.storage.engine.row_changes import RowChange, apply_row_changes
from bot.storage.engine.schema import results, unrated

log = logging.getLogger(__name__)

CHUNK_ROWS = 400
"""Results in one chunk and transaction, which takes a few milliseconds."""

LARGE_CHUNK_ROWS = 2_000
"""Results in one chunk when nobody waits for an answer."""

GAMES_PER_SLICE = 2
"""Games rated before the event loop gets a turn: less than half a millisecond."""

BACKLOG_PAUSE = 1.0
"""Seconds of pause when the writer has a backlog."""


class FirstUnratedGameTime(NamedTuple):
    """The time from which a server's games of one kind need rating, and the event that caused this."""

    guild: int
    game: str
    since: int
    channel: int
    version: int


class UnratedGamesBatch(NamedTuple):
    """A batch of games to rate, with the ratings that their players had before.

    The `damper` weighs the games in their order. The field then is the next bookmark; None if no game is left. Times
    are in milliseconds since 1970.
    """

    bookmark: FirstUnratedGameTime
    results: Sequence[Row[Any]]
    then: int | None
    damper: RepeatedGameDiscount


Values = dict[str, Any]
"""Columns and values to write into one result."""


# Reading

_OF_GUILD = and_(results.c.guild == bindparam("in_guild"), results.c.game == bindparam("of_game"))
_ended_at = type_coerce(results.c.at, BigInteger)
_IS_SINCE_BOOKMARK = _ended_at >= bindparam("since")
_RATING_ORDER = (results.c.at, results.c.channel, results.c.pod)
_GAME_COLUMNS = [_ended_at.label("at"), results.c.channel, results.c.pod]
_SEAT_COLUMNS = [PERSON.label("person"), *(results.c[name] for name in PlayerResultForRating._fields)]


def _build_previous_rating_subqueries() -> Iterator[ColumnElement[Any]]:
    """Yield the queries for players' ratings before the first unrated game.

    The rating of a newcomer is NULL.
    """
    earlier = results.alias("earlier")
    for name in SkillRating._fields:
        latest = select(earlier.c[name]).where(
            earlier.c.guild == results.c.guild,
            earlier.c.game == results.c.game,
            earlier.c.player == results.c.player,
            type_coerce(earlier.c.at, BigInteger) < bindparam("since"),
        )
        latest = latest.order_by(*(earlier.c[column.name].desc() for column in _RATING_ORDER))
        yield latest.limit(1).scalar_subquery().label(name)


_SELECT_BOOKMARK = (
    select(
        unrated.c.guild, unrated.c.game, type_coerce(unrated.c.since, BigInteger), unrated.c.channel, unrated.c.version
    )
    .where(unrated.c.guild == bindparam("in_guild"))
    .order_by(unrated.c.game)
    .limit(1)
)
SELECT_UNRATED_SERVERS = select(unrated.c.guild).distinct().order_by(unrated.c.guild)
"""Selects the servers that have games to rate."""

_SELECT_UNRATED = (
    select(*_GAME_COLUMNS, *_SEAT_COLUMNS, *_build_previous_rating_subqueries())
    .where(_OF_GUILD, _IS_SINCE_BOOKMARK)
    .order_by(*_RATING_ORDER)
)
_SELECT_CHUNK = _SELECT_UNRATED.limit(bindparam("most", type_=Integer))
_SELECT_UNTIL = _SELECT_UNRATED.where(_ended_at <= bindparam("until"))
_SELECT_NEXT_MOMENT = select(func.min(_ended_at)).where(_OF_GUILD, _ended_at > bindparam("until"))
_IS_UNRATED = and_(
    unrated.c.guild == results.c.guild, unrated.c.game == results.c.game, unrated.c.since <= results.c.at
)
_SELECT_RATED = (
    select(
        results.c.guild,
        results.c.game,
        *_GAME_COLUMNS,
        *_SEAT_COLUMNS,
        *(results.c[name] for name in SkillRatingAfterGame._fields),
    )
    .outerjoin(unrated, _IS_UNRATED)
    .where(unrated.c.guild.is_(None))
    .order_by(results.c.guild, results.c.game, *_RATING_ORDER)
)


def load_batch_of_unrated_games(
    connection: Connection, guild_id: int, row_count: int = CHUNK_ROWS
) -> UnratedGamesBatch | None:
    """Load the next games to rate on a server, about `row_count` results; None if all are rated.

    The games are of one kind. Games that ended at the same time stay in one batch.
    """
    row = connection.execute(_SELECT_BOOKMARK, {"in_guild": guild_id}).one_or_none()
    if row is None:
        return None
    bookmark = FirstUnratedGameTime(*row)  # read first, so that later changes of results move it
    parameters: Values = {"in_guild": guild_id, "of_game": bookmark.game, "since": bookmark.since}
    found = connection.execute(_SELECT_CHUNK, parameters | {"most": row_count + 1}).all()
    then: int | None = None
    if len(found) > row_count:
        then = found[-1].at
        found = [row for row in found if row.at < then]
        if not found:
            found = connection.execute(_SELECT_UNTIL, parameters | {"until": then}).all()
            then = connection.scalar(_SELECT_NEXT_MOMENT, parameters | {"until": then})
    damper = load_repeated_game_discount(connection, guild_id, bookmark.game, bookmark.since)
    return UnratedGamesBatch(bookmark, found, then, damper)


# Rating


def rate_games_in_batch(games_batch: UnratedGamesBatch) -> Iterator[list[Values]]:
    """Yield the players' new ratings for each game in turn."""
    every = games_batch.results
    current = {row.player: SkillRating._make(row[-2:]) for row in every if row.mu is not None}
    for (at, channel, pod), game in groupby(every, key=itemgetter(0, 1, 2)):
        rows = list(game)
        seats = [PlayerResultForRating._make(row[4:-2]) for row in rows]
        weight = games_batch.damper.compute_rating_weight_of_next_game(at, [row.person for row in rows])
        after = _rate_game_with_reduced_change(seats, current, weight)
        yield [
            {
                "in_channel": channel,
                "of_pod": pod,
                "of_player": player,
                "mu": new.mu,
                "sigma": new.sigma,
                "chance": new.chance,
            }
            for player, new in after.items()
        ]


def _rate_game_with_reduced_change(
    player_results: Sequence[PlayerResultForRating],
    current_ratings: dict[Player, SkillRating],
    rating_change_weight: float,
) -> dict[Player, SkillRatingAfterGame]:
    after = reduce_rating_changes(
        compute_ratings_after_game(player_results, current_ratings), current_ratings, rating_change_weight
    )
    current_ratings.update((player, new.skill_rating) for player, new in after.items())
    return after


# Writing

_IS_SAME_BOOKMARK = and_(
    unrated.c.guild == bindparam("in_guild"),
    unrated.c.game == bindparam("in_game"),
    type_coerce(unrated.c.since, BigInteger) == bindparam("was_since"),
    unrated.c.channel == bindparam("was_channel"),
    unrated.c.version == bindparam("was_version"),
)
# On PostgreSQL this locks the bookmark's row until the end of the transaction.
_LOCK_BOOKMARK = update(unrated).where(_IS_SAME_BOOKMARK).values(version=unrated.c.version)
_UPDATE_RATING = update(results).where(
    results.c.channel == bindparam("in_channel"),
    results.c.pod == bindparam("of_pod"),
    results.c.player == bindparam("of_player"),
    select(unrated).where(_IS_SAME_BOOKMARK).exists(),
)
_MOVE_BOOKMARK = update(unrated).where(_IS_SAME_BOOKMARK).values(since=bindparam("then", type_=BigInteger))
_DELETE_BOOKMARK = delete(unrated).where(_IS_SAME_BOOKMARK)


def build_rating_row_changes(
    games_batch: UnratedGamesBatch, rated_games: Iterable[list[Values]]
) -> Iterator[RowChange]:
    """Yield the changes that write the ratings of games and mark these games as rated.

    They change nothing if the bookmark has moved since the chunk was loaded.
    """
    guild, game, since, channel, version = games_batch.bookmark
    same = {"in_guild": guild, "in_game": game, "was_since": since, "was_channel": channel, "was_version": version}
    yield RowChange(_LOCK_BOOKMARK, [same])
    if values := [{**row, **same} for game in rated_games for row in game]:
        yield RowChange(_UPDATE_RATING, values)
    if games_batch.then is None:
        yield RowChange(_DELETE_BOOKMARK, [same])
    else:
        yield RowChange(_MOVE_BOOKMARK, [same | {"then": games_batch.then}])


def rate_all_games_of_all_servers(connection: Connection, report_progress: Callable[[int, int | None], None]) -> None:
    """Rate all unrated games on all servers. No other process may write meanwhile.

    `report_progress` receives the number of results just rated, and in the first call the number of all.
    """
    every = select(func.count()).select_from(results).join(unrated, _IS_UNRATED)
    report_progress(0, connection.scalar(every))
    for guild in connection.scalars(SELECT_UNRATED_SERVERS).all():
        while chunk := load_batch_of_unrated_games(connection, guild, LARGE_CHUNK_ROWS):
            apply_row_changes([*build_rating_row_changes(chunk, rate_games_in_batch(chunk))], connection)
            report_progress(len(chunk.results), None)


def find_servers_with_wrong_ratings(connection: Connection) -> Iterator[int]:
    """Yield the servers whose stored ratings differ from newly computed ones."""
    damped = load_seasons_discounting_repeated_games(connection)
    every = connection.execute(_SELECT_RATED.execution_options(yield_per=LARGE_CHUNK_ROWS))
    games = groupby(every, key=itemgetter(0, 1))
    astray = [
        guild
        for (guild, _), rows in games
        if not _are_stored_ratings_correct(rows, RepeatedGameDiscount(damped.get(guild, ())))
    ]
    yield from dict.fromkeys(astray)


def _are_stored_ratings_correct(rating_rows: Iterable[Row[Any]], repeated_game_weights: RepeatedGameDiscount) -> bool:
    current = dict[Player, SkillRating]()
    for (at, *_), group in groupby(rating_rows, key=itemgetter(2, 3, 4)):
        game = {row.player: row for row in group}
        seats = [PlayerResultForRating._make(row[6:-3]) for row in game.values()]
        weight = repeated_game_weights.compute_rating_weight_of_next_game(at, [row.person for row in game.values()])
        after = _rate_game_with_reduced_change(seats, current, weight)
        if any(after[player] != tuple(row[-3:]) for player, row in game.items()):
            return False
    return True


# The background task


class BackgroundRatingUpdater:
    """A background task that rates finished games, a few at a time.

    Only the database knows which results are rated. Several updaters may run at once, also in several processes. `rows`
    is the size of a chunk.
    """

    def __init__(self, database: Database, rows: int = CHUNK_ROWS) -> None:
        self._database = database
        self._rows = rows
        self._turn = asyncio.Lock()
        # One chunk at a time, from each server in turn, so that no server waits long.
        self._servers = DebouncedJobQueue[int, None](self._rate_next_games_and_reschedule, at_once=1)

    def schedule_rating_of_server(self, guild_id: int) -> None:
        """Schedule the rating of a server's games after results may have changed."""
        self._servers.queue_job(guild_id, None)

    async def schedule_rating_of_all_servers(
        self, is_served_by_process: Callable[[int], bool] = lambda _: True
    ) -> None:
        """Schedule the rating of unrated games on all servers of this process.

        `is_served_by_process` tells whether this process serves a server.
        """
        for guild in filter(
            is_served_by_process, [guild for (guild,) in await self._database.fetch_rows(SELECT_UNRATED_SERVERS)]
        ):
            self.schedule_rating_of_server(guild)

    async def wait_for_ratings_of_server(self, guild_id: int) -> None:
        while await self._rate_next_games_of_server(guild_id):
            pass

    async def close(self) -> None:
        """Stop rating games.

        The bookmarks tell the next start where to continue.
        """
        await self._servers.close()

    async def _rate_next_games_and_reschedule(self, guild_id: int, _job: None) -> None:
        try:
            if await self._rate_next_games_of_server(guild_id):
                self.schedule_rating_of_server(guild_id)  # behind the other servers
        except StorageError as error:
            log.warning("games of server %s cannot be rated for now: %s", guild_id, error)

    async def _rate_next_games_of_server(self, guild_id: int) -> bool:
        async with self._turn:
            chunk = await self._database.run_read_transaction_without_timeout(
                partial(load_batch_of_unrated_games, guild_id=guild_id, row_count=self._rows)
            )
            if chunk is None:
                return False
            games = []
            for number, game in enumerate(rate_games_in_batch(chunk), 1):
                games.append(game)
                if number % GAMES_PER_SLICE == 0:
                    await asyncio.sleep(0)
            try:
                await self._database.commit_changes(*build_rating_row_changes(chunk, games))
            except DatabaseBusyError:  # commands come first
                await asyncio.sleep(BACKLOG_PAUSE)
            return True
