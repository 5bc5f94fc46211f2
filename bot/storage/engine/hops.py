"""The way to a thread and back, which changes in SQLite take, and the questions people wait for."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

T = TypeVar("T")


def hop(thread: Executor | None, work: Callable[..., T], *given: object) -> asyncio.Future[T]:
    """Do something in a thread, by default in one that has nothing else to do."""
    return asyncio.get_running_loop().run_in_executor(thread, work, *given)
