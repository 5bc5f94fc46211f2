"""Reports that have to be confirmed before a game counts, and what happens to a disputed one."""

from collections.abc import Sequence
from typing import cast

import discord
import pytest
import simcord
from simcord import InteractionResult, MemberActor

from bot.front.boards.board_updater import MESSAGES_UNTIL_MOVE
from bot.front.gateway import chores
from bot.front.gateway.client import SuzerainBot
from bot.i18n import LOCALES, Locale, load_translations
from bot.service.live_game import ChannelAddress
from tests.front.deciding import Preview, log, ranking
from tests.front.playing import Table, acts, end, forced, let_count, list_items, picks, read_call, said, sets
from tests.front.simulated import Server, answer, deliver_again, in_flight, pass_quietly

WAITING = "⏳ Waiting for confirmation"
DISPUTED = "✋ Disputed"


async def four(server: Server, how: str) -> Table:
    """Bo hosts for Bo, Cy, Di and Eve; Ana moderates and looks on with Fay and Gil."""
    await sets(server, "confirmation", how)
    return await Table(server).started(server.bo, server.cy, server.di, server.eve)


async def over(server: Server, how: str) -> Table:
    """Di won, as Di reports."""
    table = await four(server, how)
    for name in ("Cy", "Bo", "Eve"):
        await table.reports(server.di, name, "Di")
    return table


async def disputed(server: Server) -> Table:
    """Di reports that Cy lost to her; Cy disputes it."""
    table = await four(server, "other")
    await table.reports(server.di, "Cy", "Di")
    await server.cy.click(table.board, label="Dispute")
    return table


async def dispute(table: Table, who: MemberActor, what: str) -> None:
    """Says which of several reports is wrong."""
    asked = answer(await who.click(table.board, label="Dispute"))
    done = await picks(who, asked, what)
    assert said(done).startswith(f"✋ You disputed {what}")


async def press(table: Table, who: MemberActor, label: str) -> str:
    return said(await who.click(table.board, label=label))


def id_of(table: Table, label: str) -> str:
    """The custom id of a button on the board."""
    found = list_items(table.board)
    return next(str(item.custom_id) for item in found if getattr(item, "label", "") == label)


def calls(table: Table) -> list[str]:
    """What the boards that are there say above themselves, to call somebody."""
    return [said for board in table.boards if (said := read_call(board))]


def pings(env: simcord.Env) -> Sequence[object]:
    """The roles that messages were allowed to ping, in order."""
    sent = [r.json for r in env.http_requests if r.method == "POST" and r.path.endswith("messages")]
    allowed = [body["allowed_mentions"] for body in sent if isinstance(body, dict)]
    return [role for each in allowed for role in each.get("roles", ())]


# Confirming


async def test_without_confirmation_a_game_counts_once_nobody_has_disputed_it_for_15_minutes(server: Server) -> None:
    table = await over(server, "off")
    assert table.buttons == ["Rematch", "Dispute", "⋯"]
    assert "counts <t:" in (table.embed.footer.text or "")
    await pass_quietly(server, 14 * 60)
    assert "Di" not in await ranking(table)
    await let_count(server)
    assert table.buttons == ["Rematch", "Story", "⋯"]
    assert "counts" not in (table.embed.footer.text or "")
    assert "Di" in await ranking(table)


async def test_the_board_moves_on_and_says_what_is_to_be_confirmed_and_by_whom(server: Server) -> None:
    table = await four(server, "loser")
    await table.reports(server.di, "Cy", "Di")
    assert "┗ Cy" in table.lines
    assert table.field(WAITING).startswith("**Cy’s defeat** · waiting for Cy to confirm or dispute\n")
    assert "Play on." in table.field(WAITING)
    assert {"Confirm", "Dispute", "Report"} <= set(table.buttons)


async def test_the_points_count_once_everything_is_confirmed(server: Server) -> None:
    table = await over(server, "loser")
    assert "🏆" in table.lines[0]
    assert "Points count once this list is empty." in table.field(WAITING)
    assert "Di" not in await ranking(table)
    for loser in ("cy", "bo", "eve"):
        assert "defeat" in await press(table, server.people[loser], "Confirm")
    assert table.field(WAITING) == ""
    assert table.buttons == ["Rematch", "Story", "⋯"]
    assert "Di" in await ranking(table)


async def test_a_loser_who_reports_it_has_confirmed_it(server: Server) -> None:
    table = await four(server, "loser")
    await table.reports(server.cy, "Cy", "Di")
    assert table.field(WAITING) == ""


async def test_who_reports_is_told_who_confirms(server: Server) -> None:
    table = await four(server, "loser")
    told = said(await table.reports(server.di, "Cy", "Di"))
    assert told.endswith("\n-# ⏳ waiting for Cy to confirm or dispute")
    assert "⏳" not in said(await table.reports(server.bo, "Bo", "Di"))


async def test_the_board_of_a_game_that_is_over_stays_where_it_is(server: Server) -> None:
    table = await over(server, "other")
    before = table.board.id
    for _ in range(MESSAGES_UNTIL_MOVE + 1):
        await server.gil.send(table.channel, "well played")
    await press(table, server.bo, "Confirm")
    assert (table.board.id, table.field(WAITING)) == (before, "")


@pytest.mark.parametrize(
    ("how", "refused", "who"),
    [
        ("loser", ("di", "bo", "gil"), "cy"),  # the loser, but not who reported it, another player or somebody else
        ("loser", (), "ana"),  # a moderator
        ("other", ("di", "gil"), "cy"),
        ("other", (), "bo"),
        ("other", (), "ana"),
        ("after-5", ("di", "gil"), "cy"),
    ],
)
async def test_who_may_confirm(server: Server, how: str, refused: tuple[str, ...], who: str) -> None:
    table = await four(server, how)
    await table.reports(server.di, "Cy", "Di")
    for name in refused:
        assert (await press(table, server.people[name], "Confirm")).startswith("🚫 It is up to"), name
    assert table.field(WAITING) != ""
    assert (await press(table, server.people[who], "Confirm")).startswith("☑️ Confirmed: Cy’s defeat.")
    assert table.field(WAITING) == ""


async def test_one_press_confirms_all_that_was_shown(server: Server) -> None:
    table = await over(server, "other")
    told = await press(table, server.bo, "Confirm")
    assert told == "☑️ Confirmed: Cy’s defeat, Bo’s defeat, Eve’s defeat."
    assert "Di" in await ranking(table)


async def test_what_nobody_answers_is_confirmed_by_itself_once(server: Server) -> None:
    table = await over(server, "after-5")
    await server.env.advance_time(3 * 60)
    assert table.field(WAITING) != ""
    await server.env.advance_time(5 * 60)
    assert table.field(WAITING) == ""
    assert "Di" in await ranking(table)
    told = await log(table)
    assert told.count("No one disputed") == 1
    await server.env.advance_time(5 * 60)
    assert await log(table) == told


async def test_a_second_process_finds_it_done(server: Server) -> None:
    table = await over(server, "after-5")
    await server.restart()
    await server.env.advance_time(7 * 60)
    before = await log(table)
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    await chores.confirm_undisputed_game_results(client, client.services)
    assert await log(table) == before
    assert "No one disputed" in before


async def test_confirming_survives_a_restart_and_the_next_pod(server: Server) -> None:
    table = await over(server, "loser")
    first = table.board
    await server.restart()
    await table.opened(server.fay, server.gil)
    for loser in ("cy", "bo", "eve"):
        assert "☑️" in said(await server.people[loser].click(first, label="Confirm"))
    assert "Di" in await ranking(table)
    await server.gil.click(table.board, label="Leave")  # the newer pod goes on undisturbed
    assert "Gil" not in table.seats


async def test_undo_takes_the_last_report_back_and_no_confirmation(server: Server) -> None:
    table = await four(server, "other")
    await table.reports(server.di, "Cy", "Di")
    await press(table, server.bo, "Confirm")
    told = said(await server.di.slash(table.channel, "undo"))
    assert "Cy: 0 life" in told
    assert table.lines == ["👑 **Bo**", "👑 **Cy**", "👑 **Di**", "👑 **Eve**"] or len(table.lines) == 4


async def test_a_rematch_follows_what_the_server_has_set_meanwhile(server: Server) -> None:
    table = await over(server, "off")
    await sets(server, "confirmation", "loser")
    await server.bo.click(table.board, label="Rematch")
    assert "Loser confirms" in (table.embed.footer.text or "")


# Disputing


async def test_a_dispute_shows_the_facts_the_verdict_its_rule_and_the_buttons(server: Server) -> None:
    table = await four(server, "other")
    await table.reports(server.di, "Cy", "Di", card="Fireball")
    told = await press(table, server.cy, "Dispute")
    assert told.startswith("✋ You disputed Cy’s defeat. The game is paused")
    assert table.embed.title == "✋ Disputed: Cy’s defeat"
    value = table.field("By Di, disputed by Cy")
    assert value.splitlines() == [
        "> Cy: 0 life · Fireball (controlled by Di)",
        "**Cy now serves Di.** Di controlled Fireball and is responsible.",
        "The game is paused until a moderator decides.",
    ]
    assert len(table.field("📖 ESC-21")) > 20
    assert table.buttons == ["Let it stand", "Undo the report", "Name someone else", "Why?", "⋯"]


async def test_anybody_in_the_pod_and_a_moderator_may_dispute_and_nobody_else(server: Server) -> None:
    table = await four(server, "loser")
    await table.reports(server.di, "Cy", "Di")
    assert (await press(table, server.gil, "Dispute")).startswith("🚫 Only players in this game")
    assert (await press(table, server.ana, "Dispute")).startswith("✋")


async def test_where_several_could_be_meant_the_wrong_one_is_asked_for(server: Server) -> None:
    table = await four(server, "other")
    await table.reports(server.di, "Cy", "Di")
    await table.reports(server.di, "Eve", "Di")
    asked = answer(await server.bo.click(table.board, label="Dispute"))
    assert asked.content == "Which report is wrong?"
    buttons = asked.components[0]["components"]
    assert [button["label"] for button in buttons] == ["Cy’s defeat", "Eve’s defeat"]
    told = await picks(server.bo, asked, "Cy")
    assert said(told).startswith("✋ You disputed Cy’s defeat.")


async def test_the_moderators_are_called_once_whoever_disputes_and_however_often(server: Server) -> None:
    role = server.guild.create_role("Judges")
    await sets(server, "moderator_role", role)
    table = await four(server, "other")
    await table.reports(server.di, "Cy", "Di")
    board = table.board
    with in_flight(server.env):
        first = await server.cy.click(board, label="Dispute")
        second = await server.bo.click(board, label="Dispute")
    await server.env.settle()
    deliver_again(server.env, first)
    await server.env.settle()
    told = sorted([said(first), said(second)])
    assert told[0].startswith("✋")
    assert told[1].startswith("🚫 Something is disputed")
    await server.bo.slash(table.channel, "pod status")
    assert calls(table) == [f"<@&{role.id}>: something is disputed. Please decide with the buttons below."]
    assert list(map(str, pings(server.env))) == [str(role.id)]


async def test_without_a_role_the_moderators_are_called_and_nobody_is_pinged(server: Server) -> None:
    table = await disputed(server)
    assert calls(table) == ["Moderators: something is disputed. Please decide with the buttons below."]
    assert pings(server.env) == []


async def test_the_call_is_made_even_if_the_bot_dies_before_it(server: Server) -> None:
    table = await four(server, "other")
    await table.reports(server.di, "Cy", "Di")
    server.env.inject_error("POST", "/channels/*/messages", status=500, times=1)
    await server.cy.click(table.board, label="Dispute")
    await server.crash()
    await server.env.advance_time(61)
    assert len(calls(table)) == 1


async def test_the_log_channel_hears_of_it(server: Server) -> None:
    channel = server.guild.create_text_channel("log")
    await sets(server, "log_channel", channel)
    table = await disputed(server)
    where = f"<#{table.channel.id}>, game no. 1"
    last = channel.last_message
    assert last is not None
    assert last.content == f"**Cy** · disputed Cy’s defeat in {where}"
    await press(table, server.ana, "Let it stand")
    last = channel.last_message
    assert last is not None
    assert last.content.splitlines() == [
        f"**Ana** · let stand what was disputed in {where}",
        "-# ↳ Cy: 0 life · the source (controlled by Di)",
    ]


async def test_a_disputed_game_stands_still(server: Server) -> None:
    table = await disputed(server)
    for refused in (
        await table.reports(server.di, "Bo", "Di"),
        await server.di.slash(table.channel, "defeat"),  # before its form
        await acts(server.bo, table.channel, "turn"),
        await server.bo.slash(table.channel, "undo"),  # the host, who has not made the report
    ):
        assert said(refused).startswith("🚫 Something is disputed, so the game is paused")
    await end(server.eve, table.channel, "concede")
    assert "💀 ~~Eve~~" in table.lines


async def test_who_made_the_report_can_take_it_back(server: Server) -> None:
    table = await disputed(server)
    assert "Undone" in said(await server.di.slash(table.channel, "undo"))
    assert table.field(DISPUTED) == ""
    assert "Report" in table.buttons
    assert calls(table) == []


async def test_a_moderator_lets_it_stand(server: Server) -> None:
    table = await disputed(server)
    stale = table.board, id_of(table, "Let it stand"), id_of(table, "Undo the report")
    assert await press(table, server.ana, "Let it stand") == "☑️ It stands: Cy’s defeat."
    assert (table.field(DISPUTED), table.field(WAITING), calls(table)) == ("", "", [])
    assert "What was disputed stands. — Ana" in await log(table)
    for custom_id in stale[1:]:
        late = await forced(table, server.ana, stale[0], custom_id)
        assert said(late).startswith("🚫 This dispute is already settled.")
    entry = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert "let stand what was disputed" in entry


@pytest.mark.parametrize("who", ["bo", "di", "gil"])
async def test_nobody_but_moderators_decides(server: Server, who: str) -> None:
    table = await disputed(server)
    for label in ("Let it stand", "Undo the report", "Name someone else"):
        refused = await press(table, server.people[who], label)
        assert refused.startswith("🚫")
    assert table.field(DISPUTED) != ""


async def test_rights_are_looked_at_each_time_something_is_pressed(server: Server) -> None:
    tidy = server.guild.create_role("Tidy", permissions=discord.Permissions(manage_messages=True))
    hal = server.guild.add_member(server.env.create_user("hal"), roles=[tidy])
    table = await disputed(server)
    modal = await hal.click(table.board, label="Undo the report")
    await sets(server, "moderator_role", server.guild.create_role("Judges"))
    told = said(await hal.submit_modal(modal, {"reason": "wrong"}))
    assert told.startswith("🚫 Only moderators can do that.")
    for label in ("Undo the report", "Let it stand"):
        assert (await press(table, hal, label)).startswith("🚫")


async def test_who_disputes_can_think_again(server: Server) -> None:
    table = await disputed(server)
    assert (await press(table, server.cy, "Let it stand")).startswith("☑️")
    assert table.field(DISPUTED) == ""
    assert "A moderator" not in await log(table)


async def decided(table: Table, label: str, fields: dict[str, object]) -> tuple[Preview, InteractionResult]:
    modal = await table.server.ana.click(table.board, label=label)
    shown = await table.server.ana.submit_modal(modal, fields)
    return Preview(table, table.server.ana, shown), shown


async def test_a_moderator_takes_it_back_and_later_reports_are_worked_out_again(server: Server) -> None:
    table = await four(server, "loser")
    await table.reports(server.di, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Cy")
    await dispute(table, server.cy, "Cy’s defeat")
    preview, _ = await decided(table, "Undo the report", {"reason": "it was prevented"})
    assert "This report is removed" in preview.decided
    assert "it was prevented" in preview.decided
    assert "**Cy** serves Di → 👑 master" in preview.changes
    await preview.press("Apply")
    at = table.lines.index("👑 **Cy**")
    assert table.lines[at + 1] == "┗ Eve"
    assert table.field(DISPUTED) == ""


async def test_a_moderator_who_names_nobody_sees_what_that_means(server: Server) -> None:
    table = await disputed(server)
    preview, _ = await decided(table, "Name someone else", {"reason": "it was nobody’s"})
    assert preview.changes == ["**Cy** serves Di → 💀 out"]


async def test_a_moderator_names_somebody_else_with_a_restart_in_between(server: Server) -> None:
    table = await disputed(server)
    await server.restart()
    fields: dict[str, object] = {"responsible": [table.keys["Eve"]], "reason": "Eve cast it"}
    preview, _ = await decided(table, "Name someone else", fields)
    assert preview.changes == ["**Cy** serves Di → serves Eve"]
    await preview.press("Apply")
    assert table.lines[table.lines.index("👑 **Eve**") + 1] == "┗ Cy"
    assert table.field(DISPUTED) == ""
    assert "Eve cast it" in table.field("⚖️")


async def test_why_tells_facts_and_rules_of_what_is_disputed(server: Server) -> None:
    table = await disputed(server)
    shown = answer(await server.gil.click(table.board, label="Why?"))
    assert "ESC-21" in [field.name for field in shown.embeds[0].fields]


async def test_an_earlier_game_is_decided_while_the_channel_plays_the_next(server: Server) -> None:
    table = await over(server, "loser")
    earlier = table.board
    await table.opened(server.fay, server.gil)
    asked = answer(await server.eve.click(earlier, label="Dispute"))
    await server.eve.click(asked, custom_id=asked.components[0]["components"][-1]["custom_id"])
    modal = await server.ana.click(table.board, label="Undo the report")
    shown = await server.ana.submit_modal(modal, {"reason": "no"})
    preview = Preview(table, server.ana, shown)
    assert preview.changes[0] == "The game is over. → The game was closed without a result."
    told = await preview.press("Apply")
    assert "corrected an earlier report" in told
    assert "Di" not in await ranking(table)
    place = ChannelAddress(server.guild.id, table.channel.id)
    newest = await server.bot.app.service.load_current_game(place)  # type: ignore[attr-defined]
    assert newest.pod.state == "lobby"


async def test_an_earlier_game_goes_on_beside_the_next(server: Server) -> None:
    table = await four(server, "loser")
    for loser in ("Cy", "Bo"):
        await table.reports(server.people[loser.lower()], loser, "Di")
    await table.reports(server.di, "Eve", "Di")
    await dispute(table, server.eve, "Eve’s defeat")
    preview, _ = await decided(table, "Undo the report", {"reason": "no"})
    assert preview.changes[0] == "The game is over. → Turn 1"
    await table.opened(server.fay, server.gil)
    assert "corrected an earlier report" in await preview.press("Apply")
    assert "Di" not in await ranking(table)
    place, service = ChannelAddress(server.guild.id, table.channel.id), server.bot.app.service  # type: ignore[attr-defined]
    lobby, first = await service.load_current_and_reopened_games(place)
    assert (lobby.pod.state, first.number, first.pod.state) == ("lobby", 1, "running")


@pytest.mark.parametrize("locale", LOCALES)
async def test_all_of_it_is_said_in_every_language(server: Server, locale: str) -> None:
    table = await four(server, "loser")
    await server.ana.slash(table.channel, "setup language", language=locale)
    for member in server.everybody:
        server.speaks(member, locale)
    text = load_translations(cast(Locale, locale))
    await table.reports(server.di, "Cy", "Di")
    assert table.field(text("claim-title")) != ""
    assert text("button-confirm") in table.buttons
    not_mine = await server.di.click(table.board, label=text("button-confirm"))
    assert said(not_mine) == f"🚫 {text('refusal-not-yours-to-confirm', players='Cy')}"
    await server.cy.click(table.board, label=text("button-dispute"))
    assert table.field("✋") != ""
    assert table.field("📖 ESC-21") == text("rule-esc-21")
    assert calls(table) == [text("dispute-call", moderators=text("dispute-moderators"))]
    modal = await server.ana.click(table.board, label=text("button-responsible"))
    who = {"responsible": [table.keys["Eve"]], "reason": "Eve"}
    assert answer(await server.ana.submit_modal(modal, who)).embeds[0].title == text("override-title")
    await server.ana.click(table.board, label=text("button-stands"))
    assert text("event-confirmed-stands") in await log(table)
