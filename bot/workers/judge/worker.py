"""The main module of a judge's worker process: it answers search requests."""

import time

import msgspec

from bot.judge.damage import DamageAnswer, find_damage_outcomes, has_different_damage_answer_by_era
from bot.judge.question import DamageQuestion
from bot.judge.step_budget import BudgetExceeded, StepBudget
from bot.workers.judge.messages import SearchExceeded, SearchRequest, SearchResult
from bot.workers.serving import serve_requests

MAX_MEMORY = 1 << 30
"""The most bytes of memory for the process; the largest known questions need a fifth."""


def answer_search_request(request: bytes) -> SearchResult | SearchExceeded:
    """Answer an encoded search request, and compare the answer by the other era's rules."""
    search = msgspec.msgpack.decode(request, type=SearchRequest)
    end = time.process_time() + search.seconds
    effort = StepBudget(search.steps, lambda: time.process_time() >= end)
    try:
        found, deadly = find_damage_outcomes(search.question, effort)
        shown = any(outcome.defeated for outcome in found.outcomes)
        differs = _compare_eras(search.question, found, effort, search.steps)
        return SearchResult(found, differs, None if shown else deadly)
    except (BudgetExceeded, MemoryError):
        return SearchExceeded()


def _compare_eras(
    question: DamageQuestion, answer: DamageAnswer, budget: StepBudget, step_limit: int | None
) -> bool | None:
    """Return whether the eras differ; None if a search without step limit exceeds its budget.

    A search with a step limit raises `BudgetExceeded` or `MemoryError`, so that one with more
    steps is tried.
    """
    try:
        return has_different_damage_answer_by_era(question, answer, budget)
    except (BudgetExceeded, MemoryError):
        if step_limit is not None:
            raise
        return None


if __name__ == "__main__":
    serve_requests(answer_search_request, MAX_MEMORY)
