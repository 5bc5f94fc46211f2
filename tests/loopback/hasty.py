"""The program for measuring, in whose nights a minute of a round lasts SECONDS.

python -m tests.loopback.hasty SECONDS drawing|blank ADDRESS ARGUMENT...
"""

import sys
from collections.abc import Sequence

from bot.nights import night
from tests.loopback import ponging


def main(arguments: Sequence[str]) -> int:
    seconds, *others = arguments
    night.MINUTE = round(float(seconds) * 1000)
    return ponging.main(others)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
