"""What the bot does once a minute without being asked. A new chore is a row of `CHORES`.

Several processes may do a chore at once, so each leaves what counts to the log: an event is
appended at its exact version, and a second one finds that it has been done.
"""

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.front.interaction.desk import Desk
from bot.front.pods import leaving
from bot.projections.pods import to_confirm
from bot.rules.commands import Confirm
from bot.rules.confirmation import overdue
from bot.rules.refusals import Refusal
from bot.service import Place, Table
from bot.storage.engine.errors import StorageError
from bot.storage.engine.schema import milliseconds
from bot.storage.privacy.retention import purge

log = logging.getLogger(__name__)

Chore = Callable[[discord.Client, Desk], Awaitable[None]]


async def mend(_: discord.Client, desk: Desk) -> None:
    """Draws what was left undone: by a Discord that failed, or by another process."""
    await desk.keeper.mend()


async def post(_: discord.Client, desk: Desk) -> None:
    """Posts what is due for everybody, and corrects what was posted."""
    desk.outbox.wake()


async def confirm(_: discord.Client, desk: Desk) -> None:
    """Lets the reports count that nobody has answered in time."""
    now = discord.utils.utcnow()
    for row in await to_confirm(desk.database, now):
        place = Place(row.guild, row.channel)
        try:
            await desk.service.act(place, lambda table: _overdue(table, milliseconds(now)), row.pod)
        except Refusal:  # somebody was faster
            continue
        except StorageError:  # one damaged channel is not the next one's trouble
            log.exception("nothing can be confirmed in channel %s", row.channel)


def _overdue(table: Table, now: int) -> Confirm:
    assert table.pod is not None  # it has a row
    return overdue(table.pod, now)


async def recall(_: discord.Client, desk: Desk) -> None:
    """Forgets whom another process has forgotten."""
    await desk.people.recall()


async def let_go(client: discord.Client, desk: Desk) -> None:
    """Deletes the history of one server that sent the bot away so long ago that it wants that."""
    for guild, left_at in (await desk.guilds.overdue(discord.utils.utcnow())).items():
        if client.get_guild(guild) is None:
            log.info("server %s sent the bot away on %s: deleting its history", guild, left_at)
            await purge(desk.database, guild, left_at)
            desk.guilds.drop(guild)
            desk.people.reread()
            return


async def look_up(_: discord.Client, desk: Desk) -> None:
    """Notices that somebody has left the server, above all where a pod waits for them."""
    await desk.absences.round()


async def tidy(client: discord.Client, desk: Desk) -> None:
    """Closes the pods that nobody touches any more, after a warning."""
    await leaving.tidy(client, desk, discord.utils.utcnow())


async def crown(_: discord.Client, desk: Desk) -> None:
    """Sees to it that the reigning first of each season wears the role of their server."""
    await desk.crown.round()


async def rate(_: discord.Client, desk: Desk) -> None:
    """Rates the games that were left unrated: by a crash, or by a command line."""
    await desk.rater.look()


CHORES: tuple[Chore, ...] = (mend, post, confirm, recall, let_go, look_up, tidy, crown, rate)


async def do(client: discord.Client, desk: Desk) -> None:
    """Every chore once; the trouble of one is not the next one's."""
    for chore in CHORES:
        try:
            await chore(client, desk)
        except Exception:
            log.exception("a chore was left undone")
