"""Guests: players without an account. The member who brought a guest acts and votes for them."""

from collections.abc import Iterable
from typing import Literal

from bot.rules.facts import Player
from bot.rules.pod import NO_ROLES, Pod
from bot.rules.rights import Role
from bot.rules.teams import list_players_in_game

MIN_MEMBERS = 3
"""Fewest members that a game with guests needs to count in the standings."""

TooManyGuests = Literal["few-members", "many-guests"]


def find_member_acting_for_player(pod: Pod, player: Player) -> Player:
    """Return the member who acts for a player: players act for themselves, and for the guests whom they brought."""
    return pod.guests.get(player) or player


def list_members_acting_for_players(pod: Pod, players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the members who act for these players, each once; members act for the guests whom they brought."""
    guests = pod.guests
    if not guests:  # nearly always
        return tuple(dict.fromkeys(players))
    return tuple(dict.fromkeys(guests.get(player) or player for player in players))


def find_role_for_bringing_guest(pod: Pod, member: Player, guest: Player) -> frozenset[Role]:
    """Return the role `bringer` if the member brought the guest into the pod; otherwise return no role."""
    return frozenset({"bringer"}) if pod.guests.get(guest) == member else NO_ROLES


def list_guests_of_member(pod: Pod, member: Player) -> tuple[Player, ...]:
    return tuple(player for player in pod.players if pod.guests.get(player) == member)


def explain_if_too_many_guests(player_count: int, guest_count: int) -> TooManyGuests | None:
    """Return the reason why a game has too many guests for the standings; None if the game counts."""
    if not guest_count:
        return None
    if player_count - guest_count < MIN_MEMBERS:
        return "few-members"
    return "many-guests" if 2 * guest_count >= player_count else None


def explain_if_pod_has_too_many_guests(pod: Pod) -> TooManyGuests | None:
    """Return the reason why a pod has too many guests for the standings; None if the pod counts.

    Guests from an import, whom no member brought, do not count here.
    """
    guests = sum(pod.guests.get(player) is not None for player in pod.players)
    return explain_if_too_many_guests(len(pod.players), guests)


def list_members_who_may_confirm_reports(pod: Pod, excluded_player: Player) -> tuple[Player, ...]:
    """Return the members who can confirm reports in the pod, without one given player.

    While others play on, those who are out cannot confirm. A member acts for their guests, so they count as one.
    """
    in_game = list_players_in_game(pod.standings) if pod.result is None else []
    for players in (in_game, pod.current_and_former_players):
        members = list_members_acting_for_players(pod, players)
        if found := tuple(player for player in members if player != excluded_player):
            return found
    return ()


def list_members_with_interest_in_seat(pod: Pod, player: Player) -> tuple[Player, ...]:
    """Return the members who profit from a player's seat: all who ever had it, and those who act for them."""
    occupants = pod.find_seat_of_player(player).all_occupants
    return tuple(dict.fromkeys((player, *occupants, *list_members_acting_for_players(pod, occupants))))


def is_member_in_game(pod: Pod, member: Player) -> bool:
    """Return True if a member or one of their guests is in the game being played."""
    return member in list_members_acting_for_players(pod, list_players_in_game(pod.current_game.standings))
