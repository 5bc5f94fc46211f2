"""A season repeated for each trick; games that the trick does not touch are played once."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import cycle

from bot.rules.facts import Player
from bot.storage.engine.row_changes import Row
from tests.benchmarks.abuse.duels import play_duels
from tests.benchmarks.abuse.own_accounts import (
    EACH_WEEK,
    FARMED,
    VOUCHED,
    How,
    play_again_and_again,
    play_alone,
    play_with_guests,
)
from tests.benchmarks.abuse.people import CHEATER, Evening, League, plan_evenings
from tests.benchmarks.abuse.season import play_evening
from tests.benchmarks.abuse.tricks import Honesty

ACCOUNTS: Sequence[Player] = ("own-1", "own-2", "own-3")
_HONESTY = Honesty()

Rows = list[Row]


class Stage:
    """A season of one seed: the honest games, and ways to let the cheater play otherwise."""

    def __init__(self, league: League) -> None:
        self.league = league
        planned = list(enumerate(plan_evenings(league, cheater=True), 1))
        self._tempting = [each for each in planned if CHEATER in each[1].players]
        self._others = [each for each in planned if CHEATER not in each[1].players]

    @cached_property
    def honest(self) -> Rows:
        """Play with everybody honest."""
        return self.cheat(_HONESTY)

    @cached_property
    def deserted(self) -> Rows:
        """Play without the cheater."""
        return self._play(enumerate(plan_evenings(self.league, cheater=False), 1), _HONESTY)

    @cached_property
    def duels(self) -> Rows:
        """Play duels of Magicjoust, all of them honest."""
        return [row for sitting in play_duels(self.league) for row in sitting.rows]

    @cached_property
    def _untouched(self) -> Rows:
        return self._play(self._others, _HONESTY)

    def cheat(self, cheat: Honesty) -> Rows:
        """Let the cheater come as often as in the honest season, and cheat at the table."""
        return [*self._untouched, *self._play(self._tempting, cheat)]

    def have_friends_play(self, games: int) -> Rows:
        """Play honestly, with four friends who play so many games a week."""
        friends = [each for each in self._others if each[1].players == self.league.friends]
        often = [(channel, evening._replace(games=games)) for channel, evening in friends]
        theirs = {channel for channel, _ in friends}
        others = [row for row in self.honest if row["channel"] not in theirs]
        return [*others, *self._play(often, _HONESTY)]

    def play_alone(self, accounts: int, how: How, each_week: int = EACH_WEEK, weeks: int | None = None) -> Rows:
        """Return the cheater's results with so many own accounts alone."""
        league = self.league
        every = play_alone(ACCOUNTS[:accounts], how, weeks or league.weeks, each_week, league.seed)
        return [row for sitting in every for row in sitting.rows]

    def play_with_guests(self, each_week: bool, beside: bool) -> Rows:
        """Return the results of three own accounts that also play with invented guests."""
        league, times = self.league, self.league.weeks if each_week else 1
        farmed, vouched = FARMED * times, VOUCHED * times
        every = play_with_guests(ACCOUNTS, league.weeks, farmed, vouched, league.seed, beside=beside)
        return [row for sitting in every for row in sitting.rows]

    def play_again_and_again(self, each_week: bool) -> Rows:
        """Return the results of own accounts that are forgotten and come back."""
        league, times = self.league, self.league.weeks if each_week else 1
        games = FARMED * times, VOUCHED * times
        every = play_again_and_again(ACCOUNTS, league.weeks, *games, league.seed)
        return [row for sitting in every for row in sitting.rows]

    def send_out(self, quarters: int) -> Rows:
        """Send own accounts to so many quarters of the cheater's evenings."""
        accounts = cycle(ACCOUNTS)
        sent = [
            (channel, _replace(evening, next(accounts)) if number % 4 < quarters else evening)
            for number, (channel, evening) in enumerate(self._tempting)
        ]
        return [*self._untouched, *self._play(sent, _HONESTY)]

    def bring_along(self, accounts: Sequence[Player]) -> Rows:
        """Let these accounts sit at all tables of the cheater, in place of others, and play honestly."""
        brought = [(channel, _bring_along(evening, accounts)) for channel, evening in self._tempting]
        return [*self._untouched, *self._play(brought, _HONESTY)]

    def _play(self, evenings: Iterable[tuple[int, Evening]], cheat: Honesty) -> Rows:
        return [row for channel, evening in evenings for row in play_evening(self.league, evening, channel, cheat).rows]


def _bring_along(evening: Evening, accounts: Sequence[Player]) -> Evening:
    others = [player for player in evening.players if player != CHEATER]
    stay = {CHEATER, *others[len(accounts) :]}
    kept = [player for player in evening.players if player in stay]
    return evening._replace(players=[*kept, *accounts])


def _replace(evening: Evening, account: Player) -> Evening:
    players = [account if player == CHEATER else player for player in evening.players]
    return evening._replace(players=players)
