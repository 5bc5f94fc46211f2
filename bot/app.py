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
from bot.card_updates.places import find_index_file
from bot.card_updates.updates import CardUpdates
from bot.cards.index import CardIndex, drop_index, use_index
from bot.config import Settings
from bot.front.background.absences import Absences
from bot.front.background.board_messages import BoardStrays
from bot.front.background.board_pictures import BoardPictures
from bot.front.background.board_snapshot import SnapshotReader
from bot.front.background.board_updater import BoardMoves, BoardUpdater, VoteCalls
from bot.front.background.budget import DISCORD_LIMITS, Budget, RateLimits
from bot.front.background.champion_role import ChampionRole
from bot.front.background.finished_threads import FinishedThreads
from bot.front.background.keeper import Keeper
from bot.front.background.module_commands import ModuleCommands
from bot.front.background.plan_tools import PlanTools
from bot.front.background.plans import PlanKeeper
from bot.front.background.posts import Outbox, PostChannels, PostContent, PostDelivery
from bot.front.background.publisher import Messages, Publisher
from bot.front.background.result_channel import ResultChannel
from bot.front.background.seat_lists import SeatListKeeper
from bot.front.gateway.client import Suzerain
from bot.front.interaction.channel_visibility import ChannelVisibility
from bot.front.interaction.drafts import Drafts
from bot.front.interaction.limits import DEFAULT_LIMITS, Limits, Throttle
from bot.front.interaction.services import Services, StandingsSources
from bot.front.rendering import series
from bot.front.rendering.escaping import escape
from bot.front.rendering.names import tell_apart
from bot.front.standings.posts import draw_post
from bot.judge_worker.workers import JudgeWorkers
from bot.pairing_worker.pairer import Pairer
from bot.pictures.studio import Studio
from bot.projections import pods
from bot.projections.plans import PlanRow, load_open_plans
from bot.projections.pods import PodRow
from bot.projections.rater import Rater
from bot.projections.season_tables import SeasonLeaders, SeasonTables
from bot.service.live_game import LiveGame
from bot.service.night_pods import find_night_of
from bot.service.service import Service
from bot.storage.engine.account_key import KEY_ADVICE, NO_KEY
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.migrate import bring_up_to_date, make_file
from bot.storage.engine.urls import is_shared
from bot.storage.privacy.personal_data import PersonalData
from bot.storage.privacy.striking import Strikes
from bot.storage.record.avoidances import Avoidances
from bot.storage.record.boards import Boards
from bot.storage.record.decks import Decks
from bot.storage.record.entry_calls import EntryCalls
from bot.storage.record.log import Log
from bot.storage.record.people import People
from bot.storage.record.player_decks import PlayerDecks
from bot.storage.record.publications import Publication, Publications
from bot.storage.servers.guild_commands import GuildCommands
from bot.storage.servers.guilds import Guilds
from bot.storage.servers.posts import Post, Posts
from bot.storage.tables.champions import Champions
from bot.storage.tables.dismissals import Dismissals
from bot.storage.tables.guest_claims import GuestClaims
from bot.storage.tables.guests import Guests
from bot.storage.tables.merges import Merges
from bot.storage.tables.seasons import Seasons
from bot.watch import Watch

log = logging.getLogger(__name__)


class App(Struct, frozen=True):
    """The built bot, ready to log in."""

    client: Suzerain
    service: Service
    log: Log
    boards: Boards
    database: Database

    async def close(self) -> None:
        """Close the background work, the worker processes and the database."""
        services = self.client.services
        for each in (services.outbox, services.plans, services.keeper, services.champion_role):
            await each.close()
        await services.seat_lists.close()
        await services.modules.close()
        await services.studio.close()
        await services.judge.close()
        await services.pairer.close()
        await services.card_updates.close()
        drop_index(services.cards)
        services.cards.close()
        await services.rater.close()
        await self.database.close()


class _Foundation(Struct, frozen=True):
    """The parts that exist before the services, which are built on them."""

    client: Suzerain
    database: Database
    service: Service
    boards: Boards
    people: People
    rates: RateLimits
    budget: Budget
    """The budget of all requests for boards and posts, which Discord counts together."""
    publications: Publications
    publisher: Publisher[Publication]
    cards: CardIndex
    card_updates: CardUpdates


async def build(
    settings: Settings, rates: RateLimits = DISCORD_LIMITS, limits: Limits = DEFAULT_LIMITS
) -> App:
    """Build the bot on its database, which is migrated first. Raises `StorageError`.

    `rates` limit the requests for boards, `limits` what users may ask.
    """
    database = await _open_database(settings)
    events = Log(database)
    boards = Boards(database)
    people = People(database)
    service = Service(events, people, discord.utils.utcnow)
    watch = _make_watch(settings.watch, database)
    database.listen(watch.note_batch)
    path = find_index_file(settings)
    cards = CardIndex(path)
    use_index(cards)
    updates = CardUpdates(settings.cards, settings.database.url, path, cards, time.time)

    def make_services(client: Suzerain) -> Services:
        budget = Budget(rates.each_second)
        publications = Publications(database)
        publisher = Publisher(Messages(client), publications, budget, discord.utils.utcnow)
        base = _Foundation(
            *(client, database, service, boards, people, rates, budget, publications, publisher),
            cards,
            updates,
        )
        services = _make_services(base, settings, limits)
        _connect(services)
        services.keeper.listen(watch.note_board)
        return services

    return App(Suzerain(make_services, watch), service, events, boards, database)


async def _open_database(settings: Settings) -> Database:
    await make_file(settings.database.url)
    database = Database(settings.database.url, settings.privacy.key)
    try:
        await bring_up_to_date(database)
        await database.check()
    except StorageError:
        await database.close()
        raise
    if is_shared(database.url) and not settings.privacy.key:
        log.warning("privacy.key: %s; %s", NO_KEY, KEY_ADVICE)
    return database


def _make_services(base: _Foundation, settings: Settings, limits: Limits) -> Services:
    """Build the collaborators of every feature; `_connect` subscribes them to each other later."""
    client = base.client
    database = base.database
    people = base.people
    guilds = Guilds(database, people)
    posts = Posts(database)
    absences = _make_absences(base)
    sources = StandingsSources(
        database=database,
        people=people,
        guilds=guilds,
        seasons=Seasons(database, people),
        season_tables=SeasonTables(database),
        rater=Rater(database),
        studio=Studio(),
        cards=base.cards,
    )
    champions = Champions(database)
    leaders = SeasonLeaders(database, champions, sources.season_tables)
    keeper = _make_keeper(base, guilds, absences, sources.studio)
    return Services(
        **asdict(sources),
        service=base.service,
        decks=Decks(database, people),
        player_decks=PlayerDecks(database, people),
        posts=posts,
        personal_data=PersonalData(database, people),
        strikes=Strikes(database, people),
        dismissals=Dismissals(database, people),
        avoidances=Avoidances(database, people),
        merges=Merges(database, people),
        guests=Guests(database),
        guest_claims=GuestClaims(database, people),
        house_variants=settings.variants,
        docs_url=settings.docs.url,
        boards=base.boards,
        keeper=keeper,
        absences=absences,
        champion_role=ChampionRole(client, champions, leaders, guilds, discord.utils.utcnow),
        outbox=_make_outbox(base, posts, guilds, partial(draw_post, sources)),
        plans=_make_plans(base, guilds, absences, keeper),
        seat_lists=_make_seat_lists(base, guilds),
        modules=_make_modules(base, guilds),
        judge=JudgeWorkers(),
        pairer=Pairer(),
        card_updates=base.card_updates,
        throttle=Throttle(limits),
        visibility=ChannelVisibility(),
        drafts=Drafts(),
        reading=asyncio.Lock(),
    )


def _make_absences(base: _Foundation) -> Absences:
    """Build the cache of players who have left."""
    find = partial(pods.load_pods_in_state, base.database)
    return Absences(base.client, base.service, base.people, find, discord.utils.utcnow)


def _make_plans(
    base: _Foundation, guilds: Guilds, absences: Absences, keeper: Keeper
) -> PlanKeeper:
    """Build the keeper of plans; each lobby that it opens takes two requests of the budget."""
    same = (base.client, base.service, base.people, guilds, base.database, base.budget)
    tools = PlanTools(*same, discord.utils.utcnow)
    return PlanKeeper(tools, absences.look_for_gone, keeper.gather, base.rates.each_second / 2)


def _make_keeper(base: _Foundation, guilds: Guilds, absences: Absences, studio: Studio) -> Keeper:
    """Build the keeper of boards."""
    client = base.client
    service = base.service
    boards = base.boards
    moves = BoardMoves(partial(_find_last, client))
    budget = base.budget
    database = base.database
    read_series = partial(series.read_series, database)
    pictures = BoardPictures(client, base.people, studio)
    now = discord.utils.utcnow
    messages = Messages(client)
    updater = BoardUpdater(
        SnapshotReader(service, boards, guilds, absences, read_series),
        service,
        boards,
        base.people,
        Publisher(messages, boards, budget, now),
        moves,
        BoardStrays(boards, messages, budget),
        pictures,
        VoteCalls(messages, boards, budget),
        EntryCalls(database),
        ResultChannel(base.publisher, base.publications, base.people, pictures, now),
        FinishedThreads(client, service, budget),
        budget,
        now,
        base.rates.grace,
        partial(find_night_of, service, database),
    )

    async def find_open(guild: int) -> list[PodRow | PlanRow]:
        open_pods = await pods.load_open_pods(database, guild)
        return [*open_pods, *await load_open_plans(database, guild)]

    apart = base.rates.apart
    return Keeper(client, service, boards, find_open, updater, moves, budget, apart, client.tends)


def _find_last(client: discord.Client, channel: int) -> int | None:
    """Return the id of the last known message of a channel, or None."""
    found = client.get_channel(channel)
    return getattr(found, "last_message_id", None)


def _make_outbox(
    base: _Foundation,
    posts: Posts,
    guilds: Guilds,
    draw: Callable[[Post], Awaitable[PostContent]],
) -> Outbox:
    """Build the sender of posts, which uses at most half of the requests."""
    channels = PostChannels(base.client)
    now = discord.utils.utcnow
    rates = base.rates
    publisher = base.publisher
    publications = base.publications
    share = rates.each_second / 2
    delivery = PostDelivery(channels, publisher, publications, posts, guilds, draw, now, share)
    return Outbox(channels, publications, posts, delivery, now, rates.gathers)


def _make_seat_lists(base: _Foundation, guilds: Guilds) -> SeatListKeeper:
    """Build the keeper of the lists of free seats."""
    return SeatListKeeper(
        base.client,
        base.database,
        base.publisher,
        base.publications,
        guilds,
        base.people,
        discord.utils.utcnow,
        base.rates.lists,
    )


def _make_modules(base: _Foundation, guilds: Guilds) -> ModuleCommands:
    """Build the keeper of the commands that single servers have."""
    client = base.client
    registered = GuildCommands(base.database)
    return ModuleCommands(client, guilds, registered, client.modules.describe, client.tends)


def _connect(services: Services) -> None:
    """Subscribe services to changes of games, to absent members and to forgotten people."""
    service = services.service
    keeper = services.keeper

    def follow(live: LiveGame) -> None:
        keeper.mark(live)
        guild = live.place.guild
        if guild in services.champion_role.servers:
            services.champion_role.notice(live)
        if guild in services.seat_lists.servers:
            services.seat_lists.notice(live)
        services.absences.notice(live)
        if live.scored:
            services.rater.wake(guild)
            services.outbox.wake()  # posts that tell of the game may need a correction

    service.listen(follow)
    services.absences.listen(keeper.mark)
    for forget in (
        service.reread,
        services.boards.reread,
        i18n.forget,
        escape.cache_clear,
        tell_apart.cache_clear,
        services.drafts.clear,
        services.judge.forget,
        services.seat_lists.retry,
    ):
        services.people.listen(forget)
    services.strikes.listen(services.guilds.reread)
    services.strikes.listen(services.people.reread)  # names of guests and of their games


def _make_watch(settings: config.WatchSettings, database: Database) -> Watch:
    """Build the watch, with metrics only if an endpoint serves them."""
    if not settings.port:
        return Watch()
    from bot.watch.metrics import Metrics

    return Watch(Metrics(lambda: database.depth))
