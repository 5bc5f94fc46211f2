"""python -m tests.crash --kills 200: kills the bot at random, and reports the damage.

With `--processes 3`, three processes of one bot on a PostgreSQL of their own suffer faults of all
kinds (see `tests.crash.several`). With `--wrong` and a name, such as `former` or `pods`, the bot is
wrong on purpose (see `tests.crash.wrong`), and the run succeeds if it finds that fault.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.crash.checks import SPARE, Found
from tests.crash.rounds import Rounds
from tests.crash.several import AT_ONCE, SHARDS, Several
from tests.crash.wrong import WRONG
from tests.loopback.server import Loopback
from tests.storage.postgres import Postgres, running


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--channels", type=int, default=24, help="how many people play at once in")
    parser.add_argument("--database", help="a URL; usually a new SQLite file")
    parser.add_argument("--postgres", action="store_true", help="a server of its own, which is killed as well")
    parser.add_argument("--wrong", choices=WRONG, default="-", help="a fault that is to be found")
    parser.add_argument("--processes", type=int, default=1, help="so many that are one bot")
    parser.add_argument("--only", action="append", default=[], help="a kind of fault, of several")
    parser.add_argument("--logs", type=Path, help="a folder for what several processes print")
    given = parser.parse_args()
    if given.logs is not None and not given.logs.is_dir():
        parser.error(f"--logs: {given.logs} is not a folder")
    kinds = WRONG[given.wrong].kinds if given.wrong != "-" else ()
    print(f"seed {given.seed}", flush=True)
    with ExitStack() as stack:
        several = given.processes > 1 or bool(kinds)
        server = stack.enter_context(running()) if given.postgres or several else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if several:
            assert server is not None
            stack.enter_context(server.durable())
            return _report(asyncio.run(crash_several(given, folder, server)), given.wrong)
        url = given.database or f"sqlite:///{folder}/suzerain.sqlite3"
        if server is not None:
            url = server.database()
        found = asyncio.run(crash(given, folder, url, server))
    return _report(found, given.wrong)


def _report(found: Found, wrong: str) -> int:
    print(found)
    return 0 if found.is_as_expected(wrong) else 1


async def crash(given: argparse.Namespace, folder: Path, database: str, server: Postgres | None) -> Found:
    """Run the bot in a folder, on a database and perhaps its server, and kill it."""
    async with Loopback(channels=given.channels + SPARE) as discord:
        rounds = Rounds(discord, folder, database, given.seed, given.channels, _say, server, given.wrong)
        return await rounds.run(given.kills)


async def crash_several(given: argparse.Namespace, folder: Path, server: Postgres) -> Found:
    """Run several processes on a server, and make them fail."""
    channels = -(-given.channels // SHARDS) + SPARE
    async with Loopback(guilds=SHARDS, channels=channels, shards=SHARDS, max_concurrency=AT_ONCE) as discord:
        several = Several(
            *(discord, folder, server, given.seed, max(2, given.processes), given.channels),
            *(_say, given.wrong, given.logs),
        )
        kinds = WRONG[given.wrong].kinds if given.wrong != "-" else tuple(given.only)
        return await several.run(given.kills, kinds)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
