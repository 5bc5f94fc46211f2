"""The program for measuring, in whose nights a minute of a round lasts SECONDS.

It does its chores at least as often, so that it calls time as punctually as in minutes.

python -m tests.loopback.hasty SECONDS drawing|blank ADDRESS ARGUMENT...
"""

import sys
from collections.abc import Sequence

from bot.front.gateway.client import CHORES_INTERVAL, SuzerainBot
from bot.planning import night_rounds
from tests.loopback import ponging


def main(arguments: Sequence[str]) -> int:
    seconds, *others = arguments
    night_rounds.MINUTE = round(float(seconds) * 1000)  # type: ignore[attr-defined]  # imported there
    SuzerainBot.run_background_chores_once.change_interval(seconds=min(float(seconds), CHORES_INTERVAL))
    return ponging.main(others)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
