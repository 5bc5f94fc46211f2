"""The state of a pod and its transitions: all of both but what `recounting` does to life totals.

    lobby ──Started──► running ◄──► waiting ──► finished
      └───────────────────┴──Closed──► closed     (Undone leads one step back from anywhere)

`evolve` is mechanical: it copies what an event says and decides nothing. A subgame is a pod
inside the pod; while it runs, the game's events are its own (ESC-D18). A report has its effect
at once; while somebody has yet to confirm it, the pod's points do not count.
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
    Defeated,
    Disputed,
    Drew,
    Entered,
    Event,
    Joined,
    Judged,
    Left,
    Opened,
    Outcome,
    Overruled,
    Pending,
    Question,
    Restarted,
    Result,
    SaidPresent,
    Setup,
    Sided,
    Standing,
    Started,
    SubgameBegan,
    SubgameCard,
    Turn,
    TurnBegan,
    Undone,
    VoteCalled,
    Voted,
    Won,
    Worded,
)
from bot.rules.facts import Player
from bot.rules.idling import Kept, Warned
from bot.rules.refusals import Impossible
from bot.rules.teams import Standings
from bot.rules.verdicts import NO_VERDICTS, Verdicts

State = Literal["lobby", "running", "waiting", "finished", "closed"]


class Unconfirmed(Struct, frozen=True, gc=False):
    """A report that is not confirmed yet; `verdicts` is how many the pod had before it."""

    event: Claimed
    verdicts: int

    @property
    def claim(self) -> Claim:
        """Who may confirm it, and until when."""
        assert self.event.claim is not None
        return self.event.claim


class Pod(Struct, frozen=True):
    """One game and the people in it, as its events left it.

    `players` are in order of joining until the start, then in seat order; so are `standings`.
    `before` is the pod as it was one step ago, for undoing; `step` counts the steps. `overruled`
    is the last of a moderator's decisions. Seats come from the `draw`, of older pods from a
    `secret`, of others from neither. Reports that are `unconfirmed`, oldest first, do not count.

    `sides` are the teams that people chose in the lobby; `begun` are the standings as they were
    when the turn began, on which range and attacks depend until the next one (TAB-13, ESC-D21).
    `counts` are the totals of the game that is played, where the pod keeps them.

    In a lobby a seat is `kept` for people until they take it. Moderators who decided something are
    `deciders`. When it `ended`, in milliseconds since 1970, somebody may have said. A pod whose
    result counts, or did, `has_counted`. Of those who sit, `guests` were brought by others.
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
    draw: draws.PodDraw | None = None
    guests: Mapping[Player, Player | None] = {}

    @property
    def state(self) -> State:
        """Where the pod is on the way from its lobby to its end."""
        if self.closed:
            return "closed"
        if self.result is not None:
            return "finished"
        if not self.standings:
            return "lobby"
        return "running" if self.game.pending is None else "waiting"

    @property
    def game(self) -> "Pod":
        """The game that is being played: the subgame while there is one (ESC-D18)."""
        return self.subgame or self

    @property
    def counted(self) -> Result | None:
        """The result, once nothing in it has yet to be confirmed."""
        return None if self.unconfirmed else self.result

    @property
    def disputed(self) -> Unconfirmed | None:
        """The report that moderators have to decide about: until then the pod stands still."""
        disputed = (each for each in self.unconfirmed if each.claim.disputed)
        return None if self.closed else next(disputed, None)

    @property
    def question(self) -> Question | None:
        """The choice that the pod, or its subgame, waits for."""
        return None if self.game.pending is None else self.game.pending.question


def fold(events: Iterable[Event]) -> Pod | None:
    """The pod that `events` lead to; None for none. Raises `Impossible`."""
    pod: Pod | None = None
    for event in events:
        pod = evolve(pod, event)
    return pod


def evolve(pod: Pod | None, event: Event) -> Pod:
    """The pod after `event`. Raises `Impossible` if the event cannot follow."""
    after = _evolve(pod, event)
    if pod is None:
        return after
    if pod.setup.counting:
        after = replace(after, counts=_recount(pod, event, after))
    has_counted = _has_counted(pod, event, after)
    return after if after.has_counted == has_counted else replace(after, has_counted=has_counted)


def _has_counted(pod: Pod, event: Event, after: Pod) -> bool:
    """Whether a result of the pod counts, or has, whatever was decided since.

    What was undone without a reason, as anybody could once, had not.
    """
    if after.result is not None and not after.unconfirmed:
        return True
    undone = isinstance(event, Undone) and event.reason is None and pod.counted is not None
    return pod.has_counted and not undone


def _begin(event: Event) -> Pod:
    if isinstance(event, Entered):
        return _enter(event)
    if not isinstance(event, Opened):
        raise Impossible(f"{type(event).__name__} before the pod was opened")
    seated, draw = (event.host, event.players), draws.open_draw(event.draw, event.tags)
    opened = Pod(event.setup, *seated, secret=event.secret, kept=event.kept, draw=draw)
    return replace(opened, ended=event.setup.played, guests=event.guests)


def _evolve(pod: Pod | None, event: Event) -> Pod:
    if pod is None:
        return _begin(event)
    match event:
        case Chose(answer=answer) if answer.moderated:
            deciders = _add_decider(pod, answer.chosen_by)
            return replace(_apply_judged(pod, event), deciders=deciders)
        case Defeated() | Conceded() | Chose() | Won() | Drew() | TurnBegan() | Restarted():
            return _apply_judged(pod, event)
        case SubgameBegan():
            inside = replace(pod, subgame=_nest(pod), subgame_card=event.card)
            return replace(inside, step=pod.step + 1, before=pod)
        case Joined() | Left() | Sided() | Balanced() | Started():
            return _prepare(pod, event)
        case Undone():
            if pod.before is None:
                raise Impossible("nothing to take back")
            return pod.before
        case Confirmed() | Disputed():
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
        case Opened() | Entered():
            raise Impossible("the pod was opened twice")
        case _:
            assert_never(event)


def _enter(event: Entered) -> Pod:
    """The whole game at once; taken back, it was closed instead."""
    story = fold(event.story)
    if story is None:
        raise Impossible("a pod without a story")
    before = replace(_evolve(story, Closed()), step=0, before=None)
    left = add_claim((), event, 0)
    return replace(story, step=1, before=before, unconfirmed=left, has_counted=not left)


def _prepare(pod: Pod, event: Joined | Left | Sided | Balanced | Started) -> Pod:
    """What happens in a lobby; people may also join a game that goes on."""
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
        case Started():
            # The draw is known from here on: no undo leads back to the lobby.
            standings = {player: Standing(player) for player in event.seats}
            begun = replace(pod, standings=standings, begun=standings, step=0, before=None)
            return replace(
                begun,
                players=event.seats,
                turn=event.turn or Turn((event.first,), 1, event.first),
                sides={},
                draw=draws.forget_entries(pod.draw),
                kept=(),
            )
        case _:
            assert_never(event)


def _take_seat(pod: Pod, event: Joined) -> Pod:
    players = tuple(dict.fromkeys((*pod.players, event.player)))
    brought = {} if event.brought_by is None else {event.player: event.brought_by}
    seated = replace(pod, players=players, guests={**pod.guests, **brought})
    if not pod.standings:
        draw = draws.seat_player(pod.draw, event.player, event.tag, event.word)
        return replace(seated, kept=_leave_out(pod.kept, event.player), draw=draw)
    return _apply_outcome(seated, event.outcome, pod)


def _give_seat_back(pod: Pod, player: Player) -> Pod:
    """The lobby, once a player has got up, and with them the guests whom they brought."""
    for guest in [each for each, by in pod.guests.items() if by == player]:
        pod = _give_seat_back(pod, guest)
    sides = {other: team for other, team in pod.sides.items() if other != player}
    players, kept = _leave_out(pod.players, player), _leave_out(pod.kept, player)
    guests = {other: by for other, by in pod.guests.items() if other != player}
    draw = draws.unseat_player(pod.draw, player)
    return replace(pod, players=players, kept=kept, sides=sides, draw=draw, guests=guests)


def _leave_out(players: Iterable[Player], player: Player) -> tuple[Player, ...]:
    return tuple(other for other in players if other != player)


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
    inside, card = (None, None) if over else (subgame, pod.subgame_card)
    return replace(pod, subgame=inside, subgame_card=card, step=pod.step + 1, before=pod)


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
        guests=pod.guests,
    )


def _answer_all(pod: Pod, event: Confirmed | Disputed) -> Pod:
    """The pod, and each pod before that knows of the reports, after these were answered.

    That is why an answer is no step: whatever is taken back later, it has been given.
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
    """The moderators who decided something; older events do not say who did."""
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
    )


def _apply_overruled(pod: Pod, event: Overruled) -> Pod:
    match event.override:
        case "host":
            after = replace(pod, host=event.player or pod.host)
        case "void":
            after = replace(pod, closed=True, result=None, pending=None, subgame=None)
        case "reopen":
            # What was closed goes on from where it stood, choices that were open included.
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


def _nest(pod: Pod) -> Pod:
    """A subgame begins with those in the game, teams as they are (ESC-51)."""
    standings = {p: s for p, s in pod.standings.items() if s.status != "out"}
    return Pod(pod.setup, pod.host, tuple(standings), standings, step=pod.step, begun=standings)


# Reports that are yet to confirm


_SETTLING = ("status", "points", "void", "end")
"""Decisions that settle what is disputed: a moderator has looked at it and said what holds."""


def add_claim(
    unconfirmed: tuple[Unconfirmed, ...], event: Event, verdicts: int
) -> tuple[Unconfirmed, ...]:
    """Return what is yet to confirm once `event` has happened; the pod had so many `verdicts`."""
    if not isinstance(event, Claimed) or event.claim is None:
        return unconfirmed
    return (*unconfirmed, Unconfirmed(event, verdicts))


def answer_claim(claim: Claim, event: Confirmed | Disputed) -> Claim | None:
    """Return what is yet to confirm of a report after `event`, which may be about other ones."""
    if isinstance(event, Disputed):
        return claim.dispute(event.by) if event.claim == claim.version else claim
    if claim.version not in event.claims:
        return claim
    return claim.confirm(event.by, stands=event.stands)


def answer_claims(
    unconfirmed: Iterable[Unconfirmed], event: Confirmed | Disputed
) -> tuple[Unconfirmed, ...]:
    """Return what is yet to confirm of several reports after `event`."""
    answered = ((each, answer_claim(each.claim, event)) for each in unconfirmed)
    return tuple(
        replace(each, event=replace(each.event, claim=claim))
        for each, claim in answered
        if claim is not None
    )


def drop_settled(unconfirmed: tuple[Unconfirmed, ...], event: Overruled) -> tuple[Unconfirmed, ...]:
    """Return what is yet to confirm of earlier reports once a moderator has decided.

    That is nothing, where they said who won.
    """
    if event.override == "end" and event.claim is not None:  # older ones left it as it was
        return ()
    if event.override not in _SETTLING:
        return unconfirmed
    return tuple(each for each in unconfirmed if not each.claim.disputed)


# Totals of life, poison and commander damage


def _recount(before: Pod, event: Event, after: Pod) -> Counts:
    """The totals after an event: changes stay, whatever is taken back or put right."""
    counts, setup = before.counts, after.setup
    was_inside, is_inside = before.subgame is not None, after.subgame is not None
    if isinstance(event, Counted):
        return counts.add_changes(event.changes)
    if isinstance(event, Undone) or (isinstance(event, Overruled) and event.override == "reopen"):
        if was_inside == is_inside:
            return counts.carry_over(after.counts)
        return counts.enter_subgame(after.counts) if is_inside else counts.leave_subgame()
    start, standings = _compute_starting_life(after), after.game.standings
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


def _list_outcomes(event: Event) -> Iterable[Outcome]:
    """What the rules made of an event, or of all that a correction makes of a story."""
    for each in event.story if isinstance(event, Corrected) else (event,):
        if isinstance(each, Judged | Overruled):
            yield each.outcome


def _compute_starting_life(pod: Pod) -> int:
    """What each life total of the game that is played started at (TAB-D1, ESC-51 to ESC-53)."""
    usual = seats.compute_starting_life(pod.setup, len(pod.players))
    card = pod.subgame_card
    return usual if card is None else SUBGAME_LIFE[card] or usual
