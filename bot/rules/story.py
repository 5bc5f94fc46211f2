"""The story of a pod: the events that still count, and their correction.

Undoing and correcting only append to the log. The story is what they leave: events of which none
was taken back, each as it would have been at first. A report in the story keeps its open claim.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, Event, Sentence
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Player
from bot.rules.lobby import GameStarted
from bot.rules.losses import merge_shared_life_reports
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.overrides import require_reason
from bot.rules.pod import (
    ClaimDraft,
    ConfirmableEvent,
    EventStory,
    ModeratorDecision,
    Pod,
    PodCommand,
    PodEvent,
    StoryEvent,
    add_unconfirmed_report,
    apply_pod_event,
    list_deciders_with,
    replay_pod_events,
)
from bot.rules.records import ReportClaim
from bot.rules.refusals import ImpossibleEvent, Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.rights import MODERATORS
from bot.rules.story_events import AnyStoryEvent
from bot.rules.substitutes import copy_result_consents

StoryEdits = Mapping[int, tuple[PodCommand, ...]]
"""The commands that should have been given at some places of a story instead.

The place after the last one adds to the story.
"""


class InvalidatedEvent(NamedTuple):
    """A later event that makes no sense after a correction, with its step and the refusal."""

    step: int
    event: StoryEvent
    refusal: Refusal


class CorrectedStory(NamedTuple):
    """A corrected story of a pod; `pod` is the state at its end, without the invalidated
    events.
    """

    story: EventStory
    pod: Pod
    invalidated: tuple[InvalidatedEvent, ...]


def build_story(events: Iterable[Event]) -> EventStory:
    """Return the story of a pod: its events without those that were undone or corrected."""
    stories: list[EventStory] = [()]  # one for each step that can be taken back
    for event in events:
        if isinstance(event, PodEvent):
            event.update_undo_stories(stories)
    return stories[-1]


def build_story_until_last_result(events: Iterable[Event]) -> EventStory:
    """Return the story of a pod when it last had a result; an empty one if it never had any."""
    told: list[Event] = []
    ended = 0
    pod: Pod | None = None
    for event in events:
        told.append(event)
        pod = apply_pod_event(pod, event)
        if pod.result is not None:
            ended = len(told)
    return build_story(told[:ended])


class CorrectReports(PodCommand, frozen=True):
    """The command by which a moderator corrects earlier reports, with a reason.

    `story` is the pod's current story (see `build_story`). `edits` maps steps of the story to
    the commands that should have been given there: none, one or several.
    """

    story: tuple[StoryEvent, ...]
    edits: "Mapping[int, tuple[PodCommand, ...]]"
    reason: str

    right = MODERATORS

    def create_event(self, pod: Pod, /) -> "ReportsCorrected":
        """Return the `ReportsCorrected` event for this command.

        Raises `Refusal`, also if a later event makes no sense any more.
        """
        require_reason(self.reason)
        steps = tuple(sorted(self.edits))
        if not steps:
            raise Refusal("no-correction")
        if not 0 < steps[0] <= steps[-1] <= len(self.story):
            raise Refusal("no-report", "step")
        places = [step for step in steps if step < len(self.story)]
        if any(self.story[step].is_before_game for step in places):
            raise Refusal("no-report", "step")
        found = apply_edits_to_story(self.story, self.edits)
        if found.invalidated:
            raise Refusal("senseless", count=len(found.invalidated))
        if found.story == self.story:
            raise Refusal("no-correction")
        was = tuple(self.story[step] for step in places)
        left_out = tuple(step for step in steps if not self.edits[step])
        return ReportsCorrected(found.story, steps, self.reason, was=was, left_out=left_out)


class ReportsCorrected(
    ModeratableEvent, ConfirmableEvent, ModeratorDecision, frozen=True, tag="corrected"
):
    """The event that a moderator corrected earlier reports; `story` replaces the pod's whole
    story.

    `steps` are the changed steps in the former story, counted from 0, `was` the events that
    stood there, and `left_out` the steps that are empty now. `by` decided, and may play too.
    """

    story: tuple[AnyStoryEvent, ...]
    steps: tuple[int, ...]
    reason: str
    by: Player | None = None
    claim: ReportClaim | None = None
    was: tuple[AnyStoryEvent, ...] = ()
    left_out: tuple[int, ...] = ()

    settles = True
    moves_players = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod of the corrected story. Raises `ImpossibleEvent` for an empty
        story.
        """
        right = replay_pod_events(self.story)
        if right is None:
            raise ImpossibleEvent("a pod without a story")
        deciders = dict.fromkeys(
            (*pod.deciders, *right.deciders, *list_deciders_with(pod, self.by))
        )
        return replace(
            right,
            step=pod.step + 1,
            before=pod,
            overruled=self,
            unconfirmed=add_unconfirmed_report(right.unconfirmed, self, len(right.verdicts)),
            deciders=tuple(deciders),
            has_counted=pod.has_counted,
            passed_on=tuple(copy_result_consents(pod, seat) for seat in right.passed_on),
        )

    @property
    def successors(self) -> tuple[Player, ...]:
        """Return the players who succeeded their masters in the corrected story, in order."""
        return tuple(heir for event in self.story for heir in event.successors)

    def update_undo_stories(self, stories: list[EventStory]) -> None:
        """Append the corrected story as one step."""
        stories.append(self.story)

    def with_decider(self, moderator: Player | None) -> "ReportsCorrected":
        """Return the event with the moderator who decided it."""
        return replace(self, by=moderator)

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return a claim on the correction that stays open until the end of the game."""
        return claim_draft.build_claim_until_end(moderator=claim_draft.by)

    def describe_claim(self) -> Sentence:
        """Return the label that players see on an unconfirmed `ReportsCorrected` event."""
        return Sentence("claim-decision")

    def find_decision_code(self, *, by_host: bool) -> AuditCode:
        """Return the audit code of the moderator's correction."""
        return "override", "correct"

    def find_decided_reports(self, previous_pod: Pod) -> tuple[StoryEvent, ...]:
        """Return the reports as they were before the correction."""
        return self.was


def find_removed_events(correction: ReportsCorrected) -> list[StoryEvent]:
    """Return the events that a correction removed, as they had been reported."""
    was = zip(correction.steps, correction.was, strict=False)
    return [each for step, each in was if step in correction.left_out]


def apply_edits_to_story(story: EventStory, edits: StoryEdits) -> CorrectedStory:
    """Return the story with the edits, deciding all later events again.

    Events before the first edit keep their judgement. Raises `Refusal` for an edit that is
    impossible at its step.
    """
    pod: Pod | None = None
    right: list[StoryEvent] = []
    invalidated: list[InvalidatedEvent] = []
    first = min(edits, default=len(story))
    for step, event in enumerate((*story, None)):
        if event is not None and step < first:
            right.append(event)
            pod = apply_pod_event(pod, event)
            continue
        usual = None if event is None else event.rebuild_command()
        for command in edits.get(step, () if usual is None else (usual,)):
            try:
                again = decide_pod_command(pod, command)
            except Refusal as refusal:
                if event is None or step in edits:
                    raise
                invalidated.append(InvalidatedEvent(step, event, refusal))
                continue
            if not isinstance(again, StoryEvent):  # it undoes, or is beside the game
                raise Refusal("no-correction")
            if event is not None and command == usual:
                again = again.with_claim_of(event)
            right.append(again)
            pod = apply_pod_event(pod, again)
    assert pod is not None  # a story begins with a pod that opens
    return CorrectedStory(tuple(right), pod, tuple(invalidated))


# Places that can be corrected


def find_removable_steps(story: EventStory) -> list[int]:
    """Return the steps of a story, after the start, whose reports can be removed, oldest first."""
    started = [at for at, event in enumerate(story) if isinstance(event, GameStarted)]
    first = started[-1] + 1 if started else 0
    return [at for at in range(first, len(story)) if not story[at].is_before_game]


def find_losers_at_step(story: EventStory, step: int) -> list[Player]:
    """Return the players who lost in the report at a step.

    For a team's shared life, return its master (ESC-D3).
    """
    report = story[step]
    pod = replay_pod_events(story[:step])
    if not isinstance(report, DefeatsReported) or pod is None:
        return []
    game = pod.current_game
    losses = merge_shared_life_reports(game.setup, game.players, game.standings, report.reports)
    return [each.loser for each in losses]
