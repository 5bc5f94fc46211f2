"""Options that commands share: the settings file, Discord ids, and the database in the settings."""

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from bot.console.terminal import EXIT_INTERRUPTED, exit_with_error

if TYPE_CHECKING:
    from bot.config import BotSettings
    from bot.storage.engine.database import Database

T = TypeVar("T")


def add_settings_file_option(parser: argparse.ArgumentParser) -> None:
    """Add the option `--config`, which names the settings file, to a command."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (default: config.toml, if it exists)")


def load_settings(arguments: argparse.Namespace) -> "BotSettings":
    """Return the settings from the file in `--config` and from the environment.

    Exits with one line if they cannot be read.
    """
    from bot.config import InvalidSettingError, load_config

    try:
        return load_config(arguments.config, os.environ)
    except InvalidSettingError as error:
        exit_with_error(f"{error}")


def warn_if_settings_file_readable_by_others(arguments: argparse.Namespace) -> None:
    """Warn if other users of the machine can read a secret in the settings file."""
    from bot.config import KEEP, find_exposed_settings_file

    if exposed := find_exposed_settings_file(arguments.config, os.environ):
        print(f"{exposed}: others on this machine can read it; {KEEP}", file=sys.stderr)


def parse_discord_id(user_input: str) -> int:
    """Return a Discord id from the command line. Raises `ArgumentTypeError`."""
    if not (user_input.isascii() and user_input.isdecimal() and 0 < int(user_input) < 2**63):
        raise argparse.ArgumentTypeError(f"{user_input!r} is no id; accepted: digits, as Discord has it")
    return int(user_input)


OpeningMode: TypeAlias = Literal["read", "beside", "alone", "make"]
"""The ways to open the database: to read, to write beside a bot, to write alone, or to make it."""


def run_function_on_configured_database(
    command_line_arguments: argparse.Namespace,
    database_function: "Callable[[Database], Awaitable[T]]",
    opening_mode: OpeningMode,
    *,
    is_quiet: bool = False,
) -> T:
    """Run a function on the database named in the settings, and return its result.

    Prints first which database that is, unless `is_quiet`. Exits with one line if the work fails.
    """
    settings = load_settings(command_line_arguments)
    from bot.care.open_database import (
        open_database_beside_running_bot,
        open_database_read_only,
        open_database_without_running_bot,
    )

    ways: dict[OpeningMode, Callable[..., AbstractAsyncContextManager[Database]]] = {
        "read": open_database_read_only,
        "beside": open_database_beside_running_bot,
        "alone": open_database_without_running_bot,
        "make": partial(open_database_without_running_bot, create_or_upgrade=True),
    }

    async def run_function_in_database() -> T:
        tell = (lambda _: None) if is_quiet else print_to_stderr
        async with ways[opening_mode](settings, tell) as database:
            return await database_function(database)

    return run_maintenance_command(run_function_in_database)


def run_maintenance_command(command_function: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a maintenance command; on failure, exit with one line about the reason."""
    from bot.care import MaintenanceCommandError
    from bot.storage.engine.errors import StorageError

    try:
        return asyncio.run(command_function())
    except MaintenanceCommandError as error:
        exit_with_error(*error.problems)
    except StorageError as error:
        exit_with_error(f"database.url: {error}; {error.repair_advice_for_operator}")
    except KeyboardInterrupt:
        print("\nInterrupted: nothing was changed.", file=sys.stderr)
        sys.exit(EXIT_INTERRUPTED)


def print_to_stderr(line: str) -> None:
    """Print a line on stderr, because exported data may go to standard output."""
    print(line, file=sys.stderr, flush=True)
