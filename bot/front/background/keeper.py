"""Keeps each pod's one board up to date, and finds again what it owes.

A pod that changed is marked; one task for each channel draws its marked pods until none is
left, always from the newest state, so that boards merge bursts and never go backwards. What a
crash or a failing Discord left undone is in the table of boards, and is drawn from there.
"""

import asyncio
import contextlib
import hashlib
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import aiohttp
import discord
from msgspec.structs import replace

from bot.front.background.absences import Absences
from bot.front.background.budget import EACH_SECOND, Budget
from bot.front.rendering import board_notices, controls, embeds, names, panel, series
from bot.front.rendering.board_notices import Notices
from bot.front.rendering.series import Shown
from bot.i18n import DEFAULT, Locale, catalogue, closest
from bot.projections.pods import PodRow
from bot.rules.pod import Pod
from bot.rules.series import is_next
from bot.service.live_pod import LivePod, Place, is_over
from bot.service.service import Service
from bot.storage.engine.errors import StorageError
from bot.storage.engine.lru_cache import LruCache
from bot.storage.record.boards import Board, Boards
from bot.storage.record.people import People
from bot.storage.servers.guilds import Guilds

log = logging.getLogger(__name__)

SCROLLED = 12
"""Messages below a board after which the next change brings a new one."""

REMEMBERED = 10_000
"""Channels of which something is remembered between two boards."""

PATIENCE = (1.0, 4.0, 15.0)
"""Seconds between attempts while Discord does not answer."""

LAST_TRY = 5.0
"""Seconds for what is to be drawn when the bot stops."""

REST, LONGEST_REST = 60.0, 6 * 3600.0
"""Seconds for which a channel is left alone after that; each time twice as long."""

APART = 1.0
"""Seconds between two boards of one channel, of which Discord takes five in five seconds."""

GATHERS = 5.0
"""Seconds in which what happens is taken together where nobody waits for it."""

TOO_FAST, SERVERS_FAULT = 429, 500
"""HTTP statuses that pass: the bot was told to wait, or (from 500 on) it is not its fault."""

TOO_MANY_OLD_EDITS, THREAD_ARCHIVED = 30046, 50083
"""Discord's codes for a message that cannot be edited any more, while a new one can be sent."""

WARNED = "~"
"""Before what tells one warning from the next."""

PASSING = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, StorageError)
"""What comes of a Discord, or a database, that does not answer."""


class Pace(NamedTuple):
    """How fast boards follow: seconds between two of one channel, and requests a second in all.

    Posts are corrected together that are wrong after what happens in the seconds of `gathers`.
    """

    apart: float = APART
    each_second: float = EACH_SECOND
    gathers: float = GATHERS


GENTLE = Pace()
AT_ONCE = Pace(apart=0.0, each_second=math.inf, gathers=0.0)
"""What Discord wants, and what a simulated one takes."""


class Rest(NamedTuple):
    """How many seconds a channel is left alone, and until when, by the loop's clock."""

    seconds: float
    until: float


class Mark(NamedTuple):
    """A pod to be drawn: its newest state, whether its board moves, and since when it waits."""

    live: LivePod
    moves: bool
    since: float

    @property
    def urgent(self) -> bool:
        """Somebody has to choose or decide, or the game is over: that is seen first."""
        pod = self.live.pod
        return pod is not None and (pod.state not in ("lobby", "running") or bool(pod.disputed))


class Drawing(NamedTuple):
    """What a board says, and whom alone it calls: who has to choose, or the moderators."""

    embed: discord.Embed
    view: discord.ui.View
    call: str | None
    called: discord.AllowedMentions


class Keeper:
    """The boards of all channels."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        people: People,
        boards: Boards,
        guilds: Guilds,
        absences: Absences,
        open_pods: Callable[[int], Awaitable[Sequence[PodRow]]],
        series_of: Callable[[LivePod], Awaitable[Shown | None]],
        now: Callable[[], datetime],
        pace: Pace,
    ) -> None:
        self._client = client
        self._service = service
        self._people = people
        self._boards = boards
        self._guilds = guilds
        self._absences = absences
        self._open = open_pods
        self._series_of = series_of
        self._now = now
        self._apart = pace.apart
        self.budget = Budget(pace.each_second)  # of all requests that nobody waits for
        self._marked: dict[int, dict[int, Mark]] = {}  # channel: the pods to draw, by number
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._hurry: dict[int, asyncio.Event] = {}  # ends the pause between two boards
        self._below: LruCache[int, int] = LruCache(REMEMBERED)  # messages since the board
        self._rests: LruCache[int, Rest] = LruCache(
            REMEMBERED
        )  # channels where nothing can be done
        self._mending = 0  # how often at once
        self._listeners: list[Callable[[float], None]] = []

    def listen(self, listener: Callable[[float], None]) -> None:
        """`listener` is told how many seconds each board lagged behind the log."""
        self._listeners.append(listener)

    # What happens

    def changed(self, live: LivePod) -> None:
        """A pod changed: its board follows."""
        self._mark(live)

    def bring(self, live: LivePod) -> None:
        """The board is wanted at the end of the channel."""
        self._mark(live, moves=True)

    def said(self, channel: int) -> None:
        """Somebody wrote below the board."""
        self._below.put(channel, (self._below.get(channel) or 0) + 1)

    async def deleted(self, channel: int, messages: Collection[int]) -> None:
        """Messages are gone: the board of a pod that is still open comes again."""
        for board in await self._boards.lost(channel, messages):
            await self._look_again(board)

    async def mend(self, guild: int | None = None, *, anew: bool = False) -> None:
        """Draws every board that lags behind the log, but where nothing could be done lately.

        In a `guild` that has just let the bot in, or changed what it may, there is no rest; nor
        `anew`, when Discord itself is back.
        """
        if anew:
            self._rests = LruCache(REMEMBERED)
        elif guild is None and self._mending:
            return
        self._mending += 1
        try:
            await self._mend(guild)
        except StorageError as error:
            log.error("boards cannot be mended: %s", error)  # the next look may have more luck
        finally:
            self._mending -= 1

    async def _mend(self, guild: int | None) -> None:
        after = (0, 0)
        while page := await self._boards.owed(after):
            tasks = [task for board in page if (task := await self._mended(board, guild))]
            if tasks:
                await asyncio.wait(tasks)
            after = (page[-1].channel, page[-1].pod)

    async def _mended(self, board: Board, guild: int | None) -> asyncio.Task[None] | None:
        if guild is not None:
            if board.guild != guild:
                return None
            self._rests.drop(board.channel)
        resting = self._rests.get(board.channel)
        if resting and resting.until > self._time():
            return None
        if self._client.get_guild(board.guild) is None:  # the bot was sent away
            return None
        await self._look_again(board)
        return self._tasks.get(board.channel)

    async def relabel(self, guild: int) -> None:
        """A server changed what its open boards show or speak: they follow."""
        for row in await self._open(guild):
            await self._look_again(row)

    async def _look_again(self, at: Board | PodRow) -> None:
        try:
            self._mark(await self._service.find(Place(at.guild, at.channel), at.pod))
        except StorageError:  # one damaged channel is not the next one's trouble
            log.exception("the pod of channel %s cannot be read", at.channel)

    async def close(self) -> None:
        """Draws what is marked, as far as Discord lets it soon; the rest stays owed."""
        self._apart = 0.0
        for hurry in self._hurry.values():
            hurry.set()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks.values(), timeout=LAST_TRY)
            for task in late:
                task.cancel()

    # One task for each channel that has something to draw

    def _mark(self, live: LivePod, *, moves: bool = False) -> None:
        channel = live.place.channel
        marked = self._marked.setdefault(channel, {})
        mark = Mark(live, moves, self._time())
        known = marked.get(live.number)
        if known is not None:
            newest = known.live if known.live.version > live.version else live
            mark = Mark(newest, moves or known.moves, known.since)
        marked[live.number] = mark
        if channel not in self._tasks:
            self._tasks[channel] = asyncio.create_task(self._draw_all(channel))
        elif mark.urgent and channel in self._hurry:
            self._hurry[channel].set()

    async def _draw_all(self, channel: int) -> None:
        while marked := self._marked.pop(channel, None):
            for mark in marked.values():
                try:
                    await self._draw_patiently(mark)
                except Exception:  # one board's trouble is not the next one's
                    log.exception("the board of channel %s could not be drawn", channel)
                    self._leave_alone(channel)
            await self._pause(channel)
        del self._tasks[channel]

    async def _pause(self, channel: int) -> None:
        """What happens meanwhile is drawn together, but for what is urgent."""
        if not self._apart or any(m.urgent for m in self._marked.get(channel, {}).values()):
            return
        hurry = self._hurry[channel] = asyncio.Event()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._apart):
                await hurry.wait()
        del self._hurry[channel]

    async def _draw_patiently(self, mark: Mark) -> None:
        channel = mark.live.place.channel
        for pause in (*PATIENCE, None):
            await self.budget.turn(urgent=mark.urgent)
            mark = self._newest(mark)
            try:
                await self._draw(mark)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("no board in channel %s: %s", channel, error)
                break
            except PASSING as error:
                if isinstance(error, discord.HTTPException) and not passes(error.status):
                    raise
                log.warning("the board of channel %s has to wait: %s", channel, error)
                if pause is not None:
                    await asyncio.sleep(pause)
            else:
                self._rests.drop(channel)
                for listener in self._listeners:
                    listener(self._time() - mark.since)
                return
        self._leave_alone(channel)

    def _leave_alone(self, channel: int) -> None:
        """Nothing can be done there now; `mend` looks again after a rest, each twice as long."""
        last = self._rests.get(channel)
        rest = min(2 * last.seconds, LONGEST_REST) if last else REST
        self._rests.put(channel, Rest(rest, self._time() + rest))

    def _newest(self, mark: Mark) -> Mark:
        """The same pod as it was marked last: while Discord was away it may have changed."""
        later = self._marked.get(mark.live.place.channel, {}).pop(mark.live.number, None)
        return mark if later is None else Mark(later.live, mark.moves or later.moves, mark.since)

    @staticmethod
    def _time() -> float:
        return asyncio.get_running_loop().time()

    async def _draw(self, mark: Mark) -> None:
        live = mark.live
        board = await self._boards.get(live.place.channel, live.number)
        assert board is not None  # an event and its board are written together
        if board.wanted > live.version:  # another process wrote
            live = await self._service.find(live.place, live.number, board.wanted)
        pod = live.pod
        assert pod is not None
        # The board keeps what its opener spoke; the server's saved language prevails while set.
        settings = await self._guilds.settings(live.place.guild)
        locale = settings.language or closest(board.language) or DEFAULT
        gone = await self._absences.of(live)
        said = board_notices.notices(live, gone, settings.idle_after)
        stands = await self._series_of(live)
        await self._carry_on(board, stands)
        drawing = await self._drawing(live, pod, said, stands, locale)
        asked = _asked(live, pod)
        drawn = replace(board, shown=live.version, asked=asked)
        thread = await self._finished_thread(live)
        if thread is not None:
            if board.shown == live.version and board.former is None and not mark.moves:
                return None  # it has been put away
            drawn = replace(drawn, shown=board.shown)  # until it is
        begun = board.message is not None and board.former == board.message
        stays = board.message is not None and not begun
        scrolls = not (_answered(live) or _counted(board, live))
        stays = stays and not self._moves(board, asked, mark.moves, scrolls=scrolls)
        if stays and await self._edit(board, drawing):
            self._boards.note(drawn)
        else:
            fresh = await self._boards.get(board.channel, board.pod, fresh=True)
            if fresh is not None and fresh.message != board.message:  # another process moved it
                return await self._draw(mark)
            if stays:
                await self.budget.turn(urgent=mark.urgent)
            if board.former is not None and not begun:  # only one can be remembered
                await self._delete(board.channel, board.former)
            if board.message is not None:  # before it is sent: a crash has it sent once more
                await self._boards.put(replace(board, former=board.message))
            message = await self._post(board, drawing)
            drawn = replace(drawn, message=message, posted=self._now(), former=board.message)
            await self._boards.put(drawn)
            self._below.drop(board.channel)
        if drawn.former is not None:
            drawn = await self._tidy(drawn)
        if thread is not None:
            await self._put_away(thread, drawn, pod)
            await self._boards.put(replace(drawn, shown=live.version))

    async def _carry_on(self, board: Board, stands: Shown | None) -> None:
        """What a round counts is on the board of the next one too, which from now on is owed."""
        if stands is None or stands.later is None:
            return
        place = Place(board.guild, board.channel)
        live = await self._service.find(place, stands.later)
        later = await self._boards.get(board.channel, stands.later)
        if later is not None and live.pod is not None and is_next(live.pod.setup.series):
            await self._boards.put(replace(later, shown=0))
            self._mark(live)

    async def _tidy(self, board: Board) -> Board:
        """Deletes the message before; the board is right without that, so `mend` tries again."""
        assert board.former is not None
        try:
            await self._delete(board.channel, board.former)
            tidied = replace(board, former=None)
            await self._boards.put(tidied)
        except PASSING as error:
            log.warning("an old board in channel %s stays for now: %s", board.channel, error)
            return board
        return tidied

    async def _finished_thread(self, live: LivePod) -> discord.Thread | None:
        """The thread that the bot made for this pod, once the pod is over."""
        if not is_over(live.pod):
            return None
        channel = self._client.get_channel(live.place.channel)
        if channel is None:  # Discord tells only of threads that are not archived
            await self.budget.turn()
            channel = await self._client.fetch_channel(live.place.channel)
        return own_thread(self._client, channel)

    async def _put_away(self, thread: discord.Thread, board: Board, pod: Pod) -> None:
        """Pins the result, and archives the thread: whatever is said there opens it again.

        What Discord does not let the bot do is left undone for good.
        """
        assert board.message is not None
        acts: list[Callable[[], Awaitable[object]]] = []
        if pod.result is not None:
            acts.append(thread.get_partial_message(board.message).pin)
        newest = await self._service.current(Place(board.guild, board.channel))
        if is_over(newest.pod):
            acts.append(partial(thread.edit, archived=True))
        for act in acts:
            await self.budget.turn()
            try:
                await act()
            except discord.HTTPException as error:
                if passes(error.status):
                    raise
                log.warning("thread %s is not put away: %s", thread.id, error)

    def _moves(self, board: Board, asked: str | None, wanted: bool, *, scrolls: bool) -> bool:
        """Whether a new board replaces this one: wanted, scrolled away, or with a new question.

        Only a new message reaches whoever has to choose or decide.
        """
        known = (board.asked, (board.asked or "").partition(WARNED)[0])
        new_question = asked is not None and asked not in known
        scrolled = scrolls and (self._below.get(board.channel) or 0) >= SCROLLED
        return wanted or new_question or scrolled

    async def _drawing(
        self, live: LivePod, pod: Pod, said: Notices, stands: Shown | None, locale: Locale
    ) -> Drawing:
        text = catalogue(locale)
        people = [*names.find_people(pod), *series.players(stands)]
        safe = await names.name_players(self._people, text, people)
        bare = await names.name_players(self._people, text, people, safe=False)
        embed = embeds.pod(pod, safe)
        series.add(embed, stands, safe)
        board_notices.add(embed, pod, said, safe)
        number = live.number
        beside = [*panel.losses(number, pod, bare), *board_notices.buttons(number, said, bare)]
        goes_on = series.goes_on(stands)
        view = controls.board(number, pod, bare, beside, goes_on=goes_on)
        if pod.disputed is not None:
            role = (await self._guilds.settings(live.place.guild)).moderator_role
            whom = f"<@&{role}>" if role else text("dispute-moderators")
            call = text("dispute-call", moderators=whom)
            return Drawing(embed, view, call, _calling(roles=None if live.warned else role))
        if pod.question is None or pod.state != "waiting":
            return Drawing(embed, view, None, _calling())
        known = await self._people.named([pod.question.by])
        person = known.get(pod.question.by)
        if person is None:
            return Drawing(embed, view, None, _calling())
        call = text("board-call", player=f"<@{person.discord_id}>")
        called = None if live.warned else person.discord_id
        return Drawing(embed, view, call, _calling(users=called))

    # Discord

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def _post(self, board: Board, drawing: Drawing) -> int:
        """Sends the board that follows the one there is; returns the id of its message.

        The nonce makes Discord send it once, even if a crash made the bot forget that it had. What
        comes back is then the message of that time.
        """
        message = await self._channel(board.channel).send(
            drawing.call,
            embed=drawing.embed,
            view=drawing.view,
            allowed_mentions=drawing.called,
            nonce=_nonce(board),
        )
        if not _shows(message, drawing):
            await self.budget.turn()
            await self._edit(replace(board, message=message.id), drawing)
        return message.id

    async def _edit(self, board: Board, drawing: Drawing) -> bool:
        """Whether the board could be changed in place."""
        assert board.message is not None
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

    async def _delete(self, channel: int, id: int) -> None:
        await self.budget.turn()
        with contextlib.suppress(discord.NotFound):
            await self._channel(channel).get_partial_message(id).delete()


def own_thread(client: discord.Client, channel: object) -> discord.Thread | None:
    """The channel, if it is a thread that the bot made."""
    assert client.user is not None
    if isinstance(channel, discord.Thread) and channel.owner_id == client.user.id:
        return channel
    return None


def _answered(live: LivePod) -> bool:
    """Whether something was only confirmed in a game that is over: nobody looks for its board."""
    pod = live.pod
    steps_later = bool(live.steps) and live.steps[-1].version < live.version
    return pod is not None and pod.result is not None and steps_later


def _counted(board: Board, live: LivePod) -> bool:
    """Whether only totals have changed since the board was drawn, as they do all the time."""
    return live.played <= board.shown < live.version


def _asked(live: LivePod, pod: Pod) -> str | None:
    """What tells one call for somebody from the next, and after that one warning from the next."""
    asked = None if pod.question is None else controls.question_id(pod.question)
    if pod.disputed is not None:
        asked = f"dispute:{pod.disputed.claim.version}"
    if live.warned is None:
        return asked
    return f"{asked or ''}{WARNED}{live.warned.isoformat()}"


def _calling(*, users: int | None = None, roles: int | None = None) -> discord.AllowedMentions:
    """To ping this person or this role, and nobody else."""
    person, role = ([discord.Object(id)] if id else False for id in (users, roles))
    return discord.AllowedMentions(everyone=False, users=person, roles=role)


def _nonce(board: Board) -> str:
    """Names the message that follows the board's present one, in the 25 characters there are."""
    named = f"{board.channel}:{board.pod}:{board.message}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()


def _shows(message: discord.Message, drawing: Drawing) -> bool:
    """Whether the message is what was sent, and not one that had been sent before."""
    said = [_text(embed) for embed in message.embeds]
    return message.content == (drawing.call or "") and said == [_text(drawing.embed)]


def _text(embed: discord.Embed) -> Sequence[Any]:
    fields = [(field.name, field.value) for field in embed.fields]
    return embed.title, embed.description, embed.footer.text, fields


def passes(status: int) -> bool:
    """Whether an HTTP status is no answer for good."""
    return status == TOO_FAST or status >= SERVERS_FAULT
