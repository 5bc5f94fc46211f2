"""Games played without the bot and entered afterwards: one event holds the whole game."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from bot.rules.closing import PodClosed
from bot.rules.commands_and_events import Command, Event, Sentence
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Deck, Player, ReplacedDeck
from bot.rules.guests import list_other_acting_members
from bot.rules.lobby import LobbyOpened, OpenLobby, StartGame
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import (
    DAY_MILLISECONDS,
    ClaimDraft,
    ConfirmableEvent,
    EventStory,
    OpeningCommand,
    OpeningEvent,
    Pod,
    PodCommand,
    add_unconfirmed_report,
    apply_pod_event,
    replay_pod_events,
)
from bot.rules.records import PodSetup, ReportClaim
from bot.rules.refusals import ImpossibleEvent, Refusal, raise_refusal
from bot.rules.rights import ENTERED_PLAYERS
from bot.rules.seats import find_possible_first_players
from bot.rules.story import build_story
from bot.rules.story_events import AnyStoryEvent
from bot.rules.tables import TABLES, find_minimum_team_count, has_fixed_teams

MAX_ENTERED_COMMANDS = 500
"""Most commands of an entered game: more than real games need, few enough to judge at once."""


def build_setup_of_past_game(
    setup: PodSetup, played_milliseconds: int, player_count: int
) -> PodSetup:
    """Return the setup of a game entered afterwards, without agreements about a running game.

    `played_milliseconds` is when the game was played, in milliseconds since 1970.
    """
    table = TABLES[setup.table]
    return replace(
        setup,
        played=played_milliseconds,
        teams=find_minimum_team_count(table, player_count)
        if has_fixed_teams(table)
        else setup.teams,
        confirmation="off",
        turns=False,
        dispute_minutes=setup.dispute_minutes or 0,
    )


def build_opening_commands(
    setup: PodSetup, host: Player, players: tuple[Player, ...], guests: Collection[Player] = ()
) -> tuple[PodCommand, ...]:
    """Return the commands that open and start a game of players, who are in seat order.

    The host has brought the players in `guests`.
    """
    starters = find_possible_first_players(setup, players) or players
    brought = dict.fromkeys(guests, host)
    return OpenLobby(setup, host, players, guests=brought), StartGame(players, starters[0])


def require_guest_bringers(commands: Iterable[Command]) -> None:
    """Raise `Refusal` unless each guest was brought by a member who played in the game."""
    for opened in commands:
        if isinstance(opened, OpenLobby):
            members = {*opened.players}.difference(opened.guests)
            if not members.issuperset(by for by in opened.guests.values() if by is not None):
                raise_refusal("bring-seat", "guests")


def decide_pod_commands(commands: Iterable[PodCommand]) -> tuple[Pod | None, list[Event]]:
    """Return the pod and the events that some commands lead to, in order. Raises `Refusal`."""
    pod: Pod | None = None
    events: list[Event] = []
    for command in commands:
        event = decide_command_of_past_game(pod, command)
        pod = apply_pod_event(pod, event)
        events.append(event)
    return pod, events


def decide_command_of_past_game(pod: Pod | None, command: PodCommand) -> Event:
    """Return the event of one more command of a game that was played already.

    Raises `Refusal` with texts for a past game.
    """
    try:
        return decide_pod_command(pod, command)
    except Refusal as refusal:
        raise refusal.for_past_game() from None


class EnterPastGame(OpeningCommand, frozen=True):
    """The command that enters a game played without the bot, as all of its commands in order.

    The first of `commands` opens the pod and says when the game was played.
    """

    commands: "tuple[PodCommand, ...]"

    right = ENTERED_PLAYERS
    beside = True

    def decide_opening(self) -> "PastGameEntered":
        """Return the event of a whole game, decided as if played now. Raises `Refusal`."""
        if len(self.commands) > MAX_ENTERED_COMMANDS:
            raise_refusal("entered-long", most=MAX_ENTERED_COMMANDS)
        require_guest_bringers(self.commands)
        pod, events = decide_pod_commands(self.commands)
        if pod is None or pod.setup.played is None or pod.result is None:
            raise_refusal("entered-unfinished")
        story = build_story(events)
        return PastGameEntered(story, decks=dict(pod.decks), former_decks=dict(pod.former_decks))


class PastGameEntered(OpeningEvent, ModeratableEvent, ConfirmableEvent, frozen=True, tag="entered"):
    """The event that a game played without the bot was entered.

    `story` runs from its lobby to its end. A game of a `locked` season needs a moderator's
    confirmation. `decks` are those that were told last, `former_decks` those that players
    exchanged for others.
    """

    audit_code = "entered"

    story: tuple[AnyStoryEvent, ...]
    locked: bool = False
    claim: ReportClaim | None = None
    decks: dict[Player, Deck] = {}
    former_decks: dict[Player, tuple[ReplacedDeck, ...]] = {}

    @property
    def setup(self) -> PodSetup:
        """Return the setup of the entered game, which says when the game was played."""
        opened = self.story[0]
        assert isinstance(opened, LobbyOpened)
        return opened.setup

    def build_pod(self) -> Pod:
        """Return the pod of the entered game. Undoing the entry closes the pod."""
        story = replay_pod_events(self.story)
        if story is None:
            raise ImpossibleEvent("a pod without a story")
        before = replace(PodClosed().apply(story), step=0, before=None)
        left = add_unconfirmed_report((), self, 0)
        return replace(
            story,
            step=1,
            before=before,
            unconfirmed=left,
            has_counted=not left,
            decks=self.decks,
            former_decks=self.former_decks,
        )

    def update_undo_stories(self, stories: list[EventStory]) -> None:
        """Set the stories to the entered game's, with a closed pod before it."""
        stories[:] = [(*self.story, PodClosed()), self.story]

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return the claim that the event of the entered game carries already."""
        return self.claim

    def describe_claim(self) -> Sentence:
        """Return the label that players see on an unconfirmed `PastGameEntered` event."""
        return Sentence("claim-entered")


def add_entry_claim(
    event: PastGameEntered, author: Player, version: int, time_milliseconds: int
) -> PastGameEntered:
    """Return the event of an entered game with its claim: each player of the game must confirm.

    Silence is not enough, because nobody saw the game. A moderator confirms a game of a
    finished season.
    """
    named = () if event.locked else _find_players_to_confirm(event, author)
    due = time_milliseconds if event.locked or not named else time_milliseconds + DAY_MILLISECONDS
    return replace(event, claim=ReportClaim(version, author, named, due, each=True, waits="press"))


def _find_players_to_confirm(event: PastGameEntered, author: Player) -> tuple[Player, ...]:
    pod = replay_pod_events(event.story)
    return () if pod is None else list_other_acting_members(pod, author)


def find_players_of_entry(command: EnterPastGame) -> tuple[str, ...]:
    """Return the players who are named by the command that opens the entered game."""
    opened = command.commands[0] if command.commands else None
    return opened.players if isinstance(opened, OpenLobby) else ()
