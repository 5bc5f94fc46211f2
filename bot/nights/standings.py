"""The standings of a night, computed from the results of its pods (NGT-4).

A pod without a result counts for nothing: no points, no round, no meeting.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.facts import Player


class PodScore(Struct, frozen=True):
    """The result of a pod: everybody's points by its scoring, and its winners.

    A result that is not `settled` may still be disputed; its points count all the same.
    """

    points: Mapping[Player, int]
    winners: Collection[Player] = ()
    settled: bool = True


class RoundScores(Struct, frozen=True):
    """The pods of a round that have a result, and the players who sat it out."""

    pods: Sequence[PodScore]
    out: Collection[Player] = ()


class NightLine(Struct, frozen=True):
    """A player's line: equal points, wins and opposition share a place.

    `opposition` is the average of the points of everybody whom the player met, once for each
    meeting. `games` have a result; `byes` are rounds sat out, and `from_byes` their points. A line
    is `unsettled` if the points contain a result that may still be disputed.
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


def compute_standings(
    rounds: Iterable[RoundScores], players: Collection[Player] = ()
) -> list[NightLine]:
    """Return the standings of a night, best first; `players` have a line in any case.

    Players who share a place are in the order of their ids.
    """
    tallies = {player: _Tally() for player in players}
    for each in rounds:
        for pod in each.pods:
            for player in pod.points:
                _find_tally(tallies, player).add_game(player, pod)
        for player in each.out:
            _find_tally(tallies, player).byes += 1
    lines = [
        NightLine(
            0,
            player,
            tally.points,
            tally.wins,
            _average([tallies[other].points for other in tally.met]),
            len(tally.games),
            tally.byes,
            tally.from_byes,
            tally.unsettled,
        )
        for player, tally in tallies.items()
    ]
    return _add_places(lines)


class _Tally:
    """The results of a player so far; `met` lists a person once for each meeting."""

    def __init__(self) -> None:
        self.games: list[int] = []
        self.wins = 0
        self.byes = 0
        self.met: list[Player] = []
        self.unsettled = False

    def add_game(self, player: Player, pod: PodScore) -> None:
        self.games.append(pod.points[player])
        self.wins += player in pod.winners
        self.met += [other for other in pod.points if other != player]
        self.unsettled = self.unsettled or not pod.settled

    @property
    def from_byes(self) -> int:
        """The points for rounds sat out: each brings the average of the games, rounded down."""
        if not self.games:
            return 0
        return self.byes * max(0, sum(self.games) // len(self.games))

    @property
    def points(self) -> int:
        return sum(self.games) + self.from_byes


def _find_tally(tallies: dict[Player, _Tally], player: Player) -> _Tally:
    return tallies.setdefault(player, _Tally())


def _average(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def _add_places(lines: list[NightLine]) -> list[NightLine]:
    def make_key(line: NightLine) -> tuple[int, int, Fraction]:
        return -line.points, -line.wins, -line.opposition

    placed: list[NightLine] = []
    for number, line in enumerate(
        sorted(lines, key=lambda each: (*make_key(each), each.player)), 1
    ):
        shares = bool(placed) and make_key(placed[-1]) == make_key(line)
        placed.append(replace(line, place=placed[-1].place if shares else number))
    return placed
