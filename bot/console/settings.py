"""The options that commands share: settings, ids, and the database that the settings name."""

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

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

    if exposed := find_exposed(parsed.config, os.environ):
        print(f"{exposed}: others on this machine can read it; {KEEP}", file=sys.stderr)


def read_id(typed: str) -> int:
    """Return a Discord id. Raises `ArgumentTypeError`."""
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed) < 2**63):
        raise argparse.ArgumentTypeError(f"{typed!r} is no id; accepted: digits, as Discord has it")
    return int(typed)


Opening: TypeAlias = Literal["read", "beside", "alone", "make"]
"""The ways to open the database: to read, to write beside a bot, to write alone, or to make it."""


def run_on_database(
    parsed: argparse.Namespace,
    work: "Callable[[Database], Awaitable[T]]",
    opening: Opening,
    *,
    again: bool = False,
) -> T:
    """Run `work` on the database that the settings name; return its result.

    Says first which database that is, unless the command does something there `again`. Exits with
    one line if the work fails.
    """
    settings = read_settings(parsed)
    from bot.care.opening import open_alone, open_beside, open_to_read

    ways: dict[Opening, Callable[..., AbstractAsyncContextManager[Database]]] = {
        "read": open_to_read,
        "beside": open_beside,
        "alone": open_alone,
        "make": partial(open_alone, make=True),
    }

    async def run() -> T:
        tell = (lambda _: None) if again else report
        async with ways[opening](settings, tell) as database:
            return await work(database)

    return run_care(run)


def run_care(run: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a command that cares for a database. Exits with one line if it fails."""
    from bot.care import CareError
    from bot.storage.engine.errors import StorageError

    try:
        return asyncio.run(run())
    except CareError as error:
        fail(*error.problems)
    except StorageError as error:
        fail(f"database.url: {error}; {error.advice}")
    except KeyboardInterrupt:
        print("\nInterrupted: nothing was changed.", file=sys.stderr)
        sys.exit(EXIT_INTERRUPTED)


def report(line: str) -> None:
    """Print a line beside the output, which may be data."""
    print(line, file=sys.stderr, flush=True)
