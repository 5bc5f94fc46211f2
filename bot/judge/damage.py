"""The answer to a damage question: all outcomes, their common values, and who decides."""

from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.judge.assignment import ImpossiblePart
from bot.judge.citations import list_rules_of_damage
from bot.judge.damage_problem import DamageProblem
from bot.judge.defeat_game import DefeatGame, DefeatPowers
from bot.judge.losses import LossCalculator
from bot.judge.outcome_diagram import OutcomeDiagram
from bot.judge.outcomes import DamageOutcome, build_outcome, list_outcome_steps
from bot.judge.part_paths import Place
from bot.judge.question import DamageQuestion, Era, find_other_rules_era
from bot.judge.search import OutcomeSearch
from bot.judge.step_budget import StepBudget

MAX_OUTCOMES = 100
"""The most outcomes that an answer lists."""


class ForcedValues(Struct, frozen=True, omit_defaults=True):
    """The values that all outcomes share.

    A value that differs between outcomes is None, or missing in `loyalty`.
    """

    loyalty: dict[str, int]
    life: int | None = None
    poison: int | None = None
    defeated: bool | None = None


class DamageAnswer(Struct, frozen=True):
    """The answer to a damage question: the outcomes, their common values, and who decides.

    `count` is the number of distinct outcomes; `outcomes` are the first `MAX_OUTCOMES` of them.
    `forced` and `rules` are about all outcomes. `forces` are the people who alone can force the
    player's defeat, `prevents` those who alone can prevent it.
    """

    era: Era
    impossible: tuple[ImpossiblePart, ...]
    count: int
    outcomes: tuple[DamageOutcome, ...]
    forced: ForcedValues
    can_be_defeated: Literal["never", "always", "depends"]
    forces: tuple[str, ...]
    prevents: tuple[str, ...]
    rules: tuple[str, ...]


class DamageFindings(NamedTuple):
    """A damage answer, and the first outcome that defeats the player.

    `deadly` is None if no outcome defeats the player. The answer may not list this outcome.
    """

    answer: DamageAnswer
    deadly: DamageOutcome | None


def answer_damage_question(
    question: DamageQuestion, budget: StepBudget | None = None
) -> DamageAnswer:
    """Answer a validated question about damage to a player and their planeswalkers.

    Raises `BudgetExceeded` if the search exceeds the budget.
    """
    return find_damage_outcomes(question, budget).answer


def find_damage_outcomes(
    question: DamageQuestion, budget: StepBudget | None = None
) -> DamageFindings:
    """Answer a validated damage question, and find an outcome that defeats the player.

    Raises `BudgetExceeded` if the search exceeds the budget.
    """
    budget = budget or StepBudget()
    moment = DamageProblem(question)
    weights = LossCalculator(question)
    search = OutcomeSearch(moment, budget)
    diagram = OutcomeDiagram(search.ends, moment, weights, budget)
    outcomes = (
        _build_outcome_with_steps(moment, weights, search, rows)
        for rows in diagram.list_first_outcomes(MAX_OUTCOMES)
    )
    forced = _find_forced_values(moment, weights, diagram)
    decided: dict[bool | None, Literal["never", "always", "depends"]]
    decided = {False: "never", True: "always", None: "depends"}
    depends = forced.defeated is None
    powers = (
        DefeatGame(moment, weights, budget).find_defeat_powers()
        if depends
        else DefeatPowers((), ())
    )
    answer = DamageAnswer(
        question.era,
        moment.impossible,
        diagram.count,
        tuple(outcomes),
        forced,
        decided[forced.defeated],
        powers.forces,
        powers.prevents,
        list_rules_of_damage(moment, diagram),
    )
    rows = diagram.find_first_outcome(weights.is_lethal)
    return DamageFindings(
        answer, None if rows is None else _build_outcome_with_steps(moment, weights, search, rows)
    )


def _build_outcome_with_steps(
    problem: DamageProblem,
    loss_calculator: LossCalculator,
    search: OutcomeSearch,
    destinations: tuple[Place, ...],
) -> DamageOutcome:
    starts, moves = search.find_moves_to_outcome(destinations)
    return build_outcome(
        problem, loss_calculator, destinations, tuple(list_outcome_steps(problem, starts, moves))
    )


def _find_forced_values(
    problem: DamageProblem, loss_calculator: LossCalculator, diagram: OutcomeDiagram
) -> ForcedValues:
    question = problem.question
    totals = diagram.root.totals
    losses = {weight.loss for weight in totals}
    poisons = {weight.poison for weight in totals}
    defeats = {loss_calculator.is_lethal(weight) for weight in totals}
    loyalty = {}
    for place, walker in enumerate(question.planeswalkers, 1):
        least, most = diagram.root.bounds[place]
        if min(least, walker.loyalty) == min(most, walker.loyalty):
            loyalty[walker.name] = max(walker.loyalty - most, 0)
    return ForcedValues(
        loyalty,
        question.life - losses.pop() if len(losses) == 1 else None,
        question.poison + poisons.pop() if len(poisons) == 1 else None,
        defeats.pop() if len(defeats) == 1 else None,
    )


def has_different_damage_answer_by_era(
    question: DamageQuestion, answer: DamageAnswer, budget: StepBudget | None = None
) -> bool:
    """Return whether the other era's rules give other outcomes, or other people who decide.

    The steps of the outcomes may differ. Raises `BudgetExceeded` if the search exceeds the
    budget.
    """
    other = answer_damage_question(
        replace(question, era=find_other_rules_era(question.era)), budget
    )
    return _remove_era_and_steps(answer) != _remove_era_and_steps(other)


def _remove_era_and_steps(answer: DamageAnswer) -> DamageAnswer:
    """Return an answer without its era and the steps of its outcomes."""
    outcomes = tuple(replace(outcome, steps=()) for outcome in answer.outcomes)
    return replace(answer, era="2013", outcomes=outcomes)
