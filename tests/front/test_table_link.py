"""The link to the table: who adds it, who finds it, and until when."""

import pytest
from simcord import MemberActor

from bot.front.moderation.text_redaction import hash_text_as_menu_value
from tests.front.playing import Table, end, list_more, press_more, said, set_link, switch_on
from tests.front.simulated import Server, answer

LINK = "https://spelltable.example.com/game/4f2b"


@pytest.fixture
async def table(server: Server) -> Table:
    """A lobby of four."""
    return await Table(server).opened(server.bo, server.cy, server.di, server.eve)


async def more(who: MemberActor, table: Table) -> str:
    """What stands behind the board's last button for somebody."""
    return answer(await who.click(table.board, label="⋯")).content


async def test_whoever_sits_adds_a_link_that_the_others_at_the_table_find(server: Server, table: Table) -> None:
    modal = await press_more(server.cy, table.board, "Add a link")
    told = said(await server.cy.submit_modal(modal, {"link": f" {LINK} "}))
    assert told == f"✅ Whoever sits here finds the link behind `⋯`:\n🔗 The table: <{LINK}>"
    assert f"<{LINK}>" in await more(server.bo, table)
    assert LINK not in await more(server.fay, table)
    assert LINK not in await more(server.ana, table)
    await server.fay.click(table.board, custom_id=table.find_button("join"))
    assert f"<{LINK}>" in await more(server.fay, table)
    await server.fay.click(table.board, custom_id=table.find_button("leave"))
    assert LINK not in await more(server.fay, table)


async def test_nobody_but_who_sits_adds_a_link_or_reads_it_in_the_form(server: Server, table: Table) -> None:
    await set_link(table, server.cy, LINK)
    modal = await press_more(server.bo, table.board, "Change the link")
    assert LINK in str(modal.modal)
    for stranger in (server.fay, server.ana):
        assert "Change the link" not in await list_more(stranger, table.board)
        assert "🚫" in said(await set_link(table, stranger, "https://example.com"))
    assert f"<{LINK}>" in await more(server.cy, table)


async def test_the_link_is_in_no_message_and_in_no_story(server: Server, table: Table) -> None:
    await set_link(table, server.cy, LINK)
    await table.starts(server.bo)
    story = answer(await server.fay.slash(table.channel, "pod status"))
    assert LINK not in str(story.embeds[0].to_dict())
    told = answer(await press_more(server.cy, table.board, "Story")).embeds[0].description or ""
    assert "There is a link to the table, for those who sit here. — Cy" in told
    assert LINK not in told
    for message in table.channel.history(viewer=server.fay):
        assert LINK not in message.content + str([each.to_dict() for each in message.embeds])


async def test_an_undo_leaves_the_link_and_the_end_of_the_game_takes_it_away(server: Server, table: Table) -> None:
    await table.starts(server.bo)
    await table.reports(server.bo, "Di", "Bo")
    await set_link(table, server.cy, LINK)
    await server.bo.slash(table.channel, "undo")
    assert f"<{LINK}>" in await more(server.di, table)
    await end(server.bo, table.channel, "win", winner=table.keys["Bo"])
    assert LINK not in await more(server.bo, table)
    assert "Change the link" not in await list_more(server.bo, table.board)
    assert "🚫" in said(await set_link(table, server.cy, "https://example.com"))


async def test_an_empty_form_takes_the_link_away(server: Server, table: Table) -> None:
    await set_link(table, server.cy, LINK)
    assert said(await set_link(table, server.di, " ")) == "✅ The link is gone."
    assert LINK not in await more(server.cy, table)
    assert "Add a link" in await list_more(server.cy, table.board)


async def test_a_link_that_misleads_changes_nothing(server: Server, table: Table) -> None:
    await set_link(table, server.cy, LINK)
    refused = said(await set_link(table, server.di, "https://example.com@evil.com"))
    assert "🚫" in refused
    assert f"<{LINK}>" in await more(server.cy, table)


async def test_a_struck_link_is_shown_to_nobody_until_another_is_typed(server: Server, table: Table) -> None:
    await set_link(table, server.cy, LINK)
    await server.ana.slash(table.channel, "override strike", text=hash_text_as_menu_value(LINK))
    assert "🔗 The table" not in await more(server.cy, table)
    assert "Add a link" in await list_more(server.cy, table.board)
    await set_link(table, server.di, "https://example.com/other")
    assert "<https://example.com/other>" in await more(server.cy, table)


# Given when the pod is opened


@pytest.mark.parametrize("command", ["pod open", "series"])
async def test_link_given_when_a_pod_is_opened_is_found_by_those_who_sit_there_alone(
    server: Server, command: str
) -> None:
    await switch_on(server, "series")
    opened = await server.bo.slash(server.channel, command, link=f" {LINK} ")
    table = Table(server)
    assert f"🔗 The table: <{LINK}>" in str([each.content for each in opened.followups])
    assert f"<{LINK}>" in await more(server.bo, table)
    assert LINK not in await more(server.cy, table)
    await server.cy.click(table.board, custom_id=table.find_button("join"))
    assert f"<{LINK}>" in await more(server.cy, table)
    for message in table.channel.history(viewer=server.fay):
        assert LINK not in f"{message.content}{[each.to_dict() for each in message.components]}"


async def test_link_that_misleads_opens_no_pod(server: Server) -> None:
    asked = await server.bo.slash(server.channel, "pod open", link="https://example.com@evil.com")
    assert "🚫" in said(asked)
    assert Table(server).boards == []


async def test_link_outlasts_the_preview_and_a_restart_and_another_replaces_it(server: Server) -> None:
    shown = await server.bo.slash(server.channel, "pod open", link=LINK, change=True)
    await server.bo.click(answer(shown), label="Open it")
    table = Table(server)
    for guest in (server.cy, server.di):
        await guest.click(table.board, custom_id=table.find_button("join"))
    await server.restart()
    assert f"<{LINK}>" in await more(server.cy, table)
    await set_link(table, server.di, "https://example.com/other")
    assert LINK not in await more(server.bo, table)
    assert "<https://example.com/other>" in await more(server.bo, table)


async def test_rematch_begins_without_the_link_of_the_game_before(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, link=LINK)
    await end(server.bo, table.channel, "draw")
    await server.cy.click(table.board, label="Confirm")
    over = table.board.id
    await server.bo.click(table.board, label="Rematch")
    assert table.board.id != over
    assert LINK not in await more(server.bo, table)


async def test_story_says_that_there_was_a_link_from_the_beginning(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, link=LINK)
    told = answer(await press_more(server.bo, table.board, "Story")).embeds[0].description or ""
    assert "There is a link to the table" in told
    assert LINK not in told


async def test_link_given_with_the_opening_can_be_struck_out(server: Server) -> None:
    await server.bo.slash(server.channel, "pod open", link=LINK)
    await server.ana.slash(server.channel, "override strike", text=hash_text_as_menu_value(LINK))
    assert "🔗 The table" not in await more(server.bo, Table(server))
