"""A server's settings, its audit trail, and the commands about a person's data."""

import discord

from bot.front.interaction.command_declarations import build_command_group
from bot.front.server import audit_trail, house_variants, personal_data, setup

COMMANDS = (
    build_command_group(
        "setup",
        setup.show_settings,
        setup.set_server_language,
        house_variants.edit_variant,
        setup.set_server_time_zone,
        permissions=discord.Permissions(manage_guild=True),
    ),
    build_command_group(
        "me",
        personal_data.export_personal_data,
        personal_data.show_avoided_people,
        personal_data.claim_guest,
        personal_data.ask_to_erase_data,
    ),
    audit_trail.show_audit_trail,
)
ROUTES = (*setup.ROUTES, *house_variants.ROUTES, *personal_data.ROUTES, *audit_trail.ROUTES)
