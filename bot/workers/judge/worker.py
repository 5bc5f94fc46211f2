"""The main module of a judge's worker process: it answers search requests."""

import time

import msgspec

from bot.judge.damage import (
    DamageAnswer,
    answer_lethal_damage_question,
    does_damage_answer_depend_on_rules_version,
)
from bot.judge.question import DamageQuestion
from bot.judge.step_budget import SearchStepBudget, StepBudgetExceededError
from bot.workers.judge.messages import DamageQuestionReply, DamageQuestionRequest, DamageQuestionTooComplexReply
from bot.workers.serving import serve_requests_on_stdin

MAX_MEMORY = 1 << 30
"""The most bytes of memory for the process; the largest known questions need a fifth."""


def answer_damage_question_request(encoded_request: bytes) -> DamageQuestionReply | DamageQuestionTooComplexReply:
    """Return the answer to an encoded question about damage, and whether the other rules differ."""
    search = msgspec.msgpack.decode(encoded_request, type=DamageQuestionRequest)
    end = time.process_time() + search.seconds
    effort = SearchStepBudget(search.steps, lambda: time.process_time() >= end)
    try:
        found, deadly = answer_lethal_damage_question(search.question, effort)
        shown = any(outcome.defeated for outcome in found.outcomes)
        differs = _does_rules_version_change_answer(search.question, found, effort, search.steps)
        return DamageQuestionReply(found, differs, None if shown else deadly)
    except (StepBudgetExceededError, MemoryError):
        return DamageQuestionTooComplexReply()


def _does_rules_version_change_answer(
    damage_question: DamageQuestion, damage_answer: DamageAnswer, step_budget: SearchStepBudget, step_limit: int | None
) -> bool | None:
    """Return True if the rules of 2013 and today's give different answers; None if that takes too long.

    A search with a step limit raises `StepBudgetExceededError` or `MemoryError`, so that one with more steps is tried.
    """
    try:
        return does_damage_answer_depend_on_rules_version(damage_question, damage_answer, step_budget)
    except (StepBudgetExceededError, MemoryError):
        if step_limit is not None:
            raise
        return None


if __name__ == "__main__":
    serve_requests_on_stdin(answer_damage_question_request, MAX_MEMORY)
