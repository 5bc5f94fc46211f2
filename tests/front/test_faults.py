"""Discord fails at each thing that the bot asks of it: what was acknowledged stays, nobody is left
without an answer that Discord would take, and boards come right again without being touched."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
import pytest
import simcord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.basics import reconciler
from bot.basics.reconciler import FIRST_PAUSE, OUTAGE_PAUSE
from bot.front.gateway.client import CHORES_INTERVAL
from bot.front.publishing.retries import RETRY_DELAYS
from bot.front.ui.fitting import move_timestamp_footer_to_description
from tests import effort
from tests.front.playing import (
    Form,
    Table,
    acts,
    does,
    end,
    form_of,
    press_more,
    read_board,
    said,
    set_small_print_apart,
)
from tests.front.simulated import Server, answer, of_the_bot_itself, sent_away
from tests.front.test_trouble import story

pytestmark = pytest.mark.usefixtures("still")

Route = tuple[str, str]
"""A method, and a path with stars for ids and tokens."""

POST: Route = ("POST", "/channels/*/messages")
PATCH: Route = ("PATCH", "/channels/*/messages/*")
DELETE: Route = ("DELETE", "/channels/*/messages/*")
CALLBACK: Route = ("POST", "/interactions/*/*/callback")
FOLLOW_UP: Route = ("POST", "/webhooks/*/*")
COMMANDS: Route = ("PUT", "/applications/*/commands")
MEMBER: Route = ("GET", "/guilds/*/members/*")
WHO_AM_I: Route = ("GET", "/oauth2/applications/@me")
BOARD = {POST, PATCH, DELETE}
BEGINNING = {WHO_AM_I, COMMANDS}

ATTEMPTS = len(RETRY_DELAYS) + 1
PATIENT = sum(RETRY_DELAYS) + 1  # seconds until the bot leaves a channel alone
HEALED = PATIENT + FIRST_PAUSE + CHORES_INTERVAL  # seconds until it has looked again

MINUTE = 60.0

PASSING = (500, 503, 429)
"""Status codes of a Discord that may do better soon."""


@pytest.fixture
def status(request: pytest.FixtureRequest) -> int:
    """How Discord says that it fails."""
    return effort.choose(PASSING, request.node.nodeid)


async def four(server: Server, channel: simcord.ChannelHandle | None = None) -> Table:
    """A game of Ana, Bo, Cy and Di that has just begun."""
    return await Table(server, channel).started(*server.everybody[:4])


async def check_board(table: Table) -> None:
    """There is one board, and it shows what the log says."""
    told = answer(await table.server.gil.slash(table.channel, "pod status")).embeds[0]
    told.set_image(url=None)  # the table, as a picture and in words, is for whoever asks
    for at, field in enumerate(told.fields):
        if (field.name or "").startswith("🪑 The table"):
            told.remove_field(at)
    expected = {"fields": [], **set_small_print_apart(told).to_dict()}
    boards = [move_timestamp_footer_to_description(read_board(board)) for board in table.boards]
    shown = [{"fields": [], **board.to_dict()} for board in boards]
    assert shown == [expected]


def route(request: simcord.HttpLogEntry) -> Route:
    """What was asked of Discord."""
    path = re.sub(r"^(/interactions|/webhooks)/[^/]+/[^/]+", r"\1/*/*", request.path)
    return request.method, re.sub(r"/\d+(?=/|$)", "/*", path)


def count(server: Server, *routes: Route) -> int:
    """How often that was asked of Discord, whatever it answered."""
    return sum(route(request) in routes for request in server.env.http_requests)


def fails(server: Server, route: Route, status: int, times: int | None = 1, code: int = 0) -> None:
    """Lets Discord fail at it so many times; for good if that is None."""
    server.env.inject_error(*route, status=status, code=code, times=times)


async def pass_time(server: Server, seconds: float) -> None:
    """Lets a long time pass, in pieces that simcord can follow."""
    while seconds > 0:
        await server.env.advance_time(min(seconds, 600))
        seconds -= 600


def heals(server: Server) -> None:
    """From now on Discord fails at nothing."""
    server.env.backend.faults.clear()


def operator_knows(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """What went wrong is in the operator's log."""
    assert any(each.startswith("a command failed") for each in caplog.messages)
    server.env.errors  # noqa: B018 - looking at them is enough


# Answers

KINDS = {4: "message", 7: "change", 8: "choices", 9: "modal"}
"""Discord's numbers of the kinds of answer that the bot gives."""

Act = Callable[[], Awaitable[Any]]
"""What somebody does next."""


async def _report(table: Table) -> Act:
    return lambda: table.reports(table.server.bo, "Bo", "Ana")


async def _filled(table: Table) -> Form:
    form = await form_of(table, table.server.bo)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Ana")
    return form


async def _send(table: Table) -> Act:
    form = await _filled(table)
    return lambda: form.press("send")


async def _card(table: Table) -> Act:
    form = await _filled(table)
    return lambda: form.press("card")


async def _amount(table: Table) -> Act:
    form = await _filled(table)
    modal = await form.press("card")
    return lambda: table.server.bo.submit_modal(modal, {"card": "Bolt", "amount": "lots"})


async def _choices(table: Table) -> Act:
    return lambda: table.server.bo.autocomplete(table.channel, "defeat", "loser", "")


ANSWERS: Mapping[str, Callable[[Table], Awaitable[Act]]] = {
    "message": _report,
    "change": _send,
    "modal": _card,
    "follow-up": _amount,
    "choices": _choices,
}
COUNTED = ("message", "change")
"""The answers to a report that counts."""

answers = pytest.mark.parametrize("kind", [kind for kind in ANSWERS if kind != "choices"])


def kind_of(request: simcord.HttpLogEntry) -> str | None:
    """The kind of answer that a request is."""
    if route(request) == FOLLOW_UP:
        return "follow-up"
    return KINDS[(request.json or {})["type"]] if route(request) == CALLBACK else None


async def everything(server: Server) -> None:
    """Uses the bot for all that it is good for, in one long evening."""
    ana, bo, cy, di, eve = server.everybody[:5]
    table = await Table(server).opened(ana, bo, cy, di, choose_master=True, title="Evening")
    await eve.click(table.board, label="Join")
    await eve.click(table.board, label="Leave")
    await acts(eve, table.channel, "join")
    await acts(eve, table.channel, "leave")
    await press_more(bo, table.board, "How to play")
    await acts(ana, table.channel, "start")
    choices = await ana.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    for look in ("pod status", "log", "leaderboard"):
        await does(bo, table.channel, look)
    await ana.slash(table.channel, "setup language", language="fr")
    await ana.slash(table.channel, "setup language", language="en")
    await bo.click(table.board, custom_id=table.find_button("checklist"))
    await press_more(bo, table.board, "Bring the board here")
    await acts(ana, table.channel, "turn")
    for act in ANSWERS.values():
        await (await act(table))()
        await ana.slash(table.channel, "undo")
    await bo.context_menu(table.channel, "Report their defeat", cy)
    alone = await form_of(table, bo)
    await alone.pick("loser", "Bo")
    await alone.pick("controller", "Bo")
    await alone.own("Bo")
    await alone.press("send")
    await table.chooses(bo, "Cy")
    told = await acts(bo, table.channel, "log")
    _, on = answer(told).components[0]["components"][:2]
    await bo.click(answer(told), custom_id=on["custom_id"])
    sure = await press_more(di, table.board, "Concede")
    await di.click(answer(sure), label="Yes, I concede")
    await end(ana, table.channel, "draw")
    await ana.click(table.board, label="Rematch")
    await end(ana, table.channel, "close")


async def test_no_request_of_the_bot_goes_without_a_test_of_its_failure(server: Server) -> None:
    await everything(server)
    sent = server.env.http_requests
    assert {route(r) for r in sent} == {*BOARD, CALLBACK, FOLLOW_UP, MEMBER, *BEGINNING}
    assert {kind_of(r) for r in sent} - {None} == set(ANSWERS)


@answers
async def test_an_answer_that_fails_once_is_made_good(
    server: Server, kind: str, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    table = await four(server)
    act = await ANSWERS[kind](table)
    fails(server, FOLLOW_UP if kind == "follow-up" else CALLBACK, status)
    result = await act()
    told = result.followups[-1] if result.followups else answer(result)
    assert told.ephemeral
    assert told.content.startswith("⚠️ ")
    assert ("┗ Bo" in table.lines) is (kind in COUNTED)
    await check_board(table)
    operator_knows(server, caplog)


@answers
async def test_an_answer_that_never_succeeds_is_given_up_and_nothing_is_lost(
    server: Server, kind: str, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    table = await four(server)
    act = await ANSWERS[kind](table)
    before = count(server, CALLBACK, FOLLOW_UP)
    fails(server, CALLBACK, status, times=None)
    fails(server, FOLLOW_UP, status, times=None)
    await act()
    await server.env.advance_time(HEALED)
    assert before < count(server, CALLBACK, FOLLOW_UP) <= before + 3
    heals(server)
    assert len(await story(table)) == 5 + 2 * (kind in COUNTED)  # the facts and the verdict
    assert ("┗ Bo" in table.lines) is (kind in COUNTED)
    await check_board(table)
    assert said(await table.reports(server.cy, "Cy", "Di")).startswith("✅")
    operator_knows(server, caplog)


async def test_names_that_cannot_be_offered_can_still_be_typed(server: Server, status: int) -> None:
    table = await four(server)
    fails(server, CALLBACK, status)
    assert await (await _choices(table))() == []
    table.keys = {"Bo": "bo", "Ana": "ana"}
    assert said(await table.reports(server.bo, "Bo", "Ana")).startswith("✅")


# Boards


async def _open(table: Table) -> Table:
    """A first board, in another channel."""
    other = Table(table.server, table.server.guild.create_text_channel("table-two"))
    await other.opened(table.server.eve)
    return other


async def _change(table: Table) -> Table:
    """The same message, changed."""
    assert said(await table.reports(table.server.bo, "Bo", "Ana")).startswith("✅")
    return table


async def _bring(table: Table) -> Table:
    """A new message, and the old one deleted."""
    assert said(await press_more(table.server.bo, table.board, "Bring the board here"))
    return table


FAILURES = [
    (failing, act, times)
    for place, (failing, act) in enumerate([(POST, _open), (POST, _bring), (PATCH, _change), (DELETE, _bring)])
    for number, times in enumerate([1, ATTEMPTS - 1, ATTEMPTS, None])
    if effort.NAME == "nightly" or (place + number + effort.SEED) % 2
]
"""Requests that fail, each with an act and a number of failures: in the gate every other case."""


@pytest.mark.parametrize(("failing", "act", "times"), FAILURES)
async def test_a_board_comes_right_however_often_discord_fails(
    server: Server, failing: Route, act: Callable[[Table], Awaitable[Table]], times: int | None, status: int
) -> None:
    table = await four(server)
    before = count(server, *BOARD)
    fails(server, failing, status, times)
    table = await act(table)
    if times is None:
        await server.env.advance_time(HEALED)
        heals(server)
    await server.env.advance_time(3 * HEALED)
    await check_board(table)
    assert count(server, *BOARD) - before <= 8 * ATTEMPTS  # two minutes of failing, and some more


async def test_a_board_is_brought_once_though_the_old_one_stays_for_now(server: Server, status: int) -> None:
    table = await four(server)
    before = count(server, POST)
    fails(server, DELETE, status)
    await _bring(table)
    await pass_time(server, 3 * HEALED)
    assert count(server, POST) == before + 1
    await check_board(table)


@pytest.mark.parametrize("act", [_open, _bring, _change])
async def test_an_hour_in_which_discord_takes_nothing_costs_few_requests(
    server: Server, act: Callable[[Table], Awaitable[Table]]
) -> None:
    table = await four(server)
    fails(server, ("*", "/channels/*"), 500, times=None)
    table = await act(table)
    before = count(server, *BOARD)
    await pass_time(server, 3600)
    assert count(server, *BOARD) - before <= 3600 / OUTAGE_PAUSE + ATTEMPTS


async def test_the_longer_discord_refuses_the_longer_the_bot_rests_up_to_a_limit(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 10 * 60.0
    monkeypatch.setattr(reconciler, "LONGEST_PAUSE", longest)
    table = await four(server)
    fails(server, ("*", "/channels/*"), 403, times=None)
    await _change(table)
    await pass_time(server, 30 * 60)  # rests of 15 s, 30 s, 1, 2, 4, 8 and 10 minutes
    before = count(server, *BOARD)
    await pass_time(server, 6 * longest)
    assert 5 <= count(server, *BOARD) - before <= 6
    heals(server)
    await pass_time(server, longest + CHORES_INTERVAL)
    await check_board(table)


async def test_after_a_rest_a_board_that_came_right_is_tried_as_eagerly_as_ever(server: Server) -> None:
    table = await four(server)
    for _ in range(3):
        fails(server, PATCH, 500, times=None)
        await acts(server.ana, table.channel, "turn")
        await server.env.advance_time(4 * HEALED)
        heals(server)
        await server.env.advance_time(4 * HEALED)
        await check_board(table)
    fails(server, PATCH, 500, times=ATTEMPTS)
    await acts(server.ana, table.channel, "turn")
    await server.env.advance_time(HEALED)
    await check_board(table)


async def test_a_bot_that_cannot_learn_who_it_is_does_not_start_and_loses_nothing(server: Server, status: int) -> None:
    table = await four(server)
    await _change(table)
    fails(server, WHO_AM_I, status)
    with pytest.raises(discord.HTTPException):
        await server.restart()
    await server.bot.start_again(server.env)
    await check_board(table)


async def test_a_bot_whose_commands_are_refused_starts_with_those_that_discord_has(server: Server, status: int) -> None:
    table = await four(server)
    await _change(table)
    fails(server, COMMANDS, status)
    await server.restart()
    await check_board(table)
    await table.reports(server.ana, "Cy", "Ana")
    await check_board(table)


# What people delete


async def test_boards_deleted_in_bulk_come_again(server: Server) -> None:
    table = await four(server)
    other = await _open(table)
    for deleted in (table, other):
        gone = [message.id for message in deleted.boards]
        chatter = await server.gil.send(deleted.channel, "so much to say")
        server.env.backend.bulk_delete_messages(deleted.channel.id, [*gone, chatter.id])
        await server.env.settle()
        await check_board(deleted)
        assert deleted.board.id not in gone


async def test_a_deleted_board_comes_again_once_discord_takes_it(server: Server, status: int) -> None:
    table = await four(server)
    fails(server, POST, status, ATTEMPTS)
    await server.ana.delete(table.board)
    assert table.boards == []
    await server.env.advance_time(HEALED)
    await check_board(table)


async def test_a_board_deleted_while_its_change_fails_comes_again_with_it(server: Server, status: int) -> None:
    table = await four(server)
    fails(server, PATCH, status)
    await _change(table)
    await server.ana.delete(table.board)
    await server.env.advance_time(PATIENT)
    await check_board(table)
    assert "┗ Bo" in table.lines


async def aside(server: Server) -> Table:
    """A game in a thread."""
    server.env.backend.create_thread(server.channel.id, "aside", server.ana.id)
    return await four(server, server.channel.threads[-1])


@pytest.mark.parametrize("place", ["channel", "thread"])
async def test_what_is_pending_in_a_deleted_place_is_given_up_and_hurts_nobody_else(server: Server, place: str) -> None:
    table = await aside(server) if place == "thread" else await four(server)
    other = await _open(table)
    fails(server, PATCH, 500)
    await _change(table)
    server.env.backend.delete_channel(table.channel.id)  # while the bot means to try again
    before = count(server, *BOARD)
    await pass_time(server, 20 * MINUTE)
    asked = count(server, *BOARD) - before
    assert asked <= 2 * 2  # when the game is closed, and when that counts: an edit, and a new message
    await pass_time(server, 3600)
    assert count(server, *BOARD) - before == asked
    await server.fay.click(other.board, label="Join")
    await check_board(other)


async def test_a_thread_that_was_archived_gets_a_new_board(server: Server) -> None:
    table = await aside(server)
    old = table.board.id
    fails(server, PATCH, 400, code=50083)
    await _change(table)
    await check_board(table)
    assert table.board.id != old


async def test_a_thread_that_was_locked_is_right_as_soon_as_it_is_open_again(server: Server) -> None:
    table = await aside(server)
    thread, backend = table.channel.id, server.env.backend
    backend.edit_channel(thread, {}, thread_metadata={"archived": True, "locked": True})
    for route_ in BOARD:
        fails(server, route_, 400, times=None, code=50083)
    await _change(table)
    assert "┗ Bo" not in table.lines
    heals(server)
    backend.edit_channel(thread, {}, thread_metadata={"archived": False, "locked": False})
    await server.env.settle()
    await check_board(table)
    assert "┗ Bo" in table.lines


# What the bot may do


async def allow(server: Server, **permissions: bool) -> None:
    """Somebody changes what the bot may do in the channel."""
    permissions_ = discord.PermissionOverwrite(**permissions).pair()
    allowed, denied = (each.value for each in permissions_)
    me = server.env.backend.bot_user.id
    overwrite = Overwrite(me, OverwriteType.MEMBER, allowed, denied)
    server.env.backend.set_overwrite(server.channel.id, overwrite)
    await server.env.settle()


@pytest.mark.parametrize("act", [_change, _bring])
async def test_a_channel_that_the_bot_may_not_see_is_right_once_it_may_again(
    server: Server, act: Callable[[Table], Awaitable[Table]]
) -> None:
    table = await four(server)
    await allow(server, view_channel=False)
    before = count(server, *BOARD)
    await act(table)
    await acts(server.ana, table.channel, "turn")
    await pass_time(server, 3600)
    assert count(server, *BOARD) - before <= 2 * 8
    await allow(server, view_channel=True)
    await check_board(table)


async def test_where_the_bot_may_no_more_write_its_board_still_follows(server: Server) -> None:
    table = await four(server)
    await allow(server, send_messages=False)
    told = said(await table.reports(server.bo, "Bo", "Ana"))
    assert "Send Messages" in told  # should the board have to move
    await check_board(table)
    assert "┗ Bo" in table.lines


async def test_a_board_that_was_deleted_meanwhile_comes_once_the_bot_may_write_again(server: Server) -> None:
    table = await four(server)
    await allow(server, send_messages=False)
    await server.ana.delete(table.board)
    await _change(table)
    assert table.boards == []
    await allow(server, send_messages=True)
    await check_board(table)


async def test_without_embed_links_a_board_is_shown_all_the_same(server: Server) -> None:
    table = await four(server)
    await allow(server, embed_links=False)
    await _change(table)
    await check_board(table)
    await _bring(table)
    await check_board(table)


def shut_out(server: Server) -> int:
    """Keeps the bot out of the channel by a role that it is given; the id of the role."""
    role = server.guild.create_role("Shut out").id
    backend, me = server.env.backend, server.env.backend.bot_user.id
    view = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(role, OverwriteType.ROLE, deny=view)
    backend.set_overwrite(server.channel.id, overwrite)
    backend.add_member_role(server.guild.id, me, role)
    return role


def _taken(server: Server, role: int) -> None:
    me = server.env.backend.bot_user.id
    server.env.backend.remove_member_role(server.guild.id, me, role)


def _deleted(server: Server, role: int) -> None:
    server.env.backend.delete_role(server.guild.id, role)


def _overruled(server: Server, role: int) -> None:
    everything = discord.Permissions(administrator=True).value
    server.env.backend.edit_role(server.guild.id, role, {"permissions": everything})


@pytest.mark.parametrize("let_in", [_taken, _deleted, _overruled])
async def test_a_bot_that_a_role_shut_out_is_right_once_the_role_does_so_no_more(
    server: Server, let_in: Callable[[Server, int], None]
) -> None:
    table = await four(server)
    role = shut_out(server)
    await _change(table)
    await pass_time(server, 1200)
    assert "┗ Bo" not in table.lines
    with of_the_bot_itself():
        let_in(server, role)
    await server.env.settle()
    assert "┗ Bo" in table.lines
    await check_board(table)


async def test_a_bot_that_was_sent_away_is_right_once_it_is_let_in_again(server: Server) -> None:
    table = await four(server)
    fails(server, PATCH, 500)
    await _change(table)
    with sent_away(server):
        before = count(server, *BOARD)
        await pass_time(server, 3600)
        assert count(server, *BOARD) - before <= 3
    await server.env.settle()
    await check_board(table)
    assert "┗ Bo" in table.lines


async def test_a_server_that_was_out_of_order_is_right_once_it_is_back(server: Server) -> None:
    table = await four(server)
    fails(server, ("*", "/channels/*"), 503, times=None)
    await _change(table)
    server.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id), "unavailable": True})
    await pass_time(server, 1800)
    heals(server)
    kept = server.env.backend.guilds[server.guild.id]
    back = serializers.guild_create_payload(server.env.backend, kept)
    server.env.backend.emit("GUILD_CREATE", back)
    await server.env.settle()
    await check_board(table)
