"""Garbage collection while the bot serves."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from bot.basics.reconciler import ActiveWorkRegistry
from bot.serving import collect_garbage_when_idle

OLDEST = 2


@pytest.fixture
def collections() -> Iterator[list[int]]:
    """The generations that are collected during the test, which begins like a bot that is ready."""
    gc.freeze()
    gc.collect()
    begun: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            begun.append(info["generation"])

    gc.callbacks.append(note)
    yield begun
    gc.callbacks.remove(note)
    gc.unfreeze()


async def step() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_while_somebody_waits_nothing_old_is_collected(collections: list[int]) -> None:
    answering = ActiveWorkRegistry[str]()
    answering.register_work("one", 1)
    before = gc.get_threshold()
    collecting = asyncio.create_task(collect_garbage_when_idle(answering, interval_seconds=0))
    await step()
    kept = [[object()] for _ in range(200_000)]  # enough for a collection of everything
    await step()
    assert OLDEST not in collections
    assert collections
    answering.unregister_work("one")
    await step()
    assert OLDEST in collections
    collecting.cancel()
    await asyncio.wait([collecting])
    assert gc.get_threshold() == before
    assert kept
