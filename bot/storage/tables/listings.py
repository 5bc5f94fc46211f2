"""Scheduled events of plans on Discord: which of them have to be looked at."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import Connection, bindparam, select, update

from bot.storage.engine.schema import events, plans

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

_MARK_DUE = (
    update(plans)
    .where(plans.c.channel == bindparam("in_channel"), plans.c.pod == bindparam("of_pod"))
    .where(
        select(events.c.version)
        .where(events.c.channel == plans.c.channel, events.c.pod == plans.c.pod)
        .where(events.c.type == "plan-listed")
        .exists()
    )
    .values(due=LONG_AGO)
)


def owe_listings(connection: Connection, places: Iterable[tuple[int, int]]) -> None:
    """Mark plans with a scheduled event as due, by channel and number: a text was struck out."""
    for channel, pod in places:
        connection.execute(_MARK_DUE, {"in_channel": channel, "of_pod": pod})
