"""Plans that change: those who signed up are told once, in the channel, and keep their places."""

from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor

from bot.storage.record.codec import decode_event_of_any_schema
from tests.front import forging
from tests.front.playing import read_call, said, sets
from tests.front.simulated import Server, answer
from tests.front.test_keeping import forgetful
from tests.front.test_plans import BEGINS, Planned, direct, seats

pytestmark = pytest.mark.usefixtures("still")

LATER = BEGINS + 3 * 3600
"""Three hours after the planned moment: at 4:00."""


@pytest.fixture
async def plan(server: Server) -> Planned:
    return await Planned(server).made(server.bo, server.cy, server.di)


def told(server: Server) -> list[int]:
    """Whom messages of the channel have pinged; one that is sent again under its nonce is one."""
    path = f"/channels/{server.channel.id}/messages"
    sent = [each.json for each in server.env.http_requests if (each.method, each.path) == ("POST", path)]
    messages = {each["nonce"]: each for each in sent if isinstance(each, dict)}
    return [user for each in messages.values() for user in each["allowed_mentions"].get("users") or ()]


async def asks_to_move(plan: Planned, who: MemberActor, when: str) -> InteractionResult:
    """Types a new moment into the form of *Change time…*."""
    opened = await plan.more(who, "Change time…")
    return await who.submit_modal(opened, {"when": when})


async def moves(plan: Planned, when: str) -> str:
    """Ana moves the plan; returns what she is told."""
    asked = await asks_to_move(plan, plan.server.ana, when)
    return answer(await plan.server.ana.click(answer(asked), label="Move it")).content


async def cancels(plan: Planned) -> None:
    asked = await plan.more(plan.server.ana, "Cancel plan")
    await plan.server.ana.click(answer(asked), label="Yes, cancel it")


# Cancelled


async def test_those_who_signed_up_are_told_once_that_a_plan_is_cancelled(plan: Planned) -> None:
    server = plan.server
    await cancels(plan)
    (board,) = plan.table.boards
    call = read_call(board)
    assert "the game of <t:" in call
    assert "is cancelled" in call
    assert told(server) == [server.bo.id, server.cy.id, server.di.id]
    await server.restart()
    await plan.passes(60)
    assert read_call(plan.message) == call
    assert told(server) == [server.bo.id, server.cy.id, server.di.id]


@pytest.mark.parametrize("away", [0.0, 600.0])
@pytest.mark.parametrize("change", ["cancelled", "moved"])
async def test_a_kill_while_they_are_told_neither_loses_nor_doubles_it(
    server: Server, change: str, away: float, tmp_path: Path
) -> None:
    plan = await Planned(server).made(server.bo)
    with forgetful(tmp_path / "games.db"):
        await (cancels(plan) if change == "cancelled" else moves(plan, "4:00"))
        assert told(server) == [server.bo.id]
        await server.crash(away)
    await plan.passes(2)
    (board,) = plan.table.boards
    assert server.bo.mention in read_call(board)
    assert told(server) == [server.bo.id]


async def test_a_kill_before_they_are_told_does_not_lose_it(plan: Planned) -> None:
    server = plan.server
    path = f"/channels/{server.channel.id}/messages"
    server.env.inject_error("POST", path, status=503, times=1)
    await cancels(plan)
    assert read_call(plan.message) == ""
    await server.crash(away=600)
    await plan.passes(2)
    (board,) = plan.table.boards
    assert server.bo.mention in read_call(board)


async def test_a_plan_that_an_older_version_cancelled_calls_nobody(plan: Planned) -> None:
    event = decode_event_of_any_schema("plan-cancelled", 2, '{"type":"plan-cancelled"}')
    assert getattr(event, "called", None) == ()


# Moved


async def test_whoever_signed_up_stays_so_and_is_told_of_the_new_time(plan: Planned) -> None:
    server = plan.server
    assert "is moved to" in await moves(plan, "4:00")
    assert seats(plan) == ["Ana", "Bo", "Cy", "Di"]
    assert f"<t:{LATER}:F>" in plan.shown
    call = read_call(plan.message)
    assert f"this game has moved to <t:{LATER}:F>" in call
    assert told(server) == [server.bo.id, server.cy.id, server.di.id]
    await plan.presses(server.eve, "Join")
    await server.restart()
    await plan.presses(server.fay, "Join")
    assert told(server) == [server.bo.id, server.cy.id, server.di.id]
    await plan.passes(3 * 60)
    assert "I’m here" not in plan.table.buttons
    await plan.passes(40)
    assert "I’m here" in plan.table.buttons
    assert len(plan.table.boards) == 1


async def test_a_second_move_tells_them_again(plan: Planned) -> None:
    await moves(plan, "4:00")
    await moves(plan, "5:00")
    people = told(plan.server)
    assert people.count(plan.server.bo.id) == 2


async def test_after_a_move_people_check_in_and_are_reminded_anew(plan: Planned) -> None:
    server = plan.server
    await plan.presses(server.bo, "Remind me")
    await plan.checks_in(server.ana, server.bo)
    assert len(direct(server, server.bo)) == 1
    await moves(plan, "4:00")
    assert seats(plan)[:2] == ["Ana", "Bo"]
    assert "Remind me" in plan.table.buttons
    await plan.passes(3 * 60)
    assert "I’m here" in plan.table.buttons
    assert len(direct(server, server.bo)) == 2


async def test_a_plan_that_is_moved_to_and_fro_reminds_once_at_its_last_moment(plan: Planned) -> None:
    server = plan.server
    await plan.presses(server.bo, "Remind me")
    for when in ("4:00", "5:00", "4:00"):
        await moves(plan, when)
    await plan.passes(3 * 60 + 25)
    assert direct(server, server.bo) == []
    await plan.passes(6)
    assert len(direct(server, server.bo)) == 1
    await moves(plan, "in 33 min")
    await plan.passes(3)
    assert len(direct(server, server.bo)) == 2


async def test_a_plan_speaks_the_language_that_its_server_sets_later(plan: Planned) -> None:
    server = plan.server
    await plan.presses(server.bo, "Remind me")
    await sets(server, "language", "fr")
    await plan.passes(31)
    (reminder,) = direct(server, server.bo)
    assert "Ta partie commence" in reminder.content


async def test_moved_to_within_half_an_hour_one_message_tells_and_calls(plan: Planned) -> None:
    server = plan.server
    await moves(plan, "in 20 min")
    call = read_call(plan.message)
    assert "this game has moved to" in call
    assert "are you there?" in call
    assert told(server).count(server.bo.id) == 1
    await plan.presses(server.ana, "I’m here")
    assert told(server).count(server.bo.id) == 1


async def test_of_a_series_only_this_game_moves(server: Server) -> None:
    plan = await Planned(server).made(server.bo, every="1")
    asked = await asks_to_move(plan, server.ana, "4:00")
    assert "Only this game moves" in said(asked)
    await server.ana.click(answer(asked), label="Move it")
    cancelling = await plan.more(server.ana, "Cancel plan")
    await server.ana.click(answer(cancelling), label="Only this one")
    await plan.passes(1)
    assert f"<t:{BEGINS + 7 * 24 * 3600}:F>" in plan.shown


@pytest.mark.parametrize(
    ("when", "why"), [("1:00", "planned for that time already"), ("in 20 weeks", "90 days ahead at most")]
)
async def test_an_impossible_move_is_refused_in_words(plan: Planned, when: str, why: str) -> None:
    assert why in said(await asks_to_move(plan, plan.server.ana, when))
    assert f"<t:{BEGINS}:F>" in plan.shown


async def test_only_the_planner_or_a_moderator_moves_it(server: Server) -> None:
    asked = await server.bo.slash(server.channel, "pod plan", when="in 2 h")
    await server.bo.click(answer(asked), label="Plan it")
    plan = Planned(server)
    refused = await forging.press(server.cy, server.channel, plan.message, "plan:1:retime")
    assert "Only Bo, who made this plan" in said(refused)
    asked = await asks_to_move(plan, server.ana, "4:00")
    await server.ana.click(answer(asked), label="Move it")
    trail = answer(await server.ana.slash(server.channel, "audit")).embeds[0].description or ""
    assert "moved a plan in" in trail


# Its lobby


async def test_all_who_signed_up_are_told_once_that_the_lobby_is_open(plan: Planned) -> None:
    server = plan.server
    await plan.checks_in(server.ana, server.bo)
    before = len(told(server))
    await plan.passes(40)
    call = read_call(plan.table.board)
    assert "Your planned game is open" in call
    for member in (server.ana, server.bo, server.cy, server.di):
        assert member.mention in call
    pinged = told(server)[before:]
    assert sorted(pinged) == sorted(m.id for m in (server.ana, server.bo, server.cy, server.di))
    for member in (server.cy, server.di):
        await server.env.settle()
        await member.click(plan.table.board, label="Join")
    await server.ana.click(plan.table.board, label="Start")
    assert told(server)[before:] == pinged


async def test_without_calls_at_the_start_the_lobby_of_a_plan_calls_all_the_same(plan: Planned) -> None:
    server = plan.server
    await sets(server, "start_call", "off")
    await plan.checks_in(server.ana, server.bo)
    await plan.passes(40)
    assert server.bo.mention in read_call(plan.table.board)


# The preview


async def test_the_preview_says_title_and_seats_and_changes_both(server: Server) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="in 2 h", title="Friday")
    assert "**Friday** · 10 seats" in said(asked)
    rows = await server.ana.click(answer(asked), label="Change")
    opened = await server.ana.click(answer(rows), label="Title, seats, life…")
    await server.ana.submit_modal(opened, {"title": "Saturday *night*", "size": "6"})
    shown = answer(asked)
    assert "**Saturday \\*night\\*** · 6 seats" in shown.content
    await server.ana.click(shown, label="Plan it")
    plan = Planned(server)
    assert "Saturday" in (plan.table.embed.title or "")
    assert "of 6" in plan.shown


@pytest.mark.parametrize("size", ["1", "ab", "99"])
async def test_a_number_of_seats_that_cannot_be_is_refused(server: Server, size: str) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="in 2 h", size=6)
    rows = await server.ana.click(answer(asked), label="Change")
    opened = await server.ana.click(answer(rows), label="Title, seats, life…")
    refused = await server.ana.submit_modal(opened, {"title": "", "size": size})
    assert "seats" in said(refused)
    assert "6 seats" in answer(asked).content
