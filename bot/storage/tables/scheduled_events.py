"""Discord's scheduled events of planned games, and which of them need an update."""

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


def queue_scheduled_event_updates(connection: Connection, games: Iterable[tuple[int, int]]) -> None:
    """Queue updates of the Discord scheduled events for planned games.

    `games` are (channel, number).
    """
    for channel, pod in games:
        connection.execute(_MARK_DUE, {"in_channel": channel, "of_pod": pod})
