"""What every step of an import works with."""

from typing import Any, Protocol

from sqlalchemy import Connection, TableClause, insert

from bot.care.archive import Archive
from bot.care.progress import Tick
from bot.rules.facts import Player


class OfServer(Protocol):
    """A line of the archive that is about one server."""

    @property
    def guild(self) -> int:
        """The server's id."""


class Import:
    """An archive that is read, and the transaction that its rows go into."""

    def __init__(self, archive: Archive, connection: Connection, tick: Tick) -> None:
        self.archive = archive
        self.connection = connection
        self.tick = tick
        self.header = archive.read_header()
        self.ids: dict[Player, Player] = {}  # of people who have another one here, and that one
        self.channels: set[int] = set()  # that had no events

    def find_id(self, player: Player) -> Player:
        """Return the id that somebody of the archive has here."""
        return self.ids.get(player, player)

    def check_server(self, line: OfServer, number: int | None = None) -> None:
        """Raise `CareError` for a line about a server of which the header knows nothing.

        `number` is that of the line in the file; without it, the line was read last.
        """
        if line.guild not in self.header.servers:
            problem = f"guild: {line.guild} is none of the header's servers"
            raise self.archive.make_error(problem, number)

    def insert(self, table: TableClause, rows: list[dict[str, Any]]) -> None:
        """Write rows, of which there may be none."""
        if rows:
            self.connection.execute(insert(table), rows)
