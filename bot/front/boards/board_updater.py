"""The updater of boards: it draws a board, and tells the publisher whether a new message replaces it."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import NamedTuple

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.basics.lru_cache import LruCache
from bot.front.boards import shown_ends
from bot.front.boards.board_content import BoardContent, render_board_content
from bot.front.boards.board_messages import BoardMessageKind, DuplicateBoardRemover, ParsedGameMessage
from bot.front.boards.board_pictures import BoardPictureRenderer
from bot.front.boards.board_snapshot import (
    WARNING_SEPARATOR,
    BoardSnapshot,
    BoardSnapshotLoader,
    find_key_of_awaited_action,
)
from bot.front.boards.result_channel import ResultChannelPoster
from bot.front.publishing.game_threads import FinishedGameThreadArchiver
from bot.front.publishing.publisher import AcquireTurn, DiscordMessageClient, MessageContent, MessagePublisher
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.publishing.retries import PASSING_ERRORS, RETRY_DELAYS, is_error_worth_retry
from bot.planning.plan import PlannedGame
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.series import is_later_round_of_game_series
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import LiveGame
from bot.service.service import GameService
from bot.storage.record.boards import PodBoard, PodBoardRepository
from bot.storage.record.entry_mentions import PastGameMentionRepository
from bot.storage.record.people import PeopleRepository

log = logging.getLogger(__name__)

MESSAGES_UNTIL_MOVE = 12
"""Messages below a board after which the next change brings a new one."""

MESSAGES_UNTIL_RESULT_MOVE = 4
"""Messages below a board after which a result is a new one: it is what people look for."""

COUNTED_CHANNELS = 10_000
"""Channels whose messages are counted."""


NOT_DRAWN_PREFIX = "!"
"""Begins the note of a picture that was to be on a board and could not be drawn, or that Discord refused."""


class MessagesBelowBoardCounter:
    """A counter of messages below each board, used to decide when to repost the board."""

    def __init__(self, find_last_message: Callable[[int], int | None]) -> None:
        """Prepare a counter. `find_last_message` returns the id of a channel's last message, if known."""
        self._find_last = find_last_message
        self._below: LruCache[int, int] = LruCache(COUNTED_CHANNELS)  # messages below boards

    def increment_message_count_below_board(self, channel_id: int) -> None:
        self._below.put(channel_id, (self._below.get(channel_id) or 0) + 1)

    def reset_messages_below_board(self, channel_id: int) -> None:
        self._below.put(channel_id, 0)

    def should_repost_board(self, board_snapshot: BoardSnapshot, *, is_requested: bool) -> bool:
        """Return True if a board must be sent again, for example to ping players or below many messages."""
        return is_requested or _does_board_need_new_ping(board_snapshot) or self._is_board_out_of_sight(board_snapshot)

    def _is_board_out_of_sight(self, board_snapshot: BoardSnapshot) -> bool:
        if _was_result_just_confirmed(board_snapshot.live) or _have_only_life_totals_changed(
            board_snapshot.board, board_snapshot.live
        ):
            return False
        return self._count_messages_below_board(board_snapshot.board) >= (
            MESSAGES_UNTIL_RESULT_MOVE if _is_result_new_on_board(board_snapshot) else MESSAGES_UNTIL_MOVE
        )

    def _count_messages_below_board(self, board: PodBoard) -> int:
        """Return the number of messages in the channel below a board.

        After a start the number is unknown: any message counts as `MESSAGES_UNTIL_RESULT_MOVE`.
        """
        counted = self._below.get(board.channel)
        last = self._find_last(board.channel)
        if counted is None and board.message and last and last > board.message:
            return MESSAGES_UNTIL_RESULT_MOVE
        return counted or 0


def _does_board_need_new_ping(board_snapshot: BoardSnapshot) -> bool:
    """Return True if a board must ping somebody whom its current message did not ping."""
    call = board_snapshot.mention_reason
    last = board_snapshot.board.asked
    if board_snapshot.players_to_ping_at_game_start:
        return True
    known = (last or "").partition(WARNING_SEPARATOR)[0]
    return call is not None and call not in (last, known, *known.split())


def _is_result_new_on_board(board_snapshot: BoardSnapshot) -> bool:
    """Return True if the board is about to show the game's end for the first time."""
    game = board_snapshot.game
    ended = game.result is not None and (game.before is None or game.before.result is None)
    return ended and board_snapshot.board.shown < board_snapshot.live.played


def _was_result_just_confirmed(live_game: LiveGame) -> bool:
    game = live_game.game
    steps_later = bool(live_game.steps) and live_game.steps[-1].version < live_game.version
    return game is not None and game.result is not None and steps_later


def _have_only_life_totals_changed(pod_board: PodBoard, live_game: LiveGame) -> bool:
    return live_game.played <= pod_board.shown < live_game.version


class KickVoteMentionRemover:
    """A worker that deletes messages that mentioned a player for a vote to remove that player."""

    def __init__(
        self, messages: DiscordMessageClient, boards: PodBoardRepository, budget: DiscordRequestRateLimiter
    ) -> None:
        self._messages = messages
        self._boards = boards
        self._budget = budget

    async def delete_mentions_of_ended_votes(self, live_game: LiveGame, board: PodBoard) -> None:
        """Delete the mentions of players in votes that have ended. Raises `StorageError`."""
        known = await self._boards.load_pod_board(board.channel, board.pod) or board
        for player, message in known.vote_announcement_message_ids.items():
            if player in live_game.votes:
                continue
            try:
                await self._budget.wait_until_request_allowed()
                await self._messages.delete_message(board.channel, message)
            except PASSING_ERRORS as error:
                log.warning("a call in channel %s is deleted later: %s", board.channel, error)
            else:
                await self._boards.store_kick_vote_message_id(board.channel, board.pod, player, None)


class BoardUpdateJob(Struct, frozen=True, dict=True):
    """A queued update of a board: the newest state of its game, and when it was queued.

    `since` is in seconds, by the loop's clock. A board that `moves` is sent again. `pressed` are messages of the game
    that no row knows. The picture was tried `picture_attempts` times while Discord did not answer.
    """

    live: LiveGame
    moves: bool
    since: float
    pressed: frozenset[ParsedGameMessage] = frozenset()
    picture_attempts: int = 0

    @cached_property
    def is_urgent(self) -> bool:
        """True if somebody must act, or if the game was just opened or is over.

        Until its end, the message of a planned game is never urgent: hundreds of people may check in.
        """
        game = self.live.game
        if isinstance(game, PlannedGame) and game.is_open:
            return False
        if game is None:
            return False
        state = self.live.pod_facts.state if isinstance(game, Pod) else game.state
        if state == "lobby" and self.live.version == self.live.number:  # whoever opened it waits for the board
            return True
        return state not in ("lobby", "running") or find_key_of_awaited_action(self.live) is not None

    def merge_with_newer_job(self, newer_job: "BoardUpdateJob") -> "BoardUpdateJob":
        """Merge two updates of one board, keeping the newer game state."""
        live = self.live if self.live.version > newer_job.live.version else newer_job.live
        pressed = self.pressed | newer_job.pressed
        moves = self.moves or newer_job.moves
        return BoardUpdateJob(live, moves, self.since, pressed, newer_job.picture_attempts)


class DelayedBoardUpdate(NamedTuple):
    """A later update of another board, or of a missing picture.

    `after` is the delay in seconds.
    """

    live: LiveGame
    after: float = 0.0
    picture_attempts: int = 0


class BoardUpdateResult(NamedTuple):
    """The result of a board's update; its picture may still be missing."""

    board: PodBoard
    is_picture_pending: bool = False


class BoardUpdater:
    """A sender of boards: the Discord messages that show games.

    The former message of a lobby that has moved stays for `grace` seconds.
    """

    def __init__(
        self,
        reader: BoardSnapshotLoader,
        service: GameService,
        boards: PodBoardRepository,
        people: PeopleRepository,
        publisher: MessagePublisher[PodBoard],
        moves: MessagesBelowBoardCounter,
        strays: DuplicateBoardRemover,
        pictures: BoardPictureRenderer,
        calls: KickVoteMentionRemover,
        entry_calls: PastGameMentionRepository,
        results: ResultChannelPoster,
        threads: FinishedGameThreadArchiver,
        budget: DiscordRequestRateLimiter,
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

    async def update_board(self, update_job: BoardUpdateJob) -> list[DelayedBoardUpdate]:
        """Update a game's board; return follow-up updates of other boards.

        For the first request the caller has acquired a turn of the limiter. Raises `StorageError`, and the exceptions
        of discord.py.
        """
        snapshot = await self._reader.load_board_snapshot(update_job.live)
        if update_job.pressed:
            settled = await self._strays.delete_duplicate_boards(snapshot, update_job.pressed)
            if settled.message != snapshot.board.message:  # a newer message has moved the board
                update_job = replace(update_job, moves=False)
            snapshot = replace(snapshot, board=settled)
        later = await self._queue_update_of_next_series_board(snapshot) or await self._queue_board_update_of_game_night(
            snapshot
        )
        drawn = await self._publish_board(update_job, snapshot)
        if drawn is None:
            return await self.update_board(replace(update_job, pressed=frozenset()))
        owed = [] if later is None else [DelayedBoardUpdate(later)]
        if self._grace and drawn.board.former is not None and snapshot.game.state == "lobby":
            owed.append(DelayedBoardUpdate(snapshot.live, self._grace))
        if drawn.is_picture_pending and update_job.picture_attempts < len(RETRY_DELAYS):
            pause = RETRY_DELAYS[update_job.picture_attempts]
            owed.append(DelayedBoardUpdate(snapshot.live, pause, update_job.picture_attempts + 1))
        return owed

    async def _queue_update_of_next_series_board(self, board_snapshot: BoardSnapshot) -> LiveGame | None:
        """Queue an update of the next board in a series, which shows the series' score, too."""
        place = board_snapshot.live.place
        series = board_snapshot.series
        if series is None or series.later is None:
            return None
        live = await self._service.load_game_by_number(place, series.later)
        later = await self._boards.load_pod_board(place.channel, series.later)
        if later is None or live.pod is None or not is_later_round_of_game_series(live.pod.setup.series):
            return None
        await self._boards.queue_board_update(place.channel, series.later)
        return live

    async def _queue_board_update_of_game_night(self, board_snapshot: BoardSnapshot) -> LiveGame | None:
        game = board_snapshot.game
        ended = board_snapshot.live.dates.recorded is not None
        if not isinstance(game, Pod) or not game.setup.invited:
            return None  # everybody in a pod of a night is invited
        if board_snapshot.live.pod_facts.state == "running" and game.step > 1 and not ended:
            return None
        night = await self._find_night(board_snapshot.live)
        if night is None:
            return None
        board = await self._boards.load_pod_board(night.place.channel, night.number)
        if board is None:
            return None
        await self._boards.queue_board_update(night.place.channel, night.number)
        return night

    async def _publish_board(
        self, update_job: BoardUpdateJob, board_snapshot: BoardSnapshot
    ) -> BoardUpdateResult | None:
        """Send or edit a board; return None if another process has replaced the message.

        The text comes first: neither the picture nor the thread's archiving can delay it.
        """
        board = board_snapshot.board
        if called := board_snapshot.players_to_ping_for_confirmation:
            name = board.guild, board.channel, board.pod
            heard = await self._entry_calls.reserve_one_mention_per_day(*name, called, self._now())
            board_snapshot = replace(board_snapshot, quiet=frozenset(called) - heard)
        said = await render_board_content(
            board_snapshot, self._people.with_nicknames_of_server(board_snapshot.live.place.guild)
        )
        thread: discord.Thread | None = None
        thread_error: Exception | None = None
        if board_snapshot.live.is_over:
            try:
                thread = await self._threads.find_thread_to_archive(board_snapshot.live)
            except PASSING_ERRORS as error:
                thread_error = error if is_error_worth_retry(error) else None
        if thread is not None and not update_job.moves and not board.needs_message_update(board_snapshot.live.version):
            return BoardUpdateResult(board)  # it has been put away
        grace = self._grace if board_snapshot.game.state == "lobby" else 0.0
        kind = BoardMessageKind(said.call, _build_mention_database_columns(board_snapshot), timedelta(seconds=grace))
        is_archived = thread is not None or thread_error is not None
        placed = await self._publisher.send_or_edit_message(
            kind,
            board,
            partial(self._render_board_message, update_job, board_snapshot, said, is_archived=is_archived),
            self._build_rate_limit_waiter(update_job),
        )
        if placed is None:
            return None
        if placed.message != board.message:
            self._moves.reset_messages_below_board(board.channel)
        if board_snapshot.live.dates.recorded is not None:
            await self._restart_dispute_period(board_snapshot.live, board)
        drawn = await self._add_board_picture(kind, placed, board_snapshot, said)
        placed = drawn.board
        await self._calls.delete_mentions_of_ended_votes(board_snapshot.live, placed)
        if board_snapshot.settings.results_channel is not None:
            await self._results.post_or_correct_result(board_snapshot, placed)
        if thread is not None:
            await self._threads.archive_thread_of_finished_game(thread, placed, board_snapshot.game)
            await self._boards.store_board_message(replace(placed, shown=board_snapshot.live.version))
        if thread_error is not None:
            raise thread_error
        return BoardUpdateResult(placed, drawn.is_picture_pending)

    async def _restart_dispute_period(self, live_game: LiveGame, previous_board: PodBoard) -> None:
        """Restart the time to dispute a game's end, because the game's board showed the end too late."""
        command = shown_ends.build_restart_dispute_period_command(live_game, previous_board, self._now())
        if command is None:
            return
        request = GameCommandRequest(live_game.place, None, lambda _player, _live_game: command, pod=live_game.number)
        try:
            await self._service.execute_command(request)
        except Refusal as refusal:  # the end was disputed or confirmed meanwhile
            log.debug("the end in channel %s needs no more time: %s", live_game.place.channel, refusal.code)

    async def _add_board_picture(
        self,
        message_kind: BoardMessageKind,
        board: PodBoard,
        board_snapshot: BoardSnapshot,
        board_content: BoardContent,
    ) -> BoardUpdateResult:
        """Add a picture of an ended game or a game night to a board that already shows the text.

        A picture that cannot be drawn, or that Discord refuses, is not tried again until it would show something else.
        """
        name = self._pictures.compute_picture_digest(board_snapshot) if board_snapshot.live.is_over else None
        if name is None or board.picture in (name, NOT_DRAWN_PREFIX + name):
            return BoardUpdateResult(board)
        drawn = await self._pictures.draw_board_picture(board_snapshot, board.channel)
        if drawn is None:
            without = replace(board, picture=NOT_DRAWN_PREFIX + name)
            await self._boards.store_board_message(without)
            return BoardUpdateResult(without)
        shown = await self._pictures.load_picture_name_and_alt_text(board_snapshot)
        text_alone = MessageContent(
            view=board_content.build_message_layout(),
            files=[],
            note={"picture": NOT_DRAWN_PREFIX + name},
            shown=board.shown,
        )
        view = board_content.build_message_layout(shown)
        content = replace(text_alone, view=view, files=[drawn], note={"picture": name})
        content = replace(content, build_plainer=lambda: text_alone)

        async def get_content_with_picture(_: PodBoard) -> MessageContent:
            return content

        try:
            with_picture = await self._publisher.send_or_edit_message(message_kind, board, get_content_with_picture)
        except PASSING_ERRORS as error:
            log.warning("the picture of a board in channel %s comes later: %s", board.channel, error)
            return BoardUpdateResult(board, is_error_worth_retry(error))
        return BoardUpdateResult(with_picture or board)

    def _build_rate_limit_waiter(self, update_job: BoardUpdateJob) -> AcquireTurn:
        """Return a function that waits for the rate limiter, except at its first call."""
        place = update_job.live.place
        taken = iter([True])

        async def wait_until_request_allowed() -> None:
            if not next(taken, False):
                await self._budget.wait_until_request_allowed(
                    is_urgent=update_job.is_urgent, board_channel_id=place.channel
                )

        return wait_until_request_allowed

    async def _render_board_message(
        self,
        update_job: BoardUpdateJob,
        board_snapshot: BoardSnapshot,
        board_content: BoardContent,
        board: PodBoard,
        *,
        is_archived: bool,
    ) -> MessageContent:
        """Return the content of a board's message. Raises `StorageError`.

        A board whose thread is about to be archived stays pending until then.
        """
        if board.message != board_snapshot.board.message:  # one that was sent before a crash
            board_snapshot = replace(board_snapshot, board=board)
            board_content = await render_board_content(
                board_snapshot, self._people.with_nicknames_of_server(board_snapshot.live.place.guild)
            )
        moves = self._moves.should_repost_board(board_snapshot, is_requested=update_job.moves)
        name = self._pictures.compute_picture_digest(board_snapshot) if board_snapshot.live.is_over else None
        stays = not board.needs_new_message and not moves and board.picture in (name, name and NOT_DRAWN_PREFIX + name)
        picture = board.picture if stays else None
        shown = (
            await self._pictures.load_picture_name_and_alt_text(board_snapshot) if name and picture == name else None
        )
        content = MessageContent(
            view=board_content.build_message_layout(shown),
            files=None if stays else [],
            pings=board_content.pings,
            moves=moves,
            note={**_build_mention_database_columns(board_snapshot), "picture": picture},
            shown=board_snapshot.board.shown if is_archived else board_snapshot.live.version,
        )

        def build_content_without_picture() -> MessageContent:
            plain = replace(content, view=board_content.build_fallback_layout(), files=[])
            return replace(plain, note={**content.note, "picture": None})

        return replace(content, build_plainer=build_content_without_picture)


def _build_mention_database_columns(board_snapshot: BoardSnapshot) -> dict[str, str | None]:
    """Return the database columns that store whom a board mentions and why."""
    told = board_snapshot.board.players_notified_of_game_start.union(board_snapshot.players_to_mention_at_game_start)
    return {"asked": board_snapshot.mention_reason, "told": " ".join(sorted(told)) or None}
