"""What every interaction passes before it is answered, whoever was shown the button.

What depends on a pod is checked again by the service, in one turn with the change.
"""

import asyncio

import discord

from bot.front.gateway.features import ACCESS
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import check_text
from bot.front.interaction.limits import Pace
from bot.front.interaction.pods import check_channel
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
    await _load(ctx)
    if not access.everywhere:
        check_channel(ctx)
    for right in access.rights:
        if right.roles and right.roles <= _ON_SERVER and not right.allows(ctx.roles):
            raise Refusal(right.refusal)


async def _load(ctx: Context) -> None:
    """Read the server's settings and, in the same moment, what is not in memory of the channel.

    Nearly whatever is asked needs its game and its people. Raises `StorageError` for the
    settings; whoever needs the rest asks for it, and hears what is wrong with it.
    """
    services, interaction = ctx.services, ctx.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    if services.service.remembers(ctx.place):
        return await ctx.reload()
    failed, *_ = await asyncio.gather(
        ctx.reload(),
        services.service.find_current(ctx.place),
        services.people.meet(interaction.user.id, ctx.place.channel),
        return_exceptions=True,
    )
    if failed is not None:
        raise failed
