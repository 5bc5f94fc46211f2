"""Deleting the history of a server that sent the bot away long ago.

It goes in small transactions between which others write, and may end at any of them: what is left
is a history that makes sense, and the next time goes on from there. The server's own row is the
last, as it says that there is something to do.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from itertools import islice

from sqlalchemy import ColumnElement, Connection, Table, and_, bindparam, delete, select, union

from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, apply
from bot.storage.engine.database import Database
from bot.storage.engine.schema import (
    audit,
    boards,
    champions,
    decks,
    defeats,
    dismissals,
    draw_numbers,
    draws,
    events,
    exclusions,
    guests,
    guilds,
    people,
    plans,
    pods,
    posts,
    publications,
    result_changes,
    results,
    rivalries,
    seasons,
    standings,
    strikes,
    uncrowned,
    unrated,
)
from bot.storage.tables import rivalries as rivals
from bot.storage.tables import totals
from bot.storage.tables.result_changes import MARK

AT_ONCE = 1_000
"""Rows that are read together."""

FEW = 20
"""Pods in one transaction."""

SOME = 500
"""People in one transaction."""

_OF_PODS = (events, pods, plans, results, defeats, draws, boards, dismissals)
_OF_SERVER = (
    *(standings, rivalries, unrated, result_changes, posts, seasons, exclusions),
    *(champions, uncrowned, strikes, audit, draw_numbers, publications, guests),
    guilds,
)

_GONE = {
    table: delete(table).where(
        and_(table.c.channel == bindparam("in_channel"), table.c.pod == bindparam("of_pod"))
    )
    for table in _OF_PODS
}
_PERSON = delete(people).where(people.c.id == bindparam("of_person"))
_DECK = delete(decks).where(decks.c.player == bindparam("of_person"))
Pod = tuple[int, int]
"""A pod's channel and its number."""


async def purge(database: Database, guild: int, left_at: datetime) -> bool:
    """Delete all there is of a server, and people who are on no other one.

    Stops, and returns False, if the bot is no longer away since `left_at`. Raises `Unreachable`.
    """
    # People first: who was on this server alone is not known once its history is gone.
    lonely = await database.snapshot(partial(_find_people_only_here, guild))
    for at in range(0, len(lonely), SOME):
        rows = [{"of_person": player} for player in lonely[at : at + SOME]]
        gone = [RowChange(_DECK, rows), RowChange(_PERSON, rows)]
        if not await _apply_while_away(database, guild, left_at, gone):
            return False
    every = iter(await database.snapshot(partial(_find_pods, guild)))
    while some := list(islice(every, FEW)):
        # No event does this; that which opened a pod never changed results.
        at_pods = [{"in_channel": channel, "of_pod": pod, "version": pod} for channel, pod in some]
        deleted = [RowChange(_GONE[table], at_pods) for table in _OF_PODS]
        before = [RowChange(each.SUBTRACT, at_pods) for each in (totals, rivals)]
        after = [RowChange(each.TIDY, []) for each in (totals, rivals)]
        changes = [RowChange(MARK, at_pods), *before, *deleted, *after]
        if not await _apply_while_away(database, guild, left_at, changes):
            return False
    last = [RowChange(delete(table).where(table.c.guild == guild), []) for table in _OF_SERVER]
    return await _apply_while_away(database, guild, left_at, last)


async def _apply_while_away(
    database: Database, guild: int, left_at: datetime, changes: Sequence[RowChange]
) -> bool:
    """Make the changes, unless the bot is back."""
    away = select(guilds.c.guild).where(guilds.c.guild == guild, guilds.c.left_at == left_at)

    def work(connection: Connection) -> bool:
        if connection.scalar(away.with_for_update()) is None:
            return False
        apply(changes, connection)
        return True

    return await database.transact(work)


def _find_pods(guild: int, connection: Connection) -> list[Pod]:
    """All pods of a server, of each channel the newest first: what is left can be read."""
    every = union(
        *(select(t.c.channel, t.c.pod).where(t.c.guild == guild) for t in _OF_PODS)
    ).subquery()
    rows = connection.execute(select(every).order_by(every.c.channel, every.c.pod.desc()))
    return [(row.channel, row.pod) for row in rows]


def _find_people_only_here(guild: int, connection: Connection) -> list[Player]:
    """The people who are in the history of this server, or its guests, and of no other one."""
    everybody = set(connection.scalars(select(people.c.id)))
    here = _find_among(connection, everybody, lambda table: table.c.guild == guild)
    there = _find_among(connection, here, lambda table: table.c.guild != guild) if here else set()
    return sorted(here - there)


def _find_among(
    connection: Connection, players: set[Player], where: Callable[[Table], ColumnElement[bool]]
) -> set[Player]:
    """Those of `players` who are somewhere in these rows of the log, the audit trail or guests."""
    found = set[Player]()
    for table in (events, audit):
        found.update(connection.scalars(select(table.c.by).where(where(table)).distinct()))
    payloads = select(events.c.payload).where(where(events)).execution_options(yield_per=AT_ONCE)
    for payload in connection.scalars(payloads):
        # An id stands between quotes: to read it all as JSON would take many times as long.
        found.update(players.intersection(payload.split('"')))
    for of in (guests.c.asked_by, guests.c.claimed_by):
        found.update(connection.scalars(select(of).where(where(guests)).distinct()))
    return found & players
