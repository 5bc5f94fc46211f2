"""Changing the setup of a lobby from its board, and refusals that come before a form is filled in."""

import pytest

from bot.i18n import LOCALES, Locale, load_translations
from tests.front.playing import (
    Table,
    changes,
    end,
    find_row,
    forced,
    list_more,
    press_more,
    said,
    sets,
    switch_on,
)
from tests.front.simulated import Server, answer

CHANGE = "Change the pod"


async def test_host_changes_a_lobby_and_everybody_sees_what_is_new(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    board, seats = table.board.id, table.seats
    shown = await press_more(server.bo, table.board, CHANGE)
    assert "Nothing is changed yet" in said(shown)
    rare = {"scoring": "lotus", "turns": False, "starting_life": 30}
    shown = await changes(server.bo, shown, rare)
    assert table.small_print.count("✏️") == 0
    saved = await server.bo.click(answer(shown), custom_id=find_row(shown, "save"))
    assert answer(saved).content.startswith("✅ The pod is changed.")
    assert (table.board.id, table.seats) == (board, seats)
    assert "✏️ Changed: Scoring: Lotus Noir" in table.small_print
    assert "Track turns on the board: no" in table.small_print
    assert "Starting life: 30" in table.small_print
    assert not table.board.mentions
    await server.fay.click(table.board, label="Join")
    assert "✏️ Changed" in table.small_print
    await table.starts(server.bo)
    assert "✏️" not in table.news
    assert "Next turn" not in table.buttons
    story = answer(await press_more(server.gil, table.board, "Story")).embeds[0].description or ""
    assert "Changed: Scoring: Lotus Noir" in story


async def test_moderator_changes_a_lobby_and_a_player_does_not(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    assert f"{CHANGE}" not in " ".join(await list_more(server.cy, table.board))
    refused = said(await forced(table, server.cy, table.board, "pod:1:change"))
    assert "Only the host (Bo) or a moderator" in refused
    shown = await press_more(server.ana, table.board, CHANGE)
    shown = await server.ana.select(answer(shown), ["3"], custom_id=find_row(shown, "bracket"))
    await server.ana.click(answer(shown), custom_id=find_row(shown, "save"))
    assert "bracket 3" in table.small_print


async def test_too_few_seats_for_those_who_sit_are_refused_in_the_form(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve, server.fay)
    shown = await press_more(server.bo, table.board, CHANGE)
    form = await server.bo.click(answer(shown), custom_id=find_row(shown, "write"))
    refused = said(await server.bo.submit_modal(form, {"title": "", "size": "4", "life": ""}))
    assert refused.startswith("🚫 Seats taken or kept here: 5, seats chosen: 4.")
    assert "✏️" not in table.small_print


async def test_change_that_is_saved_twice_or_late_changes_nothing(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    first = await press_more(server.bo, table.board, CHANGE)
    unchanged = said(await server.bo.click(answer(first), custom_id=find_row(first, "save")))
    assert unchanged == "🚫 Nothing is changed yet. Choose something else below first."
    second = await press_more(server.ana, table.board, CHANGE)
    second = await server.ana.select(answer(second), ["2"], custom_id=find_row(second, "bracket"))
    first = await server.bo.select(answer(first), ["3"], custom_id=find_row(first, "bracket"))
    save = find_row(first, "save")
    await server.bo.click(answer(first), custom_id=save)
    late = said(await server.ana.click(answer(second), custom_id=find_row(second, "save")))
    assert "Somebody else has changed this pod in the meantime" in late
    assert "out of date" in said(await forced(table, server.bo, answer(first), save))
    assert "bracket 3" in table.small_print
    await table.starts(server.bo)
    assert CHANGE not in " ".join(await list_more(server.bo, table.board))
    assert "The game has begun" in said(await forced(table, server.bo, table.board, "pod:1:change"))


@pytest.mark.parametrize("locale", LOCALES)
async def test_changed_lobby_is_told_in_the_language_of_the_server(server: Server, locale: Locale) -> None:
    await sets(server, "language", locale)
    text = load_translations(locale)
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    shown = await changes(server.bo, await forced(table, server.bo, table.board, "pod:1:change"), {"turns": False})
    await server.bo.click(answer(shown), custom_id=find_row(shown, "save"))
    told = text.format_label_and_value(text("change-turns"), text("change-off"))
    assert text("event-setup-changed", changes=told) in table.small_print


async def test_history_lists_a_changed_lobby_as_it_was_played(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    shown = await press_more(server.bo, table.board, CHANGE)
    form = await server.bo.click(answer(shown), custom_id=find_row(shown, "write"))
    shown = await server.bo.submit_modal(form, {"title": "Friday night", "size": "", "life": ""})
    await server.bo.click(answer(shown), custom_id=find_row(shown, "save"))
    await table.starts(server.bo)
    await end(server.bo, table.channel, "draw")
    await server.cy.click(table.board, custom_id=table.find_button("confirm"))
    history = answer(await server.bo.slash(table.channel, "history"))
    assert "Friday night" in str(history.components)


# Refusals before the form


@pytest.mark.parametrize("command", ["pod open", "series"])
async def test_form_is_not_shown_where_a_game_is_open(server: Server, command: str) -> None:
    await switch_on(server, "series")
    table = await Table(server).opened(server.bo, server.cy)
    refused = said(await server.eve.slash(table.channel, command, change=True))
    assert refused.startswith("🚫 A game is already open here.")


async def test_form_is_not_shown_where_a_duel_is_open(server: Server) -> None:
    await switch_on(server, "joust")
    await server.bo.slash(server.channel, "joust open")
    refused = said(await server.eve.slash(server.channel, "pod open", change=True))
    assert refused.startswith("🚫 A duel is being played here")


async def test_form_is_shown_where_a_new_thread_is_opened(server: Server) -> None:
    await sets(server, "threads", "thread")
    await server.bo.slash(server.channel, "pod open")
    shown = said(await server.eve.slash(server.channel, "pod open", change=True))
    assert shown.startswith("🪑 Nothing is posted yet.")
