"""Threads that the bot made for pods: archived with the result once the pod is over."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.front.background.budget import Budget
from bot.front.background.retry import is_passing
from bot.rulebooks import Game, is_over
from bot.service.live_game import LiveGame, Place
from bot.service.service import Service
from bot.storage.record.boards import Board

log = logging.getLogger(__name__)

LONGEST_NAME = 100
"""Characters of a thread's name, Discord's limit."""


def find_own_thread(client: discord.Client, channel: object) -> discord.Thread | None:
    """Return the channel if it is a thread that the bot made, else None."""
    assert client.user is not None
    if isinstance(channel, discord.Thread) and channel.owner_id == client.user.id:
        return channel
    return None


class FinishedThreads:
    """The threads of finished games. Every method raises the exceptions of discord.py."""

    def __init__(self, client: discord.Client, service: Service, budget: Budget) -> None:
        self._client = client
        self._service = service
        self._budget = budget

    async def find(self, live: LiveGame) -> discord.Thread | None:
        """Return the thread that the bot made for a game that is over and settled; else None."""
        if not live.is_over or live.plan is not None:
            return None
        if live.pod is not None and live.facts.open_reports:
            return None
        channel = self._client.get_channel(live.place.channel)
        if channel is None:  # Discord tells only of threads that are not archived
            await self._budget.take_turn(urgent=True)  # before its end can be shown
            channel = await self._client.fetch_channel(live.place.channel)
        return find_own_thread(self._client, channel)

    async def put_away(self, thread: discord.Thread, board: Board, game: Game) -> None:
        """Pin the result and archive the thread; any message opens it again.

        A request that Discord refuses is not repeated.
        """
        assert board.message is not None
        acts: list[Callable[[], Awaitable[object]]] = []
        if game.result is not None and _may_pin(thread):
            acts.append(thread.get_partial_message(board.message).pin)
        newest = await self._service.find_current(Place(board.guild, board.channel))
        if is_over(newest.game):
            acts.append(partial(thread.edit, archived=True))
        for act in acts:
            await self._budget.take_turn()
            try:
                await act()
            except discord.HTTPException as error:
                if is_passing(error):
                    raise
                log.warning("thread %s is not put away: %s", thread.id, error)


def _may_pin(thread: discord.Thread) -> bool:
    """Return False if Discord is known to refuse a pin; True if only an attempt can tell."""
    if thread.parent is None:
        return True
    permissions = thread.permissions_for(thread.guild.me)
    return permissions.administrator or permissions.pin_messages
