"""The program with the loopback as its Discord.

    python -m tests.loopback.child ADDRESS ARGUMENT...

The arguments are those of `suzerain`. Rate limits are off: few people act like hundreds.
"""

import sys
from collections.abc import Sequence
from functools import partial

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import cli


def redirect(address: str) -> None:
    """Make discord.py use the server at `address` as Discord."""
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/")


def main(arguments: Sequence[str]) -> int:
    address, *others = arguments
    redirect(address)
    from bot import serving  # not before, lest `bare` has it too
    from bot.front.interaction.rate_limits import NO_LIMITS

    serving.run_bot_until_stopped = partial(serving.run_bot_until_stopped, user_limits=NO_LIMITS)
    return cli.main(others)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
