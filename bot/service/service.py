"""The service: load a game, decide a command, append its event, tell the listeners.

The state of a game is the fold of its events. A refusal changes nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from itertools import count

from bot import rights
from bot.deadline import find_deadline
from bot.i18n import DEFAULT
from bot.listeners import Listeners
from bot.projections import draws
from bot.projections.history import History
from bot.projections.project import project
from bot.rights import Asker
from bot.rulebooks import (
    Game,
    GameCommand,
    GameEvent,
    check_meant,
    decide,
    is_over,
    opens_game,
    stands_beside,
)
from bot.rules.confirmation import sign_entry, sign_event
from bot.rules.events import Entered, Event
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.channels import Channels
from bot.service.live_game import LiveGame, Place, check_later, evolve_live
from bot.service.requests import Done, LateCommands, Moved, PodRead, Request
from bot.service.sealing import Sealing
from bot.storage.engine.changes import RowChange
from bot.storage.engine.errors import Busy, Stalled, StorageError
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.stores import PATIENCE
from bot.storage.record import audit
from bot.storage.record.boards import owe_board
from bot.storage.record.errors import Conflict, Duplicate, PersonTaken
from bot.storage.record.log import Log
from bot.storage.record.people import People, Person
from bot.storage.record.recorded import Recorded
from bot.storage.servers.posts import touch_posts
from bot.storage.servers.seat_lists import touch_lists
from bot.storage.tables.guests import insert_guests, list_guests


def list_consequences(history: History, before: Game | None, language: str) -> Iterator[RowChange]:
    """Yield the changes that are committed together with a game's last event.

    `before` is the game before that event. The changes are the rows of projections, outdated posts,
    the draw of a pod, the outdated board (in `language`, if it is the first), outdated lists of
    free seats, and the audit entry of a moderator's decision.
    """
    yield from touch_posts(history.last, [*project(history)])
    yield from draws.project_changes(history)
    yield owe_board(history.last, language)
    yield from touch_lists(history.last, before, history.game)
    entry = audit.make_entry(history.last, before, history.game)
    if entry is not None:
        yield audit.insert_entry(entry)


Listener = Callable[[LiveGame], None]


class Service:
    """The one way to change a game: a pod, a duel or a plan."""

    def __init__(
        self,
        log: Log,
        people: People,
        now: Callable[[], datetime],
    ) -> None:
        self._log = log
        self._people = people
        self._now = now
        self._channels = Channels(log)
        self._sealing = Sealing(log.database, self._channels, people)
        self._late = LateCommands()
        self._listeners = Listeners[LiveGame]()

    def listen(self, listener: Listener) -> None:
        """Call `listener` with every changed game, after the commit."""
        self._listeners.add(listener)

    def reread(self) -> None:
        """Drop all caches: texts were changed, or games deleted."""
        self._log.reread()
        self._channels.reread()
        self._sealing.reread()
        self._late = LateCommands()

    async def do(self, request: Request) -> Done:
        """Carry out a command without `seen`. Raises `Refusal`."""
        assert request.seen is None
        done = await self.do_unless_moved(request)
        assert isinstance(done, Done)
        return done

    async def do_unless_moved(self, request: Request) -> Done | Moved:
        """Carry out a command, unless the game has changed since its asker saw it.

        Raises `Refusal`; then nothing has changed.
        """
        async with self._channels.take_turn(request.place.channel):
            done = await self._try(request)
        if isinstance(done, Done) and not done.again:
            self._listeners.tell(done.live)
        return done

    # Looking

    def remembers(self, place: Place) -> bool:
        """Return True if the current game of a channel is cached."""
        return self._channels.peek(place) is not None

    async def find_current(self, place: Place) -> LiveGame:
        """Return the current or last game of a channel; `game` is None if it had none."""
        live = self._channels.peek(place)
        if live is not None:
            return live
        async with self._channels.take_turn(place.channel):
            return await self._channels.find_current(place)

    async def find(self, place: Place, number: int, version: int = 0) -> LiveGame:
        """Return a game of a channel by its number, at `version` of the channel or later.

        The cache may be older if another process writes; then the log is read. `game` is None if
        there is none of that number.
        """
        current = await self.find_current(place)
        if current.version < version:
            self._channels.drop(place.channel)
            current = await self.find_current(place)
        return await self._channels.find(current, number)

    async def read(self, place: Place, number: int = 0) -> PodRead:
        """Return a game of a channel by its number, with its events; 0 means the current game.

        `game` is None if there is none of that number.
        """
        current = self._channels.peek(place)
        if current is None:
            async with self._channels.take_turn(place.channel):
                current, events = await self._channels.load(place)
            if number in (0, current.number):
                return PodRead(current, events, current)
        known = current if number in (0, current.number) else LiveGame(place, 0, number)
        return PodRead(*await self._channels.read(known), current)

    # One attempt after the other, in the channel's turn

    async def _try(self, request: Request) -> Done | Moved:
        """Carry out a request; decide again if another process was first. Raises `Busy`."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + PATIENCE
        for again in count():
            try:
                async with self._drop_if_unsure(request.place.channel):
                    return await self._attempt(request)
            except Duplicate as duplicate:
                return await self._find_done(request.place, duplicate.recorded)
            except Conflict as conflict:
                if deadline := find_deadline():
                    deadline.note_unwritten()
                if isinstance(conflict, PersonTaken) and again:
                    raise  # a person whom the command names has another id now
                await self._channels.catch_up(request.place)
                if loop.time() > latest:
                    raise Busy from None
        raise AssertionError("the last attempt returns or raises")

    @asynccontextmanager
    async def _drop_if_unsure(self, channel: int) -> AsyncIterator[None]:
        """Drop the channel's cached game if a write failed without a known outcome."""
        try:
            yield
        except (Busy, Stalled, Conflict):  # nothing was written
            raise
        except StorageError:
            self._channels.drop(channel)
            raise

    async def _attempt(self, request: Request) -> Done | Moved:
        current = await self._channels.find_current(request.place)
        live = await self._channels.find(current, request.pod) if request.earlier else current
        person = await _find_person(self._people, request)
        if once := self._late.find(request, person):
            return once
        now = self._now()
        version = current.version + 1
        async with AsyncExitStack() as until_written:
            try:
                if request.seen not in (None, live.played):
                    return await self._find_once(request, current) or Moved(live)
                _check_number(request, live)
                completing = self._sealing.complete(request, live, person, version, now)
                command = await until_written.enter_async_context(completing)
                before, event = _decide(request, live, person, command)
                if live is not current:
                    check_later(current, live, event)
            except Exception:
                # What was done already is often refused when it is asked again.
                if once := await self._find_once(request, current):
                    return once
                raise
            by = person.id if person else None
            if isinstance(before, Pod) and isinstance(event, Event):
                event = sign_event(before, event, by, version, to_milliseconds(now))
            elif isinstance(event, Entered) and by is not None:
                event = sign_entry(event, by, version, to_milliseconds(now))
            pod = live.number if before else version
            place = (request.place.channel, version, pod, request.place.guild)
            recorded = Recorded(*place, event, by, request.interaction, now)
            done = await self._append(request, live, recorded, person)
            self._late.note(request, live, person, done)
            return done

    async def _append(
        self, request: Request, before: LiveGame, recorded: Recorded, person: Person | None
    ) -> Done:
        """Commit an event and what follows from it. Raises `StorageError`.

        Who reads it meanwhile sees no text that is struck out on its server.
        """
        shown = await self._log.hide_struck(recorded)
        live = evolve_live(before, shown)
        assert live.game is not None
        language = request.actor.language if request.actor else DEFAULT
        history = History(shown, live.game, live.steps, live.dates, live.scored)
        also = [*list_consequences(history, before.game, language)]
        met = {each.id: each for each in (person, *request.named) if each is not None}
        news = [each for known in met.values() for each in self._people.list_unsaved(known)]
        if brought := list_guests(request.named):
            also.append(insert_guests(brought, request.place.guild))
        await self._log.append(recorded, news, also)
        for each in met.values():
            self._people.mark_saved(each)
        self._channels.keep(live)
        return Done(shown, live, before)

    async def _find_once(self, request: Request, current: LiveGame) -> Done | None:
        """Return what the same delivery did before; None if nothing. Raises `Conflict`.

        It is a conflict if another process wrote: then what was decided is no answer.
        """
        channel = request.place.channel
        once, version = await self._log.load_delivery(request.interaction, channel)
        if once is not None:
            return await self._find_done(request.place, once)
        if version > current.version:
            raise Conflict(channel, current.version + 1)
        return None

    async def _find_done(self, place: Place, recorded: Recorded) -> Done:
        live = await self._channels.find(await self._channels.find_current(place), recorded.pod)
        return Done(recorded, live, live, again=True)


async def _find_person(people: People, request: Request) -> Person | None:
    if request.actor is None:
        return None
    return await people.identify(
        request.actor.discord_id, request.actor.name, request.actor.username
    )


def _check_number(request: Request, live: LiveGame) -> None:
    """Raise `Refusal` where another game is meant than the one that is asked."""
    if request.pod and (request.pod != live.number or live.game is None):
        raise Refusal("old-pod")


def _decide(
    request: Request, live: LiveGame, person: Person | None, command: GameCommand
) -> tuple[Game | None, GameEvent]:
    """Return the game that is asked, None for a new one, and what comes of it. Raises `Refusal`."""
    begins = stands_beside(command) or (opens_game(command) and is_over(live.game))
    game = None if begins else live.game
    check_meant(game, command)
    if person is not None and request.actor is not None:
        asker = Asker(person.id, request.actor.moderator, request.actor.neutral)
        rights.check(game, command, asker, live.maker)
    return game, decide(game, command)
