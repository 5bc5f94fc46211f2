"""The options of a table (TAB-33), chosen by their menus, and what a pod says of them."""

from typing import Any

import discord
import pytest
from simcord import InteractionResult

from bot.i18n import LOCALES, Locale, load_translations
from bot.rules.records import PodSetup
from bot.rules.table_options import find_table_option_value, get_option_value_name, list_table_option_value_names
from bot.rules.tables import POD_OPTIONS, TABLES
from bot.service.live_game import ChannelAddress
from tests.front.playing import (
    Table,
    changes,
    end,
    find_row,
    forced,
    opens,
    press_more,
    read_board,
    read_details,
    said,
    sets,
    switch_on,
)
from tests.front.simulated import Server, answer, pass_quietly

GIANT = {"variant": "elimination", "table": "two-headed-giant"}


async def load_setup(server: Server, table: Table) -> PodSetup:
    running: Any = server.bot.app
    pod = (await running.service.load_current_game(ChannelAddress(server.guild.id, table.channel.id))).pod
    assert pod is not None
    setup: PodSetup = pod.setup
    return setup


def find_menus(shown: InteractionResult) -> dict[str, list[dict[str, Any]]]:
    """The options of each menu of a private preview, by the last word of its custom id."""
    parts = [part for row in answer(shown).components for part in row["components"]]
    return {part["custom_id"].rpartition(":")[2]: part["options"] for part in parts if "options" in part}


async def read_status(server: Server, table: Table, who: str = "bo") -> str:
    (embed,) = answer(await server.people[who].slash(table.channel, "pod status")).embeds
    return "\n".join(str(field.value) for field in embed.fields)


def read_footer(table: Table) -> str:
    return table.embed.footer.text or ""


@pytest.mark.parametrize("table", TABLES)
async def test_every_option_is_chosen_by_its_menu(server: Server, table: str) -> None:
    usual = PodSetup(table=table)
    named = {name: list_table_option_value_names(usual, name) for name in POD_OPTIONS}
    choices = {name: values for name, values in named.items() if len(values) > 1}
    shown = await server.bo.slash(server.channel, "pod open", variant="elimination", table=table, change=True)
    shown = await server.bo.click(answer(shown), custom_id=find_row(shown, "options"))
    menus = find_menus(shown)
    assert {name: [each["value"] for each in options] for name, options in menus.items()} == choices
    for name, values in choices.items():
        assert [each["value"] for each in menus[name] if each.get("default")] == values[:1]
        for value in values[1:3]:
            shown = await server.bo.select(answer(shown), [value], custom_id=find_row(shown, name))
            assert [each["value"] for each in find_menus(shown)[name] if each.get("default")] == [value]
    await server.bo.click(answer(shown), custom_id=find_row(shown, "open"))
    setup = await load_setup(server, Table(server))
    for name, values in choices.items():
        chosen = find_table_option_value(setup, name)
        assert chosen is not None
        assert get_option_value_name(chosen) == values[1:3][-1]


async def test_pod_that_is_opened_plainly_says_nothing_of_options(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    assert (await load_setup(server, table)).options == PodSetup().options
    assert read_footer(table).startswith("Esclave · Commander · 🎲 Draw 1")


@pytest.mark.parametrize("locale", LOCALES)
async def test_board_says_on_one_line_what_is_not_usual(server: Server, locale: Locale) -> None:
    await sets(server, "language", locale)
    text = load_translations(locale)
    line = f"{text('option-value-range', seats=1)} · {text('option-value-attack-left')}"
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve, range=1, attack="left")
    assert line in read_footer(table)
    await table.starts(server.bo)
    assert line in read_footer(table)


async def test_four_play_esclave_with_a_range_of_one(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, range=1, attack="right")
    order = table.turn[1]
    at = order.index("Bo")
    left, right = order[(at + 1) % 4], order[at - 1]
    status = await read_status(server, table)
    assert f"You may attack: {right}" in status
    assert f"In your range: {left}, {right}" in status or f"In your range: {right}, {left}" in status
    assert "range 1 · attack right" in ((await read_details(table)).description or "")


async def test_range_that_is_too_wide_is_said_and_the_host_chooses_a_smaller_one(server: Server) -> None:
    six = (server.bo, server.cy, server.di, server.eve, server.fay, server.gil)
    table = await Table(server).opened(*six, range=3)
    assert "a range of 3" not in table.readiness
    left = said(await server.gil.click(table.board, label="Leave"))
    assert "Fewest seats for a range of 3: 6." in left
    assert "Fewest seats for a range of 3: 6." in table.readiness
    assert "Start" not in table.buttons
    refused = said(await forced(table, server.bo, table.board, "pod:1:start"))
    assert refused.startswith("🚫 A range of 3: 6 players are needed, and there are only 5.")
    shown = await changes(server.bo, await press_more(server.bo, table.board, "Change the pod"), {"range": 2})
    await server.bo.click(answer(shown), custom_id=find_row(shown, "save"))
    assert "✏️ Changed: range 2" in table.small_print
    assert "a range of 3" not in table.readiness
    await table.starts(server.bo)
    assert "range 2" in read_footer(table)


async def test_team_takes_its_turn_together_in_two_headed_giant(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, **GIANT)
    assert "take" not in read_footer(table)
    first, second = table.teams
    assert first.endswith("▶️ now")
    assert second.endswith("⏭️ next")
    told = said(await server.bo.click(table.board, label="Next turn"))
    assert table.turn[0] == "Turn 2"
    assert [line.partition("\u2003")[0] for line in table.teams] == [
        each.partition("\u2003")[0] for each in (second, first)
    ]
    assert table.teams[0].endswith("▶️ now")
    active = [name for name in ("Bo", "Cy", "Di", "Eve") if name in table.teams[0]]
    assert len(active) == 2
    assert all(name in told for name in active)
    status = await read_status(server, table)
    now, following = status.splitlines()[0].removeprefix("Turn order: ▶️ ").split(" → ")
    assert sorted(now.split(", ")) == active
    assert sorted([*active, *following.split(", ")]) == ["Bo", "Cy", "Di", "Eve"]


async def test_players_of_two_headed_giant_may_keep_turns_of_their_own(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, turn_of="player", **GIANT)
    assert "each player takes their own turn" in read_footer(table)
    assert len(table.active) == 1
    assert table.active[0] in ("Bo", "Cy", "Di", "Eve")


async def test_options_are_carried_to_a_rematch(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, attack="several", range=2)
    options = (await load_setup(server, table)).options
    await end(server.bo, table.channel, "draw")
    await server.bo.click(table.board, label="Rematch")
    assert (await load_setup(server, table)).options == options
    assert "range 2 · attack multiple players" in read_footer(table)


async def test_options_are_carried_from_a_plan_to_its_lobby_and_to_the_next_plan(server: Server) -> None:
    await opens(server.bo, server.channel, "pod plan", when="in 2 h", every="1", range=1, **GIANT | {"table": "teams"})
    table = Table(server)
    assert "range 1" in read_footer(table)
    for guest in (server.cy, server.di, server.eve):
        await guest.click(table.board, custom_id=table.find_button("join"))
    await pass_quietly(server, 91 * 60)
    for member in (server.bo, server.cy, server.di, server.eve):
        await member.click(table.board, custom_id=table.find_button("come"))
    await pass_quietly(server, 31 * 60)
    footers = [read_board(board).footer.text or "" for board in table.boards]
    assert sum("range 1" in footer for footer in footers) >= 2
    assert (await load_setup(server, table)).options.range == 1


async def test_night_proposes_sizes_that_the_range_allows(server: Server) -> None:
    await switch_on(server, "night")
    shown = await server.bo.slash(server.channel, "night open", when="in 2 h", rounds=3, minutes=60)
    shown = await server.bo.click(answer(shown), custom_id=find_row(shown, "change"))
    shown = await changes(server.bo, shown, {"range": 3})
    assert "6" in next(line for line in answer(shown).content.splitlines() if "Pods of" in line)
    await server.bo.click(answer(shown), custom_id=find_row(shown, "make"))
    assert "range 3" in read_footer(Table(server))


async def test_menus_of_a_night_that_needs_channels_have_room_on_several_pages(server: Server) -> None:
    await switch_on(server, "night")
    me = server.guild.me
    assert me is not None
    never = discord.PermissionOverwrite(create_public_threads=False)
    office = server.guild.create_text_channel("office", overwrites={me: never})
    agreed = {"variant": "elimination", "table": "teams"}
    shown = await server.bo.slash(office, "night open", when="in 2 h", rounds=3, minutes=60, **agreed)
    shown = await server.bo.click(answer(shown), custom_id=find_row(shown, "change"))
    seen = list(find_menus(shown))
    while "options" in str(answer(shown).components[-1]):
        shown = await server.bo.click(answer(shown), custom_id=find_row(shown, "options"))
        seen += find_menus(shown)
    assert seen == ["scoring", "teams", "bracket", "switch", "range", "attack", "deploy"]
