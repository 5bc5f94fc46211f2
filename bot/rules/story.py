"""The events of a pod that were not undone, and their correction.

Undoing and correcting only append to the log. This list has the events of which none was taken back, each as it would
have been at first. A report in the list keeps its open confirmation requirement.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, Event, TranslatableSentence
from bot.rules.decide import create_pod_event
from bot.rules.facts import Player
from bot.rules.house_deeds import restore_needed_confirmations_of_claims
from bot.rules.lobby import GameStarted
from bot.rules.losses import merge_shared_life_reports
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.overrides import require_moderator_reason
from bot.rules.pod import (
    ConfirmableEvent,
    EventHistory,
    ModeratorDecision,
    NewReportDetails,
    Pod,
    PodCommand,
    PodEvent,
    PodHistoryEvent,
    add_deciding_moderator,
    add_unconfirmed_report,
    apply_pod_event,
    replay_pod_events,
)
from bot.rules.records import ConfirmationRequirement
from bot.rules.refusals import ImpossibleEventError, Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.rights import MODERATORS
from bot.rules.story_events import AnyStoryEvent
from bot.rules.substitutes import copy_consents_to_result_transfer

EventCorrections = Mapping[int, tuple[PodCommand, ...]]
"""The commands that should have been given at some places of a story instead.

The place after the last one adds to the story.
"""


class EventInvalidatedByCorrection(NamedTuple):
    """An event that would be impossible after a moderator's correction: its index, and the reason."""

    step: int
    event: PodHistoryEvent
    refusal: Refusal


class GameCorrectionResult(NamedTuple):
    """The result of a correction: the pod's new events, the new pod, and the events that became impossible."""

    story: EventHistory
    pod: Pod
    invalidated: tuple[EventInvalidatedByCorrection, ...]


def list_events_still_in_effect(events: Iterable[Event]) -> EventHistory:
    """Return the events of a pod without those that were undone or corrected."""
    stories: list[EventHistory] = [()]  # one for each step that can be taken back
    for event in events:
        if isinstance(event, PodEvent):
            event.update_undo_stack(stories)
    return stories[-1]


def list_events_until_result(events: Iterable[Event]) -> EventHistory:
    """Return a pod's events up to its last result, without undone ones; empty without a result."""
    told: list[Event] = []
    ended = 0
    pod: Pod | None = None
    for event in events:
        told.append(event)
        pod = apply_pod_event(pod, event)
        if pod.result is not None:
            ended = len(told)
    return list_events_still_in_effect(told[:ended])


class CorrectGameReports(PodCommand, frozen=True):
    """The command by which a moderator corrects earlier reports of a game, with a reason.

    `story` has the events of the pod that were not undone (see `list_events_still_in_effect`). `edits` maps indexes of
    these events to the commands that should have been given there: none, one or several.
    """

    story: tuple[PodHistoryEvent, ...]
    edits: "Mapping[int, tuple[PodCommand, ...]]"
    reason: str

    right = MODERATORS

    def create_event(self, pod: Pod, /) -> "GameReportsCorrected":
        """Return the `GameReportsCorrected` event.

        Raises `Refusal`, also if a later event makes no sense any more.
        """
        require_moderator_reason(self.reason)
        steps = tuple(sorted(self.edits))
        if not steps:
            raise Refusal("no-correction")
        if not 0 < steps[0] <= steps[-1] <= len(self.story):
            raise Refusal("no-report", "step")
        places = [step for step in steps if step < len(self.story)]
        if any(self.story[step].is_lobby_event for step in places):
            raise Refusal("no-report", "step")
        found = apply_corrections_to_events(self.story, self.edits)
        if found.invalidated:
            raise Refusal("senseless", count=len(found.invalidated))
        if found.story == self.story:
            raise Refusal("no-correction")
        was = tuple(self.story[step] for step in places)
        left_out = tuple(step for step in steps if not self.edits[step])
        return GameReportsCorrected(found.story, steps, self.reason, was=was, left_out=left_out)


class GameReportsCorrected(ModeratableEvent, ConfirmableEvent, ModeratorDecision, frozen=True, tag="corrected"):
    """The event that a moderator corrected earlier reports, with the new list of all events.

    `story` has the events of the pod after the correction. `steps` are the indexes of the changed events in the former
    list, `was` the events that stood there, and `left_out` the indexes without an event now. `by` decided, and may play
    too.
    """

    story: tuple[AnyStoryEvent, ...]
    steps: tuple[int, ...]
    reason: str
    by: Player | None = None
    claim: ConfirmationRequirement | None = None
    was: tuple[AnyStoryEvent, ...] = ()
    left_out: tuple[int, ...] = ()

    moves_players = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod that results from the corrected events.

        Claimed deeds that nobody had confirmed before stay unconfirmed.
        """
        right = replay_pod_events(self.story)
        if right is None:
            raise ImpossibleEventError("a pod without a story")
        deciders = dict.fromkeys((*pod.deciders, *right.deciders, *add_deciding_moderator(pod, self.by)))
        return replace(
            right,
            step=pod.step + 1,
            before=pod,
            overruled=self,
            unconfirmed=add_unconfirmed_report(right.unconfirmed, self, len(right.verdicts)),
            deciders=tuple(deciders),
            has_counted=pod.has_counted,
            told=restore_needed_confirmations_of_claims(pod, right.told, self.steps),
            confirmed_deeds=pod.confirmed_deeds,
            deed_claims=pod.deed_claims,
            passed_on=tuple(copy_consents_to_result_transfer(pod, seat) for seat in right.passed_on),
        )

    @property
    def promoted_servants(self) -> tuple[Player, ...]:
        return tuple(heir for event in self.story for heir in event.promoted_servants)

    def update_undo_stack(self, undo_stack: list[EventHistory]) -> None:
        """Add the list of corrected events, to which an undo can go back."""
        undo_stack.append(self.story)

    def set_deciding_moderator(self, moderator: Player | None) -> "GameReportsCorrected":
        return replace(self, by=moderator)

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the correction to count: nobody objects before the game ends."""
        return new_report.build_confirmation_at_end_of_game(moderator=new_report.by)

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        return TranslatableSentence("claim-decision")

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode:
        return "override", "correct"

    def list_reports_decided_by_moderator(self, previous_pod: Pod) -> tuple[PodHistoryEvent, ...]:
        return self.was


def list_events_removed_by_correction(correction: GameReportsCorrected) -> list[PodHistoryEvent]:
    """Return the events that a correction removed, as they were reported."""
    was = zip(correction.steps, correction.was, strict=False)
    return [each for step, each in was if step in correction.left_out]


def apply_corrections_to_events(events: EventHistory, corrections: EventCorrections) -> GameCorrectionResult:
    """Return a pod's events after corrections, with later events decided anew by the rules.

    Events before the first edit keep their judgement. Raises `Refusal` for an impossible edit.
    """
    pod: Pod | None = None
    right: list[PodHistoryEvent] = []
    invalidated: list[EventInvalidatedByCorrection] = []
    first = min(corrections, default=len(events))
    for step, event in enumerate((*events, None)):
        if event is not None and step < first:
            right.append(event)
            pod = apply_pod_event(pod, event)
            continue
        usual = None if event is None else event.rebuild_original_command()
        for command in corrections.get(step, () if usual is None else (usual,)):
            try:
                again = create_pod_event(pod, command)
            except Refusal as refusal:
                if event is None or step in corrections:
                    raise
                invalidated.append(EventInvalidatedByCorrection(step, event, refusal))
                continue
            if not isinstance(again, PodHistoryEvent):  # it undoes, or is beside the game
                raise Refusal("no-correction")
            if event is not None and command == usual:
                again = again.copy_confirmation_from(event)
            right.append(again)
            pod = apply_pod_event(pod, again)
    assert pod is not None  # a story begins with a pod that opens
    return GameCorrectionResult(tuple(right), pod, tuple(invalidated))


# Places that can be corrected


def list_removable_report_indexes(events: EventHistory) -> list[int]:
    """Return the indexes of the events that a correction may remove: those after the start of the game."""
    started = [at for at, event in enumerate(events) if isinstance(event, GameStarted)]
    first = started[-1] + 1 if started else 0
    return [at for at in range(first, len(events)) if not events[at].is_lobby_event]


def list_players_who_lost_by_event(events: EventHistory, event_index: int) -> list[Player]:
    """Return the players who lost through the event at this index.

    For a team's shared life, return its master (ESC-D3).
    """
    report = events[event_index]
    pod = replay_pod_events(events[:event_index])
    if not isinstance(report, DefeatsReported) or pod is None:
        return []
    game = pod.current_game
    losses = merge_shared_life_reports(game.setup, game.players, game.standings, report.reports)
    return [each.loser for each in losses]
