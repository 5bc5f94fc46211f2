"""The updater of boards: it draws a board, and tells the publisher whether a new message replaces
it.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import NamedTuple

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.basics.lru_cache import LruCache
from bot.front.boards.board_content import BoardContent, render_board_content
from bot.front.boards.board_messages import BoardMessages, GameMessage, StrayBoards
from bot.front.boards.board_pictures import BoardPictures
from bot.front.boards.board_snapshot import (
    WARNING_SEPARATOR,
    BoardSnapshot,
    BoardSnapshotLoader,
    identify_open_question,
)
from bot.front.boards.result_channel import ResultPoster
from bot.front.publishing.game_threads import FinishedGameThreads
from bot.front.publishing.publisher import (
    AcquireTurn,
    MessageContent,
    MessagePublisher,
    MessageRequests,
)
from bot.front.publishing.request_limiter import RequestLimiter
from bot.front.publishing.retries import PASSING_ERRORS
from bot.planning.plan import Plan
from bot.rules.pod import Pod
from bot.rules.series import is_later_series_round
from bot.service.live_game import LiveGame
from bot.service.service import GameService
from bot.storage.record.boards import Board, BoardRepository
from bot.storage.record.entry_mentions import EntryMentionRepository
from bot.storage.record.people import PeopleRepository

log = logging.getLogger(__name__)

MESSAGES_UNTIL_MOVE = 12
"""Messages below a board after which the next change brings a new one."""

MESSAGES_UNTIL_RESULT_MOVE = 4
"""Messages below a board after which a result is a new one: it is what people look for."""

COUNTED_CHANNELS = 10_000
"""Channels whose messages are counted."""


NOT_DRAWN_PREFIX = "!"
"""Begins the note of a picture that was to be on a board and could not be drawn."""


def _build_stored_picture_name(
    picture_name: str | None, picture_file: discord.File | None
) -> str | None:
    """Return the picture name to store for a board, marked with `NOT_DRAWN_PREFIX` if the
    drawing failed.
    """
    return (
        picture_name
        if picture_file is not None or picture_name is None
        else NOT_DRAWN_PREFIX + picture_name
    )


class BoardScrollCounter:
    """A counter of the messages below each channel's board, which decides when the board is
    sent again.
    """

    def __init__(self, find_last_message: Callable[[int], int | None]) -> None:
        """Store `find_last_message`, which returns the id of a channel's last message; None
        if unknown.
        """
        self._find_last = find_last_message
        self._below: LruCache[int, int] = LruCache(COUNTED_CHANNELS)  # messages below boards

    def count_message(self, channel_id: int) -> None:
        """Count a message that somebody wrote below a channel's board."""
        self._below.put(channel_id, (self._below.get(channel_id) or 0) + 1)

    def reset_count(self, channel_id: int) -> None:
        """Set the count of messages below a channel's board to zero, because the board was
        just sent.
        """
        self._below.put(channel_id, 0)

    def should_repost_board(self, board_snapshot: BoardSnapshot, *, is_requested: bool) -> bool:
        """Return whether a new message replaces the board: on request, for a new ping, or
        after scrolling.

        Only a new message pings whoever has to choose or decide.
        """
        return (
            is_requested
            or _has_new_mention(board_snapshot)
            or self._has_scrolled_away(board_snapshot)
        )

    def _has_scrolled_away(self, board_snapshot: BoardSnapshot) -> bool:
        if _is_last_event_confirmation(board_snapshot.live) or _have_only_totals_changed(
            board_snapshot.board, board_snapshot.live
        ):
            return False
        return self._count_messages_below(board_snapshot.board) >= (
            MESSAGES_UNTIL_RESULT_MOVE
            if _shows_result_first(board_snapshot)
            else MESSAGES_UNTIL_MOVE
        )

    def _count_messages_below(self, board: Board) -> int:
        """Return the number of messages below the board.

        After a start the number is unknown: any message below counts as
        `MESSAGES_UNTIL_RESULT_MOVE`.
        """
        counted = self._below.get(board.channel)
        last = self._find_last(board.channel)
        if counted is None and board.message and last and last > board.message:
            return MESSAGES_UNTIL_RESULT_MOVE
        return counted or 0


def _has_new_mention(board_snapshot: BoardSnapshot) -> bool:
    """Return whether the board mentions or warns somebody whom its present message has not
    pinged.
    """
    call = board_snapshot.mention_name
    last = board_snapshot.board.asked
    if board_snapshot.unpinged_players:
        return True
    known = (last or "").partition(WARNING_SEPARATOR)[0]
    return call is not None and call not in (last, known, *known.split())


def _shows_result_first(board_snapshot: BoardSnapshot) -> bool:
    """Return whether the board shows for the first time that the game is over."""
    game = board_snapshot.game
    ended = game.result is not None and (game.before is None or game.before.result is None)
    return ended and board_snapshot.board.shown < board_snapshot.live.played


def _is_last_event_confirmation(live_game: LiveGame) -> bool:
    """Return whether the last event only confirmed a report of a game that is over.

    Then the board need not move, because nobody looks for it.
    """
    game = live_game.game
    steps_later = bool(live_game.steps) and live_game.steps[-1].version < live_game.version
    return game is not None and game.result is not None and steps_later


def _have_only_totals_changed(board: Board, live_game: LiveGame) -> bool:
    """Return whether only players' totals have changed since the board was drawn."""
    return live_game.played <= board.shown < live_game.version


class VoteMentions:
    """The messages that mention a player before a vote to kick them.

    A board is up to date even while they stay.
    """

    def __init__(
        self, messages: MessageRequests, boards: BoardRepository, budget: RequestLimiter
    ) -> None:
        self._messages = messages
        self._boards = boards
        self._budget = budget

    async def delete_ended_mentions(self, live_game: LiveGame, board: Board) -> None:
        """Delete the mentions of players on whom the vote has ended.

        Raises `StorageError`.
        """
        known = await self._boards.load_board(board.channel, board.pod) or board
        for player, message in known.vote_mentions.items():
            if player in live_game.votes:
                continue
            try:
                await self._budget.acquire()
                await self._messages.delete_message(board.channel, message)
            except PASSING_ERRORS as error:
                log.warning("a call in channel %s stays for now: %s", board.channel, error)
            else:
                await self._boards.store_vote_mention(board.channel, board.pod, player, None)


class BoardUpdateJob(Struct, frozen=True, dict=True):
    """A board to draw: the game's newest state, whether the board moves, and the waiting time.

    `since` is in seconds, by the loop's clock. `pressed` are messages of the game that no row
    knows.
    """

    live: LiveGame
    moves: bool
    since: float
    pressed: frozenset[GameMessage] = frozenset()

    @cached_property
    def is_urgent(self) -> bool:
        """True if somebody has to choose or decide, or the game is over: such boards come
        first.

        Hundreds of people check in to a plan, and the pods of a night change often: until
        its end, the message of a plan is not urgent.
        """
        game = self.live.game
        if isinstance(game, Plan) and game.is_open:
            return False
        if game is None:
            return False
        state = self.live.pod_facts.state if isinstance(game, Pod) else game.state
        return state not in ("lobby", "running") or identify_open_question(self.live) is not None

    def merge(self, newer_job: "BoardUpdateJob") -> "BoardUpdateJob":
        """Return one job for both: the newest state, waiting since the first."""
        live = self.live if self.live.version > newer_job.live.version else newer_job.live
        pressed = self.pressed | newer_job.pressed
        return BoardUpdateJob(live, self.moves or newer_job.moves, self.since, pressed)


class FollowUpBoardUpdate(NamedTuple):
    """A board to draw because of another board, `after` some seconds."""

    live: LiveGame
    after: float = 0.0


class BoardUpdater:
    """An updater of boards on Discord, which draws them from the newest state of their games.

    The former message of a lobby that has moved stays for `grace` seconds.
    """

    def __init__(
        self,
        reader: BoardSnapshotLoader,
        service: GameService,
        boards: BoardRepository,
        people: PeopleRepository,
        publisher: MessagePublisher[Board],
        moves: BoardScrollCounter,
        strays: StrayBoards,
        pictures: BoardPictures,
        calls: VoteMentions,
        entry_calls: EntryMentionRepository,
        results: ResultPoster,
        threads: FinishedGameThreads,
        budget: RequestLimiter,
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

    async def update_board(self, job: BoardUpdateJob) -> list[FollowUpBoardUpdate]:
        """Draw a game's board; return the other boards that need an update because of it.

        For the first request the caller has acquired a turn of the limiter. Raises
        `StorageError`, and the exceptions of discord.py.
        """
        snapshot = await self._reader.load_snapshot(job.live)
        if job.pressed:
            settled = await self._strays.reconcile_stray_messages(snapshot, job.pressed)
            if settled.message != snapshot.board.message:  # a newer message has moved the board
                job = replace(job, moves=False)
            snapshot = replace(snapshot, board=settled)
        later = await self._queue_next_round_update(snapshot) or await self._queue_night_update(
            snapshot
        )
        drawn = await self._publish_board(job, snapshot)
        if drawn is None:
            return await self.update_board(replace(job, pressed=frozenset()))
        owed = [] if later is None else [FollowUpBoardUpdate(later)]
        if self._grace and drawn.former is not None and snapshot.game.state == "lobby":
            owed.append(FollowUpBoardUpdate(snapshot.live, self._grace))
        return owed

    async def _queue_next_round_update(self, board_snapshot: BoardSnapshot) -> LiveGame | None:
        """Queue an update of the next round's board, which shows the score of this round,
        too.
        """
        place = board_snapshot.live.place
        series = board_snapshot.series
        if series is None or series.later is None:
            return None
        live = await self._service.load_game(place, series.later)
        later = await self._boards.load_board(place.channel, series.later)
        if later is None or live.pod is None or not is_later_series_round(live.pod.setup.series):
            return None
        await self._boards.queue_update(place.channel, series.later)
        return live

    async def _queue_night_update(self, board_snapshot: BoardSnapshot) -> LiveGame | None:
        """Queue an update of the board of the night to which a pod belongs.

        The night's board shows when the pod begins, and its end, which may be undone.
        """
        game = board_snapshot.game
        ended = board_snapshot.live.dates.recorded is not None
        if not isinstance(game, Pod) or not game.setup.invited:
            return None  # everybody in a pod of a night is invited
        if board_snapshot.live.pod_facts.state == "running" and game.step > 1 and not ended:
            return None
        night = await self._find_night(board_snapshot.live)
        if night is None:
            return None
        board = await self._boards.load_board(night.place.channel, night.number)
        if board is None:
            return None
        await self._boards.queue_update(night.place.channel, night.number)
        return night

    async def _publish_board(
        self, job: BoardUpdateJob, board_snapshot: BoardSnapshot
    ) -> Board | None:
        """Publish a game's board; return its row afterwards.

        None if another process has moved the board meanwhile.
        """
        board = board_snapshot.board
        if called := board_snapshot.players_to_confirm:
            name = board.guild, board.channel, board.pod
            heard = await self._entry_calls.claim_mentions(*name, called, self._now())
            board_snapshot = replace(board_snapshot, quiet=frozenset(called) - heard)
        said = await render_board_content(
            board_snapshot, self._people.for_server(board_snapshot.live.place.guild)
        )
        thread = (
            await self._threads.find_thread(board_snapshot.live)
            if board_snapshot.live.is_over
            else None
        )
        if (
            thread is not None
            and not job.moves
            and not board.needs_update(board_snapshot.live.version)
        ):
            return board  # it has been put away
        grace = self._grace if board_snapshot.game.state == "lobby" else 0.0
        placed = await self._publisher.publish_message(
            BoardMessages(
                said.call, _build_mention_columns(board_snapshot), timedelta(seconds=grace)
            ),
            board,
            partial(
                self._render_content, job, board_snapshot, said, is_archived=thread is not None
            ),
            self._build_acquire_turn(job),
        )
        if placed is None:
            return None
        if placed.message != board.message:
            self._moves.reset_count(board.channel)
        await self._calls.delete_ended_mentions(board_snapshot.live, placed)
        if board_snapshot.settings.results_channel is not None:
            await self._results.update_result_message(board_snapshot, placed)
        if thread is not None:
            await self._threads.archive_thread(thread, placed, board_snapshot.game)
            await self._boards.store_board(replace(placed, shown=board_snapshot.live.version))
        return placed

    def _build_acquire_turn(self, job: BoardUpdateJob) -> AcquireTurn:
        """Return a function that acquires further request turns; the caller has acquired
        the first one.
        """
        place = job.live.place
        taken = iter([True])

        async def acquire_turn() -> None:
            if not next(taken, False):
                await self._budget.acquire(is_urgent=job.is_urgent, channel_id=place.channel)

        return acquire_turn

    async def _render_content(
        self,
        job: BoardUpdateJob,
        board_snapshot: BoardSnapshot,
        board_content: BoardContent,
        board: Board,
        *,
        is_archived: bool,
    ) -> MessageContent:
        """Return the message content of a board; `board_content` is valid while the board
        has the same message.

        A board whose thread is about to be archived stays pending until then. Raises
        `StorageError`.
        """
        if board.message != board_snapshot.board.message:  # one that was sent before a crash
            board_snapshot = replace(board_snapshot, board=board)
            board_content = await render_board_content(
                board_snapshot, self._people.for_server(board_snapshot.live.place.guild)
            )
        moves = self._moves.should_repost_board(board_snapshot, is_requested=job.moves)
        name = (
            self._pictures.compute_picture_digest(board_snapshot)
            if board_snapshot.live.is_over
            else None
        )
        files = None
        picture = board.picture
        if board.is_being_sent or moves or picture not in (name, name and NOT_DRAWN_PREFIX + name):
            drawn = await self._pictures.draw_picture(board_snapshot, board.channel)
            files = [drawn] if drawn else []
            picture = _build_stored_picture_name(name, drawn)
        shown = (
            await self._pictures.describe_picture(board_snapshot)
            if name and picture == name
            else None
        )
        return MessageContent(
            view=board_content.build_layout(shown),
            files=files,
            pings=board_content.pings,
            moves=moves,
            note={**_build_mention_columns(board_snapshot), "picture": picture},
            shown=board_snapshot.board.shown if is_archived else board_snapshot.live.version,
        )


def _build_mention_columns(board_snapshot: BoardSnapshot) -> dict[str, str | None]:
    """Return what a board's row stores of its mentions, by column."""
    told = board_snapshot.board.notified_players.union(board_snapshot.seated_players)
    return {"asked": board_snapshot.mention_name, "told": " ".join(sorted(told)) or None}
