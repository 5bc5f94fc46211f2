"""Which singularities a payment spends, from what somebody said of it (MJ-12, MJ-D11)."""

from collections.abc import Iterator, Sequence

from bot.joust.events import Payment
from bot.joust.facts import Family, Formula, Quadrant
from bot.joust.paying import Route, Way, fill, find_nearest, fits, trace_routes, trace_spendings
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
    ways = list(_fitting(quadrant, formula, said))
    if not ways:
        _refuse_unpaid(quadrant, formula)
    if len({way.spent for way in ways}) > 1:
        raise Refusal("pay-which", "pay", differs=_find_differences(ways, formula))
    return ways[0].spent


def _fitting(quadrant: Quadrant, formula: Formula, said: Payment) -> Iterator[Way]:
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
    """Says what is missing, if no way leads there, or that another one does."""
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
    """What has to be said so that one way is left."""
    starts = {way.route.start for way in ways}
    directions = {way.route.direction for way in ways}
    anys = {_uses_of_any(way, formula) for way in ways}
    several = {"start": len(starts), "direction": len(directions), "any": len(anys)}
    return tuple(key for key, number in several.items() if number > 1)


def _uses_of_any(way: Way, formula: Formula) -> tuple[Family | None, ...]:
    return tuple(use for use, step in zip(way.uses, formula, strict=True) if step == "any")
