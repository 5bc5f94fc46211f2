"""The bot on Discord, from its start until it is stopped."""

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
from bot.app import BotApplication, build_bot_application
from bot.basics.reconciler import ActiveWorkRegistry
from bot.config import BotSettings, ShardAssignment
from bot.front.gateway import answer_retries
from bot.front.gateway.client import SuzerainBot
from bot.front.interaction.rate_limits import DEFAULT_LIMITS, UserAndServerRateLimits
from bot.front.publishing.post_outbox import POST_PERMISSIONS as NEEDED_TO_POST
from bot.front.publishing.retries import LOST_ANSWER_ERRORS
from bot.front.ui.message_layout import NEEDED_PERMISSIONS
from bot.storage.engine.database_summary import format_database_url_without_password
from bot.storage.engine.errors import StorageError
from bot.storage.engine.exclusive_lock import hold_exclusive_database_file_lock
from bot.storage.engine.file_checks import require_no_other_database_in_folder
from bot.storage.engine.urls import allows_several_bot_processes, get_sqlite_file_path
from bot.watch.log_deduplication import DeduplicatingLogHandler
from bot.watch.service_manager import READY, STOPPING, SystemdNotifier

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

DISCORD_ERRORS = (*LOST_ANSWER_ERRORS, discord.DiscordException)
"""The exceptions of a Discord that cannot be reached or refuses the bot."""


class BotStartError(Exception):
    """The error that the bot cannot start, with the reason in a sentence for the operator."""


async def run_bot_until_stopped(
    settings: BotSettings,
    report_invite_link: Callable[[str], None] = print,
    user_limits: UserAndServerRateLimits = DEFAULT_LIMITS,
    fixed_shards: ShardAssignment | None = None,
    report_database_in_use: Callable[[str], None] = print,
) -> None:
    """Run the bot on Discord until SIGINT or SIGTERM. Raises `BotStartError`.

    `report_invite_link` is called with the invitation link once Discord has accepted the token. On a database that
    several processes share, this process serves the `fixed_shards`, or the shards assigned to it.
    `report_database_in_use` is called with a line that names the database.
    """
    token = require_discord_token(settings)
    if fixed_shards is not None and not allows_several_bot_processes(settings.database.url):
        raise BotStartError("--shards: SQLite has one process; several need PostgreSQL")
    raise_file_descriptor_limit()
    stop = asyncio.Event()
    supervisor = SystemdNotifier(os.environ)

    def report_bot_ready(invite_link: str) -> None:
        report_invite_link(invite_link)
        supervisor.notify_state(READY)

    def begin_shutdown() -> None:
        supervisor.notify_state(STOPPING)
        stop.set()

    async with AsyncExitStack() as stack:
        stack.enter_context(_install_stop_signal_handlers(begin_shutdown))
        try:
            _is_sqlite_file_missing(settings.database.url)  # beside a mistyped path lies no lock file
            if not await _lock_sqlite_file(settings.database.url, stop, stack):
                return
            await _require_database_session_locks(settings.database.url)
            is_new = _is_sqlite_file_missing(settings.database.url)
            app = await build_bot_application(settings, user_limits=user_limits)
            report_database_in_use(
                f"database: {format_database_url_without_password(app.database)}{', new' if is_new else ''}"
            )
        except StorageError as error:
            raise BotStartError(f"database.url: {error}; {error.repair_advice_for_operator}") from None
        stack.push_async_callback(app.close)
        joining = _build_function_to_join_cluster(app, settings.database.url, stack, fixed_shards)
        async with app.client as client, _serve_health_endpoint(settings.watch, app), supervisor.send_heartbeats():
            serving = _log_in_and_serve_discord(client, token, settings.logging, report_bot_ready, joining)
            await _serve_until_stopped(stop, client, serving)


def _is_sqlite_file_missing(url: str) -> bool:
    """Return True if a SQLite file has yet to be created.

    Raises `StorageError` if it seems misplaced.
    """
    file = get_sqlite_file_path(url)
    if file is None or file.exists():
        return False
    require_no_other_database_in_folder(file)
    return True


async def _require_database_session_locks(database_url: str) -> None:
    """Raise `StorageError` if several processes use the database and its sessions cannot hold locks."""
    if allows_several_bot_processes(database_url):
        from bot.cluster.store import require_dedicated_database_sessions

        await require_dedicated_database_sessions(database_url)


def _build_function_to_join_cluster(
    app: BotApplication, database_url: str, exit_stack: AsyncExitStack, fixed_shards: ShardAssignment | None
) -> Callable[[], Awaitable[None]] | None:
    """Return the function by which this process joins the cluster; None for SQLite.

    The function raises `BotStartError`.
    """
    if not allows_several_bot_processes(database_url):
        return None
    # Imported only where needed: the database driver takes time and memory.
    from bot.cluster.store import DatabaseUsedByOtherBotError
    from bot.front.gateway.cluster_joining import ClusterConnection, ShardCountMismatchError

    joining = ClusterConnection(app.client, app.database, database_url)
    exit_stack.push_async_callback(joining.release_shards_and_leave_cluster)

    async def join_cluster() -> None:
        try:
            await joining.join_cluster(fixed_shards)
        except DatabaseUsedByOtherBotError:
            raise BotStartError(
                "discord.token: other processes on this database are another bot; give this one a database of its own"
            ) from None
        except ShardCountMismatchError as count:
            raise BotStartError(f"--shard-count: other processes run with {count} shards") from None

    return join_cluster


async def _lock_sqlite_file(database_url: str, stop_event: asyncio.Event, exit_stack: AsyncExitStack) -> bool:
    """Lock a SQLite file for this bot. Return False if `stop_event` is set while waiting.

    Raises `StorageError`.
    """
    taking = asyncio.create_task(exit_stack.enter_async_context(hold_exclusive_database_file_lock(database_url)))
    stopping = asyncio.create_task(stop_event.wait())
    await asyncio.wait([taking, stopping], return_when=asyncio.FIRST_COMPLETED)
    for task in (taking, stopping):
        task.cancel()  # a finished task ignores it
    await asyncio.wait([taking, stopping])
    if taking.cancelled():
        return False
    taking.result()
    return True


def raise_file_descriptor_limit() -> None:
    """Raise the process's limit of open files; log a warning if the limit stays low."""
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
            "only %s files and connections may be open (ulimit -n), of which a flood of commands needs %s",
            soft,
            MIN_DESCRIPTORS,
        )


def require_discord_token(settings: BotSettings) -> str:
    """Return the bot's Discord token from the settings.

    Raises `BotStartError`, without the token, if it cannot be one.
    """
    token = settings.discord.token.strip()
    if not token:
        raise BotStartError(
            "discord.token: no token; put the one from Discord's developer portal into"
            " config.toml or SUZERAIN_DISCORD__TOKEN"
        )
    if not re.fullmatch(r"[!-~]+", token):  # it is sent in a header
        raise BotStartError(f"discord.token: not a token; {TOKEN_ADVICE}")
    return token


@asynccontextmanager
async def _serve_health_endpoint(settings: config.HealthEndpointSettings, app: BotApplication) -> AsyncIterator[None]:
    """Serve health and metrics over HTTP if the settings want it. Raises `BotStartError`."""
    async with AsyncExitStack() as stack:
        if metrics := app.client.watch.metrics:
            from bot.watch.endpoint import HealthCheck, serve_health_and_metrics

            client = app.client
            database = app.database
            health = HealthCheck(
                lambda: client.is_connected_to_gateway,
                database.require_writable_and_current_schema,
                lambda: database.queued_write_count,
                lambda: client.unreadable_event_count,
            )
            host = settings.host
            port = settings.port
            try:
                await stack.enter_async_context(serve_health_and_metrics(host, port, health, metrics))
            except OSError as error:
                reason = error.strerror or error
                raise BotStartError(f"watch: nothing can listen on {host}:{port} ({reason})") from None
        yield


async def _log_in_and_serve_discord(
    client: SuzerainBot,
    bot_token: str,
    logging_settings: config.LoggingSettings,
    report_ready: Callable[[str], None],
    join_cluster: Callable[[], Awaitable[None]] | None,
) -> None:
    """Log in to Discord and serve until the connection ends for good. Raises `BotStartError`."""
    answer_retries.enable_retries_of_interaction_answers()
    await log_in_to_discord(client, bot_token, join_cluster)
    # Not earlier: a failed start is reported in one line.
    _configure_standard_error_log(logging_settings)
    report_ready(discord.utils.oauth_url(client.application_id or 0, permissions=INVITE_PERMISSIONS))
    settling = asyncio.create_task(_tune_garbage_collection_when_ready(client))
    try:
        await client.connect()
    except DISCORD_ERRORS as error:
        if getattr(error, "code", None) == AUTHENTICATION_FAILED:
            raise BotStartError(
                f"discord.token: Discord no longer knows this token; was it reset? Then {TOKEN_ADVICE}"
            ) from None
        raise BotStartError(f"Discord ended the connection ({error}); start the bot again") from None
    finally:
        settling.cancel()


async def _tune_garbage_collection_when_ready(client: SuzerainBot) -> None:
    """Freeze the bot's long-lived objects for the garbage collector once the bot is ready.

    Garbage is then collected while the bot is idle. Scanning the exempt objects would take 50 ms each time.
    """
    await client.wait_until_ready()
    if client.fleet is not None:
        await client.fleet.wait_until_shards_ready()
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    await collect_garbage_when_idle(client.reception.answering, COLLECTION_INTERVAL)


COLLECTION_INTERVAL = 60.0
"""Seconds between two full garbage collections."""

YOUNG_OBJECTS = 10_000
"""New objects after which the youngest ones are searched for garbage, which takes less than a millisecond."""

_QUIET_PATIENCE = 600.0
"""Seconds that a full garbage collection waits at most for a moment without answers under way."""

_NEVER_COLLECTED = 1_000_000
"""A threshold of the oldest generation that is not reached within `COLLECTION_INTERVAL`."""


async def collect_garbage_when_idle(pending_answers: ActiveWorkRegistry[Any], interval_seconds: float) -> None:
    """Collect garbage regularly while no user waits for an answer.

    A full collection stops everything for some 50 ms. Python starts one in the middle of a rush, as new objects cause
    it. The younger generations are collected as ever, but seldom enough that an answer's objects are mostly gone by
    then.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, thresholds[1], _NEVER_COLLECTED)
    try:
        while True:
            await asyncio.sleep(interval_seconds)
            with suppress(TimeoutError):
                async with asyncio.timeout(_QUIET_PATIENCE):
                    await pending_answers.wait_for_work_to_end()
            gc.collect()
    finally:
        gc.set_threshold(*thresholds)


def _configure_standard_error_log(logging_settings: config.LoggingSettings) -> None:
    level = logging.getLevelNamesMapping()[logging_settings.level.upper()]
    formatter: logging.Formatter = discord.utils.MISSING
    if logging_settings.format == "json":
        from pythonjsonlogger.json import JsonFormatter

        named = {"levelname": "level", "name": "logger"}
        formatter = JsonFormatter([*named, "message"], rename_fields=named, timestamp=True)
    handler = logging.StreamHandler() if level == logging.DEBUG else DeduplicatingLogHandler()
    # No format shows where a line was logged, or in which thread or process: this is how Python's documentation avoids
    # looking them up, for each interaction too.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None
    # Debug lines of libraries contain what people wrote, and Discord's secrets.
    discord.utils.setup_logging(handler=handler, level=max(level, logging.INFO), formatter=formatter)
    logging.getLogger("bot").setLevel(level)


async def log_in_to_discord(
    client: discord.Client, bot_token: str, join_cluster: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Log in to Discord and join the bot's cluster, if there is one. Raises `BotStartError`."""
    try:
        await client.login(bot_token)
        if join_cluster is not None:
            await join_cluster()
    except discord.LoginFailure:
        raise BotStartError(f"discord.token: Discord does not know this token; {TOKEN_ADVICE}") from None
    except StorageError as error:
        raise BotStartError(f"database.url: {error}; {error.repair_advice_for_operator}") from None
    except DISCORD_ERRORS as error:
        raise BotStartError(explain_why_discord_rejects_bot_start(error)) from None


def explain_why_discord_rejects_bot_start(error: Exception) -> str:
    """Return a line that says why Discord refuses the bot's start, and what to do."""
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


async def _serve_until_stopped(
    stop_event: asyncio.Event, client: SuzerainBot, connection: Coroutine[None, None, None]
) -> None:
    """Serve until `stop_event` is set, and then finish pending answers."""
    service = asyncio.create_task(connection)
    stopping = asyncio.create_task(stop_event.wait())
    await asyncio.wait([service, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if service.done():
        return service.result()
    log.info("stopping: finishing the answers under way")
    await client.finish_work_before_shutdown()
    if not client.is_ready():  # a connection that is being established cannot be closed
        service.cancel()
        await asyncio.gather(service, return_exceptions=True)
    await client.close()
    service.cancel()
    await asyncio.gather(service, return_exceptions=True)
    return None


@contextmanager
def _install_stop_signal_handlers(begin_shutdown: Callable[[], None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    with ExitStack() as stack:
        for number in (signal.SIGINT, signal.SIGTERM):
            stack.callback(signal.signal, number, signal.getsignal(number))
            try:
                # Unlike `signal`, it wakes a sleeping loop, in whichever thread the signal arrives.
                loop.add_signal_handler(number, begin_shutdown)
                stack.callback(loop.remove_signal_handler, number)
            except NotImplementedError:  # Windows's loop wakes regularly by itself
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(begin_shutdown))
        yield
