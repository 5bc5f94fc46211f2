"""The audit trail: who decided what for a server. It is written with what was decided.

It knows people by their internal ids, and names nobody.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, force_setattr
from sqlalchemy import Row, func, insert, select

from bot.joust.events import StepUndone
from bot.rulebooks import GameEvent
from bot.rules.events import Confirmed, Corrected, Overruled, Undone
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.moments import round_to_milliseconds
from bot.storage.engine.schema import audit
from bot.storage.record.recorded import Recorded


class AuditEntry(Struct, frozen=True):
    """Something that was decided for a server.

    `id` is the interaction that led to it, `at` is to the millisecond. `what` is a code that stays
    the same for good; the `details`, such as `before` and `after`, are JSON without any name, but
    for what somebody wrote as a `reason`.
    """

    id: int
    guild: int
    at: datetime
    by: Player
    what: str
    details: Mapping[str, Any]

    def __post_init__(self) -> None:
        force_setattr(self, "at", round_to_milliseconds(self.at))


_ENTER = insert(audit)


def insert_entry(entry: AuditEntry) -> RowChange:
    """Write the entry; `RowExists` if the interaction has led to one already."""
    return RowChange(_ENTER, [{**asdict(entry), "details": _encode_details(entry.details)}])


def make_entry(recorded: Recorded, players: Collection[Player]) -> AuditEntry | None:
    """Return the entry of a moderator's decision about a game, which is written beside its event.

    None if nobody decided anything. Who decided may be one of the `players`: the details then say
    `plays`.
    """
    found = _find_decision(recorded.event)
    if found is None or recorded.by is None or recorded.interaction is None:
        return None
    what, details = found
    details["channel"] = recorded.channel
    if recorded.by in players:
        details["plays"] = True
    at, guild = recorded.at, recorded.guild
    return AuditEntry(recorded.interaction, guild, at, recorded.by, what, details)


def _find_decision(event: GameEvent) -> tuple[str, dict[str, Any]] | None:
    """Return what a moderator decided, and details of it; None if nobody did."""
    match event:
        case Confirmed(stands=True):
            return "stands", {}
        case Confirmed(moderated=True):
            return "confirmed", {}
        case Overruled():
            override = str(event.override)
        case Corrected():
            override = "correct"
        case Undone(reason=str()) | StepUndone(reason=str()):
            override = "undone"
        case _:
            return None
    return "override", {"override": override, "reason": event.reason}


def _encode_details(details: Mapping[str, Any]) -> str:
    return msgspec.json.encode(details).decode()


def _read(row: Row[Any]) -> AuditEntry:
    details = msgspec.json.decode(row.details)
    return AuditEntry(row.id, row.guild, row.at, row.by, row.what, details)


async def read_entries(database: Database, guild: int, after: int, most: int) -> list[AuditEntry]:
    """The newest of a server but for the `after` newest, the newest first. Raises `Unreachable`."""
    here = select(audit).where(audit.c.guild == guild).order_by(audit.c.id.desc())
    async with database.open_reader() as connection:
        rows = await connection.execute(here.offset(after).limit(most))
        return [_read(row) for row in rows]


async def count_entries(database: Database, guild: int) -> int:
    """How many a server has. Raises `Unreachable`."""
    here = select(func.count()).select_from(audit).where(audit.c.guild == guild)
    async with database.open_reader() as connection:
        return await connection.scalar(here) or 0
