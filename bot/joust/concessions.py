"""Concessions: a player gives up the duel (MJ-D7), or is removed from it."""

from typing import Literal

from bot.joust.duel import Duel, DuelCommand, DuelEvent, DuelStateChanges, DuelStepEvent
from bot.joust.lobby import LeaveDuelLobby
from bot.joust.results import build_duel_concession_result
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.rights import DUELISTS, DUELISTS_OR_MODERATORS, MODERATORS, CommandRight, Requester


class ConcedeDuel(DuelCommand, frozen=True):
    """The command by which a player gives up the duel."""

    right = DUELISTS
    moment = "playing"

    player: Player

    def create_event(self, duel: Duel, /) -> "DuelConceded":
        """Return the `DuelConceded` event. Raises `Refusal` if the person is no player of the duel."""
        duel.find_duelist_of_player(self.player)
        result = build_duel_concession_result(duel, self.player)
        return DuelConceded(self.player, DuelStateChanges((result.rule,), result=result))


class DuelConceded(ModeratableEvent, DuelStepEvent, frozen=True, tag="duel-conceded"):
    """The event that a player gave up the duel."""

    do = "concede"
    both_undo = True
    audit_code = "removed"

    player: Player
    outcome: DuelStateChanges

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("joust-did-concede", {"player": self.player})


class RemovePlayerFromDuel(DuelCommand, frozen=True):
    """The command to remove a player from a duel's lobby; in a running duel, the player concedes.

    A `moderator` may do so, and the other player once this one has `gone` from the server.
    """

    right = DUELISTS_OR_MODERATORS

    player: Player
    how: Literal["gone", "moderator"]

    def create_event(self, duel: Duel, /) -> DuelEvent:
        """Return the event by which the player leaves the lobby, or loses the running duel."""
        lobby = duel.state == "lobby"
        command = LeaveDuelLobby(self.player) if lobby else ConcedeDuel(self.player)
        command.require_duel_state_allows_command(duel)
        return command.create_event(duel)

    def find_required_right(self, duel: Duel, requester: Requester, last_step_author: Player | None) -> CommandRight:
        return MODERATORS if self.how == "moderator" else DUELISTS
