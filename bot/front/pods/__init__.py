"""A pod from its lobby to its end, and ways to look at it."""

from bot.front.pods import leaving, life, lobby, looking, play, rules, why
from bot.front.pods.group import POD

COMMANDS = (POD, *lobby.COMMANDS, *play.COMMANDS, *life.COMMANDS, *why.COMMANDS, *rules.COMMANDS)
ROUTES = (*lobby.ROUTES, *play.ROUTES, *looking.ROUTES, *leaving.ROUTES, *life.ROUTES)
