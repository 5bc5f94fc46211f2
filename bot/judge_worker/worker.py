"""The main module of a judge's process: it reads searches and writes their results."""

import time

import msgspec

from bot.judge.damage import DamageAnswer, differs_for_damage, find_outcomes
from bot.judge.effort import Effort, TooLarge
from bot.judge.question import DamageQuestion
from bot.judge_worker.messages import Exceeded, Found, Search
from bot.workers.serving import serve

MAX_MEMORY = 1 << 30
"""The most bytes of memory for the process; the largest known questions need a fifth."""


def answer(request: bytes) -> Found | Exceeded:
    """Answer an encoded question by the rules of its own era, and compare the other era."""
    search = msgspec.msgpack.decode(request, type=Search)
    end = time.process_time() + search.seconds
    effort = Effort(search.steps, lambda: time.process_time() >= end)
    try:
        found, deadly = find_outcomes(search.question, effort)
        shown = any(outcome.defeated for outcome in found.outcomes)
        differs = _compare(search.question, found, effort, search.steps)
        return Found(found, differs, None if shown else deadly)
    except (TooLarge, MemoryError):
        return Exceeded()


def _compare(
    question: DamageQuestion, found: DamageAnswer, effort: Effort, steps: int | None
) -> bool | None:
    """Return whether the eras differ; None if a search without `steps` exceeds its budget.

    A search with `steps` raises `TooLarge` or `MemoryError`, so that one with more is tried.
    """
    try:
        return differs_for_damage(question, found, effort)
    except (TooLarge, MemoryError):
        if steps is not None:
            raise
        return None


if __name__ == "__main__":
    serve(answer, MAX_MEMORY)
