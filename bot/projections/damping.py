"""Less rating from games among the same few again and again, in seasons that have that rule.

A game moves the ratings of its players by `HALF` / (`HALF` + r) of what it would: r is how many
games of the season each two of them had finished together before, on average over all pairs. So
it is all of it for people who have not met in the season, and half of it after ten games.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, select, type_coerce

from bot.rules.facts import Player
from bot.storage.engine.schema import results, seasons
from bot.storage.tables.seasons import read_rules

HALF = 10
"""Games together after which a game moves ratings half as far."""


class DampedSeason(NamedTuple):
    """From when to when, in milliseconds since 1970; without an end it is running."""

    start: int
    end: int | None

    def has(self, at: int) -> bool:
        """Whether a game that ended then counts in it."""
        return self.start <= at and (self.end is None or at < self.end)


class Damper:
    """Weighs the games of one kind on one server, one after the other in their order."""

    def __init__(self, damped: Sequence[DampedSeason] = ()) -> None:
        self._damped = damped
        self._season: DampedSeason | None = None
        self._together = Counter[tuple[Player, Player]]()

    def weigh(self, at: int, players: Collection[Player]) -> float:
        """How far the next game moves ratings: from 1 down to nearly 0."""
        season = next((each for each in self._damped if each.has(at)), None)
        if season != self._season:
            self._season = season
            self._together = Counter()
        if season is None or len(players) < 2:
            return 1.0
        pairs = list(combinations(sorted(players), 2))
        together = sum(self._together[pair] for pair in pairs)
        self._together.update(pairs)
        return HALF * len(pairs) / (HALF * len(pairs) + together)


def read_damped(connection: Connection) -> Mapping[int, Sequence[DampedSeason]]:
    """The seasons with this rule, by server."""
    found = defaultdict[int, list[DampedSeason]](list)
    start, end = (type_coerce(seasons.c[name], BigInteger) for name in ("start", "end"))
    query = select(seasons.c.guild, seasons.c.rules, start, end)
    for guild, rules, begins, ends in connection.execute(query.where(seasons.c.rules.is_not(None))):
        if read_rules(rules).damped:
            found[guild].append(DampedSeason(begins, ends))
    return found


def read_damper(connection: Connection, guild: int, game: str, since: int) -> Damper:
    """What weighs a server's games of a kind from a moment on: it knows those before."""
    damped = read_damped(connection).get(guild, ())
    damper = Damper(damped)
    at = type_coerce(results.c.at, BigInteger)
    for season in damped:
        if not season.has(since):
            continue
        of = results.c
        order = (results.c.at, results.c.channel, results.c.pod)
        rows = connection.execute(
            select(at, of.channel, of.pod, of.player)
            .where(of.guild == guild, of.game == game, at >= season.start, at < since)
            .order_by(*order)
        )
        for (ended, *_), seats in groupby(rows, itemgetter(0, 1, 2)):
            damper.weigh(ended, [seat.player for seat in seats])
    return damper
