"""Other facts in the place of a report, past pods put right, and corrections taken back."""

import pytest

from tests.front.deciding import (
    CORRECTED,
    REPLACE,
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
from tests.front.playing import Form, Table, acts, end, forced, let_count, read_board, said
from tests.front.simulated import Server, answer, deliver_again


async def taking_out(table: Table, typed: str, **options: object) -> Preview:
    """The preview of taking out the newest report that is offered for what was typed."""
    found = await offered(table, "undo", "report", typed, **options)
    return await shown(table, "undo", report=str(found[0]["value"]), **options)


async def evening(server: Server) -> Table:
    """Di won the first pod with Cy and Bo against Eve, Bo the second against all; a third is on."""
    table = await again(await over(server))
    for name in ("Cy", "Di", "Eve"):
        await table.reports(server.people[name.lower()], name, "Bo")
    await let_count(server)
    return await again(table)


async def again(table: Table, **options: object) -> Table:
    """The same four begin another pod."""
    people = table.server
    return await table.started(people.bo, people.cy, people.di, people.eve, **options)


def options(form: Form, field: str) -> dict[str, bool]:
    """The labels in a menu of the form, and which is picked."""
    menus = [c for row in form.message.components for c in row["components"] if c["type"] == 3]
    menu = next(m for m in menus if str(m["custom_id"]).endswith(f":{field}"))
    return {str(o["label"]): bool(o.get("default")) for o in menu["options"]}


# Other facts


async def test_a_report_is_replaced_by_other_facts_and_the_rest_is_worked_out_again(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di", card="Shock")
    await table.reports(server.di, "Di", "Bo")
    preview = await taking_out(table, "Cy:")
    form = await preview.replaces()
    assert options(form, "loser") == {"Bo": False, "Cy": True, "Di": False, "Eve": False}
    assert options(form, "controller")["Di"]
    assert "Shock (controlled by Di)" in (form.message.embeds[0].fields[0].value or "")
    await form.pick("controller", "Eve")
    assert "Cy now serves Eve" in form.verdict
    await form.press("send")
    decided = preview.decided.splitlines()
    assert decided[0] == "This report is replaced:"
    assert decided[1].endswith("Shock (controlled by Di)")
    assert decided[3] == "by this one:"
    assert decided[4].endswith("Shock (controlled by Eve)")
    assert preview.changes == ["**Cy** serves Bo → serves Eve"]
    assert "┗ Cy" in table.lines[table.lines.index("👑 **Bo**") :], "nothing counts yet"
    await preview.press("Apply")
    assert table.lines[table.lines.index("👑 **Eve**") + 1] == "┗ Cy"
    assert WHY in table.field(CORRECTED)


async def test_those_who_were_in_the_game_then_are_offered_and_not_those_of_now(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await end(server.eve, table.channel, "concede")
    await table.reports(server.bo, "Bo", "Di")
    form = await (await taking_out(table, "Cy:")).replaces()
    assert "Eve" in options(form, "loser")
    form = await (await taking_out(table, "Bo:")).replaces()
    assert "Eve" not in options(form, "loser")


async def test_what_makes_no_sense_any_more_can_be_reported_rightly_in_its_place(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Cy")
    cys = await report(table, "responsible", "Cy:")
    preview = await shown(table, "responsible", report=cys, player="Nobody")
    assert REPLACE not in preview.buttons, "that a moderator has ruled on it is the decision"
    assert not preview.buttons["Apply"]
    form = await preview.replaces("Eve:")
    assert "Cy" not in options(form, "controller"), "out of the game by then"
    await form.pick("controller", "Bo")
    await form.press("send")
    (also,) = preview.field("Also changed")
    assert also.startswith("✏️ Eve: 0 life")
    assert also.endswith("(controlled by Bo)")
    assert sorted(preview.changes) == ["**Cy** serves Di → 💀 out", "**Eve** serves Di → serves Bo"]
    await preview.press("Apply")
    assert table.lines[table.lines.index("👑 **Bo**") + 1] == "┗ Eve"


async def test_what_is_left_out_stays_visible_in_the_preview(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Cy")
    cys = await report(table, "responsible", "Cy:")
    preview = await shown(table, "responsible", report=cys, player="Nobody")
    await preview.press("Remove these")
    assert preview.field("Also changed")[0].startswith("🧹 Removed: Eve: 0 life")


async def test_what_could_not_have_happened_then_cannot_be_put_there(server: Server) -> None:
    table = await four(server)
    await end(server.eve, table.channel, "concede")
    await table.reports(server.bo, "Bo", "Di")
    preview = await taking_out(table, "Bo:")
    form = await preview.replaces()
    eve = (await offered(table, "points", "player", "Eve"))[0]["value"]
    menu = f"form:{form.token}:loser"
    await forced(table, server.ana, form.message, menu, str(eve))
    assert "Eve is out of the game" in form.verdict
    await forced(table, server.ana, form.message, f"instead:{form.token}:send")
    assert "Eve is out of the game" in form.verdict, "the form is as it was"


async def test_the_form_is_left_without_a_change(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    preview = await taking_out(table, "Cy:")
    form = await preview.replaces()
    await form.pick("controller", "Eve")
    await form.press("cancel")
    assert preview.decided.startswith("This report is removed:")
    assert preview.changes == ["**Cy** serves Di → 👑 master"]


async def test_a_concession_is_replaced_by_a_defeat(server: Server) -> None:
    table = await four(server)
    await end(server.cy, table.channel, "concede")
    preview = await taking_out(table, "Cy conceded")
    form = await preview.replaces()
    await form.pick("loser", "Cy")
    await form.pick("controller", "Eve")
    await form.press("send")
    assert preview.changes == ["**Cy** 💀 out → serves Eve"]


async def test_a_turn_is_taken_out_and_not_replaced(server: Server) -> None:
    table = await four(server)
    await acts(server.cy, table.channel, "turn")
    assert REPLACE not in (await taking_out(table, "Next turn")).buttons


async def test_a_form_that_a_restart_took_says_so(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    form = await (await taking_out(table, "Cy:")).replaces()
    await server.restart()
    assert "This form is closed" in said(await form.press("send"))


async def test_the_story_names_the_reports_that_were_put_right(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await acts(server.bo, table.channel, "turn")
    await table.reports(server.eve, "Eve", "Cy")
    cys = await report(table, "responsible", "Cy:")
    preview = await shown(table, "responsible", report=cys, player="Nobody")
    await preview.press("Remove these")
    await preview.press("Apply")
    lines = (await log(table)).splitlines()
    at = next(n for n, line in enumerate(lines) if "corrected 2 earlier reports" in line)
    assert lines[at + 1].startswith("↳ 1. Cy: 0 life")
    assert lines[at + 2].startswith("↳ 3. Eve: 0 life")
    assert lines[at + 3] == "↳ − 🩸 First blood: Di"
    assert lines[at + 4] == f"Reason: {WHY} — Ana"


# Past pods


async def test_past_pods_are_offered_with_number_time_title_and_winners(server: Server) -> None:
    table = await counted(server)
    await again(table, title="The *rematch*")
    await end(server.bo, table.channel, "draw")
    await table.opened(server.cy)
    *newer, oldest = [str(c["name"]) for c in await offered(table, "void", "pod")]
    assert newer == [
        "#16 · Jan 1, 2026 00:16 · Esclave · not started",
        "#10 · Jan 1, 2026 00:16 · The *rematch* · ⏳ does not count yet",
    ]
    assert oldest.startswith("#1 · Jan 1, 2026 00:00 · Esclave · 🏆 Di, ")
    assert sorted(oldest[-6:].split(", ")) == ["Bo", "Cy"]
    assert len(await offered(table, "void", "pod", "rematch")) == 1


async def test_a_report_of_a_past_pod_is_put_right_while_another_is_played(server: Server) -> None:
    table = await evening(server)
    first = str((await offered(table, "undo", "pod"))[-1]["value"])
    bos = (await offered(table, "responsible", "report", "Bo:", pod=first))[0]["value"]
    names = [str(c["name"]) for c in await offered(table, "responsible", "player", pod=first, report=bos)]
    assert sorted(names) == ["Di", "Eve", "nobody"], "the masters of that moment"
    old, now = table.boards[0], table.embed.to_dict()
    eve = names.index("Eve")
    player = (await offered(table, "responsible", "player", pod=first, report=bos))[eve]["value"]
    preview = await shown(table, "responsible", pod=first, report=bos, player=player)
    assert preview.changes == ["**Bo** serves Di `+1` → serves Eve `−1`"]
    assert "**Bo** · 4 pts" in await ranking(table)
    await preview.press("Apply")
    assert "**Bo** · 2 pts" in await ranking(table)
    fields = {f.name: f.value or "" for f in read_board(table.boards[0]).fields}
    assert table.boards[0].id == old.id
    assert f"`ESC-21` was overridden\nReason: {WHY}" in fields[CORRECTED]
    assert table.embed.to_dict() == now, "the pod that is played goes on"
    await table.reports(server.di, "Di", "Cy")
    assert "┗ Di" in table.lines


async def test_the_pod_of_a_report_need_not_be_filled_in_but_must_not_be_another(server: Server) -> None:
    table = await evening(server)
    newest, second, first = [str(c["value"]) for c in await offered(table, "undo", "pod")]
    bos = (await offered(table, "undo", "report", "Eve:", pod=first))[0]["value"]
    assert "no such report" in said(await override(table, "undo", {"report": bos, "pod": second}))
    assert newest != second
    preview = await shown(table, "undo", report=bos)
    assert preview.decided.startswith("This report is removed:\n> Eve: 0 life")


async def test_points_of_a_past_pod_are_decided_and_a_past_pod_is_void(server: Server) -> None:
    table = await evening(server)
    first = str((await offered(table, "points", "pod"))[-1]["value"])
    names = [c["name"] for c in await offered(table, "points", "player", pod=first)]
    assert set(names) == {"Bo", "Cy", "Di", "Eve"}
    eve = (await offered(table, "points", "player", "Eve", pod=first))[0]["value"]
    await done(table, "points", pod=first, player=eve, points=9)
    assert "**Eve** · 9 pts" in await ranking(table)
    preview = await shown(table, "void", pod=first)
    assert sorted(preview.changes)[:4] == [
        "**Bo** serves Di `+1` → `–`",
        "**Cy** serves Di `+1` → `–`",
        "**Di** 👑 master `+3` → `–`",
        "**Eve** 👑 master `+9` → `–`",
    ]
    await preview.press("Apply")
    assert "**Eve** · 0 pts · 👑0 ⛓️0 🎲1" in await ranking(table)
    assert "**Bo** · 3 pts" in await ranking(table)


async def test_a_past_pod_that_a_moderator_reopens_goes_on_beside_the_one_that_is_played(server: Server) -> None:
    table = await evening(server)
    first = str((await offered(table, "reopen", "pod"))[-1]["value"])
    await done(table, "reopen", pod=first)
    assert "Report" in str(table.boards[0].components)
    assert "Report" in table.buttons


async def test_a_correction_of_a_past_pod_lets_it_go_on_beside_the_one_that_is_played(server: Server) -> None:
    table = await evening(server)
    first = str((await offered(table, "undo", "pod"))[-1]["value"])
    preview = await taking_out(table, "Eve:", pod=first)
    form = await preview.replaces()
    await form.pick("cause", "poison")
    await form.press("send")
    await preview.press("Apply")
    assert read_board(table.boards[0]).fields[-1].name == CORRECTED


async def test_a_past_pod_that_goes_on_is_the_channel_s_until_it_is_over(server: Server) -> None:
    table = await evening(server)
    await end(server.bo, table.channel, "close")
    first = str((await offered(table, "undo", "pod"))[-1]["value"])
    await (await taking_out(table, "Eve:", pod=first)).press("Apply")
    board = table.boards[0]
    assert "👑 **Eve**" in (read_board(board).description or "")
    await server.restart()
    assert "already" in said(await server.cy.slash(table.channel, "pod open"))
    choices = await server.eve.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    await table.reports(server.eve, "Eve", "Di")
    # Its board had scrolled away, so that the result is a new message.
    assert (table.embed.title or "").startswith("🏆 **Di wins**")
    assert "Your pod is open" in said(await server.cy.slash(table.channel, "pod open"))


async def test_a_correction_of_a_past_pod_is_taken_back_with_a_reason_of_its_own(server: Server) -> None:
    table = await evening(server)
    before, points = read_board(table.boards[0]), await ranking(table)
    first = str((await offered(table, "undo", "pod"))[-1]["value"])
    bos = (await offered(table, "responsible", "report", "Bo:", pod=first))[0]["value"]
    await done(table, "responsible", pod=first, report=bos, player="Nobody")
    assert await ranking(table) != points
    label = str((await offered(table, "undo", "report", pod=first))[0]["name"])
    assert label.startswith("⚖️ A moderator corrected an earlier report.")
    preview = await taking_out(table, "⚖️", pod=first)
    assert preview.decided.startswith("This correction is undone:\n> A moderator corrected")
    assert preview.changes == ["**Bo** 💀 out `0` → serves Di `+1`"]
    pressed = await server.ana.click(preview.message, label="Apply")
    deliver_again(server.env, pressed)
    await server.env.settle()
    assert await ranking(table) == points
    board = read_board(table.boards[0])
    assert (board.title, board.description) == (before.title, before.description)
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert f"undid a correction in <#{table.channel.id}>, game no. 1. Reason: {WHY}" in trail


async def test_a_correction_that_was_taken_back_meanwhile_is_not_taken_back_twice(server: Server) -> None:
    table = await over(server)
    await done(table, "undo", report=await report(table, "undo", "Eve:"))
    preview = await taking_out(table, "⚖️")
    await server.ana.slash(table.channel, "undo")
    assert "has changed at the very point that you were correcting" in await preview.press("Apply")
    assert table.lines[0].startswith("🏆 **Di wins**")


@pytest.mark.parametrize("pod", ["x", "99", "9" * 30, "-1"])
async def test_a_pod_that_never_was_is_refused(server: Server, pod: str) -> None:
    table = await over(server)
    assert "no such game" in said(await override(table, "void", {"pod": pod}))
    assert await offered(table, "undo", "report", pod=pod) == []


async def test_a_past_pod_has_no_rematch_while_another_is_played(server: Server) -> None:
    table = await over(server)
    old = table.board
    await again(table)
    refused = said(await server.cy.click(old, label="Rematch"))
    assert f"[Another game]({table.board.jump_url}) is open here" in refused


@pytest.mark.parametrize(
    ("language", "label", "field"),
    [("fr", "Déclarer autre chose", "Ce qui change"), ("ru", "Заменить запись", "Что изм")],
)
async def test_the_form_is_found_in_every_language(server: Server, language: str, label: str, field: str) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    server.speaks(server.ana, language)
    preview = await taking_out(table, "Cy")
    assert preview.buttons[label]
    assert preview.field(field)
