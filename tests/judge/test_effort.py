"""How much a question takes, and how a caller that cannot wait gives up."""

import pytest

from bot.i18n import load_translations
from bot.judge.step_budget import SearchStepBudget, StepBudgetExceededError
from bot.transcripts.judge_questions import answer_rules_question_file
from tests.benchmarks.judging import LARGEST, USUAL
from tests.effort import NAME, choose


def test_a_search_ends_where_its_caller_says() -> None:
    text, (question, *_) = load_translations("en"), LARGEST.values()
    with pytest.raises(StepBudgetExceededError):
        answer_rules_question_file(question, text, SearchStepBudget(most=500))
    effort = SearchStepBudget(is_over=lambda: True)
    with pytest.raises(StepBudgetExceededError):
        answer_rules_question_file(question, text, effort)
    assert effort.spent < 2_000  # the clock is asked often enough


def test_a_usual_question_takes_few_steps() -> None:
    effort = SearchStepBudget(most=200)
    answer_rules_question_file(USUAL, load_translations("en"), effort)
    assert effort.spent > 0
    assert answer_rules_question_file(USUAL, load_translations("en")).document["count"] == 3


LONG = [*LARGEST][:4]
"""The questions that take seconds, of which the gate asks one."""
ASKED = [name for name in LARGEST if name not in LONG or NAME == "nightly" or name == choose(LONG, "effort")]


@pytest.mark.long
@pytest.mark.parametrize("name", ASKED)
def test_the_largest_questions_take_no_more_steps_than_they_did(name: str) -> None:
    """A step takes microseconds; so few of them that the answer comes in seconds."""
    answer_rules_question_file(LARGEST[name], load_translations("en"), SearchStepBudget(most=200_000))
