"""The one place that builds things and connects them."""

import asyncio
import logging
import signal
from collections.abc import Callable

import discord
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.config import Settings
from bot.front.client import Suzerain
from bot.front.desk import NEEDED, Desk
from bot.front.keeper import Keeper
from bot.service import Service
from bot.storage.boards import Boards
from bot.storage.engine import check, open_engine
from bot.storage.errors import StorageError
from bot.storage.guilds import Guilds
from bot.storage.log import Log
from bot.storage.migrate import is_current, upgrade
from bot.storage.people import People

log = logging.getLogger(__name__)


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
        keeper = Keeper(client, service, boards, guilds, discord.utils.utcnow)
        service.listen(keeper.changed)
        return Desk(service, guilds, keeper, engine)

    return App(Suzerain(desk), service, events, boards, engine)


async def run(settings: Settings, ready: Callable[[str], None] = print) -> None:
    """Runs the bot on Discord until SIGINT or SIGTERM. Raises `StartError`.

    `ready` is told the invitation link once Discord knows the token.
    """
    if not settings.discord.token.strip():
        raise StartError(
            "discord.token: no token; put the one from Discord's developer portal into"
            " config.toml or SUZERAIN_DISCORD__TOKEN"
        )
    discord.utils.setup_logging(level=logging.getLevelName(settings.logging.level.upper()))
    try:
        app = await build(settings)
    except StorageError as error:
        raise StartError(f"database.url: {error}") from None
    try:
        async with app.client as client:
            await _log_in(client, settings.discord.token.strip())
            ready(discord.utils.oauth_url(client.application_id or 0, permissions=NEEDED))
            await _until_stopped(client)
    finally:
        await app.close()


async def _log_in(client: Suzerain, token: str) -> None:
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise StartError(
            "discord.token: Discord does not know this token; copy it again from the developer"
            " portal"
        ) from None
    except (OSError, discord.HTTPException) as error:
        raise StartError(f"Discord cannot be reached ({error}); try again later") from None


async def _until_stopped(client: Suzerain) -> None:
    """Stays connected until a signal, then finishes what is being answered."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    connection = asyncio.create_task(client.connect())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([connection, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if stop.is_set():
        log.info("stopping: finishing what is being answered")
        await client.drain()
    await client.close()
    await connection
