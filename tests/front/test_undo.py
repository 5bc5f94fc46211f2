"""Taking things back, and playing again."""

import re

import pytest

from tests.front.playing import Form, Table, acts, end, forced, let_count, list_items, said, sets
from tests.front.simulated import Server, answer, in_flight
from tests.front.test_seasons import board, standing

ONLY = "the host (Bo) or a moderator can undo it."
BACK = "Undone:"
NOTHING = "🚫 There is nothing to undo. </pod status:"


async def four(server: Server, **options: object) -> Table:
    """Bo hosts for Bo, Cy, Di and Eve; Ana moderates and looks on with Fay and Gil."""
    table = Table(server)
    return await table.started(server.bo, server.cy, server.di, server.eve, **options)


async def undoes(table: Table, name: str) -> str:
    return said(await table.server.people[name].slash(table.channel, "undo"))


async def ranking(table: Table) -> str:
    shown = answer(await table.server.gil.slash(table.channel, "leaderboard"))
    return shown.embeds[0].description or ""


# Who may


@pytest.mark.parametrize("name", ["cy", "bo", "ana"], ids=["who made the report", "the host", "a moderator"])
async def test_the_last_report_is_taken_back_by(server: Server, name: str) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    told = await undoes(table, name)
    assert BACK in told
    assert "Cy now serves Di." in told
    assert table.verdict == ""
    assert "👑 **Cy**" in table.lines


@pytest.mark.parametrize("name", ["di", "gil"], ids=["another player", "an outsider"])
async def test_the_last_report_is_not_taken_back_by(server: Server, name: str) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    assert ONLY in await undoes(table, name)
    assert "Cy falls to Di" in table.verdict


async def test_only_the_newest_report_counts_for_who_may(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Di")
    assert ONLY in await undoes(table, "cy")
    assert BACK in await undoes(table, "eve")
    await server.env.advance_time(11)
    assert BACK in await undoes(table, "cy")


# How far


async def test_everything_is_taken_back_step_by_step_and_then_no_more(server: Server) -> None:
    table = await four(server)
    start = (table.embed.description, table.field("▶️ Turn 1"))
    await table.reports(server.cy, "Cy", "Di")
    await acts(server.cy, table.channel, "turn")
    await table.reports(server.eve, "Eve", "Cy")
    for lines in (["┗ Cy"], [], []):
        assert BACK in await undoes(table, "bo")
        assert [line for line in table.lines if line.startswith("┗")] == lines
    assert (table.embed.description, table.field("▶️ Turn 1")) == start
    assert (await undoes(table, "bo")).startswith(NOTHING)
    assert "Only the host (Bo) or a moderator" in await undoes(table, "cy")


async def test_what_was_taken_back_can_be_reported_again(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await undoes(table, "cy")
    assert "Cy falls to Eve" in said(await table.reports(server.cy, "Cy", "Eve"))


async def test_it_is_taken_back_after_a_restart_too(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await server.restart()
    assert ONLY in await undoes(table, "eve")
    assert BACK in await undoes(table, "cy")
    assert table.verdict == ""


async def test_taking_back_is_part_of_the_story(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await undoes(table, "bo")
    shown = answer(await acts(server.gil, table.channel, "log")).embeds[0].description or ""
    assert "Cy now serves Di." in shown
    assert shown.endswith("A report was undone. It was: Cy: 0 life · the source (controlled by Di). — Bo")


# Turns since


async def turns(table: Table, *names: str) -> None:
    for name in names:
        await table.server.people[name].click(table.board, custom_id=table.find_button("turn"))


async def test_a_report_is_undone_by_who_made_it_after_others_ended_their_turns(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await turns(table, "di", "eve", "bo")
    before = table.turn
    told = await undoes(table, "cy")
    assert "Cy now serves Di." in told
    assert "👑 **Cy**" in [line.partition(" ▶")[0].strip() for line in table.lines]
    number, active = table.turn
    assert (number, active[:1]) == (before[0], before[1][:1])
    assert "Undone" in table.news


async def test_who_shared_the_turn_by_the_report_shares_it_no_more(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    for _ in range(4):
        told = said(await server.eve.click(table.board, custom_id=table.find_button("turn")))
        if "Di, Cy" in told:
            break
    await undoes(table, "cy")
    assert table.active == ["Di"]


async def test_turns_are_undone_too_where_a_choice_comes_up_again(server: Server) -> None:
    table = await four(server, choose_master=True)
    form = Form(table, server.cy, await table.reports(server.cy, "Cy", cause="library"))
    await form.press("send")
    await table.chooses(server.cy, "Eve")
    await turns(table, "eve", "eve")
    told = await undoes(table, "cy")
    assert "somebody has to choose first" in told
    assert "Eve" in table.offered
    assert table.turn[0] == "Turn 1"


async def test_only_who_made_the_last_report_is_named_to_who_may_not_undo_it(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await turns(table, "eve")
    assert "The last report is Cy’s" in await undoes(table, "eve")


async def test_a_turn_is_undone_by_the_button_of_its_answer_alone(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    before = table.turn
    pressed = await server.eve.click(table.board, custom_id=table.find_button("turn"))
    assert "Next turn" in said(await server.eve.click(answer(pressed), label="Undo"))
    assert table.turn == before
    assert "┗ Cy" in table.lines
    assert "taken back already" in said(await server.eve.click(answer(pressed), label="Undo"))


async def test_a_report_before_a_substitute_is_undone_and_the_substitute_stays(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await acts(server.eve, table.channel, "substitute:to", f"{server.gil.id}")
    await server.gil.click(table.board, label="Take Eve’s seat")
    await turns(table, "gil")
    assert "Cy now serves Di." in await undoes(table, "cy")
    assert {"👑 **Cy**", "👑 **Gil**"} <= {line.partition(" ▶")[0].strip() for line in table.lines}


@pytest.mark.parametrize("act", ["restart", "subgame"])
async def test_a_restart_or_a_subgame_is_undone_before_the_report_it_followed(server: Server, act: str) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    shown = answer(await server.cy.click(table.board, custom_id=table.find_button("more")))
    (button,) = re.findall(r"pod:\d+:undo:\d+", str(shown.components))
    about = table.keys["Bo"] if act == "restart" else "shahrazad"
    await acts(server.eve, table.channel, act, about)
    await turns(table, "di")
    assert "since" in said(await server.cy.click(shown, custom_id=button))
    assert "Cy now serves Di." not in await undoes(table, "eve")
    assert "Cy now serves Di." in await undoes(table, "cy")


async def test_undo_and_correct_works_after_turns(server: Server) -> None:
    table = await four(server)
    reported = answer(await table.reports(server.cy, "Cy", "Di"))
    await turns(table, "di", "eve")
    form = await server.cy.click(reported, label="Undo and correct")
    assert "Cy" in str(answer(form).embeds[0].to_dict())
    assert "┗ Cy" not in table.lines


# After the end


async def over(server: Server) -> Table:
    """Di won with Cy and Bo; Eve was beaten last."""
    table = await four(server)
    for name in ("Cy", "Bo", "Eve"):
        await table.reports(server.people[name.lower()], name, "Di")
    assert table.lines[0].startswith("🏆 **Di wins**")
    return table


async def test_the_last_defeat_is_taken_back_while_the_game_does_not_count(server: Server) -> None:
    table = await over(server)
    assert BACK in await undoes(table, "eve")
    assert "👑 **Eve**" in table.lines
    assert "Report" in table.buttons
    await table.reports(server.di, "Di", "Eve")
    await let_count(server)
    assert "**Eve** · 3 pts" in await ranking(table)


async def test_a_game_is_as_it_was_once_another_pod_is_open(server: Server) -> None:
    table = await over(server)
    await let_count(server)
    await server.eve.slash(table.channel, "pod open")
    for name in ("eve", "ana", "di"):
        assert "only a moderator can still change it" in await undoes(table, name)
    assert "**Di** · 3 pts" in await ranking(table)


async def test_a_pod_closed_by_mistake_goes_on(server: Server) -> None:
    table = await four(server)
    await end(server.bo, table.channel, "close")
    assert BACK in await undoes(table, "bo")
    assert "Report" in table.buttons


async def test_there_is_nothing_to_take_back_where_there_is_no_game(server: Server) -> None:
    table = Table(server)
    assert "no game here" in await undoes(table, "bo")
    await table.opened(server.bo, server.cy)
    assert (await undoes(table, "bo")).startswith(NOTHING)


# Concessions and choices


async def test_a_concession_is_taken_back(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await end(server.di, table.channel, "concede")
    assert "👑 **Cy**" in table.lines
    assert BACK in await undoes(table, "di")
    assert table.lines[table.lines.index("👑 **Di**") + 1] == "┗ Cy"


async def test_a_choice_is_taken_back_and_then_what_asked_for_it(server: Server) -> None:
    table = await four(server, choose_master=True)
    form = Form(table, server.di, await table.reports(server.di, "Cy", cause="library"))
    await form.press("send")
    await table.chooses(server.cy, "Eve")
    assert ONLY in await undoes(table, "di")
    assert BACK in await undoes(table, "cy")
    assert "Cy may choose a master" in table.field("⏳")
    await server.env.advance_time(11)
    assert BACK in await undoes(table, "di")
    assert table.field("⏳") == ""
    assert table.call == ""
    assert "👑 **Cy**" in table.lines


# Rematch


async def test_who_played_until_now_has_a_seat_in_the_rematch_and_can_leave(server: Server) -> None:
    table = await over(server)
    await server.di.click(table.board, label="Rematch")
    assert {line.split(". ", 1)[1] for line in table.seats.splitlines()} == {"Bo", "Cy", "Di", "Eve"}
    await server.cy.click(table.board, label="Leave")
    await server.fay.click(table.board, label="Join")
    await sets(server, "start_call", "off")
    await server.di.click(table.board, label="Start")
    assert {str(server.bo.id), str(server.eve.id)} == {*re.findall(r"<@(\d+)>", table.call)}
    assert sorted(table.lines) == ["👑 **Bo**", "👑 **Di**", "👑 **Eve**", "👑 **Fay**"]


async def test_a_press_stands_for_one_rematch_alone(server: Server) -> None:
    table = await over(server)
    await server.di.click(table.board, label="Rematch")
    await server.di.click(table.board, label="Start")
    await server.bo.click(table.board, custom_id=table.find_button("turn"))
    await end(server.di, table.channel, "draw")
    await server.di.click(table.board, label="Rematch")
    assert {line.split(". ", 1)[1] for line in table.seats.splitlines()} == {"Di", "Bo"}
    refused = said(await acts(server.di, table.channel, "start"))
    assert refused.startswith("🚫 4 players are needed, and not everyone has pressed 🙋 *I am here* yet: ")
    assert ("Cy" in refused, "Eve" in refused, "Bo" in refused) == (True, True, False)


async def test_a_rematch_that_one_player_plays_alone_counts_only_after_a_press_of_another(server: Server) -> None:
    table = await over(server)
    await server.di.click(table.board, label="Rematch")
    await server.di.click(table.board, label="Start")
    for loser in ("Bo", "Cy", "Eve"):
        await table.reports(server.di, loser, "Di")
    await let_count(server)
    before = await board(server)
    await let_count(server)
    assert await board(server) == before
    assert "anyone except Di can confirm" in str(table.embed.to_dict())
    await server.cy.click(table.board, label="Confirm")
    await let_count(server)
    assert standing(await board(server), "Di") != standing(before, "Di")


async def test_a_late_rematch_keeps_the_seats_of_the_same_people(server: Server) -> None:
    table = await four(server, title="Friday", choose_master=True)
    await end(server.bo, table.channel, "draw")
    await let_count(server)
    told = said(await server.di.click(table.board, label="Rematch"))
    assert "Your pod is open." in told
    assert len(table.boards) == 2
    assert table.readiness.startswith("Di")
    assert table.seats == "1. Di"
    kept = next(line for line in table.readiness.splitlines() if line.startswith("🪑"))
    assert kept.startswith("🪑 Seats kept until they press 🙋 *I am here*: ")
    assert table.call.startswith("🪑 A seat is kept for <@")
    assert set(kept.partition(": ")[2].replace(" and ", ", ").replace(",,", ",").split(", ")) == {"Bo", "Cy", "Eve"}
    assert table.embed.title == "Friday"
    assert "losers no one is responsible for may choose a master" in (table.embed.footer.text or "")


async def test_who_does_not_press_is_not_in_the_rematch(server: Server) -> None:
    table = await over(server)
    await let_count(server)
    await server.di.click(table.board, label="Rematch")
    assert "Start" not in table.buttons
    for guest in (server.bo, server.cy):
        await guest.click(table.board, label="I am here")
    await server.fay.click(table.board, label="Join")
    await server.di.click(table.board, label="Start")
    assert "Report" in table.buttons
    assert sorted(table.lines) == ["👑 **Bo**", "👑 **Cy**", "👑 **Di**", "👑 **Fay**"]


@pytest.mark.parametrize("name", ["gil", "ana"], ids=["an outsider", "a moderator"])
async def test_a_rematch_is_for_those_who_played(server: Server, name: str) -> None:
    table = await over(server)
    told = said(await server.people[name].click(table.board, label="Rematch"))
    assert "Only players in this game" in told
    assert len(table.boards) == 1


async def test_there_is_one_rematch(server: Server) -> None:
    table = await over(server)
    finished = table.board
    await server.di.click(finished, label="Rematch")
    assert said(await server.eve.click(finished, label="Rematch")) == "ℹ️ It is already open, and you have a seat."
    assert len(table.boards) == 2


async def test_a_game_that_goes_on_has_no_rematch(server: Server) -> None:
    table = await over(server)
    finished = table.board
    (rematch,) = [item.custom_id for item in list_items(finished) if getattr(item, "label", None) == "Rematch"]
    await undoes(table, "eve")
    told = said(await forced(table, server.di, finished, rematch))
    assert "A game is already open here." in told


# At the same moment


async def test_two_who_press_undo_at_the_same_moment_take_back_one_report(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.cy, "Eve", "Di")
    pressing = []
    for who in (server.bo, server.cy):
        shown = answer(await who.click(table.board, custom_id=table.find_button("more")))
        (button,) = re.findall(r"pod:\d+:undo:\d+", str(shown.components))
        pressing.append((who, shown, button))
    with in_flight(server.env):
        for who, shown, button in pressing:
            await who.click(shown, custom_id=button)
    await server.env.settle()
    who, shown, button = pressing[0]
    assert "already" in said(await who.click(shown, custom_id=button))
    assert "Cy now serves Di." in await undoes(table, "bo")


@pytest.mark.parametrize("seconds", [0, 5])
async def test_two_who_type_undo_take_back_one_report_unless_the_second_says_so(server: Server, seconds: int) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.cy, "Eve", "Di")
    assert "Eve now serves Di." in await undoes(table, "bo")
    await server.env.advance_time(seconds)
    asked = await server.cy.slash(table.channel, "undo")
    assert said(asked).startswith("Somebody else has just taken a report back.")
    assert "Cy now serves Di." in said(asked)
    assert "┗ Cy" in "\n".join(table.lines)
    assert "Cy now serves Di." in said(await server.cy.click(answer(asked), label="Undo"))
    assert "┗ Cy" not in "\n".join(table.lines)


async def test_two_undos_that_are_typed_at_the_same_moment_take_back_one_report(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.cy, "Eve", "Di")
    with in_flight(server.env):
        for who in (server.bo, server.cy):
            await who.slash(table.channel, "undo")
    await server.env.settle()
    assert "┗ Cy" in "\n".join(table.lines)
    assert "┗ Eve" not in "\n".join(table.lines)


async def test_an_undo_soon_after_somebody_elses_asks_nothing_if_a_report_came_between(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await undoes(table, "bo")
    await table.reports(server.cy, "Eve", "Di")
    assert "Eve now serves Di." in await undoes(table, "cy")


async def test_whoever_may_not_undo_is_told_so_also_after_another_undo(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.cy, "Eve", "Di")
    await undoes(table, "bo")
    assert "only they, the host" in await undoes(table, "eve")


async def test_undo_does_not_take_back_a_report_that_came_after_the_button(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    shown = answer(await server.bo.click(table.board, custom_id=table.find_button("more")))
    (button,) = re.findall(r"pod:\d+:undo:\d+", str(shown.components))
    await table.reports(server.cy, "Eve", "Di")
    assert "since" in said(await server.bo.click(shown, custom_id=button))
    assert "Eve now serves Di." in await undoes(table, "bo")
