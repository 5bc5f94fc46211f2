"""Whether the rules of the other era would answer otherwise (PW-D1)."""

from msgspec.structs import replace

from bot.judge.damage import DamageAnswer, answer_damage
from bot.judge.effort import Effort
from bot.judge.loyalty import (
    Activate,
    Activation,
    Cast,
    Casting,
    answer_activation,
    answer_casting,
)
from bot.judge.question import DamageQuestion, Era


def find_other_era(era: Era) -> Era:
    """Return the era that a question is not about."""
    return "current" if era == "2013" else "2013"


def differs_for_damage(
    question: DamageQuestion, answer: DamageAnswer, effort: Effort | None = None
) -> bool:
    """Whether the other era allows other outcomes or gives others a say; ways may differ."""
    other = answer_damage(replace(question, era=find_other_era(question.era)), effort)
    return _strip(answer) != _strip(other)


def differs_for_loyalty(question: Activate | Cast) -> bool:
    """Whether the other era answers otherwise whether something may be done, or what follows."""
    other = replace(question, era=find_other_era(question.era))
    return replace(_answer(question), era=other.era) != _answer(other)


def _answer(question: Activate | Cast) -> Activation | Casting:
    if isinstance(question, Cast):
        return answer_casting(question)
    return answer_activation(question)


def _strip(answer: DamageAnswer) -> DamageAnswer:
    """The answer without its era and the ways to its outcomes."""
    outcomes = tuple(replace(outcome, steps=()) for outcome in answer.outcomes)
    return replace(answer, era="2013", outcomes=outcomes)
