"""Substitutes: somebody else plays on for a player, who may keep the result."""

from bot.front.substitutes import seat_offers

ROUTES = seat_offers.ROUTES
