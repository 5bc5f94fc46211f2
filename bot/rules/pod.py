"""The state of a pod, the base classes of its commands and events, and all its transitions.

- `GameStarted` leads from the lobby to the running game.
- The running game waits while a choice is open.
- A result finishes the game.
- `PodClosed` closes the pod at any stage.
- `PodEventUndone` leads one step back from any stage.

`apply_pod_event` is mechanical: it copies what an event says and decides nothing. A subgame is a pod inside the pod;
while it runs, the events of the game belong to it (ESC-D18). A report takes effect at once. While a claim on a report
is open, the points of the pod do not count.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import draws, seats
from bot.rules.commands_and_events import Command, Event, TranslatableSentence
from bot.rules.facts import Deck, FormerDeck, Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.player_totals import (
    NOTHING_COUNTED,
    SUBGAME_LIFE,
    LifeAndDamageTotals,
    update_life_after_state_changes,
)
from bot.rules.players import PlayerMapping, replace_players_in_event_or_state
from bot.rules.records import (
    NO_EFFECT,
    ConfirmationCondition,
    ConfirmationId,
    ConfirmationRequirement,
    DefeatsAwaitingPlayerChoice,
    GameChanges,
    GameResult,
    PendingPlayerChoice,
    PodSetup,
    SubgameCard,
    Turn,
)
from bot.rules.refusals import ImpossibleEventError, Refusal, raise_refusal
from bot.rules.rights import CommandRight, Requester, Role
from bot.rules.teams import StateByPlayer
from bot.rules.variants import VariantId
from bot.rules.verdicts import NO_VERDICTS, LinkedVerdictList

PodStage = Literal["lobby", "running", "waiting", "finished", "closed"]
"""Stages of a pod from its lobby to its end."""


MINUTE_MILLISECONDS = 60_000
DAY_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS

WAITING_TIMES: Mapping[ConfirmationId, int | None] = {
    "off": None,
    "loser": DAY_MILLISECONDS,
    "other": DAY_MILLISECONDS,
    "after-5": 5 * MINUTE_MILLISECONDS,
    "after-15": 15 * MINUTE_MILLISECONDS,
    "after-60": 60 * MINUTE_MILLISECONDS,
}
"""Milliseconds after which an unanswered defeat is confirmed by silence, so no game is lost."""


class UnconfirmedGameReport(Struct, frozen=True, gc=False):
    """A report that still needs a confirmation, or may be disputed; its result does not count yet.

    The pod had `verdicts` verdicts before the report.
    """

    event: "ConfirmableEvent"
    verdicts: int

    @property
    def needed_confirmation(self) -> ConfirmationRequirement:
        """Return what the report still needs before its result counts."""
        assert self.event.claim is not None
        return self.event.claim

    @property
    def removes_game_result(self) -> bool:
        return self.event.removes_game_result


class LinkedEventList(Struct, frozen=True, eq=False):
    """An immutable linked list of the events of a pod, without those that were undone.

    The list consists of the `earlier` events and the `newest` one.
    """

    # Tracked by the garbage collector, which frees a long chain without recursion.
    earlier: "LinkedEventList | None"
    newest: "PodHistoryEvent"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LinkedEventList):
            return NotImplemented
        return self is other or convert_linked_events_to_list(self) == convert_linked_events_to_list(other)

    def __hash__(self) -> int:
        return hash(tuple(convert_linked_events_to_list(self)))


def convert_linked_events_to_list(linked_events: LinkedEventList | None) -> "list[PodHistoryEvent]":
    """Return the events of a linked list, oldest first; empty for None."""
    events: list[PodHistoryEvent] = []
    while linked_events is not None:
        events.append(linked_events.newest)
        linked_events = linked_events.earlier
    return events[::-1]


class SeatHistory(Struct, frozen=True, gc=False):
    """A seat with its current player and its earlier players, in order.

    The seat's result belongs to its `owner`. The players in `agreed` want the result to belong to the current player.
    """

    former: tuple[Player, ...]
    player: Player
    owner: Player
    agreed: tuple[Player, ...] = ()

    @property
    def all_occupants(self) -> tuple[Player, ...]:
        """Return everybody who has sat on the seat, first to last."""
        return *self.former, self.player


class Pod(Struct, frozen=True):
    """The state of a pod: a multiplayer game of Magic from its lobby to its end.

    `players` are in order of joining until the start, then in seat order, as `standings` are. Seats in `kept` are
    reserved in the lobby for these people, who have not pressed for them: they count for nothing and are left out by
    the start. `carried` are players of a rematch's lobby who pressed for the game before, and not yet for this one.
    `sides` are the teams that players chose in the lobby. `guests`
    are players without an account, each with the member who brought them, or None. Seats come from the `draw`, in older
    pods from a `secret`, in others from neither.

    `step` counts the steps, and `before` is the pod one step ago, for undoing. `begun` are the standings when the turn
    began, on which range and attacks depend until the next turn (TAB-13, ESC-D21). `counts` are the totals of the game
    being played.

    `unconfirmed` are the reports that do not count yet, oldest first. `overruled` is a moderator's last decision, and
    `deciders` are all moderators who decided something. `ended` is the end in milliseconds since 1970, if somebody said
    it. `has_counted` means that the pod's result counts, or did once. `closing_upheld` means that a moderator let
    the pod's closing stand, which counts. `let_through` means that a moderator who was
    asked about its season, which is over, has decided something about the pod; then silence may confirm it there.
    `decks` are the decks that were named, whatever was undone since, by the first player of each seat; `former_decks`
    are those that players who rejoined had before. `passed_on` are the seats that changed hands, `offers` those that
    are offered to somebody, by player. `called` signed up for the plan of a lobby. `link` is where the players meet on
    the web, whatever was undone since. `missing` are the players who lost their seats when the call of a night's lobby
    ended. It then `awaits_bench`, until the night has said who gets the free seats; `ended_calls` counts how often.

    `disputing` are players who began to dispute something, each with the time until when nothing is confirmed
    automatically. `told` are the events of the story, as they were first. `deed_claims` are the events of claimed deeds
    that need a confirmation for points, as they were first, and `confirmed_deeds` the log versions of those that
    another person has confirmed; both whatever was undone since.
    """

    setup: PodSetup
    host: Player
    players: tuple[Player, ...]
    standings: StateByPlayer = {}
    verdicts: LinkedVerdictList = NO_VERDICTS
    turn: Turn | None = None
    pending: DefeatsAwaitingPlayerChoice | None = None
    result: GameResult | None = None
    step: int = 0
    before: "Pod | None" = None
    subgame: "Pod | None" = None
    subgame_card: SubgameCard | None = None
    closed: bool = False
    overruled: "ModeratorDecision | None" = None
    secret: str | None = None
    unconfirmed: tuple[UnconfirmedGameReport, ...] = ()
    sides: Mapping[Player, int] = {}
    begun: StateByPlayer = {}
    counts: LifeAndDamageTotals = NOTHING_COUNTED
    kept: tuple[Player, ...] = ()
    carried: tuple[Player, ...] = ()
    deciders: tuple[Player, ...] = ()
    ended: int | None = None
    has_counted: bool = False
    closing_upheld: bool = False
    let_through: bool = False
    draw: draws.PodRandomSeating | None = None
    guests: Mapping[Player, Player | None] = {}
    decks: Mapping[Player, Deck] = {}
    former_decks: Mapping[Player, tuple[FormerDeck, ...]] = {}
    disputing: Mapping[Player, int] = {}
    passed_on: tuple[SeatHistory, ...] = ()
    offers: Mapping[Player, Player] = {}
    told: LinkedEventList | None = None
    called: tuple[Player, ...] = ()
    link: str | None = None
    missing: tuple[Player, ...] = ()
    awaits_bench: bool = False
    ended_calls: int = 0
    confirmed_deeds: frozenset[int] = frozenset()
    deed_claims: "tuple[PodHistoryEvent, ...]" = ()

    @property
    def state(self) -> PodStage:
        """Return the pod's stage: lobby, running, waiting, finished or closed."""
        if self.closed:
            return "closed"
        if self.result is not None:
            return "finished"
        if not self.standings:
            return "lobby"
        return "running" if (self.subgame or self).pending is None else "waiting"

    @property
    def accepts_new_players(self) -> bool:
        """Return True if people can take a seat in the lobby."""
        return not self.standings and self.state == "lobby"

    @property
    def accepts_substitutes(self) -> bool:
        """Return True if substitutes may take over seats; in a pod by invitation only invited people can."""
        return not self.setup.invited or not {*self.setup.invited} <= {*self.current_and_former_players}

    @property
    def is_game_night_lobby(self) -> bool:
        """Return True for the lobby of a game night's pod, whose players must check in by a button."""
        return bool(self.called and self.setup.invited) and not self.standings

    def has_pressed_join_button(self, player: Player) -> bool:
        """Return True if a player, or the member who brought a guest, has ever pressed a button to join."""
        return player in self.current_and_former_players

    def require_game_unfinished(self) -> None:
        """Raise `Refusal` if the pod is over."""
        if self.state not in ("lobby", "running", "waiting"):
            raise_refusal(self.state)

    @property
    def current_game(self) -> "Pod":
        """Return the game being played: the subgame if there is one, otherwise the pod."""
        return self.subgame or self

    @property
    def final_result(self) -> GameResult | None:
        """Return the pod's result if it is confirmed and counts; otherwise None."""
        return None if self.unconfirmed else self.result

    @property
    def accepts_achievement_votes(self) -> bool:
        """Return whether players can vote on achievements: from the start until the result counts."""
        return bool(self.standings) and not self.closed and (self.result is None or bool(self.unconfirmed))

    @property
    def was_certainly_played(self) -> bool:
        """Return True if the game was surely played; a past game (recorded later) needs a confirmation first.

        Somebody may have invented such a game. All features that state who has played use this.
        """
        return self.setup.played is None or self.has_counted

    @property
    def reports_open_to_dispute(self) -> tuple[UnconfirmedGameReport, ...]:
        """Return the reports that somebody may still confirm or dispute.

        In a closed pod, those are the reports that left it without a result, and what was disputed when it closed.
        """
        if not self.closed:
            return self.unconfirmed
        if not any(each.removes_game_result for each in self.unconfirmed):
            return ()
        return tuple(each for each in self.unconfirmed if each.removes_game_result or each.needed_confirmation.disputed)

    @property
    def disputed_report(self) -> UnconfirmedGameReport | None:
        """Return the report that a moderator must decide about; None if nothing is disputed.

        The pod stands still until a moderator decides.
        """
        for each in self.reports_open_to_dispute:
            if each.needed_confirmation.disputed:
                return each
        return None

    def find_seat_of_player(self, player: Player) -> SeatHistory:
        """Return the seat on which a player sits or sat."""
        kept = SeatHistory((), player, player)
        return next((seat for seat in self.passed_on if player in seat.all_occupants), kept)

    @property
    def current_and_former_players(self) -> tuple[Player, ...]:
        """Return everybody who sits in the pod or has sat in it, in seat order."""
        names = (name for player in self.players for name in self.find_seat_of_player(player).all_occupants)
        return tuple(dict.fromkeys(names)) if self.passed_on else self.players

    def find_result_owner(self, player: Player) -> Player:
        return self.find_seat_of_player(player).owner

    def find_declared_deck_of_player(self, player: Player) -> Deck | None:
        """Return the declared deck of a player's seat; None without one."""
        return self.decks.get(self.find_seat_of_player(player).all_occupants[0])

    def find_deck_at_defeat(self, player: Player, verdict_index: int) -> Deck | None:
        """Return the deck that the player on a seat had when one of the pod's defeats happened.

        `verdict_index` counts from 0. None if nobody declared the deck.
        """
        former = self.former_decks.get(self.find_seat_of_player(player).all_occupants[0], ())
        then = (each.deck for each in former if verdict_index < each.verdicts)
        return next(then, self.find_declared_deck_of_player(player))

    @property
    def pending_player_choice(self) -> PendingPlayerChoice | None:
        """Return the choice that the pod or its subgame waits for; None without one."""
        pending = (self.subgame or self).pending
        return None if pending is None else pending.question


# Commands and events


EventHistory = tuple["PodHistoryEvent", ...]
"""The events of a pod's story, from which everything undone or corrected is gone."""

NO_ROLES: frozenset[Role] = frozenset()


class PodCommand(Command, frozen=True):
    """The base class of commands that change a pod."""

    stops_for_dispute: ClassVar[bool] = False
    """True if the command is refused while moderators have to decide about a disputed report."""

    @abstractmethod
    def create_event(self, pod: Pod, /) -> Event:
        """Return the event that the command causes. Raises `Refusal` if the rules forbid it."""

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right that a person needs to use the command in the pod's current state."""
        return self.right

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the roles that a player has for this command only, such as `bringer`.

        `report_author` caused the event that the command undoes, or otherwise the last event of the pod.
        """
        return NO_ROLES

    def require_impartial_requester(self, pod: Pod, requester: Requester) -> None:
        """Raise `Refusal` if the requester would gain by deciding something for another player."""

    def requires_impartial_organiser(self, pod: Pod) -> bool:
        """Return True if the organiser of a game night may not use this command in a pod where they play.

        Such commands end the game, or remove another player.
        """
        return False

    def build_missing_right_refusal(self, pod: Pod, right: CommandRight, report_author: Player | None) -> Refusal:
        """Return the refusal for a person who lacks the right to use the command.

        `report_author` made the pod's last report.
        """
        return Refusal(right.refusal, by=pod.host, player=report_author or pod.host, players=())


class PodOpeningCommand(PodCommand, frozen=True):
    """The base class of commands that open a new pod."""

    def create_event(self, pod: Pod, /) -> Event:
        """Raise `Refusal`, because this command opens a new pod and does not work in an open one."""
        raise_refusal("already-open", by=pod.host)

    @abstractmethod
    def create_opening_event(self) -> "PodOpeningEvent":
        """Return the event that opens the pod. Raises `Refusal` if the rules forbid it."""


class PodEvent(Event, frozen=True):
    """The base class of events that happen to a pod."""

    @abstractmethod
    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after this event.

        Raises `ImpossibleEventError` if the event cannot follow the pod's earlier events.
        """

    @property
    def outcome(self) -> GameChanges:
        return NO_EFFECT

    @property
    def promoted_servants(self) -> tuple[Player, ...]:
        """Return the servants who took their masters' places through this event, in order."""
        return self.outcome.heirs

    def set_deciding_moderator(self, moderator: Player | None) -> Self:
        """Return the event with the moderator who made the decision.

        Most events do not record a moderator and stay the same.
        """
        return self

    is_news: ClassVar[bool] = True
    """True if everybody at the table should hear of the event, unless it prepares a game."""

    moves_players: ClassVar[bool] = False
    """True if the event may change the status or the lord of players who are not its subjects."""

    def list_mentioned_players(self, previous_pod: Pod) -> frozenset[Player]:
        return frozenset()

    def update_undo_stack(self, undo_stack: list[EventHistory]) -> None:
        """Update the undo stack, which holds a list of events for each state to which an undo can return."""

    def compute_life_and_damage_after_event(self, previous_pod: Pod, current_pod: Pod) -> LifeAndDamageTotals:
        return compute_life_and_damage_after_state_changes(
            previous_pod, current_pod, previous_pod.current_game.standings, self
        )

    def copy_declared_decks(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return the pod after this event with the decks that were declared before it.

        Declared decks stay when an event is undone.
        """
        if current_pod.decks is previous_pod.decks and current_pod.former_decks is previous_pod.former_decks:
            return current_pod
        return replace(current_pod, decks=previous_pod.decks, former_decks=previous_pod.former_decks)

    def compute_seat_offers_after_event(self, previous_pod: Pod) -> Mapping[Player, Player]:
        """Return the offers of seats to substitutes after the event.

        An undo does not change the offers.
        """
        return previous_pod.offers

    def compute_meeting_link_after_event(self, previous_link: str | None) -> str | None:
        """Return the link of the players' web meeting after the event.

        An undo does not change the link.
        """
        return previous_link

    def does_variant_set_points(self, pod: Pod) -> bool:
        """Return True if the pod's variant decides how many points a result of this event gives."""
        return True

    def list_reports_decided_by_moderator(self, previous_pod: Pod) -> "tuple[PodHistoryEvent, ...]":
        """Return the reports that a moderator confirmed, corrected or made through this event."""
        return ()

    def invalidates_final_result(self, pod: Pod) -> bool:
        """Return True if the event shows that the pod's earlier result was a mistake."""
        return False


class PodOpeningEvent(PodEvent, frozen=True):
    """The base class of events that open a new pod."""

    opens = True

    @abstractmethod
    def build_new_pod(self) -> Pod:
        """Return the new pod."""

    def apply(self, pod: Pod, /) -> Pod:
        """Raise `ImpossibleEventError`, because the pod is open already."""
        raise ImpossibleEventError("the pod was opened twice")


class PodHistoryEvent(PodEvent, frozen=True):
    """The base class of events in a pod's lobby or game.

    Most of them can be undone, the latest first.
    """

    replaceable: ClassVar[bool] = False
    """True if a correction can put other facts in the place of the event."""

    undo_takes_moderator: ClassVar[bool] = False
    """True if only moderators can undo the event, because no single player reported it."""

    @property
    def is_lobby_event(self) -> bool:
        """Return True if the event happened in the lobby, so that moderators cannot correct it."""
        return False

    @abstractmethod
    def rebuild_original_command(self) -> PodCommand:
        """Return the command that caused this event."""

    def update_undo_stack(self, undo_stack: list[EventHistory]) -> None:
        """Push the list of events up to this one onto the undo stack; in a lobby, replace the top of the stack."""
        longer = (*undo_stack[-1], self)
        if self.is_lobby_event:
            undo_stack[-1] = longer
        else:
            undo_stack.append(longer)

    def copy_confirmation_from(self, original_event: "PodHistoryEvent") -> "PodHistoryEvent":
        """Return this event with the moderator and the confirmation of the event that it replaces."""
        event: PodHistoryEvent = self
        if isinstance(event, ConfirmableEvent) and isinstance(original_event, ConfirmableEvent):
            return replace(event, claim=original_event.claim)
        return event


class LobbyEvent(PodHistoryEvent, frozen=True):
    """The base class of events before the game, which cannot be corrected."""

    @property
    def is_lobby_event(self) -> bool:
        return True


class RunningGameEvent(PodHistoryEvent, frozen=True):
    """The base class of events of the running game, which may be a subgame."""

    moves_players = True

    def does_variant_set_points(self, pod: Pod) -> bool:
        """Return True outside subgames (games within the game), which give no points."""
        return pod.subgame is None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the event; an event that needs a confirmation becomes an unconfirmed report."""
        if pod.subgame is None:
            after = apply_game_changes_to_pod(pod, self.outcome, pod)
            if not isinstance(self, ConfirmableEvent) or self.claim is None:
                return after
            left = add_unconfirmed_report(pod.unconfirmed, self, len(pod.verdicts))
            return replace(after, unconfirmed=left)
        subgame = apply_game_changes_to_pod(pod.subgame, self.outcome, None)
        over = subgame.result is not None
        return replace(
            pod,
            subgame=None if over else subgame,
            subgame_card=None if over else pod.subgame_card,
            step=pod.step + 1,
            before=pod,
        )


class EventRecreatedAfterUndo(PodHistoryEvent, frozen=True):
    """The base class of events that can remain when an earlier event is undone, such as a new turn."""

    undo_rank: ClassVar[int]
    """The rank below `REPORT_UNDO_PRIORITY` by which an undo passes over the step."""

    @abstractmethod
    def recreate_after_undo(self, pod: Pod, pod_before_undo: Pod) -> Self:
        """Return this event, recomputed by the rules after an earlier event was undone.

        Raises `Refusal` if the event cannot follow any more.
        """

    def reapply_after_undo(self, pod: Pod, pod_before_undo: Pod) -> Pod:
        """Return the pod after the event is applied once more, because an earlier event was undone."""
        return apply_pod_event(pod, self)


REPORT_UNDO_PRIORITY = 2
"""The rank of a report or a decision, which an undo takes back first."""


class ConfirmableEvent(PodEvent, frozen=True):
    """The base class of events that may need confirmation by players, because they can decide who wins."""

    is_claimed_deed: ClassVar[bool] = False
    """True if some seasons give points for the event only if another person confirmed it."""

    @property
    @abstractmethod
    def claim(self) -> ConfirmationRequirement | None:
        """Return the confirmation that the event needs before it counts, such as a press; None if it needs none."""

    @property
    def removes_game_result(self) -> bool:
        """Return True if the event took away the game's result, or ended the game without one."""
        return False

    def reopens_or_closes_pod(self, pod: Pod, *, had_result: bool) -> bool:
        """Return True if the event opens an ended pod again, or closes a pod that had ended."""
        return False

    @abstractmethod
    def find_needed_confirmation(self, new_report: "NewReportDetails") -> ConfirmationRequirement | None:
        """Return the confirmation that the event needs; None if the event counts at once."""

    def find_players_who_may_confirm(self, pod: Pod, report_author: Player) -> tuple[tuple[Player, ...], bool] | None:
        """Return the players who may confirm the event, and whether all must; None if nobody has to confirm it."""
        return None

    @abstractmethod
    def build_unconfirmed_report_label(self) -> TranslatableSentence | None:
        """Return the label that players see on the event while it is unconfirmed.

        None if the fields of the event do not suffice for a label.
        """


class ModeratorDecision(PodEvent, frozen=True):
    """The base class of decisions by moderators about a pod, each with a reason."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """Return the reason that the moderator gave for the decision."""

    @property
    @abstractmethod
    def by(self) -> Player | None:
        """Return the moderator who made the decision; None for old events, which did not store a moderator."""


class NewReportDetails(Struct, frozen=True):
    """The facts of a new report that decide which confirmation it needs: pod, author, version and time.

    `by` is about to cause the event in `pod`. `version` is the event's future version in the log, `at` the time in
    milliseconds since 1970. `moderator` is the author if they use a moderator's right.
    """

    pod: Pod
    version: int
    by: Player
    at: int
    moderator: Player | None = None

    @property
    def objection_period_milliseconds(self) -> int | None:
        """Return the milliseconds after which a reported defeat counts if nobody objects."""
        return WAITING_TIMES[self.pod.setup.confirmation]

    def build_confirmation_at_end_of_game(self, moderator: Player | None = None) -> ConfirmationRequirement:
        """Return the condition for a report to count: nobody objects before the game ends.

        `moderator` is the moderator who decided, if any.
        """
        return ConfirmationRequirement(self.version, self.by, (), self.at, waits="end", decided=moderator)

    def build_confirmation_requirement(
        self,
        confirming_players: tuple[Player, ...],
        delay_milliseconds: int,
        wait_condition: ConfirmationCondition | None,
        *,
        needs_everyone: bool = False,
    ) -> ConfirmationRequirement:
        return ConfirmationRequirement(
            self.version,
            self.by,
            confirming_players,
            self.at + delay_milliseconds,
            needs_everyone,
            waits=wait_condition,
        )


class GameReportReviewEvent(PodEvent, frozen=True):
    """The base class of events that confirm, dispute or lock reports."""

    is_news = False

    @abstractmethod
    def update_needed_confirmation(self, requirement: ConfirmationRequirement) -> ConfirmationRequirement | None:
        """Return the confirmation that a report still needs after the event; None if the report counts now.

        An event about other reports leaves the requirement unchanged.
        """

    @property
    def deciding_moderator(self) -> Player | None:
        return None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after reports were confirmed, disputed or locked; an undo does not revert this.

        An answer therefore survives whatever is undone later. Raises `ImpossibleEventError` if no confirmation
        requirement changes.
        """
        chain: list[Pod] = []
        at: Pod | None = pod
        while at is not None and any(
            self.update_needed_confirmation(u.needed_confirmation) != u.needed_confirmation for u in at.unconfirmed
        ):
            chain.append(at)
            at = at.before
        if not chain:
            raise ImpossibleEventError("nothing to confirm")
        for each in reversed(chain):
            left = self._update_confirmation_requirements_of_reports(each.unconfirmed)
            deciders = add_deciding_moderator(each, self.deciding_moderator)
            at = replace(each, unconfirmed=left, before=at, deciders=deciders)
        assert at is not None
        return at

    def update_undo_stack(self, undo_stack: list[EventHistory]) -> None:
        undo_stack[:] = [
            tuple(self._update_confirmation_requirement_of_event(each) for each in story) for story in undo_stack
        ]

    def _update_confirmation_requirements_of_reports(
        self, unconfirmed_reports: Iterable[UnconfirmedGameReport]
    ) -> tuple[UnconfirmedGameReport, ...]:
        answered = ((each, self.update_needed_confirmation(each.needed_confirmation)) for each in unconfirmed_reports)
        return tuple(
            replace(each, event=replace(each.event, claim=claim)) for each, claim in answered if claim is not None
        )

    def _update_confirmation_requirement_of_event(self, event: PodHistoryEvent) -> PodHistoryEvent:
        if not isinstance(event, ConfirmableEvent) or event.claim is None:
            return event
        return replace(event, claim=self.update_needed_confirmation(event.claim))


class NonGameplayEvent(PodEvent, frozen=True):
    """The base class of events outside the play, such as votes, which cannot be undone."""

    is_aside = True
    is_news = False

    def apply(self, pod: Pod, /) -> Pod:
        return pod


# Folding


def find_earlier_pod_state(pod: Pod, event_count: int) -> Pod | None:
    """Return the pod as it was `event_count` events earlier; None if it has too few events."""
    at: Pod | None = pod
    for _ in range(event_count):
        at = None if at is None else at.before
    return at


def replay_pod_events(events: Iterable[Event]) -> Pod | None:
    """Return the pod that results from applying these events in order; None without events.

    Raises `ImpossibleEventError` if an event cannot follow.
    """
    pod: Pod | None = None
    for event in events:
        pod = apply_pod_event(pod, event)
    return pod


def apply_pod_event(pod: Pod | None, event: Event) -> Pod:
    """Return the pod after an event. Raises `ImpossibleEventError` if the event cannot follow.

    None as `pod` means that the event opens the pod.
    """
    if pod is None:
        return _build_pod_from_opening_event(event)
    after: Pod = event.apply(pod)
    if not isinstance(event, PodEvent):
        return _mark_result_approved_after_season_end(pod, event, after)
    if isinstance(event, PodHistoryEvent):
        after = replace(after, told=LinkedEventList(pod.told, event))
    if pod.setup.counting:
        after = replace(after, counts=_update_life_and_damage(pod, event, after))
    after = event.copy_declared_decks(pod, after)
    offers = event.compute_seat_offers_after_event(pod)
    link = event.compute_meeting_link_after_event(pod.link)
    if after.offers is not offers or after.link != link:
        after = replace(after, offers=offers, link=link)
    has_counted = _has_or_had_final_result(pod, event, after)
    if after.has_counted != has_counted:
        after = replace(after, has_counted=has_counted)
    return _mark_result_approved_after_season_end(pod, event, after)


def _build_pod_from_opening_event(event: Event) -> Pod:
    if not isinstance(event, PodOpeningEvent):
        raise ImpossibleEventError(f"{type(event).__name__} before the pod was opened")
    pod = event.build_new_pod()
    return replace(pod, told=LinkedEventList(None, event)) if isinstance(event, PodHistoryEvent) else pod


def _mark_result_approved_after_season_end(previous_pod: Pod, event: Event, current_pod: Pod) -> Pod:
    """Return the current pod, marked if a moderator let its result count although the season had ended."""
    let_through = previous_pod.let_through or (isinstance(event, ModeratableEvent) and event.passed == "asked")
    return current_pod if current_pod.let_through == let_through else replace(current_pod, let_through=let_through)


def _has_or_had_final_result(previous_pod: Pod, event: PodEvent, current_pod: Pod) -> bool:
    """Return True if the pod has a final result, or had one that no undo declared a mistake."""
    if current_pod.result is not None and not current_pod.unconfirmed:
        return True
    return previous_pod.has_counted and not event.invalidates_final_result(previous_pod)


# Transitions that several events share


def replace_variant_in_setup(setup: PodSetup, variant_id: VariantId, scoring: str) -> PodSetup:
    return replace(setup, variant=variant_id, scoring=scoring, house=None, choose_master=False, size=None)


def remove_player_from_lobby(pod: Pod, player: Player) -> Pod:
    """Return the lobby without a player; guests whom the player brought leave, too."""
    for guest in [each for each, by in pod.guests.items() if by == player]:
        pod = remove_player_from_lobby(pod, guest)
    sides = {other: team for other, team in pod.sides.items() if other != player}
    guests = {other: by for other, by in pod.guests.items() if other != player}
    return replace(
        pod,
        players=list_players_except(pod.players, player),
        kept=list_players_except(pod.kept, player),
        carried=list_players_except(pod.carried, player),
        sides=sides,
        draw=draws.remove_player_from_random_seating(pod.draw, player),
        guests=guests,
    )


def list_players_except(players: Iterable[Player], excluded_player: Player) -> tuple[Player, ...]:
    return tuple(other for other in players if other != excluded_player)


def replace_seated_players(pod: Pod, player_replacements: PlayerMapping) -> Pod:
    """Return the pod, and its subgame, with each player on a seat replaced by another.

    `player_replacements` maps each player. Verdicts, reports and all earlier states keep their players.
    """
    return replace(
        pod,
        players=tuple(map(player_replacements, pod.players)),
        standings=_replace_players_in_states(pod.standings, player_replacements),
        begun=_replace_players_in_states(pod.begun, player_replacements),
        turn=None if pod.turn is None else replace_players_in_event_or_state(pod.turn, player_replacements),
        subgame=None if pod.subgame is None else replace_seated_players(pod.subgame, player_replacements),
        guests={guest: by and player_replacements(by) for guest, by in pod.guests.items()},
    )


def _replace_players_in_states(states_by_player: StateByPlayer, player_replacements: PlayerMapping) -> StateByPlayer:
    return {
        player_replacements(player): replace_players_in_event_or_state(standing, player_replacements)
        for player, standing in states_by_player.items()
    }


def apply_game_changes_to_pod(pod: Pod, game_changes: GameChanges, previous_pod: Pod | None) -> Pod:
    """Return the pod after changes that the rules computed; an undo restores `previous_pod`."""
    moved = {move.player: move for move in game_changes.moves}
    return Pod(
        pod.setup,
        pod.host,
        pod.players,
        {**pod.standings, **moved} if moved else pod.standings,
        pod.verdicts.append_verdicts(game_changes.verdicts),
        game_changes.turn or pod.turn,
        game_changes.pending,
        game_changes.result,
        pod.step + 1,
        previous_pod,
        pod.subgame,
        pod.subgame_card,
        overruled=pod.overruled,
        secret=pod.secret,
        draw=pod.draw,
        unconfirmed=pod.unconfirmed,
        begun=pod.begun,
        counts=pod.counts,
        deciders=pod.deciders,
        ended=pod.ended,
        has_counted=pod.has_counted,
        let_through=pod.let_through,
        guests=pod.guests,
        decks=pod.decks,
        former_decks=pod.former_decks,
        disputing=pod.disputing,
        passed_on=pod.passed_on,
        offers=pod.offers,
        carried=pod.carried,
        confirmed_deeds=pod.confirmed_deeds,
        deed_claims=pod.deed_claims,
    )


def add_deciding_moderator(pod: Pod, moderator: Player | None) -> tuple[Player, ...]:
    """Return the moderators who made decisions about the pod, with `moderator` added.

    Old events do not record the moderator, who is then None.
    """
    return pod.deciders if moderator is None or moderator in pod.deciders else (*pod.deciders, moderator)


def add_unconfirmed_report(
    unconfirmed_reports: tuple[UnconfirmedGameReport, ...], event: ConfirmableEvent, verdict_count: int
) -> tuple[UnconfirmedGameReport, ...]:
    """Add an event to the unconfirmed reports if the event needs a confirmation.

    The pod had `verdict_count` verdicts before the event.
    """
    if event.claim is None:
        return unconfirmed_reports
    return (*unconfirmed_reports, UnconfirmedGameReport(event, verdict_count))


# Totals of life, poison and commander damage


def _update_life_and_damage(previous_pod: Pod, event: PodEvent, current_pod: Pod) -> LifeAndDamageTotals:
    """Return the life, poison and damage of all players after an event. An undo keeps changes that players reported."""
    if previous_pod.passed_on != current_pod.passed_on:
        previous_pod = _replace_former_by_current_players(previous_pod, current_pod)
    return event.compute_life_and_damage_after_event(previous_pod, current_pod)


def _replace_former_by_current_players(previous_pod: Pod, current_pod: Pod) -> Pod:
    def find_player_now_in_seat(former_player: Player) -> Player:
        first, *_ = previous_pod.find_seat_of_player(former_player).all_occupants
        return current_pod.find_seat_of_player(first).player

    counts = previous_pod.counts.copy_with_replaced_players(find_player_now_in_seat)
    return replace(replace_seated_players(previous_pod, find_player_now_in_seat), counts=counts)


def restore_reported_life_changes(previous_pod: Pod, current_pod: Pod) -> LifeAndDamageTotals:
    """Return life, poison and damage after an undo or a correction, with the players' own changes kept."""
    counts = previous_pod.counts
    was_inside = previous_pod.subgame is not None
    is_inside = current_pod.subgame is not None
    if was_inside == is_inside:
        return counts.add_changes_to_earlier_totals(current_pod.counts)
    return counts.build_subgame_totals(current_pod.counts) if is_inside else counts.restore_main_game_totals()


def compute_life_and_damage_after_state_changes(
    previous_pod: Pod, current_pod: Pod, previous_states: StateByPlayer, event: PodEvent
) -> LifeAndDamageTotals:
    """Return all players' life, poison and damage after an event, such as a defeat, changed their states.

    `previous_states` are the states of the players before the event.
    """
    counts = previous_pod.counts
    setup = current_pod.setup
    was_inside = previous_pod.subgame is not None
    is_inside = current_pod.subgame is not None
    start = _compute_current_starting_life(current_pod)
    now = current_pod.current_game.standings
    if is_inside and not was_inside:
        return update_life_after_state_changes(counts.build_subgame_totals(), setup, {}, now, starting_life=start)
    heirs = event.promoted_servants
    if was_inside and not is_inside:
        counts = counts.restore_main_game_totals()
        return update_life_after_state_changes(
            counts, setup, previous_pod.standings, now, starting_life=start, promoted_servants=heirs
        )
    beaten = event.outcome.beaten_players_still_playing
    return update_life_after_state_changes(
        counts, setup, previous_states, now, starting_life=start, beaten_players=beaten, promoted_servants=heirs
    )


def _compute_current_starting_life(pod: Pod) -> int:
    """Return the starting life of the current game, which can be a subgame (a game within the game)."""
    usual = seats.compute_starting_life(pod.setup, len(pod.players))
    card = pod.subgame_card
    return usual if card is None else SUBGAME_LIFE[card] or usual
