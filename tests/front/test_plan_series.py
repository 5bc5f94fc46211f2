"""Plans that repeat: the next is made once the one before is over, by the server's clocks."""

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.front.playing import read_board, said
from tests.front.simulated import Server, answer
from tests.front.test_crown import allow
from tests.front.test_plan_mentions import pinged
from tests.front.test_plan_mentions import sets as sets_role
from tests.front.test_plans import BEGINS, MINUTE, Planned, direct, pinged_people, seats
from tests.front.test_seat_lists import sets
from tests.front.test_threads import sets_threads

pytestmark = pytest.mark.usefixtures("still")

WEEK = 7 * 24 * 60
"""Minutes."""


@pytest.fixture
async def weekly(server: Server) -> Planned:
    """Each Thursday at 1:00; Bo has signed up for the first."""
    return await Planned(server).made(server.bo, every="1")


@pytest.fixture
async def players(server: Server, weekly: Planned) -> simcord.RoleHandle:
    """A role that each plan from the second on mentions."""
    role = server.guild.create_role("Players")
    await sets_role(server, role.id)
    return role


def starts(weeks: int) -> str:
    return f"<t:{BEGINS + weeks * WEEK * 60}:F>"


async def ends(plan: Planned, label: str) -> str:
    """Ana cancels the newest plan, and presses that when she is asked again."""
    asked = await plan.more(plan.server.ana, "Cancel plan")
    assert "This game repeats" in said(asked)
    pressed = await plan.server.ana.click(answer(asked), label=label)
    await plan.passes(2)
    return answer(pressed).content


async def test_the_next_is_made_once_when_the_one_before_has_its_table(weekly: Planned) -> None:
    server = weekly.server
    assert "Every week" in weekly.shown
    await weekly.checks_in(server.ana, server.bo)
    await server.crash(away=29 * 60)
    await weekly.passes(2)
    assert starts(1) in weekly.shown
    assert seats(weekly) == ["Ana"]
    await server.restart()
    await weekly.passes(3)
    assert len(weekly.table.boards) == 3


async def test_after_an_outage_only_the_next_to_come_is_made(weekly: Planned) -> None:
    await weekly.server.crash(away=3.2 * WEEK * 60)
    await weekly.passes(2)
    assert starts(4) in weekly.shown
    assert len(weekly.table.boards) == 2


async def test_one_is_cancelled_alone_or_with_all_that_follow(weekly: Planned) -> None:
    assert "The next one is announced" in await ends(weekly, "Only this one")
    assert starts(1) in weekly.shown
    assert "no more follow" in await ends(weekly, "This and all that follow")
    assert "no more follow" in weekly.shown
    await weekly.server.crash(away=2 * WEEK * 60)
    await weekly.passes(2)
    assert len(weekly.table.boards) == 2


async def test_the_first_of_a_series_can_be_cancelled_alone_however_far_ahead_it_is(server: Server) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="in 12 weeks", every="1")
    await server.ana.click(answer(asked), label="Plan it")
    plan = Planned(server)
    for following in (2, 3):
        assert "The next one is announced" in await ends(plan, "Only this one")
        assert len(plan.table.boards) == following
        assert "Sign up with" in plan.shown


async def test_a_series_ends_when_whoever_planned_it_has_left(server: Server) -> None:
    asked = await server.bo.slash(server.channel, "pod plan", when="in 2 h", every="2")
    assert "Every 2 weeks" in said(asked)
    await server.bo.click(answer(asked), label="Plan it")
    plan = Planned(server)
    server.guild.remove_member(server.bo)
    await server.crash(away=140 * 60)
    await plan.passes(2)
    assert "No more follow" in plan.shown
    assert len(plan.table.boards) == 1


async def test_a_series_ends_in_a_channel_that_is_closed_to_the_bot(
    weekly: Planned, players: simcord.RoleHandle
) -> None:
    server = weekly.server
    await sets(server, server.guild.create_text_channel("bots"), name="channels")
    named = len(pinged_people(server))
    for _ in range(2):
        await server.crash(away=WEEK * 60)
        await weekly.passes(2)
    assert len(weekly.table.boards) == 1
    assert "I can’t be used in this channel any more" in weekly.shown
    assert pinged(server) == []
    assert pinged_people(server)[named:] == []


async def test_one_in_a_channel_that_was_closed_before_its_check_in_calls_nobody(weekly: Planned) -> None:
    server = weekly.server
    await sets(server, server.guild.create_text_channel("bots"), name="channels")
    named = len(pinged_people(server))
    await weekly.passes(31)
    assert "did not come to a game" in weekly.shown
    assert pinged_people(server)[named:] == []


async def test_one_that_was_checked_in_to_before_opens_no_table_there(weekly: Planned) -> None:
    server = weekly.server
    await weekly.checks_in(server.ana, server.bo)
    await sets(server, server.guild.create_text_channel("bots"), name="channels")
    await weekly.passes(31)
    assert "did not come to a game" in weekly.shown
    assert len(weekly.table.boards) == 1


async def test_one_that_was_checked_in_to_still_reminds_and_has_its_table_if_it_is_open_in_time(
    weekly: Planned,
) -> None:
    server = weekly.server
    await weekly.presses(server.bo, "Remind me")
    to_bo = f"/channels/{server.bo.user.dm_channel.id}/messages"
    server.env.inject_error("POST", to_bo, status=500, times=2)
    await weekly.checks_in(server.ana, server.bo)
    await sets(server, server.guild.create_text_channel("bots"), name="channels")
    assert direct(server, server.bo) == []
    await weekly.passes(10)
    assert len(direct(server, server.bo)) == 1
    await sets(server, name="channels")
    await weekly.passes(21)
    assert any("The game has a table" in weekly.show(each) for each in weekly.table.boards)


async def test_a_thread_is_as_open_as_its_channel(server: Server) -> None:
    await sets_threads(server, "thread")
    await server.bo.slash(server.channel, "pod open")
    (thread,) = server.channel.threads
    await sets(server, server.channel, name="channels")
    asked = await server.ana.slash(thread, "pod plan", when="in 2 h", every="1")
    await server.ana.click(answer(asked), label="Plan it")
    await server.crash(away=3 * 60 * MINUTE)
    await server.env.advance_time(2 * MINUTE)
    assert [(read_board(each).title or "")[0] for each in thread.history()] == ["E", "📅", "📅"]


async def test_where_the_bot_is_not_used_any_more_a_series_can_still_be_cancelled(weekly: Planned) -> None:
    server = weekly.server
    await sets(server, server.guild.create_text_channel("bots"), name="channels")
    asked = await weekly.more(server.ana, "Cancel plan")
    pressed = await server.ana.click(answer(asked), label="This and all that follow")
    assert "no more follow" in answer(pressed).content
    assert "no more follow" in weekly.shown


async def test_none_is_made_weekly_where_the_bot_may_not_write(weekly: Planned, players: simcord.RoleHandle) -> None:
    server = weekly.server
    allow(server, administrator=False)
    everyone, send = server.guild.default_role.id, discord.Permissions(send_messages=True).value
    overwrite = Overwrite(everyone, OverwriteType.ROLE, deny=send)
    server.env.backend.set_overwrite(server.channel.id, overwrite)
    await server.crash(away=WEEK * 60)
    await weekly.passes(2)
    overwrite = Overwrite(everyone, OverwriteType.ROLE)
    server.env.backend.set_overwrite(server.channel.id, overwrite)
    await weekly.server.crash(away=WEEK * 60)
    await weekly.passes(2)
    assert len(weekly.table.boards) == 1
    assert "No more follow" in weekly.shown


async def test_a_moderators_cancelling_is_in_the_audit_trail_and_ones_own_is_not(server: Server) -> None:
    for maker in (server.ana, server.bo):
        asked = await maker.slash(server.channel, "pod plan", when="in 2 h", every="1")
        await maker.click(answer(asked), label="Plan it")
        await ends(Planned(server), "This and all that follow")
    trail = answer(await server.ana.slash(server.channel, "audit")).embeds[0].description or ""
    assert trail.count("cancelled a plan") == 1
    assert "all that would have followed" in trail
    assert "↳ Bo" in trail
