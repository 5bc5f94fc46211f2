"""The time to dispute an end runs from when its board shows it, or from a quarter of an hour after the end."""

from collections.abc import Awaitable, Callable

import pytest

from tests.front.deciding import four, ranking
from tests.front.dueling import DuelTable
from tests.front.playing import Table, switch_on
from tests.front.simulated import Server
from tests.front.test_faults import PATCH, POST, fails, heals, pass_time
from tests.front.test_trouble import story

pytestmark = pytest.mark.usefixtures("still")

MINUTE = 60.0


async def begin_pod(server: Server) -> Table:
    """All but Di and Eve have lost."""
    table = await four(server)
    for name in ("Cy", "Bo"):
        await table.reports(server.people[name.lower()], name, "Di")
    return table


async def end_pod(table: Table) -> None:
    await table.reports(table.server.eve, "Eve", "Di")


async def begin_duel(server: Server) -> DuelTable:
    await switch_on(server, "joust")
    return await DuelTable(server).started(server.bo, server.cy)


async def end_duel(table: Table) -> None:
    await table.server.cy.slash(table.channel, "joust concede")


GAMES = [(begin_pod, end_pod), (begin_duel, end_duel)]


def hide(server: Server) -> None:
    """From now on Discord takes no board."""
    for route in (POST, PATCH):
        fails(server, route, 500, times=None)


@pytest.mark.parametrize(("begin", "end"), GAMES)
async def test_end_that_is_shown_late_can_be_disputed_for_the_full_time(
    server: Server, begin: Callable[[Server], Awaitable[Table]], end: Callable[[Table], Awaitable[None]]
) -> None:
    table = await begin(server)
    hide(server)
    await end(table)
    await pass_time(server, 10 * MINUTE)
    heals(server)
    await pass_time(server, MINUTE)
    assert "Dispute" in table.buttons
    await pass_time(server, 12 * MINUTE)  # the time to dispute would be over
    assert "Dispute" in table.buttons
    await pass_time(server, 5 * MINUTE)
    assert "Dispute" not in table.buttons


async def test_end_that_is_never_shown_counts_when_the_latest_time_to_dispute_is_over(server: Server) -> None:
    table = await begin_pod(server)
    hide(server)
    await end_pod(table)
    await pass_time(server, 28 * MINUTE)
    assert "No result counts yet" in await ranking(table)
    await pass_time(server, 4 * MINUTE)
    assert "**Di**" in await ranking(table)


async def test_end_that_is_shown_after_the_latest_start_has_no_more_time_than_that(server: Server) -> None:
    table = await begin_pod(server)
    hide(server)
    await end_pod(table)
    await pass_time(server, 20 * MINUTE)
    heals(server)
    await pass_time(server, 5 * MINUTE)
    assert "Dispute" in table.buttons
    await pass_time(server, 7 * MINUTE)
    assert "Dispute" not in table.buttons


async def test_end_that_is_shown_in_time_takes_no_more_time_to_dispute(server: Server) -> None:
    table = await begin_pod(server)
    fails(server, PATCH, 500)
    await end_pod(table)
    await pass_time(server, MINUTE)
    before = len(await story(table))
    await pass_time(server, 15 * MINUTE)
    assert "Dispute" not in table.buttons
    assert len(await story(table)) == before
