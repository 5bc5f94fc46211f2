"""Planned games, polls and the announcement of nights: sign-ups, check-ins, reminders, series."""

from bot.front import nights
from bot.front.interaction.command_declarations import build_command_group
from bot.front.plans import night_opening, night_view, plan_changes, plan_preview, polls

COMMANDS = (
    build_command_group(
        "night",
        polls.open_new_poll_modal,
        night_opening.preview_game_night,
        *night_view.COMMANDS,
        *nights.COMMANDS,
    ),
)
ROUTES = (*plan_preview.ROUTES, *polls.ROUTES, *night_opening.ROUTES, *plan_changes.ROUTES)
