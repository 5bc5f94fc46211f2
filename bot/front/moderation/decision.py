"""A moderator's decision while it is weighed: what was asked, and what would come of it."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from bot.front.interaction.drafts import Draft
from bot.rules.commands import Choose, Close, Command, Correct, Defeat, Overrule, Undo
from bot.rules.decide import decide
from bot.rules.events import Claimed, Corrected, Defeated, Event, Question, Ruling, StoryEvent
from bot.rules.facts import Player, Report
from bot.rules.overrule import check_reason
from bot.rules.pod import Pod, evolve, fold
from bot.rules.refusals import Refusal
from bot.rules.reporting import find_answerable
from bot.rules.story import (
    Invalidated,
    Story,
    find_command,
    find_losers,
    find_reports,
    is_replaceable,
    retell_story,
)
from bot.service.live_game import Place


class Decision(Draft, frozen=True):
    """What a moderator is about to decide about pod `number`, whose story it is weighed on.

    The pod is played at the place that it is `about`: the one where it is weighed, or a thread of
    that.

    Either `overrule`, or the correction `undone` is taken back, or the report at place `at` of the
    story is put right: taken out, replaced, or with a `ruling` judged again. `edits` are all that
    is to be asked otherwise, that report included.
    """

    about: Place
    number: int = 0
    reason: str = ""
    story: Story = ()
    overrule: Overrule | None = None
    undone: Corrected | None = None
    at: int = 0
    ruling: Ruling | None = None
    edits: Mapping[int, tuple[Command, ...]] = {}
    seen: int = 0  # the version of the log that the preview was made on

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of a decision that is no more."""
        return Refusal("decision-gone")

    @staticmethod
    def refuse_elsewhere() -> Refusal:
        """Return the refusal of somebody else's decision: it is as good as gone."""
        return Refusal("decision-gone")

    @property
    def outright(self) -> Overrule | Undo | None:
        """The command that carries it out, if no report is put right."""
        return self.overrule or (Undo(self.reason) if self.undone is not None else None)

    @property
    def command(self) -> Overrule | Undo | Correct:
        """The command that carries it out."""
        return self.outright or Correct(self.story, self.edits, self.reason)

    @property
    def report(self) -> StoryEvent:
        """The report that is put right."""
        return self.story[self.at]

    def find_replacement(self, step: int) -> Defeat | None:
        """What is reported in the place of the report at `step`."""
        found = (each for each in self.edits.get(step, ()) if isinstance(each, Defeat))
        return next(found, None)

    @property
    def can_replace(self) -> bool:
        """Whether other facts can be reported in its place."""
        return self.outright is None and self.ruling is None and is_replaceable(self.report)

    def with_overrule(self, overrule: Overrule) -> "Decision":
        """Return the decision to overrule outright."""
        return replace(self, overrule=replace(overrule, reason=self.reason))

    def without_invalidated(self, invalidated: tuple[Invalidated, ...]) -> "Decision":
        """Return the decision without what makes no sense any more."""
        return replace(self, edits={**self.edits, **{each.step: () for each in invalidated}})

    def with_replacement(self, step: int, reports: tuple[Report, ...]) -> "Decision":
        """Return the decision with other facts reported in the place of what is at `step`."""
        return replace(self, edits={**self.edits, step: (Defeat(reports),)})

    def find_pod_at(self, step: int) -> Pod:
        """The pod in which the report at `step` is made, all before it put right."""
        return retell_story(decide, self.story[:step], self.edits).pod

    def with_choice(self, foreseen: "Foreseen", player: Player | None, maker: Player) -> "Decision":
        """Return the decision with the open choice made by `maker`, right where it came up."""
        question = foreseen.question
        step = foreseen.open_at
        if question is None:
            raise Refusal("nothing-to-choose")
        before = self.edits.get(step, (find_command(self.story[step]),))
        choice = Choose(question.by, player, maker, moderated=True)
        return replace(self, edits={**self.edits, step: (*before, choice)})

    def rebase(self, story: Story, last: Event | None, version: int) -> "Decision":
        """Return the decision on the story as it is by now. Raises `Refusal` if that is another.

        `last` is the step that an undo would take back.
        """
        touched = max(self.edits, default=-1) + 1
        same = _find_facts(self.story[:touched]) == _find_facts(story[:touched])
        if not same or self.undone not in (None, last):
            raise Refusal("decision-late")
        return replace(self, story=story, seen=version)


def take_out(decision: Decision, step: int) -> Decision:
    """The decision that the report at `step` never was. Raises `Refusal` for no such report."""
    check_step(decision.story, step)
    return replace(decision, at=step, edits={step: ()})


def end_pod(decision: Decision) -> Decision:
    """Return the decision with the pod closed where it would go on otherwise."""
    story = decision.story
    last = len(decision.story) - 1
    pod = retell_story(decide, story, decision.edits).pod
    if pod.state in ("finished", "closed"):
        return decision
    before = decision.edits.get(last, (find_command(story[last]),))
    return replace(decision, edits={**decision.edits, last: (*before, Close())})


def go_back(decision: Decision, last: Event | None) -> Decision:
    """The decision that the correction made last is none. Raises `Refusal` if there is none."""
    if not isinstance(last, Corrected):
        raise Refusal("no-report", "step")
    return replace(decision, undone=last)


def rule_responsible(
    decision: Decision, step: int, loser: Player, responsible: Player | None
) -> Decision:
    """The decision who is responsible for a defeat. Raises `Refusal` for no such report."""
    check_step(decision.story, step)
    report = decision.story[step]
    if not isinstance(report, Defeated) or loser not in find_losers(decision.story, step):
        raise Refusal("no-report", "step")
    ruled = Ruling(loser, responsible)
    others = tuple(each for each in report.rulings if each.loser != loser)
    edits = {step: (Defeat(report.reports, (*others, ruled)),)}
    return replace(decision, at=step, ruling=ruled, edits=edits)


def _find_facts(story: Story) -> list[StoryEvent]:
    """What happened, whether or not it is confirmed."""
    return [replace(each, claim=None) if isinstance(each, Claimed) else each for each in story]


def check_step(story: Story, step: int) -> None:
    """Raise `Refusal` where there is no report."""
    if step not in find_reports(story):
        raise Refusal("no-report", "step")


def find_others_answerable(story: Story, step: int, loser: Player) -> list[Player]:
    """Return who else could be responsible for a defeat then."""
    pod = fold(story[:step])
    return [p for p in find_answerable(pod.game) if p != loser] if pod is not None else []


# What would come of it


class Foreseen(NamedTuple):
    """Where a decision leads, and what has to be settled first.

    `question` is a choice that comes up in the middle, at the place `open_at`, and for which
    later reports would have had to wait. `refusal` is why the pod cannot be left like this.
    """

    before: Pod
    after: Pod
    invalidated: tuple[Invalidated, ...] = ()
    question: Question | None = None
    open_at: int = 0
    refusal: Refusal | None = None

    @property
    def settled(self) -> bool:
        """Whether it can be decided as it is."""
        return not self.invalidated and self.refusal is None


def foresee(pod: Pod, decision: Decision) -> Foreseen:
    """What would come of `decision`, made now. Raises `Refusal` if it cannot be made."""
    if decision.outright is not None:
        return Foreseen(pod, evolve(pod, decide(pod, decision.outright)))
    check_reason(decision.reason)
    found = retell_story(decide, decision.story, decision.edits)
    if not found.invalidated:
        return Foreseen(pod, evolve(pod, decide(pod, decision.command)))
    late = [each.step for each in found.invalidated]
    waiting = [each.step for each in found.invalidated if each.refusal.code == "waiting"]
    if not waiting:
        return Foreseen(pod, found.pod, found.invalidated)
    question = retell_story(decide, decision.story[: waiting[0]], decision.edits).pod.question
    open_at = max(step for step in range(waiting[0]) if step not in late)
    return Foreseen(pod, found.pod, found.invalidated, question, open_at)
