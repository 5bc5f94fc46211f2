"""Substitutes: a player takes over a seat in a running game; the seat's result has an owner."""

from msgspec.structs import replace

from bot.rules.commands import GrantResult, OfferSeat, Substitute
from bot.rules.events import ResultGranted, SeatOffered, Substituted
from bot.rules.facts import Player
from bot.rules.guests import find_actors
from bot.rules.lobby import check_invited
from bot.rules.players import Rename, rename_players
from bot.rules.playing import check_running
from bot.rules.pod import Pod, Seat, Told, rename_seats, tell_events
from bot.rules.refusals import refuse
from bot.rules.reporting import check_present
from bot.rules.teams import find_in_game
from bot.rules.verdicts import Verdicts


def substitute(pod: Pod, command: Substitute) -> Substituted:
    """Decide that somebody takes over a seat. Raises `Refusal`."""
    _check_exchange(pod, command.player, command.by)
    return Substituted(command.player, command.by, command.takes_result)


def offer_seat(pod: Pod, command: OfferSeat) -> SeatOffered:
    """Decide to offer a seat, or to take the same offer back. Raises `Refusal`."""
    if pod.offers.get(command.player) == command.to:
        return SeatOffered(command.player)
    _check_exchange(pod, command.player, command.to)
    return SeatOffered(command.player, command.to)


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


def grant_result(pod: Pod, command: GrantResult) -> ResultGranted:
    """Decide that a player agrees to give a seat's result to its substitute. Raises `Refusal`."""
    if pod.state not in ("running", "waiting"):
        refuse(pod.state)
    seat = next((each for each in find_ungranted(pod) if each.player == command.player), None)
    if seat is None:
        refuse("no-substitute")
    others = list_granting(pod, seat)
    if command.by not in others:
        refuse("others-grant", players=others)
    takes = {*others} <= {*seat.agreed, command.by}
    if command.by in seat.agreed and not takes:
        refuse("granted-already", player=seat.player)
    return ResultGranted(seat.player, command.by, takes)


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
