"""Interactions with anything missing, empty or of another kind: each ends, with one outcome.

The changes follow from one number; `SUZERAIN_SEED=2` tries others. A failure names the change.
"""

import asyncio
import copy
import logging
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
import simcord

from bot.front.gateway.client import SuzerainBot
from tests.effort import SEED
from tests.front import forging
from tests.front.playing import Table, end, said
from tests.front.simulated import Server, answer

MISSING = object()
WRONG: Sequence[Any] = ([], {}, "x", "", 7, True, [None], [7], {"id": None}, -1, 2**70)
NEEDED = ("id", "token", "type")
"""Fields without which nobody could be answered."""

Path = tuple[str | int, ...]
Json = dict[str, Any]


def list_paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every field and item."""
    keys = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in keys:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from list_paths(inner, (*path, key))


def change(payload: Json, path: Path, value: Any) -> Json:
    """Return a payload with another value at a path, or none there."""
    changed = copy.deepcopy(payload)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    if value is MISSING:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return changed


async def gather_payloads(server: Server) -> list[Json]:
    """Return an interaction of each kind, as it was sent."""
    table = await Table(server).started(*server.everybody[:4], life=True)
    await server.ana.slash(server.channel, "pod status")
    await forging.command(server.ana, server.channel, "stats", player=server.cy)
    await server.bo.autocomplete(server.channel, "defeat", "loser", "")
    panel = answer(await server.bo.click(table.board, custom_id=table.find_button("life")))
    asking = await server.bo.click(panel, label="Other amount…")
    await server.bo.submit_modal(asking, {"amount": "-1"})
    transcript = server.env.backend.transcript
    every = [each for _, event, each in transcript if event == "INTERACTION_CREATE"]
    sent = {(each["type"], each["data"].get("name")): each for each in every}.values()
    assert {each["type"] for each in sent} == {2, 3, 4, 5}
    return [copy.deepcopy(each) for each in sent]


async def deliver(client: SuzerainBot, payload: Json) -> list[BaseException]:
    """Deliver an interaction and wait for its tasks; return what they raised."""
    before = asyncio.all_tasks()
    client._connection.parsers["INTERACTION_CREATE"](payload)
    begun = asyncio.all_tasks() - before
    raised = await asyncio.gather(*begun, return_exceptions=True)
    return [each for each in raised if each is not None]


def list_lines(log: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in log.records if each.name == "bot.interactions"]


async def test_whatever_an_interaction_carries_it_ends_with_one_outcome(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.interactions")
    random = Random(f"{SEED} any interaction")
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    for payload in await gather_payloads(server):
        for path in list_paths(payload):
            if path[0] in NEEDED:
                continue
            for value in (MISSING, None, random.choice(WRONG)):
                what = f"type {payload['type']}: {path} = {value!r}"
                caplog.clear()
                failed = await deliver(client, change(payload, path, value))
                assert failed == [], what
                assert len(list_lines(caplog)) == (payload["type"] != forging.TYPING), what
                assert not client.reception._arrivals, what
                async with asyncio.timeout(0.1):  # what a stop waits for
                    await client.reception.answering.wait_for_work_to_end()
    server.env.errors.clear()
    assert said(await end(server.di, server.channel, "concede")).startswith("✅")


def send_channel(monkeypatch: pytest.MonkeyPatch, **sent: Any) -> None:
    """Let Discord send another channel with each interaction; None sends nothing."""
    plain = simcord.interactions.base_payload

    def base_payload(backend: Any, **facts: Any) -> tuple[Any, Json]:
        record, payload = plain(backend, **facts)
        return record, {k: v for k, v in {**payload, **sent}.items() if v is not None}

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)


async def test_interaction_without_its_channel_is_answered_from_the_cache(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    send_channel(monkeypatch, channel=None)
    assert said(await server.di.slash(server.channel, "pod open")).startswith("✅")


@pytest.mark.parametrize("channel", [None, {"id": "77", "type": 99, "name": "a new kind"}])
async def test_interaction_in_an_unknown_channel_is_answered_with_the_truth(
    server: Server, monkeypatch: pytest.MonkeyPatch, channel: Json | None
) -> None:
    send_channel(monkeypatch, channel=channel, channel_id="77")
    told = said(await server.di.slash(server.channel, "pod open"))
    assert told.startswith("🚫 Discord did not tell me all I need")
