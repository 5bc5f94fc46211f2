"""The time after the end of a duel: its result is disputed, upheld, or counts by silence."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelCommand, DuelEventWithoutStep
from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Player
from bot.rules.moderatable_events import EventByPlayerOrModerator
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS, END_CONFIRMERS, NOT_OWN_REPORT, THE_BOT, CommandRight, Requester


class DisputeDuelResult(DuelCommand, frozen=True):
    """The command to dispute a duel's result, which then does not count until it is upheld."""

    right = DUELISTS

    by: Player

    def create_event(self, duel: Duel, /) -> "DuelResultDisputed":
        """Dispute the result of the duel; each player can dispute once.

        Raises `Refusal` if there is no result, or if it counts or is disputed already.
        """
        duel.find_side_of_player(self.by)
        if duel.result is None:
            raise_refusal("duel-goes-on")
        if duel.counted_result is not None:
            raise_refusal("duel-counts")
        if self.by in duel.disputers:
            raise_refusal("disputed-once")
        if duel.disputed is not None:
            raise_refusal("duel-disputed")
        return DuelResultDisputed(self.by)

    def find_right_to_use_command(self, duel: Duel, requester: Requester, step_author: Player | None) -> CommandRight:
        """Return the right to dispute the duel's result; the player who ended the duel does
        not have it.
        """
        own = requester.player in duel.players and requester.player == step_author
        return NOT_OWN_REPORT if own else self.right


class DuelResultDisputed(EventByPlayerOrModerator, DuelEventWithoutStep, frozen=True, tag="duel-disputed"):
    """The event that a player disputed a duel's result, or withdrew the dispute (`taken_back`)."""

    settles = True
    audit_code = "upheld"

    by: Player
    taken_back: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the dispute of its result, or without the dispute if it was
        withdrawn.
        """
        if self.taken_back:
            return replace(duel, disputed=None)
        return replace(duel, disputed=self.by, disputers=(*duel.disputers, self.by))

    @property
    def restarts_time_to_dispute(self) -> bool:
        """True if the dispute was withdrawn: the players have the full time to dispute
        again.
        """
        return self.taken_back

    @property
    def confirms_duel_result(self) -> bool:
        """True if the dispute of the duel's result was withdrawn."""
        return self.taken_back


class UpholdDuelResult(DuelCommand, frozen=True):
    """The command to uphold a duel's result: by a moderator, or by the player who disputed it."""

    right = END_CONFIRMERS

    by: Player

    def create_event(self, duel: Duel, /) -> "DuelResultDisputed | DuelResultUpheld":
        """Uphold the disputed result of the duel, so that it counts.

        If the player who disputed it withdraws the dispute, the time to dispute begins
        again instead. Raises `Refusal` if nobody disputes the result or asks to undo it.
        """
        if not duel.is_result_contested:
            raise_refusal("dispute-settled")
        if self.by == duel.disputed:
            return DuelResultDisputed(self.by, taken_back=True)
        return DuelResultUpheld()


class DuelResultUpheld(EventByPlayerOrModerator, DuelEventWithoutStep, frozen=True, tag="duel-upheld"):
    """The event that a moderator upheld a disputed result of a duel, so that it counts."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with its upheld result, which counts."""
        return replace(duel, settled=True, disputed=None, proposal=None)

    @property
    def confirms_duel_result(self) -> bool:
        """True, because the upheld result of the duel counts."""
        return True

    def find_audit_code_of_decision(self, *, is_caused_by_host: bool) -> AuditCode:
        """Return the code of an upheld duel result in the audit trail of moderators'
        decisions.
        """
        return "upheld", None


def _require_undisputed_duel_result(duel: Duel) -> None:
    """Raise `Refusal` unless the duel has a result that does not count yet and that nobody
    disputes.
    """
    if duel.result is None or duel.counted_result is not None or duel.is_result_contested:
        raise_refusal("dispute-settled")


class CountDuelResult(DuelCommand, frozen=True):
    """The bot's command to let a duel's result count, because nobody disputed it in time."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultCounted":
        """Let the duel's result count. Raises `Refusal` if no result waits to count."""
        _require_undisputed_duel_result(duel)
        return DuelResultCounted()


class DuelResultCounted(DuelEventWithoutStep, frozen=True, tag="duel-settled"):
    """The event that a duel's result counts, because nobody disputed it in time."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with its undisputed result, which now counts."""
        return replace(duel, settled=True)

    @property
    def confirms_duel_result(self) -> bool:
        """True, because the result of the duel counts."""
        return True


class LeaveDuelResultToModerators(DuelCommand, frozen=True):
    """The bot's command to leave a duel's result to moderators, because the season is over."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultLeftToModerators":
        """Leave the duel's result to moderators. Raises `Refusal` if no result waits to
        count.
        """
        _require_undisputed_duel_result(duel)
        return DuelResultLeftToModerators()


class DuelResultLeftToModerators(DuelEventWithoutStep, frozen=True, tag="duel-locked"):
    """The event that only moderators can still uphold a duel's result, because the season is
    over.
    """

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with a result that only a moderator can uphold."""
        return replace(duel, locked=True)
