"""`suzerain joust pay`: the ways to pay a formula, or the steps that cannot be paid."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import convert_value, parse_json_without_duplicates
from bot.joust import quadrants
from bot.joust.formulas import format_formula, parse_formula
from bot.joust.paying import NearestRoute, PaymentOptions, PaymentWay, find_payment_options
from bot.joust.table_types import Formula, Quadrant, Singularity
from bot.transcripts.joust.cards import Document

LISTED = 50
"""The most ways that an answer lists."""

Contents = Annotated[tuple[Singularity, ...], Meta(max_length=20)]


class _PaymentFile(Struct, frozen=True, forbid_unknown_fields=True):
    quadrant: tuple[Contents, Contents, Contents, Contents]
    formula: str
    plan: bool = False
    also: Annotated[tuple[str, ...], Meta(max_length=4)] = ()


class PaymentAnswer(Struct, frozen=True):
    """A formula to pay from a quadrant, perhaps for a plan, and the ways to pay it."""

    quadrant: Quadrant
    formula: Formula
    plan: bool
    offer: PaymentOptions


def answer_payment_file(file_text: str) -> PaymentAnswer:
    """Answer how the formula in a file can be paid. Raises `InvalidValue` or `Refusal`."""
    question = convert_value(parse_json_without_duplicates(file_text), _PaymentFile)
    quadrant = quadrants.build_quadrant(question.quadrant)
    formula = parse_formula(question.formula, "formula")
    also = [parse_formula(each, f"also[{at}]") for at, each in enumerate(question.also)]
    return PaymentAnswer(
        quadrant, formula, question.plan, find_payment_options(quadrant, formula, also, LISTED)
    )


def build_payment_document(answer: PaymentAnswer) -> Document:
    """Build the JSON document of the ways to pay a formula."""
    offer = answer.offer
    return {
        "formula": format_formula(answer.formula),
        "payable": offer.total > 0,
        "count": offer.total,
        "ways": [_build_way_document(answer, *each) for each in offer.ways],
        "best": None if offer.best is None else _build_way_document(answer, *offer.best),
        "nearest": None if offer.nearest is None else _build_nearest_route_document(offer.nearest),
        "rules": ["MJ-12", "MJ-13"] if answer.plan else ["MJ-12"],
    }


def compute_quadrant_after_payment(answer: PaymentAnswer, way: PaymentWay) -> Quadrant:
    """Return the quadrant after a way to pay; a plan destroys the singularities (MJ-13)."""
    pay = quadrants.destroy_singularities if answer.plan else quadrants.activate_singularities
    return pay(answer.quadrant, way.spent_singularities)


def _build_way_document(
    answer: PaymentAnswer, way: PaymentWay, payable_flags: tuple[bool, ...]
) -> Document:
    steps = zip(way.route.zones, way.uses, strict=True)
    return {
        "start": way.route.start,
        "direction": way.route.direction,
        "steps": [{"zone": zone, "use": use} for zone, use in steps],
        "after": compute_quadrant_after_payment(answer, way),
        "still": payable_flags,
    }


def _build_nearest_route_document(nearest_route: NearestRoute) -> Document:
    return {
        "start": nearest_route.route.start,
        "direction": nearest_route.route.direction,
        "lacking": [lack._asdict() for lack in nearest_route.lacking],
    }
