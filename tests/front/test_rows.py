"""Rows of buttons: as narrow as a phone, and the red ones last."""

import discord
import pytest
from simcord import InteractionResult

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui import components
from bot.i18n import LOCALES, Locale, load_translations
from tests.front.playing import Table, opens, switch_on
from tests.front.simulated import Server, answer


def make_row(locale: Locale, *actions: str) -> dict[str, str | None]:
    """The labels that buttons have in one row of a running game."""
    words = PodMessageFormatter(load_translations(locale), str)
    row = [components.build_pod_action_button(1, action, words) for action in actions]
    components.shorten_buttons_to_fit_phone(row, ("join", "report"))
    assert all(button.label or button.emoji for button in row)
    return {action: button.label for action, button in zip(actions, row, strict=True)}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_next_turn_is_called_by_its_whole_name_in_every_language(locale: Locale) -> None:
    row = make_row(locale, "report", "turn", "more")
    expected = {"en": "Next turn", "fr": "Tour suivant", "ru": "Дальше"}
    assert row["turn"] == expected[locale]
    assert row["report"] == load_translations(locale)("button-report")


def test_a_label_that_yields_goes_where_a_phone_has_no_room_for_it() -> None:
    row = make_row("fr", "join", "report", "turn", "more")
    assert (row["join"], row["turn"]) == (None, "Tour suivant")
    assert row["report"] == "Déclarer"


def list_red_buttons_by_row(shown: InteractionResult) -> list[list[bool]]:
    """Return whether each button of a message is red, row by row."""
    red = discord.ButtonStyle.danger.value
    return [[each["style"] == red for each in row["components"]] for row in answer(shown).components]


async def test_red_buttons_behind_a_board_stand_last_in_a_row_of_their_own(server: Server) -> None:
    table = await Table(server).opened(server.ana, server.bo, server.cy, server.di)
    shown = [await server.ana.click(table.board, label="⋯")]
    await table.starts(server.ana)
    shown.append(await server.ana.click(table.board, label="⋯"))
    duel = Table(server, server.guild.create_text_channel("duel"))
    await switch_on(server, "joust")
    await opens(server.ana, duel.channel, "joust open")
    await server.cy.click(duel.board, label="Join")
    await server.ana.click(duel.board, label="Start")
    shown.append(await server.ana.click(duel.board, label="⋯"))
    plans = Table(server, server.guild.create_text_channel("plans"))
    await opens(server.ana, plans.channel, "pod plan", when="in 2 h")
    shown.append(await server.ana.click(plans.board, label="⋯"))
    for rows in map(list_red_buttons_by_row, shown):
        *others, last = rows
        assert not any(map(any, others))
        assert all(last)
