"""Somebody vanishes: the others go on without them."""

import asyncio
import re
from typing import Any

import discord
import pytest

from bot.front.pods import absence_cache
from tests.front.playing import Form, Table, acts, does, end, find_key, forced, list_more, said, sets
from tests.front.simulated import Server, answer, deliver_again, pass_quietly
from tests.front.test_choices import pings, tied
from tests.front.test_faults import MEMBER, count, fails, pass_time

pytestmark = pytest.mark.usefixtures("still")

MINUTES = 60
GONE = "🚪 Eve has left the server"


async def four(server: Server) -> Table:
    """Bo hosts for Bo, Cy, Di and Eve; Ana moderates and looks on with Fay and Gil."""
    return await Table(server).started(server.bo, server.cy, server.di, server.eve)


async def kicks(table: Table, by: str, name: str) -> str:
    who = table.server.people[by]
    asked = await acts(who, table.channel, "removal")
    if not answer(asked).components:  # refused
        return said(asked)
    return said(await acts(who, table.channel, "remove", await find_key(table, who, name)))


async def calls(table: Table, by: str, name: str) -> str:
    """Somebody is called, and the five minutes pass; what the caller was told."""
    told = await kicks(table, by, name)
    await pass_time(table.server, 5 * MINUTES)
    return told


async def presses(table: Table, by: str, label: str) -> str:
    return said(await table.server.people[by].click(table.board, label=label))


async def story(table: Table) -> str:
    shown = answer(await acts(table.server.gil, table.channel, "log"))
    return shown.embeds[0].description or ""


# Who removes whom


async def test_who_asks_for_a_removal_reads_who_decides_it(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    asked = [said(await acts(who, table.channel, "removal")) for who in (server.bo, server.cy)]
    assert asked[0].startswith("🥾 Whose seat should be free again?")
    assert asked[1].endswith("Bo can free any seat.")
    await table.starts(server.bo)
    asked = [said(await acts(who, table.channel, "removal")) for who in (server.ana, server.cy)]
    assert asked[0].startswith("🥾 Whom do you remove?")
    assert {*re.findall("Bo|Cy|Di|Eve", asked[1])} == {"Bo", "Di", "Eve"}
    for name in ("Di", "Eve"):
        await end(server.people[name.lower()], table.channel, "concede")
    assert "there is no vote" in said(await acts(server.cy, table.channel, "removal"))


async def test_from_an_empty_lobby_nobody_can_be_removed(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    assert "Remove a player" in await list_more(server.bo, table.board)
    await end(server.bo, table.channel, "leave")
    assert "Remove a player" not in await list_more(server.bo, table.board)
    assert said(await acts(server.bo, table.channel, "removal")) == "Nobody is here yet."


# A vote


async def test_more_than_half_of_the_others_go_on_without_somebody(server: Server) -> None:
    table = await four(server)
    told = await calls(table, "cy", "Eve")
    assert "I have called Eve, and your vote is noted. The vote opens <t:1767225900:R>" in told
    assert table.field("🗳️ Go on without Eve? 1 of 2").splitlines() == [
        "Cy",
        "-# The vote opens at <t:1767225900:t>. Whatever they do before it is decided ends it;"
        " it lapses at <t:1767226500:t>.",
    ]
    assert "Recorded." in await presses(table, "di", "Go on without Eve")
    assert "💀 ~~Eve~~" in table.lines
    assert "Go on without Eve" not in table.buttons
    assert not table.field("🗳️")
    assert "Cy, Di went on without Eve" in await story(table)


async def test_a_vote_is_taken_back_by_pressing_again(server: Server) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    assert "You took back your vote" in await presses(table, "cy", "Go on without Eve")
    assert "Go on without Eve" not in table.buttons
    assert "👑 **Eve**" in table.lines


async def test_whoever_does_something_is_there_and_the_vote_ends(server: Server) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    await acts(server.di, table.channel, "turn")
    assert "Go on without Eve" in table.buttons
    await acts(server.eve, table.channel, "turn")
    assert "Go on without Eve" not in table.buttons


async def test_nobody_who_is_there_is_called_deleted_after_an_undo(server: Server) -> None:
    table = await tied(server)
    await pass_time(server, 5 * MINUTES)
    await table.chooses(server.ana, "Bo")
    told = said(await server.ana.slash(table.channel, "undo"))
    assert "Ana (moderator) chose for Cy: Bo." in told
    told += await story(table)
    told += str(answer(await server.ana.slash(table.channel, "audit")).embeds[0].description)
    assert "deleted" not in told


async def test_whoever_gave_a_seat_back_has_a_name_in_the_story(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    await acts(server.fay, table.channel, "join")
    await kicks(table, "bo", "Fay")
    assert "Bo took back Fay’s seat." in await story(table)


async def test_a_vote_lapses_fifteen_minutes_after_the_call(server: Server) -> None:
    table = await four(server)
    await calls(table, "cy", "Eve")
    await pass_time(server, 10 * MINUTES)
    assert "There is no vote about them" in await presses(table, "di", "Go on without Eve")
    assert "👑 **Eve**" in table.lines
    assert "I have called Eve" in await calls(table, "di", "Eve")
    assert table.field("🗳️ Go on without Eve? 1 of 2").startswith("Di")
    await presses(table, "cy", "Go on without Eve")
    assert "💀 ~~Eve~~" in table.lines


async def test_a_vote_outlives_a_restart(server: Server) -> None:
    table = await four(server)
    await calls(table, "cy", "Eve")
    await server.restart()
    await presses(table, "bo", "Go on without Eve")
    assert "💀 ~~Eve~~" in table.lines


@pytest.mark.parametrize(
    ("by", "refusal"), [("eve", "You can’t vote against yourself."), ("gil", "Only players in this game can do that.")]
)
async def test_it_is_not_for(server: Server, by: str, refusal: str) -> None:
    table = await four(server)
    assert refusal in await kicks(table, by, "Eve")
    await kicks(table, "cy", "Eve")
    assert refusal in await presses(table, by, "Go on without Eve")
    assert "👑 **Eve**" in table.lines


async def test_a_button_of_an_earlier_pod_kicks_nobody(server: Server) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    old = table.board
    await end(server.bo, table.channel, "close")
    await four(server)
    pressed = await forced(table, server.di, old, f"pod:1:kick:{table.keys['Eve']}")
    assert "The game was closed." in said(pressed)


async def test_the_host_takes_it_back_like_a_concession(server: Server) -> None:
    table = await four(server)
    await calls(table, "cy", "Eve")
    await presses(table, "di", "Go on without Eve")
    assert "Undone:" in said(await server.bo.slash(table.channel, "undo"))
    assert "👑 **Eve**" in table.lines
    assert "Go on without Eve" not in table.buttons


async def test_votes_are_in_the_story_and_taking_back_looks_past_them(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await kicks(table, "di", "Eve")
    assert "Di called Eve: a vote to go on without them" in await story(table)
    assert "Cy now serves Di." in said(await server.cy.slash(table.channel, "undo"))
    assert "Go on without Eve" in table.buttons


# The call


async def test_the_one_who_may_be_missing_is_pinged_alone_with_a_button_to_say_that_they_are_here(
    server: Server,
) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    called = table.channel.last_message
    assert called is not None
    assert called.content.startswith(f"🙋 <@{server.eve.id}>, are you still there? Others would")
    sent = [r.json or {} for r in server.env.http_requests if r.path.endswith("/messages")][-1]
    assert sent["allowed_mentions"] == {"parse": [], "users": [server.eve.id]}
    told = said(await server.eve.click(called, label="I am here"))
    assert told.startswith("✅ Good to see you")
    assert "Go on without Eve" not in table.buttons
    assert "Eve was there: no vote." in await story(table)
    assert called.id not in [each.id for each in table.channel.history(viewer=server.gil)]


async def test_only_who_was_called_says_that_they_are_here(server: Server) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    called = table.channel.last_message
    assert called is not None
    assert "Only players in this game" in said(await server.gil.click(called, label="I am here"))
    told = said(await server.di.click(called, label="I am here"))
    assert told.startswith("🚫 Nobody has called you")


async def test_nobody_votes_before_five_minutes_have_passed(server: Server) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    await pass_time(server, 5 * MINUTES - 1)
    for _ in range(2):
        assert "The vote has not opened yet" in await presses(table, "di", "Go on without Eve")
    await server.restart()
    assert "The vote has not opened yet" in await presses(table, "bo", "Go on without Eve")
    assert "👑 **Eve**" in table.lines
    await pass_time(server, 1)
    await presses(table, "di", "Go on without Eve")
    assert "💀 ~~Eve~~" in table.lines


async def test_where_nobody_can_be_pinged_there_is_no_vote(server: Server) -> None:
    table = await four(server)
    fails(server, ("POST", "/channels/*/messages"), 403, code=50013)
    assert "I could not ping them in this channel" in await kicks(table, "cy", "Eve")
    assert not table.field("🗳️")
    pressed = await forced(table, server.di, table.board, f"pod:1:kick:{table.keys['Eve']}")
    assert "There is no vote about them" in said(pressed)


async def test_a_call_that_is_delivered_twice_pings_once(server: Server) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    deliver_again(server.env)
    await server.env.settle()
    assert len([call for call in pings(table) if "still there" in call]) == 1


@pytest.mark.parametrize("act", ["leaderboard", "pod status", "start"])
async def test_whatever_they_ask_for_in_the_channel_ends_the_vote(server: Server, act: str) -> None:
    table = await four(server)
    await calls(table, "cy", "Eve")
    await server.restart()
    await does(server.eve, table.channel, act)
    await server.env.settle()
    assert "Go on without Eve" not in table.buttons
    assert "There is no vote about them" in said(
        await forced(table, server.di, table.board, f"pod:1:kick:{table.keys['Eve']}")
    )


async def test_a_button_that_they_press_ends_the_vote_though_it_changes_nothing(server: Server) -> None:
    table = await four(server)
    await kicks(table, "cy", "Eve")
    await server.eve.click(table.board, label="Report")
    await server.env.settle()
    assert "Go on without Eve" not in table.buttons


async def test_who_was_voted_out_can_dispute_it_until_the_game_counts(server: Server) -> None:
    table = await four(server)
    await calls(table, "cy", "Eve")
    await presses(table, "di", "Go on without Eve")
    await end(server.bo, table.channel, "concede")
    await table.reports(server.cy, "Cy", "Di")
    assert "Dispute" in table.buttons
    told = said(await server.eve.click(table.board, label="Dispute"))
    assert "🚫" not in told


# A moderator, and the lobby


async def test_a_moderator_needs_no_vote(server: Server) -> None:
    table = await four(server)
    assert "Recorded." in await kicks(table, "ana", "Eve")
    assert "💀 ~~Eve~~" in table.lines
    assert "Ana went on without Eve" in await story(table)


async def test_in_the_lobby_the_host_gives_a_seat_back(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.eve)
    assert "Only the host (Bo) or a moderator can do that." in await kicks(table, "cy", "Eve")
    assert "Eve’s seat is free again." in await kicks(table, "bo", "Eve")
    assert table.seats == "1. Bo\n2. Cy"
    assert "Bo took back Eve’s seat." in await story(table)
    assert "seat is free again" in await kicks(table, "ana", "Cy")


# Whoever has left the server


async def test_whoever_has_left_the_server_needs_no_vote(server: Server) -> None:
    table = await four(server)
    server.guild.remove_member(server.eve)
    assert "Recorded." in await kicks(table, "cy", "Eve")
    assert "💀 ~~Eve~~" in table.lines


async def test_whoever_has_left_the_server_leaves_the_lobby_too(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.eve)
    server.guild.remove_member(server.eve)
    assert "seat is free again" in await kicks(table, "cy", "Eve")


async def test_a_game_that_goes_quiet_notices_who_is_gone(server: Server) -> None:
    table = await four(server)
    server.guild.remove_member(server.eve)
    await pass_quietly(server, 30 * MINUTES)
    assert count(server, MEMBER) == 0
    await pass_quietly(server, 35 * MINUTES)
    assert "Any player in the game can press the button below to go on" in table.field(GONE)
    await presses(table, "cy", "Go on without Eve")
    assert "💀 ~~Eve~~" in table.lines
    assert not table.field(GONE)


async def test_who_has_gone_does_not_matter_once_the_game_is_over(server: Server) -> None:
    table = await four(server)
    server.guild.remove_member(server.eve)
    await pass_quietly(server, 65 * MINUTES)
    assert table.field(GONE)
    await end(server.bo, table.channel, "close")
    assert not table.field(GONE)
    assert "Go on without Eve" not in table.buttons


async def test_it_is_noticed_at_once_that_whoever_is_to_choose_has_gone(server: Server) -> None:
    people = server.bo, server.cy, server.di, server.eve
    table = await Table(server).started(*people, choose_master=True)
    server.guild.remove_member(server.cy)
    form = Form(table, server.bo, await table.reports(server.bo, "Cy", cause="library"))
    await form.press("send")
    assert "Cy may choose a master" in table.field("⏳")
    assert table.field("🚪 Cy has left the server")
    assert count(server, MEMBER) == 1


async def test_somebody_who_goes_while_the_pod_waits_is_noticed_and_the_question_falls(server: Server) -> None:
    table = await tied(server)
    server.guild.remove_member(server.cy)
    await pass_time(server, 11 * MINUTES)
    assert table.field("🚪 Cy has left the server")
    called = pings(table)
    await presses(table, "di", "Go on without Cy")
    assert "💀 ~~Cy~~" in table.lines
    assert "Report" in table.buttons
    assert pings(table) == called


async def test_whoever_is_back_is_kicked_by_nobody_alone(server: Server) -> None:
    table = await tied(server)
    server.guild.remove_member(server.cy)
    await pass_time(server, 11 * MINUTES)
    old = table.board
    server.guild.add_member(server.cy.user)
    told = said(await server.di.click(old, label="Go on without Cy"))
    assert told.startswith("🚫 There is no vote about them any more")
    await kicks(table, "di", "Cy")
    assert not table.field("🚪")
    assert table.field("🗳️ Go on without Cy? 1 of 3").startswith("Di")


async def test_whoever_is_back_is_noticed(server: Server) -> None:
    await sets(server, "choice_time", "1h")
    table = await tied(server)
    server.guild.remove_member(server.cy)
    await pass_time(server, 11 * MINUTES)
    server.guild.add_member(server.cy.user)
    await pass_time(server, 11 * MINUTES)
    assert not table.field("🚪")
    assert "Go on without Cy" not in table.buttons


@pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 50001), (404, 10004), (429, 0)])
async def test_nobody_is_gone_because_discord_does_not_tell(server: Server, status: int, code: int) -> None:
    table = await four(server)
    fails(server, MEMBER, status, times=None, code=code)
    assert "I have called Eve" in await kicks(table, "cy", "Eve")
    await pass_quietly(server, 60 * MINUTES)
    await pass_time(server, 10 * MINUTES)
    assert not table.field("🚪")


async def test_a_discord_that_says_nothing_of_somebody_keeps_nobody_waiting_for_an_answer(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def say_nothing(*_: Any) -> None:
        await asyncio.sleep(10 * MINUTES)

    table = await four(server)
    monkeypatch.setattr(discord.Guild, "fetch_member", say_nothing)
    eve = await find_key(table, server.cy, "Eve")
    asked = await acts(server.cy, table.channel, "remove", eve)
    await server.env.advance_time(3)
    assert "I have called Eve" in said(asked)


async def test_an_account_that_is_no_more_has_gone(server: Server) -> None:
    table = await four(server)
    fails(server, MEMBER, 404, code=10013)
    assert "Recorded." in await kicks(table, "cy", "Eve")


@pytest.mark.parametrize("most", [1, 2])
async def test_few_are_looked_up_and_nobody_often(server: Server, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(absence_cache, "LOOKUPS_PER_MINUTE", most)
    for number in range(3):
        channel = server.guild.create_text_channel(f"other-{number}")
        await Table(server, channel).started(*server.everybody[number : number + 4])
    await pass_quietly(server, 60 * MINUTES)
    before = count(server, MEMBER)
    for minute in range(1, 10):
        await pass_time(server, MINUTES)
        assert count(server, MEMBER) - before <= most * minute
    assert count(server, MEMBER) == 6
