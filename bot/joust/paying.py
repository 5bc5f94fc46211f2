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

from bot.joust.quadrants import Spent, Stock, count_stable_singularities
from bot.joust.table_types import DIRECTIONS, FAMILIES, Direction, Family, Formula, Quadrant, Step, Zone
from bot.rules.refusals import Refusal

ZONES = 4

_NeedsByZone = tuple[tuple[int, int, int, int], ...]
"""The singularities that a route needs in zones 1 to 4: of each family, and of any."""

_SpareStock = Mapping[tuple[Zone, Family], int]
"""The number of singularities that *any* steps can take: the rest after the named families."""


class FormulaPaymentChoices(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's choices of how to pay a cost; `any` has the resource family for each *any*
    step.
    """

    start: Zone | None = None
    direction: Direction | None = None
    any: tuple[Family, ...] | None = None


class FormulaPaymentRoute(NamedTuple):
    """A route around the four resource zones on which a cost is paid: the zone of each step."""

    start: Zone
    direction: Direction
    zones: tuple[Zone, ...]


class FormulaPaymentWay(NamedTuple):
    """A way to pay a cost: the family of resource that each step uses, None for a skipped zone."""

    route: FormulaPaymentRoute
    uses: tuple[Family | None, ...]

    @property
    def spent_singularities(self) -> Spent:
        """The singularity cards (singularities) that the payment uses; equal sets are the
        same way (MJ-D11).
        """
        pairs = zip(self.route.zones, self.uses, strict=True)
        return tuple(sorted((zone, use) for zone, use in pairs if use is not None))


class UnpaidFormulaStep(NamedTuple):
    """A step of a cost, counted from 1, that the resources in its zone cannot pay."""

    step: int
    zone: Zone
    needs: Step


class RouteWithFewestUnpaidSteps(NamedTuple):
    """The route around the resource zones on which the fewest steps of a cost cannot be paid."""

    route: FormulaPaymentRoute
    lacking: tuple[UnpaidFormulaStep, ...]


class FormulaPaymentOptions(NamedTuple):
    """The possible ways to pay a cost, and the best of them.

    `ways` are the first of `total`, each with a flag for every other formula: whether it can be
    paid afterwards. `best` is the first way that leaves the most of them payable. `nearest` is
    None if there is a way.
    """

    total: int
    ways: tuple[tuple[FormulaPaymentWay, tuple[bool, ...]], ...]
    best: tuple[FormulaPaymentWay, tuple[bool, ...]] | None
    nearest: RouteWithFewestUnpaidSteps | None


def find_payment_options(
    quadrant: Quadrant, formula: Formula, other_formulas: Sequence[Formula], maximum_count: int
) -> FormulaPaymentOptions:
    """Return at most `maximum_count` ways to pay a cost (formula) from a player's resources
    (quadrant).

    Ways that use the same families in the same zones at the same steps count as one.
    `other_formulas` are paid with the stable singularities that a way leaves.
    """
    stock = count_stable_singularities(quadrant)
    routes = [
        route
        for route in _select_distinct_payment_routes(formula)
        if _has_needed_singularities(stock, _count_needed_singularities(route, formula))
    ]
    if not routes:
        return FormulaPaymentOptions(0, (), None, find_route_with_fewest_unpaid_steps(quadrant, formula))
    tell_payable = _PayableFormulasCache(stock, other_formulas)
    ways = (way for route in routes for way in _list_all_payments_on_payable_route(route, formula, stock))
    first = tuple((way, tell_payable(way)) for way in islice(ways, maximum_count))
    total = sum(_count_payments_on_payable_route(route, formula, stock) for route in routes)
    return FormulaPaymentOptions(total, first, _choose_best_payment_way(routes, formula, stock, tell_payable), None)


def find_route_with_fewest_unpaid_steps(quadrant: Quadrant, formula: Formula) -> RouteWithFewestUnpaidSteps:
    """Return the first route around the resource zones on which the fewest steps lack a
    resource.
    """
    stock = count_stable_singularities(quadrant)
    found = [
        RouteWithFewestUnpaidSteps(route, _find_unpaid_formula_steps(route, formula, stock))
        for route in list_payment_routes(formula)
    ]
    return min(found, key=lambda each: len(each.lacking))


def list_payment_routes(formula: Formula) -> list[FormulaPaymentRoute]:
    """Return the eight routes to pay a cost: from start zone 1 to 4, clockwise first."""
    return [
        FormulaPaymentRoute(
            start, direction, tuple(_find_zone_of_formula_step(start, direction, at) for at in range(len(formula)))
        )
        for start in range(1, ZONES + 1)
        for direction in DIRECTIONS
    ]


def list_distinct_payments_on_route(
    route: FormulaPaymentRoute, formula: Formula, quadrant: Quadrant
) -> Iterator[FormulaPaymentWay]:
    """Yield one way to pay for each set of singularity cards that can be spent on a route."""
    stock = count_stable_singularities(quadrant)
    if _has_needed_singularities(stock, _count_needed_singularities(route, formula)):
        yield from _list_distinct_payments_on_payable_route(route, formula, stock)


def list_all_payments_on_route(
    route: FormulaPaymentRoute, formula: Formula, quadrant: Quadrant
) -> Iterator[FormulaPaymentWay]:
    """Yield all ways to pay a cost (formula) on a route: at most 6,561."""
    stock = count_stable_singularities(quadrant)
    if _has_needed_singularities(stock, _count_needed_singularities(route, formula)):
        yield from _list_all_payments_on_payable_route(route, formula, stock)


def can_quadrant_pay(payment_way: FormulaPaymentWay, quadrant: Quadrant) -> bool:
    """Return whether a player's quadrant has all stable (unused) singularity cards that a
    payment needs.
    """
    stock = count_stable_singularities(quadrant)
    spent = payment_way.spent_singularities
    return all(spent.count((zone, family)) <= stock[zone - 1][FAMILIES.index(family)] for zone, family in set(spent))


def build_payment_way(
    formula: Formula, route: FormulaPaymentRoute, any_step_families: Iterable[Family]
) -> FormulaPaymentWay:
    """Return the way to pay on a route whose *any* steps use these resource families, one each."""
    anys = iter(any_step_families)
    uses = (next(anys) if step == "any" else _find_family_of_formula_step(step) for step in formula)
    return FormulaPaymentWay(route, tuple(uses))


class _PayableFormulasCache:
    """A cached check of which other costs could still be paid after a payment."""

    def __init__(self, stock: Stock, formulas: Sequence[Formula]) -> None:
        self._stock = stock
        self._needs = [
            {_count_needed_singularities(route, formula) for route in list_payment_routes(formula)}
            for formula in formulas
        ]
        self._known: dict[Stock, tuple[bool, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._needs)

    def __call__(self, way: FormulaPaymentWay) -> tuple[bool, ...]:
        left = _subtract_spent_singularities(self._stock, way)
        if left not in self._known:
            self._known[left] = tuple(
                any(_has_needed_singularities(left, needs) for needs in routes) for routes in self._needs
            )
        return self._known[left]


def _choose_best_payment_way(
    routes: Sequence[FormulaPaymentRoute],
    formula: Formula,
    available_singularities: Stock,
    payable_formulas: _PayableFormulasCache,
) -> tuple[FormulaPaymentWay, tuple[bool, ...]]:
    if not payable_formulas:  # all ways are equally good: take the first
        return next(_list_all_payments_on_payable_route(routes[0], formula, available_singularities)), ()
    ranked = (
        (-sum(payable_formulas(way)), number, way.uses, way)
        for number, route in enumerate(routes)
        for way in _list_distinct_payments_on_payable_route(route, formula, available_singularities)
    )
    *_, way = min(ranked)
    return way, payable_formulas(way)


def _find_zone_of_formula_step(start_zone: Zone, direction: Direction, step_index: int) -> Zone:
    """Return the zone of a step of a cost, counted from 0."""
    ahead = step_index if direction == "clockwise" else -step_index
    return (start_zone - 1 + ahead) % ZONES + 1


def _select_distinct_payment_routes(formula: Formula) -> list[FormulaPaymentRoute]:
    """Return one of each group of routes that use the same zones at the same steps of a cost."""
    found: dict[tuple[Zone, ...], FormulaPaymentRoute] = {}
    for route in list_payment_routes(formula):
        steps = zip(route.zones, formula, strict=True)
        found.setdefault(tuple(zone for zone, step in steps if step != "skip"), route)
    return list(found.values())


def _find_family_of_formula_step(step: Step) -> Family | None:
    match step:
        case "any" | "skip":
            return None
        case _:
            return step


def _count_needed_singularities(route: FormulaPaymentRoute, formula: Formula) -> _NeedsByZone:
    asked: dict[Zone, list[Step]] = {zone: [] for zone in range(1, ZONES + 1)}
    for zone, step in zip(route.zones, formula, strict=True):
        asked[zone].append(step)
    return tuple(
        (steps.count("blue"), steps.count("red"), steps.count("yellow"), steps.count("any")) for steps in asked.values()
    )


def _has_needed_singularities(available_singularities: Stock, needed_singularities: _NeedsByZone) -> bool:
    """Return whether each zone has the singularity cards (singularities) that a route needs
    there.
    """
    for (blue, red, yellow), (blues, reds, yellows, anys) in zip(
        available_singularities, needed_singularities, strict=True
    ):
        if blue < blues or red < reds or yellow < yellows:
            return False
        if blue + red + yellow < blues + reds + yellows + anys:
            return False
    return True


def _count_spare_singularities(
    route: FormulaPaymentRoute, formula: Formula, available_singularities: Stock
) -> _SpareStock:
    return {
        (zone, family): there - asked
        for zone, (held, needs) in enumerate(
            zip(available_singularities, _count_needed_singularities(route, formula), strict=True), 1
        )
        for family, there, asked in zip(FAMILIES, held, needs[: len(FAMILIES)], strict=True)
    }


def _list_families_for_any_steps(zones: Sequence[Zone], spare_stock: _SpareStock) -> Iterator[tuple[Family, ...]]:
    """Yield the families for *any* steps in these zones, in the order blue, red, yellow by
    step.
    """
    if not zones:
        yield ()
        return
    zone, *others = zones
    for family in FAMILIES:
        if spare_stock[zone, family]:
            left = {**spare_stock, (zone, family): spare_stock[zone, family] - 1}
            for rest in _list_families_for_any_steps(others, left):
                yield (family, *rest)


def _list_zones_of_any_steps(route: FormulaPaymentRoute, formula: Formula) -> list[Zone]:
    """Return the zones of those steps of a cost that *any* family can pay, in order."""
    return [zone for zone, step in zip(route.zones, formula, strict=True) if step == "any"]


def _list_all_payments_on_payable_route(
    route: FormulaPaymentRoute, formula: Formula, available_singularities: Stock
) -> Iterator[FormulaPaymentWay]:
    """Yield all ways to pay on a route that can be paid, in order."""
    for chosen in _list_families_for_any_steps(
        _list_zones_of_any_steps(route, formula), _count_spare_singularities(route, formula, available_singularities)
    ):
        yield build_payment_way(formula, route, chosen)


def _count_payments_on_payable_route(
    route: FormulaPaymentRoute, formula: Formula, available_singularities: Stock
) -> int:
    """Return the number of ways to pay on a route that can be paid."""
    anys = _list_zones_of_any_steps(route, formula)
    spare = _count_spare_singularities(route, formula, available_singularities)
    in_zones = ([zone] * anys.count(zone) for zone in set(anys))
    return prod(sum(1 for _ in _list_families_for_any_steps(zones, spare)) for zones in in_zones)


def _list_distinct_payments_on_payable_route(
    route: FormulaPaymentRoute, formula: Formula, available_singularities: Stock
) -> Iterator[FormulaPaymentWay]:
    """Yield one payment for each set of singularity cards on a route that can be paid."""
    anys = _list_zones_of_any_steps(route, formula)
    spare = _count_spare_singularities(route, formula, available_singularities)
    visited = sorted(set(anys))
    in_order = (
        [
            chosen
            for chosen in _list_families_for_any_steps([zone] * anys.count(zone), spare)
            if _are_resource_families_sorted(chosen)
        ]
        for zone in visited
    )
    for picked in product(*in_order):
        turns = dict(zip(visited, map(iter, picked), strict=True))
        yield build_payment_way(formula, route, (next(turns[zone]) for zone in anys))


def _are_resource_families_sorted(families: tuple[Family, ...]) -> bool:
    return families == tuple(sorted(families))


def _subtract_spent_singularities(available_singularities: Stock, payment_way: FormulaPaymentWay) -> Stock:
    """Return the stable (unused) singularity cards that are left after a payment."""
    left = [list(held) for held in available_singularities]
    for zone, use in zip(payment_way.route.zones, payment_way.uses, strict=True):
        if use is not None:
            left[zone - 1][FAMILIES.index(use)] -= 1
    return tuple((blue, red, yellow) for blue, red, yellow in left)


def _find_unpaid_formula_steps(
    route: FormulaPaymentRoute, formula: Formula, available_singularities: Stock
) -> tuple[UnpaidFormulaStep, ...]:
    """Return the steps of a cost that cannot be paid; *any* steps are paid after steps of named
    families.
    """
    left = {zone: dict(zip(FAMILIES, held, strict=True)) for zone, held in enumerate(available_singularities, 1)}
    lacks: list[UnpaidFormulaStep] = []
    steps = list(enumerate(zip(route.zones, formula, strict=True), 1))
    for number, (zone, step) in sorted(steps, key=lambda each: each[1][1] == "any"):
        there = left[zone]
        family = _find_family_of_formula_step(step) or next((f for f in FAMILIES if there[f]), None)
        if step == "skip":
            continue
        if family is None or not there[family]:
            lacks.append(UnpaidFormulaStep(number, zone, step))
        else:
            there[family] -= 1
    return tuple(sorted(lacks))


def choose_singularities_to_spend(
    quadrant: Quadrant, formula: Formula, payment_choices: FormulaPaymentChoices | None
) -> Spent:
    """Return the singularity cards (singularities) to spend on a cost; empty if the cost is
    free.

    Raises `Refusal` if no way fits the choices, or if the ways that fit spend different
    singularities.
    """
    if not formula:
        if payment_choices is not None:
            raise Refusal("pay-nothing", "pay")
        return ()
    said = payment_choices or FormulaPaymentChoices()
    if said.any is not None and len(said.any) != formula.count("any"):
        raise Refusal("pay-any", "pay.any", count=formula.count("any"), have=len(said.any))
    ways = list(_list_payments_by_choices(quadrant, formula, said))
    if not ways:
        _raise_refusal_of_payment(quadrant, formula)
    if len({way.spent_singularities for way in ways}) > 1:
        raise Refusal("pay-which", "pay", differs=_find_smallest_deciding_choices(ways, formula))
    return ways[0].spent_singularities


def list_distinct_payments_by_choices(
    quadrant: Quadrant, formula: Formula, payment_choices: FormulaPaymentChoices
) -> list[FormulaPaymentWay]:
    """Return one way to pay for each set of singularity cards that fits the player's choices.

    Ways are in the order of `/joust pay` (MJ-D11). `choices.any` may have families for only the
    first *any* steps.
    """
    found: dict[Spent, FormulaPaymentWay] = {}
    trace = list_all_payments_on_route if payment_choices.any else list_distinct_payments_on_route
    for route in list_payment_routes(formula):
        if _is_chosen_route(route, payment_choices):
            for way in trace(route, formula, quadrant):
                if _begins_with_families(way, formula, payment_choices.any or ()):
                    found.setdefault(way.spent_singularities, way)
    return list(found.values())


def build_choices_for_payment_way(payment_way: FormulaPaymentWay, formula: Formula) -> FormulaPaymentChoices:
    """Return the choices by which a player selects exactly this way to pay a cost."""
    anys = (use for use, step in zip(payment_way.uses, formula, strict=True) if step == "any")
    return FormulaPaymentChoices(payment_way.route.start, payment_way.route.direction, tuple(filter(None, anys)))


def _begins_with_families(
    payment_way: FormulaPaymentWay, formula: Formula, any_step_families: tuple[Family, ...]
) -> bool:
    return (build_choices_for_payment_way(payment_way, formula).any or ())[
        : len(any_step_families)
    ] == any_step_families


def _list_payments_by_choices(
    quadrant: Quadrant, formula: Formula, payment_choices: FormulaPaymentChoices
) -> Iterator[FormulaPaymentWay]:
    for route in list_payment_routes(formula):
        if not _is_chosen_route(route, payment_choices):
            continue
        if payment_choices.any is None:
            yield from list_distinct_payments_on_route(route, formula, quadrant)
        elif can_quadrant_pay(way := build_payment_way(formula, route, payment_choices.any), quadrant):
            yield way


def _is_chosen_route(route: FormulaPaymentRoute, payment_choices: FormulaPaymentChoices) -> bool:
    return payment_choices.start in (None, route.start) and payment_choices.direction in (None, route.direction)


def _raise_refusal_of_payment(quadrant: Quadrant, formula: Formula) -> None:
    """Raise the refusal of a payment: the cost cannot be paid, or only with other choices."""
    nearest = find_route_with_fewest_unpaid_steps(quadrant, formula)
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


def _find_smallest_deciding_choices(payment_ways: Sequence[FormulaPaymentWay], formula: Formula) -> tuple[str, ...]:
    """Return the fewest choices that decide which singularity cards are spent."""
    said = {way: asdict(build_choices_for_payment_way(way, formula)) for way in payment_ways}
    keys = FormulaPaymentChoices.__struct_fields__
    subsets = (some for size in range(1, len(keys)) for some in combinations(keys, size))
    for some in subsets:
        spent: dict[tuple[object, ...], Spent] = {}
        values = ((tuple(said[way][key] for key in some), way.spent_singularities) for way in payment_ways)
        if all(spent.setdefault(value, each) == each for value, each in values):
            return some
    return keys
