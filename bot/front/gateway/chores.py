"""Chores that the bot runs once a minute. A new chore is a row of `CHORES`.

Each of several processes runs the chores for the servers whose shards it holds. If two processes run the same chore at
once, the event log decides: an event is appended at its exact version, so the second process finds that the work has
been done.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

import discord
from msgspec.structs import replace

from bot.front.boards.shown_ends import LATEST_DISPUTE_START, has_board_never_shown_game_end
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.sharded_client import ShardedClient
from bot.front.moderation import account_merging, answers_for_players
from bot.front.pods import house_deeds, idle_games
from bot.front.standings import season_ends
from bot.front.substitutes import seat_offers
from bot.joust.disputes import EscalateDuelResultToModerators, FinaliseDuelResult
from bot.projections.pods import PodOrDuelRow, load_pods_with_reports_to_confirm
from bot.projections.season_standings import erase_expired_former_player_ids
from bot.rulebooks import GameCommand
from bot.rules.confirmation import (
    ConfirmGameReports,
    EscalateReportsToModerators,
    build_automatic_confirmation_command,
)
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.errors import DatabaseBusyError, StorageError, choose_log_level_for_error
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.privacy.retention import delete_server_data
from bot.storage.record.entry_mentions import PastGameMentionRepository
from bot.storage.record.publications import PublishedMessageRepository
from bot.storage.servers.server_settings import load_servers_with_expired_data as find_gone_overdue
from bot.storage.tables.season_gate import EndedSeasonConsentRefusal

log = logging.getLogger(__name__)

Chore = Callable[[ShardedClient, BackgroundServices], Awaitable[None]]


async def redraw_outdated_game_boards(_client: ShardedClient, services: BackgroundServices) -> None:
    """Update boards (main messages) that do not show their games' latest state."""
    await services.keeper.update_outdated_boards()


async def end_planned_seasons(client: ShardedClient, services: BackgroundServices) -> None:
    """End seasons whose planned end has come; announce the end a week and a day before."""
    is_served = partial(_is_server_served_by_this_process, client)
    await season_ends.end_due_seasons(services, discord.utils.utcnow(), is_served)


async def post_due_standings(_client: ShardedClient, services: BackgroundServices) -> None:
    """Post weekly results and final tables of seasons that are due, and correct earlier posts."""
    services.outbox.check_due_tasks_soon()


async def open_due_check_ins_and_lobbies(_client: ShardedClient, services: BackgroundServices) -> None:
    """Open the check-ins and lobbies of planned games that are due, and send reminders."""
    services.plans.check_due_tasks_soon()


async def update_free_seat_lists(_client: ShardedClient, services: BackgroundServices) -> None:
    await services.seat_lists.recheck_outdated_free_seat_lists()


async def confirm_undisputed_game_results(client: ShardedClient, services: BackgroundServices) -> None:
    """Confirm reports and results to which nobody has objected in time."""
    now = discord.utils.utcnow()

    def build_report_confirmation_command(_player: Player, live_game: LiveGame) -> GameCommand:
        if live_game.duel is not None:
            return _build_duel_finalization_command(live_game, now)
        assert live_game.pod is not None  # it has a row in the projection
        return build_automatic_confirmation_command(
            live_game.pod, datetime_to_milliseconds(now), live_game.last_decision_time_in_milliseconds
        )

    for row in await load_pods_with_reports_to_confirm(services.database, now):
        if not client.does_background_work_of_server(row.guild):  # its own process confirms it and draws the board
            continue
        place = ChannelAddress(row.guild, row.channel)
        try:
            if await _is_game_end_missing_on_board(services, row, now):
                continue
            await house_deeds.close_achievement_votes_of_pod(services, place, row.pod)
            await _confirm_results_of_undisputed_game(
                services, GameCommandRequest(place, None, build_report_confirmation_command, pod=row.pod), now
            )
        except Refusal:  # another process or a player was faster
            continue
        except StorageError as error:  # a damaged channel must not stop the others
            what = "overdue reports in channel %s could not be confirmed: %s"
            log.log(choose_log_level_for_error(error), what, row.channel, error)


async def _is_game_end_missing_on_board(services: BackgroundServices, game_row: PodOrDuelRow, now: datetime) -> bool:
    """Return True if a game's board does not show the game's end yet; the players then get more time to dispute."""
    if game_row.confirm_by is None or now >= game_row.confirm_by + LATEST_DISPUTE_START:
        return False
    board = await services.boards.load_pod_board(game_row.channel, game_row.pod)
    place = ChannelAddress(game_row.guild, game_row.channel)
    return board is not None and has_board_never_shown_game_end(
        await services.service.load_game_by_number(place, game_row.pod), board
    )


async def _confirm_results_of_undisputed_game(
    services: BackgroundServices, confirm_request: GameCommandRequest, now: datetime
) -> None:
    """Confirm a game's undisputed reports; if the game's season has ended, leave the reports to moderators.

    Raises `Refusal` if no report is unconfirmed any more.
    """

    def build_command_to_call_moderators(player: Player, live_game: LiveGame) -> GameCommand:
        due = confirm_request.ask(player, live_game)
        if isinstance(due, ConfirmGameReports):
            return EscalateReportsToModerators(due.claims, datetime_to_milliseconds(now))
        return EscalateDuelResultToModerators()

    try:
        await services.service.execute_command(confirm_request)
    except EndedSeasonConsentRefusal:
        await services.service.execute_command(replace(confirm_request, ask=build_command_to_call_moderators))


def _build_duel_finalization_command(live_game: LiveGame, now: datetime) -> FinaliseDuelResult:
    """Return the command that makes a duel's result final. Raises `Refusal` while objections are possible."""
    due = live_game.time_when_result_becomes_final
    if due is None or due > now:
        raise Refusal("dispute-settled")
    return FinaliseDuelResult()


async def resolve_overdue_player_choices_on_servers(client: ShardedClient, services: BackgroundServices) -> None:
    """Resolve choices that players did not make in time: first call moderators, later choose at random."""
    is_served = partial(_is_server_served_by_this_process, client)
    await answers_for_players.resolve_overdue_player_choices(services, discord.utils.utcnow(), is_served)


def _is_server_served_by_this_process(client: ShardedClient, guild_id: int) -> bool:
    return client.does_background_work_of_server(guild_id) and client.get_guild(guild_id) is not None


async def evict_erased_data_from_caches(_client: ShardedClient, services: BackgroundServices) -> None:
    """Remove from the caches the names and texts that another process has erased."""
    await services.people.clear_name_caches_if_people_changed()
    await services.strikes.clear_text_caches_if_redactions_changed()


async def delete_data_after_bot_removal(client: ShardedClient, services: BackgroundServices) -> None:
    """Delete all data of one server that removed the bot long enough ago."""
    overdue = await find_gone_overdue(services.guilds, discord.utils.utcnow())
    for guild, left_at in overdue.items():
        if client.knows_if_bot_is_on_server(guild) and client.get_guild(guild) is None:
            log.info("server %s removed the bot on %s: deleting its history", guild, left_at)
            await delete_server_data(services.database, guild, left_at)
            services.guilds.clear_cached_settings_of_server(guild)
            services.people.clear_name_caches()
            await services.database.erase_deleted_rows_from_disk()
            return


async def find_players_who_left_server(_client: ShardedClient, services: BackgroundServices) -> None:
    """Find out which players have left their servers, beginning with players for whom a pod waits."""
    await services.absences.check_departures_in_open_pods()


async def warn_or_close_idle_pods(client: ShardedClient, services: BackgroundServices) -> None:
    """Warn the players of idle pods, and later close these pods."""
    await idle_games.warn_or_close_idle_pods(client, services, discord.utils.utcnow())


async def remove_expired_answer_buttons(client: ShardedClient, services: BackgroundServices) -> None:
    """Remove expired buttons from public answers, such as offers of seats."""
    for surface, update in (
        (account_merging.SURFACE, account_merging.update_account_merge_messages),
        (seat_offers.SURFACE, seat_offers.update_seat_offer_messages),
    ):
        messages = await PublishedMessageRepository(services.database).load_published_messages(surface)
        for guild in sorted({each.guild for each in messages}):
            if client.does_background_work_of_server(guild):
                await update(services, client, guild)


async def give_champion_role_to_season_leaders(_client: ShardedClient, services: BackgroundServices) -> None:
    await services.champion_role.reconcile_roles_of_all_servers()


async def register_commands_of_optional_modules(_client: ShardedClient, services: BackgroundServices) -> None:
    """Register slash commands of optional modules on the servers that use them, and remove others."""
    await services.modules.reconcile_commands_of_all_servers()


async def compute_missing_player_ratings(client: ShardedClient, services: BackgroundServices) -> None:
    """Compute ratings of players that are still missing, for example after a crash."""
    await services.rater.schedule_rating_of_all_servers(client.does_background_work_of_server)


async def erase_expired_personal_data(_client: ShardedClient, services: BackgroundServices) -> None:
    """Delete former players' expired ids, and records of mentions that are older than a day."""
    now = discord.utils.utcnow()
    await erase_expired_former_player_ids(services.database, now)
    await PastGameMentionRepository(services.database).delete_mentions_older_than_day(now)


async def update_card_name_index(_client: ShardedClient, services: BackgroundServices) -> None:
    """Reload the index of card names after an update, and download new names when that is due."""
    services.card_updates.reload_index_or_start_update()


async def checkpoint_write_ahead_log(_client: ShardedClient, services: BackgroundServices) -> None:
    """Copy SQLite's write-ahead log into the database file."""
    await services.database.checkpoint_write_ahead_log()


CHORES: tuple[Chore, ...] = (
    redraw_outdated_game_boards,
    end_planned_seasons,
    post_due_standings,
    open_due_check_ins_and_lobbies,
    update_free_seat_lists,
    confirm_undisputed_game_results,
    resolve_overdue_player_choices_on_servers,
    evict_erased_data_from_caches,
    delete_data_after_bot_removal,
    find_players_who_left_server,
    warn_or_close_idle_pods,
    remove_expired_answer_buttons,
    give_champion_role_to_season_leaders,
    register_commands_of_optional_modules,
    compute_missing_player_ratings,
    erase_expired_personal_data,
    update_card_name_index,
    checkpoint_write_ahead_log,
)


async def run_all_background_chores(client: ShardedClient, services: BackgroundServices) -> None:
    """Run each background chore once, even if another one fails.

    If too many people wait for the database, the remaining chores are left for the next round.
    """
    for chore in CHORES:
        try:
            await chore(client, services)
        except DatabaseBusyError:
            log.warning("the database is busy: the chores wait for the next minute")
            return
        except StorageError as error:
            log.log(choose_log_level_for_error(error), "a chore waits for the next minute: %s", error)
        except Exception:
            log.exception("a chore failed")
