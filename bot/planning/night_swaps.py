"""The swap of two players of a game night's current round, before they play."""

from msgspec.structs import replace

from bot.nights.night import GameNight, GameNightPod
from bot.planning.night_rounds import (
    GameNightPodRemovalCommand,
    GameNightRoundSeated,
    is_requester_biased_about_round,
)
from bot.planning.plan import GameNightOrganiserAction, PlannedGame
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, Requester


class SwapPlayersBetweenPods(GameNightPodRemovalCommand, frozen=True):
    """The command that swaps the seats of two players in the current round of a game night.

    `by` is who wants it.
    """

    one: Player
    other: Player
    by: Player | None = None

    right = ORGANISER

    def create_game_night_event(
        self, planned_game: PlannedGame, game_night: GameNight, /
    ) -> "PlayersSwappedBetweenPods":
        """Return the `PlayersSwappedBetweenPods` event.

        Raises `Refusal` unless both are in the round and have not played.
        """
        current = game_night.current_round
        if current is None:
            raise_refusal("night-no-round")
        places = {one: pod.serial for pod in current.pods for one in pod.players}
        places |= dict.fromkeys(current.out, 0)
        for player in (self.one, self.other):
            if player not in places:
                raise_refusal("night-not-seated", "player", player=player)
        if places[self.one] == places[self.other]:
            raise_refusal("night-same-pod", "other", players=(self.one, self.other))
        self.require_no_report_in_removed_pods(game_night)
        return PlayersSwappedBetweenPods(self.one, self.other, self.by)

    def require_impartial_requester(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        _forbid_biased_swap(planned_game, requester)

    def list_pods_to_remove(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        """Return the pods of the two players, which the swap replaces by new ones."""
        return _find_current_pods_of_players(game_night, {self.one, self.other})


class PlayersSwappedBetweenPods(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-swapped"):
    """The event that the organiser of a game night swapped the seats of two players.

    One of them may sit out. `by` is who did it; None means that an older version of the bot wrote the event.
    """

    one: Player
    other: Player
    by: Player | None = None

    audit_code = "night-swapped"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the players swapped, and new pods for both."""
        places = {self.one: self.other, self.other: self.one}
        last = game_night.rounds[-1]
        pods: list[GameNightPod] = []
        voided = list(game_night.voided)
        serials = game_night.serials
        for pod in last.pods:
            players = tuple(places.get(player, player) for player in pod.players)
            if set(players) == set(pod.players):
                pods.append(pod)
                continue
            serials += 1
            pods.append(GameNightPod(serials, players))
            voided.append(pod)
        out = tuple(places.get(player, player) for player in last.out)
        changed = game_night.copy_with_current_round(replace(last, pods=tuple(pods), out=out))
        return replace(planned_game, night=replace(changed, voided=tuple(voided), serials=serials))

    def forbid_biased_undo(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        _forbid_biased_swap(planned_game, requester)

    def require_undo_possible(self, game_night: GameNight, /) -> None:
        """Raise `Refusal` if one of the swapped players has lost their place in the round."""
        current = game_night.current_round
        players = () if current is None else (*current.seated_players, *current.out)
        for player in (self.one, self.other):
            if player not in players:
                raise_refusal("night-not-seated", "player", player=player)

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        return self.apply_to_game_night(planned_game, game_night)

    def list_pods_removed_by_undo(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        """Return the pods of the two players, which an undo replaces by new ones."""
        return _find_current_pods_of_players(game_night, {self.one, self.other})


def _forbid_biased_swap(planned_game: PlannedGame, requester: Requester) -> None:
    if is_requester_biased_about_round(planned_game, requester):
        raise_refusal("night-own-round")


def list_player_swaps_by_round(game_night: GameNight) -> list[tuple[int, PlayersSwappedBetweenPods]]:
    """Return the swaps of a night that were not undone, each with the number of its round."""
    swaps: list[tuple[int, PlayersSwappedBetweenPods]] = []
    round_number = 0
    for act in game_night.acts:
        if isinstance(act, GameNightRoundSeated):
            round_number = act.round
        elif isinstance(act, PlayersSwappedBetweenPods):
            swaps.append((round_number, act))
    return swaps


def _find_current_pods_of_players(night: GameNight, players: set[Player]) -> tuple[GameNightPod, ...]:
    pods = () if night.current_round is None else night.current_round.pods
    return tuple(pod for pod in pods if not players.isdisjoint(pod.players))
