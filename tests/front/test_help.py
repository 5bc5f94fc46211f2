"""`/help`, the list of rules, and what is asked once more before it ends a game."""

import re

import discord
import pytest
from simcord import MemberActor

from bot.front.pods.rule_search import GROUPS
from bot.front.ui.components import ANSWER_LOOKS, BUTTON_LOOKS
from bot.i18n import LOCALES, Locale, load_translations
from tests.front import forging
from tests.front.deciding import four
from tests.front.dueling import DuelTable
from tests.front.playing import Table, acts, end, list_more, said, switch_on
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
    assert buttons == {"Join", "How to play", "All rules"}
    now, buttons = await helped(server, server.bo, table)
    assert buttons == {"Leave", "Start", "How to play", "All rules"}
    assert "*Close the pod*" in now
    assert "</pod guest:" in now
    assert "</pod guest:" not in (await helped(server, server.gil, table))[0], "without a seat"
    assert "*Close the pod*" not in (await helped(server, server.cy, table))[0]
    await server.bo.click(table.board, label="Start")
    now, buttons = await helped(server, server.cy, table)
    assert {"Report", "Next turn", "Concede"} <= buttons
    assert "*End the game*" in now
    now, buttons = await helped(server, server.gil, table)
    assert buttons == {"How to play", "All rules"}
    assert "Moderators’ desk" in " ".join((await helped(server, server.ana, table))[1])


async def test_help_tells_how_to_announce_a_night_where_there_are_nights(server: Server) -> None:
    table = Table(server)
    assert "night open" not in (await helped(server, server.gil, table))[0]
    await switch_on(server, "night")
    now, _ = await helped(server, server.gil, table)
    assert "night open" in now
    assert "night ask" in now


async def named(table: Table, who: MemberActor) -> tuple[set[str], set[str]]:
    """The buttons that help names for somebody, and those that their board and its ⋯ have."""
    embed = answer(await who.slash(table.channel, "help")).embeds[0]
    told = find_buttons(embed)
    behind = await list_more(who, table.board) if "⋯" in table.buttons else []
    return told, {*table.buttons, *behind}


async def test_help_names_only_buttons_of_the_board_in_front_of_whoever_asks(server: Server) -> None:
    table = Table(server)
    members = (server.bo, server.cy, server.gil, server.ana)
    alone = answer(await server.gil.slash(server.channel, "help"))
    assert find_buttons(alone.embeds[0]) == set()

    async def check() -> None:
        for who in members:
            told, has = await named(table, who)
            assert told <= has, who.user.name

    await table.opened(server.bo, server.cy, server.di)
    await check()
    await server.eve.click(table.board, label="Join")
    await check()
    await table.starts(server.bo)
    await table.reports(server.cy, "Cy", "Bo")
    await check()
    await end(server.bo, table.channel, "draw")
    await check()
    await server.di.click(table.board, label="Dispute")
    await check()


def find_buttons(embed: discord.Embed) -> set[str]:
    """The buttons of boards that a text names."""
    text = load_translations("en")
    labels = {text(f"button-{action}") for action in (*BUTTON_LOOKS, *ANSWER_LOOKS)}
    return labels.intersection(re.findall(r"\*([^*`]+)\*", str(embed.to_dict())))


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
async def test_the_list_of_rules_has_them_all_in_each_language(server: Server, locale: Locale) -> None:
    server.speaks(server.gil, locale)
    text = load_translations(locale)
    shown = answer(await server.gil.slash(server.channel, "rules"))
    listed = list[str]()
    for group in GROUPS:
        await server.gil.select(shown, [group], custom_id="rules:group")
        while True:
            parts = [part for row in shown.components for part in row["components"]]
            listed += [option["value"] for option in parts[1]["options"]]
            assert listed[-1] in (shown.embeds[0].description or "")
            if parts[-1].get("disabled") or len(parts) == 2:
                break
            await server.gil.click(shown, custom_id=parts[-1]["custom_id"])
    assert sorted(listed) == sorted(text.list_explained_rule_ids())
    opened = await server.gil.select(shown, [listed[-1]], custom_id="rules:which")
    assert answer(opened).embeds[0].title == listed[-1]


@pytest.mark.parametrize(("variant", "first"), [("esclave", "ESC-1"), ("respawn", "RSP-1"), ("elimination", "TAB-1")])
async def test_the_rules_begin_with_what_is_played_and_have_numbered_pages(
    server: Server, variant: str, first: str
) -> None:
    table = await Table(server).started(*server.everybody[1:5], variant=variant)
    shown = answer(await server.gil.slash(table.channel, "rules")).embeds[0]
    assert (shown.description or "").startswith(f"`{first}`")
    if variant == "esclave":
        assert shown.footer.text == "Page 1 of 6"


async def test_a_page_that_an_older_message_turns_to_is_still_one_of_all(server: Server) -> None:
    table = await four(server)
    shown = answer(await server.gil.slash(table.channel, "rules"))
    await forging.press(server.gil, table.channel, shown, "rules:6")
    assert "`TAB-1`" in (shown.embeds[0].description or "")


async def test_how_a_variant_works_is_told_while_it_is_played_too(server: Server) -> None:
    table = await four(server)
    shown = answer(await server.cy.slash(table.channel, "help"))
    assert "Losers play on as thralls" in str(shown.embeds[0].description)
    told = answer(await server.cy.click(shown, label="How to play")).embeds[0]
    assert told.title == "Esclave"
    assert "they take their turns together" in str(told.description)


async def test_what_ends_a_game_is_asked_once_and_says_how_to_go_back(server: Server) -> None:
    table = await four(server)
    asked = answer(await acts(server.bo, table.channel, "win:effect", table.keys["Cy"]))
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
