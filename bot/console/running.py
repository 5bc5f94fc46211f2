"""`suzerain run`, `health`, `sandbox` and `shards`: the bot's processes, on Discord or locally."""

import argparse
import asyncio
import http.client
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.console.settings import read_settings, run_on_database, take_config, warn_if_exposed
from bot.console.terminal import EXIT_FOUND_PROBLEM, Commands, fail, say

if TYPE_CHECKING:
    from bot.cluster.overview import Overview
    from bot.config import FixedShards
    from bot.storage.engine.database import Database

LAST_PORT = 65_535

MAX_SHARDS = 16_384
"""The most shards that the command accepts; Discord's largest bots have fewer."""

HEALTH_PATIENCE = 4.0
"""Seconds to wait for an answer; the bot's own check of its database takes at most two."""


def add_running(commands: Commands) -> None:
    """Add `run`, `health` and `sandbox`."""
    run = commands.add_parser("run", help="run the bot on Discord")
    run.add_argument(
        "--shards", metavar="0-3|0,4", help="of several processes on PostgreSQL: serve only these"
    )
    run.add_argument(
        "--shard-count",
        type=read_shard_count,
        metavar="N",
        help="of so many, as all processes are told",
    )
    take_config(run)
    run.set_defaults(run=_run)

    health = commands.add_parser("health", help="ask the bot that runs here whether all is well")
    take_config(health)
    health.set_defaults(run=_ask_health)

    sandbox = commands.add_parser(
        "sandbox", help="the same bot on a local page: no account, token or network"
    )
    sandbox.add_argument(
        "--port", type=_read_port, default=8377, help="the page's port, 0 for any (default 8377)"
    )
    sandbox.add_argument(
        "--database", type=Path, default=Path("sandbox.sqlite3"), help="kept between runs"
    )
    sandbox.add_argument("--fresh", action="store_true", help="start from nothing")
    sandbox.add_argument("--no-browser", action="store_true", help="only print the page's address")
    sandbox.set_defaults(run=_open_sandbox)


def _read_port(typed: str) -> int:
    """Return a TCP port. Raises `ArgumentTypeError`."""
    if not (typed.isascii() and typed.isdecimal() and int(typed) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"{typed!r} is no port; accepted: 0 to {LAST_PORT}")
    return int(typed)


def _run(parsed: argparse.Namespace) -> int:
    fixed = _read_fixed(parsed)
    settings = read_settings(parsed)
    warn_if_exposed(parsed)
    from bot.serving import StartError, run

    try:
        asyncio.run(
            run(settings, lambda link: say(f"Invite the bot: {link}"), fixed=fixed, report=say)
        )
    except StartError as error:
        fail(f"{error}")
    return 0


def _read_fixed(parsed: argparse.Namespace) -> "FixedShards | None":
    """Return the shards that the arguments give this process; None if there are none.

    Exits with one line if the arguments do not fit together.
    """
    if parsed.shards is None and parsed.shard_count is None:
        return None
    if parsed.shards is None or parsed.shard_count is None:
        fail("suzerain run: --shards and --shard-count: accepted only together")
    from bot.config import read_shards

    try:
        return read_shards(parsed.shards, parsed.shard_count)
    except ValueError as error:
        fail(f"suzerain run: --shards: {error}")


def _ask_health(parsed: argparse.Namespace) -> int:
    watch = read_settings(parsed).watch
    if not watch.port:
        fail("watch.port: 0; accepted: the port at which the bot says how it fares")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(watch.host, watch.host)
    connection = http.client.HTTPConnection(host, watch.port, timeout=HEALTH_PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        say(answer.read().decode())
    except (OSError, http.client.HTTPException) as error:
        say(f"{host}:{watch.port}: no answer ({error})")
        return EXIT_FOUND_PROBLEM
    finally:
        connection.close()
    return 0 if answer.status == http.HTTPStatus.OK else EXIT_FOUND_PROBLEM


def _open_sandbox(parsed: argparse.Namespace) -> int:
    from bot.sandbox import SandboxError

    if parsed.fresh:
        _delete_database(parsed.database)

    def announce(address: str) -> None:
        say(f"The sandbox is open at {address} (Ctrl-C ends it).")
        if not parsed.no_browser:
            webbrowser.open(address)

    try:
        asyncio.run(_serve_sandbox(parsed.database, parsed.port, announce))
    except SandboxError as error:
        fail(f"{error}")
    except KeyboardInterrupt:
        say("")
    return 0


def _delete_database(database: Path) -> None:
    try:
        for suffix in ("", "-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a folder, or an empty name
        fail(f"{database}: cannot be begun anew ({error})")


async def _serve_sandbox(database: Path, port: int, ready: Callable[[str], None]) -> None:
    from bot.app import build
    from bot.cards.sample import write_sample
    from bot.config import CardSettings, DatabaseSettings, Settings
    from bot.front.background.budget import UNLIMITED
    from bot.front.interaction.modules import MODULES
    from bot.sandbox import SandboxError
    from bot.sandbox.serving import serve
    from bot.storage.engine.errors import StorageError
    from bot.storage.record.publications import Publications
    from bot.storage.tables.champions import Champions

    cards = database.with_name(f"{database.name}-cards")
    settings = Settings(
        database=DatabaseSettings(f"sqlite:///{database}"), cards=CardSettings(file=f"{cards}")
    )
    try:
        write_sample(cards)
        app = await build(settings, UNLIMITED)
        newest = await app.log.load_newest_interaction()
        # The simulated Discord has lost its messages and the roles of members.
        await app.boards.doubt()
        for surface in ("seats", "result"):
            await Publications(app.database).drop_all(surface)
        await Champions(app.database).doubt()
    except (StorageError, OSError) as error:
        raise SandboxError(f"{error}") from None
    guilds = app.client.services.guilds
    all_on = partial(guilds.switch_on, modules=MODULES)
    try:
        await serve(app.client, resume_after=newest, port=port, ready=ready, found=all_on)
    finally:
        await app.close()


def add_shards(commands: Commands) -> None:
    """Add `shards`."""
    shards = commands.add_parser(
        "shards", help="who serves what, of several processes; or change the number of shards"
    )
    shards.add_argument(
        "number", nargs="?", type=read_shard_count, metavar="NUMBER", help="as many from now on"
    )
    shards.add_argument("--yes", action="store_true", help="do it: all sessions begin anew")
    take_config(shards)
    shards.set_defaults(run=_run_shards)


def read_shard_count(typed: str) -> int:
    """Return a number of shards. Raises `ArgumentTypeError`."""
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed[:9]) <= MAX_SHARDS):
        raise argparse.ArgumentTypeError(f"{typed!r} is no number; accepted: 1 to {MAX_SHARDS}")
    return int(typed)


def _run_shards(parsed: argparse.Namespace) -> int:
    from bot.cluster.overview import Overview, change_shard_count, read_overview
    from bot.storage.engine.urls import is_shared

    async def load_overview(database: "Database") -> Overview | None:
        return await database.snapshot(read_overview) if is_shared(database.url) else None

    async def change_count(database: "Database") -> None:
        await database.transact(partial(change_shard_count, shard_count=parsed.number))

    overview = run_on_database(parsed, load_overview, "read")
    if overview is None:
        fail("suzerain shards: SQLite has one process; several need PostgreSQL")
    if overview.shard_count is None:
        fail("suzerain shards: the bot has never run on this database; start it first")
    if parsed.number is None:
        _print_overview(overview)
        return 0
    if parsed.number == overview.shard_count:
        say(f"That is their number already: {parsed.number}.")
        return 0
    if any(each.is_fixed and not each.is_dead for each in overview.processes):
        fail(
            "suzerain shards: some processes were given their shards; stop all, and start them with"
            " another --shard-count"
        )
    _print_warning(overview, parsed.number)
    if not parsed.yes:
        say("Nothing is changed yet: add --yes.")
        return EXIT_FOUND_PROBLEM
    run_on_database(parsed, change_count, "beside", again=True)
    say("Changed: the processes begin anew within a few seconds.")
    return 0


def _print_warning(overview: "Overview", number: int) -> None:
    from bot.cluster.identifies import SESSION_INTERVAL

    living = sum(not each.is_dead for each in overview.processes)
    processes = "1 process" if living == 1 else f"{living} processes"
    say(
        f"{number} shards instead of {overview.shard_count}: all sessions of {processes} end and"
        f" {number} begin, which takes up to {number * SESSION_INTERVAL:.0f} s"
        " and as many of the session"
        " starts that Discord allows in a day. Meanwhile the bot does not answer on the servers"
        " whose turn has not come."
    )


def _print_overview(overview: "Overview") -> None:
    from bot.cluster.overview import render_numbers

    say("1 shard" if overview.shard_count == 1 else f"{overview.shard_count} shards")
    for each in overview.processes:
        state = "dead" if each.is_dead else "draining" if each.draining else "alive"
        served = render_numbers(each.shards) or "none"
        say(f"{each.name}: {state}, heartbeat {each.age:.0f} s ago, shards {served}")
    if overview.unserved:
        say(f"nobody serves {render_numbers(overview.unserved)}")
