"""The options that commands share: settings, ids, and the database that the settings name."""

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bot.console.terminal import EXIT_INTERRUPTED, fail

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.storage.engine.database import Database

T = TypeVar("T")


def take_config(parser: argparse.ArgumentParser) -> None:
    """Add `--config`, which names the settings file."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="settings (default: config.toml, if it exists)"
    )


def read_settings(parsed: argparse.Namespace) -> "Settings":
    """Return the settings from the file that `--config` names and from the environment.

    Exits with one line if they cannot be read.
    """
    from bot.config import ConfigError, load

    try:
        return load(parsed.config, os.environ)
    except ConfigError as error:
        fail(f"{error}")


def warn_if_exposed(parsed: argparse.Namespace) -> None:
    """Warn on stderr if other users can read a password in the settings file."""
    from bot.config import KEEP, find_exposed

    if exposed := find_exposed(parsed.config):
        print(f"{exposed}: others on this machine can read it; {KEEP}", file=sys.stderr)


def read_id(typed: str) -> int:
    """Return a Discord id. Raises `ArgumentTypeError`."""
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed) < 2**63):
        raise argparse.ArgumentTypeError(f"{typed!r} is no id; accepted: digits, as Discord has it")
    return int(typed)


def run_on_database(
    parsed: argparse.Namespace, work: "Callable[[Database], Awaitable[T]]", *, make: bool = False
) -> T:
    """Run `work` on the database that the settings name; return its result.

    `make` creates or upgrades the database first. Exits with one line if the work fails.
    """
    settings = read_settings(parsed)
    from bot.care import CareError
    from bot.care.opening import open_existing, open_or_make
    from bot.storage.engine.errors import StorageError

    async def run() -> T:
        async with (open_or_make if make else open_existing)(settings) as database:
            return await work(database)

    try:
        return asyncio.run(run())
    except CareError as error:
        fail(*error.problems)
    except StorageError as error:
        fail(f"database.url: {error}; {error.advice}")
    except KeyboardInterrupt:
        print("\nInterrupted: nothing was changed.", file=sys.stderr)
        sys.exit(EXIT_INTERRUPTED)
