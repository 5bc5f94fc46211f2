"""Questions to the judge: private answers, which whoever asked can show to everybody."""

from bot.front.interaction.declaring import make_group
from bot.front.judge import damage, defeat, loyalty

COMMANDS = (make_group("judge", defeat.ask_defeat, damage.ask_damage, loyalty.ask_loyalty),)
ROUTES = (*defeat.ROUTES, *damage.ROUTES, *loyalty.ROUTES)
