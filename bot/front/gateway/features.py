"""All slash commands and custom-id routes of the bot, and the access to each."""

from collections.abc import Iterator, Mapping

from discord import app_commands

from bot.front import (
    decks,
    draws,
    duels,
    free_seats,
    judge,
    moderation,
    nights,
    plans,
    pods,
    reports,
    server,
    standings,
    substitutes,
)
from bot.front.free_seats.finding import show_games_with_free_seats
from bot.front.interaction import time_options
from bot.front.interaction.command_declarations import AnyDeclared, build_command_group, get_command_access_rule
from bot.front.interaction.modules import MODULES
from bot.front.interaction.routes import AccessRule, CustomIdRouter, build_access_rule_for_server
from bot.front.plans.plan_preview import preview_planned_game
from bot.front.pods import game_entry, guests, lobby, pod_views

COMMANDS: tuple[AnyDeclared, ...] = (
    build_command_group(
        "pod",
        lobby.open_pod,
        preview_planned_game,
        show_games_with_free_seats,
        guests.bring_guest_into_lobby,
        pod_views.show_board_privately,
        game_entry.open_past_game_form,
    ),
    *decks.COMMANDS,
    *plans.COMMANDS,
    *pods.COMMANDS,
    *duels.COMMANDS,
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

COMMON_COMMANDS: tuple[AnyDeclared, ...] = tuple(command for command in COMMANDS if command.name not in MODULE_COMMANDS)
"""The commands that every server has."""

ROUTER = CustomIdRouter(
    (
        *pods.ROUTES,
        *draws.ROUTES,
        *decks.ROUTES,
        *substitutes.ROUTES,
        *plans.ROUTES,
        *nights.ROUTES,
        *free_seats.ROUTES,
        *time_options.ROUTES,
        *duels.ROUTES,
        *reports.ROUTES,
        *judge.ROUTES,
        *server.ROUTES,
        *standings.ROUTES,
        *moderation.ROUTES,
    )
)

UNKNOWN_NAME = "unknown"
"""The name of every command and custom id that the bot does not know."""


def _list_slash_commands_with_access_rules() -> Iterator[tuple[str, AccessRule]]:
    for command in COMMANDS:
        inner = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
        for each in inner:
            if not isinstance(each, app_commands.Group):
                yield each.qualified_name, get_command_access_rule(each)


COMMAND_ACCESS: Mapping[str, AccessRule] = dict(_list_slash_commands_with_access_rules())
"""The access to each command by its `qualified_name`."""

ROUTE_ACCESS: Mapping[str, AccessRule] = {route.metrics_name: route.access for route in ROUTER.routes}
"""The access to each route by its name."""

ACCESS: Mapping[str, AccessRule] = {**COMMAND_ACCESS, **ROUTE_ACCESS, UNKNOWN_NAME: build_access_rule_for_server()}
"""The access by name; a command and a route of one name have the same access."""
