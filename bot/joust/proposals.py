"""Acts to which both players may have to agree: undo a step, close the duel, propose either."""

from msgspec.structs import replace

from bot.joust.duel import (
    Duel,
    DuelCommand,
    DuelDiceSecret,
    DuelEvent,
    DuelProposal,
    DuelStepEvent,
    ImpossibleDuelEventError,
    NonGameplayDuelEvent,
    Proposed,
)
from bot.rules.commands_and_events import AuditCode, TranslatableSentence
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import AFTER_COUNTED, DUELISTS, DUELISTS_OR_MODERATORS, IN_CHARGE, CommandRight, Requester


class ProposeDuelUndoOrClose(DuelCommand, frozen=True):
    """The command to propose to the opponent an undo or a close. Repeating the proposal withdraws it."""

    right = DUELISTS
    needs_reason_of_moderator = True  # who may undo as a moderator alone undoes with a reason and proposes nothing

    by: Player
    what: Proposed

    def create_event(self, duel: Duel, /) -> "DuelUndoOrCloseProposed":
        """Return the event that makes or withdraws the proposal. Raises `Refusal` if it is not possible."""
        duel.find_duelist_of_player(self.by)
        if self.what == "undo" and duel.before is None:
            raise_refusal("duel-undo")
        if self.what == "close":
            duel.require_game_unfinished()
        again = duel.proposal == DuelProposal(self.by, self.what)
        return DuelUndoOrCloseProposed(self.by, self.what, taken_back=again)

    def find_required_right(self, duel: Duel, requester: Requester, last_step_author: Player | None) -> CommandRight:
        """Return the access right for the proposal. Players cannot propose to undo a final result."""
        return _find_duel_undo_right(duel, requester, self.right) if self.what == "undo" else self.right


def _find_duel_undo_right(duel: Duel, requester: Requester, default_right: CommandRight) -> CommandRight:
    return AFTER_COUNTED if duel.final_result is not None and requester.player in duel.players else default_right


class DuelUndoOrCloseProposed(NonGameplayDuelEvent, frozen=True, tag="duel-proposed"):
    """The event that a player proposed to undo a step or to close the duel, or withdrew the proposal.

    `taken_back` means a withdrawal.
    """

    by: Player
    what: Proposed
    taken_back: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, proposal=None if self.taken_back else DuelProposal(self.by, self.what))


class UndoDuelStep(DuelCommand, frozen=True):
    """The command to undo the last step of a duel.

    `secret` is a new one, for the dice if the old secret has been shown. A moderator gives a `reason`.
    """

    right = DUELISTS_OR_MODERATORS
    needs_reason_of_moderator = True
    proposal = "undo"

    secret: str | None = None
    reason: str | None = None

    def create_event(self, duel: Duel, /) -> "DuelStepUndone":
        """Return the `DuelStepUndone` event.

        If the dice secret was shown at the end, a new one decides later dice. Raises `Refusal` if nothing can be
        undone.
        """
        if duel.before is None:
            raise_refusal("duel-undo")
        secret = self.secret if duel.is_over and duel.seals else None
        return DuelStepUndone(secret, self.reason)

    def find_required_right(self, duel: Duel, requester: Requester, last_step_author: Player | None) -> CommandRight:
        """Return the access right for the undo. Players cannot undo a final result."""
        return _find_duel_undo_right(duel, requester, super().find_required_right(duel, requester, last_step_author))


class DuelStepUndone(ModeratableEvent, DuelEvent, frozen=True, tag="duel-undone"):
    """The event that the last step of a duel was undone.

    If that reopened a duel whose secret had been shown, the next dice come from this new `secret`. A moderator who
    undid the step gave a `reason`.
    """

    audit_code = "took-back"

    secret: str | None = None
    reason: str | None = None

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel before its last step.

        The bot's next dice show the same numbers again, so that an undo changes no roll.
        """
        if duel.before is None:
            raise ImpossibleDuelEventError("nothing to undo")
        seals = duel.seals
        if self.secret is not None:
            seals = (*seals, DuelDiceSecret(self.secret, duel.shown + 1))
        return replace(duel.before, shown=duel.shown, seals=seals, proposal=None)

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the audit-trail code for a moderator's undo with a reason; None for others."""
        if self.reason is not None:
            return "override", "undone"
        return super().find_audit_trail_code(is_host_action=is_host_action)


class CloseDuel(DuelCommand, frozen=True):
    """The command to close a duel without a result.

    `idle` means that nobody has played for a long time.
    """

    right = IN_CHARGE
    moment = "open"
    proposal = "close"

    idle: bool = False

    def create_event(self, duel: Duel, /) -> "DuelClosed":
        return DuelClosed(self.idle, bool(duel.duelists) and duel.setup.dispute_minutes is not None)


class DuelClosed(ModeratableEvent, DuelStepEvent, frozen=True, tag="duel-closed"):
    """The event that a duel was closed without a result.

    `idle` means that nobody had played for a long time. `disputable` means that the duel had begun, so that its players
    can dispute the closing; old closings were final.
    """

    do = "close"
    both_undo = True
    audit_code = "closed"

    idle: bool = False
    disputable: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the closed duel, without any pending die roll."""
        closed = replace(duel, closed=True, waiting=None, disputable=self.disputable)
        return self.record_as_last_step(duel, closed)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("joust-did-close")
