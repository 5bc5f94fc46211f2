"""A moderator's decision before it is made: its changes, and a forecast of the pod."""

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from bot.front.interaction.drafts import PrivateDraft
from bot.rules.choosing import Choose
from bot.rules.closing import Close
from bot.rules.decide import decide
from bot.rules.facts import Player, Report
from bot.rules.guests import find_actor
from bot.rules.overrule import Overrule, check_reason
from bot.rules.pod import Claimable, Pod, PodCommand, Story, StoryEvent, evolve, fold
from bot.rules.records import Question, Ruling
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat, Defeated, find_answerable
from bot.rules.story import Correct, Corrected, Invalidated, find_losers, find_reports, retell_story
from bot.rules.undoing import Undo
from bot.rules.votes import is_on_side
from bot.service.live_game import LiveGame, Place


class Decision(PrivateDraft, frozen=True):
    """A draft of a moderator's decision about pod `number`.

    The pod is played in the channel `about`, which is `place` or a thread of it.

    The decision is one of four: it is an `overrule`; it takes the correction `undone` back;
    it changes the report at step `at` of the `story`, by removing it, by replacing it or, with
    a `ruling`, by judging it again; or it brings back the steps `restored`, which ended the game
    and were taken back. `edits` map steps of the story to the commands that take
    their place, the report at `at` included.
    """

    about: Place
    number: int = 0
    reason: str = ""
    story: Story = ()
    overrule: Overrule | None = None
    undone: Corrected | None = None
    undo: Undo | None = None  # that takes the correction back, in the game as it is now
    restored: Story = ()
    at: int = 0
    ruling: Ruling | None = None
    edits: Mapping[int, tuple[PodCommand, ...]] = {}
    seen: int = 0  # version of the log that the preview was made from
    seasons: frozenset[int] = frozenset()  # that are over and that the author was asked about

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of a decision that is no longer kept."""
        return Refusal("decision-gone")

    @property
    def direct_command(self) -> Overrule | Undo | None:
        """The overrule or undo that makes the decision; None if it edits the story."""
        return self.overrule or self.undo

    @property
    def command(self) -> Overrule | Undo | Correct:
        """The command that makes the decision."""
        return self.direct_command or Correct(self.story, self.edits, self.reason)

    @property
    def report(self) -> StoryEvent:
        """The report that the decision is about."""
        return self.story[self.at]

    def find_replacement(self, step: int) -> Defeat | None:
        """Return the defeat that replaces the report at `step`; None if it is not replaced."""
        found = (each for each in self.edits.get(step, ()) if isinstance(each, Defeat))
        return next(found, None)

    @property
    def can_replace(self) -> bool:
        """True if other facts can replace the report that the decision is about."""
        return self.direct_command is None and self.ruling is None and self.report.replaceable

    def with_overrule(self, overrule: Overrule) -> "Decision":
        """Return the decision with an overrule, for the decision's reason."""
        return replace(self, overrule=replace(overrule, reason=self.reason))

    def without_invalidated(self, invalidated: tuple[Invalidated, ...]) -> "Decision":
        """Return the decision without the reports that it makes impossible."""
        return replace(self, edits={**self.edits, **{each.step: () for each in invalidated}})

    def with_replacement(self, step: int, reports: tuple[Report, ...]) -> "Decision":
        """Return the decision with other facts in place of the report at `step`."""
        return replace(self, edits={**self.edits, step: (Defeat(reports),)})

    def find_pod_at(self, step: int) -> Pod:
        """Return the pod in which the report at `step` is made, after all earlier edits."""
        return retell_story(self.story[:step], self.edits).pod

    def with_choice(self, forecast: "Forecast", player: Player | None, maker: Player) -> "Decision":
        """Return the decision with the open choice made by `maker` at the step where it came up.

        Raises `Refusal` if no choice is open, and for a choice in the maker's own favour.
        """
        question = forecast.question
        step = forecast.open_at
        if question is None:
            raise Refusal("nothing-to-choose")
        for_other = maker != find_actor(forecast.after, question.by)
        if for_other and player is not None and is_on_side(forecast.after, maker, player):
            raise Refusal("choice-own", by=question.by, player=player)
        before = self.edits.get(step, (self.story[step].make_command(),))
        choice = Choose(question.by, player, maker, moderated=True)
        return replace(self, edits={**self.edits, step: (*before, choice)})

    def rebase(self, story: Story, live: LiveGame) -> "Decision":
        """Return the decision about the game and its story as they are now.

        Raises `Refusal` if the part of the story that the decision is about has changed.
        """
        touched = max(self.edits, default=-1) + 1
        same = _drop_claims(self.story[:touched]) == _drop_claims(story[:touched])
        if not same or self.undone not in (None, find_correction(live)):
            raise Refusal("decision-late")
        undo = None if self.undone is None else live.make_undo(reason=self.reason)
        return replace(self, story=story, undo=undo, seen=live.played)


def find_correction(live: LiveGame) -> Corrected | None:
    """Return the last report of a game if it is a correction."""
    last = live.last_report
    return last.event if last is not None and isinstance(last.event, Corrected) else None


def remove_report(decision: Decision, step: int) -> Decision:
    """Return the decision without the report at `step`. Raises `Refusal` if there is no report."""
    check_step(decision.story, step)
    return replace(decision, at=step, edits={step: ()})


def end_pod(decision: Decision) -> Decision:
    """Return the decision with the pod closed at the end, unless the pod is over by then."""
    story = decision.story
    last = len(decision.story) - 1
    pod = retell_story(story, decision.edits).pod
    if pod.state in ("finished", "closed"):
        return decision
    before = decision.edits.get(last, (story[last].make_command(),))
    return replace(decision, edits={**decision.edits, last: (*before, Close())})


def restore_end(decision: Decision, ended: Story) -> Decision:
    """Return the decision that restores the story `ended`, whose last steps were taken back."""
    story = decision.story
    pairs = zip(_drop_claims(story), _drop_claims(ended), strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    restored = ended[same:]
    if not restored:
        raise Refusal("dispute-settled")
    removed: dict[int, tuple[PodCommand, ...]] = dict.fromkeys(range(same, len(story)), ())
    edits = {**removed, len(story): tuple(event.make_command() for event in restored)}
    return replace(decision, restored=restored, edits=edits)


def undo_correction(decision: Decision, live: LiveGame) -> Decision:
    """Return the decision that takes the last correction back. Raises `Refusal` without one."""
    last = find_correction(live)
    if last is None:
        raise Refusal("no-report", "step")
    return replace(decision, undone=last, undo=live.make_undo(reason=decision.reason))


def rule_responsible(
    decision: Decision, step: int, loser: Player, responsible: Player | None
) -> Decision:
    """Return the decision with `responsible` for the defeat of `loser`; None means nobody.

    Raises `Refusal` if the step reports no defeat of `loser`.
    """
    check_step(decision.story, step)
    report = decision.story[step]
    if not isinstance(report, Defeated) or loser not in find_losers(decision.story, step):
        raise Refusal("no-report", "step")
    ruled = Ruling(loser, responsible)
    others = tuple(each for each in report.rulings if each.loser != loser)
    edits = {step: (Defeat(report.reports, (*others, ruled)),)}
    return replace(decision, at=step, ruling=ruled, edits=edits)


def _drop_claims(story: Story) -> list[StoryEvent]:
    """Return the events without their claims, so that a confirmation makes no difference."""
    return [replace(each, claim=None) if isinstance(each, Claimable) else each for each in story]


def check_step(story: Story, step: int) -> None:
    """Raise `Refusal` unless the step of the story is a report."""
    if step not in find_reports(story):
        raise Refusal("no-report", "step")


def find_others_answerable(story: Story, step: int, loser: Player) -> list[Player]:
    """Return the players who could be responsible for a defeat at `step`, except `loser`."""
    pod = fold(story[:step])
    return [p for p in find_answerable(pod.game) if p != loser] if pod is not None else []


# Forecasts


class Forecast(NamedTuple):
    """The pod before and after a decision, and what has to be settled before it can be made.

    `invalidated` are later reports that the decision makes impossible. `question` is a choice
    that comes up at step `open_at` and that those reports would have had to wait for. `refusal`
    says why the pod cannot be left like this.
    """

    before: Pod
    after: Pod
    invalidated: tuple[Invalidated, ...] = ()
    question: Question | None = None
    open_at: int = 0
    refusal: Refusal | None = None

    @property
    def is_settled(self) -> bool:
        """True if the decision can be made as it is."""
        return not self.invalidated and self.refusal is None


def foresee(pod: Pod, decision: Decision) -> Forecast:
    """Return the pod before and after `decision`. Raises `Refusal` if it cannot be made."""
    if decision.direct_command is not None:
        return Forecast(pod, evolve(pod, decide(pod, decision.direct_command)))
    check_reason(decision.reason)
    found = retell_story(decision.story, decision.edits)
    if not found.invalidated:
        return Forecast(pod, evolve(pod, decide(pod, decision.command)))
    late = [each.step for each in found.invalidated]
    waiting = [each.step for each in found.invalidated if each.refusal.code == "waiting"]
    if not waiting:
        return Forecast(pod, found.pod, found.invalidated)
    question = retell_story(decision.story[: waiting[0]], decision.edits).pod.question
    open_at = max(step for step in range(waiting[0]) if step not in late)
    return Forecast(pod, found.pod, found.invalidated, question, open_at)
