"""The boards of pods: the message of each, the version it shows, and its pending update.

An event and the update of its board are written in one transaction. Whatever happens between the
log and Discord, the pending update is found again.
"""

import asyncio
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace
from sqlalchemy import BigInteger, Text, and_, bindparam, or_, select, tuple_, update

from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.errors import ConditionNotMet
from bot.storage.engine.point_queries import PointQuery
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.row_changes import RowChange, Upsert, WriteCondition
from bot.storage.engine.schema import OPEN_STATES, boards, plans, pods
from bot.storage.engine.timestamps import round_to_milliseconds
from bot.storage.record.publications import PublicationLease
from bot.storage.record.stored_event import StoredEvent


class Board(Struct, frozen=True, gc=False):
    """The message that shows a pod; it should show the log up to the version `wanted`.

    The message shows the version `shown`, in `language` where the server has not chosen one.
    `message` was `posted` then (to the millisecond); both are None before the first. `asked`
    names the open choice and the warning for which the board last mentioned somebody. `former`
    is the replaced message until it is deleted. `told` are the players who were told that their
    game starts, `picture` names the picture on the board. `calls` are the messages that mention
    somebody before a vote about them.

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
        """True if the board has no message yet, or a new message is to replace the present
        one.
        """
        return self.message == self.former

    def needs_update(self, version: int) -> bool:
        """Return True if the board does not show a version, or if a replaced message stays."""
        return self.shown != version or self.former is not None

    def with_target_of(self, _: "Board") -> "Board":
        """Return the board unchanged: a board is always sent to the channel of its game."""
        return self

    def with_message(self, message: int) -> "Board":
        """Return the board with a sent message in place of the present one.

        The content of the message is unknown.
        """
        return replace(self, message=message, former=self.message, tried=None, shown=0)

    def has_message(self, message: int) -> bool:
        """Return True if a message is the board, the board before it, or a vote mention."""
        return message in (self.message, self.former, *self.vote_mentions.values())

    @property
    def notified_players(self) -> frozenset[Player]:
        """The players whom the boards of this game have told that the game starts."""
        return frozenset((self.told or "").split())

    @property
    def vote_mentions(self) -> Mapping[Player, int]:
        """The messages that mention players before a vote about them, unless deleted, by
        player.
        """
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


def queue_board_update(stored_event: StoredEvent, language: str) -> RowChange:
    """Build the change that makes the board of an event's pod outdated up to that event.

    A first board is in `language`, and may have been sent at any moment from now on.
    """
    row = {
        "channel": stored_event.channel,
        "pod": stored_event.pod,
        "guild": stored_event.guild,
        "language": language,
        "wanted": stored_event.version,
        "shown": 0,
        "tried": stored_event.at,
    }
    return RowChange(_UPSERT_WANTED, [row])


def _build_board_row(board: Board) -> dict[str, Any]:
    shown = {name: getattr(board, name) for name in _SHOWN_COLUMNS}
    return {**_build_board_key(board.channel, board.pod), **shown, "as_message": board.message}


def _build_board_key(channel: int, pod: int) -> dict[str, Any]:
    return {"in_channel": channel, "of_pod": pod}


def _format_board_lock_key(channel: int, pod: int) -> str:
    """Name the lock of a board's row, which two processes may write at the same time."""
    return f"board {channel}:{pod}"


def _merge_cached_board(stored_board: Board, cached_board: Board | None) -> Board:
    """Return the newer of a stored and a cached board, with the stored wanted version."""
    newer = (
        stored_board
        if cached_board is None or cached_board.shown < stored_board.shown
        else cached_board
    )
    return replace(newer, wanted=stored_board.wanted)


class BoardRepository:
    """The boards of all channels. Every method raises `DatabaseUnreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent = RowCache[tuple[int, int], Board](_CACHED_BOARDS)
        self._calls_turn = asyncio.Lock()

    def clear_cache(self) -> None:
        """Clear the cache of boards, as boards were deleted or are to be drawn again."""
        self._recent.invalidate_all()

    async def load_board(self, channel: int, pod: int, *, skip_cache: bool = False) -> Board | None:
        """Load the board of a pod; None if there is no such pod.

        Without `skip_cache` the board may come from the cache. Then a newer version may be
        wanted by now, and another process may have moved the board.
        """
        known = self._recent.get((channel, pod))
        if known is not None and not skip_cache:
            return known
        return await self._recent.load_row((channel, pod), self._fetch_board(channel, pod))

    async def _fetch_board(self, channel: int, pod: int) -> Board | None:
        (rows,) = await self._database.run_point_queries(
            PointQuery(_SELECT_ONE, {"channel": channel, "pod": pod})
        )
        return Board(*rows[0]) if rows else None

    async def store_board(self, board: Board) -> bool:
        """Store which version and message a board shows; only the log changes the version
        `wanted`.

        The stored message must be that of `board` or the one that it replaces. Return False
        if it is another: then another process has moved the board, perhaps while this one
        was suspended, and its row stays. The vote mentions are left as they are, see
        `store_vote_mention`.
        """

        def update_cached_board(cached_board: Board | None) -> Board | None:
            return None if cached_board is None else replace(board, calls=cached_board.calls)

        place = board.channel, board.pod
        row = _build_board_row(board) | {"as_former": board.former}
        moved = {**_build_board_key(*place), "as_message": board.message}
        try:
            with self._recent.update_after_write(place, update_cached_board):
                await self._database.write_changes(
                    RowChange(_UPDATE_FOLLOWING, [row]),
                    WriteCondition(_format_board_lock_key(*place), _SELECT_IF_MOVED, moved),
                )
        except ConditionNotMet:
            return False
        return True

    async def queue_update(self, channel: int, pod: int) -> None:
        """Queue an update of a board that shows other games too, or that somebody deleted."""

        def clear_shown_version(cached_board: Board | None) -> Board | None:
            return None if cached_board is None else replace(cached_board, shown=0)

        with self._recent.update_after_write((channel, pod), clear_shown_version):
            await self._database.write_changes(RowChange(_OWE, [_build_board_key(channel, pod)]))

    # Sending and editing. The lease of a server's shard is enough: it takes none for a row.

    async def acquire_lease(
        self, board: Board, now: datetime, duration: timedelta
    ) -> PublicationLease[Board] | None:
        """Return a lease of a board; None if another process has moved a board that is to
        be sent.

        A board that is to be sent is stored first, so that it is found after a crash.
        """
        if board.is_being_sent:
            if board.tried is None:
                if not await self.store_board(replace(board, tried=now)):
                    return None
            elif await self._was_moved_by_other_process(board):
                return None
        return PublicationLease(board, 0, now + duration, board.tried)

    async def record_send_attempt(self, _: PublicationLease[Board], board: Board) -> bool:
        """Record that a board may be sent since `tried`; False if another process moved it."""
        return await self.store_board(board)

    async def record_found_message(self, _: PublicationLease[Board], board: Board) -> bool:
        """Record a board's message that was sent before a crash, of unknown content.

        Return False if another process has moved the board.
        """
        stored = await self.store_board(board)
        self._recent.invalidate((board.channel, board.pod))
        return stored

    async def record_publication(
        self, _: PublicationLease[Board], board: Board, *, was_edited: bool
    ) -> bool:
        """Record the version that a board shows after it was sent or edited.

        A board that was edited is written with the next commit. If the process dies before
        that, the board is drawn again. If another process has drawn a newer version or
        moved the board, its row stays. Return False if that is known now.
        """
        if not was_edited:
            return await self.store_board(board)
        place = board.channel, board.pod
        known = self._recent.get(place)
        calls = board.calls if known is None else known.calls
        self._recent.put_unwritten(place, replace(board, calls=calls))
        values = _build_board_row(board) | {"up_to": board.shown}
        self._database.queue_changes(RowChange(_UPDATE_EDITED, [values]))
        return True

    async def release_lease(self, _: PublicationLease[Board]) -> None:
        """Leave the board's row as it is: a board that Discord refused is still to be sent."""

    async def record_former_deleted(self, board: Board) -> None:
        """Record that the message that the board has replaced is deleted."""
        await self.store_board(replace(board, former=None))

    async def _was_moved_by_other_process(self, board: Board) -> bool:
        """Return True if another process has sent the board since it was loaded."""
        stored = await self.load_board(board.channel, board.pod, skip_cache=True)
        return stored is not None and stored.message != board.message

    # Calls before a vote

    async def store_vote_mention(
        self, channel: int, pod: int, player: Player, message: int | None
    ) -> None:
        """Store the message that mentions a player before a vote; None means a deleted one."""
        async with self._calls_turn:  # another call of the same game must not replace this one
            while not await self._try_store_vote_mention(channel, pod, player, message):
                pass  # another process has stored a call meanwhile

    async def _try_store_vote_mention(
        self, channel: int, pod: int, player: Player, message: int | None
    ) -> bool:
        board = await self.load_board(channel, pod, skip_cache=True)
        assert board is not None
        others = {each: id for each, id in board.vote_mentions.items() if each != player}
        now = others if message is None else {**others, player: message}
        calls = " ".join(f"{each}:{id}" for each, id in now.items()) or None

        def update_cached_board(cached_board: Board | None) -> Board | None:
            return None if cached_board is None else replace(cached_board, calls=calls)

        row = {**_build_board_key(channel, pod), "now_calls": calls}
        try:
            with self._recent.update_after_write((channel, pod), update_cached_board):
                await self._database.write_changes(
                    RowChange(_UPDATE_CALLS, [row | {"as_calls": board.calls}]),
                    WriteCondition(_format_board_lock_key(channel, pod), _SELECT_IF_CALLED, row),
                )
        except ConditionNotMet:
            return False
        return True

    async def queue_all_open_boards(self) -> None:
        """Queue updates of the boards of all open pods, as Discord has lost all messages."""
        try:
            await self._database.write_changes(
                RowChange(_MARK_LOST, []), RowChange(_OWE_ALL_OPEN, [])
            )
        finally:
            self._recent.invalidate_all()

    async def load_outdated_boards(
        self, after_key: tuple[int, int] = (0, 0), limit: int = 400
    ) -> list[Board]:
        """Load a page of outdated boards in the order of channel and pod.

        The page begins after the board (channel, pod) `after_key`.
        """
        await self._database.flush_queued_changes()
        page = select(boards).where(_IS_OWED, after_key < _PLACE).order_by(*_PLACE).limit(limit)
        with self._recent.track_read() as keep:
            stored = [Board(*row) for row in await self._database.fetch_rows(page)]
            found = [
                _merge_cached_board(each, self._recent.get((each.channel, each.pod)))
                for each in stored
            ]
            for board in found:
                keep((board.channel, board.pod), board)
        return [board for board in found if board.shown < board.wanted or board.former]

    async def queue_deleted_boards(self, channel: int, message_ids: Collection[int]) -> list[Board]:
        """Queue updates of open pods' boards that are among deleted messages.

        Return these boards.
        """
        mine = and_(boards.c.channel == channel, boards.c.message.in_(message_ids))
        lost = select(boards).where(mine, OF_OPEN_POD)
        found = [Board(*row) for row in await self._database.fetch_rows(lost)]
        for board in found:
            await self.queue_update(board.channel, board.pod)
        return found
