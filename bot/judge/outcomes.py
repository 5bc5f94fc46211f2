"""Outcomes of damage: what each recipient is dealt, the result (step 4), and the steps to it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from bot.judge.damage_problem import NO_PLACE, REDIRECTION, SELF_REPLACEMENT, BitMaskDamageQuestion, UndealtDamage
from bot.judge.losses import LifeAndPoisonLossCalculator, PlayerLifeLossAndPoison
from bot.judge.part_paths import AppliedDamageEffect, Place
from bot.judge.question import PLAYER


class DamageOutcomeStep(Struct, frozen=True):
    """A step towards an outcome: an effect on one source's damage, or a choice.

    `effect` is the name of an effect, or `self`, `redirection` or `assign`. `by` is the person who chose; None if
    nobody had a choice. `to` and `amount` are the part's afterwards, None and 0 if nothing is left of the part.
    """

    part: int
    effect: str
    by: str | None
    to: str | None
    amount: int
    rule: str


def list_damage_outcome_steps(
    damage_question: BitMaskDamageQuestion,
    first_damage: Iterable[UndealtDamage],
    applied_effects: Iterable[AppliedDamageEffect],
) -> Iterator[DamageOutcomeStep]:
    """Yield the steps to an outcome: first each source's amount is chosen, then effects are applied.

    `first_damage` has the first pending damage of each part.
    """
    left = damage_question.left
    for part, share in enumerate(first_damage):
        if len(damage_question.ways[part]) > 1:
            yield _build_outcome_step(
                damage_question, part, share, "assign", damage_question.parts[part].controller, "PW-8"
            )
    for part, before, pick, after in applied_effects:
        controller = damage_question.parts[part].controller
        if pick == SELF_REPLACEMENT:
            yield _build_outcome_step(damage_question, part, after, "self", None, "PW-10")
        elif pick == REDIRECTION:
            yield _build_outcome_step(damage_question, part, after, "redirection", controller, "PW-9")
        else:
            picks = damage_question.list_next_effects(part, before, damage_question.find_usable_effects(left))
            by = damage_question.question.player if len(picks) > 1 else None
            _, left = damage_question.apply_effect_to_damage(pick, before, left)
            yield _build_outcome_step(damage_question, part, after, damage_question.effects[pick].name, by, "PW-10")


def _build_outcome_step(
    damage_question: BitMaskDamageQuestion,
    source_index: int,
    undealt_damage: UndealtDamage,
    effect_name: str,
    chooser: str | None,
    rule_id: str,
) -> DamageOutcomeStep:
    to = None if undealt_damage.place == NO_PLACE else damage_question.places[undealt_damage.place]
    return DamageOutcomeStep(source_index, effect_name, chooser, to, undealt_damage.amount, rule_id)


class DamageDealtToRecipient(Struct, frozen=True):
    """The recipient and amount of one source's damage; None and 0 if no damage is dealt."""

    to: str | None
    amount: int


class LethalDamageSource(Struct, frozen=True):
    """A permanent or spell that helped to defeat the player.

    `amount` is life or poison.
    """

    object: str
    controller: str
    amount: int


class PlayerDefeatByDamage(Struct, frozen=True):
    """The player's defeat by damage: the cause, and the sources that decide who is responsible."""

    loser: str
    cause: Literal["life", "poison"]
    sources: tuple[LethalDamageSource, ...]


class DamageOutcome(Struct, frozen=True):
    """One possible outcome of the damage, with steps that lead to it.

    `loyalty` has every planeswalker of the question, `gone` those without any left (PW-4). `creatures` is the damage to
    the creatures that effects name, `gained` the life that each controller got by lifelink.
    """

    dealt: tuple[DamageDealtToRecipient, ...]
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
    damage_question: BitMaskDamageQuestion,
    loss_calculator: LifeAndPoisonLossCalculator,
    recipients_and_amounts: Sequence[Place],
    outcome_steps: tuple[DamageOutcomeStep, ...],
) -> DamageOutcome:
    """Return the outcome in which each source deals one amount of damage to one recipient."""
    question = damage_question.question
    weight = loss_calculator.sum_losses(
        loss_calculator.compute_loss_from_source(part, row) for part, row in enumerate(recipients_and_amounts)
    )
    dealt: dict[str, int] = {}
    gained: dict[str, int] = {}
    for part, (place, amount) in zip(damage_question.parts, recipients_and_amounts, strict=True):
        if place != NO_PLACE:
            name = damage_question.places[place]
            dealt[name] = dealt.get(name, 0) + amount
            if part.lifelink:
                gained[part.controller] = gained.get(part.controller, 0) + amount
    walkers = question.planeswalkers
    loyalty = {w.name: max(w.loyalty - dealt.get(w.name, 0), 0) for w in walkers}
    return DamageOutcome(
        tuple(_build_dealt_damage(damage_question, row) for row in recipients_and_amounts),
        question.life - weight.loss,
        question.poison + weight.poison,
        loyalty,
        tuple(name for name, left in loyalty.items() if not left),
        {name: dealt[name] for name in damage_question.creatures if name in dealt},
        gained,
        loss_calculator.is_defeated_by_loss(weight),
        _find_player_defeat_by_damage(damage_question, loss_calculator, recipients_and_amounts, weight),
        outcome_steps,
    )


def _build_dealt_damage(damage_question: BitMaskDamageQuestion, recipient_and_amount: Place) -> DamageDealtToRecipient:
    place, amount = recipient_and_amount
    return DamageDealtToRecipient(None if place == NO_PLACE else damage_question.places[place], amount)


def _find_player_defeat_by_damage(
    damage_question: BitMaskDamageQuestion,
    loss_calculator: LifeAndPoisonLossCalculator,
    recipients_and_amounts: Sequence[Place],
    player_loss: PlayerLifeLossAndPoison,
) -> PlayerDefeatByDamage | None:
    if not loss_calculator.is_defeated_by_loss(player_loss):
        return None
    by_life = loss_calculator.has_no_life_left(player_loss)
    sources = tuple(
        LethalDamageSource(part.object, part.controller, amount)
        for part, (place, amount) in zip(damage_question.parts, recipients_and_amounts, strict=True)
        if place != NO_PLACE and damage_question.places[place] == PLAYER and part.infect != by_life
    )
    return PlayerDefeatByDamage(damage_question.question.player, "life" if by_life else "poison", sources)
