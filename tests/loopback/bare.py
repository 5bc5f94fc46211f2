"""The least cost of a bot: imports discord.py and SQLAlchemy, connects, does nothing.

python -m tests.loopback.bare ADDRESS TOKEN
"""

import sys

import aiosqlite
import discord
import sqlalchemy.ext.asyncio

from tests.loopback.child import redirect

IMPORTED = (aiosqlite, sqlalchemy.ext.asyncio)


def main(address: str, token: str) -> None:
    redirect(address)
    intents = discord.Intents(guilds=True, guild_messages=True)
    discord.AutoShardedClient(intents=intents).run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
