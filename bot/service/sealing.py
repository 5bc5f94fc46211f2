"""Sealing: completes commands for lobbies and nights with everything that binds their draws.

These are seals, tags and hashes. A new lobby gets the next number of its server, and secrets that
were fixed before the lobby was requested. `docs/fair-draws.md` explains why.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot import seating
from bot.nights.terms import NightSeal
from bot.planning.making import Announcement
from bot.planning.plan import Plan
from bot.planning.signing_up import Arrival
from bot.projections import draws
from bot.projections.draws import DrawnPod
from bot.rulebooks import GameCommand
from bot.rules.choosing import Chose
from bot.rules.concession import Conceded
from bot.rules.draws import (
    DrawSeal,
    DrawSecrets,
    KeptSeats,
    PodDraw,
    Word,
    compute_commitment,
    hash_word,
    make_tag,
)
from bot.rules.facts import Player
from bot.rules.joining import Bring, Join, SetWord
from bot.rules.lobby import Open, Start, Started
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeated
from bot.rules.winning import Drew, Won
from bot.service.channels import Channels
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Request
from bot.storage.engine.database import Database
from bot.storage.engine.errors import Busy
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.people import People, Person

SEATS_KEPT_FOR = timedelta(hours=1)
"""After a pod was closed, the same people keep their seats in that channel for so long."""

MAX_KEPT_SEATINGS = 3
"""The most closed pods of a channel and its threads whose seats are kept."""

_CACHED_SERVERS = 1_000
"""The most servers whose newest draw is cached."""

Reports = Defeated | Conceded | Chose | Won | Drew


class _Inheritance(NamedTuple):
    """The parts of earlier draws that a new lobby of the channel takes over."""

    own: DrawSecrets | None
    source: int | None
    kept: tuple[KeptSeats, ...]


class Sealing:
    """A helper that completes commands for lobbies; lobbies of a server open one by one."""

    def __init__(self, database: Database, channels: Channels, people: People) -> None:
        self._database = database
        self._people = people
        self._channels = channels
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._newest = RowCache[int, DrawSeal](_CACHED_SERVERS)

    def reread(self) -> None:
        """Drop the cache: texts were changed, or games deleted."""
        self._newest.clear()

    async def complete(
        self,
        request: Request,
        live: LiveGame,
        person: Person | None,
        version: int,
        now: datetime,
        until_written: AsyncExitStack,
    ) -> GameCommand:
        """Return the request's command, with all that its draw needs.

        `version` is the version of the event that the command leads to. No other lobby of the
        server gets a number before `until_written` is closed. Raises `Refusal` or `StorageError`.
        """
        command = request.ask(person.id if person else "", live)
        if isinstance(command, Open) and person is not None and command.secret is None:
            await until_written.enter_async_context(self._take_turn(request.place.guild))
            sealed, seal = await self._seal_lobby(request, command, person, version, now)
            until_written.enter_context(self._newest.write(seal.server, lambda _: seal))
            return sealed
        if isinstance(command, Announcement) and person is not None:
            return await self._seal_night(request.place, command, live, person, version)
        if isinstance(command, Arrival) and live.plan is not None:
            return await self._tag_in_night(request, command, live.plan, person)
        if isinstance(command, Start) and live.pod is not None:
            await self._check_own(live.pod)
        if live.pod is None or live.pod.draw is None or person is None:
            return command
        if isinstance(command, Bring):
            known = await self._people.on(request.place.guild).find_people([command.guest])
            person = known.get(command.guest, person)
        return _complete_entry(command, live.pod.draw, person)

    async def _seal_night(
        self, place: Place, command: Announcement, live: LiveGame, person: Person, version: int
    ) -> Announcement:
        """Seal the draw of a night that is announced, with tags of those who are signed up.

        A new plan has the number of its first event; a poll that becomes a night keeps its own.
        """
        if command.terms is None:
            return command
        number = version if command.opens else live.number
        own = seating.make_secrets()
        seal = NightSeal(place.guild, place.channel, number, own)
        comers = command.find_comers(live.plan)
        people = await self._find_seated(place.guild, comers, person)
        return command.seal(replace(command.terms, seal=seal), _make_tags(people, own))

    async def _tag_in_night(
        self, request: Request, command: Arrival, plan: Plan, person: Person | None
    ) -> Arrival:
        """Add the tag of whoever comes to a night; other plans have no draw of their own.

        The database may not know them yet.
        """
        seal = None if plan.night is None else plan.night.terms.seal
        if seal is None:
            return command
        known = await self._people.on(request.place.guild).find_people([command.player])
        people = [each for each in (person, *request.named, *known.values()) if each is not None]
        return replace(command, tag=_make_tags(people, seal.own).get(command.player))

    @asynccontextmanager
    async def _take_turn(self, guild: int) -> AsyncIterator[None]:
        lock = self._locks.get(guild)
        if lock is None:
            lock = self._locks[guild] = asyncio.Lock()
        try:
            async with asyncio.timeout(PATIENCE):
                await lock.acquire()
        except TimeoutError:
            raise Busy from None
        try:
            yield
        finally:
            lock.release()

    async def _check_own(self, pod: Pod) -> None:
        """Raise `Refusal` for a closed lobby whose secrets another lobby reuses."""
        if pod.draw is None or pod.standings:
            return
        seal = pod.draw.seal
        heirs = await draws.load_reusing_draws(self._database, seal.server, [seal.number])
        if seal.number in heirs:
            raise Refusal("draw-handed-on", number=heirs[seal.number])

    # Opening

    async def _seal_lobby(
        self, request: Request, command: Open, person: Person, version: int, now: datetime
    ) -> tuple[Open, DrawSeal]:
        place = request.place
        home = request.home or request.place.channel
        last = self._newest.get(place.guild)
        if last is None:
            last = await draws.load_newest_seal(self._database, place.guild)
        inherited = await self._inherit(place.guild, home, now)
        following = seating.make_secrets() if last is None else last.following
        own = inherited.own
        if own is None:
            own = following
            following = seating.make_secrets()
        seal = DrawSeal(
            server=place.guild,
            channel=place.channel,
            pod=version,
            number=1 if last is None else last.number + 1,
            own=own,
            following=following,
            home=home,
            before=None if last is None else compute_commitment(last),
            source=inherited.source,
            kept=inherited.kept,
        )
        tags = _make_tags(await self._find_seated(place.guild, command.players, person), own)
        return replace(command, draw=seal, tags=tags), seal

    async def _find_seated(
        self, guild: int, players: Sequence[Player], person: Person
    ) -> list[Person]:
        """Return the people of a new lobby or night: who asks for it, and its other players."""
        others = [player for player in players if player != person.id]
        known = (await self._people.on(guild).find_people(others)) if others else {}
        return [*known.values(), *([person] if person.id in players else [])]

    async def _inherit(self, guild: int, home: int, now: datetime) -> _Inheritance:
        """Return what the next draw takes over from the latest draws of a channel."""
        latest = await draws.load_latest(self._database, guild, home)
        unused = [each for each in latest if each.is_unused]
        own = None
        source = None
        heirs = dict[int, int]()
        if unused:
            heirs = await draws.load_reusing_draws(
                self._database, guild, [u.draw.number for u in unused]
            )
        for each in unused:
            if each.draw.number not in heirs:
                seal = await draws.load_seal(self._database, each.draw.channel, each.draw.pod)
                if seal is not None and seal.own.veil is not None:
                    own = seal.own
                    source = seal.number
                    break
        return _Inheritance(own, source, await self._find_kept(latest, now))

    async def _find_kept(self, latest: Sequence[DrawnPod], now: datetime) -> tuple[KeptSeats, ...]:
        """Return the seats of pods that were closed lately, before their first report."""
        closed = [
            each
            for each in latest
            if each.draw.used and each.state == "closed" and each.at >= now - SEATS_KEPT_FOR
        ]
        kept: list[KeptSeats] = []
        for each in closed:
            place = Place(each.draw.guild, each.draw.channel)
            live, events = await self._channels.read(LiveGame(place, 0, each.draw.pod))
            if any(isinstance(step.event, Reports) for step in live.steps):
                continue
            started = (e.event for e in events if isinstance(e.event, Started))
            kept += [_find_origin(live, drawn) for drawn in started if live.pod is not None]
        return tuple(_drop_repeated(kept))[:MAX_KEPT_SEATINGS]


def _find_origin(live: LiveGame, drawn: Started) -> KeptSeats:
    """Return the draw where a pod's seats come from: its own, or one whose seats it kept."""
    assert live.pod is not None
    assert live.pod.draw is not None
    seal = live.pod.draw.seal
    for earlier in seal.kept:
        if (earlier.seats, earlier.first) == (drawn.seats, drawn.first):
            return earlier
    return KeptSeats(seal.number, seal.channel, seal.pod, drawn.seats, drawn.first)


def _drop_repeated(kept: Sequence[KeptSeats]) -> Iterator[KeptSeats]:
    """Yield the first of several draws of the same people, which is their latest."""
    seen = set[frozenset[Player]]()
    for each in kept:
        people = frozenset(each.seats)
        if people not in seen:
            seen.add(people)
            yield each


# Sitting down


def _complete_entry(command: GameCommand, draw: PodDraw, person: Person) -> GameCommand:
    """Add the tag of `person`, and the hash of their word, to a command about themself.

    If a guest is brought, `person` is the guest.
    """
    own = draw.seal.own
    match command:
        case Join() if command.player == person.id:
            tag = _make_tags([person], own).get(person.id)
            return replace(command, tag=tag, word=_hash_word(command.word, own, person))
        case Bring():
            return replace(command, tag=_make_tags([person], own).get(command.guest))
        case SetWord() if command.player == person.id:
            return replace(command, word=_hash_word(command.word, own, person))
        case _:
            return command


def _make_tags(seated: Sequence[Person], own: DrawSecrets) -> dict[Player, str]:
    """Return the tags of some people; none for a draw without a veil."""
    if own.veil is None:
        return {}
    return {person.id: make_tag(own.veil, person.discord_id) for person in seated}


def _hash_word(word: Word | None, own: DrawSecrets, person: Person) -> Word | None:
    if word is None or own.veil is None:
        return word
    return Word(word.word, hash_word(own.veil, person.discord_id, word.word))
