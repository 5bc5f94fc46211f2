"""The result of a duel: by its third plan card, or by a concession (MJ-16, MJ-D4, MJ-D7)."""

from bot.joust.duel import Duel, DuelResult
from bot.joust.table_types import PLANS_TO_END, DuelCard
from bot.rules.facts import Player

_SEASON_POINTS = {"won": 3, "drawn": 1, "lost": 0}
"""The season points of a player by their result (MJ-D4)."""


def find_duel_result_after_card(duel: Duel, played_card: DuelCard) -> DuelResult | None:
    """Return the duel's result if this card is its player's third plan card; otherwise None.

    Only plans on the table count, for the three and for the points (MJ-D6).
    """
    if played_card.kind != "plan" or duel.active_duelist.plan_card_count + 1 < PLANS_TO_END:
        return None
    points = _count_plan_card_points_by_player(duel)
    points[duel.active_duelist.player] += played_card.points or 0
    one, two = duel.players
    if points[one] == points[two]:
        return DuelResult(None, points, dict.fromkeys((one, two), _SEASON_POINTS["drawn"]), "MJ-D1")
    winner = one if points[one] > points[two] else two
    return DuelResult(winner, points, _count_season_points_by_player(duel, winner), "MJ-16")


def build_duel_concession_result(duel: Duel, player: Player) -> DuelResult:
    """Return the result of a duel that a player loses by giving up."""
    winner = duel.find_opponent(player)
    return DuelResult(
        winner, _count_plan_card_points_by_player(duel), _count_season_points_by_player(duel, winner), "MJ-D7"
    )


def _count_plan_card_points_by_player(duel: Duel) -> dict[Player, int]:
    return {player: duelist.plan_points for player, duelist in duel.duelists.items()}


def _count_season_points_by_player(duel: Duel, winner: Player) -> dict[Player, int]:
    return {player: _SEASON_POINTS["won" if player == winner else "lost"] for player in duel.players}
