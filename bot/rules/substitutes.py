"""Substitutes: a player takes over a seat in a running game; the seat's result has an owner."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.guests import (
    find_role_for_bringing_guest,
    list_guests_of_member,
    list_members_acting_for_players,
)
from bot.rules.lobby import require_player_is_invited
from bot.rules.player_totals import LifeAndDamageTotals
from bot.rules.players import PlayerMapping, replace_players_in_event_or_state
from bot.rules.playing import require_player_in_game, require_running_game
from bot.rules.pod import (
    NO_ROLES,
    EventHistory,
    EventRecreatedAfterUndo,
    LinkedEventList,
    NonGameplayEvent,
    Pod,
    PodCommand,
    PodHistoryEvent,
    SeatHistory,
    apply_pod_event,
    convert_linked_events_to_list,
    replace_seated_players,
)
from bot.rules.refusals import ImpossibleEventError, raise_refusal
from bot.rules.rights import BRINGER, PLAYERS, SEAT_TAKER, CommandRight, Requester, Role
from bot.rules.teams import list_players_in_game
from bot.rules.verdicts import LinkedVerdictList


class TakeOverSeatAsSubstitute(PodCommand, frozen=True):
    """The command by which a person outside the game takes over the seat of a player.

    With `takes_result`, the seat's result belongs to `by` from now on.
    """

    player: Player
    by: Player
    takes_result: bool = False

    right = SEAT_TAKER
    stops_for_dispute = True

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `offered` if the seat was offered to the player; otherwise no role."""
        is_offered = pod.offers.get(self.player) == self.by == player
        return frozenset({"offered"}) if is_offered else NO_ROLES

    def create_event(self, pod: Pod, /) -> "SeatTakenOver":
        """Return the `SeatTakenOver` event. Raises `Refusal` if the seat cannot be taken over."""
        _require_seat_can_be_taken_over(pod, self.player, self.by)
        return SeatTakenOver(self.player, self.by, self.takes_result)


class SeatTakenOver(EventRecreatedAfterUndo, frozen=True, tag="substituted"):
    """The event that a person took over the seat of a player who cannot come back.

    Afterwards the seat is called `by`. Its result stays with its former owner; with `takes_result` it goes to `by`.
    """

    player: Player
    by: Player
    takes_result: bool = False

    undo_rank = 1

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with the new player on the seat.

        Earlier verdicts and reports keep their names.
        """
        seat = pod.find_seat_of_player(self.player)
        owner = self.by if self.takes_result else seat.owner
        passed = SeatHistory(seat.all_occupants, self.by, owner)
        others = tuple(each for each in pod.passed_on if each is not seat)
        after = replace_seated_players(pod, lambda player: self.by if player == self.player else player)
        return replace(after, step=pod.step + 1, before=pod, passed_on=(*others, passed))

    def compute_life_and_damage_after_event(self, previous_pod: Pod, current_pod: Pod) -> LifeAndDamageTotals:
        """Return life, poison and damage after the takeover, which gives the seat's values to the new player."""
        return previous_pod.counts

    def compute_seat_offers_after_event(self, previous_pod: Pod) -> Mapping[Player, Player]:
        """Return the open seat offers, except offers of this seat, of its guests, and to the new player."""
        gone = {self.player, self.by, *list_guests_of_member(previous_pod, self.player)}
        return {player: to for player, to in previous_pod.offers.items() if not {player, to} & gone}

    def rebuild_original_command(self) -> TakeOverSeatAsSubstitute:
        return TakeOverSeatAsSubstitute(self.player, self.by, self.takes_result)

    def recreate_after_undo(self, pod: Pod, pod_before_undo: Pod) -> "SeatTakenOver":
        takes_result = pod_before_undo.find_result_owner(self.by) == self.by
        return TakeOverSeatAsSubstitute(self.player, self.by, takes_result).create_event(pod)

    def reapply_after_undo(self, pod: Pod, pod_before_undo: Pod) -> Pod:
        """Return the pod after the takeover, with the earlier consents to transfer the result."""
        after = apply_pod_event(pod, self)
        return replace(
            after,
            passed_on=tuple(copy_consents_to_result_transfer(pod_before_undo, seat) for seat in after.passed_on),
        )

    @property
    def player_who_caused_event(self) -> Player:
        return self.by

    def build_event_sentence(self) -> TranslatableSentence:
        key = "event-substituted-result" if self.takes_result else "event-substituted"
        return TranslatableSentence(key, {"by": self.by, "player": self.player})


class OfferSeatToSubstitute(PodCommand, frozen=True):
    """The command that offers a player's seat to a substitute.

    The same command again withdraws the offer.
    """

    player: Player
    to: Player

    right = PLAYERS  # BRINGER for somebody else

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right to offer a seat: players offer their own, members also their guests'."""
        return self.right if self.player == requester.player else BRINGER

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the guest on the seat; otherwise no role."""
        return find_role_for_bringing_guest(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "SeatOffered":
        """Return the event that makes or withdraws an offer. Raises `Refusal` if the seat cannot be offered."""
        if pod.offers.get(self.player) == self.to:
            return SeatOffered(self.player)
        _require_seat_can_be_taken_over(pod, self.player, self.to)
        return SeatOffered(self.player, self.to)


class SeatOffered(NonGameplayEvent, frozen=True, tag="seat-offered"):
    """The event that a player offered their seat to a substitute, or withdrew the offer.

    The person must agree.
    """

    player: Player
    to: Player | None = None

    def compute_seat_offers_after_event(self, previous_pod: Pod) -> Mapping[Player, Player]:
        """Return the pod's seat offers after the event's offer was made or withdrawn."""
        others = {player: to for player, to in previous_pod.offers.items() if player != self.player}
        return others if self.to is None else {**previous_pod.offers, self.player: self.to}

    @property
    def player_who_caused_event(self) -> Player:
        return self.player

    def build_event_sentence(self) -> TranslatableSentence:
        if self.to is None:
            return TranslatableSentence("event-seat-kept", {"player": self.player})
        return TranslatableSentence("event-seat-offered", {"player": self.player, "to": self.to})


def _require_seat_can_be_taken_over(pod: Pod, seat_owner: Player, substitute: Player) -> None:
    require_running_game(pod)
    require_player_in_game(pod.standings, seat_owner, "player")
    require_player_is_invited(pod.setup, substitute)
    if substitute in pod.current_and_former_players:
        raise_refusal("played-here", "by", player=substitute)


def map_players_to_invited_substitutes(pod: Pod) -> dict[Player, Player]:
    """Return a mapping from players who offer their seat to the substitutes whom they invited."""
    here = list_players_in_game(pod.standings) if pod.state in ("running", "waiting") else ()
    return {
        player: to for player, to in pod.offers.items() if player in here and to not in pod.current_and_former_players
    }


def list_seats_awaiting_result_transfer(pod: Pod) -> tuple[SeatHistory, ...]:
    """Return substitutes' seats with results that still belong to the earlier player."""
    if pod.state not in ("running", "waiting"):
        return ()
    here = list_players_in_game(pod.standings)
    return tuple(s for s in pod.passed_on if s.player in here and s.owner != s.player)


def list_players_yet_to_approve_transfer(pod: Pod, seat: SeatHistory) -> tuple[Player, ...]:
    """Return the players who have not yet approved the transfer of a seat's result to the substitute."""
    others = (player for player in list_players_in_game(pod.standings) if player != seat.player)
    return tuple(each for each in list_members_acting_for_players(pod, others) if each != seat.player)


class ApproveResultTransfer(PodCommand, frozen=True):
    """The command by which a player agrees that a substitute gets the result of a seat."""

    player: Player
    by: Player

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "ResultTransferToSubstituteApproved":
        if pod.state not in ("running", "waiting"):
            raise_refusal(pod.state)
        seat = next((each for each in list_seats_awaiting_result_transfer(pod) if each.player == self.player), None)
        if seat is None:
            raise_refusal("no-substitute")
        others = list_players_yet_to_approve_transfer(pod, seat)
        if self.by not in others:
            raise_refusal("others-grant", players=others)
        takes = {*others} <= {*seat.agreed, self.by}
        if self.by in seat.agreed and not takes:
            raise_refusal("granted-already", player=seat.player)
        return ResultTransferToSubstituteApproved(seat.player, self.by, takes)


class ResultTransferToSubstituteApproved(NonGameplayEvent, frozen=True, tag="result-granted"):
    """The event that a player approved the transfer of a seat's result to a substitute.

    `takes` means that everybody else in the game has agreed, so that the substitute gets the result.
    """

    player: Player
    by: Player
    takes: bool = False

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after one more player agreed that the substitute gets the result of the seat.

        The pod's earlier states change too, so that an undo keeps the consent. Raises `ImpossibleEventError` if nobody
        sits there for somebody else.
        """
        chain: list[Pod] = []
        at: Pod | None = pod
        seat = pod.find_seat_of_player(self.player)
        while at is not None and seat in at.passed_on:
            chain.append(at)
            at = at.before
        owner = self.player if self.takes else seat.owner
        agreed = replace(seat, owner=owner, agreed=(*seat.agreed, self.by))
        for each in reversed(chain):
            seats = tuple(agreed if other == seat else other for other in each.passed_on)
            at = replace(each, passed_on=seats, before=at)
        if not chain or at is None:
            raise ImpossibleEventError("nobody sits there for somebody else")
        return at

    def update_undo_stack(self, undo_stack: list[EventHistory]) -> None:
        """Once all players agree, give the seat's result to the substitute in all states that an undo can restore."""
        if self.takes:
            undo_stack[:] = [tuple(self._transfer_result_in_event(each) for each in story) for story in undo_stack]

    def _transfer_result_in_event(self, pod_event: PodHistoryEvent) -> PodHistoryEvent:
        if isinstance(pod_event, SeatTakenOver) and pod_event.by == self.player:
            return replace(pod_event, takes_result=True)
        return pod_event

    @property
    def player_who_caused_event(self) -> Player:
        return self.by

    def build_event_sentence(self) -> TranslatableSentence:
        key = "event-result-taken" if self.takes else "event-result-granted"
        return TranslatableSentence(key, {"player": self.player, "by": self.by})


def copy_consents_to_result_transfer(previous_pod: Pod, seat_history: SeatHistory) -> SeatHistory:
    """Return a seat with the result-transfer consents of another state of the pod, if its players are the same."""
    known = previous_pod.find_seat_of_player(seat_history.player)
    same = (known.former, known.player) == (seat_history.former, seat_history.player)
    return replace(seat_history, agreed=known.agreed) if same else seat_history


def replace_players_by_result_owners(pod: Pod) -> Pod:
    """Return a copy of a pod in which each seat has the player who gets the seat's result.

    Results, ratings and achievements of people are computed from this pod.
    """
    return _replace_all_players_in_pod(pod, pod.find_result_owner) if pod.passed_on else pod


def _replace_all_players_in_pod(pod: Pod, player_replacements: PlayerMapping) -> Pod:
    chain = [pod]
    while (before := chain[-1].before) is not None:
        chain.append(before)
    after: Pod | None = None
    for each in reversed(chain):
        after = replace(
            replace_seated_players(each, player_replacements),
            verdicts=_replace_players_in_verdicts(each.verdicts, player_replacements),
            pending=None
            if each.pending is None
            else replace_players_in_event_or_state(each.pending, player_replacements),
            result=None if each.result is None else replace_players_in_event_or_state(each.result, player_replacements),
            passed_on=(),
            decks={player_replacements(first): deck for first, deck in each.decks.items()},
            former_decks={player_replacements(first): decks for first, decks in each.former_decks.items()},
            before=after,
        )
    assert after is not None
    told: LinkedEventList | None = None
    for event in convert_linked_events_to_list(pod.told):
        told = LinkedEventList(told, replace_players_in_event_or_state(event, player_replacements))
    return replace(after, told=told)


def _replace_players_in_verdicts(verdicts: LinkedVerdictList, player_replacements: PlayerMapping) -> LinkedVerdictList:
    renamed = tuple(replace_players_in_event_or_state(each, player_replacements) for each in verdicts)
    return LinkedVerdictList().append_verdicts(renamed)
