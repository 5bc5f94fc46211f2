"""The end of a duel is disputed on its board, and a moderator decides."""

import discord
from simcord import MemberActor

from bot.app import BotApplication
from bot.front.ui import embeds
from bot.storage.engine.schema import results
from tests.front.dueling import DuelTable
from tests.front.playing import press_more, read_call, said, sets
from tests.front.simulated import Server, answer, pass_quietly, sweeping
from tests.storage.store import rows

A_DAY = 24 * 60 * 60
WHY = "A misclick."


async def conceded(server: Server) -> DuelTable:
    """Bo and Cy duel; Cy gives up. Ana moderates."""
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    return table


async def disputed(server: Server) -> DuelTable:
    """Bo, who did not end it, disputes the end."""
    table = await conceded(server)
    told = said(await server.bo.click(table.board, label="Dispute"))
    assert told.startswith("✋ You disputed the end of the duel")
    return table


async def press(table: DuelTable, who: MemberActor, label: str) -> str:
    return said(await who.click(table.board, label=label))


async def points(server: Server) -> list[int]:
    """What the results of all games count, least first."""
    app = server.bot.app
    assert isinstance(app, BotApplication)
    return sorted(row[4] for row in await rows(app.database, results))


async def unsettled(server: Server, table: DuelTable) -> str:
    """The moderators' page of unsettled games; empty while nothing stands on it."""
    shown = answer(await server.ana.slash(table.channel, "audit"))
    if shown.components[0]["components"][-1]["disabled"]:
        return ""
    turned = await server.ana.click(shown, custom_id="desk:0")
    return answer(turned).embeds[0].description or ""


async def test_a_dispute_calls_the_moderators_in_one_new_message(server: Server) -> None:
    table = await conceded(server)
    ended = table.board.id
    await press(table, server.bo, "Dispute")
    called = table.board.id
    assert called > ended
    await press(table, server.ana, "Let it stand")
    assert table.board.id == called


async def test_a_dispute_stops_the_clock_until_a_moderator_lets_the_end_stand(server: Server) -> None:
    table = await conceded(server)
    assert "You ended this duel yourself" in await press(table, server.cy, "Dispute")
    assert "Only the two players" in await press(table, server.gil, "Dispute")
    await press(table, server.bo, "Dispute")
    assert table.field("✋ Disputed: the end of the duel").startswith("Bo disputes the end of the duel.")
    assert table.call == "Moderators: the end of a duel is disputed. Please decide with the buttons below."
    assert table.embed.colour == discord.Colour(embeds.DISPUTED_COLOUR)
    await pass_quietly(server, 60 * 60)
    assert await points(server) == []
    assert "✋ Bo disputes: the end of the duel" in await unsettled(server, table)
    assert "up to a moderator" in await press(table, server.cy, "Let it stand")
    assert await press(table, server.ana, "Let it stand") == "☑️ It stands: the end of the duel."
    assert await points(server) == [0, 3]
    assert not {"Dispute", "Let it stand", "Undo the report", "Undo"} & set(table.buttons)
    assert await unsettled(server, table) == ""
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert "let the end of a duel stand in" in trail


async def test_a_moderator_takes_a_disputed_end_back_and_says_why(server: Server) -> None:
    table = await disputed(server)
    assert "moderators" in await press(table, server.cy, "Undo the report")
    modal = await server.ana.click(table.board, label="Undo the report")
    await server.ana.submit_modal(modal, {"reason": WHY})
    assert table.lines[0] == "**Turn 1: Bo**"
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert WHY in trail


async def test_who_disputes_can_think_again_and_has_the_whole_time_before_it(server: Server) -> None:
    table = await disputed(server)
    await pass_quietly(server, 14 * 60)
    await press(table, server.bo, "Let it stand")
    await pass_quietly(server, 13 * 60)
    assert await points(server) == []
    assert "You have already disputed this" in await press(table, server.bo, "Dispute")
    await server.env.advance_time(3 * 60)
    assert await points(server) == [0, 3]


async def test_while_an_end_is_asked_back_it_does_not_count_and_after_a_day_moderators_see_it(server: Server) -> None:
    table = await conceded(server)
    said(await press_more(server.cy, table.board, "Undo"))
    assert table.lines[-1] == "-# The result does not count yet."
    await pass_quietly(server, 60 * 60)
    assert await points(server) == []
    assert await unsettled(server, table) == ""
    with sweeping(hours=1):
        await server.restart()
        await server.env.advance_time(A_DAY)
    assert "Cy asked to undo the end, and got no answer." in await unsettled(server, table)
    await press(table, server.ana, "Let it stand")
    assert await points(server) == [0, 3]


async def test_the_end_of_an_earlier_duel_is_disputed_and_settled_too(server: Server) -> None:
    table = await conceded(server)
    first = table.board
    await server.di.slash(table.channel, "pod open")
    await server.bo.click(first, label="Dispute")
    await pass_quietly(server, 60 * 60)
    assert await points(server) == []
    brought = next(board for board in table.boards if "duel" in read_call(board))
    await server.ana.click(brought, label="Let it stand")
    assert await points(server) == [0, 3]


async def test_a_dispute_and_what_is_decided_about_it_are_told_in_the_log_channel(server: Server) -> None:
    channel = server.guild.create_text_channel("referees")
    await sets(server, "log_channel", channel)
    table = await disputed(server)
    where = f"<#{table.channel.id}>, game no. {table.number}"
    last = channel.last_message
    assert last is not None
    assert last.content == f"**Bo** · disputed the end of the duel in {where}"
    await press(table, server.ana, "Let it stand")
    last = channel.last_message
    assert last is not None
    assert last.content == f"**Ana** · let the end of a duel stand in {where}"
