"""Nights that the cheater leads and plays in: who sits with whom is the bot's draw, which the cheater wants to choose.

On each evening of the cheater's, all who come play in pods that are drawn round by round. A game's end follows from
each person's skill and luck; each trick meets the same luck, so that only the pods differ. Each season is played with
several lucks, each with draws of its own, of which the mean counts: one draw alone is worth a place more or less.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, cached_property
from math import exp, log
from random import Random
from statistics import mean
from typing import NamedTuple

from msgspec.structs import replace

from bot.nights.night import GameNight
from bot.nights.pairing import RoundPairing, pair_players_into_pods
from bot.nights.seating import (
    MOST_KEPT_APART,
    GameNightAttendee,
    RoundPairingInput,
    build_pairing_solver_input,
    choose_pairs_to_keep_apart,
    compute_strength_from_rating,
)
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_begin_and_end import BeginGameNight, UndoGameNightOrganiserAction
from bot.planning.night_players import DropPlayerFromGameNight
from bot.planning.night_rounds import SeatGameNightRound
from bot.planning.night_swaps import SwapPlayersBetweenPods
from bot.planning.plan import PlannedGameCommand
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.season_rules.rules import SeasonRules
from bot.storage.engine.row_changes import Row
from bot.storage.engine.timestamps import datetime_to_milliseconds
from tests.benchmarks.abuse.evening import SETUP
from tests.benchmarks.abuse.measuring import Ratings, list_ranked_points, make_games
from tests.benchmarks.abuse.people import BEGIN, CHEATER, League, plan_evenings
from tests.benchmarks.abuse.season import play_evening
from tests.benchmarks.abuse.sitting import MODERATOR, Sitting

ROUNDS = 2
"""Of a night."""

LUCKS = 12
"""With which each season is played."""

UNDEFENDED_LUCKS = 3
"""With which tricks are tried as they would be without a defence: whole places show in a few lucks."""

AVOIDED = 25
"""People whom the cheater avoids, the strongest first."""

PATIENCE = 3
"""So often does the cheater draw a round again."""

BENCHED = 3
"""People whom the cheater drops before each round."""

_SETUP = PodSetup(variant="elimination", scoring="elimination", dispute_minutes=SETUP.dispute_minutes)
_TERMS = GameNightSettings(ROUNDS, 60, allowed=(4, 5), preferred=4, may=(3, 4, 5, 6))
_MINUTE = 60_000
_CHANNELS = 6_000_000


class Meeting(NamedTuple):
    """Those who come on an evening."""

    name: str
    at: datetime
    players: Sequence[Player]


Pods = Sequence[tuple[Player, ...]]


class RoundDraws:
    """The pairings of rounds drawn so far; the same facts and secret lead to the same pairing."""

    def __init__(self) -> None:
        self._pairings: dict[tuple[RoundPairingInput, str], RoundPairing] = {}

    def draw(self, facts: RoundPairingInput, secret: str) -> RoundPairing:
        """Return the bot's pairing of a round; compute it only the first time."""
        if not (facts.apart and facts.keeps_strength):  # strength decides nothing then
            facts = replace(facts, attendees=tuple(replace(each, strength=0) for each in facts.attendees))
        key = facts, secret
        if key not in self._pairings:
            self._pairings[key] = pair_players_into_pods(build_pairing_solver_input(facts, secret))
        return self._pairings[key]


class Night:
    """A night that the cheater leads; rights and rules decide what they may do in it."""

    def __init__(
        self, meeting: Meeting, league: League, channel: int, luck: int, ratings: Ratings, draws: RoundDraws
    ) -> None:
        self.league = league
        self.ratings = ratings
        self.draws = draws
        self.secret = f"{league.seed} {luck} {meeting.name}"
        self.sitting = Sitting(channel, meeting.at)
        at = self._now
        self.sitting.ask(PlanFutureGame(_SETUP, CHEATER, at + 20 * _MINUTE, at, night=_TERMS), CHEATER)
        self.sitting.ask(CheckInForPlan(CHEATER, at), CHEATER)
        for player in meeting.players:
            if player != CHEATER:
                self.sitting.ask(SignUpForPlan(player), player)
        self.sitting.ask(BeginGameNight(at), None)

    @property
    def _now(self) -> int:
        return datetime_to_milliseconds(self.sitting.now)

    @property
    def night(self) -> GameNight:
        """Return the state of the night."""
        plan = self.sitting.live.plan
        assert plan is not None
        assert plan.night is not None
        return plan.night

    @property
    def present(self) -> Sequence[Player]:
        """Return those who play in the next round."""
        plan = self.sitting.live.plan
        assert plan is not None
        return plan.checked_in_players_with_seat

    @property
    def pods(self) -> Pods:
        """Return the pods of the current round."""
        current = self.night.current_round
        return () if current is None else [pod.players for pod in current.pods]

    @property
    def own_strength(self) -> float:
        """Return the strength of the cheater's opponents in the current round."""
        own = next((pod for pod in self.pods if CHEATER in pod), ())
        return sum(exp(self.league.skill[player]) for player in own if player != CHEATER) / max(1, len(own))

    def list_strongest(self, players: Sequence[Player]) -> list[Player]:
        """Return players but the cheater, the strongest first."""
        others = [player for player in players if player != CHEATER]
        return sorted(others, key=lambda player: -self.league.skill[player])

    def ask(self, command: PlannedGameCommand, by: Player) -> bool:
        """Ask for an act; return whether it was carried out."""
        return self.sitting.ask(command, by)

    def seat(self, number: int, avoided: Sequence[Player], most_apart: int | None, *, keeps_strength: bool) -> None:
        """Draw and seat a round, as the bot does."""
        there = self.present
        avoidances = [(CHEATER, each) for each in avoided]
        smaller = self.night.count_smaller_pods_by_player()
        facts = RoundPairingInput(
            number,
            _TERMS.pod_sizes,
            "fresh",
            tuple(
                GameNightAttendee(
                    each,
                    each,
                    smaller=smaller[each],
                    strength=compute_strength_from_rating(self.ratings.find_points(each)),
                )
                for each in there
            ),
            tuple(self.night.list_players_by_pod()),
            apart=choose_pairs_to_keep_apart(avoidances, there, most_apart),
            shares_smaller_pods=True,
            keeps_strength=keeps_strength,
        )
        drawn = self.draws.draw(facts, self.secret)
        self.ask(
            SeatGameNightRound(number, drawn.pods, drawn.out, self._now, by=CHEATER, reason="Somebody is late"),
            CHEATER,
        )

    def undo(self, by: Player) -> bool:
        """Take the last act back."""
        return self.ask(UndoGameNightOrganiserAction(len(self.night.acts), self._now), by)

    def come_back(self) -> None:
        """Let everybody who was dropped join again."""
        for player in {*self.league.honest} & self._dropped:
            self.ask(SignUpForPlan(player), player)
        self._dropped.clear()

    def drop(self, player: Player, by: Player) -> bool:
        """Drop somebody from the coming rounds."""
        done = self.ask(DropPlayerFromGameNight(player), by)
        if done:
            self._dropped.add(player)
        return done

    @cached_property
    def _dropped(self) -> set[Player]:
        return set()


class NightTrick:
    """No trick; `by` is by whose right the cheater acts, `most_apart` how many people they are kept apart from.

    Without `keeps_strength` whoever is kept apart from the strongest meets weaker people.
    """

    avoids = 0

    def __init__(
        self, by: Player = CHEATER, most_apart: int | None = MOST_KEPT_APART, *, keeps_strength: bool = True
    ) -> None:
        self.by = by
        self.most_apart = most_apart
        self.keeps_strength = keeps_strength

    def play(self, night: Night, number: int) -> None:
        """Seat a round."""
        avoided = night.list_strongest(night.league.honest)[: self.avoids]
        night.seat(number, avoided, self.most_apart, keeps_strength=self.keeps_strength)


class Avoiding(NightTrick):
    """Avoid the strongest people."""

    avoids = AVOIDED


class Swapping(NightTrick):
    """Swap the strongest opponents for the weakest people of other pods."""

    def play(self, night: Night, number: int) -> None:
        super().play(night, number)
        own = next((pod for pod in night.pods if CHEATER in pod), ())
        weakest = night.list_strongest([each for pod in night.pods if CHEATER not in pod for each in pod])[::-1]
        for strong, weak in zip(night.list_strongest(own), weakest, strict=False):
            if night.league.skill[strong] > night.league.skill[weak]:
                night.ask(SwapPlayersBetweenPods(strong, weak, CHEATER), self.by)


class DrawingAgain(NightTrick):
    """Take the round back and draw it again without somebody, until the opponents please."""

    def play(self, night: Night, number: int) -> None:
        there = night.list_strongest(night.present)
        super().play(night, number)
        found: dict[Player | None, float] = {None: night.own_strength}
        for without in there[:PATIENCE]:
            if not self._draw(night, number, without):
                return
            found[without] = night.own_strength
        best = min(found, key=found.__getitem__)
        self._draw(night, number, best)
        night.come_back()

    def _draw(self, night: Night, number: int, without: Player | None) -> bool:
        """Take the round back, and draw it again without somebody; return False if that is refused."""
        if not night.undo(self.by):
            return False
        night.come_back()
        if without is not None:
            night.drop(without, self.by)
        super().play(night, number)
        return True


class Benching(NightTrick):
    """Drop the strongest people before each round; they join again after it."""

    def play(self, night: Night, number: int) -> None:
        for player in night.list_strongest(night.present)[:BENCHED]:
            night.drop(player, self.by)
        super().play(night, number)
        night.come_back()


TRICKS: Mapping[str, tuple[NightTrick, NightTrick]] = {
    "avoiding the strongest at one's nights": (Avoiding(), Avoiding(most_apart=None, keeps_strength=False)),
    "swapping people as an organiser who plays": (Swapping(), Swapping(MODERATOR)),
    "drawing again as an organiser who plays": (DrawingAgain(), DrawingAgain(MODERATOR)),
    "dropping people as an organiser who plays": (Benching(), Benching(MODERATOR)),
}
"""Each trick as it is, and as it would be without its limits, or if its organiser could do what a moderator may."""


class Season:
    """A season in which the cheater leads a night on each evening on which they come."""

    def __init__(self, league: League, rules: SeasonRules) -> None:
        self._league, self._rules = league, rules
        evenings = [*plan_evenings(league, cheater=True)]
        days = {_name_day(each.name) for each in evenings if CHEATER in each.players}
        self._meetings = [
            Meeting(day, evenings_of_day[0].at, sorted({p for each in evenings_of_day for p in each.players}))
            for day in sorted(days)
            if (evenings_of_day := [each for each in evenings if _name_day(each.name) == day])
        ]
        others = [each for each in evenings if _name_day(each.name) not in days]
        played = (play_evening(league, evening, channel) for channel, evening in enumerate(others, 1))
        self._others = sorted((row for sitting in played for row in sitting.rows), key=lambda row: row["at"])
        self._draws = RoundDraws()
        self._honest = [self._find_place(NightTrick(), luck) for luck in range(LUCKS)]

    def measure(self, trick: NightTrick, most_lucks: int | None = None) -> float:
        """Return how many places a trick gains, in the mean over the same evenings, draws and lucks without it."""
        return mean(honest - self._find_place(trick, luck) for luck, honest in enumerate(self._honest[:most_lucks]))

    def _find_place(self, trick: NightTrick, luck: int) -> float:
        """Return the cheater's place with the others' luck; the cheater's own chances are computed."""
        rounds = [*self._play_rounds(trick, luck)]
        chances = self._list_chances_of_wins([pod for pods, _ in rounds for pod in pods if CHEATER in pod])
        rows = [*self._others, *(row for _, rows in rounds for row in rows)]
        ranked = list_ranked_points(make_games(rows), self._rules, self._league.honest)
        ahead = (sum(points > 3 * wins for points in ranked) for wins in range(len(chances)))
        return 1 + sum(chance * number for chance, number in zip(chances, ahead, strict=True))

    def _list_chances_of_wins(self, pods: Pods) -> list[float]:
        """Return how likely the cheater wins none, one, two ... of these pods."""
        chances = [1.0]
        for pod in pods:
            strengths = {player: exp(self._league.skill[player]) for player in pod}
            wins = strengths[CHEATER] / sum(strengths.values())
            more, fewer = [0.0, *(each * wins for each in chances)], [*(each * (1 - wins) for each in chances), 0.0]
            chances = [one + other for one, other in zip(more, fewer, strict=True)]
        return chances

    def _play_rounds(self, trick: NightTrick, luck: int) -> Iterator[tuple[Pods, Sequence[Row]]]:
        """Yield the pods of each round of all nights, and their results."""
        ratings, rated = Ratings(damped=self._rules.damped), 0
        for number, meeting in enumerate(self._meetings):
            channel = _CHANNELS + 100 * number
            if trick.avoids:  # nobody else's strength decides
                before = bisect_left(self._others, meeting.at, key=lambda row: row["at"])
                ratings.add(self._others[rated:before])
                rated = before
            night = Night(meeting, self._league, channel, luck, ratings, self._draws)
            for at in range(1, ROUNDS + 1):
                trick.play(night, at)
                rows = [*self._play(luck, f"{meeting.name} {at}", meeting.at, channel + 10 * at, night.pods)]
                if trick.avoids:
                    ratings.add(rows)
                yield night.pods, rows

    def _play(self, luck: int, name: str, at: datetime, channel: int, pods: Pods) -> Iterator[Row]:
        for number, pod in enumerate(pods):
            ranks = sorted(pod, key=lambda player: self._league.skill[player] + self._draw_luck(luck, name, player))
            for row in _play_example(len(pod)):
                yield {**row, "player": ranks[int(row["player"])], "at": at, "channel": channel + number}

    def _draw_luck(self, luck: int, name: str, player: Player) -> float:
        """Return somebody's luck in a round, so that each skill wins as often as it should."""
        return -log(-log(Random(f"{self._league.seed} {luck} {name} {player}").random() or 0.5))


def _name_day(evening: str) -> str:
    """Return the week and the day of an evening."""
    return evening.rpartition(" ")[0] if not evening.endswith("friends") else evening


@cache
def _play_example(size: int) -> Sequence[Row]:
    """Return the results of a game whose players, called by numbers, are beaten in this order by the last of them."""
    players = [str(number) for number in range(size)]
    sitting = Sitting(_CHANNELS, BEGIN)
    host, winner = players[0], players[-1]
    sitting.ask(OpenLobby(_SETUP, host, (host,), "0" * 64), host)
    for player in players[1:]:
        sitting.ask(JoinPod(player), player)
    sitting.ask(StartGame(tuple(players), host), host)
    for loser in players[:-1]:
        sitting.ask(ReportDefeats((DefeatReport(loser, "effect", (DefeatSource(winner),)),)), loser)
    sitting.pass_silence()
    return sitting.rows
