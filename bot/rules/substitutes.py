"""Substitutes: a player takes over a seat in a running game; the seat's result has an owner."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.commands_and_events import Sentence
from bot.rules.facts import Player
from bot.rules.guests import find_acting_members, find_bringer_role
from bot.rules.lobby import require_invited
from bot.rules.player_totals import PlayerTotals
from bot.rules.players import PlayerMapping, rename_players
from bot.rules.playing import require_in_game, require_running_game
from bot.rules.pod import (
    NO_ROLES,
    EventStory,
    LinkedStory,
    Pod,
    PodCommand,
    ReplayableEvent,
    SeatHistory,
    SideEvent,
    StoryEvent,
    apply_pod_event,
    list_story_events,
    rename_seated_players,
)
from bot.rules.refusals import ImpossibleEvent, raise_refusal
from bot.rules.rights import BRINGER, PLAYERS, SEAT_TAKER, Requester, Right, Role
from bot.rules.teams import list_players_in_game
from bot.rules.verdicts import VerdictList


class TakeOverSeat(PodCommand, frozen=True):
    """The command by which `by`, who is not in the game, takes over the seat of `player`.

    With `takes_result`, the seat's result belongs to `by` from now on.
    """

    player: Player
    by: Player
    takes_result: bool = False

    right = SEAT_TAKER
    stops_for_dispute = True

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `offered` for the person to whom the seat is offered."""
        is_offered = pod.offers.get(self.player) == self.by == player
        return frozenset({"offered"}) if is_offered else NO_ROLES

    def create_event(self, pod: Pod, /) -> "SeatTakenOver":
        """Return the `SeatTakenOver` event for this command.

        Raises `Refusal` if the seat cannot be taken over.
        """
        _require_seat_transfer(pod, self.player, self.by)
        return SeatTakenOver(self.player, self.by, self.takes_result)


class SeatTakenOver(ReplayableEvent, frozen=True, tag="substituted"):
    """The event that `by` took over the seat of `player`, who cannot come back.

    Afterwards the seat is called `by`. Its result stays with its former owner; with
    `takes_result` it goes to `by`.
    """

    player: Player
    by: Player
    takes_result: bool = False

    undo_rank = 1

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with a new player on a seat.

        Earlier verdicts and reports keep their names.
        """
        seat = pod.find_seat_history(self.player)
        owner = self.by if self.takes_result else seat.owner
        passed = SeatHistory(seat.all_players, self.by, owner)
        others = tuple(each for each in pod.passed_on if each is not seat)
        after = rename_seated_players(
            pod, lambda player: self.by if player == self.player else player
        )
        return replace(after, step=pod.step + 1, before=pod, passed_on=(*others, passed))

    def compute_totals_after(self, previous_pod: Pod, current_pod: Pod) -> PlayerTotals:
        """Return the totals unchanged, except for the names on the seats."""
        return previous_pod.counts

    def update_seat_offers(self, offers: Mapping[Player, Player]) -> Mapping[Player, Player]:
        """Return the seat offers without those of the seat or to its new player."""
        gone = {self.player, self.by}
        return {player: to for player, to in offers.items() if not {player, to} & gone}

    def rebuild_command(self) -> TakeOverSeat:
        """Return the `TakeOverSeat` command that caused this event."""
        return TakeOverSeat(self.player, self.by, self.takes_result)

    def decide_after_undo(self, pod: Pod, pod_before_undo: Pod) -> "SeatTakenOver":
        """Return the same takeover of a seat, decided anew for `pod` after an undo.

        Raises `Refusal`.
        """
        takes_result = pod_before_undo.find_result_owner(self.by) == self.by
        return TakeOverSeat(self.player, self.by, takes_result).create_event(pod)

    def apply_after_undo(self, pod: Pod, pod_before_undo: Pod) -> Pod:
        """Return the pod after the event, with the consents that had been given before the
        undo.
        """
        after = apply_pod_event(pod, self)
        return replace(
            after,
            passed_on=tuple(
                copy_result_consents(pod_before_undo, seat) for seat in after.passed_on
            ),
        )

    @property
    def author(self) -> Player:
        """Return the player who took over the seat."""
        return self.by

    def describe(self) -> Sentence:
        """Return the sentence that describes the `SeatTakenOver` event to players."""
        key = "event-substituted-result" if self.takes_result else "event-substituted"
        return Sentence(key, {"by": self.by, "player": self.player})


class OfferSeat(PodCommand, frozen=True):
    """The command that offers the seat of `player` to `to`; repeating the offer withdraws it."""

    player: Player
    to: Player

    right = PLAYERS  # BRINGER for somebody else

    def find_required_right(self, pod: Pod, requester: Requester) -> Right:
        """Return the right of a player, or of a guest's member, to offer the seat."""
        return self.right if self.player == requester.player else BRINGER

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the guest on the seat."""
        return find_bringer_role(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "SeatOffered":
        """Return the event of an offer, or of the withdrawal of the same offer.

        Raises `Refusal`.
        """
        if pod.offers.get(self.player) == self.to:
            return SeatOffered(self.player)
        _require_seat_transfer(pod, self.player, self.to)
        return SeatOffered(self.player, self.to)


class SeatOffered(SideEvent, frozen=True, tag="seat-offered"):
    """The event that `player` offered their seat to `to`, who must agree; None withdraws the
    offer.
    """

    player: Player
    to: Player | None = None

    def update_seat_offers(self, offers: Mapping[Player, Player]) -> Mapping[Player, Player]:
        """Return the seat offers with the player's offer, or without it if withdrawn."""
        others = {player: to for player, to in offers.items() if player != self.player}
        return others if self.to is None else {**offers, self.player: self.to}

    @property
    def author(self) -> Player:
        """Return the player who offers their seat."""
        return self.player

    def describe(self) -> Sentence:
        """Return the sentence that describes the `SeatOffered` event to players."""
        if self.to is None:
            return Sentence("event-seat-kept", {"player": self.player})
        return Sentence("event-seat-offered", {"player": self.player, "to": self.to})


def _require_seat_transfer(pod: Pod, player: Player, substitute: Player) -> None:
    """Raise `Refusal` unless a substitute can take over the seat of a player now."""
    require_running_game(pod)
    require_in_game(pod.standings, player, "player")
    require_invited(pod.setup, substitute)
    if substitute in pod.participants:
        raise_refusal("played-here", "by", player=substitute)


def find_open_seat_offers(pod: Pod) -> dict[Player, Player]:
    """Return the seats that can be taken over, as the invited player by seated player."""
    here = list_players_in_game(pod.standings) if pod.state in ("running", "waiting") else ()
    return {
        player: to
        for player, to in pod.offers.items()
        if player in here and to not in pod.participants
    }


def find_ungranted_seats(pod: Pod) -> tuple[SeatHistory, ...]:
    """Return the seats of substitutes whose result still belongs to somebody else."""
    if pod.state not in ("running", "waiting"):
        return ()
    here = list_players_in_game(pod.standings)
    return tuple(s for s in pod.passed_on if s.player in here and s.owner != s.player)


def list_players_who_must_consent(pod: Pod, seat: SeatHistory) -> tuple[Player, ...]:
    """Return the players who must agree that a seat's result belongs to its substitute."""
    others = (player for player in list_players_in_game(pod.standings) if player != seat.player)
    return tuple(each for each in find_acting_members(pod, others) if each != seat.player)


class GrantResult(PodCommand, frozen=True):
    """The command by which `by` agrees that a seat's result belongs to its substitute `player`."""

    player: Player
    by: Player

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "ResultGranted":
        """Return the `ResultGranted` event for this command.

        Raises `Refusal` if no consent is needed.
        """
        if pod.state not in ("running", "waiting"):
            raise_refusal(pod.state)
        seat = next(
            (each for each in find_ungranted_seats(pod) if each.player == self.player), None
        )
        if seat is None:
            raise_refusal("no-substitute")
        others = list_players_who_must_consent(pod, seat)
        if self.by not in others:
            raise_refusal("others-grant", players=others)
        takes = {*others} <= {*seat.agreed, self.by}
        if self.by in seat.agreed and not takes:
            raise_refusal("granted-already", player=seat.player)
        return ResultGranted(seat.player, self.by, takes)


class ResultGranted(SideEvent, frozen=True, tag="result-granted"):
    """The event that `by` agreed that a seat's result belongs to its substitute `player`.

    With `takes`, everybody else in the game has agreed, so that it does.
    """

    player: Player
    by: Player
    takes: bool = False

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod and its earlier steps with one more consent for the substitute.

        Raises `ImpossibleEvent` if nobody sits there for somebody else.
        """
        chain: list[Pod] = []
        at: Pod | None = pod
        seat = pod.find_seat_history(self.player)
        while at is not None and seat in at.passed_on:
            chain.append(at)
            at = at.before
        owner = self.player if self.takes else seat.owner
        agreed = replace(seat, owner=owner, agreed=(*seat.agreed, self.by))
        for each in reversed(chain):
            seats = tuple(agreed if other == seat else other for other in each.passed_on)
            at = replace(each, passed_on=seats, before=at)
        if not chain or at is None:
            raise ImpossibleEvent("nobody sits there for somebody else")
        return at

    def update_undo_stories(self, stories: list[EventStory]) -> None:
        """Give the seat's result to its substitute in all stories, if everybody has agreed."""
        if self.takes:
            stories[:] = [tuple(self._grant_in_event(each) for each in story) for story in stories]

    def _grant_in_event(self, event: StoryEvent) -> StoryEvent:
        if isinstance(event, SeatTakenOver) and event.by == self.player:
            return replace(event, takes_result=True)
        return event

    @property
    def author(self) -> Player:
        """Return the player who agreed."""
        return self.by

    def describe(self) -> Sentence:
        """Return the sentence that describes the `ResultGranted` event to players."""
        key = "event-result-taken" if self.takes else "event-result-granted"
        return Sentence(key, {"player": self.player, "by": self.by})


def copy_result_consents(previous_pod: Pod, seat_history: SeatHistory) -> SeatHistory:
    """Return a seat with the consents about its result that had been given in the previous pod."""
    known = previous_pod.find_seat_history(seat_history.player)
    same = (known.former, known.player) == (seat_history.former, seat_history.player)
    return replace(seat_history, agreed=known.agreed) if same else seat_history


def credit_result_owners(pod: Pod) -> Pod:
    """Return a pod and its steps with the result's owner in place of everybody who sat on a
    seat.

    Results, ratings and deeds of people are computed from this pod.
    """
    return _rename_players_in_pod(pod, pod.find_result_owner) if pod.passed_on else pod


def _rename_players_in_pod(pod: Pod, rename_player: PlayerMapping) -> Pod:
    """Return a pod with other names on its seats, in its verdicts, its result and earlier
    steps.
    """
    chain = [pod]
    while (before := chain[-1].before) is not None:
        chain.append(before)
    after: Pod | None = None
    for each in reversed(chain):
        after = replace(
            rename_seated_players(each, rename_player),
            verdicts=_rename_players_in_verdicts(each.verdicts, rename_player),
            pending=None if each.pending is None else rename_players(each.pending, rename_player),
            result=None if each.result is None else rename_players(each.result, rename_player),
            passed_on=(),
            decks={rename_player(first): deck for first, deck in each.decks.items()},
            former_decks={
                rename_player(first): decks for first, decks in each.former_decks.items()
            },
            before=after,
        )
    assert after is not None
    told: LinkedStory | None = None
    for event in list_story_events(pod.told):
        told = LinkedStory(told, rename_players(event, rename_player))
    return replace(after, told=told)


def _rename_players_in_verdicts(verdicts: VerdictList, rename_player: PlayerMapping) -> VerdictList:
    renamed = tuple(rename_players(each, rename_player) for each in verdicts)
    return VerdictList().append_verdicts(renamed)
