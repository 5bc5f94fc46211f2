"""The lobby: who sits down, who starts, and what is refused."""

import asyncio
import re
from datetime import timedelta

import discord
import pytest
import simcord

from bot.front.gateway.client import SuzerainBot
from bot.service.live_game import ChannelAddress
from tests.front import forging
from tests.front.playing import Table, acts, changes, end, find_part, find_row, forced, press_more, said
from tests.front.simulated import Server, answer, deliver_again, in_flight

GRACE = 0.05  # seconds
STEPS = 100_000
"""The most steps of the loop until a message is there."""

NO_GAME = "🚫 There is no game here yet."


def seated(table: Table) -> list[str]:
    """Who sits in the lobby, in the order they came."""
    return [line.split(". ", 1)[1] for line in table.seats.splitlines() if ". " in line]


# Sitting down


async def test_whoever_opens_a_pod_sits_in_it_and_is_its_host(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    assert seated(table) == ["Bo"]
    assert table.readiness.startswith("Bo")
    assert table.buttons == ["Join", "Leave", "⋯"]


async def test_buttons_seat_people_and_free_their_seats(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    assert seated(table) == ["Bo", "Cy", "Di"]
    assert said(await server.cy.click(table.board, label="Leave")) == "✅ Your seat is free again."
    assert seated(table) == ["Bo", "Di"]


async def test_commands_do_what_the_buttons_do(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    for guest in (server.cy, server.di, server.eve, server.fay):
        said(await acts(guest, table.channel, "join"))
    said(await acts(server.fay, table.channel, "leave"))
    assert seated(table) == ["Bo", "Cy", "Di", "Eve"]
    said(await acts(server.bo, table.channel, "start"))
    assert "Report" in table.buttons


async def test_nobody_takes_two_seats(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    assert "Bo already has a seat" in said(await server.bo.click(table.board, label="Join"))
    assert seated(table) == ["Bo"]


async def test_nobody_leaves_a_seat_they_do_not_have(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    pressed = await server.cy.click(table.board, label="Leave")
    assert "You have no seat here" in said(pressed)


async def test_of_seven_at_once_six_sit_down_and_the_seventh_is_told_why_not(server: Server) -> None:
    table = await Table(server).opened(server.ana, size=6)
    await server.ana.click(table.board, label="Leave")
    board = table.board
    with in_flight(server.env):
        results = [await member.click(board, label="Join") for member in server.everybody]
    await server.env.settle()
    answers = [said(result) for result in results]
    assert answers.count("✅ You have a seat.") == 6
    (refused,) = [told for told in answers if told.startswith("🚫")]
    assert "All 6 seats are taken." in refused
    assert len(set(seated(table))) == 6
    assert len(table.boards) == 1


# Starting


async def test_too_few_are_refused_in_words_and_nothing_changes(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    before = table.embed.to_dict()
    assert "Start" not in table.buttons
    start = table.find_button("join").replace("join", "start")
    told = said(await forced(table, server.bo, table.board, start))
    assert told.startswith("🚫 Esclave: 4 players are needed, and there are only 2.")
    assert table.embed.to_dict() == before


async def test_the_lobby_says_how_many_are_missing_and_when_it_can_start(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, size=5)
    assert "2 more needed" in table.readiness
    for guest in (server.di, server.eve):
        await guest.click(table.board, label="Join")
    assert "Bo can start · free seats: 1" in table.readiness
    await server.fay.click(table.board, label="Join")
    assert "The pod is full. Bo can start." in table.readiness


async def test_a_guest_cannot_start_but_a_moderator_can(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    told = said(await server.cy.click(table.board, label="Start"))
    assert told == "🚫 Only the host (Bo) or a moderator can do that. Ask one of them."
    assert "Join" in table.buttons
    said(await server.ana.click(table.board, label="Start"))
    assert "Report" in table.buttons


async def test_nobody_joins_or_starts_a_game_that_runs(server: Server) -> None:
    ana, bo, cy, di, eve, *_ = server.everybody
    table = await Table(server).started(ana, bo, cy, di)
    assert "The game has started" in said(await acts(eve, table.channel, "join"))
    assert "Use </concede:" in said(await acts(bo, table.channel, "leave"))
    assert "already started" in said(await acts(ana, table.channel, "start"))


async def test_a_host_who_leaves_hands_the_lobby_on(server: Server) -> None:
    bo, cy, di, eve, fay = server.everybody[1:6]
    table = await Table(server).opened(bo, cy, di, eve, fay)
    await bo.click(table.board, label="Leave")
    assert table.readiness.startswith("Cy")
    assert "the host (Cy)" in said(await bo.click(table.board, label="Start"))
    said(await cy.click(table.board, label="Start"))
    assert "Report" in table.buttons


async def test_the_buttons_answer_after_a_restart(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    await server.restart()
    for guest in (server.eve, server.fay):
        assert said(await guest.click(table.board, label="Join")) == "✅ You have a seat."
    said(await server.fay.click(table.board, label="Leave"))
    said(await server.bo.click(table.board, label="Start"))
    assert "Report" in table.buttons
    assert len(table.boards) == 1


# Looking, closing


@pytest.mark.parametrize(("variant", "word"), [("esclave", "thrall"), ("elimination", "there are no thralls")])
async def test_how_this_works_explains_the_variant_privately(server: Server, variant: str, word: str) -> None:
    table = await Table(server).opened(server.bo, variant=variant)
    how = await press_more(server.gil, table.board, "How to play")
    assert how.ephemeral
    (embed,) = answer(how).embeds
    assert word in (embed.description or "")


async def test_a_closed_pod_says_so_and_has_nothing_but_its_draw_to_press(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    assert "the host" in said(await end(server.cy, table.channel, "close"))
    said(await end(server.bo, table.channel, "close"))
    assert "Closed without a result." in table.readiness
    assert table.buttons == ["Check the draw"]
    assert "was closed" in said(await end(server.bo, table.channel, "close"))


# One pod in a channel


async def test_a_second_pod_is_refused_while_one_is_open(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    told = said(await server.cy.slash(table.channel, "pod open"))
    assert told.startswith("🚫 A game is already open here.")
    assert seated(table) == ["Bo"]
    assert len(table.boards) == 1


async def test_another_channel_has_a_pod_of_its_own(server: Server) -> None:
    first = await Table(server).opened(server.bo)
    second = Table(server, server.guild.create_text_channel("table-two"))
    await second.opened(server.cy, server.bo)
    assert (seated(first), seated(second)) == (["Bo"], ["Cy", "Bo"])


@pytest.mark.parametrize("command", ["close", "draw"])
async def test_after_the_end_the_next_pod_can_be_opened(server: Server, command: str) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(ana, bo, cy, di)
    said(await end(ana, table.channel, command))
    said(await bo.slash(table.channel, "pod open"))
    assert seated(table) == ["Bo"]
    assert len(table.boards) == 2


# What cannot be opened


def _create_channel_without(server: Server, permission: str) -> simcord.ChannelHandle:
    me = server.guild.me
    assert me is not None
    missing = discord.PermissionOverwrite(**{permission: False})
    return server.guild.create_text_channel("quiet", overwrites={me: missing})


async def test_where_the_bot_may_not_show_a_board_it_names_what_is_missing(server: Server) -> None:
    channel = _create_channel_without(server, "send_messages")
    told = said(await server.bo.slash(channel, "pod open"))
    assert told.endswith("give me these permissions in this channel: Send Messages.")
    assert said(await server.bo.slash(channel, "pod status")).startswith(NO_GAME)


async def test_a_board_needs_no_permission_to_embed_links(server: Server) -> None:
    channel = _create_channel_without(server, "embed_links")
    table = await Table(server, channel).opened(server.bo)
    assert table.lines


async def test_a_lobby_says_what_a_scoring_brings_that_is_not_usual(server: Server) -> None:
    table = await Table(server).opened(server.ana, server.bo, variant="elimination", scoring="places")
    assert "By place: +5 +3 +2 +1" in str(table.board.components)


async def test_the_rows_offer_what_variant_and_table_leave_possible(server: Server) -> None:
    shown = await server.bo.slash(server.channel, "pod open", variant="elimination", table="teams", change=True)
    scorings = find_part(shown, find_row(shown, "scoring"))["options"]
    assert "esclave" not in [each["value"] for each in scorings]
    counts = [each["value"] for each in find_part(shown, find_row(shown, "teams"))["options"]]
    assert counts == [str(count) for count in range(2, 13)]
    switches = find_part(shown, find_row(shown, "switch"))["options"]
    assert [each["value"] for each in switches] == ["turns", "life"]
    forged = find_row(shown, "scoring")
    refused = await forging.press(server.bo, server.channel, answer(shown), forged, "esclave")
    assert said(refused).startswith("🚫 This button no longer works.")


async def test_nothing_is_posted_before_the_preview_of_a_lobby_is_opened(server: Server) -> None:
    shown = await server.bo.slash(server.channel, "pod open", title="Friday", change=True)
    assert "**Friday** · 10 seats" in said(shown)
    assert "Nothing is posted yet" in said(shown)
    shown = await changes(server.bo, shown, {"scoring": "lotus", "starting_life": 30})
    assert "life counted from 30" in answer(shown).content
    assert said(await server.bo.slash(server.channel, "pod status")).startswith(NO_GAME)
    button = find_row(shown, "open")
    opened = await server.bo.click(answer(shown), custom_id=button)
    assert answer(opened).content.startswith("✅ Your pod is open.")
    assert not answer(opened).components
    again = await forging.press(server.bo, server.channel, answer(shown), button)
    assert said(again).startswith("🚫 This preview is out of date")
    table = Table(server)
    assert table.embed.title == "Friday"
    assert "Lotus Noir" in (table.embed.footer.text or "")
    assert len(table.boards) == 1


async def test_a_preview_that_cannot_be_opened_stays_to_be_changed(server: Server) -> None:
    shown = await server.bo.slash(server.channel, "pod open", change=True)
    await server.bo.slash(server.channel, "pod open")
    refused = await server.bo.click(answer(shown), label="Open it")
    assert said(refused).startswith("🚫")
    assert "Nothing is posted yet" in answer(shown).content
    await end(server.bo, server.channel, "close")
    await server.bo.click(answer(shown), label="Open it")
    assert len(Table(server).boards) == 2


@pytest.mark.parametrize(("field", "typed"), [("size", "3"), ("life", "0")])
async def test_a_number_that_cannot_be_is_refused_in_the_preview(server: Server, field: str, typed: str) -> None:
    shown = await server.bo.slash(server.channel, "pod open", change=True)
    form = await server.bo.click(answer(shown), custom_id=find_row(shown, "write"))
    assert said(await server.bo.submit_modal(form, {field: typed})).startswith("🚫")
    assert "10 seats" in answer(shown).content


async def test_a_preview_of_a_lobby_by_invitation_invites_once_it_is_opened(server: Server) -> None:
    invite = " ".join(each.mention for each in (server.cy, server.di, server.eve))
    shown = await server.bo.slash(server.channel, "pod open", invite=invite, change=True)
    shown = await changes(server.bo, shown, {"turns": False})
    await server.bo.click(answer(shown), label="Open it")
    table = Table(server)
    assert "Eve" in "\n".join(table.teams)
    refused = await server.fay.click(table.board, label="Join")
    assert said(refused).startswith("🚫")


async def test_a_size_that_the_variant_cannot_have_is_refused(server: Server) -> None:
    told = said(await server.bo.slash(server.channel, "pod open", size=3))
    assert told == "🚫 This table seats 4–10 players. Choose one of these sizes."
    with pytest.raises(simcord.SetupError):  # Discord itself offers no more than a table has
        await server.bo.slash(server.channel, "pod open", size=26)
    assert said(await server.bo.slash(server.channel, "pod status")).startswith(NO_GAME)


async def test_a_title_is_shown_as_it_was_typed_and_pings_nobody(server: Server) -> None:
    title = "**Big** @everyone <@123> [x](http://y) `code`"
    table = await Table(server).opened(server.bo, title=title)
    shown = table.embed.title or ""
    assert r"\*\*Big\*\*" in shown
    assert "@everyone" not in shown
    assert "<@123>" not in shown.replace("\\<", "")
    assert "](" not in shown.replace("\\(", "")
    assert not table.board.mentions
    assert not table.board.mention_everyone


async def test_the_old_message_of_a_full_lobby_stays_for_a_moment(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    monkeypatch.setattr(client.services.keeper._updater, "_grace", GRACE)
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve, size=5)
    before = discord.utils.utcnow()
    await server.fay.click(table.board, label="Join")
    assert len(table.boards) == 1
    assert discord.utils.utcnow() - before >= timedelta(seconds=GRACE)


async def test_start_pressed_on_the_old_message_of_a_full_lobby_begins_the_game(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    monkeypatch.setattr(client.services.keeper._updater, "_grace", 0.5)
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve, size=5)
    old = table.board
    with in_flight(server.env):
        await server.fay.click(old, label="Join")
        for _ in range(STEPS):
            if len(table.boards) > 1:
                break
            await asyncio.sleep(0)
        assert [each.id for each in table.boards][:1] == [old.id]
        assert len(table.boards) == 2
        started = await server.bo.click(old, label="Start")
    await server.env.settle()
    assert said(started) == "✅ The game is on. Good luck!"
    assert len(table.boards) == 1
    assert "Join" not in table.buttons


async def test_an_older_state_never_comes_back_onto_the_board(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    place = ChannelAddress(server.guild.id, table.channel.id)
    lobby = await client.services.service.load_game_by_number(place, 1)
    await table.starts(server.bo)
    before = table.buttons
    client.services.keeper.queue_board_update(lobby)
    await server.env.settle()
    assert "Join" not in table.buttons
    assert table.buttons == before


async def test_three_whose_variant_wants_four_play_another_with_one_press(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    assert not [label for label in table.buttons if label.startswith("Play ")]
    await server.di.click(table.board, label="Join")
    offered = [label for label in table.buttons if label.startswith("Play ")]
    assert offered == ["Play Necromancer", "Play Respawn", "Play Elimination"]
    board, seats, draw = table.board.id, table.seats, re.findall("`.*`", table.embed.footer.text or "")
    refused = said(await forced(table, server.cy, table.board, "pod:1:instead:necromancer"))
    assert "Only the host (Bo) or a moderator" in refused
    pressed = await server.bo.click(table.board, label="Play Necromancer")
    assert "Everybody keeps their seat" in said(pressed)
    assert (table.board.id, table.seats) == (board, seats)
    assert re.findall("`.*`", table.embed.footer.text or "") == draw != []
    assert not [label for label in table.buttons if label.startswith("Play ")]
    deliver_again(server.env)
    await server.env.settle()
    await table.starts(server.bo)
    told = answer(await acts(server.gil, table.channel, "log")).embeds[0].description or ""
    assert told.count("The pod is Necromancer from here on") == 1
    await end(server.bo, table.channel, "draw")
    await server.cy.click(table.board, custom_id=table.find_button("confirm"))
    history = answer(await server.gil.slash(table.channel, "history")).embeds[0]
    assert "Necromancer" in str(history.to_dict())


async def test_a_variant_is_changed_only_in_a_lobby_that_wants_one_more(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    press = "pod:1:instead:respawn"
    assert "does not fit" in said(await forced(table, server.bo, table.board, press))
    await table.starts(server.bo)
    assert "has begun" in said(await forced(table, server.bo, table.board, press))
