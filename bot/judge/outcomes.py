"""Outcomes: the damage that each recipient is dealt, its result (step 4), and the steps to it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from bot.judge.moment import NO_PLACE, REDIRECTION, SELF_REPLACEMENT, Moment, Share
from bot.judge.paths import Move, Place
from bot.judge.question import PLAYER
from bot.judge.weights import Weight, Weights


class Step(Struct, frozen=True):
    """An effect on a part, or a choice about it.

    `effect` is the name of an effect, or `self`, `redirection` or `assign`. `by` is who chose; None
    if nobody had a choice. `to` and `amount` are the part's afterwards, None and 0 if nothing is
    left of it.
    """

    part: int
    effect: str
    by: str | None
    to: str | None
    amount: int
    rule: str


def tell_steps(moment: Moment, starts: Iterable[Share], moves: Iterable[Move]) -> Iterator[Step]:
    """Yield the assignment of each part, then the moves in their order.

    `starts` has the first share of each part.
    """
    left = moment.left
    for part, share in enumerate(starts):
        if len(moment.ways[part]) > 1:
            yield _make_step(moment, part, share, "assign", moment.parts[part].controller, "PW-8")
    for part, before, pick, after in moves:
        controller = moment.parts[part].controller
        if pick == SELF_REPLACEMENT:
            yield _make_step(moment, part, after, "self", None, "PW-10")
        elif pick == REDIRECTION:
            yield _make_step(moment, part, after, "redirection", controller, "PW-9")
        else:
            picks = moment.list_picks(part, before, moment.find_usable(left))
            by = moment.question.player if len(picks) > 1 else None
            _, left = moment.apply(pick, before, left)
            yield _make_step(moment, part, after, moment.effects[pick].name, by, "PW-10")


def _make_step(
    moment: Moment, part: int, share: Share, effect: str, by: str | None, rule: str
) -> Step:
    to = None if share.place == NO_PLACE else moment.places[share.place]
    return Step(part, effect, by, to, share.amount, rule)


class Dealt(Struct, frozen=True):
    """The recipient of a part, and the amount; None and 0 if nothing is left of the part."""

    to: str | None
    amount: int


class Source(Struct, frozen=True):
    """An object that had a part in a defeat; `amount` is life or poison counters."""

    object: str
    controller: str
    amount: int


class Defeat(Struct, frozen=True):
    """A defeat, with the facts from which the rules find the responsible player."""

    loser: str
    cause: Literal["life", "poison"]
    sources: tuple[Source, ...]


class Outcome(Struct, frozen=True):
    """One possible result of the damage, with the steps of one way to it.

    `loyalty` has every planeswalker of the question, `gone` those without any left (PW-4).
    `creatures` is the damage to the creatures that effects name, `gained` the life that each
    controller got by lifelink.
    """

    dealt: tuple[Dealt, ...]
    life: int
    poison: int
    loyalty: dict[str, int]
    gone: tuple[str, ...]
    creatures: dict[str, int]
    gained: dict[str, int]
    defeated: bool
    defeat: Defeat | None
    steps: tuple[Step, ...]


def make_outcome(
    moment: Moment, weights: Weights, rows: Sequence[Place], steps: tuple[Step, ...]
) -> Outcome:
    """Return the outcome in which the parts are dealt by `rows`, all together (PW-D6)."""
    question = moment.question
    weight = weights.add(weights.weigh(part, row) for part, row in enumerate(rows))
    dealt: dict[str, int] = {}
    gained: dict[str, int] = {}
    for part, (place, amount) in zip(moment.parts, rows, strict=True):
        if place != NO_PLACE:
            name = moment.places[place]
            dealt[name] = dealt.get(name, 0) + amount
            if part.lifelink:
                gained[part.controller] = gained.get(part.controller, 0) + amount
    walkers = question.planeswalkers
    loyalty = {w.name: max(w.loyalty - dealt.get(w.name, 0), 0) for w in walkers}
    return Outcome(
        tuple(_name_dealt(moment, row) for row in rows),
        question.life - weight.loss,
        question.poison + weight.poison,
        loyalty,
        tuple(name for name, left in loyalty.items() if not left),
        {name: dealt[name] for name in moment.creatures if name in dealt},
        gained,
        weights.is_defeat(weight),
        _find_defeat(moment, weights, rows, weight),
        steps,
    )


def _name_dealt(moment: Moment, row: Place) -> Dealt:
    place, amount = row
    return Dealt(None if place == NO_PLACE else moment.places[place], amount)


def _find_defeat(
    moment: Moment, weights: Weights, rows: Sequence[Place], weight: Weight
) -> Defeat | None:
    if not weights.is_defeat(weight):
        return None
    by_life = weights.is_dead(weight)
    sources = tuple(
        Source(part.object, part.controller, amount)
        for part, (place, amount) in zip(moment.parts, rows, strict=True)
        if place != NO_PLACE and moment.places[place] == PLAYER and part.infect != by_life
    )
    return Defeat(moment.question.player, "life" if by_life else "poison", sources)
