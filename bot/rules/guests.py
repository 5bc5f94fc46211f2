"""Guests: players without an account. The member who brought a guest acts and votes for them."""

from collections.abc import Iterable
from typing import Literal

from bot.rules.facts import Player
from bot.rules.pod import NO_ROLES, Pod
from bot.rules.rights import Role

MIN_MEMBERS = 3
"""Fewest members that a game with guests needs to count in the standings."""

TooManyGuests = Literal["few-members", "many-guests"]


def find_actor(pod: Pod, player: Player) -> Player:
    """Return who acts for `player`: the member who brought a guest, otherwise the player."""
    return pod.guests.get(player) or player


def find_actors(pod: Pod, players: Iterable[Player]) -> tuple[Player, ...]:
    """Return who acts for `players`, each of them once."""
    guests = pod.guests
    return tuple(dict.fromkeys(guests.get(player) or player for player in players))


def find_bringer_role(pod: Pod, asker: Player, guest: Player) -> frozenset[Role]:
    """Return `bringer` if `asker` brought the guest, otherwise no role."""
    return frozenset({"bringer"}) if pod.guests.get(guest) == asker else NO_ROLES


def list_brought(pod: Pod, by: Player) -> tuple[Player, ...]:
    """Return the guests whom `by` brought, in seat order."""
    return tuple(player for player in pod.players if pod.guests.get(player) == by)


def weigh_guests(players: int, guests: int) -> TooManyGuests | None:
    """Return why a game of so many players has too many guests to count; None if it counts."""
    if not guests:
        return None
    if players - guests < MIN_MEMBERS:
        return "few-members"
    return "many-guests" if 2 * guests >= players else None


def find_excess(pod: Pod) -> TooManyGuests | None:
    """Return why a game has too many guests to count in the standings; None if it counts.

    Guests whom no member brought came with an import: nobody acts for them, so they do not count
    here.
    """
    guests = sum(pod.guests.get(player) is not None for player in pod.players)
    return weigh_guests(len(pod.players), guests)


def find_others(pod: Pod, by: Player) -> tuple[Player, ...]:
    """Return everybody except `by`; a member and their guests have one voice."""
    return tuple(player for player in find_actors(pod, pod.participants) if player != by)
