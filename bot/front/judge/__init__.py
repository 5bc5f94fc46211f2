"""Questions to the judge; the answers are private until the asker shows them to everybody."""

from bot.front.judge import asking, damage, defeat, loyalty

COMMANDS = (asking.ask_judge,)
ROUTES = (*defeat.ROUTES, *damage.ROUTES, *loyalty.TOPIC.list_routes())
