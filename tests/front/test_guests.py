"""Guests: somebody without an account plays by name, and whoever brought them acts for them."""

import pytest
from simcord import MemberActor

from tests.front import forging
from tests.front.playing import (
    Form,
    Table,
    acts,
    end,
    find_detail,
    find_key,
    let_count,
    read_board,
    read_call,
    said,
    sets,
)
from tests.front.simulated import Server, answer


async def brings(table: Table, who: MemberActor, name: str) -> str:
    return said(await who.slash(table.channel, "pod guest", name=name))


async def seated(server: Server, *guests: str) -> Table:
    """A lobby of Bo, Cy and Di, to which Cy has brought guests."""
    table = await Table(server).opened(server.bo, server.cy, server.di)
    for guest in guests:
        await brings(table, server.cy, guest)
    return table


async def played(server: Server, *guests: str) -> Table:
    """The same, once Bo has started."""
    return await (await seated(server, *guests)).starts(server.bo)


async def about_guests(table: Table) -> str:
    return await find_detail(table, "🎟️ Guests")


async def test_the_board_says_who_acts_for_whom(server: Server) -> None:
    table = await seated(server, "Gus")
    assert "Gus (guest)" in str(read_board(table.board).to_dict())
    assert await about_guests(table) == "Cy brought Gus (guest) and acts for them."
    await brings(table, server.cy, "Hal")
    assert (await about_guests(table)).splitlines() == ["Cy brought Gus (guest), Hal (guest) and acts for them all."]


async def test_a_name_however_it_is_written_is_one_person(server: Server) -> None:
    table = await seated(server, "Gus")
    assert "already" in await brings(table, server.bo, "ＧＵＳ")
    offered = await server.di.autocomplete(table.channel, "pod guest", "name", "g")
    assert [each["value"] for each in offered] == ["Gus"]


REFUSED_NAMES = ["\u200b\u200d", "\u115f", "🏳\u0000", "▒▒▒ Gus", "\u200b▒ Gus"]


async def test_a_name_that_shows_nothing_or_looks_struck_out_is_refused(
    server: Server, subtests: pytest.Subtests
) -> None:
    table = await seated(server)
    before = read_board(table.board).to_dict()
    for name in REFUSED_NAMES:
        with subtests.test(repr(name)):
            assert "✅" not in await brings(table, server.cy, name)
            assert read_board(table.board).to_dict() == before


async def test_a_name_is_harmless_wherever_it_stands(server: Server) -> None:
    table = await seated(server, "@everyone <@1>")
    told = await about_guests(table)
    assert "@everyone" not in told
    assert "<@1>" not in told


async def test_who_brought_a_guest_takes_them_along_or_away(server: Server) -> None:
    table = await seated(server, "Gus", "Hal")
    gus = await find_key(table, server.cy, "Gus")
    refused = said(await acts(server.di, table.channel, "remove", gus))
    assert "host" in refused
    await acts(server.cy, table.channel, "remove", gus)
    assert await about_guests(table) == "Cy brought Hal (guest) and acts for them."
    await acts(server.cy, table.channel, "leave")
    assert "Hal" not in str(read_board(table.board).to_dict())


async def test_whoever_brought_them_concedes_for_them_and_nobody_else(server: Server) -> None:
    table = await played(server, "Gus")
    gus = table.keys["Gus (guest)"]
    asked = answer(await server.cy.click(table.board, custom_id=table.find_button("more")))
    sure = answer(await server.cy.click(asked, label="Concede"))
    await server.cy.click(sure, label="Gus (guest) concedes")
    assert "💀 ~~Gus (guest)~~" in (read_board(table.board).description or "")
    for key in (gus, table.keys["Bo"]):
        number = table.find_button("more").split(":")[1]
        pressed = f"pod:{number}:guest-leaves:{key}"
        told = await forging.press(server.di, table.channel, table.board, pressed)
        assert "brought" in said(told)


async def test_whoever_has_conceded_can_still_concede_for_their_guest(server: Server) -> None:
    table = await played(server, "Gus")
    for label in ("Yes, I concede", "Gus (guest) concedes"):
        asked = answer(await server.cy.click(table.board, custom_id=table.find_button("more")))
        sure = answer(await server.cy.click(asked, label="Concede"))
        await server.cy.click(sure, label=label)
    (lost,) = [line for line in (read_board(table.board).description or "").splitlines() if "💀" in line]
    assert "~~Gus (guest)~~" in lost
    assert "~~Cy~~" in lost


async def test_a_guests_choice_is_asked_of_who_brought_them(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, choose_master=True)
    await brings(table, server.cy, "Gus")
    await table.starts(server.bo)
    form = Form(table, server.di, await table.reports(server.di, "Gus (guest)", "Gus (guest)"))
    await form.own("Gus (guest)")
    assert f"<@{server.cy.id}>" in read_call(table.board)
    assert "Gus (guest)" in said(await server.di.click(table.board, label="Bo"))
    assert read_call(table.board)
    await server.cy.click(table.board, label="Bo")
    assert not read_call(table.board)


async def test_a_game_with_too_many_guests_says_that_it_will_not_count(server: Server) -> None:
    table = await seated(server, "Gus", "Hal", "Ida")
    assert "won’t count" in await about_guests(table)
    assert "won’t count" in table.readiness


async def test_what_does_not_count_for_its_guests_is_told_with_the_result_and_in_ones_statistics(
    server: Server,
) -> None:
    results = server.guild.create_text_channel("results")
    await sets(server, "results_channel", results)
    table = await played(server, "Gus", "Hal", "Ida")
    await end(server.bo, table.channel, "win", winner=table.keys["Bo"])
    await server.cy.click(table.board, custom_id=table.find_button("confirm"))
    await let_count(server)
    shown = results.history()[-1].embeds[0].description or ""
    assert "Cy brought" in shown
    assert "won’t count" in shown
    own = said(await server.di.slash(table.channel, "stats"))
    assert "does not count: guests were half of the table or more" in own
    others = said(await server.eve.slash(table.channel, "stats", player=server.di))
    assert "Not counted × 1: guests were half of the table or more" in others


async def test_who_brought_a_guest_is_told_that_it_is_the_guest_s_turn(server: Server) -> None:
    table = await played(server, "Gus")
    own, theirs = "It is your turn.", "It is Gus (guest)’s turn: you act for them."
    told = list[tuple[bool, bool]]()
    for _ in range(4):
        more = said(await server.cy.click(table.board, custom_id=table.find_button("more")))
        told.append((own in more, theirs in more))
        await acts(server.bo, table.channel, "turn")
    assert sorted(told) == [(False, False), (False, False), (False, True), (True, False)]


async def test_who_brought_a_guest_reads_what_the_guest_does_after_a_defeat(server: Server) -> None:
    table = await played(server, "Gus")
    told = said(await table.reports(server.cy, "Gus (guest)", "Di"))
    steps = "**Gus (guest)** · You serve **Di**: you win or lose together. You were defeated, so in this order:\n1. "
    assert f"📋 {steps}" in told
    assert "📋 Cy: **What now?**" in table.small_print
    (asked,) = answer(await server.cy.click(table.board, custom_id=table.find_button("checklist"))).embeds
    assert (asked.description or "").startswith("Nothing to do right now: play on.\n\n")
    assert steps in (asked.description or "")
    (others,) = answer(await server.bo.click(table.board, custom_id=table.find_button("checklist"))).embeds
    assert "Gus" not in (others.description or "")
