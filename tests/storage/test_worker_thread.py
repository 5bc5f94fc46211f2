"""A thread that does the work of an event loop."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from bot.storage.engine.worker_thread import WorkerThread


@pytest.fixture
def thread() -> Iterator[WorkerThread]:
    thread = WorkerThread("worker")
    yield thread
    thread.shutdown()


async def test_functions_run_in_their_order_in_one_other_thread(thread: WorkerThread) -> None:
    done = list[int]()
    names = await asyncio.gather(*(thread.run(_note_and_name_thread, done, each) for each in range(20)))
    assert done == [*range(20)]
    assert {*names} == {"worker"}


async def test_error_of_function_is_raised_and_next_function_runs(thread: WorkerThread) -> None:
    with pytest.raises(ZeroDivisionError):
        await thread.run(divmod, 1, 0)
    assert await thread.run(divmod, 7, 2) == (3, 1)


async def test_function_whose_caller_was_cancelled_before_its_turn_is_not_run(thread: WorkerThread) -> None:
    going, done = threading.Event(), list[int]()
    first = thread.run(going.wait)
    cancelled, last = (thread.run(_note_and_name_thread, done, each) for each in (1, 2))
    cancelled.cancel()
    going.set()
    await asyncio.gather(first, last)
    assert done == [2]


async def test_function_whose_caller_is_cancelled_runs_to_its_end(thread: WorkerThread) -> None:
    begun, going, done = asyncio.Event(), threading.Event(), list[int]()
    loop = asyncio.get_running_loop()

    def wait_and_note() -> None:
        loop.call_soon_threadsafe(begun.set)
        going.wait()
        done.append(1)

    waiting = thread.run(wait_and_note)
    await begun.wait()
    waiting.cancel()
    going.set()
    await thread.run(_note_and_name_thread, done, 2)
    assert done == [1, 2]
    assert waiting.cancelled()


async def test_shutdown_waits_for_all_functions_and_refuses_later_ones(thread: WorkerThread) -> None:
    done = list[int]()
    running = [thread.run(_note_and_name_thread, done, each) for each in range(5)]
    thread.shutdown()
    assert done == [*range(5)]
    await asyncio.gather(*running)
    with pytest.raises(RuntimeError, match="shut down"):
        thread.run(_note_and_name_thread, done, 5)


def test_function_that_ends_after_its_loop_is_closed_does_not_stop_the_thread(thread: WorkerThread) -> None:
    going = threading.Event()

    async def leave() -> None:
        thread.run(going.wait)

    asyncio.run(leave())
    going.set()

    async def come() -> tuple[int, int]:
        return await thread.run(divmod, 7, 2)

    assert asyncio.run(come()) == (3, 1)


def _note_and_name_thread(done: list[int], number: int) -> str:
    done.append(number)
    return threading.current_thread().name
