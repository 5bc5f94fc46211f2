"""`/override …`: the commands with which moderators decide."""

from bot.front.interaction.context import MODERATES
from bot.front.interaction.declaring import make_group

OVERRIDE = make_group("override", MODERATES)
