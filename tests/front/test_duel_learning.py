"""A first duel without the rules beside it: the lobby, the first turns, and *How to play*."""

from tests.front.dueling import DuelTable
from tests.front.playing import press_more, said
from tests.front.simulated import Server, answer


async def test_the_lobby_of_a_duel_speaks_of_an_opponent(server: Server) -> None:
    table = await DuelTable(server).opened(server.ana)
    assert "**One opponent is missing**: press 🪑 *Join*." in table.readiness
    assert table.buttons == ["Join", "Leave", "How to play"]
    await server.bo.click(table.board, label="Join")
    assert table.buttons == ["Leave", "Start", "How to play"]


async def test_the_first_turn_of_each_player_says_what_to_press(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    assert [line.split("*")[1] for line in table.lines[1:5]] == [*("Place", "Draw", "Invoke", "End turn")]
    await table.press(server.bo, "placed", "blue:1")
    assert [line.split("*")[1] for line in table.lines[1:4]] == ["Draw", "Invoke", "End turn"]
    for player in (server.bo, server.cy):
        asked = await player.click(table.board, label="End turn")
        assert "can still be drawn" in said(asked)
        await player.click(answer(asked), label="End it anyway")
    assert table.lines == [
        "**Turn 3: Bo**",
        "-# A singularity can still be drawn and placed.",
        "-# A crucible card can still be drawn.",
    ]


async def test_how_to_play_explains_a_turn_and_opens_the_rules(server: Server) -> None:
    table = await DuelTable(server).opened(server.bo, server.cy, dice="own")
    shown = answer(await server.gil.click(table.board, label="How to play"))
    described = shown.embeds[0].description or ""
    for word in ("20 cards", "*Place*", "*Draw*", "*Invoke*", "*blue any*", "third plan"):
        assert word in described
    opened = answer(await server.gil.click(shown, label="MJ-12"))
    assert "A formula is a list of steps" in (opened.embeds[0].description or "")
    table = await DuelTable(server, server.guild.create_text_channel("attic")).started(server.ana, server.di)
    shown = answer(await press_more(server.di, table.board, "How to play"))
    assert shown.embeds[0].description == described


async def test_a_player_whose_cards_are_unknown_is_told_to_describe_one(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    asked = await server.bo.click(table.board, label="Invoke")
    assert "I don’t know your cards yet" in said(asked)
    await table.describe(server.bo, "Kettle")
    asked = await server.bo.click(table.board, label="Invoke")
    assert "Which card do you invoke?" in said(asked)
