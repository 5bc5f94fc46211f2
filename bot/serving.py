"""The bot on Discord, from its start until it is told to stop."""

import asyncio
import gc
import logging
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any

import discord
from discord import app_commands

from bot import config
from bot.app import App, build
from bot.config import FixedShards, Settings
from bot.front.background.posts import POST_PERMISSIONS as NEEDED_TO_POST
from bot.front.background.retry import LOST_CONNECTION_ERRORS
from bot.front.gateway import steady_answers
from bot.front.gateway.client import Suzerain
from bot.front.interaction.limits import DEFAULT_LIMITS, Limits
from bot.front.rendering.board_layout import NEEDED_PERMISSIONS
from bot.reconciler import Underway
from bot.storage.engine.contents import name_database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.file_checks import check_alone
from bot.storage.engine.sole_use import use_alone
from bot.storage.engine.urls import find_file, is_shared
from bot.watch.repeats import RepeatHandler
from bot.watch.supervision import READY, STOPPING, Supervisor

log = logging.getLogger(__name__)

INVITE_PERMISSIONS = NEEDED_PERMISSIONS | NEEDED_TO_POST
"""The permissions that the bot's invitation asks for."""

TOKEN_ADVICE = "copy it again from the developer portal"
"""The advice about a wrong token."""

AUTHENTICATION_FAILED = 4004
"""Discord's code for closing a connection with an invalid token."""

MIN_DESCRIPTORS = 4096
"""Files and connections that the process should be able to open."""

MAX_REASON_LENGTH = 200
"""Characters of Discord's reason in a line about a failed start."""

CLIENT_ERROR = 400
TOO_MANY_REQUESTS = 429
SERVER_ERROR = 500
"""HTTP statuses: the first refusal, a rate limit, and the first fault of the server."""

DISCORD_ERRORS = (*LOST_CONNECTION_ERRORS, discord.DiscordException)
"""The exceptions of a Discord that cannot be reached or refuses the bot."""


class StartError(Exception):
    """A reason why the bot cannot start, as a sentence for the operator."""


async def run(
    settings: Settings,
    ready: Callable[[str], None] = print,
    limits: Limits = DEFAULT_LIMITS,
    fixed: FixedShards | None = None,
    report: Callable[[str], None] = print,
) -> None:
    """Run the bot on Discord until SIGINT or SIGTERM. Raises `StartError`.

    `ready` is called with the invitation link once Discord has accepted the token. On a database
    that several processes share, this process serves the `fixed` shards, or those it is given.
    `report` is called with the line that says on which database it runs.
    """
    token = read_token(settings)
    if fixed is not None and not is_shared(settings.database.url):
        raise StartError("--shards: SQLite has one process; several need PostgreSQL")
    raise_descriptor_limit()
    stop = asyncio.Event()
    supervisor = Supervisor(os.environ)

    def tell_ready(link: str) -> None:
        ready(link)
        supervisor.tell(READY)

    def begin_stopping() -> None:
        supervisor.tell(STOPPING)
        stop.set()

    if fixed is not None and not is_shared(settings.database.url):
        raise StartError("--shards: SQLite has one process; several need PostgreSQL")
    async with AsyncExitStack() as stack:
        stack.enter_context(_catch_signals(begin_stopping))
        try:
            if not await _take_database(settings.database.url, stop, stack):
                return
            await _check_sessions(settings.database.url)
            is_new = _check_new(settings.database.url)
            app = await build(settings, limits=limits)
            report(f"database: {name_database(app.database)}{', new' if is_new else ''}")
        except StorageError as error:
            raise StartError(f"database.url: {error}; {error.advice}") from None
        stack.push_async_callback(app.close)
        joining = _prepare_joining(app, settings.database.url, stack, fixed)
        async with (
            app.client as client,
            _serve_watch(settings.watch, app),
            supervisor.send_heartbeats(),
        ):
            serving = _serve(client, token, settings.logging, tell_ready, joining)
            await _serve_until(stop, client, serving)


def _check_new(url: str) -> bool:
    """Return True if a SQLite file has to be made. Raises `Lost` if it seems to be mislaid."""
    file = find_file(url)
    if file is None or file.exists():
        return False
    check_alone(file)
    return True


async def _check_sessions(url: str) -> None:
    """Check that sessions of a database server can hold locks, before anything is written.

    Raises `StorageError`.
    """
    if is_shared(url):
        from bot.cluster.store import check_sessions

        await check_sessions(url)


def _prepare_joining(
    app: App, url: str, stack: AsyncExitStack, fixed: FixedShards | None
) -> Callable[[], Awaitable[None]] | None:
    """Return a function that joins the other processes; None on SQLite, which admits one process.

    It raises `StartError`.
    """
    if not is_shared(url):
        return None
    # Imported only where needed: the database driver takes time and memory.
    from bot.cluster.store import OtherBot
    from bot.front.gateway.joining import Joining, WrongCount

    joining = Joining(app.client, app.database, url)
    stack.push_async_callback(joining.close)

    async def join() -> None:
        try:
            await joining.join(fixed)
        except OtherBot:
            raise StartError(
                "discord.token: other processes on this database are another bot; give this one"
                " a database of its own"
            ) from None
        except WrongCount as count:
            raise StartError(f"--shard-count: other processes run with {count} shards") from None

    return join


async def _take_database(url: str, stop: asyncio.Event, stack: AsyncExitStack) -> bool:
    """Lock a SQLite file against other bots. Return False if `stop` is set before it is free.

    Raises `StorageError`.
    """
    taking = asyncio.create_task(stack.enter_async_context(use_alone(url)))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([taking, stopping], return_when=asyncio.FIRST_COMPLETED)
    for task in (taking, stopping):
        task.cancel()  # a finished task ignores it
    await asyncio.wait([taking, stopping])
    if taking.cancelled():
        return False
    taking.result()
    return True


def raise_descriptor_limit() -> None:
    """Let the process open as many files and connections as it may; name a limit that is low."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MIN_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MIN_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft != resource.RLIM_INFINITY and soft < MIN_DESCRIPTORS:
        log.warning(
            "only %s files and connections may be open (ulimit -n), of which a flood of commands"
            " needs %s",
            soft,
            MIN_DESCRIPTORS,
        )


def read_token(settings: Settings) -> str:
    """Return the token. Raises `StartError`, which never repeats it, if it cannot be one."""
    token = settings.discord.token.strip()
    if not token:
        raise StartError(
            "discord.token: no token; put the one from Discord's developer portal into"
            " config.toml or SUZERAIN_DISCORD__TOKEN"
        )
    if not re.fullmatch(r"[!-~]+", token):  # it is sent in a header
        raise StartError(f"discord.token: not a token; {TOKEN_ADVICE}")
    return token


@asynccontextmanager
async def _serve_watch(settings: config.WatchSettings, app: App) -> AsyncIterator[None]:
    """Serve health and metrics over HTTP if the settings say so. Raises `StartError`."""
    async with AsyncExitStack() as stack:
        if metrics := app.client.watch.metrics:
            from bot.watch.endpoint import Health, serve

            client = app.client
            database = app.database
            health = Health(
                lambda: client.connected,
                database.check,
                lambda: database.depth,
                lambda: client.dropped,
            )
            host = settings.host
            port = settings.port
            try:
                await stack.enter_async_context(serve(host, port, health, metrics))
            except OSError as error:
                reason = error.strerror or error
                raise StartError(f"watch: nothing can listen on {host}:{port} ({reason})") from None
        yield


async def _serve(
    client: Suzerain,
    token: str,
    logs: config.LoggingSettings,
    ready: Callable[[str], None],
    join: Callable[[], Awaitable[None]] | None,
) -> None:
    """Log in and serve until the connection ends for good. Raises `StartError`."""
    steady_answers.install()
    await log_in(client, token, join)
    # Not earlier: a failed start is reported in one line.
    _begin_log(logs)
    ready(discord.utils.oauth_url(client.application_id or 0, permissions=INVITE_PERMISSIONS))
    settling = asyncio.create_task(_freeze_when_ready(client))
    try:
        await client.connect()
    except DISCORD_ERRORS as error:
        if getattr(error, "code", None) == AUTHENTICATION_FAILED:
            raise StartError(
                "discord.token: Discord no longer knows this token; was it reset? "
                f"Then {TOKEN_ADVICE}"
            ) from None
        raise StartError(f"Discord ended the connection ({error}); start the bot again") from None
    finally:
        settling.cancel()


async def _freeze_when_ready(client: Suzerain) -> None:
    """Freeze the garbage collector's objects once the bot is ready; then collect in quiet moments.

    The frozen objects stay for the whole run; scanning them takes 50 ms each time.
    """
    await client.wait_until_ready()
    if client.fleet is not None:
        await client.fleet.wait_until_served()
    gc.collect()
    gc.freeze()
    await collect_when_quiet(client.reception.answering, COLLECTION_INTERVAL)


COLLECTION_INTERVAL = 60.0
"""Seconds between two full garbage collections."""

_QUIET_PATIENCE = 600.0
"""Seconds that a full garbage collection waits at most for a moment without answers under way."""

_NEVER_COLLECTED = 1_000_000
"""A threshold of the oldest generation that is not reached within `COLLECTION_INTERVAL`."""


async def collect_when_quiet(answering: Underway[Any], interval: float) -> None:
    """Collect garbage of the oldest generation only while nobody waits for an answer, for ever.

    A full collection stops everything for some 50 ms. Python starts one in the middle of a rush,
    as new objects cause it. The younger generations are collected as ever.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(*thresholds[:2], _NEVER_COLLECTED)
    try:
        while True:
            await asyncio.sleep(interval)
            with suppress(TimeoutError):
                async with asyncio.timeout(_QUIET_PATIENCE):
                    await answering.join()
            gc.collect()
    finally:
        gc.set_threshold(*thresholds)


def _begin_log(logs: config.LoggingSettings) -> None:
    """Write log lines to standard error from now on."""
    level = logging.getLevelNamesMapping()[logs.level.upper()]
    formatter: logging.Formatter = discord.utils.MISSING
    if logs.format == "json":
        from pythonjsonlogger.json import JsonFormatter

        named = {"levelname": "level", "name": "logger"}
        formatter = JsonFormatter([*named, "message"], rename_fields=named, timestamp=True)
    handler = logging.StreamHandler() if level == logging.DEBUG else RepeatHandler()
    # Debug lines of libraries contain what people wrote, and Discord's secrets.
    discord.utils.setup_logging(
        handler=handler, level=max(level, logging.INFO), formatter=formatter
    )
    logging.getLogger("bot").setLevel(level)


async def log_in(
    client: discord.Client, token: str, join: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Log in to Discord, and `join` the other processes if there are any. Raises `StartError`."""
    try:
        await client.login(token)
        if join is not None:
            await join()
    except discord.LoginFailure:
        raise StartError(
            f"discord.token: Discord does not know this token; {TOKEN_ADVICE}"
        ) from None
    except StorageError as error:
        raise StartError(f"database.url: {error}; {error.advice}") from None
    except DISCORD_ERRORS as error:
        raise StartError(explain_start_error(error)) from None


def explain_start_error(error: Exception) -> str:
    """Return one line that says why Discord does not let the bot start, and what to do."""
    said = " ".join(f"{error}".split())
    if len(said) > MAX_REASON_LENGTH:
        said = f"{said[:MAX_REASON_LENGTH]}…"
    status = error.status if isinstance(error, discord.HTTPException) else 0
    if isinstance(error, app_commands.CommandSyncFailure):
        return f"Discord refuses the commands of this version ({said}); report it"
    if status == TOO_MANY_REQUESTS:
        return f"Discord asks for a pause ({said}); start the bot again in an hour, not earlier"
    if CLIENT_ERROR <= status < SERVER_ERROR:
        return f"Discord refuses this bot ({said}); look into the developer portal"
    return f"Discord cannot be reached ({said}); try again later"


async def _serve_until(
    stop: asyncio.Event, client: Suzerain, serving: Coroutine[None, None, None]
) -> None:
    """Serve until `stop` is set, then finish the answers under way."""
    service = asyncio.create_task(serving)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([service, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if service.done():
        return service.result()
    log.info("stopping: finishing the answers under way")
    await client.drain()
    if not client.is_ready():  # a connection that is being established cannot be closed
        service.cancel()
        await asyncio.gather(service, return_exceptions=True)
    await client.close()
    service.cancel()
    await asyncio.gather(service, return_exceptions=True)
    return None


@contextmanager
def _catch_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on SIGINT and SIGTERM."""
    loop = asyncio.get_running_loop()
    with ExitStack() as stack:
        for number in (signal.SIGINT, signal.SIGTERM):
            stack.callback(signal.signal, number, signal.getsignal(number))
            try:
                # Unlike `signal`, it wakes a sleeping loop, in whichever thread the signal arrives.
                loop.add_signal_handler(number, stop)
                stack.callback(loop.remove_signal_handler, number)
            except NotImplementedError:  # Windows's loop wakes regularly by itself
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
        yield
