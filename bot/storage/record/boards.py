"""The boards of pods: where each one is, how much of the log it shows, and which ones are owed.

An event and the board that it calls for are written in one transaction: whatever happens
between the log and Discord, what is owed is found again.
"""

import asyncio
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace
from sqlalchemy import BigInteger, Text, and_, bindparam, or_, select, tuple_, update

from bot.rules.facts import Player
from bot.storage.engine.changes import Condition, RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.errors import Unmet
from bot.storage.engine.moments import round_to_milliseconds
from bot.storage.engine.point_reads import Question
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.schema import OPEN_STATES, boards, plans, pods
from bot.storage.record.publications import Lease
from bot.storage.record.recorded import Recorded


class Board(Struct, frozen=True, gc=False):
    """The message that shows a pod; it should show the log up to the version `wanted`.

    It shows the version `shown`, in `language` where the server has not chosen one. `message` was
    `posted` then (to the millisecond); both are None before the first. `asked` names the open
    choice and the warning for which it last called somebody. `former` is the replaced message until
    it is deleted. `told` are the players whom it told that their game starts, `picture` names the
    picture on it. `calls` are the messages that call somebody before a vote about them.

    The next message may have been sent at any moment since `tried` without its id being stored.
    """

    channel: int
    pod: int
    guild: int
    language: str
    wanted: int
    shown: int = 0
    message: int | None = None
    posted: datetime | None = None
    asked: str | None = None
    former: int | None = None
    told: str | None = None
    picture: str | None = None
    calls: str | None = None
    tried: datetime | None = None

    @property
    def is_being_sent(self) -> bool:
        """True if no message was sent yet, or one is to replace the present one."""
        return self.message == self.former

    def is_owed(self, version: int) -> bool:
        """Return whether the board does not show a version, or a former message stays."""
        return self.shown != version or self.former is not None

    def aim(self, _: "Board") -> "Board":
        """Return the board itself: it is always sent to the channel of its game."""
        return self

    def adopt(self, message: int) -> "Board":
        """Return the board with a message that was sent in place of the present one.

        Nothing is known of what it shows.
        """
        return replace(self, message=message, former=self.message, tried=None, shown=0)

    def knows(self, message: int) -> bool:
        """Return whether a message is the board, the one before it, or a call of this game."""
        return message in (self.message, self.former, *self.vote_calls.values())

    @property
    def players_told(self) -> frozenset[Player]:
        """The players whom the boards of this game have told that it starts."""
        return frozenset((self.told or "").split())

    @property
    def vote_calls(self) -> Mapping[Player, int]:
        """The messages that call players before a vote about them, and are not deleted yet."""
        pairs = (each.split(":") for each in (self.calls or "").split())
        return {player: int(message) for player, message in pairs}

    def __post_init__(self) -> None:
        for name in ("posted", "tried"):
            if (moment := getattr(self, name)) is not None:
                force_setattr(self, name, round_to_milliseconds(moment))


_CACHED_BOARDS = 4096

_SHOWN_COLUMNS = (*("shown", "message", "posted", "asked", "former", "told", "picture", "tried"),)

_SELECT_ONE = select(boards).where(
    boards.c.channel == bindparam("channel"), boards.c.pod == bindparam("pod")
)
_UPSERT_WANTED = Upsert(boards)
_IS_BOARD = (
    boards.c.channel == bindparam("in_channel"),
    boards.c.pod == bindparam("of_pod"),
)
_UPDATE_SHOWN = (
    update(boards).where(*_IS_BOARD).values({name: bindparam(name) for name in _SHOWN_COLUMNS})
)
_AS_MESSAGE = bindparam("as_message", type_=BigInteger)
_UPDATE_FOLLOWING = _UPDATE_SHOWN.where(
    or_(
        boards.c.message.is_not_distinct_from(_AS_MESSAGE),
        boards.c.message.is_not_distinct_from(bindparam("as_former", type_=BigInteger)),
    )
)
_UPDATE_EDITED = _UPDATE_SHOWN.where(
    boards.c.message.is_not_distinct_from(_AS_MESSAGE),
    boards.c.shown <= bindparam("up_to"),
    boards.c.message.is_distinct_from(boards.c.former),  # else the next one is being sent
)
_OWE = update(boards).where(*_IS_BOARD).values(shown=0)
_UPDATE_CALLS = (
    update(boards)
    .where(*_IS_BOARD, boards.c.calls.is_not_distinct_from(bindparam("as_calls", type_=Text)))
    .values(calls=bindparam("now_calls"))
)
_SELECT_IF_MOVED = select(boards.c.pod).where(
    *_IS_BOARD, boards.c.message.is_distinct_from(_AS_MESSAGE)
)
_SELECT_IF_CALLED = select(boards.c.pod).where(
    *_IS_BOARD, boards.c.calls.is_distinct_from(bindparam("now_calls", type_=Text))
)

_MARK_LOST = update(boards).values(
    shown=boards.c.wanted,
    **dict.fromkeys(each for each in (*_SHOWN_COLUMNS, "calls") if each not in ("shown", "told")),
)
_SAME_POD = and_(pods.c.channel == boards.c.channel, pods.c.pod == boards.c.pod)
_SAME_PLAN = and_(plans.c.channel == boards.c.channel, plans.c.pod == boards.c.pod)
OF_OPEN_POD = or_(
    select(pods).where(_SAME_POD, or_(*(pods.c.state == state for state in OPEN_STATES))).exists(),
    select(plans).where(_SAME_PLAN, plans.c.due.is_not(None)).exists(),
)
"""True if a row of `boards` is of a pod that is not over, or of a plan that is to come.

Without `IN`, which takes one row.
"""
_OWE_ALL_OPEN = update(boards).values(shown=0).where(OF_OPEN_POD)
_IS_OWED = or_(boards.c.shown < boards.c.wanted, boards.c.former.is_not(None))
_PLACE = tuple_(boards.c.channel, boards.c.pod)


def owe_board(recorded: Recorded, language: str) -> RowChange:
    """Mark the board of an event's pod as owed, up to that event.

    A first board is in `language`, and may have been sent at any moment from now on.
    """
    row = {
        "channel": recorded.channel,
        "pod": recorded.pod,
        "guild": recorded.guild,
        "language": language,
        "wanted": recorded.version,
        "shown": 0,
        "tried": recorded.at,
    }
    return RowChange(_UPSERT_WANTED, [row])


def _make_row(board: Board) -> dict[str, Any]:
    shown = {name: getattr(board, name) for name in _SHOWN_COLUMNS}
    return {**_name_place(board.channel, board.pod), **shown, "as_message": board.message}


def _name_place(channel: int, pod: int) -> dict[str, Any]:
    return {"in_channel": channel, "of_pod": pod}


def _name_key(channel: int, pod: int) -> str:
    """Name a board whose row two processes may write at the same time."""
    return f"board {channel}:{pod}"


def _choose_newer(stored: Board, known: Board | None) -> Board:
    """Return the newer of a stored and a cached board, with what the stored one wants."""
    newer = stored if known is None or known.shown < stored.shown else known
    return replace(newer, wanted=stored.wanted)


class Boards:
    """The boards of all channels. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent = RowCache[tuple[int, int], Board](_CACHED_BOARDS)
        self._calls_turn = asyncio.Lock()

    def reread(self) -> None:
        """Clear the cache: boards were deleted, or are to be drawn again."""
        self._recent.clear()

    async def get(self, channel: int, pod: int, *, fresh: bool = False) -> Board | None:
        """Return the board of a pod; None if there is no such pod.

        Unless it must be `fresh`, it may come from the cache. Then a newer version may be wanted by
        now, and another process may have moved the board.
        """
        known = self._recent.get((channel, pod))
        if known is not None and not fresh:
            return known
        return await self._recent.load((channel, pod), self._read(channel, pod))

    async def _read(self, channel: int, pod: int) -> Board | None:
        (rows,) = await self._database.ask(Question(_SELECT_ONE, {"channel": channel, "pod": pod}))
        return Board(*rows[0]) if rows else None

    async def put(self, board: Board) -> bool:
        """Store what a board shows and where; only the log changes the version that is `wanted`.

        The stored message must be that of `board` or the one that it replaces. Return False if it
        is another: then another process has moved the board, perhaps while this one was suspended,
        and its row stays. The calls are left as they are, see `put_call`.
        """

        def update_cached(known: Board | None) -> Board | None:
            return None if known is None else replace(board, calls=known.calls)

        place = board.channel, board.pod
        row = _make_row(board) | {"as_former": board.former}
        moved = {**_name_place(*place), "as_message": board.message}
        try:
            with self._recent.write(place, update_cached):
                await self._database.write(
                    RowChange(_UPDATE_FOLLOWING, [row]),
                    Condition(_name_key(*place), _SELECT_IF_MOVED, moved),
                )
        except Unmet:
            return False
        return True

    async def owe(self, channel: int, pod: int) -> None:
        """Owe a board anew: it shows more than its own game, or somebody deleted it."""

        def forget_shown(known: Board | None) -> Board | None:
            return None if known is None else replace(known, shown=0)

        with self._recent.write((channel, pod), forget_shown):
            await self._database.write(RowChange(_OWE, [_name_place(channel, pod)]))

    # Sending and editing. The lease of a server's shard is enough: it takes none for a row.

    async def take_lease(self, row: Board, now: datetime, lease: timedelta) -> Lease[Board] | None:
        """Return a lease; None if another process has moved a board that is to be sent.

        A board that is to be sent is stored first, so that it is found after a crash.
        """
        if row.is_being_sent:
            if row.tried is None:
                if not await self.put(replace(row, tried=now)):
                    return None
            elif await self._is_moved(row):
                return None
        return Lease(row, 0, now + lease, row.tried)

    async def note_trying(self, _: Lease[Board], row: Board) -> bool:
        """Note that a board may be sent since `row.tried`; False if another process moved it."""
        return await self.put(row)

    async def note_found(self, _: Lease[Board], row: Board) -> bool:
        """Note a board that was sent before; what it shows is not known, nor what it should.

        Return False if another process has moved it.
        """
        stored = await self.put(row)
        self._recent.drop((row.channel, row.pod))
        return stored

    async def note_done(self, _: Lease[Board], row: Board, *, edited: bool) -> bool:
        """Note what a board shows; one that was `edited` is written with the next commit.

        If the process dies before that, the board is drawn again. If another process has drawn a
        newer version or moved the board, its row stays. Return False if that is known now.
        """
        if not edited:
            return await self.put(row)
        place = row.channel, row.pod
        known = self._recent.get(place)
        calls = row.calls if known is None else known.calls
        self._recent.keep(place, replace(row, calls=calls))
        values = _make_row(row) | {"up_to": row.shown}
        self._database.put_off(RowChange(_UPDATE_EDITED, [values]))
        return True

    async def release(self, _: Lease[Board]) -> None:
        """Leave the row as it is: a board that Discord refused is still to be sent."""

    async def note_tidied(self, row: Board) -> None:
        """Note that the board that was replaced is deleted."""
        await self.put(replace(row, former=None))

    async def _is_moved(self, row: Board) -> bool:
        """Return whether another process has sent the board since `row` was read."""
        stored = await self.get(row.channel, row.pod, fresh=True)
        return stored is not None and stored.message != row.message

    # Calls before a vote

    async def put_call(self, channel: int, pod: int, player: Player, message: int | None) -> None:
        """Store the message that calls a player before a vote; None means that it was deleted."""
        async with self._calls_turn:  # another call of the same game must not replace this one
            while not await self._put_call(channel, pod, player, message):
                pass  # another process has stored a call meanwhile

    async def _put_call(self, channel: int, pod: int, player: Player, message: int | None) -> bool:
        board = await self.get(channel, pod, fresh=True)
        assert board is not None
        others = {each: id for each, id in board.vote_calls.items() if each != player}
        now = others if message is None else {**others, player: message}
        calls = " ".join(f"{each}:{id}" for each, id in now.items()) or None

        def change(known: Board | None) -> Board | None:
            return None if known is None else replace(known, calls=calls)

        row = {**_name_place(channel, pod), "now_calls": calls}
        try:
            with self._recent.write((channel, pod), change):
                await self._database.write(
                    RowChange(_UPDATE_CALLS, [row | {"as_calls": board.calls}]),
                    Condition(_name_key(channel, pod), _SELECT_IF_CALLED, row),
                )
        except Unmet:
            return False
        return True

    async def doubt(self) -> None:
        """Mark the boards of open pods as owed, as Discord has lost all messages."""
        try:
            await self._database.write(RowChange(_MARK_LOST, []), RowChange(_OWE_ALL_OPEN, []))
        finally:
            self._recent.clear()

    async def find_owed(self, after: tuple[int, int] = (0, 0), limit: int = 400) -> list[Board]:
        """Return a page of owed boards in the order of channel and pod, those `after` a place."""
        await self._database.flush()
        page = select(boards).where(_IS_OWED, after < _PLACE).order_by(*_PLACE).limit(limit)
        with self._recent.read() as keep:
            stored = [Board(*row) for row in await self._database.fetch(page)]
            found = [
                _choose_newer(each, self._recent.get((each.channel, each.pod))) for each in stored
            ]
            for board in found:
                keep((board.channel, board.pod), board)
        return [board for board in found if board.shown < board.wanted or board.former]

    async def owe_lost(self, channel: int, messages: Collection[int]) -> list[Board]:
        """Mark the boards of open pods as owed that are among deleted messages, and return them."""
        mine = and_(boards.c.channel == channel, boards.c.message.in_(messages))
        lost = select(boards).where(mine, OF_OPEN_POD)
        found = [Board(*row) for row in await self._database.fetch(lost)]
        for board in found:
            await self.owe(board.channel, board.pod)
        return found
