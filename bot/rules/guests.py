"""Guests: players without an account. Whoever brought one acts for them, and has one voice."""

from collections.abc import Iterable
from typing import Literal

from bot.rules.facts import Player
from bot.rules.pod import Pod

FEWEST_MEMBERS = 3
"""Members who sat down by a press of their own make a game with guests count."""

TooManyGuests = Literal["few-members", "many-guests"]


def find_actor(pod: Pod, player: Player) -> Player:
    """Return who acts for a player: whoever brought them, of a guest, else they themself."""
    return pod.guests.get(player) or player


def find_actors(pod: Pod, players: Iterable[Player]) -> tuple[Player, ...]:
    """Return who acts for some players, each of them once."""
    return tuple(dict.fromkeys(find_actor(pod, player) for player in players))


def list_brought(pod: Pod, by: Player) -> tuple[Player, ...]:
    """Return the guests whom somebody brought, in the order of the seats."""
    return tuple(player for player in pod.players if pod.guests.get(player) == by)


def find_excess(pod: Pod) -> TooManyGuests | None:
    """Return why a game has too many guests to count in the standings; None where it has not.

    Guests whom nobody brought are no puppets of anybody's: they came with an import.
    """
    guests = sum(pod.guests.get(player) is not None for player in pod.players)
    if not guests:
        return None
    if len(pod.players) - guests < FEWEST_MEMBERS:
        return "few-members"
    return "many-guests" if 2 * guests >= len(pod.players) else None
