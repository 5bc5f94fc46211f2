"""The same bot for less of the processor's time: a thousand tests start it."""

import asyncio
import marshal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import Context
from copy import deepcopy
from types import NoneType, SimpleNamespace
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import aiosqlite.core
import pytest
from discord.app_commands import Command, CommandTree, ContextMenu, Group, Translator
from simcord import Env, _dpy_internals, _runtime, components, gateway, results
from simcord.backend import serializers
from simcord.http import router

from bot.storage.engine import migrate
from tests.front import measuring, wire

Described: TypeAlias = "Command[Any, ..., Any] | ContextMenu | Group"


class Payload(dict[str, Any]):
    """What Discord is told of a command; nobody changes it, so that a copy is the same."""

    def __deepcopy__(self, _: object) -> "Payload":
        return self


_STEPS = 5_000
"""Of the loop, after which simcord looks at a bot that does not come to rest."""

_PLAIN = (str, int, float, bool, NoneType)

_translated: WeakKeyDictionary[Described, Payload] = WeakKeyDictionary()
_checked: dict[tuple[int, ...], list[Payload]] = {}
"""Commands that were sent together and are right, by what Python knows each of them by."""


@contextmanager
def translations() -> Iterator[None]:
    """Translate a command into the languages of Discord's clients when it is first seen.

    It is the same object in every test, which nobody changes.
    """
    with pytest.MonkeyPatch.context() as patch:
        for kind in (Command, ContextMenu, Group):
            patch.setattr(kind, "get_translated_payload", _remembered(kind.get_translated_payload))
        yield


def _remembered(original: Any) -> Any:
    async def get_translated_payload(
        command: Described, tree: CommandTree[Any], translator: Translator
    ) -> Payload:
        if command not in _translated:
            _translated[command] = Payload(await original(command, tree, translator))
        return _translated[command]

    return get_translated_payload


def check_requests(requests: Iterable[wire.Request]) -> None:
    """Raise what `wire` and `measuring` find wrong; a list of all commands they see once."""
    others: list[wire.Request] = []
    for request in requests:
        body = request.json
        if not isinstance(body, list) or not all(isinstance(each, Payload) for each in body):
            others.append(request)
        elif (sent := tuple(map(id, body))) not in _checked:
            _check([request])
            _checked[sent] = body  # so that no other object is ever known by the same number
    _check(others)


def _check(requests: Iterable[wire.Request]) -> None:
    measuring.check_lengths(requests)
    wire.check_requests(requests)


@contextmanager
def payloads() -> Iterator[None]:
    """Copy what simcord sends and keeps without `copy.deepcopy`'s care for what is no JSON."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (results, components, serializers):
            patch.setattr(module, "deepcopy", _copy)
        for module in (router, gateway):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=_copy))
        yield


def _copy(value: Any) -> Any:
    try:
        return marshal.loads(marshal.dumps(value, 2))
    except ValueError:  # a command's `Payload`, a file, a number that is a class of its own
        return _copy_slowly(value)


def _copy_slowly(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {key: _copy_slowly(each) for key, each in value.items()}
    if kind is list:
        return [_copy_slowly(each) for each in value]
    return value if kind in _PLAIN else deepcopy(value)


@contextmanager
def settling() -> Iterator[None]:
    """Let simcord look whether the bot is at rest when nothing is about to run, and look quickly.

    It would look after each step of the bot, at every timer of the loop for every task.
    """
    original = Env._settle_internal

    async def settle(env: Env, *, idle: float = 0.001, **more: Any) -> None:
        await _run_dry(env)
        await original(env, idle=idle, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Env, "_settle_internal", settle)
        patch.setattr(_dpy_internals, "is_sleep_waiter", _is_sleep_waiter)
        patch.setattr(_runtime._CallbackRecord, "__eq__", object.__eq__)  # they are in a list
        yield


async def _run_dry(env: Env) -> None:
    """Wait until neither the loop nor a thread has work, but not for ever."""
    loop: Any = env._loop
    for _ in range(_STEPS):
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if not (threads := tuple(env._work.executors)):
            return
        await asyncio.wait(threads, timeout=0.02, return_when=asyncio.FIRST_COMPLETED)


def _is_sleep_waiter(waiter: Any, loop: Any, deadline: float) -> bool:
    """Tell whether a timer later than the deadline wakes what waits, as the original does."""
    return (
        waiter is not None
        and not waiter.done()
        and any(
            handle._args[0] is waiter and not handle._cancelled and _sets_result(handle)
            for handle in loop._scheduled
            if handle._args and handle._when > deadline
        )
    )


def _sets_result(handle: Any) -> bool:
    callback = _dpy_internals._original_callback(handle._callback)
    return getattr(callback, "__name__", "") == "_set_result_unless_cancelled"


@contextmanager
def questions() -> Iterator[None]:
    """Ask SQLite in the thread of the loop, a step of the loop after each step of a question.

    Others have their turn in between, as they have while aiosqlite's own threads are at it; only
    the ways between threads are gone, which take longer than the answers. Changes are made by
    another thread all the same.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite.core, "SimpleQueue", _Steps)
        patch.setattr(aiosqlite.core, "Thread", _NoThread)
        yield


@contextmanager
def tables() -> Iterator[None]:
    """Believe that a copied database has the tables of its template, which was compared."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "check_tables", lambda _: None)
        yield


class _Steps:
    """What aiosqlite puts into the queue of a connection's thread."""

    def put_nowait(self, step: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, work = step
        if future is None:  # the loop is gone
            work()
            return
        # Not as the bot's own: simcord knows nothing of threads either.
        loop = future.get_loop()
        assert isinstance(loop, asyncio.BaseEventLoop)
        asyncio.BaseEventLoop.call_soon(loop, _do, future, work, context=Context())


def _do(future: asyncio.Future[Any], work: Callable[[], Any]) -> None:
    try:
        result = work()
    except BaseException as error:
        aiosqlite.core.set_exception(future, error)
    else:
        aiosqlite.core.set_result(future, result)


class _NoThread:
    """What aiosqlite starts for a connection."""

    def __init__(self, **_: Any) -> None:
        self.daemon = True

    def start(self) -> None:
        """Nothing runs."""
