"""Plans that repeat: the next is made once the one before is over, by the server's clocks."""

import pytest

from tests.front.playing import said
from tests.front.simulated import Server, answer
from tests.front.test_plans import BEGINS, Planned, seats

pytestmark = pytest.mark.usefixtures("still")

WEEK = 7 * 24 * 60
"""Minutes."""


@pytest.fixture
async def weekly(server: Server) -> Planned:
    """Each Thursday at 1:00; Bo has signed up for the first."""
    return await Planned(server).made(server.bo, every="1")


def starts(weeks: int) -> str:
    return f"<t:{BEGINS + weeks * WEEK * 60}:F>"


async def ends(plan: Planned, label: str) -> str:
    """Ana cancels the newest plan, and presses that when she is asked again."""
    asked = await plan.presses(plan.server.ana, "Cancel plan")
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


async def test_a_moderators_cancelling_is_in_the_audit_trail_and_ones_own_is_not(
    server: Server,
) -> None:
    for maker in (server.ana, server.bo):
        asked = await maker.slash(server.channel, "pod plan", when="in 2 h", every="1")
        await maker.click(answer(asked), label="Plan it")
        await ends(Planned(server), "This and all that follow")
    trail = answer(await server.ana.slash(server.channel, "audit")).embeds[0].description or ""
    assert trail.count("cancelled a planned game") == 1
    assert "all that would have followed" in trail
    assert "↳ Bo" in trail
