"""Keeps each pod's one board up to date, and finds it again after a restart.

A pod that changed is marked; one task for each channel draws its marked pods until none is
left, always from the newest state, so that boards merge bursts and never go backwards.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import aiohttp
import discord
from msgspec.structs import replace

from bot.front import controls, looks, names
from bot.i18n import DEFAULT, Locale, catalogue, closest
from bot.projections.pods import PodRow
from bot.rules.pod import Pod
from bot.service import Place, Service, Table
from bot.storage.boards import Board, Boards
from bot.storage.errors import StorageError
from bot.storage.guilds import Guilds
from bot.storage.recent import Recent

log = logging.getLogger(__name__)

SCROLLED = 12
"""Messages below a board after which the next change brings a new one."""

REMEMBERED = 10_000
"""Channels of which something is remembered between two boards."""

PATIENCE = (1.0, 4.0, 15.0)
"""Seconds between attempts while Discord does not answer."""

TOO_FAST, SERVERS_FAULT = 429, 500
"""HTTP statuses that pass: the bot was told to wait, or (from 500 on) it is not its fault."""

TOO_MANY_OLD_EDITS, THREAD_ARCHIVED = 30046, 50083
"""Discord's codes for a message that cannot be edited any more, while a new one can be sent."""


class Drawing(NamedTuple):
    """What a board says, and the only person it calls: who has to choose."""

    embed: discord.Embed
    view: discord.ui.View
    call: str | None
    called: discord.Object | None


class Keeper:
    """The boards of all channels."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        boards: Boards,
        guilds: Guilds,
        open_pods: Callable[[int], Awaitable[Sequence[PodRow]]],
        now: Callable[[], datetime],
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._boards = boards
        self._guilds = guilds
        self._open = open_pods
        self._now = now
        self._sleep = sleep
        self._marked: dict[int, dict[int, Table]] = {}  # channel: the pods to draw, by number
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._languages: Recent[int, Locale] = Recent(REMEMBERED)  # of boards yet to come
        self._below: Recent[int, int] = Recent(REMEMBERED)  # messages since the board
        self._moving: set[tuple[int, int]] = set()  # boards to be posted anew

    # What happens

    def changed(self, table: Table) -> None:
        """A pod changed: its board follows."""
        self._mark(table)

    def speak(self, channel: int, locale: Locale) -> None:
        """The next new pod's board in `channel` speaks `locale`."""
        self._languages.put(channel, locale)

    def bring(self, table: Table) -> None:
        """The board is wanted at the end of the channel."""
        self._moving.add((table.place.channel, table.number))
        self._mark(table)

    def said(self, channel: int) -> None:
        """Somebody wrote below the board."""
        self._below.put(channel, (self._below.get(channel) or 0) + 1)

    async def mend(self) -> None:
        """After a restart: every board that does not show its pod is drawn again."""
        for stale in await self._boards.stale():
            await self._look_again(Place(stale.guild, stale.channel), stale.pod)

    async def relabel(self, guild: int) -> None:
        """The language of a server changed: its open boards follow."""
        for row in await self._open(guild):
            await self._look_again(Place(guild, row.channel), row.pod)

    async def _look_again(self, place: Place, number: int) -> None:
        try:
            self._mark(await self._service.earlier(place, number))
        except StorageError:  # one damaged channel is not the next one's trouble
            log.exception("the pod of channel %s cannot be read", place.channel)

    async def close(self) -> None:
        """Waits until what is marked is drawn."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    # One task for each channel that has something to draw

    def _mark(self, table: Table) -> None:
        channel = table.place.channel
        marked = self._marked.setdefault(channel, {})
        known = marked.get(table.number)
        if known is None or known.version <= table.version:
            marked[table.number] = table
        if channel not in self._tasks:
            self._tasks[channel] = asyncio.create_task(self._draw_all(channel))

    async def _draw_all(self, channel: int) -> None:
        while marked := self._marked.pop(channel, None):
            for table in marked.values():
                try:
                    await self._draw_patiently(table)
                except Exception:  # one board's trouble is not the next one's
                    log.exception("the board of channel %s could not be drawn", channel)
        del self._tasks[channel]

    async def _draw_patiently(self, table: Table) -> None:
        for pause in (*PATIENCE, None):
            table = self._newest(table)
            try:
                return await self._draw(table)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("no board in channel %s: %s", table.place.channel, error)
                return None
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
                if isinstance(error, discord.HTTPException) and not _passes(error.status):
                    raise
                log.warning("Discord did not take a board: %s", error)
                if pause is not None:
                    await self._sleep(pause)
        return None

    def _newest(self, table: Table) -> Table:
        """The same pod as it was marked last: while Discord was away it may have changed."""
        marked = self._marked.get(table.place.channel, {})
        return marked.pop(table.number, table)

    async def _draw(self, table: Table) -> None:
        pod = table.pod
        assert pod is not None
        key = (table.place.channel, table.number)
        board = await self._boards.get(*key)
        # The board keeps what its opener spoke; the server's saved language prevails while set.
        own = closest(board.language) if board else self._languages.get(table.place.channel)
        own = own or DEFAULT
        saved = closest(await self._guilds.language(table.place.guild))
        drawing = await self._drawing(table, pod, saved or own)
        asked = None if pod.question is None else controls.question_id(pod.question)
        if board is not None and not self._moves(board, asked) and await self._edit(board, drawing):
            shown = max(board.shown, table.version)
            changed = replace(board, shown=shown, asked=asked)
            await self._boards.put(changed)
            return
        message = await self._post(key[0], drawing)
        posted = self._now()
        await self._boards.put(Board(*key, message.id, posted, table.version, own, asked))
        self._moving.discard(key)
        self._below.drop(key[0])
        if board is not None:
            await self._delete(board)

    def _moves(self, board: Board, asked: str | None) -> bool:
        """Whether a new board replaces this one: wanted, scrolled away, or with a new question.

        Only a new message reaches the player who has to choose.
        """
        if asked is not None and asked != board.asked:
            return True
        scrolled = (self._below.get(board.channel) or 0) >= SCROLLED
        return scrolled or (board.channel, board.pod) in self._moving

    async def _drawing(self, table: Table, pod: Pod, locale: Locale) -> Drawing:
        text = catalogue(locale)
        safe = await names.words(self._service, text, names.people(pod))
        bare = await names.words(self._service, text, names.people(pod), safe=False)
        embed, view = looks.pod(pod, safe), controls.board(table.number, pod, bare)
        if pod.question is None or pod.state != "waiting":
            return Drawing(embed, view, None, None)
        known = await self._service.names([pod.question.by])
        person = known.get(pod.question.by)
        if person is None:
            return Drawing(embed, view, None, None)
        call = text("board-call", player=f"<@{person.discord_id}>")
        return Drawing(embed, view, call, discord.Object(person.discord_id))

    # Discord

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def _post(self, channel: int, drawing: Drawing) -> discord.Message:
        called = [drawing.called] if drawing.called is not None else False
        return await self._channel(channel).send(
            drawing.call,
            embed=drawing.embed,
            view=drawing.view,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=called),
        )

    async def _edit(self, board: Board, drawing: Drawing) -> bool:
        """Whether the board could be changed in place."""
        message = self._channel(board.channel).get_partial_message(board.message)
        try:
            await message.edit(
                content=drawing.call,
                embed=drawing.embed,
                view=drawing.view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code not in (TOO_MANY_OLD_EDITS, THREAD_ARCHIVED):
                raise
            return False
        return True

    async def _delete(self, board: Board) -> None:
        message = self._channel(board.channel).get_partial_message(board.message)
        try:
            await message.delete()
        except discord.HTTPException as error:
            log.info("an old board stays: %s", error)


def _passes(status: int) -> bool:
    return status == TOO_FAST or status >= SERVERS_FAULT
