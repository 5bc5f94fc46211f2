"""A server's settings, its audit trail, and what is kept about one person."""

from bot.front.server import audit_trail, house_variants, me, setup
from bot.front.server.group import SETUP

COMMANDS = (SETUP, *me.COMMANDS, *audit_trail.COMMANDS)
ROUTES = (*setup.ROUTES, *house_variants.ROUTES, *me.ROUTES, *audit_trail.ROUTES)
