"""Mentions of the players of entered games: each person is mentioned at most once a day."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import entry_calls
from bot.storage.record.log import lock_event_log_against_new_events

PAUSE = timedelta(days=1)
"""The least time between two calls of a person, whichever games they are about."""

_IS_OLD = entry_calls.c.at <= bindparam("before")
_SELECT_OLD_MENTION = select(entry_calls.c.player).where(_IS_OLD).limit(1)
_DELETE_OLD_MENTIONS = delete(entry_calls).where(_IS_OLD)


class PastGameMentionRepository:
    """A repository of the players whom the bot mentioned (pinged) about past games in the last day.

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve_one_mention_per_day(
        self, guild_id: int, channel_id: int, pod_number: int, players: Iterable[Player], now: datetime
    ) -> frozenset[Player]:
        """Record and return the players whom a message may mention, at most once a day for each player.

        A board whose message could not be sent may mention the same people again.
        """
        wanted = frozenset(players)

        def record_new_mentions(connection: Connection) -> frozenset[Player]:
            lock_event_log_against_new_events(connection)  # so that of two processes the second sees the first
            _delete_mentions_older_than_day(now, connection)
            mine = select(entry_calls).where(entry_calls.c.player.in_(wanted))
            called = {row.player: (row.channel, row.pod) for row in connection.execute(mine)}
            new = sorted(wanted - called.keys())
            at = {"guild": guild_id, "channel": channel_id, "pod": pod_number, "at": now}
            if new:
                connection.execute(insert(entry_calls), [at | {"player": each} for each in new])
            again = {each for each, place in called.items() if place == (channel_id, pod_number)}
            return frozenset(new) | again

        return await self._database.run_write_transaction(record_new_mentions)

    async def delete_mentions_older_than_day(self, now: datetime) -> None:
        if await self._database.fetch_rows(_SELECT_OLD_MENTION, {"before": now - PAUSE}):
            await self._database.run_write_transaction(partial(_delete_mentions_older_than_day, now))


def _delete_mentions_older_than_day(now: datetime, connection: Connection) -> None:
    connection.execute(_DELETE_OLD_MENTIONS, {"before": now - PAUSE})
