"""The form of crucible cards in files and documents."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from bot.basics.typed_values import Name
from bot.joust.formulas import format_formula, parse_card_cost, parse_formula
from bot.joust.table_types import CrucibleCard, Formula, Kind

Document = dict[str, Any]

Points = Annotated[int, Meta(ge=0, le=99)]


class CardEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A crucible card in a file; its formulas are texts."""

    name: Name
    kind: Kind
    cost: str
    action: Name | None = None
    formula: str | None = None
    wear: Annotated[int, Meta(ge=1, le=6)] | None = None
    ephemeral: bool = False
    points: Points | None = None
    text: str = ""


def parse_crucible_card(entry: CardEntry, field_prefix: str) -> CrucibleCard:
    """Parse a crucible card from a file's entry. Raises `Refusal` for a wrong formula.

    `field_prefix` is the path of the card in the file, such as `card.`.
    """
    formula = entry.formula
    return CrucibleCard(
        entry.name,
        entry.kind,
        parse_card_cost(entry.cost, f"{field_prefix}cost"),
        entry.action,
        () if formula is None else parse_formula(formula, f"{field_prefix}formula"),
        entry.wear,
        entry.ephemeral,
        entry.points,
        entry.text,
    )


def build_crucible_card_document(card: CrucibleCard) -> Document:
    """Build the JSON document of a crucible card, with all fields; formulas are in words."""
    return {
        "name": card.name,
        "kind": card.kind,
        "cost": format_formula(card.cost),
        "action": card.action,
        "formula": _format_formula_or_none(card.formula),
        "wear": card.wear,
        "ephemeral": card.ephemeral,
        "points": card.points,
        "text": card.text,
    }


def _format_formula_or_none(formula: Formula) -> str | None:
    return format_formula(formula) if formula else None
