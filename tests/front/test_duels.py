"""A duel on Discord, from its lobby to its end."""

from simcord import MemberActor

from tests.front.dueling import DuelTable
from tests.front.playing import said
from tests.front.simulated import Server, answer


async def test_a_duel_is_played_from_open_to_its_third_plan(server: Server) -> None:
    ana, bo = server.ana, server.bo
    table = await DuelTable(server).opened(ana, title="The great work")
    assert table.embed.title == "The great work"
    assert table.field("Seats") == "1. Ana"
    assert len(table.field("🎲").strip("`")) == 64
    await bo.click(table.board, label="Join")
    assert "Both of you are here" in table.field("Host")
    started = said(await ana.click(table.board, label="Start"))
    began = "Ana" if "Ana begins" in started else "Bo"
    first, other = (ana, bo) if began == "Ana" else (bo, ana)
    assert table.lines[0] == f"**Turn 1: {began}**"
    for number, player in enumerate((first, other, first, other, first, other)):
        await table.press(player, "placed", "blue:1")
        await player.click(table.board, label="Draw")
        if player == first:
            plan = {"card": f"Plan {number}", "kind": "plan", "cost": "blue", "points": "3"}
            invoked = said(await table.fill(player, "described", **plan))
            assert f"invokes Plan {number}" in invoked
        if number < 4:
            await player.click(table.board, label="End turn")
        else:
            break
    assert table.lines[0] == f"🏆 **{began} wins.**"
    assert table.field(f"▫️ {began}").startswith("✋ 5 · plans: 3 of 3 · 9 points")
    assert table.buttons == ["Rematch", "Undo", "Story", "Check the dice"]


async def refused(server: Server, who: MemberActor, table: DuelTable, label: str) -> str:
    return said(await who.click(table.board, label=label))


async def test_whose_turn_it_is_not_is_told_whose_it_is(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    for label in ("Place", "Draw", "Invoke", "Use", "Attack", "End turn"):
        told = await refused(server, server.cy, table, label)
        assert "It is not your turn: Bo plays now." in told
    assert "Only the two players" in await refused(server, server.gil, table, "Concede")


async def test_end_turn_says_once_what_could_be_done_yet(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    asked = await server.bo.click(table.board, label="End turn")
    assert "A singularity can still be drawn" in said(asked)
    assert "A crucible card can still be drawn" in said(asked)
    await server.bo.click(answer(asked), label="End it anyway")
    assert table.lines[0] == "**Turn 2: Cy**"
