"""Modules: whole commands that are in the list of a server once it has switched them on."""

import pytest
import simcord

from bot.basics.reconciler import FIRST_PAUSE
from bot.front.interaction.modules import MODULES
from bot.storage.record.people import AccountNames
from tests.front.playing import said, switch_on
from tests.front.simulated import Server, answer, sent_away
from tests.front.test_faults import heals
from tests.front.test_setup import Wizard, app_of, wizard

__all__ = ["wizard"]  # pytest finds the fixture here

ROUND = 60.0
"""Seconds between two rounds of chores."""


def listed(server: Server) -> list[str]:
    """Every command in Bo's list, a command as often as Discord shows it."""
    backend = server.env.backend
    visible = backend.visible_commands(user_id=server.bo.id, channel_id=server.channel.id)
    return [command["name"] for command in visible]


def listed_modules(server: Server) -> list[str]:
    return [name for name in listed(server) if name in MODULES]


def uploads(server: Server) -> int:
    """How often the bot told Discord the commands of a single server."""
    return sum(
        request.method == "PUT" and f"/guilds/{server.guild.id}/commands" in request.path
        for request in server.env.http_requests
    )


def refuse_uploads(server: Server, status: int) -> None:
    path = "/applications/*/guilds/*/commands"
    server.env.inject_error("PUT", path, status=status, code=50001, times=None)


async def test_new_server_lists_no_module(server: Server) -> None:
    assert listed_modules(server) == []
    assert "pod" in listed(server)
    assert uploads(server) == 0


async def test_module_is_listed_once_from_the_press_that_switches_it_on_to_the_next(
    server: Server, wizard: Wizard
) -> None:
    await wizard.chooses("modules", "joust")
    assert listed_modules(server) == ["joust"]
    await server.bo.slash(server.channel, "joust open")
    await wizard.sets("modules", "joust", "series")
    assert listed_modules(server) == ["joust", "series"]
    await wizard.presses("modules:unset")
    assert listed_modules(server) == []


async def test_modules_are_told_to_discord_only_when_they_change(server: Server) -> None:
    await switch_on(server, *MODULES)
    await switch_on(server, *MODULES)
    await server.restart()
    await server.env.advance_time(3 * ROUND)
    assert listed_modules(server) == sorted(MODULES)
    assert uploads(server) == 1


async def test_module_that_was_switched_on_while_the_bot_was_stopped_is_listed_after_the_start(server: Server) -> None:
    await app_of(server).client.services.guilds.enable_bot_modules(server.guild.id, ["series"])
    await server.restart()
    await server.env.advance_time(ROUND)
    assert listed_modules(server) == ["series"]


@pytest.mark.usefixtures("still")
async def test_refused_upload_stops_nothing_and_is_tried_again_after_a_rest(server: Server, wizard: Wizard) -> None:
    refuse_uploads(server, 403)
    await wizard.chooses("modules", "joust")
    assert "✅ Saved." in wizard.text
    assert listed_modules(server) == []
    await server.restart()
    await server.bo.slash(server.channel, "pod open")
    heals(server)
    await server.env.advance_time(2 * FIRST_PAUSE + 2 * ROUND)
    assert listed_modules(server) == ["joust"]


async def test_server_that_invites_the_bot_again_has_its_modules_again(server: Server) -> None:
    await switch_on(server, "joust")
    with sent_away(server):
        await server.env.settle()
        server.env.backend.register_commands(server.guild.id, [])
    await server.env.settle()
    assert listed_modules(server) == ["joust"]


async def test_command_of_a_module_that_is_off_says_how_it_is_switched_on(server: Server) -> None:
    await switch_on(server, "joust")
    services = app_of(server).client.services
    ana = await services.people.with_nicknames_of_server(server.guild.id).load_or_create_person(
        server.ana.id, AccountNames("Ana", "ana")
    )
    now = server.env.backend.clock.now()
    await services.guilds.set_setting(server.guild.id, "modules", (), ana, 1, now)
    refused = said(await server.bo.slash(server.channel, "joust open"))
    assert "is off on this server" in refused
    assert "🧩 *Modules*" in refused


async def test_help_names_the_modules_that_are_off_and_who_switches_them_on(server: Server) -> None:
    await switch_on(server, "joust")
    fields = answer(await server.bo.slash(server.channel, "help")).embeds[0].fields
    (value,) = [field.value or "" for field in fields if field.name == "Switched off here"]
    assert value.startswith("`/series` · ")
    assert "/joust" not in value
    assert "Manage Server" in value


async def test_module_that_discord_still_lists_for_all_servers_is_not_listed_twice(
    server: Server, env: simcord.Env
) -> None:
    """The version before registered it for all, and Discord refuses the commands of this one."""
    backend = env.backend
    before = [*backend.commands[None].values()]
    module = {"name": "joust", "description": "a duel", "type": 1}
    await switch_on(server, "series")
    backend.register_commands(None, [module])
    backend.commands[None] |= {(each["name"], each["type"]): each for each in before}
    env.inject_error("PUT", "/applications/*/commands", status=400, code=50035, times=None)
    await server.restart()
    await switch_on(server, "joust")
    assert listed_modules(server) == ["joust", "series"]
