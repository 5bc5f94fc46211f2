"""The commands `suzerain run`, `health`, `sandbox` and `shards`: the bot's processes, on Discord or locally."""

import argparse
import asyncio
import gc
import http.client
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.console.settings import (
    add_settings_file_option,
    load_settings,
    run_function_on_configured_database,
    warn_if_settings_file_readable_by_others,
)
from bot.console.terminal import EXIT_FOUND_PROBLEM, Commands, exit_with_error, print_lines

if TYPE_CHECKING:
    from bot.cluster.overview import ClusterOverview
    from bot.config import ShardAssignment
    from bot.storage.engine.database import Database

LAST_PORT = 65_535

MAX_SHARDS = 16_384
"""The most shards that the command accepts; Discord's largest bots have fewer."""

HEALTH_PATIENCE = 4.0
"""Seconds to wait for an answer; the bot's own check of its database takes at most two."""


def add_run_health_and_sandbox_commands(subparsers: Commands) -> None:
    """Add the commands `run`, `health` and `sandbox` to the command line."""
    run = subparsers.add_parser("run", help="run the bot on Discord")
    run.add_argument("--shards", metavar="0-3|0,4", help="of several processes on PostgreSQL: serve only these")
    run.add_argument("--shard-count", type=parse_shard_count, metavar="N", help="of so many, as all processes are told")
    add_settings_file_option(run)
    run.set_defaults(run=_run_bot_command)

    health = subparsers.add_parser("health", help="ask the bot that runs here whether all is well")
    add_settings_file_option(health)
    health.set_defaults(run=_run_health_command)

    sandbox = subparsers.add_parser("sandbox", help="the same bot on a local page: no account, token or network")
    sandbox.add_argument(
        "--port", type=_parse_port_number, default=8377, help="the page's port, 0 for any (default 8377)"
    )
    sandbox.add_argument("--database", type=Path, default=Path("sandbox.sqlite3"), help="kept between runs")
    sandbox.add_argument("--fresh", action="store_true", help="start from nothing")
    sandbox.add_argument("--no-browser", action="store_true", help="only print the page's address")
    sandbox.set_defaults(run=_run_sandbox_command)


def _parse_port_number(user_input: str) -> int:
    """Return a TCP port from the command line. Raises `ArgumentTypeError`."""
    if not (user_input.isascii() and user_input.isdecimal() and int(user_input) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"{user_input!r} is no port; accepted: 0 to {LAST_PORT}")
    return int(user_input)


def _run_bot_command(arguments: argparse.Namespace) -> int:
    fixed = _parse_gateway_shard_arguments(arguments)
    settings = load_settings(arguments)
    warn_if_settings_file_readable_by_others(arguments)
    with _pause_garbage_collection():
        from bot.serving import BotStartError, run_bot_until_stopped

    try:
        asyncio.run(
            run_bot_until_stopped(
                settings,
                lambda link: print_lines(f"Invite the bot: {link}"),
                fixed_shards=fixed,
                report_database_in_use=print_lines,
            )
        )
    except BotStartError as error:
        exit_with_error(f"{error}")
    return 0


@contextmanager
def _pause_garbage_collection() -> Iterator[None]:
    """Disable garbage collection during the `with` block, and freeze the objects created in it.

    Collections would find next to nothing, and take a tenth of the time of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _parse_gateway_shard_arguments(arguments: argparse.Namespace) -> "ShardAssignment | None":
    """Return the gateway shards for this process from the command line; None if not given.

    Exits with one line if the arguments do not fit together.
    """
    if arguments.shards is None and arguments.shard_count is None:
        return None
    if arguments.shards is None or arguments.shard_count is None:
        exit_with_error("suzerain run: --shards and --shard-count: accepted only together")
    from bot.config import parse_shard_ids

    try:
        return parse_shard_ids(arguments.shards, arguments.shard_count)
    except ValueError as error:
        exit_with_error(f"suzerain run: --shards: {error}")


def _run_health_command(arguments: argparse.Namespace) -> int:
    watch = load_settings(arguments).watch
    if not watch.port:
        exit_with_error("watch.port: 0; accepted: the port at which the bot says how it fares")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(watch.host, watch.host)
    connection = http.client.HTTPConnection(host, watch.port, timeout=HEALTH_PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        print_lines(answer.read().decode())
    except (OSError, http.client.HTTPException) as error:
        print_lines(f"{host}:{watch.port}: no answer ({error})")
        return EXIT_FOUND_PROBLEM
    finally:
        connection.close()
    return 0 if answer.status == http.HTTPStatus.OK else EXIT_FOUND_PROBLEM


def _run_sandbox_command(arguments: argparse.Namespace) -> int:
    from bot.sandbox import SandboxError

    if arguments.fresh:
        _delete_sandbox_database_files(arguments.database)

    def print_sandbox_address(address: str) -> None:
        print_lines(f"The sandbox is open at {address} (Ctrl-C ends it).")
        if not arguments.no_browser:
            webbrowser.open(address)

    try:
        asyncio.run(_serve_sandbox_until_cancelled(arguments.database, arguments.port, print_sandbox_address))
    except SandboxError as error:
        exit_with_error(f"{error}")
    except KeyboardInterrupt:
        print_lines("")
    return 0


def _delete_sandbox_database_files(database_file: Path) -> None:
    try:
        for suffix in ("", "-wal", "-shm"):
            database_file.with_name(database_file.name + suffix).unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a folder, or an empty name
        exit_with_error(f"{database_file}: cannot be begun anew ({error})")


async def _serve_sandbox_until_cancelled(database_file: Path, port: int, on_ready: Callable[[str], None]) -> None:
    from bot.app import build_bot_application
    from bot.cards.sample import write_sample_card_index
    from bot.config import BotSettings, CardIndexSettings, DatabaseSettings
    from bot.front.interaction.modules import MODULES
    from bot.front.publishing.request_limiter import UNLIMITED
    from bot.sandbox import SandboxError
    from bot.sandbox.serving import run_bot_in_sandbox
    from bot.storage.engine.errors import StorageError
    from bot.storage.record.publications import PublishedMessageRepository
    from bot.storage.tables.champions import ChampionRepository

    cards = database_file.with_name(f"{database_file.name}-cards")
    settings = BotSettings(
        database=DatabaseSettings(f"sqlite:///{database_file}"), cards=CardIndexSettings(file=f"{cards}")
    )
    try:
        write_sample_card_index(cards)
        app = await build_bot_application(settings, UNLIMITED)
        newest = await app.log.load_newest_interaction_id()
        # The simulated Discord has lost its messages and the roles of members.
        await app.boards.queue_new_messages_for_all_open_pods()
        for surface in ("seats", "result"):
            await PublishedMessageRepository(app.database).delete_message_rows_of_kind(surface)
        await ChampionRepository(app.database).reset_granted_champion_roles()
    except (StorageError, OSError) as error:
        raise SandboxError(f"{error}") from None
    guilds = app.client.services.guilds
    all_on = partial(guilds.enable_bot_modules, modules=MODULES)
    try:
        await run_bot_in_sandbox(
            app.client, newest_interaction_time=newest, port=port, on_ready=on_ready, on_sample_server_built=all_on
        )
    finally:
        await app.close()


def add_shards_command(subparsers: Commands) -> None:
    """Add the command `suzerain shards`, which shows or changes how many gateway shards the bot uses."""
    shards = subparsers.add_parser(
        "shards", help="who serves what, of several processes; or change the number of shards"
    )
    shards.add_argument("number", nargs="?", type=parse_shard_count, metavar="NUMBER", help="as many from now on")
    shards.add_argument("--yes", action="store_true", help="do it: all sessions begin anew")
    add_settings_file_option(shards)
    shards.set_defaults(run=_run_shards_command)


def parse_shard_count(user_input: str) -> int:
    """Return a number of gateway shards from the command line. Raises `ArgumentTypeError`."""
    if not (user_input.isascii() and user_input.isdecimal() and 0 < int(user_input[:9]) <= MAX_SHARDS):
        raise argparse.ArgumentTypeError(f"{user_input!r} is no number; accepted: 1 to {MAX_SHARDS}")
    return int(user_input)


def _run_shards_command(arguments: argparse.Namespace) -> int:
    from bot.cluster.overview import ClusterOverview, load_cluster_overview, store_shard_count
    from bot.storage.engine.urls import allows_several_bot_processes

    async def load_cluster_overview_if_any(database: "Database") -> ClusterOverview | None:
        return (
            await database.run_read_transaction_without_timeout(load_cluster_overview)
            if allows_several_bot_processes(database.url)
            else None
        )

    async def save_new_shard_count(database: "Database") -> None:
        await database.run_write_transaction(partial(store_shard_count, shard_count=arguments.number))

    overview = run_function_on_configured_database(arguments, load_cluster_overview_if_any, "read")
    if overview is None:
        exit_with_error("suzerain shards: SQLite has one process; several need PostgreSQL")
    if overview.shard_count is None:
        exit_with_error("suzerain shards: the bot has never run on this database; start it first")
    if arguments.number is None:
        _print_cluster_overview(overview)
        return 0
    if arguments.number == overview.shard_count:
        print_lines(f"That is their number already: {arguments.number}.")
        return 0
    if any(each.is_fixed and not each.is_presumed_dead for each in overview.processes):
        exit_with_error(
            "suzerain shards: some processes were given their shards; stop all, and start them with"
            " another --shard-count"
        )
    _print_shard_count_change_warning(overview, arguments.number)
    if not arguments.yes:
        print_lines("Nothing is changed yet: add --yes.")
        return EXIT_FOUND_PROBLEM
    run_function_on_configured_database(arguments, save_new_shard_count, "beside", is_quiet=True)
    print_lines("Changed: the processes begin anew within a few seconds.")
    return 0


def _print_shard_count_change_warning(cluster_overview: "ClusterOverview", shard_count: int) -> None:
    from bot.cluster.identify_rate_limit import SESSION_INTERVAL

    living = sum(not each.is_presumed_dead for each in cluster_overview.processes)
    processes = "1 process" if living == 1 else f"{living} processes"
    print_lines(
        f"{shard_count} shards instead of {cluster_overview.shard_count}: all sessions of "
        f"{processes} end and"
        f" {shard_count} begin, which takes up to {shard_count * SESSION_INTERVAL:.0f} s"
        " and as many of the session"
        " starts that Discord allows in a day. Meanwhile the bot does not answer on the servers"
        " whose turn has not come."
    )


def _print_cluster_overview(overview: "ClusterOverview") -> None:
    from bot.cluster.overview import format_number_ranges

    print_lines("1 shard" if overview.shard_count == 1 else f"{overview.shard_count} shards")
    for each in overview.processes:
        state = "dead" if each.is_presumed_dead else "draining" if each.draining else "alive"
        served = format_number_ranges(each.shards) or "none"
        print_lines(f"{each.name}: {state}, heartbeat {each.age:.0f} s ago, shards {served}")
    if overview.unserved_shards:
        print_lines(f"nobody serves {format_number_ranges(overview.unserved_shards)}")
