"""The doctor's checks on Discord, with the loopback in its place."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.care.discord_access import check_session_start_limits
from tests.commandline import run_suzerain_beside
from tests.loopback.child import redirect
from tests.loopback.program import Ended
from tests.loopback.server import TOKEN, Loopback
from tests.storage.store import Channel, opened, url_of

Doctor = Callable[..., Awaitable[Ended]]

pytestmark = pytest.mark.usefixtures("durable")


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    async with Loopback(guilds=2, channels=2) as loopback:
        yield loopback


@pytest.fixture
async def doctor(loopback: Loopback, template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Run `suzerain doctor` with open pods in both channels of the first server."""
    shutil.copy(template, tmp_path / "suzerain.sqlite3")
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # put back in the end
    redirect(loopback.address)
    async with opened(url_of(tmp_path / "suzerain.sqlite3")) as database:
        for server, channel in loopback.places[:2]:
            await Channel(database, channel, server).play()

    async def doctor(**settings: str) -> Ended:
        settings = {"SUZERAIN_DISCORD__TOKEN": TOKEN, **settings}
        ended = await run_suzerain_beside(tmp_path, "doctor", **settings)
        assert ended.err == ""
        assert TOKEN not in ended.out
        return ended

    return doctor


def said(ended: Ended, mark: str) -> list[str]:
    """Return the lines with a mark that are about Discord."""
    lines = [line for line in ended.out.splitlines() if line.startswith(mark)]
    return [line for line in lines if "discord" in line.casefold() or "gateway" in line]


async def test_a_bot_that_may_everything_is_well(loopback: Loopback, doctor: Doctor) -> None:
    ended = await doctor()
    assert ended.status == 0
    assert said(ended, "✔") == [
        "✔ gateway: 1 shards, 999 starts left",
        "✔ discord: suzerain is in 2 servers",
        f"✔ discord: server The Table ({loopback.places[0][0]}): 2 channels can show their pod",
    ]
    assert loopback.gateway.connections == 0


async def test_what_the_bot_lacks_is_named_with_the_channel(loopback: Loopback, doctor: Doctor) -> None:
    (server, first), (_, second) = loopback.places[:2]
    denied = discord.Permissions(send_messages=True, manage_messages=True)
    loopback.servers.denied[first] = denied.value
    loopback.servers.hidden.add(second)
    ended = await doctor()
    assert ended.status == 1
    here = f"✖ discord: server The Table ({server}), channel"
    lines = said(ended, "✖")
    assert len(lines) == 2
    assert lines[0].startswith(f"{here} {first}: the bot lacks Send Messages → allow")
    assert lines[1].startswith(f"{here} {second}: the bot lacks View Channel → allow")


async def test_a_thread_needs_what_its_channel_allows_in_threads(
    loopback: Loopback, doctor: Doctor, tmp_path: Path
) -> None:
    server, channel = loopback.places[0]
    thread = channel + 1_000
    loopback.servers.threads[thread] = channel
    loopback.servers.denied[channel] = discord.Permissions(send_messages_in_threads=True).value
    async with opened(url_of(tmp_path / "suzerain.sqlite3")) as database:
        await Channel(database, thread, server).play()
    [line] = said(await doctor(), "✖")
    assert f"channel {thread}: the bot lacks Send Messages in Threads → allow" in line


async def test_what_is_gone_is_a_warning(loopback: Loopback, doctor: Doctor) -> None:
    server, channel = loopback.places[0]
    loopback.servers.gone.add(channel)
    ended = await doctor()
    assert ended.status == 0
    [line] = said(ended, "!")
    assert f"server The Table ({server}), channel {channel}: there is no such channel → " in line
    loopback.servers.left.add(server)
    ended = await doctor()
    assert ended.status == 0
    [line] = said(ended, "!")
    assert line.startswith(f"! discord: the bot is no more in server {server} → invite it again")
    assert "is in 1 servers" in ended.out


async def test_a_wrong_token_is_named_and_not_shown(doctor: Doctor) -> None:
    ended = await doctor(SUZERAIN_DISCORD__TOKEN="another")
    assert ended.status == 1
    [line] = said(ended, "✖")
    assert line.startswith("✖ discord.token: Discord does not know this token; copy it again")
    assert "another" not in ended.out


async def test_a_discord_that_is_away_is_named(doctor: Doctor) -> None:
    redirect("http://127.0.0.1:1")
    ended = await doctor()
    assert ended.status == 1
    [line] = said(ended, "✖")
    assert line.startswith("✖ Discord cannot be reached")
    assert "✔ log" in ended.out


async def test_a_discord_that_fails_half_way_is_named(loopback: Loopback, doctor: Doctor) -> None:
    with loopback.rest.failing(lambda method, path: path.startswith("/guilds/"), 400):
        ended = await doctor()
    assert ended.status == 1
    [line] = said(ended, "✖")
    assert line.startswith("✖ discord: it does not answer (400 ")


# How many sessions


@pytest.mark.parametrize("shard_count", [None, 4, 16])
def test_as_many_shards_as_discord_recommends_or_more_are_well(shard_count: int | None) -> None:
    shards = shard_count or 4
    said = [str(finding) for finding in check_session_start_limits(4, 20, shard_count)]
    assert said == [f"✔ gateway: {shards} shards, 20 starts left"]


def test_fewer_shards_than_discord_recommends_are_told_with_the_command_for_more() -> None:
    well, doubtful = (str(finding) for finding in check_session_start_limits(16, 900, 4))
    assert well == "✔ gateway: 4 shards, 900 starts left"
    assert doubtful.startswith("! gateway: Discord recommends 16 shards → ")
    assert "`suzerain shards 16`" in doubtful


@pytest.mark.parametrize("shard_count", [None, 16])
def test_fewer_starts_than_there_are_shards_are_doubtful(shard_count: int | None) -> None:
    [said] = (str(finding) for finding in check_session_start_limits(16, 15, shard_count))
    assert said.startswith("! gateway: 16 shards, 15 starts left → wait")
