"""Concessions: a player leaves the running game, or is removed from it (ESC-31, ESC-44, TAB-8)."""

from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.guests import find_role_for_bringing_guest
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.playing import compute_concession_consequences, require_running_game
from bot.rules.pod import ConfirmableEvent, NewReportDetails, Pod, PodCommand, RunningGameEvent
from bot.rules.records import ConfirmationRequirement, GameChanges
from bot.rules.rights import BRINGER, PLAYERS, CommandRight, Requester, Role


class ConcedeGame(PodCommand, frozen=True):
    """The command by which a player leaves the running game.

    `kicked_by` names the people who removed the player, if any.
    """

    player: Player
    kicked_by: tuple[Player, ...] = ()

    right = PLAYERS  # BRINGER for somebody else

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right to concede, which a guest's member has for the guest."""
        return self.right if self.player == requester.player else BRINGER

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the conceding guest; otherwise no role."""
        return find_role_for_bringing_guest(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "PlayerConceded":
        """Return the `PlayerConceded` event. Raises `Refusal` if the player is not playing."""
        require_running_game(pod, allows_pending_choice=True)
        return PlayerConceded(
            self.player, compute_concession_consequences(pod.current_game, self.player), self.kicked_by
        )


class PlayerConceded(RunningGameEvent, ModeratableEvent, ConfirmableEvent, frozen=True, tag="conceded"):
    """The event that a player conceded, or was removed from the game by other people."""

    audit_code = "removed"

    player: Player
    outcome: GameChanges
    kicked_by: tuple[Player, ...] = ()
    claim: ConfirmationRequirement | None = None

    replaceable = True

    def list_mentioned_players(self, previous_pod: Pod) -> frozenset[Player]:
        return frozenset({self.player})

    def rebuild_original_command(self) -> ConcedeGame:
        return ConcedeGame(self.player, self.kicked_by)

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the concession to count: nobody objects before the game ends."""
        return None if new_report.pod.subgame is not None else new_report.build_confirmation_at_end_of_game()

    @property
    def player_who_caused_event(self) -> Player:
        """Return the person with the last vote if the player was voted out; otherwise the player who conceded."""
        return (self.player, *self.kicked_by)[-1]

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        key = "claim-kick" if self.kicked_by else "claim-concession"
        return TranslatableSentence(key, {"player": self.player})
