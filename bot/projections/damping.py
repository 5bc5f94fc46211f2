"""Damping: games among the same few people move ratings less, in seasons with that rule.

A game moves the ratings of its players by `HALVING_GAMES` / (`HALVING_GAMES` + r) of the full change. r is the number
of games of the season that two of its players had finished together before, averaged over all pairs. So the change is
full for people who have not met in the season, and half after ten games.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, case, func, select, type_coerce

from bot.rules.facts import Player
from bot.storage.engine.schema import results, seasons
from bot.storage.tables.seasons import decode_season_rules_json

PERSON = case((results.c.guest, func.coalesce(results.c.brought_by, results.c.player)), else_=results.c.player)
"""The person that the player of a result counts as where people are counted."""

HALVING_GAMES = 10
"""Games together after which a game moves ratings half as far."""


class SeasonDiscountingRepeatedGames(NamedTuple):
    """A season in which repeated games of the same people change ratings less.

    A season without `end` is running.
    """

    start: int
    end: int | None

    def contains_end_time(self, game_end_time: int) -> bool:
        """Return True if the season includes games that ended at this time."""
        return self.start <= game_end_time and (self.end is None or game_end_time < self.end)


class RepeatedGameDiscount:
    """A calculator of the reduced rating changes for repeated games of the same people.

    It handles a server's games of one kind, in their order.
    """

    def __init__(self, damped: Sequence[SeasonDiscountingRepeatedGames] = ()) -> None:
        self._damped = damped
        self._season: SeasonDiscountingRepeatedGames | None = None
        self._together = Counter[tuple[Player, Player]]()

    def compute_rating_weight_of_next_game(self, game_end_time: int, people: Collection[Player]) -> float:
        """Compute the factor of a game's rating changes, which falls with each repeated meeting.

        `people` are those whom the players count as: a guest counts as the member who brought them.
        """
        season = next((each for each in self._damped if each.contains_end_time(game_end_time)), None)
        if season != self._season:
            self._season = season
            self._together = Counter()
        if season is None or len({*people}) < 2:
            return 1.0
        pairs = list(combinations(sorted({*people}), 2))
        together = sum(self._together[pair] for pair in pairs)
        self._together.update(pairs)
        return HALVING_GAMES * len(pairs) / (HALVING_GAMES * len(pairs) + together)


def load_seasons_discounting_repeated_games(
    connection: Connection,
) -> Mapping[int, Sequence[SeasonDiscountingRepeatedGames]]:
    """Load the seasons, by server, in which repeated games change ratings less."""
    found = defaultdict[int, list[SeasonDiscountingRepeatedGames]](list)
    start, end = (type_coerce(seasons.c[name], BigInteger) for name in ("start", "end"))
    query = select(seasons.c.guild, seasons.c.rules, start, end)
    for guild, rules, begins, ends in connection.execute(query.where(seasons.c.rules.is_not(None))):
        if decode_season_rules_json(rules).damped:
            found[guild].append(SeasonDiscountingRepeatedGames(begins, ends))
    return found


def load_repeated_game_discount(
    connection: Connection, guild_id: int, game_kind: str, start_time: int
) -> RepeatedGameDiscount:
    """Load a calculator of the reduced rating changes for repeated games from `start_time` on.

    Earlier games of the seasons are counted already.
    """
    damped = load_seasons_discounting_repeated_games(connection).get(guild_id, ())
    damper = RepeatedGameDiscount(damped)
    at = type_coerce(results.c.at, BigInteger)
    for season in damped:
        if not season.contains_end_time(start_time):
            continue
        of = results.c
        order = (results.c.at, results.c.channel, results.c.pod)
        rows = connection.execute(
            select(at, of.channel, of.pod, PERSON.label("person"))
            .where(of.guild == guild_id, of.game == game_kind, at >= season.start, at < start_time)
            .order_by(*order)
        )
        for (ended, *_), seats in groupby(rows, itemgetter(0, 1, 2)):
            damper.compute_rating_weight_of_next_game(ended, [seat.person for seat in seats])
    return damper
