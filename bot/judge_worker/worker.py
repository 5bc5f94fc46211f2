"""The process of the judge: reads searches, writes what was found."""

import time

import msgspec

from bot.judge.damage import DamageAnswer, differs_for_damage, find_outcomes
from bot.judge.effort import Effort, TooLarge
from bot.judge.question import DamageQuestion
from bot.judge_worker.messages import Exceeded, Found, Search
from bot.workers.serving import serve

MEMORY = 1 << 30
"""Bytes that the process may take; the largest questions known take a fifth of that."""


def answer(request: bytes) -> Found | Exceeded:
    """Search what is asked in these bytes, by both eras."""
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
    """Whether the other era differs; a search of few steps leaves that to one that has more."""
    try:
        return differs_for_damage(question, found, effort)
    except (TooLarge, MemoryError):
        if steps is not None:
            raise
        return None


if __name__ == "__main__":
    serve(answer, MEMORY)
