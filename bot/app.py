"""The one place that builds things and connects them."""

import asyncio
import logging
import re
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial

import aiohttp
import discord
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.config import Logging, Settings
from bot.front.client import Suzerain
from bot.front.desk import NEEDED, Desk
from bot.front.keeper import Keeper
from bot.projections import pods
from bot.service import Service
from bot.storage.boards import Boards
from bot.storage.engine import check, open_engine
from bot.storage.errors import StorageError
from bot.storage.guilds import Guilds
from bot.storage.log import Log
from bot.storage.migrate import is_current, upgrade
from bot.storage.people import People

log = logging.getLogger(__name__)

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
    engine: AsyncEngine

    async def close(self) -> None:
        """Lets go of the database."""
        await self.client.desk.keeper.close()
        await self.engine.dispose()


class StartError(Exception):
    """The bot cannot start: one sentence for whoever starts it."""


async def build(settings: Settings) -> App:
    """Builds the bot on its database, which is brought up to date. Raises `StorageError`."""
    engine = open_engine(settings.database.url)
    try:
        if not await is_current(engine):
            await upgrade(engine)
        await check(engine)
    except StorageError:
        await engine.dispose()
        raise
    events, boards, guilds = Log(engine), Boards(engine), Guilds(engine)
    service = Service(events, People(engine), discord.utils.utcnow)

    def desk(client: Suzerain) -> Desk:
        open_pods = partial(pods.open_pods, engine)
        keeper = Keeper(client, service, boards, guilds, open_pods, discord.utils.utcnow)
        service.listen(keeper.changed)
        return Desk(service, guilds, keeper, engine)

    return App(Suzerain(desk), service, events, boards, engine)


async def run(settings: Settings, ready: Callable[[str], None] = print) -> None:
    """Runs the bot on Discord until SIGINT or SIGTERM. Raises `StartError`.

    `ready` is told the invitation link once Discord knows the token.
    """
    token = _token(settings)
    stop = asyncio.Event()
    with _signals(stop.set):
        try:
            app = await build(settings)
        except StorageError as error:
            raise StartError(f"database.url: {error}") from None
        try:
            async with app.client as client:
                await _until(stop, client, _serve(client, token, settings.logging, ready))
        finally:
            await app.close()


def _token(settings: Settings) -> str:
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


async def _serve(client: Suzerain, token: str, logs: Logging, ready: Callable[[str], None]) -> None:
    """Logs in and answers whoever asks, for as long as Discord lets the bot."""
    await _log_in(client, token)
    # From here on; until then, whatever is wrong is one line.
    discord.utils.setup_logging(level=logging.getLevelName(logs.level.upper()))
    ready(discord.utils.oauth_url(client.application_id or 0, permissions=NEEDED))
    try:
        await client.connect()
    except UNREACHABLE as error:
        raise StartError(f"Discord ended the connection ({error}); start the bot again") from None


async def _log_in(client: Suzerain, token: str) -> None:
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise StartError(f"discord.token: Discord does not know this token; {AGAIN}") from None
    except UNREACHABLE as error:
        raise StartError(f"Discord cannot be reached ({error}); try again later") from None


async def _until(
    stop: asyncio.Event, client: Suzerain, serving: Coroutine[None, None, None]
) -> None:
    """Serves until `stop`, then finishes what is being answered."""
    service = asyncio.create_task(serving)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([service, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if service.done():
        return service.result()
    log.info("stopping: finishing what is being answered")
    await client.drain()
    await client.close()
    service.cancel()  # a connection that is being tried again knows no end
    await asyncio.gather(service, return_exceptions=True)
    return None


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """Calls `stop` on SIGINT and SIGTERM; works on every system, unlike the loop's own handlers."""
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
