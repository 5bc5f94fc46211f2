"""The states of a night's pods: who has reported, which still play, and their results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.nights.night import GameNight, GameNightPod
from bot.nights.standings import GameNightPodScore, GameNightRoundScores
from bot.planning.night_penalties import count_penalty_points_in_round
from bot.rulebooks import is_game_over
from bot.rules.facts import Deck, Player
from bot.rules.pod import Pod
from bot.rules.substitutes import replace_players_by_result_owners
from bot.service.draw_commitments import ReportEvent
from bot.service.live_game import LiveGame
from bot.storage.tables.guests import map_players_to_result_owners


class GameNightPodState(Struct, frozen=True):
    """A pod of a game night with its game, which is None until the pod is opened.

    `owners` maps claimed guests and merged accounts to the players who own their results.
    """

    pod: GameNightPod
    live: LiveGame | None = None
    owners: Mapping[Player, Player] = {}

    @property
    def pod_with_result_owners(self) -> Pod | None:
        """The pod, with the player who gets the result in each seat; None until the pod is opened."""
        pod = None if self.live is None else self.live.pod
        return None if pod is None else replace_players_by_result_owners(pod)

    @property
    def is_still_playing(self) -> bool:
        """Return True if the pod is in play or not opened yet."""
        return self.live is None or not is_game_over(self.live.game)

    @property
    def has_begun(self) -> bool:
        """Return True if the pod's game has started, or the pod was closed."""
        return self.live is not None and self.live.pod is not None and self.live.pod.state != "lobby"

    @property
    def has_report(self) -> bool:
        if self.live is None or self.live.pod is None:
            return False
        reported = any(isinstance(step.event, ReportEvent) for step in self.live.steps)
        return reported or self.live.pod.result is not None

    @property
    def can_result_be_disputed(self) -> bool:
        return self.points_and_winners is not None and not self.points_and_winners.settled

    @property
    def players_with_withdrawn_result(self) -> tuple[Player, ...]:
        """Return the players of a pod whose recorded result was withdrawn."""
        pod = self.pod_with_result_owners
        if self.live is None or pod is None or pod.result is not None or self.live.dates.recorded is None:
            return ()
        own = map_players_to_result_owners(self.owners, pod.players)
        return tuple(own.get(player, player) for player in pod.players)

    @property
    def points_and_winners(self) -> GameNightPodScore | None:
        """Return the pod's points and winners by result owner; None without a result."""
        pod = self.pod_with_result_owners
        if pod is None or pod.result is None:
            return None
        settled = pod.final_result is not None and not pod.reports_open_to_dispute
        own = map_players_to_result_owners(self.owners, pod.result.points)
        points = {own.get(player, player): each for player, each in pod.result.points.items()}
        winners = tuple(own.get(player, player) for player in pod.result.winners)
        return GameNightPodScore(points, winners, settled)


def list_numbers_of_unfinished_pods(pods_by_round: Iterable[Sequence[GameNightPodState]]) -> tuple[int, ...]:
    return tuple(each.pod.serial for states in pods_by_round for each in states if each.is_still_playing)


def compute_game_night_round_scores(
    night: GameNight, pods_by_round: Iterable[Sequence[GameNightPodState]]
) -> list[GameNightRoundScores]:
    """Return the scores of each round for a night's standings; a top-cut round counts only penalties."""
    return [
        GameNightRoundScores([], taken=_list_point_penalties_of_round(night, number, states))
        if night.is_top_cut_round(number)
        else GameNightRoundScores(
            [each.points_and_winners for each in states if each.points_and_winners is not None],
            [each for _, each in _iterate_players_and_result_owners(played.out, states)],
            [each for state in states for each in state.players_with_withdrawn_result],
            _list_point_penalties_of_round(night, number, states),
        )
        for number, (played, states) in enumerate(zip(night.rounds, pods_by_round, strict=True), 1)
    ]


def _list_point_penalties_of_round(
    night: GameNight, round_number: int, pod_states: Sequence[GameNightPodState]
) -> dict[Player, int]:
    taken = count_penalty_points_in_round(night, round_number)
    return {pod_states[0].owners.get(player, player): points for player, points in taken.items()}


def list_recipients_of_game_night_results(
    game_night: GameNight, pods_by_round: Iterable[Sequence[GameNightPodState]]
) -> set[Player]:
    """Return the people who get the results of a game night, such as substitutes who took over a seat.

    Each is named by one of their player ids.
    """
    return {
        owner
        for played, states in zip(game_night.rounds, pods_by_round, strict=True)
        for _, owner in _iterate_players_and_result_owners([*played.seated_players, *played.out], states)
    }


def _iterate_players_and_result_owners(
    players: Iterable[Player], pod_states: Sequence[GameNightPodState]
) -> Iterator[tuple[Player, Player]]:
    owners = pod_states[0].owners
    yield from ((player, owners.get(player, player)) for player in players)


def find_latest_brackets_of_players(pods_by_round: Iterable[Sequence[GameNightPodState]]) -> dict[Player, int]:
    """Return the bracket of the deck that each player declared last in a night's pods."""
    decks = (item for pod in _list_games_of_night(pods_by_round) for item in pod.decks.items())
    return {player: deck.bracket for player, deck in decks if deck.bracket is not None}


def find_latest_decks_of_players(pods_by_round: Iterable[Sequence[GameNightPodState]]) -> dict[Player, Deck]:
    """Return the deck that each player declared last in a night's pods.

    A deck on a seat that changed hands is left out, as nobody knows whose it is.
    """
    return {
        player: deck
        for pod in _list_games_of_night(pods_by_round)
        for player, deck in pod.decks.items()
        if len(pod.find_seat_of_player(player).all_occupants) == 1
    }


def _list_games_of_night(pods_by_round: Iterable[Sequence[GameNightPodState]]) -> Iterator[Pod]:
    games = (each.live.pod for states in pods_by_round for each in states if each.live is not None)
    yield from (pod for pod in games if pod is not None)
