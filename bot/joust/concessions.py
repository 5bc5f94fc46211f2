"""Concessions: a player gives up the duel (MJ-D7), or is removed from it."""

from typing import Literal

from bot.joust.duel import Duel, DuelCommand, DuelEvent, DuelOutcome, DuelStep
from bot.joust.lobby import LeaveDuel
from bot.joust.results import build_concession_result
from bot.rules.commands_and_events import Sentence
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.rights import DUELISTS, DUELISTS_OR_MODERATORS, MODERATORS, Requester, Right


class ConcedeDuel(DuelCommand, frozen=True):
    """The command to give up the duel."""

    right = DUELISTS
    moment = "playing"

    player: Player

    def create_event(self, duel: Duel, /) -> "DuelConceded":
        """End the duel with a loss of the player. Raises `Refusal` for anybody but a
        duelist.
        """
        duel.find_duelist(self.player)
        result = build_concession_result(duel, self.player)
        return DuelConceded(self.player, DuelOutcome((result.rule,), result=result))


class DuelConceded(ModeratableEvent, DuelStep, frozen=True, tag="duel-conceded"):
    """The event that a player gave up the duel."""

    do = "concede"
    both_undo = True
    audit_code = "removed"

    player: Player
    outcome: DuelOutcome

    def describe(self) -> Sentence:
        """Return the sentence that says who gave up."""
        return Sentence("joust-did-concede", {"player": self.player})


class RemoveDuelist(DuelCommand, frozen=True):
    """The command to remove a player from a duel's lobby, or to concede the duel for them.

    A `moderator` may do so, and the other player once this one has `gone` from the server.
    """

    right = DUELISTS_OR_MODERATORS

    player: Player
    how: Literal["gone", "moderator"]

    def create_event(self, duel: Duel, /) -> DuelEvent:
        """Decide as if the player had left the lobby or conceded."""
        lobby = duel.state == "lobby"
        command = LeaveDuel(self.player) if lobby else ConcedeDuel(self.player)
        command.require_accepted_now(duel)
        return command.create_event(duel)

    def find_required_right(
        self, duel: Duel, requester: Requester, step_author: Player | None
    ) -> Right:
        """Return the right that removing the player requires."""
        return MODERATORS if self.how == "moderator" else DUELISTS
