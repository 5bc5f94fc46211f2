"""Chores that the bot runs once a minute. A new chore is a row of `CHORES`.

Each of several processes runs the chores for the servers whose shards it holds. If two processes
run the same chore at once, the event log decides: an event is appended at its exact version, so the
second process finds that the work has been done.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

import discord
from msgspec.structs import replace

from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.sharded_client import ShardedClient
from bot.front.moderation import answers_for_players
from bot.front.pods import idle_games
from bot.joust.disputes import LockDuelResult, SettleDuelResult
from bot.projections.pods import load_pods_to_confirm
from bot.projections.season_standings import erase_overdue_former_ids
from bot.rulebooks import GameCommand
from bot.rules.confirmation import ConfirmReports, LockReports, build_overdue_confirmation
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.errors import DatabaseBusy, StorageError, choose_log_level
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.privacy.retention import purge_server
from bot.storage.record.entry_mentions import EntryMentionRepository
from bot.storage.servers.server_settings import load_servers_to_purge as find_gone_overdue
from bot.storage.tables.season_gate import SeasonDecisionNeeded

log = logging.getLogger(__name__)

Chore = Callable[[ShardedClient, BackgroundServices], Awaitable[None]]


async def redraw_outdated_boards(_: ShardedClient, services: BackgroundServices) -> None:
    """Redraw boards that are out of date because Discord failed or another process changed the
    pod.
    """
    await services.keeper.update_pending_boards()


async def send_due_posts(_: ShardedClient, services: BackgroundServices) -> None:
    """Send the weekly and season posts that are due, and correct posts that were sent."""
    services.outbox.schedule_check()


async def advance_plans(_: ShardedClient, services: BackgroundServices) -> None:
    """Open the check-ins of planned games, send reminders, and open the planned lobbies."""
    services.plans.schedule_check()


async def update_free_seat_lists(_: ShardedClient, services: BackgroundServices) -> None:
    """Update the messages that list free seats."""
    await services.seat_lists.reconcile_all()


async def confirm_overdue_reports(client: ShardedClient, services: BackgroundServices) -> None:
    """Confirm the reports and duels whose time to dispute is over."""
    now = discord.utils.utcnow()

    def build_command(_: Player, live_game: LiveGame) -> GameCommand:
        if live_game.duel is not None:
            return _build_settle_command(live_game, now)
        assert live_game.pod is not None  # it has a row in the projection
        return build_overdue_confirmation(
            live_game.pod, datetime_to_milliseconds(now), live_game.silence_start_milliseconds
        )

    for row in await load_pods_to_confirm(services.database, now):
        if not client.is_held_by_us(row.guild):  # its own process confirms it and draws the board
            continue
        place = ChannelAddress(row.guild, row.channel)
        try:
            await _confirm_overdue_game(
                services, GameRequest(place, None, build_command, pod=row.pod, earlier=True), now
            )
        except Refusal:  # another process or a player was faster
            continue
        except StorageError as error:  # a damaged channel must not stop the others
            what = "overdue reports in channel %s could not be confirmed: %s"
            log.log(choose_log_level(error), what, row.channel, error)


async def _confirm_overdue_game(
    services: BackgroundServices, request: GameRequest, now: datetime
) -> None:
    """Confirm the overdue reports of a game; lock them for moderators if the season is long
    over.

    Raises `Refusal` if nothing is overdue any more.
    """

    def build_lock_command(player: Player, live_game: LiveGame) -> GameCommand:
        due = request.ask(player, live_game)
        if isinstance(due, ConfirmReports):
            return LockReports(due.claims, datetime_to_milliseconds(now))
        return LockDuelResult()

    try:
        await services.service.execute(request)
    except SeasonDecisionNeeded:
        await services.service.execute(replace(request, ask=build_lock_command))


def _build_settle_command(live_game: LiveGame, now: datetime) -> SettleDuelResult:
    """Return the command that settles a duel. Raises `Refusal` if the duel's dispute time runs."""
    due = live_game.final_time
    if due is None or due > now:
        raise Refusal("dispute-settled")
    return SettleDuelResult()


async def answer_for_silent_players(client: ShardedClient, services: BackgroundServices) -> None:
    """Call moderators to choose for silent players; later choose for them at random."""

    def is_held_by_us(guild_id: int) -> bool:
        return client.is_held_by_us(guild_id) and client.get_guild(guild_id) is not None

    await answers_for_players.answer_for_silent_players(
        services, discord.utils.utcnow(), is_held_by_us
    )


async def drop_erased_data_from_caches(_: ShardedClient, services: BackgroundServices) -> None:
    """Clear cached people and texts that another process has erased or redacted."""
    await services.people.invalidate_if_changed()
    await services.strikes.invalidate_if_changed()


async def purge_one_left_server(client: ShardedClient, services: BackgroundServices) -> None:
    """Delete the history of one server that removed the bot longer ago than its retention time."""
    overdue = await find_gone_overdue(services.guilds, discord.utils.utcnow())
    for guild, left_at in overdue.items():
        if client.has_server_list_of(guild) and client.get_guild(guild) is None:
            log.info("server %s removed the bot on %s: deleting its history", guild, left_at)
            await purge_server(services.database, guild, left_at)
            services.guilds.drop_cached_settings(guild)
            services.people.invalidate_caches()
            await services.database.erase_deleted_rows()
            return


async def find_players_who_left_server(_: ShardedClient, services: BackgroundServices) -> None:
    """Find players who have left their Discord server, first those that a pod waits for."""
    await services.absences.look_up_some_players()


async def close_idle_pods(client: ShardedClient, services: BackgroundServices) -> None:
    """Warn the players of abandoned pods, and close these pods later."""
    await idle_games.warn_or_close_idle_pods(client, services, discord.utils.utcnow())


async def award_champion_roles(_: ShardedClient, services: BackgroundServices) -> None:
    """Give the champion's role to the leader of each running season."""
    await services.champion_role.reconcile_all()


async def register_module_commands(_: ShardedClient, services: BackgroundServices) -> None:
    """Register the slash commands of optional modules on the servers that switched a module on
    or off.
    """
    await services.modules.reconcile_all()


async def rate_unrated_games(client: ShardedClient, services: BackgroundServices) -> None:
    """Compute ratings for games that a crash or a command-line tool left unrated."""
    await services.rater.schedule_all_unrated(client.is_held_by_us)


async def erase_expired_data(_: ShardedClient, services: BackgroundServices) -> None:
    """Erase the former ids of people whose season is over, and command calls older than a day."""
    now = discord.utils.utcnow()
    await erase_overdue_former_ids(services.database, now)
    await EntryMentionRepository(services.database).delete_old_mentions(now)


async def update_card_name_index(_: ShardedClient, services: BackgroundServices) -> None:
    """Reload the index of card names after an update; start a download if a newer one is due."""
    services.card_updates.reload_or_start_update()


async def checkpoint_write_ahead_log(_: ShardedClient, services: BackgroundServices) -> None:
    """Checkpoint SQLite's write-ahead log while the database has no writers."""
    await services.database.checkpoint_log()


CHORES: tuple[Chore, ...] = (
    redraw_outdated_boards,
    send_due_posts,
    advance_plans,
    update_free_seat_lists,
    confirm_overdue_reports,
    answer_for_silent_players,
    drop_erased_data_from_caches,
    purge_one_left_server,
    find_players_who_left_server,
    close_idle_pods,
    award_champion_roles,
    register_module_commands,
    rate_unrated_games,
    erase_expired_data,
    update_card_name_index,
    checkpoint_write_ahead_log,
)


async def run_all_chores(client: ShardedClient, services: BackgroundServices) -> None:
    """Run every chore once. A chore that fails does not stop the next chore.

    If too many people wait for the database, the remaining chores are left for the next round.
    """
    for chore in CHORES:
        try:
            await chore(client, services)
        except DatabaseBusy:
            log.warning("the database is busy: the chores wait for the next round")
            return
        except StorageError as error:
            log.log(choose_log_level(error), "a chore has to wait: %s", error)
        except Exception:
            log.exception("a chore failed")
