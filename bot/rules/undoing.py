"""Undoing an event: the last report, even if turns began or seats changed hands since.

Those later events stay. A turn stays with the player who has it, if they can have one; otherwise it goes on to the next
player. While the pod would wait for a choice no turn can begin, so the later events are undone too.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, TranslatableSentence
from bot.rules.facts import Player
from bot.rules.joining import PlayerJoined
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.next_turn import TurnBegan
from bot.rules.overrides import require_moderator_reason
from bot.rules.player_totals import LifeAndDamageTotals
from bot.rules.pod import (
    NO_ROLES,
    REPORT_UNDO_PRIORITY,
    ConfirmableEvent,
    EventHistory,
    EventRecreatedAfterUndo,
    NewReportDetails,
    Pod,
    PodCommand,
    add_unconfirmed_report,
    apply_pod_event,
    find_earlier_pod_state,
    restore_reported_life_changes,
)
from bot.rules.records import ConfirmationRequirement
from bot.rules.refusals import ImpossibleEventError, Refusal, raise_refusal
from bot.rules.rights import DISPUTED_MAKER, MODERATORS, NOBODY, REPORT_MAKER, CommandRight, Requester, Role
from bot.rules.substitutes import SeatTakenOver

KeepableStep = TurnBegan | SeatTakenOver | PlayerJoined
"""The steps that can stay, as a type that can be decoded."""


def find_index_of_event_to_undo(events: Sequence[object]) -> int | None:
    """Return the index of the event that the next undo takes back; None for an empty list.

    This is the last report. Before the first report, it is the last change of a seat, and before that the last turn.
    """
    ranks = [*map(_get_undo_priority, events)]
    return max(range(len(events)), key=lambda at: (ranks[at], at), default=None)


def list_remaining_events(events: Sequence[object], undone_event_index: int) -> tuple[KeepableStep, ...] | None:
    """Return the later events that remain after an undo; None if later events make the undo impossible."""
    later = events[undone_event_index + 1 :]
    if any(_get_undo_priority(event) >= _get_undo_priority(events[undone_event_index]) for event in later):
        return None
    return tuple(event for event in later if isinstance(event, KeepableStep))


def _get_undo_priority(event: object) -> int:
    return event.undo_rank if isinstance(event, EventRecreatedAfterUndo) else REPORT_UNDO_PRIORITY


class KeptEventWithVersion(Struct, frozen=True, omit_defaults=True, gc=False):
    """An event that remains when an earlier event is undone, with its version in the log."""

    version: int
    event: KeepableStep


class UndoPodEvent(PodCommand, frozen=True):
    """The command that takes back an event of a pod, usually the last report.

    Moderators give a reason. The `later` events stay. `version` names the undone event in the log; None in transcripts,
    which have no log.
    """

    reason: str | None = None
    version: int | None = None
    later: tuple[KeptEventWithVersion, ...] = ()

    right = REPORT_MAKER  # DISPUTED_MAKER in dispute, MODERATORS for decisions

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right to undo the event, which its author and moderators have; moderators must give a reason."""
        if self.reason is None and self._changes_final_result(pod):
            return NOBODY
        if self.reason is not None or self._undoes_moderator_decision(pod):
            return MODERATORS
        return self.right if pod.disputed_report is None else DISPUTED_MAKER

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `maker` if the player made the report to undo; otherwise no role.

        They may undo a disputed report, but nothing reported later.
        """
        _, back = self._find_pods_around_undone_event(pod)
        disputed = pod.disputed_report
        last = back is not None and disputed not in back.unconfirmed
        last = last and not (disputed and isinstance(disputed.event, PodEventUndone))
        is_maker = player == report_author and (disputed is None or last)
        return frozenset({"maker"}) if is_maker else NO_ROLES

    def _find_pods_around_undone_event(self, pod: Pod) -> tuple[Pod, Pod | None]:
        after = find_earlier_pod_state(pod, len(self.later)) or pod
        return after, after.before

    def _changes_final_result(self, pod: Pod) -> bool:
        """Return True if the undo would remove a final result or restore one."""
        _, before = self._find_pods_around_undone_event(pod)
        return pod.final_result is not None or (before is not None and before.final_result is not None)

    def _undoes_moderator_decision(self, pod: Pod) -> bool:
        """Return True if the event to undo was a moderator's decision, or was confirmed by a moderator.

        True also if the event is no player's own.
        """
        if pod.closed and pod.closing_upheld:
            return True
        after, before = self._find_pods_around_undone_event(pod)
        if before is None:
            return False
        if after.told is not None and after.told.newest.undo_takes_moderator:
            return True
        older = {each.needed_confirmation.version for each in before.unconfirmed}
        steps = (each for each in after.unconfirmed if not isinstance(each.event, PodEventUndone))
        last = [each.needed_confirmation for each in steps if each.needed_confirmation.version not in older]
        return after.overruled is not before.overruled or any(claim.decided for claim in last)

    def create_event(self, pod: Pod, /) -> "PodEventUndone":
        """Return the `PodEventUndone` event. Raises `Refusal` if nothing can be undone."""
        if self.reason is not None:
            require_moderator_reason(self.reason)
        back = find_earlier_pod_state(pod, len(self.later) + 1)
        if back is None:
            raise_refusal("nothing-to-undo")
        if self.version is None:
            return PodEventUndone(self.reason)
        stay = list[KeptEventWithVersion]()
        after = back
        for each in self.later:
            try:
                again = each.event.recreate_after_undo(after, pod)
            except Refusal:
                continue
            after = apply_pod_event(after, again)
            stay.append(KeptEventWithVersion(each.version, again))
        return PodEventUndone(self.reason, version=self.version, step=back.step + 1, later=tuple(stay))


class PodEventUndone(ModeratableEvent, ConfirmableEvent, frozen=True, tag="undone"):
    """The event that an earlier event of a pod was undone.

    `version` names the undone event in the log, and `step` is its number in the pod. The `later` events stay, decided
    again. Without a version, the last event was undone.

    If the game had ended, the `claim` lets everybody dispute the undo; older events have none.
    """

    audit_code = "took-back"

    reason: str | None = None
    claim: ConfirmationRequirement | None = None
    version: int | None = None
    step: int | None = None
    later: tuple[KeptEventWithVersion, ...] = ()

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod as if the undone event had not happened, with the later events that can remain.

        An undo that removed the result can still be disputed. Raises `ImpossibleEventError` without steps.
        """
        back = find_earlier_pod_state(pod, 1 if self.step is None else pod.step - self.step + 1)
        if back is None:
            raise ImpossibleEventError("nothing to take back")
        known = {each.needed_confirmation.version for each in back.unconfirmed}
        undone = [each for each in pod.unconfirmed if isinstance(each.event, PodEventUndone)]
        kept = (each for each in undone if each.needed_confirmation.version not in known)
        left = add_unconfirmed_report((*back.unconfirmed, *kept), self, len(back.verdicts))
        lasting = (left, pod.disputing, pod.confirmed_deeds, pod.deed_claims)
        if lasting != (back.unconfirmed, back.disputing, back.confirmed_deeds, back.deed_claims):
            back = replace(
                back,
                unconfirmed=left,
                disputing=pod.disputing,
                confirmed_deeds=pod.confirmed_deeds,
                deed_claims=pod.deed_claims,
            )
        for later in self.later:
            back = later.event.reapply_after_undo(back, pod)
        return back

    def compute_life_and_damage_after_event(self, previous_pod: Pod, current_pod: Pod) -> LifeAndDamageTotals:
        return restore_reported_life_changes(previous_pod, current_pod)

    def invalidates_final_result(self, pod: Pod) -> bool:
        """Return True if this undo withdrew a final result and gave no reason.

        Only an undo without a reason does, because anybody could do that once.
        """
        return self.reason is None and pod.final_result is not None

    def update_undo_stack(self, undo_stack: list[EventHistory]) -> None:
        """Remove the undone event from the undo stack and add the later events again."""
        del undo_stack[-1 if self.step is None else self.step :]
        for later in self.later:
            undo_stack.append((*undo_stack[-1], later.event))

    @property
    def removes_game_result(self) -> bool:
        """Return True: an undo needs a confirmation only if it removes a result."""
        return True

    def reopens_or_closes_pod(self, pod: Pod, *, had_result: bool) -> bool:
        return pod.result is not None

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return None, because an undo counts at once: the game has no result yet.

        For an undo of the game's end, see `reopens_or_closes_pod`.
        """
        return None

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        return TranslatableSentence("claim-undoing")

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the audit-trail type if a moderator undid the event with a reason; otherwise None."""
        if self.reason is not None:
            return "override", "undone"
        return super().find_audit_trail_code(is_host_action=is_host_action)
