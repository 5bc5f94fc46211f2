"""The same bot for less of the processor's time: a thousand tests start it."""

import asyncio
import marshal
import math
import re
import sqlite3
import sys
import time
import zlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import Context
from copy import deepcopy
from functools import lru_cache, partial
from io import BytesIO
from types import NoneType, SimpleNamespace
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import msgspec
import pytest
from discord import AppCommandType, Client
from discord.app_commands import AppCommand, Command, CommandTree, ContextMenu, Group, Translator, tree
from simcord import Env, _dpy_internals, _runtime, _settlement, components, gateway, results
from simcord.backend import serializers
from simcord.http import router
from sqlalchemy import Connection, IteratorResult, QueuePool, Result, Select, TextClause
from sqlalchemy.engine.result import SimpleResultMetaData
from sqlalchemy.sql.compiler import WARN_LINTING

from bot import app
from bot.front.gateway import chores
from bot.pictures.scene import DrawnPicture, Scene
from bot.pictures.worker import decode_and_draw_scene, render_scene_as_svg, render_svg_as_png
from bot.storage.engine import migrate, sqlite
from bot.storage.engine.database import Database
from bot.storage.engine.sqlite import SQLiteBackend
from bot.storage.engine.stores import T, Work, raise_database_unreachable_on_driver_errors
from bot.storage.engine.worker_thread import WorkerThread
from bot.workers.frames import LENGTH_BYTES
from bot.workers.judge.worker import answer_damage_question_request
from bot.workers.pairing.worker import answer_pairing_request
from bot.workers.serving import answer_requests_in_stream
from bot.workers.worker import WorkerProcess
from tests.front import measuring, wire
from tests.storage import freezing

Described: TypeAlias = "Command[Any, ..., Any] | ContextMenu | Group"


class Payload(dict[str, Any]):
    """What Discord is told of a command; nobody changes it, so that a copy is the same."""

    def __deepcopy__(self, _: object) -> "Payload":
        return self


_STEPS = 5_000
"""Of the loop, after which simcord looks at a bot that does not come to rest."""

_STEPS_WITHOUT_NEWS = 15
"""Of the loop, between two looks at what came from other processes."""

_PATIENCE = 60.0
"""Seconds of the real clock in which the bot comes to rest, also on a machine that has much else to do."""

_COMPOSING = frozenset(
    each.__code__
    for each in (asyncio.wait, asyncio.tasks._wait, asyncio.TaskGroup.__aexit__)  # type: ignore[attr-defined]
)
"""The functions that let a task wait for several others."""

_schedule_timer = Env._schedule_timer
_waits_for_listener = _dpy_internals.is_wait_for_listener
_find_composed_tasks = _dpy_internals.composed_tasks
_hop = sqlite.run_in_thread
_track_callback = _runtime._track_callback
_validate = components.validate_components
_real_clock = time.monotonic
_tasks: Any = vars(asyncio.tasks)["_all_tasks" if sys.version_info < (3, 12) else "_scheduled_tasks"]
"""The set of all tasks, by its name before Python 3.12 or since."""

_PICTURES = 10
"""Of so many different pictures one is drawn; of the others only the size and the SVG are real."""


def _draw_scene(request: bytes) -> DrawnPicture:
    if zlib.crc32(request) % _PICTURES == 0:
        return decode_and_draw_scene(request)
    svg = render_scene_as_svg(msgspec.msgpack.decode(request, type=Scene))
    return DrawnPicture(_draw_blank(svg[: svg.index(">", svg.index("<svg")) + 1] + "</svg>"))


_draw_blank = lru_cache(100)(render_svg_as_png)

_HANDLERS: dict[str, Callable[[bytes], object]] = {
    "bot.pictures.worker": _draw_scene,
    "bot.workers.judge.worker": answer_damage_question_request,
    "bot.workers.pairing.worker": answer_pairing_request,
}
"""What each worker process does with a request, by its main module."""

_PLAIN = (str, int, float, bool, NoneType)

_translated: WeakKeyDictionary[Described, Payload] = WeakKeyDictionary()
_DIGITS = re.compile(r"\d+")
_right: set[int] = set()
"""The digests of requests that are right."""

_checked: dict[tuple[int, ...], list[Payload]] = {}
"""Commands that were sent together and are right, by what Python knows each of them by."""


@contextmanager
def translations() -> Iterator[None]:
    """Translate a command into the languages of Discord's clients when it is first seen.

    It is the same object in every test, which nobody changes. What Discord answers is read as far
    as somebody looks at it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "AppCommand", _Told)
        for kind in (Command, ContextMenu, Group):
            patch.setattr(kind, "get_translated_payload", _remembered(kind.get_translated_payload))
        yield


class _Told(AppCommand):
    """A command as Discord knows it: its id, kind and name; the rest when it is asked for."""

    def __init__(self, *, data: Any, state: Any) -> None:
        self._state, self._unread = state, data
        self.id, self.name = int(data["id"]), data["name"]
        self.type = AppCommandType(data["type"])

    def __getattr__(self, name: str) -> Any:
        unread = vars(self).pop("_unread", None)
        if unread is None:
            raise AttributeError(name)
        self._from_data(unread)
        return getattr(self, name)


def _remembered(original: Any) -> Any:
    async def get_translated_payload(command: Described, within: CommandTree[Any], translator: Translator) -> Payload:
        if command not in _translated:
            _translated[command] = Payload(await original(command, within, translator))
        return _translated[command]

    return get_translated_payload


def check_requests(requests: Iterable[wire.Request]) -> None:
    """Raise what `wire` and `measuring` find wrong; what was sent before, in this test or another, they see once."""
    fresh, others = dict[int, wire.Request](), list[wire.Request]()
    for request in requests:
        body = request.json
        if not isinstance(body, list) or not all(isinstance(each, Payload) for each in body):
            digest = _digest(request)
            if digest is None:
                others.append(request)
            elif digest not in _right:
                fresh[digest] = request
        elif (sent := tuple(map(id, body))) not in _checked:
            _check([request])
            _checked[sent] = body  # so that no other object is ever known by the same number
    _check([*fresh.values(), *others])
    _right.update(fresh)


def _digest(request: wire.Request) -> int | None:
    """Return what a request is known by: equal ones are as right, whatever the ids in their paths are."""
    try:
        body = marshal.dumps(request.json, 2)
    except ValueError:  # a command's `Payload`, a file
        return None
    return hash((request.method, _DIGITS.sub("0", request.path), *request.params, body))


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
        patch.setattr(components, "validate_components", _validate_components)
        yield


def _validate_components(given: Any, *, flags: int = 0) -> list[dict[str, Any]]:
    """Validate the components of a message as simcord does, and equal ones once: it does so up to four times."""
    try:
        written = marshal.dumps(given, 2)
    except ValueError:  # a number that is a class of its own
        return _validate(given, flags=flags)
    found: list[dict[str, Any]] = marshal.loads(_validate_once(written, flags))
    return found


@lru_cache(2_000)
def _validate_once(written: bytes, flags: int) -> bytes:
    return marshal.dumps(_validate(marshal.loads(written), flags=flags), 2)


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
    original, selector = Env._settle_internal, asyncio.get_running_loop()._selector  # type: ignore[attr-defined]

    async def settle(
        env: Env,
        *,
        timeout: float | None = None,
        idle: float = 0.001,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        if _deadline is not None:  # simcord's clock is already moved on
            if not await _come_to_rest(env):
                await original(env, timeout=timeout, idle=idle, dispatch=dispatch, _deadline=_deadline)
            return
        assert env._loop is not None
        deadline = env._loop.time() + _PATIENCE
        latest = env._virtual_time + (env.settle_timeout if timeout is None else timeout)
        while True:
            if not await _come_to_rest(env) or env._loop.time() > deadline:
                await original(env, timeout=timeout, idle=idle, dispatch=dispatch, _deadline=deadline)
            if not await _end_pause(env, latest):
                return

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Env, "_settle_internal", settle)
        if Env._schedule_timer is _schedule_timer:  # otherwise the test lets no time pass
            patch.setattr(Env, "_schedule_timer", _schedule_pause)
        patch.setattr(_dpy_internals, "is_sleep_waiter", _is_sleep_waiter)
        patch.setattr(_dpy_internals, "is_wait_for_listener", _is_wait_for_listener)
        patch.setattr(_dpy_internals, "composed_tasks", _composed_tasks)
        patch.setattr(_dpy_internals, "_clock_monotonic", _read_clock)
        patch.setattr(_runtime, "_track_callback", _track)
        patch.setattr(_runtime._CallbackRecord, "__eq__", object.__eq__)  # they are in a list
        patch.setattr(selector, "select", _seldom(selector.select))
        patch.setattr(_tasks, "_remove", _tasks.data.discard)  # the same, without a look for iterations
        yield


def _read_clock() -> float:
    """The same as simcord's, which looks for its own module each time."""
    env = _runtime._selected_env(driver=False)
    return _real_clock() if env is None else env._virtual_time


@contextmanager
def real_clock(clock: Callable[[], float]) -> Iterator[None]:
    """Let the test, the loop and simcord read this clock instead of the real one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(globals(), "_real_clock", clock)
        patch.setattr(_dpy_internals, "_REAL_MONOTONIC", clock)
        yield


def _track(work: Any, original: Any, callback: Any, args: tuple[Any, ...], **more: Any) -> Any:
    """Leave the next step of a task alone: simcord knows the task itself, until it is done."""
    if more["when"] is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return original(callback, *args, context=more["context"])
    return _track_callback(work, original, callback, args, **more)


def _seldom(select: Callable[[float | None], list[Any]]) -> Callable[[float | None], list[Any]]:
    """Ask the system for news at every sixteenth step only, as long as there is work."""
    left = _STEPS_WITHOUT_NEWS

    def select_seldom(timeout: float | None = None) -> list[Any]:
        nonlocal left
        if timeout == 0 and left:
            left -= 1
            return []
        left = _STEPS_WITHOUT_NEWS
        return select(timeout)

    return select_seldom


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


class _Pause:
    """A pause of the bot that ends when simcord's clock has come so far, and never by the real clock."""

    def __init__(self) -> None:
        self._cancelled = False

    def cancel(self) -> None:
        self._cancelled = True

    def cancelled(self) -> bool:
        return self._cancelled

    def when(self) -> float:
        """Return when the real clock ends the pause: never."""
        return math.inf


def _schedule_pause(
    env: Env, record: Any, callback: Callable[..., object], args: tuple[Any, ...], _: Context | None
) -> None:
    task = _runtime._current_task()
    if task is not None and (
        (task in env._work.external_waits and _dpy_internals.is_wakeup_shaped(callback))
        or _dpy_internals.is_intentional_wait_wakeup(env.bot, callback, args, task)
    ):
        return  # only the test ends it
    record.real_handle = _Pause()


async def _come_to_rest(env: Env) -> bool:
    """Let the bot do what it can do by itself; return whether everything waits for the simulation then."""
    while True:
        _settlement._run_due_virtual_callbacks(env._settlement_state(), math.inf)
        await _run_dry(env)
        if _is_at_rest(env):
            return True
        if _find_next_timer(env, env._virtual_time) is None:
            return False


async def _end_pause(env: Env, latest: float) -> bool:
    """Let time pass until the next pause of a bot at rest ends, if that is not later; return whether it did.

    simcord would let it end by the real clock.
    """
    runtime, loop, state = env._runtime, env._loop, env._settlement_state()
    assert runtime is not None
    assert loop is not None
    if _find_next_timer(env, latest) is None:
        return False
    _settlement._virtualize_recognized_waits(state, _settlement._owned_tasks(state))
    end = _find_next_timer(env, latest)
    if end is None:
        return False
    advance = env._advance_to(max(end, env._virtual_time), loop.time() + _PATIENCE)
    env._real_advance_task = task = runtime.create_task(advance, context=Context())
    try:
        await asyncio.wait((task,))
    finally:
        env._real_advance_task = None
    task.result()
    return True


def _find_next_timer(env: Env, latest: float) -> float | None:
    """Return when the first timer is due that the test need not wait for; None if that is later."""
    due = (
        each.when
        for each in _settlement._active_callbacks(env._settlement_state())
        if each.when is not None
        and each.when <= latest
        and (each.when <= env._virtual_time or (each.real_handle is not None and not each.real_handle.cancelled()))
    )
    return min(due, default=None)


def _is_at_rest(env: Env) -> bool:
    """Tell whether everything waits for the simulation alone, as simcord does.

    A task that was seen to wait for something waits for as long as it waits for the same. simcord would look at each
    task twice after each step of a test.
    """
    loop: Any = env._loop
    advancing = env._real_advance_task or env._advance_task
    if loop._ready or env._work.executors or advancing not in (None, asyncio.current_task()):
        return False
    state, latest = env._settlement_state(), loop.time() + _PATIENCE
    if not all(_settlement._callback_is_parked(state, each, latest) for each in _settlement._active_callbacks(state)):
        return False
    seen, waiting = vars(env).get("_waiting", {}), dict[asyncio.Task[Any], Any]()
    for task in _settlement._owned_tasks(state):
        waiter = task._fut_waiter  # type: ignore[attr-defined]
        if waiter is None or waiter.done():
            return False
        if seen.get(task) is not waiter and not _settlement._is_parked(state, task, latest):
            return False
        waiting[task] = waiter
    vars(env)["_waiting"] = waiting
    return True


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


def _is_wait_for_listener(client: Client, task: asyncio.Task[Any]) -> bool:
    """Look at the frames of a task only if somebody listens: the bot never does."""
    return bool(client._listeners) and _waits_for_listener(client, task)


def _composed_tasks(task: asyncio.Task[Any], waiter: Any) -> list[Any]:
    """Return what a task waits for together, as the original does; most tasks wait for one future."""
    if type(waiter) is not asyncio.Future or len(waiter._callbacks) > 1:
        return _find_composed_tasks(task, waiter)
    frames: Any = task.get_coro()
    while frames is not None:
        if getattr(frames, "cr_code", None) in _COMPOSING:
            return _find_composed_tasks(task, waiter)
        frames = getattr(frames, "cr_await", None)
    return []


def _sets_result(handle: Any) -> bool:
    callback = _dpy_internals._original_callback(handle._callback)
    return getattr(callback, "__name__", "") == "_set_result_unless_cancelled"


@contextmanager
def questions() -> Iterator[None]:
    """Let SQLite answer and write in the thread of the loop, with the plain driver.

    Other tasks have a turn before each answer arrives, as they have while a thread works. Only the
    hops between threads are gone, which take longer than the answers.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "run_in_thread", _stay)
        patch.setattr(sqlite, "NullPool", QueuePool)  # a new connection reads the whole schema first
        patch.setattr(SQLiteBackend, "run_read_transaction", _read)
        patch.setattr(SQLiteBackend, "run_read_transaction_without_timeout", _read)
        patch.setattr(
            SQLiteBackend,
            "checkpoint_write_ahead_log",
            _checkpoint_if_emptied(SQLiteBackend.checkpoint_write_ahead_log),
        )
        patch.setattr(SQLiteBackend, "close_all_connections", _close_kept(SQLiteBackend.close_all_connections))
        yield


async def _read(store: SQLiteBackend, function: Work[T]) -> T:
    """Read without SQLAlchemy's async engine, which takes three times as long as a small read, in one connection."""
    found: T = await _stay(None, _read_in_kept_connection, store, function)
    return found


def _read_in_kept_connection(store: SQLiteBackend, function: Work[T]) -> T:
    with raise_database_unreachable_on_driver_errors(store.url), store._file.require_file_unchanged_during_read():
        kept: Connection | None = vars(store).pop("_kept", None)
        connection = _connect(store) if kept is None else kept
        try:
            found = function(connection)
            if connection.in_transaction():
                connection.rollback()
        except BaseException:
            store._plain._own = None
            connection.close()
            raise
        vars(store)["_kept"] = connection
        return found


def _connect(store: SQLiteBackend) -> Connection:
    """Connect for reads; nobody writes in the middle of one, so that a SELECT needs no transaction around it.

    Point queries are in the same connection: a new one takes as long as several acts of a test.
    """
    connection = Connection(store._looker, store._plain._own)
    store._plain._own = connection.connection
    vars(connection)["execute"] = partial(_execute, connection)
    return connection


class _QuickSelect(NamedTuple):
    """A compiled SELECT whose rows need nothing of SQLAlchemy but the names and types of their columns."""

    sql: str
    binders: list[tuple[str, Callable[[Any], Any] | None]]
    columns: SimpleResultMetaData


_quick: WeakKeyDictionary[Any, _QuickSelect | None] = WeakKeyDictionary()
"""By what SQLAlchemy has compiled; None if SQLAlchemy must execute it."""


def _execute(connection: Connection, statement: Any, values: Any = None, **more: Any) -> Result[Any]:
    """Execute a SELECT with the plain driver from the second time on, which takes a third of the processor time."""
    if type(statement) not in (Select, TextClause) or more or not (values is None or isinstance(values, dict)):
        return Connection.execute(connection, statement, values, **more)
    compiled: Any
    compiled, extracted, collected, _ = statement._compile_w_cache(
        connection.dialect,
        compiled_cache=connection.engine._compiled_cache,
        column_keys=sorted(values or ()),
        linting=connection.dialect.compiler_linting | WARN_LINTING,
    )
    quick = _quick.get(compiled)
    if quick is None:
        result = Connection.execute(connection, statement, values)
        if compiled not in _quick:
            _quick[compiled] = _prepare(compiled, result)
        return result
    given = compiled.construct_params(
        values, extracted_parameters=extracted, escape_names=False, _collected_params=collected
    )
    bound = [given[name] if bind is None else bind(given[name]) for name, bind in quick.binders]
    driver: Any = connection.connection.driver_connection
    try:
        rows = driver.execute(quick.sql, bound).fetchall()
    except sqlite3.Error:  # which SQLAlchemy raises as its own
        return Connection.execute(connection, statement, values)
    return IteratorResult(quick.columns, iter(rows))


def _prepare(compiled: Any, result: Result[Any]) -> _QuickSelect | None:
    """Return what is needed to execute a SELECT quickly; None if its SQL depends on values, as that of an `IN`."""
    if compiled.isinsert or compiled.isupdate or compiled.isdelete or not result.returns_rows:  # type: ignore[attr-defined]
        return None
    names, columns = [*result.keys()], result._metadata
    if compiled._render_postcompile or compiled.post_compile_params or compiled.literal_execute_params:
        return None
    if len({*names}) < len(names):
        return None
    binders = [(name, compiled._bind_processors.get(name)) for name in compiled.positiontup or ()]
    return _QuickSelect(compiled.string, binders, SimpleResultMetaData(names, _processors=columns._processors))


def _close_kept(original: Callable[[SQLiteBackend], Awaitable[None]]) -> Callable[[SQLiteBackend], Awaitable[None]]:
    async def close_all_connections(store: SQLiteBackend) -> None:
        if (kept := vars(store).pop("_kept", None)) is not None:
            kept.close()
        await original(store)
        store._looker.dispose()

    return close_all_connections


def _checkpoint_if_emptied(original: Callable[..., Awaitable[bool]]) -> Callable[..., Awaitable[bool]]:
    """Leave the write-ahead log to SQLite, which copies it as it grows, unless it has to be empty."""

    async def checkpoint_write_ahead_log(store: SQLiteBackend, *, truncate: bool) -> bool:
        return not truncate or await original(store, truncate=True)

    return checkpoint_write_ahead_log


@contextmanager
def starting() -> Iterator[None]:
    """Skip the chores of a bot that starts with an empty database: they find nothing to do."""
    everything, is_first = chores.run_all_background_chores, True

    async def run_later_chores(*given: Any) -> None:
        nonlocal is_first
        if not is_first:
            await everything(*given)
        is_first = False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chores, "run_all_background_chores", run_later_chores)
        yield


@contextmanager
def workers() -> Iterator[None]:
    """Answer requests to worker processes in this process, and the same request once.

    A process of its own would start for nearly each test, and take longer to start than the test.
    """

    async def send_request(worker: WorkerProcess, request: bytes) -> bytes:
        answer: bytes = await _stay(None, _answer, worker._module, request)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorkerProcess, "_send_request_or_restart_process", send_request)
        yield


@lru_cache(1_000)
def _answer(module: str, request: bytes) -> bytes:
    answer = BytesIO()
    answer_requests_in_stream(_HANDLERS[module], BytesIO(request), answer)
    return answer.getvalue()[LENGTH_BYTES:]


@contextmanager
def tables() -> Iterator[None]:
    """Believe that a copied database has the tables of its template, which was compared, and can be written."""

    async def believe(_: Database) -> None:
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "require_matching_schema", lambda _: None)
        patch.setattr(app, "create_or_upgrade_database_schema", believe)
        patch.setattr(Database, "require_writable_and_current_schema", believe)
        patch.setattr(sqlite, "require_tables_of_bot", lambda *_: None)
        yield


def _stay(thread: WorkerThread | None, work: Callable[..., Any], *given: object) -> Any:
    """Do here what a thread would do."""
    if isinstance(thread, freezing.Thread):
        return _hop(thread, work, *given)
    future = asyncio.get_running_loop().create_future()
    _soon(future, _try(future, partial(work, *given)))
    return future


def _try(future: asyncio.Future[Any], work: Callable[[], Any]) -> Callable[[], None]:
    """Do it, and return what tells whoever waits how it went."""
    try:
        return partial(future.set_result, work())
    except BaseException as error:
        return partial(future.set_exception, error)


def _soon(future: asyncio.Future[Any], tell: Callable[[], None]) -> None:
    """Tell it in the next step of the loop."""
    # Not as the bot's own: simcord knows nothing of threads either.
    loop = future.get_loop()
    assert isinstance(loop, asyncio.BaseEventLoop)
    asyncio.BaseEventLoop.call_soon(loop, _tell, future, tell, context=Context())


def _tell(future: asyncio.Future[Any], tell: Callable[[], None]) -> None:
    if not future.done():  # whoever waited has gone
        tell()
