"""All commands and events of plans and nights; importing this module imports their modules."""

from bot.planning import (
    cancelling,
    check_in,
    gathering,
    listing,
    making,
    moving,
    night_clock,
    night_course,
    night_players,
    night_rounds,
    night_swaps,
    polls,
    reminders,
    repeating,
    signing_up,
)
from bot.planning.plan import PlanCommand, PlanEvent
from bot.rules.acts import list_leaf_classes

MODULES = (
    making,
    polls,
    moving,
    cancelling,
    signing_up,
    check_in,
    reminders,
    gathering,
    repeating,
    listing,
    night_course,
    night_rounds,
    night_swaps,
    night_players,
    night_clock,
)
"""The modules that define the commands and events of plans and nights."""

COMMANDS: tuple[type[PlanCommand], ...] = list_leaf_classes(PlanCommand)
EVENTS: tuple[type[PlanEvent], ...] = list_leaf_classes(PlanEvent)
