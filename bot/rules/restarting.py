"""Games that restart or run inside another: Karn Liberated (ESC-50) and subgames (ESC-51)."""

from msgspec.structs import replace

from bot.rules import turns
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.player_totals import LifeAndDamageTotals
from bot.rules.playing import require_player_in_game, require_running_game
from bot.rules.pod import (
    Pod,
    PodCommand,
    PodHistoryEvent,
    RunningGameEvent,
    apply_game_changes_to_pod,
    compute_life_and_damage_after_state_changes,
)
from bot.rules.records import NO_EFFECT, GameChanges, SubgameCard
from bot.rules.refusals import raise_refusal
from bot.rules.rights import PLAYERS


class RestartGameByKarn(PodCommand, frozen=True):
    """The command that restarts the game with the card Karn Liberated."""

    by: Player

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "GameRestartedByKarn":
        """Return the `GameRestartedByKarn` event. Raises `Refusal` in variants without teams of servants."""
        require_running_game(pod)
        _require_variant_with_teams(pod)
        require_player_in_game(pod.current_game.standings, self.by, "by")
        if pod.subgame is not None:  # the subgame restarts; turns belong to the pod (ESC-D21)
            return GameRestartedByKarn(self.by, NO_EFFECT)
        turn = turns.build_first_turn_of_restarted_game(pod.setup, pod.players, pod.standings, self.by)
        return GameRestartedByKarn(self.by, GameChanges(turn=turn))


class GameRestartedByKarn(RunningGameEvent, frozen=True, tag="restarted"):
    """The event that a player restarted the game with the card Karn Liberated.

    The rule is ESC-50.
    """

    by: Player
    outcome: GameChanges

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod in the first turn of the restarted game."""
        if self.outcome.turn is None:
            return super().apply(pod)
        after = apply_game_changes_to_pod(pod, self.outcome, pod)
        return replace(after, begun=after.standings)

    def compute_life_and_damage_after_event(self, previous_pod: Pod, current_pod: Pod) -> LifeAndDamageTotals:
        return compute_life_and_damage_after_state_changes(previous_pod, current_pod, {}, self)

    def rebuild_original_command(self) -> RestartGameByKarn:
        return RestartGameByKarn(self.by)

    @property
    def player_who_caused_event(self) -> Player:
        return self.by


class BeginSubgame(PodCommand, frozen=True):
    """The command that begins a subgame (a game within the game) by a card such as Shahrazad."""

    card: SubgameCard

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "SubgameBegan":
        """Return the `SubgameBegan` event. Raises `Refusal` if a subgame is running."""
        require_running_game(pod)
        _require_variant_with_teams(pod)
        if pod.subgame is not None:
            raise_refusal("subgame-nested")
        return SubgameBegan(self.card)


class SubgameBegan(PodHistoryEvent, frozen=True, tag="subgame-began"):
    """The event that a subgame (a game within the game) began.

    Later events belong to the subgame. The rules are ESC-51 to ESC-53.
    """

    card: SubgameCard

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with a subgame (a game within the game) of all players who are not out."""
        standings = {p: s for p, s in pod.standings.items() if s.status != "out"}
        subgame = Pod(pod.setup, pod.host, tuple(standings), standings, step=pod.step, begun=standings)
        inside = replace(pod, subgame=subgame, subgame_card=self.card)
        return replace(inside, step=pod.step + 1, before=pod)

    def rebuild_original_command(self) -> BeginSubgame:
        return BeginSubgame(self.card)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence(f"board-subgame-{self.card}")


def _require_variant_with_teams(pod: Pod) -> None:
    if not pod.setup.variant_rules.team_is_one_side:
        raise_refusal("not-in-variant", variant=pod.setup.variant)
