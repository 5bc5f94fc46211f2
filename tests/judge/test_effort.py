"""How much a question takes, and how a caller that cannot wait gives up."""

import pytest

from bot.i18n import load_catalogue
from bot.judge.effort import Effort, TooLarge
from bot.judge_files import judge
from tests.benchmarks.judging import LARGEST, USUAL


def test_a_search_ends_where_its_caller_says() -> None:
    text, (question, *_) = load_catalogue("en"), LARGEST.values()
    with pytest.raises(TooLarge):
        judge(question, text, Effort(most=500))
    effort = Effort(is_over=lambda: True)
    with pytest.raises(TooLarge):
        judge(question, text, effort)
    assert effort.spent < 2_000  # the clock is asked often enough


def test_a_usual_question_takes_few_steps() -> None:
    effort = Effort(most=200)
    judge(USUAL, load_catalogue("en"), effort)
    assert effort.spent > 0
    assert judge(USUAL, load_catalogue("en")).document["count"] == 3


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_questions_take_no_more_steps_than_they_did(name: str) -> None:
    """A step takes microseconds; so few of them that the answer comes in seconds."""
    judge(LARGEST[name], load_catalogue("en"), Effort(most=200_000))
