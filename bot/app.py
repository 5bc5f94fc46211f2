"""The one place that builds things and connects them."""

import asyncio
import gc
import logging
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial

import aiohttp
import discord
from msgspec import Struct

from bot import config, i18n
from bot.config import Settings
from bot.front.background.absences import Absences
from bot.front.background.board_messages import BoardMessages
from bot.front.background.board_moves import BoardMoves
from bot.front.background.board_snapshot import SnapshotReader
from bot.front.background.board_updater import BoardUpdater
from bot.front.background.budget import GENTLE, Budget, RateLimits
from bot.front.background.champion_role import ChampionRole
from bot.front.background.finished_threads import FinishedThreads
from bot.front.background.keeper import Keeper
from bot.front.background.outbox import Outbox
from bot.front.background.post_channels import NEEDED as NEEDED_TO_POST
from bot.front.background.post_channels import DiscordChannels, PostContent
from bot.front.background.post_delivery import PostDelivery
from bot.front.gateway.client import Suzerain
from bot.front.interaction.channel_visibility import ChannelVisibility
from bot.front.interaction.drafts import Drafts
from bot.front.interaction.limits import FAIR, Limits, Throttle
from bot.front.interaction.services import Services
from bot.front.rendering import series
from bot.front.rendering.board_permissions import NEEDED
from bot.front.rendering.escaping import escape
from bot.front.standings.post_pages import draw_post
from bot.pictures.studio import Studio
from bot.projections import pods
from bot.projections.rater import Rater
from bot.rules.variants import Variant
from bot.service.live_pod import LivePod
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.migrate import is_current, upgrade
from bot.storage.privacy.personal_data import PersonalData
from bot.storage.record.boards import Boards
from bot.storage.record.log import Log
from bot.storage.record.people import People
from bot.storage.servers.guilds import Guilds
from bot.storage.servers.posts import Post, Posts
from bot.storage.tables.champions import Champions
from bot.storage.tables.seasons import Seasons
from bot.watch import Watch

log = logging.getLogger(__name__)

INVITED = NEEDED | NEEDED_TO_POST
"""What the bot's invitation asks for."""

AGAIN = "copy it again from the developer portal"
"""What to do about a wrong token."""

UNREACHABLE = (OSError, aiohttp.ClientError, discord.DiscordException)
"""What comes of a Discord that is away, or that wants no more of the bot."""


class App(Struct, frozen=True):
    """The bot, ready to log in."""

    client: Suzerain
    service: Service
    log: Log
    boards: Boards
    database: Database

    async def close(self) -> None:
        """Let go of the database, and of the process of pictures."""
        services = self.client.services
        for each in (services.outbox, services.keeper, services.champion_role, services.studio):
            await each.close()
        await services.rater.close()
        await self.database.close()


class StartError(Exception):
    """The bot cannot start: one sentence for whoever starts it."""


async def build(settings: Settings, rates: RateLimits = GENTLE, limits: Limits = FAIR) -> App:
    """Build the bot on its database, which is brought up to date. Raises `StorageError`.

    Boards keep to the `rates` that Discord wants, and people to `limits`, unless others are given.
    """
    database = await _open(settings)
    events, boards, people = Log(database), Boards(database), People(database)
    service = Service(events, people, discord.utils.utcnow)
    watch = _make_watch(settings.watch, database)
    database.listen(watch.note_batch)

    def make_services(client: Suzerain) -> Services:
        services = _make_services(
            client, database, service, boards, people, settings.variants, rates, limits
        )
        _connect(services, boards)
        services.keeper.listen(watch.note_board)
        return services

    return App(Suzerain(make_services, watch), service, events, boards, database)


async def _open(settings: Settings) -> Database:
    database = Database(settings.database.url)
    try:
        if not await is_current(database):
            await upgrade(database)
        await database.check()
    except StorageError:
        await database.close()
        raise
    return database


def _make_services(
    client: discord.Client,
    database: Database,
    service: Service,
    boards: Boards,
    people: People,
    house_variants: Mapping[str, Variant],
    rates: RateLimits,
    limits: Limits,
) -> Services:
    """Build what every feature works with, but for what tells each of the others."""
    now, guilds, posts = discord.utils.utcnow, Guilds(database, people), Posts(database)
    budget = Budget(rates.each_second)
    absences = Absences(client, service, people, partial(pods.find_in_state, database), now)
    read_series = partial(series.read_series, database)
    reader = SnapshotReader(service, boards, guilds, absences, read_series)

    async def draw(post: Post) -> PostContent:
        return await draw_post(services, post)

    services = Services(
        database=database,
        service=service,
        people=people,
        guilds=guilds,
        seasons=Seasons(database, people),
        posts=posts,
        personal_data=PersonalData(database, people),
        house_variants=house_variants,
        keeper=_make_keeper(client, database, service, boards, people, reader, budget, rates.apart),
        absences=absences,
        champion_role=ChampionRole(client, Champions(database), guilds, now),
        outbox=_make_outbox(client, posts, guilds, draw, budget, rates),
        rater=Rater(database),
        studio=Studio(),
        throttle=Throttle(limits),
        visibility=ChannelVisibility(),
        drafts=Drafts(),
        reading=asyncio.Lock(),
    )
    return services


def _make_keeper(
    client: discord.Client,
    database: Database,
    service: Service,
    boards: Boards,
    people: People,
    reader: SnapshotReader,
    budget: Budget,
    apart: float,
) -> Keeper:
    """Build what draws boards; all their requests are of one `budget`."""
    moves = BoardMoves()
    updater = BoardUpdater(
        reader,
        service,
        boards,
        people,
        BoardMessages(client, budget),
        moves,
        FinishedThreads(client, service, budget),
        budget,
        discord.utils.utcnow,
    )
    open_pods = partial(pods.find_open_pods, database)
    return Keeper(client, service, boards, open_pods, updater, moves, budget, apart)


def _make_outbox(
    client: discord.Client,
    posts: Posts,
    guilds: Guilds,
    draw: Callable[[Post], Awaitable[PostContent]],
    budget: Budget,
    rates: RateLimits,
) -> Outbox:
    """Build what sends posts, with at most half of the requests that there may be."""
    channels, now = DiscordChannels(client), discord.utils.utcnow
    delivery = PostDelivery(channels, posts, guilds, draw, budget, now, rates.each_second / 2)
    return Outbox(channels, posts, delivery, now, rates.gathers)


def _connect(services: Services, boards: Boards) -> None:
    """Tell each what happens elsewhere: a pod changed, a member left, somebody was forgotten."""
    service, keeper = services.service, services.keeper

    def follow(live: LivePod) -> None:
        keeper.mark(live)
        services.champion_role.notice(live)
        services.absences.notice(live)
        if live.scored:
            services.rater.wake(live.place.guild)
        services.outbox.wake()

    service.listen(follow)
    services.absences.listen(keeper.mark)
    for forget in (
        service.reread,
        boards.reread,
        i18n.forget,
        escape.cache_clear,
        services.drafts.clear,
    ):
        services.people.listen(forget)


async def run(
    settings: Settings, ready: Callable[[str], None] = print, limits: Limits = FAIR
) -> None:
    """Run the bot on Discord until SIGINT or SIGTERM. Raises `StartError`.

    `ready` is told the invitation link once Discord knows the token.
    """
    token = read_token(settings)
    stop = asyncio.Event()
    with _catch_signals(stop.set):
        try:
            app = await build(settings, limits=limits)
        except StorageError as error:
            raise StartError(f"database.url: {error}") from None
        try:
            async with app.client as client, _serve_watch(settings.watch, app):
                await _serve_until(stop, client, _serve(client, token, settings.logging, ready))
        finally:
            await app.close()


def read_token(settings: Settings) -> str:
    """The token. Raises `StartError`, which never repeats it, for what cannot be one."""
    token = settings.discord.token.strip()
    if not token:
        raise StartError(
            "discord.token: no token; put the one from Discord's developer portal into"
            " config.toml or SUZERAIN_DISCORD__TOKEN"
        )
    if not re.fullmatch(r"[!-~]+", token):  # it goes into a header
        raise StartError(f"discord.token: not a token; {AGAIN}")
    return token


def _make_watch(settings: config.WatchSettings, database: Database) -> Watch:
    """What is told how the bot fares: metrics only if they can be read."""
    if not settings.port:
        return Watch()
    from bot.watch.metrics import Metrics

    return Watch(Metrics(lambda: database.depth))


@asynccontextmanager
async def _serve_watch(settings: config.WatchSettings, app: App) -> AsyncIterator[None]:
    """Let others see how the bot fares, where the settings say so. Raises `StartError`."""
    async with AsyncExitStack() as stack:
        if metrics := app.client.watch.metrics:
            from bot.watch.endpoint import Health, serve

            client, database = app.client, app.database
            health = Health(lambda: client.connected, database.check, lambda: database.depth)
            host, port = settings.host, settings.port
            try:
                await stack.enter_async_context(serve(host, port, health, metrics))
            except OSError as error:
                reason = error.strerror or error
                raise StartError(f"watch: nothing can listen on {host}:{port} ({reason})") from None
        yield


async def _serve(
    client: Suzerain, token: str, logs: config.LoggingSettings, ready: Callable[[str], None]
) -> None:
    """Log in and answer whoever asks, for as long as Discord lets the bot."""
    await log_in(client, token)
    # From here on; until then, whatever is wrong is one line.
    _begin_log(logs)
    ready(discord.utils.oauth_url(client.application_id or 0, permissions=INVITED))
    settling = asyncio.create_task(_settle(client))
    try:
        await client.connect()
    except UNREACHABLE as error:
        raise StartError(f"Discord ended the connection ({error}); start the bot again") from None
    finally:
        settling.cancel()


async def _settle(client: Suzerain) -> None:
    """What is here once the bot is ready stays: looking for it among the garbage takes 50 ms."""
    await client.wait_until_ready()
    gc.collect()
    gc.freeze()


def _begin_log(logs: config.LoggingSettings) -> None:
    """Write log lines to standard error from now on."""
    level = logging.getLevelNamesMapping()[logs.level.upper()]
    formatter: logging.Formatter = discord.utils.MISSING
    if logs.format == "json":
        from pythonjsonlogger.json import JsonFormatter

        named = {"levelname": "level", "name": "logger"}
        formatter = JsonFormatter([*named, "message"], rename_fields=named, timestamp=True)
    # What libraries say only to debug repeats all that people wrote, and passwords of Discord's.
    discord.utils.setup_logging(level=max(level, logging.INFO), formatter=formatter)
    logging.getLogger("bot").setLevel(level)


async def log_in(client: discord.Client, token: str) -> None:
    """Ask Discord who the bot is. Raises `StartError`."""
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise StartError(f"discord.token: Discord does not know this token; {AGAIN}") from None
    except UNREACHABLE as error:
        raise StartError(f"Discord cannot be reached ({error}); try again later") from None


async def _serve_until(
    stop: asyncio.Event, client: Suzerain, serving: Coroutine[None, None, None]
) -> None:
    """Serve until `stop`, then finish what is being answered."""
    service = asyncio.create_task(serving)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([service, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if service.done():
        return service.result()
    log.info("stopping: finishing what is being answered")
    await client.drain()
    if not client.is_ready():  # a connection that is being made, or tried again, knows no end
        service.cancel()
        await asyncio.gather(service, return_exceptions=True)
    await client.close()
    service.cancel()
    await asyncio.gather(service, return_exceptions=True)
    return None


@contextmanager
def _catch_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on SIGINT and SIGTERM; works on every system, unlike the loop's own handlers."""
    loop = asyncio.get_running_loop()
    before = {
        number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
