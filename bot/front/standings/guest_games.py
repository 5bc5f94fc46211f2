"""Games that do not count in the standings because too many of those who played were guests."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from bot.front.interaction.context import Context
from bot.projections.guest_games import find_guest_games
from bot.rules.facts import Player
from bot.rules.guests import TooManyGuests, find_excess
from bot.service.live_game import Place

LOOKED = 20
"""The newest games with guests and without results, of which each is read."""

LATEST = 5
"""Games of which each is explained."""


class _GuestGame(NamedTuple):
    """A game that does not count, and why."""

    ended: datetime
    reason: TooManyGuests


async def render_guest_games(
    ctx: Context, player: Player, between: tuple[datetime, datetime], *, own: bool
) -> list[str]:
    """Return which games of somebody in some time do not count, and why; to others, how many."""
    guild, found = ctx.place.guild, list[_GuestGame]()
    for spot in await find_guest_games(ctx.services.database, guild, player, between, LOOKED):
        pod = (await ctx.services.service.read(Place(guild, spot.channel), spot.number)).live.pod
        reason = None if pod is None or pod.counted is None else find_excess(pod)
        if reason is not None:
            found.append(_GuestGame(spot.ended, reason))
    return list(_render_each(ctx, found) if own else _render_counts(ctx, found))


def _render_each(ctx: Context, found: list[_GuestGame]) -> Iterator[str]:
    text = ctx.text
    for game in found[:LATEST]:
        date = text.format_date(game.ended.astimezone(ctx.settings.zone).date(), year=False)
        yield text("season-left-game", date=date, reason=text(f"stats-{game.reason}"))
    if len(found) > LATEST:
        yield text("season-left-more", count=len(found) - LATEST)


def _render_counts(ctx: Context, found: list[_GuestGame]) -> Iterator[str]:
    for reason, count in Counter(game.reason for game in found).items():
        yield ctx.text("season-left-count", count=count, reason=ctx.text(f"stats-{reason}"))
