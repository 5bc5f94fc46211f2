"""What commands that look after a database have in common."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from bot.console.settings import read_settings
from bot.console.terminal import INTERRUPTED, fail

if TYPE_CHECKING:
    from bot.storage.engine.database import Database

T = TypeVar("T")


def read_id(typed: str) -> int:
    """An id of Discord's. Raises what argparse turns into its one line."""
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed) < 2**63):
        raise argparse.ArgumentTypeError(f"{typed!r} is no id; accepted: digits, as Discord has it")
    return int(typed)


def tend(
    parsed: argparse.Namespace, work: "Callable[[Database], Awaitable[T]]", *, make: bool = False
) -> T:
    """What comes of some work on the database that the settings name; one line if it fails."""
    settings = read_settings(parsed)
    from bot.care import CareError
    from bot.care.opening import open_existing, open_or_make
    from bot.storage.engine.errors import StorageError

    async def tend() -> T:
        async with (open_or_make if make else open_existing)(settings.database.url) as database:
            return await work(database)

    try:
        return asyncio.run(tend())
    except CareError as error:
        fail(f"{error}")
    except StorageError as error:
        fail(f"database.url: {error}; {error.advice}")
    except KeyboardInterrupt:
        print("\nInterrupted: nothing was changed.", file=sys.stderr)
        sys.exit(INTERRUPTED)
