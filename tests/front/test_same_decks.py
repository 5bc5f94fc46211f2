"""These are one: a moderator's word about decks and names on a leaderboard, and how it is taken back."""

import pytest
import simcord
from simcord import InteractionResult

from tests.front.playing import Table, let_count, press_more, said, switch_on
from tests.front.simulated import Server, answer
from tests.front.test_decks import KRENKO, choose, fill, list_fields, win


@pytest.fixture
async def table(server: Server) -> Table:
    """A finished game of Bo's and Cy's registered decks, and of Di's, whose commander is called otherwise."""
    await switch_on(server, "deck")
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    for member, name in ((server.bo, "Goblins"), (server.cy, "Gobbos, again")):
        await member.slash(table.channel, "deck add", commander=KRENKO, name=name)
        modal = await press_more(member, table.board, "My deck")
        [option] = list_fields(modal)["deck"]["options"]
        await fill(member, modal, deck=option["value"])
    await choose(server.di, table, commanders="Krenkoo")
    await table.starts(server.bo)
    await win(server, table)
    await let_count(server)
    return table


async def read(server: Server, table: Table, by: str) -> simcord.ResponseMessage:
    return answer(await server.ana.slash(table.channel, "leaderboard", by=by))


def list_lines(shown: simcord.ResponseMessage) -> list[str]:
    return [line for line in str(shown.embeds[0].description).splitlines() if not line.startswith("-#")]


async def declare(server: Server, table: Table, by: str, **given: str) -> InteractionResult:
    modal = await server.ana.click(await read(server, table, by), label="These are one")
    return await fill(server.ana, modal, **given)


async def test_two_registered_decks_are_one_until_that_is_taken_back(server: Server, table: Table) -> None:
    of_player = answer(await server.di.slash(table.channel, "leaderboard", by="decks"))
    assert "These are one" not in str(of_player.components)
    before = list_lines(await read(server, table, "decks"))
    assert len(before) == 2
    done = await declare(server, table, "decks", lines="goblins, Gobbos, again", reason="One deck of two owners")
    assert said(done).startswith("✅ From now on these count as one")
    [line] = list_lines(await read(server, table, "decks"))
    assert {*line.partition(" – ")[2].split(", ")} == {"Bo", "Cy"}
    trail = str(answer(await server.ana.slash(table.channel, "audit")).embeds[0].description)
    assert "# One deck of two owners" in trail
    undone = await server.ana.click(answer(done), label="Take it back")
    assert "They count apart again" in str(answer(undone).content)
    assert list_lines(await read(server, table, "decks")) == before


async def test_names_are_one_by_their_numbers_and_are_taken_back_in_the_form(server: Server, table: Table) -> None:
    assert len(list_lines(await read(server, table, "commanders"))) == 2
    await declare(server, table, "commanders", lines="1; 2", reason="A slip")
    assert len(list_lines(await read(server, table, "commanders"))) == 1
    modal = await server.ana.click(await read(server, table, "commanders"), label="These are one")
    [option] = list_fields(modal)["back"]["options"]
    assert (option["label"], option["description"]) in (
        ("Krenkoo = Krenko, Mob Boss", "A slip"),
        ("Krenko, Mob Boss = Krenkoo", "A slip"),
    )
    assert "They count apart again" in said(await fill(server.ana, modal, back=option["value"]))
    assert len(list_lines(await read(server, table, "commanders"))) == 2


WRONG = [
    ({"lines": "1, 9", "reason": "x"}, "🚫 “9” is not on this list"),
    ({"lines": "1", "reason": "x"}, "🚫 Name two to 8 of this list"),
    ({"lines": "1, 1", "reason": "x"}, "🚫 Name two to 8 of this list"),
    ({"reason": "x"}, "🚫 Name two to 8 of this list"),
    ({"lines": "1, 2"}, "🚫 "),
]


async def test_wrong_input_changes_nothing(server: Server, table: Table) -> None:
    for given, problem in WRONG:
        assert said(await declare(server, table, "decks", **given)).startswith(problem)
    assert len(list_lines(await read(server, table, "decks"))) == 2
