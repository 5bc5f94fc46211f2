"""Past games of a channel or a server: their dates, setups and winners."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Select, Subquery, or_, select, tuple_

from bot.joust.duel import Duel, DuelSetup
from bot.joust.lobby import DuelOpened, DuelStarted
from bot.rules.commands_and_events import list_leaf_subclasses
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Deck, Player
from bot.rules.lobby import GameStarted, LobbyOpened, LobbySetupEvent
from bot.rules.pod import Pod, PodStage
from bot.rules.records import PodSetup, Role
from bot.storage.engine.database import Database, FetchedRow
from bot.storage.engine.schema import events, pods, results
from bot.storage.record.log import ENTERED_TYPE, decode_and_redact_event_row, decode_and_redact_event_rows
from bot.storage.record.player_decks import decode_deck_json
from bot.storage.record.redacted_texts import RedactedTextsOfServer, load_redacted_texts_of_server
from bot.storage.record.stored_event import StoredEvent

_CHANGED_TYPES = tuple(str(kind.__struct_config__.tag) for kind in list_leaf_subclasses(LobbySetupEvent))

OPENED_TYPE = str(LobbyOpened.__struct_config__.tag)
"""Type of the event that opens a pod here; games that are entered afterwards have another one."""

STARTED_TYPES: Mapping[type[Pod | Duel], str] = {
    Pod: str(GameStarted.__struct_config__.tag),
    Duel: str(DuelStarted.__struct_config__.tag),
}
"""Types of the events that start pods and duels."""


class PastPod(Struct, frozen=True):
    """A past pod: number, settings, state and winners.

    `winners` lists the master first and is empty after a draw. `scored` means that its result counts. Without that,
    `winners` is empty too.
    """

    channel: int
    number: int
    opened: datetime
    setup: PodSetup
    state: PodStage
    winners: Sequence[Player]
    scored: bool


_Rows: TypeAlias = Sequence[FetchedRow]


async def load_numbers_of_latest_games(
    database: Database, channel: int, game_class: type[Pod | Duel], limit: int
) -> list[int]:
    """Load the numbers of the pods or duels started last in a channel, newest first.

    Among them are games whose start was undone.
    """
    started = (
        select(events.c.pod)
        .where(events.c.channel == channel, events.c.type == STARTED_TYPES[game_class])
        .group_by(events.c.pod)
        .order_by(events.c.pod.desc())
        .limit(limit)
    )
    return await database.run_read_transaction(lambda connection: list(connection.scalars(started)))


async def load_past_pods(database: Database, channels: Collection[int], limit: int) -> list[PastPod]:
    """Load the pods of these channels, newest first. Raises `UnreadableStoredEventError`."""
    opened = (
        select(events, pods.c.state)
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .where(pods.c.channel.in_(channels), events.c.type.in_((OPENED_TYPE, ENTERED_TYPE)))
        .order_by(events.c.at.desc(), pods.c.channel.desc(), pods.c.pod.desc())
        .limit(limit)
    )
    scored = (
        select(results.c.channel, results.c.pod, results.c.player, results.c.won)
        .where(results.c.channel.in_(channels))
        .order_by(results.c.role, results.c.player)
    )

    def load_pods_and_scores(connection: Connection) -> tuple[_Rows, _Rows, list[StoredEvent]]:
        rows = connection.execute(opened).all()
        return rows, connection.execute(scored).all(), _load_pod_opening_events(connection, rows)

    rows, scores, shown = await database.run_read_transaction(load_pods_and_scores)
    winners = dict[tuple[int, int], list[Player]]()
    for channel, pod, player, has_won in scores:
        winners.setdefault((channel, pod), []).extend([player] if has_won else [])
    found = zip(shown, (row.state for row in rows), strict=True)
    return [
        PastPod(
            each.channel,
            each.pod,
            each.at,
            each.event.setup,
            state,
            winners.get((each.channel, each.pod), ()),
            (each.channel, each.pod) in winners,
        )
        for each, state in found
        if isinstance(each.event, LobbyOpened | PastGameRecorded)
    ]


def _load_pod_opening_events(connection: Connection, event_rows: _Rows) -> list[StoredEvent]:
    """Load the events that opened pods, with later changes of their settings included."""
    shown = decode_and_redact_event_rows(connection, event_rows)
    games = [(each.channel, each.pod) for each in shown]
    later = (
        select(events)
        .where(tuple_(events.c.channel, events.c.pod).in_(games), events.c.type.in_(_CHANGED_TYPES))
        .order_by(events.c.version)
    )
    changes = dict[tuple[int, int], list[LobbySetupEvent]]()
    for each in map(decode_and_redact_event_row, connection.execute(later)):
        if isinstance(each.event, LobbySetupEvent):
            changes.setdefault((each.channel, each.pod), []).append(each.event)
    return [_apply_setup_events_to_opening_event(each, changes.get((each.channel, each.pod), ())) for each in shown]


def _apply_setup_events_to_opening_event(
    opening_event: StoredEvent, lobby_setup_events: Sequence[LobbySetupEvent]
) -> StoredEvent:
    event = opening_event.event
    if not lobby_setup_events or not isinstance(event, LobbyOpened):
        return opening_event
    setup = event.setup
    for each in lobby_setup_events:
        setup = each.apply_to_lobby_setup(setup)
    return replace(opening_event, event=replace(event, setup=setup))


class FinishedGameCursor(NamedTuple):
    """A paging cursor in a server's list of finished games: end time, channel and number."""

    ended: datetime
    channel: int
    number: int


class FinishedGame(Struct, frozen=True):
    """A finished pod or duel, and its winners with their roles, masters first.

    `scored` means that its result counts. Without that, `winners` is empty. `decks` are those of the winners, as far as
    they are known.
    """

    spot: FinishedGameCursor
    setup: PodSetup | DuelSetup
    state: PodStage
    winners: Sequence[tuple[Player, Role]]
    scored: bool
    decks: Mapping[Player, Deck] = {}


async def load_finished_games(
    database: Database,
    guild_id: int,
    limit: int,
    *,
    cursor: FinishedGameCursor | None = None,
    is_newer_than_cursor: bool = False,
    player: Player | None = None,
    excluded_channels: Collection[int] = (),
) -> list[FinishedGame]:
    """Load a server's finished games, newest first.

    The games are next to `cursor`, on its older or newer side; without it, the newest. With `player`, only games that
    count for them. Raises `UnreadableStoredEventError`.
    """
    some = _build_query_of_finished_game_cursors(
        guild_id, limit, cursor, is_newer_than_cursor, player, excluded_channels
    )

    def load_games_and_scores(connection: Connection) -> tuple[_Rows, _Rows, list[StoredEvent], RedactedTextsOfServer]:
        rows = connection.execute(_build_opening_events_query(some)).all()
        scores = connection.execute(_build_game_scores_query(some)).all()
        return (
            rows,
            scores,
            _load_pod_opening_events(connection, rows),
            load_redacted_texts_of_server(connection, guild_id),
        )

    rows, scores, shown, struck = await database.run_read_transaction(load_games_and_scores)
    winners: dict[tuple[int, int], list[tuple[Player, Role]]] = {}
    decks: dict[tuple[int, int], dict[Player, Deck]] = {}
    for channel, number, each, role, has_won, deck in scores:
        winners.setdefault((channel, number), []).extend([(each, role)] if has_won else [])
        if has_won and deck is not None:
            known = decks.setdefault((channel, number), {})
            known[each] = struck.redact_struct_texts(decode_deck_json(deck))
    spots = [(FinishedGameCursor(row.ended, row.channel, row.pod), row.state) for row in rows]
    found = [(spot, each, state) for (spot, state), each in zip(spots, shown, strict=True)]
    return [
        FinishedGame(
            spot, each.event.setup, state, winners.get(spot[1:], ()), spot[1:] in winners, decks.get(spot[1:], {})
        )
        for spot, each, state in sorted(found, key=itemgetter(0), reverse=True)
        if isinstance(each.event, LobbyOpened | PastGameRecorded | DuelOpened)
    ]


def _build_query_of_finished_game_cursors(
    guild_id: int,
    limit: int,
    cursor: FinishedGameCursor | None,
    is_newer_than_cursor: bool,
    player: Player | None,
    excluded_channels: Collection[int],
) -> Subquery:
    table, ended = (pods, pods.c.ended) if player is None else (results, results.c.at)
    order = (ended, table.c.channel, table.c.pod)
    columns = (ended.label("ended"), *order[1:])
    spots = select(*columns).where(table.c.guild == guild_id, ended.is_not(None))
    if player is not None:
        spots = spots.where(table.c.player == player)
    if excluded_channels:
        spots = spots.where(table.c.channel.not_in(excluded_channels))
    if cursor is not None:
        there = tuple_(*order)
        spots = spots.where(there > cursor if is_newer_than_cursor else there < cursor)
    directed = [column.asc() if is_newer_than_cursor else column.desc() for column in order]
    return spots.order_by(*directed).limit(limit).subquery("some")


def _build_opening_events_query(games: Subquery) -> Select[Any]:
    """Return the query for the events that opened these games, and for the games' state and end."""
    same = (games.c.channel == pods.c.channel) & (games.c.pod == pods.c.pod)
    first = (events.c.channel == games.c.channel) & (events.c.version == games.c.pod)
    opened = select(events, pods.c.state, games.c.ended)
    return opened.select_from(games).join(pods, same).join(events, first)


def _build_game_scores_query(games: Subquery) -> Select[Any]:
    """Return the query for the players with a result in these games, their roles and wins."""
    columns = (results.c[name] for name in ("channel", "pod", "player", "role", "won", "deck"))
    same = (results.c.channel == games.c.channel) & (results.c.pod == games.c.pod)
    scored = select(*columns).select_from(games).join(results, same)
    return scored.order_by(results.c.role, results.c.player)


async def load_channels_of_newest_games(
    database: Database, guild_id: int, limit: int, *, excluded_channels: Collection[int]
) -> list[int]:
    """Load the channels of a server's `limit` newest finished games, newest first."""
    some = _build_query_of_finished_game_cursors(guild_id, limit, None, False, None, excluded_channels)
    ended = select(some.c.channel).order_by(some.c.ended.desc(), some.c.channel.desc())
    return list(dict.fromkeys(channel for (channel,) in await database.fetch_rows(ended)))


async def load_cursor_of_finished_game(
    database: Database, guild_id: int, channel_id: int, game_number: int
) -> FinishedGameCursor | None:
    """Load a finished game's position in its server's history; None for an unfinished game."""
    same = (pods.c.guild == guild_id, pods.c.channel == channel_id, pods.c.pod == game_number)
    ended = select(pods.c.ended, pods.c.channel, pods.c.pod).where(*same, pods.c.ended.is_not(None))
    row = await database.fetch_row_or_none(ended)
    return None if row is None else FinishedGameCursor(*row)


# Rounds of a series


class PodSeriesRound(Struct, frozen=True):
    """A pod that is a round of a series, which the same people play until somebody wins it.

    `points` is empty until its result counts. `winners` lists the master first and is empty after a draw.
    """

    number: int
    state: PodStage
    points: dict[Player, int]
    winners: list[Player]


async def load_pod_series_rounds(database: Database, channel_id: int, first_pod_number: int) -> list[PodSeriesRound]:
    """Load the pods of a series in a channel, from this number on, oldest first."""
    same = (results.c.channel == pods.c.channel) & (results.c.pod == pods.c.pod)
    found = (
        select(pods.c.pod, pods.c.state, results.c.player, results.c.points, results.c.won)
        .join(events, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .outerjoin(results, same)
        .where(pods.c.channel == channel_id, pods.c.pod >= first_pod_number, events.c.type == OPENED_TYPE)
        .order_by(pods.c.pod, results.c.role, results.c.player)
    )
    every = dict[int, PodSeriesRound]()
    for number, state, player, points, won in await database.fetch_rows(found):
        each = every.setdefault(number, PodSeriesRound(number, state, {}, []))
        if player is not None:
            each.points[player] = points
            if won:
                each.winners.append(player)
    return list(every.values())


# Games with guests that do not count


async def load_games_uncounted_due_to_guests(
    database: Database, guild_id: int, player: Player, time_range: tuple[datetime, datetime], limit: int
) -> list[FinishedGameCursor]:
    """Load a player's newest games that do not count because of guests (people without account).

    Such games may have too many guests to count. They ended between two times, of which the second is excluded.
    """
    since, until = time_range
    told = select(events.c.version).where(
        events.c.channel == pods.c.channel,
        events.c.pod == pods.c.pod,
        or_(*(events.c.payload.contains(f'"{name}"') for name in ("brought_by", "guests"))),
    )
    counted = select(results.c.pod).where(results.c.channel == pods.c.channel, results.c.pod == pods.c.pod)
    order = (pods.c.ended, pods.c.channel, pods.c.pod)
    found = (
        select(*order)
        .where(pods.c.guild == guild_id, pods.c.ended >= since, pods.c.ended < until)
        .where(pods.c.roster.contains(player, autoescape=True))
        .where(~counted.exists(), told.exists())
        .order_by(*(column.desc() for column in order))
        .limit(limit)
    )
    return [FinishedGameCursor(*row) for row in await database.fetch_rows(found)]
