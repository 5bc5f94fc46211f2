"""Questions to the judge; the answers are private until the asker shows them to everybody."""

from bot.front.interaction.declaring import make_group
from bot.front.judge import damage, defeat, loyalty

COMMANDS = (make_group("judge", defeat.ask_defeat, damage.ask_damage, loyalty.ask_loyalty),)
ROUTES = (*defeat.ROUTES, *damage.ROUTES, *loyalty.TOPIC.list_routes())
