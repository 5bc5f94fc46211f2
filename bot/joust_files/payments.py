"""`suzerain joust pay`: the ways to pay a formula, or what it lacks."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.joust import quadrants
from bot.joust.facts import Formula, Quadrant, Singularity
from bot.joust.formulas import parse_formula, write_formula
from bot.joust.paying import Nearest, Offer, Way, offer_ways
from bot.joust_files.cards import Document
from bot.reading import read, read_unambiguous_json

LISTED = 50
"""The most ways that an answer lists."""

Contents = Annotated[tuple[Singularity, ...], Meta(max_length=20)]


class _Question(Struct, frozen=True, forbid_unknown_fields=True):
    quadrant: tuple[Contents, Contents, Contents, Contents]
    formula: str
    plan: bool = False
    also: Annotated[tuple[str, ...], Meta(max_length=4)] = ()


class Bill(Struct, frozen=True):
    """A formula to pay from a quadrant, perhaps for a `plan`, and the ways to pay it."""

    quadrant: Quadrant
    formula: Formula
    plan: bool
    offer: Offer


def read_bill(text: str) -> Bill:
    """Return the question in a file with its answer. Raises `Unreadable` or `Refusal`."""
    question = read(read_unambiguous_json(text), _Question)
    quadrant = quadrants.arrange(question.quadrant)
    formula = parse_formula(question.formula, "formula")
    also = [parse_formula(each, f"also[{at}]") for at, each in enumerate(question.also)]
    return Bill(quadrant, formula, question.plan, offer_ways(quadrant, formula, also, LISTED))


def write_bill(bill: Bill) -> Document:
    """Return the document of an answer that `--json` prints."""
    offer = bill.offer
    return {
        "formula": write_formula(bill.formula),
        "payable": offer.total > 0,
        "count": offer.total,
        "ways": [_write_way(bill, *each) for each in offer.ways],
        "best": None if offer.best is None else _write_way(bill, *offer.best),
        "nearest": None if offer.nearest is None else _write_nearest(offer.nearest),
        "rules": ["MJ-12", "MJ-13"] if bill.plan else ["MJ-12"],
    }


def settle_bill(bill: Bill, way: Way) -> Quadrant:
    """Return the quadrant after a way; a plan destroys singularities (MJ-13)."""
    pay = quadrants.destroy if bill.plan else quadrants.activate
    return pay(bill.quadrant, way.spent)


def _write_way(bill: Bill, way: Way, still: tuple[bool, ...]) -> Document:
    steps = zip(way.route.zones, way.uses, strict=True)
    return {
        "start": way.route.start,
        "direction": way.route.direction,
        "steps": [{"zone": zone, "use": use} for zone, use in steps],
        "after": settle_bill(bill, way),
        "still": still,
    }


def _write_nearest(nearest: Nearest) -> Document:
    return {
        "start": nearest.route.start,
        "direction": nearest.route.direction,
        "lacking": [lack._asdict() for lack in nearest.lacking],
    }
