"""What moderators decide: shown before it counts, written down as what it is, and undone."""

from datetime import UTC, datetime

import pytest
import simcord
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.server.audit_trail import render_audit_entry
from bot.i18n import load_translations
from bot.storage.record.audit import OPERATOR, AuditEntry, find_players_in_audit_entry
from tests.front.deciding import (
    CORRECTED,
    WHY,
    Preview,
    counted,
    done,
    four,
    log,
    offered,
    over,
    override,
    ranking,
    report,
    shown,
)
from tests.front.playing import Table, acts, end, forced, said, sets
from tests.front.simulated import Server, answer, deliver_again, in_flight

THEN = datetime(2025, 1, 1, tzinfo=UTC)

# Each decision once


async def test_who_is_responsible_is_decided_and_the_rule_that_it_overrides_stays_visible(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Bo")
    cys = await report(table, "responsible", "Cy:")
    names = [c["name"] for c in await offered(table, "responsible", "player", report=cys)]
    assert sorted(map(str, names)) == ["Bo", "Di", "Eve", "nobody"]
    preview = await shown(table, "responsible", report=cys, player="Bo")
    assert preview.decided.startswith("Bo is responsible for Cy’s defeat:\n> Cy: 0 life")
    assert f"Reason: {WHY}" in preview.decided
    assert preview.changes == ["**Cy** serves Di → serves Bo"]
    assert "┗ Cy" in table.lines[table.lines.index("👑 **Di**") + 1]
    told = await preview.press("Apply")
    assert "A moderator corrected an earlier report." in told
    at = table.lines.index("👑 **Bo**")
    assert table.lines[at + 1 : at + 3] == ["┗ Cy", "┗ Eve"]
    assert WHY in table.field(CORRECTED)
    assert "Cy’s defeat: `ESC-21` was overridden" in table.field(CORRECTED)
    assert WHY in await log(table)


async def test_nobody_can_be_made_responsible(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    cys = await report(table, "responsible", "Cy:")
    preview = await shown(table, "responsible", report=cys, player="Nobody")
    assert preview.changes == ["**Cy** serves Di → 💀 out"]
    await preview.press("Apply")
    assert "💀 ~~Cy~~" in table.lines


async def test_any_report_is_taken_out_and_the_rest_is_worked_out_again(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.di, "Di", "Bo")
    preview = await shown(table, "undo", report=await report(table, "undo", "Cy:"))
    assert preview.decided.startswith("This report is removed:\n> Cy: 0 life")
    assert preview.changes == ["**Cy** serves Bo → 👑 master"]
    await preview.press("Apply")
    assert "👑 **Cy**" in table.lines
    assert "┗ Di" in table.lines


async def test_reports_are_offered_newest_first_with_their_numbers(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await acts(server.cy, table.channel, "turn")
    await end(server.eve, table.channel, "concede")
    names = [str(c["name"]) for c in await offered(table, "undo", "report")]
    assert names[0] == "3. Eve conceded."
    assert names[1].startswith("2. Next turn: ")
    assert names[2].startswith("1. Cy: 0 life")
    assert len(names) == 3


async def test_whom_somebody_serves_is_decided(server: Server) -> None:
    table = await four(server)
    preview = await shown(table, "status", player="Cy", serves="Di")
    assert preview.decided.startswith("A moderator decided: Cy serves Di.")
    assert preview.changes == ["**Cy** 👑 master → serves Di"]
    await preview.press("Apply")
    assert "A moderator decided: Cy serves Di." in table.field(CORRECTED)
    await done(table, "status", player="Cy")
    assert "👑 **Cy**" in table.lines


async def test_points_of_a_finished_game_are_decided_and_the_leaderboard_follows(server: Server) -> None:
    table = await counted(server)
    assert "**Cy** · 1 pt" in await ranking(table)
    preview = await shown(table, "points", player="Cy", points=5)
    assert preview.changes == ["**Cy** serves Di `+1` → `+5`"]
    await preview.press("Apply")
    assert "Cy +5" in table.points
    assert "**Cy** · 5 pts" in await ranking(table)
    assert "**Di** · 3 pts" in await ranking(table)


async def test_a_report_of_a_finished_game_is_put_right_with_its_points(server: Server) -> None:
    table = await counted(server)
    bos = await report(table, "responsible", "Bo:")
    preview = await shown(table, "responsible", report=bos, player="Eve")
    assert preview.changes == ["**Bo** serves Di `+1` → serves Eve `−1`"]
    await preview.press("Apply")
    assert "**Bo** · −1 pt" in await ranking(table)
    assert "**Di** · 3 pts" in await ranking(table)


async def test_a_game_is_void_and_reopened(server: Server) -> None:
    table = await counted(server)
    preview = await shown(table, "void")
    assert "The game is over. → The game was closed without a result." in preview.changes
    await preview.press("Apply")
    assert table.buttons == ["Check the draw"]
    assert (await server.gil.click(table.board, label="Check the draw")).ephemeral
    assert "No finished game yet." in await ranking(table)
    await done(table, "reopen")
    assert "Report" in table.buttons
    assert "A moderator reopened the game." in table.field(CORRECTED)


@pytest.mark.parametrize(("winner", "headline"), [({"winner": "Di"}, "🏆 **Di wins**"), ({}, "🤝 **A draw**")])
async def test_a_game_is_ended(server: Server, winner: dict[str, str], headline: str) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await done(table, "end", **winner)
    assert table.lines[0].startswith(headline)


async def test_somebody_is_removed_as_if_they_conceded(server: Server) -> None:
    table = await four(server)
    await done(table, "remove", player="Cy")
    assert "💀 ~~Cy~~" in table.lines
    assert "A moderator removed Cy from the game." in table.field(CORRECTED)


async def test_somebody_is_removed_from_a_lobby_and_still_called_by_name(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    preview = await shown(table, "remove", player="Cy")
    assert preview.changes == ["**Cy** has a seat → not in the game"]
    await preview.press("Apply")
    assert "Cy" not in table.seats
    assert "A moderator removed Cy from the game." in table.field(CORRECTED)


async def test_somebody_else_hosts(server: Server) -> None:
    table = await four(server)
    preview = await shown(table, "host", player="Cy")
    assert preview.changes == ["Host · Bo → Cy"]
    assert "made Cy the host" in await preview.press("Apply")


# Later reports that would no longer afterwards, and choices in the middle


async def test_what_makes_no_sense_any_more_is_listed_and_must_be_left_out_first(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Cy")
    cys = await report(table, "responsible", "Cy:")
    preview = await shown(table, "responsible", report=cys, player="Nobody")
    senseless = preview.field("Later reports that would no longer be possible")
    assert senseless[1].startswith("❌ Eve: 0 life")
    assert "Cy is out of the game." in senseless[2]
    assert preview.buttons == {"Apply": False, "Remove these": True, "Cancel": True}
    await forced(table, server.ana, preview.message, preview.custom_id("do"))
    assert "┗ Cy" in table.lines, "a press that no client offers decides nothing"
    await preview.press("Remove these")
    assert preview.field("Later reports that would no longer be possible") == []
    assert sorted(preview.changes) == ["**Cy** serves Di → 💀 out", "**Eve** serves Di → 👑 master"]
    await preview.press("Apply")
    assert "💀 ~~Cy~~" in table.lines
    assert "👑 **Eve**" in table.lines


async def test_a_choice_that_comes_up_in_the_middle_is_made_in_the_preview(server: Server) -> None:
    table = await four(server, choose_master=True)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Bo")
    cys = await report(table, "responsible", "Cy:")
    preview = await shown(table, "responsible", report=cys, player="Nobody")
    assert "The game is waiting for Cy" in preview.field("Later reports that would no longer")[2]
    assert "Cy may choose a master to serve" in preview.field("⏳")[0]
    assert not preview.buttons["Apply"]
    await preview.choose("Eve")
    assert preview.field("Later reports that would no longer") == []
    assert preview.changes == ["**Cy** serves Di → serves Bo"]  # with Eve, who was beaten by Bo
    await preview.press("Apply")
    assert "Leave" not in table.buttons
    at = table.lines.index("👑 **Bo**")
    assert table.lines[at + 1 : at + 3] == ["┗ Eve", "┗ Cy"]


async def test_a_choice_that_is_open_at_the_end_is_left_to_who_has_to_make_it(server: Server) -> None:
    table = await four(server, choose_master=True)
    await table.reports(server.cy, "Cy", "Di")
    cys = await report(table, "responsible", "Cy:")
    await done(table, "responsible", report=cys, player="Nobody")
    assert "Cy may choose a master" in table.field("⏳")
    await table.chooses(server.cy, "Eve")
    assert table.lines[table.lines.index("👑 **Eve**") + 1] == "┗ Cy"


# Undoing, late and double presses, restarts


async def test_a_decision_is_taken_back_like_any_report(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    before = table.teams
    await done(table, "undo", report=await report(table, "undo", "Cy:"))
    assert "👑 **Cy**" in table.lines
    told = said(await server.ana.slash(table.channel, "undo"))
    assert "A moderator corrected an earlier report." in told
    assert table.teams == before
    assert table.embed.title == "↩️ Undone: a moderator’s decision"


@pytest.mark.parametrize("name", ["bo", "cy"], ids=["the host", "who reported before"])
async def test_only_moderators_take_a_decision_back(server: Server, name: str) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await done(table, "undo", report=await report(table, "undo", "Cy:"))
    told = said(await server.people[name].slash(table.channel, "undo"))
    assert "Only moderators can do that." in told
    assert "👑 **Cy**" in table.lines
    await server.ana.slash(table.channel, "undo")
    await server.env.advance_time(11)
    assert "Undone:" in said(await server.people[name].slash(table.channel, "undo"))


async def test_a_decision_can_itself_be_taken_out_later(server: Server) -> None:
    table = await four(server)
    await done(table, "status", player="Cy", serves="Di")
    await table.reports(server.eve, "Eve", "Bo")
    await done(table, "undo", report=await report(table, "undo", "Cy serves Di"))
    assert "👑 **Cy**" in table.lines
    assert "┗ Eve" in table.lines


async def test_a_decision_about_a_game_that_moved_on_is_shown_anew_first(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    preview = await shown(table, "undo", report=await report(table, "undo", "Cy:"))
    await table.reports(server.di, "Di", "Bo")
    await preview.press("Apply")
    assert "The game has moved on, so this preview is new." in preview.decided
    assert preview.changes == ["**Cy** serves Bo → 👑 master"]
    assert "👑 **Cy**" not in table.lines
    await preview.press("Apply")
    assert "👑 **Cy**" in table.lines


async def test_a_decision_about_what_was_taken_back_meanwhile_is_refused(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    preview = await shown(table, "undo", report=await report(table, "undo", "Cy:"))
    await server.cy.slash(table.channel, "undo")
    await table.reports(server.eve, "Eve", "Bo")
    assert "has changed at the very point that you were correcting" in await preview.press("Apply")
    assert "┗ Eve" in table.lines


async def test_a_decision_counts_once_however_often_it_is_delivered(server: Server) -> None:
    table = await over(server)
    preview = await shown(table, "void")
    with in_flight(server.env):
        pressed = await server.ana.click(preview.message, label="Apply")
        deliver_again(server.env, pressed)
    await server.env.settle()
    deliver_again(server.env, pressed)
    await server.env.settle()
    assert (await log(table)).count("voided the game") == 1
    await server.ana.slash(table.channel, "undo")
    assert table.lines[0].startswith("🏆 **Di wins**")


async def test_after_a_restart_a_preview_says_how_to_begin_again(server: Server) -> None:
    table = await over(server)
    preview = await shown(table, "void")
    await server.restart()
    assert "start again with `/override`" in await preview.press("Apply")
    assert table.lines[0].startswith("🏆 **Di wins**")


async def test_what_was_decided_stays_after_a_restart(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await done(table, "undo", report=await report(table, "undo", "Cy:"))
    await server.restart()
    await table.reports(server.eve, "Eve", "Bo")
    assert "👑 **Cy**" in table.lines
    assert WHY in table.field(CORRECTED)


async def test_a_decision_can_be_given_up(server: Server) -> None:
    table = await over(server)
    preview = await shown(table, "void")
    assert await preview.press("Cancel") == "Nothing was changed."
    assert table.lines[0].startswith("🏆 **Di wins**")


# Who may, and what is refused


async def test_others_do_not_even_see_the_commands(server: Server) -> None:
    table = await four(server)
    with pytest.raises(simcord.SetupError):
        await override(table, "void", {}, server.bo)


async def test_a_preview_is_nobody_else_s(server: Server) -> None:
    table = await over(server)
    preview = await shown(table, "void")
    result = await forced(table, server.bo, table.board, preview.custom_id("do"))
    assert "Only moderators can do that." in said(result)
    moderators = server.guild.roles["Moderators"]
    meg = server.guild.add_member(server.env.create_user("meg"), roles=[moderators])
    result = await forced(table, meg, table.board, preview.custom_id("do"))
    assert "This preview is closed" in said(result)
    assert table.lines[0].startswith("🏆 **Di wins**")


UNDECIDABLE: list[tuple[str, dict[str, object], str]] = [
    ("points", {"player": "Cy", "points": 3}, "The game has no result yet."),
    ("reopen", {}, "there is nothing to reopen"),
    ("status", {"player": "Cy"}, "That would change nothing."),
    ("status", {"player": "Cy", "serves": "Cy"}, "That must be a master"),
    ("undo", {"report": "the first one"}, "There is no such report"),
    ("undo", {"report": "7:3"}, "no such game"),
    ("host", {"player": "Gil"}, "not a player in this game"),
    ("void", {"reason": "   "}, "Say why"),
]


async def test_what_cannot_be_decided_is_said_at_once(server: Server, subtests: pytest.Subtests) -> None:
    table = await four(server)
    for what, options, refused in UNDECIDABLE:
        with subtests.test(f"{what} {options}"):
            assert refused in said(await override(table, what, options))


async def test_a_decision_without_a_game_is_refused(server: Server) -> None:
    assert "no game here" in said(await override(Table(server), "void", {}))


# Words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["⚖️ Avant de valider", "La modération a invalidé la partie.", "Valider"]),
        ("ru", ["⚖️ Прежде чем", "Модератор признал игру недействительной.", "Применить"]),
    ],
)
async def test_a_moderator_reads_it_in_their_own_language(server: Server, language: str, words: list[str]) -> None:
    table = await over(server)
    server.speaks(server.ana, language)
    preview = await shown(table, "void")
    embed = preview.message.embeds[0]
    assert (embed.title or "").startswith(words[0])
    assert words[1] in preview.decided
    assert words[2] in preview.buttons


async def test_a_reason_is_shown_as_it_was_written_and_does_nothing(server: Server) -> None:
    table = await over(server)
    reason = "**@everyone** " + "x" * 280
    shown = await server.ana.slash(table.channel, "override void", reason=reason)
    await Preview(table, server.ana, shown).press("Apply")
    assert r"\*\*" in table.field(CORRECTED)
    assert "x" * 280 in table.field(CORRECTED)
    assert not table.board.mention_everyone


async def test_every_decision_is_in_the_audit_trail_and_its_undoing_leaves_it_there(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await done(table, "undo", report=await report(table, "undo", "Cy"))
    await done(table, "host", player="Eve")
    await server.ana.slash(table.channel, "undo")
    seen = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    undone, newest, oldest = seen.split("\n<t:")
    where = f"<#{table.channel.id}>, game no. 1"
    assert f"**Ana** · took back the last report in {where}" in undone
    assert undone.splitlines()[1:] == ["-# ↳ Host · Eve → Bo"]
    assert f"**Ana** · chose another host in {where}. Reason: {WHY}" in newest
    assert newest.splitlines()[1:] == ["-# ↳ Host · Bo → Eve"]
    assert f"**Ana** · corrected a report in {where}. Reason: {WHY}" in oldest
    assert oldest.splitlines()[1:] == [
        "-# ↳ Removed: Cy: 0 life · the source (controlled by Di)",
        "-# ↳ **Cy** serves Di → 👑 master",
    ]


async def test_a_report_that_was_left_out_is_named_on_the_board(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di", card="*Shock*")
    await table.reports(server.bo, "Bo", "Di")
    await done(table, "undo", report=await report(table, "undo", "Cy"))
    lines = table.field(CORRECTED).splitlines()
    assert lines[0] == r"Removed: Cy: 0 life · \*Shock\* (controlled by Di)"
    await done(table, "undo", report=await report(table, "undo", "Bo"))
    assert "Cy" not in table.field(CORRECTED)


async def test_the_log_channel_says_what_was_done_to_whom_and_why(server: Server) -> None:
    channel = server.guild.create_text_channel("log")
    await sets(server, "log_channel", channel)
    table = await over(server)
    await done(table, "points", player="Cy", points=5)
    assert channel.last_message is not None
    where = f"<#{table.channel.id}>, game no. 1"
    assert channel.last_message.content.splitlines() == [
        f"**Ana** · set points in {where}. Reason: {WHY}",
        "-# ↳ **Cy** serves Di `+1` → `+5`",
    ]
    await done(table, "void")
    lines = channel.last_message.content.splitlines()
    assert lines[0] == f"**Ana** · voided the game in {where}. Reason: {WHY}"
    assert lines[1] == "-# ↳ The game is over. → The game was closed without a result."


def test_a_decision_that_was_written_down_before_games_were_named_is_still_told() -> None:
    details = {"override": "void", "channel": 7, "reason": "a bet"}
    entry = AuditEntry(1, 2, THEN, "ana", "override", details)
    words = PodMessageFormatter(load_translations("en"), str.capitalize)
    assert render_audit_entry(entry, words) == "**Ana** · voided the game in <#7>. Reason: a bet"


def test_an_entry_names_whose_keys_it_holds_and_takes_no_text_for_one() -> None:
    change = {"player": "bo", "before": {"where": "servant", "master": "cy"}, "after": {}}
    details = {"override": "undone", "reason": "di", "player": None, "reports": [{"loser": "eve"}]}
    entry = AuditEntry(1, 2, THEN, "ana", "override", details | {"changes": {"players": [change]}})
    assert find_players_in_audit_entry(entry) == {"ana", "bo", "cy", "eve"}
    assert find_players_in_audit_entry(replace(entry, by=OPERATOR)) == {"bo", "cy", "eve"}
