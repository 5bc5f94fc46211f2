"""The pod that an option of `/override …` means: of the channel where it is asked, or of a thread.

In Discord a thread has its channel's rights, so who moderates the channel moderates the thread,
if they see it. Both are looked at each time.
"""

from typing import NamedTuple

from bot.front.interaction.channel_visibility import Sight
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_id, is_number
from bot.projections.pods import has_pod
from bot.rules.refusals import Refusal
from bot.service.live_game import Place


class PickedPod(NamedTuple):
    """A pod that was picked: where it is played, and its number; 0 for the one played there now."""

    place: Place
    number: int = 0


async def read_picked_pod(ctx: Context, value: str | None) -> PickedPod:
    """Return the pod that an option names: by its number, for a thread's after the thread's id.

    Without an option it is the current one. Raises `Refusal`, also about a thread that is none of
    this channel's or that who asks may not see.
    """
    channel, slash, number = (value or "").rpartition("/")
    if not value:
        return PickedPod(ctx.place)
    if not is_number(number) or (slash and not is_id(channel)):
        raise Refusal("no-such-pod")
    place = Place(ctx.place.guild, int(channel)) if slash else ctx.place
    await check_place(ctx, place)
    return PickedPod(place, int(number))


def write_value(ctx: Context, channel: int, number: int) -> str:
    """Return how an option names a pod: `read_picked_pod` reads it."""
    return f"{number}" if channel == ctx.place.channel else f"{channel}/{number}"


async def check_place(ctx: Context, place: Place) -> None:
    """Raise `Refusal` unless it can be decided from here about what is played at `place`.

    That is this channel, or one of its threads that who asks sees, and moderates as the channel.
    """
    if place == ctx.place:
        return
    threads = await ctx.services.visibility.find_threads(ctx.interaction, [place.channel])
    if place.guild != ctx.place.guild or place.channel not in threads or not ctx.moderates:
        raise Refusal("no-such-pod")


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
