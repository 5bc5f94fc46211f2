"""Payments of a formula: every way, the best one, and the nearest if none fits (MJ-12, MJ-D11).

Around a ring of four zones, eight steps visit each zone twice. So the *any* steps of a zone choose at most two
families, and zones are independent: ways are counted and compared zone by zone, however many there are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import prod
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from bot.joust.quadrants import Spent, Stock, count_unused_tokens
from bot.joust.table_types import DIRECTIONS, FAMILIES, Direction, Family, Formula, Quadrant, Step, Zone
from bot.rules.refusals import Refusal

ZONES = 4

_NeedsByZone = tuple[tuple[int, int, int, int], ...]
"""The singularities that a route needs in zones 1 to 4: of each family, and of any."""

_SpareStock = Mapping[tuple[Zone, Family], int]
"""The number of singularities that *any* steps can take: the rest after the named families."""


class CostPaymentChoices(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's choices of how to pay a cost; `any` has a colour for each *any* step."""

    start: Zone | None = None
    direction: Direction | None = None
    any: tuple[Family, ...] | None = None


class CostPaymentRoute(NamedTuple):
    """A way around a player's four token zones: the zone that pays each step of a cost."""

    start: Zone
    direction: Direction
    zones: tuple[Zone, ...]


class CostPayment(NamedTuple):
    """A way to pay a cost: the colour of token that each step uses, None for a skipped zone."""

    route: CostPaymentRoute
    uses: tuple[Family | None, ...]

    @property
    def spent_tokens(self) -> Spent:
        """The tokens (singularities) that the payment uses, sorted by zone and colour."""
        pairs = zip(self.route.zones, self.uses, strict=True)
        return tuple(sorted((zone, use) for zone, use in pairs if use is not None))


class UnpaidCostStep(NamedTuple):
    """A step of a cost, counted from 1, for which its zone has no token."""

    step: int
    zone: Zone
    needs: Step


class RouteWithFewestUnpaidSteps(NamedTuple):
    """The way around the token zones on which the fewest steps of a cost lack a token."""

    route: CostPaymentRoute
    lacking: tuple[UnpaidCostStep, ...]


class CostPaymentOptions(NamedTuple):
    """The possible ways to pay a cost, and the best of them.

    `ways` are the first of `total`, each with a flag for every other formula: whether it can be paid afterwards. `best`
    is the first way that leaves the most of them payable. `nearest` is None if there is a way.
    """

    total: int
    ways: tuple[tuple[CostPayment, tuple[bool, ...]], ...]
    best: tuple[CostPayment, tuple[bool, ...]] | None
    nearest: RouteWithFewestUnpaidSteps | None


def find_payment_options(
    token_zones: Quadrant, cost: Formula, other_costs: Sequence[Formula], maximum_count: int
) -> CostPaymentOptions:
    """Return at most `maximum_count` ways to pay a cost from a player's tokens.

    Ways that use the same colours in the same zones at the same steps count as one. `other_costs` are paid with the
    unused tokens (stable singularities) that a way leaves.
    """
    stock = count_unused_tokens(token_zones)
    routes = [
        route
        for route in _select_distinct_payment_routes(cost)
        if _has_needed_tokens(stock, _count_needed_tokens(route, cost))
    ]
    if not routes:
        return CostPaymentOptions(0, (), None, find_route_with_fewest_unpaid_steps(token_zones, cost))
    tell_payable = _PayableCostsCache(stock, other_costs)
    ways = (way for route in routes for way in _list_all_payments_on_payable_route(route, cost, stock))
    first = tuple((way, tell_payable(way)) for way in islice(ways, maximum_count))
    total = sum(_count_payments_on_payable_route(route, cost, stock) for route in routes)
    return CostPaymentOptions(total, first, _choose_best_payment(routes, cost, stock, tell_payable), None)


def find_route_with_fewest_unpaid_steps(token_zones: Quadrant, cost: Formula) -> RouteWithFewestUnpaidSteps:
    """Return the first way around the token zones on which the fewest steps lack a token."""
    stock = count_unused_tokens(token_zones)
    found = [
        RouteWithFewestUnpaidSteps(route, _find_unpaid_cost_steps(route, cost, stock))
        for route in list_payment_routes(cost)
    ]
    return min(found, key=lambda each: len(each.lacking))


def list_payment_routes(cost: Formula) -> list[CostPaymentRoute]:
    """Return the eight orders of zones to pay a cost: from zone 1 to 4, clockwise first."""
    return [
        CostPaymentRoute(
            start, direction, tuple(_find_zone_of_cost_step(start, direction, at) for at in range(len(cost)))
        )
        for start in range(1, ZONES + 1)
        for direction in DIRECTIONS
    ]


def list_distinct_payments_on_route(
    route: CostPaymentRoute, cost: Formula, token_zones: Quadrant
) -> Iterator[CostPayment]:
    """Yield a payment for each set of tokens that can pay a cost in this order of zones."""
    stock = count_unused_tokens(token_zones)
    if _has_needed_tokens(stock, _count_needed_tokens(route, cost)):
        yield from _list_distinct_payments_on_payable_route(route, cost, stock)


def list_all_payments_on_route(route: CostPaymentRoute, cost: Formula, token_zones: Quadrant) -> Iterator[CostPayment]:
    """Yield all ways, at most 6,561, to pay a cost in this order of zones."""
    stock = count_unused_tokens(token_zones)
    if _has_needed_tokens(stock, _count_needed_tokens(route, cost)):
        yield from _list_all_payments_on_payable_route(route, cost, stock)


def has_tokens_for_payment(payment: CostPayment, token_zones: Quadrant) -> bool:
    """Return whether a player's zones have all unused tokens that a payment needs."""
    stock = count_unused_tokens(token_zones)
    spent = payment.spent_tokens
    return all(spent.count((zone, family)) <= stock[zone - 1][FAMILIES.index(family)] for zone, family in set(spent))


def build_payment_with_colours(
    cost: Formula, route: CostPaymentRoute, any_step_colours: Iterable[Family]
) -> CostPayment:
    """Return the payment of a cost whose *any* steps use these token colours, one each."""
    anys = iter(any_step_colours)
    uses = (next(anys) if step == "any" else _find_colour_of_cost_step(step) for step in cost)
    return CostPayment(route, tuple(uses))


class _PayableCostsCache:
    """A cached check of which other costs could still be paid after a payment."""

    def __init__(self, stock: Stock, formulas: Sequence[Formula]) -> None:
        self._stock = stock
        self._needs = [
            {_count_needed_tokens(route, formula) for route in list_payment_routes(formula)} for formula in formulas
        ]
        self._known: dict[Stock, tuple[bool, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._needs)

    def __call__(self, way: CostPayment) -> tuple[bool, ...]:
        left = _subtract_spent_tokens(self._stock, way)
        if left not in self._known:
            self._known[left] = tuple(
                any(_has_needed_tokens(left, needs) for needs in routes) for routes in self._needs
            )
        return self._known[left]


def _choose_best_payment(
    routes: Sequence[CostPaymentRoute], cost: Formula, unused_tokens: Stock, payable_costs: _PayableCostsCache
) -> tuple[CostPayment, tuple[bool, ...]]:
    if not payable_costs:  # all ways are equally good: take the first
        return next(_list_all_payments_on_payable_route(routes[0], cost, unused_tokens)), ()
    ranked = (
        (-sum(payable_costs(way)), number, way.uses, way)
        for number, route in enumerate(routes)
        for way in _list_distinct_payments_on_payable_route(route, cost, unused_tokens)
    )
    *_, way = min(ranked)
    return way, payable_costs(way)


def _find_zone_of_cost_step(start_zone: Zone, direction: Direction, step_index: int) -> Zone:
    ahead = step_index if direction == "clockwise" else -step_index
    return (start_zone - 1 + ahead) % ZONES + 1


def _select_distinct_payment_routes(cost: Formula) -> list[CostPaymentRoute]:
    """Return the orders of zones that pay some step of a cost in different zones."""
    found: dict[tuple[Zone, ...], CostPaymentRoute] = {}
    for route in list_payment_routes(cost):
        steps = zip(route.zones, cost, strict=True)
        found.setdefault(tuple(zone for zone, step in steps if step != "skip"), route)
    return list(found.values())


def _find_colour_of_cost_step(step: Step) -> Family | None:
    match step:
        case "any" | "skip":
            return None
        case _:
            return step


def _count_needed_tokens(route: CostPaymentRoute, cost: Formula) -> _NeedsByZone:
    asked: dict[Zone, list[Step]] = {zone: [] for zone in range(1, ZONES + 1)}
    for zone, step in zip(route.zones, cost, strict=True):
        asked[zone].append(step)
    return tuple(
        (steps.count("blue"), steps.count("red"), steps.count("yellow"), steps.count("any")) for steps in asked.values()
    )


def _has_needed_tokens(unused_tokens: Stock, needed_tokens: _NeedsByZone) -> bool:
    for (blue, red, yellow), (blues, reds, yellows, anys) in zip(unused_tokens, needed_tokens, strict=True):
        if blue < blues or red < reds or yellow < yellows:
            return False
        if blue + red + yellow < blues + reds + yellows + anys:
            return False
    return True


def _count_spare_tokens(route: CostPaymentRoute, cost: Formula, unused_tokens: Stock) -> _SpareStock:
    return {
        (zone, family): there - asked
        for zone, (held, needs) in enumerate(zip(unused_tokens, _count_needed_tokens(route, cost), strict=True), 1)
        for family, there, asked in zip(FAMILIES, held, needs[: len(FAMILIES)], strict=True)
    }


def _list_colours_for_any_steps(zones: Sequence[Zone], spare_tokens: _SpareStock) -> Iterator[tuple[Family, ...]]:
    if not zones:
        yield ()
        return
    zone, *others = zones
    for family in FAMILIES:
        if spare_tokens[zone, family]:
            left = {**spare_tokens, (zone, family): spare_tokens[zone, family] - 1}
            for rest in _list_colours_for_any_steps(others, left):
                yield (family, *rest)


def _list_zones_of_any_steps(route: CostPaymentRoute, cost: Formula) -> list[Zone]:
    return [zone for zone, step in zip(route.zones, cost, strict=True) if step == "any"]


def _list_all_payments_on_payable_route(
    route: CostPaymentRoute, cost: Formula, unused_tokens: Stock
) -> Iterator[CostPayment]:
    for chosen in _list_colours_for_any_steps(
        _list_zones_of_any_steps(route, cost), _count_spare_tokens(route, cost, unused_tokens)
    ):
        yield build_payment_with_colours(cost, route, chosen)


def _count_payments_on_payable_route(route: CostPaymentRoute, cost: Formula, unused_tokens: Stock) -> int:
    """Return how many payments a cost has in an order of zones with enough tokens."""
    anys = _list_zones_of_any_steps(route, cost)
    spare = _count_spare_tokens(route, cost, unused_tokens)
    in_zones = ([zone] * anys.count(zone) for zone in set(anys))
    return prod(sum(1 for _ in _list_colours_for_any_steps(zones, spare)) for zones in in_zones)


def _list_distinct_payments_on_payable_route(
    route: CostPaymentRoute, cost: Formula, unused_tokens: Stock
) -> Iterator[CostPayment]:
    """Yield a payment for each set of tokens, in an order of zones with enough tokens."""
    anys = _list_zones_of_any_steps(route, cost)
    spare = _count_spare_tokens(route, cost, unused_tokens)
    visited = sorted(set(anys))
    in_order = (
        [
            chosen
            for chosen in _list_colours_for_any_steps([zone] * anys.count(zone), spare)
            if _are_token_colours_sorted(chosen)
        ]
        for zone in visited
    )
    for picked in product(*in_order):
        turns = dict(zip(visited, map(iter, picked), strict=True))
        yield build_payment_with_colours(cost, route, (next(turns[zone]) for zone in anys))


def _are_token_colours_sorted(colours: tuple[Family, ...]) -> bool:
    return colours == tuple(sorted(colours))


def _subtract_spent_tokens(unused_tokens: Stock, payment: CostPayment) -> Stock:
    left = [list(held) for held in unused_tokens]
    for zone, use in zip(payment.route.zones, payment.uses, strict=True):
        if use is not None:
            left[zone - 1][FAMILIES.index(use)] -= 1
    return tuple((blue, red, yellow) for blue, red, yellow in left)


def _find_unpaid_cost_steps(route: CostPaymentRoute, cost: Formula, unused_tokens: Stock) -> tuple[UnpaidCostStep, ...]:
    """Return the steps of a cost that lack a token; *any* steps are paid last."""
    left = {zone: dict(zip(FAMILIES, held, strict=True)) for zone, held in enumerate(unused_tokens, 1)}
    lacks: list[UnpaidCostStep] = []
    steps = list(enumerate(zip(route.zones, cost, strict=True), 1))
    for number, (zone, step) in sorted(steps, key=lambda each: each[1][1] == "any"):
        there = left[zone]
        family = _find_colour_of_cost_step(step) or next((f for f in FAMILIES if there[f]), None)
        if step == "skip":
            continue
        if family is None or not there[family]:
            lacks.append(UnpaidCostStep(number, zone, step))
        else:
            there[family] -= 1
    return tuple(sorted(lacks))


def choose_tokens_to_spend(token_zones: Quadrant, cost: Formula, payment_choices: CostPaymentChoices | None) -> Spent:
    """Return the Magicjoust tokens (singularities) that pay a cost; empty if the cost is free.

    Raises `Refusal` if no way fits the choices, or if the ways that fit spend different tokens.
    """
    if not cost:
        if payment_choices is not None:
            raise Refusal("pay-nothing", "pay")
        return ()
    said = payment_choices or CostPaymentChoices()
    if said.any is not None and len(said.any) != cost.count("any"):
        raise Refusal("pay-any", "pay.any", count=cost.count("any"), have=len(said.any))
    ways = list(_list_payments_by_choices(token_zones, cost, said))
    if not ways:
        _raise_refusal_of_payment(token_zones, cost)
    if len({way.spent_tokens for way in ways}) > 1:
        raise Refusal("pay-which", "pay", differs=_find_smallest_deciding_choices(ways, cost))
    return ways[0].spent_tokens


def list_distinct_payments_by_choices(
    token_zones: Quadrant, cost: Formula, payment_choices: CostPaymentChoices
) -> list[CostPayment]:
    """Return a payment for each set of tokens that fits the player's choices.

    Payments are in the order of `/joust pay` (MJ-D11). `choices.any` may have colours for only the first *any* steps.
    """
    found: dict[Spent, CostPayment] = {}
    trace = list_all_payments_on_route if payment_choices.any else list_distinct_payments_on_route
    for route in list_payment_routes(cost):
        if _is_chosen_route(route, payment_choices):
            for way in trace(route, cost, token_zones):
                if _begins_with_colours(way, cost, payment_choices.any or ()):
                    found.setdefault(way.spent_tokens, way)
    return list(found.values())


def build_choices_for_payment(payment: CostPayment, cost: Formula) -> CostPaymentChoices:
    """Return the choices by which a player selects exactly this payment."""
    anys = (use for use, step in zip(payment.uses, cost, strict=True) if step == "any")
    return CostPaymentChoices(payment.route.start, payment.route.direction, tuple(filter(None, anys)))


def _begins_with_colours(payment: CostPayment, cost: Formula, any_step_colours: tuple[Family, ...]) -> bool:
    return (build_choices_for_payment(payment, cost).any or ())[: len(any_step_colours)] == any_step_colours


def _list_payments_by_choices(
    token_zones: Quadrant, cost: Formula, payment_choices: CostPaymentChoices
) -> Iterator[CostPayment]:
    for route in list_payment_routes(cost):
        if not _is_chosen_route(route, payment_choices):
            continue
        if payment_choices.any is None:
            yield from list_distinct_payments_on_route(route, cost, token_zones)
        elif has_tokens_for_payment(way := build_payment_with_colours(cost, route, payment_choices.any), token_zones):
            yield way


def _is_chosen_route(route: CostPaymentRoute, payment_choices: CostPaymentChoices) -> bool:
    return payment_choices.start in (None, route.start) and payment_choices.direction in (None, route.direction)


def _raise_refusal_of_payment(token_zones: Quadrant, cost: Formula) -> None:
    """Raise the refusal of a payment that lacks tokens, or that needs other choices."""
    nearest = find_route_with_fewest_unpaid_steps(token_zones, cost)
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


def _find_smallest_deciding_choices(payments: Sequence[CostPayment], cost: Formula) -> tuple[str, ...]:
    """Return the fewest choices that decide which tokens are spent."""
    said = {way: asdict(build_choices_for_payment(way, cost)) for way in payments}
    keys = CostPaymentChoices.__struct_fields__
    subsets = (some for size in range(1, len(keys)) for some in combinations(keys, size))
    for some in subsets:
        spent: dict[tuple[object, ...], Spent] = {}
        values = ((tuple(said[way][key] for key in some), way.spent_tokens) for way in payments)
        if all(spent.setdefault(value, each) == each for value, each in values):
            return some
    return keys
