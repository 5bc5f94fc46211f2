"""The answer to a damage question: all outcomes, their common values, and who decides."""

from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.judge.assignment import ForbiddenDamage
from bot.judge.citations import list_rules_of_damage_answer
from bot.judge.damage_problem import BitMaskDamageQuestion
from bot.judge.defeat_game import ForcedDefeatSolver, PeopleWhoForceOrPreventDefeat
from bot.judge.losses import LifeAndPoisonLossCalculator
from bot.judge.outcome_diagram import DamageOutcomeGraph
from bot.judge.outcomes import DamageOutcome, build_damage_outcome, list_damage_outcome_steps
from bot.judge.part_paths import Place
from bot.judge.question import DamageQuestion, Era, get_other_rules_version
from bot.judge.search import DamageOutcomeSearch
from bot.judge.step_budget import SearchStepBudget

MAX_OUTCOMES = 100
"""The most outcomes that an answer lists."""


class CommonDamageResults(Struct, frozen=True, omit_defaults=True):
    """The results that all outcomes of the damage have in common, such as a loss of life.

    A value that differs between outcomes is None, or missing in `loyalty`.
    """

    loyalty: dict[str, int]
    life: int | None = None
    poison: int | None = None
    defeated: bool | None = None


class DamageAnswer(Struct, frozen=True):
    """The answer to a question about damage: outcomes, and who can force or prevent the defeat.

    `count` is the number of distinct outcomes; `outcomes` are the first `MAX_OUTCOMES` of them. `forced` and `rules`
    are about all outcomes. `forces` are the people who alone can force the player's defeat, `prevents` those who alone
    can prevent it.
    """

    era: Era
    impossible: tuple[ForbiddenDamage, ...]
    count: int
    outcomes: tuple[DamageOutcome, ...]
    forced: CommonDamageResults
    can_be_defeated: Literal["never", "always", "depends"]
    forces: tuple[str, ...]
    prevents: tuple[str, ...]
    rules: tuple[str, ...]


class DamageAnswerWithLethalOutcome(NamedTuple):
    """The answer to a question about damage, with the first outcome that defeats the player.

    `deadly` is None if no outcome defeats the player. The answer may not list this outcome.
    """

    answer: DamageAnswer
    deadly: DamageOutcome | None


def answer_damage_question(
    damage_question: DamageQuestion, step_budget: SearchStepBudget | None = None
) -> DamageAnswer:
    """Return the answer to a valid question about damage to a player and their planeswalkers.

    Raises `StepBudgetExceededError` if the search exceeds the budget.
    """
    return answer_lethal_damage_question(damage_question, step_budget).answer


def answer_lethal_damage_question(
    damage_question: DamageQuestion, step_budget: SearchStepBudget | None = None
) -> DamageAnswerWithLethalOutcome:
    """Return the answer to a valid question about damage, and an outcome that defeats the player.

    Raises `StepBudgetExceededError` if the search exceeds the budget.
    """
    step_budget = step_budget or SearchStepBudget()
    moment = BitMaskDamageQuestion(damage_question)
    weights = LifeAndPoisonLossCalculator(damage_question)
    search = DamageOutcomeSearch(moment, step_budget)
    diagram = DamageOutcomeGraph(search.ends, moment, weights, step_budget)
    outcomes = (
        _build_damage_outcome_with_steps(moment, weights, search, rows)
        for rows in diagram.list_least_harmful_outcomes(MAX_OUTCOMES)
    )
    forced = _find_results_common_to_all_outcomes(moment, weights, diagram)
    decided: dict[bool | None, Literal["never", "always", "depends"]]
    decided = {False: "never", True: "always", None: "depends"}
    depends = forced.defeated is None
    powers = (
        ForcedDefeatSolver(moment, weights, step_budget).find_people_who_force_or_prevent_defeat()
        if depends
        else PeopleWhoForceOrPreventDefeat((), ())
    )
    answer = DamageAnswer(
        damage_question.era,
        moment.impossible,
        diagram.count,
        tuple(outcomes),
        forced,
        decided[forced.defeated],
        powers.forces,
        powers.prevents,
        list_rules_of_damage_answer(moment, diagram),
    )
    rows = diagram.find_outcome_by_loss_condition(weights.is_defeated_by_loss)
    return DamageAnswerWithLethalOutcome(
        answer, None if rows is None else _build_damage_outcome_with_steps(moment, weights, search, rows)
    )


def _build_damage_outcome_with_steps(
    damage_question: BitMaskDamageQuestion,
    loss_calculator: LifeAndPoisonLossCalculator,
    outcome_search: DamageOutcomeSearch,
    recipients_and_amounts: tuple[Place, ...],
) -> DamageOutcome:
    starts, moves = outcome_search.list_effects_leading_to_outcome(recipients_and_amounts)
    return build_damage_outcome(
        damage_question,
        loss_calculator,
        recipients_and_amounts,
        tuple(list_damage_outcome_steps(damage_question, starts, moves)),
    )


def _find_results_common_to_all_outcomes(
    damage_question: BitMaskDamageQuestion,
    loss_calculator: LifeAndPoisonLossCalculator,
    outcome_graph: DamageOutcomeGraph,
) -> CommonDamageResults:
    question = damage_question.question
    totals = outcome_graph.root.totals
    losses = {weight.loss for weight in totals}
    poisons = {weight.poison for weight in totals}
    defeats = {loss_calculator.is_defeated_by_loss(weight) for weight in totals}
    loyalty = {}
    for place, walker in enumerate(question.planeswalkers, 1):
        least, most = outcome_graph.root.bounds[place]
        if min(least, walker.loyalty) == min(most, walker.loyalty):
            loyalty[walker.name] = max(walker.loyalty - most, 0)
    return CommonDamageResults(
        loyalty,
        question.life - losses.pop() if len(losses) == 1 else None,
        question.poison + poisons.pop() if len(poisons) == 1 else None,
        defeats.pop() if len(defeats) == 1 else None,
    )


def does_damage_answer_depend_on_rules_version(
    damage_question: DamageQuestion, damage_answer: DamageAnswer, step_budget: SearchStepBudget | None = None
) -> bool:
    """Return True if the other version of the rules (2013 or today's) gives another answer.

    The steps of the outcomes may differ. Raises `StepBudgetExceededError` if the search exceeds the budget.
    """
    other = answer_damage_question(
        replace(damage_question, era=get_other_rules_version(damage_question.era)), step_budget
    )
    return _remove_rules_and_steps_from_answer(damage_answer) != _remove_rules_and_steps_from_answer(other)


def _remove_rules_and_steps_from_answer(damage_answer: DamageAnswer) -> DamageAnswer:
    """Return an answer without its rules and its steps, for comparisons."""
    outcomes = tuple(replace(outcome, steps=()) for outcome in damage_answer.outcomes)
    return replace(damage_answer, era="2013", outcomes=outcomes)
