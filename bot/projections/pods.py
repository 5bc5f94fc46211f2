"""Pods and duels: which are open, and when silence confirms their reports.

"Pod" means a game of either kind here.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, func, select, tuple_, update

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections.history import History
from bot.projections.signs import (
    LOOK_BACK,
    FlaggedGame,
    PlayedGame,
    Sign,
    find_signs,
    flag_games,
    list_people,
    list_roster,
)
from bot.rules.confirmation import find_next_due, find_unsettled
from bot.rules.pod import Pod, State
from bot.storage.engine.changes import ChangeOrCondition, Condition, RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import IS_OPEN, OPEN_STATES, boards, dismissals, pods
from bot.storage.tables.former_ids import Persons, load_newest_persons


class PodRow(Struct, frozen=True):
    """A pod by `channel` and `pod`: its state, and version and time of its last event.

    At `confirm_by` its next report is confirmed unless somebody answers. `ended` is when the game
    ended, whatever was corrected since; None while it goes on, and for an entered one until it has
    counted. From `unsettled` on moderators
    should look at reports that silence does not confirm. With a result, `roster` and `signs` are
    those of `PlayedGame`, as words separated by spaces; in `people` each guest is replaced by the
    member who brought them.
    """

    channel: int
    pod: int
    guild: int
    state: State
    version: int
    at: datetime
    confirm_by: datetime | None = None
    ended: datetime | None = None
    unsettled: datetime | None = None
    roster: str | None = None
    signs: str | None = None
    people: str | None = None


_UPSERT_POD = Upsert(pods)

_IS_POD = (pods.c.channel == bindparam("in_channel")) & (pods.c.pod == bindparam("of_pod"))
_SELECT_IF_OPEN = select(pods.c.pod).where(_IS_POD, IS_OPEN)
_SELECT_IF_MOVED = select(pods.c.pod).where(_IS_POD, pods.c.version > bindparam("seen"))
_HOLD_POD = update(pods).where(_IS_POD).values(version=pods.c.version)


def project(history: History) -> Iterator[RowChange]:
    """Write the row of a pod after its last event."""
    recorded = history.last
    game = history.game
    assert not isinstance(game, Plan)  # plans have a projection of their own
    due, unsettled = _find_due(game, history.dates.last or recorded.at)
    # Only a game with a result has any of these.
    roster, signs, people = None, None, None
    if game.result is not None and history.is_played:
        roster, people = list_roster(game), list_people(game)
        signs = " ".join(find_signs(history)) or None
    row = PodRow(
        recorded.channel,
        recorded.pod,
        recorded.guild,
        game.state,
        recorded.version,
        recorded.at,
        due,
        None if game.state in OPEN_STATES or not history.is_played else history.ended,
        unsettled,
        roster,
        signs,
        people,
    )
    yield RowChange(_UPSERT_POD, [asdict(row)])


def _find_due(game: Pod | Duel, since: datetime) -> tuple[datetime | None, datetime | None]:
    """Return when silence since `since` confirms something, and when moderators should look."""
    match game:
        case Pod(unconfirmed=()):
            return None, None
        case Pod():
            silent = to_milliseconds(since)
            due = find_next_due(game, silent)
            unsettled = find_unsettled(game, silent)
            return (
                None if due is None else to_moment(due),
                None if unsettled is None else to_moment(unsettled),
            )
        case Duel():
            return find_settling(game, since), _find_contested(game, since)
        case _:
            assert_never(game)


def find_settling(duel: Duel, since: datetime) -> datetime | None:
    """Return when a duel's result counts without objection; None if it already does, or never will.

    `since` is when the duel ended or a dispute was withdrawn.
    """
    minutes = duel.setup.dispute_minutes
    if duel.result is None or duel.counted is not None or duel.is_contested or minutes is None:
        return None
    return since + timedelta(minutes=minutes)


def _find_contested(duel: Duel, since: datetime) -> datetime | None:
    """Return from when on moderators should look at a duel that ended at `since`; None if never.

    That is at once for a dispute and for a locked end; after a day for a player's unanswered
    request to undo the end.
    """
    if not duel.is_contested:
        return None
    at_once = duel.disputed is not None or duel.locked
    return since if at_once else since + timedelta(days=1)


async def load_open_pods(database: Database, guild: int) -> list[PodRow]:
    """Return a server's open pods, those idle longest first. Raises `Unreachable`."""
    found = (
        select(pods).where(pods.c.state.in_(OPEN_STATES), pods.c.guild == guild).order_by(pods.c.at)
    )
    return [PodRow(*row) for row in await database.fetch(found)]


async def load_overdue(database: Database, now: datetime, limit: int = 100) -> list[PodRow]:
    """Return pods with a report whose time for an answer is over by `now`. Raises `Unreachable`."""
    late = select(pods).where(pods.c.confirm_by <= now).order_by(pods.c.confirm_by).limit(limit)
    return [PodRow(*row) for row in await database.fetch(late)]


async def load_idle_servers(database: Database, since: datetime) -> dict[int, datetime]:
    """Return servers with pods that are idle since `since`, with the oldest pod's last event time.

    Raises `Unreachable`.
    """
    oldest = select(pods.c.guild, func.min(pods.c.at).label("at"))
    oldest = oldest.where(IS_OPEN, pods.c.at <= since).group_by(pods.c.guild)
    rows = await database.fetch(oldest)
    return {row.guild: row.at for row in rows}


async def load_idle_pods(
    database: Database, guild: int, since: datetime, limit: int
) -> list[PodRow]:
    """Return a server's open pods that are idle since `since`, those idle longest first.

    Raises `Unreachable`.
    """
    found = select(pods).where(IS_OPEN, pods.c.at <= since, pods.c.guild == guild)
    found = found.order_by(pods.c.at).limit(limit)
    return [PodRow(*row) for row in await database.fetch(found)]


async def load_pods_in_state(
    database: Database, state: State, since: datetime, after: int, limit: int
) -> list[PodRow]:
    """Return pods in a state that are idle since `since`, by channel, in channels above `after`.

    Raises `Unreachable`.
    """
    found = select(pods).where(pods.c.state == state, pods.c.channel > after, pods.c.at <= since)
    rows = await database.fetch(found.order_by(pods.c.channel).limit(limit))
    return [PodRow(*row) for row in rows]


async def has_pod(database: Database, guild: int, channel: int, pod: int) -> bool:
    """Return whether a server has this pod. Raises `Unreachable`."""
    same = (pods.c.guild == guild, pods.c.channel == channel, pods.c.pod == pod)
    return await database.fetch_one(select(pods.c.pod).where(*same)) is not None


class UnsettledRow(NamedTuple):
    """A pod that moderators should look at, and the message of its board; None if not posted."""

    pod: PodRow
    message: int | None


async def read_unsettled(
    database: Database, guild: int, now: datetime, after: int, limit: int
) -> tuple[list[UnsettledRow], int]:
    """Return a page of a server's unsettled pods, longest unsettled first, and the number of all.

    The page has `limit` pods and skips `after` of them. Raises `Unreachable`.
    """
    here = (pods.c.guild == guild, pods.c.unsettled <= now)
    same = (boards.c.channel == pods.c.channel) & (boards.c.pod == pods.c.pod)
    found = select(pods, boards.c.message).outerjoin(boards, same).where(*here)
    found = found.order_by(pods.c.unsettled, pods.c.channel, pods.c.pod).offset(after).limit(limit)
    count = select(func.count()).select_from(pods).where(*here)

    def read_rows(connection: Connection) -> tuple[list[UnsettledRow], int]:
        rows = connection.execute(found)
        some = [UnsettledRow(PodRow(*row[:-1]), row[-1]) for row in rows]
        return some, connection.scalar(count) or 0

    return await database.read(read_rows)


async def load_board_messages(
    database: Database, games: Collection[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Return the messages of the games' boards, by channel and number; without unposted ones.

    Raises `Unreachable`.
    """
    place = (boards.c.channel, boards.c.pod)
    found = select(*place, boards.c.message).where(tuple_(*place).in_(games))
    rows = await database.fetch(found.where(boards.c.message.is_not(None)))
    return {(row.channel, row.pod): row.message for row in rows}


MAX_SEARCHED_GAMES = 5_000
"""Newest games that are searched for ones to look at."""


async def load_flagged_games(database: Database, guild: int, now: datetime) -> list[FlaggedGame]:
    """Return a server's games that moderators should look at, newest first.

    At most `MAX_SEARCHED_GAMES` rows are read. Raises `Unreachable`.
    """
    here = (pods.c.guild == guild, pods.c.ended >= now - LOOK_BACK, pods.c.people.is_not(None))
    same = (dismissals.c.channel == pods.c.channel) & (dismissals.c.pod == pods.c.pod)
    columns = (pods.c.channel, pods.c.pod, pods.c.ended, pods.c.people, pods.c.signs)
    found = select(*columns, dismissals.c.pod.label("dismissed")).outerjoin(dismissals, same)
    order = (pods.c.ended.desc(), pods.c.channel.desc(), pods.c.pod.desc())
    newest = found.where(*here).order_by(*order).limit(MAX_SEARCHED_GAMES)

    def read_played(connection: Connection) -> list[PlayedGame]:
        persons = load_newest_persons(connection, guild)
        return [_read_played(persons, *row) for row in connection.execute(newest)]

    return flag_games(await database.read(read_played))


def _read_played(
    persons: Persons,
    channel: int,
    pod: int,
    ended: datetime,
    people: str,
    signs: str | None,
    dismissed: int | None,
) -> PlayedGame:
    known: dict[str, Sign] = {"quick": "quick", "won": "won"}
    read = tuple(known[each] for each in (signs or "").split() if each in known)
    who = " ".join(sorted({persons.get(each, each) for each in people.split()}))
    return PlayedGame(channel, pod, ended, who, read, dismissed is not None)


MAX_SETTLING_SHOWN = 5
"""The most games that are shown as not settled yet."""


async def load_settling_games(database: Database, guild: int) -> list[PodRow]:
    """Return a server's finished games that silence will let count, newest first.

    Raises `Unreachable`.
    """
    found = (
        select(pods)
        .where(pods.c.guild == guild, pods.c.state == "finished", pods.c.confirm_by.is_not(None))
        .order_by(pods.c.at.desc())
        .limit(MAX_SETTLING_SHOWN)
    )
    return [PodRow(*row) for row in await database.fetch(found)]


# What other games rely on


async def find_open(
    database: Database, places: Collection[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Return those pods, by channel and number, that are not over. Raises `Unreachable`."""
    if not places:
        return set()
    asked = (Question(_SELECT_IF_OPEN, _name_pod(*place)) for place in places)
    found = await database.ask(*asked)
    return {place for place, rows in zip(places, found, strict=True) if rows}


def expect_over(key: str, channel: int, pod: int) -> Condition:
    """Return the condition of a write that a pod is over."""
    return Condition(key, _SELECT_IF_OPEN, _name_pod(channel, pod))


def expect_unmoved(key: str, channel: int, pod: int, seen: int) -> Iterator[ChangeOrCondition]:
    """Yield what a write needs so that a pod has no event after the version that was `seen`.

    The pod's row is held until the commit, so that its next event comes after that.
    """
    yield RowChange(_HOLD_POD, [_name_pod(channel, pod)])
    yield Condition(key, _SELECT_IF_MOVED, {**_name_pod(channel, pod), "seen": seen})


def _name_pod(channel: int, pod: int) -> dict[str, int]:
    return {"in_channel": channel, "of_pod": pod}
