"""Guests: players without an account. The member who brought a guest acts and votes for them."""

from collections.abc import Iterable
from typing import Literal

from bot.rules.facts import Player
from bot.rules.pod import NO_ROLES, Pod
from bot.rules.rights import Role

MIN_MEMBERS = 3
"""Fewest members that a game with guests needs to count in the standings."""

TooManyGuests = Literal["few-members", "many-guests"]


def find_acting_member(pod: Pod, player: Player) -> Player:
    """Return who acts for a player: the member who brought a guest, otherwise the player."""
    return pod.guests.get(player) or player


def find_acting_members(pod: Pod, players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the members who act for some players, each of them once."""
    guests = pod.guests
    return tuple(dict.fromkeys(guests.get(player) or player for player in players))


def find_bringer_role(pod: Pod, member: Player, guest: Player) -> frozenset[Role]:
    """Return the role `bringer` if a member brought the guest, otherwise no role."""
    return frozenset({"bringer"}) if pod.guests.get(guest) == member else NO_ROLES


def list_guests_of_member(pod: Pod, member: Player) -> tuple[Player, ...]:
    """Return the guests whom a member brought, in seat order."""
    return tuple(player for player in pod.players if pod.guests.get(player) == member)


def find_guest_limit_reason(player_count: int, guest_count: int) -> TooManyGuests | None:
    """Return why a game has too many guests to count in the standings; None if the game counts."""
    if not guest_count:
        return None
    if player_count - guest_count < MIN_MEMBERS:
        return "few-members"
    return "many-guests" if 2 * guest_count >= player_count else None


def find_guest_excess(pod: Pod) -> TooManyGuests | None:
    """Return why a pod has too many guests to count in the standings; None if the pod counts.

    Guests whom no member brought came with an import. Nobody acts for them, so they do not
    count here.
    """
    guests = sum(pod.guests.get(player) is not None for player in pod.players)
    return find_guest_limit_reason(len(pod.players), guests)


def list_other_acting_members(pod: Pod, excluded_player: Player) -> tuple[Player, ...]:
    """Return everybody in the pod who can confirm, except one player.

    A member acts for their guests, so they count as one.
    """
    return tuple(
        player for player in find_acting_members(pod, pod.participants) if player != excluded_player
    )
