"""Results that everybody can open, during the night and after it, and the place where a night is found."""

import csv
import io
import re

import discord
import pytest
import simcord
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from tests.front.playing import list_items, list_more, press_more, said
from tests.front.simulated import answer
from tests.front.test_night_ends import begins, closes, seats, wins
from tests.front.test_nights import Evening, evening, name_of

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")


def list_night_posts(evening: Evening) -> list[int]:
    """The ids of everything that everybody sees in the night's channel."""
    return [each.id for each in evening.channel.history() if not each.flags.ephemeral]


async def read_pages(evening: Evening, shown: simcord.ResponseMessage) -> list[str]:
    """All pages of standings, pods and people, by their buttons."""
    pages = []
    for label in ("Pods", "People", "Standings"):
        await evening.server.gil.click(shown, label=label)
        pages.append(shown.content)
    return pages


async def test_everybody_reads_their_place_by_one_press_once_the_night_is_over(evening: Evening) -> None:
    outsider = evening.people[-1]
    first, second = await begins(evening)
    winner = await wins(evening, first)
    await wins(evening, second)
    running = await read_pages(evening, answer(await evening.server.gil.click(evening.message, label="Results")))
    await closes(evening)
    told = answer(await winner.click(evening.message, label="Results"))
    assert re.search(rf"➡️ You: \*\*1\.\*\* {name_of(winner)} · \*\*3\*\*\s❔ · 🏆\s1 .*players: 8", told.content)
    for each in evening.people:
        assert "➡️ You:" in said(await each.click(evening.message, label="Results"))
    assert "➡️" not in said(await outsider.click(evening.message, label="Results"))
    shown = answer(await evening.server.gil.click(evening.message, label="Results"))
    assert await read_pages(evening, shown) == running
    assert "This night is over." in said(await winner.click(evening.message, label="⋯"))
    buttons = ["Results", "Everybody", "Bring the board here", "Check the draw"]
    assert await list_more(evening.host, evening.message) == buttons


async def test_past_nights_of_the_server_are_listed_where_no_night_is(evening: Evening) -> None:
    tables = await begins(evening)
    for table in tables:
        await wins(evening, table)
    await closes(evening)
    other = evening.server.guild.create_text_channel("another")
    listed = answer(await evening.server.gil.slash(other, "night show"))
    assert f"1 round · 👥 8 · <#{evening.channel.id}>" in listed.content
    await evening.server.gil.select(listed, values=[f"{evening.channel.id}:1"])
    assert "Standings" in listed.content
    assert "➡️ You:" in listed.content
    denied = discord.Permissions(view_channel=True).value
    hidden = Overwrite(evening.server.gil.id, OverwriteType.MEMBER, deny=denied)
    evening.server.env.backend.set_overwrite(evening.channel.id, hidden)
    assert "There is no night here" in said(await evening.server.gil.click(listed, label="Pods"))
    assert "none is over in a channel that you see" in said(await evening.server.gil.slash(other, "night show"))


async def test_results_come_as_files_with_every_player_and_seat(evening: Evening) -> None:
    first, _ = await begins(evening)
    winner = await wins(evening, first)
    shown = answer(await evening.server.gil.click(evening.message, label="Results"))
    sent = answer(await evening.server.gil.click(shown, label="CSV files")).message.attachments
    standings, pods = [[*csv.DictReader(io.StringIO((await each.read()).decode("utf-8-sig")))] for each in sent]
    assert (standings[0]["player"], standings[0]["points"], standings[0]["wins"]) == (name_of(winner), "3", "1")
    assert {row["player"] for row in pods} == {name_of(each) for each in evening.people}
    assert [row["won"] for row in pods if row["player"] == name_of(winner)] == ["1"]


# The night's own place


async def test_channel_has_one_new_message_for_each_round_and_for_the_end_which_mentions_nobody(
    evening: Evening,
) -> None:
    await evening.gathers(8, rounds=2)
    assert "The organiser seats the first round" in evening.shown
    posts = [evening.message.id]
    before = len(evening.server.env.http_requests)
    for told in ("Every pod of this round is over", "Every pod of the last round is over"):
        tables = await seats(evening)
        assert told not in evening.shown
        for table in tables:
            await wins(evening, table)
        assert told in evening.shown
        posts.append(evening.message.id)
        assert list_night_posts(evening) == posts[-1:]
    await closes(evening)
    posts.append(evening.message.id)
    assert list_night_posts(evening) == posts[-1:]
    assert posts == sorted({*posts})
    path = f"/channels/{evening.channel.id}/messages"
    made = evening.server.env.http_requests[before:]
    sent = [each.json["allowed_mentions"] for each in made if each.method == "POST" and each.path == path and each.json]
    assert not any(each.get("users") or each.get("roles") for each in sent)


async def test_anybody_brings_the_board_to_the_end_of_the_channel_also_from_a_pod(evening: Evening) -> None:
    [table, *_] = await begins(evening)
    before = evening.message.id
    await evening.server.gil.send(evening.channel, "where is the board?")
    shown = answer(await evening.server.gil.slash(table.channel, "night show"))
    await evening.server.gil.click(shown, label="Bring the board here")
    await evening.passes(1)
    assert evening.message.id > before
    assert evening.channel.history()[-1].id == evening.message.id
    await closes(evening)
    before = evening.message.id
    await press_more(evening.server.gil, evening.message, "Bring the board here")
    await evening.passes(1)
    assert evening.message.id > before


async def test_night_show_answers_with_the_state_and_what_concerns_who_asks(evening: Evening) -> None:
    await evening.opens()
    await evening.comes(evening.server.cy, evening.server.di)
    asked = [evening.server.cy, evening.server.gil]
    told = [said(await each.slash(evening.channel, "night show")) for each in asked]
    assert told == ["You have signed up. Seats are drawn once the night has begun.", "You have not signed up."]
    shown = answer(await evening.server.cy.slash(evening.channel, "night show"))
    assert "Signed up: 3" in str(shown.embeds[0].to_dict())
    await evening.passes(31)
    await evening.server.cy.click(evening.message, label="I’m here")
    await evening.passes(45)
    told = [said(await each.slash(evening.channel, "night show")) for each in (evening.server.cy, evening.server.di)]
    assert told[0] == "You are here. Bo seats the first round."
    assert "not checked in" in told[1]
    assert "✅ You play from the next round on" in said(await evening.server.di.click(evening.message, label="Join"))


async def test_deleted_board_of_a_night_comes_back_and_keeps_its_buttons(evening: Evening) -> None:
    await begins(evening)
    buttons = [each.custom_id for each in list_items(evening.message)]
    assert buttons == ["plan:1:join", "plan:1:leave", "plan:1:all:0", "plan:1:more"]
    evening.server.env.backend.delete_message(evening.channel.id, evening.message.id)
    await evening.passes(2)
    assert [each.custom_id for each in list_items(evening.message)] == buttons
    assert len(list_night_posts(evening)) == 1
