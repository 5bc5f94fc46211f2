"""The program for measuring that has too much to do, whatever it is asked: it refuses every interaction unread.

python -m tests.loopback.refusing ADDRESS ARGUMENT...
"""

import sys
from collections.abc import Sequence

from bot.front.gateway import admission_control
from tests.loopback import child


def main(arguments: Sequence[str]) -> int:
    admission_control.MAX_UNDER_WAY = 0
    admission_control.MAX_SERVED_AGE = -1.0
    return child.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
