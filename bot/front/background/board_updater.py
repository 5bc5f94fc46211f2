"""Brings one board up to the log: edited where it stands, or sent anew; crashes lose nothing.

What is done on Discord is noted in an order that lets the next attempt find out where the one
before broke off.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from bot.front.background.board_calls import find_seated, name_open_call
from bot.front.background.board_content import BoardContent, render_board
from bot.front.background.board_messages import BoardMessages
from bot.front.background.board_moves import BoardMoves, name_call
from bot.front.background.board_pictures import BoardPictures
from bot.front.background.board_snapshot import Snapshot, SnapshotReader
from bot.front.background.board_strays import BoardStrays, GameMessage, adopt
from bot.front.background.budget import Budget
from bot.front.background.finished_threads import FinishedThreads
from bot.front.background.result_channel import ResultChannel
from bot.front.background.retry import PASSING
from bot.front.background.vote_calls import VoteCalls
from bot.rules.series import is_next
from bot.service.live_game import LiveGame
from bot.service.service import Service
from bot.storage.record.boards import Board, Boards
from bot.storage.record.people import People

log = logging.getLogger(__name__)


class RenderJob(NamedTuple):
    """A pod to be drawn: its newest state, whether its board moves, and since when it waits.

    `since` is in seconds, by the loop's clock. `pressed` are messages of the pod that nobody noted.
    """

    live: LiveGame
    moves: bool
    since: float
    pressed: frozenset[GameMessage] = frozenset()

    @property
    def is_urgent(self) -> bool:
        """Whether somebody has to choose or decide, or the game is over: that is seen first."""
        game = self.live.game
        return game is not None and (
            game.state not in ("lobby", "running") or name_open_call(game) is not None
        )

    def merge(self, newer: "RenderJob") -> "RenderJob":
        """Return one job for both: the newest state, from when the first of them waited."""
        live = self.live if self.live.version > newer.live.version else newer.live
        pressed = self.pressed | newer.pressed
        return RenderJob(live, self.moves or newer.moves, self.since, pressed)


class BoardUpdater:
    """Draws boards, always from the newest state."""

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
        """Note that the next round's board is owed: it shows what this one counts, too."""
        place, series = snapshot.live.place, snapshot.series
        if series is None or series.later is None:
            return None
        live = await self._service.find(place, series.later)
        later = await self._boards.get(place.channel, series.later)
        if later is None or live.pod is None or not is_next(live.pod.setup.series):
            return None
        await self._boards.put(replace(later, shown=0))
        return live

    async def _draw(self, job: RenderJob, snapshot: Snapshot) -> bool:
        """Show a snapshot; return False if the board is elsewhere, where it was moved meanwhile."""
        board, version = snapshot.board, snapshot.live.version
        content = await render_board(snapshot, self._people)
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
        """Whether the next message was sent already by somebody who could not note it; note it."""
        board = snapshot.board
        sent = await self._strays.find_sent(board) if board.is_being_sent else None
        if sent is None:
            return False
        if sent.head == content.call:  # whom it was to call, it has called
            board = replace(board, asked=drawn.asked, told=drawn.told)
        await self._boards.put(adopt(board, sent))
        return True

    async def _place(
        self, job: RenderJob, snapshot: Snapshot, content: BoardContent, drawn: Board
    ) -> Board | None:
        """Edit the board or send it anew, and note it as `drawn`; None if it is elsewhere now."""
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
        """Change the message there is, and a picture on it that shows no more what happened."""
        board, name = snapshot.board, self._pictures.name_picture(snapshot)
        shown = None if board.picture is None else await self._pictures.describe(snapshot)
        if board.picture in (None, name):
            return drawn if await self._messages.edit(board, content, shown) else None
        picture = await self._pictures.draw(snapshot, board.channel)
        shown, files = (shown, [picture]) if picture else (None, [])
        if not await self._messages.edit(board, content, shown, files):
            return None
        return replace(drawn, picture=name if picture else None)

    async def _send(
        self, job: RenderJob, snapshot: Snapshot, content: BoardContent, drawn: Board
    ) -> Board:
        """Send a new message, and note that it follows the one before, which is to be deleted.

        The result of a game comes with a picture.
        """
        board = snapshot.board
        picture = await self._pictures.draw(snapshot, board.channel)
        if board.former is not None and board.former != board.message:  # one can be remembered
            await self._messages.delete(board.channel, board.former, urgent=job.is_urgent)
        if board.tried is None or not board.is_being_sent:  # first: a crash has it looked for
            await self._boards.put(replace(board, former=board.message, tried=self._now()))
        message = await self._messages.send(board, content, picture)
        drawn = replace(drawn, message=message, posted=self._now(), former=board.message)
        drawn = replace(drawn, tried=None)
        drawn = replace(drawn, picture=self._pictures.name_picture(snapshot) if picture else None)
        await self._boards.put(drawn)
        self._moves.restart(board.channel)
        return drawn

    async def _tidy(self, snapshot: Snapshot, placed: Board) -> Board:
        """Do what a board is right without: no second message, and its result elsewhere."""
        if placed.former is not None:
            placed = await self._delete_former(placed)
        await self._calls.withdraw(snapshot.live, placed)
        await self._results.follow(snapshot, placed)
        return placed

    async def _delete_former(self, board: Board) -> Board:
        """Delete the message before; the board is right without that, and owed until it is done."""
        assert board.former is not None
        try:
            await self._messages.delete(board.channel, board.former)
            tidied = replace(board, former=None)
            await self._boards.put(tidied)
        except PASSING as error:
            log.warning("an old board in channel %s stays for now: %s", board.channel, error)
            return board
        return tidied
