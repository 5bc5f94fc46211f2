"""Leaderboards, seasons, posts, statistics and history."""

from bot.front.standings import history, leaderboard, seasons, stats

COMMANDS = (
    *leaderboard.COMMANDS,
    *seasons.COMMANDS,
    *stats.COMMANDS,
    *history.COMMANDS,
)
ROUTES = (*leaderboard.ROUTES, *history.ROUTES)
