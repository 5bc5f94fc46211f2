"""The composition root: builds every part of the bot and connects them."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from msgspec import Struct
from msgspec.structs import asdict

from bot import config, i18n
from bot.card_updates.background_updater import CardIndexUpdater
from bot.card_updates.index_path import find_card_index_file
from bot.cards.index import CardIndex, disable_card_name_translation, enable_card_name_translation
from bot.config import BotSettings
from bot.front.boards.board_messages import DuplicateBoardRemover
from bot.front.boards.board_pictures import BoardPictureRenderer
from bot.front.boards.board_reconciler import BoardReconciler
from bot.front.boards.board_snapshot import BoardSnapshotLoader
from bot.front.boards.board_updater import BoardUpdater, KickVoteMentionRemover, MessagesBelowBoardCounter
from bot.front.boards.result_channel import ResultChannelPoster
from bot.front.free_seats.seat_lists import FreeSeatListUpdater
from bot.front.game_texts import series_texts
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.client import SuzerainBot
from bot.front.interaction.channel_visibility import ChannelVisibilityChecker
from bot.front.interaction.drafts import InteractionDraftStore
from bot.front.interaction.rate_limits import DEFAULT_LIMITS, UserAndServerRateLimits, UserRequestRateLimiter
from bot.front.interaction.services import StandingsMessageServices
from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.front.plans.plan_scheduler import PlannedGameScheduler
from bot.front.pods.absence_cache import DepartedPlayersCache
from bot.front.publishing.game_threads import FinishedGameThreadArchiver
from bot.front.publishing.post_outbox import (
    StandingsPostChannelChecker,
    StandingsPostContent,
    StandingsPostOutbox,
    StandingsPostSender,
)
from bot.front.publishing.publisher import DiscordMessageClient, MessagePublisher
from bot.front.publishing.request_limiter import DISCORD_LIMITS, DiscordRequestRateLimiter, MessageRateLimits
from bot.front.server.champion_role import ChampionRoleReconciler
from bot.front.server.module_commands import ServerCommandReconciler
from bot.front.standings.post_content import render_standings_post
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.player_names import build_distinct_display_names
from bot.pictures.picture_queue import PictureQueue
from bot.projections import pods
from bot.projections.plans import PlannedGameRow, load_open_planned_games
from bot.projections.pods import PodOrDuelRow
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.projections.season_standings import SeasonLeaderLookup, SeasonStandingsCache
from bot.service.live_game import LiveGame
from bot.service.service import GameService
from bot.storage.engine.account_key import KEY_ADVICE, NO_KEY
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.migrate import create_or_upgrade_database_schema, create_sqlite_database_if_missing
from bot.storage.engine.urls import allows_several_bot_processes
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.privacy.text_redaction import TextRedactionRepository
from bot.storage.record.avoidances import AvoidedPlayersRepository
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.entry_mentions import PastGameMentionRepository
from bot.storage.record.joust_decks import JoustDeckRepository
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from bot.storage.record.player_decks import RegisteredDeckRepository
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.servers.server_commands import ServerSlashCommandRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import StandingsPost, StandingsPostRepository
from bot.storage.tables.champions import ChampionRepository
from bot.storage.tables.dismissals import SuspiciousGameDismissalRepository
from bot.storage.tables.guest_claims import GuestNameClaimRepository
from bot.storage.tables.guests import GuestRepository
from bot.storage.tables.merges import AccountMergeRepository
from bot.storage.tables.seasons import SeasonRepository
from bot.watch import TelemetryRecorder
from bot.workers.judge.workers import JudgeWorkerProcesses
from bot.workers.pairing.pairer import PairingWorkerProcess

log = logging.getLogger(__name__)


class BotApplication(Struct, frozen=True):
    """The bot with all its parts, ready to log in to Discord."""

    client: SuzerainBot
    service: GameService
    log: EventLog
    boards: PodBoardRepository
    database: Database

    async def close(self) -> None:
        """Close the background tasks, worker processes and database."""
        services = self.client.services
        for each in (services.outbox, services.plans, services.keeper, services.champion_role):
            await each.close()
        await services.seat_lists.close()
        await services.modules.close()
        await services.studio.close()
        await services.judge.close()
        await services.pairer.close()
        await services.card_updates.close()
        disable_card_name_translation(services.cards)
        services.cards.close()
        await services.rater.close()
        await self.database.close_all_connections()


class _ComponentsSharedByServices(Struct, frozen=True):
    """The parts that several services use, such as the Discord client and the database."""

    client: SuzerainBot
    database: Database
    service: GameService
    boards: PodBoardRepository
    people: PeopleRepository
    rates: MessageRateLimits
    budget: DiscordRequestRateLimiter
    """The budget of all requests for boards and posts, which Discord counts together."""
    publications: PublishedMessageRepository
    publisher: MessagePublisher[PublishedMessage]
    cards: CardIndex
    card_updates: CardIndexUpdater


async def build_bot_application(
    settings: BotSettings,
    message_rate_limits: MessageRateLimits = DISCORD_LIMITS,
    user_limits: UserAndServerRateLimits = DEFAULT_LIMITS,
) -> BotApplication:
    """Build the bot from its settings and upgrade its database. Raises `StorageError`.

    `message_rate_limits` apply to requests to Discord for boards and posts. `user_limits` apply to what users may
    request.
    """
    database = await _open_database(settings)
    events = EventLog(database)
    boards = PodBoardRepository(database)
    people = PeopleRepository(database)
    service = GameService(events, people, discord.utils.utcnow)
    watch = _build_telemetry_recorder(settings.watch, database)
    database.add_commit_listener(watch.record_commands_per_commit)
    path = find_card_index_file(settings)
    cards = CardIndex(path)
    enable_card_name_translation(cards)
    updates = CardIndexUpdater(settings.cards, settings.database.url, path, cards, time.time)

    def build_services(client: SuzerainBot) -> BackgroundServices:
        budget = DiscordRequestRateLimiter(message_rate_limits.each_second)
        publications = PublishedMessageRepository(database)
        publisher = MessagePublisher(DiscordMessageClient(client), publications, budget, discord.utils.utcnow)
        base = _ComponentsSharedByServices(
            *(client, database, service, boards, people, message_rate_limits, budget, publications, publisher),
            cards,
            updates,
        )
        services = _build_feature_services(base, settings, user_limits)
        _subscribe_services_to_game_changes(services)
        services.keeper.add_board_lag_listener(watch.record_board_update_delay)
        return services

    return BotApplication(SuzerainBot(build_services, watch), service, events, boards, database)


async def _open_database(settings: BotSettings) -> Database:
    """Return the open database, created or upgraded if needed. Raises `StorageError`."""
    await create_sqlite_database_if_missing(settings.database.url)
    database = Database(settings.database.url, settings.privacy.key)
    try:
        await create_or_upgrade_database_schema(database)
        await database.require_writable_and_current_schema()
    except StorageError:
        await database.close_all_connections()
        raise
    if allows_several_bot_processes(database.url) and not settings.privacy.key:
        log.warning("privacy.key: %s; %s", NO_KEY, KEY_ADVICE)
    return database


def _build_feature_services(
    shared_components: _ComponentsSharedByServices, settings: BotSettings, user_limits: UserAndServerRateLimits
) -> BackgroundServices:
    """Build the services of all features.

    `_subscribe_services_to_game_changes` connects them later.
    """
    client = shared_components.client
    database = shared_components.database
    people = shared_components.people
    guilds = ServerSettingsRepository(database, people)
    posts = StandingsPostRepository(database)
    absences = _build_departed_players_cache(shared_components)
    sources = StandingsMessageServices(
        database=database,
        people=people,
        guilds=guilds,
        seasons=SeasonRepository(database, people),
        season_tables=SeasonStandingsCache(database),
        rater=BackgroundRatingUpdater(database),
        studio=PictureQueue(),
        cards=shared_components.cards,
    )
    champions = ChampionRepository(database)
    leaders = SeasonLeaderLookup(database, champions, sources.season_tables)
    keeper = _build_board_message_updater(shared_components, guilds, absences, sources.studio)
    return BackgroundServices(
        **asdict(sources),
        service=shared_components.service,
        decks=JoustDeckRepository(database, people),
        player_decks=RegisteredDeckRepository(database, people),
        posts=posts,
        personal_data=PersonalDataService(database, people),
        strikes=TextRedactionRepository(database, people),
        dismissals=SuspiciousGameDismissalRepository(database, people),
        avoidances=AvoidedPlayersRepository(database, people),
        merges=AccountMergeRepository(database, people),
        guests=GuestRepository(database),
        guest_claims=GuestNameClaimRepository(database, people),
        house_variants=settings.variants,
        docs_url=settings.docs.url,
        boards=shared_components.boards,
        keeper=keeper,
        absences=absences,
        champion_role=ChampionRoleReconciler(client, champions, leaders, guilds, discord.utils.utcnow),
        outbox=_build_standings_post_sender(shared_components, posts, guilds, partial(render_standings_post, sources)),
        plans=_build_planned_game_scheduler(shared_components, guilds, absences, keeper),
        seat_lists=_build_free_seat_list_updater(shared_components, guilds),
        modules=_build_optional_command_registrar(shared_components, guilds),
        judge=JudgeWorkerProcesses(),
        pairer=PairingWorkerProcess(),
        card_updates=shared_components.card_updates,
        throttle=UserRequestRateLimiter(user_limits),
        visibility=ChannelVisibilityChecker(),
        drafts=InteractionDraftStore(),
        reading=asyncio.Lock(),
    )


def _build_departed_players_cache(shared_components: _ComponentsSharedByServices) -> DepartedPlayersCache:
    find = partial(pods.load_idle_pods_and_duels, shared_components.database)
    return DepartedPlayersCache(
        shared_components.client, shared_components.service, shared_components.people, find, discord.utils.utcnow
    )


def _build_planned_game_scheduler(
    shared_components: _ComponentsSharedByServices,
    server_settings: ServerSettingsRepository,
    departed_players_cache: DepartedPlayersCache,
    board_reconciler: BoardReconciler,
) -> PlannedGameScheduler:
    """Build the background task that opens the lobbies of planned games on time.

    Each lobby it opens uses two requests of the rate limit.
    """
    same = (
        shared_components.client,
        shared_components.service,
        shared_components.people,
        server_settings,
        shared_components.database,
        shared_components.budget,
        shared_components.boards,
    )
    tools = PlannedGameBackgroundServices(*same, discord.utils.utcnow)
    return PlannedGameScheduler(
        tools,
        departed_players_cache.fetch_players_who_left,
        board_reconciler.limit_board_update_rate,
        board_reconciler.queue_board_update,
        shared_components.rates.each_second / 2,
    )


def _build_board_message_updater(
    shared_components: _ComponentsSharedByServices,
    server_settings: ServerSettingsRepository,
    departed_players_cache: DepartedPlayersCache,
    picture_queue: PictureQueue,
) -> BoardReconciler:
    """Build the background task that keeps the boards (main messages of games) up to date."""
    client = shared_components.client
    service = shared_components.service
    boards = shared_components.boards
    moves = MessagesBelowBoardCounter(partial(_get_last_message_id_of_channel, client))
    budget = shared_components.budget
    database = shared_components.database
    read_series = partial(series_texts.load_series_summary_of_pod, database)
    pictures = BoardPictureRenderer(client, shared_components.people, picture_queue)
    now = discord.utils.utcnow
    messages = DiscordMessageClient(client)
    updater = BoardUpdater(
        BoardSnapshotLoader(service, boards, server_settings, departed_players_cache, read_series),
        service,
        boards,
        shared_components.people,
        MessagePublisher(messages, boards, budget, now),
        moves,
        DuplicateBoardRemover(boards, messages, budget),
        pictures,
        KickVoteMentionRemover(messages, boards, budget),
        PastGameMentionRepository(database),
        ResultChannelPoster(
            shared_components.publisher, shared_components.publications, shared_components.people, pictures, now
        ),
        FinishedGameThreadArchiver(client, service, budget),
        budget,
        now,
        shared_components.rates.grace,
        service.load_game_night_of_pod,
    )

    async def load_open_games_and_plans(guild_id: int) -> list[PodOrDuelRow | PlannedGameRow]:
        open_pods = await pods.load_open_pods(database, guild_id)
        return [*open_pods, *await load_open_planned_games(database, guild_id)]

    apart = shared_components.rates.apart
    return BoardReconciler(
        client,
        service,
        boards,
        load_open_games_and_plans,
        updater,
        moves,
        budget,
        apart,
        client.does_background_work_of_server,
    )


def _get_last_message_id_of_channel(client: discord.Client, channel_id: int) -> int | None:
    found = client.get_channel(channel_id)
    return getattr(found, "last_message_id", None)


def _build_standings_post_sender(
    shared_components: _ComponentsSharedByServices,
    post_repository: StandingsPostRepository,
    server_settings: ServerSettingsRepository,
    render_post: Callable[[StandingsPost], Awaitable[StandingsPostContent]],
) -> StandingsPostOutbox:
    """Build the sender of standings, which may use half of the bot's request rate."""
    channels = StandingsPostChannelChecker(shared_components.client)
    now = discord.utils.utcnow
    rates = shared_components.rates
    publisher = shared_components.publisher
    publications = shared_components.publications
    share = rates.each_second / 2
    delivery = StandingsPostSender(
        channels, publisher, publications, post_repository, server_settings, render_post, now, share
    )
    return StandingsPostOutbox(channels, publications, post_repository, delivery, now, rates.gathers)


def _build_free_seat_list_updater(
    shared_components: _ComponentsSharedByServices, server_settings: ServerSettingsRepository
) -> FreeSeatListUpdater:
    return FreeSeatListUpdater(
        shared_components.client,
        shared_components.database,
        shared_components.publisher,
        shared_components.publications,
        server_settings,
        shared_components.people,
        shared_components.rates.lists,
    )


def _build_optional_command_registrar(
    shared_components: _ComponentsSharedByServices, server_settings: ServerSettingsRepository
) -> ServerCommandReconciler:
    """Build the background task that registers slash commands of optional modules on servers."""
    client = shared_components.client
    registered = ServerSlashCommandRepository(shared_components.database)
    return ServerCommandReconciler(
        client, server_settings, registered, client.modules.build_payloads, client.does_background_work_of_server
    )


def _subscribe_services_to_game_changes(services: BackgroundServices) -> None:
    """Subscribe services to changed games, leaving members, and deleted personal data."""
    service = services.service
    keeper = services.keeper

    def notify_services_of_game_change(live_game: LiveGame) -> None:
        keeper.queue_board_update(live_game)
        guild = live_game.place.guild
        if guild in services.champion_role.servers:
            services.champion_role.queue_server_check_after_game_change(live_game)
        if guild in services.seat_lists.servers:
            services.seat_lists.queue_server_check_after_game_change(live_game)
        services.absences.queue_departure_check(live_game)
        if live_game.scored:
            services.rater.schedule_rating_of_server(guild)
            services.outbox.check_due_tasks_soon()  # posts that tell of the game may need a correction

    service.add_game_change_listener(notify_services_of_game_change)
    services.absences.add_departure_listener(keeper.queue_board_update)
    for forget in (
        service.clear_caches,
        services.boards.clear_board_cache,
        i18n.clear_all_formatted_messages,
        escape_markdown.cache_clear,
        build_distinct_display_names.cache_clear,
        services.drafts.remove_all_drafts,
        services.judge.clear_answer_cache,
        services.seat_lists.recheck_free_seat_lists,
    ):
        services.people.add_name_change_listener(forget)
    services.strikes.add_redaction_change_listener(services.guilds.clear_settings_cache)
    services.strikes.add_redaction_change_listener(
        services.people.clear_name_caches
    )  # names of guests and of their games


def _build_telemetry_recorder(settings: config.HealthEndpointSettings, database: Database) -> TelemetryRecorder:
    """Build the recorder of health and metrics. Metrics need the HTTP endpoint in the settings."""
    if not settings.port:
        return TelemetryRecorder()
    from bot.watch.metrics import PrometheusMetrics

    return TelemetryRecorder(PrometheusMetrics(lambda: database.queued_write_count))
