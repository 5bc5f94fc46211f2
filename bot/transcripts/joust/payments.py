"""`suzerain joust pay`: the ways to pay a card's cost, or the steps that cannot be paid."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import convert_value_to_type, parse_json_without_duplicate_keys
from bot.joust import quadrants
from bot.joust.formulas import format_joust_cost, parse_joust_cost
from bot.joust.paying import (
    JoustCostPayment,
    JoustCostPaymentOptions,
    ZoneOrderWithFewestUnpaidSteps,
    find_ways_to_pay_joust_cost,
)
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


class WaysToPayCardCost(Struct, frozen=True):
    """A card's cost, the tokens for the cost, and all ways to pay the cost."""

    quadrant: Quadrant
    formula: Formula
    plan: bool
    offer: JoustCostPaymentOptions


def find_ways_to_pay_cost_in_file(file_text: str) -> WaysToPayCardCost:
    """Return the ways to pay the cost in a file. Raises `InvalidValue` or `Refusal`."""
    question = convert_value_to_type(parse_json_without_duplicate_keys(file_text), _CostPaymentFile)
    quadrant = quadrants.build_sorted_token_zones(question.quadrant)
    formula = parse_joust_cost(question.formula, "formula")
    also = [parse_joust_cost(each, f"also[{at}]") for at, each in enumerate(question.also)]
    return WaysToPayCardCost(
        quadrant, formula, question.plan, find_ways_to_pay_joust_cost(quadrant, formula, also, LISTED)
    )


def build_json_document_of_ways_to_pay(ways_to_pay: WaysToPayCardCost) -> Document:
    offer = ways_to_pay.offer
    return {
        "formula": format_joust_cost(ways_to_pay.formula),
        "payable": offer.total > 0,
        "count": offer.total,
        "ways": [_build_document_of_way_to_pay(ways_to_pay, *each) for each in offer.ways],
        "best": None if offer.best is None else _build_document_of_way_to_pay(ways_to_pay, *offer.best),
        "nearest": None if offer.nearest is None else _build_document_of_unpaid_cost_steps(offer.nearest),
        "rules": ["MJ-12", "MJ-13"] if ways_to_pay.plan else ["MJ-12"],
    }


def compute_token_zones_after_payment(ways_to_pay: WaysToPayCardCost, payment_way: JoustCostPayment) -> Quadrant:
    """Return the zones of tokens after a payment; tokens spent on a plan card are lost."""
    pay = quadrants.remove_spent_tokens if ways_to_pay.plan else quadrants.mark_tokens_as_used
    return pay(ways_to_pay.quadrant, payment_way.spent_tokens)


def _build_document_of_way_to_pay(
    ways_to_pay: WaysToPayCardCost, way_to_pay: JoustCostPayment, payable_flags: tuple[bool, ...]
) -> Document:
    steps = zip(way_to_pay.route.zones, way_to_pay.uses, strict=True)
    return {
        "start": way_to_pay.route.start,
        "direction": way_to_pay.route.direction,
        "steps": [{"zone": zone, "use": use} for zone, use in steps],
        "after": compute_token_zones_after_payment(ways_to_pay, way_to_pay),
        "still": payable_flags,
    }


def _build_document_of_unpaid_cost_steps(incomplete_payment: ZoneOrderWithFewestUnpaidSteps) -> Document:
    return {
        "start": incomplete_payment.route.start,
        "direction": incomplete_payment.route.direction,
        "lacking": [lack._asdict() for lack in incomplete_payment.lacking],
    }
