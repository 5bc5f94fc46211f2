"""`suzerain shards`: which processes serve what, and another number of shards."""

import argparse
from typing import TYPE_CHECKING

from bot.console.settings import take_config
from bot.console.tended import tend
from bot.console.terminal import WRONG, Commands, fail, say

if TYPE_CHECKING:  # only who has a server needs its driver
    from bot.cluster.overview import Overview

MOST = 16_384
"""Shards that somebody can ask for; Discord's largest bots have fewer."""


def add_shards(commands: Commands) -> None:
    """Add `shards`."""
    shards = commands.add_parser(
        "shards", help="who serves what, of several processes; or change the number of shards"
    )
    shards.add_argument(
        "number", nargs="?", type=read_count, metavar="NUMBER", help="as many from now on"
    )
    shards.add_argument("--yes", action="store_true", help="do it: all sessions begin anew")
    take_config(shards)
    shards.set_defaults(run=_run)


def read_count(typed: str) -> int:
    """A number of shards. Raises what argparse turns into its one line."""
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed[:9]) <= MOST):
        raise argparse.ArgumentTypeError(f"{typed!r} is no number; accepted: 1 to {MOST}")
    return int(typed)


def _run(parsed: argparse.Namespace) -> int:
    from functools import partial

    from bot.cluster.overview import Overview, change_shard_count, read_overview
    from bot.storage.engine.database import Database
    from bot.storage.engine.urls import is_shared

    async def look(database: Database) -> Overview | None:
        return await database.snapshot(read_overview) if is_shared(database.url) else None

    async def change(database: Database) -> None:
        await database.transact(partial(change_shard_count, shard_count=parsed.number))

    overview = tend(parsed, look)
    if overview is None:
        fail("suzerain shards: SQLite has one process; several need PostgreSQL")
    if overview.shard_count is None:
        fail("suzerain shards: the bot has never run on this database; start it first")
    if parsed.number is None:
        _tell(overview)
        return 0
    if parsed.number == overview.shard_count:
        say(f"That is their number already: {parsed.number}.")
        return 0
    if any(each.is_fixed and not each.is_dead for each in overview.processes):
        fail(
            "suzerain shards: some processes were given their shards; stop all, and start them with"
            " another --shard-count"
        )
    _warn(overview, parsed.number)
    if not parsed.yes:
        say("Nothing is changed yet: add --yes.")
        return WRONG
    tend(parsed, change)
    say("Changed: the processes begin anew within a few seconds.")
    return 0


def _warn(overview: "Overview", number: int) -> None:
    from bot.cluster.identifies import APART

    living = sum(not each.is_dead for each in overview.processes)
    processes = "1 process" if living == 1 else f"{living} processes"
    say(
        f"{number} shards instead of {overview.shard_count}: all sessions of {processes} end and"
        f" {number} begin, which takes up to {number * APART:.0f} s and as many of the session"
        " starts that Discord allows in a day. Meanwhile the bot does not answer on the servers"
        " whose turn has not come."
    )


def _tell(overview: "Overview") -> None:
    from bot.cluster.overview import render_numbers

    say("1 shard" if overview.shard_count == 1 else f"{overview.shard_count} shards")
    for each in overview.processes:
        state = "dead" if each.is_dead else "draining" if each.draining else "alive"
        served = render_numbers(each.shards) or "none"
        say(f"{each.name}: {state}, heartbeat {each.age:.0f} s ago, shards {served}")
    if overview.unserved:
        say(f"nobody serves {render_numbers(overview.unserved)}")
