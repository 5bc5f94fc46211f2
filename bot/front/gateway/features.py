"""What the rooms of the front offer: every slash command and every route, and who may ask it."""

from collections.abc import Iterator, Mapping

from discord import app_commands

from bot.front import joust, judge, moderation, pods, reports, server, standings
from bot.front.interaction.declaring import AnyDeclared, find_access
from bot.front.interaction.routes import Access, Router, on_server

COMMANDS: tuple[AnyDeclared, ...] = (
    *pods.COMMANDS,
    *joust.COMMANDS,
    *reports.COMMANDS,
    *judge.COMMANDS,
    *server.COMMANDS,
    *standings.COMMANDS,
    *moderation.COMMANDS,
)

ROUTER = Router(
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

UNKNOWN = "unknown"
"""Stands for all that is asked and that the bot does not know: it says so."""


def _list_commands() -> Iterator[tuple[str, Access]]:
    for command in COMMANDS:
        inner = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
        for each in inner:
            if not isinstance(each, app_commands.Group):
                yield each.qualified_name, find_access(each)


COMMAND_ACCESS: Mapping[str, Access] = dict(_list_commands())
"""Who may use which command, by its `qualified_name`."""

ROUTE_ACCESS: Mapping[str, Access] = {route.called: route.access for route in ROUTER.routes}
"""Who may press what, by the route's name."""

ACCESS: Mapping[str, Access] = {**COMMAND_ACCESS, **ROUTE_ACCESS, UNKNOWN: on_server()}
"""Who may ask what; a command and a route of one name have the same access."""
