"""`/joust deck`: a file is checked, and kept for its owner alone."""

import asyncio
import json
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.http import FakeHTTPClient

from bot.front.interaction import inputs
from bot.transcripts.joust.decks import MAX_DECK_BYTES
from tests.front import forging
from tests.front.dueling import DuelTable
from tests.front.playing import switch_on
from tests.front.simulated import Server, answer
from tests.front.test_me import dump, exported, forgets

ATTACHMENT = 11  # a kind of option

PLANS = [{"name": f"Plan of Bo {number}", "kind": "plan", "cost": "", "points": 3, "count": 3} for number in range(7)]
DECK = {"name": "Potions", "singularities": [{"family": "blue", "count": 20}], "crucible": PLANS}


@pytest.fixture(autouse=True)
async def _duels_are_on(server: Server) -> None:
    await switch_on(server, "joust")


async def send(
    server: Server, who: MemberActor, content: bytes, name: str = "deck.json", **stored: Any
) -> InteractionResult:
    """`/joust deck` with a file; Discord could say something else of it than is true."""
    backend, channel = server.env.backend, server.channel
    file = backend.cdn.store_attachment(77, channel.id, name, content, None) | stored
    option = {"name": "file", "type": ATTACHMENT, "value": "77"}
    data = forging._command("joust deck", [option])
    data["resolved"] = {"attachments": {"77": file}}
    return await who._dispatch_interaction(forging.COMMAND, channel, data)


def write(deck: Any) -> bytes:
    return json.dumps(deck).encode()


def shown(result: InteractionResult) -> str:
    """What is said of a deck, and the deck."""
    assert result.ephemeral
    message = answer(result)
    return "\n".join([message.content, *((each.description or "") for each in message.embeds)])


async def test_a_deck_is_kept_for_its_owner_and_offers_its_cards(server: Server) -> None:
    told = shown(await send(server, server.bo, write(DECK)))
    assert "✅ Your deck is saved" in told
    assert "you can play this deck" in told
    assert "Crucible: 21" in shown(await server.bo.slash(server.channel, "joust deck"))
    assert "I keep no deck of yours" in shown(await server.cy.slash(server.channel, "joust deck"))
    table = await DuelTable(server).started(server.bo, server.cy)
    menu = answer(await server.bo.click(table.board, label="Invoke"))
    await server.bo.select(menu, ["Plan of Bo 1"], custom_id=f"joust:{table.number}:card")
    assert "1. Plan of Bo 1 (plan" in table.field("▶️ Bo")


async def test_a_large_deck_is_offered_page_by_page(server: Server) -> None:
    cards = [{"name": f"Card {n:02}", "kind": "thing", "cost": ""} for n in range(30)]
    await send(server, server.bo, write(DECK | {"crucible": cards}))
    table = await DuelTable(server).started(server.bo, server.cy)
    hand = answer(await server.bo.click(table.board, label="Invoke"))
    assert [option["value"] for option in options_of(hand)][::23] == ["Card 00", "Card 23"]
    await server.bo.click(hand, custom_id=f"joust:{table.number}:hand:1")
    assert [option["value"] for option in options_of(hand)][::5] == ["Card 24", "Card 29"]


def options_of(shown: ResponseMessage) -> list[Any]:
    """What the menu of a private message offers."""
    [menu] = shown.components[0]["components"]
    found: list[Any] = menu["options"]
    return found


async def test_a_deck_in_toml_takes_the_place_of_the_one_before(server: Server) -> None:
    await send(server, server.bo, write(DECK))
    cards = "".join(
        f'[[crucible]]\nname = "Card {number}"\nkind = "thing"\ncost = "b"\ncount = 3\n' for number in range(7)
    )
    toml = f'name = "Kettles"\n[[singularities]]\nfamily = "red"\ncount = 20\n{cards}'
    told = shown(await send(server, server.bo, toml.encode(), "deck.toml"))
    assert "it takes 3 to end a duel" in told  # a warning alone
    assert "Kettles" in shown(await server.bo.slash(server.channel, "joust deck"))


WRONG_FILES = [
    (b"{", "deck.json", "not JSON"),
    (b"\xff\xfe", "deck.json", "not a text in UTF\\-8"),
    (b"name =", "deck.toml", "not TOML"),
    (write({"name": "x"}), "deck.json", "singularities"),
    (write(DECK | {"more": 1}), "deck.json", "more"),
    (write(DECK | {"crucible": [PLANS[0] | {"cost": "green"}]}), "deck.json", "can’t read that formula"),
    (b"x" * (MAX_DECK_BYTES + 1), "deck.json", "64 KB at most"),
]


async def test_what_is_wrong_with_a_file_is_said_and_nothing_is_kept(server: Server, subtests: pytest.Subtests) -> None:
    for content, name, problem in WRONG_FILES:
        with subtests.test(problem):
            assert problem.replace("\\", "") in shown(await send(server, server.bo, content, name)).replace("\\", "")
            assert "I keep no deck" in shown(await server.bo.slash(server.channel, "joust deck"))


async def test_a_deck_that_cannot_be_played_is_not_kept(server: Server) -> None:
    told = shown(await send(server, server.bo, write(DECK | {"crucible": PLANS[:2]})))
    assert "I did not save it" in told
    assert "The crucible needs 20 cards or more, and has 6" in told
    assert "I keep no deck" in shown(await server.bo.slash(server.channel, "joust deck"))


async def never_come(*_: object) -> bytes:
    """A file that Discord does not send."""
    await asyncio.get_running_loop().create_future()
    raise AssertionError("nobody answers")


async def test_a_file_that_does_not_come_is_said(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = {"url": "https://cdn.simcord.invalid/none", "proxy_url": "https://cdn.simcord.invalid/none"}
    told = shown(await send(server, server.bo, write(DECK), **gone))
    assert "I couldn’t get the file" in told
    monkeypatch.setattr(inputs, "DOWNLOAD_TIMEOUT", 0.0)
    monkeypatch.setattr(FakeHTTPClient, "get_from_cdn", never_come)
    assert "I couldn’t get the file" in shown(await send(server, server.bo, write(DECK)))


async def test_a_deck_is_exported_and_forgotten_with_its_owner(server: Server) -> None:
    await send(server, server.bo, write(DECK))
    written = await exported(server.bo, server)
    assert written["deck"][0]["deck"]["name"] == "Potions"
    assert "Plan of Bo" in await dump(server)
    await forgets(server.bo, server)
    assert "Potions" not in await dump(server)


async def test_a_deck_is_forgotten_alone(server: Server) -> None:
    await send(server, server.bo, write(DECK))
    await server.bo.slash(server.channel, "joust deck", forget=True)
    assert "I keep no deck" in shown(await server.bo.slash(server.channel, "joust deck"))
