"""`/series`: rounds with the same people, running points, and who has reached the target."""

import re

import discord
import pytest
from simcord import InteractionResult, MemberActor

from tests.front.deciding import done, offered, report
from tests.front.playing import Table, end, let_count, opens, read_board, read_details, said, sets, switch_on
from tests.front.simulated import Server, answer
from tests.front.test_threads import sets_threads

ROUND = "🏁 Round"


@pytest.fixture(autouse=True)
async def _series_are_on(still: None, server: Server) -> None:
    await switch_on(server, "series")


async def begun(server: Server, **options: object) -> Table:
    """Bo begins a series with Cy, Di and Eve, and their first round is on."""
    table = Table(server)
    await opens(server.bo, table.channel, "series", **options)
    for guest in (server.cy, server.di, server.eve):
        await guest.click(table.board, label="Join")
    return await started(table)


async def started(table: Table, host: MemberActor | None = None) -> Table:
    host = host or table.server.bo
    await host.click(table.board, label="Start")
    choices = await host.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}  # who sits now
    return table


async def won(table: Table, name: str) -> None:
    """Three points for them, none for the others."""
    who = table.server.people[name.lower()]
    told = said(await end(who, table.channel, "win", winner=table.keys[name]))
    assert "The game is over." in told
    other = next(each for each in table.keys if each != name)
    await table.server.people[other.lower()].click(table.board, label="Confirm")
    await let_count(table.server)


async def drew(table: Table) -> None:
    """Nobody has won."""
    await end(table.server.bo, table.channel, "draw")
    for who in (table.server.cy, table.server.di, table.server.eve):
        await who.click(table.board, label="Confirm")
    await let_count(table.server)


async def next_round(table: Table, label: str = "Next round") -> Table:
    told = said(await table.server.bo.click(table.board, label=label))
    assert "Your pod is open." in told
    for guest in (table.server.cy, table.server.di, table.server.eve):
        await guest.click(table.board, label="Join")
    return await started(table)


async def stands(table: Table, which: int = -1) -> tuple[str, list[str]]:
    """What stands behind a board of its series: of which round, and the lines below."""
    board = table.boards[which]
    shown = answer(await table.server.gil.click(board, label="⋯")).embeds
    if not shown:
        return read_past(read_board(board))
    fields = shown[0].fields
    found = next((field for field in fields if (field.name or "").startswith(ROUND)), None)
    if found is None:  # while nobody has a point, the board says enough
        said = re.search(r"round (\d+)(?:, first to|: .* of) (\d+)", read_board(board).footer.text or "")
        assert said is not None, read_board(board).footer.text
        return f"{said[1]} · first to {said[2]}", []
    return (found.name or "").removeprefix(f"{ROUND} "), (found.value or "").splitlines()


def grey_lines(table: Table) -> list[str]:
    """The last line of each board."""
    return [read_board(board).footer.text or "" for board in table.boards]


def read_past(board: discord.Embed) -> tuple[str, list[str]]:
    """What the board of a round says of the series once the next round has begun."""
    said = re.search(r"round (\d+): (.*?) (\d+) of (\d+)", board.footer.text or "")
    assert said is not None, board.footer.text
    won = [line for line in (board.description or "").splitlines() if "the series" in line]
    best = f"🥇 **{said[2]}** · {said[3]} {'pt' if said[3] == '1' else 'pts'}"
    return f"{said[1]} · first to {said[4]}", [*won, best]


async def asked(table: Table, who: MemberActor | None = None) -> InteractionResult:
    return await (who or table.server.gil).slash(table.channel, "series")


async def state(table: Table) -> dict[str, list[str]]:
    """The fields of what `/series` answers privately."""
    result = await asked(table)
    assert result.ephemeral
    (embed,) = answer(result).embeds
    return {field.name or "": (field.value or "").splitlines() for field in embed.fields}


# From the first round to the last


async def test_three_rounds_lead_to_a_target(server: Server) -> None:
    table = await begun(server, target=6)
    assert (await stands(table))[0] == "1 · first to 6"
    assert not (await stands(table))[1]
    await won(table, "Bo")
    ranked = (await stands(table))[1]
    assert ranked[0] == "🥇 **Bo** · 3 pts"
    assert sorted(ranked[1:]) == [f"🥈 **{name}** · 0 pts" for name in ("Cy", "Di", "Eve")]
    assert table.buttons == ["Next round", "Story", "⋯"]
    await next_round(table)
    assert await stands(table) == ("2 · first to 6", ranked)
    await won(table, "Cy")
    assert sorted((await stands(table))[1][:2]) == ["🥇 **Bo** · 3 pts", "🥇 **Cy** · 3 pts"]
    assert (await stands(table))[1][2].startswith("🥉")
    await next_round(table)
    await won(table, "Cy")
    assert (await stands(table))[0] == "3 · first to 6"
    assert (await stands(table))[1][:3] == [
        "🏆 **Cy wins the series**, 6 to 3",
        "🥇 **Cy** · 6 pts",
        "🥈 **Bo** · 3 pts",
    ]
    assert table.buttons == ["Rematch", "Story", "⋯"]


async def test_ten_points_win_where_nothing_else_is_said(server: Server) -> None:
    table = await begun(server)
    assert (await stands(table))[0] == "1 · first to 10"


async def test_a_rematch_after_the_victory_begins_another_series(server: Server) -> None:
    table = await begun(server, target=3, title="Friday", choose_master=True)
    await won(table, "Bo")
    await next_round(table, "Rematch")
    assert (await stands(table))[0] == "1 · first to 3"
    assert not (await stands(table))[1]
    assert table.embed.title == "Friday"
    agreed = (await read_details(table)).description or ""
    assert "losers no one is responsible for may choose a master" in agreed
    await won(table, "Cy")
    assert (await stands(table))[1][0] == "🏆 **Cy wins the series**, 3 to 0"


async def test_equal_ones_play_one_more_round(server: Server) -> None:
    table = await begun(server, target=1, variant="respawn")
    await table.reports(server.bo, "Di", "Bo")
    await table.reports(server.cy, "Di", "Cy")
    await end(server.bo, table.channel, "close")
    await let_count(server)
    ranked = (await stands(table))[1]
    assert sorted(ranked[:2]) == ["🥇 **Bo** · 1 pt", "🥇 **Cy** · 1 pt"]
    assert ranked[2:] == ["🥉 **Eve** · 0 pts", "`4.` **Di** · −2 pts"]
    await next_round(table)
    assert (await stands(table))[0] == "2 · first to 1"
    await table.reports(server.di, "Bo", "Di")
    await end(server.bo, table.channel, "close")
    await let_count(server)
    assert (await stands(table))[1][0] == "🏆 **Cy wins the series**, 1 to 0"


async def test_after_a_draw_another_round_is_played(server: Server) -> None:
    table = await begun(server, target=3)
    await drew(table)
    assert not (await stands(table))[1][0].startswith("🏆")
    await next_round(table)
    await won(table, "Di")
    assert (await stands(table))[1][0].startswith("🏆 **Di wins the series**")


# Putting things right


async def decided(table: Table, player: str, points: int) -> None:
    """A moderator decides what somebody has from the first round."""
    first = (await offered(table, "points", "pod"))[-1]["value"]
    await done(table, "points", pod=first, player=player, points=points)


async def test_a_correction_of_an_earlier_round_moves_the_points_of_each_later_board(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    await next_round(table)
    await won(table, "Cy")
    await next_round(table)
    now = table.board.id
    await decided(table, "Eve", 5)
    assert (await stands(table, 0))[1][0] == "🥇 **Eve** · 5 pts"
    assert (await stands(table, 1))[1][0] == "🥇 **Eve** · 5 pts"
    assert (await stands(table))[1][0] == "🥇 **Eve** · 5 pts"
    assert len((await stands(table))[1]) == 4
    assert (len(table.boards), table.board.id) == (3, now), "they are edited where they are"


async def test_a_later_board_that_could_not_follow_does_so_after_a_restart(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    await next_round(table)
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
    await decided(table, "Eve", 5)
    assert all("Bo 3" in grey for grey in grey_lines(table))
    await server.restart()
    assert all("Eve 5" in grey for grey in grey_lines(table))


async def test_a_correction_takes_a_victory_back_with_all_that_followed(server: Server) -> None:
    table = await begun(server, target=3)
    await won(table, "Bo")
    await next_round(table, "Rematch")
    await won(table, "Cy")
    assert (await stands(table))[0] == "1 · first to 3"
    await decided(table, "Bo", 0)
    assert "the series" not in str(read_board(table.boards[0]).to_dict())
    assert (await stands(table))[0] == "2 · first to 3"
    assert (await stands(table))[1][0] == "🏆 **Cy wins the series**, 3 to 0"


async def test_a_correction_of_the_last_round_leaves_the_board_of_another_pod_alone(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    await table.opened(server.gil)
    before = len(server.env.http_requests)
    await decided(table, "Eve", 5)
    assert (await stands(table, 0))[1][0] == "🥇 **Eve** · 5 pts"
    asked = [f"{each.method} {each.path}" for each in server.env.http_requests[before:]]
    assert any(each.endswith(f"/messages/{table.boards[0].id}") for each in asked)
    assert not any(each.endswith(f"/messages/{table.board.id}") for each in asked)


async def test_to_take_out_the_report_that_decided_it_takes_the_victory_back(server: Server) -> None:
    table = await begun(server, target=3)
    for name in ("Cy", "Di", "Eve"):
        await table.reports(server.people[name.lower()], name, "Bo")
    await let_count(server)
    assert (await stands(table))[1][:2] == ["🏆 **Bo wins the series**, 3 to 1", "🥇 **Bo** · 3 pts"]
    await done(table, "undo", report=await report(table, "undo", "Eve:"))
    assert not (await stands(table))[1]
    assert "Report" in table.buttons
    await table.reports(server.bo, "Bo", "Eve")
    await let_count(server)
    assert (await stands(table))[1][0] == "🏆 **Eve wins the series**, 3 to 0"


async def test_a_round_without_a_result_is_no_round(server: Server) -> None:
    table = await begun(server, target=6)
    await won(table, "Bo")
    await next_round(table)
    await end(server.bo, table.channel, "close")
    assert table.buttons == ["Next round", "Check the draw", "Dispute"]
    await next_round(table)
    assert (await stands(table))[0] == "2 · first to 6"
    await won(table, "Bo")
    assert (await stands(table))[1][0] == "🏆 **Bo wins the series**, 6 to 0"


async def test_nobody_has_won_before_everything_is_confirmed(server: Server) -> None:
    await sets(server, "confirmation", "other")
    table = await begun(server, target=3)
    await end(server.bo, table.channel, "win", winner=table.keys["Bo"])
    assert not (await stands(table))[1]
    await next_round(table)
    assert (await state(table))["Rounds"] == [
        "**1.** ⏳ does not count yet: reports still need confirmation",
        "**2.** ▶️ under way",
    ]
    await server.cy.click(table.boards[0], label="Confirm")
    assert (await stands(table, 0))[1][0] == "🏆 **Bo wins the series**, 3 to 0"
    assert (await stands(table))[0] == "1 · first to 3"


# Who is there


async def test_people_come_and_go_between_rounds(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    await server.bo.click(table.board, label="Next round")
    for guest in (server.cy, server.fay, server.eve):
        await guest.click(table.board, label="Join")
    await started(table)
    await won(table, "Fay")
    ranked = (await stands(table))[1]
    assert sorted(ranked[:2]) == ["🥇 **Bo** · 3 pts", "🥇 **Fay** · 3 pts"]
    assert sorted(ranked[2:]) == [f"🥉 **{name}** · 0 pts" for name in ("Cy", "Di", "Eve")]
    assert "Di" not in "".join(table.lines)


async def test_the_next_round_is_for_those_who_played(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    told = said(await server.gil.click(table.board, label="Next round"))
    assert "Only players in this game" in told
    assert len(table.boards) == 1


async def test_a_series_goes_on_after_a_restart(server: Server) -> None:
    table = await begun(server, target=6)
    await won(table, "Bo")
    await server.restart()
    await next_round(table)
    assert (await stands(table))[1][0] == "🥇 **Bo** · 3 pts"
    await server.restart()
    await won(table, "Bo")
    assert (await stands(table))[1][0] == "🏆 **Bo wins the series**, 6 to 0"


# /series


async def test_it_shows_the_series_that_goes_on(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    await next_round(table)
    await drew(table)
    await next_round(table)
    fields = await state(table)
    assert fields["🏁 Round 3 · first to 10"][0] == "🥇 **Bo** · 3 pts"
    lines = fields["Rounds"]
    assert lines[0] == "**1.** 🏆 Bo"
    assert lines[1].startswith("-# Bo 3 · ")
    assert lines[2] == "**2.** 🤝 draw"
    assert lines[4] == "**3.** ▶️ under way"
    assert len(table.boards) == 3


async def test_its_answer_opens_the_next_round_too(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    shown = answer(await asked(table, server.cy))
    assert "Your pod is open." in said(await server.cy.click(shown, label="Next round"))
    assert (await stands(table))[0] == "2 · first to 10"


async def test_with_a_target_another_one_begins(server: Server) -> None:
    table = await begun(server)
    assert "already open here" in said(await server.gil.slash(table.channel, "series", target=5))
    await won(table, "Bo")
    await server.gil.slash(table.channel, "series", target=5)
    assert (await stands(table))[0] == "1 · first to 5"
    assert table.readiness.startswith("Gil")


async def test_after_a_victory_another_one_begins(server: Server) -> None:
    table = await begun(server, target=3)
    await won(table, "Bo")
    assert "Your pod is open." in said(await asked(table))
    assert (await stands(table))[0] == "1 · first to 10"


async def test_a_first_round_that_was_closed_is_no_series(server: Server) -> None:
    table = await begun(server, target=3)
    await end(server.bo, table.channel, "close")
    assert table.buttons == ["Check the draw", "Dispute"]
    assert "Your pod is open." in said(await asked(table))
    assert (await stands(table))[0] == "1 · first to 10"


async def test_a_series_has_one_thread(server: Server) -> None:
    await sets_threads(server, "thread")
    await server.bo.slash(server.channel, "series", target=6)
    (thread,) = server.channel.threads
    table = Table(server, thread)
    for guest in (server.cy, server.di, server.eve):
        await guest.click(table.board, label="Join")
    await won(await started(table), "Bo")
    await won(await next_round(table), "Bo")
    assert (await stands(table))[1][0] == "🏆 **Bo wins the series**, 6 to 0"
    assert len(server.channel.threads) == 1


async def test_a_series_ends_where_another_pod_is_opened(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    await table.opened(server.gil)
    assert table.field(ROUND) == ""
    await end(server.gil, table.channel, "close")
    assert "Your pod is open." in said(await asked(table))
    assert (await stands(table))[0] == "1 · first to 10"


async def test_the_status_says_it_too(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    (embed,) = answer(await server.gil.slash(table.channel, "pod status")).embeds
    assert [field.name for field in embed.fields][-1] == "🏁 Round 1 · first to 10"


async def test_it_speaks_the_language_of_whoever_asks(server: Server) -> None:
    table = await begun(server)
    await won(table, "Bo")
    server.speaks(server.gil, "fr")
    assert list(await state(table)) == ["🏁 Manche 1 · premier à 10 points", "Manches"]
