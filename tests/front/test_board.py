"""The board: one message for each pod, in its place, right in the end, harmless to anybody."""

from collections.abc import Iterator
from typing import Any

import pytest
from simcord import MemberActor
from simcord.backend import serializers

from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.record.boards import PodBoardRepository
from tests.front.playing import Table, acts, end, form_of, list_items, press_more, said
from tests.front.simulated import Server, community, in_flight

EDITS = ("PATCH", "/channels/*/messages/*")
PUT_OFF = pytest.mark.usefixtures("still")  # a pause between attempts is the test's to end


async def four(server: Server, variant: str = "esclave", choose_master: bool = False) -> Table:
    """A game of Ana, Bo, Cy and Di that has just begun."""
    options = {"variant": variant, "choose_master": choose_master}
    ana, *guests = server.everybody[:4]
    return await Table(server).started(ana, *guests, **options)


# One board, in place


async def test_a_whole_game_is_one_message_changed_in_place(server: Server) -> None:
    table = Table(server)
    ana, bo, cy, di = server.everybody[:4]
    await table.opened(ana)
    lobby = table.board.id
    for guest in (bo, cy, di):
        await guest.click(table.board, label="Join")
    assert [board.id for board in table.boards] == [lobby]
    await ana.click(table.board, label="Start")
    first = table.board.id
    table.keys = {c["name"]: c["value"] for c in await ana.autocomplete(table.channel, "defeat", "loser", "")}
    await table.reports(bo, "Bo", "Ana")
    await table.reports(cy, "Cy", "Di")
    await table.reports(di, "Di", "Ana")
    assert "Ana wins" in table.lines[0]
    assert [board.id for board in table.boards] == [first]


async def test_the_start_shows_seats_and_first_player(server: Server) -> None:
    table = await four(server)
    turn, seats = table.turn
    assert (turn, sorted(seats)) == ("Turn 1", ["Ana", "Bo", "Cy", "Di"])
    assert table.active == seats[:1]
    assert table.upcoming == seats[1:2]
    await table.reports(server.bo, seats[1], seats[2])
    assert table.turn == (turn, [seats[0], *seats[2:]])


async def test_teams_are_listed_in_order_of_service(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:5])
    await table.reports(server.cy, "Cy", "Ana")
    await table.reports(server.bo, "Bo", "Ana")
    at = table.lines.index("👑 **Ana**")
    assert table.lines[at : at + 3] == ["👑 **Ana**", "┗ Cy", "┗ Bo"]


async def test_the_end_shows_everybodys_points(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.di, "Di", "Ana")
    assert table.lines[0] == "🏆 **Ana wins**, with Bo"
    assert table.points == ["Ana +3", "Bo +1", "Di 0", "Cy −1"]


async def test_who_is_out_stands_below_with_their_points(server: Server) -> None:
    table = await four(server, variant="elimination")
    await table.reports(server.bo, "Bo", "Ana")
    assert "💀 ~~Bo~~" in table.lines
    await table.reports(server.cy, "Cy", "Ana")
    await table.reports(server.di, "Di", "Ana")
    assert (table.lines[0], table.points[0]) == ("🏆 **Ana wins**", "Ana +3")


# A new board


async def test_a_board_that_scrolled_away_comes_back_with_the_next_change(server: Server) -> None:
    table = await four(server)
    old = table.board.id
    for number in range(12):
        await server.gil.send(table.channel, f"so many words, {number}")
    assert table.board.id == old
    await table.reports(server.bo, "Bo", "Ana")
    (board,) = table.boards
    assert board.id != old
    await table.reports(server.cy, "Cy", "Di")
    assert [b.id for b in table.boards] == [board.id]


async def test_eleven_messages_leave_the_board_where_it_is(server: Server) -> None:
    table = await four(server)
    old = table.board.id
    for number in range(11):
        await server.gil.send(table.channel, f"words, {number}")
    await table.reports(server.bo, "Bo", "Ana")
    assert [board.id for board in table.boards] == [old]


async def test_the_bots_own_private_answers_do_not_push_the_board_away(server: Server) -> None:
    table = await four(server)
    old = table.board.id
    board = server.env.backend.get_message(table.channel.id, old)
    payload = dict(serializers.message_payload(server.env.backend, board))
    for number in range(12):  # simcord keeps from the bot what Discord tells it
        private = {**payload, "id": str(old + 1 + number), "flags": 64}
        server.env.backend.emit("MESSAGE_CREATE", private)
    await server.env.settle()
    await table.reports(server.bo, "Bo", "Ana")
    assert [board.id for board in table.boards] == [old]


async def test_the_board_is_brought_to_whoever_wants_it(server: Server) -> None:
    table = await four(server)
    old = table.board.id
    await server.gil.send(table.channel, "where were we?")
    said(await press_more(server.gil, table.board, "Bring the board here"))
    (board,) = table.boards
    assert board.id != old
    assert table.channel.history(viewer=server.fay)[-1].id == board.id
    assert "👑 **Ana**" in table.lines


async def test_a_board_too_old_to_edit_is_replaced(server: Server) -> None:
    table = await four(server)
    old = table.board.id
    server.env.inject_error(*EDITS, status=400, code=30046)
    await table.reports(server.bo, "Bo", "Ana")
    (board,) = table.boards
    assert board.id != old
    assert "┗ Bo" in table.lines


async def test_a_board_deleted_by_hand_comes_again_by_itself(server: Server) -> None:
    table = await four(server)
    old = table.board.id
    await server.ana.delete(table.board)
    (board,) = table.boards
    assert board.id != old
    await table.reports(server.bo, "Bo", "Ana")
    assert [again.id for again in table.boards] == [board.id]
    assert "┗ Bo" in table.lines


async def test_one_deleted_while_the_database_is_away_comes_again_with_the_next_change(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def be_away(*_: object) -> None:
        raise DatabaseUnreachableError("sqlite://", "gone")

    table = await four(server)
    with monkeypatch.context() as patch:
        patch.setattr(PodBoardRepository, "queue_new_messages_for_deleted_boards", be_away)
        await server.ana.delete(table.board)
    assert table.boards == []
    await table.reports(server.bo, "Bo", "Ana")
    assert "┗ Bo" in table.lines


async def test_the_board_of_a_game_that_is_over_stays_deleted(server: Server) -> None:
    table = await four(server)
    await end(server.ana, table.channel, "close")
    await server.ana.delete(table.board)
    assert table.boards == []


# Discord in trouble


@PUT_OFF
@pytest.mark.parametrize("status", [500, 429])
async def test_an_edit_that_fails_is_tried_again(server: Server, status: int) -> None:
    table = await four(server)
    server.env.inject_error(*EDITS, status=status)
    await table.reports(server.bo, "Bo", "Ana")
    assert "┗ Bo" not in table.lines
    await server.env.advance_time(2)
    assert "┗ Bo" in table.lines
    assert len(table.boards) == 1


@PUT_OFF
async def test_what_is_drawn_at_last_is_the_newest_state(server: Server) -> None:
    table = await four(server)
    server.env.inject_error(*EDITS, status=503, times=2)
    await table.reports(server.bo, "Bo", "Ana")
    await table.reports(server.cy, "Cy", "Di")
    await server.env.advance_time(6)
    assert {"┗ Bo", "┗ Cy"} <= set(table.lines)


@PUT_OFF
async def test_a_restart_mends_a_board_that_lags_behind(server: Server) -> None:
    table = await four(server)
    server.env.inject_error(*EDITS, status=500, times=None)
    await table.reports(server.bo, "Bo", "Ana")
    await server.env.advance_time(60)
    assert "┗ Bo" not in table.lines
    server.env.backend.faults.clear()
    await server.restart()
    assert "┗ Bo" in table.lines
    assert len(table.boards) == 1


@PUT_OFF
async def test_boards_of_several_channels_that_could_not_be_drawn_are_right_later(server: Server) -> None:
    tables = [Table(server), Table(server, server.guild.create_text_channel("table-two"))]
    await tables[0].opened(server.ana)
    await end(server.ana, tables[0].channel, "close")
    for table in tables:  # the number of the first channel's pod is higher
        await table.opened(server.ana)
    server.env.inject_error(*EDITS, status=500, times=None)
    for table in tables:
        await server.bo.click(table.board, label="Join")
    await server.env.advance_time(60)
    server.env.backend.faults.clear()
    await server.env.advance_time(3600)
    assert [table.seats for table in tables] == ["1. Ana\n2. Bo"] * 2


async def test_a_restart_leaves_a_board_alone_that_is_right(server: Server) -> None:
    table = await four(server)
    before = len(server.env.http_requests)
    await server.restart()
    late = server.env.http_requests[before:]
    assert not [request for request in late if "/messages" in request.path]
    assert len(table.boards) == 1


async def test_reports_that_arrive_together_end_in_the_right_board(server: Server) -> None:
    table = await Table(server).started(*server.everybody)
    with in_flight(server.env):
        for loser, member in (("Bo", server.bo), ("Cy", server.cy), ("Di", server.di)):
            await table.reports(member, loser, "Ana")
        await table.reports(server.eve, "Eve", "Fay")
    await server.env.settle()
    at = table.lines.index("👑 **Ana**")
    assert sorted(table.lines[at + 1 : at + 4]) == ["┗ Bo", "┗ Cy", "┗ Di"]
    assert table.lines[table.lines.index("👑 **Fay**") + 1] == "┗ Eve"
    assert len(table.boards) == 1


# What people call themselves and their cards

HOSTILE = {
    "**b** _i_": r"\*\*b\*\* \_i\_",
    "@everyone": "@\u200beveryone",
    "<@123456789012345678>": "\\<@\u200b123456789012345678\\>",
    "[x](http://y)": r"\[x\]\(http:\//y\)",
    "||s|| `c` ~~x~~ > q": r"\|\|s\|\| \`c\` \~\~x\~\~ \> q",
    "# big": r"\# big",
    "🧙‍♀️ :smile:": "🧙‍♀️ :smile:",
    "שלום": "\u2068שלום\u2069",
    "\u202egnp": "gnp",
    "*" * 32: r"\*" * 32,
    "two\nlines": "two lines",
}


def crowd(server: Server, most: int = 10) -> list[MemberActor]:
    """Ten members with such names."""
    return [
        server.guild.add_member(server.env.create_user(f"guest-{number}", global_name=name))
        for number, name in enumerate(list(HOSTILE)[:most])
    ]


def sent(server: Server) -> Iterator[dict[str, Any]]:
    """Every message that the bot sent or changed, as Discord got it."""
    for request in server.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        message = body.get("data", body)
        if isinstance(message, dict) and ("embeds" in message or "content" in message):
            yield message


def called(server: Server) -> set[str]:
    """Whom the bot's messages could ping; fails the test where it could be a crowd."""
    found: set[str] = set()
    for message in sent(server):
        allowed = message["allowed_mentions"]
        assert not allowed.get("parse")
        assert not allowed.get("roles")
        found |= {str(user) for user in allowed.get("users", ())}
    return found


def check_sizes(server: Server) -> None:
    """Discord refuses an embed beyond its limits."""
    for embed in (embed for message in sent(server) for embed in message.get("embeds", ())):
        fields = embed.get("fields", [])
        parts = [(embed.get("title", ""), 256), (embed.get("description", ""), 4096)]
        parts += [(embed.get("footer", {}).get("text", ""), 2048)]
        parts += [(field["name"], 256) for field in fields]
        parts += [(field["value"], 1024) for field in fields]
        assert all(len(text) <= most for text, most in parts)
        assert all(field["name"] and field["value"] for field in fields)
        assert len(fields) <= 25
        assert sum(len(text) for text, _ in parts) <= 6000


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_name_is_shown_as_it_was_typed(server: Server, name: str) -> None:
    guest = server.guild.add_member(server.env.create_user("guest", global_name=name))
    table = await Table(server).opened(guest)
    assert table.seats == f"1. {HOSTILE[name]}"
    assert not table.board.mentions
    assert called(server) == set()


@pytest.mark.parametrize("card", ["**Bolt** @everyone", "<@123456789012345678>", "*" * 100])
async def test_a_card_is_shown_as_it_was_typed(server: Server, card: str) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana", card=card)
    verdict = table.verdict
    for typed in ("**Bolt", "@everyone", " <@", "***"):
        assert typed not in verdict
    assert called(server) == {str(seated.id) for seated in server.everybody[:4]}


async def test_ten_such_names_and_the_longest_cards_fit_on_the_board(server: Server) -> None:
    people = crowd(server)
    table = await Table(server).started(*people, title="*" * 80)
    master, *others = table.keys
    card = "`[<@&123456789012345678>](x)" + "*" * 72
    for loser in others[:-1]:
        await table.reports(people[0], loser, master, card=card)
        assert " falls to " in table.verdict
    await table.reports(people[0], others[-1], master, card=card)
    assert len(table.points) == 10
    await acts(people[0], table.channel, "log")
    check_sizes(server)
    assert called(server) == {str(seated.id) for seated in people}


async def test_only_who_has_to_choose_is_called(server: Server) -> None:
    table = await four(server, choose_master=True)
    server.env.http_requests.clear()
    form = await form_of(table, server.bo)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Bo")
    await form.own("Bo")
    await form.press("send")
    assert [user.id for user in table.board.mentions] == [server.bo.id]
    assert called(server) == {str(server.bo.id)}
    assert len(table.boards) == 1


# Where and in which language


async def test_a_thread_has_its_own_board(server: Server) -> None:
    server.env.backend.create_thread(server.channel.id, "aside", server.ana.id)
    table = await Table(server, server.channel.threads[-1]).started(*server.everybody[:4])
    await table.reports(server.bo, "Bo", "Ana")
    assert "┗ Bo" in table.lines
    assert len(table.boards) == 1
    assert Table(server).boards == []


async def test_the_board_speaks_the_language_of_whoever_opened_it(server: Server) -> None:
    server.speaks(server.bo, "fr")
    server.speaks(server.cy, "ru")
    table = await Table(server).opened(server.bo)
    await server.cy.click(table.board, custom_id=pressed(table, 0))
    assert table.buttons[0] == "Rejoindre"
    assert "Cy" in table.seats


def pressed(table: Table, at: int) -> str:
    """The custom id of a button, whatever its language."""
    return str(list_items(table.board)[at].custom_id)


async def test_a_community_server_has_a_language_of_its_own(server: Server) -> None:
    server.speaks(server.bo, "fr")
    with community(server.guild, "ru"):
        table = await Table(server).opened(server.bo)
    assert table.buttons[0] == "Сесть"


async def test_a_saved_language_prevails_over_everybodys(server: Server) -> None:
    server.speaks(server.bo, "ru")
    await server.ana.slash(server.channel, "setup language", language="fr")
    with community(server.guild, "ru"):
        table = await Table(server).opened(server.bo)
    assert table.buttons[0] == "Rejoindre"


async def test_a_saved_language_reaches_the_boards_that_are_there(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    await server.ana.slash(server.channel, "setup language", language="fr")
    assert table.buttons[0] == "Rejoindre"
    assert len(table.boards) == 1
