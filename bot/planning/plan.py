"""The state of a planned game, and the base classes of the commands and events of planned games and nights.

```
(nothing) ─ made ─► planned ─ check-in opened ─► checking ─ gathered ─► gathered
   │                 ▲ │ ▲                          │ │
   │                 └─┴─┴───────── moved ──────────┘ │
   └─ poll made ─► asking ─ moment chosen ─► planned, or checking
                       └──────── cancelled ───────────┴───────────────► cancelled
```

A night is not gathered: from `checking` it begins and is `playing` until it is closed and `over`. Its rounds are in
`PlannedGame.night`. A poll asks when people can come, and becomes a plan for one of its moments.

A repeating plan that is over is `repeated` once: by the next plan of its series, or by none.

The module of a subject has its commands and events: a command decides, and an event copies what it says to the plan and
decides nothing. A plan has no undo: players reverse what they did by the opposite command. Only what the organiser of a
night did can be taken back.

Moments are in milliseconds since 1970; `now` is when a command was given.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.nights.night import GameNight, GameNightPod
from bot.nights.terms import MAX_PLAYERS
from bot.rules.commands_and_events import AuditCode, Command, Event
from bot.rules.facts import REDACTION_CHARACTER, Player
from bot.rules.records import PodSetup
from bot.rules.refusals import raise_refusal
from bot.rules.rights import Requester
from bot.rules.seats import find_maximum_player_count

PlanKind = Literal["game", "night"]

PlanState = Literal["asking", "planned", "checking", "gathered", "cancelled", "playing", "over"]

MINUTE = 60_000

CHECK_IN_LEAD = 30 * MINUTE
"""Milliseconds before the moment at which the check-in opens and reminders are sent."""

SEAT_HOLD = 10 * MINUTE
"""Milliseconds after the moment for which seats are kept for absent players."""

BUSY_CHANNEL_WAIT = 6 * 60 * MINUTE
"""Milliseconds after the moment for which a plan waits for a busy channel."""


Listed = Literal["planned", "gathered", "cancelled"]
"""The state of a plan that its listing shows."""

ListingTrouble = Literal["full", "refused", "gone"]
"""Why there is no listing: too many on the server, refused by Discord, or deleted by somebody."""


class ImpossiblePlannedGameEventError(ValueError):
    """The error that a stored event cannot follow the earlier events of its planned game."""


class PlannedGameRecurrence(Struct, frozen=True, gc=False):
    """The recurrence of a planned game: every `weeks` weeks at a local time.

    `weekday` counts from Monday, which is 0; `minute` counts from midnight.
    """

    weeks: int
    weekday: int
    minute: int


class LastTimeChangeOfPlannedGame(Struct, frozen=True, gc=False):
    """The last change of a planned game's time, and the players to ping about the change.

    `called` are the players to ping. `checking` means that the change opened the check-in too, because the plan begins
    soon. `chosen` means that a poll became the plan.
    """

    called: tuple[Player, ...]
    checking: bool
    chosen: bool = False


class PlannedGameCancellation(Struct, frozen=True, gc=False):
    """The cancellation of a planned game, and the players to ping about the cancellation.

    `called` are the players to ping. `lapsed` means that nobody came, or another game kept the channel busy. `series`
    means that no other plan follows.
    """

    lapsed: bool
    series: bool
    called: tuple[Player, ...]


class PlannedGameLobby(Struct, frozen=True, omit_defaults=True, gc=False):
    """The lobby that the bot opened for a planned game: channel, game number and players."""

    players: tuple[Player, ...]
    channel: int
    pod: int


class ScheduledEventState(Struct, frozen=True, omit_defaults=True, gc=False):
    """The state of the scheduled event on Discord that announces a planned game.

    `listing` is the id of the scheduled event. The scheduled event shows the time `at`, and `typed` characters of the
    title besides those redacted. `at` is None if that is unknown. A `trouble` says why Discord has no such event.
    """

    listing: int = 0
    shows: Listed = "planned"
    trouble: ListingTrouble | None = None
    at: int | None = None
    typed: int = 0


class PlanLeaders(Struct, frozen=True, gc=False):
    """The people who lead a plan: its host, other `players`, and members with one of the `role_ids`."""

    host: Player
    players: tuple[Player, ...] = ()
    role_ids: tuple[int, ...] = ()

    def includes_member(self, player: Player, member_role_ids: Collection[int]) -> bool:
        """Return True if a member with these roles leads the plan."""
        return player in (self.host, *self.players) or any(role in self.role_ids for role in member_role_ids)


class PlannedGame(Struct, frozen=True):
    """A planned pod, game night or poll for the time `at`, in milliseconds since 1970.

    `players` have signed up, in order: the first ones have the seats, the others wait. `present` have checked in,
    `wakes` want a reminder, `reminded` got one, and `unreached` could not get it. `held_up` means that another game
    occupies the channel. `changed` is the last change of its time, `former` are its times before. `gathered` holds the
    players who sit in the lobby. `unconfirmed` are players whom the organiser of a night added, and for whom neither
    they nor whoever brings them have pressed. `dropped` are players for whom they had pressed before the organiser
    dropped them. The plan repeats `every` so often; `repeated` is the number of the next plan, 0 if none follows. If it
    `wants_listing`, `listed` is what the scheduled event on Discord shows. A `quiet` plan mentions no role. If many
    pods are played, `night` holds their rounds. `guests` are all that a night has had, with the members who brought
    them.

    A poll has times that are `asked` about; `picks` are those at which each of its `players` can come.
    """

    setup: PodSetup
    host: Player
    at: int
    players: tuple[Player, ...] = ()
    present: frozenset[Player] = frozenset()
    unconfirmed: frozenset[Player] = frozenset()
    dropped: frozenset[Player] = frozenset()
    wakes: frozenset[Player] = frozenset()
    reminded: frozenset[Player] = frozenset()
    unreached: tuple[Player, ...] = ()
    checking: bool = False
    held_up: bool = False
    changed: LastTimeChangeOfPlannedGame | None = None
    former: tuple[int, ...] = ()
    gathered: PlannedGameLobby | None = None
    cancelled: PlannedGameCancellation | None = None
    every: PlannedGameRecurrence | None = None
    repeated: int | None = None
    wants_listing: bool = False
    listed: ScheduledEventState | None = None
    quiet: bool = False
    night: GameNight | None = None
    guests: Mapping[Player, Player] = {}
    asked: tuple[int, ...] = ()
    picks: Mapping[Player, frozenset[int]] = {}

    step: int = 0
    before: None = None
    result: None = None
    """Every game has steps and a result; a plan has neither."""

    @property
    def state(self) -> PlanState:
        """The stage of the plan: poll, planned, check-in, lobby, cancelled, playing or over."""
        if self.cancelled is not None:
            return "cancelled"
        if self.gathered is not None:
            return "gathered"
        if self.night is not None and self.night.closed is not None:
            return "over"
        if self.has_game_night_begun:
            return "playing"
        if self.asked:
            return "asking"
        return "checking" if self.checking else "planned"

    @property
    def kind(self) -> PlanKind:
        """The kind of the plan: a single pod, or a night of many pods."""
        return "game" if self.night is None else "night"

    @property
    def is_open(self) -> bool:
        """True until the planned game begins. A game night stays open until it is closed."""
        closed = self.night is not None and self.night.closed is not None
        return self.cancelled is None and self.gathered is None and not closed

    @property
    def has_game_night_begun(self) -> bool:
        return self.night is not None and self.night.began is not None

    @property
    def accepts_new_players(self) -> bool:
        """True if players can sign up, because the plan is open and not a poll."""
        return self.is_open and not self.asked

    @property
    def players_to_notify_of_change(self) -> tuple[Player, ...]:
        """The players to be told that the planned game was cancelled or moved.

        Nobody once the plan's lobby is open, which pings its players itself.
        """
        last = self.cancelled or self.changed
        return () if last is None or self.gathered is not None else last.called

    def has_pressed_join_button(self, player: Player) -> bool:
        """Return True if a player signed up by pressing a button.

        For a guest, the member who brings them pressed it.
        """
        return player in self.players and player not in self.unconfirmed

    @property
    def leaders(self) -> PlanLeaders:
        """Return who leads the plan: its host and, for a game night, the people whom the host named."""
        terms = None if self.night is None else self.night.terms
        return PlanLeaders(self.host) if terms is None else PlanLeaders(self.host, terms.leaders, terms.leader_roles)

    def has_ever_pressed_join_button(self, player: Player, member_bringing_guest: Player | None) -> bool:
        """Return True if a player ever signed up by pressing a button, even if they were removed since.

        A guest counts if the member who brings them has pressed. The press of one member does not count for another
        `member_bringing_guest`.
        """
        has_pressed = self.has_pressed_join_button(player) or player in self.dropped
        return has_pressed and member_bringing_guest in (None, self.guests.get(player))

    def find_member_acting_for_player(self, player: Player) -> Player:
        """Return the member who acts for a player: for a guest, the one who brought them."""
        return self.guests.get(player, player)

    def is_member_in_current_round(self, member: Player) -> bool:
        """Return True if a member or their guest plays in the current round, or has a bye in it."""
        current = None if self.night is None else self.night.current_round
        players = () if current is None else (*current.seated_players, *current.out)
        return any(member in (player, self.find_member_acting_for_player(player)) for player in players)

    def list_other_signed_up_players(self, excluded_player: Player | None) -> tuple[Player, ...]:
        return tuple(player for player in self.players if player != excluded_player)

    def list_players_available_at(self, start_time: int) -> tuple[Player, ...]:
        """Return the players who said in the poll that they can come at a time."""
        return tuple(player for player in self.players if start_time in self.picks.get(player, ()))

    @property
    def needs_next_game_of_series(self) -> bool:
        """True if the planned game is over and the next one of its series is not planned yet."""
        if self.is_open or self.every is None or self.repeated is not None:
            return False
        return self.cancelled is None or not self.cancelled.series

    @property
    def needs_scheduled_event_update(self) -> bool:
        """True if the planned game's scheduled event on Discord is missing or out of date.

        If the plan is over, the scheduled event may exist although no event of the log says so.
        """
        if not self.wants_listing or self.listed is None:
            return self.wants_listing
        if self.listed.trouble:
            return False
        if self.wanted_scheduled_event_state == "planned":
            return (self.listed.at, self.listed.typed) != (self.at, self.visible_title_length)
        if self.listed.shows != self.wanted_scheduled_event_state:
            return True
        # Older versions noted no moment: those events show no title.
        return (
            self.wanted_scheduled_event_state == "gathered"
            and self.listed.at is not None
            and self.listed.typed != self.visible_title_length
        )

    @property
    def wanted_scheduled_event_state(self) -> Listed:
        """The state that the scheduled event on Discord should have.

        A night that has begun counts as gathered.
        """
        if self.cancelled is not None:
            return "cancelled"
        return "gathered" if self.gathered is not None or self.has_game_night_begun else "planned"

    @property
    def visible_title_length(self) -> int:
        """The number of characters in the title without those hidden by moderators.

        The number changes with each redaction, and tells nothing about the redacted text.
        """
        title = self.setup.title or ""
        return len(title) - title.count(REDACTION_CHARACTER)

    @property
    def all_start_times(self) -> tuple[int, ...]:
        return (self.at, *self.former)

    @property
    def maximum_players(self) -> int:
        """The greatest number of players who can have a seat."""
        return find_maximum_player_count(self.setup) if self.night is None else MAX_PLAYERS

    @property
    def players_with_seat(self) -> tuple[Player, ...]:
        return self.players[: self.maximum_players]

    @property
    def players_on_waiting_list(self) -> tuple[Player, ...]:
        """The players on the waiting list; the first one gets the next free seat.

        In a night that has begun, only players who are present count.
        """
        line = self.players
        if self.has_game_night_begun:
            line = tuple(player for player in line if player in self.present)
        return line[self.maximum_players :]

    @property
    def checked_in_players_with_seat(self) -> tuple[Player, ...]:
        """The players who have checked in and get a seat."""
        return tuple(player for player in self.players if player in self.present)[: self.maximum_players]

    @property
    def players_to_remind(self) -> tuple[Player, ...]:
        """The players who want a reminder and have not received one yet."""
        return tuple(p for p in self.players if p in self.wakes and p not in self.reminded)

    @property
    def lobby_open_time(self) -> int:
        """The time when the lobby opens, in milliseconds since 1970.

        It is the planned time if everybody with a seat has checked in. Otherwise it is the time at which absent players
        lose their seats.
        """
        complete = self.checked_in_players_with_seat == self.players_with_seat and bool(self.players_with_seat)
        return self.at if complete else self.at + SEAT_HOLD


class PlannedGameCommand(Command, frozen=True):
    """The base class of commands on a planned game, such as signing up."""

    after_end: ClassVar[bool] = False
    """True if the plan takes the command after its end."""

    during_poll: ClassVar[bool] = False
    """True if the plan takes the command while it is a poll."""

    closes: ClassVar[bool] = False
    """True if the command ends a plan that nobody keeps; its first argument is then True."""

    def require_plan_state_allows_command(self, planned_game: PlannedGame, /) -> None:
        """Raise `Refusal` if the plan's present state does not allow the command."""
        if self.after_end:
            return
        if planned_game.cancelled is not None:
            raise_refusal("plan-cancelled")
        if planned_game.state == "over":
            raise_refusal("night-over")
        if planned_game.gathered is not None:
            raise_refusal("plan-gathered")
        if planned_game.asked and not self.during_poll:
            raise_refusal("poll-open")

    def require_impartial_requester(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        """Raise `Refusal` if the requester decides about a round in which they play."""

    @abstractmethod
    def create_event(self, planned_game: Any, /) -> "PlannedGameEvent":
        """Return the event that the command causes. Raises `Refusal` if the rules forbid the command."""


class GameNightCommand(PlannedGameCommand, frozen=True):
    """The base class of commands in a game night.

    Commands with `after_end` also work after the night was closed.
    """

    def require_plan_state_allows_command(self, planned_game: PlannedGame, /) -> None:
        if planned_game.cancelled is not None:
            raise_refusal("plan-cancelled")
        if planned_game.night is None:
            raise_refusal("no-night")
        if planned_game.night.closed is not None and not self.after_end:
            raise_refusal("night-over")

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameEvent":
        if planned_game.night is None:
            raise_refusal("no-night")
        return self.create_game_night_event(planned_game, planned_game.night)

    @abstractmethod
    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "GameNightEvent":
        """Return the event of the command in a game night. Raises `Refusal` if the rules forbid the command."""


class PlannedGameEvent(Event, frozen=True):
    """The base class of events of a planned game, such as a sign-up.

    One log holds the events of all games, so no two of them have the same tag.
    """

    after_end: ClassVar[bool] = False
    """True if the event can follow the end of the plan."""

    audit_code: ClassVar[str] = ""
    """The permanent code of the event in the audit trail; empty if it does not belong there."""

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the code under which a moderator's action is recorded in the audit trail.

        Return None for other people, such as the host.
        """
        return (self.audit_code, None) if self.audit_code and not is_host_action else None

    @abstractmethod
    def apply(self, plan: Any, /) -> PlannedGame:
        """Return the planned game as it is after the event.

        Raises `ImpossiblePlannedGameEventError` if the event cannot follow the plan's state.
        """


class GameNightEvent(PlannedGameEvent, frozen=True):
    """The base class of events in a game night, such as the seating of a round."""

    after_end = True

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game after this event of its game night.

        Raises `ImpossiblePlannedGameEventError` if the plan has no night, or was cancelled.
        """
        if planned_game.night is None or planned_game.cancelled is not None:
            raise ImpossiblePlannedGameEventError(f"{type(self).__name__} without a night")
        return self.apply_to_game_night(planned_game, planned_game.night)

    @abstractmethod
    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game after the event. `game_night` is its game night before the event."""


class GameNightOrganiserAction(GameNightEvent, frozen=True):
    """The base class of events by a game night's organiser, which the organiser can undo."""

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        return (self.audit_code, None) if self.audit_code else None

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game after the organiser's action.

        Raises `ImpossiblePlannedGameEventError` if the plan has no night, or was cancelled.
        """
        after = GameNightEvent.apply(self, planned_game)
        assert after.night is not None
        return replace(after, night=replace(after.night, acts=(*after.night.acts, self)))

    @abstractmethod
    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game without the organiser's action.

        `game_night` is its game night before the undo. `game_night` is the plan's night without the action.
        """

    def forbid_biased_undo(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        """Raise `Refusal` if the undo changes a round in which the requester plays."""

    def require_undo_possible(self, game_night: GameNight, /) -> None:
        """Raise `Refusal` if later events have made the action impossible to undo."""

    def list_pods_removed_by_undo(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        return ()


def create_event_of_plan_command(planned_game: PlannedGame | None, command: PlannedGameCommand) -> PlannedGameEvent:
    """Return the event that a command on a planned game causes.

    Raises `Refusal` if the rules forbid the command; the plan stays as it is.
    """
    if not command.opens:
        if planned_game is None:
            raise_refusal("no-plan")
        command.require_plan_state_allows_command(planned_game)
    return command.create_event(planned_game)


def apply_planned_game_event(planned_game: PlannedGame | None, event: PlannedGameEvent) -> PlannedGame:
    """Return the planned game after an event.

    Raises `ImpossiblePlannedGameEventError` if the event cannot follow the plan's state.
    """
    if planned_game is None and not event.opens:
        raise ImpossiblePlannedGameEventError(f"{type(event).__name__} before any plan was made")
    if planned_game is not None and not planned_game.is_open and not event.after_end:
        raise ImpossiblePlannedGameEventError(f"{type(event).__name__} after the end of a plan")
    return event.apply(planned_game)
