"""Opens the sandbox's page and keeps it open."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.sandbox.errors import SandboxError

if TYPE_CHECKING:
    from bot.sandbox.seams import SandboxPage

PORT = 8377
INSTALL = "pip install 'suzerain[sandbox]'"


async def serve(
    client: discord.Client,
    *,
    resume_after: int | None = None,
    port: int = PORT,
    ready: Callable[[str], None] = print,
) -> None:
    """Play `client` in the sandbox until cancelled; `ready` is told the page's address.

    `client` has not logged in and keeps its engines: whoever built it closes it afterwards.
    `resume_after` is the greatest interaction id that its database knows: the simulated clock,
    and with it every new id, begins after it, and never before now. `port` 0 takes any free one.
    Raises SandboxError without the sandbox's packages, or when the port is taken.
    """
    async with simulate(client, resume_after=resume_after, port=port) as page:
        ready(page.url)
        await page.wait_closed()


@contextlib.asynccontextmanager
async def simulate(
    client: discord.Client, *, resume_after: int | None = None, port: int = 0
) -> AsyncIterator[SandboxPage]:
    """The simulated Discord around `client`, its page being served and its clock running."""
    try:
        with _hush():  # simcord examines discord.py on import, and discord.py remarks on it
            from bot.sandbox import seams, world
    except ImportError as error:
        raise SandboxError(f"the sandbox needs its packages: {INSTALL} ({error})") from error
    env = seams.make_env(client, world.BOT, world.AVATAR)
    made = world.build(env)
    seams.start_clock_at(env, _find_beginning(resume_after))  # after the world, for its ids to stay
    with (
        seams.speak_languages(made.languages),
        seams.show_embeds_in_full(),
        seams.tell_menus_apart(),
        seams.keep_parsers(),
    ):
        await env.start()
        try:
            pictures = made.draw_pictures(seams.read_bot_id(env))
            page = seams.SandboxPage(
                env, made.channels, made.labels, pictures, made.languages, port
            )
            async with page, _run_clock(page):
                yield page
        finally:
            await env.shutdown()


@contextlib.contextmanager
def _hush() -> Iterator[None]:
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def _find_beginning(resume_after: int | None) -> datetime:
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
