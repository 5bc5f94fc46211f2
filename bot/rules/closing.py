"""Closing a pod: without a result, or as the regular end of its variant (RSP-4)."""

from msgspec.structs import replace

from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.endings import build_game_result_by_points
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import (
    ConfirmableEvent,
    ModeratorDecision,
    NewReportDetails,
    Pod,
    PodCommand,
    PodHistoryEvent,
    add_unconfirmed_report,
)
from bot.rules.records import NO_EFFECT, ConfirmationRequirement, GameChanges
from bot.rules.rights import CLOSERS, NOBODY, CommandRight, Requester


class ClosePod(PodCommand, frozen=True):
    """The command that closes a pod, usually without a result.

    In some variants closing ends the game, with points. `idle` means that the bot closes the pod because nobody has
    used it for long.
    """

    idle: bool = False

    right = CLOSERS

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right to close the pod; nobody has this right once the result counts."""
        return NOBODY if pod.has_counted else self.right

    def requires_impartial_organiser(self, pod: Pod) -> bool:
        return bool(pod.standings)

    def create_event(self, pod: Pod, /) -> "PodClosed":
        """Return the `PodClosed` event. Raises `Refusal` if the pod is over."""
        pod.require_game_unfinished()
        if pod.standings and pod.setup.variant_rules.ending_condition == "closed":
            return PodClosed(GameChanges(result=build_game_result_by_points(pod.standings)), self.idle)
        return PodClosed(idle=self.idle)


class PodClosed(PodHistoryEvent, ModeratableEvent, ConfirmableEvent, frozen=True, tag="closed"):
    """The event that a pod was closed, usually without a result.

    In some variants closing ends the game, with points. `idle` means that the bot closed the pod because nobody had
    used it for long. There is a `claim` if the game had begun, so that everybody who sat there can object.
    """

    audit_code = "closed"

    outcome: GameChanges = NO_EFFECT
    idle: bool = False
    claim: ConfirmationRequirement | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the closed pod.

        If the event contains a result, the pod counts as finished.
        """
        result = self.outcome.result
        over = replace(pod, closed=result is None, result=result, pending=None, subgame=None, closing_upheld=False)
        left = add_unconfirmed_report(pod.unconfirmed, self, len(pod.verdicts))
        return replace(over, step=pod.step + 1, before=pod, unconfirmed=left)

    def rebuild_original_command(self) -> ClosePod:
        return ClosePod(self.idle)

    @property
    def removes_game_result(self) -> bool:
        return self.outcome.result is None

    def reopens_or_closes_pod(self, pod: Pod, *, had_result: bool) -> bool:
        return self.outcome.result is None and had_result

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the closing to count: nobody objects; None for a lobby, which closes at once.

        What a moderator closed without a result, another moderator decides about.
        """
        if not new_report.pod.standings:
            return None
        moderator = new_report.moderator if self.outcome.result is None else None
        return new_report.build_confirmation_at_end_of_game(moderator)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-closed-idle" if self.idle else "event-closed")

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        ended = self.outcome.result is not None
        return TranslatableSentence("claim-close" if ended else "claim-closing")


def has_or_had_result(pod: Pod) -> bool:
    """Return True if the pod has a result, or if the removal of its result is still unconfirmed."""
    at: Pod | None = pod
    while at is not None:
        if at.result is not None:
            return True
        at = at.before
    return any(
        each.removes_game_result and not isinstance(each.event, PodClosed | ModeratorDecision)
        for each in pod.unconfirmed
    )
