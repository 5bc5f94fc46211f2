"""Every variant and table as people play them: lobbies, boards and buttons."""

import pytest

from bot.i18n import LOCALES
from bot.rules.tables import TABLES, has_fixed_teams
from tests.effort import choose_for_gate
from tests.front.playing import Table, acts, end, find_detail, forced, list_more, press_more, said
from tests.front.simulated import Server


async def test_a_minion_s_minion_stands_below_them_and_a_reminder_says_whom_not_to_attack(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, server.di, variant="necromancer")
    await table.reports(server.bo, "Bo", "Ana")
    await table.reports(server.cy, "Cy", "Bo")
    at = table.lines.index("👑 **Ana**")
    assert table.lines[at + 1 : at + 3] == ["┗ Bo 💤", "\u2003┗ Cy 💤"]
    assert "👑 **Di**" in table.lines
    reminders = await find_detail(table, "⚖️ Reminders")
    assert "Bo may not attack Ana (NEC-6)." in reminders
    assert "Cy may not attack Bo (NEC-6)." in reminders


async def test_whose_turn_comes_is_phased_out_no_more(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, server.di, variant="necromancer")
    await table.reports(server.bo, "Bo", "Ana")
    assert any("💤" in line for line in table.lines)
    for _ in range(4):
        await server.ana.click(table.board, label="Next turn")
    assert not any("💤" in line for line in table.lines)


async def test_a_minion_s_winning_effect_is_refused_with_whose_would_count(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, server.di, variant="necromancer")
    await table.reports(server.bo, "Bo", "Ana")
    told = said(await end(server.bo, table.channel, "win", winner=table.keys["Bo"]))
    assert told.startswith("🚫 Bo can’t win")
    assert all(name in told.split("Players who can: ")[1] for name in ("Ana", "Cy", "Di"))


async def test_points_count_as_respawn_goes_on_and_closing_it_is_its_end(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, variant="respawn")
    await table.reports(server.bo, "Bo", "Ana")
    assert any(line.startswith("`+1` 🛡️ **Ana**") for line in table.lines)
    assert any(line.startswith("`−1` 🛡️ **Bo**") for line in table.lines)
    await server.cy.click(table.board, label="Join")
    assert any("**Cy**" in line for line in table.lines)
    await end(server.ana, table.channel, "close")
    assert table.lines[0].startswith("🏆")
    assert "Ana" in table.lines[0]


async def test_a_win_that_is_shared_names_the_winners_side_by_side(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, variant="respawn")
    told = said(await end(server.ana, table.channel, "close"))
    assert table.lines[0] in ("🏆 **Ana, Bo win together**", "🏆 **Bo, Ana win together**")
    assert "🚫" not in told


async def test_who_conceded_a_respawn_game_comes_back_to_their_seat(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, variant="respawn")
    await end(server.bo, table.channel, "concede")
    assert any("💀" in line and "Bo" in line for line in table.lines)
    await acts(server.bo, table.channel, "join")
    assert not any("💀" in line for line in table.lines)
    assert any(line.startswith("`−1` 🛡️ **Bo**") for line in table.lines)


def _find_line(table: Table, said: str) -> int:
    """Where the board says this, whoever's turn it is."""
    return next(at for at, line in enumerate(table.lines) if said in line)


async def test_people_choose_their_teams_and_the_draw_keeps_to_it(server: Server) -> None:
    table = await Table(server).opened(
        server.ana, server.bo, server.cy, server.di, variant="elimination", table="two-headed-giant"
    )
    for who, team in ((server.ana, "0"), (server.di, "0"), (server.bo, "1")):
        (menu,) = table.menus
        await who.select(table.board, [team], custom_id=menu.custom_id)
    assert "1. Ana 👑 (Team A)" in table.seats
    await server.ana.click(table.board, label="Start")
    first, second = (_find_line(table, f"**Team {name}**") for name in "AB")
    second = second if second > first else len(table.lines)
    assert {line[-3:].strip() for line in table.lines[first + 1 : second]} == {"Ana", "Di"}


async def test_too_many_in_one_team_are_told_before_the_start(server: Server) -> None:
    table = await Table(server).opened(
        server.ana, server.bo, server.cy, server.di, variant="elimination", table="two-headed-giant"
    )
    for who in (server.ana, server.di, server.bo):
        (menu,) = table.menus
        await who.select(table.board, ["0"], custom_id=menu.custom_id)
    told = said(await server.ana.click(table.board, label="Start"))
    assert told.startswith("🚫")
    assert "a team they did not choose" in told
    assert "Start" in table.buttons


async def test_the_host_balances_the_teams_by_the_games_that_people_have_won(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, variant="elimination")
    await table.reports(server.bo, "Bo", "Ana")
    table = await Table(server).opened(
        server.ana, server.bo, server.cy, server.di, variant="elimination", table="two-headed-giant"
    )
    assert "Balance the teams" not in await list_more(server.bo, table.board)
    balance = table.find_button("join").replace("join", "balance")
    told = await forced(table, server.bo, table.board, balance)
    assert "the host" in said(told)
    await press_more(server.ana, table.board, "Balance the teams")
    seats = table.seats.splitlines()
    assert ("Ana" in seats[0], "Bo" in seats[1]) == (True, True)
    assert seats[0][-2] == seats[1][-2]  # the best and the worst of the server
    await server.ana.click(table.board, label="Start")
    first = _find_line(table, f"**Team {seats[0][-2]}**")
    assert {line[-3:].strip() for line in table.lines[first + 1 : first + 3]} == {"Ana", "Bo"}


async def test_a_variant_with_servants_is_refused_at_a_table_of_teams(server: Server) -> None:
    told = said(await server.ana.slash(server.channel, "pod open", table="emperor"))
    assert told.startswith("🚫")
    assert "everyone plays alone" in told


async def test_a_pod_that_does_not_keep_track_of_turns_shows_none(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, server.di, variant="esclave", turns=False)
    assert "Next turn" not in table.buttons
    assert "Turn" not in (table.embed.footer.text or "")


async def test_an_extra_turn_comes_in_between(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, server.di)
    before = table.active
    other = next(name for name in ("Ana", "Bo", "Cy", "Di") if name not in before)
    await acts(server.ana, table.channel, "extra", table.keys[other])
    assert table.turn[0] == "Turn 2"
    assert table.active == [other]


async def test_karn_and_subgames_show_on_the_board(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, server.di)
    await acts(server.ana, table.channel, "subgame", "shahrazad")
    assert (table.embed.title or "").startswith("🌀")
    told = said(await acts(server.ana, table.channel, "restart", table.keys["Bo"]))
    assert "Bo" in told


@pytest.mark.parametrize(
    ("table", "locale"), [(table, locale) for table in TABLES for locale in choose_for_gate(LOCALES, table)]
)
async def test_every_table_has_a_lobby_in_every_language(server: Server, table: str, locale: str) -> None:
    """The gate opens each in one language, the night in all."""
    server.speaks(server.ana, locale)
    pod = await Table(server).opened(server.ana, variant="elimination", table=table)
    assert pod.embed.description
    assert bool(pod.menus) == has_fixed_teams(TABLES[table])
