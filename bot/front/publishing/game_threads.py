"""Threads that the bot created for games: archived with the result once the game is over."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.front.publishing.request_limiter import RequestLimiter
from bot.front.publishing.retries import is_transient_error
from bot.rulebooks import Game, is_game_over
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.record.boards import Board

log = logging.getLogger(__name__)

LONGEST_NAME = 100
"""Characters of a thread's name, Discord's limit."""


def find_own_thread(client: discord.Client, channel: object) -> discord.Thread | None:
    """Return the channel if it is a thread that the bot created, else None."""
    assert client.user is not None
    if isinstance(channel, discord.Thread) and channel.owner_id == client.user.id:
        return channel
    return None


class FinishedGameThreads:
    """The threads of finished games, which the bot archives.

    Every method raises the exceptions of discord.py.
    """

    def __init__(
        self, client: discord.Client, service: GameService, budget: RequestLimiter
    ) -> None:
        self._client = client
        self._service = service
        self._budget = budget

    async def find_thread(self, live_game: LiveGame) -> discord.Thread | None:
        """Return the thread that the bot created for a game that is over and settled; else
        None.
        """
        if not live_game.is_over or live_game.plan is not None:
            return None
        if live_game.pod is not None and live_game.pod_facts.open_reports:
            return None
        channel = self._client.get_channel(live_game.place.channel)
        if channel is None:  # Discord tells only of threads that are not archived
            await self._budget.acquire(is_urgent=True)  # before its end can be shown
            channel = await self._client.fetch_channel(live_game.place.channel)
        return find_own_thread(self._client, channel)

    async def archive_thread(self, thread: discord.Thread, board: Board, game: Game) -> None:
        """Pin the result and archive a finished game's thread; any message opens the thread
        again.

        A request that Discord refuses is not repeated.
        """
        assert board.message is not None
        acts: list[Callable[[], Awaitable[object]]] = []
        if game.result is not None and _can_pin_messages(thread):
            acts.append(thread.get_partial_message(board.message).pin)
        newest = await self._service.load_current_game(ChannelAddress(board.guild, board.channel))
        if is_game_over(newest.game):
            acts.append(partial(thread.edit, archived=True))
        for act in acts:
            await self._budget.acquire()
            try:
                await act()
            except discord.HTTPException as error:
                if is_transient_error(error):
                    raise
                log.warning("thread %s is not put away: %s", thread.id, error)


def _can_pin_messages(thread: discord.Thread) -> bool:
    """Return False if Discord is known to refuse a pin in a thread; True if only an attempt can
    tell.
    """
    if thread.parent is None:
        return True
    permissions = thread.permissions_for(thread.guild.me)
    return permissions.administrator or permissions.pin_messages
