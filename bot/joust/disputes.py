"""The time after the end of a duel: its result is disputed, upheld, or counts by silence."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelCommand, NonGameplayDuelEvent
from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
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
    """The command by which a player objects to the end of a duel, which then needs a moderator.

    The end is a result, or the closing of a duel that had begun.
    """

    right = DUELISTS

    by: Player

    def create_event(self, duel: Duel, /) -> "DuelResultDisputed":
        """Return the `DuelResultDisputed` event. Each player can object once.

        Raises `Refusal` if the duel goes on, or if its end is final or disputed already.
        """
        duel.find_duelist_of_player(self.by)
        if not duel.is_over:
            raise_refusal("duel-goes-on")
        if not duel.is_result_unconfirmed:
            raise_refusal("duel-closed" if duel.closed else "duel-counts")
        if self.by in duel.disputers:
            raise_refusal("disputed-once")
        if duel.disputed is not None:
            raise_refusal("duel-disputed")
        return DuelResultDisputed(self.by)

    def find_required_right(self, duel: Duel, requester: Requester, last_step_author: Player | None) -> CommandRight:
        """Return the access right for the objection. The player who ended the duel cannot object."""
        own = requester.player in duel.players and requester.player == last_step_author
        return NOT_OWN_REPORT if own else self.right


class DuelResultDisputed(ModeratableEvent, NonGameplayDuelEvent, frozen=True, tag="duel-disputed"):
    """The event that a player objected to a duel's result, or withdrew the objection.

    `taken_back` means a withdrawal.
    """

    audit_code = "upheld"

    by: Player
    taken_back: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel after the objection to its result was made or withdrawn."""
        if self.taken_back:
            return replace(duel, disputed=None)
        return replace(duel, disputed=self.by, disputers=(*duel.disputers, self.by))

    @property
    def restarts_objection_period(self) -> bool:
        """True if the player withdrew their objection, after which the time for objections restarts."""
        return self.taken_back

    @property
    def confirms_duel_result(self) -> bool:
        """True if the player withdrew their objection to the duel's result."""
        return self.taken_back


class ConfirmDuelResult(DuelCommand, frozen=True):
    """The command by which a moderator confirms a disputed result, or a player withdraws their objection."""

    right = END_CONFIRMERS

    by: Player

    def create_event(self, duel: Duel, /) -> "DuelResultDisputed | DuelResultConfirmed":
        """Return the event that confirms the disputed result, or withdraws the objection.

        If the player who disputed it withdraws the dispute, the time to dispute begins again instead. Raises `Refusal`
        if nobody disputes the result or asks to undo it.
        """
        if not duel.is_result_blocked:
            raise_refusal("dispute-settled")
        if self.by == duel.disputed:
            return DuelResultDisputed(self.by, taken_back=True)
        return DuelResultConfirmed()

    def find_required_right(self, duel: Duel, requester: Requester, last_step_author: Player | None) -> CommandRight:
        """Return the access right for the confirmation.

        Moderators who closed the duel themselves lack it while somebody objects.
        """
        is_opposed = duel.disputed is not None or duel.proposal is not None
        own = duel.closed and is_opposed and requester.player == last_step_author
        return NOT_OWN_CLOSING if own else self.right


class DuelResultConfirmed(ModeratableEvent, NonGameplayDuelEvent, frozen=True, tag="duel-upheld"):
    """The event that a moderator confirmed a disputed result, which is now final."""

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, settled=True, disputed=None, proposal=None)

    @property
    def confirms_duel_result(self) -> bool:
        return True

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode:
        return "upheld", None


def _require_disputable_result(duel: Duel) -> None:
    """Raise `Refusal` if players can no longer object to the duel's result."""
    if not duel.is_result_unconfirmed or duel.is_result_blocked:
        raise_refusal("dispute-settled")


class FinaliseDuelResult(DuelCommand, frozen=True):
    """The bot's command that makes a duel's result final, because nobody objected in time."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultFinalised":
        """Return the `DuelResultFinalised` event. Raises `Refusal` if the result is disputed or final."""
        _require_disputable_result(duel)
        return DuelResultFinalised()


class DuelResultFinalised(NonGameplayDuelEvent, frozen=True, tag="duel-settled"):
    """The event that a duel's result became final, because nobody objected in time."""

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, settled=True)

    @property
    def confirms_duel_result(self) -> bool:
        return True


class StartDuelObjectionPeriod(DuelCommand, frozen=True):
    """The bot's command that starts the time for objections to a duel's result.

    The time starts when the players could first see the end.

    `begins` is when Discord accepted the text of the end, or the latest moment that is waited for; in milliseconds
    since 1970.
    """

    right = THE_BOT

    begins: int

    def create_event(self, duel: Duel, /) -> "DuelObjectionPeriodStarted":
        """Return the `DuelObjectionPeriodStarted` event. Raises `Refusal` if the result is disputed or final."""
        _require_disputable_result(duel)
        return DuelObjectionPeriodStarted(self.begins)


class DuelObjectionPeriodStarted(NonGameplayDuelEvent, frozen=True, tag="duel-end-shown"):
    """The event that the time for objections to a duel's result starts only at the time `begins`.

    The players saw the end late. `begins` is in milliseconds since 1970.
    """

    begins: int

    def apply(self, duel: Duel, /) -> Duel:
        return duel


class EscalateDuelResultToModerators(DuelCommand, frozen=True):
    """The bot's command that leaves a duel's result to moderators, because the season has ended."""

    right = THE_BOT

    def create_event(self, duel: Duel, /) -> "DuelResultEscalatedToModerators":
        """Return the `DuelResultEscalatedToModerators` event. Raises `Refusal` if the result is final."""
        _require_disputable_result(duel)
        return DuelResultEscalatedToModerators()


class DuelResultEscalatedToModerators(NonGameplayDuelEvent, frozen=True, tag="duel-locked"):
    """The event that a duel's result was left to moderators, because the season had ended."""

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, locked=True)
