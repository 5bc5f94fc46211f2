"""Dismissals: games with signs of foul play that a moderator found harmless."""

from sqlalchemy import insert

from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.schema import audit, dismissals
from bot.storage.record.audit import AuditEntry, insert_entry
from bot.storage.record.people import People, Person, insert_people

DISMISSED = "dismissed"
"""The audit trail's code of a dismissal."""

_INSERT_DISMISSAL = insert(dismissals)


class Dismissals:
    """The dismissals of all servers. Every method raises `Unreachable` or `Busy`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def dismiss(self, entry: AuditEntry, by: Person, channel: int, pod: int) -> bool:
        """Dismiss a game for good; return False if it was dismissed already."""
        row = {"channel": channel, "pod": pod, "guild": entry.guild}
        introduction = self._people.introduce(by)
        try:
            await self._database.write(
                *insert_people(introduction.unsaved),
                insert_entry(entry),
                RowChange(_INSERT_DISMISSAL, [row]),
            )
        except RowExists as taken:
            if taken.table in (audit.name, dismissals.name):
                return False
            raise
        introduction.note_written()
        return True
