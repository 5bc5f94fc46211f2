"""Boards at the pace that Discord wants: bursts, crashes, two bots, too much at once."""

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import discord
import pytest
import simcord

from bot.basics.reconciler import DebouncedJobQueue
from bot.front.gateway.client import CHORES_INTERVAL
from bot.front.pods.pod_threads import BOARD_PATIENCE
from bot.front.publishing.request_limiter import (
    BOARD_EDIT_INTERVAL,
    DISCORD_LIMITS,
    DiscordRequestRateLimiter,
    MessageRateLimits,
)
from bot.front.publishing.retries import RETRY_DELAYS
from bot.i18n import Locale, load_translations
from bot.rules.joining import JoinPod
from bot.rules.winning import ReportDrawnGame
from bot.service import service
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine import writer
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from tests import effort
from tests.front.playing import Table, acts, end, forced, form_of, press_more, said
from tests.front.simulated import Server, slow, waits_known
from tests.front.test_faults import (
    BOARD,
    DELETE,
    HEALED,
    PATCH,
    PATIENT,
    POST,
    allow,
    check_board,
    count,
    fails,
    four,
    heals,
    route,
)
from tests.front.test_trouble import story

pytestmark = pytest.mark.usefixtures("still")

NOTHING = ("*", "/channels/*")
"""What fails if Discord takes nothing about boards."""

MOMENT = BOARD_EDIT_INTERVAL / 5
"""Seconds: enough for some requests, while a pause between two boards goes on."""


@pytest.fixture
def rates() -> MessageRateLimits:
    """Discord's; posts, of which there are none, do not wait from before the test begins."""
    return DISCORD_LIMITS._replace(gathers=0.0)


@pytest.fixture
def server(server: Server) -> Iterator[Server]:
    """The server, whose time the test alone moves."""
    with waits_known(
        server.env,
        (DebouncedJobQueue, DebouncedJobQueue._pause_job_lane_unless_urgent),
        (DiscordRequestRateLimiter, DiscordRequestRateLimiter.wait_until_request_allowed),
    ):
        yield server


async def at_rest(server: Server) -> None:
    """All boards are drawn, and nothing is waited for."""
    await server.env.advance_time(PATIENT)


# Bursts


async def test_ten_commands_within_a_second_are_at_most_two_edits(server: Server) -> None:
    table = await Table(server).opened(server.ana)
    await at_rest(server)
    before = count(server, PATCH)
    for guest in server.everybody[1:6]:
        await acts(guest, table.channel, "join")
        await server.env.advance_time(BOARD_EDIT_INTERVAL / 20)
        await acts(guest, table.channel, "leave")
        await server.env.advance_time(BOARD_EDIT_INTERVAL / 20)
    await at_rest(server)
    assert count(server, PATCH) - before <= 2
    assert count(server, *BOARD) - before <= 3  # and the first board, which needs no edit
    await check_board(table)


async def test_whatever_happens_a_channel_sees_one_edit_a_second(server: Server) -> None:
    table = await four(server)
    await at_rest(server)
    before = count(server, *BOARD)
    for _ in range(40):
        await acts(server.ana, table.channel, "turn")
        await server.env.advance_time(BOARD_EDIT_INTERVAL / 10)
    assert count(server, *BOARD) - before <= 5
    await at_rest(server)
    await check_board(table)


async def test_a_change_in_a_quiet_channel_is_seen_at_once(server: Server) -> None:
    table = await four(server)
    await at_rest(server)
    await table.reports(server.bo, "Bo", "Ana")
    assert "┗ Bo" in table.lines


async def test_a_choice_is_asked_for_without_a_pause(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4], choose_master=True)
    await at_rest(server)
    await acts(server.ana, table.channel, "turn")  # begins a pause
    form = await form_of(table, server.bo)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Bo")
    await form.own("Bo")
    await form.press("send")
    await server.env.advance_time(MOMENT)
    assert [user.id for user in table.board.mentions] == [server.bo.id]
    await check_board(table)


@pytest.mark.parametrize("command", ["draw", "close"])
async def test_the_end_is_shown_without_a_pause(server: Server, command: str) -> None:
    table = await four(server)
    await at_rest(server)
    await acts(server.ana, table.channel, "turn")
    await acts(server.ana, table.channel, "turn")
    await server.env.advance_time(MOMENT)
    turn = shown_turns(server)[-1]
    await end(server.ana, table.channel, command)
    await server.env.advance_time(MOMENT)
    await check_board(table)
    assert turn == 2  # what was not urgent had to wait


# Never backwards


def shown_turns(server: Server) -> list[int]:
    """The number of the turn on each board that was sent or changed, also in vain."""
    sent = [r.json for r in server.env.http_requests if route(r) in (POST, PATCH)]
    return [int(found[1]) for body in sent if (found := re.search(r"-# Turn (\d+)", str(body)))]


@pytest.mark.parametrize("failing", [0, 2, 5])
@pytest.mark.parametrize("delay", [0.0, 0.7, 3.0])
async def test_a_board_never_shows_something_older_than_before(
    server: Server, failing: int, delay: float, request: pytest.FixtureRequest
) -> None:
    apart = effort.choose((0.0, 0.3, 1.0, 2.5), request.node.nodeid)
    table = await four(server)
    await at_rest(server)
    if failing:
        fails(server, PATCH, 500, failing)
    with slow("PATCH", delay):
        for _ in range(9):
            await acts(server.ana, table.channel, "turn")
            await server.env.advance_time(apart)
        await server.env.advance_time(2 * HEALED)
    turns = shown_turns(server)
    assert turns == sorted(turns)
    assert turns[-1] == 10
    await check_board(table)


async def test_what_is_tried_again_is_the_newest_state_alone(server: Server) -> None:
    table = await four(server)
    await at_rest(server)
    before = len(shown_turns(server))
    fails(server, PATCH, 500)
    for _ in range(5):
        await acts(server.ana, table.channel, "turn")
    await at_rest(server)
    assert shown_turns(server)[before:] == [2, 6]  # in vain, and then at once the last
    await check_board(table)


async def test_a_burst_that_scrolls_the_board_away_while_it_fails_leaves_one(server: Server) -> None:
    table = await four(server)
    fails(server, PATCH, 500, 2)
    fails(server, DELETE, 500, 2)
    for _ in range(15):
        await server.gil.send(table.channel, "look at this")
        await acts(server.ana, table.channel, "turn")
    await server.env.advance_time(2 * HEALED)
    await check_board(table)


async def test_what_the_bot_may_do_again_within_the_same_second_is_not_overlooked(server: Server) -> None:
    table = await four(server)
    await at_rest(server)
    await allow(server, view_channel=False)
    await table.reports(server.bo, "Bo", "Ana")
    await allow(server, view_channel=True)
    await server.env.advance_time(CHORES_INTERVAL)
    assert "┗ Bo" in table.lines
    await check_board(table)


# After a crash


async def test_after_a_crash_all_that_is_owed_is_drawn(still: None, server: Server) -> None:
    server.speaks(server.eve, "fr")
    server.speaks(server.fay, "ru")
    game = await four(server)
    await at_rest(server)
    fails(server, NOTHING, 500, times=None)
    lobbies = [await opened_unseen(server, who) for who in (server.eve, server.fay, server.gil)]
    await game.reports(server.bo, "Bo", "Ana")
    await server.env.advance_time(sum(RETRY_DELAYS) / 2)
    assert [lobby.boards for lobby in lobbies] == [[], [], []]
    heals(server)
    await server.crash()
    await at_rest(server)
    await check_board(game)
    assert "┗ Bo" in game.lines
    joins = [lobby.buttons[0] for lobby in lobbies]
    assert joins == [load_translations(locale)("button-join") for locale in ("fr", "ru", "en")]
    assert [len(lobby.boards) for lobby in lobbies] == [1, 1, 1]


async def opened_unseen(server: Server, opener: simcord.MemberActor) -> Table:
    """A lobby in a channel of its own, of which there is no board yet."""
    table = Table(server, server.guild.create_text_channel(f"table-of-{opener.name}"))
    answered = await opener.slash(table.channel, "pod open")
    await server.env.advance_time(BOARD_PATIENCE)  # the answer waits so long for the board
    said(answered)
    return table


async def test_a_crash_leaves_no_old_board_behind(server: Server) -> None:
    table = await four(server)
    await at_rest(server)
    fails(server, DELETE, 500, times=None)
    await press_more(server.bo, table.board, "Bring the board here")
    await server.env.advance_time(BOARD_EDIT_INTERVAL)
    assert len(table.boards) == 2
    heals(server)
    await server.crash()
    await server.env.advance_time(MOMENT)
    await check_board(table)


@contextmanager
def forgetful(file: Path, of: str = "message", table: str = "boards") -> Iterator[None]:
    """No board can be remembered: as if the bot were killed after each that it sent.

    Or no message of another table.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(
            f"CREATE TRIGGER forgetful BEFORE UPDATE ON {table} WHEN NEW.{of} IS NOT OLD.{of}"
            " BEGIN SELECT RAISE(ABORT, 'forgotten'); END"
        )
        yield
        other.execute("DROP TRIGGER forgetful")


async def test_a_crash_between_a_first_board_and_its_remembering_leaves_one_board(
    server: Server, tmp_path: Path
) -> None:
    table = Table(server)
    with forgetful(tmp_path / "games.db"):
        await server.ana.slash(table.channel, "pod open")
        first = table.board.id
        for guest in server.everybody[1:4]:
            await guest.click(table.board, label="Join")
    await server.crash()
    await at_rest(server)
    assert table.board.id == first
    assert table.seats == "1. Ana\n2. Bo\n3. Cy\n4. Di"
    await check_board(table)


async def test_a_crash_between_a_new_board_and_its_remembering_leaves_one_board(server: Server, tmp_path: Path) -> None:
    table = await four(server)
    await at_rest(server)
    old = table.board.id
    with forgetful(tmp_path / "games.db"):
        await server.ana.delete(table.board)
        await server.env.advance_time(MOMENT)
        new = table.board.id
        await table.reports(server.bo, "Bo", "Ana")
    await server.crash()
    await at_rest(server)
    assert [board.id for board in table.boards] == [new]
    assert new != old
    assert "┗ Bo" in table.lines
    await check_board(table)


async def test_a_crash_between_a_question_and_its_remembering_asks_once(server: Server, tmp_path: Path) -> None:
    table = await Table(server).started(*server.everybody[:4], choose_master=True)
    await at_rest(server)
    before = table.board.id
    form = await form_of(table, server.bo)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Bo")
    await form.own("Bo")
    with forgetful(tmp_path / "games.db"):
        await form.press("send")
        await server.env.advance_time(MOMENT)
        assert len(table.boards) == 2
    await server.crash()
    await at_rest(server)
    await check_board(table)
    assert table.board.id != before
    assert [user.id for user in table.board.mentions] == [server.bo.id]


async def test_a_board_that_could_not_be_remembered_is_not_sent_again(server: Server, tmp_path: Path) -> None:
    table = Table(server)
    with forgetful(tmp_path / "games.db"):
        await server.ana.slash(table.channel, "pod open")
        await server.env.advance_time(sum(RETRY_DELAYS) / 2)
    await server.env.advance_time(HEALED)
    await check_board(table)
    await server.bo.click(table.board, label="Join")
    await check_board(table)


# Two bots on one database


@asynccontextmanager
async def another_bot(file: Path) -> AsyncIterator[GameService]:
    """Another process that writes to the same database, and is gone before it draws a board."""
    database = Database(f"sqlite:///{file}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "PATIENCE", 60.0)  # it decides anew, however slow the machine is
        yield GameService(EventLog(database), PeopleRepository(database), discord.utils.utcnow)
    await database.close_all_connections()


def actor(member: simcord.MemberActor) -> CommandUser:
    return CommandUser(member.id, AccountNames(member.name.capitalize()))


async def test_what_another_bot_wrote_is_on_the_board_with_the_next_sweep(server: Server, tmp_path: Path) -> None:
    table = await Table(server).opened(server.ana)
    await at_rest(server)
    place = ChannelAddress(server.guild.id, table.channel.id)
    async with another_bot(tmp_path / "games.db") as other:
        await other.execute_command(GameCommandRequest(place, actor(server.bo), lambda me, _: JoinPod(me)))
    assert table.seats == "1. Ana"
    await server.env.advance_time(CHORES_INTERVAL)
    assert table.seats == "1. Ana\n2. Bo"


async def test_what_another_bot_wrote_is_not_written_over(server: Server, tmp_path: Path) -> None:
    table = await Table(server).opened(server.ana)
    await at_rest(server)
    place = ChannelAddress(server.guild.id, table.channel.id)
    async with another_bot(tmp_path / "games.db") as other:
        await other.execute_command(GameCommandRequest(place, actor(server.bo), lambda me, _: JoinPod(me)))
        assert said(await server.cy.click(table.board, label="Join")).startswith("✅")
        await other.execute_command(GameCommandRequest(place, actor(server.di), lambda me, _: JoinPod(me)))
        await server.env.advance_time(CHORES_INTERVAL)
    assert table.seats == "1. Ana\n2. Bo\n3. Cy\n4. Di"


async def test_what_is_asked_is_decided_on_what_another_bot_wrote(server: Server, tmp_path: Path) -> None:
    table = await Table(server).opened(server.ana)
    await at_rest(server)
    place = ChannelAddress(server.guild.id, table.channel.id)
    async with another_bot(tmp_path / "games.db") as other:
        for member in (server.bo, server.cy, server.di):
            await other.execute_command(GameCommandRequest(place, actor(member), lambda me, _: JoinPod(me)))
        left = await server.bo.click(table.board, label="Leave")
        assert said(left).startswith("✅")
        await other.execute_command(GameCommandRequest(place, actor(server.bo), lambda me, _: JoinPod(me)))
        start = table.find_button("join").replace("join", "start")
        started = await forced(table, server.ana, table.board, start)
        assert said(started).startswith("✅")
    await at_rest(server)
    await check_board(table)
    assert table.turn[0] == "Turn 1"


async def test_what_another_bot_ended_is_refused_in_words(server: Server, tmp_path: Path) -> None:
    table = await four(server)
    await at_rest(server)
    place = ChannelAddress(server.guild.id, table.channel.id)
    async with another_bot(tmp_path / "games.db") as other:
        await other.execute_command(GameCommandRequest(place, actor(server.ana), lambda *_: ReportDrawnGame()))
        told = said(await table.reports(server.bo, "Bo", "Ana"))
    assert told.startswith("🚫 ")
    await server.env.advance_time(CHORES_INTERVAL)
    await check_board(table)


# Too much at once


@pytest.mark.parametrize("locale", ["en", "fr", "ru"])
async def test_when_too_much_waits_everybody_is_told_in_their_language(
    server: Server, locale: Locale, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.speaks(server.bo, locale)
    table = await four(server)
    await at_rest(server)
    before = count(server, *BOARD)
    form = await form_of(table, server.bo)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Ana")
    with monkeypatch.context() as patch:
        patch.setattr(writer, "MAX_WAITING", 0)
        told = [
            said(result)
            for result in (
                await table.reports(server.bo, "Bo", "Ana"),
                await end(server.bo, table.channel, "concede"),
                await server.bo.click(table.board, custom_id="pod:1:turn:1"),
            )
        ]
        await form.press("send")
    assert server.env.errors  # discord.py carries the command's there
    assert set(told) == {f"⏳ {load_translations(locale)('error-busy')}"}
    assert len(await story(table)) == 5
    assert count(server, *BOARD) == before
    await form.press("send")  # what was written in the form is still there
    await at_rest(server)
    assert "┗ Bo" in table.lines
    await check_board(table)
