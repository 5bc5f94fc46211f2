"""The time after the end of a duel: its result is disputed, upheld, or counts by silence."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelCommand, NonGameplayDuelEvent
from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Player
from bot.rules.moderatable_events import EventByPlayerOrModerator
from bot.rules.refusals import raise_refusal
from bot.rules.rights import (
    DUELISTS,
    END_CONFIRMERS,
    NOT_OWN_CLOSING,
    NOT_OWN_REPORT,
    THE_BOT,
    CommandRight,
    Requester,
)


class DisputeDuelResult(DuelCommand, frozen=True):
    """A player's command to dispute the end of a duel, which then becomes final only if somebody upholds it.

    The end is a result, or the closing of a duel that had begun.
    """

    right = DUELISTS

    by: Player

    def create_event(self, duel: Duel, /) -> "DuelResultDisputed":
        """Dispute the end of the duel; each player can dispute once.

        Raises `Refusal` if the duel goes on, or if its end is final or disputed already.
        """
        duel.find_side_of_player(self.by)
        if not duel.is_over:
            raise_refusal("duel-goes-on")
        if not duel.is_end_unsettled:
            raise_refusal("duel-closed" if duel.closed else "duel-counts")
        if self.by in duel.disputers:
            raise_refusal("disputed-once")
        if duel.disputed is not None:
            raise_refusal("duel-disputed")
        return DuelResultDisputed(self.by)

    def find_right_to_use_command(self, duel: Duel, requester: Requester, step_author: Player | None) -> CommandRight:
        """Return the right that disputing needs; the player who ended the duel does not have it."""
        own = requester.player in duel.players and requester.player == step_author
        return NOT_OWN_REPORT if own else self.right


class DuelResultDisputed(EventByPlayerOrModerator, NonGameplayDuelEvent, frozen=True, tag="duel-disputed"):
    """The event that a duel's result was disputed, or a dispute withdrawn (`taken_back`)."""

    audit_code = "upheld"

    by: Player
    taken_back: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the dispute of its result, or after its withdrawal."""
        if self.taken_back:
            return replace(duel, disputed=None)
        return replace(duel, disputed=self.by, disputers=(*duel.disputers, self.by))

    @property
    def restarts_time_to_dispute(self) -> bool:
        """True if the dispute was withdrawn: players can dispute anew."""
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

        If the player who disputed it withdraws the dispute, the time to dispute begins again instead. Raises `Refusal`
        if nobody disputes the result or asks to undo it.
        """
        if not duel.is_result_disputed_or_locked:
            raise_refusal("dispute-settled")
        if self.by == duel.disputed:
            return DuelResultDisputed(self.by, taken_back=True)
        return DuelResultUpheld()

    def find_right_to_use_command(self, duel: Duel, requester: Requester, step_author: Player | None) -> CommandRight:
        """Return the right to uphold; a moderator lacks it for a closing of theirs to which somebody else objects."""
        is_opposed = duel.disputed is not None or duel.proposal is not None
        own = duel.closed and is_opposed and requester.player == step_author
        return NOT_OWN_CLOSING if own else self.right


class DuelResultUpheld(EventByPlayerOrModerator, NonGameplayDuelEvent, frozen=True, tag="duel-upheld"):
    """The event that a moderator upheld a disputed result of a duel, so that it counts."""

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, settled=True, disputed=None, proposal=None)

    @property
    def confirms_duel_result(self) -> bool:
        return True

    def find_audit_trail_code(self, *, is_caused_by_host: bool) -> AuditCode:
        return "upheld", None


def _require_unconfirmed_undisputed_result(duel: Duel) -> None:
    """Raise `Refusal` unless the duel's end can still be disputed."""
    if not duel.is_end_unsettled or duel.is_result_disputed_or_locked:
        raise_refusal("dispute-settled")


class CountDuelResult(DuelCommand, frozen=True):
    """The bot's command to let a duel's result count, because nobody disputed it in time."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultCounted":
        """Let the duel's result count. Raises `Refusal` unless an undisputed result is still to count."""
        _require_unconfirmed_undisputed_result(duel)
        return DuelResultCounted()


class DuelResultCounted(NonGameplayDuelEvent, frozen=True, tag="duel-settled"):
    """The event that a duel's result counts, because nobody disputed it in time."""

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, settled=True)

    @property
    def confirms_duel_result(self) -> bool:
        return True


class RecordDuelEndShown(DuelCommand, frozen=True):
    """The bot's command that starts the time to dispute when players can first see the end of the duel.

    `begins` is when Discord accepted the text of the end, or the latest moment that is waited for; in milliseconds
    since 1970.
    """

    right = THE_BOT

    begins: int

    def create_event(self, duel: Duel, /) -> "DuelEndShown":
        """Return the `DuelEndShown` event. Raises `Refusal` unless an undisputed result is still to count."""
        _require_unconfirmed_undisputed_result(duel)
        return DuelEndShown(self.begins)


class DuelEndShown(NonGameplayDuelEvent, frozen=True, tag="duel-end-shown"):
    """The event that players saw the end of a duel late, so that the time to dispute it starts at `begins`.

    That is in milliseconds since 1970.
    """

    begins: int

    def apply(self, duel: Duel, /) -> Duel:
        return duel


class LeaveDuelResultToModerators(DuelCommand, frozen=True):
    """The bot's command to let only moderators decide on a result, as the season is over."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultLeftToModerators":
        """Leave the result to moderators. Raises `Refusal` unless a result is still to count."""
        _require_unconfirmed_undisputed_result(duel)
        return DuelResultLeftToModerators()


class DuelResultLeftToModerators(NonGameplayDuelEvent, frozen=True, tag="duel-locked"):
    """The event that only moderators can uphold a result, because the season is over."""

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, locked=True)
