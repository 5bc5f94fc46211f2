"""The states of a night's pods: who has reported, which still play, and their results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.nights.night import GameNight, NightPod
from bot.nights.standings import NightPodScore, NightRoundScores
from bot.rulebooks import is_game_over
from bot.rules.facts import Player
from bot.service.draw_commitments import ReportEvent
from bot.service.live_game import LiveGame
from bot.storage.tables.guests import map_seated_players_to_result_owners


class NightPodState(Struct, frozen=True):
    """A pod of a night with its game, which is None until the pod is opened.

    `owners` maps claimed guests and merged accounts to the players who own their results.
    """

    pod: NightPod
    live: LiveGame | None = None
    owners: Mapping[Player, Player] = {}

    @property
    def is_still_playing(self) -> bool:
        """Return True if the pod's game is not over.

        A pod that is yet to be opened counts as playing.
        """
        return self.live is None or not is_game_over(self.live.game)

    @property
    def has_report(self) -> bool:
        """Return True if something was reported in the pod."""
        if self.live is None or self.live.pod is None:
            return False
        reported = any(isinstance(step.event, ReportEvent) for step in self.live.steps)
        return reported or self.live.pod.result is not None

    @property
    def pod_score(self) -> NightPodScore | None:
        """Return the points and winners of the pod, by the people to whom the results
        belong.

        None while the pod has no result.
        """
        pod = None if self.live is None else self.live.pod
        if pod is None or pod.result is None:
            return None
        settled = pod.counted_result is not None and not pod.open_reports
        own = map_seated_players_to_result_owners(self.owners, pod.result.points)
        points = {own.get(player, player): each for player, each in pod.result.points.items()}
        winners = tuple(own.get(player, player) for player in pod.result.winners)
        return NightPodScore(points, winners, settled)


def list_numbers_of_unfinished_pods(rounds_of_pods: Iterable[Sequence[NightPodState]]) -> tuple[int, ...]:
    """Return the serial numbers of the pods that still play."""
    return tuple(each.pod.serial for states in rounds_of_pods for each in states if each.is_still_playing)


def compute_round_scores(night: GameNight, rounds_of_pods: Iterable[Sequence[NightPodState]]) -> list[NightRoundScores]:
    """Return the scores of the rounds of a night, from which its standings are computed
    (NGT-4).
    """
    return [
        NightRoundScores(
            [each.pod_score for each in states if each.pod_score is not None],
            [each for _, each in _iterate_players_with_result_owners(played.out, states)],
        )
        for played, states in zip(night.rounds, rounds_of_pods, strict=True)
    ]


def list_result_owners_of_night(night: GameNight, rounds_of_pods: Iterable[Sequence[NightPodState]]) -> set[Player]:
    """Return the people to whom results of a night belong, each under one of their player ids."""
    return {
        owner
        for played, states in zip(night.rounds, rounds_of_pods, strict=True)
        for _, owner in _iterate_players_with_result_owners([*played.seated_players, *played.out], states)
    }


def _iterate_players_with_result_owners(
    players: Iterable[Player], pod_states: Sequence[NightPodState]
) -> Iterator[tuple[Player, Player]]:
    """Yield some players of a round, each with the person to whom their result belongs."""
    owners = pod_states[0].owners
    yield from ((player, owners.get(player, player)) for player in players)


def map_latest_deck_brackets(rounds_of_pods: Iterable[Sequence[NightPodState]]) -> dict[Player, int]:
    """Return the bracket of the deck that each player declared last in a night's pods."""
    games = (each.live.pod for states in rounds_of_pods for each in states if each.live is not None)
    decks = (item for pod in games if pod is not None for item in pod.decks.items())
    return {player: deck.bracket for player, deck in decks if deck.bracket is not None}
