"""Acts to which both players may have to agree: undo a step, close the duel, propose either."""

from msgspec.structs import replace

from bot.joust.duel import (
    Duel,
    DuelAside,
    DuelCommand,
    DuelEvent,
    DuelStep,
    ImpossibleStep,
    Proposal,
    Proposed,
    Seal,
)
from bot.rules.acts import DecisionCode, Sentence
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import (
    AFTER_COUNTED,
    DUELISTS,
    DUELISTS_OR_MODERATORS,
    IN_CHARGE,
    Asker,
    Right,
)


class Propose(DuelCommand, frozen=True):
    """Ask the opponent to agree to something; repeating a proposal withdraws it."""

    right = DUELISTS

    by: Player
    what: Proposed

    def decide(self, duel: Duel, /) -> "DuelProposed":
        """Make or withdraw the proposal. Raises `Refusal` if it cannot be carried out."""
        duel.find_duelist(self.by)
        if self.what == "undo" and duel.before is None:
            refuse("duel-undo")
        if self.what == "close":
            duel.check_open()
        again = duel.proposal == Proposal(self.by, self.what)
        return DuelProposed(self.by, self.what, taken_back=again)

    def find_right(self, duel: Duel, asker: Asker, maker: Player | None) -> Right:
        """Return the right to propose; once a result counts, no player can undo it."""
        return _find_right_after(duel, asker, self.right) if self.what == "undo" else self.right


def _find_right_after(duel: Duel, asker: Asker, right: Right) -> Right:
    """Return `right`, or that of moderators if a player would undo a result that counts."""
    return AFTER_COUNTED if duel.counted is not None and asker.player in duel.players else right


class DuelProposed(DuelAside, frozen=True, tag="duel-proposed"):
    """A player made a proposal to the other, or withdrew it (`taken_back`)."""

    by: Player
    what: Proposed
    taken_back: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with or without the proposal."""
        return replace(duel, proposal=None if self.taken_back else Proposal(self.by, self.what))


class UndoStep(DuelCommand, frozen=True):
    """Take the last step back.

    `secret` is a new one, for the dice if the old secret has been shown. A moderator gives a
    `reason`.
    """

    right = DUELISTS_OR_MODERATORS
    proposal = "undo"

    secret: str | None = None
    reason: str | None = None

    def decide(self, duel: Duel, /) -> "StepUndone":
        """Take the step back; if the secret was shown at the end, a new one decides later dice.

        Raises `Refusal` if nothing can be undone.
        """
        if duel.before is None:
            refuse("duel-undo")
        secret = self.secret if duel.is_over and duel.seals else None
        return StepUndone(secret, self.reason)

    def find_right(self, duel: Duel, asker: Asker, maker: Player | None) -> Right:
        """Return the right to undo; once the result counts, no player has it."""
        return _find_right_after(duel, asker, super().find_right(duel, asker, maker))


class StepUndone(Gated, DuelEvent, frozen=True, tag="duel-undone"):
    """The last step that counted was taken back.

    If that reopened a duel whose secret had been shown, the next dice come from this new `secret`.
    A moderator who took it back gave a `reason`.
    """

    settles = True
    audit_code = "took-back"

    secret: str | None = None
    reason: str | None = None

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel before the last step, with the dice that have been seen since."""
        if duel.before is None:
            raise ImpossibleStep("nothing to undo")
        seals = duel.seals
        if self.secret is not None:
            seals = (*seals, Seal(self.secret, duel.shown + 1))
        return replace(duel.before, shown=duel.shown, seals=seals, proposal=None)

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the override that the event is, if a moderator gave a reason."""
        if self.reason is not None:
            return "override", "undone"
        return super().name_decision(by_host=by_host)


class CloseDuel(DuelCommand, frozen=True):
    """Close the duel without a result; `idle` if nobody has touched it for long."""

    right = IN_CHARGE
    moment = "open"
    proposal = "close"

    idle: bool = False

    def decide(self, duel: Duel, /) -> "DuelClosed":
        """Close the duel."""
        return DuelClosed(self.idle)


class DuelClosed(Gated, DuelStep, frozen=True, tag="duel-closed"):
    """The duel was closed without a result; `idle` if nobody had touched it for long."""

    do = "close"
    both_undo = True
    audit_code = "closed"

    idle: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the closed duel, in which no wear is open."""
        return self.append_to(duel, replace(duel, closed=True, waiting=None))

    def tell(self) -> Sentence:
        """Return the sentence about the end without a result."""
        return Sentence("joust-did-close")
