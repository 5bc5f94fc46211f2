"""The threads of a night's pods, each of which is created once, without a message in the night's channel.

Discord takes five messages in five seconds in a channel, but fifty threads at once: so the pods of a large round open
soon. After a crash, a thread that was created before is found by its name among those in which no game was opened. The
message with which Discord announces a thread in the channel is deleted, as the night's board links to the thread: a
round leaves one message in the channel, its board.
"""

import asyncio
import contextlib
import logging
from datetime import datetime

import discord

from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.front.publishing.game_threads import LONGEST_NAME
from bot.front.publishing.own_messages import fetch_messages_of_bot
from bot.front.publishing.retries import is_error_worth_retry
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.nights.night import GameNight, GameNightPod
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds

log = logging.getLogger(__name__)

THREAD_PERMISSIONS = ("send_messages", "create_public_threads")
"""Permissions for the threads of a night's pods, besides those for a board in a thread."""

REPLY_DELAY = 1.0
"""Seconds that the reply to a request may take after the event that tells of its effect."""


def find_missing_thread_permissions(parent_channel: object) -> tuple[str, ...] | None:
    """Return the bot's missing permissions for threads; None in a channel that has no threads."""
    if not isinstance(parent_channel, discord.TextChannel) or parent_channel.is_news():
        return None
    allowed = parent_channel.permissions_for(parent_channel.guild.me)
    missing = list_missing_board_permissions(allowed, in_thread=True)
    own = tuple(name for name in THREAD_PERMISSIONS if not getattr(allowed, name))
    return (*missing, *own)


class ThreadCreator:
    """A creator of Discord threads that does not wait for Discord's reply if a rate limit delays the reply.

    After the last request that a rate limit allows, discord.py returns the reply when the limit ends. For threads that
    may be minutes later, although the thread exists.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._held_back = set[asyncio.Task[discord.Thread]]()
        self._announcements = dict[int, asyncio.Future[discord.Message]]()  # of threads, by their ids

    def cancel_pending_tasks(self) -> None:
        """Cancel the tasks that wait for Discord's delayed replies."""
        for task in self._held_back:
            task.cancel()
        for announced in self._announcements.values():
            announced.cancel()

    def pop_thread_announcement_id(self, thread_id: int) -> int | None:
        """Return the id of Discord's announcement of a new thread; None if this process received none."""
        announced = self._announcements.pop(thread_id, None)
        if announced is None or announced.cancel():
            return None
        return announced.result().id

    async def create_thread(self, channel: discord.TextChannel, name: str) -> int:
        """Create a public thread in a channel; return its id. Raises discord.py's exceptions."""

        def is_created_thread(thread: discord.Thread) -> bool:
            return _is_thread_of_bot(thread, channel, name)

        def is_own_thread_announcement(message: discord.Message) -> bool:
            is_own = message.channel.id == channel.id and message.author == self._client.user
            return is_own and message.content == name and is_new_thread_announcement(message)

        told = asyncio.ensure_future(self._client.wait_for("thread_create", check=is_created_thread))
        announced = asyncio.ensure_future(self._client.wait_for("message", check=is_own_thread_announcement))
        making = asyncio.create_task(channel.create_thread(name=name, type=discord.ChannelType.public_thread))
        try:
            await asyncio.wait((making, told), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((making,), timeout=REPLY_DELAY)
            thread = making.result().id if making.done() else told.result().id
        except BaseException:
            announced.cancel()
            raise
        finally:
            told.cancel()
            if not making.done():
                self._held_back.add(making)
                making.add_done_callback(self._discard_finished_thread_task)
        self._announcements[thread] = announced
        return thread

    def _discard_finished_thread_task(self, task: asyncio.Task[discord.Thread]) -> None:
        self._held_back.discard(task)
        if not task.cancelled():
            task.exception()  # the thread is there


def _is_thread_of_bot(thread: discord.Thread, channel: discord.TextChannel, thread_name: str) -> bool:
    """Return True if a thread was created by the bot, with the given name and channel."""
    return thread.parent_id == channel.id and thread.name == thread_name and thread.owner_id == channel.guild.me.id


def is_new_thread_announcement(message: discord.Message) -> bool:
    """Return True if a message is Discord's own announcement of a new thread."""
    return message.type is discord.MessageType.thread_created


class GameNightThreadOpener:
    """A task that opens a Discord thread for each pod of a game night.

    It is used for one run over the pods to open. Threads and announcements from before the run are fetched once, as
    nobody else creates any meanwhile.
    """

    def __init__(self, tools: PlannedGameBackgroundServices, maker: ThreadCreator) -> None:
        self._tools = tools
        self._maker = maker
        self._earlier: list[discord.Thread] | None = None
        self._has_looked_for_announcements = False

    async def create_thread_for_night_pod(
        self, live_game: LiveGame, game_night: GameNight, night_pod: GameNightPod, thread_title: str
    ) -> int | None:
        """Create the thread of a game night's pod, unless the thread exists; return its id, or None without permission.

        Raises one of `PASSING_ERRORS`.
        """
        tools = self._tools
        channel = tools.client.get_channel(live_game.place.channel)
        if find_missing_thread_permissions(channel) != ():
            return None
        assert isinstance(channel, discord.TextChannel)
        name = clean_label_text(thread_title, LONGEST_NAME)
        earlier = await self._find_unused_thread(channel, name, _find_round_start_time(game_night, night_pod))
        if earlier is not None:
            return earlier
        await tools.budget.wait_until_request_allowed()
        return await self._maker.create_thread(channel, name)

    async def delete_announcement_of_thread(self, live_game: LiveGame, night_pod: GameNightPod, thread_id: int) -> None:
        """Delete Discord's announcement of a pod's thread, but not the thread itself.

        Pods in channels have none. Raises one of `PASSING_ERRORS` if Discord gives no answer.
        """
        night = None if live_game.plan is None else live_game.plan.night
        if night is None or night.terms.channels:
            return
        channel = self._tools.client.get_partial_messageable(live_game.place.channel)
        told = self._maker.pop_thread_announcement_id(thread_id)
        announcements = [] if told is None else [told]
        if told is None and not self._has_looked_for_announcements:  # threads may have been announced before a crash
            self._has_looked_for_announcements = True
            announcements = await self._fetch_thread_announcement_ids(
                channel.id, _find_round_start_time(night, night_pod)
            )
        for message in announcements:
            await self._tools.budget.wait_until_request_allowed()
            try:
                await channel.get_partial_message(message).delete()
            except discord.HTTPException as error:
                if is_error_worth_retry(error):
                    raise
                log.info("a message in %s stays: %s", channel.id, error)

    async def _find_unused_thread(
        self, parent_channel: discord.TextChannel, thread_name: str, start_time: datetime
    ) -> int | None:
        """Return a new thread of the bot with the given name that has no game yet."""
        if self._earlier is None:
            await self._tools.budget.wait_until_request_allowed()
            self._earlier = await parent_channel.guild.active_threads()
        for thread in self._earlier:
            if (
                _is_thread_of_bot(thread, parent_channel, thread_name)
                and discord.utils.snowflake_time(thread.id) >= start_time
            ):
                place = ChannelAddress(parent_channel.guild.id, thread.id)
                if not (await self._tools.service.load_current_game(place)).version:
                    return thread.id
        return None

    async def _fetch_thread_announcement_ids(self, channel_id: int, start_time: datetime) -> list[int]:
        """Return the ids of Discord's messages that announced the bot's threads in a channel since a time."""
        await self._tools.budget.wait_until_request_allowed()
        found = list[int]()
        with contextlib.suppress(discord.Forbidden):  # the bot may not read the channel's history
            async for each in fetch_messages_of_bot(self._tools.client, channel_id, start_time):
                if is_new_thread_announcement(each):
                    found.append(each.id)
        return found


def _find_round_start_time(night: GameNight, night_pod: GameNightPod) -> datetime:
    """Return the time when a pod's round was seated; for an undone round, when the night began."""
    starts = (each.at for each in night.rounds if night_pod in each.pods)
    return datetime_from_milliseconds(max(starts, default=night.began or 0))
