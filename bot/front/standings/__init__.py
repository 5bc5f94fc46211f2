"""Leaderboards, seasons, posts, statistics and history."""

import discord

from bot.front.interaction.declaring import make_group
from bot.front.standings import (
    deck_leaders,
    history,
    leaderboard,
    rivals,
    rule_changes,
    seasons,
    stats,
)

COMMANDS = (
    leaderboard.show_leaderboard,
    make_group(
        "season",
        seasons.start,
        seasons.end,
        seasons.rename,
        seasons.list_seasons,
        rule_changes.show_rules,
        seasons.exclude,
        seasons.include,
        permissions=discord.Permissions(manage_guild=True),
    ),
    stats.show_stats,
    stats.show_their_stats,
    rivals.show_rivals,
    history.show_history,
)
ROUTES = (
    *leaderboard.ROUTES,
    *stats.ROUTES,
    *deck_leaders.ROUTES,
    *rivals.ROUTES,
    *seasons.ROUTES,
    *history.ROUTES,
    *rule_changes.ROUTES,
)
