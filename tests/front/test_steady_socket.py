"""What Discord says and nobody can read: it is left out, and its shard goes on."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.front.gateway import resilient_socket
from bot.front.gateway.client import INTENTS
from bot.front.gateway.resilient_socket import get_log_of_unreadable_events
from tests.loopback.objects import MEMBERS, message
from tests.loopback.seen import Seen
from tests.loopback.server import TOKEN, Loopback

SECRET = "what somebody wrote"
UNREADABLE = {"id": SECRET, "content": SECRET}


class Reader(discord.AutoShardedClient):
    """A bot of two shards that reads messages."""

    def __init__(self) -> None:
        super().__init__(intents=INTENTS, shard_count=2, max_messages=None)
        self.seen = Seen()
        self.heard: list[int] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nobody: Discord would want five seconds."""

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.id)
        self.seen.something()

    async def hears(self, number: int) -> None:
        await self.seen.until(lambda: number in self.heard)


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    async with Loopback() as found:
        monkeypatch.setattr(Route, "BASE", f"{found.address}/api/v10")
        address = yarl.URL(found.address.replace("http", "ws", 1) + "/")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", address)
        yield found


@pytest.fixture
async def reader(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Reader]:
    """Both shards are connected, as two sessions."""
    monkeypatch.setattr(resilient_socket, "FIRST_SESSION_DELAY", 0.0)
    resilient_socket.install_fault_tolerant_gateway()
    async with Reader() as client:
        running = asyncio.create_task(client.start(TOKEN))
        await loopback.seen.until(lambda: len(loopback.gateway.sockets) == 2)
        yield client
        await client.close()
        with suppress(asyncio.CancelledError):
            await running


async def say(loopback: Loopback, number: int, shard: int = 0) -> None:
    """Write a message that can be read."""
    guild, channel = loopback.places[0]
    said = {**message(number, channel, MEMBERS[0], {"content": "hi"}), "guild_id": str(guild)}
    await loopback.gateway.tell_shard(shard, "MESSAGE_CREATE", said)


@pytest.mark.parametrize("event", ["MESSAGE_CREATE", "MESSAGE_UPDATE", "INTERACTION_CREATE"])
async def test_unreadable_events_that_are_only_counted_begin_no_session(
    loopback: Loopback, reader: Reader, event: str
) -> None:
    for _ in range(5):
        await loopback.gateway.tell_shard(0, event, UNREADABLE)
    await say(loopback, 7)
    await reader.hears(7)
    assert (loopback.gateway.sessions, loopback.gateway.connections) == (2, 2)
    assert get_log_of_unreadable_events(reader).dropped == 5


async def test_an_event_that_cannot_be_read_is_left_out_and_the_next_one_is_heard(
    loopback: Loopback, reader: Reader, caplog: pytest.LogCaptureFixture
) -> None:
    await loopback.gateway.tell_shard(0, "CHANNEL_UPDATE", UNREADABLE)
    await say(loopback, 7)
    await reader.hears(7)
    assert (loopback.gateway.sessions, loopback.gateway.connections) == (2, 2)
    assert get_log_of_unreadable_events(reader).dropped == 1
    [record] = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert "shard 0: CHANNEL_UPDATE cannot be read" in record.getMessage()
    assert SECRET not in caplog.text


async def test_the_same_again_begins_a_session_anew_and_other_shards_go_on(
    loopback: Loopback, reader: Reader, caplog: pytest.LogCaptureFixture
) -> None:
    other = loopback.gateway.sockets[1]
    for _ in range(2):
        await loopback.gateway.tell_shard(0, "CHANNEL_UPDATE", UNREADABLE)
    await loopback.seen.until(lambda: loopback.gateway.sessions == 3)
    for shard in (0, 1):
        await say(loopback, 7 + shard, shard)
        await reader.hears(7 + shard)
    assert loopback.gateway.sockets[1] is other
    assert SECRET not in caplog.text


async def test_what_is_no_json_breaks_a_connection_that_goes_on_and_then_begins_anew(
    loopback: Loopback, reader: Reader, caplog: pytest.LogCaptureFixture
) -> None:
    gateway, other = loopback.gateway, loopback.gateway.sockets[1]
    await gateway.say("{" + SECRET)
    await loopback.seen.until(lambda: gateway.connections == 3)
    assert gateway.sessions == 2
    await say(loopback, 7)
    await reader.hears(7)
    await gateway.say("[" + SECRET)
    await loopback.seen.until(lambda: gateway.sessions == 3)
    await say(loopback, 8)
    await reader.hears(8)
    assert gateway.sockets[1] is other
    assert SECRET not in caplog.text


async def test_a_session_that_begins_with_what_cannot_be_read_begins_anew(
    loopback: Loopback, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway, ready = loopback.gateway, loopback.gateway.make_ready
    monkeypatch.setattr(gateway, "make_ready", lambda shard: {**ready(shard), "user": {}})
    await gateway.say("[")
    await loopback.seen.until(lambda: gateway.connections == 3)
    await gateway.say("[")
    await loopback.seen.until(lambda: gateway.sessions >= 4)
    monkeypatch.setattr(gateway, "make_ready", ready)
    before = gateway.sessions
    await loopback.seen.until(lambda: gateway.sessions > before)
    await say(loopback, 7)
    await reader.hears(7)


async def test_sessions_are_begun_no_faster_than_discord_gives_them(loopback: Loopback, reader: Reader) -> None:
    loopback.rest.starts = 1
    for _ in range(2):
        await loopback.gateway.tell_shard(0, "CHANNEL_UPDATE", UNREADABLE)
    await loopback.seen.until(lambda: loopback.gateway.sessions == 3)
    for _ in range(5):
        await loopback.gateway.tell_shard(0, "CHANNEL_UPDATE", UNREADABLE)
    await say(loopback, 7)  # it goes on where it is
    await reader.hears(7)
    assert loopback.gateway.sessions == 3
