"""The whole way through in each language: every text fits where Discord shows it."""

import pytest

from bot.front.ui.components import BUTTON_LOOKS
from bot.i18n import LOCALES, Locale, load_translations
from tests.front.playing import Form, Table, acts, does, end, forced, form_of, opens, press_more, said
from tests.front.simulated import Server, answer

CLIENTS = {"en": "en-GB", "fr": "fr", "ru": "ru"}
EACH = pytest.mark.parametrize("locale", LOCALES)


async def table_in(server: Server, locale: Locale) -> Table:
    """A lobby of five whose clients all speak one language."""
    people = server.everybody[:5]
    for member in server.everybody:
        server.speaks(member, CLIENTS[locale])
    table = Table(server)
    await opens(people[0], table.channel, "pod open", choose_master=True)
    for guest in people[1:]:
        await acts(guest, table.channel, "join")
    return table


async def begun(server: Server, locale: Locale) -> Table:
    """The same, started."""
    table = await table_in(server, locale)
    await acts(server.ana, table.channel, "start")
    choices = await server.ana.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    return table


async def press(table: Table, label: str, locale: Locale) -> str:
    """Ana presses a button of the board by what it is called in her language."""
    return said(await table.server.ana.click(table.board, custom_id=table.find_button(label)))


@EACH
async def test_a_lobby_and_its_answers(server: Server, locale: Locale) -> None:
    text, table = load_translations(locale), await table_in(server, locale)
    shown = ("join", "leave", "start", "more")
    assert table.buttons == [text(f"button-{label}") for label in shown]
    assert await press(table, "join", locale) == "🚫 " + text("refusal-already-in", player="Ana")
    left = f"✅ {text('done-leave')} {text('done-host', host='Bo')}"
    assert await press(table, "leave", locale) == left
    assert (await press(table, "more", locale)) == text("more-nothing")
    assert await press(table, "start", locale) == "✅ " + text("done-start")


@EACH
async def test_a_form_on_both_pages_and_its_modal(server: Server, locale: Locale) -> None:
    text, table = load_translations(locale), await begun(server, locale)
    form = await form_of(table, server.bo)
    await form.pick("controller", "Bo")
    await form.card("Demonic Pact", "3")
    await form.press("details")
    await form.pick("owner", "Cy")
    await form.pick("controlled", "Di")
    await form.pick("flags", "voluntary", "ended", "kindslaver")
    await form.press("source")
    await form.press("another")
    await form.press("next")
    await form.press("remove")
    await form.press("cancel")
    assert said(form.opened) == text("form-cancelled")


@EACH
async def test_a_choice_on_the_board_and_its_answer(server: Server, locale: Locale) -> None:
    text, table = load_translations(locale), await begun(server, locale)
    form = Form(table, server.bo, await table.reports(server.bo, "Bo", "Bo"))
    await form.own("Bo")
    assert (table.embed.title or "").startswith("⏳")
    assert table.offered[-1] == text("choice-decline")
    assert table.call == text("board-call", player=server.bo.mention)
    told = said(await table.chooses(server.bo, "Cy"))
    assert text("done-report") in told


@EACH
async def test_the_end_and_what_is_seen_of_it(server: Server, locale: Locale) -> None:
    text, table = load_translations(locale), await begun(server, locale)
    await table.reports(server.bo, "Bo", "Ana", card="Lightning Bolt")
    await press(table, "checklist", locale)
    told = await press_more(table.server.ana, table.board, text("button-concede"))
    assert said(told) == text("concede-sure")
    await end(server.cy, table.channel, "concede")
    await server.cy.click(table.board, custom_id=table.find_button("checklist"))
    await acts(server.di, table.channel, "turn")
    await end(server.di, table.channel, "win", winner=table.keys["Ana"], means="combo")
    assert text("board-won-team", winner="Ana", team="Bo") == table.lines[0]
    for command in ("pod status", "log", "leaderboard", "undo"):
        assert (await does(server.ana, table.channel, command)).ephemeral
    shown = answer(await server.bo.slash(table.channel, "rules", rule="esc-22"))
    assert shown.embeds[0].description == text("rule-esc-22")


@EACH
async def test_a_rule_is_found_by_a_word_of_its_text(server: Server, locale: Locale) -> None:
    server.speaks(server.bo, CLIENTS[locale])
    word = load_translations(locale)("rule-esc-23").split()[0].strip(":(,").casefold()
    found = await server.bo.autocomplete(server.channel, "rules", "rule", word)
    assert "ESC-23" in {choice["value"] for choice in found}


async def test_a_language_that_the_bot_does_not_speak_is_answered_in_english(server: Server) -> None:
    server.speaks(server.bo, "de")
    assert said(await server.bo.slash(server.channel, "undo")).startswith("🚫 There is no game")


async def test_a_refusal_speaks_the_language_of_who_pressed(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    server.speaks(server.gil, "ru")
    for action in BUTTON_LOOKS.keys() - {"turn"}:  # that one also names the turn
        told = said(await forced(table, server.gil, table.board, f"pod:99:{action}"))
        assert told == "🚫 " + load_translations("ru")("refusal-old-pod")
