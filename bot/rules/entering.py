"""Games played without the bot and entered afterwards: one event holds the whole game."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from bot.rules.closing import PodClosed
from bot.rules.commands_and_events import Command, Event, TranslatableSentence
from bot.rules.decide import create_pod_event
from bot.rules.facts import Deck, FormerDeck, Player
from bot.rules.guests import list_members_who_may_confirm_reports
from bot.rules.lobby import LobbyOpened, OpenLobby, StartGame
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import (
    DAY_MILLISECONDS,
    ConfirmableEvent,
    EventHistory,
    NewReportDetails,
    Pod,
    PodCommand,
    PodOpeningCommand,
    PodOpeningEvent,
    add_unconfirmed_report,
    apply_pod_event,
    replay_pod_events,
)
from bot.rules.records import ConfirmationRequirement, PodSetup
from bot.rules.refusals import ImpossibleEventError, Refusal, raise_refusal
from bot.rules.rights import ENTERED_PLAYERS
from bot.rules.seats import find_possible_first_players
from bot.rules.story import list_events_still_in_effect
from bot.rules.story_events import AnyStoryEvent
from bot.rules.tables import TABLES, find_minimum_team_count, has_fixed_teams

MAX_ENTERED_COMMANDS = 500
"""Most commands of an entered game: more than real games need, few enough to judge at once."""


def build_setup_of_past_game(setup: PodSetup, game_time_milliseconds: int, player_count: int) -> PodSetup:
    """Return the setup of a past game, which was played without the bot and recorded later.

    Agreements about a running game are left out.
    """
    table = TABLES[setup.table]
    return replace(
        setup,
        played=game_time_milliseconds,
        teams=find_minimum_team_count(table, player_count) if has_fixed_teams(table) else setup.teams,
        confirmation="off",
        turns=False,
        dispute_minutes=setup.dispute_minutes or 0,
    )


def build_commands_that_start_game(
    pod_setup: PodSetup, host: Player, players: tuple[Player, ...], guests: Collection[Player] = ()
) -> tuple[PodCommand, ...]:
    """Return the commands that open and start a game.

    `players` are in the order of their seats. The host has brought the players in `guests`.
    """
    starters = find_possible_first_players(pod_setup, players) or players
    brought = dict.fromkeys(guests, host)
    return OpenLobby(pod_setup, host, players, guests=brought), StartGame(players, starters[0])


def require_guests_brought_by_players(commands: Iterable[Command]) -> None:
    """Raise `Refusal` unless each guest was brought by a member who played in the game."""
    for opened in commands:
        if isinstance(opened, OpenLobby):
            members = {*opened.players}.difference(opened.guests)
            if not members.issuperset(by for by in opened.guests.values() if by is not None):
                raise_refusal("bring-seat", "guests")


def build_pod_from_commands(commands: Iterable[PodCommand]) -> tuple[Pod | None, list[Event]]:
    """Execute commands; return the pod after them and their events. Raises `Refusal` if the rules forbid one."""
    pod: Pod | None = None
    events: list[Event] = []
    for command in commands:
        event = create_past_game_event(pod, command)
        pod = apply_pod_event(pod, event)
        events.append(event)
    return pod, events


def create_past_game_event(pod: Pod | None, pod_command: PodCommand) -> Event:
    """Return the event of the next command of a past game. Raises `Refusal` if the rules forbid the command.

    Raises `Refusal` with texts for a past game.
    """
    try:
        return create_pod_event(pod, pod_command)
    except Refusal as refusal:
        raise refusal.reword_for_past_game() from None


class RecordPastGame(PodOpeningCommand, frozen=True):
    """The command that records a past game (played without the bot) from a list of commands.

    The first of `commands` opens the pod and says when the game was played.
    """

    commands: "tuple[PodCommand, ...]"

    right = ENTERED_PLAYERS
    beside = True

    def create_opening_event(self) -> "PastGameRecorded":
        """Return the event that records the whole game. Raises `Refusal` if the rules forbid one of its commands."""
        if len(self.commands) > MAX_ENTERED_COMMANDS:
            raise_refusal("entered-long", most=MAX_ENTERED_COMMANDS)
        require_guests_brought_by_players(self.commands)
        pod, events = build_pod_from_commands(self.commands)
        if pod is None or pod.setup.played is None or pod.result is None:
            raise_refusal("entered-unfinished")
        story = list_events_still_in_effect(events)
        return PastGameRecorded(story, decks=dict(pod.decks), former_decks=dict(pod.former_decks))


class PastGameRecorded(PodOpeningEvent, ModeratableEvent, ConfirmableEvent, frozen=True, tag="entered"):
    """The event that a past game, played without the bot, was recorded.

    `story` runs from its lobby to its end. A game of a `locked` season needs a moderator's confirmation. `decks` are
    those that were told last, `former_decks` those that players exchanged for others.
    """

    audit_code = "entered"

    story: tuple[AnyStoryEvent, ...]
    locked: bool = False
    claim: ConfirmationRequirement | None = None
    decks: dict[Player, Deck] = {}
    former_decks: dict[Player, tuple[FormerDeck, ...]] = {}

    @property
    def setup(self) -> PodSetup:
        opened = self.story[0]
        assert isinstance(opened, LobbyOpened)
        return opened.setup

    def build_new_pod(self) -> Pod:
        """Return the pod as it was at the end of the recorded game."""
        story = replay_pod_events(self.story)
        if story is None:
            raise ImpossibleEventError("a pod without a story")
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

    def update_undo_stack(self, undo_stack: list[EventHistory]) -> None:
        """Set the two states to which an undo can return: the closed pod, and the end of the recorded game."""
        undo_stack[:] = [(*self.story, PodClosed()), self.story]

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        return self.claim

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        return TranslatableSentence("claim-entered")


def add_confirmations_needed_by_past_game(
    past_game_event: PastGameRecorded, report_author: Player, event_version: int, time_milliseconds: int
) -> PastGameRecorded:
    """Return the event with the confirmation that it needs from each player of the recorded game.

    Silence is not enough, because nobody saw the game. A moderator confirms a game of a finished season.
    """
    named = () if past_game_event.locked else _list_members_who_may_confirm_game(past_game_event, report_author)
    due = time_milliseconds if past_game_event.locked or not named else time_milliseconds + DAY_MILLISECONDS
    return replace(
        past_game_event,
        claim=ConfirmationRequirement(event_version, report_author, named, due, each=True, waits="press"),
    )


def _list_members_who_may_confirm_game(event: PastGameRecorded, report_author: Player) -> tuple[Player, ...]:
    pod = replay_pod_events(event.story)
    return () if pod is None else list_members_who_may_confirm_reports(pod, report_author)


def list_players_of_past_game(record_past_game_command: RecordPastGame) -> tuple[str, ...]:
    opened = record_past_game_command.commands[0] if record_past_game_command.commands else None
    return opened.players if isinstance(opened, OpenLobby) else ()
