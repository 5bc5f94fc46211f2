"""How a duel ends (MJ-16, MJ-D1, MJ-D4, MJ-D7)."""

from bot.joust.cards import PLANS_TO_END
from bot.joust.duel import Duel
from bot.joust.events import DuelResult
from bot.joust.facts import Card
from bot.rules.facts import Player

WON, DRAWN, LOST = 3, 1, 0
"""Season points (MJ-D4)."""


def judge_plans(duel: Duel, card: Card) -> DuelResult | None:
    """The end, if the active player's `card` is their third plan; else None.

    Only plans that lie before a player count, for the three and for the points (MJ-D6).
    """
    if card.kind != "plan" or duel.active.plans + 1 < PLANS_TO_END:
        return None
    points = _count_points(duel)
    points[duel.active.player] += card.points or 0
    one, two = duel.players
    if points[one] == points[two]:
        return DuelResult(None, points, {one: DRAWN, two: DRAWN}, "MJ-D1")
    winner = one if points[one] > points[two] else two
    return DuelResult(winner, points, _count_season_points(duel, winner), "MJ-16")


def judge_concession(duel: Duel, player: Player) -> DuelResult:
    """The end that comes of giving up: who does has lost (MJ-D7)."""
    winner = duel.opponent_of(player)
    return DuelResult(winner, _count_points(duel), _count_season_points(duel, winner), "MJ-D7")


def _count_points(duel: Duel) -> dict[Player, int]:
    return {player: duelist.points for player, duelist in duel.duelists.items()}


def _count_season_points(duel: Duel, winner: Player) -> dict[Player, int]:
    return {player: WON if player == winner else LOST for player in duel.players}
