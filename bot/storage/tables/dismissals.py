"""Dismissals: games with warning signs of foul play that a moderator found harmless."""

from sqlalchemy import insert

from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import audit, dismissals
from bot.storage.record.audit import AuditEntry, insert_audit_entry
from bot.storage.record.people import PeopleRepository, Person, upsert_people

DISMISSED = "dismissed"
"""The audit trail's code of a dismissal."""

_INSERT_DISMISSAL = insert(dismissals)


class DismissalRepository:
    """The suspicious games that moderators found harmless, on all servers.

    Every method raises `DatabaseUnreachable` or `DatabaseBusy`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def dismiss_game(
        self, audit_entry: AuditEntry, moderator: Person, channel: int, pod: int
    ) -> bool:
        """Dismiss the suspicion about a game for good; return False if it was dismissed
        already.
        """
        row = {"channel": channel, "pod": pod, "guild": audit_entry.guild}
        introduction = self._people.find_unsaved_people(moderator)
        try:
            await self._database.write_changes(
                *upsert_people(introduction.unsaved),
                insert_audit_entry(audit_entry),
                RowChange(_INSERT_DISMISSAL, [row]),
            )
        except RowExists as taken:
            if taken.table in (audit.name, dismissals.name):
                return False
            raise
        introduction.mark_saved()
        return True
