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
from bot.cards.index import CardIndex, remove_display_card_index, set_display_card_index
from bot.config import Settings
from bot.front.boards.board_messages import StrayBoards
from bot.front.boards.board_pictures import BoardPictures
from bot.front.boards.board_reconciler import BoardReconciler
from bot.front.boards.board_snapshot import BoardSnapshotLoader
from bot.front.boards.board_updater import BoardScrollCounter, BoardUpdater, VoteMentions
from bot.front.boards.result_channel import ResultPoster
from bot.front.free_seats.seat_lists import SeatListReconciler
from bot.front.game_texts import series_texts
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.client import Suzerain
from bot.front.interaction.channel_visibility import ChannelVisibility
from bot.front.interaction.drafts import DraftStore
from bot.front.interaction.rate_limits import DEFAULT_LIMITS, RateLimiter, UsageLimits
from bot.front.interaction.services import StandingsServices
from bot.front.nights.plan_services import PlanServices
from bot.front.plans.plan_scheduler import PlanScheduler
from bot.front.pods.absence_cache import AbsenceCache
from bot.front.publishing.game_threads import FinishedGameThreads
from bot.front.publishing.post_outbox import PostChannels, PostContent, PostOutbox, PostSender
from bot.front.publishing.publisher import MessagePublisher, MessageRequests
from bot.front.publishing.request_limiter import DISCORD_LIMITS, RateLimits, RequestLimiter
from bot.front.server.champion_role import ChampionRoleReconciler
from bot.front.server.module_commands import ServerCommandReconciler
from bot.front.standings.post_content import render_standings_post
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.player_names import distinguish_names
from bot.pictures.picture_queue import PictureQueue
from bot.projections import pods
from bot.projections.plans import PlanRow, load_open_plans
from bot.projections.pods import PodRow
from bot.projections.rating_updater import RatingUpdater
from bot.projections.season_standings import SeasonLeaderLookup, SeasonStandingsCache
from bot.service.live_game import LiveGame
from bot.service.night_pods import load_night_of_pod
from bot.service.service import GameService
from bot.storage.engine.account_key import KEY_ADVICE, NO_KEY
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.migrate import bring_schema_up_to_date, create_database_file
from bot.storage.engine.urls import supports_several_processes
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.privacy.text_redaction import TextRedactions
from bot.storage.record.avoidances import AvoidanceRepository
from bot.storage.record.boards import BoardRepository
from bot.storage.record.entry_mentions import EntryMentionRepository
from bot.storage.record.joust_decks import JoustDeckRepository
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from bot.storage.record.player_decks import PlayerDeckRepository
from bot.storage.record.publications import Publication, PublicationRepository
from bot.storage.servers.server_commands import ServerCommandRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import StandingsPost, StandingsPostRepository
from bot.storage.tables.champions import ChampionRepository
from bot.storage.tables.dismissals import DismissalRepository
from bot.storage.tables.guest_claims import GuestClaimRepository
from bot.storage.tables.guests import GuestRepository
from bot.storage.tables.merges import AccountMergeRepository
from bot.storage.tables.seasons import SeasonRepository
from bot.watch import TelemetryRecorder
from bot.workers.judge.workers import JudgeWorkers
from bot.workers.pairing.pairer import PairingWorker

log = logging.getLogger(__name__)


class App(Struct, frozen=True):
    """A bot with all parts built, ready to log in to Discord."""

    client: Suzerain
    service: GameService
    log: EventLog
    boards: BoardRepository
    database: Database

    async def close(self) -> None:
        """Close the background tasks, the worker processes and the database."""
        services = self.client.services
        for each in (services.outbox, services.plans, services.keeper, services.champion_role):
            await each.close()
        await services.seat_lists.close()
        await services.modules.close()
        await services.studio.close()
        await services.judge.close()
        await services.pairer.close()
        await services.card_updates.close()
        remove_display_card_index(services.cards)
        services.cards.close()
        await services.rater.close()
        await self.database.close()


class _CoreParts(Struct, frozen=True):
    """A client, database and shared parts from which the bot's services are built."""

    client: Suzerain
    database: Database
    service: GameService
    boards: BoardRepository
    people: PeopleRepository
    rates: RateLimits
    budget: RequestLimiter
    """The budget of all requests for boards and posts, which Discord counts together."""
    publications: PublicationRepository
    publisher: MessagePublisher[Publication]
    cards: CardIndex
    card_updates: CardIndexUpdater


async def build_app(
    settings: Settings,
    rate_limits: RateLimits = DISCORD_LIMITS,
    user_limits: UsageLimits = DEFAULT_LIMITS,
) -> App:
    """Build the bot from its settings and migrate its database. Raises `StorageError`.

    `rate_limits` apply to requests to Discord for boards and posts. `user_limits` apply to what
    users may request.
    """
    database = await _open_database(settings)
    events = EventLog(database)
    boards = BoardRepository(database)
    people = PeopleRepository(database)
    service = GameService(events, people, discord.utils.utcnow)
    watch = _build_watch(settings.watch, database)
    database.add_commit_listener(watch.record_commit_size)
    path = find_card_index_file(settings)
    cards = CardIndex(path)
    set_display_card_index(cards)
    updates = CardIndexUpdater(settings.cards, settings.database.url, path, cards, time.time)

    def build_services(client: Suzerain) -> BackgroundServices:
        budget = RequestLimiter(rate_limits.each_second)
        publications = PublicationRepository(database)
        publisher = MessagePublisher(
            MessageRequests(client), publications, budget, discord.utils.utcnow
        )
        base = _CoreParts(
            *(
                client,
                database,
                service,
                boards,
                people,
                rate_limits,
                budget,
                publications,
                publisher,
            ),
            cards,
            updates,
        )
        services = _build_services(base, settings, user_limits)
        _connect_listeners(services)
        services.keeper.add_lag_listener(watch.record_board_lag)
        return services

    return App(Suzerain(build_services, watch), service, events, boards, database)


async def _open_database(settings: Settings) -> Database:
    """Create and migrate the database if needed, and return it open. Raises `StorageError`."""
    await create_database_file(settings.database.url)
    database = Database(settings.database.url, settings.privacy.key)
    try:
        await bring_schema_up_to_date(database)
        await database.check_health()
    except StorageError:
        await database.close()
        raise
    if supports_several_processes(database.url) and not settings.privacy.key:
        log.warning("privacy.key: %s; %s", NO_KEY, KEY_ADVICE)
    return database


def _build_services(
    core: _CoreParts, settings: Settings, user_limits: UsageLimits
) -> BackgroundServices:
    """Build the services of every feature; `_connect_listeners` connects them afterwards."""
    client = core.client
    database = core.database
    people = core.people
    guilds = ServerSettingsRepository(database, people)
    posts = StandingsPostRepository(database)
    absences = _build_absence_cache(core)
    sources = StandingsServices(
        database=database,
        people=people,
        guilds=guilds,
        seasons=SeasonRepository(database, people),
        season_tables=SeasonStandingsCache(database),
        rater=RatingUpdater(database),
        studio=PictureQueue(),
        cards=core.cards,
    )
    champions = ChampionRepository(database)
    leaders = SeasonLeaderLookup(database, champions, sources.season_tables)
    keeper = _build_board_reconciler(core, guilds, absences, sources.studio)
    return BackgroundServices(
        **asdict(sources),
        service=core.service,
        decks=JoustDeckRepository(database, people),
        player_decks=PlayerDeckRepository(database, people),
        posts=posts,
        personal_data=PersonalDataService(database, people),
        strikes=TextRedactions(database, people),
        dismissals=DismissalRepository(database, people),
        avoidances=AvoidanceRepository(database, people),
        merges=AccountMergeRepository(database, people),
        guests=GuestRepository(database),
        guest_claims=GuestClaimRepository(database, people),
        house_variants=settings.variants,
        docs_url=settings.docs.url,
        boards=core.boards,
        keeper=keeper,
        absences=absences,
        champion_role=ChampionRoleReconciler(
            client, champions, leaders, guilds, discord.utils.utcnow
        ),
        outbox=_build_post_outbox(core, posts, guilds, partial(render_standings_post, sources)),
        plans=_build_plan_scheduler(core, guilds, absences, keeper),
        seat_lists=_build_seat_list_reconciler(core, guilds),
        modules=_build_module_commands(core, guilds),
        judge=JudgeWorkers(),
        pairer=PairingWorker(),
        card_updates=core.card_updates,
        throttle=RateLimiter(user_limits),
        visibility=ChannelVisibility(),
        drafts=DraftStore(),
        reading=asyncio.Lock(),
    )


def _build_absence_cache(core: _CoreParts) -> AbsenceCache:
    """Build the cache of players who have left their Discord server."""
    find = partial(pods.load_pods_in_state, core.database)
    return AbsenceCache(core.client, core.service, core.people, find, discord.utils.utcnow)


def _build_plan_scheduler(
    core: _CoreParts,
    guilds: ServerSettingsRepository,
    absence_cache: AbsenceCache,
    board_reconciler: BoardReconciler,
) -> PlanScheduler:
    """Build the background task for plans.

    Each lobby it opens uses two requests of the rate limit.
    """
    same = (core.client, core.service, core.people, guilds, core.database, core.budget)
    tools = PlanServices(*same, discord.utils.utcnow)
    return PlanScheduler(
        tools,
        absence_cache.fetch_absent_players,
        board_reconciler.debounce_board_updates,
        core.rates.each_second / 2,
    )


def _build_board_reconciler(
    core: _CoreParts,
    guilds: ServerSettingsRepository,
    absence_cache: AbsenceCache,
    picture_studio: PictureQueue,
) -> BoardReconciler:
    """Build the background task that keeps the boards' messages up to date."""
    client = core.client
    service = core.service
    boards = core.boards
    moves = BoardScrollCounter(partial(_find_last_message_id, client))
    budget = core.budget
    database = core.database
    read_series = partial(series_texts.load_series_summary, database)
    pictures = BoardPictures(client, core.people, picture_studio)
    now = discord.utils.utcnow
    messages = MessageRequests(client)
    updater = BoardUpdater(
        BoardSnapshotLoader(service, boards, guilds, absence_cache, read_series),
        service,
        boards,
        core.people,
        MessagePublisher(messages, boards, budget, now),
        moves,
        StrayBoards(boards, messages, budget),
        pictures,
        VoteMentions(messages, boards, budget),
        EntryMentionRepository(database),
        ResultPoster(core.publisher, core.publications, core.people, pictures, now),
        FinishedGameThreads(client, service, budget),
        budget,
        now,
        core.rates.grace,
        partial(load_night_of_pod, service, database),
    )

    async def load_open_games_and_plans(guild_id: int) -> list[PodRow | PlanRow]:
        open_pods = await pods.load_open_pods(database, guild_id)
        return [*open_pods, *await load_open_plans(database, guild_id)]

    apart = core.rates.apart
    return BoardReconciler(
        client,
        service,
        boards,
        load_open_games_and_plans,
        updater,
        moves,
        budget,
        apart,
        client.is_held_by_us,
    )


def _find_last_message_id(client: discord.Client, channel_id: int) -> int | None:
    """Return the id of a channel's last cached message, or None."""
    found = client.get_channel(channel_id)
    return getattr(found, "last_message_id", None)


def _build_post_outbox(
    core: _CoreParts,
    posts: StandingsPostRepository,
    guilds: ServerSettingsRepository,
    render_post: Callable[[StandingsPost], Awaitable[PostContent]],
) -> PostOutbox:
    """Build the sender of posts, which uses at most half of the rate limit."""
    channels = PostChannels(core.client)
    now = discord.utils.utcnow
    rates = core.rates
    publisher = core.publisher
    publications = core.publications
    share = rates.each_second / 2
    delivery = PostSender(channels, publisher, publications, posts, guilds, render_post, now, share)
    return PostOutbox(channels, publications, posts, delivery, now, rates.gathers)


def _build_seat_list_reconciler(
    core: _CoreParts, guilds: ServerSettingsRepository
) -> SeatListReconciler:
    """Build the background task that updates the lists of free seats."""
    return SeatListReconciler(
        core.client,
        core.database,
        core.publisher,
        core.publications,
        guilds,
        core.people,
        discord.utils.utcnow,
        core.rates.lists,
    )


def _build_module_commands(
    core: _CoreParts, guilds: ServerSettingsRepository
) -> ServerCommandReconciler:
    """Build the task that registers the commands of each server's enabled modules."""
    client = core.client
    registered = ServerCommandRepository(core.database)
    return ServerCommandReconciler(
        client, guilds, registered, client.modules.build_payloads, client.is_held_by_us
    )


def _connect_listeners(services: BackgroundServices) -> None:
    """Subscribe services to changes of games, to absent members and to erased personal data."""
    service = services.service
    keeper = services.keeper

    def notify_services(live_game: LiveGame) -> None:
        keeper.queue_board_update(live_game)
        guild = live_game.place.guild
        if guild in services.champion_role.servers:
            services.champion_role.handle_game_change(live_game)
        if guild in services.seat_lists.servers:
            services.seat_lists.handle_game_change(live_game)
        services.absences.handle_game_change(live_game)
        if live_game.scored:
            services.rater.schedule_rating(guild)
            services.outbox.schedule_check()  # posts that tell of the game may need a correction

    service.add_listener(notify_services)
    services.absences.add_listener(keeper.queue_board_update)
    for forget in (
        service.clear_caches,
        services.boards.clear_cache,
        i18n.clear_catalogue_caches,
        escape_markdown.cache_clear,
        distinguish_names.cache_clear,
        services.drafts.clear,
        services.judge.clear_cache,
        services.seat_lists.recheck_lists,
    ):
        services.people.add_invalidation_listener(forget)
    services.strikes.add_invalidation_listener(services.guilds.clear_cache)
    services.strikes.add_invalidation_listener(
        services.people.invalidate_caches
    )  # names of guests and of their games


def _build_watch(settings: config.WatchSettings, database: Database) -> TelemetryRecorder:
    """Build the health watch, with metrics if the settings enable the HTTP endpoint."""
    if not settings.port:
        return TelemetryRecorder()
    from bot.watch.metrics import PrometheusMetrics

    return TelemetryRecorder(PrometheusMetrics(lambda: database.queued_writes))
