"""Few commands: how many a member of a new server finds, and where each former one is now."""

from itertools import product

from bot.front.gateway.features import COMMON_COMMANDS
from bot.front.gateway.former_commands import FORMER_COMMANDS, FORMER_OPTIONS
from bot.front.interaction.command_declarations import iterate_slash_commands
from bot.i18n import LOCALES, load_translations
from tests.front import forging
from tests.front.playing import Table, list_more, said, switch_on
from tests.front.simulated import Server, answer

MOST_COMMANDS = 25
MOST_OPTIONS = 80
"""What an ordinary member of a new server types with a slash, without modules."""

CLIENTS = {"en": "en-GB", "fr": "fr", "ru": "ru"}


async def test_member_of_a_new_server_has_few_commands_with_few_options(server: Server) -> None:
    names = server.bo.available_commands(server.channel)
    known = forging.commands(server.env)
    options = sum(len(known[name].get("options", [])) for name in names)
    assert len(names) <= MOST_COMMANDS
    assert options <= MOST_OPTIONS
    common = {each.qualified_name for each in iterate_slash_commands(COMMON_COMMANDS)}
    assert {*names} <= common


async def test_every_former_command_is_answered_with_where_it_is_now(server: Server) -> None:
    await Table(server).started(server.bo, server.cy, server.di, server.eve)
    for locale in LOCALES:
        server.speaks(server.cy, CLIENTS[locale])
        text = load_translations(locale)
        for name, place in FORMER_COMMANDS.items():
            told = said(await forging.command(server.cy, server.channel, name))
            assert told == f"🚫 {text(f'refusal-former-{place}')}", name


async def test_every_former_option_is_answered_with_where_it_is_now(server: Server) -> None:
    await switch_on(server, "series")
    for locale, (command, places) in product(LOCALES, FORMER_OPTIONS.items()):
        server.speaks(server.cy, CLIENTS[locale])
        text = load_translations(locale)
        for name, place in places.items():
            given = {"when": "in 2 h", name: "2"}
            told = said(await forging.command(server.cy, server.channel, command, **given))
            assert told == f"🚫 {text(f'refusal-former-{place}')}", (command, name)
    assert Table(server).boards == []


async def test_view_of_a_pod_has_the_buttons_of_its_board(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    lobby = answer(await server.eve.slash(table.channel, "pod status"))
    await server.eve.click(lobby, label="Join")
    assert "Eve" in table.seats
    await server.bo.click(answer(await server.bo.slash(table.channel, "pod status")), label="Start")
    shown = answer(await server.bo.slash(table.channel, "pod status"))
    more = answer(await server.bo.click(shown, label="⋯"))
    labels = [part["label"] for row in more.components for part in row["components"]]
    assert {"Story", "Card effects", "End the game", "Substitute", "Remove a player"} <= {*labels}


async def test_card_effects_and_the_end_of_a_game_are_menus_behind_the_last_button(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    more = answer(await server.bo.click(table.board, label="⋯"))
    effects = answer(await server.bo.click(more, label="Card effects"))
    menus = [part for row in effects.components for part in row["components"]]
    extra = next(menu for menu in menus if menu["custom_id"].endswith(":extra"))
    await server.bo.select(effects, [table.keys["Di"]], custom_id=extra["custom_id"])
    assert table.active == ["Di"]
    ending = answer(await server.bo.click(more, label="End the game"))
    asked = answer(await server.bo.click(ending, label="Nobody: a draw"))
    await server.bo.click(asked, label="Yes, it is a draw")
    assert table.lines[0] == "🤝 **A draw**"


async def test_moderator_reaches_the_desk_and_the_trail_from_a_board(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    labels = await list_more(server.ana, table.board)
    assert "🗂️ Moderators’ desk" in labels
    assert "📜 Audit trail" in labels
    assert "📜 Audit trail" not in await list_more(server.bo, table.board)
    assert "desk" not in server.bo.available_commands(server.channel)
    assert {"desk", "audit"} <= {*server.ana.available_commands(server.channel)}


async def test_moderator_removes_a_duelist_behind_the_last_button(server: Server) -> None:
    await switch_on(server, "joust")
    await server.bo.slash(server.channel, "joust open")
    table = Table(server)
    await server.cy.click(table.board, label="Join")
    await server.bo.click(table.board, label="Start")
    more = answer(await server.ana.click(table.board, label="⋯"))
    asked = answer(await server.ana.click(more, label="Remove a player"))
    (menu,) = [part for row in asked.components for part in row["components"]]
    cy = next(each["value"] for each in menu["options"] if each["label"] == "Cy")
    await server.ana.select(asked, [cy], custom_id=menu["custom_id"])
    assert "Bo wins" in table.lines[0]
