"""The deck that a player named in a night stands in its next pods until they name another one."""

import pytest

from tests.front.playing import switch_on
from tests.front.test_decks import choose
from tests.front.test_night_ends import seats, wins
from tests.front.test_nights import Evening, evening, name_of

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")


async def test_deck_of_the_last_round_stands_until_another_one_is_named(evening: Evening) -> None:
    await switch_on(evening.server, "night", "deck")
    await evening.gathers(4)
    [table] = await seats(evening)
    owner = evening.people[2]
    await evening.press_here(table)
    await choose(owner, table, commanders="Krenko")
    for stands, named in (("Krenko", "Atraxa"), ("Atraxa", None)):
        await wins(evening, table)
        [table] = await seats(evening)
        await evening.press_here(table)
        shown = table.embed.description or ""
        assert f"{name_of(owner)} – {stands}" in shown
        assert shown.count(" – ") == 1
        if named is not None:
            await choose(owner, table, commanders=named)
            assert f"{name_of(owner)} – {named}" in (table.embed.description or "")
