"""What goes together on a crucible card (MJ-3, MJ-15)."""

from bot.joust.facts import Card
from bot.rules.refusals import Refusal

PLANS_TO_END = 3
"""So many plans before a player end the duel (MJ-16)."""


def check_card(card: Card, at: str = "") -> None:
    """Refuse a card that cannot be; `at` is where it stands, such as `card.`."""
    if card.kind == "plan" and card.points is None:
        raise Refusal("card-points", f"{at}points")
    if card.kind != "plan" and card.points is not None:
        raise Refusal("card-no-points", f"{at}points")
    if card.action is None and card.formula:
        raise Refusal("card-action", f"{at}formula")
    if card.action is None and card.wear is not None:
        raise Refusal("card-action", f"{at}wear")
