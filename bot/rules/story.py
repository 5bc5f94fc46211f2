"""The story of a pod: the events that still count, and their correction.

Undoing and correcting only append to the log. The story is what they leave: events of which none
was taken back, each as it would have been at first. A report in it keeps its open claim.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from bot.rules import commands
from bot.rules.commands import Command
from bot.rules.events import (
    Balanced,
    Chose,
    Claimed,
    Closed,
    Conceded,
    Confirmed,
    Corrected,
    Counted,
    DeckNamed,
    DeedClaimed,
    Defeated,
    DisputeBegun,
    Disputed,
    Drew,
    Entered,
    Event,
    Joined,
    Left,
    LinkSet,
    ModeratorsCalled,
    Opened,
    Overruled,
    Restarted,
    ResultGranted,
    SaidPresent,
    SeatOffered,
    Sided,
    Started,
    StoryEvent,
    SubgameBegan,
    Substituted,
    TimeUp,
    TurnBegan,
    Undone,
    VariantChanged,
    VoteCalled,
    Voted,
    Won,
    Worded,
)
from bot.rules.facts import Player
from bot.rules.gate import Locked
from bot.rules.house_deeds import MAX_DEED_TIMES
from bot.rules.idling import Kept, Warned
from bot.rules.losses import merge_reports
from bot.rules.pod import ClaimAnswer, Pod, answer_claim, evolve, fold
from bot.rules.refusals import Refusal

Story = tuple[StoryEvent, ...]

Edits = Mapping[int, tuple[Command, ...]]
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
        match event:
            case Undone():
                del stories[-1 if event.step is None else event.step :]
                for later in event.later:
                    stories.append((*stories[-1], later.event))
            case Corrected():
                stories.append(event.story)
            case Entered():
                stories = [(*event.story, Closed()), event.story]
            case Confirmed() | Disputed() | Locked():
                stories = [tuple(_answer_event(each, event) for each in story) for story in stories]
            case VoteCalled() | SaidPresent() | Voted() | Warned() | Kept() | Counted() | Worded():
                pass
            case ResultGranted(takes=True):
                stories = [tuple(_grant_in(each, event) for each in story) for story in stories]
            case ModeratorsCalled() | TimeUp() | DeckNamed() | LinkSet() | DisputeBegun():
                pass
            case SeatOffered() | ResultGranted():
                pass
            case _ if is_preparing(event):
                stories[-1] = (*stories[-1], event)
            case _:
                stories.append((*stories[-1], event))
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


def _grant_in(each: StoryEvent, event: ResultGranted) -> StoryEvent:
    """Return an event of the story after a seat's result was given to its substitute."""
    if isinstance(each, Substituted) and each.by == event.player:
        return replace(each, takes_result=True)
    return each


def _answer_event(each: StoryEvent, event: ClaimAnswer) -> StoryEvent:
    """Return an event of the story after its claim was answered."""
    if not isinstance(each, Claimed) or each.claim is None:
        return each
    return replace(each, claim=answer_claim(each.claim, event))


def is_preparing(event: StoryEvent) -> bool:
    """Return whether an event belongs to the lobby or the start; these cannot be corrected."""
    if isinstance(event, Joined):
        return not event.outcome.moves  # else it was in a game that people can join
    return isinstance(event, Opened | Left | Sided | Balanced | VariantChanged | Started)


Decide = Callable[[Pod | None, Command], Event]
"""The type of `decide.decide`, which itself calls this module."""


def correct_story(decide: Decide, command: commands.Correct) -> Corrected:
    """Decide a correction. Raises `Refusal`, also if a later event makes no sense any more."""
    steps = tuple(sorted(command.edits))
    if not steps:
        raise Refusal("no-correction")
    if not 0 < steps[0] <= steps[-1] <= len(command.story):
        raise Refusal("no-report", "step")
    places = [step for step in steps if step < len(command.story)]
    if any(is_preparing(command.story[step]) for step in places):
        raise Refusal("no-report", "step")
    found = retell_story(decide, command.story, command.edits)
    if found.invalidated:
        raise Refusal("senseless", count=len(found.invalidated))
    if found.story == command.story:
        raise Refusal("no-correction")
    was = tuple(command.story[step] for step in places)
    left_out = tuple(step for step in steps if not command.edits[step])
    return Corrected(found.story, steps, command.reason, was=was, left_out=left_out)


def find_left_out(event: Corrected) -> list[StoryEvent]:
    """Return the events that a correction removed, as they had been reported."""
    was = zip(event.steps, event.was, strict=False)
    return [each for step, each in was if step in event.left_out]


def retell_story(decide: Decide, story: Story, edits: Edits) -> CorrectedStory:
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
        usual = None if event is None else find_command(event)
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
                again = copy_signature(event, again)
            right.append(again)
            pod = evolve(pod, again)
    assert pod is not None  # a story begins with a pod that opens
    return CorrectedStory(tuple(right), pod, tuple(invalidated))


def copy_signature(event: StoryEvent, again: StoryEvent) -> StoryEvent:
    """Return `again`, the event judged again, with the decider and the claim of `event`."""
    if isinstance(event, Overruled) and isinstance(again, Overruled):
        again = replace(again, by=event.by)
    if isinstance(event, Claimed) and isinstance(again, Claimed):
        again = replace(again, claim=event.claim)
    return again


def find_command(event: StoryEvent) -> Command:
    """Return the command that led to `event`."""
    match event:
        case Opened():
            return _find_opening(event)
        case Joined(brought_by=str(by)):
            return commands.Bring(event.player, by, event.tag)
        case Joined():
            return commands.Join(event.player, event.tag, event.word)
        case Left():
            return commands.Leave(event.player, event.kicked_by)
        case Sided():
            return commands.ChooseTeam(event.player, event.team)
        case Balanced():
            return commands.BalanceTeams(event.sides)
        case VariantChanged():
            return commands.ChangeVariant(event.variant)
        case Started():
            return commands.Start(event.seats, event.first)
        case Defeated():
            return commands.Defeat(event.reports, event.rulings)
        case Conceded():
            return commands.Concede(event.player, event.kicked_by)
        case Chose():
            made = event.answer
            return commands.Choose(made.by, made.player, made.chosen_by, made.moderated, made.drawn)
        case Won():
            return commands.Win(event.player, event.means)
        case Drew():
            return commands.Draw()
        case TurnBegan():
            return commands.NextTurn(event.extra)
        case Restarted():
            return commands.Restart(event.by)
        case SubgameBegan():
            return commands.Subgame(event.card)
        case Substituted():
            return commands.Substitute(event.player, event.by, event.takes_result)
        case DeedClaimed():
            return commands.ClaimDeed(event.player, event.deed, event.name, MAX_DEED_TIMES)
        case Closed():
            return commands.Close(event.idle)
        case Overruled():
            return _find_override(event)
        case _:
            assert_never(event)


def _find_opening(event: Opened) -> commands.Open:
    return commands.Open(
        event.setup,
        event.host,
        event.players,
        event.secret,
        event.kept,
        event.draw,
        event.tags,
        event.guests,
        event.decks,
        link=event.link,
    )


# Places that can be corrected


def find_reports(story: Story) -> list[int]:
    """Return the places, after the start, of reports that can be taken out, oldest first."""
    started = [at for at, event in enumerate(story) if isinstance(event, Started)]
    first = started[-1] + 1 if started else 0
    return [at for at in range(first, len(story)) if not is_preparing(story[at])]


def is_replaceable(event: StoryEvent) -> bool:
    """Return whether other facts can replace an event: it is a defeat or a concession."""
    return isinstance(event, Defeated | Conceded)


def find_losers(story: Story, step: int) -> list[Player]:
    """Return who lost in the moment reported at `step`; for a team's life, its master (ESC-D3)."""
    report = story[step]
    pod = fold(story[:step])
    if not isinstance(report, Defeated) or pod is None:
        return []
    game = pod.game
    losses = merge_reports(game.setup, game.players, game.standings, report.reports)
    return [each.loser for each in losses]


def _find_override(event: Overruled) -> commands.Overrule:
    return commands.Overrule(
        event.override, event.reason, event.player, event.master, event.points, event.at
    )
