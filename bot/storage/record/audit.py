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
from bot.planning.plan import PlannedGame
from bot.rulebooks import Game
from bot.rules.closing import PodClosed
from bot.rules.deck_naming import DeckDeclared
from bot.rules.differences import (
    ComparedPlayerState,
    ComparedPodState,
    PlayerStatusDifference,
    PodStateDifference,
    compare_pod_states,
)
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Deck, Player
from bot.rules.players import find_players_in_event_fields
from bot.rules.pod import Pod, PodEvent
from bot.rules.story import GameReportsCorrected, list_events_removed_by_correction
from bot.rules.story_events import AnyStoryEvent
from bot.rules.substitutes import replace_players_by_result_owners
from bot.rules.winning import DrawnGameReported
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import audit
from bot.storage.engine.timestamps import datetime_to_milliseconds, round_down_to_milliseconds
from bot.storage.record.redacted_texts import NOTHING_STRUCK, RedactedTextsOfServer, load_redacted_texts_of_server
from bot.storage.record.stored_event import StoredEvent

OPERATOR = "operator"
"""The author of a decision by the operator of the bot."""


class AuditEntry(Struct, frozen=True):
    """An entry of a server's audit trail: a decision by a moderator or by the bot's operator.

    `id` is its interaction; `at` is rounded to the millisecond. `by` is a player or the `OPERATOR`. `what` is a
    permanent code. The `details`, such as `before` and `after`, are JSON without names, except in a `reason` that
    somebody typed.
    """

    id: int
    guild: int
    at: datetime
    by: Player
    what: str
    details: Mapping[str, Any]

    def __post_init__(self) -> None:
        force_setattr(self, "at", round_down_to_milliseconds(self.at))


class GameEndDateChangeByModerator(Struct, frozen=True):
    """A moderator's change of a game's end date, with the players' points by the new date.

    Dates are in milliseconds since 1970.
    """

    before: int
    after: int
    points: dict[Player, int]


class DeckChangeByModerator(Struct, frozen=True, omit_defaults=True):
    """A change of the deck that a player has in a game. `before` is None if there was no deck."""

    player: Player
    after: Deck
    before: Deck | None = None


_INSERT_ENTRY = insert(audit)

# A tuple, as every event is compared with it, and a union would be built anew each time.
_EVENTS_THAT_END_POD = (DrawnGameReported, PodClosed)


def build_audit_entry_insert(audit_entry: AuditEntry) -> RowChange:
    """Build the INSERT of an audit entry.

    Raises `RowAlreadyExistsError` on execution if the interaction has an entry already.
    """
    details = msgspec.json.encode(audit_entry.details).decode()
    return RowChange(_INSERT_ENTRY, [{**asdict(audit_entry), "details": details}])


def build_audit_entry_for_event(
    stored_event: StoredEvent,
    previous_game: Game | None,
    current_game: Game | None,
    find_game_end_dates: Callable[[], tuple[datetime | None, datetime | None]] = lambda: (None, None),
) -> AuditEntry | None:
    """Return the audit entry of an event; None if the event is no decision by a moderator.

    `find_game_end_dates` returns when the game had ended before the event and after it; it is called for a decision
    alone. The details of the entry hold a `GameAuditEntryDetails` as JSON: the game, the player concerned, and the
    changes.
    """
    event = stored_event.event
    by = stored_event.by
    if by is None or stored_event.interaction is None or current_game is None:
        return None
    if isinstance(event, PastGameRecorded):
        previous_game = None  # the game beside which it was entered
    elif previous_game is None:
        return None
    named = event.find_audit_trail_code(is_host_action=by == current_game.host)
    if named is None and _has_game_night_organiser_ended_pod(event, by, previous_game):
        named = "night-stopped", None
    if named is None:
        return None
    what, override = named
    changes: PodStateDifference | None = None
    match previous_game, current_game:
        case Pod(), Pod():
            changes = compare_pod_states(previous_game, current_game)
        case Duel(), Duel():
            changes = _compare_duel_states(previous_game, current_game)
    decision = GameAuditEntryDetails(
        stored_event.channel,
        stored_event.pod,
        getattr(current_game.setup, "title", None),
        override,
        getattr(event, "reason", None),
        getattr(event, "player", previous_game.host if isinstance(previous_game, PlannedGame) else None),
        changes,
        event.list_reports_decided_by_moderator(previous_game)
        if isinstance(event, PodEvent) and isinstance(previous_game, Pod)
        else (),
        tuple(list_events_removed_by_correction(event)) if isinstance(event, GameReportsCorrected) else (),
        by in current_game.players,
        _find_end_date_change(find_game_end_dates(), previous_game, current_game),
        DeckChangeByModerator(event.player, event.deck, previous_game.find_declared_deck_of_player(event.player))
        if isinstance(event, DeckDeclared) and isinstance(previous_game, Pod)
        else None,
    )
    details = msgspec.to_builtins(decision)
    return AuditEntry(stored_event.interaction, stored_event.guild, stored_event.at, by, what, details)


def _has_game_night_organiser_ended_pod(event: object, actor: Player, previous_game: Game | None) -> bool:
    """Return True if the organiser of a game night ended a pod in which they do not play."""
    if not isinstance(event, _EVENTS_THAT_END_POD) or not isinstance(previous_game, Pod):
        return False
    invited = previous_game.setup.invited
    hosts_as_player = actor == previous_game.host and (not invited or actor in invited)
    return not hosts_as_player and actor not in previous_game.current_and_former_players


def _find_end_date_change(
    end_dates: tuple[datetime | None, datetime | None], previous_game: Game | None, current_game: Game
) -> GameEndDateChangeByModerator | None:
    """Return how a decision changes a pod's end date; None if the date stays or a result is missing."""
    was, becomes = end_dates
    if was is None or becomes is None or was == becomes:
        return None
    if not isinstance(previous_game, Pod) or not isinstance(current_game, Pod):
        return None
    result = replace_players_by_result_owners(current_game).result
    if previous_game.result is None or result is None:
        return None
    return GameEndDateChangeByModerator(datetime_to_milliseconds(was), datetime_to_milliseconds(becomes), result.points)


def _compare_duel_states(previous_duel: Duel, current_duel: Duel) -> PodStateDifference:
    """Return the differences between two states of a Magicjoust duel (a card game for two)."""

    def build_player_state_in_duel(duel: Duel, player: Player) -> ComparedPlayerState:
        points = None if duel.result is None else duel.result.season_points.get(player, 0)
        return ComparedPlayerState("master", None, points)  # nobody serves in a duel

    found = [  # no decision changes who plays a duel
        PlayerStatusDifference(
            each, build_player_state_in_duel(previous_duel, each), build_player_state_in_duel(current_duel, each)
        )
        for each in current_duel.players
    ]
    changed = tuple(each for each in found if each.before != each.after)
    was = ComparedPodState(previous_duel.state, previous_duel.host)
    return PodStateDifference(was, ComparedPodState(current_duel.state, current_duel.host), changed)


ACTS = ("took-back", "closed", "removed", "objected", "entered", "call-ended", "managed")
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


class GameAuditEntryDetails(Struct, frozen=True, omit_defaults=True):
    """The details of a moderator's decision about one game of a channel.

    `override` is the kind of override, or None if reports or an end were confirmed. `player` is the player concerned.
    `reports` were corrected or confirmed; those `left_out` were removed. `plays` says if the moderator plays in the
    game. `dated` is set if the game has another date from now on, `decked` if a player has another deck. Older
    decisions have only a channel and a reason.
    """

    channel: int
    number: int = 0
    title: str | None = None
    override: str | None = None
    reason: str | None = None
    player: Player | None = None
    changes: PodStateDifference | None = None
    reports: tuple[AnyStoryEvent, ...] = ()
    left_out: tuple[AnyStoryEvent, ...] = ()
    plays: bool = False
    dated: GameEndDateChangeByModerator | None = None
    decked: DeckChangeByModerator | None = None


def parse_audit_details_of_game(audit_entry: AuditEntry) -> GameAuditEntryDetails | None:
    """Return the details of an audit entry about a game; None for other kinds of entries.

    None also if another version of the bot wrote unknown details.
    """
    if audit_entry.what not in DECISIONS:
        return None
    try:
        return msgspec.convert(audit_entry.details, GameAuditEntryDetails)
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
        "proposer",
    }
)
"""The fields of details, at any depth, that hold a player's id."""


def find_players_in_audit_entry(audit_entry: AuditEntry) -> set[Player]:
    decision = parse_audit_details_of_game(audit_entry)
    decided = set[Player]() if decision is None else find_players_in_event_fields(decision)
    return {audit_entry.by, *_find_player_ids_in_audit_details(audit_entry.details), *decided} - {OPERATOR}


def _find_player_ids_in_audit_details(details: Any) -> Iterator[Player]:
    if isinstance(details, Mapping):
        for name, each in details.items():
            if name in PLAYERS and isinstance(each, str):
                yield each
            else:
                yield from _find_player_ids_in_audit_details(each)
    elif isinstance(details, list | tuple):
        for each in details:
            yield from _find_player_ids_in_audit_details(each)


def parse_audit_entry_row(database_row: Row[Any], redacted_texts: RedactedTextsOfServer = NOTHING_STRUCK) -> AuditEntry:
    """Return the audit entry of a database row, with its redacted texts hidden."""
    details = msgspec.json.decode(redacted_texts.redact_json_text(database_row.details))
    return AuditEntry(database_row.id, database_row.guild, database_row.at, database_row.by, database_row.what, details)


async def load_audit_log_page(database: Database, guild_id: int, entry_offset: int, limit: int) -> list[AuditEntry]:
    """Load a page of a server's audit entries, newest first, after skipping `entry_offset` entries.

    Raises `DatabaseUnreachableError`.
    """
    here = select(audit).where(audit.c.guild == guild_id).order_by(audit.c.id.desc())

    def load_audit_entries_of_page(connection: Connection) -> list[AuditEntry]:
        rows = connection.execute(here.offset(entry_offset).limit(limit)).all()
        struck = load_redacted_texts_of_server(connection, guild_id)
        return [parse_audit_entry_row(row, struck) for row in rows]

    return await database.run_read_transaction(load_audit_entries_of_page)


async def count_audit_entries(database: Database, guild_id: int) -> int:
    """Return the number of a server's audit entries. Raises `DatabaseUnreachableError`."""
    here = select(func.count()).select_from(audit).where(audit.c.guild == guild_id)
    count: int
    [(count,)] = await database.fetch_rows(here)
    return count
