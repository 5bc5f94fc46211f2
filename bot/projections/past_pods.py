"""Past games of a channel or a server: when they were played, their setup, who won."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Select, Subquery, or_, select, tuple_

from bot.joust.duel import DuelSetup
from bot.joust.lobby import DuelOpened
from bot.rules.entering import Entered
from bot.rules.facts import Deck, Player
from bot.rules.lobby import Opened, VariantChanged
from bot.rules.pod import State, change_setup
from bot.rules.records import Role, Setup
from bot.storage.engine.database import Database, FetchedRow
from bot.storage.engine.schema import events, pods, results
from bot.storage.record.log import ENTERED_TYPE, read_recorded, read_shown
from bot.storage.record.player_decks import read_deck
from bot.storage.record.recorded import Recorded
from bot.storage.record.strikes import Struck, load_struck

_CHANGED_TYPE = str(VariantChanged.__struct_config__.tag)

OPENED_TYPE = str(Opened.__struct_config__.tag)
"""Type of the event that opens a pod here; games that are entered afterwards have another one."""


class PastPod(Struct, frozen=True):
    """A pod by channel and number; `winners` lists the master first and is empty after a draw.

    `scored` means that its result counts. Without that, `winners` is empty too.
    """

    channel: int
    number: int
    opened: datetime
    setup: Setup
    state: State
    winners: Sequence[Player]
    scored: bool


_Rows: TypeAlias = Sequence[FetchedRow]


async def read_past_pods(database: Database, channels: Collection[int], most: int) -> list[PastPod]:
    """Return pods of some channels, newest first. Raises `Damaged` or `Unreachable`."""
    opened = (
        select(events, pods.c.state)
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .where(pods.c.channel.in_(channels), events.c.type.in_((OPENED_TYPE, ENTERED_TYPE)))
        .order_by(events.c.at.desc(), pods.c.channel.desc(), pods.c.pod.desc())
        .limit(most)
    )
    scored = (
        select(results.c.channel, results.c.pod, results.c.player, results.c.won)
        .where(results.c.channel.in_(channels))
        .order_by(results.c.role, results.c.player)
    )

    def read_rows(connection: Connection) -> tuple[_Rows, _Rows, list[Recorded]]:
        rows = connection.execute(opened).all()
        return rows, connection.execute(scored).all(), _read_openings(connection, rows)

    rows, scores, shown = await database.read(read_rows)
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
        if isinstance(each.event, Opened | Entered)
    ]


def _read_openings(connection: Connection, rows: _Rows) -> list[Recorded]:
    """Return the opening events in rows of one server, with the variants that lobbies agreed on."""
    shown = read_shown(connection, rows)
    games = [(each.channel, each.pod) for each in shown]
    later = (
        select(events)
        .where(tuple_(events.c.channel, events.c.pod).in_(games), events.c.type == _CHANGED_TYPE)
        .order_by(events.c.version)
    )
    changes = {
        (each.channel, each.pod): each.event
        for each in map(read_recorded, connection.execute(later))
        if isinstance(each.event, VariantChanged)
    }
    return [_apply_change(each, changes.get((each.channel, each.pod))) for each in shown]


def _apply_change(opening: Recorded, change: VariantChanged | None) -> Recorded:
    event = opening.event
    if change is None or not isinstance(event, Opened):
        return opening
    setup = change_setup(event.setup, change.variant, change.scoring)
    return replace(opening, event=replace(event, setup=setup))


class HistoryPosition(NamedTuple):
    """A game's position in its server's history; positions sort in its order."""

    ended: datetime
    channel: int
    number: int


class FinishedGame(Struct, frozen=True):
    """A pod or a duel that is over, and who won it in which role, masters first.

    `scored` means that its result counts. Without that, `winners` is empty. `decks` are those of
    the winners, as far as they are known.
    """

    spot: HistoryPosition
    setup: Setup | DuelSetup
    state: State
    winners: Sequence[tuple[Player, Role]]
    scored: bool
    decks: Mapping[Player, Deck] = {}


async def read_history(
    database: Database,
    guild: int,
    most: int,
    *,
    beyond: HistoryPosition | None = None,
    newer: bool = False,
    player: Player | None = None,
    without: Collection[int] = (),
) -> list[FinishedGame]:
    """Return finished games of a server, newest first. Raises `Damaged` or `Unreachable`.

    The games are next to `beyond`, on its older or its `newer` side; without it, the newest. With
    `player`, only games that count for them. Channels in `without` are left out.
    """
    some = _select_spots(guild, most, beyond, newer, player, without)

    def read_rows(connection: Connection) -> tuple[_Rows, _Rows, list[Recorded], Struck]:
        rows = connection.execute(_select_opened(some)).all()
        scores = connection.execute(_select_scored(some)).all()
        return rows, scores, _read_openings(connection, rows), load_struck(connection, guild)

    rows, scores, shown, struck = await database.read(read_rows)
    winners: dict[tuple[int, int], list[tuple[Player, Role]]] = {}
    decks: dict[tuple[int, int], dict[Player, Deck]] = {}
    for channel, number, each, role, has_won, deck in scores:
        winners.setdefault((channel, number), []).extend([(each, role)] if has_won else [])
        if has_won and deck is not None:
            known = decks.setdefault((channel, number), {})
            known[each] = struck.hide_in(read_deck(deck))
    spots = [(HistoryPosition(row.ended, row.channel, row.pod), row.state) for row in rows]
    found = [(spot, each, state) for (spot, state), each in zip(spots, shown, strict=True)]
    return [
        FinishedGame(
            spot,
            each.event.setup,
            state,
            winners.get(spot[1:], ()),
            spot[1:] in winners,
            decks.get(spot[1:], {}),
        )
        for spot, each, state in sorted(found, key=itemgetter(0), reverse=True)
        if isinstance(each.event, Opened | Entered | DuelOpened)
    ]


def _select_spots(
    guild: int,
    most: int,
    beyond: HistoryPosition | None,
    newer: bool,
    player: Player | None,
    without: Collection[int],
) -> Subquery:
    """Select the columns `ended`, `channel` and `pod` of the games that `read_history` returns."""
    table, ended = (pods, pods.c.ended) if player is None else (results, results.c.at)
    order = (ended, table.c.channel, table.c.pod)
    columns = (ended.label("ended"), *order[1:])
    spots = select(*columns).where(table.c.guild == guild, ended.is_not(None))
    if player is not None:
        spots = spots.where(table.c.player == player)
    if without:
        spots = spots.where(table.c.channel.not_in(without))
    if beyond is not None:
        there = tuple_(*order)
        spots = spots.where(there > beyond if newer else there < beyond)
    directed = [column.asc() if newer else column.desc() for column in order]
    return spots.order_by(*directed).limit(most).subquery("some")


def _select_opened(some: Subquery) -> Select[Any]:
    """Select the opening event, the state and the end of some games."""
    same = (some.c.channel == pods.c.channel) & (some.c.pod == pods.c.pod)
    first = (events.c.channel == some.c.channel) & (events.c.version == some.c.pod)
    opened = select(events, pods.c.state, some.c.ended)
    return opened.select_from(some).join(pods, same).join(events, first)


def _select_scored(some: Subquery) -> Select[Any]:
    """Select who has a result in some games, in which role, and whether they won."""
    columns = (results.c[name] for name in ("channel", "pod", "player", "role", "won", "deck"))
    same = (results.c.channel == some.c.channel) & (results.c.pod == some.c.pod)
    scored = select(*columns).select_from(some).join(results, same)
    return scored.order_by(results.c.role, results.c.player)


async def load_recent_channels(
    database: Database, guild: int, most: int, *, without: Collection[int]
) -> list[int]:
    """Return the channels of a server's `most` newest finished games, newest first.

    Channels in `without` are left out. Raises `Unreachable`.
    """
    some = _select_spots(guild, most, None, False, None, without)
    ended = select(some.c.channel).order_by(some.c.ended.desc(), some.c.channel.desc())
    return list(dict.fromkeys(channel for (channel,) in await database.fetch(ended)))


async def load_position(
    database: Database, guild: int, channel: int, number: int
) -> HistoryPosition | None:
    """Return a game's position in its server's history; None if it is not finished.

    Raises `Unreachable`.
    """
    same = (pods.c.guild == guild, pods.c.channel == channel, pods.c.pod == number)
    ended = select(pods.c.ended, pods.c.channel, pods.c.pod).where(*same, pods.c.ended.is_not(None))
    row = await database.fetch_one(ended)
    return None if row is None else HistoryPosition(*row)


# Rounds of a series


class Round(Struct, frozen=True):
    """A round of a series: a pod by its number; without `points` until its result counts.

    `winners` lists the master first and is empty after a draw.
    """

    number: int
    state: State
    points: dict[Player, int]
    winners: list[Player]


async def read_rounds(database: Database, channel: int, first: int) -> list[Round]:
    """Return the pods of a channel from number `first` on, oldest first. Raises `Unreachable`."""
    same = (results.c.channel == pods.c.channel) & (results.c.pod == pods.c.pod)
    found = (
        select(pods.c.pod, pods.c.state, results.c.player, results.c.points, results.c.won)
        .join(events, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .outerjoin(results, same)
        .where(pods.c.channel == channel, pods.c.pod >= first, events.c.type == OPENED_TYPE)
        .order_by(pods.c.pod, results.c.role, results.c.player)
    )
    every = dict[int, Round]()
    for number, state, player, points, won in await database.fetch(found):
        each = every.setdefault(number, Round(number, state, {}, []))
        if player is not None:
            each.points[player] = points
            if won:
                each.winners.append(player)
    return list(every.values())


# Games with guests that do not count


async def load_uncounted_guest_games(
    database: Database, guild: int, player: Player, between: tuple[datetime, datetime], most: int
) -> list[HistoryPosition]:
    """Return a player's newest games with guests that have no results, at most `most`.

    Such games may have too many guests to count. They ended between two moments, of which the
    second is excluded. Raises `Unreachable`.
    """
    since, until = between
    told = select(events.c.version).where(
        events.c.channel == pods.c.channel,
        events.c.pod == pods.c.pod,
        or_(*(events.c.payload.contains(f'"{name}"') for name in ("brought_by", "guests"))),
    )
    counted = select(results.c.pod).where(
        results.c.channel == pods.c.channel, results.c.pod == pods.c.pod
    )
    order = (pods.c.ended, pods.c.channel, pods.c.pod)
    found = (
        select(*order)
        .where(pods.c.guild == guild, pods.c.ended >= since, pods.c.ended < until)
        .where(pods.c.roster.contains(player, autoescape=True))
        .where(~counted.exists(), told.exists())
        .order_by(*(column.desc() for column in order))
        .limit(most)
    )
    return [HistoryPosition(*row) for row in await database.fetch(found)]
