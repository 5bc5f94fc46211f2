"""The threads of a night's pods, each of which belongs to a message that is sent once.

The message is sent under a nonce, and looked for after a crash.
"""

import asyncio
import hashlib
from datetime import datetime

import discord

from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.front.publishing.game_threads import LONGEST_NAME
from bot.front.publishing.own_messages import NONCE_LIFETIME, fetch_messages_of_bot
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.front.ui.pings import NO_PINGS
from bot.nights.night import GameNight, GameNightPod
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds

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

    def cancel_delayed_replies(self) -> None:
        """Cancel the tasks that wait for delayed replies of Discord."""
        for task in self._held_back:
            task.cancel()

    async def create_thread_of_message(self, message: discord.PartialMessage, thread_name: str) -> None:
        """Create a thread at a message, unless it exists. Raises discord.py's exceptions."""
        told = asyncio.ensure_future(self._client.wait_for("thread_create", check=lambda made: made.id == message.id))
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


class NightPodThreadOpener:
    """An opener of the threads in which the pods of a game night play.

    It is used for one run over the pods to open. A message that was sent before the run is looked for once, as nobody
    else sends one meanwhile.
    """

    def __init__(self, tools: PlannedGameBackgroundServices, maker: ThreadCreator) -> None:
        self._tools = tools
        self._maker = maker
        self._earlier: dict[str, int] | None = None  # messages by their text

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

    async def _send_message_that_starts_thread(
        self, live_game: LiveGame, night: GameNight, pod: GameNightPod, channel: discord.TextChannel, message_text: str
    ) -> int:
        """Send the message at which a pod's thread is created, once; return its id.

        Raises one of `PASSING_ERRORS`.
        """
        tools = self._tools
        since = datetime_from_milliseconds(max((each.at for each in night.rounds if pod in each.pods), default=0))
        if tools.now() - since >= NONCE_LIFETIME:  # perhaps it was sent before a crash
            sent = (await self._fetch_messages_without_open_pod(night, channel, since)).get(message_text)
            if sent is not None:
                return sent
        await tools.budget.acquire_request_turn()
        name = f"{live_game.place.channel}:{live_game.number}:{pod.serial}"
        message = await channel.send(
            message_text, nonce=hashlib.blake2s(name.encode(), digest_size=12).hexdigest(), allowed_mentions=NO_PINGS
        )
        return message.id

    async def _fetch_messages_without_open_pod(
        self, night: GameNight, channel: discord.TextChannel, start_time: datetime
    ) -> dict[str, int]:
        """Return the ids, by text, of the bot's messages in a channel that belong to no pod opened so far."""
        if self._earlier is None:
            taken = {place for place, _ in night.list_addresses_of_opened_pods()}
            taken |= {pod.channel for pod in night.voided}
            await self._tools.budget.acquire_request_turn()
            found = fetch_messages_of_bot(self._tools.client, channel.id, start_time)
            sent = [(m.content, m.id) async for m in found if m.id not in taken]
            self._earlier = dict(reversed(sent))  # of two with one text the first
        return self._earlier
