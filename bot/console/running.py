"""`suzerain run`, `health` and `sandbox`: the bot, on Discord or on a page of its own."""

import argparse
import asyncio
import http.client
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bot.console.settings import read_settings, take_config, warn_if_exposed
from bot.console.shards import read_count
from bot.console.terminal import WRONG, Commands, fail, say

if TYPE_CHECKING:
    from bot.config import FixedShards

LAST_PORT = 65_535

HEALTH_PATIENCE = 4.0
"""Seconds; the bot itself gives its database two."""


def add_running(commands: Commands) -> None:
    """Add `run`, `health` and `sandbox`."""
    run = commands.add_parser("run", help="run the bot on Discord")
    run.add_argument(
        "--shards", metavar="0-3|0,4", help="of several processes on PostgreSQL: serve only these"
    )
    run.add_argument(
        "--shard-count", type=read_count, metavar="N", help="of so many, as all processes are told"
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
    """A TCP port. Raises what argparse turns into its one line."""
    if not (typed.isascii() and typed.isdecimal() and int(typed) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"{typed!r} is no port; accepted: 0 to {LAST_PORT}")
    return int(typed)


def _run(parsed: argparse.Namespace) -> int:
    fixed = _read_fixed(parsed)
    settings = read_settings(parsed)
    warn_if_exposed(parsed)
    from bot.serving import StartError, run

    try:
        asyncio.run(run(settings, lambda link: say(f"Invite the bot: {link}"), fixed=fixed))
    except StartError as error:
        fail(f"{error}")
    return 0


def _read_fixed(parsed: argparse.Namespace) -> "FixedShards | None":
    """The shards that this process is given. Ends the program if that makes no sense."""
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
    asked = http.client.HTTPConnection(host, watch.port, timeout=HEALTH_PATIENCE)
    try:
        asked.request("GET", "/healthz")
        answer = asked.getresponse()
        say(answer.read().decode())
    except (OSError, http.client.HTTPException) as error:
        say(f"{host}:{watch.port}: no answer ({error})")
        return WRONG
    finally:
        asked.close()
    return 0 if answer.status == http.HTTPStatus.OK else WRONG


def _open_sandbox(parsed: argparse.Namespace) -> int:
    from bot.sandbox import SandboxError

    if parsed.fresh:
        _forget(parsed.database)

    def announce(address: str) -> None:
        say(f"The sandbox is open at {address} (Ctrl-C ends it).")
        if not parsed.no_browser:
            webbrowser.open(address)

    try:
        asyncio.run(_play(parsed.database, parsed.port, announce))
    except SandboxError as error:
        fail(f"{error}")
    except KeyboardInterrupt:
        say("")
    return 0


def _forget(database: Path) -> None:
    try:
        for suffix in ("", "-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a folder; no name at all
        fail(f"{database}: cannot be begun anew ({error})")


async def _play(database: Path, port: int, ready: Callable[[str], None]) -> None:
    from bot.app import build
    from bot.config import DatabaseSettings, Settings
    from bot.front.background.budget import UNLIMITED
    from bot.sandbox import SandboxError
    from bot.sandbox.serving import serve
    from bot.storage.engine.errors import StorageError
    from bot.storage.record.publications import Publications
    from bot.storage.tables.champions import Champions

    try:
        app = await build(Settings(database=DatabaseSettings(f"sqlite:///{database}")), UNLIMITED)
        newest = await app.log.find_newest_interaction()
        await app.boards.doubt()  # the simulated Discord forgets its messages
        for surface in ("seats", "result"):
            await Publications(app.database).drop_all(surface)
        await Champions(app.database).doubt()  # and who was given a role
    except StorageError as error:
        raise SandboxError(f"{error}") from None
    try:
        await serve(app.client, resume_after=newest, port=port, ready=ready)
    finally:
        await app.close()
