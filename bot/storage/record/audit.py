"""The audit trail: decisions for a server, written in the same transaction as their effects.

It holds internal ids, and no names.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, force_setattr
from sqlalchemy import Connection, Row, func, insert, select

from bot.joust.duel import Duel
from bot.planning import plan_classes
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.closing import Closed
from bot.rules.differences import (
    GameState,
    PlayerDifference,
    PlayerPlace,
    PodDifference,
    compare_pods,
)
from bot.rules.entering import Entered
from bot.rules.facts import Player
from bot.rules.players import find_players
from bot.rules.pod import Pod, PodEvent
from bot.rules.story import Corrected, find_left_out
from bot.rules.story_events import AnyStoryEvent
from bot.rules.winning import Drew
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.moments import round_to_milliseconds, to_milliseconds
from bot.storage.engine.schema import audit
from bot.storage.record.recorded import Recorded
from bot.storage.record.strikes import NOTHING_STRUCK, Struck, load_struck

OPERATOR = "operator"
"""The author of a decision by the operator of the bot."""


class AuditEntry(Struct, frozen=True):
    """A decision for a server.

    `id` is its interaction; `at` is rounded to the millisecond. `by` is a player or the `OPERATOR`.
    `what` is a permanent code. The `details`, such as `before` and `after`, are JSON without names,
    except in a `reason` that somebody typed.
    """

    id: int
    guild: int
    at: datetime
    by: Player
    what: str
    details: Mapping[str, Any]

    def __post_init__(self) -> None:
        force_setattr(self, "at", round_to_milliseconds(self.at))


class NewDate(Struct, frozen=True):
    """A new date of a game, in milliseconds since 1970, and the points that it brings there."""

    before: int
    after: int
    points: dict[Player, int]


_INSERT_ENTRY = insert(audit)


def insert_entry(entry: AuditEntry) -> RowChange:
    """Return the insert of an entry; `RowExists` if its interaction has one already."""
    return RowChange(_INSERT_ENTRY, [{**asdict(entry), "details": _encode_details(entry.details)}])


def make_entry(
    recorded: Recorded,
    before: Game | None,
    after: Game | None,
    find_dates: Callable[[], tuple[datetime | None, datetime | None]] = lambda: (None, None),
) -> AuditEntry | None:
    """Return the audit entry of an event, if it is a moderator's decision about a game, else None.

    `find_dates` says when the game had ended before the event, and after it; it is called for a
    decision alone. The details of the entry hold a `GameDecision` as JSON: the game, the player
    concerned, and the changes.
    """
    event = recorded.event
    by = recorded.by
    if by is None or recorded.interaction is None or after is None:
        return None
    if isinstance(event, Entered):
        before = None  # the game beside which it was entered
    elif before is None:
        return None
    named = event.name_decision(by_host=by == after.host)
    if named is None and _was_stopped(event, by, before):
        named = "night-stopped", None
    if named is None:
        return None
    what, override = named
    changes: PodDifference | None = None
    match before, after:
        case Pod(), Pod():
            changes = compare_pods(before, after)
        case Duel(), Duel():
            changes = _compare_duels(before, after)
    decision = GameDecision(
        recorded.channel,
        recorded.pod,
        getattr(after.setup, "title", None),
        override,
        getattr(event, "reason", None),
        getattr(event, "player", before.host if isinstance(before, Plan) else None),
        changes,
        event.find_decided_reports(before)
        if isinstance(event, PodEvent) and isinstance(before, Pod)
        else (),
        tuple(find_left_out(event)) if isinstance(event, Corrected) else (),
        by in after.players,
        _compare_dates(find_dates(), before, after),
    )
    details = msgspec.to_builtins(decision)
    return AuditEntry(recorded.interaction, recorded.guild, recorded.at, by, what, details)


def _was_stopped(event: object, by: Player, before: Game | None) -> bool:
    """Return whether the organiser of a night ended a pod in which they do not play."""
    if not isinstance(event, Drew | Closed) or not isinstance(before, Pod):
        return False
    return by != before.host and by not in before.participants


def _compare_dates(
    dates: tuple[datetime | None, datetime | None], before: Game | None, after: Game
) -> NewDate | None:
    """Return the new date of a game that has a result before and after a decision."""
    was, becomes = dates
    if was is None or becomes is None or was == becomes:
        return None
    if not isinstance(before, Pod) or not isinstance(after, Pod):
        return None
    if before.result is None or after.result is None:
        return None
    return NewDate(to_milliseconds(was), to_milliseconds(becomes), after.result.points)


def _compare_duels(before: Duel, after: Duel) -> PodDifference:
    """Return what differs between two states of a duel."""

    def find_place(duel: Duel, player: Player) -> PlayerPlace:
        points = None if duel.result is None else duel.result.season_points.get(player, 0)
        return PlayerPlace("master", None, points)  # nobody serves in a duel

    found = [  # no decision changes who plays a duel
        PlayerDifference(each, find_place(before, each), find_place(after, each))
        for each in after.players
    ]
    changed = tuple(each for each in found if each.before != each.after)
    was = GameState(before.state, before.host)
    return PodDifference(was, GameState(after.state, after.host), changed)


ACTS = ("took-back", "closed", "removed", "objected", "entered", "managed")
"""The codes of acts that take no reason, by a moderator's right."""

DECISIONS = (
    "override",
    "stands",
    "confirmed",
    "chose",
    "upheld",
    "unplanned-series",
    *(each.audit_code for each in plan_classes.EVENTS if each.audit_code),
    "night-stopped",
    *ACTS,
)
"""The codes of decisions about games and plans."""


class GameDecision(Struct, frozen=True, omit_defaults=True):
    """The details of a decision about game `number` of a channel.

    `override` is the kind of override, or None if reports or an end were confirmed. `player` is the
    player concerned. `reports` were corrected or confirmed; those `left_out` were removed. `plays`
    says if the moderator plays in the game. `dated` is set if the game has another date from now
    on. Older decisions have only a channel and a reason.
    """

    channel: int
    number: int = 0
    title: str | None = None
    override: str | None = None
    reason: str | None = None
    player: Player | None = None
    changes: PodDifference | None = None
    reports: tuple[AnyStoryEvent, ...] = ()
    left_out: tuple[AnyStoryEvent, ...] = ()
    plays: bool = False
    dated: NewDate | None = None


def read_decision(entry: AuditEntry) -> GameDecision | None:
    """Return the details of a decision about a game; None for another kind of entry.

    None also if another version of the bot wrote unknown details.
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
"""The fields of details, at any depth, that hold a player's id."""


def find_people(entry: AuditEntry) -> set[Player]:
    """Return the players that an entry mentions."""
    decision = read_decision(entry)
    decided = set[Player]() if decision is None else find_players(decision)
    return {entry.by, *_find_keys(entry.details), *decided} - {OPERATOR}


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
    """Return the entry in a row of `audit`, without struck texts."""
    details = msgspec.json.decode(struck.hide_in_json(row.details))
    return AuditEntry(row.id, row.guild, row.at, row.by, row.what, details)


async def read_entries(database: Database, guild: int, after: int, most: int) -> list[AuditEntry]:
    """Return a page of a server's entries, the newest first, after the `after` newest ones.

    Raises `Unreachable`.
    """
    here = select(audit).where(audit.c.guild == guild).order_by(audit.c.id.desc())

    def read_rows(connection: Connection) -> list[AuditEntry]:
        rows = connection.execute(here.offset(after).limit(most)).all()
        struck = load_struck(connection, guild)
        return [read_entry(row, struck) for row in rows]

    return await database.read(read_rows)


async def count_entries(database: Database, guild: int) -> int:
    """Return the number of a server's entries. Raises `Unreachable`."""
    here = select(func.count()).select_from(audit).where(audit.c.guild == guild)
    count: int
    [(count,)] = await database.fetch(here)
    return count
