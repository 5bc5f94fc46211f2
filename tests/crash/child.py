"""The bot of the crash runs, with a shifted clock, and perhaps made wrong on purpose.

    python -m tests.crash.child ADDRESS LATER WRONG ARGUMENT...

Its clock is LATER seconds ahead; WRONG is a name of `tests.crash.wrong`, or `-`.
"""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import discord

from tests.loopback import child


def main(arguments: Sequence[str]) -> int:
    address, later, wrong, *others = arguments
    ahead = timedelta(seconds=float(later))
    discord.utils.utcnow = lambda: datetime.now(UTC) + ahead
    if wrong != "-":
        from tests.crash.wrong import WRONG  # not before the clock is right

        WRONG[wrong].make()
    return child.main([address, *others])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
