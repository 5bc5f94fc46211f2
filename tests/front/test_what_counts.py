"""When a game counts, whose seat it is, and what moderators decide about both."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
import simcord

from bot.front.gateway.client import CHORES_INTERVAL, SuzerainBot
from bot.i18n import load_translations
from tests.front.deciding import WHY, Preview, counted, done, four, over, ranking, report
from tests.front.deciding import shown as preview_of
from tests.front.playing import Table, acts, does, end, find_key, forced, let_count, picks, said, sets
from tests.front.simulated import Server, answer, pass_quietly
from tests.front.test_confirming import dispute, press
from tests.front.test_me import forgets
from tests.front.test_seasons import season


@pytest.fixture(autouse=True)
def usual_chores() -> Iterator[None]:
    """A test may let chores be rarer; the next one has its own."""
    yield
    SuzerainBot.run_background_chores_once.change_interval(seconds=CHORES_INTERVAL)


COUNTS = "🚫 This game counts, so only a moderator can still change it"
NOT_YET = "⏳ Not final yet"
MARK = "⚠️ Decided by a player of this game: "


async def trail(table: Table) -> list[str]:
    """The lines of `/audit`, the newest first."""
    shown = answer(await table.server.ana.slash(table.channel, "audit"))
    return (shown.embeds[0].description or "").splitlines()


def referee(server: Server, name: str = "meg") -> simcord.MemberActor:
    """One more moderator."""
    user = server.env.create_user(name, global_name=name.capitalize())
    return server.guild.add_member(user, roles=[server.guild.roles["Moderators"]])


def moderates(server: Server, name: str) -> None:
    """A player becomes a moderator."""
    guild = server.guild
    role = guild.roles["Moderators"].id
    server.env.backend.add_member_role(guild.id, server.people[name].id, role)


# A game counts


async def test_what_counts_is_taken_back_by_no_command_for_everybody(server: Server, subtests: pytest.Subtests) -> None:
    """The maker, the host and a moderator are refused."""
    table = await counted(server)
    points = await ranking(table)
    for name, command in product(("eve", "bo", "ana"), ("undo", "close")):
        with subtests.test(f"{name} {command}"):
            assert said(await does(server.people[name], table.channel, command)).startswith(COUNTS)
            assert await ranking(table) == points


async def test_a_moderator_changes_what_counts_with_a_reason_for_everybody_to_see(server: Server) -> None:
    news = server.guild.create_text_channel("log")
    await sets(server, "log_channel", news)
    table = await counted(server)
    await done(table, "void")
    assert "No finished game yet." in await ranking(table)
    assert WHY in (await trail(table))[0]
    assert WHY in news.history(viewer=server.ana)[-1].content


async def test_a_game_that_was_voided_comes_back_with_a_reason_alone(server: Server) -> None:
    table = await counted(server)
    points = await ranking(table)
    await done(table, "void")
    assert said(await server.ana.slash(table.channel, "undo")).startswith(COUNTS)
    await done(table, "undo", report=await report(table, "undo", "void"))
    await let_count(server)
    assert await ranking(table) == points


async def test_a_dispute_stops_the_clock_and_what_settles_it_starts_it_anew(server: Server) -> None:
    table = await over(server)
    await pass_quietly(server, 10 * 60)
    await dispute(table, server.bo, "Eve’s defeat")
    await pass_quietly(server, 60 * 60)
    assert "Di" not in await ranking(table)
    assert (await press(table, server.ana, "Let it stand")).startswith("☑️ It stands")
    assert "☑️ Eve’s defeat: stands, says Ana" in table.field(NOT_YET)
    await pass_quietly(server, 10 * 60)
    assert "Di" not in await ranking(table)
    await let_count(server)
    assert "**Di** · 3 pts" in await ranking(table)
    assert table.buttons == ["Rematch", "Story", "⋯"]


async def test_the_time_to_dispute_is_the_server_s_to_choose(server: Server) -> None:
    await sets(server, "dispute_time", "1h")
    table = await over(server)
    await pass_quietly(server, 58 * 60)
    assert "Di" not in await ranking(table)
    await server.env.advance_time(4 * 60)
    assert "**Di** · 3 pts" in await ranking(table)


async def test_nobody_disputes_one_thing_twice(server: Server) -> None:
    table = await over(server)
    await dispute(table, server.bo, "Eve’s defeat")
    assert (await press(table, server.bo, "Let it stand")).startswith("☑️")
    asked = answer(await server.bo.click(table.board, label="Dispute"))
    again = await picks(server.bo, asked, "Eve’s defeat")
    assert said(again).startswith("🚫 You have already disputed this")
    other = await picks(server.bo, asked, "Bo’s defeat")
    assert said(other).startswith("✋ You disputed Bo’s defeat")


async def test_who_presses_dispute_in_time_has_fifteen_minutes_to_say_what_is_wrong(server: Server) -> None:
    table = await over(server)
    await pass_quietly(server, 14 * 60)
    asked = answer(await server.bo.click(table.board, label="Dispute"))
    await pass_quietly(server, 14 * 60)
    assert "No result counts yet" in await ranking(table)
    assert said(await picks(server.bo, asked, "Eve")).startswith("✋ You disputed Eve’s defeat")


async def test_who_presses_dispute_and_says_nothing_holds_the_result_for_a_quarter_of_an_hour(server: Server) -> None:
    table = await over(server)
    await pass_quietly(server, 14 * 60)
    for _ in range(2):
        await server.bo.click(table.board, label="Dispute")
    await server.gil.click(table.board, label="Dispute")
    await let_count(server)
    asked = answer(await server.ana.slash(table.channel, "leaderboard"))
    assert "**Di**" in (asked.embeds[0].description or "")


# Its date


async def test_a_moderator_says_when_a_game_really_ended(server: Server) -> None:
    table = await counted(server)
    await season(server, "start", name="Spring")
    await pass_quietly(server, 10 * 60)
    assert "Di" not in await ranking(table)
    offered = await server.ana.autocomplete(table.channel, "override date", "ended", "")
    assert [choice["name"] for choice in offered] == ["Thu, Jan 1, 2026, 00:00 (UTC)"]
    preview = await preview_of(table, "date", ended="2026-01-01 00:20")
    changes = preview.changes
    day, left, gained = changes
    assert re.fullmatch(r"📅 <t:\d+:f> → <t:1767226800:f>", day)
    assert left.startswith("🗓️ in no season: **")
    assert gained.startswith("🗓️ Spring: **")
    assert "**Di** `+3` → `–`" in left
    assert "**Di** `–` → `+3`" in gained
    assert (await preview.press("Apply")).startswith("✅")
    told = await trail(table)
    assert "decided when the game ended" in told[0]
    assert told[1:4] == [f"-# ↳ {line}" for line in changes]
    listed = answer(await server.gil.slash(table.channel, "history")).embeds[0].description
    assert "<t:1767226800" in str(listed)
    for typed in ("", "2026-01-01 00:20"):  # the date that it has is no correction
        assert await server.ana.autocomplete(table.channel, "override date", "ended", typed) == []
    assert "**Di** · 3 pts" in await ranking(table)


async def test_a_date_may_move_a_game_from_a_season_that_is_over_to_the_next(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await counted(server)
    await season(server, "end")
    await season(server, "start", name="Summer")
    await pass_quietly(server, 10 * 60)
    _, left, gained = (await preview_of(table, "date", ended="5 min ago")).changes
    assert left.startswith("🗓️ Spring: **")
    assert gained.startswith("🗓️ Summer: **")


NO_DATES = ["someday", "2031-01-01 10:00", "2014-01-01 10:00", "9" * 40]


async def test_a_date_that_is_none_is_refused_with_an_example(server: Server, subtests: pytest.Subtests) -> None:
    table = await counted(server)
    ana = server.ana
    for typed in NO_DATES:
        with subtests.test(typed):
            refused = await ana.slash(table.channel, "override date", ended=typed, reason=WHY)
            assert "That is not a past day and time." in said(refused)
            assert "2026-01-01 00:16" in said(refused)


async def test_a_game_keeps_its_season_whatever_is_decided_later(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await counted(server)
    await season(server, "end")
    await season(server, "start", name="Summer")
    for what, options in (("void", {}), ("reopen", {}), ("end", {"winner": "Di"})):
        preview = await preview_of(table, what, **options)
        assert preview.field("🔒")[0].startswith("This game counts in Spring.")
        await preview.press("Apply")
        await preview.press("Change it anyway")
    await let_count(server)
    spring = await server.gil.slash(table.channel, "leaderboard", season="1")
    assert "**Di** · 3 pts" in str(answer(spring).embeds[0].description)
    assert "Di" not in await ranking(table)


# Seats


async def test_a_rematch_keeps_no_seat_for_who_left_or_was_forgotten(server: Server) -> None:
    table = await counted(server)
    server.guild.remove_member(server.cy)
    await forgets(server.eve, server)
    await server.di.click(table.board, label="Rematch")
    assert table.seats == "1. Di"
    assert [line for line in table.readiness.splitlines() if line.startswith("🪑")] == [
        "🪑 Seats kept until they press 🙋 *I am here*: Bo"
    ]


async def test_the_last_seats_of_a_rematch_are_those_people_s(server: Server) -> None:
    people = [server.bo, server.cy, server.di, server.eve, server.ana, server.fay]
    table = await Table(server).started(*people, size=6)
    await end(server.bo, table.channel, "draw")
    await let_count(server)
    await server.bo.click(table.board, label="Rematch")
    assert "Join" not in table.buttons
    full = said(await server.gil.click(table.board, label="I am here"))
    assert full.startswith("🚫 The last seats are kept for")
    await server.cy.click(table.board, label="Leave")
    assert "✅" in said(await server.gil.click(table.board, label="Join"))
    fay = await find_key(table, server.bo, "Fay")
    freed = await acts(server.bo, table.channel, "remove", fay)
    assert "Fay" in said(freed)
    assert "Fay" not in table.seats


async def test_one_person_alone_wins_nothing_however_often(server: Server) -> None:
    table = await counted(server)
    SuzerainBot.run_background_chores_once.change_interval(hours=1)
    await server.restart()
    points = await ranking(table)
    await server.di.click(table.board, label="Rematch")
    assert said(await acts(server.di, table.channel, "start")).startswith("🚫")
    await end(server.di, table.channel, "win", winner=table.keys["Di"])
    await server.env.advance_time(25 * 3600)
    assert await ranking(table) == points


# What silence does not confirm


@pytest.mark.parametrize("command", ["win", "draw"])
async def test_a_win_or_a_draw_counts_once_another_player_has_pressed(server: Server, command: str) -> None:
    table = await four(server)
    await end(server.bo, table.channel, command, table.keys["Bo"])
    assert "silence confirms nothing" in table.field("⏳")
    assert (await press(table, server.bo, "Confirm")).startswith("🚫")
    SuzerainBot.run_background_chores_once.change_interval(hours=1)
    await server.restart()
    await server.env.advance_time(23 * 3600)
    shown = answer(await server.ana.slash(table.channel, "audit"))
    assert shown.components[0]["components"][2]["label"] == "Unsettled games: 0"
    await server.env.advance_time(2 * 3600)
    assert "No finished game yet." in await ranking(table)
    shown = answer(await server.ana.slash(table.channel, "audit"))
    await server.ana.click(shown, custom_id="desk:0")
    listed = str(shown.embeds[0].description)
    assert "-# Unconfirmed: " in listed
    assert str(table.board.id) in listed
    asked = {"win": [server.cy], "draw": [server.cy, server.di, server.eve]}[command]
    for who in asked:
        assert "No finished game yet." in await ranking(table)
        assert "☑️" in await press(table, who, "Confirm")
    await let_count(server, 61)
    assert "Bo" in await ranking(table)
    shown = answer(await server.ana.slash(table.channel, "audit"))
    assert shown.components[0]["components"][2]["label"] == "Unsettled games: 0"


async def test_what_is_disputed_stands_on_the_moderators_desk_with_its_board(server: Server) -> None:
    table = await over(server)
    await dispute(table, server.bo, "Eve’s defeat")
    shown = answer(await server.ana.slash(table.channel, "audit"))
    await server.ana.click(shown, custom_id="desk:0")
    assert "✋ Bo disputes: Eve’s defeat" in str(shown.embeds[0].description)
    assert str(table.board.id) in str(shown.embeds[0].description)


# What moderators decide


async def test_what_stands_is_not_taken_back_by_who_reported_it(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    custom_id = f"claim:1:{6}:dispute"
    assert said(await forced(table, server.bo, table.board, custom_id)).startswith("✋")
    await press(table, server.ana, "Let it stand")
    refused = said(await server.cy.slash(table.channel, "undo"))
    assert refused == f"🚫 {load_translations('en')('refusal-only-moderators')}"
    assert "Undone" in said(await server.ana.slash(table.channel, "undo"))


async def test_what_a_moderator_decided_goes_to_another_one_if_it_is_disputed(server: Server) -> None:
    table, meg = await over(server), referee(server)
    await done(table, "points", player="Cy", points=7)
    await dispute(table, server.eve, "a moderator’s decision")
    assert "another moderator has to" in table.field("By ")
    refused = await press(table, server.ana, "Let it stand")
    assert refused.startswith("🚫 You have already decided about this")
    assert said(await server.ana.slash(table.channel, "override void", reason=WHY)).startswith(
        "🚫 You have already decided about this"
    )
    assert (await press(table, meg, "Let it stand")).startswith("☑️")
    await let_count(server)
    assert "**Cy** · 7 pts" in await ranking(table)


async def test_another_moderator_takes_a_correction_back(server: Server) -> None:
    table, meg = await over(server), referee(server)
    bos = await report(table, "responsible", "Bo:")
    await done(table, "responsible", report=bos, player="Nobody")
    await dispute(table, server.bo, "a moderator’s decision")
    modal = await meg.click(table.board, label="Undo the report")
    preview = Preview(table, meg, await meg.submit_modal(modal, {"reason": "it was Di"}))
    await preview.press("Apply")
    assert table.lines[0].startswith("🏆 **Di wins**")
    await let_count(server)
    assert "**Di** · 3 pts" in await ranking(table)


async def test_a_moderator_who_plays_is_marked_on_the_board_and_in_the_audit(server: Server) -> None:
    table = await over(server)
    moderates(server, "bo")
    preview = Preview(
        table,
        server.bo,
        await server.bo.slash(table.channel, "override points", player=table.keys["Bo"], points=9, reason=WHY),
    )
    await preview.press("Apply")
    assert f"{MARK}Bo" in table.field("⚖️")
    assert "**Bo** (⚠️ decided by a player of this game)" in (await trail(table))[0]


async def test_a_server_may_want_another_moderator_to_decide(server: Server) -> None:
    await sets(server, "referee", "other")
    table = await over(server)
    moderates(server, "bo")
    refused = said(await server.bo.slash(table.channel, "override void", reason=WHY))
    assert refused.startswith("🚫 You play in this game")
    await dispute(table, server.eve, "Eve’s defeat")
    assert (await press(table, server.bo, "Let it stand")).startswith("🚫 You play in this game")
    assert (await press(table, server.ana, "Let it stand")).startswith("☑️")
    assert MARK not in table.field("⚖️")
