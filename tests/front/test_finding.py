"""`/pod find`: free seats of the server as far as one sees them, taken from the list."""

import re
from typing import Any

import pytest
import simcord
from simcord import MemberActor
from simcord.enums import ChannelType

from bot.i18n import LOCALES, Locale, load_translations
from tests.front import forging
from tests.front.dueling import DuelTable
from tests.front.playing import Table, said
from tests.front.simulated import Server, answer
from tests.front.test_history import private
from tests.front.test_plans import WHEN, Planned, seats
from tests.front.test_threads import sets_threads

pytestmark = pytest.mark.usefixtures("still")


async def finds(server: Server, who: MemberActor, **options: object) -> simcord.InteractionResult:
    """What `/pod find` answers, to nobody else."""
    found = await who.slash(server.channel, "pod find", **options)
    assert found.ephemeral
    return found


def listed(found: simcord.InteractionResult) -> list[str]:
    """Its entries, a line each."""
    shown = str(answer(found).embeds[0].description)
    return re.findall(r"\*\*\d+\.\*\* .*\n-# .*", shown)


def offered(found: simcord.InteractionResult) -> dict[str, str]:
    """What its menu offers: the value of each label."""
    items: list[dict[str, Any]] = [i for r in answer(found).components for i in r["components"]]
    return {
        option["label"]: option["value"]
        for item in items
        if item["custom_id"] == "find:join"
        for option in item["options"]
    }


async def takes(who: MemberActor, found: simcord.InteractionResult, label: str) -> simcord.InteractionResult:
    value = offered(found)[label]
    return await who.select(answer(found), [value], custom_id="find:join")


async def test_lobbies_plans_and_duels_are_listed_and_joined_as_on_their_own_messages(server: Server) -> None:
    attic, cellar = (server.guild.create_text_channel(name) for name in ("attic", "cellar"))
    lobby = await Table(server).opened(server.ana, server.bo, size=4, title="Late *show*")
    duel = await DuelTable(server, attic).opened(server.cy)
    asked = await server.di.slash(cellar, "pod plan", when=WHEN, variant="necromancer")
    await server.di.click(answer(asked), label="Plan it")
    found = await finds(server, server.gil)
    duelling, tonight, planned = listed(found)
    assert (attic.mention in duelling, "🪑 1/2" in duelling) == (True, True)
    assert duelling.endswith("-# Magicjoust · Host: Cy")
    assert tonight == (
        f"**2.** 🪑 2/4 · {server.channel.mention} · Late \\*show\\*\n-# Esclave · Commander · Free-for-all · Host: Ana"
    )
    assert f"📅 {WHEN} · 🪑 1/" in planned
    assert planned.endswith("-# Necromancer · Commander · Free-for-all · Host: Di")
    for label in ("1. Magicjoust", "2. Late *show*", "3. Necromancer"):
        assert "You have a seat. <#" in said(await takes(server.gil, found, label))
    assert lobby.seats.splitlines()[-1] == "3. Gil"
    assert "Gil" in duel.seats
    room = Planned(server)
    room.table = Table(server, cellar)
    assert seats(room) == ["Di", "Gil"]
    for label in ("2. Late *show*", "3. Necromancer"):
        assert "already" in said(await takes(server.gil, found, label))
    again = await finds(server, server.gil)
    assert [entry.partition("\n")[0][-1] for entry in listed(again)] == ["✅", "✅"]
    assert offered(again) == {}


async def test_only_what_is_wanted_is_listed_and_full_tables_are_not(server: Server) -> None:
    attic = server.guild.create_text_channel("attic")
    await Table(server).opened(server.ana, variant="necromancer", format="modern")
    await Table(server, attic).opened(server.bo, server.cy, server.di, server.eve, size=4)
    (entry,) = listed(await finds(server, server.gil))
    assert "Necromancer" in entry
    for wanted in ({"variant": "necromancer"}, {"format": "modern"}, {"table": "free-for-all"}):
        assert listed(await finds(server, server.gil, **wanted)) == [entry]
    nothing = await finds(server, server.gil, variant="esclave")
    assert load_translations("en")("find-none-such") in str(answer(nothing).embeds[0].description)


async def test_of_a_channel_that_one_does_not_see_one_hears_and_joins_nothing(server: Server) -> None:
    room = private(server, "ana", "bo")
    hidden = await Table(server, room).opened(server.bo)
    assert listed(await finds(server, server.gil)) == []
    assert room.mention in listed(await finds(server, server.ana))[0]
    shown = answer(await finds(server, server.gil))
    value = f"{room.id}:1"
    forged = await forging.press(server.gil, server.channel, shown, "find:join", value)
    assert said(forged) == f"🚫 {load_translations('en')('refusal-find-gone')}"
    boards = room.history(viewer=server.ana)
    assert [m for m in boards if "Gil" in str(m.components)] == []
    assert hidden.channel is room


async def test_a_private_thread_is_for_those_who_manage_it_or_ask_in_it(server: Server) -> None:
    await sets_threads(server, "thread")
    await server.bo.slash(server.channel, "pod open")
    (thread,) = server.channel.threads
    server.env.backend.get_channel(thread.id).type = ChannelType.PRIVATE_THREAD
    await server.restart()  # no thread changes its kind on Discord
    assert listed(await finds(server, server.gil)) == []
    within = await server.bo.slash(thread, "pod find")
    assert f"<#{thread.id}>" in listed(within)[0]
    value = f"{thread.id}:1"
    outside = answer(await finds(server, server.gil))
    forged = await forging.press(server.gil, server.channel, outside, "find:join", value)
    assert "you can’t see its channel" in said(forged)


async def test_a_channel_that_is_closed_to_the_bot_offers_nothing(server: Server) -> None:
    attic = server.guild.create_text_channel("attic")
    await Table(server, attic).opened(server.bo)
    found = await finds(server, server.gil)
    wizard = answer(await server.ana.slash(server.channel, "setup server"))
    chosen = ("setup:channels:set", str(server.channel.id))
    await forging.press(server.ana, server.channel, wizard, *chosen)
    assert listed(await finds(server, server.gil)) == []
    assert "🚫" in said(await takes(server.gil, found, "1. Esclave"))


async def test_who_joins_from_the_list_enters_the_game_s_thread(server: Server) -> None:
    await sets_threads(server, "thread")
    await server.bo.slash(server.channel, "pod open")
    (thread,) = server.channel.threads
    found = await finds(server, server.gil)
    assert f"<#{thread.id}>" in said(await takes(server.gil, found, "1. Esclave"))
    assert server.gil.id in server.env.backend.get_channel(thread.id).thread_members


async def test_a_game_that_began_meanwhile_is_refused_in_words(server: Server) -> None:
    table = await Table(server).opened(server.ana, server.bo, server.cy, server.di)
    found = await finds(server, server.gil)
    await server.ana.click(table.board, custom_id=table.find_button("start"))
    assert "The game has started" in said(await takes(server.gil, found, "1. Esclave"))
    assert listed(await finds(server, server.gil)) == []


async def test_many_of_them_have_pages(server: Server) -> None:
    for at in range(12):
        channel = server.guild.create_text_channel(f"table-{at}")
        await server.ana.slash(channel, "pod open", title=f"Pod {at}")
    found = await finds(server, server.gil, variant="esclave")
    assert (len(listed(found)), len(offered(found))) == (10, 10)
    turning = answer(found).components[-1]["components"]
    await server.gil.click(answer(found), custom_id=turning[1]["custom_id"])
    assert [*offered(found)] == ["11. Pod 10", "12. Pod 11"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_without_any_the_answer_says_what_to_do(server: Server, locale: Locale) -> None:
    server.speaks(server.gil, locale)
    found = await finds(server, server.gil)
    assert answer(found).embeds[0].description == load_translations(locale)("find-none")
