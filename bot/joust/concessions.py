"""Concessions: a player gives up the duel (MJ-D7), or is removed from it."""

from typing import Literal

from bot.joust.duel import Duel, DuelCommand, DuelEvent, DuelOutcome, DuelStep
from bot.joust.lobby import LeaveDuel
from bot.joust.results import judge_concession
from bot.rules.acts import Sentence
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.rights import DUELISTS, DUELISTS_OR_MODERATORS, MODERATORS, Asker, Right


class ConcedeDuel(DuelCommand, frozen=True):
    """Give up the duel."""

    right = DUELISTS
    moment = "playing"

    player: Player

    def decide(self, duel: Duel, /) -> "DuelConceded":
        """Let the player lose. Raises `Refusal` for somebody else."""
        duel.find_duelist(self.player)
        result = judge_concession(duel, self.player)
        return DuelConceded(self.player, DuelOutcome((result.rule,), result=result))


class DuelConceded(Gated, DuelStep, frozen=True, tag="duel-conceded"):
    """A player gave up the duel."""

    do = "concede"
    both_undo = True
    audit_code = "removed"

    player: Player
    outcome: DuelOutcome

    def tell(self) -> Sentence:
        """Return the sentence about who gave up."""
        return Sentence("joust-did-concede", {"player": self.player})


class RemoveDuelist(DuelCommand, frozen=True):
    """Remove a player from the lobby, or let them give up the duel.

    A `moderator` may do so, and the other player once this one has `gone` from the server.
    """

    right = DUELISTS_OR_MODERATORS

    player: Player
    how: Literal["gone", "moderator"]

    def decide(self, duel: Duel, /) -> DuelEvent:
        """Decide as if the player left or conceded."""
        lobby = duel.state == "lobby"
        command = LeaveDuel(self.player) if lobby else ConcedeDuel(self.player)
        command.check_moment(duel)
        return command.decide(duel)

    def find_right(self, duel: Duel, asker: Asker, maker: Player | None) -> Right:
        """Return the right to remove the player in this way."""
        return MODERATORS if self.how == "moderator" else DUELISTS
