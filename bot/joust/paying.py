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
from bot.joust.table_types import (
    DIRECTIONS,
    FAMILIES,
    Direction,
    Family,
    Formula,
    Quadrant,
    Step,
    Zone,
)
from bot.rules.refusals import Refusal

ZONES = 4

_NeedsByZone = tuple[tuple[int, int, int, int], ...]
"""The singularities that a route needs in zones 1 to 4: of each family, and of any."""

_SpareStock = Mapping[tuple[Zone, Family], int]
"""The number of singularities that *any* steps can take: the rest after the named families."""


class PaymentChoices(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's choices of how to pay a formula; `any` has a family for each *any* step."""

    start: Zone | None = None
    direction: Direction | None = None
    any: tuple[Family, ...] | None = None


class PaymentRoute(NamedTuple):
    """A route around the quadrant by which a formula is paid: the zone of each step."""

    start: Zone
    direction: Direction
    zones: tuple[Zone, ...]


class PaymentWay(NamedTuple):
    """A way to pay a formula: the family that each step uses, None for a skipped zone."""

    route: PaymentRoute
    uses: tuple[Family | None, ...]

    @property
    def spent_singularities(self) -> Spent:
        """The singularities that the payment uses; ways with the same ones are equal
        (MJ-D11).
        """
        pairs = zip(self.route.zones, self.uses, strict=True)
        return tuple(sorted((zone, use) for zone, use in pairs if use is not None))


class UnpaidStep(NamedTuple):
    """A step of a formula, counted from 1, that its zone cannot pay."""

    step: int
    zone: Zone
    needs: Step


class NearestRoute(NamedTuple):
    """The route on which the fewest steps of a formula cannot be paid."""

    route: PaymentRoute
    lacking: tuple[UnpaidStep, ...]


class PaymentOptions(NamedTuple):
    """The ways to pay a formula, and the best of them.

    `ways` are the first of `total`, each with a flag for every other formula: whether it can be
    paid afterwards. `best` is the first way that leaves the most of them payable. `nearest` is
    None if there is a way.
    """

    total: int
    ways: tuple[tuple[PaymentWay, tuple[bool, ...]], ...]
    best: tuple[PaymentWay, tuple[bool, ...]] | None
    nearest: NearestRoute | None


def find_payment_options(
    quadrant: Quadrant, formula: Formula, other_formulas: Sequence[Formula], limit: int
) -> PaymentOptions:
    """Return the ways to pay a formula from a quadrant, at most `limit` of them.

    Ways that use the same families in the same zones at the same steps count as one.
    `other_formulas` are paid with the stable singularities that a way leaves.
    """
    stock = count_stable_singularities(quadrant)
    routes = [
        route
        for route in _select_distinct_routes(formula)
        if _has_needed_singularities(stock, _count_needed_singularities(route, formula))
    ]
    if not routes:
        return PaymentOptions(0, (), None, find_nearest_route(quadrant, formula))
    tell_payable = _PayableFormulasCache(stock, other_formulas)
    ways = (way for route in routes for way in _list_ways_on_payable_route(route, formula, stock))
    first = tuple((way, tell_payable(way)) for way in islice(ways, limit))
    total = sum(_count_ways_on_payable_route(route, formula, stock) for route in routes)
    return PaymentOptions(
        total, first, _choose_best_way(routes, formula, stock, tell_payable), None
    )


def find_nearest_route(quadrant: Quadrant, formula: Formula) -> NearestRoute:
    """Return the first route on which the fewest steps lack a singularity."""
    stock = count_stable_singularities(quadrant)
    found = [
        NearestRoute(route, _find_unpaid_steps(route, formula, stock))
        for route in list_payment_routes(formula)
    ]
    return min(found, key=lambda each: len(each.lacking))


def list_payment_routes(formula: Formula) -> list[PaymentRoute]:
    """Return the eight routes of a formula: from start zone 1 to 4, clockwise first."""
    return [
        PaymentRoute(
            start,
            direction,
            tuple(_find_zone_of_step(start, direction, at) for at in range(len(formula))),
        )
        for start in range(1, ZONES + 1)
        for direction in DIRECTIONS
    ]


def list_spendings_on_route(
    route: PaymentRoute, formula: Formula, quadrant: Quadrant
) -> Iterator[PaymentWay]:
    """Yield one way to pay for each set of singularities that can be spent on a route."""
    stock = count_stable_singularities(quadrant)
    if _has_needed_singularities(stock, _count_needed_singularities(route, formula)):
        yield from _list_spendings_on_payable_route(route, formula, stock)


def list_ways_on_route(
    route: PaymentRoute, formula: Formula, quadrant: Quadrant
) -> Iterator[PaymentWay]:
    """Yield all ways to pay a formula on a route: at most 6,561."""
    stock = count_stable_singularities(quadrant)
    if _has_needed_singularities(stock, _count_needed_singularities(route, formula)):
        yield from _list_ways_on_payable_route(route, formula, stock)


def can_pay_way(way: PaymentWay, quadrant: Quadrant) -> bool:
    """Return whether the quadrant has all stable singularities that a way to pay uses."""
    stock = count_stable_singularities(quadrant)
    spent = way.spent_singularities
    return all(
        spent.count((zone, family)) <= stock[zone - 1][FAMILIES.index(family)]
        for zone, family in set(spent)
    )


def build_payment_way(
    formula: Formula, route: PaymentRoute, families: Iterable[Family]
) -> PaymentWay:
    """Return the way on a route whose *any* steps use these families, one each."""
    anys = iter(families)
    uses = (next(anys) if step == "any" else _find_family_of_step(step) for step in formula)
    return PaymentWay(route, tuple(uses))


class _PayableFormulasCache:
    """A cached check of which other formulas can be paid after a payment."""

    def __init__(self, stock: Stock, formulas: Sequence[Formula]) -> None:
        self._stock = stock
        self._needs = [
            {_count_needed_singularities(route, formula) for route in list_payment_routes(formula)}
            for formula in formulas
        ]
        self._known: dict[Stock, tuple[bool, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._needs)

    def __call__(self, way: PaymentWay) -> tuple[bool, ...]:
        left = _subtract_payment(self._stock, way)
        if left not in self._known:
            self._known[left] = tuple(
                any(_has_needed_singularities(left, needs) for needs in routes)
                for routes in self._needs
            )
        return self._known[left]


def _choose_best_way(
    routes: Sequence[PaymentRoute],
    formula: Formula,
    stock: Stock,
    payable_formulas: _PayableFormulasCache,
) -> tuple[PaymentWay, tuple[bool, ...]]:
    if not payable_formulas:  # all ways are equally good: take the first
        return next(_list_ways_on_payable_route(routes[0], formula, stock)), ()
    ranked = (
        (-sum(payable_formulas(way)), number, way.uses, way)
        for number, route in enumerate(routes)
        for way in _list_spendings_on_payable_route(route, formula, stock)
    )
    *_, way = min(ranked)
    return way, payable_formulas(way)


def _find_zone_of_step(start: Zone, direction: Direction, step_index: int) -> Zone:
    """Return the zone of a step, counted from 0."""
    ahead = step_index if direction == "clockwise" else -step_index
    return (start - 1 + ahead) % ZONES + 1


def _select_distinct_routes(formula: Formula) -> list[PaymentRoute]:
    """Return one of each group of routes that use the same zones at the same steps."""
    found: dict[tuple[Zone, ...], PaymentRoute] = {}
    for route in list_payment_routes(formula):
        steps = zip(route.zones, formula, strict=True)
        found.setdefault(tuple(zone for zone, step in steps if step != "skip"), route)
    return list(found.values())


def _find_family_of_step(step: Step) -> Family | None:
    match step:
        case "any" | "skip":
            return None
        case _:
            return step


def _count_needed_singularities(route: PaymentRoute, formula: Formula) -> _NeedsByZone:
    asked: dict[Zone, list[Step]] = {zone: [] for zone in range(1, ZONES + 1)}
    for zone, step in zip(route.zones, formula, strict=True):
        asked[zone].append(step)
    return tuple(
        (steps.count("blue"), steps.count("red"), steps.count("yellow"), steps.count("any"))
        for steps in asked.values()
    )


def _has_needed_singularities(stock: Stock, needs: _NeedsByZone) -> bool:
    """Return whether each zone has the singularities that a route needs there."""
    for (blue, red, yellow), (blues, reds, yellows, anys) in zip(stock, needs, strict=True):
        if blue < blues or red < reds or yellow < yellows:
            return False
        if blue + red + yellow < blues + reds + yellows + anys:
            return False
    return True


def _count_spare_singularities(route: PaymentRoute, formula: Formula, stock: Stock) -> _SpareStock:
    return {
        (zone, family): there - asked
        for zone, (held, needs) in enumerate(
            zip(stock, _count_needed_singularities(route, formula), strict=True), 1
        )
        for family, there, asked in zip(FAMILIES, held, needs[: len(FAMILIES)], strict=True)
    }


def _list_family_choices(
    zones: Sequence[Zone], spare_stock: _SpareStock
) -> Iterator[tuple[Family, ...]]:
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
            for rest in _list_family_choices(others, left):
                yield (family, *rest)


def _list_zones_of_any_steps(route: PaymentRoute, formula: Formula) -> list[Zone]:
    """Return the zones of the *any* steps of a formula, in order."""
    return [zone for zone, step in zip(route.zones, formula, strict=True) if step == "any"]


def _list_ways_on_payable_route(
    route: PaymentRoute, formula: Formula, stock: Stock
) -> Iterator[PaymentWay]:
    """Yield all ways to pay on a route that can be paid, in order."""
    for chosen in _list_family_choices(
        _list_zones_of_any_steps(route, formula), _count_spare_singularities(route, formula, stock)
    ):
        yield build_payment_way(formula, route, chosen)


def _count_ways_on_payable_route(route: PaymentRoute, formula: Formula, stock: Stock) -> int:
    """Return the number of ways to pay on a route that can be paid."""
    anys = _list_zones_of_any_steps(route, formula)
    spare = _count_spare_singularities(route, formula, stock)
    in_zones = ([zone] * anys.count(zone) for zone in set(anys))
    return prod(sum(1 for _ in _list_family_choices(zones, spare)) for zones in in_zones)


def _list_spendings_on_payable_route(
    route: PaymentRoute, formula: Formula, stock: Stock
) -> Iterator[PaymentWay]:
    """Yield one way for each set of singularities on a route that can be paid."""
    anys = _list_zones_of_any_steps(route, formula)
    spare = _count_spare_singularities(route, formula, stock)
    visited = sorted(set(anys))
    in_order = (
        [
            chosen
            for chosen in _list_family_choices([zone] * anys.count(zone), spare)
            if _are_families_sorted(chosen)
        ]
        for zone in visited
    )
    for picked in product(*in_order):
        turns = dict(zip(visited, map(iter, picked), strict=True))
        yield build_payment_way(formula, route, (next(turns[zone]) for zone in anys))


def _are_families_sorted(families: tuple[Family, ...]) -> bool:
    return families == tuple(sorted(families))


def _subtract_payment(stock: Stock, way: PaymentWay) -> Stock:
    """Return the stable singularities that a payment leaves."""
    left = [list(held) for held in stock]
    for zone, use in zip(way.route.zones, way.uses, strict=True):
        if use is not None:
            left[zone - 1][FAMILIES.index(use)] -= 1
    return tuple((blue, red, yellow) for blue, red, yellow in left)


def _find_unpaid_steps(
    route: PaymentRoute, formula: Formula, stock: Stock
) -> tuple[UnpaidStep, ...]:
    """Return the steps that cannot be paid: named families are paid first, then *any* steps."""
    left = {zone: dict(zip(FAMILIES, held, strict=True)) for zone, held in enumerate(stock, 1)}
    lacks: list[UnpaidStep] = []
    steps = list(enumerate(zip(route.zones, formula, strict=True), 1))
    for number, (zone, step) in sorted(steps, key=lambda each: each[1][1] == "any"):
        there = left[zone]
        family = _find_family_of_step(step) or next((f for f in FAMILIES if there[f]), None)
        if step == "skip":
            continue
        if family is None or not there[family]:
            lacks.append(UnpaidStep(number, zone, step))
        else:
            there[family] -= 1
    return tuple(sorted(lacks))


def choose_singularities_to_spend(
    quadrant: Quadrant, formula: Formula, choices: PaymentChoices | None
) -> Spent:
    """Return the singularities to spend on a formula; empty if the formula is free.

    Raises `Refusal` if no way fits the choices, or if the ways that fit spend different
    singularities.
    """
    if not formula:
        if choices is not None:
            raise Refusal("pay-nothing", "pay")
        return ()
    said = choices or PaymentChoices()
    if said.any is not None and len(said.any) != formula.count("any"):
        raise Refusal("pay-any", "pay.any", count=formula.count("any"), have=len(said.any))
    ways = list(_list_ways_with_choices(quadrant, formula, said))
    if not ways:
        _raise_payment_refusal(quadrant, formula)
    if len({way.spent_singularities for way in ways}) > 1:
        raise Refusal("pay-which", "pay", differs=_find_deciding_choices(ways, formula))
    return ways[0].spent_singularities


def list_possible_spendings(
    quadrant: Quadrant, formula: Formula, choices: PaymentChoices
) -> list[PaymentWay]:
    """Return one way to pay for each set of singularities that fits the choices.

    Ways are in the order of `/joust pay` (MJ-D11). `choices.any` may have families for only the
    first *any* steps.
    """
    found: dict[Spent, PaymentWay] = {}
    trace = list_ways_on_route if choices.any else list_spendings_on_route
    for route in list_payment_routes(formula):
        if _is_chosen_route(route, choices):
            for way in trace(route, formula, quadrant):
                if _has_first_families(way, formula, choices.any or ()):
                    found.setdefault(way.spent_singularities, way)
    return list(found.values())


def extract_payment_choices(way: PaymentWay, formula: Formula) -> PaymentChoices:
    """Return the choices that fully describe a way to pay."""
    anys = (use for use, step in zip(way.uses, formula, strict=True) if step == "any")
    return PaymentChoices(way.route.start, way.route.direction, tuple(filter(None, anys)))


def _has_first_families(way: PaymentWay, formula: Formula, families: tuple[Family, ...]) -> bool:
    return (extract_payment_choices(way, formula).any or ())[: len(families)] == families


def _list_ways_with_choices(
    quadrant: Quadrant, formula: Formula, choices: PaymentChoices
) -> Iterator[PaymentWay]:
    for route in list_payment_routes(formula):
        if not _is_chosen_route(route, choices):
            continue
        if choices.any is None:
            yield from list_spendings_on_route(route, formula, quadrant)
        elif can_pay_way(way := build_payment_way(formula, route, choices.any), quadrant):
            yield way


def _is_chosen_route(route: PaymentRoute, choices: PaymentChoices) -> bool:
    return choices.start in (None, route.start) and choices.direction in (None, route.direction)


def _raise_payment_refusal(quadrant: Quadrant, formula: Formula) -> None:
    """Raise the refusal of a payment: the formula cannot be paid, or only by other choices."""
    nearest = find_nearest_route(quadrant, formula)
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


def _find_deciding_choices(ways: Sequence[PaymentWay], formula: Formula) -> tuple[str, ...]:
    """Return the smallest set of choices that decides which singularities are spent."""
    said = {way: asdict(extract_payment_choices(way, formula)) for way in ways}
    keys = PaymentChoices.__struct_fields__
    subsets = (some for size in range(1, len(keys)) for some in combinations(keys, size))
    for some in subsets:
        spent: dict[tuple[object, ...], Spent] = {}
        values = ((tuple(said[way][key] for key in some), way.spent_singularities) for way in ways)
        if all(spent.setdefault(value, each) == each for value, each in values):
            return some
    return keys
