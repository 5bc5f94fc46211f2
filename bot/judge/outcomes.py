"""What an outcome is: who is dealt how much, and what comes of that all at once (step 4)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from bot.judge.moment import NOWHERE, REDIRECTION, SELF, Moment, Share
from bot.judge.paths import Move, Place
from bot.judge.question import PLAYER
from bot.judge.weights import Weight, Weights


class Step(Struct, frozen=True):
    """Something that was applied to a part, or chosen for it.

    `effect` is the name of an effect, or `self`, `redirection`, `assign`; `by` is who chose, if
    anybody had to; `to` and `amount` are the part's afterwards, None and 0 if nothing is left.
    """

    part: int
    effect: str
    by: str | None
    to: str | None
    amount: int
    rule: str


def tell_steps(moment: Moment, starts: Iterable[Share], moves: Iterable[Move]) -> Iterator[Step]:
    """Tell the assignment of each part, then the moves in their order.

    A move's part has been assigned what it begins with: `starts` has a share for each part.
    """
    left = moment.left
    for part, share in enumerate(starts):
        if len(moment.ways[part]) > 1:
            yield _tell(moment, part, share, "assign", moment.parts[part].controller, "PW-8")
    for part, before, pick, after in moves:
        controller = moment.parts[part].controller
        if pick == SELF:
            yield _tell(moment, part, after, "self", None, "PW-10")
        elif pick == REDIRECTION:
            yield _tell(moment, part, after, "redirection", controller, "PW-9")
        else:
            picks = moment.list_picks(part, before, moment.find_usable(left))
            by = moment.question.player if len(picks) > 1 else None
            _, left = moment.apply(pick, before, left)
            yield _tell(moment, part, after, moment.effects[pick].name, by, "PW-10")


def _tell(moment: Moment, part: int, share: Share, effect: str, by: str | None, rule: str) -> Step:
    to = None if share.place == NOWHERE else moment.places[share.place]
    return Step(part, effect, by, to, share.amount, rule)


class Dealt(Struct, frozen=True):
    """To whom a part is dealt, and how much; None and 0 if nothing is left of it."""

    to: str | None
    amount: int


class Source(Struct, frozen=True):
    """An object that had a part in a defeat: the life it took, or the counters it gave."""

    object: str
    controller: str
    amount: int


class Defeat(Struct, frozen=True):
    """A defeat, with the facts by which the responsible player is found."""

    loser: str
    cause: Literal["life", "poison"]
    sources: tuple[Source, ...]


class Outcome(Struct, frozen=True):
    """One thing that can come of the damage, with one way there.

    `loyalty` is of every planeswalker of the question, `gone` those that have none left (PW-4);
    `creatures` is the damage dealt to those that effects name, `gained` the life that each
    controller got through lifelink.
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


def work_out(
    moment: Moment, weights: Weights, rows: Sequence[Place], steps: tuple[Step, ...]
) -> Outcome:
    """Work out the results of what is dealt, which come all together (PW-D6)."""
    question = moment.question
    weight = weights.add(weights.weigh(part, row) for part, row in enumerate(rows))
    dealt: dict[str, int] = {}
    gained: dict[str, int] = {}
    for part, (place, amount) in zip(moment.parts, rows, strict=True):
        if place != NOWHERE:
            name = moment.places[place]
            dealt[name] = dealt.get(name, 0) + amount
            if part.lifelink:
                gained[part.controller] = gained.get(part.controller, 0) + amount
    walkers = question.planeswalkers
    loyalty = {w.name: max(w.loyalty - dealt.get(w.name, 0), 0) for w in walkers}
    return Outcome(
        tuple(_name(moment, row) for row in rows),
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


def _name(moment: Moment, row: Place) -> Dealt:
    place, amount = row
    return Dealt(None if place == NOWHERE else moment.places[place], amount)


def _find_defeat(
    moment: Moment, weights: Weights, rows: Sequence[Place], weight: Weight
) -> Defeat | None:
    if not weights.is_defeat(weight):
        return None
    by_life = weights.is_dead(weight)
    sources = tuple(
        Source(part.object, part.controller, amount)
        for part, (place, amount) in zip(moment.parts, rows, strict=True)
        if place != NOWHERE and moment.places[place] == PLAYER and part.infect != by_life
    )
    return Defeat(moment.question.player, "life" if by_life else "poison", sources)
