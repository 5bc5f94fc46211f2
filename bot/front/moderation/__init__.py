"""What moderators decide, and what is confirmed or disputed."""

from bot.front.moderation import confirming, override, settling, weighing

COMMANDS = override.COMMANDS
ROUTES = (*confirming.ROUTES, *settling.ROUTES, *weighing.ROUTES)
