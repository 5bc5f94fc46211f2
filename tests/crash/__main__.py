"""python -m tests.crash --kills 200: kills the bot at random, and says what that cost.

With `--wrong former|owed|weeks|twice|reminders` the bot is wrong on purpose (see
`tests.crash.wrong`): the run ends well when that very fault was found.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.crash.rounds import SPARE, Found, Rounds
from tests.crash.wrong import WRONG
from tests.loopback.server import Loopback
from tests.storage.postgres import Postgres, running


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--channels", type=int, default=24, help="how many people play at once in")
    parser.add_argument("--database", help="a URL; usually a new SQLite file")
    parser.add_argument(
        "--postgres", action="store_true", help="a server of its own, which is killed as well"
    )
    parser.add_argument("--wrong", choices=WRONG, default="-", help="a fault that is to be found")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with ExitStack() as stack:
        server = stack.enter_context(running()) if given.postgres else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = given.database or f"sqlite:///{folder}/suzerain.sqlite3"
        if server is not None:
            url = server.database()
        found = asyncio.run(crash(given, folder, url, server))
    print(found)
    return 0 if found.is_as_expected(given.wrong) else 1


async def crash(
    given: argparse.Namespace, folder: Path, database: str, server: Postgres | None
) -> Found:
    """Runs the bot in a folder, on a database and perhaps its server, and kills it."""
    async with Loopback(channels=given.channels + SPARE) as discord:
        rounds = Rounds(
            discord, folder, database, given.seed, given.channels, _say, server, given.wrong
        )
        return await rounds.run(given.kills)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
