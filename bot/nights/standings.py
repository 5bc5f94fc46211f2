"""The standings of a night, computed from the results of its pods (NGT-4).

A pod without a result counts for nothing: no points, no round, no meeting.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.facts import Player

CutRound = Literal["cut", "final"]
"""A round of the top cut: the final, or the round before it."""


class GameNightPodScore(Struct, frozen=True):
    """The result of one pod of a game night: the points of all players, and the winners.

    A result that is not `settled` may still be disputed; its points count all the same.
    """

    points: Mapping[Player, int]
    winners: Collection[Player] = ()
    settled: bool = True


class GameNightRoundScores(Struct, frozen=True):
    """The results of a round's pods, and the players who sat the round out.

    Those `without_result` played in a pod whose result was taken back; they stay in the standings. `taken` are points
    that the organiser took from players.
    """

    pods: Sequence[GameNightPodScore]
    out: Collection[Player] = ()
    without_result: Collection[Player] = ()
    taken: Mapping[Player, int] = {}


class GameNightStandingsLine(Struct, frozen=True):
    """A player's line in the standings of a game night: place, points and tie-breakers.

    Players with equal points, wins and opposition share a place. `opposition` is the average of the points of everybody
    whom the player met, once for each meeting. `games` have a result; `byes` are rounds sat out, and `from_byes` their
    points. The organiser took the points `taken` away. A line is `unsettled` if the points contain a result that may
    still be disputed. People of the top cut have the last round that they `reached`, and whether they `won` it.
    """

    place: int
    player: Player
    points: int
    wins: int
    opposition: Fraction
    games: int = 0
    byes: int = 0
    from_byes: int = 0
    unsettled: bool = False
    taken: int = 0
    reached: CutRound | None = None
    won: bool = False


def compute_game_night_standings(
    round_scores: Iterable[GameNightRoundScores], players: Collection[Player] = ()
) -> list[GameNightStandingsLine]:
    """Return the standings of a game night, best player first, with a line for each player.

    Players who share a place are in the order of their ids.
    """
    tallies = {player: _PlayerTotalsInGameNight() for player in players}
    for each in round_scores:
        for pod in each.pods:
            for player in pod.points:
                _find_or_add_player_totals(tallies, player).add_pod_score(player, pod)
        for player in each.out:
            _find_or_add_player_totals(tallies, player).byes += 1
        for player in each.without_result:
            _find_or_add_player_totals(tallies, player)
        for player, points in each.taken.items():
            _find_or_add_player_totals(tallies, player).taken += points
    lines = [
        GameNightStandingsLine(
            0,
            player,
            tally.total_points,
            tally.wins,
            _compute_average([tallies[other].total_points for other in tally.met]),
            len(tally.games),
            tally.byes,
            tally.bye_points,
            tally.unsettled,
            tally.taken,
        )
        for player, tally in tallies.items()
    ]
    return _assign_places_to_standings_lines(lines)


class _PlayerTotalsInGameNight:
    """The games, wins, byes and meetings of one player in a game night so far.

    `met` lists a person once for each meeting.
    """

    def __init__(self) -> None:
        self.games: list[int] = []
        self.wins = 0
        self.byes = 0
        self.met: list[Player] = []
        self.unsettled = False
        self.taken = 0

    def add_pod_score(self, player: Player, pod_score: GameNightPodScore) -> None:
        self.games.append(pod_score.points[player])
        self.wins += player in pod_score.winners
        self.met += [other for other in pod_score.points if other != player]
        self.unsettled = self.unsettled or not pod_score.settled

    @property
    def bye_points(self) -> int:
        """Return the points for byes: each gives the player's average points of a game."""
        if not self.games:
            return 0
        return self.byes * max(0, sum(self.games) // len(self.games))

    @property
    def total_points(self) -> int:
        return sum(self.games) + self.bye_points - self.taken


def _find_or_add_player_totals(
    totals_by_player: dict[Player, _PlayerTotalsInGameNight], player: Player
) -> _PlayerTotalsInGameNight:
    return totals_by_player.setdefault(player, _PlayerTotalsInGameNight())


def _compute_average(numbers: Sequence[int]) -> Fraction:
    return Fraction(sum(numbers), len(numbers)) if numbers else Fraction(0)


def _assign_places_to_standings_lines(standings_lines: list[GameNightStandingsLine]) -> list[GameNightStandingsLine]:
    def build_standings_place_sort_key(line: GameNightStandingsLine) -> tuple[int, int, Fraction]:
        return -line.points, -line.wins, -line.opposition

    placed: list[GameNightStandingsLine] = []
    for number, line in enumerate(
        sorted(standings_lines, key=lambda each: (*build_standings_place_sort_key(each), each.player)), 1
    ):
        shares = bool(placed) and build_standings_place_sort_key(placed[-1]) == build_standings_place_sort_key(line)
        placed.append(replace(line, place=placed[-1].place if shares else number))
    return placed
