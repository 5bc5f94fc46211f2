"""The role of the reigning first: who wears it, and what is said where that cannot be."""

import asyncio
import json
from collections.abc import Iterator

import discord
import pytest
import simcord

from bot import app
from bot.basics.reconciler import FIRST_PAUSE
from bot.front.server.champion_role import ChampionRoleReconciler
from bot.projections.season_standings import SeasonLeaderLookup
from bot.storage.engine import schema
from bot.storage.tables.champions import ChampionRepository
from tests.front.deciding import done, report
from tests.front.playing import Table, let_count, sets
from tests.front.simulated import Server, answer, of_the_bot_itself, still_time, sweeping
from tests.front.test_faults import heals
from tests.front.test_seasons import season
from tests.front.test_setup import Wizard
from tests.storage.store import execute, rows

ROUND = 600.0
"""Seconds between two rounds of chores."""

ROLES = "/guilds/*/members/*/roles/*"


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with fewer chores than there are."""
    with sweeping(seconds=ROUND), still_time():
        yield


@pytest.fixture
async def wizard(server: Server) -> Wizard:
    """With the page of the role open."""
    wizard = Wizard(server, await server.ana.slash(server.channel, "setup server"))
    await wizard.shows("champion_role")
    return wizard


@pytest.fixture
async def role(server: Server, wizard: Wizard) -> simcord.RoleHandle:
    """The champion's role, in a season that has just begun."""
    role = server.guild.create_role("Champion")
    await wizard.sets("champion_role", role)
    await season(server, "start")
    return role


async def won(server: Server, winner: str = "Ana") -> Table:
    """A game of Ana, Bo, Cy and Di in a channel of its own that this one wins."""
    channel = server.guild.create_text_channel(f"table-{len(server.guild._guild.channel_ids)}")
    table = await Table(server, channel).started(*server.everybody[:4])
    for loser in ("Ana", "Bo", "Cy", "Di"):
        if loser != winner:
            await table.reports(server.ana, loser, winner)
    await let_count(server, 2 * ROUND / 60 + 5)
    return table


def wearing(server: Server, role: simcord.RoleHandle) -> set[str]:
    """Who has a role."""
    members = server.env.backend.guilds[server.guild.id].members
    return {
        name
        for name, member in server.people.items()
        if member.id in members and role.id in members[member.id].role_ids
    }


def given_by_hand(server: Server, name: str, role: simcord.RoleHandle) -> None:
    server.env.backend.add_member_role(server.guild.id, server.people[name].id, role.id)


def requests(server: Server) -> list[str]:
    """What was asked of Discord about members."""
    sent = server.env.http_requests
    return [f"{each.method} {each.path}" for each in sent if "/members/" in each.path]


async def written(server: Server) -> list[tuple[object, ...]]:
    assert isinstance(server.bot.app, app.BotApplication)
    return await rows(server.bot.app.database, schema.champions)


def allow(server: Server, **permissions: bool) -> None:
    """Changes what the bot may do on the whole server."""
    backend = server.env.backend
    guild = backend.guilds[server.guild.id]
    (id,) = guild.members[backend.bot_user.id].role_ids
    changed = discord.Permissions(guild.roles[id].permissions)
    changed.update(**permissions)
    with of_the_bot_itself():
        backend.edit_role(guild.id, id, {"permissions": changed.value})


async def test_the_first_of_the_season_wears_the_role_and_it_moves_with_the_lead(
    server: Server, role: simcord.RoleHandle
) -> None:
    await server.env.advance_time(ROUND)
    assert wearing(server, role) == set()
    await won(server)
    assert wearing(server, role) == {"ana"}
    await won(server, "Bo")
    assert wearing(server, role) == {"ana", "bo"}
    await won(server, "Bo")
    assert wearing(server, role) == {"bo"}
    given = next(r for r in server.env.http_requests if r.method == "PUT" and "/roles/" in r.path)
    assert given.reason == "First of the season"


async def test_the_role_goes_back_when_a_result_is_taken_back_or_put_right(
    server: Server, role: simcord.RoleHandle
) -> None:
    table = await won(server)
    await done(table, "undo", report=await report(table, "undo", "Di:"))
    assert wearing(server, role) == set()
    await table.reports(server.ana, "Di", "Ana")
    await let_count(server, 2 * ROUND / 60 + 5)
    assert wearing(server, role) == {"ana"}
    previewed = await server.ana.slash(
        table.channel, "override points", player=table.keys["Di"], points=9, reason="hers"
    )
    await server.ana.click(answer(previewed), label="Apply")
    assert wearing(server, role) == {"di"}


async def test_a_role_that_was_just_chosen_is_given_once_a_game_counts_before_any_round(
    server: Server, wizard: Wizard
) -> None:
    role = server.guild.create_role("Champion")
    await server.env.advance_time(ROUND)
    await wizard.sets("champion_role", role)
    await season(server, "start")
    await sets(server, "confirmation", "other")
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    assert wearing(server, role) == set()
    await server.bo.click(table.board, label="Confirm")
    assert wearing(server, role) == {"ana"}


async def test_a_champion_keeps_the_role_until_the_next_season_has_a_first(
    server: Server, role: simcord.RoleHandle
) -> None:
    await won(server)
    await season(server, "end")
    await season(server, "start")
    await server.env.advance_time(ROUND)
    assert wearing(server, role) == {"ana"}
    await won(server, "Cy")
    assert wearing(server, role) == {"cy"}


async def test_who_has_the_role_by_another_s_hand_keeps_it(server: Server, role: simcord.RoleHandle) -> None:
    given_by_hand(server, "ana", role)
    given_by_hand(server, "gil", role)
    await won(server)
    assert await written(server) == []
    asked = len(requests(server))
    await server.env.advance_time(5 * ROUND)
    assert len(requests(server)) == asked
    await won(server, "Bo")
    await won(server, "Bo")
    assert wearing(server, role) == {"ana", "bo", "gil"}


async def test_another_role_and_none_are_followed_at_once(
    server: Server, role: simcord.RoleHandle, wizard: Wizard
) -> None:
    await won(server)
    other = server.guild.create_role("Emperor")
    await wizard.sets("champion_role", other)
    assert (wearing(server, role), wearing(server, other)) == (set(), {"ana"})
    await wizard.presses("champion_role:unset")
    assert wearing(server, other) == set()
    assert await written(server) == []


async def test_a_restart_changes_nothing_and_a_crash_leaves_nothing_undone(
    server: Server, role: simcord.RoleHandle
) -> None:
    await won(server)
    await server.restart()
    await server.env.advance_time(ROUND)
    assert wearing(server, role) == {"ana"}
    assert isinstance(server.bot.app, app.BotApplication)
    about_to = schema.champions.update().values(given=False)  # that was when the crash came
    await execute(server.bot.app.database, about_to)
    server.env.backend.remove_member_role(server.guild.id, server.ana.id, role.id)
    await server.restart()
    await server.env.advance_time(ROUND)
    assert wearing(server, role) == {"ana"}
    await won(server, "Bo")
    await won(server, "Bo")
    assert wearing(server, role) == {"bo"}


async def both(server: Server, *crowns: ChampionRoleReconciler) -> None:
    """Both look at the same moment, and finish what comes of it."""
    await asyncio.gather(*(each.reconcile_roles_of_all_servers() for each in crowns))
    await asyncio.gather(*(each._looks.wait_for_jobs_of_keys([server.guild.id]) for each in crowns))


async def test_two_processes_that_see_to_it_at_once_agree(server: Server, role: simcord.RoleHandle) -> None:
    await won(server)
    assert isinstance(server.bot.app, app.BotApplication)
    services, database = server.bot.app.client.services, server.bot.app.database
    champions = ChampionRepository(database)
    leaders = SeasonLeaderLookup(database, champions, services.season_tables)
    other = ChampionRoleReconciler(server.bot.app.client, champions, leaders, services.guilds, discord.utils.utcnow)
    await execute(database, schema.champions.update().values(given=False))
    server.env.backend.remove_member_role(server.guild.id, server.ana.id, role.id)
    await both(server, services.champion_role, other)
    assert wearing(server, role) == {"ana"}
    await won(server, "Bo")
    await won(server, "Bo")
    await both(server, services.champion_role, other)
    assert wearing(server, role) == {"bo"}
    assert [(row[1], row[3]) for row in await written(server)] == [(server.bo.id, True)]


async def test_nothing_is_asked_of_discord_while_nothing_changes(server: Server, role: simcord.RoleHandle) -> None:
    await won(server)
    asked = requests(server)
    await won(server)
    await server.env.advance_time(10 * ROUND)
    assert requests(server) == asked


async def test_a_discord_that_fails_is_asked_again_after_rests(server: Server, role: simcord.RoleHandle) -> None:
    server.env.inject_error("PUT", ROLES, status=403, code=50013, times=None)
    began = server.env.now()
    await won(server)
    await server.env.advance_time(10 * ROUND)
    tries = [each for each in requests(server) if each.startswith("PUT")]
    rests = FIRST_PAUSE * (2 ** (len(tries) - 1) - 1)  # each is twice as long as the one before
    assert FIRST_PAUSE <= rests <= (server.env.now() - began).total_seconds()
    assert await written(server) == []
    heals(server)
    await server.env.advance_time(2 * 3600)
    assert wearing(server, role) == {"ana"}


async def test_a_role_that_discord_does_not_let_the_bot_take_is_told_of_and_taken_later(
    server: Server, role: simcord.RoleHandle, wizard: Wizard
) -> None:
    log = server.guild.create_text_channel("log")
    await wizard.chooses("log_channel", log)
    await won(server)
    server.env.inject_error("DELETE", ROLES, status=403, code=50013, times=None)
    await won(server, "Bo")
    await won(server, "Bo")
    assert wearing(server, role) == {"ana", "bo"}
    told = [message.content for message in log.history(viewer=server.ana)]
    assert sum("did not let me give or remove" in each for each in told) == 1
    heals(server)
    await server.env.advance_time(2 * 3600)
    assert wearing(server, role) == {"bo"}


async def test_who_has_left_is_passed_over_and_wears_it_when_back(server: Server, role: simcord.RoleHandle) -> None:
    table = await Table(server).started(*server.everybody[:4])
    server.guild.remove_member(server.bo)
    for loser in ("Ana", "Cy", "Di"):
        await table.reports(server.ana, loser, "Bo")
    assert wearing(server, role) == set()
    server.guild.add_member(server.bo.user)
    await server.env.advance_time(3600 + ROUND)
    assert wearing(server, role) == {"bo"}


async def test_whoever_is_forgotten_wears_it_no_more(server: Server, role: simcord.RoleHandle) -> None:
    await won(server)
    exported = await server.ana.slash(server.channel, "me export")
    kept = json.loads(await answer(exported).message.attachments[0].read())
    assert [each["role"] for each in kept["roles"]] == [role.id]
    asked = await server.ana.slash(server.channel, "me forget")
    await server.ana.click(answer(asked), custom_id="me:forget:sure")
    await server.ana.click(answer(asked), custom_id="me:forget:really")
    assert wearing(server, role) == set()
    assert await written(server) == []


# What is in the way


async def test_a_missing_permission_is_said_in_setup_and_once_in_the_log(
    server: Server, wizard: Wizard, role: simcord.RoleHandle
) -> None:
    log = server.guild.create_text_channel("log")
    await wizard.chooses("log_channel", log)
    allow(server, manage_roles=False)
    await wizard.presses("all:show")
    await wizard.presses("all:test")
    assert "I need *Manage Roles*" in wizard.text
    await won(server)
    await server.env.advance_time(5 * ROUND)
    said = [m.content for m in log.history(viewer=server.ana) if "*Manage Roles*" in m.content]
    assert len(said) == 1
    assert role.mention in said[0]
    await server.restart()
    await server.env.advance_time(3600)
    assert len([m for m in log.history(viewer=server.ana) if "*Manage" in m.content]) == 1
    assert requests(server) == []
    allow(server, manage_roles=True)
    await server.env.settle()
    assert wearing(server, role) == {"ana"}


async def test_a_role_that_cannot_be_given_is_told_when_it_is_chosen(server: Server, wizard: Wizard) -> None:
    above = server.guild.create_role("Above", position=50)
    of_an_app = server.guild.create_role("Another bot", managed=True)
    mine = server.guild.create_role("Mine")
    for role, told in ((above, "is above my own role"), (of_an_app, "can’t be given to members")):
        await wizard.chooses("champion_role", role)
        assert told in wizard.text
    await wizard.chooses("champion_role", mine)
    assert "⚠️" not in wizard.text
    await wizard.presses("all:show")
    await wizard.presses("all:test")
    assert f"{mine.mention}: I can give it" in wizard.text
    server.env.backend.delete_role(server.guild.id, mine.id)
    await wizard.presses("all:test")
    assert "The champion role no longer exists" in wizard.text


async def test_everybody_cannot_be_the_champion(server: Server, wizard: Wizard) -> None:
    result = await wizard.sets("champion_role", server.guild.default_role)
    assert "Everyone already has @everyone" in answer(result).content
