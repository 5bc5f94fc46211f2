"""What commands to a duel look up, and what most of their outcomes have in common."""

from typing import Any

from msgspec.structs import replace

from bot.joust.duel import Duel, Duelist, LaidCard
from bot.joust.events import DuelOutcome
from bot.rules.facts import Player
from bot.rules.refusals import Refusal


def find_duelist(duel: Duel, player: Player) -> Duelist:
    """One of the two. Raises `Refusal` for anybody else."""
    if player not in duel.duelists:
        raise Refusal("not-in", "player", player=player, players=duel.players)
    return duel.duelists[player]


def find_card(duelist: Duelist, card: int) -> LaidCard:
    """The card of that id which lies before the player. Raises `Refusal`."""
    for laid in duelist.cards:
        if laid.id == card:
            return laid
    raise Refusal("no-card", "card", player=duelist.player, card=card)


def outcome_of(duel: Duel, rules: tuple[str, ...], **changes: Any) -> DuelOutcome:
    """An outcome after which the duel waits for what it waited for.

    If the card that this is about leaves the table, the waiting ends.
    """
    outcome = DuelOutcome(rules, **changes)
    waiting = duel.waiting
    if waiting is None or waiting.card in (*outcome.discarded, *outcome.returned):
        return outcome
    return replace(outcome, waiting=waiting)
