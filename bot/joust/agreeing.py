"""What takes both players: one asks for it, and the other does it."""

from bot.joust.duel import Duel
from bot.joust.events import (
    AttackRolled,
    DuelClosed,
    DuelConceded,
    Proposed,
    WearRolled,
)
from bot.rules.facts import Player


def takes_both(duel: Duel, what: Proposed) -> bool:
    """Whether one player alone may not.

    Of steps those take both in which dice fell, so that nobody fishes for better ones, and those
    that ended the duel. Once it has begun, so does closing it: else who loses would close.
    """
    if what == "close":
        return duel.state != "lobby"
    rolled = isinstance(duel.last, WearRolled | AttackRolled)
    ended = duel.result is not None or isinstance(duel.last, DuelConceded | DuelClosed)
    return rolled or ended


def has_agreed(duel: Duel, what: Proposed, player: Player) -> bool:
    """Whether the opponent of `player` has asked for it, so that `player` may do it."""
    asked = duel.proposal
    return (
        asked is not None and asked.what == what and player in duel.players and asked.by != player
    )
