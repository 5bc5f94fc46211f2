"""`suzerain joust pay`: the ways to pay a card's cost, or the steps that cannot be paid."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import convert_value_to_type, parse_json_without_duplicate_keys
from bot.joust import quadrants
from bot.joust.formulas import format_card_cost, parse_card_cost
from bot.joust.paying import (
    PartialCardCostPayment,
    PaymentOptions,
    TokenPayment,
    find_payment_options,
)
from bot.joust.table_types import Formula, Quadrant, Singularity
from bot.transcripts.joust.cards import Document

LISTED = 50
"""The most ways that an answer lists."""

Contents = Annotated[tuple[Singularity, ...], Meta(max_length=20)]


class _CardPaymentQuestionFile(Struct, frozen=True, forbid_unknown_fields=True):
    quadrant: tuple[Contents, Contents, Contents, Contents]
    formula: str
    plan: bool = False
    also: Annotated[tuple[str, ...], Meta(max_length=4)] = ()


class CardPaymentOptions(Struct, frozen=True):
    """A card's cost, the tokens for the cost, and all ways to pay the cost."""

    quadrant: Quadrant
    formula: Formula
    plan: bool
    offer: PaymentOptions


def find_payment_options_for_file(file_text: str) -> CardPaymentOptions:
    """Return the ways to pay the cost in a file. Raises `InvalidValueError` or `Refusal` for invalid content."""
    question = convert_value_to_type(parse_json_without_duplicate_keys(file_text), _CardPaymentQuestionFile)
    quadrant = quadrants.build_sorted_token_zones(question.quadrant)
    formula = parse_card_cost(question.formula, "formula")
    also = [parse_card_cost(each, f"also[{at}]") for at, each in enumerate(question.also)]
    return CardPaymentOptions(quadrant, formula, question.plan, find_payment_options(quadrant, formula, also, LISTED))


def build_payment_options_json(payment_options: CardPaymentOptions) -> Document:
    offer = payment_options.offer
    return {
        "formula": format_card_cost(payment_options.formula),
        "payable": offer.total > 0,
        "count": offer.total,
        "ways": [_build_payment_json(payment_options, *each) for each in offer.ways],
        "best": None if offer.best is None else _build_payment_json(payment_options, *offer.best),
        "nearest": None if offer.nearest is None else _build_unpaid_steps_json(offer.nearest),
        "rules": ["MJ-12", "MJ-13"] if payment_options.plan else ["MJ-12"],
    }


def compute_token_zones_after_payment(payment_options: CardPaymentOptions, payment: TokenPayment) -> Quadrant:
    """Return the zones of tokens after a payment; tokens spent on a plan card are lost."""
    pay = quadrants.remove_spent_duel_tokens if payment_options.plan else quadrants.mark_tokens_as_used
    return pay(payment_options.quadrant, payment.spent_tokens)


def _build_payment_json(
    payment_options: CardPaymentOptions, payment: TokenPayment, are_other_costs_payable: tuple[bool, ...]
) -> Document:
    steps = zip(payment.route.zones, payment.uses, strict=True)
    return {
        "start": payment.route.start,
        "direction": payment.route.direction,
        "steps": [{"zone": zone, "use": use} for zone, use in steps],
        "after": compute_token_zones_after_payment(payment_options, payment),
        "still": are_other_costs_payable,
    }


def _build_unpaid_steps_json(incomplete_payment: PartialCardCostPayment) -> Document:
    return {
        "start": incomplete_payment.route.start,
        "direction": incomplete_payment.route.direction,
        "lacking": [lack._asdict() for lack in incomplete_payment.lacking],
    }
