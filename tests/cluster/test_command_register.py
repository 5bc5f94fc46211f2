"""Of several processes one tells Discord the commands, whenever they have changed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.front.gateway.slash_commands import RegisterCommands, build_slash_command_registrar
from tests.cluster.conftest import MakeStore
from tests.loopback.server import TOKEN, Loopback


class Told:
    """A process whose commands have these names and descriptions, and how it tells them."""

    def __init__(self, client: discord.Client, tell: RegisterCommands) -> None:
        self._client = client
        self._tell = tell

    async def tell(self, **commands: str) -> set[str]:
        """Return the names of the commands that Discord knows."""
        tree = app_commands.CommandTree(self._client)
        for name, about in commands.items():
            tree.add_command(_make_command(name, about))
        known = await self._tell(tree)
        self._client._connection._command_tree = None  # a client has one tree
        return {each.name for each in known}


def _make_command(name: str, about: str) -> app_commands.Command[Any, [], None]:
    async def answer(interaction: discord.Interaction) -> None:
        """Never called."""

    return app_commands.Command(name=name, description=about, callback=answer)


@pytest.fixture
async def processes(loopback: Loopback, make_store: MakeStore) -> AsyncIterator[list[Told]]:
    """Two, logged in, on one database."""
    async with AsyncExitStack() as stack:
        made = []
        for _ in range(2):
            client = discord.Client(intents=discord.Intents.none())
            await stack.enter_async_context(client)
            await client.login(TOKEN)
            made.append(Told(client, build_slash_command_registrar(make_store())))
        yield made


def count_told(loopback: Loopback) -> int:
    """How often Discord was told."""
    return sum(request.method == "PUT" for request in loopback.rest.requests)


async def test_two_processes_that_start_together_tell_once_and_both_know(
    loopback: Loopback, processes: list[Told]
) -> None:
    known = await asyncio.gather(*(each.tell(pod="a", undo="b") for each in processes))
    assert known == [{"pod", "undo"}] * 2
    assert count_told(loopback) == 1


async def test_a_text_that_has_changed_is_told_once_by_either(loopback: Loopback, processes: list[Told]) -> None:
    one, two = processes
    await one.tell(pod="a")
    await two.tell(pod="another text")
    await two.tell(pod="another text")
    assert count_told(loopback) == 2
    assert loopback.rest.commands[0]["description"] == "another text"
    await one.tell(pod="a")  # an older version beside a newer one
    assert count_told(loopback) == 3


async def test_a_command_that_discord_has_lost_is_told_again(loopback: Loopback, processes: list[Told]) -> None:
    one, two = processes
    await one.tell(pod="a", undo="b")
    loopback.rest.commands = loopback.rest.commands[:1]
    assert await two.tell(pod="a", undo="b") == {"pod", "undo"}
    assert count_told(loopback) == 2


async def test_what_discord_did_not_hear_is_told_by_the_next(loopback: Loopback, processes: list[Told]) -> None:
    one, two = processes
    refusing = loopback.rest.failing(lambda method, _: method == "PUT", status=400)
    with refusing, pytest.raises(discord.HTTPException):
        await one.tell(pod="a")
    assert await two.tell(pod="a") == {"pod"}
    assert count_told(loopback) == 2
