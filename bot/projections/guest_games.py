"""The games of somebody in which there were guests and of which nobody has a result."""

from datetime import datetime

from sqlalchemy import or_, select

from bot.projections.past_pods import Spot
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import events, pods, results


async def find_guest_games(
    database: Database, guild: int, player: Player, between: tuple[datetime, datetime], most: int
) -> list[Spot]:
    """The newest of them that ended in some time, which may all have too many guests to count.

    That begins with the first moment of `between`, and ends before the second. Raises
    `Unreachable`.
    """
    since, until = between
    told = select(events.c.version).where(
        events.c.channel == pods.c.channel,
        events.c.pod == pods.c.pod,
        or_(*(events.c.payload.contains(f'"{name}"') for name in ("brought_by", "guests"))),
    )
    counted = select(results.c.pod).where(
        results.c.channel == pods.c.channel, results.c.pod == pods.c.pod
    )
    order = (pods.c.ended, pods.c.channel, pods.c.pod)
    found = (
        select(*order)
        .where(pods.c.guild == guild, pods.c.ended >= since, pods.c.ended < until)
        .where(pods.c.roster.contains(player, autoescape=True))
        .where(~counted.exists(), told.exists())
        .order_by(*(column.desc() for column in order))
        .limit(most)
    )
    async with database.open_reader() as connection:
        return [Spot(*row) for row in await connection.execute(found)]
