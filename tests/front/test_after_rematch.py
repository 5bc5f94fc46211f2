"""A game just played can still be explained, undone and corrected after a rematch opened the next lobby."""

import re

import discord
import simcord

from tests.front.deciding import done
from tests.front.dueling import DuelTable
from tests.front.playing import Form, Table, end, let_count, list_more, press_more, said
from tests.front.simulated import Server, answer


async def play_and_open_rematch(server: Server) -> tuple[Table, discord.Message, simcord.ResponseMessage]:
    """Di won with Cy and Bo, Eve was beaten last, and Di opened the rematch.

    Return the table, the finished board, and the answer to the last report.
    """
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.bo, "Bo", "Di")
    reported = answer(await table.reports(server.eve, "Eve", "Di"))
    finished = table.board
    await server.di.click(finished, label="Rematch")
    assert "Join" in table.buttons
    return table, finished, reported


def find_board(table: Table, board: discord.Message) -> discord.Message:
    """Return a board of the channel as it is now."""
    return next(each for each in table.boards if each.id == board.id)


async def test_why_that_is_typed_explains_the_game_played_last(server: Server) -> None:
    table, _, _ = await play_and_open_rematch(server)
    (embed,) = answer(await server.eve.slash(table.channel, "why")).embeds
    assert "Eve is defeated" in (embed.description or "")
    *_, first = await server.eve.autocomplete(table.channel, "why", "line", "")
    (embed,) = answer(await server.eve.slash(table.channel, "why", line=first["value"])).embeds
    assert "Cy now serves Di" in (embed.description or "")


async def test_game_whose_end_was_undone_is_played_to_its_end_beside_the_lobby(server: Server) -> None:
    table, finished, _ = await play_and_open_rematch(server)
    assert "Eve is defeated" in said(await server.eve.slash(table.channel, "undo"))
    assert "Report" in str(find_board(table, finished).components)
    assert "Join" in table.buttons
    await server.cy.click(table.board, label="Join")
    await server.restart()
    assert "Eve wins" in said(await table.reports(server.eve, "Di", "Eve"))
    boards = [str(each.components) for each in table.boards]
    assert sum("Rematch" in each for each in boards) == sum("Join" in each for each in boards) == 1
    await let_count(server)
    ranking = answer(await server.gil.slash(table.channel, "leaderboard"))
    assert "**Eve** · 3 pts" in (ranking.embeds[0].description or "")


async def test_rematch_pressed_while_an_earlier_game_is_open_again_says_what_to_finish_first(server: Server) -> None:
    table, finished, _ = await play_and_open_rematch(server)
    for other in (server.cy, server.bo, server.eve):
        await other.click(table.board, label="Join")
    await server.eve.slash(table.channel, "undo")
    assert "Report" in str(find_board(table, finished).components)
    await server.di.click(table.board, label="Start")
    later = table.board
    for loser in ("Cy", "Bo", "Eve"):
        await table.reports(server.di, loser, "Di")
    assert "Rematch" in str(find_board(table, later).components)
    refused = said(await server.di.click(find_board(table, later), label="Rematch"))
    assert f"[Another game]({finished.jump_url}) is open here" in refused
    await end(server.ana, table.channel, "close")
    assert "✅" in said(await server.di.click(find_board(table, later), label="Rematch"))


async def test_presses_for_a_game_stand_for_the_next_game_of_its_channel_alone(server: Server) -> None:
    table, first, _ = await play_and_open_rematch(server)
    assert table.kept == ""
    await server.di.click(table.board, label="Start")
    for loser in ("Cy", "Bo", "Eve"):
        await table.reports(server.di, loser, "Di")
    await server.cy.click(table.board, label="Confirm")
    await server.di.click(find_board(table, first), label="Rematch")
    assert {*re.split(", | and ", table.kept)} == {"Bo", "Cy", "Eve"}


async def test_only_those_who_might_before_undo_a_game_after_its_rematch(server: Server) -> None:
    table, finished, _ = await play_and_open_rematch(server)
    assert "the host (Bo) or a moderator can undo it." in said(await server.cy.slash(table.channel, "undo"))
    assert "Eve is defeated" in said(await press_more(server.bo, finished, "Undo"))


async def test_undo_that_is_typed_means_the_game_that_runs_and_the_lobby_just_closed(server: Server) -> None:
    """A running game is corrected, not the one before it; a lobby that was closed opens again."""
    table, _, _ = await play_and_open_rematch(server)
    await end(server.di, table.channel, "close")
    assert "Join" not in table.buttons
    await server.di.slash(table.channel, "undo")
    assert "Join" in table.buttons
    for other in (server.cy, server.bo, server.fay):
        await other.click(table.board, label="Join")
    await server.di.click(table.board, label="Start")
    await table.reports(server.cy, "Cy", "Di")
    assert "Cy now serves Di" in said(await server.ana.slash(table.channel, "undo"))


async def test_undo_and_correct_after_a_rematch_replaces_the_last_report(server: Server) -> None:
    table, finished, reported = await play_and_open_rematch(server)
    corrected = Form(table, server.eve, await server.eve.click(reported, label="Undo and correct"))
    assert "Eve" in str(corrected.message.embeds[0].to_dict())
    assert "Report" in str(find_board(table, finished).components)
    await corrected.press("send")
    assert "Rematch" in str(find_board(table, finished).components)


async def test_finished_board_works_after_its_game_counts_and_another_was_opened(server: Server) -> None:
    table, finished, _ = await play_and_open_rematch(server)
    assert "Undo" in await list_more(server.bo, finished)
    await let_count(server)
    offered = await list_more(server.gil, finished)
    assert "Undo" not in await list_more(server.bo, finished)
    for label in offered:
        assert "🚫" not in said(await press_more(server.gil, finished, label)), label
    told = said(await server.eve.slash(table.channel, "undo"))
    assert "only a moderator can still change it" in told


async def test_reopened_game_is_what_its_players_mean_by_what_they_type(server: Server) -> None:
    """A moderator reopens it beside the next lobby, in which others sit."""
    table, _, _ = await play_and_open_rematch(server)
    await end(server.di, table.channel, "close")
    await server.fay.slash(table.channel, "pod open")
    played = (await server.ana.autocomplete(table.channel, "override reopen", "pod", ""))[-1]["value"]
    await done(table, "reopen", pod=played)
    completed = await server.eve.autocomplete(table.channel, "defeat", "loser", "")
    assert {each["name"] for each in completed} == {"Bo", "Cy", "Di", "Eve"}
    assert [*(await server.fay.autocomplete(table.channel, "defeat", "loser", ""))] == []
    assert "Eve" in str(answer(await server.eve.slash(table.channel, "pod status")).embeds[0].to_dict())
    assert "Fay" in str(answer(await server.fay.slash(table.channel, "pod status")).embeds[0].to_dict())


async def test_vote_in_a_reopened_game_ends_whatever_its_player_does_in_the_channel(server: Server) -> None:
    table, finished, _ = await play_and_open_rematch(server)
    await server.eve.slash(table.channel, "undo")
    menu = answer(await press_more(server.bo, find_board(table, finished), "Remove a player"))
    [part] = [each for row in menu.components for each in row["components"]]
    await server.bo.select(menu, [table.keys["Eve"]], custom_id=part["custom_id"])
    assert "🗳️" in str(find_board(table, finished).components)
    await server.eve.slash(table.channel, "help")
    assert "🗳️" not in str(find_board(table, finished).components)


async def test_duel_is_undone_and_its_board_works_after_a_rematch(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    finished = table.board
    await server.bo.click(finished, label="Rematch")
    assert "Join" in table.buttons
    for label in await list_more(server.bo, finished):
        if label != "Undo":
            assert "🚫" not in said(await press_more(server.bo, finished, label)), label
    assert "Bo has to agree" in said(await server.cy.slash(table.channel, "joust undo"))
    [asking] = [each for each in table.boards if "I agree" in str(each.components)]
    await server.bo.click(asking, label="I agree")
    boards = [str(each.components) for each in table.boards]
    assert sum("Draw" in each for each in boards) == sum("Join" in each for each in boards) == 1
    await server.bo.click(next(each for each in table.boards if "Draw" in str(each.components)), label="Draw")
    assert "concede" in said(await server.bo.slash(table.channel, "joust concede"))


async def test_undo_is_offered_once_there_is_something_to_undo(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    assert "Undo" not in await list_more(server.bo, table.board)
    await table.reports(server.cy, "Cy", "Di")
    assert "Undo" in await list_more(server.bo, table.board)
