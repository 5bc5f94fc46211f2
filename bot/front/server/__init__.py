"""A server's settings, its audit trail, and the commands about a person's data."""

import discord

from bot.front.interaction.command_declarations import build_command_group
from bot.front.server import audit_trail, house_variants, own_games, personal_data, setup

COMMANDS = (
    build_command_group(
        "setup",
        setup.show_server_settings,
        setup.set_server_language,
        house_variants.show_variant_editor_or_list,
        setup.set_server_time_zone,
        permissions=discord.Permissions(manage_guild=True),
    ),
    build_command_group(
        "me",
        own_games.show_own_games,
        personal_data.export_personal_data,
        personal_data.show_avoided_people,
        personal_data.claim_to_be_guest_player,
        personal_data.ask_to_confirm_data_erasure,
    ),
    audit_trail.show_audit_trail,
)
ROUTES = (*setup.ROUTES, *house_variants.ROUTES, *personal_data.ROUTES, *own_games.ROUTES, *audit_trail.ROUTES)
