"""The games of a server that players can join: open lobbies and planned games still ahead.

They are read from the log.
"""

import logging
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any, assert_never

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, select

from bot.joust.duel import SEATS, Duel
from bot.planning.plan import PlannedGame
from bot.rulebooks import IMPOSSIBLE, Game, replay_game_events
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.seats import find_maximum_player_count
from bot.storage.engine.database import Database
from bot.storage.engine.schema import IS_LOBBY, IS_PLANNED, events, plans, pods
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.log import decode_and_redact_event_row
from bot.storage.record.redacted_texts import RedactedTextsOfServer, load_redacted_texts_of_server

log = logging.getLogger(__name__)


class JoinableGame(Struct, frozen=True, gc=False):
    """A game that people can join: an open lobby, or a planned game that has not begun.

    It has existed `since` a time. Times are in milliseconds since 1970.
    """

    channel: int
    number: int
    game: Game
    since: int

    @property
    def seat_count(self) -> int:
        match self.game:
            case Pod(setup=setup):
                return find_maximum_player_count(setup)
            case PlannedGame():
                return self.game.maximum_players
            case Duel():
                return SEATS
            case _:
                assert_never(self.game)

    @property
    def taken_seat_count(self) -> int:
        return len(self.game.players)

    def count_seats_free_for_player(self, player: Player | None = None) -> int:
        """Return how many seats are free for a player.

        A `player` of None stands for somebody without a reserved seat.

        Seats reserved for others do not count, and people who are not invited have no free seat.
        """
        setup = None if isinstance(self.game, Duel) else self.game.setup
        if setup is not None and not setup.is_player_invited(player or ""):
            return 0
        kept = self.game.kept if isinstance(self.game, Pod) else ()
        return max(0, self.seat_count - self.taken_seat_count - sum(each != player for each in kept))

    @property
    def host_and_players(self) -> frozenset[Player]:
        return frozenset({self.game.host, *self.game.players})


def build_queries_for_joinable_games(guild_id: int) -> tuple[Select[Any], Select[Any]]:
    """Return the queries for the events of a server's open lobbies and planned games."""
    lobbies = select(events).join(pods, (events.c.channel == pods.c.channel) & (events.c.pod == pods.c.pod))
    lobbies = lobbies.where(IS_LOBBY, pods.c.guild == guild_id)
    planned = select(events).join(plans, (events.c.channel == plans.c.channel) & (events.c.pod == plans.c.pod))
    planned = planned.where(IS_PLANNED, plans.c.guild == guild_id)
    order = (events.c.channel, events.c.pod, events.c.version)
    return lobbies.order_by(*order), planned.order_by(*order)


async def load_joinable_games(database: Database, guild_id: int) -> list[JoinableGame]:
    """Load a server's open lobbies and planned games, even those that are full.

    Lobbies come first, those with the fewest free seats first; then plans, the next one first. Only events of open
    games are read.
    """
    return await database.run_read_transaction(partial(_load_joinable_games_of_server, guild_id))


def _load_joinable_games_of_server(guild_id: int, connection: Connection) -> list[JoinableGame]:
    rows = [row for story in build_queries_for_joinable_games(guild_id) for row in connection.execute(story)]
    struck = load_redacted_texts_of_server(connection, guild_id)
    return sorted(
        (each for each in _replay_joinable_games(rows, struck) if each.game.accepts_new_players),
        key=_build_joinable_game_sort_key,
    )


def _replay_joinable_games(event_rows: list[Row[Any]], redacted_texts: RedactedTextsOfServer) -> Iterator[JoinableGame]:
    for (channel, number), story in groupby(event_rows, key=lambda row: (row.channel, row.pod)):
        try:
            told = [decode_and_redact_event_row(row, redacted_texts) for row in story]
            game = replay_game_events(each.event for each in told)
        except (UnreadableStoredEventError, *IMPOSSIBLE) as error:  # go on with the next game
            log.error("game %s of channel %s cannot be read: %s", number, channel, error)
            continue
        if game is not None:
            yield JoinableGame(channel, number, game, datetime_to_milliseconds(told[0].at))


def _build_joinable_game_sort_key(joinable_game: JoinableGame) -> tuple[bool, int, int, int]:
    if isinstance(joinable_game.game, PlannedGame):
        return (True, joinable_game.game.at, joinable_game.channel, joinable_game.number)
    return (False, joinable_game.count_seats_free_for_player(), joinable_game.since, joinable_game.channel)
