"""The gain of a circle of three by votes, given deeds and deeds that cost points, over honest votes in the same season.

Votes are added to games that were played without them: a vote changes points alone. Honest people vote half of the
time, half of them for the winner. The circle always votes for the cheater, and for the strongest of the others to lose
points. A claim is no way to cost others points: people claim deeds for themselves alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.rules.facts import Player
from bot.rules.house_deeds import compute_achievement_id, find_player_with_most_votes
from bot.season_rules.rules import SeasonRules
from bot.storage.engine.row_changes import Row
from tests.benchmarks.abuse.gains import Gain
from tests.benchmarks.abuse.measuring import PRIZE, find_places, make_games
from tests.benchmarks.abuse.people import CHEATER
from tests.benchmarks.abuse.stage import ACCOUNTS, Rows, Stage

BEST, WORST = (compute_achievement_id(name, "voted") for name in ("Best play", "Slowest play"))
GIVEN, SLOW = (compute_achievement_id(name) for name in ("Sportsmanship", "An hour for a turn"))

VOTED = replace(PRIZE, deeds={BEST: 2, GIVEN: 2, WORST: -2}, deeds_most=4)
"""The rules for a league with a prize, with deeds that are voted, given, or cost points."""

NEGATIVE = replace(PRIZE, deeds={WORST: -2, SLOW: -2})
"""The rules for a league with a prize, with deeds that cost points alone."""

LOOK = 0.5
"""How likely somebody votes, or looks at the board in time to dispute what is not true."""

ARMS: Mapping[str, SeasonRules] = {
    "votes where they meet": VOTED,
    "votes at all tables of the cheater": VOTED,
    "votes and given deeds at all of them": VOTED,
    "votes that cost points, at all of them": NEGATIVE,
    "deeds that cost points, given at all others": NEGATIVE,
}
"""The rules that each arm is measured by."""

_TABLE = itemgetter("channel", "pod")


def measure_circle(stage: Stage) -> Iterator[tuple[str, str, Gain]]:
    """Yield what each arm gains in one season, a column of rules at a time."""
    friends = stage.league.strangers[:2]
    accomplices = ACCOUNTS[:2]
    chance = f"{stage.league.seed} votes"
    met = stage.bring_along(accomplices)
    apart, together = vote(stage, stage.honest, (), chance), vote(stage, met, (), chance)
    against = vote(stage, met, accomplices, chance)
    favours = vote(stage, met, accomplices, chance, gives=True)
    tries: Sequence[tuple[Rows, Rows]] = (
        (apart, vote(stage, stage.honest, friends, chance)),
        (together, against + vote_alone(stage, accomplices, gives=False)),
        (together, favours + vote_alone(stage, accomplices, gives=True)),
        (together, against),
        (together, give_elsewhere(stage, against, accomplices, chance)),
    )
    for (arm, rules), (honest, cheated) in zip(ARMS.items(), tries, strict=True):
        for column, circles in (("off", False), ("on", True)):
            was, now = (
                find_places(make_games(rows), replace(rules, circles=circles), stage.league.honest, [CHEATER])[CHEATER]
                for rows in (honest, cheated)
            )
            yield arm, column, Gain(was.place - now.place, now.points - was.points)


def vote(stage: Stage, rows: Rows, circle: Sequence[Player], seed: str, *, gives: bool = False) -> Rows:
    """Return the results with the deeds that people vote for, and those that somebody of the circle gives."""
    found = Rows()
    for (channel, pod), seats in groupby(sorted(rows, key=_TABLE), key=_TABLE):
        table = [*seats]
        chance = Random(f"{seed} {channel} {pod}")
        players = [row["player"] for row in table]
        best = [_vote_for_best(player, table, circle, chance) for player in players]
        worst = [_vote_for_worst(player, players, circle, stage, chance) for player in players]
        done = {BEST: _count(best), WORST: _count(worst)}
        strangers = [each for each in players if each != CHEATER and each not in circle]
        if gives and CHEATER in players and all(chance.random() >= LOOK for _ in strangers):
            done[GIVEN] = CHEATER
        found += [_add_deeds(row, [deed for deed, player in done.items() if player == row["player"]]) for row in table]
    return found


def give_elsewhere(stage: Stage, rows: Rows, circle: Sequence[Player], seed: str) -> Rows:
    """Return the results with a deed that costs points, given to the strongest where nobody of the circle plays.

    Somebody of the circle may give deeds, such as the organiser of a night. Each player of a table gets the deed who is
    stronger than the cheater, unless somebody at the table looks and disputes it.
    """
    found = Rows()
    for (channel, pod), seats in groupby(sorted(rows, key=_TABLE), key=_TABLE):
        table = [*seats]
        chance = Random(f"{seed} {channel} {pod} given")
        plays = any(row["player"] in (*circle, CHEATER) for row in table)
        if plays or any(chance.random() < LOOK for _ in table):
            found += table
            continue
        skill = stage.league.skill
        found += [_add_deeds(row, [SLOW] if skill[row["player"]] > skill[CHEATER] else []) for row in table]
    return found


def vote_alone(stage: Stage, accomplices: Sequence[Player], *, gives: bool) -> Rows:
    """Return the cheater's games with the other two alone, which the cheater wins with every vote."""
    deeds = [BEST, GIVEN] if gives else [BEST]
    return [
        _add_deeds(row, deeds) if row["player"] == CHEATER else row
        for row in stage.play_alone(len(accomplices), "rematch")
    ]


def _vote_for_best(
    voter: Player, table: Sequence[Mapping[str, Any]], circle: Sequence[Player], chance: Random
) -> Player | None:
    votes, for_winner, place = chance.random() < LOOK, chance.random() < LOOK, chance.random()
    if voter in circle and any(row["player"] == CHEATER for row in table):
        return CHEATER
    others: list[Player] = [row["player"] for row in table if row["player"] != voter]
    winners: list[Player] = [row["player"] for row in table if row["won"] and row["player"] != voter]
    if not votes:
        return None
    return winners[0] if for_winner and winners else others[int(place * len(others))]


def _vote_for_worst(
    voter: Player, players: Sequence[Player], circle: Sequence[Player], stage: Stage, chance: Random
) -> Player | None:
    votes, place = chance.random() < LOOK, chance.random()
    rivals = [each for each in players if each not in (*circle, CHEATER)]
    if rivals and circle and voter in (*circle, CHEATER):
        return max(rivals, key=lambda each: stage.league.skill.get(each, 0.0))
    others = [each for each in players if each != voter]
    return others[int(place * len(others))] if votes else None


def _count(ballots: Sequence[Player | None]) -> Player | None:
    cast = [each for each in ballots if each is not None]
    return find_player_with_most_votes({each: cast.count(each) for each in cast})


def _add_deeds(row: Row, deeds: Sequence[str]) -> Row:
    return {**row, "deeds": " ".join([*row["deeds"].split(), *deeds])}
