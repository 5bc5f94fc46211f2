"""The audit trail: who decided what for a server. It is written with what was decided.

It knows people by their internal ids, and names nobody.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, force_setattr
from sqlalchemy import Connection, Row, func, insert, select

from bot.joust.events import DuelUpheld, StepUndone
from bot.planning.events import PlanCancelled
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.differences import PodDifference, compare_pods
from bot.rules.events import (
    Answer,
    Chose,
    Confirmed,
    Corrected,
    Entered,
    Overruled,
    StoryEvent,
    Undone,
)
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.story import find_left_out
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.moments import round_to_milliseconds
from bot.storage.engine.schema import audit
from bot.storage.record.recorded import Recorded
from bot.storage.record.strikes import NOTHING_STRUCK, Struck, find_struck

OPERATOR = "operator"
"""Stands in the place of a player's key for whoever runs the bot."""


class AuditEntry(Struct, frozen=True):
    """Something that was decided for a server.

    `id` is the interaction that led to it, `at` is to the millisecond. It is `by` somebody, or by
    the `OPERATOR`. `what` is a code that stays the same for good; the `details`, such as `before`
    and `after`, are JSON without any name, but for what somebody wrote as a `reason`.
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


def make_entry(recorded: Recorded, before: Game | None, after: Game | None) -> AuditEntry | None:
    """Return the entry of a moderator's decision about a game, which is written beside its event.

    None if nobody decided anything. Its details say which game it is, whom it is about, and what it
    has changed. They hold events and differences as JSON, see `GameDecision`.
    """
    event = recorded.event
    by = recorded.by
    if by is None or recorded.interaction is None or before is None or after is None:
        return None
    named = _name_decision(event)
    own = isinstance(event, PlanCancelled) and by == before.host
    if named is None or own:
        return None
    what, override = named
    changes = None
    if isinstance(before, Pod) and isinstance(after, Pod):
        changes = compare_pods(before, after)
    decision = GameDecision(
        recorded.channel,
        recorded.pod,
        getattr(after.setup, "title", None),
        override,
        getattr(event, "reason", None),
        before.host if isinstance(before, Plan) else getattr(event, "player", None),
        changes,
        tuple(_find_reports(event, before)),
        tuple(find_left_out(event)) if isinstance(event, Corrected) else (),
        by in after.players,
    )
    details = msgspec.to_builtins(decision)
    return AuditEntry(recorded.interaction, recorded.guild, recorded.at, by, what, details)


def _name_decision(event: object) -> tuple[str, str | None] | None:
    """The code of a moderator's decision, and which override it is, if it is one."""
    match event:
        case Confirmed(stands=True):
            return "stands", None
        case Confirmed(moderated=True):
            return "confirmed", None
        case Chose(answer=Answer(moderated=True)):
            return "chose", None
        case DuelUpheld():
            return "upheld", None
        case PlanCancelled(series=series):
            return "unplanned-series" if series else "unplanned", None
        case Overruled():
            return "override", str(event.override)
        case Corrected():
            return "override", "correct"
        case Undone(reason=str()) | StepUndone(reason=str()):
            return "override", "undone"
        case _:
            return None


def _find_reports(event: object, before: Game) -> Iterable[StoryEvent]:
    """The reports that a decision put right, or let stand."""
    match event, before:
        case Corrected(), _:
            return event.was
        case Chose(), _:
            return (event,)
        case Confirmed(), Pod():
            answered = [e.event for e in before.unconfirmed if e.claim.version in event.claims]
            return [each for each in answered if not isinstance(each, Corrected | Entered)]
        case _:
            return ()


DECISIONS = ("override", "stands", "confirmed", "chose", "upheld", "unplanned", "unplanned-series")
"""The codes of decisions about games, and about what is planned."""


class GameDecision(Struct, frozen=True, omit_defaults=True):
    """What the audit trail tells of a decision about game `number` of a channel.

    `override` says which, and is None where reports or an end were confirmed or let stand. `player`
    is whom it is about; `reports` are what it put right or let stand, of which some were
    `left_out`. Who decided `plays` in the game.
    (Of older decisions only the channel is known, and why they were made.)
    """

    channel: int
    number: int = 0
    title: str | None = None
    override: str | None = None
    reason: str | None = None
    player: Player | None = None
    changes: PodDifference | None = None
    reports: tuple[StoryEvent, ...] = ()
    left_out: tuple[StoryEvent, ...] = ()
    plays: bool = False


def read_decision(entry: AuditEntry) -> GameDecision | None:
    """What an entry tells of a decision about a game; None for one of another kind.

    None as well for what another version of the bot wrote.
    """
    if entry.what not in DECISIONS:
        return None
    try:
        return msgspec.convert(entry.details, GameDecision)
    except msgspec.ValidationError:
        return None


PLAYERS = frozenset(
    {
        "player",
        "guest",
        "by",
        "host",
        "master",
        "loser",
        "controller",
        "owner",
        "against",
        "controlled_by",
        "kindslaver",
        "disputed",
        "chosen_by",
    }
)
"""The fields of details, and of events and differences in them, that hold a player's key."""


def find_people(entry: AuditEntry) -> set[Player]:
    """Whom an entry names."""
    return {entry.by, *_find_keys(entry.details)} - {OPERATOR}


def _find_keys(value: Any) -> Iterator[Player]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            if name in PLAYERS and isinstance(each, str):
                yield each
            else:
                yield from _find_keys(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _find_keys(each)


def _encode_details(details: Mapping[str, Any]) -> str:
    return msgspec.json.encode(details).decode()


def read_entry(row: Row[Any], struck: Struck = NOTHING_STRUCK) -> AuditEntry:
    """The entry in a row of `audit`, but for what is struck out."""
    details = msgspec.json.decode(struck.hide_in_json(row.details))
    return AuditEntry(row.id, row.guild, row.at, row.by, row.what, details)


async def read_entries(database: Database, guild: int, after: int, most: int) -> list[AuditEntry]:
    """The newest of a server but for the `after` newest, the newest first. Raises `Unreachable`."""
    here = select(audit).where(audit.c.guild == guild).order_by(audit.c.id.desc())

    def read(connection: Connection) -> list[AuditEntry]:
        rows = connection.execute(here.offset(after).limit(most)).all()
        struck = find_struck(connection, guild)
        return [read_entry(row, struck) for row in rows]

    return await database.read(read)


async def count_entries(database: Database, guild: int) -> int:
    """How many a server has. Raises `Unreachable`."""
    here = select(func.count()).select_from(audit).where(audit.c.guild == guild)
    count: int
    [(count,)] = await database.fetch(here)
    return count
