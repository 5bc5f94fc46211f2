"""The service: load a game, decide a command, append its event, tell the listeners.

The state of a game is the fold of its events. A refusal changes nothing.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from bot import rights
from bot.deadline import find_deadline
from bot.i18n import DEFAULT
from bot.listeners import Listeners
from bot.planning.plan import Plan
from bot.projections import draws
from bot.projections.history import History, has_results
from bot.projections.project import project
from bot.rulebooks import Game, GameCommand, GameEvent, check_meant, decide, is_over
from bot.rules.acts import Event
from bot.rules.confirmation import sign_event
from bot.rules.entering import Entered, sign_entry
from bot.rules.facts import Player
from bot.rules.gate import Gated, Passed
from bot.rules.lobby import Opened, Started
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import Asker
from bot.service.channels import Channels
from bot.service.live_game import LiveGame, Place, check_later, evolve_live, find_company
from bot.service.night_facts import NightFacts
from bot.service.requests import Done, LateCommands, MeetsAvoided, Moved, PodRead, Request
from bot.service.sealing import Sealing
from bot.service.season_gate import find_change
from bot.storage.engine.changes import ChangeOrCondition, RowChange
from bot.storage.engine.errors import Busy, Unmet
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.audit import AuditEntry, insert_entry, make_entry
from bot.storage.record.avoidances import load_company
from bot.storage.record.boards import owe_board
from bot.storage.record.errors import Conflict, Duplicate, PersonTaken
from bot.storage.record.log import Log
from bot.storage.record.people import People, Person
from bot.storage.record.recorded import Recorded
from bot.storage.servers.posts import touch_posts
from bot.storage.servers.seat_lists import owe_lists
from bot.storage.tables.guests import insert_guests, load_owners
from bot.storage.tables.season_gate import (
    Change,
    NeedsDecision,
    Span,
    check_seasons,
    find_reached,
)
from bot.storage.tables.seasons import load_seasons


def list_consequences(
    history: History, before: Game | None, language: str, decision: AuditEntry | None
) -> Iterator[RowChange]:
    """Yield the changes that are committed together with a game's last event.

    `before` is the game before that event. The changes are the rows of projections, outdated posts,
    the draw of a pod, the outdated board (in `language`, if it is the first), outdated lists of
    free seats, and the audit entry of a moderator's `decision`.
    """
    last, game = history.last, history.game
    changes = project(history)
    if history.scored:
        has, had = has_results(game), history.had_results
        changes = touch_posts(last, changes, had_results=had, has_results=has)
    yield from changes
    if isinstance(last.event, Opened | Started):
        yield from draws.project_changes(history)
    yield owe_board(last, language)
    if (before is not None and before.seats_people) or game.seats_people:
        yield owe_lists(last.guild)
    if decision is not None:
        yield insert_entry(decision)


class Step(NamedTuple):
    """An event, the same as it is shown (without struck texts), and the game after it."""

    recorded: Recorded
    shown: Recorded
    live: LiveGame


Listener = Callable[[LiveGame], None]


class Decided(NamedTuple):
    """A decided command: the game that it changes (None for a new one), and its event.

    With `as_moderator`, the asker used a right that only moderators have.
    """

    game: Game | None
    event: GameEvent
    as_moderator: bool


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
        self._nights = NightFacts(log.database, self._channels)
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
            if request.note is not None:
                request.note(done)
        return done

    async def weigh(self, request: Request, shown: LiveGame) -> NeedsDecision | None:
        """Return the question that the season gate would ask before a command; None if none.

        None also if the command would be refused. `shown` is the game of the request as its asker
        sees it; a past game is not read again.
        """
        async with self._channels.take_turn(request.place.channel):
            current = await self._channels.find_current(request.place)
            past = request.earlier and request.pod not in (0, current.number)
            live = shown if past else current
            person = await _find_person(self._people, request)
            try:
                command = request.ask(person.id if person else "", live)
                decided = _decide(request, live, person, command)
                recorded = _make_recorded(
                    request, live, current.version + 1, decided, person, self._now()
                )
                step = await self._evolve(live, recorded)
                await self._pass_gate(request, live, step, decided, person)
            except NeedsDecision as needs:
                return needs
            except Refusal:
                return None
        return None

    async def find_closed_seasons(self, guild: int, at: datetime) -> list[Span]:
        """Return the season that is over and in which a game of this moment counts, if any."""
        seasons = await self._log.database.read(partial(load_seasons, guild=guild))
        return find_reached(seasons, Change(frozenset({at})))

    async def check_elsewhere(self, night: LiveGame, players: Iterable[Player]) -> None:
        """Raise `Refusal` if one of some players is there in another night that is being played.

        Whoever comes to a night, or is seated, is asked about by `do` anyway.
        """
        await self._nights.check_elsewhere(night, players)

    async def load_owners(self, guild: int) -> Mapping[Player, Player]:
        """Return the owner of each player of a server whose results are another's."""
        return await load_owners(self._log.database, guild)

    # Looking

    def peek(self, place: Place) -> LiveGame | None:
        """Return the current or last game of a channel if it is cached."""
        return self._channels.peek(place)

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

        `game` is None if no game has that number.
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
                return await self._attempt(request)
            except Duplicate as duplicate:
                return await self._find_done(request.place, duplicate.recorded)
            except Unmet:  # another command was faster
                if deadline := find_deadline():
                    deadline.note_unwritten()
                await self._check_limits(request, await _find_person(self._people, request))
                if loop.time() > latest:
                    raise Busy from None
            except Conflict as conflict:
                if deadline := find_deadline():
                    deadline.note_unwritten()
                if isinstance(conflict, PersonTaken) and again:
                    raise  # a person whom the command names has another id now
                await self._channels.catch_up(request.place)
                if loop.time() > latest:
                    raise Busy from None
        raise AssertionError("the last attempt returns or raises")

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
                await self._check_limits(request, person)
                command = await self._sealing.complete(
                    request, live, person, version, now, until_written
                )
                relied: list[ChangeOrCondition] = []
                if live.plan is not None:
                    command, relied = await self._nights.complete(live, command)
                decided = _decide(request, live, person, command)
                if live is not current:
                    check_later(current, live, decided.event)
                if isinstance(decided.event, Entered):
                    decided = await self._lock_entered(request, decided)
                recorded = _make_recorded(request, live, version, decided, person, now)
                step = await self._evolve(live, recorded)
                step = await self._pass_gate(request, live, step, decided, person)
                await self._check_company(request, step, decided, person)
                if step.live.plan is not None:
                    relied += await self._nights.check_comers(live, step.live)
            except Exception:
                # What was done already is often refused when it is asked again.
                if once := await self._find_once(request, current):
                    return once
                raise
            done = await self._append(request, current, live, step, person, relied)
            self._late.note(request, live, person, done)
            return done

    async def _check_limits(self, request: Request, person: Person | None) -> None:
        """Raise `Refusal` if the command would exceed a limit of its asker."""
        if person is not None:
            for limit in request.limits:
                await limit.check(self._log.database, request.place.guild, person.id)

    async def _lock_entered(self, request: Request, decided: Decided) -> Decided:
        """Return an entered game that is locked if its season is over."""
        event = decided.event
        assert isinstance(event, Entered)
        if event.setup.played is None:
            return decided
        at = to_moment(event.setup.played)
        locked = bool(await self.find_closed_seasons(request.place.guild, at))
        return decided._replace(event=replace(event, locked=locked))

    async def _pass_gate(
        self,
        request: Request,
        before: LiveGame,
        step: Step,
        decided: Decided,
        person: Person | None,
    ) -> Step:
        """Return the step, whose event says how it passed the season gate.

        For an event that changes no counting result, nothing is read. Raises `NeedsDecision`.
        """
        passed: Passed | None = "moderator" if decided.as_moderator else None
        change = find_change(before, step.recorded, step.live)
        silent = request.actor is None and before.pod is not None and before.pod.let_through
        if change is not None and not silent:
            guild = request.place.guild
            seasons = await self._log.database.read(partial(load_seasons, guild=guild))
            may_decide = _may_decide(decided.game, _make_asker(request, person))
            if check_seasons(seasons, change, request.asked, may_decide=may_decide):
                passed = "asked"
        if passed is None:
            return step
        event = step.recorded.event
        assert isinstance(event, Gated)  # every command that moderators may give leads to one
        return await self._evolve(
            before, replace(step.recorded, event=replace(event, passed=passed))
        )

    async def _check_company(
        self, request: Request, step: Step, decided: Decided, person: Person | None
    ) -> None:
        """Raise `MeetsAvoided` if the asker would sit down beside somebody whom they avoid.

        The rounds of a night keep people apart, so whoever comes to it is not asked. Raises
        `Refusal` if they sit there already by another account of theirs.
        """
        if person is None or step.live.game is None:
            return
        there = find_company(decided.game, step.live.game, person.id)
        if not there:
            return
        own, avoided = await load_company(self._log.database, request.place.guild, person.id)
        for each in sorted(there & own):
            raise Refusal("merge-seated", player=each)
        game = step.live.game
        keeps_apart = isinstance(game, Plan) and game.night is not None
        if there & avoided and not (request.despite_avoided or keeps_apart):
            raise MeetsAvoided

    async def _evolve(self, before: LiveGame, recorded: Recorded) -> Step:
        """Return the event with the game after it, in which nothing struck out can be read."""
        shown = await self._log.hide_struck(recorded)
        return Step(recorded, shown, evolve_live(before, shown))

    async def _append(
        self,
        request: Request,
        current: LiveGame,
        before: LiveGame,
        step: Step,
        person: Person | None,
        relied: Sequence[ChangeOrCondition],
    ) -> Done:
        """Commit an event and what follows from it. Raises `StorageError`.

        Nothing is written unless the facts still hold on which the decision `relied`. Readers of
        the new event see no text that is struck out on its server.
        """
        recorded, shown, live = step
        assert live.game is not None
        language = request.actor.language if request.actor else DEFAULT
        had_results = before.number == live.number and has_results(before.game)
        facts = (live.steps, live.dates, live.scored, had_results)
        history = History(shown, live.game, *facts)
        decision = make_entry(shown, before.game, live.game, lambda: (before.ended, live.ended))
        also: list[ChangeOrCondition] = [
            *list_consequences(history, before.game, language, decision),
            *relied,
        ]
        met = {each.id: each for each in (person, *request.named) if each is not None}
        introduction = self._people.introduce(*met.values())
        if brought := [person.id for person in request.named if person.is_guest]:
            also.append(insert_guests(brought, request.place.guild))
        if person is not None:
            for limit in request.limits:
                also += limit.list_conditions(request.place.guild, person.id)
        with self._channels.change(current, live):
            await self._log.append(recorded, introduction.unsaved, also)
        introduction.note_written()
        return Done(shown, live, before, decision=decision)

    async def _find_once(self, request: Request, current: LiveGame) -> Done | None:
        """Return the outcome of an earlier delivery of the request; None without one.

        Raises `Conflict` if another process has written, because the decision is then outdated.
        """
        channel = request.place.channel
        once, version = await self._log.load_delivery(request.interaction, channel)
        if once is not None:
            return await self._find_done(request.place, once)
        if version > current.version:
            raise Conflict(channel, version)
        return None

    async def _find_done(self, place: Place, recorded: Recorded) -> Done:
        live = await self._channels.find(await self._channels.find_current(place), recorded.pod)
        return Done(recorded, live, live, again=True)


async def _find_person(people: People, request: Request) -> Person | None:
    if request.actor is None:
        return None
    here = people.on(request.place.guild)
    return await here.identify(request.actor.discord_id, request.actor.names)


def _check_number(request: Request, live: LiveGame) -> None:
    """Raise `Refusal` if the request names another game than the one found."""
    if request.pod and (request.pod != live.number or live.game is None):
        raise Refusal("old-pod")


def _decide(
    request: Request, live: LiveGame, person: Person | None, command: GameCommand
) -> Decided:
    """Return the game that a command changes, None for a new one, and its event.

    Raises `Refusal`.
    """
    begins = command.beside or (command.opens and is_over(live.game))
    game = None if begins else live.game
    check_meant(game, command)
    asker = _make_asker(request, person)
    as_moderator = False
    if asker is not None:
        maker = live.find_maker(command)
        rights.check(game, command, asker, maker)
        as_moderator = rights.needs_moderator(game, command, asker, maker)
    return Decided(game, decide(game, command), as_moderator)


def _make_asker(request: Request, person: Person | None) -> Asker | None:
    """Return the person who asks, with their rights; None for the bot itself."""
    if person is None or request.actor is None:
        return None
    actor = request.actor
    return Asker(person.id, actor.moderator, actor.neutral, actor.organiser)


def _may_decide(game: Game | None, asker: Asker | None) -> bool:
    """Return whether a person may decide about a game as a moderator."""
    return game is not None and asker is not None and rights.may_moderate(game, asker)


def _make_recorded(
    request: Request,
    live: LiveGame,
    version: int,
    decided: Decided,
    person: Person | None,
    now: datetime,
) -> Recorded:
    """Return the event as the log will have it, with its claim."""
    event = decided.event
    by = person.id if person else None
    if isinstance(decided.game, Pod) and isinstance(event, Event):
        event = sign_event(
            decided.game,
            event,
            by,
            version,
            to_milliseconds(now),
            had_end=live.dates.recorded is not None,
            moderated=decided.as_moderator,
        )
    elif isinstance(event, Entered) and by is not None:
        event = sign_entry(event, by, version, to_milliseconds(now))
    pod = live.number if decided.game else version
    place = (request.place.channel, version, pod, request.place.guild)
    return Recorded(*place, event, by, request.interaction, now)
