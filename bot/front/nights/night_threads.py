"""The threads of a night's pods, each of which is made at a message that is sent once.

The message is sent under a nonce, and looked for after a crash. It is deleted once the pod's lobby is open, as the
night's board links to the thread: a round leaves one message in the channel, its board.
"""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Mapping
from datetime import datetime

import discord

from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.front.publishing.game_threads import LONGEST_NAME
from bot.front.publishing.own_messages import NONCE_LIFETIME, fetch_messages_of_bot
from bot.front.publishing.retries import is_error_worth_retry
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.front.ui.pings import NO_PINGS
from bot.nights.night import GameNight, GameNightPod
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds

log = logging.getLogger(__name__)

THREAD_EXISTS_CODE = 160004
"""Discord's code for a message that has a thread already, whose id is the message's."""

THREAD_PERMISSIONS = ("send_messages", "create_public_threads")
"""Permissions for the threads of a night's pods, besides those for a board in a thread."""

REPLY_DELAY = 1.0
"""Seconds that the reply to a request may take after the event that tells of its effect."""


def find_missing_thread_permissions(channel: object) -> tuple[str, ...] | None:
    """Return the permissions that the bot lacks for threads; None if there are no threads."""
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        return None
    allowed = channel.permissions_for(channel.guild.me)
    missing = list_missing_board_permissions(allowed, in_thread=True)
    own = tuple(name for name in THREAD_PERMISSIONS if not getattr(allowed, name))
    return (*missing, *own)


class ThreadCreator:
    """A creator of Discord threads that does not wait for replies delayed by a rate limit.

    After the last request that a rate limit allows, discord.py returns the reply when the limit ends. For threads that
    may be minutes later, although the thread exists.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._held_back = set[asyncio.Task[discord.Thread]]()
        self._announcements = dict[int, asyncio.Future[discord.Message]]()  # of threads, by their ids

    def cancel_delayed_replies(self) -> None:
        """Cancel the tasks that wait for delayed replies of Discord."""
        for task in self._held_back:
            task.cancel()
        for announced in self._announcements.values():
            announced.cancel()

    def pop_announcement_of_thread(self, thread: int) -> int | None:
        """Return the id of the message by which Discord announced a new thread to this process; None without one."""
        announced = self._announcements.pop(thread, None)
        if announced is None or announced.cancel():
            return None
        return announced.result().id

    async def create_thread_of_message(self, message: discord.PartialMessage, thread_name: str) -> None:
        """Create a thread at a message, unless it exists. Raises discord.py's exceptions."""
        told = asyncio.ensure_future(self._client.wait_for("thread_create", check=lambda made: made.id == message.id))
        if message.id not in self._announcements:
            announced = self._client.wait_for("message", check=lambda each: get_announced_thread(each) == message.id)
            self._announcements[message.id] = asyncio.ensure_future(announced)
        making = asyncio.create_task(message.create_thread(name=thread_name))
        try:
            await asyncio.wait((making, told), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((making,), timeout=REPLY_DELAY)
        finally:
            told.cancel()
            if not making.done():
                self._held_back.add(making)
                making.add_done_callback(self._forget_finished_task)
        if making.done():
            try:
                making.result()
            except discord.HTTPException as error:
                if error.code != THREAD_EXISTS_CODE:
                    raise

    def _forget_finished_task(self, task: asyncio.Task[discord.Thread]) -> None:
        self._held_back.discard(task)
        if not task.cancelled():
            task.exception()  # the thread is there


def get_announced_thread(message: discord.Message) -> int | None:
    """Return the id of the thread whose creation a message of Discord announces; None for other messages."""
    if message.type is not discord.MessageType.thread_created or message.reference is None:
        return None
    # A thread has the id of the message at which it was created.
    return message.reference.message_id or message.reference.channel_id


class NightPodThreadOpener:
    """An opener of the threads in which the pods of a game night play.

    It is used for one run over the pods to open. A message that was sent before the run is looked for once, as nobody
    else sends one meanwhile.
    """

    def __init__(self, tools: PlannedGameBackgroundServices, maker: ThreadCreator) -> None:
        self._tools = tools
        self._maker = maker
        self._earlier: dict[str, int] | None = None  # messages by their text
        self._announcements: dict[int, list[int]] = {}  # messages by the thread that they announce

    async def create_thread_for_night_pod(
        self, live_game: LiveGame, night: GameNight, pod: GameNightPod, thread_title: str, mentions: str
    ) -> int | None:
        """Create the thread of a game night's pod once; return the thread's id, or None without permission.

        Raises one of `PASSING_ERRORS`.
        """
        tools = self._tools
        channel = tools.client.get_channel(live_game.place.channel)
        if find_missing_thread_permissions(channel) != ():
            return None
        assert isinstance(channel, discord.TextChannel)
        message = await self._send_message_that_starts_thread(
            live_game, night, pod, channel, f"**{thread_title}**\n{mentions}"
        )
        await tools.budget.acquire_request_turn()
        await self._maker.create_thread_of_message(
            channel.get_partial_message(message), clean_label_text(thread_title, LONGEST_NAME)
        )
        return message

    async def delete_messages_about_thread(self, live_game: LiveGame, pod: GameNightPod, thread: int) -> None:
        """Delete the message at which a pod's thread was created, and Discord's announcement; the thread stays.

        Pods in channels have no such messages. Raises one of `PASSING_ERRORS` if Discord gives no answer.
        """
        night = None if live_game.plan is None else live_game.plan.night
        if night is None or night.terms.channels:
            return
        channel = self._tools.client.get_partial_messageable(live_game.place.channel)
        told = self._maker.pop_announcement_of_thread(thread)
        if told is None and self._earlier is None:  # it may have been announced before a crash
            with contextlib.suppress(discord.Forbidden):  # the bot may not read the channel's history
                await self._fetch_earlier_messages(night, channel.id, _find_start_of_round(night, pod))
        for message in {thread, *self._announcements.get(thread, ()), told} - {None}:
            assert message is not None
            await self._tools.budget.acquire_request_turn()
            try:
                await channel.get_partial_message(message).delete()
            except discord.HTTPException as error:
                if is_error_worth_retry(error):
                    raise
                log.info("a message in %s stays: %s", channel.id, error)

    async def _send_message_that_starts_thread(
        self, live_game: LiveGame, night: GameNight, pod: GameNightPod, channel: discord.TextChannel, message_text: str
    ) -> int:
        """Send the message at which a pod's thread is created, once; return its id.

        Raises one of `PASSING_ERRORS`.
        """
        tools = self._tools
        since = _find_start_of_round(night, pod)
        if tools.now() - since >= NONCE_LIFETIME:  # perhaps it was sent before a crash
            sent = (await self._fetch_earlier_messages(night, channel.id, since)).get(message_text)
            if sent is not None:
                return sent
        await tools.budget.acquire_request_turn()
        name = f"{live_game.place.channel}:{live_game.number}:{pod.serial}"
        message = await channel.send(
            message_text, nonce=hashlib.blake2s(name.encode(), digest_size=12).hexdigest(), allowed_mentions=NO_PINGS
        )
        return message.id

    async def _fetch_earlier_messages(
        self, night: GameNight, channel_id: int, start_time: datetime
    ) -> Mapping[str, int]:
        """Return the ids, by text, of the bot's messages in a channel that belong to no pod opened so far.

        The announcements of threads among the messages are kept, too.
        """
        if self._earlier is None:
            taken = {place for place, _ in night.list_addresses_of_opened_pods()}
            taken |= {pod.channel for pod in night.voided}
            await self._tools.budget.acquire_request_turn()
            found = [each async for each in fetch_messages_of_bot(self._tools.client, channel_id, start_time)]
            for each in found:
                if (thread := get_announced_thread(each)) is not None:
                    self._announcements.setdefault(thread, []).append(each.id)
            sent = [(m.content, m.id) for m in found if m.id not in taken and get_announced_thread(m) is None]
            self._earlier = dict(reversed(sent))  # of two with one text the first
        return self._earlier


def _find_start_of_round(night: GameNight, pod: GameNightPod) -> datetime:
    """Return when the round of a pod was seated; for a pod that was undone, when the night began."""
    starts = (each.at for each in night.rounds if pod in each.pods)
    return datetime_from_milliseconds(max(starts, default=night.began or 0))
