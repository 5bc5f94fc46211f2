"""`suzerain joust pay`: the ways to pay a formula, or the steps that cannot be paid."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import convert_value_to_type, parse_json_without_duplicates
from bot.joust import quadrants
from bot.joust.formulas import format_cost_formula, parse_cost_formula
from bot.joust.paying import FormulaPaymentOptions, FormulaPaymentWay, RouteWithFewestUnpaidSteps, find_payment_options
from bot.joust.table_types import Formula, Quadrant, Singularity
from bot.transcripts.joust.cards import Document

LISTED = 50
"""The most ways that an answer lists."""

Contents = Annotated[tuple[Singularity, ...], Meta(max_length=20)]


class _FormulaPaymentFile(Struct, frozen=True, forbid_unknown_fields=True):
    quadrant: tuple[Contents, Contents, Contents, Contents]
    formula: str
    plan: bool = False
    also: Annotated[tuple[str, ...], Meta(max_length=4)] = ()


class FormulaPaymentAnswer(Struct, frozen=True):
    """A card's cost (formula) with the resources to pay it, and all ways to pay it."""

    quadrant: Quadrant
    formula: Formula
    plan: bool
    offer: FormulaPaymentOptions


def answer_payment_file(file_text: str) -> FormulaPaymentAnswer:
    """Answer how the cost (formula) in a file can be paid. Raises `InvalidValue` or `Refusal`."""
    question = convert_value_to_type(parse_json_without_duplicates(file_text), _FormulaPaymentFile)
    quadrant = quadrants.build_quadrant_of_zones(question.quadrant)
    formula = parse_cost_formula(question.formula, "formula")
    also = [parse_cost_formula(each, f"also[{at}]") for at, each in enumerate(question.also)]
    return FormulaPaymentAnswer(quadrant, formula, question.plan, find_payment_options(quadrant, formula, also, LISTED))


def build_payment_answer_document(payment_answer: FormulaPaymentAnswer) -> Document:
    """Build the JSON document of the ways to pay a card's cost (formula)."""
    offer = payment_answer.offer
    return {
        "formula": format_cost_formula(payment_answer.formula),
        "payable": offer.total > 0,
        "count": offer.total,
        "ways": [_build_payment_way_document(payment_answer, *each) for each in offer.ways],
        "best": None if offer.best is None else _build_payment_way_document(payment_answer, *offer.best),
        "nearest": None if offer.nearest is None else _build_nearest_payment_document(offer.nearest),
        "rules": ["MJ-12", "MJ-13"] if payment_answer.plan else ["MJ-12"],
    }


def compute_quadrant_after_payment(payment_answer: FormulaPaymentAnswer, payment_way: FormulaPaymentWay) -> Quadrant:
    """Return a player's resources (quadrant) after a payment; a plan's payment destroys them
    (MJ-13).
    """
    pay = quadrants.remove_spent_singularities if payment_answer.plan else quadrants.mark_singularities_as_spent
    return pay(payment_answer.quadrant, payment_way.spent_singularities)


def _build_payment_way_document(
    answer: FormulaPaymentAnswer, way: FormulaPaymentWay, payable_flags: tuple[bool, ...]
) -> Document:
    steps = zip(way.route.zones, way.uses, strict=True)
    return {
        "start": way.route.start,
        "direction": way.route.direction,
        "steps": [{"zone": zone, "use": use} for zone, use in steps],
        "after": compute_quadrant_after_payment(answer, way),
        "still": payable_flags,
    }


def _build_nearest_payment_document(nearest_route: RouteWithFewestUnpaidSteps) -> Document:
    return {
        "start": nearest_route.route.start,
        "direction": nearest_route.route.direction,
        "lacking": [lack._asdict() for lack in nearest_route.lacking],
    }
