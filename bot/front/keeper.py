"""Keeps each pod's one board up to date, and finds it again after a restart.

A pod that changed is marked; one task for each channel draws its marked pods until none is
left, always from the newest state, so that boards merge bursts and never go backwards.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any

import discord

from bot.front import controls, looks, names
from bot.i18n import DEFAULT, Catalogue, Locale, catalogue, closest
from bot.rules.events import Question
from bot.rules.pod import Pod
from bot.service import Place, Service, Table
from bot.storage.boards import Board, Boards
from bot.storage.guilds import Guilds
from bot.storage.recent import Recent

log = logging.getLogger(__name__)

SCROLLED = 12
"""Messages below a board after which the next change brings a new one."""

REMEMBERED = 10_000
"""Channels of which something is remembered between two boards."""

PATIENCE = (1.0, 4.0, 15.0)
"""Seconds between attempts while Discord does not answer."""

TOO_MANY_OLD_EDITS = 30046
"""Discord's code: a message older than an hour was edited too often."""

Drawing = tuple[discord.Embed, discord.ui.View, str | None]


class Keeper:
    """The boards of all channels."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        boards: Boards,
        guilds: Guilds,
        now: Callable[[], datetime],
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._boards = boards
        self._guilds = guilds
        self._now = now
        self._sleep = sleep
        self._marked: dict[int, dict[int, Table]] = {}  # channel: the pods to draw, by number
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._languages: Recent[int, Locale] = Recent(REMEMBERED)  # of boards yet to come
        self._below: Recent[int, int] = Recent(REMEMBERED)  # messages since the board
        self._moving: set[tuple[int, int]] = set()  # boards to be posted anew

    # What happens

    async def changed(self, table: Table) -> None:
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
            place = Place(stale.guild, stale.channel)
            self._mark(await self._service.earlier(place, stale.pod))

    async def close(self) -> None:
        """Waits until what is marked is drawn."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

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
            try:
                return await self._draw(self._newest(table))
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("no board in channel %s: %s", table.place.channel, error)
                return None
            except (discord.DiscordServerError, OSError, TimeoutError) as error:
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
        locale = await self._language(table.place, board)
        drawing = await self._drawing(table, pod, locale)
        asked = _name(pod.question)
        if board is not None and not self._moves(board, asked) and await self._edit(board, drawing):
            await self._boards.put(_after(board, table, locale, asked))
            return
        message = await self._post(key[0], drawing)
        posted = self._now()
        await self._boards.put(Board(*key, message.id, posted, table.version, locale, asked))
        self._moving.discard(key)
        self._below.drop(key[0])
        if board is not None:
            await self._delete(board)

    async def _language(self, place: Place, board: Board | None) -> Locale:
        """The server's saved language prevails, also over what a board spoke before."""
        saved = closest(await self._guilds.language(place.guild))
        before = closest(board.language) if board else self._languages.get(place.channel)
        return saved or before or DEFAULT

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
        return embed, view, await self._call(pod, text)

    async def _call(self, pod: Pod, text: Catalogue) -> str | None:
        """The one mention the bot makes: of somebody who has to choose."""
        if pod.question is None or pod.state != "waiting":
            return None
        known = await self._service.names([pod.question.by])
        person = known.get(pod.question.by)
        if person is None:
            return None
        return text("board-call", player=f"<@{person.discord_id}>")

    # Discord

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def _post(self, channel: int, drawing: Drawing) -> discord.Message:
        embed, view, call = drawing
        return await self._channel(channel).send(
            call,
            embed=embed,
            view=view,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=True),
        )

    async def _edit(self, board: Board, drawing: Drawing) -> bool:
        """Whether the board could be changed in place."""
        embed, view, call = drawing
        message = self._channel(board.channel).get_partial_message(board.message)
        try:
            await message.edit(
                content=call,
                embed=embed,
                view=view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code != TOO_MANY_OLD_EDITS:
                raise
            return False
        return True

    async def _delete(self, board: Board) -> None:
        message = self._channel(board.channel).get_partial_message(board.message)
        try:
            await message.delete()
        except discord.HTTPException as error:
            log.info("an old board stays: %s", error)


def _name(question: Question | None) -> str | None:
    """What tells one open choice from another."""
    return None if question is None else f"{question.kind}:{question.by}"


def _after(board: Board, table: Table, language: str, asked: str | None) -> Board:
    return Board(
        board.channel,
        board.pod,
        board.message,
        board.posted,
        max(board.shown, table.version),
        language,
        asked,
    )
