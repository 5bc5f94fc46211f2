"""Threads that the bot created for games: archived with the result once the game is over."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.publishing.retries import is_error_worth_retry
from bot.rulebooks import Game, is_game_over
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.record.boards import PodBoard

log = logging.getLogger(__name__)

LONGEST_NAME = 100
"""Characters of a thread's name, Discord's limit."""


def get_thread_if_created_by_bot(client: discord.Client, channel: object) -> discord.Thread | None:
    """Return the channel if it is a thread that the bot created; otherwise None."""
    assert client.user is not None
    if isinstance(channel, discord.Thread) and channel.owner_id == client.user.id:
        return channel
    return None


class FinishedGameThreadArchiver:
    """A task that archives the Discord threads of finished games."""

    def __init__(self, client: discord.Client, service: GameService, budget: DiscordRequestRateLimiter) -> None:
        self._client = client
        self._service = service
        self._budget = budget

    async def find_thread_to_archive(self, live_game: LiveGame) -> discord.Thread | None:
        """Return the bot's thread of a game with a final result; None for other games."""
        if not live_game.is_over or live_game.plan is not None:
            return None
        if live_game.pod is not None and live_game.pod_facts.reports_open_to_dispute:
            return None
        channel = self._client.get_channel(live_game.place.channel)
        if channel is None:  # Discord tells only of threads that are not archived
            await self._budget.wait_until_request_allowed(is_urgent=True)  # before its end can be shown
            channel = await self._client.fetch_channel(live_game.place.channel)
        return get_thread_if_created_by_bot(self._client, channel)

    async def archive_thread_of_finished_game(
        self, thread: discord.Thread, board_message: PodBoard, game: Game
    ) -> None:
        """Pin the result in the thread of a finished game, and archive the thread.

        Any message opens the thread again.
        """
        assert board_message.message is not None
        acts: list[Callable[[], Awaitable[object]]] = []
        if game.result is not None and _can_bot_pin_messages(thread):
            acts.append(thread.get_partial_message(board_message.message).pin)
        newest = await self._service.load_current_game(ChannelAddress(board_message.guild, board_message.channel))
        if is_game_over(newest.game):
            acts.append(partial(thread.edit, archived=True))
        for act in acts:
            await self._budget.wait_until_request_allowed()
            try:
                await act()
            except discord.HTTPException as error:
                if is_error_worth_retry(error):
                    raise
                log.warning("thread %s stays as it is, as Discord refuses: %s", thread.id, error)


def _can_bot_pin_messages(thread: discord.Thread) -> bool:
    if thread.parent is None:
        return True
    permissions = thread.permissions_for(thread.guild.me)
    return permissions.administrator or permissions.pin_messages
