"""What moderators decide, and what is confirmed or disputed."""

from bot.front.interaction.context import MODERATES
from bot.front.interaction.declaring import make_group
from bot.front.moderation import (
    confirming,
    duel_settling,
    override,
    settling,
    unsettled,
    weighing,
)

COMMANDS = (
    make_group(
        "override",
        override.rule_responsible,
        override.undo,
        override.set_status,
        override.set_points,
        override.end,
        override.remove,
        override.set_host,
        override.date,
        override.void,
        override.reopen,
        permissions=MODERATES,
    ),
)
ROUTES = (
    *confirming.ROUTES,
    *settling.ROUTES,
    *duel_settling.ROUTES,
    *unsettled.ROUTES,
    *weighing.ROUTES,
)
