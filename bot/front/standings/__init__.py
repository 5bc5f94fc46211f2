"""The leaderboard, seasons, statistics, weekly posts and past games of a server."""

import discord

from bot.front.interaction.command_declarations import build_command_group
from bot.front.standings import (
    deck_leaders,
    games_files,
    history,
    leaderboard,
    rivals,
    rule_changes,
    same_decks,
    season_ends,
    seasons,
    stats,
)

COMMANDS = (
    leaderboard.show_leaderboard,
    build_command_group(
        "season",
        seasons.start_season,
        seasons.ask_to_end_or_resume_season,
        seasons.rename_season,
        seasons.list_seasons,
        rule_changes.show_or_preview_season_rules,
        seasons.exclude_player_from_season,
        seasons.include_player_in_season_again,
        permissions=discord.Permissions(manage_guild=True),
    ),
    stats.show_member_or_deck_statistics,
    stats.show_member_statistics_from_context_menu,
    rivals.show_player_rivalries,
    history.show_past_games,
)
ROUTES = (
    *leaderboard.ROUTES,
    *stats.ROUTES,
    *deck_leaders.ROUTES,
    *same_decks.ROUTES,
    *rivals.ROUTES,
    *seasons.ROUTES,
    *season_ends.ROUTES,
    *games_files.ROUTES,
    *history.ROUTES,
    *rule_changes.ROUTES,
)
