"""What every interaction passes before it is answered, whoever was shown the button.

What depends on a pod is checked again by the service, in one turn with the change.
"""

import discord

from bot.front.gateway.features import ACCESS
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import check_text
from bot.front.interaction.limits import Pace
from bot.rights import Role
from bot.rules.refusals import Refusal

_ON_SERVER: frozenset[Role] = frozenset({"moderator", "administrator"})
"""Roles that have nothing to do with a pod."""


async def admit(ctx: Context, name: str) -> None:
    """Let an interaction by the name of one of `ACCESS` pass. Raises `Refusal`."""
    access, interaction = ACCESS[name], ctx.interaction
    typing = interaction.type is discord.InteractionType.autocomplete
    pace: Pace = "typing" if typing else access.pace
    ctx.services.throttle.take(
        pace, interaction.user.id, interaction.guild_id, discord.utils.utcnow()
    )
    check_text(interaction.data)
    await ctx.load()
    if not access.everywhere:
        _check_channel(ctx)
    for right in access.rights:
        if right.roles and right.roles <= _ON_SERVER and not right.allows(ctx.roles):
            raise Refusal(right.refusal)


def _check_channel(ctx: Context) -> None:
    """Raise `Refusal` in a channel where the server does not want the bot to be used."""
    interaction, channels = ctx.interaction, ctx.settings.channels
    here = interaction.channel_id
    if isinstance(interaction.channel, discord.Thread):
        here = interaction.channel.parent_id
    if channels and here not in channels:
        raise Refusal("not-here", channels=tuple(f"<#{channel}>" for channel in channels))
