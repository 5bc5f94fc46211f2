"""`/history`: the past pods of the server that one may see, and the story of each."""

import re
from typing import Any

import discord
import pytest
import simcord
from discord import PermissionOverwrite

from bot.i18n import LOCALES, load_translations
from tests.front import forging
from tests.front.deciding import done
from tests.front.playing import Table, acts, end, let_count, said
from tests.front.simulated import Server, answer
from tests.front.test_threads import sets_threads

MEMBERS = ("ana", "bo", "cy", "di")


async def won(server: Server, channel: simcord.ChannelHandle | None = None, winner: str = "Ana") -> Table:
    """A game of Ana, Bo, Cy and Di that this one of them wins as the master of all."""
    table = Table(server, channel)
    await server.ana.slash(table.channel, "pod open")
    for name in MEMBERS[1:]:
        await acts(server.people[name], table.channel, "join")
    await acts(server.ana, table.channel, "start")
    choices = await server.ana.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    for loser in ("Ana", "Bo", "Cy", "Di"):
        if loser != winner:
            await table.reports(server.ana, loser, winner)
    await let_count(server)
    return table


async def closed(server: Server, channel: simcord.ChannelHandle, times: int) -> None:
    """So many pods that nobody ever played."""
    for _ in range(times):
        await server.ana.slash(channel, "pod open")
        await end(server.ana, channel, "close")
        await server.env.advance_time(60)


def private(server: Server, *names: str) -> simcord.ChannelHandle:
    """A channel that only the bot and these members see."""
    seen, unseen = PermissionOverwrite(view_channel=True), PermissionOverwrite(view_channel=False)
    overwrites: dict[Any, PermissionOverwrite] = {server.guild.default_role: unseen}
    overwrites |= dict.fromkeys((server.guild.me, *(server.people[n] for n in names)), seen)
    return server.guild.create_text_channel("back-room", overwrites=overwrites)


async def history(server: Server, by: str = "gil", **options: object) -> simcord.InteractionResult:
    shown = await server.people[by].slash(server.channel, "history", **options)
    assert shown.ephemeral
    return shown


def text_of(shown: simcord.InteractionResult) -> str:
    (embed,) = answer(shown).embeds
    return str(embed.description)


def pods_of(shown: simcord.InteractionResult) -> list[str]:
    """The first line of each pod that is listed."""
    return [line for line in text_of(shown).splitlines() if re.match(r"\*\*\d+\.\*\*", line)]


def ids_of(shown: simcord.InteractionResult) -> dict[str, str]:
    """Custom ids by what they do, of what can be pressed."""
    rows = answer(shown).components
    items = [item for row in rows for item in row["components"] if not item.get("disabled")]
    return {item["custom_id"].split(":")[1]: item["custom_id"] for item in items}


async def press(server: Server, shown: simcord.InteractionResult, action: str, by: str = "gil") -> None:
    await server.people[by].click(answer(shown), custom_id=ids_of(shown)[action])


async def open_first(server: Server, shown: simcord.InteractionResult, by: str = "gil") -> None:
    """Opens the story of the pod on top."""
    await open_listed(server, shown, 0, by)


async def open_last(server: Server, shown: simcord.InteractionResult) -> None:
    """Opens the story of the pod at the bottom."""
    await open_listed(server, shown, -1)


async def open_listed(server: Server, shown: simcord.InteractionResult, at: int, by: str = "gil") -> None:
    (menu,) = (
        item
        for row in answer(shown).components
        for item in row["components"]
        if item["custom_id"].startswith("past:open")
    )
    value = menu["options"][at]["value"]
    await server.people[by].select(answer(shown), [value], custom_id=menu["custom_id"])


async def test_without_a_past_the_answer_is_kind(server: Server) -> None:
    await Table(server).opened(server.ana)  # is not over
    assert text_of(await history(server)) == load_translations("en")("history-none")
    assert text_of(await history(server, player=server.bo)) == load_translations("en")("history-none-of")


async def test_past_pods_are_listed_the_newest_first_with_who_won_where_and_what(server: Server) -> None:
    attic = server.guild.create_text_channel("attic")
    await won(server)
    await won(server, attic, "Bo")
    await closed(server, server.channel, 1)
    shown = text_of(await history(server)).splitlines()
    assert shown[0] == "**1.** 🚪 Closed without a result"
    assert re.fullmatch(r"\*\*2\.\*\* 👑 \*\*Bo\*\* ⛓️ (\w+), (\w+)", shown[2])
    assert re.fullmatch(rf"-# <t:\d+:d> · <#{attic.id}> · Esclave · Free-for-all", shown[3])
    assert shown[4].startswith("**3.** 👑 **Ana** ⛓️ ")
    assert shown[5].split(" · ")[1] == f"<#{server.channel.id}>"


async def test_what_is_put_right_later_keeps_its_place_and_shows_who_won_then(server: Server) -> None:
    table = await won(server)
    attic = server.guild.create_text_channel("attic")
    await won(server, attic, "Bo")
    await done(table, "end")
    listed = pods_of(await history(server))
    assert listed[0].startswith("**1.** 👑 **Bo**")
    assert listed[1] == "**2.** 🤝 A draw"
    await done(table, "reopen")
    assert len(pods_of(await history(server))) == 1


async def test_a_story_has_every_verdict_with_its_rule_and_leads_back_to_the_list(server: Server) -> None:
    await won(server)
    await won(server, winner="Bo")
    shown = await history(server)
    before = text_of(shown)
    await open_first(server, shown)
    told = text_of(shown)
    assert len(re.findall(r"`ESC-\d+` \*\*", told)) == 3
    assert told.count("controlled the source and is responsible.") == 3
    assert answer(shown).embeds[0].title == load_translations("en")("log-title")
    await server.restart()
    await press(server, shown, "at")
    assert text_of(shown) == before


async def test_a_long_story_is_read_page_by_page(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for _ in range(6):
        await acts(server.ana, table.channel, "turn")
    await end(server.ana, table.channel, "close")
    shown = await history(server)
    await open_first(server, shown)
    first = text_of(shown)
    forth = ids_of(shown)["story"]
    assert forth.endswith(":1")
    await server.gil.click(answer(shown), custom_id=forth)
    assert "The pod was closed." in text_of(shown)
    await press(server, shown, "story")
    assert text_of(shown) == first


async def test_pages_are_turned_in_both_directions(server: Server) -> None:
    attic = server.guild.create_text_channel("attic")
    for _ in range(6):
        await closed(server, attic, 2)
        await closed(server, server.channel, 2)
    shown = await history(server)
    first = text_of(shown)
    assert len(pods_of(shown)) == 10
    assert set(ids_of(shown)) == {"open", "older"}
    await press(server, shown, "older")
    second = text_of(shown)
    assert len(pods_of(shown)) == 10
    assert set(ids_of(shown)) == {"open", "older", "newer"}
    await press(server, shown, "older")
    assert len(pods_of(shown)) == 4
    assert set(ids_of(shown)) == {"open", "newer"}
    every = re.findall(r"<t:(\d+)", first + second + text_of(shown))
    assert len(every) == len(set(every)) == 24
    assert sorted(every, reverse=True) == every
    await press(server, shown, "newer")
    assert text_of(shown) == second
    await press(server, shown, "newer")
    assert text_of(shown) == first
    assert set(ids_of(shown)) == {"open", "older"}


async def test_what_happened_in_a_private_channel_is_for_those_who_see_it(server: Server) -> None:
    room = private(server, "ana", "bo", "cy", "di")
    await won(server, room)
    assert text_of(await history(server)) == load_translations("en")("history-none")
    assert text_of(await history(server, player=server.ana)) == load_translations("en")("history-none-of")
    shown = await history(server, "bo")
    assert f"<#{room.id}>" in text_of(shown)
    for custom_id, values in ((f"past:story::{room.id}:1:0", ()), ("past:open:", (f"{room.id}:1",))):
        forged = await forging.press(server.gil, server.channel, answer(shown), custom_id, *values)
        assert [each.content for each in forged.followups] == [
            f"🚫 {load_translations('en')('refusal-history-hidden')}"
        ]


async def test_who_may_see_little_pages_on_without_hearing_of_the_rest(server: Server) -> None:
    room = private(server, "ana")
    await won(server)
    await closed(server, room, 12)
    shown = await history(server)
    assert len(pods_of(shown)) == 1
    assert set(ids_of(shown)) == {"open"}
    assert str(room.id) not in str(answer(shown).components)


async def test_a_thread_that_was_put_away_follows_its_channel(server: Server) -> None:
    await sets_threads(server, "thread")
    room = private(server, *MEMBERS)
    threads = []
    for channel in (server.channel, room):
        before = {thread.id for thread in channel.threads}
        await server.ana.slash(channel, "pod open")
        (thread,) = (each for each in channel.threads if each.id not in before)
        await end(server.ana, thread, "close")
        await server.env.advance_time(60)
        threads.append(thread.id)
    await server.restart()  # Discord tells of no thread that is archived
    shown = await history(server)
    assert re.findall(r"<#(\d+)>", text_of(shown)) == [str(threads[0])]
    assert str(threads[1]) not in str(answer(shown).components)
    seen = re.findall(r"<#(\d+)>", text_of(await history(server, "bo")))
    assert seen == [str(threads[1]), str(threads[0])]
    asked = [r for r in server.env.http_requests if r.method == "GET" and "/channels/" in r.path]
    await history(server, "cy")
    again = [r for r in server.env.http_requests if r.method == "GET" and "/channels/" in r.path]
    assert len(again) == len(asked)  # which channel a thread is of, is remembered


async def test_a_channel_that_is_gone_is_listed_for_moderators_alone(server: Server) -> None:
    attic = server.guild.create_text_channel("attic")
    await won(server, attic)
    server.env.backend.delete_channel(attic.id)
    await server.env.settle()
    assert text_of(await history(server)) == load_translations("en")("history-none")
    shown = await history(server, "ana")
    assert load_translations("en")("history-gone") in text_of(shown)
    await open_first(server, shown, "ana")
    assert "serves Ana" in text_of(shown)


async def test_the_pods_of_one_player_are_those_that_count_for_them(server: Server) -> None:
    await won(server)
    others = await Table(server).started(server.ana, server.eve, server.fay, server.gil)
    for loser in ("Eve", "Fay", "Gil"):
        await others.reports(server.ana, loser, "Ana")
    await let_count(server)
    shown = await history(server, player=server.bo)
    assert answer(shown).embeds[0].title == "📜 Past games of Bo"
    assert len(pods_of(shown)) == 1
    assert len(pods_of(await history(server, player=server.ana))) == 2
    await open_first(server, shown)
    await press(server, shown, "at")
    assert answer(shown).embeds[0].title == "📜 Past games of Bo"


UNKNOWN_PRESSES = [
    "past:older::99999999999999999:1:1",
    "past:older::1:99999999999999999999:1",
    "past:story::x:1:0",
    "past:story::1:1:-1",
    "past:dance",
    "past:open:",
]


async def test_what_no_list_has_is_refused(server: Server, subtests: pytest.Subtests) -> None:
    await won(server)
    shown = await history(server)
    for custom_id in UNKNOWN_PRESSES:
        with subtests.test(custom_id):
            told = await forging.press(server.gil, server.channel, answer(shown), custom_id)
            assert said(told) == f"🚫 {load_translations('en')('refusal-unknown-button')}"


async def test_a_pod_that_goes_on_again_has_no_past(server: Server) -> None:
    table = await won(server)
    shown = await history(server)
    await done(table, "reopen")
    custom_id = f"past:story::{server.channel.id}:1:0"
    told = await forging.press(server.gil, server.channel, answer(shown), custom_id)
    assert said(told) == f"🚫 {load_translations('en')('refusal-history-open')}"


async def test_ten_long_pods_fit_in_every_language(server: Server) -> None:
    guests = [server.env.create_user(f"u{n}", global_name=f"{n}" + "*" * 31) for n in range(6)]
    people = [server.guild.add_member(guest) for guest in guests]
    for number in range(10):
        channel = server.guild.create_text_channel(f"room-{number}")
        table = await Table(server, channel).started(*people, title="|" * 80)
        master, *losers = (str(guest.global_name) for guest in guests)
        for loser in losers:
            await table.reports(people[0], loser, master)
    for locale in LOCALES:
        server.speaks(server.gil, locale)
        shown = await history(server)
        assert len(text_of(shown).splitlines()) == 20
        await open_first(server, shown)
        (embed,) = answer(shown).embeds
        assert isinstance(embed, discord.Embed)
        assert embed.title == load_translations(locale)("log-title")
