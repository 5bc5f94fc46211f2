"""A game that is being entered: who played, and what happened so far."""

from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.drafts import Draft
from bot.rules.commands import Close, Command, Concede, Defeat, Draw, Open, Start, Win
from bot.rules.decide import decide
from bot.rules.entering import play_commands
from bot.rules.events import Setup
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.story import Story, tell_story
from bot.storage.record.people import Person

End = Literal["concede", "win-effect", "win-combo", "draw", "close"]
"""What can happen besides a defeat: somebody leaves, wins by a card or a loop, or nobody wins."""

CAUSES: tuple[Cause, ...] = get_args(Cause)
ENDS: tuple[End, ...] = get_args(End)


class NextStep(Struct, frozen=True):
    """What happened next, as far as it is filled in: to whom, and by whose card."""

    what: Cause | End = "life"
    who: Player | None = None
    by: Player | None = None


class EntryDraft(Draft, frozen=True):
    """A game in the hands of whoever enters it.

    The first of `commands` opens it; `people` are those who played, of whom some may be new.
    """

    people: tuple[Person, ...] = ()
    commands: tuple[Command, ...] = ()
    next: NextStep = NextStep()

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of a form that is no more."""
        return Refusal("entry-gone")

    @property
    def setup(self) -> Setup:
        """What was agreed."""
        opened = self.commands[0]
        assert isinstance(opened, Open)
        return opened.setup

    @property
    def played(self) -> int:
        """When the game was played, in milliseconds since 1970."""
        assert self.setup.played is not None
        return self.setup.played

    def play(self) -> tuple[Pod, Story]:
        """Return where the game stands, and its story. Raises `Refusal`."""
        pod, events = play_commands(decide, self.commands)
        assert pod is not None  # it is opened at least
        return pod, tell_story(events)

    def add(self, pod: Pod, command: Command) -> "EntryDraft":
        """Return the game after one more step, if `pod`, where it stands, allows that.

        Raises `Refusal`.
        """
        decide(pod, command)
        return replace(self, commands=(*self.commands, command), next=NextStep())

    def without_last(self) -> "EntryDraft":
        """Return the game before its last step; those that it began with stay."""
        return replace(self, commands=self.commands[:-1]) if self.has_steps else self

    @property
    def has_steps(self) -> bool:
        """Whether something has happened since the start."""
        return not isinstance(self.commands[-1], Open | Start)


def make_step(step: NextStep) -> Command:
    """What happened next. Raises `Refusal` where something is missing."""
    match step.what:
        case "draw":
            return Draw()
        case "close":
            return Close()
        case _ if step.who is None:
            raise Refusal("entry-who")
        case "concede":
            return Concede(step.who)
        case "win-effect":
            return Win(step.who, "effect")
        case "win-combo":
            return Win(step.who, "combo")
        case cause:
            sources = () if step.by is None else (Source(step.by),)
            return Defeat((Report(step.who, cause, sources),))
