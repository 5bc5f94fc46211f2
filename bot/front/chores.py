"""What the bot does once a minute without being asked. A new chore is a row of `CHORES`.

Several processes may do a chore at once, so each leaves what counts to the log: an event is
appended at its exact version, and a second one finds that it has been done.
"""

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.front.desk import Desk

log = logging.getLogger(__name__)

Chore = Callable[[discord.Client, Desk], Awaitable[None]]


async def mend(_: discord.Client, desk: Desk) -> None:
    """Draws what was left undone: by a Discord that failed, or by another process."""
    await desk.keeper.mend()


CHORES: tuple[Chore, ...] = (mend,)


async def do(client: discord.Client, desk: Desk) -> None:
    """Every chore once; the trouble of one is not the next one's."""
    for chore in CHORES:
        try:
            await chore(client, desk)
        except Exception:
            log.exception("a chore was left undone")
