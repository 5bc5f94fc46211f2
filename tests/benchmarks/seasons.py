"""Rules of a season: the time to compute its table, which each change of results needs."""

import random
from collections.abc import Mapping
from time import process_time

from bot.season_rules.games import SeasonGame, SeasonGameResult
from bot.season_rules.ranking import SeasonStandings
from bot.season_rules.rules import SeasonRules
from tests.benchmarks.figures import Figure, Size

PEOPLE = 200
HOUR = 3_600_000

RULES: Mapping[str, SeasonRules] = {
    "a season's table, by week and best": SeasonRules(weekly=3, best=20, of=30),
    "  by circles": SeasonRules(needed=6, circles=True),
}


def seasons(size: Size) -> list[Figure]:
    """Measure milliseconds for a season of some thousand games, the best of few rounds."""
    games = make_games(min(size.pods, 10_000))
    return [
        Figure(f"{name} ({len(games):,} games)", 1_000 * _measure(games, rules), "ms", 1_500, "less than")
        for name, rules in RULES.items()
    ]


def make_games(count: int) -> list[SeasonGame]:
    """Return pods of four random people, one an hour."""
    chance = random.Random(1)
    people = [f"player{number}" for number in range(PEOPLE)]
    return [
        SeasonGame(number * HOUR, 1, number, tuple(_seat(chance, chance.sample(people, 4)))) for number in range(count)
    ]


def _seat(chance: random.Random, players: list[str]) -> list[SeasonGameResult]:
    winner, *others = players
    lost = [SeasonGameResult(each, chance.choice([-1, 0, 1]), won=False) for each in others]
    return [SeasonGameResult(winner, 3, won=True), *lost]


def _measure(games: list[SeasonGame], rules: SeasonRules) -> float:
    took = []
    for _ in range(3):
        start = process_time()
        SeasonStandings(games, rules).list_ranked_lines()
        took.append(process_time() - start)
    return min(took)
