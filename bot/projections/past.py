"""The pods that a channel has seen, as they are listed: when, what was agreed, who won."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import select

from bot.rules.events import Opened, Setup
from bot.rules.facts import Player
from bot.rules.pod import State
from bot.storage.database import Database
from bot.storage.log import recorded_in
from bot.storage.schema import events, pods, results


class Past(Struct, frozen=True):
    """A pod by its number; the `winners` begin with the master, and a draw has none."""

    number: int
    opened: datetime
    setup: Setup
    state: State
    winners: Sequence[Player]


async def past_pods(database: Database, channel: int, most: int) -> list[Past]:
    """The pods of a channel, the newest first. Raises `Damaged` or `Unreachable`."""
    opened = (
        select(events, pods.c.state)
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .where(pods.c.channel == channel)
        .order_by(pods.c.pod.desc())
        .limit(most)
    )
    won = (
        select(results.c.pod, results.c.player)
        .where(results.c.channel == channel, results.c.won)
        .order_by(results.c.role, results.c.player)
    )
    winners = dict[int, list[Player]]()
    async with database.reading() as connection:
        rows = (await connection.execute(opened)).all()
        for pod, player in await connection.execute(won):
            winners.setdefault(pod, []).append(player)
    found = [(recorded_in(row), row.state) for row in rows]
    return [
        Past(each.pod, each.at, each.event.setup, state, winners.get(each.pod, ()))
        for each, state in found
        if isinstance(each.event, Opened)
    ]
