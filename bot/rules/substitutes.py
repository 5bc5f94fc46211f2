"""Substitutes: a player takes over a seat in a running game; the seat's result has an owner."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.acts import Sentence
from bot.rules.counting import Counts
from bot.rules.facts import Player
from bot.rules.guests import find_actors, find_bringer_role
from bot.rules.lobby import check_invited
from bot.rules.players import Rename, rename_players
from bot.rules.playing import check_present, check_running
from bot.rules.pod import (
    NO_ROLES,
    AsideEvent,
    LaterEvent,
    Pod,
    PodCommand,
    Seat,
    Story,
    StoryEvent,
    Told,
    evolve,
    rename_seats,
    tell_events,
)
from bot.rules.refusals import Impossible, refuse
from bot.rules.rights import BRINGER, PLAYERS, SEAT_TAKER, Asker, Right, Role
from bot.rules.teams import find_in_game
from bot.rules.verdicts import Verdicts


class Substitute(PodCommand, frozen=True):
    """Let `by`, who is not in the game, take over the seat of `player`.

    With `takes_result`, the seat's result belongs to `by` from now on.
    """

    player: Player
    by: Player
    takes_result: bool = False

    right = SEAT_TAKER
    stops_for_dispute = True

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `offered` for the person to whom the seat is offered."""
        is_offered = pod.offers.get(self.player) == self.by == asker
        return frozenset({"offered"}) if is_offered else NO_ROLES

    def decide(self, pod: Pod, /) -> "Substituted":
        """Return the event of the command. Raises `Refusal`."""
        _check_exchange(pod, self.player, self.by)
        return Substituted(self.player, self.by, self.takes_result)


class Substituted(LaterEvent, frozen=True, tag="substituted"):
    """`by`, who was not in the game, took over the seat of `player`, who cannot come back.

    Afterwards the seat is called `by`. Its result stays with its former owner; with `takes_result`
    it goes to `by`.
    """

    player: Player
    by: Player
    takes_result: bool = False

    undo_rank = 1

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with a new player on a seat; what has been said keeps its names."""
        seat = pod.find_seat(self.player)
        owner = self.by if self.takes_result else seat.owner
        passed = Seat(seat.names, self.by, owner)
        others = tuple(each for each in pod.passed_on if each is not seat)
        after = rename_seats(pod, lambda player: self.by if player == self.player else player)
        return replace(after, step=pod.step + 1, before=pod, passed_on=(*others, passed))

    def recount_totals(self, before: Pod, after: Pod) -> Counts:
        """Return the totals unchanged, except for the names on the seats."""
        return before.counts

    def change_offers(self, offers: Mapping[Player, Player]) -> Mapping[Player, Player]:
        """Return the offers without those of the seat, and without those to its new player."""
        gone = {self.player, self.by}
        return {player: to for player, to in offers.items() if not {player, to} & gone}

    def make_command(self) -> Substitute:
        """Return the command that led to the event."""
        return Substitute(self.player, self.by, self.takes_result)

    def decide_again(self, pod: Pod, latest: Pod) -> "Substituted":
        """Return the event as it follows in `pod`. Raises `Refusal`."""
        takes_result = latest.find_owner(self.by) == self.by
        return Substitute(self.player, self.by, takes_result).decide(pod)

    def apply_after_undo(self, pod: Pod, latest: Pod) -> Pod:
        """Return the pod after the event, with the consents that had been given in `latest`."""
        after = evolve(pod, self)
        return replace(
            after, passed_on=tuple(copy_consents(latest, seat) for seat in after.passed_on)
        )

    @property
    def author(self) -> Player:
        """The player who took the seat."""
        return self.by

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        key = "event-substituted-result" if self.takes_result else "event-substituted"
        return Sentence(key, {"by": self.by, "player": self.player})


class OfferSeat(PodCommand, frozen=True):
    """Offer the seat of `player` to `to`; offering it once more to the same takes that back."""

    player: Player
    to: Player

    right = PLAYERS  # BRINGER for somebody else

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right of a player, or of the member who brought a guest."""
        return self.right if self.player == asker.player else BRINGER

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `bringer` for the member who brought the guest in question."""
        return find_bringer_role(pod, asker, self.player)

    def decide(self, pod: Pod, /) -> "SeatOffered":
        """Return an offer, or the end of the same offer. Raises `Refusal`."""
        if pod.offers.get(self.player) == self.to:
            return SeatOffered(self.player)
        _check_exchange(pod, self.player, self.to)
        return SeatOffered(self.player, self.to)


class SeatOffered(AsideEvent, frozen=True, tag="seat-offered"):
    """`player` wants to give their seat to `to`, who has to agree; None takes that back."""

    player: Player
    to: Player | None = None

    def change_offers(self, offers: Mapping[Player, Player]) -> Mapping[Player, Player]:
        """Return the offers with that of the player's seat, or without it."""
        others = {player: to for player, to in offers.items() if player != self.player}
        return others if self.to is None else {**offers, self.player: self.to}

    @property
    def author(self) -> Player:
        """The player who offers the seat."""
        return self.player

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        if self.to is None:
            return Sentence("event-seat-kept", {"player": self.player})
        return Sentence("event-seat-offered", {"player": self.player, "to": self.to})


def _check_exchange(pod: Pod, player: Player, by: Player) -> None:
    """Raise `Refusal` unless `by` can take over the seat of `player` now."""
    check_running(pod)
    check_present(pod.standings, player, "player")
    check_invited(pod.setup, by)
    if by in pod.participants:
        refuse("played-here", "by", player=by)


def find_offers(pod: Pod) -> dict[Player, Player]:
    """Return the seats that can be taken over, each with whom it is offered to."""
    here = find_in_game(pod.standings) if pod.state in ("running", "waiting") else ()
    return {
        player: to
        for player, to in pod.offers.items()
        if player in here and to not in pod.participants
    }


def find_ungranted(pod: Pod) -> tuple[Seat, ...]:
    """Return the seats of substitutes in the game whose result is somebody else's."""
    if pod.state not in ("running", "waiting"):
        return ()
    here = find_in_game(pod.standings)
    return tuple(s for s in pod.passed_on if s.player in here and s.owner != s.player)


def list_granting(pod: Pod, seat: Seat) -> tuple[Player, ...]:
    """Return the players who have to agree that a seat's result belongs to its substitute."""
    others = (player for player in find_in_game(pod.standings) if player != seat.player)
    return tuple(each for each in find_actors(pod, others) if each != seat.player)


class GrantResult(PodCommand, frozen=True):
    """Agree, as `by`, that the result of a seat belongs to its substitute `player`."""

    player: Player
    by: Player

    right = PLAYERS

    def decide(self, pod: Pod, /) -> "ResultGranted":
        """Return the player's consent. Raises `Refusal`."""
        if pod.state not in ("running", "waiting"):
            refuse(pod.state)
        seat = next((each for each in find_ungranted(pod) if each.player == self.player), None)
        if seat is None:
            refuse("no-substitute")
        others = list_granting(pod, seat)
        if self.by not in others:
            refuse("others-grant", players=others)
        takes = {*others} <= {*seat.agreed, self.by}
        if self.by in seat.agreed and not takes:
            refuse("granted-already", player=seat.player)
        return ResultGranted(seat.player, self.by, takes)


class ResultGranted(AsideEvent, frozen=True, tag="result-granted"):
    """`by` agreed that the result of `player`, a substitute, belongs to `player`.

    With `takes`, everybody else in the game has agreed, so that it does.
    """

    player: Player
    by: Player
    takes: bool = False

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod, and all its earlier steps with the same substitute, with a consent more.

        Raises `Impossible` if nobody sits there for somebody else.
        """
        chain: list[Pod] = []
        at: Pod | None = pod
        seat = pod.find_seat(self.player)
        while at is not None and seat in at.passed_on:
            chain.append(at)
            at = at.before
        owner = self.player if self.takes else seat.owner
        agreed = replace(seat, owner=owner, agreed=(*seat.agreed, self.by))
        for each in reversed(chain):
            seats = tuple(agreed if other == seat else other for other in each.passed_on)
            at = replace(each, passed_on=seats, before=at)
        if not chain or at is None:
            raise Impossible("nobody sits there for somebody else")
        return at

    def change_stories(self, stories: list[Story]) -> None:
        """Give the seat's result to its substitute in all stories, if everybody has agreed."""
        if self.takes:
            stories[:] = [tuple(self._grant(each) for each in story) for story in stories]

    def _grant(self, event: StoryEvent) -> StoryEvent:
        if isinstance(event, Substituted) and event.by == self.player:
            return replace(event, takes_result=True)
        return event

    @property
    def author(self) -> Player:
        """The player who agreed."""
        return self.by

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        key = "event-result-taken" if self.takes else "event-result-granted"
        return Sentence(key, {"player": self.player, "by": self.by})


def copy_consents(before: Pod, seat: Seat) -> Seat:
    """Return a seat of a game told anew with the agreements about its player's result."""
    known = before.find_seat(seat.player)
    same = (known.former, known.player) == (seat.former, seat.player)
    return replace(seat, agreed=known.agreed) if same else seat


def credit_pod(pod: Pod) -> Pod:
    """Return a pod and its steps with the owner of each seat in place of all who sat there.

    Results, ratings and deeds of people are computed from this pod.
    """
    return _rename_story(pod, pod.find_owner) if pod.passed_on else pod


def _rename_story(pod: Pod, rename: Rename) -> Pod:
    """Return a pod with other names on its seats, in its verdicts, its result and earlier steps."""
    chain = [pod]
    while (before := chain[-1].before) is not None:
        chain.append(before)
    after: Pod | None = None
    for each in reversed(chain):
        after = replace(
            rename_seats(each, rename),
            verdicts=_rename_verdicts(each.verdicts, rename),
            pending=None if each.pending is None else rename_players(each.pending, rename),
            result=None if each.result is None else rename_players(each.result, rename),
            passed_on=(),
            decks={rename(first): deck for first, deck in each.decks.items()},
            former_decks={rename(first): decks for first, decks in each.former_decks.items()},
            before=after,
        )
    assert after is not None
    told: Told | None = None
    for event in tell_events(pod.told):
        told = Told(told, rename_players(event, rename))
    return replace(after, told=told)


def _rename_verdicts(verdicts: Verdicts, rename: Rename) -> Verdicts:
    renamed = tuple(rename_players(each, rename) for each in verdicts)
    return Verdicts().add_moment(renamed)
