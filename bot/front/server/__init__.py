"""A server's settings, its audit trail, and the commands about a person's data."""

import discord

from bot.front.interaction.declaring import make_group
from bot.front.server import audit_trail, house_variants, me, setup

COMMANDS = (
    make_group(
        "setup",
        setup.show_settings,
        setup.set_language,
        house_variants.edit_variant,
        setup.set_timezone,
        permissions=discord.Permissions(manage_guild=True),
    ),
    make_group("me", me.export, me.avoid, me.claim, me.forget),
    audit_trail.show_audit,
)
ROUTES = (*setup.ROUTES, *house_variants.ROUTES, *me.ROUTES, *audit_trail.ROUTES)
