"""What is done beside everything else is done once at a time, fails aloud, and ends when told."""

import asyncio

import pytest

from bot.front.gateway.fleet import KeyedBackgroundTasks


class Work:
    """Something that is done until it may end."""

    def __init__(self) -> None:
        self.begun = 0
        self.cancelled = False
        self.may_end = asyncio.Event()
        self.fails: Exception | None = None

    async def do(self) -> None:
        self.begun += 1
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self.fails:
            raise self.fails


class Failures:
    """How often something failed."""

    count = 0

    def add(self) -> None:
        self.count += 1


@pytest.fixture
def failures() -> Failures:
    return Failures()


@pytest.fixture
def tasks(failures: Failures) -> KeyedBackgroundTasks:
    return KeyedBackgroundTasks(failures.add)


async def step() -> None:
    """Lets everybody else go on as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_same_is_not_begun_twice_at_a_time(tasks: KeyedBackgroundTasks) -> None:
    first, second, other = Work(), Work(), Work()
    tasks.start_task_unless_running("connect 1", first.do())
    tasks.start_task_unless_running("connect 1", second.do())
    tasks.start_task_unless_running("connect 2", other.do())
    await step()
    assert (first.begun, second.begun, other.begun) == (1, 0, 1)
    first.may_end.set()
    await step()
    tasks.start_task_unless_running("connect 1", second.do())
    await step()
    assert second.begun == 1
    await tasks.cancel_all_tasks()


async def test_what_fails_is_said_and_may_be_tried_again(
    tasks: KeyedBackgroundTasks, failures: Failures, caplog: pytest.LogCaptureFixture
) -> None:
    work = Work()
    work.fails = ValueError("no such shard")
    work.may_end.set()
    tasks.start_task_unless_running("connect 1", work.do())
    await step()
    assert failures.count == 1
    assert "connect 1 failed" in caplog.text
    assert "no such shard" in caplog.text
    tasks.start_task_unless_running("connect 1", work.do())
    await step()
    assert (work.begun, failures.count) == (2, 2)


async def test_closing_ends_what_is_being_done_and_nothing_begins_any_more(
    tasks: KeyedBackgroundTasks, failures: Failures
) -> None:
    work, late = Work(), Work()
    tasks.start_task_unless_running("connect 1", work.do())
    await step()
    await tasks.cancel_all_tasks()
    assert work.cancelled
    tasks.start_task_unless_running("connect 2", late.do())
    await step()
    assert (late.begun, failures.count) == (0, 0)


async def test_an_errand_that_fails_while_all_is_closed_holds_nobody_up(tasks: KeyedBackgroundTasks) -> None:
    async def resist() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise ValueError("in the way")

    tasks.start_task_unless_running("disconnect 1", resist())
    await step()
    await tasks.cancel_all_tasks()
