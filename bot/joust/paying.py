"""Payments of a Magicjoust card's cost: all ways, the best one, and the nearest if none fits (MJ-12, MJ-D11).

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


class DuelCardPaymentChoices(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's choices in paying a card's cost: first zone, direction, and colours for wildcard steps.

    Any token pays a wildcard step. `any` has the colours for these steps, in order.
    """

    start: Zone | None = None
    direction: Direction | None = None
    any: tuple[Family, ...] | None = None


class PaymentZoneOrder(NamedTuple):
    """An order in which a player's four zones pay the steps of a cost, one zone for each step.

    The order begins at the zone `start` and goes on in the `direction`.
    """

    start: Zone
    direction: Direction
    zones: tuple[Zone, ...]


class TokenPayment(NamedTuple):
    """One way to pay a card's cost: an order of zones, and the colour of the token spent in each.

    None instead of a colour means that the zone is skipped.
    """

    route: PaymentZoneOrder
    uses: tuple[Family | None, ...]

    @property
    def spent_tokens(self) -> Spent:
        """The tokens spent by the payment, sorted by zone and colour."""
        pairs = zip(self.route.zones, self.uses, strict=True)
        return tuple(sorted((zone, use) for zone, use in pairs if use is not None))


class UnpaidCostStep(NamedTuple):
    """A step of a cost that cannot be paid, because the zone lacks the token. Steps count from 1."""

    step: int
    zone: Zone
    needs: Step


class PartialCardCostPayment(NamedTuple):
    """The best partial payment of a cost: the order of zones, and the steps that lack a token."""

    route: PaymentZoneOrder
    lacking: tuple[UnpaidCostStep, ...]


class PaymentOptions(NamedTuple):
    """The ways in which a player can pay for a card.

    `ways` are the first of `total`, each with a flag for every other formula: whether it can be paid afterwards. `best`
    is the first way that leaves the most of them payable. `nearest` is None if there is a way.
    """

    total: int
    ways: tuple[tuple[TokenPayment, tuple[bool, ...]], ...]
    best: tuple[TokenPayment, tuple[bool, ...]] | None
    nearest: PartialCardCostPayment | None


def find_payment_options(
    token_zones: Quadrant, cost: Formula, later_costs: Sequence[Formula], maximum_count: int
) -> PaymentOptions:
    """Return at most `maximum_count` ways to pay a cost with a player's tokens.

    Ways that use the same colours in the same zones at the same steps count as one. `later_costs` are paid with the
    unused tokens (stable singularities) that a way leaves.
    """
    stock = count_unused_tokens(token_zones)
    routes = [
        route
        for route in _list_distinct_payment_zone_orders(cost)
        if _has_needed_tokens(stock, _count_needed_tokens_by_zone(route, cost))
    ]
    if not routes:
        return PaymentOptions(0, (), None, find_best_partial_payment(token_zones, cost))
    tell_payable = _PayableDuelCardsCache(stock, later_costs)
    ways = (way for route in routes for way in _list_affordable_payments(route, cost, stock))
    first = tuple((way, tell_payable(way)) for way in islice(ways, maximum_count))
    total = sum(_count_affordable_token_payments(route, cost, stock) for route in routes)
    return PaymentOptions(total, first, _choose_best_payment(routes, cost, stock, tell_payable), None)


def find_best_partial_payment(token_zones: Quadrant, cost: Formula) -> PartialCardCostPayment:
    """Return the partial payment of a cost that leaves the fewest steps unpaid."""
    stock = count_unused_tokens(token_zones)
    found = [
        PartialCardCostPayment(route, _list_unpaid_cost_steps(route, cost, stock))
        for route in list_payment_zone_orders(cost)
    ]
    return min(found, key=lambda each: len(each.lacking))


def list_payment_zone_orders(card_cost: Formula) -> list[PaymentZoneOrder]:
    """Return the eight orders in which a player's zones can pay a cost.

    They start at zone 1 to 4, and go clockwise or the other way; clockwise ones come first.
    """
    return [
        PaymentZoneOrder(
            start, direction, tuple(_find_zone_of_payment_step(start, direction, at) for at in range(len(card_cost)))
        )
        for start in range(1, ZONES + 1)
        for direction in DIRECTIONS
    ]


def list_distinct_payments(
    zone_order: PaymentZoneOrder, cost: Formula, token_zones: Quadrant
) -> Iterator[TokenPayment]:
    """Yield the payments of a cost in one order of zones, one for each set of spent tokens."""
    stock = count_unused_tokens(token_zones)
    if _has_needed_tokens(stock, _count_needed_tokens_by_zone(zone_order, cost)):
        yield from _list_distinct_token_payments(zone_order, cost, stock)


def list_all_payments(zone_order: PaymentZoneOrder, cost: Formula, token_zones: Quadrant) -> Iterator[TokenPayment]:
    """Yield all payments of a cost in one order of zones, at most 6,561."""
    stock = count_unused_tokens(token_zones)
    if _has_needed_tokens(stock, _count_needed_tokens_by_zone(zone_order, cost)):
        yield from _list_affordable_payments(zone_order, cost, stock)


def has_tokens_for_payment(payment: TokenPayment, token_zones: Quadrant) -> bool:
    """Return True if a player has all the unused tokens for a payment."""
    stock = count_unused_tokens(token_zones)
    spent = payment.spent_tokens
    return all(spent.count((zone, family)) <= stock[zone - 1][FAMILIES.index(family)] for zone, family in set(spent))


def build_payment_with_colours(
    card_cost: Formula, zone_order: PaymentZoneOrder, wildcard_colours: Iterable[Family]
) -> TokenPayment:
    """Return the payment of a cost that spends these colours on its wildcard steps.

    Any token pays a wildcard step.
    """
    anys = iter(wildcard_colours)
    uses = (next(anys) if step == "any" else _get_colour_of_cost_step(step) for step in card_cost)
    return TokenPayment(zone_order, tuple(uses))


class _PayableDuelCardsCache:
    """A cache that tells which other cards a player could still pay for after paying for one card."""

    def __init__(self, stock: Stock, formulas: Sequence[Formula]) -> None:
        self._stock = stock
        self._needs = [
            {_count_needed_tokens_by_zone(route, formula) for route in list_payment_zone_orders(formula)}
            for formula in formulas
        ]
        self._known: dict[Stock, tuple[bool, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._needs)

    def __call__(self, way: TokenPayment) -> tuple[bool, ...]:
        left = _subtract_spent_tokens(self._stock, way)
        if left not in self._known:
            self._known[left] = tuple(
                any(_has_needed_tokens(left, needs) for needs in routes) for routes in self._needs
            )
        return self._known[left]


def _choose_best_payment(
    zone_orders: Sequence[PaymentZoneOrder],
    cost: Formula,
    unused_tokens: Stock,
    payable_costs: _PayableDuelCardsCache,
) -> tuple[TokenPayment, tuple[bool, ...]]:
    if not payable_costs:  # all ways are equally good: take the first
        return next(_list_affordable_payments(zone_orders[0], cost, unused_tokens)), ()
    ranked = (
        (-sum(payable_costs(way)), number, way.uses, way)
        for number, route in enumerate(zone_orders)
        for way in _list_distinct_token_payments(route, cost, unused_tokens)
    )
    *_, way = min(ranked)
    return way, payable_costs(way)


def _find_zone_of_payment_step(start_zone: Zone, direction: Direction, step_index: int) -> Zone:
    ahead = step_index if direction == "clockwise" else -step_index
    return (start_zone - 1 + ahead) % ZONES + 1


def _list_distinct_payment_zone_orders(card_cost: Formula) -> list[PaymentZoneOrder]:
    """Return the orders of zones that can pay a cost, without duplicates that spend the same tokens."""
    found: dict[tuple[Zone, ...], PaymentZoneOrder] = {}
    for route in list_payment_zone_orders(card_cost):
        steps = zip(route.zones, card_cost, strict=True)
        found.setdefault(tuple(zone for zone, step in steps if step != "skip"), route)
    return list(found.values())


def _get_colour_of_cost_step(cost_step: Step) -> Family | None:
    match cost_step:
        case "any" | "skip":
            return None
        case _:
            return cost_step


def _count_needed_tokens_by_zone(zone_order: PaymentZoneOrder, card_cost: Formula) -> _NeedsByZone:
    asked: dict[Zone, list[Step]] = {zone: [] for zone in range(1, ZONES + 1)}
    for zone, step in zip(zone_order.zones, card_cost, strict=True):
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


def _count_unneeded_tokens_by_zone(zone_order: PaymentZoneOrder, cost: Formula, unused_tokens: Stock) -> _SpareStock:
    return {
        (zone, family): there - asked
        for zone, (held, needs) in enumerate(
            zip(unused_tokens, _count_needed_tokens_by_zone(zone_order, cost), strict=True), 1
        )
        for family, there, asked in zip(FAMILIES, held, needs[: len(FAMILIES)], strict=True)
    }


def _list_wildcard_colour_choices(
    wildcard_zones: Sequence[Zone], spare_tokens: _SpareStock
) -> Iterator[tuple[Family, ...]]:
    if not wildcard_zones:
        yield ()
        return
    zone, *others = wildcard_zones
    for family in FAMILIES:
        if spare_tokens[zone, family]:
            left = {**spare_tokens, (zone, family): spare_tokens[zone, family] - 1}
            for rest in _list_wildcard_colour_choices(others, left):
                yield (family, *rest)


def _list_wildcard_zones(zone_order: PaymentZoneOrder, cost: Formula) -> list[Zone]:
    return [zone for zone, step in zip(zone_order.zones, cost, strict=True) if step == "any"]


def _list_affordable_payments(
    zone_order: PaymentZoneOrder, cost: Formula, unused_tokens: Stock
) -> Iterator[TokenPayment]:
    for chosen in _list_wildcard_colour_choices(
        _list_wildcard_zones(zone_order, cost), _count_unneeded_tokens_by_zone(zone_order, cost, unused_tokens)
    ):
        yield build_payment_with_colours(cost, zone_order, chosen)


def _count_affordable_token_payments(zone_order: PaymentZoneOrder, cost: Formula, unused_tokens: Stock) -> int:
    """Count the payments of an affordable cost in one order of zones."""
    anys = _list_wildcard_zones(zone_order, cost)
    spare = _count_unneeded_tokens_by_zone(zone_order, cost, unused_tokens)
    in_zones = ([zone] * anys.count(zone) for zone in set(anys))
    return prod(sum(1 for _ in _list_wildcard_colour_choices(zones, spare)) for zones in in_zones)


def _list_distinct_token_payments(
    zone_order: PaymentZoneOrder, cost: Formula, unused_tokens: Stock
) -> Iterator[TokenPayment]:
    """Yield the distinct payments of an affordable cost in one order of zones; each spends different tokens."""
    anys = _list_wildcard_zones(zone_order, cost)
    spare = _count_unneeded_tokens_by_zone(zone_order, cost, unused_tokens)
    visited = sorted(set(anys))
    in_order = (
        [
            chosen
            for chosen in _list_wildcard_colour_choices([zone] * anys.count(zone), spare)
            if _are_token_colours_sorted(chosen)
        ]
        for zone in visited
    )
    for picked in product(*in_order):
        turns = dict(zip(visited, map(iter, picked), strict=True))
        yield build_payment_with_colours(cost, zone_order, (next(turns[zone]) for zone in anys))


def _are_token_colours_sorted(colours: tuple[Family, ...]) -> bool:
    return colours == tuple(sorted(colours))


def _subtract_spent_tokens(unused_tokens: Stock, payment: TokenPayment) -> Stock:
    left = [list(held) for held in unused_tokens]
    for zone, use in zip(payment.route.zones, payment.uses, strict=True):
        if use is not None:
            left[zone - 1][FAMILIES.index(use)] -= 1
    return tuple((blue, red, yellow) for blue, red, yellow in left)


def _list_unpaid_cost_steps(
    zone_order: PaymentZoneOrder, card_cost: Formula, unused_tokens: Stock
) -> tuple[UnpaidCostStep, ...]:
    """Return the steps of a cost that lack a token. Wildcard steps, which any token pays, are paid last."""
    left = {zone: dict(zip(FAMILIES, held, strict=True)) for zone, held in enumerate(unused_tokens, 1)}
    lacks: list[UnpaidCostStep] = []
    steps = list(enumerate(zip(zone_order.zones, card_cost, strict=True), 1))
    for number, (zone, step) in sorted(steps, key=lambda each: each[1][1] == "any"):
        there = left[zone]
        family = _get_colour_of_cost_step(step) or next((f for f in FAMILIES if there[f]), None)
        if step == "skip":
            continue
        if family is None or not there[family]:
            lacks.append(UnpaidCostStep(number, zone, step))
        else:
            there[family] -= 1
    return tuple(sorted(lacks))


def choose_tokens_for_cost(
    token_zones: Quadrant, cost: Formula, payment_choices: DuelCardPaymentChoices | None
) -> Spent:
    """Return the tokens that pay a card's cost. A free card needs none.

    Raises `Refusal` if no way fits the choices, or if the ways that fit spend different tokens.
    """
    if not cost:
        if payment_choices is not None:
            raise Refusal("pay-nothing", "pay")
        return ()
    said = payment_choices or DuelCardPaymentChoices()
    if said.any is not None and len(said.any) != cost.count("any"):
        raise Refusal("pay-any", "pay.any", count=cost.count("any"), have=len(said.any))
    ways = list(_list_payments_matching_choices(token_zones, cost, said))
    if not ways:
        _raise_payment_refusal(token_zones, cost)
    if len({way.spent_tokens for way in ways}) > 1:
        raise Refusal("pay-which", "pay", differs=_find_minimal_payment_choices(ways, cost))
    return ways[0].spent_tokens


def list_payments_with_distinct_tokens(
    token_zones: Quadrant, card_cost: Formula, payment_choices: DuelCardPaymentChoices
) -> list[TokenPayment]:
    """Return the payments that fit a player's choices, one for each set of spent tokens.

    Payments are in the order of `/joust pay` (MJ-D11). `choices.any` may have colours for only the first *any* steps.
    """
    found: dict[Spent, TokenPayment] = {}
    trace = list_all_payments if payment_choices.any else list_distinct_payments
    for route in list_payment_zone_orders(card_cost):
        if _is_zone_order_allowed(route, payment_choices):
            for way in trace(route, card_cost, token_zones):
                if _matches_wildcard_colours(way, card_cost, payment_choices.any or ()):
                    found.setdefault(way.spent_tokens, way)
    return list(found.values())


def build_choices_for_payment(payment: TokenPayment, cost: Formula) -> DuelCardPaymentChoices:
    """Return the player's choices that select exactly this payment."""
    anys = (use for use, step in zip(payment.uses, cost, strict=True) if step == "any")
    return DuelCardPaymentChoices(payment.route.start, payment.route.direction, tuple(filter(None, anys)))


def _matches_wildcard_colours(payment: TokenPayment, card_cost: Formula, wildcard_colours: tuple[Family, ...]) -> bool:
    return (build_choices_for_payment(payment, card_cost).any or ())[: len(wildcard_colours)] == wildcard_colours


def _list_payments_matching_choices(
    token_zones: Quadrant, card_cost: Formula, payment_choices: DuelCardPaymentChoices
) -> Iterator[TokenPayment]:
    for route in list_payment_zone_orders(card_cost):
        if not _is_zone_order_allowed(route, payment_choices):
            continue
        if payment_choices.any is None:
            yield from list_distinct_payments(route, card_cost, token_zones)
        elif has_tokens_for_payment(
            way := build_payment_with_colours(card_cost, route, payment_choices.any), token_zones
        ):
            yield way


def _is_zone_order_allowed(zone_order: PaymentZoneOrder, payment_choices: DuelCardPaymentChoices) -> bool:
    return payment_choices.start in (None, zone_order.start) and payment_choices.direction in (
        None,
        zone_order.direction,
    )


def _raise_payment_refusal(token_zones: Quadrant, cost: Formula) -> None:
    """Raise the refusal of an impossible payment: a token is missing, or the choices do not fit."""
    nearest = find_best_partial_payment(token_zones, cost)
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


def _find_minimal_payment_choices(payments: Sequence[TokenPayment], cost: Formula) -> tuple[str, ...]:
    """Return the fewest payment choices, such as first zone or direction, that determine the spent tokens."""
    said = {way: asdict(build_choices_for_payment(way, cost)) for way in payments}
    keys = DuelCardPaymentChoices.__struct_fields__
    subsets = (some for size in range(1, len(keys)) for some in combinations(keys, size))
    for some in subsets:
        spent: dict[tuple[object, ...], Spent] = {}
        values = ((tuple(said[way][key] for key in some), way.spent_tokens) for way in payments)
        if all(spent.setdefault(value, each) == each for value, each in values):
            return some
    return keys
