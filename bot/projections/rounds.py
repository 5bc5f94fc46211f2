"""The pods that a channel has seen since one of them, and what each counts: rounds of a series."""

from msgspec import Struct
from sqlalchemy import select

from bot.projections.past_pods import OPENED
from bot.rules.facts import Player
from bot.rules.pod import State
from bot.storage.engine.database import Database
from bot.storage.engine.schema import events, pods, results


class Round(Struct, frozen=True):
    """A pod by its number; without `points` while it is played, and until it is confirmed.

    The `winners` begin with the master, and a draw has none.
    """

    number: int
    state: State
    points: dict[Player, int]
    winners: list[Player]


async def read_rounds(database: Database, channel: int, first: int) -> list[Round]:
    """The pods of a channel from the `first` on, oldest first. Raises `Unreachable`."""
    same = (results.c.channel == pods.c.channel) & (results.c.pod == pods.c.pod)
    found = (
        select(pods.c.pod, pods.c.state, results.c.player, results.c.points, results.c.won)
        .join(events, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .outerjoin(results, same)
        .where(pods.c.channel == channel, pods.c.pod >= first, events.c.type == OPENED)
        .order_by(pods.c.pod, results.c.role, results.c.player)
    )
    every = dict[int, Round]()
    async with database.open_reader() as connection:
        for number, state, player, points, won in await connection.execute(found):
            each = every.setdefault(number, Round(number, state, {}, []))
            if player is not None:
                each.points[player] = points
                if won:
                    each.winners.append(player)
    return list(every.values())
