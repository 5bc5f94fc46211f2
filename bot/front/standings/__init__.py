"""Leaderboards, seasons, posts, statistics and history."""

import discord

from bot.front.interaction.declaring import make_group
from bot.front.standings import history, leaderboard, seasons, stats

COMMANDS = (
    leaderboard.leaderboard,
    make_group(
        "season",
        seasons.start,
        seasons.end,
        seasons.rename,
        seasons.list_seasons,
        permissions=discord.Permissions(manage_guild=True),
    ),
    stats.stats,
    stats.their_stats,
    stats.rivals,
    history.history,
)
ROUTES = (*leaderboard.ROUTES, *history.ROUTES)
