"""A season that is over is locked: who decides about one of its games is asked once more."""

from datetime import datetime

from bot.front.interaction.context import Context
from bot.rules.commands import Overrule
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_moment
from bot.storage.tables.seasons import Season


async def find_locked(ctx: Context, live: LiveGame, overrule: Overrule | None) -> Season | None:
    """Return the season that is over in which a game counts, or would after a decision; or None."""
    dates = [live.ended]
    if overrule is not None and overrule.at is not None:
        dates.append(to_moment(overrule.at))
    seasons = await ctx.services.seasons.find_all(live.place.guild)
    found = (each for at in dates if at is not None for each in seasons if _was_in(each, at))
    return next(found, None)


def _was_in(season: Season, at: datetime) -> bool:
    return season.end is not None and season.start <= at < season.end
