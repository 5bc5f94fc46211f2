"""The reconciler of boards: it draws the boards of changed games, and boards with a pending update.

A changed game is queued. One task for each channel draws its queued boards until none is left, always from the newest
state, so bursts of changes are merged and a board never goes back. Updates that a crash or an outage of Discord
prevented are read from the table of boards.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.basics.listeners import CallbackList
from bot.basics.reconciler import ActiveWorkRegistry, DebouncedJobQueue
from bot.front.boards.board_messages import parse_game_message
from bot.front.boards.board_updater import (
    BoardUpdateJob,
    BoardUpdater,
    DelayedBoardUpdate,
    MessagesBelowBoardCounter,
)
from bot.front.publishing.loaded_servers import is_channel_deleted
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.publishing.retries import (
    PASSING_ERRORS,
    RETRY_DELAYS,
    SHUTDOWN_PATIENCE,
    ChannelFailureBackoff,
    is_error_worth_retry,
)
from bot.projections.plans import PlannedGameRow
from bot.projections.pods import PodOrDuelRow
from bot.rules.facts import Player
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.errors import StorageError, choose_log_level_for_error
from bot.storage.record.boards import PodBoard, PodBoardRepository

log = logging.getLogger(__name__)


DEBOUNCE_SECONDS = 0.5
"""Seconds for which changes gather before each drawing of a board in a series of changes."""

BOARDS_PER_RETRY = 20
"""The most boards of a channel that are tried again when its pause is over; the chores find the others."""

PARALLEL_RETRIES = 4
"""Channels whose pending boards are read at the same time."""


class BoardKey(NamedTuple):
    """The key of a board: its channel's id, and the game's number in the channel."""

    channel: int
    pod: int


class BoardReconciler:
    """A background worker that keeps the boards of all games up to date.

    There are `apart` seconds between two edits of the boards of one channel, unless somebody has to choose or decide.
    The boards of servers that this process does not serve stay pending.
    """

    def __init__(
        self,
        client: discord.Client,
        service: GameService,
        boards: PodBoardRepository,
        open_pods: Callable[[int], Awaitable[Sequence[PodOrDuelRow | PlannedGameRow]]],
        updater: BoardUpdater,
        moves: MessagesBelowBoardCounter,
        budget: DiscordRequestRateLimiter,
        apart: float,
        tends: Callable[[int], bool],
    ) -> None:
        self._client = client
        self._service = service
        self._boards = boards
        self._open_pods = open_pods
        self._updater = updater
        self._moves = moves
        self.budget = budget
        self.drawing = ActiveWorkRegistry[BoardKey]()
        self._tends = tends
        self._jobs = DebouncedJobQueue[BoardKey, BoardUpdateJob](
            self._update_board_or_back_off,
            merge=BoardUpdateJob.merge_with_newer_job,
            lane=lambda key: key.channel,
            is_urgent=lambda job: job.is_urgent,
            apart=apart,
        )
        self._retries = DebouncedJobQueue[ChannelAddress, None](
            self._queue_outdated_boards_of_channel, at_once=PARALLEL_RETRIES
        )
        self._backoff = ChannelFailureBackoff(lambda place: self._retries.queue_job(place, None))
        self._first_attempts = dict[BoardKey, list[asyncio.Future[bool]]]()  # of boards that somebody waits for
        self._mending = 0  # how often at once
        self._listeners = CallbackList[float]()

    def add_board_lag_listener(self, listener: Callable[[float], None]) -> None:
        """Register a listener for the seconds between a game's change and its board's update."""
        self._listeners.add_callback(listener)

    # What happens

    def queue_board_update(self, live_game: LiveGame, *, should_repost: bool = False) -> None:
        """Queue an update of a game's board. `should_repost` sends it again, below newer messages."""
        key = BoardKey(live_game.place.channel, live_game.number)
        job = BoardUpdateJob(live_game, should_repost, asyncio.get_running_loop().time())
        self._jobs.queue_job(key, job)
        if job.is_urgent:  # its channel may wait for a job that is not urgent
            self.budget.make_board_update_urgent(key.channel)

    async def wait_for_first_board(self, live_game: LiveGame, timeout: float) -> bool:
        """Wait until a new game's board is sent; return False if the first attempt failed or took too long."""
        place = live_game.place
        key = BoardKey(place.channel, live_game.number)
        pause = asyncio.create_task(asyncio.sleep(timeout, result=False))
        attempted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        attempted.add_done_callback(lambda _: pause.cancel())
        self._first_attempts.setdefault(key, []).append(attempted)
        try:
            board = await self._boards.load_pod_board(*key)
            if (board is not None and board.message is not None) or not self._tends(place.guild):
                return True  # or another process sends it
            await asyncio.wait((pause,))
            return attempted.done() and attempted.result()
        finally:
            pause.cancel()
            self._first_attempts[key].remove(attempted)
            if not self._first_attempts[key]:
                del self._first_attempts[key]

    def _wake_tasks_awaiting_first_board(self, board_key: BoardKey, *, was_sent: bool) -> None:
        for attempted in self._first_attempts.get(board_key, ()):
            if not attempted.done():
                attempted.set_result(was_sent)

    def limit_board_update_rate(
        self, channel_address: ChannelAddress, game_number: int
    ) -> AbstractContextManager[None]:
        """Update a board less often during the `with` block, because its game changes often."""
        return self._jobs.delay_jobs_of_key(BoardKey(channel_address.channel, game_number), DEBOUNCE_SECONDS)

    def increment_message_count_below_board(self, channel_id: int) -> None:
        self._moves.increment_message_count_below_board(channel_id)

    async def record_kick_vote_message(self, live_game: LiveGame, player: Player, message_id: int) -> None:
        """Record a mention for a vote to remove a player, so that it is deleted later."""
        await self._boards.store_kick_vote_message_id(live_game.place.channel, live_game.number, player, message_id)

    async def queue_duplicate_board_deletion(self, channel_address: ChannelAddress, message: discord.Message) -> None:
        """Queue the deletion of the older one of two boards of a game."""
        shown = message.author == self._client.user and not message.flags.ephemeral
        pressed = parse_game_message(message) if shown else None
        if pressed is None:
            return
        board = await self._boards.load_pod_board(channel_address.channel, pressed.number)
        if board is None or board.owns_message(pressed.id):
            return
        live = await self._service.load_game_by_number(channel_address, pressed.number)
        job = BoardUpdateJob(live, False, asyncio.get_running_loop().time(), frozenset({pressed}))
        self._jobs.queue_job(BoardKey(channel_address.channel, pressed.number), job)

    async def repost_deleted_boards(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Repost the boards of open games after their messages were deleted."""
        try:
            lost = await self._boards.queue_new_messages_for_deleted_boards(channel_id, message_ids)
        except StorageError as error:
            log.warning("a board of channel %s may be gone until it changes: %s", channel_id, error)
            return
        for board in lost:
            await self._reload_game_and_queue_board_update(board)

    async def redraw_boards_of_server(self, guild_id: int) -> None:
        """Update the boards of all open games on a server, because its settings changed."""
        for row in await self._open_pods(guild_id):
            await self._reload_game_and_queue_board_update(row)

    # What is owed

    async def update_outdated_boards(
        self, guild_id: int | None = None, *, retries_failed_channels: bool = False
    ) -> None:
        """Update outdated boards, except in channels where requests failed recently.

        For a `guild_id` whose permissions or settings have changed, the backoff of its channels ends.
        `retries_failed_channels` ends all backoffs, because Discord is back.
        """
        if retries_failed_channels or guild_id is not None:
            self._backoff.forget_channel_failures_of_server(None if retries_failed_channels else guild_id)
        elif self._mending:
            return
        self._mending += 1
        try:
            await self._queue_outdated_boards(guild_id)
        except StorageError as error:
            log.warning("boards that lag behind cannot be read, and wait for the next minute: %s", error)
        finally:
            self._mending -= 1

    async def _queue_outdated_boards(self, guild_id: int | None) -> None:
        after = (0, 0)
        while page := await self._boards.load_outdated_boards(after):
            due = [board for board in page if guild_id in (None, board.guild) and self._can_update_board(board)]
            for board in due:
                await self._reload_game_and_queue_board_update(board)
            await self._jobs.wait_for_jobs_of_keys(BoardKey(board.channel, board.pod) for board in due)
            after = (page[-1].channel, page[-1].pod)

    def _can_update_board(self, board: PodBoard) -> bool:
        """Return True if this process serves the board's server and the channel is not paused."""
        resting = self._backoff.must_wait_after_failure(ChannelAddress(board.guild, board.channel))
        return not resting and self._client.get_guild(board.guild) is not None

    def resume_board_updates_in_channel(self, channel_address: ChannelAddress) -> None:
        """Resume the board updates in a channel that was paused after failures.

        The caller has just been able to send an answer there.
        """
        self._backoff.end_pause_early(channel_address)

    async def _queue_outdated_boards_of_channel(self, channel_address: ChannelAddress, _job: None) -> None:
        try:
            for board in await self._boards.load_outdated_boards((channel_address.channel, 0), BOARDS_PER_RETRY):
                if board.channel == channel_address.channel and self._can_update_board(board):
                    await self._reload_game_and_queue_board_update(board)
        except StorageError as error:
            log.warning("boards that lag behind cannot be read, and wait for the next minute: %s", error)

    async def _reload_game_and_queue_board_update(
        self, board_or_game_row: PodBoard | PodOrDuelRow | PlannedGameRow
    ) -> None:
        try:
            self.queue_board_update(
                await self._service.load_game_by_number(
                    ChannelAddress(board_or_game_row.guild, board_or_game_row.channel), board_or_game_row.pod
                )
            )
        except StorageError as error:  # a damaged channel must not stop the others
            level = choose_log_level_for_error(error)
            log.log(level, "the pod of channel %s cannot be read: %s", board_or_game_row.channel, error)

    async def close(self) -> None:
        """Wait a few seconds for queued board updates."""
        self._backoff.close()
        await self._retries.close()
        await self._jobs.finish_all_queued_jobs(SHUTDOWN_PATIENCE)

    # One board after the other in each channel

    async def _update_board_or_back_off(self, board_key: BoardKey, update_job: BoardUpdateJob) -> None:
        """Update a board. After a failure, pause its channel and try again later."""
        place = update_job.live.place
        try:
            is_done = await self._update_board_with_retries(board_key, update_job)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("the board of channel %s is refused, and tried again later: %s", board_key.channel, error)
            self._backoff.record_failure(place)
        except Exception:  # a failure must not stop the other boards
            log.exception("the board of channel %s could not be drawn", board_key.channel)
            self._backoff.record_failure(place)
        else:
            if is_done:
                self._backoff.record_success(place)
            else:
                self._backoff.record_failure(place, is_service_down=True)
        finally:
            self._wake_tasks_awaiting_first_board(board_key, was_sent=False)

    async def _update_board_with_retries(self, board_key: BoardKey, update_job: BoardUpdateJob) -> bool:
        """Update a board in a few attempts; return False if all failed."""
        place = update_job.live.place
        for pause in (*RETRY_DELAYS, None):
            await self.budget.wait_until_request_allowed(
                is_urgent=update_job.is_urgent, board_channel_id=board_key.channel
            )
            if not self._tends(place.guild):  # another process draws it
                return False
            newer = self._jobs.pop_waiting_job(board_key)  # while Discord was away the pod may have changed
            update_job = update_job if newer is None else update_job.merge_with_newer_job(newer)
            try:
                with self.drawing.track_work(board_key, place.guild):
                    later = await self._updater.update_board(update_job)
            except discord.NotFound:
                if not await self._is_channel_deleted(place):
                    raise
                await self._stop_updating_board_of_deleted_channel(board_key)
                return True
            except PASSING_ERRORS as error:
                if not is_error_worth_retry(error):
                    raise
                log.warning("the board of channel %s is tried again soon: %s", board_key.channel, error)
                self._wake_tasks_awaiting_first_board(board_key, was_sent=False)
                if pause is None or self._backoff.has_last_attempt_failed(place):
                    return False
                await asyncio.sleep(pause)
            else:
                self._wake_tasks_awaiting_first_board(board_key, was_sent=True)
                self._listeners.call_all_callbacks(asyncio.get_running_loop().time() - update_job.since)
                for owed in later:
                    self._queue_follow_up_update(owed)
                return True
        return False

    def _queue_follow_up_update(self, follow_up_update: DelayedBoardUpdate) -> None:
        def queue_board_update() -> None:
            key = BoardKey(follow_up_update.live.place.channel, follow_up_update.live.number)
            now = asyncio.get_running_loop().time()
            job = BoardUpdateJob(follow_up_update.live, False, now, picture_attempts=follow_up_update.picture_attempts)
            self._jobs.queue_job(key, job)

        if follow_up_update.after:
            asyncio.get_running_loop().call_later(follow_up_update.after, queue_board_update)
        else:
            queue_board_update()

    async def _is_channel_deleted(self, channel_address: ChannelAddress) -> bool:
        """Return True if the channel of a board is really deleted, not only hidden."""
        guild = self._client.get_guild(channel_address.guild)
        if guild is None or guild.get_channel_or_thread(channel_address.channel) is not None:
            return False
        await self.budget.wait_until_request_allowed(is_urgent=True)
        return await is_channel_deleted(guild, channel_address.channel)

    async def _stop_updating_board_of_deleted_channel(self, board_key: BoardKey) -> None:
        """Stop updating a board, because its channel was deleted."""
        board = await self._boards.load_pod_board(*board_key, skip_cache=True)
        if board is not None:
            await self._boards.store_board_message(replace(board, shown=board.wanted, former=None, tried=None))
        log.info("channel %s is gone: its board is given up", board_key.channel)
