"""The answer to the question `damage`: all outcomes, their common values, and who decides."""

from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.judge.assigning import Impossible
from bot.judge.citing import cite_damage
from bot.judge.diagram import Diagram
from bot.judge.effort import Effort
from bot.judge.game import Game, Powers
from bot.judge.moment import Moment
from bot.judge.outcomes import Outcome, make_outcome, tell_steps
from bot.judge.paths import Place
from bot.judge.question import DamageQuestion, Era, find_other_era
from bot.judge.search import Search
from bot.judge.weights import Weights

MAX_OUTCOMES = 100
"""The most outcomes that an answer lists."""


class Forced(Struct, frozen=True, omit_defaults=True):
    """The values that every outcome has. A value that differs is None, or left out of `loyalty`."""

    loyalty: dict[str, int]
    life: int | None = None
    poison: int | None = None
    defeated: bool | None = None


class DamageAnswer(Struct, frozen=True):
    """The answer about damage.

    `count` is the number of distinct outcomes; `outcomes` are the first `MAX_OUTCOMES` of them.
    `forced` and `rules` are about all outcomes. `forces` are the people who can make sure of the
    defeat alone, `prevents` those who can make sure that there is none.
    """

    era: Era
    impossible: tuple[Impossible, ...]
    count: int
    outcomes: tuple[Outcome, ...]
    forced: Forced
    can_be_defeated: Literal["never", "always", "depends"]
    forces: tuple[str, ...]
    prevents: tuple[str, ...]
    rules: tuple[str, ...]


class Findings(NamedTuple):
    """An answer, and the first outcome that defeats the player.

    `deadly` is None if no outcome does. The answer may not list it.
    """

    answer: DamageAnswer
    deadly: Outcome | None


def answer_damage(question: DamageQuestion, effort: Effort | None = None) -> DamageAnswer:
    """Answer a checked question (`checking.check_damage`).

    Raises `TooLarge` if the search exceeds `effort`.
    """
    return find_outcomes(question, effort).answer


def find_outcomes(question: DamageQuestion, effort: Effort | None = None) -> Findings:
    """Answer a checked question, and find a deadly outcome among all outcomes.

    Raises `TooLarge` if the search exceeds `effort`.
    """
    effort = effort or Effort()
    moment = Moment(question)
    weights = Weights(question)
    search = Search(moment, effort)
    diagram = Diagram(search.ends, moment, weights, effort)
    outcomes = (
        _make_listed_outcome(moment, weights, search, rows)
        for rows in diagram.list_first(MAX_OUTCOMES)
    )
    forced = _find_forced(moment, weights, diagram)
    decided: dict[bool | None, Literal["never", "always", "depends"]]
    decided = {False: "never", True: "always", None: "depends"}
    depends = forced.defeated is None
    powers = Game(moment, weights, effort).find_powers() if depends else Powers((), ())
    answer = DamageAnswer(
        question.era,
        moment.impossible,
        diagram.count,
        tuple(outcomes),
        forced,
        decided[forced.defeated],
        powers.forces,
        powers.prevents,
        cite_damage(moment, diagram),
    )
    rows = diagram.find_first(weights.is_defeat)
    return Findings(
        answer, None if rows is None else _make_listed_outcome(moment, weights, search, rows)
    )


def _make_listed_outcome(
    moment: Moment, weights: Weights, search: Search, rows: tuple[Place, ...]
) -> Outcome:
    starts, moves = search.find_way(rows)
    return make_outcome(moment, weights, rows, tuple(tell_steps(moment, starts, moves)))


def _find_forced(moment: Moment, weights: Weights, diagram: Diagram) -> Forced:
    question = moment.question
    totals = diagram.root.totals
    losses = {weight.loss for weight in totals}
    poisons = {weight.poison for weight in totals}
    defeats = {weights.is_defeat(weight) for weight in totals}
    loyalty = {}
    for place, walker in enumerate(question.planeswalkers, 1):
        least, most = diagram.root.bounds[place]
        if min(least, walker.loyalty) == min(most, walker.loyalty):
            loyalty[walker.name] = max(walker.loyalty - most, 0)
    return Forced(
        loyalty,
        question.life - losses.pop() if len(losses) == 1 else None,
        question.poison + poisons.pop() if len(poisons) == 1 else None,
        defeats.pop() if len(defeats) == 1 else None,
    )


def differs_for_damage(
    question: DamageQuestion, answer: DamageAnswer, effort: Effort | None = None
) -> bool:
    """Return whether the other era has other outcomes, or other people who decide.

    The steps of the outcomes may differ. Raises `TooLarge` if the search exceeds `effort`.
    """
    other = answer_damage(replace(question, era=find_other_era(question.era)), effort)
    return _strip(answer) != _strip(other)


def _strip(answer: DamageAnswer) -> DamageAnswer:
    """Return an answer without its era and the steps of its outcomes."""
    outcomes = tuple(replace(outcome, steps=()) for outcome in answer.outcomes)
    return replace(answer, era="2013", outcomes=outcomes)
