"""What no database can keep, or nobody could see, is refused before a database is asked."""

import pytest

from bot.front.interaction.inputs import consists_of_invisible_characters, require_storable_texts
from bot.rules.refusals import Refusal
from tests.front import forging
from tests.front.playing import said
from tests.front.simulated import Server

ZERO_WIDTH = "\u200b\u200d\ufeff\u2060"


@pytest.mark.parametrize("text", [ZERO_WIDTH, "\u3164", " \u200b ", "\u0301", "\u2800\ufe0f"])
def test_what_shows_nothing_is_invisible(text: str) -> None:
    assert consists_of_invisible_characters(text)
    with pytest.raises(Refusal):
        require_storable_texts({"options": [{"name": "title", "value": text}]})


@pytest.mark.parametrize("text", ["", "  ", "a", "é", "\u200bZoë", "👩\u200d🚀", "Жар-птица", "5"])
def test_what_is_blank_or_shows_something_is_not(text: str) -> None:
    assert not consists_of_invisible_characters(text)
    require_storable_texts({"options": [{"name": "title", "value": text}]})


def test_what_others_are_called_is_their_own_affair() -> None:
    require_storable_texts({"resolved": {"users": {"1": {"global_name": ZERO_WIDTH}}}})


@pytest.mark.parametrize("name", ["Spring\0", ZERO_WIDTH])
async def test_a_season_cannot_be_called_so(server: Server, name: str) -> None:
    result = await forging.command(server.ana, server.channel, "season start", name=name)
    assert "something I can’t read" in said(result)
