"""Outcomes of damage: what each recipient is dealt, the result (step 4), and the steps to it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from bot.judge.damage_problem import NO_PLACE, REDIRECTION, SELF_REPLACEMENT, PreparedDamageQuestion, UndealtDamage
from bot.judge.losses import PlayerLifeAndPoisonLoss, PlayerLossCalculator
from bot.judge.part_paths import DamagePartMove, Place
from bot.judge.question import PLAYER


class DamageOutcomeStep(Struct, frozen=True):
    """A step that leads to an outcome: an effect on a part of the damage, or a choice.

    `effect` is the name of an effect, or `self`, `redirection` or `assign`. `by` is the person who chose; None if
    nobody had a choice. `to` and `amount` are the part's afterwards, None and 0 if nothing is left of the part.
    """

    part: int
    effect: str
    by: str | None
    to: str | None
    amount: int
    rule: str


def list_outcome_steps(
    problem: PreparedDamageQuestion, first_damage: Iterable[UndealtDamage], part_moves: Iterable[DamagePartMove]
) -> Iterator[DamageOutcomeStep]:
    """Yield the steps to an outcome: first the assignment of each part, then the moves.

    `first_damage` has the first pending damage of each part.
    """
    left = problem.left
    for part, share in enumerate(first_damage):
        if len(problem.ways[part]) > 1:
            yield _build_outcome_step(problem, part, share, "assign", problem.parts[part].controller, "PW-8")
    for part, before, pick, after in part_moves:
        controller = problem.parts[part].controller
        if pick == SELF_REPLACEMENT:
            yield _build_outcome_step(problem, part, after, "self", None, "PW-10")
        elif pick == REDIRECTION:
            yield _build_outcome_step(problem, part, after, "redirection", controller, "PW-9")
        else:
            picks = problem.list_effects_to_apply_now(part, before, problem.find_usable_effects(left))
            by = problem.question.player if len(picks) > 1 else None
            _, left = problem.apply_effect_to_damage(pick, before, left)
            yield _build_outcome_step(problem, part, after, problem.effects[pick].name, by, "PW-10")


def _build_outcome_step(
    problem: PreparedDamageQuestion,
    part_index: int,
    undealt_damage: UndealtDamage,
    effect_name: str,
    chooser: str | None,
    rule: str,
) -> DamageOutcomeStep:
    to = None if undealt_damage.place == NO_PLACE else problem.places[undealt_damage.place]
    return DamageOutcomeStep(part_index, effect_name, chooser, to, undealt_damage.amount, rule)


class DealtDamage(Struct, frozen=True):
    """The recipient and amount of a part of the damage; None and 0 if nothing is dealt."""

    to: str | None
    amount: int


class LethalSource(Struct, frozen=True):
    """A permanent or spell that helped defeat the player; `amount` is life or poison."""

    object: str
    controller: str
    amount: int


class PlayerDefeatByDamage(Struct, frozen=True):
    """The player's defeat by damage, with the facts that show who is responsible."""

    loser: str
    cause: Literal["life", "poison"]
    sources: tuple[LethalSource, ...]


class DamageOutcome(Struct, frozen=True):
    """One possible result of the damage, with the steps of one way to reach it.

    `loyalty` has every planeswalker of the question, `gone` those without any left (PW-4). `creatures` is the damage to
    the creatures that effects name, `gained` the life that each controller got by lifelink.
    """

    dealt: tuple[DealtDamage, ...]
    life: int
    poison: int
    loyalty: dict[str, int]
    gone: tuple[str, ...]
    creatures: dict[str, int]
    gained: dict[str, int]
    defeated: bool
    defeat: PlayerDefeatByDamage | None
    steps: tuple[DamageOutcomeStep, ...]


def build_damage_outcome(
    problem: PreparedDamageQuestion,
    loss_calculator: PlayerLossCalculator,
    destinations: Sequence[Place],
    outcome_steps: tuple[DamageOutcomeStep, ...],
) -> DamageOutcome:
    """Build the outcome in which each part of the damage is dealt to its destination."""
    question = problem.question
    weight = loss_calculator.sum_losses(
        loss_calculator.compute_loss_by_damage_part(part, row) for part, row in enumerate(destinations)
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
        loss_calculator.is_loss_lethal(weight),
        _find_defeat_of_player(problem, loss_calculator, destinations, weight),
        outcome_steps,
    )


def _build_dealt_damage(problem: PreparedDamageQuestion, destination: Place) -> DealtDamage:
    place, amount = destination
    return DealtDamage(None if place == NO_PLACE else problem.places[place], amount)


def _find_defeat_of_player(
    problem: PreparedDamageQuestion,
    loss_calculator: PlayerLossCalculator,
    destinations: Sequence[Place],
    loss: PlayerLifeAndPoisonLoss,
) -> PlayerDefeatByDamage | None:
    if not loss_calculator.is_loss_lethal(loss):
        return None
    by_life = loss_calculator.is_loss_lethal_by_life(loss)
    sources = tuple(
        LethalSource(part.object, part.controller, amount)
        for part, (place, amount) in zip(problem.parts, destinations, strict=True)
        if place != NO_PLACE and problem.places[place] == PLAYER and part.infect != by_life
    )
    return PlayerDefeatByDamage(problem.question.player, "life" if by_life else "poison", sources)
