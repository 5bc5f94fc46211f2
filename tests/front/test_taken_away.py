"""What takes a result away can be disputed, and the date of the first end stays with the game."""

import pytest

from tests.front.deciding import WHY, four, over, ranking
from tests.front.playing import Table, end, let_count, press_more, said
from tests.front.simulated import Server, answer, pass_quietly
from tests.front.test_confirming import dispute, press
from tests.front.test_desk import Desk
from tests.front.test_season_gate import standings
from tests.front.test_seasons import season

UNDONE = "↩️ Bo took back the end of the game. If that is wrong, press ✋"
CLOSED = "🔒 Bo closed the game without a result. If that is wrong, press ✋"
NO_GAME = "No finished game yet."


async def undone(server: Server) -> Table:
    """Di won; Bo, who lost and hosts, has taken that back."""
    table = await over(server)
    await server.bo.slash(table.channel, "undo")
    return table


async def closed(server: Server) -> Table:
    """The same, and Bo has closed the game."""
    table = await undone(server)
    await end(server.bo, table.channel, "close")
    return table


async def restores(table: Table) -> None:
    """Ana decides about what is disputed: the result is restored."""
    modal = await table.server.ana.click(table.board, label="Restore the result")
    preview = answer(await table.server.ana.submit_modal(modal, {"reason": WHY}))
    assert "The end of the game comes back" in (preview.embeds[0].description or "")
    await table.server.ana.click(preview, label="Apply")


@pytest.mark.parametrize("how", ["undone", "closed"])
async def test_a_host_who_lost_cannot_take_the_win_away_while_the_winner_looks_on(server: Server, how: str) -> None:
    table = await (undone if how == "undone" else closed)(server)
    assert UNDONE in table.field("⏳")
    assert (CLOSED in table.field("⏳")) == (how == "closed")
    assert "Dispute" in table.buttons
    await dispute(table, server.di, "the closing" if how == "closed" else "the undoing")
    await restores(table)
    assert "🏆" in (table.embed.title or "")
    assert "No result counts yet" in await ranking(table)
    await let_count(server)
    assert "**Di**" in await ranking(table)


async def test_nobody_disputes_the_closing_and_the_game_stays_without_a_result(server: Server) -> None:
    table = await closed(server)
    assert "This is final" in table.field("⏳")
    await let_count(server)
    assert table.field("⏳") == ""
    assert "Dispute" not in table.buttons
    assert NO_GAME in await ranking(table)


async def test_a_disputed_undo_stands_if_a_moderator_says_so(server: Server) -> None:
    table = await undone(server)
    await dispute(table, server.di, "the undoing")
    assert "☑️ It stands" in await press(table, server.ana, "Let it stand")
    await table.reports(server.eve, "Eve", "Di")
    await let_count(server)
    assert "**Di**" in await ranking(table)


async def test_while_an_undo_is_disputed_nobody_takes_more_back_or_plays_on(server: Server) -> None:
    table = await undone(server)
    await dispute(table, server.di, "the undoing")
    for who in (server.bo, server.cy):  # Bo made the last report that is left
        assert "🚫" in said(await who.slash(table.channel, "undo"))
    assert "🚫" in said(await table.reports(server.eve, "Eve", "Bo"))
    await end(server.bo, table.channel, "close")
    await restores(table)
    assert "🏆" in (table.embed.title or "")


async def test_further_undos_leave_the_first_one_to_be_disputed(server: Server) -> None:
    table = await undone(server)
    for _ in range(2):
        await server.bo.slash(table.channel, "undo")
    assert UNDONE in table.field("⏳")
    assert "✋ You disputed the undoing" in await press(table, server.di, "Dispute")
    await restores(table)
    await let_count(server)
    assert "**Di**" in await ranking(table)


async def test_a_game_that_the_first_report_ended_is_restored_on_the_desk(server: Server) -> None:
    table = await four(server)
    await end(server.di, table.channel, "draw")
    await server.bo.slash(table.channel, "undo")
    await end(server.bo, table.channel, "close")
    await dispute(table, server.di, "the closing")
    desk = await Desk.open(server)
    assert "Restore the result" in str(desk.shown.components)
    modal = await desk.press("takeback")
    preview = answer(await server.ana.submit_modal(modal, {"reason": WHY}))
    await server.ana.click(preview, label="Apply")
    await let_count(server)
    assert "🤝" in (table.embed.title or "")


async def test_a_moderator_who_took_the_end_back_leaves_the_dispute_to_another(server: Server) -> None:
    table = await over(server)
    await server.ana.slash(table.channel, "undo")
    await dispute(table, server.di, "the undoing")
    refused = await press(table, server.ana, "Let it stand")
    assert refused.startswith("🚫 You have already decided about this")


async def test_an_undo_minutes_before_the_end_of_the_season_does_not_move_the_game(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await undone(server)
    await server.env.advance_time(60)
    await season(server, "end")
    await season(server, "start", name="Summer")
    await table.reports(server.eve, "Eve", "Di")
    await pass_quietly(server, 15 * 60)
    desk = await Desk.open(server)
    asked = await desk.press("confirm")
    assert "Spring, which is over" in said(asked)
    await server.ana.click(answer(asked), label="Change it anyway")
    await let_count(server)
    assert "**Di**" in await standings(server, "1")
    assert "Di" not in await standings(server, "2")


async def test_an_undo_that_follows_no_end_cannot_be_disputed(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await press_more(server.bo, table.board, "Undo")
    assert table.field("⏳") == ""
    assert "Dispute" not in table.buttons


async def test_a_host_who_closes_a_game_that_they_lose_is_answered_by_anybody_who_sat_there(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await end(server.bo, table.channel, "close")
    assert CLOSED in table.field("⏳")
    assert "✋ You disputed the closing of the game" in await press(table, server.di, "Dispute")
    modal = await server.ana.click(table.board, label="Let the game go on")
    preview = answer(await server.ana.submit_modal(modal, {"reason": WHY}))
    await server.ana.click(preview, label="Apply")
    assert "Report" in table.buttons
