"""Somebody has to go, and another member plays on in their seat."""

from simcord import InteractionResult, MemberActor

from bot.storage.engine import schema
from tests.front.playing import Table, acts, end, let_count, list_more, press_more, said
from tests.front.simulated import Server, answer, deliver_again, pass_quietly
from tests.front.test_me import app_of
from tests.storage.store import rows


async def four(server: Server) -> Table:
    return await Table(server).started(server.bo, server.cy, server.di, server.eve)


async def offers(table: Table, who: MemberActor, to: MemberActor) -> InteractionResult:
    return await acts(who, table.channel, "substitute:to", f"{to.id}")


async def takes(table: Table, who: MemberActor, name: str) -> str:
    return said(await who.click(table.board, label=f"Take {name}’s seat"))


async def points(table: Table) -> dict[str, int]:
    """The points by name, of the games that count."""
    await let_count(table.server)
    found = {row[0]: row[2] for row in await rows(app_of(table.server).database, schema.people)}
    at = [each.name for each in schema.results.c]
    every = await rows(app_of(table.server).database, schema.results)
    return {found[row[at.index("player")]]: row[at.index("points")] for row in every}


async def test_both_press_and_the_seat_goes_on_with_its_team_and_turn(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Cy", "Bo")
    called = await offers(table, server.bo, server.gil)
    assert not called.ephemeral
    assert f"<@{server.gil.id}>" in answer(called).content
    assert table.field("🔁 Substitutes") == "Bo offers their seat to Gil."
    assert "takes over Bo’s seat" in await takes(table, server.gil, "Bo")
    assert any("Gil" in line for line in table.lines)
    assert any("Cy" in line for line in table.lines)
    assert table.field("🔁 Substitutes").splitlines() == [
        "Gil sits where Bo sat.",
        "-# The result belongs to Bo, unless everyone else in the game presses 🔁.",
    ]
    assert "Only players in this game" in said(await server.bo.slash(table.channel, "concede"))


async def test_message_that_offers_a_seat_has_its_button_as_long_as_it_works(server: Server) -> None:
    table = await four(server)

    def shows_button(called: InteractionResult) -> bool:
        return bool(server.env.backend.get_message(table.channel.id, answer(called).id).components)

    first = await offers(table, server.bo, server.gil)
    assert shows_button(first)
    await offers(table, server.bo, server.gil)
    assert not shows_button(first)
    second = await offers(table, server.bo, server.gil)
    other = await offers(table, server.cy, server.fay)
    await takes(table, server.gil, "Bo")
    assert (shows_button(second), shows_button(other)) == (False, True)
    await end(server.gil, table.channel, "draw")
    for each in (server.cy, server.di, server.eve):
        await each.click(table.board, label="Confirm")
    await pass_quietly(server, 120)
    assert not shows_button(other)


async def test_the_result_is_of_whoever_began(server: Server) -> None:
    table = await four(server)
    await offers(table, server.bo, server.gil)
    await takes(table, server.gil, "Bo")
    choices = await server.gil.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    for loser in ("Cy", "Di", "Eve"):
        await table.reports(server.gil, loser, "Gil")
    assert table.field("🔁 Substitutes").endswith("-# The result belongs to Bo.")
    assert await points(table) == {"Bo": 3, "Cy": 1, "Di": 1, "Eve": 0}


async def test_the_result_is_the_substitute_s_once_everyone_else_says_so(server: Server) -> None:
    table = await four(server)
    await offers(table, server.bo, server.gil)
    await takes(table, server.gil, "Bo")
    label = "It’s theirs now: Gil"
    assert "for the others" in said(await server.gil.click(table.board, label=label))
    await server.cy.click(table.board, label=label)
    assert "You have said that" in said(await server.cy.click(table.board, label=label))
    assert "-# It should be the substitute’s: 1 of 3" in table.field("🔁 Substitutes")
    await server.restart()
    await server.di.click(table.board, label=label)
    assert "says so too" in said(await server.eve.click(table.board, label=label))
    assert table.field("🔁 Substitutes") == "Gil sits where Bo sat."
    choices = await server.gil.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    for loser in ("Cy", "Di", "Eve"):
        await table.reports(server.gil, loser, "Gil")
    assert await points(table) == {"Gil": 3, "Cy": 1, "Di": 1, "Eve": 0}


async def test_only_whom_a_seat_is_offered_to_takes_it(server: Server) -> None:
    table = await four(server)
    await offers(table, server.bo, server.gil)
    assert "Nobody has offered you" in await takes(table, server.fay, "Bo")
    assert "You keep your seat" in said(await offers(table, server.bo, server.gil))
    assert table.field("🔁 Substitutes") == ""
    assert "has played in it" in said(await offers(table, server.bo, server.cy))


async def test_an_undo_gives_the_seat_back_and_the_offer_is_gone(server: Server) -> None:
    table = await four(server)
    await offers(table, server.bo, server.gil)
    await takes(table, server.gil, "Bo")
    await server.gil.slash(table.channel, "undo")
    assert table.field("🔁 Substitutes") == ""
    assert "Bo" in "".join(table.lines)
    assert "Gil" not in "".join(table.lines)


async def test_a_press_that_is_delivered_twice_seats_nobody_twice(server: Server) -> None:
    table = await four(server)
    await offers(table, server.bo, server.gil)
    pressed = await server.gil.click(table.board, label="Take Bo’s seat")
    deliver_again(server.env, pressed)
    await server.env.settle()
    events = await rows(app_of(server).database, schema.events)
    assert sum("substituted" in row for row in events) == 1


async def test_the_offer_is_behind_the_last_button_too_and_in_the_story(server: Server) -> None:
    table = await four(server)
    assert "Substitute" in await list_more(server.bo, table.board)
    assert "Substitute" not in await list_more(server.gil, table.board)
    asked = answer(await press_more(server.bo, table.board, "Substitute"))
    menu = asked.components[0]["components"][0]["custom_id"]
    await server.bo.select(asked, [server.gil], custom_id=menu)
    assert table.field("🔁 Substitutes") == "Bo offers their seat to Gil."
    await takes(table, server.gil, "Bo")
    shown = answer(await acts(server.fay, table.channel, "log"))
    told = shown.embeds[0].description or ""
    assert "🔁 Bo offers their seat to Gil." in told
    assert "🔁 Gil takes over Bo’s seat." in told
