"""The updater of boards: it draws a board, and tells the publisher whether it moves."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import NamedTuple

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.front.background.board_content import BoardContent, render_board
from bot.front.background.board_messages import (
    BoardStrays,
    BoardSurface,
    GameMessage,
)
from bot.front.background.board_pictures import BoardPictures
from bot.front.background.board_snapshot import (
    WARNING_MARK,
    Snapshot,
    SnapshotReader,
    name_open_call,
)
from bot.front.background.budget import Budget
from bot.front.background.finished_threads import FinishedThreads
from bot.front.background.publisher import Content, Messages, Publisher, TakeTurn
from bot.front.background.result_channel import ResultChannel
from bot.front.background.retry import PASSING_ERRORS
from bot.lru_cache import LruCache
from bot.planning.plan import Plan
from bot.rules.pod import Pod
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


def _calls_anew(snapshot: Snapshot) -> bool:
    """Return whether the board calls or warns somebody whom the present message has not called."""
    call = snapshot.call_name
    last = snapshot.board.asked
    if snapshot.untold:
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

    def __init__(self, messages: Messages, boards: Boards, budget: Budget) -> None:
        self._messages = messages
        self._boards = boards
        self._budget = budget

    async def withdraw(self, live: LiveGame, board: Board) -> None:
        """Delete the calls about players on whom nobody votes any more.

        Raises `StorageError`.
        """
        known = await self._boards.get(board.channel, board.pod) or board
        for player, message in known.vote_calls.items():
            if player in live.votes:
                continue
            try:
                await self._budget.take_turn()
                await self._messages.delete(board.channel, message)
            except PASSING_ERRORS as error:
                log.warning("a call in channel %s stays for now: %s", board.channel, error)
            else:
                await self._boards.put_call(board.channel, board.pod, player, None)


class RenderJob(Struct, frozen=True, dict=True):
    """A board to be drawn: the newest state of its game, whether it moves, since when it waits.

    `since` is in seconds, by the loop's clock. `pressed` are messages of the game that no row
    knows.
    """

    live: LiveGame
    moves: bool
    since: float
    pressed: frozenset[GameMessage] = frozenset()

    @cached_property
    def is_urgent(self) -> bool:
        """True if somebody has to choose or decide, or the game is over: such boards come first.

        Hundreds of people check in to a plan, and the pods of a night change often: until its end,
        the message of a plan is not urgent.
        """
        game = self.live.game
        if isinstance(game, Plan) and game.is_open:
            return False
        if game is None:
            return False
        state = self.live.facts.state if isinstance(game, Pod) else game.state
        return state not in ("lobby", "running") or name_open_call(self.live) is not None

    def merge(self, newer: "RenderJob") -> "RenderJob":
        """Return one job for both: the newest state, waiting since the first."""
        live = self.live if self.live.version > newer.live.version else newer.live
        pressed = self.pressed | newer.pressed
        return RenderJob(live, self.moves or newer.moves, self.since, pressed)


class OwedLater(NamedTuple):
    """A board to be drawn `after` some seconds."""

    live: LiveGame
    after: float = 0.0


class BoardUpdater:
    """An updater of boards, which draws them from the newest state.

    The former message of a lobby that has moved stays for `grace` seconds.
    """

    def __init__(
        self,
        reader: SnapshotReader,
        service: Service,
        boards: Boards,
        people: People,
        publisher: Publisher[Board],
        moves: BoardMoves,
        strays: BoardStrays,
        pictures: BoardPictures,
        calls: VoteCalls,
        entry_calls: EntryCalls,
        results: ResultChannel,
        threads: FinishedThreads,
        budget: Budget,
        now: Callable[[], datetime],
        grace: float,
        find_night: Callable[[LiveGame], Awaitable[LiveGame | None]],
    ) -> None:
        self._find_night = find_night
        self._reader = reader
        self._service = service
        self._boards = boards
        self._people = people
        self._publisher = publisher
        self._moves = moves
        self._strays = strays
        self._pictures = pictures
        self._calls = calls
        self._entry_calls = entry_calls
        self._results = results
        self._threads = threads
        self._budget = budget
        self._now = now
        self._grace = grace

    async def update(self, job: RenderJob) -> list[OwedLater]:
        """Draw a pod's board; return the boards that are owed now because of it.

        For the first request the caller has taken a turn of the budget. Raises what discord.py
        does, and `StorageError`.
        """
        snapshot = await self._reader.read(job.live)
        if job.pressed:
            settled = await self._strays.settle(snapshot, job.pressed)
            if settled.message != snapshot.board.message:  # a newer message has moved the board
                job = replace(job, moves=False)
            snapshot = replace(snapshot, board=settled)
        later = await self._owe_next_round(snapshot) or await self._owe_night(snapshot)
        drawn = await self._draw(job, snapshot)
        if drawn is None:
            return await self.update(replace(job, pressed=frozenset()))
        owed = [] if later is None else [OwedLater(later)]
        if self._grace and drawn.former is not None and snapshot.game.state == "lobby":
            owed.append(OwedLater(snapshot.live, self._grace))
        return owed

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
        await self._boards.owe(place.channel, series.later)
        return live

    async def _owe_night(self, snapshot: Snapshot) -> LiveGame | None:
        """Mark the board of the night as owed of which a pod is part.

        It shows when the pod begins, and its end, which may be taken back.
        """
        game = snapshot.game
        ended = snapshot.live.dates.recorded is not None
        if not isinstance(game, Pod) or not game.setup.invited:
            return None  # everybody in a pod of a night is invited
        if snapshot.live.facts.state == "running" and game.step > 1 and not ended:
            return None
        night = await self._find_night(snapshot.live)
        if night is None:
            return None
        board = await self._boards.get(night.place.channel, night.number)
        if board is None:
            return None
        await self._boards.owe(night.place.channel, night.number)
        return night

    async def _draw(self, job: RenderJob, snapshot: Snapshot) -> Board | None:
        """Draw a snapshot; return its row as it is then.

        Return None if another process has moved the board meanwhile.
        """
        board = snapshot.board
        if called := snapshot.called_to_confirm:
            name = board.guild, board.channel, board.pod
            heard = await self._entry_calls.claim(*name, called, self._now())
            snapshot = replace(snapshot, quiet=frozenset(called) - heard)
        said = await render_board(snapshot, self._people.on(snapshot.live.place.guild))
        thread = await self._threads.find(snapshot.live) if snapshot.live.is_over else None
        if thread is not None and not job.moves and not board.is_owed(snapshot.live.version):
            return board  # it has been put away
        grace = self._grace if snapshot.game.state == "lobby" else 0.0
        placed = await self._publisher.publish(
            BoardSurface(said.call, _note_calls(snapshot), timedelta(seconds=grace)),
            board,
            partial(self._render, job, snapshot, said, is_put_away=thread is not None),
            self._make_turns(job),
        )
        if placed is None:
            return None
        if placed.message != board.message:
            self._moves.restart(board.channel)
        await self._calls.withdraw(snapshot.live, placed)
        if snapshot.settings.results_channel is not None:
            await self._results.follow(snapshot, placed)
        if thread is not None:
            await self._threads.put_away(thread, placed, snapshot.game)
            await self._boards.put(replace(placed, shown=snapshot.live.version))
        return placed

    def _make_turns(self, job: RenderJob) -> TakeTurn:
        """Return what takes the turns of a board: the first one has been taken by the caller."""
        place = job.live.place
        taken = iter([True])

        async def take_turn() -> None:
            if not next(taken, False):
                await self._budget.take_turn(urgent=job.is_urgent, channel=place.channel)

        return take_turn

    async def _render(
        self,
        job: RenderJob,
        snapshot: Snapshot,
        said: BoardContent,
        row: Board,
        *,
        is_put_away: bool,
    ) -> Content:
        """Return what a board shows; `said` is what it says as long as it has the same message.

        A board that is to be put away stays owed until that is done. Raises `StorageError`.
        """
        if row.message != snapshot.board.message:  # one that was sent before a crash
            snapshot = replace(snapshot, board=row)
            said = await render_board(snapshot, self._people.on(snapshot.live.place.guild))
        moves = self._moves.should_move(snapshot, wanted=job.moves)
        name = self._pictures.name_picture(snapshot) if snapshot.live.is_over else None
        files = None
        picture = row.picture
        if row.is_being_sent or moves or picture not in (name, name and NOT_DRAWN + name):
            drawn = await self._pictures.draw(snapshot, row.channel)
            files = [drawn] if drawn else []
            picture = _note_picture(name, drawn)
        shown = await self._pictures.describe(snapshot) if name and picture == name else None
        return Content(
            view=said.lay_out(shown),
            files=files,
            pings=said.pings,
            moves=moves,
            note={**_note_calls(snapshot), "picture": picture},
            shown=snapshot.board.shown if is_put_away else snapshot.live.version,
        )


def _note_calls(snapshot: Snapshot) -> dict[str, str | None]:
    """Return what the row stores of the calls on a board, by column."""
    told = snapshot.board.players_told.union(snapshot.seated)
    return {"asked": snapshot.call_name, "told": " ".join(sorted(told)) or None}
