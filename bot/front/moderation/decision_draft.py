"""A moderator's decision before it is executed: its changes, and a forecast of the pod."""

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from bot.front.interaction.drafts import PrivateInteractionDraft
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, Player
from bot.rules.guests import find_member_acting_for_player
from bot.rules.overrides import OverrideGameAsModerator, require_moderator_reason
from bot.rules.pod import (
    ConfirmableEvent,
    EventHistory,
    Pod,
    PodCommand,
    PodHistoryEvent,
    apply_pod_event,
    replay_pod_events,
)
from bot.rules.records import ModeratorRulingOnDefeat, PendingPlayerChoice
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats, list_players_who_can_cause_defeat
from bot.rules.story import (
    CorrectGameReports,
    EventInvalidatedByCorrection,
    GameReportsCorrected,
    apply_corrections_to_events,
    list_players_who_lost_by_event,
    list_removable_report_indexes,
)
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import does_master_choice_favour_player
from bot.service.live_game import ChannelAddress, LiveGame


class ModeratorDecisionDraft(PrivateInteractionDraft, frozen=True):
    """A moderator's decision about a pod that is previewed but not executed yet.

    The pod `number` is played in the channel `about`, which is the command's channel or a thread of it.

    The decision is one of four: it is an `overrule`; it takes the correction `undone` back; it changes the report at
    index `at` of the events `story`, by removing it, by replacing it or, with a `ruling`, by judging it again; or it
    brings back the events `restored`, which ended the game and were taken back. `edits` map indexes of the story to the
    commands that take their place, the report at `at` included.
    """

    about: ChannelAddress
    number: int = 0
    reason: str = ""
    story: EventHistory = ()
    overrule: OverrideGameAsModerator | None = None
    undone: GameReportsCorrected | None = None
    undo: UndoPodEvent | None = None  # that takes the correction back, in the game as it is now
    restored: EventHistory = ()
    at: int = 0
    ruling: ModeratorRulingOnDefeat | None = None
    edits: Mapping[int, tuple[PodCommand, ...]] = {}
    seen: int = 0  # version of the log that the preview was made from
    seasons: frozenset[int] = frozenset()  # that are over and that the author was asked about

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        return Refusal("decision-gone")

    @property
    def override_or_undo_command(self) -> OverrideGameAsModerator | UndoPodEvent | None:
        """The command that executes the decision; None for a correction of past events."""
        return self.overrule or self.undo

    @property
    def command_to_execute(self) -> OverrideGameAsModerator | UndoPodEvent | CorrectGameReports:
        return self.override_or_undo_command or CorrectGameReports(self.story, self.edits, self.reason)

    @property
    def report_to_decide(self) -> PodHistoryEvent:
        """The report of a defeat or win that the moderator decides about."""
        return self.story[self.at]

    def find_replacement_report(self, event_index: int) -> ReportDefeats | None:
        found = (each for each in self.edits.get(event_index, ()) if isinstance(each, ReportDefeats))
        return next(found, None)

    @property
    def is_report_replaceable(self) -> bool:
        """True if the moderator can enter another report in place of the report that the decision removes."""
        return self.override_or_undo_command is None and self.ruling is None and self.report_to_decide.replaceable

    def with_override_command(self, override_command: OverrideGameAsModerator) -> "ModeratorDecisionDraft":
        return replace(self, overrule=replace(override_command, reason=self.reason))

    def with_invalid_reports_removed(
        self, invalid_reports: tuple[EventInvalidatedByCorrection, ...]
    ) -> "ModeratorDecisionDraft":
        """Return the decision, extended to remove the later reports that the decision makes impossible."""
        return replace(self, edits={**self.edits, **{each.step: () for each in invalid_reports}})

    def with_replacement_reports(
        self, event_index: int, defeat_reports: tuple[DefeatReport, ...]
    ) -> "ModeratorDecisionDraft":
        """Return the decision, extended to put new defeat reports in place of a past event."""
        return replace(self, edits={**self.edits, event_index: (ReportDefeats(defeat_reports),)})

    def build_pod_before_event(self, event_index: int) -> Pod:
        return apply_corrections_to_events(self.story[:event_index], self.edits).pod

    def with_answer_to_open_choice(
        self, decision_effects: "ModeratorDecisionEffects", chosen_player: Player | None, moderator: Player
    ) -> "ModeratorDecisionDraft":
        """Return the decision, extended by the moderator's answer to a player's open choice.

        The answer is inserted where the choice came up. Raises `Refusal` if no choice is open, and for a choice in the
        moderator's own favour.
        """
        question = decision_effects.question
        step = decision_effects.open_at
        if question is None:
            raise Refusal("nothing-to-choose")
        for_other = moderator != find_member_acting_for_player(decision_effects.after, question.by)
        if (
            for_other
            and chosen_player is not None
            and does_master_choice_favour_player(decision_effects.after, moderator, chosen_player)
        ):
            raise Refusal("choice-own", by=question.by, player=chosen_player)
        before = self.edits.get(step, (self.story[step].rebuild_original_command(),))
        choice = AnswerPendingPlayerChoice(question.by, chosen_player, moderator, moderated=True)
        return replace(self, edits={**self.edits, step: (*before, choice)})

    def with_current_game_state(self, event_history: EventHistory, live_game: LiveGame) -> "ModeratorDecisionDraft":
        """Return the decision updated to the game's current state.

        Raises `Refusal` if the events that the decision is about have changed.
        """
        touched = max(self.edits, default=-1) + 1
        same = _remove_confirmations_from_events(self.story[:touched]) == _remove_confirmations_from_events(
            event_history[:touched]
        )
        if not same or self.undone not in (None, find_correction_to_undo(live_game)):
            raise Refusal("decision-late")
        undo = None if self.undone is None else live_game.build_undo_command(reason=self.reason)
        return replace(self, story=event_history, undo=undo, seen=live_game.played)


def find_correction_to_undo(live_game: LiveGame) -> GameReportsCorrected | None:
    """Return the game's last report if it is a moderator's correction; otherwise None."""
    last = live_game.last_undoable_report
    return last.event if last is not None and isinstance(last.event, GameReportsCorrected) else None


def add_report_removal_to_decision(decision_draft: ModeratorDecisionDraft, event_index: int) -> ModeratorDecisionDraft:
    """Return the decision, extended to remove one report. Raises `Refusal` if the event is no report."""
    require_event_is_report(decision_draft.story, event_index)
    return replace(decision_draft, at=event_index, edits={event_index: ()})


def add_pod_closing_to_decision(decision_draft: ModeratorDecisionDraft) -> ModeratorDecisionDraft:
    """Return the decision, which now also closes the pod if its game would go on."""
    story = decision_draft.story
    last = len(decision_draft.story) - 1
    pod = apply_corrections_to_events(story, decision_draft.edits).pod
    if pod.state in ("finished", "closed"):
        return decision_draft
    before = decision_draft.edits.get(last, (story[last].rebuild_original_command(),))
    return replace(decision_draft, edits={**decision_draft.edits, last: (*before, ClosePod())})


def add_restored_game_end_to_decision(
    decision: ModeratorDecisionDraft, events_until_end: EventHistory
) -> ModeratorDecisionDraft:
    """Return the decision, extended by the events that restore a game's undone end."""
    story = decision.story
    pairs = zip(
        _remove_confirmations_from_events(story), _remove_confirmations_from_events(events_until_end), strict=False
    )
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    restored = events_until_end[same:]
    if not restored:
        raise Refusal("dispute-settled")
    removed: dict[int, tuple[PodCommand, ...]] = dict.fromkeys(range(same, len(story)), ())
    edits = {**removed, len(story): tuple(event.rebuild_original_command() for event in restored)}
    return replace(decision, restored=restored, edits=edits)


def add_undo_of_correction_to_decision(decision: ModeratorDecisionDraft, live_game: LiveGame) -> ModeratorDecisionDraft:
    """Return the decision, extended to undo the last correction. Raises `Refusal` if there is no correction."""
    last = find_correction_to_undo(live_game)
    if last is None:
        raise Refusal("no-report", "step")
    return replace(decision, undone=last, undo=live_game.build_undo_command(reason=decision.reason))


def set_responsible_player_in_decision(
    decision_draft: ModeratorDecisionDraft, event_index: int, loser: Player, responsible_player: Player | None
) -> ModeratorDecisionDraft:
    """Return the decision with a player set as responsible for a defeat; None means nobody.

    Raises `Refusal` if the event reports no defeat of `loser`.
    """
    require_event_is_report(decision_draft.story, event_index)
    report = decision_draft.story[event_index]
    if not isinstance(report, DefeatsReported) or loser not in list_players_who_lost_by_event(
        decision_draft.story, event_index
    ):
        raise Refusal("no-report", "step")
    ruled = ModeratorRulingOnDefeat(loser, responsible_player)
    others = tuple(each for each in report.rulings if each.loser != loser)
    edits = {event_index: (ReportDefeats(report.reports, (*others, ruled)),)}
    return replace(decision_draft, at=event_index, ruling=ruled, edits=edits)


def _remove_confirmations_from_events(event_history: EventHistory) -> list[PodHistoryEvent]:
    return [replace(each, claim=None) if isinstance(each, ConfirmableEvent) else each for each in event_history]


def require_event_is_report(event_history: EventHistory, event_index: int) -> None:
    """Raise `Refusal` unless the event at this index is a report."""
    if event_index not in list_removable_report_indexes(event_history):
        raise Refusal("no-report", "step")


def find_possible_responsible_players(event_history: EventHistory, event_index: int, loser: Player) -> list[Player]:
    """Return the players, other than the loser, who could be responsible for a defeat."""
    pod = replay_pod_events(event_history[:event_index])
    return [p for p in list_players_who_can_cause_defeat(pod.current_game) if p != loser] if pod is not None else []


# Forecasts


class ModeratorDecisionEffects(NamedTuple):
    """The effects of a moderator's decision: the pod before and after, and open problems.

    `invalidated` are later reports that the decision makes impossible. `question` is a choice that comes up at event
    `open_at`, before these reports, and has no answer yet.
    """

    before: Pod
    after: Pod
    invalidated: tuple[EventInvalidatedByCorrection, ...] = ()
    question: PendingPlayerChoice | None = None
    open_at: int = 0

    @property
    def keeps_later_reports_valid(self) -> bool:
        """True if all later reports remain possible after the decision."""
        return not self.invalidated


def compute_moderator_decision_effects(pod: Pod, decision_draft: ModeratorDecisionDraft) -> ModeratorDecisionEffects:
    """Compute the effects of a decision: the pod before and after, and the problems.

    Raises `Refusal` if the decision is impossible.
    """
    if decision_draft.override_or_undo_command is not None:
        return ModeratorDecisionEffects(
            pod, apply_pod_event(pod, create_pod_event(pod, decision_draft.override_or_undo_command))
        )
    require_moderator_reason(decision_draft.reason)
    found = apply_corrections_to_events(decision_draft.story, decision_draft.edits)
    if not found.invalidated:
        return ModeratorDecisionEffects(
            pod, apply_pod_event(pod, create_pod_event(pod, decision_draft.command_to_execute))
        )
    late = [each.step for each in found.invalidated]
    waiting = [each.step for each in found.invalidated if each.refusal.code == "waiting"]
    if not waiting:
        return ModeratorDecisionEffects(pod, found.pod, found.invalidated)
    question = apply_corrections_to_events(
        decision_draft.story[: waiting[0]], decision_draft.edits
    ).pod.pending_player_choice
    open_at = max(step for step in range(waiting[0]) if step not in late)
    return ModeratorDecisionEffects(pod, found.pod, found.invalidated, question, open_at)
