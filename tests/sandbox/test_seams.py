"""simcord's private parts that the sandbox uses, tested without a browser."""

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from importlib.metadata import version
from typing import Any

import aiohttp
import discord
import pytest
from simcord.preview._markdown import markdown_tokens
from simcord.preview._media import MediaWorker

import bot.sandbox
from bot.pictures.worker import render_svg_as_png
from bot.sandbox import SandboxError, sample_server, simcord_patches
from bot.sandbox.page import DIRECT_MESSAGES, SandboxPage
from bot.sandbox.serving import run_bot_in_sandbox, run_simulated_discord
from tests.sandbox.toy import Toy


class Peer:
    """A tab without a browser: it sends and reads what the page's script does."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self._page, capability = address.split("#")
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = 0
        self.shown: dict[str, Any] = {}

    async def open(self, **visit: str) -> None:
        self.shown = await self._ask("POST", "api/pages", json={}, params=visit)
        self._headers["X-Simcord-Context"] = self.shown["context"]["id"]

    async def look(self) -> list[dict[str, Any]]:
        """Return the messages that this tab shows now."""
        self.shown = await self._ask("GET", "api/state")
        return [self.shown["messages"][key] for key in self.shown["timeline"]]

    async def run(self, command: str, **options: Any) -> dict[str, Any]:
        return await self.act("run_command", **await self._entry(command), options=options)

    async def complete(self, command: str, **typed: str) -> dict[str, Any]:
        entry = await self._entry(command)
        [(focused, value)] = typed.items()
        facts = {"focused": focused, "value": value, "options": {}}
        return await self.act("autocomplete_command", **entry, **facts)

    async def _entry(self, command: str) -> dict[str, Any]:
        translations = await self._ask("GET", "api/commands")
        entry = next(item for item in translations["entries"] if item["invocation"] == command)
        return {
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
        }

    async def click(self, message: dict[str, Any]) -> dict[str, Any]:
        """Press the first button of a message as it was seen, however long ago."""
        button = message["components"][0]["components"][0]
        return await self.act("click", target_id=message["id"], control_key=button["control_key"])

    async def act(self, kind: str, **facts: Any) -> dict[str, Any]:
        self._sequence += 1
        envelope = {
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"request-{self._sequence}",
            "generation": self.shown["context"]["generation"],
            "bot_generation": self.shown["botGeneration"],
            "published_revision": self.shown["publishedRevision"],
        }
        return await self._ask("POST", "api/action", json={**envelope, "kind": kind, **facts})

    async def places(self, name: str) -> dict[str, Any]:
        return await self._ask("GET", "sandbox/places", params={"as": name})

    async def _ask(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        address = f"{self._page}{path}"
        async with self._session.request(
            method, address, headers=self._headers, raise_for_status=True, **request
        ) as answer:
            found: dict[str, Any] = await answer.json()
            return found


class House:
    """A running sandbox and the tabs open on it."""

    def __init__(self, room: SandboxPage, session: aiohttp.ClientSession) -> None:
        self.room = room
        self.session = session

    async def tab(self, name: str, place: str = "table-one", see: str = "") -> Peer:
        peer = Peer(self.session, self.room.url)
        await peer.open(**{"as": name, "in": place, "see": see})
        return peer


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with run_simulated_discord(Toy()) as room, aiohttp.ClientSession() as session:
        yield House(room, session)


def test_simcord_is_the_version_whose_seams_are_known() -> None:
    assert version("simcord") == "3.2.1"


async def test_ids_of_the_world_stay_and_all_others_resume() -> None:
    worlds: list[list[int | None]] = []
    seen: list[int] = []
    for _ in range(2):
        toy = Toy()
        async with run_simulated_discord(toy, newest_interaction_time=max(seen, default=None)) as room:
            channels = [room.env.guild.id, *(known.id for known in room.env.guild.channels.values())]
            worlds.append([*channels, *(viewer.id for viewer in room.viewers), toy.application_id])
            await room.viewers[0].slash(room.channel, "toy tongue")
        seen += toy.interactions
    assert worlds[0] == worlds[1]
    assert len(worlds[0]) == len(set(worlds[0]))
    assert len(seen) == 2
    assert seen[0] < seen[1]


async def test_the_clock_begins_now_or_after_what_was_recorded_whichever_is_later() -> None:
    tomorrow = discord.utils.utcnow() + timedelta(days=1)
    recorded = discord.utils.time_snowflake(tomorrow)
    async with run_simulated_discord(Toy()) as room:
        assert abs(room.env.now() - discord.utils.utcnow()) < timedelta(seconds=30)
    async with run_simulated_discord(Toy(), newest_interaction_time=recorded) as room:
        assert tomorrow < room.env.now() < tomorrow + timedelta(seconds=30)


async def test_members_speak_their_own_language_only_inside_the_sandbox(house: House) -> None:
    fay = await house.tab("Fay")
    await fay.run("toy tongue")
    [answer] = await fay.look()
    assert answer["content"] == "fr in en-US"


def test_embeds_show_names_and_small_lines_only_inside_the_sandbox() -> None:
    context = {"users": {"5": "Bo"}}

    def shown() -> str:
        return str(markdown_tokens("-# <@5>", "embed_description", context=context))

    assert "Bo" not in shown()
    assert "-#" in shown()
    with simcord_patches.patch_simulator_to_render_embed_markdown():
        assert "Bo" in shown()
        assert "-#" not in shown()
    assert "Bo" not in shown()
    assert "-#" in shown()


async def test_every_tab_shows_what_any_member_did(house: House) -> None:
    ana, bo = await house.tab("Ana"), await house.tab("Bo")
    await ana.run("toy open", seats="4")
    [lobby] = await bo.look()
    await bo.click(lobby)
    [lobby] = await ana.look()
    assert "Bo" in str(lobby["embeds"][0])


async def test_a_tab_that_has_not_seen_the_latest_may_act_all_the_same(house: House) -> None:
    ana, bo = await house.tab("Ana"), await house.tab("Bo")
    await ana.run("toy open", seats="4")
    [lobby] = await ana.look()
    await bo.look()
    for _ in range(3):
        await bo.click(lobby)
    assert (await ana.click(lobby))["rejected"] is False


async def test_a_tab_still_catches_up_when_it_acts_without_being_drawn(house: House) -> None:
    ana, bo = await house.tab("Ana"), await house.tab("Bo")
    await ana.run("toy open", seats="4")
    await bo.complete("toy fell", loser="A")
    assert [message["content"] for message in await bo.look()] == [" seats 4"]


async def test_members_who_act_at_the_same_moment_are_all_heard(house: House) -> None:
    peers = [await house.tab(name) for name in ("Ana", "Bo", "Cy", "Di")]
    await peers[0].run("toy open", seats="4")
    [lobby] = await peers[0].look()
    heard = await asyncio.gather(*(peer.click(lobby) for peer in peers))
    assert [result["rejected"] for result in heard] == [False] * 4
    [lobby] = await peers[3].look()
    assert all(name in str(lobby["embeds"][0]) for name in ("Ana", "Bo", "Cy", "Di"))


async def test_places_are_apart_and_listed_with_their_threads(house: House) -> None:
    ana, bo = await house.tab("Ana", "table-two"), await house.tab("Bo", "table-one")
    await ana.run("toy talk")
    assert [message["content"] for message in await bo.look()] == []
    found = await bo.places("Ana")
    labels = [place["label"] for place in found["places"]]
    assert labels[:3] == ["#table-one", "#table-two", "↳ aside"]
    thread = await house.tab("Bo", found["places"][2]["place"])
    assert (await thread.look())[-1]["content"] == "In the thread."
    assert (await thread.run("toy open", seats="2"))["rejected"] is False
    private = await house.tab("Ana", DIRECT_MESSAGES)
    assert (await private.look())[-1]["content"] == "In private."
    people = [(person["name"], person["language"]) for person in found["people"]]
    assert people == [(known.name, known.locale) for known in sample_server.PEOPLE]


async def test_a_tab_sees_discord_in_its_members_language_or_in_the_one_that_is_chosen(house: House) -> None:
    for name, see, spoken in (
        ("Fay", "", "fr"),
        ("Ana", "", "en-US"),
        ("Ana", "ru", "ru"),
        ("Fay", "en-US", "en-US"),
        ("Ana", "klingon", "en-US"),
    ):
        peer = await house.tab(name, see=see)
        assert peer.shown["profile"]["locale"] == spoken
        await peer.run("toy tongue")
        assert (await peer.look())[-1]["content"] == f"{spoken} in en-US"


async def test_time_passes_and_shows_in_every_tab(house: House) -> None:
    ana, bo = await house.tab("Ana"), await house.tab("Bo")
    edited = asyncio.Event()
    house.room.env.backend.subscribers.append(lambda event, _: edited.set() if event == "MESSAGE_UPDATE" else None)
    await ana.run("toy later")
    async with asyncio.timeout(60):
        await edited.wait()
    await ana.act("refresh")  # takes its turn after the clock's
    assert (await bo.look())[0]["content"] == "Too late."


@pytest.mark.parametrize("command", ["toy silent", "toy break"])
async def test_a_page_outlives_what_the_bot_does_not_answer(house: House, command: str) -> None:
    ana = await house.tab("Ana")
    result = await ana.run(command)
    assert (result["settlement"], result["acknowledgement"]) == ("settled", "unacknowledged")
    assert (await ana.run("toy open", seats="4"))["rejected"] is False


async def test_what_crossed_the_wire_is_not_kept(house: House) -> None:
    ana = await house.tab("Ana")
    await ana.run("toy open", seats="4")
    backend = house.room.env.backend
    assert backend.transcript == []
    assert backend.http_requests == []


async def test_the_page_is_ours_and_strangers_learn_nothing(house: House) -> None:
    page = house.room.url.split("#")[0]
    async with house.session.get(page) as answer:
        assert "/sandbox.js" in await answer.text()
    for name in ("sandbox.js", "sandbox.css", "app.js"):
        async with house.session.get(page + name) as answer:
            assert answer.status == 200
    async with house.session.get(page + "sandbox/places") as answer:
        assert answer.status == 401
    async with house.session.get(page, headers={"Host": "elsewhere"}) as answer:
        assert answer.status == 403


async def test_without_its_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)
    for name in ("page", "simcord_patches", "sample_server"):
        monkeypatch.delitem(sys.modules, f"bot.sandbox.{name}")
        monkeypatch.delattr(bot.sandbox, name)
    with pytest.raises(SandboxError, match=r"suzerain\[sandbox\]"):
        await run_bot_in_sandbox(Toy())


async def test_a_taken_port_is_one_clear_line(house: House) -> None:
    taken = int(house.room.url.split(":")[2].split("/")[0])
    code = f"""
import asyncio
from bot.sandbox import SandboxError
from bot.sandbox.serving import run_bot_in_sandbox
from tests.sandbox.toy import Toy
try:
    asyncio.run(run_bot_in_sandbox(Toy(), port={taken}))
except SandboxError as error:
    print(error)
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    [line] = told.decode().splitlines()
    assert str(taken) in line
    assert "another port" in line


async def test_it_ends_at_once_when_it_is_cancelled() -> None:
    opened = asyncio.Event()
    task = asyncio.create_task(run_bot_in_sandbox(Toy(), port=0, on_ready=lambda _: opened.set()))
    await opened.wait()
    task.cancel()
    async with asyncio.timeout(60):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_picture_decoded_in_thread_is_what_a_process_makes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = render_svg_as_png('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="20"/>')
    expected = await MediaWorker().validate("picture", picture)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", None)
    with simcord_patches.patch_simulator_image_decoding():
        worker = MediaWorker()
        found = await worker.validate("picture", picture)
        assert await worker.validate("picture", picture) is found
    assert (found.content_type, found.width, found.height) == ("image/png", 640, 20)
    assert (found.normalized, found.poster) == (expected.normalized, expected.poster)
