"""Claiming: a member says that a guest was them, a moderator confirms it, and takes it back."""

from simcord import MemberActor, ResponseMessage

from tests.front.playing import Table, end, let_count, said
from tests.front.simulated import Server, answer, pass_quietly
from tests.front.test_entering import Entry, opens
from tests.front.test_plans import direct


async def counted(server: Server) -> Table:
    """A game of Bo, Cy, Di and Cy's guest Gus, which Gus has won and which counts."""
    table = await Table(server).opened(server.bo, server.cy, server.di)
    await server.cy.slash(table.channel, "pod guest", name="Gus")
    await table.starts(server.bo)
    await end(server.bo, table.channel, "win", winner=table.keys["Gus (guest)"])
    await server.cy.click(table.board, custom_id=table.find_button("confirm"))
    await let_count(server)
    return table


async def leaderboard(table: Table) -> str:
    shown = answer(await table.server.ana.slash(table.channel, "leaderboard"))
    return shown.embeds[0].description or ""


async def claims(table: Table, who: MemberActor, name: str = "gus") -> str:
    return said(await who.slash(table.channel, "me claim", name=name))


async def opens_claims(table: Table, who: MemberActor) -> ResponseMessage:
    desk = answer(await who.slash(table.channel, "desk"))
    return answer(await who.click(desk, custom_id="claims:0"))


async def test_a_guest_has_no_rank_until_a_moderator_confirms_who_they_are(server: Server) -> None:
    table = await counted(server)
    before = await leaderboard(table)
    assert "Gus" not in before
    assert "Fay" not in before
    assert "A moderator will find your claim" in await claims(table, server.fay)
    page = await opens_claims(table, server.ana)
    assert "Fay says that they are Gus (guest)" in str(page.embeds[0].description)
    assert direct(server, server.fay) == []
    await server.ana.click(page, label="1. That’s them")
    (told,) = direct(server, server.fay)
    assert "what Gus (guest) has played and won is yours now" in told.content
    assert "Fay" in await leaderboard(table)
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert "confirmed that Gus (guest) is Fay" in trail


async def test_a_claim_lapses_after_a_week_and_gives_way_to_another(server: Server) -> None:
    table = await counted(server)
    before = await leaderboard(table)
    await claims(table, server.fay)
    page = await opens_claims(table, server.ana)
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert "**Fay** · 🎟️ says that they are Gus (guest)" in trail
    await pass_quietly(server, 7 * 24 * 60 * 60)
    assert "more than a week ago" in said(await server.ana.click(page, label="1. That’s them"))
    assert await leaderboard(table) == before
    assert "A moderator will find your claim" in await claims(table, server.gil)
    page = await opens_claims(table, server.ana)
    assert "Gil says that they are Gus (guest)" in str(page.embeds[0].description)


async def test_who_has_left_the_server_is_no_guest(server: Server) -> None:
    table = await counted(server)
    before = await leaderboard(table)
    await claims(table, server.fay)
    page = await opens_claims(table, server.ana)
    server.guild.remove_member(server.fay)
    assert "not on the server any more" in said(await server.ana.click(page, label="1. That’s them"))
    assert await leaderboard(table) == before


async def test_taken_back_they_are_a_guest_again(server: Server) -> None:
    table = await counted(server)
    before = await leaderboard(table)
    await claims(table, server.fay)
    page = await opens_claims(table, server.ana)
    await server.ana.click(page, label="1. That’s them")
    (gus,) = await server.ana.autocomplete(table.channel, "override unclaim", "guest", "fay")
    assert gus["name"] == "Gus (guest) · Fay"
    told = await server.ana.slash(table.channel, "override unclaim", guest=gus["value"], reason="It was Hal.")
    assert "Gus (guest) is a guest again" in said(told)
    assert await leaderboard(table) == before


async def test_who_is_claimed_is_not_brought_and_who_played_with_them_is_not_them(server: Server) -> None:
    table = await counted(server)
    assert "same game" in await claims(table, server.di)
    assert "no guest of that name" in await claims(table, server.fay, "Hal")
    await claims(table, server.fay)
    page = await opens_claims(table, server.ana)
    await server.ana.click(page, label="1. That’s them")
    await Table(server).opened(server.bo)
    refused = said(await server.bo.slash(table.channel, "pod guest", name="Gus"))
    assert "That guest is Fay" in refused


async def test_a_moderator_does_not_confirm_their_own_claim(server: Server) -> None:
    table = await counted(server)
    await claims(table, server.ana)
    page = await opens_claims(table, server.ana)
    assert "your own claim" in said(await server.ana.click(page, label="1. That’s them"))
    await server.ana.click(page, label="1. No")
    assert "Ana" not in await leaderboard(table)


async def test_more_claims_than_a_page_has_room_for_have_others(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    for guest in ("Gus", "Hal", "Ida", "Jo", "Kim"):
        await server.bo.slash(table.channel, "pod guest", name=guest)
    await end(server.bo, table.channel, "close")
    for guest in ("Gus", "Hal", "Ida", "Jo", "Kim"):
        await claims(table, server.fay, guest)
        await server.env.advance_time(60)
    first = await opens_claims(table, server.ana)
    assert "Kim" not in str(first.embeds[0].description)
    second = answer(await server.ana.click(first, custom_id="claims:1"))
    assert "Fay says that they are Kim (guest)" in str(second.embeds[0].description)
    await server.ana.click(second, label="1. No")
    left = await opens_claims(table, server.ana)
    assert "Jo" in str(left.embeds[0].description)
    assert "claims:1'" not in str(left.components), "there is one page"


async def test_no_on_a_page_of_before_declines_nobody_else(server: Server) -> None:
    table = await counted(server)
    await claims(table, server.fay)
    page, old = [await opens_claims(table, server.ana) for _ in range(2)]
    await server.ana.click(page, label="1. No")
    await claims(table, server.eve)
    assert "settled already" in said(await server.ana.click(old, label="1. No"))
    again = await opens_claims(table, server.ana)
    assert "Eve says that they are Gus (guest)" in str(again.embeds[0].description)


async def test_who_plays_as_a_guest_is_asked_for_once_the_game_is_over(server: Server) -> None:
    table = await counted(server)
    await claims(table, server.fay)
    await Table(server).opened(server.bo)
    for guest in ("Gus", "Hal"):
        await server.bo.slash(table.channel, "pod guest", name=guest)
    page = await opens_claims(table, server.ana)
    refused = said(await server.ana.click(page, label="1. That’s them"))
    assert f"not over: <#{table.channel.id}>" in refused
    await server.env.advance_time(1)  # claims are listed in the order of their times
    assert "A moderator will find your claim" in await claims(table, server.eve, "Hal")
    await end(server.bo, table.channel, "close")
    page = await opens_claims(table, server.ana)
    await server.ana.click(page, label="1. That’s them")
    assert "Fay" in await leaderboard(table)


async def test_a_form_that_is_older_than_the_claim_brings_nobody_back(server: Server) -> None:
    table = await counted(server)
    entry = Entry(server, server.bo, await opens(server, server.bo, guests="Gus"))
    for loser in ("Cy", "Bo", "Eve", "Gus (guest)"):
        await entry.lost(loser, "Di")
    await claims(table, server.fay)
    page = await opens_claims(table, server.ana)
    await server.ana.click(page, label="1. That’s them")
    assert "That guest is Fay" in said(await entry.press("send"))
