"""The real program, with the loopback for its Discord.

    python -m tests.loopback.child ADDRESS ARGUMENT...

The arguments are those of `suzerain`.
"""

import sys
from collections.abc import Sequence

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import cli


def redirect(address: str) -> None:
    """Makes discord.py take the server at `address` for Discord."""
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/")


def main(arguments: Sequence[str]) -> int:
    address, *others = arguments
    redirect(address)
    return cli.main(others)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
