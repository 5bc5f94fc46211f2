"""The states of a night's pods: who has reported, which still play, and their results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.nights.night import Night, NightPod
from bot.nights.standings import PodScore, RoundScores
from bot.rulebooks import is_over
from bot.rules.facts import Player
from bot.service.live_game import LiveGame
from bot.service.sealing import Reports
from bot.storage.tables.guests import find_own


class PodState(Struct, frozen=True):
    """A pod of a night, and its game; None until the pod was opened.

    `owners` have the results of claimed guests and merged accounts.
    """

    pod: NightPod
    live: LiveGame | None = None
    owners: Mapping[Player, Player] = {}

    @property
    def is_playing(self) -> bool:
        """True if the pod's game is not over; a pod that is yet to be opened plays, too."""
        return self.live is None or not is_over(self.live.game)

    @property
    def has_report(self) -> bool:
        """True if something was reported in the pod."""
        if self.live is None or self.live.pod is None:
            return False
        reported = any(isinstance(step.event, Reports) for step in self.live.steps)
        return reported or self.live.pod.result is not None

    @property
    def score(self) -> PodScore | None:
        """The pod's result by the owners of its results; None as long as it has none."""
        pod = None if self.live is None else self.live.pod
        if pod is None or pod.result is None:
            return None
        settled = pod.counted is not None and not pod.open_reports
        own = find_own(self.owners, pod.result.points)
        points = {own.get(player, player): each for player, each in pod.result.points.items()}
        winners = tuple(own.get(player, player) for player in pod.result.winners)
        return PodScore(points, winners, settled)


def list_playing(rounds: Iterable[Sequence[PodState]]) -> tuple[int, ...]:
    """Return the serial numbers of the pods that still play."""
    return tuple(each.pod.serial for states in rounds for each in states if each.is_playing)


def score_rounds(night: Night, rounds: Iterable[Sequence[PodState]]) -> list[RoundScores]:
    """Return the results of a night's rounds by their owners, for its standings (NGT-4)."""
    return [
        RoundScores(
            [each.score for each in states if each.score is not None],
            [each for _, each in _list_owners(played.out, states)],
        )
        for played, states in zip(night.rounds, rounds, strict=True)
    ]


def find_owners(night: Night, rounds: Iterable[Sequence[PodState]]) -> set[Player]:
    """Return who owns results of a night, be it under the id that played or another."""
    return {
        owner
        for played, states in zip(night.rounds, rounds, strict=True)
        for _, owner in _list_owners([*played.players, *played.out], states)
    }


def _list_owners(
    players: Iterable[Player], states: Sequence[PodState]
) -> Iterator[tuple[Player, Player]]:
    """Yield some people of a round, which has a pod, with the owners of their results."""
    owners = states[0].owners
    yield from ((player, owners.get(player, player)) for player in players)


def find_brackets(rounds: Iterable[Sequence[PodState]]) -> dict[Player, int]:
    """Return the bracket of the deck that each player named last in a night's pods."""
    games = (each.live.pod for states in rounds for each in states if each.live is not None)
    decks = (item for pod in games if pod is not None for item in pod.decks.items())
    return {player: deck.bracket for player, deck in decks if deck.bracket is not None}
