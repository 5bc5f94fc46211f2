"""`suzerain joust pay`: the ways to pay a formula, or the steps that cannot be paid."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import convert_value_to_type, parse_json_without_duplicate_keys
from bot.joust import quadrants
from bot.joust.formulas import format_cost, parse_cost
from bot.joust.paying import CostPayment, CostPaymentOptions, RouteWithFewestUnpaidSteps, find_payment_options
from bot.joust.table_types import Formula, Quadrant, Singularity
from bot.transcripts.joust.cards import Document

LISTED = 50
"""The most ways that an answer lists."""

Contents = Annotated[tuple[Singularity, ...], Meta(max_length=20)]


class _CostPaymentFile(Struct, frozen=True, forbid_unknown_fields=True):
    quadrant: tuple[Contents, Contents, Contents, Contents]
    formula: str
    plan: bool = False
    also: Annotated[tuple[str, ...], Meta(max_length=4)] = ()


class CostPaymentAnswer(Struct, frozen=True):
    """The cost of a card (formula), the tokens to pay it with, and all ways to pay it."""

    quadrant: Quadrant
    formula: Formula
    plan: bool
    offer: CostPaymentOptions


def answer_payment_file(file_text: str) -> CostPaymentAnswer:
    """Return how a cost in a file can be paid. Raises `InvalidValue` or `Refusal`."""
    question = convert_value_to_type(parse_json_without_duplicate_keys(file_text), _CostPaymentFile)
    quadrant = quadrants.build_sorted_token_zones(question.quadrant)
    formula = parse_cost(question.formula, "formula")
    also = [parse_cost(each, f"also[{at}]") for at, each in enumerate(question.also)]
    return CostPaymentAnswer(quadrant, formula, question.plan, find_payment_options(quadrant, formula, also, LISTED))


def build_payment_answer_json_document(payment_answer: CostPaymentAnswer) -> Document:
    """Build the JSON document of the ways to pay a card's cost."""
    offer = payment_answer.offer
    return {
        "formula": format_cost(payment_answer.formula),
        "payable": offer.total > 0,
        "count": offer.total,
        "ways": [_build_payment_way_document(payment_answer, *each) for each in offer.ways],
        "best": None if offer.best is None else _build_payment_way_document(payment_answer, *offer.best),
        "nearest": None if offer.nearest is None else _build_unpaid_steps_document(offer.nearest),
        "rules": ["MJ-12", "MJ-13"] if payment_answer.plan else ["MJ-12"],
    }


def compute_token_zones_after_payment(payment_answer: CostPaymentAnswer, payment_way: CostPayment) -> Quadrant:
    """Return a player's token zones after paying a cost; tokens paid for a plan card are lost."""
    pay = quadrants.remove_spent_tokens if payment_answer.plan else quadrants.mark_tokens_as_used
    return pay(payment_answer.quadrant, payment_way.spent_tokens)


def _build_payment_way_document(
    answer: CostPaymentAnswer, way: CostPayment, payable_flags: tuple[bool, ...]
) -> Document:
    steps = zip(way.route.zones, way.uses, strict=True)
    return {
        "start": way.route.start,
        "direction": way.route.direction,
        "steps": [{"zone": zone, "use": use} for zone, use in steps],
        "after": compute_token_zones_after_payment(answer, way),
        "still": payable_flags,
    }


def _build_unpaid_steps_document(cost_route: RouteWithFewestUnpaidSteps) -> Document:
    return {
        "start": cost_route.route.start,
        "direction": cost_route.route.direction,
        "lacking": [lack._asdict() for lack in cost_route.lacking],
    }
