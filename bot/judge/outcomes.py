"""Outcomes of damage: what each recipient is dealt, the result (step 4), and the steps to it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from bot.judge.damage_problem import (
    NO_PLACE,
    REDIRECTION,
    SELF_REPLACEMENT,
    DamageProblem,
    PendingDamage,
)
from bot.judge.losses import LossCalculator, PlayerLoss
from bot.judge.part_paths import PartMove, Place
from bot.judge.question import PLAYER


class OutcomeStep(Struct, frozen=True):
    """A step of an outcome: an effect on a part of the damage, or a choice about it.

    `effect` is the name of an effect, or `self`, `redirection` or `assign`. `by` is the person
    who chose; None if nobody had a choice. `to` and `amount` are the part's afterwards, None
    and 0 if nothing is left of the part.
    """

    part: int
    effect: str
    by: str | None
    to: str | None
    amount: int
    rule: str


def list_outcome_steps(
    problem: DamageProblem, first_damage: Iterable[PendingDamage], moves: Iterable[PartMove]
) -> Iterator[OutcomeStep]:
    """Yield the assignment of each part, then the moves in their order.

    `first_damage` has the first pending damage of each part.
    """
    left = problem.left
    for part, share in enumerate(first_damage):
        if len(problem.ways[part]) > 1:
            yield _build_step(
                problem, part, share, "assign", problem.parts[part].controller, "PW-8"
            )
    for part, before, pick, after in moves:
        controller = problem.parts[part].controller
        if pick == SELF_REPLACEMENT:
            yield _build_step(problem, part, after, "self", None, "PW-10")
        elif pick == REDIRECTION:
            yield _build_step(problem, part, after, "redirection", controller, "PW-9")
        else:
            picks = problem.list_applicable_effects(part, before, problem.find_usable_effects(left))
            by = problem.question.player if len(picks) > 1 else None
            _, left = problem.apply_effect(pick, before, left)
            yield _build_step(problem, part, after, problem.effects[pick].name, by, "PW-10")


def _build_step(
    problem: DamageProblem,
    part_index: int,
    pending_damage: PendingDamage,
    effect_name: str,
    chooser: str | None,
    rule: str,
) -> OutcomeStep:
    to = None if pending_damage.place == NO_PLACE else problem.places[pending_damage.place]
    return OutcomeStep(part_index, effect_name, chooser, to, pending_damage.amount, rule)


class DealtDamage(Struct, frozen=True):
    """The recipient of a part of the damage, and the amount; None and 0 if nothing is dealt."""

    to: str | None
    amount: int


class LethalSource(Struct, frozen=True):
    """An object that contributed to the player's defeat; `amount` is life or poison counters."""

    object: str
    controller: str
    amount: int


class PlayerDefeat(Struct, frozen=True):
    """The player's defeat, with the facts from which the rules find the responsible player."""

    loser: str
    cause: Literal["life", "poison"]
    sources: tuple[LethalSource, ...]


class DamageOutcome(Struct, frozen=True):
    """One possible result of the damage, with the steps of one way to reach it.

    `loyalty` has every planeswalker of the question, `gone` those without any left (PW-4).
    `creatures` is the damage to the creatures that effects name, `gained` the life that each
    controller got by lifelink.
    """

    dealt: tuple[DealtDamage, ...]
    life: int
    poison: int
    loyalty: dict[str, int]
    gone: tuple[str, ...]
    creatures: dict[str, int]
    gained: dict[str, int]
    defeated: bool
    defeat: PlayerDefeat | None
    steps: tuple[OutcomeStep, ...]


def build_outcome(
    problem: DamageProblem,
    loss_calculator: LossCalculator,
    destinations: Sequence[Place],
    steps: tuple[OutcomeStep, ...],
) -> DamageOutcome:
    """Build the outcome in which all parts are dealt to these destinations together (PW-D6)."""
    question = problem.question
    weight = loss_calculator.sum_losses(
        loss_calculator.compute_part_loss(part, row) for part, row in enumerate(destinations)
    )
    dealt: dict[str, int] = {}
    gained: dict[str, int] = {}
    for part, (place, amount) in zip(problem.parts, destinations, strict=True):
        if place != NO_PLACE:
            name = problem.places[place]
            dealt[name] = dealt.get(name, 0) + amount
            if part.lifelink:
                gained[part.controller] = gained.get(part.controller, 0) + amount
    walkers = question.planeswalkers
    loyalty = {w.name: max(w.loyalty - dealt.get(w.name, 0), 0) for w in walkers}
    return DamageOutcome(
        tuple(_build_dealt_damage(problem, row) for row in destinations),
        question.life - weight.loss,
        question.poison + weight.poison,
        loyalty,
        tuple(name for name, left in loyalty.items() if not left),
        {name: dealt[name] for name in problem.creatures if name in dealt},
        gained,
        loss_calculator.is_lethal(weight),
        _find_player_defeat(problem, loss_calculator, destinations, weight),
        steps,
    )


def _build_dealt_damage(problem: DamageProblem, destination: Place) -> DealtDamage:
    place, amount = destination
    return DealtDamage(None if place == NO_PLACE else problem.places[place], amount)


def _find_player_defeat(
    problem: DamageProblem,
    loss_calculator: LossCalculator,
    destinations: Sequence[Place],
    loss: PlayerLoss,
) -> PlayerDefeat | None:
    if not loss_calculator.is_lethal(loss):
        return None
    by_life = loss_calculator.is_lethal_by_life(loss)
    sources = tuple(
        LethalSource(part.object, part.controller, amount)
        for part, (place, amount) in zip(problem.parts, destinations, strict=True)
        if place != NO_PLACE and problem.places[place] == PLAYER and part.infect != by_life
    )
    return PlayerDefeat(problem.question.player, "life" if by_life else "poison", sources)
