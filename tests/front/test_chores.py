"""What is done once a minute: one chore's trouble is not the next one's, and people come first."""

import logging

import discord
import pytest

from bot.front.gateway import chores
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.chores import Chore
from bot.front.gateway.client import SuzerainBot
from bot.storage.engine.errors import DatabaseBusyError, DatabaseUnreachableError, StorageError
from tests.front.simulated import Server


async def do(server: Server, monkeypatch: pytest.MonkeyPatch, error: StorageError) -> list[str]:
    """What is done where the first of two chores fails with `error`."""
    done = list[str]()

    async def fail(_: discord.Client, __: BackgroundServices) -> None:
        raise error

    async def note(_: discord.Client, __: BackgroundServices) -> None:
        done.append("the second")

    client, both = server.bot.app.client, tuple[Chore, ...]((fail, note))
    assert isinstance(client, SuzerainBot)
    with monkeypatch.context() as patch:
        patch.setattr(chores, "CHORES", both)
        await chores.run_all_background_chores(client, client.services)
    return done


async def test_the_trouble_of_one_is_not_the_next_ones(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert await do(server, monkeypatch, DatabaseUnreachableError("sqlite://", "gone")) == ["the second"]
    assert [each.levelno for each in caplog.records if each.name == chores.__name__] == [logging.WARNING]


async def test_where_too_many_people_wait_the_rest_is_for_the_next_round(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert await do(server, monkeypatch, DatabaseBusyError()) == []
    assert [each.levelno for each in caplog.records if each.name == chores.__name__] == [logging.WARNING]
