"""Dismissals: games that look arranged or unusual, and that a moderator found harmless."""

from sqlalchemy import insert

from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import audit, dismissals
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts

DISMISSED = "dismissed"
"""The audit trail's code of a dismissal."""

_INSERT_DISMISSAL = insert(dismissals)


class SuspiciousGameDismissalRepository:
    """A repository of suspicious games that moderators found harmless.

    Every method raises `DatabaseUnreachableError` or `DatabaseBusyError`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def mark_game_as_harmless(
        self, new_audit_entry: AuditEntry, moderator: Person, channel: int, pod: int
    ) -> bool:
        """Record that a moderator found a suspicious game harmless. Return False if that was known already."""
        row = {"channel": channel, "pod": pod, "guild": new_audit_entry.guild}
        introduction = self._people.find_people_with_unsaved_names(moderator)
        try:
            await self._database.commit_changes(
                *build_people_upserts(introduction.unsaved),
                build_audit_entry_insert(new_audit_entry),
                RowChange(_INSERT_DISMISSAL, [row]),
            )
        except RowAlreadyExistsError as taken:
            if taken.table in (audit.name, dismissals.name):
                return False
            raise
        introduction.mark_people_names_as_saved()
        return True
