"""The sandbox's entry point: it starts the simulated Discord and serves its page."""

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


async def run_bot_in_sandbox(
    client: discord.Client,
    *,
    newest_interaction_time: int | None = None,
    port: int = PORT,
    on_ready: Callable[[str], None] = print,
    on_sample_server_built: Callable[[int], Awaitable[None]] | None = None,
) -> None:
    """Run the bot in a simulated Discord with a web page until cancelled.

    `on_ready` is called with the page's address. `client` must not be logged in; the caller closes its database
    afterwards. `newest_interaction_time` is the greatest interaction id in its database: the simulated clock, and so
    every new id, starts after it, and never before now. `port` 0 takes any free port. `on_sample_server_built` is
    called with the id of the server before the bot starts. Raises `SandboxError` if the sandbox's packages are missing
    or the port is taken.
    """
    async with run_simulated_discord(
        client,
        newest_interaction_time=newest_interaction_time,
        port=port,
        on_sample_server_built=on_sample_server_built,
    ) as page:
        on_ready(page.url)
        await page.wait_closed()


@contextlib.asynccontextmanager
async def run_simulated_discord(
    client: discord.Client,
    *,
    newest_interaction_time: int | None = None,
    port: int = 0,
    on_sample_server_built: Callable[[int], Awaitable[None]] | None = None,
) -> AsyncIterator[SandboxPage]:
    """Run a simulated Discord around the bot, with web page and clock; yield the page.

    `on_sample_server_built` is called with the id of the server before the bot starts. Raises `SandboxError`.
    """
    try:
        with _silence_simulator_logs():  # importing simcord makes discord.py log a warning
            from bot.sandbox import sample_server, simcord_patches
            from bot.sandbox.page import SandboxPage
    except ImportError as error:
        raise SandboxError(f"the sandbox needs its packages: {INSTALL} ({error})") from error
    env = simcord_patches.create_simulated_discord(client, sample_server.BOT, sample_server.AVATAR)
    made = sample_server.build_sample_server(env)
    if on_sample_server_built is not None:
        await on_sample_server_built(made.guild)
    # The clock starts after the world was built, so that the world's ids stay the same.
    simcord_patches.start_simulated_clock_at(env, _compute_start_time_of_simulated_clock(newest_interaction_time))
    with (
        simcord_patches.patch_simulator_to_send_member_languages(made.language_by_member_id),
        simcord_patches.patch_simulator_to_translate_commands(env),
        simcord_patches.patch_simulator_to_render_embed_markdown(),
        simcord_patches.patch_simulator_to_find_menus_by_custom_id(),
        simcord_patches.patch_simulator_to_cache_markdown_parsers(),
        simcord_patches.patch_simulator_image_decoding(),
    ):
        await env.start()
        try:
            pictures = made.draw_avatars(simcord_patches.get_bot_user_id(env))
            page = SandboxPage(env, made, pictures, port)
            async with page, _run_simulated_clock_in_background(page):
                yield page
        finally:
            await env.shutdown()


@contextlib.contextmanager
def _silence_simulator_logs() -> Iterator[None]:
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def _compute_start_time_of_simulated_clock(newest_interaction_time: int | None) -> datetime:
    now = discord.utils.utcnow()
    if newest_interaction_time is None:
        return now
    return max(now, discord.utils.snowflake_time(newest_interaction_time) + timedelta(seconds=1))


@contextlib.asynccontextmanager
async def _run_simulated_clock_in_background(page: SandboxPage) -> AsyncIterator[None]:
    clock = asyncio.create_task(page.run_simulated_clock())
    try:
        yield
    finally:
        clock.cancel()
        await asyncio.wait([clock])
