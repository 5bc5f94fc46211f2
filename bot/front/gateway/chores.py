"""What the bot does once a minute without being asked. A new chore is a row of `CHORES`.

Of several processes each does what the servers need that it tends. Should two do a chore at once,
what counts is left to the log: an event is appended at its exact version, and a second one finds
that it has been done.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

import discord

from bot.front.gateway.sharded_client import ShardedClient
from bot.front.interaction.services import Services
from bot.front.pods import abandoned
from bot.joust.commands import SettleDuel
from bot.projections.pods import find_overdue
from bot.rulebooks import GameCommand
from bot.rules.confirmation import confirm_overdue
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Request
from bot.storage.engine.errors import Busy, StorageError
from bot.storage.engine.moments import to_milliseconds
from bot.storage.privacy.retention import purge
from bot.storage.servers.guilds import find_overdue as find_gone_overdue

log = logging.getLogger(__name__)

Chore = Callable[[ShardedClient, Services], Awaitable[None]]


async def mend(_: ShardedClient, services: Services) -> None:
    """Draw what was left undone: by a Discord that failed, or by another process."""
    await services.keeper.mend()


async def post(_: ShardedClient, services: Services) -> None:
    """Post what is due for everybody, and correct what was posted."""
    services.outbox.wake()


async def gather(_: ShardedClient, services: Services) -> None:
    """Let people check in to what was planned, remind them, and open the lobbies."""
    services.plans.wake()


async def list_seats(_: ShardedClient, services: Services) -> None:
    """Bring the messages up to date that show who has a seat left."""
    await services.seat_lists.catch_up()


async def confirm(client: ShardedClient, services: Services) -> None:
    """Let the reports count that nobody has answered in time."""
    now = discord.utils.utcnow()

    def ask(_: Player, live: LiveGame) -> GameCommand:
        if live.duel is not None:
            return _settle(live, now)
        assert live.pod is not None  # it has a row
        return confirm_overdue(live.pod, to_milliseconds(now), live.silent_since)

    for row in await find_overdue(services.database, now):
        if not client.tends(row.guild):  # whoever does draws its board at once
            continue
        place = Place(row.guild, row.channel)
        try:
            await services.service.do(Request(place, None, ask, pod=row.pod, earlier=True))
        except Refusal:  # somebody was faster
            continue
        except StorageError:  # one damaged channel is not the next one's trouble
            log.exception("nothing can be confirmed in channel %s", row.channel)


def _settle(live: LiveGame, now: datetime) -> SettleDuel:
    """Let a duel's result count. Raises `Refusal` if it is not time any more."""
    due = live.counts_at
    if due is None or due > now:
        raise Refusal("dispute-settled")
    return SettleDuel()


async def recall(_: ShardedClient, services: Services) -> None:
    """Forget whom another process has forgotten, and what it has struck out."""
    await services.people.recall()
    await services.strikes.recall()


async def let_go(client: ShardedClient, services: Services) -> None:
    """Delete the history of one server that sent the bot away so long ago that it wants that."""
    overdue = await find_gone_overdue(services.guilds, discord.utils.utcnow())
    for guild, left_at in overdue.items():
        if client.hears_of(guild) and client.get_guild(guild) is None:
            log.info("server %s sent the bot away on %s: deleting its history", guild, left_at)
            await purge(services.database, guild, left_at)
            services.guilds.drop(guild)
            services.people.reread()
            await services.database.erase()
            return


async def look_up(_: ShardedClient, services: Services) -> None:
    """Notice that somebody has left the server, above all where a pod waits for them."""
    await services.absences.look_for_some()


async def tidy(client: ShardedClient, services: Services) -> None:
    """Close the pods that nobody touches any more, after a warning."""
    await abandoned.close_idle(client, services, discord.utils.utcnow())


async def crown(_: ShardedClient, services: Services) -> None:
    """See to it that the reigning first of each season wears the role of their server."""
    await services.champion_role.catch_up()


async def rate(client: ShardedClient, services: Services) -> None:
    """Rate the games that were left unrated: by a crash, or by a command line."""
    await services.rater.wake_all(client.tends)


async def settle(_: ShardedClient, services: Services) -> None:
    """Let SQLite's file hold what so far stands beside it alone, while nobody writes."""
    await services.database.settle()


CHORES: tuple[Chore, ...] = (
    *(mend, post, gather, list_seats, confirm, recall, let_go, look_up, tidy, crown, rate),
    settle,
)


async def do_chores(client: ShardedClient, services: Services) -> None:
    """Do every chore once; the trouble of one is not the next one's.

    Where too many people wait for the database, the rest is left for the next round.
    """
    for chore in CHORES:
        try:
            await chore(client, services)
        except Busy:
            log.warning("the chores wait: people come first")
            return
        except Exception:
            log.exception("a chore was left undone")
