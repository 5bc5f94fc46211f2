"""All slash commands and custom-id routes of the bot, and the access to each."""

from collections.abc import Iterator, Mapping

from discord import app_commands

from bot.front import joust, judge, moderation, pods, reports, server, standings
from bot.front.interaction.declaring import AnyDeclared, get_command_access
from bot.front.interaction.modules import MODULES
from bot.front.interaction.routes import Access, CustomIdRouter, server_access

COMMANDS: tuple[AnyDeclared, ...] = (
    *pods.COMMANDS,
    *joust.COMMANDS,
    *reports.COMMANDS,
    *judge.COMMANDS,
    *server.COMMANDS,
    *standings.COMMANDS,
    *moderation.COMMANDS,
)

MODULE_COMMANDS: Mapping[str, AnyDeclared] = {
    name: command for name in MODULES for command in COMMANDS if command.name == name
}
"""The commands and groups that servers switch on, by name."""

COMMON_COMMANDS: tuple[AnyDeclared, ...] = tuple(
    command for command in COMMANDS if command.name not in MODULE_COMMANDS
)
"""The commands that every server has."""

ROUTER = CustomIdRouter(
    (
        *pods.ROUTES,
        *joust.ROUTES,
        *reports.ROUTES,
        *judge.ROUTES,
        *server.ROUTES,
        *standings.ROUTES,
        *moderation.ROUTES,
    )
)

UNKNOWN_NAME = "unknown"
"""The name of every command and custom id that the bot does not know."""


def _iterate_command_access() -> Iterator[tuple[str, Access]]:
    for command in COMMANDS:
        inner = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
        for each in inner:
            if not isinstance(each, app_commands.Group):
                yield each.qualified_name, get_command_access(each)


COMMAND_ACCESS: Mapping[str, Access] = dict(_iterate_command_access())
"""The access to each command by its `qualified_name`."""

ROUTE_ACCESS: Mapping[str, Access] = {route.display_name: route.access for route in ROUTER.routes}
"""The access to each route by its name."""

ACCESS: Mapping[str, Access] = {**COMMAND_ACCESS, **ROUTE_ACCESS, UNKNOWN_NAME: server_access()}
"""The access by name; a command and a route of one name have the same access."""
