"""Whatever a crash made the bot forget, a game ends up with one board, one call and one result.

The bot is killed between Discord's taking a message and the note of it, and away for longer than
Discord keeps nonces.
"""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import discord
import pytest

from bot.front.boards.result_channel import GameResultMessageKind
from bot.front.publishing.publisher import DiscordMessageClient, MessageContent
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from tests.front.playing import Table, acts, forced, form_of, press_more, said, sets
from tests.front.simulated import NONCES, Server, pass_quietly
from tests.front.test_faults import HEALED, POST, allow, check_board, count, fails, four
from tests.front.test_keeping import forgetful
from tests.storage.store import opened, url_of

pytestmark = pytest.mark.usefixtures("still")

TURN = "pod:1:turn:1"
AN_HOUR = timedelta(hours=1)
AWAY = 2 * NONCES.total_seconds()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The bot's database."""
    return tmp_path / "games.db"


async def bring(table: Table) -> None:
    """Somebody wants the board at the end of the channel."""
    said(await press_more(table.server.bo, table.boards[0], "Bring the board here"))


async def test_a_first_board_is_found_again(server: Server, file: Path) -> None:
    table = Table(server)
    with forgetful(file):
        await server.ana.slash(table.channel, "pod open")
        for guest in server.everybody[1:4]:
            await guest.click(table.board, label="Join")
    first = table.board.id
    await server.gil.send(table.channel, "is it dead?")
    await server.crash(AWAY)
    assert [board.id for board in table.boards] == [first]
    assert table.seats == "1. Ana\n2. Bo\n3. Cy\n4. Di"
    await check_board(table)


async def test_a_board_is_found_again_by_a_process_whose_clock_is_slow(server: Server, file: Path) -> None:
    table = Table(server)
    with forgetful(file):
        await server.ana.slash(table.channel, "pod open")
    first = table.board.id
    with closing(sqlite3.connect(file)) as other, other:  # the clock before was 50 minutes ahead
        other.execute("UPDATE boards SET tried = tried + 50 * 60 * 1000")
    await server.crash(AWAY)
    assert [board.id for board in table.boards] == [first]
    await check_board(table)


async def test_a_board_that_moved_is_found_again_and_the_one_before_deleted(server: Server, file: Path) -> None:
    table = await four(server)
    with forgetful(file):
        await bring(table)
        await table.reports(server.bo, "Bo", "Ana")
    assert len(table.boards) == 2
    newer = table.board.id
    await server.crash(AWAY)
    assert [board.id for board in table.boards] == [newer]
    assert "┗ Bo" in table.lines
    await check_board(table)


@pytest.mark.parametrize("away", [0.0, AWAY])
async def test_a_board_that_was_only_brought_is_found_again(server: Server, file: Path, away: float) -> None:
    table = await four(server)
    with forgetful(file):
        await bring(table)
    newer = table.board.id
    await server.crash(away)
    assert [board.id for board in table.boards] == [newer]
    await check_board(table)


async def test_whoever_was_asked_is_not_asked_again(server: Server, file: Path) -> None:
    await sets(server, "choice_time", "1h")  # the moderators are not called meanwhile
    table = await Table(server).started(*server.everybody[:4], choose_master=True)
    form = await form_of(table, server.bo)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Bo")
    await form.own("Bo")
    with forgetful(file):
        await form.press("send")
    asking, sent = table.board.id, count(server, POST)
    await server.crash(AWAY)
    assert [board.id for board in table.boards] == [asking]
    assert [user.id for user in table.board.mentions] == [server.bo.id]
    await table.chooses(server.bo, "Cy")
    assert count(server, POST) == sent
    await check_board(table)


async def test_those_who_begin_are_not_told_again(server: Server, file: Path) -> None:
    table = await Table(server).opened(*server.everybody[:4])
    with forgetful(file):
        await server.ana.click(table.board, label="Start")
    telling = table.board.id
    await server.crash(AWAY)
    await acts(server.ana, table.channel, "turn")
    assert [board.id for board in table.boards] == [telling]
    await check_board(table)


async def test_of_several_that_were_sent_the_newest_stays(server: Server, file: Path) -> None:
    table = await four(server)
    await allow(server, read_message_history=False)
    with forgetful(file):
        await bring(table)
        await server.crash(AWAY)
    assert len(table.boards) == 3
    await allow(server, read_message_history=True)
    newest = table.board.id
    await server.crash(AWAY)
    assert [board.id for board in table.boards] == [newest]
    await check_board(table)


async def test_a_database_that_takes_no_note_for_an_hour_leaves_one_board(server: Server, file: Path) -> None:
    table = await four(server)
    with forgetful(file):
        await bring(table)
        newer = table.board.id
        for _ in range(6):
            await server.env.advance_time(600)
        await server.crash(AWAY)
    await server.env.advance_time(HEALED)
    assert [board.id for board in table.boards] == [newer]
    await check_board(table)


async def test_a_bot_that_is_killed_again_and_again_leaves_one_board(server: Server, file: Path) -> None:
    table = await four(server)
    with forgetful(file):
        await bring(table)
        newer = table.board.id
        for _ in range(8):  # sooner each time than it looks for what it sent
            await server.crash(NONCES.total_seconds() / 7)
    await server.env.advance_time(HEALED)
    assert [board.id for board in table.boards] == [newer]
    await check_board(table)


# Where the history cannot be read


@pytest.fixture
async def doubled(server: Server, file: Path) -> Table:
    """A game with two boards, as the bot could not look for the one that it had sent."""
    table = Table(server)
    await allow(server, read_message_history=False)
    with forgetful(file):
        await server.ana.slash(table.channel, "pod open")
    await server.crash(AWAY)
    assert len(table.boards) == 2
    return table


async def test_a_press_on_an_old_board_counts_and_the_board_goes(server: Server, doubled: Table) -> None:
    old, new = doubled.boards
    assert said(await server.bo.click(old, label="Join")).startswith("✅")
    assert [board.id for board in doubled.boards] == [new.id]
    assert doubled.seats == "1. Ana\n2. Bo"
    await check_board(doubled)


async def test_an_old_board_goes_even_if_what_it_offers_is_over(server: Server, doubled: Table) -> None:
    old, new = doubled.boards
    for guest in server.everybody[1:4]:
        await guest.click(new, label="Join")
    await server.ana.click(new, label="Start")
    assert said(await server.eve.click(old, label="Join")).startswith("🚫")
    assert old.id not in [board.id for board in doubled.boards]
    await check_board(doubled)


async def test_a_press_on_the_board_that_is_known_leaves_the_old_one(server: Server, doubled: Table) -> None:
    await server.bo.click(doubled.board, label="Join")
    assert len(doubled.boards) == 2


async def test_an_old_board_is_found_by_a_press_after_another_restart(server: Server, doubled: Table) -> None:
    await server.crash(AWAY)
    old, new = doubled.boards
    await server.bo.click(old, label="Join")
    assert [board.id for board in doubled.boards] == [new.id]


async def test_a_board_that_is_pressed_before_it_is_noted_is_the_one(server: Server, file: Path) -> None:
    table = await four(server)
    with forgetful(file):
        await bring(table)
    new = table.board
    assert said(await server.ana.click(new, custom_id=TURN)).startswith("✅")
    await server.env.advance_time(HEALED)
    assert [board.id for board in table.boards] == [new.id]
    assert table.turn[0] == "Turn 2"
    await check_board(table)


async def test_a_database_that_was_put_back_knows_the_newer_board_by_a_press(server: Server, file: Path) -> None:
    table = await four(server)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE boards SET message = message - 1")  # of a backup
    await server.crash()
    await server.ana.click(table.board, custom_id=TURN)
    (board,) = table.boards
    await check_board(table)
    await server.ana.click(board, custom_id="pod:1:turn:2")
    assert [each.id for each in table.boards] == [board.id]


async def test_a_press_on_a_newer_board_of_a_game_that_counts_makes_it_the_board(server: Server, file: Path) -> None:
    table = await four(server)
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.bo, loser, "Ana")
    await pass_quietly(server, 16 * 60)  # it counts now
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE boards SET message = message - 1")  # of a backup
    await server.crash()
    board, sent = table.board, count(server, POST)
    await forced(table, server.bo, board, TURN)
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT message, former FROM boards").fetchall() == [(board.id, None)]
    assert count(server, POST) == sent
    await check_board(table)


async def test_what_is_no_board_of_the_game_stays_whatever_a_client_says_it_pressed(server: Server) -> None:
    news = server.guild.create_text_channel("results")
    await sets(server, "results_channel", news)
    table = await four(server)
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.bo, loser, "Ana")
    over = table.board
    await server.ana.click(over, label="Rematch")
    (result,) = news.history(viewer=server.gil)
    kept = {each.id for each in (over, table.board)}
    for custom_id in ("pod:1:rematch", "pod:6:join", "pod:9:turn:1", "claim:6:1:confirm"):
        for shown in (result, over, table.board):
            await forced(table, server.eve, shown, custom_id)
    assert [each.id for each in news.history(viewer=server.gil)] == [result.id]
    assert kept <= {board.id for board in table.boards}


# Calls


async def test_a_call_of_which_nobody_knows_goes_with_a_press_once_there_is_no_vote(server: Server, file: Path) -> None:
    table = await four(server)
    with forgetful(file, "calls"):
        await acts(server.di, table.channel, "remove", table.keys["Bo"])
    server.env.errors  # noqa: B018 - it could not be noted
    await server.crash(AWAY)
    call = next(each for each in spoken(table) if not each.flags.components_v2)
    assert said(await server.cy.click(call, label="I am here")).startswith("🚫")
    assert call.id in [each.id for each in spoken(table)]  # Bo is still to be found
    assert said(await server.bo.click(call, label="I am here")).startswith("✅")
    assert [each.id for each in spoken(table)] == [table.board.id]


def spoken(table: Table) -> list[discord.Message]:
    seen = table.channel.history(viewer=table.server.gil)
    return [each for each in seen if each.author.bot and not each.flags.ephemeral]


# Results


@pytest.fixture
async def ended(server: Server, file: Path) -> Table:
    """A game that Ana has won, whose result was sent to a channel and not noted."""
    news = server.guild.create_text_channel("results")
    await sets(server, "results_channel", news)
    table = await four(server)
    for loser in ("Bo", "Cy"):
        await table.reports(server.bo, loser, "Ana")
    with forgetful(file, table="publications"):
        await table.reports(server.bo, "Di", "Ana")
    assert len(results(server)) == 1
    return table


def results(server: Server) -> list[int]:
    news = server.guild.channels["results"]
    return [each.id for each in news.history(viewer=server.gil)]


async def test_a_result_that_was_not_noted_is_not_sent_again(server: Server, ended: Table) -> None:
    (result,) = results(server)
    await server.crash(AWAY)
    await pass_quietly(server, 16 * 60)  # it counts now, which its board says
    assert results(server) == [result]
    await check_board(ended)


def test_a_result_has_the_nonce_that_it_had_in_earlier_versions() -> None:
    name = GameResultMessageKind().build_message_nonce_text(PublishedMessage("result", 1, "7/3", 99, message=55))
    assert name == "result:7:3"


async def test_a_result_that_was_not_noted_goes_when_it_is_taken_back(server: Server, ended: Table) -> None:
    await server.crash(AWAY)
    said(await server.bo.slash(ended.channel, "undo"))
    assert results(server) == []
    await ended.reports(server.bo, "Di", "Ana")
    assert len(results(server)) == 1


async def test_where_results_cannot_be_looked_for_they_are_sent_all_the_same(server: Server, ended: Table) -> None:
    fails(server, ("GET", "/channels/*/messages"), 403, times=None)
    await server.crash(AWAY)
    await pass_quietly(server, 16 * 60)
    assert len(results(server)) == 2


async def test_board_sent_by_a_process_that_was_suspended_does_not_stay_beside_another(
    server: Server, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await four(server)
    send = DiscordMessageClient.send_message

    async def send_late(
        self: DiscordMessageClient, channel: int, content: MessageContent, nonce: str
    ) -> discord.Message:
        monkeypatch.setattr(DiscordMessageClient, "send_message", send)
        theirs = await self.send_message(channel, content, "another")
        async with opened(url_of(file)) as database:
            boards = PodBoardRepository(database)
            [board] = await boards.load_outdated_boards()
            assert await boards.store_board_message(board.with_sent_message(theirs.id))
        return await self.send_message(channel, content, nonce)

    monkeypatch.setattr(DiscordMessageClient, "send_message", send_late)
    await bring(table)
    await server.env.settle()
    assert len(table.boards) == 1
    await table.reports(server.bo, "Bo", "Ana")
    await check_board(table)


async def test_result_sent_by_a_process_that_was_suspended_does_not_stay_beside_another(
    server: Server, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sets(server, "results_channel", server.guild.create_text_channel("results"))
    table = await four(server)
    for loser in ("Bo", "Cy"):
        await table.reports(server.bo, loser, "Ana")
    send = DiscordMessageClient.send_message

    async def send_late(
        self: DiscordMessageClient, channel: int, content: MessageContent, nonce: str
    ) -> discord.Message:
        if channel == table.channel.id:
            return await send(self, channel, content, nonce)
        monkeypatch.setattr(DiscordMessageClient, "send_message", send)
        theirs = await self.send_message(channel, content, "another")
        async with opened(url_of(file)) as database:
            rows = PublishedMessageRepository(database)
            [row] = await rows.load_published_messages("result")
            taken = await rows.acquire_message_lease(row, discord.utils.utcnow() + AN_HOUR, AN_HOUR)
            assert taken is not None
            assert await rows.record_published_message(taken, taken.row.with_sent_message(theirs.id), was_edited=False)
        return await self.send_message(channel, content, nonce)

    monkeypatch.setattr(DiscordMessageClient, "send_message", send_late)
    await table.reports(server.bo, "Di", "Ana")
    await server.env.settle()
    assert len(results(server)) == 1
    said(await server.bo.slash(table.channel, "undo"))
    await server.env.advance_time(HEALED)
    assert results(server) == []
