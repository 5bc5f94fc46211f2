"""The draw of seats and teams: players' contributions, its proof, and a server's list."""

from bot.front.draws import draw_actions

ROUTES = draw_actions.ROUTES
