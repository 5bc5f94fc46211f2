"""`/setup …`: the commands of a server's settings, which the features of this room declare."""

import discord

from bot.front.interaction.declaring import make_group

SETUP = make_group("setup", discord.Permissions(manage_guild=True))
