"""The people of the league, their strengths, and their evenings."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from bot.rules.facts import Player
from bot.rules.house_deeds import compute_achievement_id

BEGIN = datetime(2026, 1, 5, 19, tzinfo=UTC)
"""The first evening: a Monday's."""

EVENINGS = 4
"""In a week there are so many evenings on which people meet."""

CHEATER: Player = "cheater"

HOUSE_DEED = compute_achievement_id("Cast your commander five times")
"""A deed that the server named itself, and that everybody can claim."""

HOUSE_TIMES = 2
"""How often a game it can be claimed."""
SPREAD = 0.4
"""How far people differ in skill; one more is winning e times as often."""

ATTENDANCE = (1, 2, 2, 2, 3, 3)
"""On how many evenings of a week people come, each number equally likely; the cheater on 2."""

GAMES = (2, 2, 2, 3)
"""So many games does an evening's pod play, each number equally likely; four friends fewer."""

FRIENDS_GAMES = (1, 1, 1, 2)
PODS = range(4, 7)


class League(NamedTuple):
    """The people of a season: strength, eagerness to play, and four friends among them.

    The cheater's strength is the median.
    """

    seed: int
    weeks: int
    strangers: Sequence[Player]
    friends: Sequence[Player]
    skill: Mapping[Player, float]
    evenings: Mapping[Player, int]

    @property
    def honest(self) -> Sequence[Player]:
        """Return all people but the cheater."""
        return (*self.strangers, *self.friends)


class Evening(NamedTuple):
    """The people of a pod, the time they meet, and the number of games in a row."""

    name: str
    at: datetime
    players: Sequence[Player]
    games: int


def gather(seed: int, weeks: int, people: int) -> League:
    """Return so many honest people, four of them friends, and the cheater."""
    chance = Random(f"{seed} people")
    names = [f"player-{number:02}" for number in range(1, people + 1)]
    skill = {name: chance.gauss(0, SPREAD) for name in names} | {CHEATER: 0.0}
    strangers, friends = names[:-4], names[-4:]
    evenings = {name: chance.choice(ATTENDANCE) for name in strangers} | {CHEATER: 2}
    return League(seed, weeks, strangers, friends, skill, evenings)


def plan_evenings(league: League, *, cheater: bool) -> Iterator[Evening]:
    """Plan every pod of the season, with or without the cheater."""
    for week in range(league.weeks):
        monday = BEGIN + timedelta(weeks=week)
        yield from _plan_week(league, week, monday, cheater=cheater)
        chance = Random(f"{league.seed} {week} friends")
        at = monday + timedelta(days=EVENINGS)
        yield Evening(f"{week} friends", at, league.friends, chance.choice(FRIENDS_GAMES))


def _plan_week(league: League, week: int, monday: datetime, *, cheater: bool) -> Iterator[Evening]:
    chance = Random(f"{league.seed} {week}")
    come = [list[Player]() for _ in range(EVENINGS)]
    for player in (*league.strangers, CHEATER):
        for day in chance.sample(range(EVENINGS), league.evenings[player]):
            if cheater or player != CHEATER:
                come[day].append(player)
    for day, players in enumerate(come):
        chance.shuffle(players)
        for number, pod in enumerate(_share_out(players)):
            at = monday + timedelta(days=day)
            yield Evening(f"{week} {day} {number}", at, pod, chance.choice(GAMES))


def _share_out(players: Sequence[Player]) -> list[Sequence[Player]]:
    """Return even pods of four to six; nobody plays if there are too few."""
    if len(players) < PODS.start:
        return []
    pods = max(1, round(len(players) / 4.8))
    while len(players) > pods * (PODS.stop - 1):
        pods += 1
    while pods > 1 and len(players) < pods * PODS.start:
        pods -= 1
    return [players[number::pods] for number in range(pods)]
