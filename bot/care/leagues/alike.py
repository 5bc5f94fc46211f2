"""Games of a league that may be here under another name: of the same day, by the same players."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, and_, select

from bot.rules.events import Entered
from bot.rules.facts import Player
from bot.storage.engine.schema import events, results
from bot.storage.record.log import ENTERED, read_recorded
from bot.storage.tables.guests import find_claims


class PlayedGame(NamedTuple):
    """A game that is here, and whether it was `imported`."""

    channel: int
    pod: int
    imported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class Meetings:
    """Who played on which days on a server; games that are `known` by their names are left out."""

    def __init__(
        self, connection: Connection, guild: int, zone: ZoneInfo, known: Iterable[tuple[int, int]]
    ) -> None:
        self._connection, self._zone = connection, zone
        self._claimed = find_claims(connection)
        left = set(known)
        self._games = {
            self._name(*met): game
            for game, met in sorted(_read_played(connection, guild).items(), key=_is_imported)
            if (game.channel, game.pod) not in left
        }

    def find(self, played: datetime, players: Iterable[Player]) -> PlayedGame | None:
        """Return a game of that day and these players, one that was imported if there is."""
        return self._games.get(self._name(played, players))

    def read(self, game: PlayedGame) -> Entered | None:
        """Return what was imported as this game, if it was."""
        here = and_(events.c.channel == game.channel, events.c.version == game.pod)
        rows = self._connection.execute(select(events).where(here)) if game.imported else ()
        event = next((read_recorded(row).event for row in rows), None)
        return event if isinstance(event, Entered) else None

    def _name(self, at: datetime, players: Iterable[Player]) -> tuple[object, ...]:
        """What is the same for all games of a day and its players; whose a guest is, they are."""
        united = frozenset(self._claimed.get(player, player) for player in players)
        return at.astimezone(self._zone).date(), united


def _is_imported(found: tuple[PlayedGame, object]) -> bool:
    return found[0].imported


def _read_played(
    connection: Connection, guild: int
) -> Mapping[PlayedGame, tuple[datetime, set[Player]]]:
    """Return all games of a server that count, when they were and who played."""
    opens = (events.c.channel == results.c.channel) & (events.c.version == results.c.pod)
    imported = and_(events.c.type == ENTERED, events.c.by.is_(None)).label("imported")
    columns = (results.c.channel, results.c.pod, imported, results.c.at, results.c.player)
    rows = connection.execute(select(*columns).join(events, opens).where(results.c.guild == guild))
    found: dict[PlayedGame, tuple[datetime, set[Player]]] = {}
    for channel, pod, imported, at, player in rows:
        game = PlayedGame(channel, pod, bool(imported))
        found.setdefault(game, (at, set()))[1].add(player)
    return found
