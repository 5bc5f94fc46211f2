"""Undoing a step: the last report, even if turns began or seats changed hands since.

Those later steps stay. A turn stays with the player who has it, if they can have one; otherwise it
goes on to the next player. While the pod would wait for a choice no turn can begin, so the later
steps are undone too.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, Sentence
from bot.rules.facts import Player
from bot.rules.joining import PlayerJoined
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.next_turn import TurnBegan
from bot.rules.overrides import require_reason
from bot.rules.player_totals import PlayerTotals
from bot.rules.pod import (
    NO_ROLES,
    REPORT_RANK,
    ClaimDraft,
    ConfirmableEvent,
    EventStory,
    Pod,
    PodCommand,
    ReplayableEvent,
    add_unconfirmed_report,
    apply_pod_event,
    carry_totals_over_undo,
    find_pod_steps_ago,
)
from bot.rules.records import ReportClaim
from bot.rules.refusals import ImpossibleEvent, Refusal, raise_refusal
from bot.rules.rights import (
    DISPUTED_MAKER,
    MODERATORS,
    NOBODY,
    REPORT_MAKER,
    Requester,
    Right,
    Role,
)
from bot.rules.substitutes import SeatTakenOver

KeepableStep = TurnBegan | SeatTakenOver | PlayerJoined
"""The steps that can stay, as a type that can be decoded."""


def find_last_report_index(steps: Sequence[object]) -> int | None:
    """Return the index of the step that an undo takes back; None without steps.

    The step is the last report. Before the first report, the step is the last change of a seat,
    and before that the last turn.
    """
    ranks = [*map(_compute_undo_rank, steps)]
    return max(range(len(steps)), key=lambda at: (ranks[at], at), default=None)


def find_steps_to_keep(
    steps: Sequence[object], undone_index: int
) -> tuple[KeepableStep, ...] | None:
    """Return the steps after an undone step if they can stay; None if they cannot."""
    later = steps[undone_index + 1 :]
    if any(_compute_undo_rank(event) >= _compute_undo_rank(steps[undone_index]) for event in later):
        return None
    return tuple(event for event in later if isinstance(event, KeepableStep))


def _compute_undo_rank(step: object) -> int:
    """Return 2 for a report or a decision, 1 for a change of a seat, and 0 for a turn."""
    return step.undo_rank if isinstance(step, ReplayableEvent) else REPORT_RANK


class KeptStep(Struct, frozen=True, omit_defaults=True, gc=False):
    """A step that stays when an earlier step is undone, with its version in the log."""

    version: int
    event: KeepableStep


class UndoPodStep(PodCommand, frozen=True):
    """The command that undoes the step before the `later` ones; moderators give a `reason`.

    `version` names the step in the log; None in transcripts, which have no log.
    """

    reason: str | None = None
    version: int | None = None
    later: tuple[KeptStep, ...] = ()

    right = REPORT_MAKER  # DISPUTED_MAKER in dispute, MODERATORS for decisions

    def find_required_right(self, pod: Pod, requester: Requester) -> Right:
        """Return the right to undo the step: of its author, or of moderators with a reason."""
        if self.reason is None and self._changes_counted_result(pod):
            return NOBODY
        if self.reason is not None or self._undoes_moderator_decision(pod):
            return MODERATORS
        return self.right if pod.disputed_report is None else DISPUTED_MAKER

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `maker` for the player who made the report.

        They may undo a disputed report, but nothing reported later.
        """
        _, back = self._find_pods_around_step(pod)
        disputed = pod.disputed_report
        last = back is not None and disputed not in back.unconfirmed
        last = last and not (disputed and isinstance(disputed.event, PodStepUndone))
        is_maker = player == report_maker and (disputed is None or last)
        return frozenset({"maker"}) if is_maker else NO_ROLES

    def _find_pods_around_step(self, pod: Pod) -> tuple[Pod, Pod | None]:
        """Return the pod after the step to undo, and the pod before that step."""
        after = find_pod_steps_ago(pod, len(self.later)) or pod
        return after, after.before

    def _changes_counted_result(self, pod: Pod) -> bool:
        """Return True if the undo leads from or to a result that counts."""
        _, before = self._find_pods_around_step(pod)
        return pod.counted_result is not None or (
            before is not None and before.counted_result is not None
        )

    def _undoes_moderator_decision(self, pod: Pod) -> bool:
        """Return True if a moderator took the step to undo, or let the step stand."""
        after, before = self._find_pods_around_step(pod)
        if before is None:
            return False
        older = {each.claim.version for each in before.unconfirmed}
        steps = (each for each in after.unconfirmed if not isinstance(each.event, PodStepUndone))
        last = [each.claim for each in steps if each.claim.version not in older]
        return after.overruled is not before.overruled or any(claim.decided for claim in last)

    def create_event(self, pod: Pod, /) -> "PodStepUndone":
        """Return the `PodStepUndone` event for this command.

        Raises `Refusal` if there is no step.
        """
        if self.reason is not None:
            require_reason(self.reason)
        back = find_pod_steps_ago(pod, len(self.later) + 1)
        if back is None:
            raise_refusal("nothing-to-undo")
        if self.version is None:
            return PodStepUndone(self.reason)
        stay = list[KeptStep]()
        after = back
        for each in self.later:
            try:
                again = each.event.decide_after_undo(after, pod)
            except Refusal:
                continue
            after = apply_pod_event(after, again)
            stay.append(KeptStep(each.version, again))
        return PodStepUndone(
            self.reason, version=self.version, step=back.step + 1, later=tuple(stay)
        )


class PodStepUndone(ModeratableEvent, ConfirmableEvent, frozen=True, tag="undone"):
    """The event that a step of a pod was undone; moderators give a `reason`.

    `version` names the step in the log, and `step` is its number in the pod. The `later` steps
    stay, decided again. Events without a version undid the last step.

    If the game had ended, the `claim` lets everybody dispute the undo; older events have none.
    """

    audit_code = "took-back"

    reason: str | None = None
    claim: ReportClaim | None = None
    version: int | None = None
    step: int | None = None
    later: tuple[KeptStep, ...] = ()

    settles = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod without the undone step, but with the later steps that stay.

        An undo that removed the result can still be disputed. Raises `ImpossibleEvent`
        without steps.
        """
        back = find_pod_steps_ago(pod, 1 if self.step is None else pod.step - self.step + 1)
        if back is None:
            raise ImpossibleEvent("nothing to take back")
        known = {each.claim.version for each in back.unconfirmed}
        undone = [each for each in pod.unconfirmed if isinstance(each.event, PodStepUndone)]
        kept = (each for each in undone if each.claim.version not in known)
        left = add_unconfirmed_report((*back.unconfirmed, *kept), self, len(back.verdicts))
        if left != back.unconfirmed or pod.disputing != back.disputing:
            back = replace(back, unconfirmed=left, disputing=pod.disputing)
        for later in self.later:
            back = later.event.apply_after_undo(back, pod)
        return back

    def compute_totals_after(self, previous_pod: Pod, current_pod: Pod) -> PlayerTotals:
        """Return the totals of the game that is being played now. Changes of totals stay."""
        return carry_totals_over_undo(previous_pod, current_pod)

    def revokes_counted_result(self, pod: Pod) -> bool:
        """Return True if the undo shows that the pod's result should not have counted.

        Only an undo without a reason does, because anybody could do that once.
        """
        return self.reason is None and pod.counted_result is not None

    def update_undo_stories(self, stories: list[EventStory]) -> None:
        """Remove the undone step from the stories, and add the later steps that stay."""
        del stories[-1 if self.step is None else self.step :]
        for later in self.later:
            stories.append((*stories[-1], later.event))

    @property
    def removes_result(self) -> bool:
        """Return True, because an undo with a claim removed the end of a game."""
        return True

    def reverts_game_end(self, pod: Pod, *, has_ended: bool) -> bool:
        """Return True if the pod had ended before the undo."""
        return pod.result is not None

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return None, because only an undo of the game's end has a claim."""
        return None

    def describe_claim(self) -> Sentence:
        """Return the label that players see on an unconfirmed `PodStepUndone` event."""
        return Sentence("claim-undoing")

    def find_decision_code(self, *, by_host: bool) -> AuditCode | None:
        """Return the audit code of an undo by a moderator who gave a reason."""
        if self.reason is not None:
            return "override", "undone"
        return super().find_decision_code(by_host=by_host)
