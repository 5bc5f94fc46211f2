"""The time after the end of a duel: its result is disputed, upheld, or counts by silence."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelCommand, DuelSideEvent
from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS, END_CONFIRMERS, NOT_OWN_REPORT, THE_BOT, Requester, Right


class DisputeDuelResult(DuelCommand, frozen=True):
    """The command to dispute a duel's result, which then does not count until it is upheld."""

    right = DUELISTS

    by: Player

    def create_event(self, duel: Duel, /) -> "DuelResultDisputed":
        """Dispute the result; each player can dispute once.

        Raises `Refusal` if there is no result, or if it counts or is disputed already.
        """
        duel.find_duelist(self.by)
        if duel.result is None:
            raise_refusal("duel-goes-on")
        if duel.counted_result is not None:
            raise_refusal("duel-counts")
        if self.by in duel.disputers:
            raise_refusal("disputed-once")
        if duel.disputed is not None:
            raise_refusal("duel-disputed")
        return DuelResultDisputed(self.by)

    def find_required_right(
        self, duel: Duel, requester: Requester, step_author: Player | None
    ) -> Right:
        """Return the right to dispute; the player who ended the duel has none."""
        own = requester.player in duel.players and requester.player == step_author
        return NOT_OWN_REPORT if own else self.right


class DuelResultDisputed(ModeratableEvent, DuelSideEvent, frozen=True, tag="duel-disputed"):
    """The event that a player disputed a duel's result, or withdrew the dispute (`taken_back`)."""

    settles = True
    audit_code = "upheld"

    by: Player
    taken_back: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with or without the dispute."""
        if self.taken_back:
            return replace(duel, disputed=None)
        return replace(duel, disputed=self.by, disputers=(*duel.disputers, self.by))

    @property
    def restarts_dispute_time(self) -> bool:
        """True if the dispute was withdrawn: the time to dispute begins again."""
        return self.taken_back

    @property
    def is_confirmation(self) -> bool:
        """True if the dispute was withdrawn."""
        return self.taken_back


class UpholdDuelResult(DuelCommand, frozen=True):
    """The command to uphold a duel's result: by a moderator, or by the player who disputed it."""

    right = END_CONFIRMERS

    by: Player

    def create_event(self, duel: Duel, /) -> "DuelResultDisputed | DuelResultUpheld":
        """Uphold the result, so that it counts.

        If the player who disputed it withdraws the dispute, the time to dispute begins
        again instead. Raises `Refusal` if nobody disputes the result or asks to undo it.
        """
        if not duel.is_contested:
            raise_refusal("dispute-settled")
        if self.by == duel.disputed:
            return DuelResultDisputed(self.by, taken_back=True)
        return DuelResultUpheld()


class DuelResultUpheld(ModeratableEvent, DuelSideEvent, frozen=True, tag="duel-upheld"):
    """The event that a moderator upheld a disputed result of a duel, so that it counts."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with a result that counts."""
        return replace(duel, settled=True, disputed=None, proposal=None)

    @property
    def is_confirmation(self) -> bool:
        """True: the result counts."""
        return True

    def find_decision_code(self, *, by_host: bool) -> AuditCode:
        """Return the audit code of an upheld result."""
        return "upheld", None


def _require_uncontested_result(duel: Duel) -> None:
    """Raise `Refusal` unless a result waits that nobody disputes."""
    if duel.result is None or duel.counted_result is not None or duel.is_contested:
        raise_refusal("dispute-settled")


class SettleDuelResult(DuelCommand, frozen=True):
    """The bot's command to let a duel's result count, because nobody disputed it in time."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultSettled":
        """Let the result count. Raises `Refusal` if no result waits to count."""
        _require_uncontested_result(duel)
        return DuelResultSettled()


class DuelResultSettled(DuelSideEvent, frozen=True, tag="duel-settled"):
    """The event that a duel's result counts, because nobody disputed it in time."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with a result that counts."""
        return replace(duel, settled=True)

    @property
    def is_confirmation(self) -> bool:
        """True: the result counts."""
        return True


class LockDuelResult(DuelCommand, frozen=True):
    """The bot's command to leave a duel's result to moderators, because its season is over."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultLocked":
        """Lock the result. Raises `Refusal` if no result waits to count."""
        _require_uncontested_result(duel)
        return DuelResultLocked()


class DuelResultLocked(DuelSideEvent, frozen=True, tag="duel-locked"):
    """The event that only a moderator can still uphold a duel's result: its season is over."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with its result locked."""
        return replace(duel, locked=True)
