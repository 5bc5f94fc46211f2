"""The form of crucible cards in files and documents."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from bot.basics.typed_values import Name
from bot.joust.formulas import format_cost_formula, parse_card_cost, parse_cost_formula
from bot.joust.table_types import CrucibleCard, Formula, Kind

Document = dict[str, Any]

Points = Annotated[int, Meta(ge=0, le=99)]


class CrucibleCardEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A crucible card (one that players cast, unlike a resource) in a file, with its formulas
    as text.
    """

    name: Name
    kind: Kind
    cost: str
    action: Name | None = None
    formula: str | None = None
    wear: Annotated[int, Meta(ge=1, le=6)] | None = None
    ephemeral: bool = False
    points: Points | None = None
    text: str = ""


def parse_crucible_card(entry: CrucibleCardEntry, field_prefix: str) -> CrucibleCard:
    """Parse a Magicjoust card from a file's entry. Raises `Refusal` for a wrong cost formula.

    `field_prefix` is the path of the card in the file, such as `card.`.
    """
    formula = entry.formula
    return CrucibleCard(
        entry.name,
        entry.kind,
        parse_card_cost(entry.cost, f"{field_prefix}cost"),
        entry.action,
        () if formula is None else parse_cost_formula(formula, f"{field_prefix}formula"),
        entry.wear,
        entry.ephemeral,
        entry.points,
        entry.text,
    )


def build_crucible_card_document(card: CrucibleCard) -> Document:
    """Build the JSON document of a crucible card with all fields; its formulas (costs) are
    text.
    """
    return {
        "name": card.name,
        "kind": card.kind,
        "cost": format_cost_formula(card.cost),
        "action": card.action,
        "formula": _format_optional_formula(card.formula),
        "wear": card.wear,
        "ephemeral": card.ephemeral,
        "points": card.points,
        "text": card.text,
    }


def _format_optional_formula(formula: Formula) -> str | None:
    return format_cost_formula(formula) if formula else None
