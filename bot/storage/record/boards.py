"""The boards of pods: the message of each, the version it shows, and its pending update.

An event and the update of its board are written in one transaction. Whatever happens between the log and Discord, the
pending update is found again.
"""

import asyncio
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace
from sqlalchemy import BigInteger, Integer, Text, and_, bindparam, or_, select, tuple_, update

from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.errors import WriteConditionNotMetError
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_cache import DatabaseRowCache
from bot.storage.engine.row_changes import RowChange, Upsert, WriteCondition
from bot.storage.engine.schema import OPEN_STATES, boards, plans, pods
from bot.storage.engine.timestamps import round_down_to_milliseconds
from bot.storage.record.publications import MessageLease
from bot.storage.record.stored_event import StoredEvent


class PodBoard(Struct, frozen=True, gc=False):
    """A pod's board: its Discord message, and the event log version that the message shows.

    It should show the log up to the version `wanted`. The message shows the version `shown`, in `language` where the
    server has not chosen one. `message` was `posted` then (to the millisecond); both are None before the first. `asked`
    names the open choice and the warning for which the board last mentioned somebody. `former` is the replaced message
    until it is deleted. `told` are the players who were told that their game starts, `picture` names the picture on the
    board. `calls` are the messages that mention somebody before a vote about them.

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
    def needs_new_message(self) -> bool:
        """True if a new message has to be sent: the first one, or a replacement."""
        return self.message == self.former

    def needs_message_update(self, latest_log_version: int) -> bool:
        """Return True if the message shows another log version, or if its predecessor must still be deleted."""
        return self.shown != latest_log_version or self.former is not None

    def copy_with_channel_of_message(self, other_board: "PodBoard") -> "PodBoard":
        """Return the board unchanged, because a board never moves to another channel."""
        return self

    def with_sent_message(self, message_id: int) -> "PodBoard":
        """Return a copy of the board with the id of the message just sent."""
        return replace(self, message=message_id, former=self.message, tried=None, shown=0)

    def owns_message(self, message_id: int) -> bool:
        """Return True if a message is the pod's present or former board, or announces a vote in it."""
        return message_id in (self.message, self.former, *self.vote_announcement_message_ids.values())

    @property
    def players_notified_of_game_start(self) -> frozenset[Player]:
        """The players who have been notified that this game starts."""
        return frozenset((self.told or "").split())

    @property
    def vote_announcement_message_ids(self) -> Mapping[Player, int]:
        """The ids of the messages that announce a vote on removing a player, by player."""
        pairs = (each.split(":") for each in (self.calls or "").split())
        return {player: int(message) for player, message in pairs}

    def __post_init__(self) -> None:
        for name in ("posted", "tried"):
            if (moment := getattr(self, name)) is not None:
                force_setattr(self, name, round_down_to_milliseconds(moment))


_CACHED_BOARDS = 4096

_SHOWN_COLUMNS = (*("shown", "message", "posted", "asked", "former", "told", "picture", "tried"),)

_SELECT_ONE = select(boards).where(boards.c.channel == bindparam("channel"), boards.c.pod == bindparam("pod"))
_UPSERT_WANTED = Upsert(boards)
_IS_BOARD = (boards.c.channel == bindparam("in_channel"), boards.c.pod == bindparam("of_pod"))
_UPDATE_SHOWN = update(boards).where(*_IS_BOARD).values({name: bindparam(name) for name in _SHOWN_COLUMNS})
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
_SELECT_IF_MOVED = select(boards.c.pod).where(*_IS_BOARD, boards.c.message.is_distinct_from(_AS_MESSAGE))
_SELECT_IF_CALLED = select(boards.c.pod).where(
    *_IS_BOARD, boards.c.calls.is_distinct_from(bindparam("now_calls", type_=Text))
)

_MARK_LOST = update(boards).values(
    shown=boards.c.wanted, **dict.fromkeys(each for each in (*_SHOWN_COLUMNS, "calls") if each not in ("shown", "told"))
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
_AFTER_PLACE = tuple_(
    bindparam("after_channel", type_=boards.c.channel.type), bindparam("after_pod", type_=boards.c.pod.type)
)
_SELECT_OWED_PAGE = (
    select(boards).where(_IS_OWED, _AFTER_PLACE < _PLACE).order_by(*_PLACE).limit(bindparam("page_size", type_=Integer))
)


def build_row_change_marking_board_outdated(stored_event: StoredEvent, language: str) -> RowChange:
    """Build the row change that marks a pod's board as outdated after an event.

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


def _build_board_database_row(board: PodBoard) -> dict[str, Any]:
    shown = {name: getattr(board, name) for name in _SHOWN_COLUMNS}
    return {**_build_board_primary_key(board.channel, board.pod), **shown, "as_message": board.message}


def _build_board_primary_key(channel: int, pod: int) -> dict[str, Any]:
    return {"in_channel": channel, "of_pod": pod}


def _format_board_lock_key(channel_id: int, pod_number: int) -> str:
    return f"board {channel_id}:{pod_number}"


def _choose_newer_board(stored_board: PodBoard, cached_board: PodBoard | None) -> PodBoard:
    """Return the newer of a stored and a cached board, with the wanted version from the stored board."""
    newer = stored_board if cached_board is None or cached_board.shown < stored_board.shown else cached_board
    return replace(newer, wanted=stored_board.wanted)


class PodBoardRepository:
    """The Discord messages that show the pods (boards). Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent = DatabaseRowCache[tuple[int, int], PodBoard](_CACHED_BOARDS)
        self._calls_turn = asyncio.Lock()

    def clear_board_cache(self) -> None:
        self._recent.invalidate_all_rows()

    async def load_pod_board(self, channel_id: int, pod_number: int, *, skip_cache: bool = False) -> PodBoard | None:
        """Load a pod's board, from the cache unless `skip_cache`; None if there is no such pod.

        With `skip_cache` the board comes from the database. A board from the cache may be outdated: a newer version may
        be wanted by now, and another process may have moved the board.
        """
        known = self._recent.get((channel_id, pod_number))
        if known is not None and not skip_cache:
            return known
        return await self._recent.await_and_cache_row(
            (channel_id, pod_number), self._load_board_from_database(channel_id, pod_number)
        )

    async def _load_board_from_database(self, channel: int, pod: int) -> PodBoard | None:
        (rows,) = await self._database.run_queries_on_one_snapshot(
            SmallQuery(_SELECT_ONE, {"channel": channel, "pod": pod})
        )
        return PodBoard(*rows[0]) if rows else None

    async def store_board_message(self, board: PodBoard) -> bool:
        """Store a board's message and displayed version. Return False if another process replaced the message.

        The stored message must be that of `board` or the one that it replaces. If it is another, then another process
        has moved the board, perhaps while this one was suspended, and its row stays. The version `wanted` and the vote
        mentions are left as they are, see `store_kick_vote_message_id`.
        """

        def update_cached_board_message(cached_board: PodBoard | None) -> PodBoard | None:
            return None if cached_board is None else replace(board, calls=cached_board.calls)

        place = board.channel, board.pod
        row = _build_board_database_row(board) | {"as_former": board.former}
        moved = {**_build_board_primary_key(*place), "as_message": board.message}
        try:
            with self._recent.update_cached_row_after_write(place, update_cached_board_message):
                await self._database.commit_changes(
                    RowChange(_UPDATE_FOLLOWING, [row]),
                    WriteCondition(_format_board_lock_key(*place), _SELECT_IF_MOVED, moved),
                )
        except WriteConditionNotMetError:
            return False
        return True

    async def queue_board_update(self, channel: int, pod: int) -> None:
        """Queue a board update without a new event, for example after the message was deleted."""

        def mark_cached_board_as_outdated(cached_board: PodBoard | None) -> PodBoard | None:
            return None if cached_board is None else replace(cached_board, shown=0)

        with self._recent.update_cached_row_after_write((channel, pod), mark_cached_board_as_outdated):
            await self._database.commit_changes(RowChange(_OWE, [_build_board_primary_key(channel, pod)]))

    # Sending and editing. The lease of a server's shard is enough: it takes none for a row.

    async def acquire_message_lease(
        self, board: PodBoard, now: datetime, lease_duration: timedelta
    ) -> MessageLease[PodBoard] | None:
        """Return the right to send or edit a board; None if another process has replaced its message.

        A board that is to be sent is stored first, so that it is found after a crash.
        """
        if board.needs_new_message:
            if board.tried is None:
                if not await self.store_board_message(replace(board, tried=now)):
                    return None
            elif await self._has_other_process_sent_board(board):
                return None
        return MessageLease(board, 0, now + lease_duration, board.tried)

    async def record_send_attempt(self, message_lease: MessageLease[PodBoard], board: PodBoard) -> bool:
        """Record that the sending of a board begins. Return False if another process has replaced its message."""
        return await self.store_board_message(board)

    async def record_message_sent_before_crash(self, message_lease: MessageLease[PodBoard], board: PodBoard) -> bool:
        """Record a board's message that was sent before a crash, so its content is unknown.

        Return False if another process has moved the board.
        """
        stored = await self.store_board_message(board)
        self._recent.invalidate_row((board.channel, board.pod))
        return stored

    async def record_published_message(
        self, message_lease: MessageLease[PodBoard], board: PodBoard, *, was_edited: bool
    ) -> bool:
        """Record the event log version that a board's message shows after it was sent or edited.

        A board that was edited is written with the next commit. If the process dies before that, the board is drawn
        again. If another process has drawn a newer version or moved the board, its row stays. Return False if that is
        known now.
        """
        if not was_edited:
            return await self.store_board_message(board)
        place = board.channel, board.pod
        known = self._recent.get(place)
        calls = board.calls if known is None else known.calls
        self._recent.replace_cached_row(place, replace(board, calls=calls))
        values = _build_board_database_row(board) | {"up_to": board.shown}
        self._database.queue_row_changes_for_next_commit(RowChange(_UPDATE_EDITED, [values]))
        return True

    async def release_message_lease(self, message_lease: MessageLease[PodBoard]) -> None:
        """Do nothing, because the leases of boards are not stored.

        A message that Discord refused stays queued.
        """

    async def record_deletion_of_former_message(self, board: PodBoard) -> None:
        await self.store_board_message(replace(board, former=None))

    async def _has_other_process_sent_board(self, board: PodBoard) -> bool:
        """Return True if another process has sent the board since it was loaded here."""
        stored = await self.load_pod_board(board.channel, board.pod, skip_cache=True)
        return stored is not None and stored.message != board.message

    # Calls before a vote

    async def store_kick_vote_message_id(self, channel: int, pod: int, player: Player, message_id: int | None) -> None:
        """Store the id of the message that announces a vote on removing a player; None if it was deleted."""
        async with self._calls_turn:  # another call of the same game must not replace this one
            while not await self._try_to_store_vote_announcement_message(channel, pod, player, message_id):
                pass  # another process has stored a call meanwhile

    async def _try_to_store_vote_announcement_message(
        self, channel: int, pod: int, player: Player, message: int | None
    ) -> bool:
        board = await self.load_pod_board(channel, pod, skip_cache=True)
        assert board is not None
        others = {each: id for each, id in board.vote_announcement_message_ids.items() if each != player}
        now = others if message is None else {**others, player: message}
        calls = " ".join(f"{each}:{id}" for each, id in now.items()) or None

        def update_cached_vote_announcements(cached_board: PodBoard | None) -> PodBoard | None:
            return None if cached_board is None else replace(cached_board, calls=calls)

        row = {**_build_board_primary_key(channel, pod), "now_calls": calls}
        try:
            with self._recent.update_cached_row_after_write((channel, pod), update_cached_vote_announcements):
                await self._database.commit_changes(
                    RowChange(_UPDATE_CALLS, [row | {"as_calls": board.calls}]),
                    WriteCondition(_format_board_lock_key(channel, pod), _SELECT_IF_CALLED, row),
                )
        except WriteConditionNotMetError:
            return False
        return True

    async def queue_new_messages_for_all_open_pods(self) -> None:
        """Queue a new message for each open pod, for use when Discord has lost all messages."""
        try:
            await self._database.commit_changes(RowChange(_MARK_LOST, []), RowChange(_OWE_ALL_OPEN, []))
        finally:
            self._recent.invalidate_all_rows()

    async def load_outdated_boards(self, after_board_key: tuple[int, int] = (0, 0), limit: int = 400) -> list[PodBoard]:
        """Load a page of the boards that do not show the newest version of their pods.

        The boards are in the order of channel and pod. The page begins after the board (channel, pod)
        `after_board_key`.
        """
        await self._database.commit_queued_changes()
        channel, pod = after_board_key
        values = {"after_channel": channel, "after_pod": pod, "page_size": limit}
        with self._recent.cache_rows_if_unchanged() as keep:
            stored = [PodBoard(*row) for row in await self._database.fetch_rows(_SELECT_OWED_PAGE, values)]
            found = [_choose_newer_board(each, self._recent.get((each.channel, each.pod))) for each in stored]
            for board in found:
                keep((board.channel, board.pod), board)
        return [board for board in found if board.shown < board.wanted or board.former]

    async def queue_new_messages_for_deleted_boards(self, channel: int, message_ids: Collection[int]) -> list[PodBoard]:
        """Queue new messages for open pods whose messages were deleted, and return their boards."""
        mine = and_(boards.c.channel == channel, boards.c.message.in_(message_ids))
        lost = select(boards).where(mine, OF_OPEN_POD)
        found = [PodBoard(*row) for row in await self._database.fetch_rows(lost)]
        for board in found:
            await self.queue_board_update(board.channel, board.pod)
        return found
