"""The audit trail: decisions for a server, stored in the same transaction as their effects.

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
from bot.planning import plan_registry
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.closing import PodClosed
from bot.rules.differences import (
    PlayerDifference,
    PlayerSituation,
    PodDifference,
    PodProgress,
    compare_pods,
)
from bot.rules.entering import PastGameEntered
from bot.rules.facts import Player
from bot.rules.players import find_players_in_event
from bot.rules.pod import Pod, PodEvent
from bot.rules.story import ReportsCorrected, find_removed_events
from bot.rules.story_events import AnyStoryEvent
from bot.rules.winning import DrawReported
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import audit
from bot.storage.engine.timestamps import datetime_to_milliseconds, round_to_milliseconds
from bot.storage.record.redacted_texts import NOTHING_STRUCK, RedactedTexts, load_redacted_texts
from bot.storage.record.stored_event import StoredEvent

OPERATOR = "operator"
"""The author of a decision by the operator of the bot."""


class AuditEntry(Struct, frozen=True):
    """A decision for a server, by a moderator or the operator.

    `id` is its interaction; `at` is rounded to the millisecond. `by` is a player or the
    `OPERATOR`. `what` is a permanent code. The `details`, such as `before` and `after`, are
    JSON without names, except in a `reason` that somebody typed.
    """

    id: int
    guild: int
    at: datetime
    by: Player
    what: str
    details: Mapping[str, Any]

    def __post_init__(self) -> None:
        force_setattr(self, "at", round_to_milliseconds(self.at))


class GameDateChange(Struct, frozen=True):
    """A change of a game's end date, in milliseconds since 1970, with the points that move."""

    before: int
    after: int
    points: dict[Player, int]


_INSERT_ENTRY = insert(audit)


def insert_audit_entry(audit_entry: AuditEntry) -> RowChange:
    """Build the INSERT of an audit entry.

    Raises `RowExists` on execution if the interaction has an entry already.
    """
    return RowChange(
        _INSERT_ENTRY,
        [{**asdict(audit_entry), "details": _encode_audit_details(audit_entry.details)}],
    )


def build_audit_entry_of_event(
    stored_event: StoredEvent,
    previous_game: Game | None,
    current_game: Game | None,
    find_end_dates: Callable[[], tuple[datetime | None, datetime | None]] = lambda: (None, None),
) -> AuditEntry | None:
    """Build the audit entry of an event; None unless a moderator decides about a game.

    `find_end_dates` returns when the game had ended before the event and after it; it is called
    for a decision alone. The details of the entry hold a `GameDecision` as JSON: the game, the
    player concerned, and the changes.
    """
    event = stored_event.event
    by = stored_event.by
    if by is None or stored_event.interaction is None or current_game is None:
        return None
    if isinstance(event, PastGameEntered):
        previous_game = None  # the game beside which it was entered
    elif previous_game is None:
        return None
    named = event.find_decision_code(by_host=by == current_game.host)
    if named is None and _is_pod_ended_by_organiser(event, by, previous_game):
        named = "night-stopped", None
    if named is None:
        return None
    what, override = named
    changes: PodDifference | None = None
    match previous_game, current_game:
        case Pod(), Pod():
            changes = compare_pods(previous_game, current_game)
        case Duel(), Duel():
            changes = _compare_duels(previous_game, current_game)
    decision = GameDecision(
        stored_event.channel,
        stored_event.pod,
        getattr(current_game.setup, "title", None),
        override,
        getattr(event, "reason", None),
        getattr(event, "player", previous_game.host if isinstance(previous_game, Plan) else None),
        changes,
        event.find_decided_reports(previous_game)
        if isinstance(event, PodEvent) and isinstance(previous_game, Pod)
        else (),
        tuple(find_removed_events(event)) if isinstance(event, ReportsCorrected) else (),
        by in current_game.players,
        _compare_end_dates(find_end_dates(), previous_game, current_game),
    )
    details = msgspec.to_builtins(decision)
    return AuditEntry(
        stored_event.interaction, stored_event.guild, stored_event.at, by, what, details
    )


def _is_pod_ended_by_organiser(event: object, actor: Player, previous_game: Game | None) -> bool:
    """Return True if the organiser of a night ended a pod in which they do not play."""
    if not isinstance(event, DrawReported | PodClosed) or not isinstance(previous_game, Pod):
        return False
    return actor != previous_game.host and actor not in previous_game.participants


def _compare_end_dates(
    end_dates: tuple[datetime | None, datetime | None],
    previous_game: Game | None,
    current_game: Game,
) -> GameDateChange | None:
    """Return the date change of a game that has a result before and after a decision."""
    was, becomes = end_dates
    if was is None or becomes is None or was == becomes:
        return None
    if not isinstance(previous_game, Pod) or not isinstance(current_game, Pod):
        return None
    if previous_game.result is None or current_game.result is None:
        return None
    return GameDateChange(
        datetime_to_milliseconds(was), datetime_to_milliseconds(becomes), current_game.result.points
    )


def _compare_duels(previous_duel: Duel, current_duel: Duel) -> PodDifference:
    """Return the differences between two states of a duel."""

    def build_player_place(duel: Duel, player: Player) -> PlayerSituation:
        points = None if duel.result is None else duel.result.season_points.get(player, 0)
        return PlayerSituation("master", None, points)  # nobody serves in a duel

    found = [  # no decision changes who plays a duel
        PlayerDifference(
            each, build_player_place(previous_duel, each), build_player_place(current_duel, each)
        )
        for each in current_duel.players
    ]
    changed = tuple(each for each in found if each.before != each.after)
    was = PodProgress(previous_duel.state, previous_duel.host)
    return PodDifference(was, PodProgress(current_duel.state, current_duel.host), changed)


ACTS = ("took-back", "closed", "removed", "objected", "entered", "managed")
"""The codes of acts that take no reason, by a moderator's right."""

DECISIONS = (
    "override",
    "stands",
    "confirmed",
    "chose",
    "upheld",
    "unplanned-series",
    *(each.audit_code for each in plan_registry.EVENTS if each.audit_code),
    "night-stopped",
    *ACTS,
)
"""The codes of decisions about games and plans."""


class GameDecision(Struct, frozen=True, omit_defaults=True):
    """The details of a moderator's decision about game `number` of a channel.

    `override` is the kind of override, or None if reports or an end were confirmed. `player` is
    the player concerned. `reports` were corrected or confirmed; those `left_out` were removed.
    `plays` says if the moderator plays in the game. `dated` is set if the game has another date
    from now on. Older decisions have only a channel and a reason.
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
    dated: GameDateChange | None = None


def parse_game_decision(audit_entry: AuditEntry) -> GameDecision | None:
    """Parse the details of an audit entry about a game; None for another kind of entry.

    None also if another version of the bot wrote unknown details.
    """
    if audit_entry.what not in DECISIONS:
        return None
    try:
        return msgspec.convert(audit_entry.details, GameDecision)
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


def find_players_in_audit_entry(audit_entry: AuditEntry) -> set[Player]:
    """Return the players that an audit entry mentions."""
    decision = parse_game_decision(audit_entry)
    decided = set[Player]() if decision is None else find_players_in_event(decision)
    return {audit_entry.by, *_find_player_ids(audit_entry.details), *decided} - {OPERATOR}


def _find_player_ids(value: Any) -> Iterator[Player]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            if name in PLAYERS and isinstance(each, str):
                yield each
            else:
                yield from _find_player_ids(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _find_player_ids(each)


def _encode_audit_details(details: Mapping[str, Any]) -> str:
    return msgspec.json.encode(details).decode()


def parse_audit_entry(row: Row[Any], redacted_texts: RedactedTexts = NOTHING_STRUCK) -> AuditEntry:
    """Return the audit entry in a row of `audit`, without redacted texts."""
    details = msgspec.json.decode(redacted_texts.redact_json(row.details))
    return AuditEntry(row.id, row.guild, row.at, row.by, row.what, details)


async def load_audit_entries(
    database: Database, guild_id: int, offset: int, limit: int
) -> list[AuditEntry]:
    """Load a page of a server's audit entries, the newest first, without the `offset` newest
    ones.

    Raises `DatabaseUnreachable`.
    """
    here = select(audit).where(audit.c.guild == guild_id).order_by(audit.c.id.desc())

    def load_page(connection: Connection) -> list[AuditEntry]:
        rows = connection.execute(here.offset(offset).limit(limit)).all()
        struck = load_redacted_texts(connection, guild_id)
        return [parse_audit_entry(row, struck) for row in rows]

    return await database.run_read_transaction(load_page)


async def count_audit_entries(database: Database, guild_id: int) -> int:
    """Return the number of a server's audit entries. Raises `DatabaseUnreachable`."""
    here = select(func.count()).select_from(audit).where(audit.c.guild == guild_id)
    count: int
    [(count,)] = await database.fetch_rows(here)
    return count
