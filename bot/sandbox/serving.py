"""The sandbox's server: it starts the simulated Discord and serves its page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.sandbox import SandboxError

if TYPE_CHECKING:
    from bot.sandbox.page import SandboxPage

PORT = 8377
INSTALL = "pip install 'suzerain[sandbox]'"


async def serve(
    client: discord.Client,
    *,
    resume_after: int | None = None,
    port: int = PORT,
    ready: Callable[[str], None] = print,
    found: Callable[[int], Awaitable[None]] | None = None,
) -> None:
    """Run `client` in the sandbox until cancelled; call `ready` with the page's address.

    `client` must not be logged in. The caller closes its database afterwards. `resume_after` is
    the greatest interaction id in its database: the simulated clock, and so every new id, starts
    after it, and never before now. `port` 0 takes any free port. `found` is called with the id of
    the server before the bot starts. Raises `SandboxError` if the
    sandbox's packages are missing or the port is taken.
    """
    async with simulate(client, resume_after=resume_after, port=port, found=found) as page:
        ready(page.url)
        await page.wait_closed()


@contextlib.asynccontextmanager
async def simulate(
    client: discord.Client,
    *,
    resume_after: int | None = None,
    port: int = 0,
    found: Callable[[int], Awaitable[None]] | None = None,
) -> AsyncIterator[SandboxPage]:
    """Start the simulated Discord around `client`, with its page and its clock; yield the page.

    `found` is called with the id of the server before the bot starts.
    Raises `SandboxError`.
    """
    try:
        with _quiet_logs():  # importing simcord makes discord.py log a warning
            from bot.sandbox import seams, world
            from bot.sandbox.page import SandboxPage
    except ImportError as error:
        raise SandboxError(f"the sandbox needs its packages: {INSTALL} ({error})") from error
    env = seams.make_env(client, world.BOT, world.AVATAR)
    made = world.build(env)
    if found is not None:
        await found(made.guild)
    # The clock starts after the world was built, so that the world's ids stay the same.
    seams.start_clock_at(env, _find_start(resume_after))
    with (
        seams.speak_languages(made.languages),
        seams.translate_commands(env),
        seams.show_embeds_in_full(),
        seams.tell_menus_apart(),
        seams.cache_parsers(),
    ):
        await env.start()
        try:
            pictures = made.draw_pictures(seams.read_bot_id(env))
            page = SandboxPage(env, made, pictures, port)
            async with page, _run_clock(page):
                yield page
        finally:
            await env.shutdown()


@contextlib.contextmanager
def _quiet_logs() -> Iterator[None]:
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def _find_start(resume_after: int | None) -> datetime:
    now = discord.utils.utcnow()
    if resume_after is None:
        return now
    return max(now, discord.utils.snowflake_time(resume_after) + timedelta(seconds=1))


@contextlib.asynccontextmanager
async def _run_clock(page: SandboxPage) -> AsyncIterator[None]:
    clock = asyncio.create_task(page.keep_time())
    try:
        yield
    finally:
        clock.cancel()
        await asyncio.wait([clock])
