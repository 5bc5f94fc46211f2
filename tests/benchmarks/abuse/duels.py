"""Duels of Magicjoust that honest people play beside their pods."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import exp
from random import Random

from bot.joust.concessions import ConcedeDuel
from bot.joust.disputes import FinaliseDuelResult
from bot.joust.duel import DuelSetup
from bot.joust.lobby import JoinDuel, OpenDuel, StartDuel
from bot.rules.facts import Player
from tests.benchmarks.abuse.evening import SETUP
from tests.benchmarks.abuse.people import BEGIN, CHEATER, League
from tests.benchmarks.abuse.sitting import Sitting

ROUNDS = 3
"""In a week everybody plays so many."""

DUEL_SETUP = DuelSetup(dispute_minutes=SETUP.dispute_minutes)
_CHANNELS = 3_000_000


def play_duels(league: League) -> Iterator[Sitting]:
    """Play a season's duels: in each round all people are paired at random."""
    chance = Random(f"{league.seed} duels")
    people = [*league.strangers, CHEATER]
    channel = _CHANNELS
    for number in range(league.weeks * ROUNDS):
        chance.shuffle(people)
        at = BEGIN + timedelta(weeks=number // ROUNDS, days=number % ROUNDS)
        for one, other in zip(people[::2], people[1::2], strict=False):
            channel += 1
            wins = chance.random() < 1 / (1 + exp(league.skill[other] - league.skill[one]))
            yield play_duel((one, other), other if wins else one, channel, at)


def play_duel(players: Sequence[Player], loser: Player, channel: int, at: datetime) -> Sitting:
    """Play a duel that one player concedes and nobody disputes."""
    one, other = players
    sitting = Sitting(channel, at)
    sitting.ask(OpenDuel(DUEL_SETUP, one, (one,), f"{channel:064x}"), one)
    sitting.ask(JoinDuel(other), other)
    sitting.ask(StartDuel(one), one)
    sitting.ask(ConcedeDuel(loser), loser)
    sitting.wait(DUEL_SETUP.dispute_minutes or 0)
    sitting.ask(FinaliseDuelResult(), None)
    return sitting
