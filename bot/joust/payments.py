"""Which singularities a payment spends, from what somebody said of it (MJ-12, MJ-D11)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import asdict

from bot.joust.events import Payment
from bot.joust.facts import Family, Formula, Quadrant
from bot.joust.paying import (
    Route,
    Way,
    fill,
    find_nearest,
    fits,
    trace_routes,
    trace_spendings,
    trace_ways,
)
from bot.joust.quadrants import Spent
from bot.rules.refusals import Refusal


def choose_spending(quadrant: Quadrant, formula: Formula, payment: Payment | None) -> Spent:
    """The singularities to spend on a formula; none if it is free.

    Of all ways that fit what was said, one is taken, if all spend the same. Raises `Refusal`.
    """
    if not formula:
        if payment is not None:
            raise Refusal("pay-nothing", "pay")
        return ()
    said = payment or Payment()
    if said.any is not None and len(said.any) != formula.count("any"):
        raise Refusal("pay-any", "pay.any", count=formula.count("any"), have=len(said.any))
    ways = list(_find_fitting(quadrant, formula, said))
    if not ways:
        _refuse_unpaid(quadrant, formula)
    if len({way.spent for way in ways}) > 1:
        raise Refusal("pay-which", "pay", differs=_find_differences(ways, formula))
    return ways[0].spent


def list_spendings(quadrant: Quadrant, formula: Formula, said: Payment) -> list[Way]:
    """For each set of singularities that can be spent, the first way that fits what was said.

    In the order of `pay` (MJ-D11). Of `any` the first families may have been said alone.
    """
    found: dict[Spent, Way] = {}
    trace = trace_ways if said.any else trace_spendings
    for route in trace_routes(formula):
        if _fits_route(route, said):
            for way in trace(route, formula, quadrant):
                if _begins_with(way, formula, said.any or ()):
                    found.setdefault(way.spent, way)
    return list(found.values())


def describe_way(way: Way, formula: Formula) -> Payment:
    """All that can be said of a payment this way."""
    anys = (use for use, step in zip(way.uses, formula, strict=True) if step == "any")
    return Payment(way.route.start, way.route.direction, tuple(filter(None, anys)))


def _begins_with(way: Way, formula: Formula, families: tuple[Family, ...]) -> bool:
    return (describe_way(way, formula).any or ())[: len(families)] == families


def _find_fitting(quadrant: Quadrant, formula: Formula, said: Payment) -> Iterator[Way]:
    for route in trace_routes(formula):
        if not _fits_route(route, said):
            continue
        if said.any is None:
            yield from trace_spendings(route, formula, quadrant)
        elif fits(way := fill(formula, route, said.any), quadrant):
            yield way


def _fits_route(route: Route, said: Payment) -> bool:
    return said.start in (None, route.start) and said.direction in (None, route.direction)


def _refuse_unpaid(quadrant: Quadrant, formula: Formula) -> None:
    """Say what is missing, if no way leads there, or that another one does."""
    nearest = find_nearest(quadrant, formula)
    if not nearest.lacking:
        raise Refusal("pay-unfit", "pay")
    lack, route = nearest.lacking[0], nearest.route
    raise Refusal(
        "unpayable",
        "pay",
        start=route.start,
        direction=route.direction,
        step=lack.step,
        zone=lack.zone,
        needs=lack.needs,
        count=len(nearest.lacking),
    )


def _find_differences(ways: Sequence[Way], formula: Formula) -> tuple[str, ...]:
    """The least that has to be said so that all ways that fit it spend the same."""
    said = {way: asdict(describe_way(way, formula)) for way in ways}
    keys = Payment.__struct_fields__
    subsets = (some for size in range(1, len(keys)) for some in combinations(keys, size))
    for some in subsets:
        spent: dict[tuple[object, ...], Spent] = {}
        values = ((tuple(said[way][key] for key in some), way.spent) for way in ways)
        if all(spent.setdefault(value, each) == each for value, each in values):
            return some
    return keys
