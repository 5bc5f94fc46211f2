"""The shape of crucible cards in files and documents."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from bot.joust.facts import Card, Formula, Kind
from bot.joust.formulas import parse_cost, parse_formula, write_formula
from bot.reading import Name

Document = dict[str, Any]

Points = Annotated[int, Meta(ge=0, le=99)]


class CardShape(Struct, frozen=True, forbid_unknown_fields=True):
    """A card in a file; formulas are texts."""

    name: Name
    kind: Kind
    cost: str
    action: Name | None = None
    formula: str | None = None
    wear: Annotated[int, Meta(ge=1, le=6)] | None = None
    ephemeral: bool = False
    points: Points | None = None
    text: str = ""


def read_card(shape: CardShape, at: str) -> Card:
    """Return the card of a shape. Raises `Refusal` for a wrong formula.

    `at` is the field of the card in the file, such as `card.`.
    """
    formula = shape.formula
    return Card(
        shape.name,
        shape.kind,
        parse_cost(shape.cost, f"{at}cost"),
        shape.action,
        () if formula is None else parse_formula(formula, f"{at}formula"),
        shape.wear,
        shape.ephemeral,
        shape.points,
        shape.text,
    )


def write_card(card: Card) -> Document:
    """Return a card's document with all fields; formulas are in words."""
    return {
        "name": card.name,
        "kind": card.kind,
        "cost": write_formula(card.cost),
        "action": card.action,
        "formula": _write_or_null(card.formula),
        "wear": card.wear,
        "ephemeral": card.ephemeral,
        "points": card.points,
        "text": card.text,
    }


def _write_or_null(formula: Formula) -> str | None:
    return write_formula(formula) if formula else None
