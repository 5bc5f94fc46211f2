"""Payments of a formula: every way, the best one, and the nearest if none fits (MJ-12, MJ-D11).

Around a ring of four zones, eight steps visit each zone twice. So the *any* steps of a zone choose
at most two families, and zones are independent: ways are counted and compared zone by zone, however
many there are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import prod
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from bot.joust.facts import DIRECTIONS, FAMILIES, Direction, Family, Formula, Quadrant, Step, Zone
from bot.joust.quadrants import Spent, Stock, count_stable
from bot.rules.refusals import Refusal

ZONES = 4

_NeedsByZone = tuple[tuple[int, int, int, int], ...]
"""The singularities that a route needs in zones 1 to 4: of each family, and of any."""

_SpareStock = Mapping[tuple[Zone, Family], int]
"""The number of singularities that *any* steps can take: the rest after the named families."""


class Payment(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's choices of how to pay a formula; `any` has a family for each *any* step."""

    start: Zone | None = None
    direction: Direction | None = None
    any: tuple[Family, ...] | None = None


class Route(NamedTuple):
    """A route around the quadrant: the zone of each step."""

    start: Zone
    direction: Direction
    zones: tuple[Zone, ...]


class Way(NamedTuple):
    """A way to pay: the family that each step uses, None if it skips its zone."""

    route: Route
    uses: tuple[Family | None, ...]

    @property
    def spent(self) -> Spent:
        """The singularities that it activates; ways with the same ones are equivalent (MJ-D11)."""
        pairs = zip(self.route.zones, self.uses, strict=True)
        return tuple(sorted((zone, use) for zone, use in pairs if use is not None))


class Lack(NamedTuple):
    """A step, counted from 1, that its zone cannot pay."""

    step: int
    zone: Zone
    needs: Step


class Nearest(NamedTuple):
    """The route that lacks the fewest singularities."""

    route: Route
    lacking: tuple[Lack, ...]


class Offer(NamedTuple):
    """The ways to pay a formula.

    `ways` are the first of `total`, each with a flag for every other formula: whether it can be
    paid afterwards. `best` is the first way that leaves the most of them payable. `nearest` is None
    if there is a way.
    """

    total: int
    ways: tuple[tuple[Way, tuple[bool, ...]], ...]
    best: tuple[Way, tuple[bool, ...]] | None
    nearest: Nearest | None


def offer_ways(quadrant: Quadrant, formula: Formula, also: Sequence[Formula], listed: int) -> Offer:
    """Return the ways to pay `formula`, and list the first `listed` of them.

    Ways that use the same families in the same zones at the same steps count as one. The formulas
    in `also` are paid with the stable singularities that a way leaves.
    """
    stock = count_stable(quadrant)
    routes = [
        route
        for route in _select_distinct_routes(formula)
        if _covers(stock, _count_needs(route, formula))
    ]
    if not routes:
        return Offer(0, (), None, find_nearest(quadrant, formula))
    tell_payable = _PayableAfterwards(stock, also)
    ways = (way for route in routes for way in _list_ways(route, formula, stock))
    first = tuple((way, tell_payable(way)) for way in islice(ways, listed))
    total = sum(_count(route, formula, stock) for route in routes)
    return Offer(total, first, _choose_best(routes, formula, stock, tell_payable), None)


def find_nearest(quadrant: Quadrant, formula: Formula) -> Nearest:
    """Return the first route on which the fewest steps lack a singularity."""
    stock = count_stable(quadrant)
    found = [
        Nearest(route, _count_lacking(route, formula, stock)) for route in trace_routes(formula)
    ]
    return min(found, key=lambda each: len(each.lacking))


def trace_routes(formula: Formula) -> list[Route]:
    """Return the eight routes: from start 1 to 4, clockwise first."""
    return [
        Route(
            start, direction, tuple(_find_zone(start, direction, at) for at in range(len(formula)))
        )
        for start in range(1, ZONES + 1)
        for direction in DIRECTIONS
    ]


def trace_spendings(route: Route, formula: Formula, quadrant: Quadrant) -> Iterator[Way]:
    """Yield for each set of singularities that a route can spend the first way that spends it."""
    stock = count_stable(quadrant)
    if _covers(stock, _count_needs(route, formula)):
        yield from _list_spendings(route, formula, stock)


def trace_ways(route: Route, formula: Formula, quadrant: Quadrant) -> Iterator[Way]:
    """Yield all ways to pay on a route: at most 6,561."""
    stock = count_stable(quadrant)
    if _covers(stock, _count_needs(route, formula)):
        yield from _list_ways(route, formula, stock)


def can_pay(way: Way, quadrant: Quadrant) -> bool:
    """Return whether the quadrant has all stable singularities that a way uses."""
    stock = count_stable(quadrant)
    spent = way.spent
    return all(
        spent.count((zone, family)) <= stock[zone - 1][FAMILIES.index(family)]
        for zone, family in set(spent)
    )


def make_way(formula: Formula, route: Route, chosen: Iterable[Family]) -> Way:
    """Return the way on a route whose *any* steps use the families `chosen`, one each."""
    anys = iter(chosen)
    uses = (next(anys) if step == "any" else _name_family(step) for step in formula)
    return Way(route, tuple(uses))


class _PayableAfterwards:
    """A cached check of which formulas can be paid after a way."""

    def __init__(self, stock: Stock, formulas: Sequence[Formula]) -> None:
        self._stock = stock
        self._needs = [
            {_count_needs(route, formula) for route in trace_routes(formula)}
            for formula in formulas
        ]
        self._known: dict[Stock, tuple[bool, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._needs)

    def __call__(self, way: Way) -> tuple[bool, ...]:
        left = _subtract(self._stock, way)
        if left not in self._known:
            self._known[left] = tuple(
                any(_covers(left, needs) for needs in routes) for routes in self._needs
            )
        return self._known[left]


def _choose_best(
    routes: Sequence[Route], formula: Formula, stock: Stock, tell_payable: _PayableAfterwards
) -> tuple[Way, tuple[bool, ...]]:
    if not tell_payable:  # all ways are equally good: take the first
        return next(_list_ways(routes[0], formula, stock)), ()
    ranked = (
        (-sum(tell_payable(way)), number, way.uses, way)
        for number, route in enumerate(routes)
        for way in _list_spendings(route, formula, stock)
    )
    *_, way = min(ranked)
    return way, tell_payable(way)


def _find_zone(start: Zone, direction: Direction, step: int) -> Zone:
    """Return the zone of a step, counted from 0."""
    ahead = step if direction == "clockwise" else -step
    return (start - 1 + ahead) % ZONES + 1


def _select_distinct_routes(formula: Formula) -> list[Route]:
    """Return the first of the routes that use the same zones at the same steps, without skips."""
    found: dict[tuple[Zone, ...], Route] = {}
    for route in trace_routes(formula):
        steps = zip(route.zones, formula, strict=True)
        found.setdefault(tuple(zone for zone, step in steps if step != "skip"), route)
    return list(found.values())


def _name_family(step: Step) -> Family | None:
    match step:
        case "any" | "skip":
            return None
        case _:
            return step


def _count_needs(route: Route, formula: Formula) -> _NeedsByZone:
    asked: dict[Zone, list[Step]] = {zone: [] for zone in range(1, ZONES + 1)}
    for zone, step in zip(route.zones, formula, strict=True):
        asked[zone].append(step)
    return tuple(
        (steps.count("blue"), steps.count("red"), steps.count("yellow"), steps.count("any"))
        for steps in asked.values()
    )


def _covers(stock: Stock, needs: _NeedsByZone) -> bool:
    """Return whether each zone has the singularities that it needs."""
    for (blue, red, yellow), (blues, reds, yellows, anys) in zip(stock, needs, strict=True):
        if blue < blues or red < reds or yellow < yellows:
            return False
        if blue + red + yellow < blues + reds + yellows + anys:
            return False
    return True


def _count_spare(route: Route, formula: Formula, stock: Stock) -> _SpareStock:
    return {
        (zone, family): there - asked
        for zone, (held, needs) in enumerate(
            zip(stock, _count_needs(route, formula), strict=True), 1
        )
        for family, there, asked in zip(FAMILIES, held, needs[: len(FAMILIES)], strict=True)
    }


def _list_choices(zones: Sequence[Zone], spare: _SpareStock) -> Iterator[tuple[Family, ...]]:
    """Yield the families for *any* steps in these zones, in the order blue, red, yellow by step."""
    if not zones:
        yield ()
        return
    zone, *others = zones
    for family in FAMILIES:
        if spare[zone, family]:
            left = {**spare, (zone, family): spare[zone, family] - 1}
            for rest in _list_choices(others, left):
                yield (family, *rest)


def _list_anys(route: Route, formula: Formula) -> list[Zone]:
    """Return the zones of the *any* steps, in order."""
    return [zone for zone, step in zip(route.zones, formula, strict=True) if step == "any"]


def _list_ways(route: Route, formula: Formula, stock: Stock) -> Iterator[Way]:
    """Yield all ways on a route whose needs are covered, in order."""
    for chosen in _list_choices(_list_anys(route, formula), _count_spare(route, formula, stock)):
        yield make_way(formula, route, chosen)


def _count(route: Route, formula: Formula, stock: Stock) -> int:
    """Return the number of ways on a route whose needs are covered."""
    anys = _list_anys(route, formula)
    spare = _count_spare(route, formula, stock)
    in_zones = ([zone] * anys.count(zone) for zone in set(anys))
    return prod(sum(1 for _ in _list_choices(zones, spare)) for zones in in_zones)


def _list_spendings(route: Route, formula: Formula, stock: Stock) -> Iterator[Way]:
    """Yield the first way for each set of singularities on a route whose needs are covered."""
    anys = _list_anys(route, formula)
    spare = _count_spare(route, formula, stock)
    visited = sorted(set(anys))
    in_order = (
        [chosen for chosen in _list_choices([zone] * anys.count(zone), spare) if _is_sorted(chosen)]
        for zone in visited
    )
    for picked in product(*in_order):
        turns = dict(zip(visited, map(iter, picked), strict=True))
        yield make_way(formula, route, (next(turns[zone]) for zone in anys))


def _is_sorted(chosen: tuple[Family, ...]) -> bool:
    return chosen == tuple(sorted(chosen))


def _subtract(stock: Stock, way: Way) -> Stock:
    """Return the stable singularities that a way leaves."""
    left = [list(held) for held in stock]
    for zone, use in zip(way.route.zones, way.uses, strict=True):
        if use is not None:
            left[zone - 1][FAMILIES.index(use)] -= 1
    return tuple((blue, red, yellow) for blue, red, yellow in left)


def _count_lacking(route: Route, formula: Formula, stock: Stock) -> tuple[Lack, ...]:
    """Return the steps that cannot be paid: named families are paid first, then *any* steps."""
    left = {zone: dict(zip(FAMILIES, held, strict=True)) for zone, held in enumerate(stock, 1)}
    lacks: list[Lack] = []
    steps = list(enumerate(zip(route.zones, formula, strict=True), 1))
    for number, (zone, step) in sorted(steps, key=lambda each: each[1][1] == "any"):
        there = left[zone]
        family = _name_family(step) or next((f for f in FAMILIES if there[f]), None)
        if step == "skip":
            continue
        if family is None or not there[family]:
            lacks.append(Lack(number, zone, step))
        else:
            there[family] -= 1
    return tuple(sorted(lacks))


def choose_spending(quadrant: Quadrant, formula: Formula, payment: Payment | None) -> Spent:
    """Return the singularities to spend on a formula; none if it is free.

    Raises `Refusal` if no way fits the choices in `payment`, or if the ways that fit spend
    different singularities.
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
    """Return for each set of singularities the first way that fits the choices in `said`.

    Ways are in the order of `/joust pay` (MJ-D11). `said.any` may have families for only the first
    *any* steps.
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
    """Return the complete choices of a way."""
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
        elif can_pay(way := make_way(formula, route, said.any), quadrant):
            yield way


def _fits_route(route: Route, said: Payment) -> bool:
    return said.start in (None, route.start) and said.direction in (None, route.direction)


def _refuse_unpaid(quadrant: Quadrant, formula: Formula) -> None:
    """Raise the refusal of a payment: nothing can pay the formula, or only other choices can."""
    nearest = find_nearest(quadrant, formula)
    if not nearest.lacking:
        raise Refusal("pay-unfit", "pay")
    lack = nearest.lacking[0]
    route = nearest.route
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
    """Return the smallest set of choices that decides which singularities are spent."""
    said = {way: asdict(describe_way(way, formula)) for way in ways}
    keys = Payment.__struct_fields__
    subsets = (some for size in range(1, len(keys)) for some in combinations(keys, size))
    for some in subsets:
        spent: dict[tuple[object, ...], Spent] = {}
        values = ((tuple(said[way][key] for key in some), way.spent) for way in ways)
        if all(spent.setdefault(value, each) == each for value, each in values):
            return some
    return keys
