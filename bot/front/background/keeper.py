"""The keeper of boards: it draws the boards of changed pods, and boards that are still owed.

A changed pod is marked. One task for each channel draws its marked pods until none is left, always
from the newest state: so boards merge bursts and never go backwards. Boards that a crash or an
outage of Discord left undone are read from the table of boards.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

import discord

from bot.front.background.board_messages import read_game_message
from bot.front.background.board_updater import BoardMoves, BoardUpdater, RenderJob
from bot.front.background.budget import Budget
from bot.front.background.retry import (
    PASSING_ERRORS,
    RETRY_DELAYS,
    SHUTDOWN_PATIENCE,
    ChannelBackoff,
    is_passing,
)
from bot.listeners import Listeners
from bot.projections.plans import PlanRow
from bot.projections.pods import PodRow
from bot.reconciler import Reconciler, Underway
from bot.rules.facts import Player
from bot.service.live_game import LiveGame, Place
from bot.service.service import Service
from bot.storage.engine.errors import StorageError, find_level
from bot.storage.record.boards import Board, Boards

log = logging.getLogger(__name__)


SERIES_OF_CHANGES_PAUSE = 0.5
"""Seconds for which changes gather before each drawing of a board in a series of changes."""


class BoardKey(NamedTuple):
    """The place of a board: the channel and the number of its pod."""

    channel: int
    pod: int


class Keeper:
    """A keeper of the boards of all channels.

    There are `apart` seconds between two edits of the boards of one channel, unless somebody
    has to choose or decide. The boards of servers that this process does not serve stay owed.
    """

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        boards: Boards,
        open_pods: Callable[[int], Awaitable[Sequence[PodRow | PlanRow]]],
        updater: BoardUpdater,
        moves: BoardMoves,
        budget: Budget,
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
        self.drawing = Underway[BoardKey]()
        self._tends = tends
        self._jobs = Reconciler[BoardKey, RenderJob](
            self._draw,
            merge=RenderJob.merge,
            lane=lambda key: key.channel,
            is_urgent=lambda job: job.is_urgent,
            apart=apart,
        )
        self._backoff = ChannelBackoff()
        self._mending = 0  # how often at once
        self._listeners = Listeners[float]()

    def listen(self, listener: Callable[[float], None]) -> None:
        """Tell `listener` how many seconds each board lagged behind the log."""
        self._listeners.add(listener)

    # What happens

    def mark(self, live: LiveGame, *, moves: bool = False) -> None:
        """Draw the board of a pod that changed.

        If it `moves`, it is sent to the end of the channel.
        """
        key = BoardKey(live.place.channel, live.number)
        job = RenderJob(live, moves, asyncio.get_running_loop().time())
        self._jobs.mark(key, job)
        if job.is_urgent:  # its channel may wait for a job that is not urgent
            self.budget.hurry(key.channel)

    def gather(self, place: Place, number: int) -> AbstractContextManager[None]:
        """Draw a board seldom within the block, and once after it: its game changes many times."""
        return self._jobs.gather(BoardKey(place.channel, number), SERIES_OF_CHANGES_PAUSE)

    def count_message(self, channel: int) -> None:
        """Note that somebody wrote below a channel's board."""
        self._moves.count_message(channel)

    async def note_call(self, live: LiveGame, player: Player, message: int) -> None:
        """Note a message that calls a player before a vote. It is deleted when the vote ends."""
        await self._boards.put_call(live.place.channel, live.number, player, message)

    async def note_pressed(self, place: Place, message: discord.Message) -> None:
        """Check a message whose button was pressed: it may be a second board of the same game."""
        shown = message.author == self._client.user and not message.flags.ephemeral
        pressed = read_game_message(message) if shown else None
        if pressed is None:
            return
        board = await self._boards.get(place.channel, pressed.number)
        if board is None or board.knows(pressed.id):
            return
        live = await self._service.find(place, pressed.number)
        job = RenderJob(live, False, asyncio.get_running_loop().time(), frozenset({pressed}))
        self._jobs.mark(BoardKey(place.channel, pressed.number), job)

    async def replace_deleted(self, channel: int, messages: Collection[int]) -> None:
        """Send the boards of open pods again that are among deleted messages."""
        try:
            lost = await self._boards.owe_lost(channel, messages)
        except StorageError as error:
            log.warning("a board of channel %s may be gone until it changes: %s", channel, error)
            return
        for board in lost:
            await self._mark_newest(board)

    async def relabel(self, guild: int) -> None:
        """Draw the open boards of a server whose settings or language have changed."""
        for row in await self._open_pods(guild):
            await self._mark_newest(row)

    # What is owed

    async def mend(self, guild: int | None = None, *, anew: bool = False) -> None:
        """Draw every owed board, except in channels that rest after a failure.

        For a `guild` whose permissions or settings have changed, all rests of its channels end.
        With `anew`, all rests end, because Discord is back.
        """
        if anew or guild is not None:
            self._backoff.end_in(None if anew else guild)
        elif self._mending:
            return
        self._mending += 1
        try:
            await self._mend(guild)
        except StorageError as error:
            log.warning("boards cannot be mended: %s", error)  # retried with the next chores
        finally:
            self._mending -= 1

    async def _mend(self, guild: int | None) -> None:
        after = (0, 0)
        while page := await self._boards.find_owed(after):
            due = [board for board in page if guild in (None, board.guild) and self._can_try(board)]
            for board in due:
                await self._mark_newest(board)
            await self._jobs.join(BoardKey(board.channel, board.pod) for board in due)
            after = (page[-1].channel, page[-1].pod)

    def _can_try(self, board: Board) -> bool:
        """Return whether the bot is in the board's server, and its channel does not rest."""
        resting = self._backoff.is_resting(Place(board.guild, board.channel))
        return not resting and self._client.get_guild(board.guild) is not None

    async def _mark_newest(self, at: Board | PodRow | PlanRow) -> None:
        try:
            self.mark(await self._service.find(Place(at.guild, at.channel), at.pod))
        except StorageError as error:  # a damaged channel must not stop the others
            level = find_level(error)
            log.log(level, "the pod of channel %s cannot be read: %s", at.channel, error)

    async def close(self) -> None:
        """Draw marked boards for a moment; the rest stays owed."""
        await self._jobs.finish(SHUTDOWN_PATIENCE)

    # One board after the other in each channel

    async def _draw(self, key: BoardKey, job: RenderJob) -> None:
        """Draw a board. After a failure its channel rests, and `mend` tries again."""
        is_drawn = False
        try:
            is_drawn = await self._draw_patiently(key, job)
        except Exception:  # a failure must not stop the other boards
            log.exception("the board of channel %s could not be drawn", key.channel)
        if is_drawn:
            self._backoff.end(job.live.place)
        else:
            self._backoff.rest(job.live.place)

    async def _draw_patiently(self, key: BoardKey, job: RenderJob) -> bool:
        """Draw the newest state, in a few attempts; return False if none has succeeded."""
        for pause in (*RETRY_DELAYS, None):
            await self.budget.take_turn(urgent=job.is_urgent, channel=key.channel)
            if not self._tends(job.live.place.guild):  # another process draws it
                return False
            newer = self._jobs.take(key)  # while Discord was away the pod may have changed
            job = job if newer is None else job.merge(newer)
            try:
                with self.drawing.track(key, job.live.place.guild):
                    later = await self._updater.update(job)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("no board in channel %s: %s", key.channel, error)
                return False
            except PASSING_ERRORS as error:
                if not is_passing(error):
                    raise
                log.warning("the board of channel %s has to wait: %s", key.channel, error)
                if pause is not None:
                    await asyncio.sleep(pause)
            else:
                self._listeners.tell(asyncio.get_running_loop().time() - job.since)
                for owed in later:
                    if owed.after:
                        asyncio.get_running_loop().call_later(owed.after, self.mark, owed.live)
                    else:
                        self.mark(owed.live)
                return True
        return False
