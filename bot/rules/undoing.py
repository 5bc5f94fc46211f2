"""Taking a step back: the last report, whatever turns began and whoever took a seat since.

Those later steps stay. A turn stays with the player who has it, if they can have one; otherwise it
goes on to the next player. While the pod would wait for a choice no turn can begin, so the later
steps are taken back too.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.acts import DecisionCode, Sentence
from bot.rules.counting import Counts
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.joining import Joined
from bot.rules.next_turn import TurnBegan
from bot.rules.overrule import check_reason
from bot.rules.pod import (
    NO_ROLES,
    REPORT_RANK,
    Claimable,
    ClaimDraft,
    LaterEvent,
    Pod,
    PodCommand,
    Story,
    add_claim,
    carry_totals_over,
    evolve,
    step_back,
)
from bot.rules.records import Claim
from bot.rules.refusals import Impossible, Refusal, refuse
from bot.rules.rights import DISPUTED_MAKER, MODERATORS, NOBODY, REPORT_MAKER, Asker, Right, Role
from bot.rules.substitutes import Substituted

LaterStep = TurnBegan | Substituted | Joined
"""The steps that can stay, as a type that can be decoded."""


def find_last_report(steps: Sequence[object]) -> int | None:
    """Return the place of the step that an undo takes back; None without steps.

    That is the last report. Before the first one it is the last change of a seat, and before that
    the last turn.
    """
    ranks = [*map(_rank, steps)]
    return max(range(len(steps)), key=lambda at: (ranks[at], at), default=None)


def find_later(steps: Sequence[object], at: int) -> tuple[LaterStep, ...] | None:
    """Return the steps after place `at` if they can stay without it; None if they cannot."""
    later = steps[at + 1 :]
    if any(_rank(event) >= _rank(steps[at]) for event in later):
        return None
    return tuple(event for event in later if isinstance(event, LaterStep))


def _rank(step: object) -> int:
    """Return 2 for a report or a decision, 1 for a change of a seat, and 0 for a turn."""
    return step.undo_rank if isinstance(step, LaterEvent) else REPORT_RANK


class Later(Struct, frozen=True, omit_defaults=True, gc=False):
    """A step that stays although an earlier one is taken back; `version` names it in the log."""

    version: int
    event: LaterStep


class Undo(PodCommand, frozen=True):
    """Take the step before the `later` ones back; moderators give a `reason`.

    `version` names the step in the log; None in transcripts, which have no log.
    """

    reason: str | None = None
    version: int | None = None
    later: tuple[Later, ...] = ()

    right = REPORT_MAKER  # DISPUTED_MAKER in dispute, MODERATORS for decisions

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right to take the step back: of its maker, or of moderators with a reason."""
        if self.reason is None and self._changes_points(pod):
            return NOBODY
        if self.reason is not None or self._is_of_decision(pod):
            return MODERATORS
        return self.right if pod.disputed is None else DISPUTED_MAKER

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `maker` for the player who made the report.

        They may take back a disputed report, but nothing reported later.
        """
        _, back = self._find_steps(pod)
        disputed = pod.disputed
        last = back is not None and disputed not in back.unconfirmed
        last = last and not (disputed and isinstance(disputed.event, Undone))
        is_maker = asker == maker and (disputed is None or last)
        return frozenset({"maker"}) if is_maker else NO_ROLES

    def _find_steps(self, pod: Pod) -> tuple[Pod, Pod | None]:
        """Return the pod after the step that the undo takes back, and before it."""
        after = step_back(pod, len(self.later)) or pod
        return after, after.before

    def _changes_points(self, pod: Pod) -> bool:
        """Return whether the undo leads from or to a result that counts."""
        _, before = self._find_steps(pod)
        return pod.counted is not None or (before is not None and before.counted is not None)

    def _is_of_decision(self, pod: Pod) -> bool:
        """Return whether a moderator took the step that the undo takes back, or let it stand."""
        after, before = self._find_steps(pod)
        if before is None:
            return False
        older = {each.claim.version for each in before.unconfirmed}
        steps = (each for each in after.unconfirmed if not isinstance(each.event, Undone))
        last = [each.claim for each in steps if each.claim.version not in older]
        return after.overruled is not before.overruled or any(claim.decided for claim in last)

    def decide(self, pod: Pod, /) -> "Undone":
        """Return the event of the command. Raises `Refusal` if there is no step."""
        if self.reason is not None:
            check_reason(self.reason)
        back = step_back(pod, len(self.later) + 1)
        if back is None:
            refuse("nothing-to-undo")
        if self.version is None:
            return Undone(self.reason)
        stay = list[Later]()
        after = back
        for each in self.later:
            try:
                again = each.event.decide_again(after, pod)
            except Refusal:
                continue
            after = evolve(after, again)
            stay.append(Later(each.version, again))
        return Undone(self.reason, version=self.version, step=back.step + 1, later=tuple(stay))


class Undone(Gated, Claimable, frozen=True, tag="undone"):
    """A step was taken back; moderators give a `reason`.

    `version` names the step in the log, and `step` is its number in the pod. The `later` steps
    stay, judged again. Events without a version took back the last step.

    If the game had ended, the `claim` lets everybody dispute that; older events have none.
    """

    audit_code = "took-back"

    reason: str | None = None
    claim: Claim | None = None
    version: int | None = None
    step: int | None = None
    later: tuple[Later, ...] = ()

    settles = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod without the step that was taken back, and with the later ones that stay.

        An undo that took the result away can still be disputed. Raises `Impossible` without steps.
        """
        back = step_back(pod, 1 if self.step is None else pod.step - self.step + 1)
        if back is None:
            raise Impossible("nothing to take back")
        known = {each.claim.version for each in back.unconfirmed}
        undone = [each for each in pod.unconfirmed if isinstance(each.event, Undone)]
        kept = (each for each in undone if each.claim.version not in known)
        left = add_claim((*back.unconfirmed, *kept), self, len(back.verdicts))
        if left != back.unconfirmed or pod.disputing != back.disputing:
            back = replace(back, unconfirmed=left, disputing=pod.disputing)
        for later in self.later:
            back = later.event.apply_after_undo(back, pod)
        return back

    def recount_totals(self, before: Pod, after: Pod) -> Counts:
        """Return the totals of the game that is played now; changes of totals stay."""
        return carry_totals_over(before, after)

    def takes_count_back(self, pod: Pod) -> bool:
        """Return whether the undo shows that the result had not counted.

        An undo without a reason does: anybody could do that once.
        """
        return self.reason is None and pod.counted is not None

    def change_stories(self, stories: list[Story]) -> None:
        """Take the step back, and add the later ones that stay."""
        del stories[-1 if self.step is None else self.step :]
        for later in self.later:
            stories.append((*stories[-1], later.event))

    @property
    def takes_result_away(self) -> bool:
        """True: with a claim, the undo took an end back."""
        return True

    def takes_end_back(self, pod: Pod, *, had_end: bool) -> bool:
        """Return whether the pod had ended."""
        return pod.result is not None

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return None: only an undo of the end has a claim."""
        return None

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed report."""
        return Sentence("claim-undoing")

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the override of a moderator who gave a reason."""
        if self.reason is not None:
            return "override", "undone"
        return super().name_decision(by_host=by_host)
