"""`/help`, the list of rules, and what is asked once more before it ends a game."""

import pytest
from simcord import MemberActor

from bot.i18n import LOCALES, Locale, load_catalogue
from tests.front import forging
from tests.front.deciding import four
from tests.front.dueling import DuelTable
from tests.front.playing import Table, said
from tests.front.simulated import Server, answer


async def helped(server: Server, who: MemberActor, table: Table) -> tuple[str, set[str]]:
    """What they can do now, as `/help` says, and the buttons below it."""
    shown = await who.slash(table.channel, "help")
    assert shown.ephemeral
    [embed] = answer(shown).embeds
    now = [field.value or "" for field in embed.fields if field.name == "What you can do now"]
    parts = [part for row in answer(shown).components for part in row["components"]]
    return "".join(now), {part["label"] for part in parts}


async def test_help_offers_what_whoever_asks_may_do_now_and_nothing_else(server: Server) -> None:
    table = Table(server)
    now, buttons = await helped(server, server.gil, table)
    assert "</pod open:" in now
    assert buttons == {"All rules"}
    await table.opened(server.bo, server.cy, server.di, server.eve)
    now, buttons = await helped(server, server.gil, table)
    assert "*Join*" in now
    assert buttons == {"Join", "All rules"}
    now, buttons = await helped(server, server.bo, table)
    assert buttons == {"Leave", "Start", "All rules"}
    assert "</pod close:" in now
    assert "</pod guest:" in now
    assert "</pod guest:" not in (await helped(server, server.gil, table))[0], "without a seat"
    assert "</pod close:" not in (await helped(server, server.cy, table))[0]
    await server.bo.click(table.board, label="Start")
    now, buttons = await helped(server, server.cy, table)
    assert {"Report", "Next turn", "Concede"} <= buttons
    assert "</pod win:" in now
    assert "/desk" not in now
    now, buttons = await helped(server, server.gil, table)
    assert buttons == {"All rules"}
    assert "</desk:" in (await helped(server, server.ana, table))[0]


async def test_every_button_of_help_does_what_it_says(server: Server) -> None:
    table = await four(server)
    shown = answer(await server.cy.slash(table.channel, "help"))
    await server.cy.click(shown, label="Next turn")
    assert table.turn[0] == "Turn 2"
    rules = await server.cy.click(shown, label="All rules")
    assert rules.ephemeral


async def test_help_knows_duels(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    shown = answer(await server.bo.slash(table.channel, "help")).embeds[0]
    assert "Magicjoust" in (shown.description or "")
    both = [(await helped(server, who, table))[0] for who in (server.bo, server.cy)]
    assert sum("It is your turn" in now for now in both) == 1
    assert all("`/joust concede`" in now for now in both)


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_list_of_rules_has_them_all_in_each_language(
    server: Server, locale: Locale
) -> None:
    server.speaks(server.gil, locale)
    text = load_catalogue(locale)
    shown = answer(await server.gil.slash(server.channel, "rules"))
    listed = list[str]()
    while True:
        parts = [part for row in shown.components for part in row["components"]]
        listed += [option["value"] for option in parts[0]["options"]]
        assert listed[-1] in (shown.embeds[0].description or "")
        newer = parts[-1]
        if newer["disabled"]:
            break
        await server.gil.click(shown, custom_id=newer["custom_id"])
    assert listed == text.list_rules()
    opened = await server.gil.select(shown, [listed[-1]], custom_id="rules:which")
    assert answer(opened).embeds[0].title == listed[-1]


async def test_how_a_variant_works_is_told_while_it_is_played_too(server: Server) -> None:
    table = await four(server)
    for command, label in (("pod status", "How to play"), ("help", "")):
        shown = answer(await server.cy.slash(table.channel, command))
        if label:
            shown = answer(await server.cy.click(shown, label=label))
        assert "Esclave" in str(shown.embeds[0].to_dict())


async def test_what_ends_a_game_is_asked_once_and_says_how_to_go_back(server: Server) -> None:
    table = await four(server)
    asked = answer(await server.bo.slash(table.channel, "pod win", player=table.keys["Cy"]))
    assert asked.content.startswith("🏁 Cy wins by an effect or a combo")
    assert table.turn[0] == "Turn 1"
    refused = await forging.press(server.gil, table.channel, table.board, "pod:1:drawing")
    assert said(refused).startswith("🚫")
    await server.restart()
    await server.bo.click(asked, label="Yes, end the game")
    assert "</undo:" in asked.content
    assert "Cy" in table.lines[0]
    winning = f"pod:1:winning:effect:{table.keys['Cy']}"
    late = await forging.press(server.bo, table.channel, asked, winning)
    assert said(late).startswith("🚫")
    await server.bo.slash(table.channel, "undo")
    assert table.turn[0] == "Turn 1"
