"""The state of a pod and all its transitions.

    lobby ──Started──► running ◄──► waiting ──► finished
      └───────────────────┴──Closed──► closed     (Undone leads one step back from anywhere)

`evolve` is mechanical: it copies what an event says and decides nothing. A subgame is a pod inside
the pod; while it runs, the events of the game belong to it (ESC-D18). A report takes effect at
once. While a claim on a report is open, the pod's points do not count.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import draws, seats
from bot.rules.counting import NOTHING_COUNTED, SUBGAME_LIFE, Counts, settle_counts
from bot.rules.events import (
    Balanced,
    Chose,
    Claim,
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
    Judged,
    Left,
    LinkSet,
    ModeratorsCalled,
    Opened,
    Outcome,
    Overruled,
    Pending,
    Question,
    Restarted,
    Result,
    ResultGranted,
    SaidPresent,
    SeatOffered,
    Setup,
    Sided,
    Standing,
    Started,
    StoryEvent,
    SubgameBegan,
    SubgameCard,
    Substituted,
    TimeUp,
    Turn,
    TurnBegan,
    Undone,
    VariantChanged,
    VoteCalled,
    Voted,
    Won,
    Worded,
)
from bot.rules.facts import Deck, FormerDeck, Player
from bot.rules.gate import Gated, Locked
from bot.rules.idling import Kept, Warned
from bot.rules.players import Rename, rename_players
from bot.rules.refusals import Impossible, refuse
from bot.rules.teams import Standings
from bot.rules.variants import VariantId
from bot.rules.verdicts import NO_VERDICTS, Verdicts

ClaimAnswer = Confirmed | Disputed | Locked
"""Events that change claims, in the pod and in all its earlier steps."""

State = Literal["lobby", "running", "waiting", "finished", "closed"]
"""Stages of a pod from its lobby to its end."""


class Unconfirmed(Struct, frozen=True, gc=False):
    """A report whose claim is open; the pod had `verdicts` verdicts before it."""

    event: Claimed
    verdicts: int

    @property
    def claim(self) -> Claim:
        """Return the conditions that the report still has to meet before it counts."""
        assert self.event.claim is not None
        return self.event.claim

    @property
    def takes_away(self) -> bool:
        """Return whether the report took the result of a game away."""
        event = self.event
        return isinstance(event, Undone) or (
            isinstance(event, Closed) and event.outcome.result is None
        )


class Told(Struct, frozen=True, eq=False):
    """An immutable list of the story's events: the `earlier` ones, and then the `newest`."""

    # Tracked by the garbage collector, which frees a long chain without recursion.
    earlier: "Told | None"
    newest: StoryEvent

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Told):
            return NotImplemented
        return self is other or tell_events(self) == tell_events(other)

    def __hash__(self) -> int:
        return hash(tuple(tell_events(self)))


def tell_events(told: Told | None) -> list[StoryEvent]:
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
    overruled: Overruled | Corrected | None = None
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
        return "running" if self.game.pending is None else "waiting"

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
        return None if self.game.pending is None else self.game.pending.question


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
    after = _evolve(pod, event)
    if isinstance(event, StoryEvent):
        after = replace(after, told=Told(None if pod is None else pod.told, event))
    if pod is None:
        return after
    if pod.setup.counting:
        after = replace(after, counts=_recount(pod, event, after))
    if isinstance(event, DeckNamed):
        after = _apply_deck(pod, event)
    elif isinstance(event, Joined) and event.player in pod.standings:
        after = replace(after, former_decks=_part_with_deck(pod, event.player))
    elif after.decks is not pod.decks or after.former_decks is not pod.former_decks:
        after = replace(after, decks=pod.decks, former_decks=pod.former_decks)
    offers = _change_offers(pod.offers, event)
    link = event.link if isinstance(event, LinkSet) else pod.link
    if after.offers is not offers or after.link != link:
        after = replace(after, offers=offers, link=link)
    has_counted = _has_counted(pod, event, after)
    let_through = pod.let_through or (isinstance(event, Gated) and event.passed == "asked")
    if (after.has_counted, after.let_through) == (has_counted, let_through):
        return after
    return replace(after, has_counted=has_counted, let_through=let_through)


def _apply_deck(pod: Pod, event: DeckNamed) -> Pod:
    """Return the pod with the deck of a seat.

    If losers rejoin, perhaps with another deck (RSP-1), earlier defeats keep the deck before.
    """
    names = pod.find_seat(event.player).names
    known = max((each.verdicts for each in pod.former_decks.get(names[0], ())), default=0)
    lost = any(each.loser in names for each in pod.verdicts[known:])
    if lost and pod.setup.answers.loser_becomes == "rejoins":
        pod = replace(pod, former_decks=_part_with_deck(pod, event.player))
    return replace(pod, decks={**pod.decks, names[0]: event.deck})


def _part_with_deck(pod: Pod, player: Player) -> Mapping[Player, tuple[FormerDeck, ...]]:
    """Return the former decks of a pod in which a player may have another from now on."""
    first = pod.find_seat(player).names[0]
    deck = pod.decks.get(first)
    former = pod.former_decks.get(first, ())
    known = former[-1].verdicts if former else 0
    if deck is None or known >= len(pod.verdicts):
        return pod.former_decks
    return {**pod.former_decks, first: (*former, FormerDeck(deck, len(pod.verdicts)))}


def _change_offers(offers: Mapping[Player, Player], event: Event) -> Mapping[Player, Player]:
    """Return the offered seats after an event, whatever was undone."""
    match event:
        case SeatOffered(to=None):
            return {player: to for player, to in offers.items() if player != event.player}
        case SeatOffered(to=str(to)):
            return {**offers, event.player: to}
        case Substituted():
            gone = (event.player, event.by)
            return {player: to for player, to in offers.items() if not {player, to} & {*gone}}
        case _:
            return offers


def _has_counted(pod: Pod, event: Event, after: Pod) -> bool:
    """Return whether a result of the pod counts, or did once, whatever was decided since.

    A result that was undone without a reason had not counted: anybody could do that once.
    """
    if after.result is not None and not after.unconfirmed:
        return True
    undone = isinstance(event, Undone) and event.reason is None and pod.counted is not None
    return pod.has_counted and not undone


def _apply_first(event: Event) -> Pod:
    if isinstance(event, Entered):
        return _apply_entered(event)
    if not isinstance(event, Opened):
        raise Impossible(f"{type(event).__name__} before the pod was opened")
    return Pod(
        event.setup,
        event.host,
        event.players,
        secret=event.secret,
        kept=event.kept,
        draw=draws.open_draw(event.draw, event.tags),
        ended=event.setup.played,
        guests=event.guests,
        decks=event.decks,
        called=event.called,
        link=event.link,
    )


def _evolve(pod: Pod | None, event: Event) -> Pod:
    if pod is None:
        return _apply_first(event)
    match event:
        case Chose(answer=answer) if answer.moderated:
            deciders = _add_decider(pod, answer.chosen_by)
            return replace(_apply_judged(pod, event), deciders=deciders)
        case Defeated() | Conceded() | Chose() | Won() | Drew() | TurnBegan() | Restarted():
            return _apply_judged(pod, event)
        case SubgameBegan():
            inside = replace(pod, subgame=_make_subgame(pod), subgame_card=event.card)
            return replace(inside, step=pod.step + 1, before=pod)
        case Substituted():
            return _apply_substituted(pod, event)
        case DeedClaimed():
            left = add_claim(pod.unconfirmed, event, len(pod.verdicts))
            return replace(pod, step=pod.step + 1, before=pod, unconfirmed=left)
        case Joined() | Left() | Sided() | Balanced() | VariantChanged() | Started():
            return _apply_in_lobby(pod, event)
        case Undone():
            return _apply_undone(pod, event)
        case Confirmed() | Disputed() | Locked():
            return _answer_all(pod, event)
        case Closed():
            result = event.outcome.result
            over = replace(pod, closed=result is None, result=result, pending=None, subgame=None)
            left = add_claim(pod.unconfirmed, event, len(pod.verdicts))
            return replace(over, step=pod.step + 1, before=pod, unconfirmed=left)
        case Overruled():
            return _apply_overruled(pod, event)
        case Corrected():
            return _apply_corrected(pod, event)
        case Worded():
            return replace(pod, draw=draws.put_word(pod.draw, event.player, event.word))
        case VoteCalled() | SaidPresent() | Voted() | Warned() | Kept() | Counted():
            return pod
        case ModeratorsCalled() | TimeUp() | DeckNamed() | LinkSet() | SeatOffered():
            return pod
        case ResultGranted():
            return _grant_result(pod, event)
        case DisputeBegun():
            return replace(pod, disputing={**pod.disputing, event.by: event.until})
        case Opened() | Entered():
            raise Impossible("the pod was opened twice")
        case _:
            assert_never(event)


def _apply_entered(event: Entered) -> Pod:
    """Return the pod of an entered game; undoing the entry closes it."""
    story = fold(event.story)
    if story is None:
        raise Impossible("a pod without a story")
    before = replace(_evolve(story, Closed()), step=0, before=None)
    left = add_claim((), event, 0)
    return replace(
        story,
        step=1,
        before=before,
        unconfirmed=left,
        has_counted=not left,
        decks=event.decks,
        former_decks=event.former_decks,
    )


def _apply_in_lobby(
    pod: Pod, event: Joined | Left | Sided | Balanced | VariantChanged | Started
) -> Pod:
    """Return the pod after an event of the lobby; a player may also join a running game."""
    match event:
        case Joined():
            return _take_seat(pod, event)
        case Left():
            return replace(_give_seat_back(pod, event.player), host=event.host)
        case Sided():
            chosen = {player: t for player, t in pod.sides.items() if player != event.player}
            team = {} if event.team is None else {event.player: event.team}
            return replace(pod, sides={**chosen, **team})
        case Balanced():
            return replace(pod, sides=event.sides)
        case VariantChanged():
            return replace(pod, setup=change_setup(pod.setup, event.variant, event.scoring))
        case Started():
            # Everybody knows the draw from here on, so no undo leads back to the lobby.
            standings = {player: Standing(player) for player in event.seats}
            begun = replace(pod, standings=standings, begun=standings, step=0, before=None)
            return replace(
                begun,
                players=event.seats,
                turn=event.turn or Turn((event.first,), 1, event.first),
                sides={},
                draw=draws.forget_entries(pod.draw),
                kept=(),
                called=(),
            )
        case _:
            assert_never(event)


def change_setup(setup: Setup, variant: VariantId, scoring: str) -> Setup:
    """Return the agreement with another built-in variant; table, format and life stay."""
    return replace(
        setup, variant=variant, scoring=scoring, house=None, choose_master=False, size=None
    )


def _take_seat(pod: Pod, event: Joined) -> Pod:
    players = tuple(dict.fromkeys((*pod.players, event.player)))
    brought = {} if event.brought_by is None else {event.player: event.brought_by}
    seated = replace(pod, players=players, guests={**pod.guests, **brought})
    if not pod.standings:
        draw = draws.seat_player(pod.draw, event.player, event.tag, event.word)
        return replace(seated, kept=_remove_player(pod.kept, event.player), draw=draw)
    return _apply_outcome(seated, event.outcome, pod)


def _give_seat_back(pod: Pod, player: Player) -> Pod:
    """Return the lobby without `player` and the guests whom they brought."""
    for guest in [each for each, by in pod.guests.items() if by == player]:
        pod = _give_seat_back(pod, guest)
    sides = {other: team for other, team in pod.sides.items() if other != player}
    guests = {other: by for other, by in pod.guests.items() if other != player}
    return replace(
        pod,
        players=_remove_player(pod.players, player),
        kept=_remove_player(pod.kept, player),
        sides=sides,
        draw=draws.unseat_player(pod.draw, player),
        guests=guests,
    )


def _remove_player(players: Iterable[Player], player: Player) -> tuple[Player, ...]:
    return tuple(other for other in players if other != player)


def _apply_substituted(pod: Pod, event: Substituted) -> Pod:
    """Return the pod with a new player on a seat; what has been said keeps its names."""
    seat = pod.find_seat(event.player)
    owner = event.by if event.takes_result else seat.owner
    passed = Seat(seat.names, event.by, owner)
    others = tuple(each for each in pod.passed_on if each is not seat)
    after = rename_seats(pod, lambda player: event.by if player == event.player else player)
    return replace(after, step=pod.step + 1, before=pod, passed_on=(*others, passed))


def _grant_result(pod: Pod, event: ResultGranted) -> Pod:
    """Return the pod, and all its earlier steps with the same substitute, with one more consent."""
    chain: list[Pod] = []
    at: Pod | None = pod
    seat = pod.find_seat(event.player)
    while at is not None and seat in at.passed_on:
        chain.append(at)
        at = at.before
    owner = event.player if event.takes else seat.owner
    agreed = replace(seat, owner=owner, agreed=(*seat.agreed, event.by))
    for each in reversed(chain):
        seats = tuple(agreed if other == seat else other for other in each.passed_on)
        at = replace(each, passed_on=seats, before=at)
    if not chain or at is None:
        raise Impossible("nobody sits there for somebody else")
    return at


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


def _apply_judged(pod: Pod, event: Judged) -> Pod:
    outcome = event.outcome
    if outcome.turn is not None and isinstance(event, (TurnBegan, Restarted)):
        after = _apply_outcome(pod, outcome, pod)
        return replace(after, begun=after.standings)
    if pod.subgame is None:
        after = _apply_outcome(pod, outcome, pod)
        left = add_claim(pod.unconfirmed, event, len(pod.verdicts))
        return after if left is pod.unconfirmed else replace(after, unconfirmed=left)
    subgame = _apply_outcome(pod.subgame, outcome, None)
    over = subgame.result is not None
    return replace(
        pod,
        subgame=None if over else subgame,
        subgame_card=None if over else pod.subgame_card,
        step=pod.step + 1,
        before=pod,
    )


def _apply_outcome(pod: Pod, outcome: Outcome, before: Pod | None) -> Pod:
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


def _answer_all(pod: Pod, event: ClaimAnswer) -> Pod:
    """Return the pod, and all its earlier steps, with the claims answered.

    An answer is therefore no step: it survives whatever is undone later.
    """
    chain: list[Pod] = []
    at: Pod | None = pod
    while at is not None and any(answer_claim(u.claim, event) != u.claim for u in at.unconfirmed):
        chain.append(at)
        at = at.before
    if not chain:
        raise Impossible("nothing to confirm")
    decider = event.by if isinstance(event, Confirmed) and event.moderated else None
    for each in reversed(chain):
        left = answer_claims(each.unconfirmed, event)
        at = replace(each, unconfirmed=left, before=at, deciders=_add_decider(each, decider))
    assert at is not None
    return at


def _add_decider(pod: Pod, by: Player | None) -> tuple[Player, ...]:
    """Return the pod's deciders with `by` added; old events do not record the moderator."""
    return pod.deciders if by is None or by in pod.deciders else (*pod.deciders, by)


def _apply_corrected(pod: Pod, event: Corrected) -> Pod:
    right = fold(event.story)
    if right is None:
        raise Impossible("a pod without a story")
    deciders = dict.fromkeys((*pod.deciders, *right.deciders, *_add_decider(pod, event.by)))
    return replace(
        right,
        step=pod.step + 1,
        before=pod,
        overruled=event,
        unconfirmed=add_claim(right.unconfirmed, event, len(right.verdicts)),
        deciders=tuple(deciders),
        has_counted=pod.has_counted,
        passed_on=tuple(_keep_consents(pod, seat) for seat in right.passed_on),
    )


def _keep_consents(before: Pod, seat: Seat) -> Seat:
    """Return a seat of a game told anew with the agreements about its player's result."""
    known = before.find_seat(seat.player)
    same = (known.former, known.player) == (seat.former, seat.player)
    return replace(seat, agreed=known.agreed) if same else seat


def _apply_undone(pod: Pod, event: Undone) -> Pod:
    """Return the pod without the step that was taken back, and with the later ones that stay.

    An undo that took the result away can still be disputed.
    """
    back = step_back(pod, 1 if event.step is None else pod.step - event.step + 1)
    if back is None:
        raise Impossible("nothing to take back")
    known = {each.claim.version for each in back.unconfirmed}
    undone = [each for each in pod.unconfirmed if isinstance(each.event, Undone)]
    kept = (each for each in undone if each.claim.version not in known)
    left = add_claim((*back.unconfirmed, *kept), event, len(back.verdicts))
    if left != back.unconfirmed or pod.disputing != back.disputing:
        back = replace(back, unconfirmed=left, disputing=pod.disputing)
    for later in event.later:
        back = evolve(back, later.event)
        if isinstance(later.event, Substituted):
            seats = tuple(_keep_consents(pod, seat) for seat in back.passed_on)
            back = replace(back, passed_on=seats)
    return back


def _apply_overruled(pod: Pod, event: Overruled) -> Pod:
    match event.override:
        case "host":
            after = replace(pod, host=event.player or pod.host)
        case "void":
            after = replace(pod, closed=True, result=None, pending=None, subgame=None)
        case "reopen":
            # A closed pod continues from its last step, with its open choices.
            after = pod.before if pod.closed and pod.before is not None else pod
            after = replace(after, closed=False, result=None)
        case "remove" if not pod.standings:
            after = _give_seat_back(pod, event.player or "")
            host = after.players[0] if after.players and event.player == pod.host else pod.host
            after = replace(after, host=host)
        case "date":
            after = replace(pod, ended=event.at)
        case "status" | "points" | "end" | "remove":
            after = _apply_outcome(pod, event.outcome, pod)
            after = replace(after, subgame=None, subgame_card=None)
        case _:
            assert_never(event.override)
    left = add_claim(drop_settled(after.unconfirmed, event), event, len(pod.verdicts))
    decided = replace(after, unconfirmed=left, overruled=event, step=pod.step + 1, before=pod)
    return replace(decided, deciders=_add_decider(pod, event.by))


def _make_subgame(pod: Pod) -> Pod:
    """Begin a subgame with the players in the game; teams stay as they are (ESC-51)."""
    standings = {p: s for p, s in pod.standings.items() if s.status != "out"}
    return Pod(pod.setup, pod.host, tuple(standings), standings, step=pod.step, begun=standings)


# Claims on reports


_SETTLING_OVERRIDES = ("status", "points", "void", "end")
"""Decisions that settle open disputes: the moderator has said what holds."""


def add_claim(
    unconfirmed: tuple[Unconfirmed, ...], event: Event, verdicts: int
) -> tuple[Unconfirmed, ...]:
    """Return the unconfirmed reports after `event`; the pod had `verdicts` verdicts before it."""
    if not isinstance(event, Claimed) or event.claim is None:
        return unconfirmed
    return (*unconfirmed, Unconfirmed(event, verdicts))


def answer_claim(claim: Claim, event: ClaimAnswer) -> Claim | None:
    """Return what is left of a claim after `event`; None means that its report counts.

    An event about other reports leaves the claim unchanged.
    """
    if isinstance(event, Disputed):
        if event.claim != claim.version:
            return claim
        return replace(claim, disputed=event.by, disputers=(*claim.disputers, event.by))
    if isinstance(event, Locked) and claim.version in event.claims:
        return replace(claim, of=(), each=False, waits="press", due=event.at)
    if isinstance(event, Locked) or claim.version not in event.claims:
        return claim
    return _confirm_claim(claim, event.by, event.stands)


def _confirm_claim(claim: Claim, by: Player | None, stands: bool) -> Claim | None:
    """Return what is left of a claim after `by`, or silence, confirmed it.

    A disputed report that a moderator lets stand still waits for the end: until the game counts,
    other players may call another moderator. A player who withdraws an objection without being
    among those who must confirm leaves the claim as it was before.
    """
    if claim.waits is not None and stands:
        return replace(claim, of=(), each=False, disputed=None, waits="end", decided=by)
    mine = by in claim.of
    if claim.waits is not None and by == claim.disputed and by is not None and not mine:
        return replace(claim, disputed=None)
    rest = tuple(player for player in claim.of if player != by)
    if claim.each and rest and mine:
        return replace(claim, of=rest, disputed=None)
    return replace(claim, of=(), disputed=None, waits="end") if claim.waits == "both" else None


def answer_claims(
    unconfirmed: Iterable[Unconfirmed], event: ClaimAnswer
) -> tuple[Unconfirmed, ...]:
    """Return the reports that are still unconfirmed after `event`."""
    answered = ((each, answer_claim(each.claim, event)) for each in unconfirmed)
    return tuple(
        replace(each, event=replace(each.event, claim=claim))
        for each, claim in answered
        if claim is not None
    )


def drop_settled(unconfirmed: tuple[Unconfirmed, ...], event: Overruled) -> tuple[Unconfirmed, ...]:
    """Return the reports that are still unconfirmed after a moderator's decision.

    A decision on the winner settles all of them, any other only those in dispute. In a game that is
    void, nobody needs to dispute that its result was taken away.
    """
    if event.override == "end" and event.claim is not None:  # old decisions settled disputes only
        return ()
    if event.override not in _SETTLING_OVERRIDES:
        return unconfirmed
    is_void = event.override == "void"
    left = (each for each in unconfirmed if not each.claim.disputed)
    return tuple(each for each in left if not (is_void and each.takes_away))


# Totals of life, poison and commander damage


def _recount(before: Pod, event: Event, after: Pod) -> Counts:
    """Return the totals after an event; changes of totals survive undoing and correcting."""
    if before.passed_on != after.passed_on:
        before = _pass_seats(before, after)
    counts = before.counts
    if isinstance(event, Substituted):
        return counts
    setup = after.setup
    was_inside = before.subgame is not None
    is_inside = after.subgame is not None
    if isinstance(event, Counted):
        return counts.add_changes(event.changes)
    if isinstance(event, Undone) or (isinstance(event, Overruled) and event.override == "reopen"):
        if was_inside == is_inside:
            return counts.carry_over(after.counts)
        return counts.enter_subgame(after.counts) if is_inside else counts.leave_subgame()
    start = _compute_starting_life(after)
    standings = after.game.standings
    if is_inside and not was_inside:
        return settle_counts(counts.enter_subgame(), setup, {}, standings, start=start)
    heirs = tuple(heir for outcome in _list_outcomes(event) for heir in outcome.heirs)
    if was_inside and not is_inside:
        return settle_counts(
            counts.leave_subgame(), setup, before.standings, standings, start=start, heirs=heirs
        )
    was = {} if isinstance(event, Restarted) else before.game.standings  # ESC-50
    beaten = event.outcome.beaten if isinstance(event, Judged | Overruled) else ()
    return settle_counts(counts, setup, was, standings, start=start, beaten=beaten, heirs=heirs)


def _pass_seats(before: Pod, after: Pod) -> Pod:
    """Return `before` with the players on the seats of `after`; an undo may give a seat back."""

    def find_sitting(player: Player) -> Player:
        first, *_ = before.find_seat(player).names
        return after.find_seat(first).player

    counts = before.counts.rename(find_sitting)
    return replace(rename_seats(before, find_sitting), counts=counts)


def _list_outcomes(event: Event) -> Iterable[Outcome]:
    """Return the outcome of an event, or all outcomes in a corrected story."""
    for each in event.story if isinstance(event, Corrected) else (event,):
        if isinstance(each, Judged | Overruled):
            yield each.outcome


def _compute_starting_life(pod: Pod) -> int:
    """Return the starting life in the game being played (TAB-D1, ESC-51 to ESC-53)."""
    usual = seats.compute_starting_life(pod.setup, len(pod.players))
    card = pod.subgame_card
    return usual if card is None else SUBGAME_LIFE[card] or usual
