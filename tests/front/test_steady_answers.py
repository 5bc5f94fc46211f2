"""Answers to interactions over connections that break, against a server that breaks them."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.front.gateway import answer_retries, flood_refusals
from bot.front.gateway.flood_refusals import OverloadRefusalSender
from bot.front.gateway.resilient_socket import decode_json
from bot.front.interaction.answers import get_interaction_result_for_metrics, tell_user_about_error
from bot.front.interaction.context import Context
from bot.rules.refusals import Refusal
from bot.storage.engine.errors import DatabaseBusyError
from tests.loopback.objects import MEMBERS
from tests.loopback.objects import interaction as make_interaction
from tests.loopback.rest import Loss, Request
from tests.loopback.server import COMPONENT, TOKEN, Loopback

IDS = count(1_500_000_000_000_000_001)

BROKEN: tuple[Loss, ...] = ("before", "after")
ARRIVED: tuple[Loss, ...] = ("half", "garbled", "empty")

Asked = discord.Interaction[Any]


@pytest.fixture
async def discord_server() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
async def client(discord_server: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[discord.Client]:
    """A client of discord.py's that is logged in at the loopback, with the bot's adapter."""
    monkeypatch.setattr(Route, "BASE", f"{discord_server.address}/api/v10")
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(TOKEN)
        yield client


def make_asked(client: discord.Client) -> Asked:
    """Return a press on a private message, as it comes from the gateway."""
    data = {"custom_id": "x", "component_type": 2}
    payload: Any = make_interaction(next(IDS), COMPONENT, data, MEMBERS[0], (1, 2))
    return discord.Interaction(data=payload, state=client._connection)


def is_callback(_: str, path: str) -> bool:
    return path.endswith("/callback")


def is_edit(method: str, path: str) -> bool:
    return method == "PATCH" and path.endswith("/@original")


def is_follow_up(method: str, path: str) -> bool:
    return method == "POST" and path.startswith("/webhooks/")


def list_sent(server: Loopback) -> list[Request]:
    """Return the requests of answers."""
    tokenless = ("/interactions", "/webhooks")
    return [each for each in server.rest.requests if each.path.startswith(tokenless)]


async def answer(asked: Asked, kind: str) -> None:
    """Give a first answer of a kind."""
    response = asked.response
    match kind:
        case "message":
            await response.send_message("✅", ephemeral=True)
        case "picture":
            file = discord.File(io.BytesIO(b"a picture"), "picture.png")
            await response.send_message("✅", files=[file])
        case "edit":
            await response.edit_message(content="✅")
        case "defer":
            await response.defer(ephemeral=True, thinking=True)
        case "modal":
            await response.send_modal(discord.ui.Modal(title="✅", custom_id="y"))


@pytest.mark.parametrize("kind", ["message", "picture", "edit", "defer", "modal"])
@pytest.mark.parametrize("loss", [*BROKEN, *ARRIVED])
async def test_first_answer_arrives_once_over_a_broken_connection(
    discord_server: Loopback, client: discord.Client, kind: str, loss: Loss
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    asked = make_asked(client)
    with discord_server.rest.losing(is_callback, loss):
        await answer(asked, kind)
    assert asked.response.is_done()
    assert asked.id in discord_server.rest.answers
    assert len(list_sent(discord_server)) == (2 if loss in BROKEN else 1)


async def test_repeated_picture_is_whole(discord_server: Loopback, client: discord.Client) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    with discord_server.rest.losing(is_callback, "before"):
        await answer(make_asked(client), "picture")
    assert [each.files for each in list_sent(discord_server)] == [(b"a picture",)] * 2


async def test_answer_that_somebody_else_gave_is_not_taken_for_a_lost_one(
    discord_server: Loopback, client: discord.Client
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    asked = make_asked(client)
    await answer(asked, "message")
    asked.response._response_type = None
    with pytest.raises(discord.HTTPException) as refused:
        await answer(asked, "message")
    assert refused.value.code == 40060


async def test_server_that_is_not_there_has_got_nothing(
    discord_server: Loopback, client: discord.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    async with Loopback() as gone:
        pass
    monkeypatch.setattr(Route, "BASE", f"{gone.address}/api/v10")
    asked = make_asked(client)
    with pytest.raises(aiohttp.ClientConnectorError):
        await answer(asked, "message")
    assert not asked.response.is_done()


@pytest.mark.parametrize("loss", [*BROKEN, *ARRIVED])
async def test_edit_is_repeated_until_it_arrives(discord_server: Loopback, client: discord.Client, loss: Loss) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    asked = make_asked(client)
    await answer(asked, "defer")
    with discord_server.rest.losing(is_edit, loss):
        await asked.edit_original_response(content="✅")
    assert list_sent(discord_server)[-1].body["content"] == "✅"
    assert len(list_sent(discord_server)) == 1 + (2 if loss in BROKEN else 1)


@pytest.mark.parametrize("loss", [*BROKEN, *ARRIVED])
async def test_follow_up_that_may_have_arrived_is_not_repeated(
    discord_server: Loopback, client: discord.Client, loss: Loss
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    asked = make_asked(client)
    await answer(asked, "message")
    with discord_server.rest.losing(is_follow_up, loss):
        if loss in BROKEN:
            with pytest.raises(aiohttp.ClientError):
                await asked.followup.send("once")
        else:
            await asked.followup.send("once")
    assert len(list_sent(discord_server)) == 2


async def test_follow_up_that_a_server_error_followed_is_not_repeated(
    discord_server: Loopback, client: discord.Client
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    asked = make_asked(client)
    await answer(asked, "message")
    with discord_server.rest.failing(is_follow_up, 502), pytest.raises(discord.DiscordServerError):
        await asked.followup.send("once")
    assert len(list_sent(discord_server)) == 2


async def test_second_lost_connection_is_told_at_once(discord_server: Loopback, client: discord.Client) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    with discord_server.rest.losing(is_callback, "before", "after"):
        async with asyncio.timeout(5):
            with pytest.raises(aiohttp.ClientError):
                await answer(make_asked(client), "message")
    assert len(list_sent(discord_server)) == 2


async def test_answers_share_a_connection(discord_server: Loopback, client: discord.Client) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    for _ in range(5):
        await answer(make_asked(client), "message")
    assert len({each.peer for each in list_sent(discord_server)}) == 1


def make_unread(**more: Any) -> dict[str, Any]:
    """Return a press of somebody who speaks French, as it comes from the gateway."""
    data = {"custom_id": "x", "component_type": 2}
    return {**make_interaction(next(IDS), COMPONENT, data, MEMBERS[0], (1, 2)), "locale": "fr", **more}


@pytest.mark.parametrize("loss", [None, *BROKEN, "half"])
async def test_refusal_of_an_unread_interaction_arrives_once(
    discord_server: Loopback, client: discord.Client, loss: Loss | None
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    refuser, unread = OverloadRefusalSender(client.http), make_unread()
    with discord_server.rest.losing(is_callback, *([loss] if loss else [])):
        assert await refuser.refuse_interaction(unread) == "busy"
    said = discord_server.rest.answers[int(unread["id"])]
    assert said.content.startswith("⏳ On me demande beaucoup de choses en même temps.")
    assert said.data["flags"] == 64
    assert len(list_sent(discord_server)) == (2 if loss else 1)


async def test_refusals_share_the_connections_of_answers(discord_server: Loopback, client: discord.Client) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    await answer(make_asked(client), "message")
    refuser = OverloadRefusalSender(client.http)
    for _ in range(3):
        assert await refuser.refuse_interaction(make_unread()) == "busy"
    assert len({each.peer for each in list_sent(discord_server)}) == 1


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, null, "é\\ud83d\\ude00"]}', f'{{"a": {2**80}}}', "NaN", '"\\ud800"'])
def test_json_of_discord_is_read_as_the_standard_library_reads_it(text: str) -> None:
    assert repr(decode_json(text)) == repr(json.loads(text))


@pytest.mark.parametrize("text", ["", "{", '{"a": \ud800}'])
def test_json_that_cannot_be_read_is_the_error_that_discord_py_knows(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        decode_json(text)


async def test_refusal_that_discord_does_not_take_is_not_repeated(
    discord_server: Loopback, client: discord.Client
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    refuser, late, answered = OverloadRefusalSender(client.http), make_unread(), make_unread()
    discord_server.rest.expired.add(int(late["id"]))
    assert await refuser.refuse_interaction(late) == "late"
    assert [await refuser.refuse_interaction(answered) for _ in range(2)] == ["busy", "again"]
    assert len(list_sent(discord_server)) == 3


async def test_refusal_to_a_discord_that_is_away_is_given_up_in_time(
    discord_server: Loopback, client: discord.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer_retries.enable_retries_of_interaction_answers()
    monkeypatch.setattr(flood_refusals, "DISCORD_PATIENCE", 0.05)
    refuser = OverloadRefusalSender(client.http)
    with discord_server.rest.holding():
        assert await refuser.refuse_interaction(make_unread()) == "lost"
    monkeypatch.setattr(flood_refusals, "DISCORD_PATIENCE", 60.0)
    with discord_server.rest.failing(is_callback, 403):
        assert await refuser.refuse_interaction(make_unread()) == "failed"
    assert "too much to do" in caplog.text


@pytest.mark.parametrize("error", [Refusal("no-pod"), DatabaseBusyError(), KeyError("x")])
async def test_error_that_nobody_can_be_told_of_is_only_logged(
    client: discord.Client, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    services: Any = None  # none is needed for these errors
    ctx = Context(make_asked(client), services)
    await client.close()
    caplog.set_level("WARNING", "bot")  # whatever a bot that ran in this process has set
    await tell_user_about_error(ctx, error)
    assert "could not be told" in caplog.text
    assert get_interaction_result_for_metrics(ctx.interaction).name == "failed"
