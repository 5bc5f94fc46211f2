"""Chores that the bot does once a minute; a new chore is a row of `CHORES`.

Each of several processes does the chores of the servers that it tends. If two processes do the
same chore at once, the log decides: an event is appended at its exact version, so the second
process finds that it has been done.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

import discord
from msgspec.structs import replace

from bot.front.gateway.sharded_client import ShardedClient
from bot.front.interaction.services import Services
from bot.front.moderation import choosing
from bot.front.pods import abandoned
from bot.joust.disputes import LockDuel, SettleDuel
from bot.projections.pods import load_overdue
from bot.projections.season_tables import erase_overdue
from bot.rulebooks import GameCommand
from bot.rules.confirmation import Confirm, Lock, confirm_overdue
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Request
from bot.storage.engine.errors import Busy, StorageError, find_level
from bot.storage.engine.moments import to_milliseconds
from bot.storage.privacy.retention import purge
from bot.storage.record.entry_calls import EntryCalls
from bot.storage.servers.guilds import find_overdue as find_gone_overdue
from bot.storage.tables.season_gate import NeedsDecision

log = logging.getLogger(__name__)

Chore = Callable[[ShardedClient, Services], Awaitable[None]]


async def mend_boards(_: ShardedClient, services: Services) -> None:
    """Draw boards that are out of date, because Discord failed or another process changed them."""
    await services.keeper.mend()


async def send_posts(_: ShardedClient, services: Services) -> None:
    """Send the posts that are due, and correct the ones that were sent."""
    services.outbox.wake()


async def follow_plans(_: ShardedClient, services: Services) -> None:
    """Open the check-ins of plans, send reminders, and open the planned lobbies."""
    services.plans.wake()


async def update_seat_lists(_: ShardedClient, services: Services) -> None:
    """Update the lists of free seats."""
    await services.seat_lists.catch_up()


async def confirm_overdue_reports(client: ShardedClient, services: Services) -> None:
    """Confirm the reports and duels whose time to dispute is over."""
    now = discord.utils.utcnow()

    def make_command(_: Player, live: LiveGame) -> GameCommand:
        if live.duel is not None:
            return _make_settlement(live, now)
        assert live.pod is not None  # it has a row in the projection
        return confirm_overdue(live.pod, to_milliseconds(now), live.silent_since)

    for row in await load_overdue(services.database, now):
        if not client.tends(row.guild):  # its own process confirms it and draws the board
            continue
        place = Place(row.guild, row.channel)
        try:
            await _confirm_due(
                services, Request(place, None, make_command, pod=row.pod, earlier=True), now
            )
        except Refusal:  # another process or a player was faster
            continue
        except StorageError as error:  # a damaged channel must not stop the others
            what = "overdue reports in channel %s could not be confirmed: %s"
            log.log(find_level(error), what, row.channel, error)


async def _confirm_due(services: Services, request: Request, now: datetime) -> None:
    """Confirm what is due in a game; leave it to moderators if its season has been over too long.

    Raises `Refusal` if nothing is due any more.
    """

    def make_command(me: Player, live: LiveGame) -> GameCommand:
        due = request.ask(me, live)
        if isinstance(due, Confirm):
            return Lock(due.claims, to_milliseconds(now))
        return LockDuel()

    try:
        await services.service.do(request)
    except NeedsDecision:
        await services.service.do(replace(request, ask=make_command))


def _make_settlement(live: LiveGame, now: datetime) -> SettleDuel:
    """Return the command that settles a duel. Raises `Refusal` if it is not due."""
    due = live.counts_at
    if due is None or due > now:
        raise Refusal("dispute-settled")
    return SettleDuel()


async def answer_for_silent_players(client: ShardedClient, services: Services) -> None:
    """Call moderators to choose for players who do not answer; later let the draw choose."""

    def tends(guild: int) -> bool:
        return client.tends(guild) and client.get_guild(guild) is not None

    await choosing.answer_for_silent(services, discord.utils.utcnow(), tends)


async def apply_forgetting(_: ShardedClient, services: Services) -> None:
    """Clear this process's caches of people and texts that another process forgot or struck out."""
    await services.people.recall()
    await services.strikes.recall()


async def purge_left_server(client: ShardedClient, services: Services) -> None:
    """Delete the history of one server that removed the bot longer ago than its retention."""
    overdue = await find_gone_overdue(services.guilds, discord.utils.utcnow())
    for guild, left_at in overdue.items():
        if client.knows_server(guild) and client.get_guild(guild) is None:
            log.info("server %s removed the bot on %s: deleting its history", guild, left_at)
            await purge(services.database, guild, left_at)
            services.guilds.drop(guild)
            services.people.reread()
            await services.database.erase()
            return


async def find_absent_players(_: ShardedClient, services: Services) -> None:
    """Find players who have left their server, first those whom a pod waits for."""
    await services.absences.look_for_some()


async def close_idle_pods(client: ShardedClient, services: Services) -> None:
    """Warn about abandoned pods, and close them later."""
    await abandoned.close_idle(client, services, discord.utils.utcnow())


async def award_champion_roles(_: ShardedClient, services: Services) -> None:
    """Give the champion's role to the leader of each running season."""
    await services.champion_role.catch_up()


async def register_modules(_: ShardedClient, services: Services) -> None:
    """Register the commands of modules on the servers where they have changed."""
    await services.modules.catch_up()


async def rate_unrated_games(client: ShardedClient, services: Services) -> None:
    """Rate the games that a crash or a command line left unrated."""
    await services.rater.wake_all(client.tends)


async def erase_overdue_data(_: ShardedClient, services: Services) -> None:
    """Erase former ids of people whose season is over, and calls of more than a day ago."""
    now = discord.utils.utcnow()
    await erase_overdue(services.database, now)
    await EntryCalls(services.database).erase_old(now)


async def update_card_names(_: ShardedClient, services: Services) -> None:
    """Read an index of card names that was swapped; begin to download a newer one if it is due."""
    services.card_updates.wake()


async def checkpoint(_: ShardedClient, services: Services) -> None:
    """Checkpoint SQLite's write-ahead log while nobody writes."""
    await services.database.settle()


CHORES: tuple[Chore, ...] = (
    mend_boards,
    send_posts,
    follow_plans,
    update_seat_lists,
    confirm_overdue_reports,
    answer_for_silent_players,
    apply_forgetting,
    purge_left_server,
    find_absent_players,
    close_idle_pods,
    award_champion_roles,
    register_modules,
    rate_unrated_games,
    erase_overdue_data,
    update_card_names,
    checkpoint,
)


async def do_chores(client: ShardedClient, services: Services) -> None:
    """Do every chore once; the failure of one does not stop the next.

    If too many people wait for the database, the remaining chores are left for the next round.
    """
    for chore in CHORES:
        try:
            await chore(client, services)
        except Busy:
            log.warning("the database is busy: the chores wait for the next round")
            return
        except StorageError as error:
            log.log(find_level(error), "a chore has to wait: %s", error)
        except Exception:
            log.exception("a chore failed")
