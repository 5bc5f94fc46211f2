"""The state of a pod, the base classes of its commands and events, and all its transitions.

- `GameStarted` leads from the lobby to the running game.
- The running game waits while a choice is open.
- A result finishes the game.
- `PodClosed` closes the pod at any stage.
- `PodStepUndone` leads one step back from any stage.

`apply_pod_event` is mechanical: it copies what an event says and decides nothing. A subgame is a
pod inside the pod; while it runs, the events of the game belong to it (ESC-D18). A report takes
effect at once. While a claim on a report is open, the points of the pod do not count.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import draws, seats
from bot.rules.commands_and_events import Command, Event, Sentence
from bot.rules.facts import Deck, Player, ReplacedDeck
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.player_totals import (
    NOTHING_COUNTED,
    SUBGAME_LIFE,
    PlayerTotals,
    compute_totals_after_step,
)
from bot.rules.players import PlayerMapping, rename_players
from bot.rules.records import (
    NO_EFFECT,
    ClaimCondition,
    ConfirmationId,
    GameResult,
    PendingDefeats,
    PlayerChoice,
    PodSetup,
    ReportClaim,
    RulesOutcome,
    SubgameCard,
    Turn,
)
from bot.rules.refusals import ImpossibleEvent, Refusal, raise_refusal
from bot.rules.rights import Requester, Right, Role
from bot.rules.teams import Standings
from bot.rules.variants import VariantId
from bot.rules.verdicts import NO_VERDICTS, VerdictList

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


class UnconfirmedReport(Struct, frozen=True, gc=False):
    """A report with an open claim: its result does not count yet.

    The pod had `verdicts` verdicts before the report.
    """

    event: "ConfirmableEvent"
    verdicts: int

    @property
    def claim(self) -> ReportClaim:
        """Return the conditions that the report still has to meet before it counts."""
        assert self.event.claim is not None
        return self.event.claim

    @property
    def removes_result(self) -> bool:
        """Return True if the report removed the result of a game."""
        return self.event.removes_result


class LinkedStory(Struct, frozen=True, eq=False):
    """An immutable linked list of the events of a pod's story.

    The list consists of the `earlier` events and the `newest` one.
    """

    # Tracked by the garbage collector, which frees a long chain without recursion.
    earlier: "LinkedStory | None"
    newest: "StoryEvent"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LinkedStory):
            return NotImplemented
        return self is other or list_story_events(self) == list_story_events(other)

    def __hash__(self) -> int:
        return hash(tuple(list_story_events(self)))


def list_story_events(linked_story: LinkedStory | None) -> "list[StoryEvent]":
    """Return the events of a linked story, oldest first. None means an empty story."""
    events: list[StoryEvent] = []
    while linked_story is not None:
        events.append(linked_story.newest)
        linked_story = linked_story.earlier
    return events[::-1]


class SeatHistory(Struct, frozen=True, gc=False):
    """A seat that changed hands: its `former` players in order, and its current player.

    The seat's result belongs to its `owner`. The players in `agreed` want the result to belong
    to the current player.
    """

    former: tuple[Player, ...]
    player: Player
    owner: Player
    agreed: tuple[Player, ...] = ()

    @property
    def all_players(self) -> tuple[Player, ...]:
        """Return everybody who has sat on the seat, first to last."""
        return *self.former, self.player


class Pod(Struct, frozen=True):
    """The state of a pod: one multiplayer game and its players.

    `players` are in order of joining until the start, then in seat order, as `standings` are.
    Seats in `kept` are reserved in the lobby until these people take them. `sides` are the
    teams that players chose in the lobby. `guests` are players without an account, each with
    the member who brought them, or None. Seats come from the `draw`, in older pods from a
    `secret`, in others from neither.

    `step` counts the steps, and `before` is the pod one step ago, for undoing. `begun` are the
    standings when the turn began, on which range and attacks depend until the next turn
    (TAB-13, ESC-D21). `counts` are the totals of the game being played.

    `unconfirmed` are the reports that do not count yet, oldest first. `overruled` is a
    moderator's last decision, and `deciders` are all moderators who decided something. `ended`
    is the end in milliseconds since 1970, if somebody said it. `has_counted` means that the
    pod's result counts, or did once. `let_through` means that a moderator who was asked about
    its season, which is over, has decided something about the pod; then silence may confirm it
    there. `decks` are the decks that were named, whatever was undone since, by the first player
    of each seat; `former_decks` are those that players who rejoined had before. `passed_on` are
    the seats that changed hands, `offers` those that are offered to somebody, by player.
    `called` signed up for the plan of a lobby. `link` is where the players meet on the web,
    whatever was undone since.

    `disputing` are players who began to dispute something, each with the time until when
    silence confirms nothing. `told` are the events of the story, as they were first.
    """

    setup: PodSetup
    host: Player
    players: tuple[Player, ...]
    standings: Standings = {}
    verdicts: VerdictList = NO_VERDICTS
    turn: Turn | None = None
    pending: PendingDefeats | None = None
    result: GameResult | None = None
    step: int = 0
    before: "Pod | None" = None
    subgame: "Pod | None" = None
    subgame_card: SubgameCard | None = None
    closed: bool = False
    overruled: "ModeratorDecision | None" = None
    secret: str | None = None
    unconfirmed: tuple[UnconfirmedReport, ...] = ()
    sides: Mapping[Player, int] = {}
    begun: Standings = {}
    counts: PlayerTotals = NOTHING_COUNTED
    kept: tuple[Player, ...] = ()
    deciders: tuple[Player, ...] = ()
    ended: int | None = None
    has_counted: bool = False
    let_through: bool = False
    draw: draws.PodDraw | None = None
    guests: Mapping[Player, Player | None] = {}
    decks: Mapping[Player, Deck] = {}
    former_decks: Mapping[Player, tuple[ReplacedDeck, ...]] = {}
    disputing: Mapping[Player, int] = {}
    passed_on: tuple[SeatHistory, ...] = ()
    offers: Mapping[Player, Player] = {}
    told: LinkedStory | None = None
    called: tuple[Player, ...] = ()
    link: str | None = None

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
    def seats_people(self) -> bool:
        """True if people can take a seat, because the pod is a lobby."""
        return not self.standings and self.state == "lobby"

    def check_open(self) -> None:
        """Raise `Refusal` if the pod is over."""
        if self.state not in ("lobby", "running", "waiting"):
            raise_refusal(self.state)

    @property
    def current_game(self) -> "Pod":
        """Return the game being played: the subgame if there is one, otherwise the pod
        (ESC-D18).
        """
        return self.subgame or self

    @property
    def counted_result(self) -> GameResult | None:
        """Return the pod's result if it counts. None while the result is missing or
        unconfirmed.
        """
        return None if self.unconfirmed else self.result

    @property
    def is_trusted_as_played(self) -> bool:
        """Return False for a game entered afterwards whose result does not count.

        Somebody may have invented such a game.

        All features that state who has played use this.
        """
        return self.setup.played is None or self.has_counted

    @property
    def open_reports(self) -> tuple[UnconfirmedReport, ...]:
        """Return the reports that somebody may still confirm or dispute.

        In a closed pod, only the reports that removed its result are open.
        """
        if not self.closed:
            return self.unconfirmed
        return tuple(each for each in self.unconfirmed if each.removes_result)

    @property
    def disputed_report(self) -> UnconfirmedReport | None:
        """Return the report that moderators must decide about; None if no report is
        disputed.

        The pod stands still until a moderator decides.
        """
        return next((each for each in self.open_reports if each.claim.disputed), None)

    def find_seat_history(self, player: Player) -> SeatHistory:
        """Return the seat on which a player sits or sat, with all its players."""
        kept = SeatHistory((), player, player)
        return next((seat for seat in self.passed_on if player in seat.all_players), kept)

    @property
    def participants(self) -> tuple[Player, ...]:
        """Return everybody who sits in the pod or has sat in it, in seat order."""
        names = (
            name for player in self.players for name in self.find_seat_history(player).all_players
        )
        return tuple(dict.fromkeys(names)) if self.passed_on else self.players

    def find_result_owner(self, player: Player) -> Player:
        """Return the player who owns the result of a player's seat."""
        return self.find_seat_history(player).owner

    def find_deck(self, player: Player) -> Deck | None:
        """Return the deck that is played on a player's seat; None if nobody declared the
        deck.
        """
        return self.decks.get(self.find_seat_history(player).all_players[0])

    def find_deck_at_verdict(self, player: Player, verdict_index: int) -> Deck | None:
        """Return the deck that a player's seat had at a verdict of the pod.

        `verdict_index` counts from 0. None if nobody declared the deck.
        """
        former = self.former_decks.get(self.find_seat_history(player).all_players[0], ())
        then = (each.deck for each in former if verdict_index < each.verdicts)
        return next(then, self.find_deck(player))

    @property
    def open_question(self) -> PlayerChoice | None:
        """Return the choice that the pod, or its subgame, waits for. None if no choice is
        open.
        """
        pending = (self.subgame or self).pending
        return None if pending is None else pending.question


# Commands and events


EventStory = tuple["StoryEvent", ...]
"""The events of a pod's story, from which everything undone or corrected is gone."""

NO_ROLES: frozenset[Role] = frozenset()


class PodCommand(Command, frozen=True):
    """The base class of commands that change a pod."""

    stops_for_dispute: ClassVar[bool] = False
    """Whether the command is refused while moderators have to decide about a disputed report."""

    @abstractmethod
    def create_event(self, pod: Pod, /) -> Event:
        """Return the event that the command leads to.

        Raises `Refusal` if the rules forbid the command.
        """

    def find_required_right(self, pod: Pod, requester: Requester) -> Right:
        """Return the right that the command requires of `requester` in the pod's current
        state.
        """
        return self.right

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the extra roles that a player has for this command alone.

        `report_maker` took the step that the command takes back, or otherwise the last step
        of the pod.
        """
        return NO_ROLES

    def require_impartiality(self, pod: Pod, requester: Requester) -> None:
        """Raise `Refusal` if `requester` decides for another player in their own favour."""

    def build_rights_refusal(self, pod: Pod, right: Right, report_maker: Player | None) -> Refusal:
        """Return the refusal for somebody who lacks `right`.

        `report_maker` made the pod's last report.
        """
        return Refusal(right.refusal, by=pod.host, player=report_maker or pod.host, players=())


class OpeningCommand(PodCommand, frozen=True):
    """The base class of commands that open a new pod."""

    def create_event(self, pod: Pod, /) -> Event:
        """Raise `Refusal`, because the pod exists already."""
        raise_refusal("already-open")

    @abstractmethod
    def decide_opening(self) -> "OpeningEvent":
        """Return the event that opens the pod. Raises `Refusal` if the rules forbid the
        command.
        """


class PodEvent(Event, frozen=True):
    """The base class of events that happen to a pod."""

    @abstractmethod
    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after this event.

        Raises `ImpossibleEvent` if the event cannot follow the pod's earlier events.
        """

    @property
    def outcome(self) -> RulesOutcome:
        """Return the effects of the event on the game, as the rules decided them."""
        return NO_EFFECT

    @property
    def successors(self) -> tuple[Player, ...]:
        """Return the players who succeeded their masters by this event, in order (ESC-45)."""
        return self.outcome.heirs

    def with_decider(self, moderator: Player | None) -> Self:
        """Return the event with the moderator who decided it.

        Most events do not record a moderator and stay the same.
        """
        return self

    is_news: ClassVar[bool] = True
    """Whether everybody at the table should hear of the event, unless it prepares a game."""

    moves_players: ClassVar[bool] = False
    """Whether the event may change the status or the lord of players who are not its subjects."""

    def find_described_players(self, previous_pod: Pod) -> frozenset[Player]:
        """Return the players whose own fate the sentence of the event describes."""
        return frozenset()

    def update_undo_stories(self, stories: list[EventStory]) -> None:
        """Update the list of stories, one for each step of the pod that can be undone."""

    def compute_totals_after(self, previous_pod: Pod, current_pod: Pod) -> PlayerTotals:
        """Return the totals of life, poison and commander damage after the event."""
        return compute_totals_after_event(
            previous_pod, current_pod, previous_pod.current_game.standings, self
        )

    def update_decks(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return `current_pod` with the decks that are declared after the event.

        Declared decks stay when a step is undone.
        """
        if (
            current_pod.decks is previous_pod.decks
            and current_pod.former_decks is previous_pod.former_decks
        ):
            return current_pod
        return replace(
            current_pod, decks=previous_pod.decks, former_decks=previous_pod.former_decks
        )

    def update_seat_offers(self, offers: Mapping[Player, Player]) -> Mapping[Player, Player]:
        """Return the seat offers after the event.

        Offers stay when a step is undone.
        """
        return offers

    def update_meeting_link(self, link: str | None) -> str | None:
        """Return the players' meeting link after the event.

        The link stays when a step is undone.
        """
        return link

    def earns_variant_points(self, pod: Pod) -> bool:
        """Return True if a result of this event brings players the variant's points."""
        return True

    def find_decided_reports(self, previous_pod: Pod) -> "tuple[StoryEvent, ...]":
        """Return the reports that a moderator confirmed, corrected or made with the event."""
        return ()

    def revokes_counted_result(self, pod: Pod) -> bool:
        """Return True if the event shows that a result of the pod should not have counted."""
        return False


class OpeningEvent(PodEvent, frozen=True):
    """The base class of events that open a new pod."""

    opens = True

    @abstractmethod
    def build_pod(self) -> Pod:
        """Return the new pod."""

    def apply(self, pod: Pod, /) -> Pod:
        """Raise `ImpossibleEvent`, because the pod is open already."""
        raise ImpossibleEvent("the pod was opened twice")


class StoryEvent(PodEvent, frozen=True):
    """The base class of events in a pod's story: a step of the game, or of its lobby."""

    replaceable: ClassVar[bool] = False
    """Whether a correction can put other facts in the place of the event."""

    @property
    def is_before_game(self) -> bool:
        """Return True if the event belongs to the lobby or the start, which cannot be
        corrected.
        """
        return False

    @abstractmethod
    def rebuild_command(self) -> PodCommand:
        """Return the command that caused this event."""

    def update_undo_stories(self, stories: list[EventStory]) -> None:
        """Append the event to the newest story, as a new step unless it belongs to the
        lobby.
        """
        longer = (*stories[-1], self)
        if self.is_before_game:
            stories[-1] = longer
        else:
            stories.append(longer)

    def with_claim_of(self, original_event: "StoryEvent") -> "StoryEvent":
        """Return the event, decided anew, with the decider and the claim of
        `original_event`.
        """
        event: StoryEvent = self
        if isinstance(event, ConfirmableEvent) and isinstance(original_event, ConfirmableEvent):
            return replace(event, claim=original_event.claim)
        return event


class LobbyEvent(StoryEvent, frozen=True):
    """The base class of events of the lobby and of the start of the game.

    They cannot be corrected.
    """

    @property
    def is_before_game(self) -> bool:
        """Return True, because the event prepares the game."""
        return True


class InGameEvent(StoryEvent, frozen=True):
    """The base class of events of the running game, which may be a subgame."""

    moves_players = True

    def earns_variant_points(self, pod: Pod) -> bool:
        """Return True if the event happens outside a subgame, because subgames have no
        points.
        """
        return pod.subgame is None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the event's outcome, with the claim on its report."""
        if pod.subgame is None:
            after = apply_outcome(pod, self.outcome, pod)
            if not isinstance(self, ConfirmableEvent) or self.claim is None:
                return after
            left = add_unconfirmed_report(pod.unconfirmed, self, len(pod.verdicts))
            return replace(after, unconfirmed=left)
        subgame = apply_outcome(pod.subgame, self.outcome, None)
        over = subgame.result is not None
        return replace(
            pod,
            subgame=None if over else subgame,
            subgame_card=None if over else pod.subgame_card,
            step=pod.step + 1,
            before=pod,
        )


class ReplayableEvent(StoryEvent, frozen=True):
    """The base class of steps that may stay when an earlier step is undone."""

    undo_rank: ClassVar[int]
    """The rank below `REPORT_RANK` by which an undo passes over the step."""

    @abstractmethod
    def decide_after_undo(self, pod: Pod, pod_before_undo: Pod) -> Self:
        """Return the same event, decided anew for `pod`, from which an earlier step was
        undone.

        Raises `Refusal` if the event cannot follow any more.
        """

    def apply_after_undo(self, pod: Pod, pod_before_undo: Pod) -> Pod:
        """Return the pod after the event, when an earlier step has been undone."""
        return apply_pod_event(pod, self)


REPORT_RANK = 2
"""The rank of a report or a decision, which an undo takes back first."""


class ConfirmableEvent(PodEvent, frozen=True):
    """The base class of events that may need confirmation, because they can decide who wins."""

    @property
    @abstractmethod
    def claim(self) -> ReportClaim | None:
        """Return the open claim on the event; None if the event needs no confirmation."""

    @property
    def removes_result(self) -> bool:
        """Return True if the event removed the result of a game."""
        return False

    def reverts_game_end(self, pod: Pod, *, has_ended: bool) -> bool:
        """Return True if the event takes back the pod's end, or closes the pod after an
        end.
        """
        return False

    @abstractmethod
    def build_claim(self, claim_draft: "ClaimDraft") -> ReportClaim | None:
        """Return the claim that the event needs; None if the event counts at once."""

    def find_confirmers(self, pod: Pod, reporter: Player) -> tuple[tuple[Player, ...], bool] | None:
        """Return the players who may confirm a report by `reporter`, and True if each of
        them must.

        None if the event is no report.
        """
        return None

    @abstractmethod
    def describe_claim(self) -> Sentence | None:
        """Return the label that players see on the unconfirmed event.

        None if the fields of the event do not suffice for a label.
        """


class ModeratorDecision(PodEvent, frozen=True):
    """The base class of a moderator's decisions about a pod, each with a reason."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """Return the reason that the moderator gave for the decision."""

    @property
    @abstractmethod
    def by(self) -> Player | None:
        """Return the moderator who decided.

        None for old events, which do not record the moderator.
        """


class ClaimDraft(Struct, frozen=True):
    """The data for a claim on an event that `by` is about to cause in `pod`.

    `version` is the event's future version in the log, `at` the time in milliseconds since
    1970.
    """

    pod: Pod
    version: int
    by: Player
    at: int

    @property
    def confirmation_delay(self) -> int | None:
        """Return the milliseconds after which an unanswered defeat counts, as the pod
        agreed.
        """
        return WAITING_TIMES[self.pod.setup.confirmation]

    def build_claim_until_end(self, moderator: Player | None = None) -> ReportClaim:
        """Return a claim that stays open until the end of the game.

        `moderator` is the moderator who decided, if any.
        """
        return ReportClaim(self.version, self.by, (), self.at, waits="end", decided=moderator)

    def build_claim_for_players(
        self,
        players: tuple[Player, ...],
        milliseconds: int,
        wait_kind: ClaimCondition | None,
        *,
        needs_everyone: bool = False,
    ) -> ReportClaim:
        """Return a claim that one player, or each of them, confirms within some
        milliseconds.
        """
        return ReportClaim(
            self.version, self.by, players, self.at + milliseconds, needs_everyone, waits=wait_kind
        )


class ClaimAnswerEvent(PodEvent, frozen=True):
    """The base class of events that answer claims, in the pod and in all its earlier steps."""

    is_news = False

    @abstractmethod
    def answer_claim(self, claim: ReportClaim) -> ReportClaim | None:
        """Return the claim as it stands after the event; None if its report counts now.

        An event about other reports leaves the claim unchanged.
        """

    @property
    def decider(self) -> Player | None:
        """Return the moderator who answered the claim as a moderator; None for other
        people.
        """
        return None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod and all its earlier steps with the claims answered.

        An answer is therefore no step: it survives whatever is undone later. Raises
        `ImpossibleEvent` if no claim changes.
        """
        chain: list[Pod] = []
        at: Pod | None = pod
        while at is not None and any(self.answer_claim(u.claim) != u.claim for u in at.unconfirmed):
            chain.append(at)
            at = at.before
        if not chain:
            raise ImpossibleEvent("nothing to confirm")
        for each in reversed(chain):
            left = self._answer_claims(each.unconfirmed)
            deciders = list_deciders_with(each, self.decider)
            at = replace(each, unconfirmed=left, before=at, deciders=deciders)
        assert at is not None
        return at

    def update_undo_stories(self, stories: list[EventStory]) -> None:
        """Update the answered claims in all stories of the pod."""
        stories[:] = [
            tuple(self._answer_claim_of_event(each) for each in story) for story in stories
        ]

    def _answer_claims(
        self, unconfirmed_reports: Iterable[UnconfirmedReport]
    ) -> tuple[UnconfirmedReport, ...]:
        answered = ((each, self.answer_claim(each.claim)) for each in unconfirmed_reports)
        return tuple(
            replace(each, event=replace(each.event, claim=claim))
            for each, claim in answered
            if claim is not None
        )

    def _answer_claim_of_event(self, event: StoryEvent) -> StoryEvent:
        if not isinstance(event, ConfirmableEvent) or event.claim is None:
            return event
        return replace(event, claim=self.answer_claim(event.claim))


class SideEvent(PodEvent, frozen=True):
    """The base class of events beside the game: they are no steps and cannot be undone.

    They are no part of the pod's story.
    """

    is_aside = True
    is_news = False

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod unchanged."""
        return pod


# Folding


def find_pod_steps_ago(pod: Pod, step_count: int) -> Pod | None:
    """Return the pod as it was some steps ago. None if the pod has made fewer steps."""
    at: Pod | None = pod
    for _ in range(step_count):
        at = None if at is None else at.before
    return at


def replay_pod_events(events: Iterable[Event]) -> Pod | None:
    """Return the pod after all events, replayed in order.

    None for no events. Raises `ImpossibleEvent` if an event cannot follow.
    """
    pod: Pod | None = None
    for event in events:
        pod = apply_pod_event(pod, event)
    return pod


def apply_pod_event(pod: Pod | None, event: Event) -> Pod:
    """Return the pod after an event. Raises `ImpossibleEvent` if the event cannot follow.

    None as `pod` means that the event opens the pod.
    """
    if pod is None:
        return _apply_opening_event(event)
    after: Pod = event.apply(pod)
    if not isinstance(event, PodEvent):
        return _record_season_gate_passage(pod, event, after)
    if isinstance(event, StoryEvent):
        after = replace(after, told=LinkedStory(pod.told, event))
    if pod.setup.counting:
        after = replace(after, counts=_compute_totals(pod, event, after))
    after = event.update_decks(pod, after)
    offers = event.update_seat_offers(pod.offers)
    link = event.update_meeting_link(pod.link)
    if after.offers is not offers or after.link != link:
        after = replace(after, offers=offers, link=link)
    has_counted = _has_result_counted(pod, event, after)
    if after.has_counted != has_counted:
        after = replace(after, has_counted=has_counted)
    return _record_season_gate_passage(pod, event, after)


def _apply_opening_event(event: Event) -> Pod:
    if not isinstance(event, OpeningEvent):
        raise ImpossibleEvent(f"{type(event).__name__} before the pod was opened")
    pod = event.build_pod()
    return replace(pod, told=LinkedStory(None, event)) if isinstance(event, StoryEvent) else pod


def _record_season_gate_passage(previous_pod: Pod, event: Event, current_pod: Pod) -> Pod:
    """Return the current pod, noting if a moderator decided about its finished season."""
    let_through = previous_pod.let_through or (
        isinstance(event, ModeratableEvent) and event.passed == "asked"
    )
    return (
        current_pod
        if current_pod.let_through == let_through
        else replace(current_pod, let_through=let_through)
    )


def _has_result_counted(pod: Pod, event: PodEvent, current_pod: Pod) -> bool:
    """Return True if a result of the pod counts now or has counted once."""
    if current_pod.result is not None and not current_pod.unconfirmed:
        return True
    return pod.has_counted and not event.revokes_counted_result(pod)


# Transitions that several events share


def replace_variant_in_setup(setup: PodSetup, variant_id: VariantId, scoring: str) -> PodSetup:
    """Return the pod's setup with another built-in variant; table, format and life stay."""
    return replace(
        setup, variant=variant_id, scoring=scoring, house=None, choose_master=False, size=None
    )


def remove_lobby_player(pod: Pod, player: Player) -> Pod:
    """Return the lobby without a player and the guests whom they brought."""
    for guest in [each for each, by in pod.guests.items() if by == player]:
        pod = remove_lobby_player(pod, guest)
    sides = {other: team for other, team in pod.sides.items() if other != player}
    guests = {other: by for other, by in pod.guests.items() if other != player}
    return replace(
        pod,
        players=remove_player_from_list(pod.players, player),
        kept=remove_player_from_list(pod.kept, player),
        sides=sides,
        draw=draws.remove_player_from_draw(pod.draw, player),
        guests=guests,
    )


def remove_player_from_list(players: Iterable[Player], player: Player) -> tuple[Player, ...]:
    """Return the players without one player, in the same order."""
    return tuple(other for other in players if other != player)


def rename_seated_players(pod: Pod, rename_player: PlayerMapping) -> Pod:
    """Return the pod with other players on its seats, also in its subgame.

    `rename_player` maps each player. Verdicts, claims and all earlier steps keep the names that
    they had.
    """
    return replace(
        pod,
        players=tuple(map(rename_player, pod.players)),
        standings=_rename_players_in_standings(pod.standings, rename_player),
        begun=_rename_players_in_standings(pod.begun, rename_player),
        turn=None if pod.turn is None else rename_players(pod.turn, rename_player),
        subgame=None if pod.subgame is None else rename_seated_players(pod.subgame, rename_player),
        guests={guest: by and rename_player(by) for guest, by in pod.guests.items()},
    )


def _rename_players_in_standings(standings: Standings, rename_player: PlayerMapping) -> Standings:
    return {
        rename_player(player): rename_players(standing, rename_player)
        for player, standing in standings.items()
    }


def apply_outcome(pod: Pod, outcome: RulesOutcome, previous_pod: Pod | None) -> Pod:
    """Return the pod one step later, after an outcome of the rules.

    An undo leads back to `previous_pod`.
    """
    moved = {move.player: move for move in outcome.moves}
    return Pod(
        pod.setup,
        pod.host,
        pod.players,
        {**pod.standings, **moved} if moved else pod.standings,
        pod.verdicts.append_verdicts(outcome.verdicts),
        outcome.turn or pod.turn,
        outcome.pending,
        outcome.result,
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
    )


def list_deciders_with(pod: Pod, moderator: Player | None) -> tuple[Player, ...]:
    """Return the moderators who decided about the pod, including `moderator`.

    Old events do not record the moderator, who is then None.
    """
    return (
        pod.deciders
        if moderator is None or moderator in pod.deciders
        else (*pod.deciders, moderator)
    )


def add_unconfirmed_report(
    unconfirmed_reports: tuple[UnconfirmedReport, ...], event: ConfirmableEvent, verdict_count: int
) -> tuple[UnconfirmedReport, ...]:
    """Return the unconfirmed reports including `event` if it has a claim.

    The pod had `verdict_count` verdicts before the event.
    """
    if event.claim is None:
        return unconfirmed_reports
    return (*unconfirmed_reports, UnconfirmedReport(event, verdict_count))


# Totals of life, poison and commander damage


def _compute_totals(previous_pod: Pod, event: PodEvent, current_pod: Pod) -> PlayerTotals:
    """Return the totals after an event. Changes of totals survive undoing and correcting."""
    if previous_pod.passed_on != current_pod.passed_on:
        previous_pod = _match_seated_players(previous_pod, current_pod)
    return event.compute_totals_after(previous_pod, current_pod)


def _match_seated_players(previous_pod: Pod, current_pod: Pod) -> Pod:
    """Return the previous pod with the players who sit on the seats of the current pod.

    An undo may give a seat back.
    """

    def find_current_player(player: Player) -> Player:
        first, *_ = previous_pod.find_seat_history(player).all_players
        return current_pod.find_seat_history(first).player

    counts = previous_pod.counts.rename_players_in_totals(find_current_player)
    return replace(rename_seated_players(previous_pod, find_current_player), counts=counts)


def carry_totals_over_undo(previous_pod: Pod, current_pod: Pod) -> PlayerTotals:
    """Return the totals after an event that leads back to an earlier state of the game.

    Changes of totals made since then are kept.
    """
    counts = previous_pod.counts
    was_inside = previous_pod.subgame is not None
    is_inside = current_pod.subgame is not None
    if was_inside == is_inside:
        return counts.carry_changes_to(current_pod.counts)
    return counts.enter_subgame(current_pod.counts) if is_inside else counts.leave_subgame()


def compute_totals_after_event(
    previous_pod: Pod, current_pod: Pod, previous_standings: Standings, event: PodEvent
) -> PlayerTotals:
    """Return the totals of life, poison and damage after an event of the game.

    `previous_standings` are the players' standings before the event.
    """
    counts = previous_pod.counts
    setup = current_pod.setup
    was_inside = previous_pod.subgame is not None
    is_inside = current_pod.subgame is not None
    start = _compute_current_starting_life(current_pod)
    now = current_pod.current_game.standings
    if is_inside and not was_inside:
        return compute_totals_after_step(
            counts.enter_subgame(), setup, {}, now, starting_life=start
        )
    heirs = event.successors
    if was_inside and not is_inside:
        counts = counts.leave_subgame()
        return compute_totals_after_step(
            counts, setup, previous_pod.standings, now, starting_life=start, successors=heirs
        )
    beaten = event.outcome.beaten_players
    return compute_totals_after_step(
        counts,
        setup,
        previous_standings,
        now,
        starting_life=start,
        beaten_players=beaten,
        successors=heirs,
    )


def _compute_current_starting_life(pod: Pod) -> int:
    """Return the starting life of the game or subgame that is being played.

    The rules are TAB-D1, ESC-51 to ESC-53.
    """
    usual = seats.compute_starting_life(pod.setup, len(pod.players))
    card = pod.subgame_card
    return usual if card is None else SUBGAME_LIFE[card] or usual
