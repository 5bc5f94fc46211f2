"""The leaderboard, seasons, statistics, weekly posts and past games of a server."""

import discord

from bot.front.interaction.command_declarations import build_command_group
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
    build_command_group(
        "season",
        seasons.start_season,
        seasons.ask_to_end_season,
        seasons.rename_season,
        seasons.list_seasons,
        rule_changes.show_season_rules,
        seasons.exclude_player,
        seasons.include_player,
        permissions=discord.Permissions(manage_guild=True),
    ),
    stats.show_stats,
    stats.show_member_stats_from_menu,
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
