"""Entry point of `python -m bot`, which is the same as `suzerain`."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
