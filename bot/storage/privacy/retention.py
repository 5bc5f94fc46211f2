"""Retention: deletes the history of a server some time after it removed the bot.

It is deleted in small transactions, between which others can write. It may stop after any of them: the rest is a valid
history, and the next run continues. The server's own row is deleted last, as it says that there is work left.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from itertools import islice

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, bindparam, delete, select, union

from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange, apply_row_changes
from bot.storage.engine.schema import (
    audit,
    avoidances,
    ballots,
    boards,
    card_defeats,
    champions,
    deck_defeats,
    decks,
    defeats,
    dismissals,
    draw_numbers,
    draws,
    entry_calls,
    events,
    exclusions,
    former_ids,
    guests,
    guilds,
    merges,
    nicknames,
    people,
    plans,
    player_decks,
    pods,
    posts,
    publications,
    result_changes,
    results,
    rivalries,
    seasons,
    settled_lines,
    standings,
    strikes,
    uncrowned,
    unrated,
)
from bot.storage.tables import rivalries as rivals
from bot.storage.tables import totals
from bot.storage.tables.result_changes import MARK

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""

GAMES_PER_TRANSACTION = 20
"""Games that are deleted in one transaction."""

PEOPLE_PER_TRANSACTION = 500
"""People that are deleted in one transaction."""

_TABLES_OF_GAMES = (
    *(events, pods, plans, results, defeats, deck_defeats, card_defeats),
    *(draws, boards, dismissals, ballots),
)
_TABLES_OF_SERVERS = (
    *(standings, rivalries, unrated, result_changes, posts, seasons, exclusions),
    *(former_ids, settled_lines, nicknames, entry_calls, avoidances, merges),
    *(champions, uncrowned, strikes, audit, draw_numbers, publications, guests),
    guilds,
)

_WHOM: tuple[Column[Player | None], ...] = (
    *(guests.c.asked_by, guests.c.claimed_by),
    *(avoidances.c.player, avoidances.c.avoided),
    *(merges.c.player, merges.c.stays, merges.c.by),
)
"""Columns that mention people of a server."""

_DELETE_GAME = {
    table: delete(table).where(and_(table.c.channel == bindparam("in_channel"), table.c.pod == bindparam("of_pod")))
    for table in _TABLES_OF_GAMES
}
_DELETE_PERSON = tuple(
    delete(of.table).where(of == bindparam("of_person"))
    for of in (decks.c.player, player_decks.c.player, nicknames.c.player, people.c.id)
)
_GamePlace = tuple[int, int]
"""The channel and number of a game."""


async def delete_server_data(database: Database, guild_id: int, leave_time: datetime) -> bool:
    """Delete all data of a server, and people who are on no other server.

    Stops and returns False if the bot has come back, so that `leave_time` has changed. Raises
    `DatabaseUnreachableError`.
    """
    # People first: once the history is gone, nobody knows who was only on this server.
    lonely = await database.run_read_transaction_without_timeout(partial(_load_people_on_no_other_server, guild_id))
    for at in range(0, len(lonely), PEOPLE_PER_TRANSACTION):
        rows = [{"of_person": player} for player in lonely[at : at + PEOPLE_PER_TRANSACTION]]
        gone = [RowChange(of, rows) for of in _DELETE_PERSON]
        if not await _apply_changes_unless_bot_rejoined(database, guild_id, leave_time, gone):
            return False
    every = iter(await database.run_read_transaction_without_timeout(partial(_load_games_to_delete, guild_id)))
    while some := list(islice(every, GAMES_PER_TRANSACTION)):
        # No event causes this. The version of a game's first event stands for it, as that event
        # never changes results.
        at_pods = [{"in_channel": channel, "of_pod": pod, "version": pod} for channel, pod in some]
        deleted = [RowChange(_DELETE_GAME[table], at_pods) for table in _TABLES_OF_GAMES]
        before = [RowChange(each.SUBTRACT_POD, at_pods) for each in (totals, rivals)]
        after = [RowChange(each.DELETE_EMPTY, []) for each in (totals, rivals)]
        changes = [RowChange(MARK, at_pods), *before, *deleted, *after]
        if not await _apply_changes_unless_bot_rejoined(database, guild_id, leave_time, changes):
            return False
    last = [RowChange(delete(table).where(table.c.guild == guild_id), []) for table in _TABLES_OF_SERVERS]
    return await _apply_changes_unless_bot_rejoined(database, guild_id, leave_time, last)


async def _apply_changes_unless_bot_rejoined(
    database: Database, guild_id: int, leave_time: datetime, changes: Sequence[RowChange]
) -> bool:
    """Apply row changes and return True, unless the bot has returned to the server."""
    away = select(guilds.c.guild).where(guilds.c.guild == guild_id, guilds.c.left_at == leave_time)

    def apply_changes_unless_rejoined(connection: Connection) -> bool:
        if connection.scalar(away.with_for_update()) is None:
            return False
        apply_row_changes(changes, connection)
        return True

    return await database.run_write_transaction(apply_changes_unless_rejoined)


def _load_games_to_delete(guild_id: int, connection: Connection) -> list[_GamePlace]:
    """Load all games of a server, the newest of each channel first.

    In this order the remaining history is valid after each deletion.
    """
    every = union(*(select(t.c.channel, t.c.pod).where(t.c.guild == guild_id) for t in _TABLES_OF_GAMES)).subquery()
    rows = connection.execute(select(every).order_by(every.c.channel, every.c.pod.desc()))
    return [(row.channel, row.pod) for row in rows]


def _load_people_on_no_other_server(guild_id: int, connection: Connection) -> list[Player]:
    """Load the people who occur only in this server's events, audit entries or guest lists."""
    everybody = set(connection.scalars(select(people.c.id)))
    here = _filter_players_mentioned_in_rows(connection, everybody, lambda table: table.c.guild == guild_id)
    there = (
        _filter_players_mentioned_in_rows(connection, here, lambda table: table.c.guild != guild_id) if here else set()
    )
    return sorted(here - there)


def _filter_players_mentioned_in_rows(
    connection: Connection, players: set[Player], build_row_condition: Callable[[Table], ColumnElement[bool]]
) -> set[Player]:
    found = set[Player]()
    for table in (events, audit):
        found.update(connection.scalars(select(table.c.by).where(build_row_condition(table)).distinct()))
    payloads = select(events.c.payload).where(build_row_condition(events)).execution_options(yield_per=ROWS_PER_FETCH)
    for payload in connection.scalars(payloads):
        # Ids stand between quotes; splitting is many times faster than parsing JSON.
        found.update(players.intersection(payload.split('"')))
    for of in _WHOM:
        found.update(connection.scalars(select(of).where(build_row_condition(of.table)).distinct()))
    return found & players
