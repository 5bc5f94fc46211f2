"""A game as people play it, from the lobby to the points."""

from tests.front.playing import Table, form_of, let_count, said
from tests.front.simulated import Server


async def test_a_game_from_the_lobby_to_its_points(server: Server) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(ana, bo, cy, di)
    await table.reports(bo, "Bo", "Ana", card="Lightning Bolt")
    assert "Bo falls to Ana" in table.verdict
    form = await form_of(table, cy)
    await form.pick("loser", "Cy")
    await form.pick("controller", "Cy")
    await form.press("details")
    await form.pick("flags", "voluntary")
    assert "ESC-32" in form.verdict
    await form.press("send")
    assert "✅" in said(form.opened)
    await table.reports(di, "Di", "Bo")
    assert table.lines[0] == "🏆 **Ana wins**, with Bo"
    assert table.buttons == ["Rematch", "Dispute", "⋯"]
    await let_count(server)
    assert table.buttons == ["Rematch", "Story", "⋯"]
    assert len(table.boards) == 1
