"""The story of a pod: the events that still count, and their correction.

Undoing and correcting only append to the log. The story is what they leave: events of which none
was taken back, each as it would have been at first. A report in it keeps its open claim.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from bot.rules.acts import DecisionCode, Event, Sentence
from bot.rules.decide import decide
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.lobby import Started
from bot.rules.losses import merge_reports
from bot.rules.overrule import check_reason
from bot.rules.pod import (
    Claimable,
    ClaimDraft,
    Decision,
    Pod,
    PodCommand,
    PodEvent,
    Story,
    StoryEvent,
    add_claim,
    add_decider,
    evolve,
    fold,
)
from bot.rules.records import Claim
from bot.rules.refusals import Impossible, Refusal
from bot.rules.reporting import Defeated
from bot.rules.rights import MODERATORS
from bot.rules.story_events import AnyStoryEvent
from bot.rules.substitutes import copy_consents

Edits = Mapping[int, tuple[PodCommand, ...]]
"""The commands that should have been given at some places of a story instead.

The place after the last one adds to the story.
"""


class Invalidated(NamedTuple):
    """A later event that no longer makes sense: its place, the event, and the refusal."""

    step: int
    event: StoryEvent
    refusal: Refusal


class CorrectedStory(NamedTuple):
    """A corrected story; `pod` is its end, without the `invalidated` events."""

    story: Story
    pod: Pod
    invalidated: tuple[Invalidated, ...]


def tell_story(events: Iterable[Event]) -> Story:
    """Return the story that a pod's events leave."""
    stories: list[Story] = [()]  # one for each step that can be taken back
    for event in events:
        if isinstance(event, PodEvent):
            event.change_stories(stories)
    return stories[-1]


def tell_ended_story(events: Iterable[Event]) -> Story:
    """Return the story of a pod when it last had a result; an empty one if it never had any."""
    told: list[Event] = []
    ended = 0
    pod: Pod | None = None
    for event in events:
        told.append(event)
        pod = evolve(pod, event)
        if pod.result is not None:
            ended = len(told)
    return tell_story(told[:ended])


class Correct(PodCommand, frozen=True):
    """Correct earlier reports, and give a reason.

    `story` is the pod's current story (see `story.tell_story`). `edits` maps places in it to the
    commands that should have been given there: none, one or several.
    """

    story: tuple[StoryEvent, ...]
    edits: "Mapping[int, tuple[PodCommand, ...]]"
    reason: str

    right = MODERATORS

    def decide(self, pod: Pod, /) -> "Corrected":
        """Return the event. Raises `Refusal`, also if a later event makes no sense any more."""
        check_reason(self.reason)
        steps = tuple(sorted(self.edits))
        if not steps:
            raise Refusal("no-correction")
        if not 0 < steps[0] <= steps[-1] <= len(self.story):
            raise Refusal("no-report", "step")
        places = [step for step in steps if step < len(self.story)]
        if any(self.story[step].is_preparing for step in places):
            raise Refusal("no-report", "step")
        found = retell_story(self.story, self.edits)
        if found.invalidated:
            raise Refusal("senseless", count=len(found.invalidated))
        if found.story == self.story:
            raise Refusal("no-correction")
        was = tuple(self.story[step] for step in places)
        left_out = tuple(step for step in steps if not self.edits[step])
        return Corrected(found.story, steps, self.reason, was=was, left_out=left_out)


class Corrected(Gated, Claimable, Decision, frozen=True, tag="corrected"):
    """A moderator corrected earlier reports; `story` replaces the pod's story from its beginning.

    `steps` are the changed places in the former story, counted from 0, `was` the events that stood
    there, and `left_out` those of the places that are empty now. `by` decided, and may play too.
    """

    story: tuple[AnyStoryEvent, ...]
    steps: tuple[int, ...]
    reason: str
    by: Player | None = None
    claim: Claim | None = None
    was: tuple[AnyStoryEvent, ...] = ()
    left_out: tuple[int, ...] = ()

    settles = True
    moves_players = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod of the corrected story. Raises `Impossible` for an empty one."""
        right = fold(self.story)
        if right is None:
            raise Impossible("a pod without a story")
        deciders = dict.fromkeys((*pod.deciders, *right.deciders, *add_decider(pod, self.by)))
        return replace(
            right,
            step=pod.step + 1,
            before=pod,
            overruled=self,
            unconfirmed=add_claim(right.unconfirmed, self, len(right.verdicts)),
            deciders=tuple(deciders),
            has_counted=pod.has_counted,
            passed_on=tuple(copy_consents(pod, seat) for seat in right.passed_on),
        )

    @property
    def heirs(self) -> tuple[Player, ...]:
        """The players who succeeded their masters in the corrected story, in order."""
        return tuple(heir for event in self.story for heir in event.heirs)

    def change_stories(self, stories: list[Story]) -> None:
        """Add the corrected story as a step."""
        stories.append(self.story)

    def sign(self, by: Player | None) -> "Corrected":
        """Return the event with the moderator who decided it."""
        return replace(self, by=by)

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that waits for the end."""
        return draft.wait_for_end(decided=draft.by)

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed decision."""
        return Sentence("claim-decision")

    def name_decision(self, *, by_host: bool) -> DecisionCode:
        """Return the override."""
        return "override", "correct"

    def find_decided_reports(self, before: Pod) -> tuple[StoryEvent, ...]:
        """Return the reports as they were before the correction."""
        return self.was


def find_left_out(event: Corrected) -> list[StoryEvent]:
    """Return the events that a correction removed, as they had been reported."""
    was = zip(event.steps, event.was, strict=False)
    return [each for step, each in was if step in event.left_out]


def retell_story(story: Story, edits: Edits) -> CorrectedStory:
    """Return the story as if `edits` had been given from the start; later events are judged again.

    Events before the first edit keep their judgement. Raises `Refusal` for an edit that is
    impossible at its place.
    """
    pod: Pod | None = None
    right: list[StoryEvent] = []
    invalidated: list[Invalidated] = []
    first = min(edits, default=len(story))
    for step, event in enumerate((*story, None)):
        if event is not None and step < first:
            right.append(event)
            pod = evolve(pod, event)
            continue
        usual = None if event is None else event.make_command()
        for command in edits.get(step, () if usual is None else (usual,)):
            try:
                again = decide(pod, command)
            except Refusal as refusal:
                if event is None or step in edits:
                    raise
                invalidated.append(Invalidated(step, event, refusal))
                continue
            if not isinstance(again, StoryEvent):  # it undoes, or is beside the game
                raise Refusal("no-correction")
            if event is not None and command == usual:
                again = again.sign_again(event)
            right.append(again)
            pod = evolve(pod, again)
    assert pod is not None  # a story begins with a pod that opens
    return CorrectedStory(tuple(right), pod, tuple(invalidated))


# Places that can be corrected


def find_reports(story: Story) -> list[int]:
    """Return the places, after the start, of reports that can be taken out, oldest first."""
    started = [at for at, event in enumerate(story) if isinstance(event, Started)]
    first = started[-1] + 1 if started else 0
    return [at for at in range(first, len(story)) if not story[at].is_preparing]


def find_losers(story: Story, step: int) -> list[Player]:
    """Return who lost in the moment reported at `step`; for a team's life, its master (ESC-D3)."""
    report = story[step]
    pod = fold(story[:step])
    if not isinstance(report, Defeated) or pod is None:
        return []
    game = pod.game
    losses = merge_reports(game.setup, game.players, game.standings, report.reports)
    return [each.loser for each in losses]
