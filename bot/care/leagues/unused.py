"""Guests whom an import that was taken back has left behind: perhaps with names that are wrong."""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, and_, bindparam, delete, not_, select

from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, apply
from bot.storage.engine.schema import events, exclusions, guests, people, pods
from bot.storage.record.log import ENTERED

_AT_ONCE = 1_000
"""Rows that are read together."""

_NO_GUEST = delete(guests).where(guests.c.player == bindparam("of_player"))
_NOBODY = delete(people).where(people.c.id == bindparam("of_player"))


def drop_guests(connection: Connection, guild: int, players: Iterable[Player]) -> None:
    """Forget those of some guests whom nothing on their server knows but closed imported games."""
    here = select(guests.c.player).where(
        guests.c.guild == guild, guests.c.asked_by.is_(None), guests.c.claimed_by.is_(None)
    )
    left = {*players}.intersection(connection.scalars(here))
    excluded = select(exclusions.c.player).where(exclusions.c.guild == guild)
    left.difference_update(connection.scalars(excluded))
    for payload in _read_others(connection, guild) if left else ():
        left.difference_update(payload.split('"'))  # ids stand between quotes
    if left:
        rows = [{"of_player": player} for player in sorted(left)]
        apply([RowChange(_NO_GUEST, rows), RowChange(_NOBODY, rows)], connection)


def _read_others(connection: Connection, guild: int) -> Iterator[str]:
    """Yield what happened on a server in all other games."""
    first = events.alias()
    opens = (first.c.channel == events.c.channel) & (first.c.version == events.c.pod)
    same = (pods.c.channel == events.c.channel) & (pods.c.pod == events.c.pod)
    gone = and_(first.c.type == ENTERED, first.c.by.is_(None), pods.c.state == "closed")
    others = select(events.c.payload).join(first, opens).outerjoin(pods, same)
    of_guild = others.where(events.c.guild == guild, not_(gone))
    yield from connection.scalars(of_guild.execution_options(yield_per=_AT_ONCE))
