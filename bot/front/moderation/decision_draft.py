"""A moderator's decision before it is executed: its changes, and a forecast of the pod."""

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from bot.front.interaction.drafts import PrivateDraft
from bot.rules.choosing import MakeChoice
from bot.rules.closing import ClosePod
from bot.rules.decide import decide_pod_command
from bot.rules.facts import DefeatReport, Player
from bot.rules.guests import find_acting_member
from bot.rules.overrides import OverrideGame, require_reason
from bot.rules.pod import (
    ConfirmableEvent,
    EventStory,
    Pod,
    PodCommand,
    StoryEvent,
    apply_pod_event,
    replay_pod_events,
)
from bot.rules.records import PlayerChoice, ResponsibilityRuling
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats, find_possible_responsible_players
from bot.rules.story import (
    CorrectReports,
    InvalidatedEvent,
    ReportsCorrected,
    apply_edits_to_story,
    find_losers_at_step,
    find_removable_steps,
)
from bot.rules.undoing import UndoPodStep
from bot.rules.votes import favours_player
from bot.service.live_game import ChannelAddress, LiveGame


class DecisionDraft(PrivateDraft, frozen=True):
    """A draft of a moderator's decision about a pod.

    The pod `number` is played in the channel `about`, which is `place` or a thread of it.

    The decision is one of four: it is an `overrule`; it takes the correction `undone` back; it
    changes the report at step `at` of the `story`, by removing it, by replacing it or, with a
    `ruling`, by judging it again; or it brings back the steps `restored`, which ended the game
    and were taken back. `edits` map steps of the story to the commands that take their place,
    the report at `at` included.
    """

    about: ChannelAddress
    number: int = 0
    reason: str = ""
    story: EventStory = ()
    overrule: OverrideGame | None = None
    undone: ReportsCorrected | None = None
    undo: UndoPodStep | None = None  # that takes the correction back, in the game as it is now
    restored: EventStory = ()
    at: int = 0
    ruling: ResponsibilityRuling | None = None
    edits: Mapping[int, tuple[PodCommand, ...]] = {}
    seen: int = 0  # version of the log that the preview was made from
    seasons: frozenset[int] = frozenset()  # that are over and that the author was asked about

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a decision whose draft has expired."""
        return Refusal("decision-gone")

    @property
    def direct_command(self) -> OverrideGame | UndoPodStep | None:
        """The overrule or undo that carries the decision out; None if the decision edits
        the story.
        """
        return self.overrule or self.undo

    @property
    def command(self) -> OverrideGame | UndoPodStep | CorrectReports:
        """The command that carries the decision out."""
        return self.direct_command or CorrectReports(self.story, self.edits, self.reason)

    @property
    def report(self) -> StoryEvent:
        """The report that the moderator decides about."""
        return self.story[self.at]

    def find_replacement(self, story_index: int) -> ReportDefeats | None:
        """Return the defeat that replaces the report at a step of the story; None without
        one.
        """
        found = (
            each for each in self.edits.get(story_index, ()) if isinstance(each, ReportDefeats)
        )
        return next(found, None)

    @property
    def can_replace_report(self) -> bool:
        """True if other facts can replace the report that the decision is about."""
        return self.direct_command is None and self.ruling is None and self.report.replaceable

    def with_overrule(self, overrule: OverrideGame) -> "DecisionDraft":
        """Return the decision with an overrule, for the reason of the decision."""
        return replace(self, overrule=replace(overrule, reason=self.reason))

    def without_invalid_reports(
        self, invalid_reports: tuple[InvalidatedEvent, ...]
    ) -> "DecisionDraft":
        """Return the decision with the removal of the reports that the decision makes
        impossible.
        """
        return replace(self, edits={**self.edits, **{each.step: () for each in invalid_reports}})

    def with_replacement(
        self, story_index: int, reports: tuple[DefeatReport, ...]
    ) -> "DecisionDraft":
        """Return the decision with other facts in place of the report at a step of the
        story.
        """
        return replace(self, edits={**self.edits, story_index: (ReportDefeats(reports),)})

    def replay_pod_until(self, story_index: int) -> Pod:
        """Return the pod just before a step of the story, after all earlier edits."""
        return apply_edits_to_story(self.story[:story_index], self.edits).pod

    def with_choice(
        self, forecast: "DecisionForecast", chosen_player: Player | None, moderator: Player
    ) -> "DecisionDraft":
        """Return the decision with an answer to the open question, given by the moderator.

        The answer is inserted at the step where the question came up. Raises `Refusal` if
        no question is open, and for a choice in the moderator's own favour.
        """
        question = forecast.question
        step = forecast.open_at
        if question is None:
            raise Refusal("nothing-to-choose")
        for_other = moderator != find_acting_member(forecast.after, question.by)
        if (
            for_other
            and chosen_player is not None
            and favours_player(forecast.after, moderator, chosen_player)
        ):
            raise Refusal("choice-own", by=question.by, player=chosen_player)
        before = self.edits.get(step, (self.story[step].rebuild_command(),))
        choice = MakeChoice(question.by, chosen_player, moderator, moderated=True)
        return replace(self, edits={**self.edits, step: (*before, choice)})

    def rebase_on_story(self, story: EventStory, live_game: LiveGame) -> "DecisionDraft":
        """Return the decision applied to the present game and its present story.

        Raises `Refusal` if the part of the story that the decision is about has changed.
        """
        touched = max(self.edits, default=-1) + 1
        same = _strip_confirmations(self.story[:touched]) == _strip_confirmations(story[:touched])
        if not same or self.undone not in (None, find_last_correction(live_game)):
            raise Refusal("decision-late")
        undo = None if self.undone is None else live_game.build_undo_command(reason=self.reason)
        return replace(self, story=story, undo=undo, seen=live_game.played)


def find_last_correction(live_game: LiveGame) -> ReportsCorrected | None:
    """Return the last report of a game if the report is a correction, else None."""
    last = live_game.last_report
    return last.event if last is not None and isinstance(last.event, ReportsCorrected) else None


def remove_report(decision: DecisionDraft, story_index: int) -> DecisionDraft:
    """Return the decision with the report at a step removed. Raises `Refusal` for another step."""
    require_report_step(decision.story, story_index)
    return replace(decision, at=story_index, edits={story_index: ()})


def close_pod_at_end(decision: DecisionDraft) -> DecisionDraft:
    """Return the decision with the pod closed at the end, unless the pod is over by then."""
    story = decision.story
    last = len(decision.story) - 1
    pod = apply_edits_to_story(story, decision.edits).pod
    if pod.state in ("finished", "closed"):
        return decision
    before = decision.edits.get(last, (story[last].rebuild_command(),))
    return replace(decision, edits={**decision.edits, last: (*before, ClosePod())})


def restore_undone_end(decision: DecisionDraft, ended_story: EventStory) -> DecisionDraft:
    """Return the decision that restores the end of a game whose last steps were taken back.

    `ended_story` is the story with these steps.
    """
    story = decision.story
    pairs = zip(_strip_confirmations(story), _strip_confirmations(ended_story), strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    restored = ended_story[same:]
    if not restored:
        raise Refusal("dispute-settled")
    removed: dict[int, tuple[PodCommand, ...]] = dict.fromkeys(range(same, len(story)), ())
    edits = {**removed, len(story): tuple(event.rebuild_command() for event in restored)}
    return replace(decision, restored=restored, edits=edits)


def undo_last_correction(decision: DecisionDraft, live_game: LiveGame) -> DecisionDraft:
    """Return the decision that takes the last correction back. Raises `Refusal` without one."""
    last = find_last_correction(live_game)
    if last is None:
        raise Refusal("no-report", "step")
    return replace(decision, undone=last, undo=live_game.build_undo_command(reason=decision.reason))


def rule_responsible_player(
    decision: DecisionDraft, story_index: int, loser: Player, responsible_player: Player | None
) -> DecisionDraft:
    """Return the decision that sets the player responsible for a defeat; None means nobody.

    Raises `Refusal` if the step reports no defeat of `loser`.
    """
    require_report_step(decision.story, story_index)
    report = decision.story[story_index]
    if not isinstance(report, DefeatsReported) or loser not in find_losers_at_step(
        decision.story, story_index
    ):
        raise Refusal("no-report", "step")
    ruled = ResponsibilityRuling(loser, responsible_player)
    others = tuple(each for each in report.rulings if each.loser != loser)
    edits = {story_index: (ReportDefeats(report.reports, (*others, ruled)),)}
    return replace(decision, at=story_index, ruling=ruled, edits=edits)


def _strip_confirmations(story: EventStory) -> list[StoryEvent]:
    """Return the events without their claims, so that later confirmations make no difference."""
    return [
        replace(each, claim=None) if isinstance(each, ConfirmableEvent) else each for each in story
    ]


def require_report_step(story: EventStory, story_index: int) -> None:
    """Raise `Refusal` unless the step of the story is a report."""
    if story_index not in find_removable_steps(story):
        raise Refusal("no-report", "step")


def find_possibly_responsible(story: EventStory, story_index: int, loser: Player) -> list[Player]:
    """Return the other players who could be responsible for the defeat of `loser` at a step."""
    pod = replay_pod_events(story[:story_index])
    return (
        [p for p in find_possible_responsible_players(pod.current_game) if p != loser]
        if pod is not None
        else []
    )


# Forecasts


class DecisionForecast(NamedTuple):
    """The pod before and after a decision, and the open points that block the decision.

    `invalidated` are later reports that the decision makes impossible. `question` is a choice
    that comes up at step `open_at`, before these reports, and has no answer yet. `refusal` says
    why the pod cannot be left like this.
    """

    before: Pod
    after: Pod
    invalidated: tuple[InvalidatedEvent, ...] = ()
    question: PlayerChoice | None = None
    open_at: int = 0
    refusal: Refusal | None = None

    @property
    def is_executable(self) -> bool:
        """True if the decision can be executed as it is."""
        return not self.invalidated and self.refusal is None


def forecast_decision(pod: Pod, decision: DecisionDraft) -> DecisionForecast:
    """Return the pod before and after a decision. Raises `Refusal` if the decision is
    impossible.
    """
    if decision.direct_command is not None:
        return DecisionForecast(
            pod, apply_pod_event(pod, decide_pod_command(pod, decision.direct_command))
        )
    require_reason(decision.reason)
    found = apply_edits_to_story(decision.story, decision.edits)
    if not found.invalidated:
        return DecisionForecast(
            pod, apply_pod_event(pod, decide_pod_command(pod, decision.command))
        )
    late = [each.step for each in found.invalidated]
    waiting = [each.step for each in found.invalidated if each.refusal.code == "waiting"]
    if not waiting:
        return DecisionForecast(pod, found.pod, found.invalidated)
    question = apply_edits_to_story(decision.story[: waiting[0]], decision.edits).pod.open_question
    open_at = max(step for step in range(waiting[0]) if step not in late)
    return DecisionForecast(pod, found.pod, found.invalidated, question, open_at)
