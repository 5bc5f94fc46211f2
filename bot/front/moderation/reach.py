"""Deciding about a game from another channel than the one where it is played.

Whoever does so has to see that channel and to moderate there, now.
"""

from bot.front.interaction.channel_visibility import Sight
from bot.front.interaction.context import Context
from bot.projections.pods import has_pod
from bot.rules.refusals import Refusal
from bot.service.live_game import Place


async def check_reach(ctx: Context, place: Place, number: int) -> None:
    """Raise `Refusal` unless there is such a game of this server, in a channel that who asks sees.

    They also have to moderate there.
    """
    if not await has_pod(ctx.services.database, ctx.place.guild, place.channel, number):
        raise Refusal("no-such-pod")
    if place == ctx.place:
        return
    look = ctx.services.visibility.look
    sight = (await look(ctx.interaction, [place.channel]))[place.channel]
    if sight == "hidden":
        raise Refusal("no-such-pod")
    if not moderates_at(ctx, place.channel, sight):
        raise Refusal("only-moderators")


def moderates_at(ctx: Context, channel: int, sight: Sight) -> bool:
    """Return whether who asks moderates a channel: anywhere by a role, else by its permissions."""
    by_role = ctx.administers or ctx.settings.moderator_role is not None
    if by_role or sight == "gone":
        return ctx.moderates
    return ctx.services.visibility.may_manage_messages(ctx.interaction, channel)
