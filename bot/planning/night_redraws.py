"""The second draw of those pods of a night's round that have not begun, after a result changed."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from bot.nights.night import GameNight, GameNightPod, RepeatedRoundPairing
from bot.planning.night_rounds import (
    GameNightPodRemovalCommand,
    GameNightRoundSeated,
    is_requester_biased_about_round,
    list_players_for_next_round,
    require_complete_round_seating,
)
from bot.planning.plan import GameNightOrganiserAction, PlannedGame
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.overrides import require_moderator_reason
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, Requester


class ReseatUnstartedPods(GameNightPodRemovalCommand, frozen=True):
    """The command that seats the players of a round's unstarted pods again, in new pods.

    `serials` are the serial numbers of the pods. `points` and the facts after it are those of
    `SeatGameNightRound`. The service fills in `reported`, here the pods among them that have begun, and
    `elsewhere`, the players who play in another night now.
    """

    round: int
    serials: tuple[int, ...]
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    reason: str
    points: Mapping[Player, int] = {}
    apart: str | None = None
    elsewhere: tuple[Player, ...] = ()
    brackets: Mapping[Player, int] = {}
    earlier_ids: Mapping[Player, Player] = {}
    by: Player | None = None
    places: Mapping[Player, int] = {}
    through: tuple[Player, ...] = ()
    strengths: Mapping[Player, int] = {}

    right = ORGANISER

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "UnstartedPodsReseated":
        """Return the `UnstartedPodsReseated` event.

        Raises `Refusal` if one of them has begun, or somebody came or left.
        """
        current = game_night.current_round
        if current is None:
            raise_refusal("night-no-round")
        replaced = self.list_pods_to_remove(game_night)
        if self.round != len(game_night.rounds) or len(replaced) != len(self.serials) or not replaced:
            raise_refusal("night-changed")
        if self.reported:
            raise_refusal("night-redraw-begun")
        coming = list_players_to_reseat(planned_game, game_night, self.serials, self.elsewhere)
        require_complete_round_seating(game_night, self.round, self.pods, self.out, coming)
        require_moderator_reason(self.reason)
        return UnstartedPodsReseated(
            self.round,
            self.pods,
            self.out,
            tuple(pod.serial for pod in current.pods if pod.serial not in self.serials),
            tuple(pod.players for pod in replaced),
            current.out,
            {player: each for player, each in self.points.items() if each},
            self.apart,
            dict(self.brackets),
            dict(self.earlier_ids),
            self.by,
            self.reason,
            dict(self.places),
            self.through,
            dict(self.strengths),
        )

    def require_impartial_requester(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        _forbid_biased_reseating(planned_game, requester)

    def list_pods_to_remove(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        """Return the unstarted pods of the current round, which the command replaces with new pods."""
        current = game_night.current_round
        return () if current is None else tuple(pod for pod in current.pods if pod.serial in self.serials)


class UnstartedPodsReseated(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-pods-drawn-again"):
    """The event that the players of a game night's unstarted pods were seated again, in `pods`.

    The pods of `stayed` were left as they were. The pods had the players in `pods_before`, and the players in
    `out_before` sat out. The other fields are those of `GameNightRoundSeated`.
    """

    round: int
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    stayed: tuple[int, ...] = ()
    pods_before: tuple[tuple[Player, ...], ...] = ()
    out_before: tuple[Player, ...] = ()
    points: dict[Player, int] = {}
    apart: str | None = None
    brackets: dict[Player, int] = {}
    earlier_ids: dict[Player, Player] = {}
    by: Player | None = None
    reason: str | None = None
    places: dict[Player, int] = {}
    through: tuple[Player, ...] = ()
    strengths: dict[Player, int] = {}

    audit_code = "night-redrawn"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with new pods in place of the unstarted pods.

        Pods that stay keep their numbers.
        """
        changed = self._replace_unstarted_pods(game_night, self.pods, self.out)
        if self.by is not None and self.reason is not None:
            repeated = RepeatedRoundPairing(self.round, self.by, self.reason)
            changed = replace(changed, repeated_draws=(*game_night.repeated_draws, repeated))
        return replace(planned_game, night=changed)

    def _replace_unstarted_pods(
        self, game_night: GameNight, new_pods: Sequence[tuple[Player, ...]], sit_out_players: tuple[Player, ...]
    ) -> GameNight:
        current = game_night.rounds[-1]
        new = [GameNightPod(serial, group) for serial, group in enumerate(new_pods, game_night.serials + 1)]
        left = iter(new)
        placed = [pod if pod.serial in self.stayed else next(left, None) for pod in current.pods]
        pods = (*(pod for pod in placed if pod is not None), *left)
        removed = tuple(pod for pod in current.pods if pod.serial not in self.stayed)
        changed = game_night.copy_with_current_round(replace(current, pods=pods, out=sit_out_players))
        return replace(changed, voided=(*game_night.voided, *removed), serials=game_night.serials + len(new))

    def forbid_biased_undo(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        _forbid_biased_reseating(planned_game, requester)

    def require_undo_possible(self, game_night: GameNight, /) -> None:
        """Raise `Refusal` if the round has changed, or if a pod that was not seated again has been removed."""
        current = game_night.current_round
        serials = () if current is None else tuple(pod.serial for pod in current.pods)
        if len(game_night.rounds) != self.round or not {*self.stayed} <= {*serials}:
            raise_refusal("night-reported")

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the unstarted pods from before the new seating."""
        return replace(planned_game, night=self._replace_unstarted_pods(game_night, self.pods_before, self.out_before))

    def list_pods_removed_by_undo(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        current = game_night.current_round
        return () if current is None else tuple(pod for pod in current.pods if pod.serial not in self.stayed)


RoundDraw: TypeAlias = GameNightRoundSeated | UnstartedPodsReseated


def list_players_to_reseat(
    planned_game: PlannedGame,
    game_night: GameNight,
    pod_serials: Collection[int],
    players_in_other_nights: Collection[Player],
) -> tuple[Player, ...]:
    """Return the present players of a round whose pods are seated again, or who have no pod.

    They get seats when the pods `pod_serials` are drawn again.
    """
    current = game_night.rounds[-1]
    staying = {player for pod in current.pods if pod.serial not in pod_serials for player in pod.players}
    there = list_players_for_next_round(planned_game, players_in_other_nights)
    return tuple(player for player in there if player not in staying)


def find_last_seating_of_current_round(game_night: GameNight) -> RoundDraw | None:
    """Return the last seating of a game night's current round; None before the first round."""
    return next((act for act in reversed(game_night.acts) if isinstance(act, RoundDraw)), None)


def map_earlier_to_current_player_ids(game_night: GameNight) -> dict[Player, Player]:
    """Map players' ids in earlier game nights to their ids in this one.

    The seated rounds were paired by this mapping.
    """
    draws = (act for act in game_night.acts if isinstance(act, RoundDraw))
    return {was: now for act in draws for was, now in act.earlier_ids.items()}


def _forbid_biased_reseating(planned_game: PlannedGame, requester: Requester) -> None:
    if is_requester_biased_about_round(planned_game, requester):
        raise_refusal("night-own-undo")
