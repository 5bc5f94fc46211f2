"""Concessions: a player leaves the running game, or is removed from it (ESC-31, ESC-44, TAB-8)."""

from bot.rules.commands_and_events import Sentence
from bot.rules.facts import Player
from bot.rules.guests import find_bringer_role
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.playing import require_running_game, settle_concession
from bot.rules.pod import ClaimDraft, ConfirmableEvent, InGameEvent, Pod, PodCommand
from bot.rules.records import ReportClaim, RulesOutcome
from bot.rules.rights import BRINGER, PLAYERS, Requester, Right, Role


class ConcedeGame(PodCommand, frozen=True):
    """The command by which a player leaves the running game.

    `kicked_by` names the people who removed the player, if any.
    """

    player: Player
    kicked_by: tuple[Player, ...] = ()

    right = PLAYERS  # BRINGER for somebody else

    def find_required_right(self, pod: Pod, requester: Requester) -> Right:
        """Return the right of a player to concede, or of the member who brought a guest."""
        return self.right if self.player == requester.player else BRINGER

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the conceding guest."""
        return find_bringer_role(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "PlayerConceded":
        """Return the `PlayerConceded` event for this command.

        Raises `Refusal` if the player is not in a running game.
        """
        require_running_game(pod, allow_waiting=True)
        return PlayerConceded(
            self.player, settle_concession(pod.current_game, self.player), self.kicked_by
        )


class PlayerConceded(InGameEvent, ModeratableEvent, ConfirmableEvent, frozen=True, tag="conceded"):
    """The event that a player conceded or was removed by `kicked_by` (ESC-31, ESC-44, TAB-8)."""

    audit_code = "removed"

    player: Player
    outcome: RulesOutcome
    kicked_by: tuple[Player, ...] = ()
    claim: ReportClaim | None = None

    replaceable = True

    def find_described_players(self, previous_pod: Pod) -> frozenset[Player]:
        """Return the player who left the game."""
        return frozenset({self.player})

    def rebuild_command(self) -> ConcedeGame:
        """Return the `ConcedeGame` command that caused this event."""
        return ConcedeGame(self.player, self.kicked_by)

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return a claim that stays open until the end of the game; None in a subgame."""
        return None if claim_draft.pod.subgame is not None else claim_draft.build_claim_until_end()

    @property
    def author(self) -> Player:
        """Return the last person who removed the player, otherwise the player who conceded."""
        return (self.player, *self.kicked_by)[-1]

    def describe_claim(self) -> Sentence:
        """Return the label that players see on an unconfirmed `PlayerConceded` event."""
        key = "claim-kick" if self.kicked_by else "claim-concession"
        return Sentence(key, {"player": self.player})
