"""Concessions: a player leaves the running game, or is removed from it (ESC-31, ESC-44, TAB-8)."""

from bot.rules.acts import Sentence
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.guests import find_bringer_role
from bot.rules.playing import check_running, settle_concession
from bot.rules.pod import Claimable, ClaimDraft, JudgedEvent, Pod, PodCommand
from bot.rules.records import Claim, Outcome
from bot.rules.rights import BRINGER, PLAYERS, Asker, Right, Role


class Concede(PodCommand, frozen=True):
    """Leave the game; `kicked_by` names who removed the player, if anybody did."""

    player: Player
    kicked_by: tuple[Player, ...] = ()

    right = PLAYERS  # BRINGER for somebody else

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right of a player, or of the member who brought a guest."""
        return self.right if self.player == asker.player else BRINGER

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `bringer` for the member who brought the guest in question."""
        return find_bringer_role(pod, asker, self.player)

    def decide(self, pod: Pod, /) -> "Conceded":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod, waiting=True)
        return Conceded(self.player, settle_concession(pod.game, self.player), self.kicked_by)


class Conceded(JudgedEvent, Gated, Claimable, frozen=True, tag="conceded"):
    """A player conceded (ESC-31, ESC-44, ESC-45, TAB-8), or was removed by those in `kicked_by`."""

    audit_code = "removed"

    player: Player
    outcome: Outcome
    kicked_by: tuple[Player, ...] = ()
    claim: Claim | None = None

    replaceable = True

    def find_subjects(self, before: Pod) -> frozenset[Player]:
        """Return the player who left."""
        return frozenset({self.player})

    def make_command(self) -> Concede:
        """Return the command that led to the event."""
        return Concede(self.player, self.kicked_by)

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that waits for the end; None in a subgame."""
        return None if draft.pod.subgame is not None else draft.wait_for_end()

    @property
    def author(self) -> Player:
        """The last of those who removed the player, otherwise the player."""
        return (self.player, *self.kicked_by)[-1]

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed report."""
        key = "claim-kick" if self.kicked_by else "claim-concession"
        return Sentence(key, {"player": self.player})
