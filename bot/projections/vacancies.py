"""Vacancies of a server: open lobbies and plans still ahead, read from the log."""

import logging
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any, assert_never

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, select

from bot.joust.duel import SEATS, Duel
from bot.planning.plan import SEAT_HOLD, Plan
from bot.rulebooks import IMPOSSIBLE, Game, fold
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.seats import find_most_players
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import IS_LOBBY, IS_PLANNED, events, plans, pods
from bot.storage.record.errors import Damaged
from bot.storage.record.log import read_recorded
from bot.storage.record.strikes import Struck, load_struck

log = logging.getLogger(__name__)


class Vacancy(Struct, frozen=True, gc=False):
    """A lobby or a plan by channel and number; it has existed `since` that moment.

    Moments are in milliseconds since 1970.
    """

    channel: int
    number: int
    game: Game
    since: int

    @property
    def seats(self) -> int:
        """The number of players who can have a seat."""
        match self.game:
            case Pod(setup=setup):
                return find_most_players(setup)
            case Plan():
                return self.game.seats
            case Duel():
                return SEATS
            case _:
                assert_never(self.game)

    @property
    def taken(self) -> int:
        """The number of seats that are taken."""
        return len(self.game.players)

    def count_free(self, player: Player | None = None) -> int:
        """Return the free seats for `player`; None means a stranger.

        Seats reserved for others do not count, and for people who are not invited there are none.
        """
        setup = None if isinstance(self.game, Duel) else self.game.setup
        if setup is not None and not setup.invites(player or ""):
            return 0
        kept = self.game.kept if isinstance(self.game, Pod) else ()
        return max(0, self.seats - self.taken - sum(each != player for each in kept))

    @property
    def people(self) -> frozenset[Player]:
        """Everybody who hosts the game or sits in it."""
        return frozenset({self.game.host, *self.game.players})

    @property
    def closes(self) -> int | None:
        """The last moment to join, in milliseconds since 1970; None means no limit."""
        game = self.game
        return game.at + SEAT_HOLD if isinstance(game, Plan) and game.night is None else None

    def is_open(self, now: int) -> bool:
        """Return whether players can join at `now`, in milliseconds since 1970."""
        return self.game.seats_people and (self.closes is None or now <= self.closes)


def select_stories(guild: int) -> tuple[Select[Any], Select[Any]]:
    """Select the events of a server's lobbies, and those of its plans still ahead."""
    lobbies = select(events).join(
        pods, (events.c.channel == pods.c.channel) & (events.c.pod == pods.c.pod)
    )
    lobbies = lobbies.where(IS_LOBBY, pods.c.guild == guild)
    planned = select(events).join(
        plans, (events.c.channel == plans.c.channel) & (events.c.pod == plans.c.pod)
    )
    planned = planned.where(IS_PLANNED, plans.c.guild == guild)
    order = (events.c.channel, events.c.pod, events.c.version)
    return lobbies.order_by(*order), planned.order_by(*order)


async def read_vacancies(database: Database, guild: int, now: int) -> list[Vacancy]:
    """Return the open lobbies and plans of a server, including full ones.

    Lobbies come first, those with the fewest free seats first; then plans, the next one first. Only
    events of open games are read. `now` is in milliseconds since 1970. Raises `Unreachable`.
    """
    return await database.read(partial(_read_vacancies, guild, now))


def _read_vacancies(guild: int, now: int, connection: Connection) -> list[Vacancy]:
    rows = [row for story in select_stories(guild) for row in connection.execute(story)]
    struck = load_struck(connection, guild)
    return sorted(
        (each for each in _fold_all(rows, struck) if each.is_open(now)), key=_make_sort_key
    )


def _fold_all(rows: list[Row[Any]], struck: Struck) -> Iterator[Vacancy]:
    for (channel, number), story in groupby(rows, key=lambda row: (row.channel, row.pod)):
        try:
            told = [read_recorded(row, struck) for row in story]
            game = fold(each.event for each in told)
        except (Damaged, *IMPOSSIBLE) as error:  # go on with the next game
            log.error("game %s of channel %s cannot be read: %s", number, channel, error)
            continue
        if game is not None:
            yield Vacancy(channel, number, game, to_milliseconds(told[0].at))


def _make_sort_key(vacancy: Vacancy) -> tuple[bool, int, int, int]:
    if isinstance(vacancy.game, Plan):
        return (True, vacancy.game.at, vacancy.channel, vacancy.number)
    return (False, vacancy.count_free(), vacancy.since, vacancy.channel)
