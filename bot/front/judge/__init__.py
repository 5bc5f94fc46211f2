"""Questions to the judge: private answers, which whoever asked can show to everybody."""

from bot.front.interaction.declaring import make_group
from bot.front.judge import damage

COMMANDS = (make_group("judge", damage.ask_damage),)
ROUTES = damage.ROUTES
