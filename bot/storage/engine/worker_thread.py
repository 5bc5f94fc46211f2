"""A thread that does the work of one event loop, at little cost for each function."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _QueuedFunctionCall(NamedTuple):
    """A call of a function that waits for its turn in the thread, and the future of its result."""

    future: asyncio.Future[Any]
    function: Callable[..., Any]
    arguments: tuple[object, ...]


class WorkerThread:
    """A thread that runs functions one after the other. It starts with the first one.

    It is used instead of a `ThreadPoolExecutor`, whose futures any thread may wait for: those take a tenth of a
    command's processor time. The thread does not keep the process alive, so call `shutdown` to wait for its work.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: SimpleQueue[_QueuedFunctionCall | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_shut_down = False

    def run(self, function: Callable[..., T], *arguments: object) -> asyncio.Future[T]:
        """Run a function in the thread; return the future of its result. Raises `RuntimeError` after `shutdown`.

        A function whose future is cancelled before its turn is not run.
        """
        if self._is_shut_down:
            raise RuntimeError(f"the thread {self._name} was shut down")
        if self._thread is None:
            self._thread = Thread(target=_run_queued_calls, args=(self._calls,), name=self._name, daemon=True)
            self._thread.start()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._calls.put(_QueuedFunctionCall(future, function, arguments))
        return future

    def shutdown(self) -> None:
        """Wait until the thread has run all its functions, and end it."""
        self._is_shut_down = True
        if self._thread is not None:
            self._calls.put(None)
            self._thread.join()
            self._thread = None


def _run_queued_calls(queued_calls: "SimpleQueue[_QueuedFunctionCall | None]") -> None:
    while (call := queued_calls.get()) is not None:
        _run_function_for_future(*call)
        del call  # or its arguments would live until the next one


def _run_function_for_future(
    result_future: asyncio.Future[Any], called_function: Callable[..., Any], arguments: tuple[object, ...]
) -> None:
    if result_future.cancelled():
        return
    result, failure = None, None
    try:
        result = called_function(*arguments)
    except BaseException as error:
        failure = error
    try:
        with suppress(RuntimeError):  # the loop was closed: nobody waits
            result_future.get_loop().call_soon_threadsafe(_set_future_result_or_error, result_future, result, failure)
    finally:
        del failure  # or its traceback would hold this frame, and the frame the failure


def _set_future_result_or_error(future: asyncio.Future[Any], result: object, failure: BaseException | None) -> None:
    if future.done():  # its caller was cancelled
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)
