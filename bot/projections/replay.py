"""Rating games from a server's bookmark on, a few at a time.

A chunk is read, rated, and written only if it still reads the same: so it does not matter who else
changes results meanwhile, or rates them too, or where it is broken off. Games are rated in the
order of their end, channel and number, each from what is written about the players' games before
it: the ratings are the same to the last bit, however often and in whichever pieces they are made.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    select,
    update,
)

from bot.projections.skill import Rated, Rating, Seat, rated
from bot.rules.facts import Player
from bot.storage.schema import Moment, results, unrated

ROWS = 250
"""Results in one chunk, and so in one transaction: a few milliseconds."""

MANY_ROWS = 2_000
"""The same where nobody waits."""


class Game(NamedTuple):
    """The results of a pod, which ended `at` some time."""

    at: datetime
    channel: int
    pod: int
    seats: tuple[Seat, ...]


class Chunk(NamedTuple):
    """Some games of a server from its bookmark on, and what their players were before them.

    `then` is where the bookmark goes; None if no game is left. `rows` were asked for.
    """

    guild: int
    since: datetime
    rows: int
    games: tuple[Game, ...]
    before: Mapping[Player, Rating]
    then: datetime | None


Values = dict[str, Any]
"""What is written into one result."""


# Reading

_OF_GUILD = results.c.guild == bindparam("in_guild")
_SINCE = results.c.at >= bindparam("since", type_=Moment)
_UNTIL = results.c.at <= bindparam("until", type_=Moment)
_IN_ORDER = (results.c.at, results.c.channel, results.c.pod)
_SEATS = [results.c[name] for name in Seat._fields]

_BOOKMARK = select(unrated.c.since).where(unrated.c.guild == bindparam("in_guild"))
_SOME = (
    select(*_IN_ORDER, *_SEATS)
    .where(_OF_GUILD, _SINCE)
    .order_by(*_IN_ORDER)
    .limit(bindparam("most", type_=Integer))
)
_AT_ONCE = select(*_IN_ORDER, *_SEATS).where(_OF_GUILD, _SINCE, _UNTIL).order_by(*_IN_ORDER)
_TO_RATE = and_(unrated.c.guild == results.c.guild, unrated.c.since <= results.c.at)
_RATED = (
    select(results.c.guild, *_IN_ORDER, *_SEATS, *(results.c[name] for name in Rated._fields))
    .outerjoin(unrated, _TO_RATE)
    .where(unrated.c.guild.is_(None))
    .order_by(results.c.guild, *_IN_ORDER)
)
_NEXT = select(func.min(results.c.at)).where(
    _OF_GUILD, results.c.at > bindparam("until", type_=Moment)
)


def _before() -> Select[Any]:
    """What the games before a moment have made of those who played since then, up to another."""
    played = select(results.c.player).where(_OF_GUILD, _SINCE, _UNTIL).distinct().subquery()
    earlier = results.alias("earlier")
    mu, sigma = (
        select(earlier.c[name])
        .where(
            earlier.c.guild == bindparam("in_guild"),
            earlier.c.player == played.c.player,
            earlier.c.at < bindparam("since", type_=Moment),
        )
        .order_by(*(earlier.c[column.name].desc() for column in _IN_ORDER))
        .limit(1)
        .scalar_subquery()
        for name in Rating._fields
    )
    return select(played.c.player, mu, sigma)


_BEFORE = _before()


def read(
    connection: Connection, guild: int, rows: int = ROWS, *, locked: bool = False
) -> Chunk | None:
    """The next games that a server has to have rated, of about so many `rows`; None if it is done.

    Games that ended at the same time stay together. If `locked`, nobody changes them until the end
    of the transaction.
    """
    bookmark = _BOOKMARK.with_for_update() if locked else _BOOKMARK
    since = connection.scalar(bookmark, {"in_guild": guild})
    if since is None:
        return None
    asked: Values = {"in_guild": guild, "since": since}
    found: Sequence[Row[Any]] = connection.execute(_SOME, asked | {"most": rows + 1}).all()
    then: datetime | None = None
    if len(found) > rows:
        then = found[-1].at
        found = [row for row in found if row.at < then]
        if not found:
            asked["until"] = then
            found = connection.execute(_AT_ONCE, asked).all()
            then = connection.scalar(_NEXT, asked)
    games = tuple(_games(found))
    before = dict[Player, Rating]()
    if games:
        asked |= {"until": games[-1].at}
        for player, mu, sigma in connection.execute(_BEFORE, asked):
            if mu is not None:
                before[player] = Rating(mu, sigma)
    return Chunk(guild, since, rows, games, before, then)


def _games(rows: Sequence[Row[Any]]) -> Iterator[Game]:
    for (at, channel, pod), seats in groupby(rows, key=itemgetter(0, 1, 2)):
        # Each database sorts players by a language of its own.
        yield Game(at, channel, pod, tuple(sorted(map(Seat._make, (row[3:] for row in seats)))))


# Rating


def rate(chunk: Chunk) -> Iterator[list[Values]]:
    """What is to be written into the results of each game in turn."""
    current = dict(chunk.before)
    for game in chunk.games:
        after = _after(game.seats, current)
        yield [
            {
                "in_channel": game.channel,
                "of_pod": game.pod,
                "of_player": player,
                "mu": new.mu,
                "sigma": new.sigma,
                "chance": new.chance,
            }
            for player, new in after.items()
        ]


def _after(seats: Sequence[Seat], current: dict[Player, Rating]) -> dict[Player, Rated]:
    """What a game makes of its players, whose `current` ratings change with it."""
    after = rated(seats, current)
    current.update((player, new.rating) for player, new in after.items())
    return after


# Writing

_WRITE = update(results).where(
    results.c.channel == bindparam("in_channel"),
    results.c.pod == bindparam("of_pod"),
    results.c.player == bindparam("of_player"),
)
_OF_BOOKMARK = unrated.c.guild == bindparam("in_guild")
_GO_ON = update(unrated).where(_OF_BOOKMARK)
_DONE = delete(unrated).where(_OF_BOOKMARK)


def write(connection: Connection, chunk: Chunk, values: list[Values]) -> bool:
    """Writes the ratings of a chunk and moves the bookmark on, unless something has changed."""
    if read(connection, chunk.guild, chunk.rows, locked=True) != chunk:
        return False
    _put(connection, chunk, values)
    return True


def waiting(connection: Connection) -> list[int]:
    """The servers that have games to be rated."""
    return [*connection.scalars(select(unrated.c.guild).order_by(unrated.c.guild))]


def rate_all(connection: Connection, tick: Callable[[int, int | None], None]) -> None:
    """Rates all that has to be rated, on every server, while nobody else writes.

    `tick` is told how many results more are done, and at first how many there are.
    """
    every = select(func.count()).select_from(results).join(unrated, _TO_RATE)
    tick(0, connection.scalar(every))
    for guild in waiting(connection):
        while chunk := read(connection, guild, MANY_ROWS):
            values = list(chain.from_iterable(rate(chunk)))
            _put(connection, chunk, values)
            tick(len(values), None)


def astray(connection: Connection) -> Iterator[int]:
    """The servers whose ratings, up to their bookmark, are not what their games make of them."""
    every = connection.execute(_RATED.execution_options(yield_per=MANY_ROWS))
    for guild, rows in groupby(every, key=itemgetter(0)):
        if not _are_right(rows):
            yield guild


def _are_right(rows: Iterable[Row[Any]]) -> bool:
    current = dict[Player, Rating]()
    for _, group in groupby(rows, key=itemgetter(1, 2, 3)):
        game = {row.player: row for row in group}
        seats = [Seat._make(row[4:-3]) for row in game.values()]
        after = _after(seats, current)
        if any(after[player] != tuple(row[-3:]) for player, row in game.items()):
            return False
    return True


def _put(connection: Connection, chunk: Chunk, values: list[Values]) -> None:
    if values:
        connection.execute(_WRITE, values)
    if chunk.then is None:
        connection.execute(_DONE, {"in_guild": chunk.guild})
    else:
        connection.execute(_GO_ON, {"in_guild": chunk.guild, "since": chunk.then})
