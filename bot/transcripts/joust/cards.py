"""The form of Magicjoust cards, other than tokens, in files and documents."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from bot.basics.typed_values import Name
from bot.joust.formulas import format_card_cost, parse_card_cost, parse_card_cost_or_free
from bot.joust.table_types import DuelCard, Formula, Kind

Document = dict[str, Any]

Points = Annotated[int, Meta(ge=0, le=99)]


class JoustCardFileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry for a Magicjoust card (not a token) in a file, with costs as text."""

    name: Name
    kind: Kind
    cost: str
    action: Name | None = None
    formula: str | None = None
    wear: Annotated[int, Meta(ge=1, le=6)] | None = None
    ephemeral: bool = False
    points: Points | None = None
    text: str = ""


def parse_joust_card(card_in_file: JoustCardFileEntry, field_prefix: str) -> DuelCard:
    """Return the card of an entry in a file. Raises `Refusal` for a wrong cost.

    `field_prefix` is the path of the card in the file, such as `card.`.
    """
    formula = card_in_file.formula
    return DuelCard(
        card_in_file.name,
        card_in_file.kind,
        parse_card_cost_or_free(card_in_file.cost, f"{field_prefix}cost"),
        card_in_file.action,
        () if formula is None else parse_card_cost(formula, f"{field_prefix}formula"),
        card_in_file.wear,
        card_in_file.ephemeral,
        card_in_file.points,
        card_in_file.text,
    )


def build_joust_card_json(card: DuelCard) -> Document:
    return {
        "name": card.name,
        "kind": card.kind,
        "cost": format_card_cost(card.cost),
        "action": card.action,
        "formula": _format_optional_cost(card.formula),
        "wear": card.wear,
        "ephemeral": card.ephemeral,
        "points": card.points,
        "text": card.text,
    }


def _format_optional_cost(cost: Formula) -> str | None:
    return format_card_cost(cost) if cost else None
