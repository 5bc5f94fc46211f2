"""What concerns people is said to them once: that they begin, what they do now, how it ended."""

import inspect

import discord
import pytest
from simcord import MemberActor

from bot.front.boards.board_updater import MESSAGES_UNTIL_RESULT_MOVE
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from tests.front.dueling import DuelTable
from tests.front.playing import Table, acts, form_of, let_count, press_more, read_board, said, sets, switch_on
from tests.front.simulated import Server, in_flight, pass_quietly
from tests.front.test_board import called, sent
from tests.front.test_faults import PATCH, count


def mentioned(server: Server) -> list[str]:
    """Everybody whom a message of the bot's has pinged, as often as it did."""
    return [str(user) for each in sent(server) for user in each["allowed_mentions"].get("users", ())]


def ids(*members: MemberActor) -> list[str]:
    return sorted(str(member.id) for member in members)


def visible(table: Table) -> list[discord.Message]:
    """What the bot has said in the channel, and still stands there."""
    seen = table.channel.history(viewer=table.server.gil)
    return [each for each in seen if each.author.bot and not each.flags.ephemeral]


def shown_pictures(board: discord.Message) -> list[str | None]:
    """What the pictures that a board shows are in words."""
    (shown,) = [each for each in board.components if isinstance(each, discord.Container)]
    galleries = [e for e in shown.children if isinstance(e, discord.MediaGalleryComponent)]
    return [item.description for gallery in galleries for item in gallery.items]


def check_channel(table: Table) -> None:
    """At most one board, one call for each open question, one result: all on one message."""
    shown = visible(table)
    boards = [each for each in shown if each.flags.components_v2]
    assert len(boards) <= 1, [each.content for each in shown]
    assert sum("🏆" in str(read_board(each).description) for each in boards) <= 1
    assert len(shown) - len(boards) <= 1  # a call before a vote
    assert len([each for each in shown if each.mentions]) <= 2


# That they begin


async def test_those_who_sit_hear_once_that_their_game_begins(server: Server) -> None:
    seated = server.everybody[:4]
    table = await Table(server).started(*seated)
    assert table.call.startswith("⚔️ The game begins: <@")
    assert sorted(mentioned(server)) == ids(*seated)
    await press_more(server.ana, table.board, "Bring the board here")
    assert table.call.startswith("⚔️ The game begins: <@")
    await table.reports(server.bo, "Bo", "Ana")
    assert not table.call
    await server.bo.slash(table.channel, "undo")
    assert sorted(mentioned(server)) == ids(*seated)


async def test_a_full_table_is_told_of_at_once_and_whoever_comes_later_alone(server: Server) -> None:
    ana, bo, cy, di, eve = server.everybody[:5]
    table = await Table(server).opened(ana, bo, cy, size=4)
    assert mentioned(server) == []
    await di.click(table.board, label="Join")
    assert table.call.startswith("🪑 The pod is full: <@")
    assert sorted(mentioned(server)) == ids(ana, bo, cy, di)
    await bo.click(table.board, label="Leave")
    assert not table.call
    await eve.click(table.board, label="Join")
    await ana.click(table.board, label="Start")
    assert sorted(mentioned(server)) == ids(ana, bo, cy, di, eve)
    check_channel(table)


async def test_a_server_that_wants_it_quiet_has_it_quiet(server: Server) -> None:
    await sets(server, "start_call", "off")
    table = await Table(server).opened(server.ana, *server.everybody[1:4])
    lobby = table.board.id
    await server.ana.click(table.board, label="Start")
    assert [board.id for board in table.boards] == [lobby]
    assert called(server) == set()


async def test_both_of_a_duel_hear_that_its_two_seats_are_taken(server: Server) -> None:
    await switch_on(server, "joust")
    await server.ana.slash(server.channel, "joust open")
    table = Table(server)
    await server.bo.click(table.board, label="Join")
    await server.ana.click(table.board, label="Start")
    assert sorted(mentioned(server)) == ids(server.ana, server.bo)


async def test_nobody_is_called_to_the_start_of_a_duel_once_something_was_done_in_it(server: Server) -> None:
    table = await DuelTable(server).started(server.ana, server.bo, dice="bot")
    assert table.call.startswith("⚔️ The game begins: <@")
    await press_more(server.ana, table.board, "Bring the board here")
    assert table.call.startswith("⚔️ The game begins: <@")
    for each in (server.ana, server.bo):
        await table.press(each, "placed", "blue:1")
    await press_more(server.ana, table.board, "Bring the board here")
    assert not table.call
    assert sorted(mentioned(server)) == ids(server.ana, server.bo)


# What the beaten do now


async def test_the_beaten_read_what_to_do_on_the_board_and_in_their_answer(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    told = said(await table.reports(server.bo, "Bo", "Ana"))
    assert "📋 You serve **Ana**: you win or lose together." in told
    assert "\n1. Shuffle into your library" in told
    assert table.verdict.endswith(" · 📋 Bo: **What now?**")
    assert "📋" not in said(await table.reports(server.bo, "Cy", "Ana"))


# Results


@pytest.mark.parametrize("below", [MESSAGES_UNTIL_RESULT_MOVE, MESSAGES_UNTIL_RESULT_MOVE + 3])
async def test_a_result_is_a_new_message_with_a_picture_once_the_board_has_scrolled_away(
    server: Server, below: int
) -> None:
    table = await Table(server).started(*server.everybody[:4])
    await table.reports(server.bo, "Bo", "Ana")
    await table.reports(server.cy, "Cy", "Ana")
    for number in range(below):
        await server.gil.send(table.channel, f"well played, {number}")
    old = table.board.id
    await table.reports(server.di, "Di", "Ana")
    (board,) = table.boards
    assert board.id != old
    (picture,) = board.attachments
    assert picture.description == "Who defeated whom.\nAna defeated Bo, Cy, Di."
    await let_count(server)
    assert [(each.id, len(each.attachments)) for each in table.boards] == [(board.id, 1)]
    assert shown_pictures(table.board) == [picture.description], "what counts shows it still"
    check_channel(table)


async def test_the_result_of_a_duel_has_a_picture_of_the_table_with_who_won_in_words(server: Server) -> None:
    ana, bo = server.ana, server.bo
    table = await DuelTable(server).started(ana, bo)
    await table.press(ana, "placed", "blue:1")
    for number in range(MESSAGES_UNTIL_RESULT_MOVE):
        await server.gil.send(table.channel, f"well played, {number}")
    await bo.slash(table.channel, "joust concede")
    (picture,) = table.board.attachments
    first, *lines = (picture.description or "").split("\n")
    assert first == "Ana wins."
    assert any("blue" in line for line in lines), "what lies on the table is in words, too"


async def test_a_picture_goes_with_the_result_that_is_taken_back(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy"):
        await table.reports(server.bo, loser, "Ana")
    for number in range(MESSAGES_UNTIL_RESULT_MOVE):
        await server.gil.send(table.channel, f"well played, {number}")
    await table.reports(server.di, "Di", "Ana")
    assert table.board.attachments
    before = [each.id for each in visible(table)]
    await server.di.slash(table.channel, "undo")
    assert not table.board.attachments
    assert [each.id for each in visible(table)] == before  # nothing new was sent for it


async def test_after_a_restart_the_bot_knows_that_others_have_written_since(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy"):
        await table.reports(server.bo, loser, "Ana")
    old = table.board.id
    await server.gil.send(table.channel, "a word")
    await server.restart()
    await table.reports(server.di, "Di", "Ana")
    (board,) = table.boards
    assert board.id != old


async def test_a_result_stands_in_the_channel_for_results_too_and_follows_the_game(server: Server) -> None:
    news = server.guild.create_text_channel("results")
    await sets(server, "results_channel", news)
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.bo, loser, "Ana")
    (result,) = news.history(viewer=server.gil)
    assert "🏆 **Ana wins**" in str(result.embeds[0].description)
    assert f"/{table.channel.id}/{table.board.id})" in str(result.embeds[0].description)
    assert result.attachments
    await let_count(server)
    assert [each.id for each in news.history(viewer=server.gil)] == [result.id]


async def test_a_result_that_is_taken_back_leaves_the_channel_for_results(server: Server) -> None:
    news = server.guild.create_text_channel("results")
    await sets(server, "results_channel", news)
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.bo, loser, "Ana")
    await server.bo.slash(table.channel, "undo")
    assert news.history(viewer=server.gil) == []


@pytest.mark.parametrize(("disputable", "minutes", "sent"), [("15m", 16, 1), ("24h", 25 * 60, 0)])
async def test_a_channel_for_results_gets_those_of_the_last_day(
    server: Server, disputable: str, minutes: int, sent: int
) -> None:
    await sets(server, "dispute_time", disputable)
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.bo, loser, "Ana")
    news = server.guild.create_text_channel("results")
    await sets(server, "results_channel", news)
    drawn = count(server, PATCH)
    await pass_quietly(server, 60 * minutes)  # the result counts now, which its board says
    assert count(server, PATCH) > drawn
    assert len(news.history(viewer=server.gil)) == sent


# Lobbies


async def test_a_host_who_leaves_hands_the_lobby_to_the_next_seat_and_hears_to_whom(server: Server) -> None:
    table = await Table(server).opened(*server.everybody[:4])
    assert said(await server.ana.click(table.board, label="Leave")).endswith("Bo is now the host.")
    assert table.readiness.startswith("Bo")


@pytest.fixture(params=["one by one", "at once"])
def pace(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def test_a_rematch_that_several_want_is_opened_once_and_each_hears_so(server: Server, pace: str) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(ana, bo, cy, di)
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(bo, loser, "Ana")
    over = table.board
    await let_count(server)
    if pace == "at once":
        with in_flight(server.env):
            answers = [await who.click(over, label="Rematch") for who in (cy, ana)]
        await server.env.settle()
    else:
        answers = [await who.click(over, label="Rematch") for who in (cy, ana)]
        again = said(await ana.click(over, label="Rematch"))
        assert again == "ℹ️ It is already open, and you have a seat."
    assert "Your pod is open." in said(answers[0])
    assert said(answers[1]) == "✅ Cy has already opened it. You have your seat."
    assert len(table.boards) == 2
    assert table.seats.startswith("1. Cy\n2. Ana")


# One game, one board


async def test_a_channel_shows_one_board_one_call_and_one_result_all_evening(server: Server) -> None:
    ana, bo, cy, di, eve = server.everybody[:5]
    table = Table(server)

    async def talk(words: int) -> None:
        for number in range(words):
            await server.gil.send(table.channel, f"words, {number}")
        check_channel(table)

    await table.started(ana, bo, cy, di, eve, choose_master=True)
    await talk(13)
    form = await form_of(table, bo)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Bo")
    await form.own("Bo")
    await form.press("send")
    assert table.call == f"<@{bo.id}>, please choose below."
    await talk(13)
    await table.chooses(bo, "Ana")
    check_channel(table)
    await acts(di, table.channel, "remove", table.keys["Cy"])
    check_channel(table)
    await cy.click(next(each for each in visible(table) if not each.flags.components_v2), label="I am here")
    assert len(visible(table)) == 1
    for loser in ("Cy", "Di", "Eve"):
        await table.reports(ana, loser, "Ana")
        await talk(5)
    assert "🏆" in table.lines[0]
    assert len(visible(table)) == 1


# Facts


@pytest.mark.parametrize(
    "fact", ["reports_open_to_dispute", "variant_rules", "all_mentioned_players", "disabled_actions"]
)
async def test_a_report_computes_each_fact_of_the_pod_once_for_its_version(
    server: Server, monkeypatch: pytest.MonkeyPatch, fact: str
) -> None:
    table = await Table(server).started(*server.everybody[:4])
    found = inspect.getattr_static(PodPropertyCache, fact)
    compute = found.func
    pods = list[Pod]()

    def note(facts: PodPropertyCache) -> object:
        pods.append(facts.pod)
        return compute(facts)

    monkeypatch.setattr(found, "func", note)
    await table.reports(server.bo, "Bo", "Ana")
    assert [pod.step for pod in pods] == [1]
