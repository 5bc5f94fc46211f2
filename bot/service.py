"""Commands in, committed events out: load, decide, append, publish; one channel at a time.

The state of a pod is the fold of its log; what is kept in memory is only a copy that a
conflict or a restart throws away. A refusal leaves no trace but its answer.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from weakref import WeakValueDictionary

from msgspec import Struct

from bot import rights, seating
from bot.i18n import DEFAULT
from bot.projections import pods
from bot.projections.played import Played, following
from bot.projections.project import project
from bot.projections.standings import may_score
from bot.rights import Asker
from bot.rules.commands import Command, Open, Start
from bot.rules.confirmation import claimed
from bot.rules.decide import decide
from bot.rules.events import (
    Confirmed,
    Corrected,
    Counted,
    Disputed,
    Event,
    Overruled,
    Started,
    Undone,
    Warned,
)
from bot.rules.facts import Player
from bot.rules.leaving import Votes, votes_after
from bot.rules.pod import Pod, evolve
from bot.rules.refusals import Refusal
from bot.storage.engine.errors import Busy, StorageError
from bot.storage.engine.lru_cache import LruCache
from bot.storage.engine.schema import milliseconds
from bot.storage.engine.stores import PATIENCE
from bot.storage.record import audit
from bot.storage.record.boards import wanted
from bot.storage.record.errors import Conflict, Duplicate
from bot.storage.record.log import Log
from bot.storage.record.people import People, Person
from bot.storage.record.recorded import Recorded
from bot.storage.servers.posts import touching

ATTEMPTS = 3
"""How often a command is decided anew when another process wrote to its channel first."""

KEPT = 2_000
"""Channels whose pod stays in memory; the least recently used go first."""


class Place(Struct, frozen=True):
    """A channel or thread, and its server."""

    guild: int
    channel: int


class Actor(Struct, frozen=True):
    """Who asks: a Discord user, the name they go by, and whether they moderate the channel.

    A pod that they open speaks their `language`, where the server has not chosen one.
    """

    discord_id: int
    name: str
    moderator: bool = False
    language: str = "en"


class Table(Struct, frozen=True, gc=False):
    """A pod of a channel as it stands at `version`.

    For the pod that the channel plays it is the version of the channel's log (0: an empty one), for
    one of its past pods that of the pod's last event.
    """

    place: Place
    version: int = 0
    number: int = 0  # the version at which the pod was opened, which names it
    pod: Pod | None = None
    steps: tuple[Recorded, ...] = ()  # what can be taken back, the newest last
    votes: Votes = {}  # who would go on without whom
    touched: datetime | None = None  # when somebody last did something to the pod
    warned: datetime | None = None  # when the bot has said since that it will close the pod
    played: int = 0  # the version of the last event, but for changes of totals
    scored: bool = False  # whether the last event may have changed the pod's results

    @property
    def maker(self) -> Player | None:
        """Who made the last step that counts."""
        return self.steps[-1].by if self.steps else None

    @property
    def last(self) -> Event | None:
        """The last step that counts."""
        return self.steps[-1].event if self.steps else None


class Done(Struct, frozen=True):
    """A command that was carried out, or had been when it was delivered again."""

    recorded: Recorded
    table: Table
    before: Pod | None
    again: bool = False

    @property
    def pod(self) -> Pod:
        """The pod after the command."""
        assert self.table.pod is not None
        return self.table.pod


Ask = Callable[[Player, Table], Command]
"""Makes the command, given the key of who asks and the newest pod as it stands."""

Listener = Callable[[Table], None]

_LATER = Confirmed | Disputed | Corrected | Overruled | Undone
"""What can happen to a pod after the next one began: it is settled, or put right."""


class Service:
    """The one way to change a pod."""

    def __init__(
        self,
        log: Log,
        people: People,
        now: Callable[[], datetime],
        secret: Callable[[], str] = lambda: secrets.token_hex(32),
    ) -> None:
        self._log = log
        self._people = people
        self._now = now
        self._secret = secret
        self._tables = LruCache[int, Table](KEPT)
        # A lock lives as long as somebody holds or awaits it, never shorter.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """`listener` is told of every pod that changed, after the change is committed."""
        self._listeners.append(listener)

    def reread(self) -> None:
        """Nothing in memory holds: texts in the log were changed, or pods deleted."""
        # A command under way puts what it has into the former one.
        self._tables = LruCache[int, Table](KEPT)

    async def do(
        self,
        place: Place,
        actor: Actor,
        ask: Ask,
        interaction: int | None,
        *,
        pod: int = 0,
        earlier: bool = False,
    ) -> Done:
        """Carries out what `actor` asks. Raises `Refusal`, and then nothing has happened.

        `interaction` names the delivery: the same one changes things once. `pod` is the number
        of the pod that is meant, 0 for the one that the channel plays; another one is refused,
        unless an `earlier` one may be meant, which is settled or put right.
        """
        return await self._done(place, actor, ask, interaction, pod, earlier)

    async def act(self, place: Place, ask: Callable[[Table], Command], pod: int) -> Done:
        """Carries out what the bot itself does to a pod, by nobody. Raises `Refusal`."""
        return await self._done(place, None, lambda _, table: ask(table), None, pod, True)

    async def _done(
        self,
        place: Place,
        actor: Actor | None,
        ask: Ask,
        interaction: int | None,
        number: int,
        earlier: bool,
    ) -> Done:
        async with self._turn(place.channel):
            done = await self._do(place, actor, ask, interaction, number, earlier)
        if not done.again:
            for listener in self._listeners:
                listener(done.table)
        return done

    async def table(self, place: Place) -> Table:
        """The pod that a channel plays, or played last, as it stands now."""
        async with self._turn(place.channel):
            return await self._load(place)

    async def earlier(self, place: Place, number: int, version: int = 0) -> Table:
        """A pod of a channel by its number, as it stands now; the log is known to have `version`.

        What is in memory may be older, where another process writes too.
        """
        table = await self.table(place)
        if table.version < version:
            self._tables.drop(place.channel)
            table = await self.table(place)
        return await self._pod(table, number)

    async def preview(self, place: Place, command: Command, *, pod: int) -> Event:
        """What `command` would lead to, without doing it. Raises `Refusal`."""
        table = await self.table(place)
        if pod != table.number:
            raise Refusal("old-pod")
        return decide(table.pod, command)

    async def known(self, discord_id: int, name: str) -> Player:
        """The key of a Discord user."""
        return (await self._people.of(discord_id, name)).id

    async def names(self, players: Sequence[Player]) -> Mapping[Player, Person]:
        """The people behind keys; the forgotten are missing."""
        return await self._people.named(players)

    async def story(self, table: Table) -> list[Recorded]:
        """The events of a pod, oldest first."""
        return await self._log.read(table.place.channel, table.number)

    async def start(self, table: Table) -> tuple[Pod, Started] | None:
        """The lobby of a pod as it was at the start, and what was drawn; None before that."""
        lobby: Pod | None = None
        for recorded in await self.story(table):
            if isinstance(recorded.event, Started) and lobby is not None:
                return lobby, recorded.event
            lobby = evolve(lobby, recorded.event)
        return None

    # One channel at a time

    @asynccontextmanager
    async def _turn(self, channel: int) -> AsyncIterator[None]:
        """Waits for those who came first, as long as there is time to answer. Raises `Busy`."""
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = asyncio.Lock()
        if lock.locked():
            try:
                async with asyncio.timeout(PATIENCE):
                    await lock.acquire()
            except TimeoutError:
                raise Busy from None
        else:
            await lock.acquire()  # at once
        try:
            yield
        finally:
            lock.release()

    async def _do(
        self,
        place: Place,
        actor: Actor | None,
        ask: Ask,
        interaction: int | None,
        number: int,
        earlier: bool,
    ) -> Done:
        for attempt in range(ATTEMPTS):
            try:
                return await self._attempt(place, actor, ask, interaction, number, earlier)
            except Conflict:
                self._tables.drop(place.channel)
                if attempt == ATTEMPTS - 1:
                    raise
            except Duplicate as duplicate:
                self._tables.drop(place.channel)
                return await self._had_been_done(place, duplicate.recorded)
            except Busy:  # it was not even tried
                raise
            except StorageError:  # perhaps it was written, and only the news of it got lost
                self._tables.drop(place.channel)
                raise
        raise AssertionError("the last attempt returns or raises")

    async def _attempt(
        self,
        place: Place,
        actor: Actor | None,
        ask: Ask,
        interaction: int | None,
        number: int,
        earlier: bool,
    ) -> Done:
        tables = self._tables
        current = await self._load(place)
        table = await self._pod(current, number) if earlier else current
        person, asker = None, None
        if actor is not None:
            person = await self._people.of(actor.discord_id, actor.name)
            asker = Asker(person.id, actor.moderator)
        now = self._now()
        try:
            pod, event = _decided(table, asker, ask, number, now)
            if table is not current:
                _check_later(current, table, event)
        except Exception:
            # What was done already is often refused when it is asked again.
            once = await self._log.interaction(interaction) if interaction else None
            if once is not None:
                return await self._had_been_done(place, once)
            if await self._log.version(place.channel) > current.version:  # another process wrote
                raise Conflict(place.channel, current.version + 1) from None
            raise
        recorded = Recorded(
            channel=place.channel,
            version=current.version + 1,
            pod=current.version + 1 if pod is None else table.number,
            guild=place.guild,
            event=event,
            by=None if person is None else person.id,
            interaction=interaction,
            at=now,
        )
        after = _next(table, recorded)
        assert after.pod is not None
        language = DEFAULT if actor is None else actor.language
        projected = [*project(Played(recorded, after.pod, after.steps))]
        also = [*touching(recorded, projected), wanted(recorded, language)]
        entry = audit.decided(recorded)
        if entry is not None:
            also.append(audit.entering(entry))
        await self._log.append(recorded, self._people.news(person) if person else (), also)
        if person is not None:
            self._people.wrote(person)
        if is_over(after.pod):  # perhaps the channel plays another one
            tables.drop(place.channel)
        else:
            tables.put(place.channel, after)
        return Done(recorded, after, pod)

    async def _had_been_done(self, place: Place, recorded: Recorded) -> Done:
        table = await self._pod(await self._load(place), recorded.pod)
        return Done(recorded, table, table.pod, again=True)

    # The copy in memory

    async def _load(self, place: Place) -> Table:
        tables = self._tables
        table = tables.get(place.channel)
        if table is None:
            table = await self._read(place)
            tables.put(place.channel, table)
        return table

    async def _read(self, place: Place) -> Table:
        version = await self._log.version(place.channel)
        current = await pods.current_pod(self._log.database, place.channel) if version else None
        if current is None:
            return Table(place, version)
        return await self._folded(Table(place, version, current.pod))

    async def _pod(self, current: Table, number: int) -> Table:
        """A channel's pod by its number (0: the current one); without `pod` if there is none."""
        if number in (0, current.number):
            return current
        return await self._folded(Table(current.place, 0, number))

    async def _folded(self, table: Table) -> Table:
        for recorded in await self.story(table):
            table = _next(table, recorded)
        return table

    # What is drawn by chance

    def secret(self) -> str:
        """A new secret of 256 bits, for a pod that opens."""
        return self._secret()

    def drawn(self, pod: Pod | None) -> Start:
        """Seats and first player (TAB-20, TAB-27). Raises `Refusal` without a pod.

        They follow from the pod's secret: drawn again, they are the same.
        """
        if pod is None:
            raise Refusal("no-pod")
        secret = pod.secret or self._secret()
        return seating.draw(pod.setup, pod.players, secret, pod.sides)


def _decided(
    table: Table, asker: Asker | None, ask: Ask, number: int, now: datetime
) -> tuple[Pod | None, Event]:
    """The pod that is asked, None for a new one, and what comes of it. Raises `Refusal`.

    Without an `asker` the bot itself acts, which may all that the rules allow.
    """
    if number and (number != table.number or table.pod is None):
        raise Refusal("old-pod")
    command = ask(asker.player if asker else "", table)
    pod = None if isinstance(command, Open) and is_over(table.pod) else table.pod
    if asker is not None:
        rights.check(pod, command, asker, table.maker)
        if pod is not None:
            command = claimed(pod, command, asker.player, table.version + 1, milliseconds(now))
    return pod, decide(pod, command)


def _check_later(current: Table, table: Table, event: Event) -> None:
    """What may happen to a pod when the channel has gone on to another. Raises `Refusal`."""
    if not isinstance(event, _LATER):
        raise Refusal("old-pod")
    check_alone(current, table, evolve(table.pod, event))


def check_alone(current: Table, table: Table, after: Pod) -> None:
    """One pod at a time is open in a channel: raises `Refusal` if `after` would be the second."""
    if table.number != current.number and not (is_over(after) or is_over(current.pod)):
        raise Refusal("other-pod")


def is_over(pod: Pod | None) -> bool:
    """Whether nothing is played any more: another pod can be opened."""
    return pod is None or pod.state in ("finished", "closed")


def _next(table: Table, recorded: Recorded) -> Table:
    """The table after one more event of its pod, or of a new one."""
    before = table.pod if recorded.pod == table.number else None
    _, pod, steps = following(before, table.steps if before is not None else (), recorded)
    votes = votes_after(table.votes if before is not None else {}, recorded.event, recorded.by, pod)
    version = max(table.version, recorded.version)
    if isinstance(recorded.event, Warned):
        touched, warned = table.touched, recorded.at
    else:
        touched, warned = recorded.at, None
    played = table.played if isinstance(recorded.event, Counted) else recorded.version
    return Table(
        table.place,
        version,
        recorded.pod,
        pod,
        steps,
        votes,
        touched,
        warned,
        played,
        may_score(pod, recorded.event),
    )
