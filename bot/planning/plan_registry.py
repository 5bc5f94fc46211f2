"""All commands and events of planned games and nights; importing this module imports their modules."""

from bot.planning import (
    cancelling,
    check_in,
    moving,
    next_plan,
    night_begin_and_end,
    night_calls,
    night_clock,
    night_penalties,
    night_players,
    night_redraws,
    night_rounds,
    night_swaps,
    plan_creation,
    plan_lobby,
    polls,
    reminders,
    scheduled_event,
    signing_up,
)
from bot.planning.plan import PlannedGameCommand, PlannedGameEvent
from bot.rules.commands_and_events import list_leaf_subclasses

MODULES = (
    plan_creation,
    polls,
    moving,
    cancelling,
    signing_up,
    check_in,
    reminders,
    plan_lobby,
    next_plan,
    scheduled_event,
    night_begin_and_end,
    night_rounds,
    night_redraws,
    night_swaps,
    night_players,
    night_clock,
    night_calls,
    night_penalties,
)
"""The modules that define the commands and events of plans and nights."""

COMMANDS: tuple[type[PlannedGameCommand], ...] = list_leaf_subclasses(PlannedGameCommand)
EVENTS: tuple[type[PlannedGameEvent], ...] = list_leaf_subclasses(PlannedGameEvent)
