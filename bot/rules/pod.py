"""The state of a pod, the base classes of its commands and events, and all its transitions.

    lobby ──Started──► running ◄──► waiting ──► finished
      └───────────────────┴──Closed──► closed     (Undone leads one step back from anywhere)

`evolve` is mechanical: it copies what an event says and decides nothing. A subgame is a pod inside
the pod; while it runs, the events of the game belong to it (ESC-D18). A report takes effect at
once. While a claim on a report is open, the pod's points do not count.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import draws, seats
from bot.rules.acts import Command, Event, Sentence
from bot.rules.counting import NOTHING_COUNTED, SUBGAME_LIFE, Counts, settle_counts
from bot.rules.facts import Deck, FormerDeck, Player
from bot.rules.gate import Gated
from bot.rules.players import Rename, rename_players
from bot.rules.records import (
    NO_EFFECT,
    Claim,
    ConfirmationId,
    Outcome,
    Pending,
    Question,
    Result,
    Setup,
    SubgameCard,
    Turn,
    Waits,
)
from bot.rules.refusals import Impossible, Refusal, refuse
from bot.rules.rights import Asker, Right, Role
from bot.rules.teams import Standings
from bot.rules.variants import VariantId
from bot.rules.verdicts import NO_VERDICTS, Verdicts

State = Literal["lobby", "running", "waiting", "finished", "closed"]
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


class Unconfirmed(Struct, frozen=True, gc=False):
    """A report whose claim is open; the pod had `verdicts` verdicts before it."""

    event: "Claimable"
    verdicts: int

    @property
    def claim(self) -> Claim:
        """Return the conditions that the report still has to meet before it counts."""
        assert self.event.claim is not None
        return self.event.claim

    @property
    def takes_away(self) -> bool:
        """Return whether the report took the result of a game away."""
        return self.event.takes_result_away


class Told(Struct, frozen=True, eq=False):
    """An immutable list of the story's events: the `earlier` ones, and then the `newest`."""

    # Tracked by the garbage collector, which frees a long chain without recursion.
    earlier: "Told | None"
    newest: "StoryEvent"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Told):
            return NotImplemented
        return self is other or tell_events(self) == tell_events(other)

    def __hash__(self) -> int:
        return hash(tuple(tell_events(self)))


def tell_events(told: Told | None) -> "list[StoryEvent]":
    """Return the events of a story, oldest first."""
    events: list[StoryEvent] = []
    while told is not None:
        events.append(told.newest)
        told = told.earlier
    return events[::-1]


class Seat(Struct, frozen=True, gc=False):
    """A seat that changed hands: its `former` players, first to last, and who has it now.

    The seat's result belongs to its `owner`. Those in `agreed` want it to be the player's.
    """

    former: tuple[Player, ...]
    player: Player
    owner: Player
    agreed: tuple[Player, ...] = ()

    @property
    def names(self) -> tuple[Player, ...]:
        """Everybody who has sat there."""
        return *self.former, self.player


class Pod(Struct, frozen=True):
    """A game and the people in it, after some events.

    `players` are in order of joining until the start, then in seat order, as `standings` are. Seats
    in `kept` are reserved in the lobby until these people take them. `sides` are the teams that
    players chose in the lobby. `guests` are players without an account, each with the member who
    brought them, or None. Seats come from the `draw`, in older pods from a `secret`, in others from
    neither.

    `step` counts the steps, and `before` is the pod one step ago, for undoing. `begun` are the
    standings when the turn began, on which range and attacks depend until the next turn (TAB-13,
    ESC-D21). `counts` are the totals of the game being played.

    `unconfirmed` are the reports that do not count yet, oldest first. `overruled` is a moderator's
    last decision, and `deciders` are all moderators who decided something. `ended` is the end in
    milliseconds since 1970, if somebody said it. `has_counted` means that the pod's result counts,
    or did once. `let_through` means that a moderator who was asked about its season, which is over,
    has decided something about the pod; then silence may confirm it there. `decks` are the decks
    that were named, whatever was undone since, by the first player of each seat; `former_decks`
    are those that players who rejoined had before. `passed_on` are the seats that changed hands,
    `offers` those that are offered to somebody, by player. `called` signed up for the plan of a
    lobby. `link` is where the players meet on the web, whatever was undone since.

    `disputing` are players who began to dispute something, each with the time until when silence
    confirms nothing. `told` are the events of the story, as they were first.
    """

    setup: Setup
    host: Player
    players: tuple[Player, ...]
    standings: Standings = {}
    verdicts: Verdicts = NO_VERDICTS
    turn: Turn | None = None
    pending: Pending | None = None
    result: Result | None = None
    step: int = 0
    before: "Pod | None" = None
    subgame: "Pod | None" = None
    subgame_card: SubgameCard | None = None
    closed: bool = False
    overruled: "Decision | None" = None
    secret: str | None = None
    unconfirmed: tuple[Unconfirmed, ...] = ()
    sides: Mapping[Player, int] = {}
    begun: Standings = {}
    counts: Counts = NOTHING_COUNTED
    kept: tuple[Player, ...] = ()
    deciders: tuple[Player, ...] = ()
    ended: int | None = None
    has_counted: bool = False
    let_through: bool = False
    draw: draws.PodDraw | None = None
    guests: Mapping[Player, Player | None] = {}
    decks: Mapping[Player, Deck] = {}
    former_decks: Mapping[Player, tuple[FormerDeck, ...]] = {}
    disputing: Mapping[Player, int] = {}
    passed_on: tuple[Seat, ...] = ()
    offers: Mapping[Player, Player] = {}
    told: Told | None = None
    called: tuple[Player, ...] = ()
    link: str | None = None

    @property
    def state(self) -> State:
        """Return the pod's stage between its lobby and its end."""
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
            refuse(self.state)

    @property
    def game(self) -> "Pod":
        """Return the game being played: the subgame while there is one (ESC-D18)."""
        return self.subgame or self

    @property
    def counted(self) -> Result | None:
        """Return the result if no claim is open; None if it does not count yet."""
        return None if self.unconfirmed else self.result

    @property
    def is_played(self) -> bool:
        """True unless the game was entered and its result does not count, so it may be invented.

        All features that state who has played use this.
        """
        return self.setup.played is None or self.has_counted

    @property
    def open_reports(self) -> tuple[Unconfirmed, ...]:
        """Return the reports that somebody may still confirm or dispute.

        In a closed pod these are the ones that took its result away.
        """
        if not self.closed:
            return self.unconfirmed
        return tuple(each for each in self.unconfirmed if each.takes_away)

    @property
    def disputed(self) -> Unconfirmed | None:
        """Return the report that moderators must decide about; the pod stands still until then."""
        return next((each for each in self.open_reports if each.claim.disputed), None)

    def find_seat(self, player: Player) -> Seat:
        """Return the seat of a player, who may have left it to somebody else."""
        kept = Seat((), player, player)
        return next((seat for seat in self.passed_on if player in seat.names), kept)

    @property
    def participants(self) -> tuple[Player, ...]:
        """Return everybody who sits in the game or has sat in it, in the order of seats."""
        names = (name for player in self.players for name in self.find_seat(player).names)
        return tuple(dict.fromkeys(names)) if self.passed_on else self.players

    def find_owner(self, player: Player) -> Player:
        """Return the owner of the result of a player's seat."""
        return self.find_seat(player).owner

    def find_deck(self, player: Player) -> Deck | None:
        """Return the deck that is played on the seat of a player, if it was named."""
        return self.decks.get(self.find_seat(player).names[0])

    def find_deck_at(self, player: Player, verdict: int) -> Deck | None:
        """Return the deck of a player's seat in a verdict of the pod, counted from 0."""
        former = self.former_decks.get(self.find_seat(player).names[0], ())
        then = (each.deck for each in former if verdict < each.verdicts)
        return next(then, self.find_deck(player))

    @property
    def question(self) -> Question | None:
        """Return the choice that the pod, or its subgame, waits for."""
        pending = (self.subgame or self).pending
        return None if pending is None else pending.question


# Commands and events


Story = tuple["StoryEvent", ...]
"""The events of a pod's story, from which everything undone or corrected is gone."""

NO_ROLES: frozenset[Role] = frozenset()


class PodCommand(Command, frozen=True):
    """A request to change a pod."""

    stops_for_dispute: ClassVar[bool] = False
    """Whether the command is refused while moderators have to decide about a disputed report."""

    @abstractmethod
    def decide(self, pod: Pod, /) -> Event:
        """Return the event of the command. Raises `Refusal`, and then nothing has happened."""

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right that `asker` must have in the present state of the pod."""
        return self.right

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return the roles that `asker` has for this command alone.

        The `maker` took the step that the command takes back, or else the pod's last step.
        """
        return NO_ROLES

    def check_fairness(self, pod: Pod, asker: Asker) -> None:
        """Raise `Refusal` if the command is in the favour of `asker`, who decides for others."""

    def make_rights_refusal(self, pod: Pod, right: Right, maker: Player | None) -> Refusal:
        """Return the refusal for somebody who lacks `right`; `maker` made the last report."""
        return Refusal(right.refusal, by=pod.host, player=maker or pod.host, players=())


class OpeningCommand(PodCommand, frozen=True):
    """A command that brings a pod into being."""

    def decide(self, pod: Pod, /) -> Event:
        """Raise `Refusal`: there is a pod already."""
        refuse("already-open")

    @abstractmethod
    def open_pod(self) -> "OpeningEvent":
        """Return the event of the command. Raises `Refusal`, and then nothing has happened."""


class PodEvent(Event, frozen=True):
    """An event of a pod."""

    @abstractmethod
    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the event. Raises `Impossible` if the event cannot follow."""

    @property
    def outcome(self) -> Outcome:
        """The effects of the event, as the rules decided them."""
        return NO_EFFECT

    @property
    def heirs(self) -> tuple[Player, ...]:
        """The players who succeeded their masters by the event, in order (ESC-45)."""
        return self.outcome.heirs

    def sign(self, by: Player | None) -> Self:
        """Return the event with the moderator who decided it, if it records that."""
        return self

    is_news: ClassVar[bool] = True
    """Whether everybody at the table should hear of the event, unless it prepares a game."""

    moves_players: ClassVar[bool] = False
    """Whether the event may change the status or the lord of players who are not its subjects."""

    def find_subjects(self, before: Pod) -> frozenset[Player]:
        """Return the players whose own fate the sentence of the event tells."""
        return frozenset()

    def change_stories(self, stories: list[Story]) -> None:
        """Change the stories of the pod: one for each step that can be taken back."""

    def recount_totals(self, before: Pod, after: Pod) -> Counts:
        """Return the totals of life, poison and damage after the event."""
        return settle_totals(before, after, before.game.standings, self)

    def change_decks(self, before: Pod, after: Pod) -> Pod:
        """Return `after` with its decks; they stay, whatever is undone."""
        if after.decks is before.decks and after.former_decks is before.former_decks:
            return after
        return replace(after, decks=before.decks, former_decks=before.former_decks)

    def change_offers(self, offers: Mapping[Player, Player]) -> Mapping[Player, Player]:
        """Return the offered seats after the event; they stay, whatever is undone."""
        return offers

    def change_link(self, link: str | None) -> str | None:
        """Return the players' link after the event; it stays, whatever is undone."""
        return link

    def earns_points(self, pod: Pod) -> bool:
        """Return whether players get the variant's points for a result that the event brings."""
        return True

    def find_decided_reports(self, before: Pod) -> "tuple[StoryEvent, ...]":
        """Return the reports that a moderator confirmed, corrected or made with the event."""
        return ()

    def takes_count_back(self, pod: Pod) -> bool:
        """Return whether the event shows that a result of the pod had not counted."""
        return False


class OpeningEvent(PodEvent, frozen=True):
    """An event that brings a pod into being."""

    opens = True

    @abstractmethod
    def open_pod(self) -> Pod:
        """Return the new pod."""

    def apply(self, pod: Pod, /) -> Pod:
        """Raise `Impossible`: the pod is open already."""
        raise Impossible("the pod was opened twice")


class StoryEvent(PodEvent, frozen=True):
    """An event of a pod's story: a step of the game, or of its lobby."""

    replaceable: ClassVar[bool] = False
    """Whether a correction can put other facts in the place of the event."""

    @property
    def is_preparing(self) -> bool:
        """Whether the event belongs to the lobby or the start; these cannot be corrected."""
        return False

    @abstractmethod
    def make_command(self) -> PodCommand:
        """Return the command that led to the event."""

    def change_stories(self, stories: list[Story]) -> None:
        """Add the event to the newest story; unless it prepares the game, that is a step."""
        longer = (*stories[-1], self)
        if self.is_preparing:
            stories[-1] = longer
        else:
            stories.append(longer)

    def sign_again(self, former: "StoryEvent") -> "StoryEvent":
        """Return the event, judged again, with the decider and the claim of `former`."""
        event: StoryEvent = self
        if isinstance(event, Claimable) and isinstance(former, Claimable):
            return replace(event, claim=former.claim)
        return event


class PreparingEvent(StoryEvent, frozen=True):
    """An event of the lobby, or the start of the game; it cannot be corrected."""

    @property
    def is_preparing(self) -> bool:
        """True: the event prepares the game."""
        return True


class JudgedEvent(StoryEvent, frozen=True):
    """An event of the game being played, which may be a subgame."""

    moves_players = True

    def earns_points(self, pod: Pod) -> bool:
        """Return whether the event happens outside of a subgame, which has no points."""
        return pod.subgame is None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the outcome, with the claim on the report."""
        if pod.subgame is None:
            after = apply_outcome(pod, self.outcome, pod)
            if not isinstance(self, Claimable) or self.claim is None:
                return after
            left = add_claim(pod.unconfirmed, self, len(pod.verdicts))
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


class LaterEvent(StoryEvent, frozen=True):
    """A step that may stay although an earlier one is taken back."""

    undo_rank: ClassVar[int]
    """The rank below `REPORT_RANK` by which an undo passes over the step."""

    @abstractmethod
    def decide_again(self, pod: Pod, latest: Pod) -> Self:
        """Return the event as it follows in `pod`; `latest` is the pod before the undo.

        Raises `Refusal` if it cannot follow.
        """

    def apply_after_undo(self, pod: Pod, latest: Pod) -> Pod:
        """Return `pod` after the event; `latest` is the pod before the undo."""
        return evolve(pod, self)


REPORT_RANK = 2
"""The rank of a report or a decision, which an undo takes back first."""


class Claimable(PodEvent, frozen=True):
    """An event that may need confirmation: it can decide who wins."""

    @property
    @abstractmethod
    def claim(self) -> Claim | None:
        """The open claim on the event."""

    @property
    def takes_result_away(self) -> bool:
        """Whether the event, if it has a claim, took the result of a game away."""
        return False

    def takes_end_back(self, pod: Pod, *, had_end: bool) -> bool:
        """Return whether the event takes back the end of `pod`, or closes it after an end."""
        return False

    @abstractmethod
    def make_claim(self, draft: "ClaimDraft") -> Claim | None:
        """Return the claim of the event; None if it counts at once."""

    def find_confirmers(self, pod: Pod, by: Player) -> tuple[tuple[Player, ...], bool] | None:
        """Return who may confirm a report by `by`, and whether each must; None for no report."""
        return None

    @abstractmethod
    def tell_claim(self) -> Sentence | None:
        """Return the label of the unconfirmed event; None if its fields do not suffice."""


class Decision(PodEvent, frozen=True):
    """A moderator's decision about a pod, with a reason."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """The reason that the moderator gave."""

    @property
    @abstractmethod
    def by(self) -> Player | None:
        """The moderator who decided; old events do not record it."""


class ClaimDraft(Struct, frozen=True):
    """A claim to be made on an event that is about to happen to `pod`, caused by `by`.

    `version` is the event's future version in the log, `at` the time in milliseconds since 1970.
    """

    pod: Pod
    version: int
    by: Player
    at: int

    @property
    def waiting_time(self) -> int | None:
        """Milliseconds after which silence confirms a defeat, as the pod agreed."""
        return WAITING_TIMES[self.pod.setup.confirmation]

    def wait_for_end(self, decided: Player | None = None) -> Claim:
        """Return a claim that waits for the end of the game; a moderator may have `decided`."""
        return Claim(self.version, self.by, (), self.at, waits="end", decided=decided)

    def wait_for(
        self, players: tuple[Player, ...], wait: int, waits: Waits | None, *, each: bool = False
    ) -> Claim:
        """Return a claim that one of `players` confirms, or each, within `wait` milliseconds."""
        return Claim(self.version, self.by, players, self.at + wait, each, waits=waits)


class ClaimAnswer(PodEvent, frozen=True):
    """An event that changes claims, in the pod and in all its earlier steps."""

    is_news = False

    @abstractmethod
    def answer(self, claim: Claim) -> Claim | None:
        """Return what is left of a claim after the event; None means that its report counts.

        An event about other reports leaves the claim unchanged.
        """

    @property
    def decider(self) -> Player | None:
        """The moderator who answered as such."""
        return None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod, and all its earlier steps, with the claims answered.

        An answer is therefore no step: it survives whatever is undone later. Raises `Impossible`
        if no claim changes.
        """
        chain: list[Pod] = []
        at: Pod | None = pod
        while at is not None and any(self.answer(u.claim) != u.claim for u in at.unconfirmed):
            chain.append(at)
            at = at.before
        if not chain:
            raise Impossible("nothing to confirm")
        for each in reversed(chain):
            left = self._answer_all(each.unconfirmed)
            deciders = add_decider(each, self.decider)
            at = replace(each, unconfirmed=left, before=at, deciders=deciders)
        assert at is not None
        return at

    def change_stories(self, stories: list[Story]) -> None:
        """Answer the claims in all stories."""
        stories[:] = [tuple(self._answer_in_story(each) for each in story) for story in stories]

    def _answer_all(self, unconfirmed: Iterable[Unconfirmed]) -> tuple[Unconfirmed, ...]:
        answered = ((each, self.answer(each.claim)) for each in unconfirmed)
        return tuple(
            replace(each, event=replace(each.event, claim=claim))
            for each, claim in answered
            if claim is not None
        )

    def _answer_in_story(self, event: StoryEvent) -> StoryEvent:
        if not isinstance(event, Claimable) or event.claim is None:
            return event
        return replace(event, claim=self.answer(event.claim))


class AsideEvent(PodEvent, frozen=True):
    """An event beside the game: it is no step, cannot be undone, and is not part of the story."""

    is_aside = True
    is_news = False

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod unchanged."""
        return pod


# Folding


def step_back(pod: Pod, count: int) -> Pod | None:
    """Return the pod `count` steps ago; None if it has made fewer steps."""
    at: Pod | None = pod
    for _ in range(count):
        at = None if at is None else at.before
    return at


def fold(events: Iterable[Event]) -> Pod | None:
    """Return the pod after `events`; None for no events. Raises `Impossible`."""
    pod: Pod | None = None
    for event in events:
        pod = evolve(pod, event)
    return pod


def evolve(pod: Pod | None, event: Event) -> Pod:
    """Return the pod after `event`. Raises `Impossible` if the event cannot follow."""
    if pod is None:
        return _open_pod(event)
    after: Pod = event.apply(pod)
    if not isinstance(event, PodEvent):
        return _record_passage(pod, event, after)
    if isinstance(event, StoryEvent):
        after = replace(after, told=Told(pod.told, event))
    if pod.setup.counting:
        after = replace(after, counts=_recount_totals(pod, event, after))
    after = event.change_decks(pod, after)
    offers = event.change_offers(pod.offers)
    link = event.change_link(pod.link)
    if after.offers is not offers or after.link != link:
        after = replace(after, offers=offers, link=link)
    has_counted = _has_counted(pod, event, after)
    if after.has_counted != has_counted:
        after = replace(after, has_counted=has_counted)
    return _record_passage(pod, event, after)


def _open_pod(event: Event) -> Pod:
    if not isinstance(event, OpeningEvent):
        raise Impossible(f"{type(event).__name__} before the pod was opened")
    pod = event.open_pod()
    return replace(pod, told=Told(None, event)) if isinstance(event, StoryEvent) else pod


def _record_passage(before: Pod, event: Event, after: Pod) -> Pod:
    """Return `after` with whether a moderator who was asked about its season decided something."""
    let_through = before.let_through or (isinstance(event, Gated) and event.passed == "asked")
    return after if after.let_through == let_through else replace(after, let_through=let_through)


def _has_counted(pod: Pod, event: PodEvent, after: Pod) -> bool:
    """Return whether a result of the pod counts, or did once, whatever was decided since."""
    if after.result is not None and not after.unconfirmed:
        return True
    return pod.has_counted and not event.takes_count_back(pod)


# Transitions that several events share


def change_setup(setup: Setup, variant: VariantId, scoring: str) -> Setup:
    """Return the agreement with another built-in variant; table, format and life stay."""
    return replace(
        setup, variant=variant, scoring=scoring, house=None, choose_master=False, size=None
    )


def free_seat(pod: Pod, player: Player) -> Pod:
    """Return the lobby without `player` and the guests whom they brought."""
    for guest in [each for each, by in pod.guests.items() if by == player]:
        pod = free_seat(pod, guest)
    sides = {other: team for other, team in pod.sides.items() if other != player}
    guests = {other: by for other, by in pod.guests.items() if other != player}
    return replace(
        pod,
        players=remove_player(pod.players, player),
        kept=remove_player(pod.kept, player),
        sides=sides,
        draw=draws.unseat_player(pod.draw, player),
        guests=guests,
    )


def remove_player(players: Iterable[Player], player: Player) -> tuple[Player, ...]:
    """Return the players without `player`."""
    return tuple(other for other in players if other != player)


def rename_seats(pod: Pod, rename: Rename) -> Pod:
    """Return the pod with other players on its seats, also in its subgame.

    Verdicts, claims and all earlier steps keep the names that they had.
    """
    return replace(
        pod,
        players=tuple(map(rename, pod.players)),
        standings=_rename_standings(pod.standings, rename),
        begun=_rename_standings(pod.begun, rename),
        turn=None if pod.turn is None else rename_players(pod.turn, rename),
        subgame=None if pod.subgame is None else rename_seats(pod.subgame, rename),
        guests={guest: by and rename(by) for guest, by in pod.guests.items()},
    )


def _rename_standings(standings: Standings, rename: Rename) -> Standings:
    return {
        rename(player): rename_players(standing, rename) for player, standing in standings.items()
    }


def apply_outcome(pod: Pod, outcome: Outcome, before: Pod | None) -> Pod:
    """Return the pod one step on, after an outcome; `before` is what an undo leads back to."""
    moved = {move.player: move for move in outcome.moves}
    return Pod(
        pod.setup,
        pod.host,
        pod.players,
        {**pod.standings, **moved} if moved else pod.standings,
        pod.verdicts.add_moment(outcome.verdicts),
        outcome.turn or pod.turn,
        outcome.pending,
        outcome.result,
        pod.step + 1,
        before,
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


def add_decider(pod: Pod, by: Player | None) -> tuple[Player, ...]:
    """Return the pod's deciders with `by` added; old events do not record the moderator."""
    return pod.deciders if by is None or by in pod.deciders else (*pod.deciders, by)


def add_claim(
    unconfirmed: tuple[Unconfirmed, ...], event: Claimable, verdicts: int
) -> tuple[Unconfirmed, ...]:
    """Return the unconfirmed reports after `event`; the pod had `verdicts` verdicts before it."""
    if event.claim is None:
        return unconfirmed
    return (*unconfirmed, Unconfirmed(event, verdicts))


# Totals of life, poison and commander damage


def _recount_totals(before: Pod, event: PodEvent, after: Pod) -> Counts:
    """Return the totals after an event; changes of totals survive undoing and correcting."""
    if before.passed_on != after.passed_on:
        before = _pass_seats(before, after)
    return event.recount_totals(before, after)


def _pass_seats(before: Pod, after: Pod) -> Pod:
    """Return `before` with the players on the seats of `after`; an undo may give a seat back."""

    def find_sitting(player: Player) -> Player:
        first, *_ = before.find_seat(player).names
        return after.find_seat(first).player

    counts = before.counts.rename(find_sitting)
    return replace(rename_seats(before, find_sitting), counts=counts)


def carry_totals_over(before: Pod, after: Pod) -> Counts:
    """Return the totals after an event that leads back to an earlier state of the game."""
    counts = before.counts
    was_inside = before.subgame is not None
    is_inside = after.subgame is not None
    if was_inside == is_inside:
        return counts.carry_over(after.counts)
    return counts.enter_subgame(after.counts) if is_inside else counts.leave_subgame()


def settle_totals(before: Pod, after: Pod, standings: Standings, event: PodEvent) -> Counts:
    """Return the totals after an event of the game, in which the players had these standings."""
    counts = before.counts
    setup = after.setup
    was_inside = before.subgame is not None
    is_inside = after.subgame is not None
    start = _compute_starting_life(after)
    now = after.game.standings
    if is_inside and not was_inside:
        return settle_counts(counts.enter_subgame(), setup, {}, now, start=start)
    heirs = event.heirs
    if was_inside and not is_inside:
        counts = counts.leave_subgame()
        return settle_counts(counts, setup, before.standings, now, start=start, heirs=heirs)
    beaten = event.outcome.beaten
    return settle_counts(counts, setup, standings, now, start=start, beaten=beaten, heirs=heirs)


def _compute_starting_life(pod: Pod) -> int:
    """Return the starting life in the game being played (TAB-D1, ESC-51 to ESC-53)."""
    usual = seats.compute_starting_life(pod.setup, len(pod.players))
    card = pod.subgame_card
    return usual if card is None else SUBGAME_LIFE[card] or usual
