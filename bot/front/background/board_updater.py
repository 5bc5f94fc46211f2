"""The updater of boards: it edits a board in place, or sends a new message.

Each step on Discord is stored in an order that lets the next attempt find out where the previous
one stopped. So a crash loses nothing.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.front.background.board_calls import (
    SEATED_CALL,
    WARNING_MARK,
    find_called_to_confirm,
    find_seated,
    find_untold,
    is_telling_seated,
    mentions_role,
    name_open_call,
    name_role_call,
)
from bot.front.background.board_content import BoardContent, render_board
from bot.front.background.board_messages import BoardMessages, BoardStrays, GameMessage, adopt
from bot.front.background.board_pictures import BoardPictures
from bot.front.background.board_snapshot import Snapshot, SnapshotReader
from bot.front.background.budget import Budget
from bot.front.background.finished_threads import FinishedThreads
from bot.front.background.result_channel import ResultChannel
from bot.front.background.retry import PASSING_ERRORS
from bot.lru_cache import LruCache
from bot.planning.plan import Plan
from bot.rules.series import is_later_round
from bot.service.live_game import LiveGame
from bot.service.service import Service
from bot.storage.record.boards import Board, Boards
from bot.storage.record.entry_calls import EntryCalls
from bot.storage.record.people import People

log = logging.getLogger(__name__)

MESSAGES_UNTIL_MOVE = 12
"""Messages below a board after which the next change brings a new one."""

MESSAGES_UNTIL_RESULT_MOVE = 4
"""Messages below a board after which a result is a new one: it is what people look for."""

COUNTED_CHANNELS = 10_000
"""Channels whose messages are counted."""


NOT_DRAWN = "!"
"""Begins the note of a picture that was to be on a board and could not be drawn."""


def _note_picture(name: str | None, picture: discord.File | None) -> str | None:
    """Return the picture to store for a board: `name`, marked by `NOT_DRAWN` if it is missing."""
    return name if picture is not None or name is None else NOT_DRAWN + name


class BoardMoves:
    """A count of how far boards have scrolled away, in all channels."""

    def __init__(self, find_last: Callable[[int], int | None]) -> None:
        """Store `find_last`, which returns the id of a channel's last message; None if unknown."""
        self._find_last = find_last
        self._below: LruCache[int, int] = LruCache(COUNTED_CHANNELS)  # messages below boards

    def count_message(self, channel: int) -> None:
        """Note that somebody wrote below a channel's board."""
        self._below.put(channel, (self._below.get(channel) or 0) + 1)

    def restart(self, channel: int) -> None:
        """Note that a channel's board is at its end."""
        self._below.put(channel, 0)

    def should_move(self, snapshot: Snapshot, *, wanted: bool) -> bool:
        """Return whether a new message replaces the board: `wanted`, with a new call, or
        scrolled away.

        Only a new message pings whoever has to choose or decide.
        """
        return wanted or _calls_anew(snapshot) or self._has_scrolled(snapshot)

    def _has_scrolled(self, snapshot: Snapshot) -> bool:
        if _is_only_confirmed(snapshot.live) or _has_only_counted(snapshot.board, snapshot.live):
            return False
        return self._count_below(snapshot.board) >= (
            MESSAGES_UNTIL_RESULT_MOVE if _has_just_ended(snapshot) else MESSAGES_UNTIL_MOVE
        )

    def _count_below(self, board: Board) -> int:
        """Return the number of messages below the board.

        After a start the number is unknown: any message below counts as
        `MESSAGES_UNTIL_RESULT_MOVE`.
        """
        counted = self._below.get(board.channel)
        last = self._find_last(board.channel)
        if counted is None and board.message and last and last > board.message:
            return MESSAGES_UNTIL_RESULT_MOVE
        return counted or 0


def name_call(snapshot: Snapshot) -> str | None:
    """Return a name of the call on a board, different for each call; None if nobody is called.

    After a warning it also names the warning. It is noted as `asked` of the board.
    """
    call = name_open_call(snapshot.live)
    warned = snapshot.live.warned
    if call is None and is_telling_seated(snapshot):
        call = SEATED_CALL
    if isinstance(snapshot.game, Plan) and mentions_role(snapshot):
        call = name_role_call(snapshot.live)
    return call if warned is None else f"{call or ''}{WARNING_MARK}{warned.isoformat()}"


def _calls_anew(snapshot: Snapshot) -> bool:
    """Return whether the board calls or warns somebody whom the present message has not called."""
    call = name_call(snapshot)
    last = snapshot.board.asked
    if find_untold(snapshot):
        return True
    known = (last or "").partition(WARNING_MARK)[0]
    return call is not None and call not in (last, known, *known.split())


def _has_just_ended(snapshot: Snapshot) -> bool:
    """Return whether the board is the first to show that the game is over, and no correction."""
    game = snapshot.game
    ended = game.result is not None and (game.before is None or game.before.result is None)
    return ended and snapshot.board.shown < snapshot.live.played


def _is_only_confirmed(live: LiveGame) -> bool:
    """Return whether the last event only confirmed a report of a game that is over.

    Then the board need not move, because nobody looks for it.
    """
    game = live.game
    steps_later = bool(live.steps) and live.steps[-1].version < live.version
    return game is not None and game.result is not None and steps_later


def _has_only_counted(board: Board, live: LiveGame) -> bool:
    """Return whether only totals have changed since the board was drawn, as they often do."""
    return live.played <= board.shown < live.version


class VoteCalls:
    """The messages that call a player before a vote. A board is up to date even while they stay."""

    def __init__(self, messages: BoardMessages, boards: Boards) -> None:
        self._messages = messages
        self._boards = boards

    async def withdraw(self, live: LiveGame, board: Board) -> None:
        """Delete the calls about players on whom nobody votes any more.

        Raises `StorageError`.
        """
        known = await self._boards.get(board.channel, board.pod) or board
        for player, message in known.vote_calls.items():
            if player in live.votes:
                continue
            try:
                await self._messages.delete(board.channel, message)
            except PASSING_ERRORS as error:
                log.warning("a call in channel %s stays for now: %s", board.channel, error)
            else:
                await self._boards.put_call(board.channel, board.pod, player, None)


class RenderJob(NamedTuple):
    """A board to be drawn: the newest state of its game, whether it moves, since when it waits.

    `since` is in seconds, by the loop's clock. `pressed` are messages of the game that no row
    knows.
    """

    live: LiveGame
    moves: bool
    since: float
    pressed: frozenset[GameMessage] = frozenset()

    @property
    def is_urgent(self) -> bool:
        """True if somebody has to choose or decide, or the game is over: such boards come first."""
        game = self.live.game
        return game is not None and (
            game.state not in ("lobby", "running") or name_open_call(self.live) is not None
        )

    def merge(self, newer: "RenderJob") -> "RenderJob":
        """Return one job for both: the newest state, waiting since the first."""
        live = self.live if self.live.version > newer.live.version else newer.live
        pressed = self.pressed | newer.pressed
        return RenderJob(live, self.moves or newer.moves, self.since, pressed)


class BoardUpdater:
    """An updater of boards, which draws them from the newest state."""

    def __init__(
        self,
        reader: SnapshotReader,
        service: Service,
        boards: Boards,
        people: People,
        messages: BoardMessages,
        moves: BoardMoves,
        strays: BoardStrays,
        pictures: BoardPictures,
        calls: VoteCalls,
        entry_calls: EntryCalls,
        results: ResultChannel,
        threads: FinishedThreads,
        budget: Budget,
        now: Callable[[], datetime],
    ) -> None:
        self._reader = reader
        self._service = service
        self._boards = boards
        self._people = people
        self._messages = messages
        self._moves = moves
        self._strays = strays
        self._pictures = pictures
        self._calls = calls
        self._entry_calls = entry_calls
        self._results = results
        self._threads = threads
        self._budget = budget
        self._now = now

    async def update(self, job: RenderJob) -> LiveGame | None:
        """Draw a pod's board; return the next round of its series, whose board is owed now.

        For the first request the caller has taken a turn of the budget. Raises what discord.py
        does, and `StorageError`.
        """
        snapshot = await self._reader.read(job.live)
        if job.pressed:
            settled = await self._strays.settle(snapshot, job.pressed)
            if settled.message != snapshot.board.message:  # a newer message has moved the board
                job = job._replace(moves=False)
            snapshot = snapshot._replace(board=settled)
        later = await self._owe_next_round(snapshot)
        if not await self._draw(job, snapshot):
            return await self.update(job._replace(pressed=frozenset()))
        return later

    async def _owe_next_round(self, snapshot: Snapshot) -> LiveGame | None:
        """Mark the board of the next round as owed: it shows the score of this round, too."""
        place = snapshot.live.place
        series = snapshot.series
        if series is None or series.later is None:
            return None
        live = await self._service.find(place, series.later)
        later = await self._boards.get(place.channel, series.later)
        if later is None or live.pod is None or not is_later_round(live.pod.setup.series):
            return None
        await self._boards.put(replace(later, shown=0))
        return live

    async def _draw(self, job: RenderJob, snapshot: Snapshot) -> bool:
        """Draw a snapshot; return False if another process has moved the board meanwhile."""
        board = snapshot.board
        version = snapshot.live.version
        if called := find_called_to_confirm(snapshot):
            name = board.guild, board.channel, board.pod
            heard = await self._entry_calls.claim(*name, called, self._now())
            snapshot = snapshot._replace(quiet=frozenset(called) - heard)
        content = await render_board(snapshot, self._people.on(snapshot.live.place.guild))
        thread = await self._threads.find(snapshot.live)
        told = " ".join(sorted(board.players_told.union(find_seated(snapshot)))) or None
        drawn = replace(board, shown=version, asked=name_call(snapshot), told=told)
        if thread is not None:
            if board.shown == version and board.former is None and not job.moves:
                return True  # it has been put away
            drawn = replace(drawn, shown=board.shown)  # until it is
        if await self._find_sent(snapshot, content, drawn):
            return False
        placed = await self._place(job, snapshot, content, drawn)
        if placed is None:
            return False
        placed = await self._tidy(snapshot, placed)
        if thread is not None:
            await self._threads.put_away(thread, placed, snapshot.game)
            await self._boards.put(replace(placed, shown=version))
        return True

    async def _find_sent(self, snapshot: Snapshot, content: BoardContent, drawn: Board) -> bool:
        """Note the message that was sent before a crash and not noted; return whether there
        is one."""
        board = snapshot.board
        sent = await self._strays.find_sent(board) if board.is_being_sent else None
        if sent is None:
            return False
        if sent.head == content.call:  # its call was sent with it
            board = replace(board, asked=drawn.asked, told=drawn.told)
        await self._boards.put(adopt(board, sent))
        return True

    async def _place(
        self, job: RenderJob, snapshot: Snapshot, content: BoardContent, drawn: Board
    ) -> Board | None:
        """Edit the board or send it again, and note it as `drawn`; None if it is elsewhere
        by now."""
        board = snapshot.board
        stays = not board.is_being_sent and not self._moves.should_move(snapshot, wanted=job.moves)
        if stays and (edited := await self._edit(snapshot, content, drawn)) is not None:
            self._boards.note(edited)
            return edited
        fresh = await self._boards.get(board.channel, board.pod, fresh=True)
        if fresh is not None and fresh.message != board.message:  # another process moved it
            return None
        if stays:
            await self._budget.take_turn(urgent=job.is_urgent)
        return await self._send(job, snapshot, content, drawn)

    async def _edit(self, snapshot: Snapshot, content: BoardContent, drawn: Board) -> Board | None:
        """Edit the message, and replace a picture on it that is out of date.

        A picture that could not be drawn is noted too, so that each result is drawn once.
        """
        board = snapshot.board
        name = self._pictures.name_picture(snapshot)
        if board.picture == (name and NOT_DRAWN + name):
            return drawn if await self._messages.edit(board, content) else None
        if board.picture == name:
            shown = await self._pictures.describe(snapshot)
            return drawn if await self._messages.edit(board, content, shown) else None
        picture = await self._pictures.draw(snapshot, board.channel)
        shown = await self._pictures.describe(snapshot) if picture else None
        files = [picture] if picture else []
        if not await self._messages.edit(board, content, shown, files):
            return None
        return replace(drawn, picture=_note_picture(name, picture))

    async def _send(
        self, job: RenderJob, snapshot: Snapshot, content: BoardContent, drawn: Board
    ) -> Board:
        """Send a new message, and note that it follows the present one, which is to be
        deleted.

        The result of a game comes with a picture.
        """
        board = snapshot.board
        picture = await self._pictures.draw(snapshot, board.channel)
        # A row stores only one former message.
        if board.former is not None and board.former != board.message:
            await self._messages.delete(board.channel, board.former, urgent=job.is_urgent)
        # Stored first, so that it is found after a crash.
        if board.tried is None or not board.is_being_sent:
            await self._boards.put(replace(board, former=board.message, tried=self._now()))
        message = await self._messages.send(board, content, picture)
        drawn = replace(drawn, message=message, posted=self._now(), former=board.message)
        drawn = replace(drawn, tried=None)
        drawn = replace(
            drawn, picture=_note_picture(self._pictures.name_picture(snapshot), picture)
        )
        await self._boards.put(drawn)
        self._moves.restart(board.channel)
        return drawn

    async def _tidy(self, snapshot: Snapshot, placed: Board) -> Board:
        """Delete the former message and old calls, and publish the result."""
        if placed.former is not None:
            placed = await self._delete_former(placed)
        await self._calls.withdraw(snapshot.live, placed)
        await self._results.follow(snapshot, placed)
        return placed

    async def _delete_former(self, board: Board) -> Board:
        """Delete the former message. Until that is done the board is owed."""
        assert board.former is not None
        try:
            await self._messages.delete(board.channel, board.former)
            tidied = replace(board, former=None)
            await self._boards.put(tidied)
        except PASSING_ERRORS as error:
            log.warning("an old board in channel %s stays for now: %s", board.channel, error)
            return board
        return tidied
