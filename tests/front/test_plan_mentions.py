"""The role of those who look for games: mentioned once for each plan, if both sides want that."""

from pathlib import Path

import pytest
import simcord

from tests.front import forging
from tests.front.playing import read_call, said
from tests.front.simulated import Server, answer
from tests.front.test_keeping import forgetful
from tests.front.test_plans import Planned, pinged_people

pytestmark = pytest.mark.usefixtures("still")


@pytest.fixture
async def players(server: Server) -> simcord.RoleHandle:
    """A role that the server has set for it."""
    role = server.guild.create_role("Players")
    await sets(server, role.id)
    return role


async def sets(server: Server, role: int) -> simcord.InteractionResult:
    wizard = answer(await server.ana.slash(server.channel, "setup server"))
    custom_id = "setup:players_role:set"
    return await forging.press(server.ana, server.channel, wizard, custom_id, str(role))


def pinged(server: Server) -> list[str]:
    """The roles that a message of the bot's in the channel has pinged, one after the other."""
    found: list[str] = []
    for request in server.env.http_requests:
        if request.method == "POST" and request.path.endswith(f"{server.channel.id}/messages"):
            assert isinstance(request.json, dict)
            allowed = request.json["allowed_mentions"]
            assert not allowed.get("parse")  # nobody besides
            found += map(str, allowed.get("roles", ()))
    return found


async def test_a_plan_mentions_the_role_once_whatever_becomes_of_its_message(
    server: Server, players: simcord.RoleHandle
) -> None:
    plan = await Planned(server).made(server.bo)
    [looking] = read_call(plan.message).splitlines()
    assert looking.startswith(f"📣 {players.mention}: players are wanted for")
    await server.restart()
    await server.ana.delete(plan.message)
    await plan.presses(server.cy, "Join")
    assert players.mention in read_call(plan.message)
    await plan.checks_in(server.ana)
    assert players.mention not in read_call(plan.message)
    assert pinged(server) == [str(players.id)]


@pytest.mark.parametrize("away", [0.0, 600.0])
async def test_a_crash_while_the_message_is_sent_mentions_it_once(
    server: Server, players: simcord.RoleHandle, away: float, tmp_path: Path
) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="in 5 h")
    assert f"{players.mention} is mentioned once" in said(asked)
    with forgetful(tmp_path / "games.db"):
        await server.ana.click(answer(asked), label="Plan it")
        assert len(pinged(server)) == 1
        await server.crash(away)
    plan = Planned(server)
    await plan.presses(server.bo, "Join")
    (board,) = plan.table.boards
    assert players.mention in read_call(board)


@pytest.mark.parametrize("failing", [0, 1])
async def test_what_begins_soon_calls_the_role_and_its_host_with_one_message(
    server: Server, players: simcord.RoleHandle, failing: int
) -> None:
    if failing:
        path = f"/channels/{server.channel.id}/messages"
        server.env.inject_error("POST", path, status=503, times=failing)
    asked = await server.ana.slash(server.channel, "pod plan", when="in 20 min")
    await server.ana.click(answer(asked), label="Plan it")
    await server.env.advance_time(120)
    plan = Planned(server)
    first = plan.message.id
    looking, host = read_call(plan.message).splitlines()
    assert players.mention in looking
    assert server.ana.mention in host
    await plan.presses(server.bo, "Join")
    await plan.presses(server.ana, "I’m here")
    assert plan.message.id == first
    assert players.mention in read_call(plan.message)
    assert pinged(server)[failing:] == [str(players.id)]
    assert pinged_people(server)[failing:] == [server.ana.id]


async def test_who_was_called_beside_the_role_is_not_called_again_without_it(
    server: Server, players: simcord.RoleHandle
) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="in 20 min")
    await server.ana.click(answer(asked), label="Plan it")
    await server.env.advance_time(60)
    plan = Planned(server)
    first = plan.message.id
    wizard = answer(await server.ana.slash(server.channel, "setup server"))
    await forging.press(server.ana, server.channel, wizard, "setup:players_role:unset")
    await plan.presses(server.bo, "Join")
    await server.env.advance_time(60)
    assert plan.message.id == first
    assert pinged_people(server) == [server.ana.id]


async def test_who_plans_may_want_no_mention(server: Server, players: simcord.RoleHandle) -> None:
    await Planned(server).made(mention=False)
    assert pinged(server) == []


async def test_a_role_that_is_set_later_is_mentioned_by_the_next_plan_alone(server: Server) -> None:
    plan = await Planned(server).made()
    role = server.guild.create_role("Players")
    await sets(server, role.id)
    await plan.presses(server.bo, "Join")
    assert read_call(plan.message) == ""
    await Planned(server).made()
    assert pinged(server) == [str(role.id)]


async def test_everyone_is_no_such_role(server: Server) -> None:
    refused = await sets(server, server.guild.default_role.id)
    assert "@everyone would disturb the whole server" in said(refused)
