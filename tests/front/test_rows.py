"""Rows of buttons as narrow as a phone."""

import pytest

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui import components
from bot.i18n import LOCALES, Locale, load_message_catalogue


def make_row(locale: Locale, *actions: str) -> dict[str, str | None]:
    """The labels that buttons have in one row of a running game."""
    words = PodMessageFormatter(load_message_catalogue(locale), str)
    row = [components.build_pod_action_button(1, action, words) for action in actions]
    components.shorten_buttons_to_fit_phone(row, ("report", "join"))
    assert all(button.label or button.emoji for button in row)
    return {action: button.label for action, button in zip(actions, row, strict=True)}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_next_turn_is_called_by_its_whole_name_in_every_language(locale: Locale) -> None:
    row = make_row(locale, "report", "turn", "more")
    expected = {"en": "Next turn", "fr": "Tour suivant", "ru": "Дальше"}
    assert row["turn"] == expected[locale]
    assert row["report"] == load_message_catalogue(locale)("button-report")


def test_a_label_that_yields_goes_where_a_phone_has_no_room_for_it() -> None:
    row = make_row("fr", "join", "report", "turn", "more")
    assert (row["report"], row["turn"]) == (None, "Tour suivant")
    assert row["join"] == "Rejoindre"
