"""Games played without the bot and entered afterwards: one event holds the whole game."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from bot.rules.acts import Command, Event, Sentence
from bot.rules.closing import Closed
from bot.rules.decide import decide
from bot.rules.facts import Deck, FormerDeck, Player
from bot.rules.gate import Gated
from bot.rules.guests import find_others
from bot.rules.lobby import Open, Opened, Start
from bot.rules.pod import (
    DAY_MILLISECONDS,
    Claimable,
    ClaimDraft,
    OpeningCommand,
    OpeningEvent,
    Pod,
    PodCommand,
    Story,
    add_claim,
    evolve,
    fold,
)
from bot.rules.records import Claim, Setup
from bot.rules.refusals import Impossible, Refusal, refuse
from bot.rules.rights import ENTERED_PLAYERS
from bot.rules.seats import find_starters
from bot.rules.story import tell_story
from bot.rules.story_events import AnyStoryEvent
from bot.rules.tables import TABLES, find_fewest_teams, has_teams

MAX_ENTERED_COMMANDS = 500
"""Most commands of an entered game: more than real games need, few enough to judge at once."""


def settle_setup(setup: Setup, played: int, players: int) -> Setup:
    """Return the setup of an entered game, without the agreements about a running game.

    The game was `played` at that time, in milliseconds since 1970, by `players` players.
    """
    table = TABLES[setup.table]
    return replace(
        setup,
        played=played,
        teams=find_fewest_teams(table, players) if has_teams(table) else setup.teams,
        confirmation="off",
        turns=False,
        dispute_minutes=setup.dispute_minutes or 0,
    )


def make_beginning(
    setup: Setup, host: Player, players: tuple[Player, ...], guests: Collection[Player] = ()
) -> tuple[PodCommand, ...]:
    """Return the commands that begin a game of `players`, who are in seat order.

    The host has brought the players in `guests`.
    """
    starters = find_starters(setup, players) or players
    brought = dict.fromkeys(guests, host)
    return Open(setup, host, players, guests=brought), Start(players, starters[0])


def check_bringers(commands: Iterable[Command]) -> None:
    """Raise `Refusal` unless each guest was brought by a member who played in the game."""
    for opened in commands:
        if isinstance(opened, Open):
            members = {*opened.players}.difference(opened.guests)
            if not members.issuperset(by for by in opened.guests.values() if by is not None):
                refuse("bring-seat", "guests")


def play_commands(commands: Iterable[PodCommand]) -> tuple[Pod | None, list[Event]]:
    """Return the pod and the events that commands lead to, in order. Raises `Refusal`."""
    pod: Pod | None = None
    events: list[Event] = []
    for command in commands:
        event = decide_recorded(pod, command)
        pod = evolve(pod, event)
        events.append(event)
    return pod, events


def decide_recorded(pod: Pod | None, command: PodCommand) -> Event:
    """Return the event of one more command of a game that was played already.

    Raises `Refusal` in words for such a game.
    """
    try:
        return decide(pod, command)
    except Refusal as refusal:
        raise refusal.of_record() from None


class Enter(OpeningCommand, frozen=True):
    """Enter a game that was played without the bot, as all its commands in order.

    The first of `commands` opens the pod and says when the game was played.
    """

    commands: "tuple[PodCommand, ...]"

    right = ENTERED_PLAYERS
    beside = True

    def open_pod(self) -> "Entered":
        """Return the event of a whole game, judged as if it were played now. Raises `Refusal`."""
        if len(self.commands) > MAX_ENTERED_COMMANDS:
            refuse("entered-long", most=MAX_ENTERED_COMMANDS)
        check_bringers(self.commands)
        pod, events = play_commands(self.commands)
        if pod is None or pod.setup.played is None or pod.result is None:
            refuse("entered-unfinished")
        story = tell_story(events)
        return Entered(story, decks=dict(pod.decks), former_decks=dict(pod.former_decks))


class Entered(OpeningEvent, Gated, Claimable, frozen=True, tag="entered"):
    """A game played without the bot was entered; `story` runs from its lobby to its end.

    A game of a `locked` season needs a moderator's confirmation. `decks` are those that were told
    last, `former_decks` those that players exchanged for others.
    """

    audit_code = "entered"

    story: tuple[AnyStoryEvent, ...]
    locked: bool = False
    claim: Claim | None = None
    decks: dict[Player, Deck] = {}
    former_decks: dict[Player, tuple[FormerDeck, ...]] = {}

    @property
    def setup(self) -> Setup:
        """Return the agreement, which says when the game was played."""
        opened = self.story[0]
        assert isinstance(opened, Opened)
        return opened.setup

    def open_pod(self) -> Pod:
        """Return the pod of the entered game; undoing the entry closes it."""
        story = fold(self.story)
        if story is None:
            raise Impossible("a pod without a story")
        before = replace(Closed().apply(story), step=0, before=None)
        left = add_claim((), self, 0)
        return replace(
            story,
            step=1,
            before=before,
            unconfirmed=left,
            has_counted=not left,
            decks=self.decks,
            former_decks=self.former_decks,
        )

    def change_stories(self, stories: list[Story]) -> None:
        """Begin with the story of the entered game, before which it is closed."""
        stories[:] = [(*self.story, Closed()), self.story]

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return the claim that the entry has already."""
        return self.claim

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed entry."""
        return Sentence("claim-entered")


def sign_entry(event: Entered, by: Player, version: int, at: int) -> Entered:
    """Return the event with its claim: each player it names must confirm.

    Silence is not enough, because nobody saw the game. A game of a finished season is confirmed by
    a moderator.
    """
    named = () if event.locked else _find_entered(event, by)
    due = at if event.locked or not named else at + DAY_MILLISECONDS
    return replace(event, claim=Claim(version, by, named, due, each=True, waits="press"))


def _find_entered(event: Entered, by: Player) -> tuple[Player, ...]:
    pod = fold(event.story)
    return () if pod is None else find_others(pod, by)


def find_named(command: Enter) -> tuple[str, ...]:
    """Return the players named by the command that opens the game."""
    opened = command.commands[0] if command.commands else None
    return opened.players if isinstance(opened, Open) else ()
