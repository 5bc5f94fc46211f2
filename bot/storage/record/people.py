"""People: the table that ties the log's internal ids to accounts on Discord.

Deleting a row forgets a person: their games stay, but their name is gone for good.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable
from itertools import starmap

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, select, update

from bot.listeners import Listeners
from bot.lru_cache import LruCache
from bot.namesakes import MAX_NAME_LENGTH, fold_name, make_handle
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import champions, decks, events, people, pods, strikes
from bot.storage.engine.stores import Work
from bot.storage.record.redaction import REDACTED
from bot.storage.record.strikes import ask_struck

_REMEMBERED = 16_384
"""People in the cache: more than play the games in memory."""

_MAX_SELECTED = 500
"""The most people in one statement."""

_MAX_POINT_READS = 16
"""So few people are read by a point read each."""

_BY_ACCOUNT = select(people).where(people.c.discord_id == bindparam("discord_id"))
_BY_ID = select(people).where(people.c.id == bindparam("id"))
_IN_CHANNEL = select(people).where(
    people.c.id.in_(
        select(events.c.by).where(
            events.c.channel == bindparam("channel"),
            events.c.pod
            == select(func.max(pods.c.pod))
            .where(pods.c.channel == bindparam("channel"))
            .scalar_subquery(),
        )
    )
)
"""Everybody who acted in the newest game of a channel: nearly always all its players."""


class Person(Struct, frozen=True, gc=False):
    """A person: their internal id, their Discord id, and the names they had last.

    The `username` is unique on Discord; it is empty until it is known.
    """

    id: Player
    discord_id: int
    name: str
    username: str = ""

    @property
    def is_guest(self) -> bool:
        """True if the person has no account, and plays by name."""
        return self.discord_id < 0

    @property
    def is_struck(self) -> bool:
        """True if the person is a guest whose name is struck out."""
        return self.is_guest and self.name == make_struck_name(self.discord_id)

    @property
    def mention(self) -> str:
        """The person's mention on Discord; empty for a guest."""
        return "" if self.is_guest else f"<@{self.discord_id}>"


class People:
    """The people of all servers, with a cache. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners = Listeners[[]]()
        self._forget_all()

    async def identify(self, discord_id: int, name: str, username: str = "") -> Person:
        """Return the person behind an account, with their current names. Writes nothing.

        A new person gets an id, which is final once `Log.append` has stored it.
        """
        known = self._written.get(discord_id) or await self._read_person(discord_id)
        if known is None:
            known = self._fresh.get(discord_id) or Person(make_id(), discord_id, name, username)
            self._fresh.put(discord_id, known)
        username = username or known.username
        same = (known.name, known.username) == (name, username)
        person = known if same else replace(known, name=name, username=username)
        self._by_id.put(person.id, person)
        return person

    async def identify_guest(self, guild: int, name: str) -> Person:
        """Return the guest of a server with a name, in any spelling. Writes nothing.

        As with `identify`, a new guest is not stored yet; `insert_guests` stores them as well.
        """
        account = make_guest_account(guild, name)
        known = self._written.get(account) or await self._read_person(account)
        if known is not None:
            return known
        (rows,) = await self._database.ask(ask_struck(guild))
        return await self.identify(account, name_guest(guild, name, (text for (text,) in rows)))

    def list_unsaved(self, person: Person) -> list[Person]:
        """Return the person in a list, if the table does not have them with these names."""
        return [] if self._written.get(person.discord_id) == person else [person]

    def mark_saved(self, person: Person) -> None:
        """Note that the table has the person with these names."""
        self._written.put(person.discord_id, person)

    async def find_people(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """Return the people with these ids, without those who were forgotten."""
        wanted = set(ids)
        found = {id: person for id in wanted if (person := self._by_id.get(id))}
        missing = wanted - found.keys()
        if missing:
            for person in await self._read_missing(missing):
                self._by_id.put(person.id, person)
                found[person.id] = person
        return found

    async def preload(self, discord_id: int, channel: int) -> None:
        """Cache the person of an account, and everybody who acted in a channel's newest game."""
        # If somebody is forgotten meanwhile, new caches replace these.
        written = self._written
        by_id = self._by_id
        here = Question(_IN_CHANNEL, {"channel": channel})
        for rows in await self._database.ask(_ask_account(discord_id), here):
            for person in starmap(Person, rows):
                if person.discord_id not in written:
                    written.put(person.discord_id, person)
                    by_id.put(person.id, person)

    async def forget(self, discord_id: int, also: Work[None] = lambda _: None) -> None:
        """Delete a person; if they come back, they get a new id.

        Runs `also` in the same transaction.
        """

        def forget_person(connection: Connection) -> None:
            also(connection)
            mine = select(people.c.id).where(people.c.discord_id == discord_id)
            connection.execute(delete(decks).where(decks.c.player.in_(mine)))
            for table in (people, champions):
                connection.execute(delete(table).where(table.c.discord_id == discord_id))

        await self._database.transact(forget_person)
        self.reread()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever caches of names or texts have to be dropped."""
        self._listeners.add(listener)

    def reread(self) -> None:
        """Drop all caches of names and texts: rows were deleted or texts changed."""
        self._forget_all()
        self._listeners.tell()

    async def recall(self) -> None:
        """Drop all caches if another process has forgotten a person who is cached here."""
        written = {person.id for person in self._written.values()}
        new = {person.id for person in self._fresh.values()} - written
        known = list(written | {person.id for person in self._by_id.values()} - new)
        for at in range(0, len(known), _MAX_SELECTED):
            some = known[at : at + _MAX_SELECTED]
            found = {person.id for person in await self._read(people.c.id.in_(some))}
            if not found.issuperset(some):
                return self.reread()

    def _forget_all(self) -> None:
        self._written = LruCache[int, Person](_REMEMBERED)  # by account, as the table has them
        self._fresh = LruCache[int, Person](_REMEMBERED)  # by account, not in the table yet
        self._by_id = LruCache[Player, Person](_REMEMBERED)

    async def _read_person(self, discord_id: int) -> Person | None:
        (rows,) = await self._database.ask(_ask_account(discord_id))
        for person in starmap(Person, rows):
            self.mark_saved(person)
            return person
        return None

    async def _read_missing(self, ids: Collection[Player]) -> list[Person]:
        if len(ids) > _MAX_POINT_READS:
            return await self._read(people.c.id.in_(ids))
        found = await self._database.ask(*(Question(_BY_ID, {"id": id}) for id in ids))
        return [Person(*row) for rows in found for row in rows]

    async def _read(self, where: ColumnElement[bool]) -> list[Person]:
        rows = await self._database.fetch(select(people).where(where))
        return [Person(*row) for row in rows]


def _ask_account(discord_id: int) -> Question:
    return Question(_BY_ACCOUNT, {"discord_id": discord_id})


def make_guest_account(guild: int, name: str) -> int:
    """Return the account number of a server's guest: negative, and equal for equal names."""
    digest = hashlib.blake2b(f"{guild} {fold_name(name)}".encode(), digest_size=8).digest()
    return -1 - (int.from_bytes(digest) >> 1)


def make_struck_name(account: int) -> str:
    """Return the name of a guest whose name is struck out; two in a game stay distinct."""
    return f"{REDACTED} {make_handle('', account)}"


def name_guest(guild: int, name: str, struck: Iterable[str]) -> str:
    """Return the shown name of a server's guest, if these texts are struck out."""
    account = make_guest_account(guild, name)
    hidden = any(make_guest_account(guild, text) == account for text in struck)
    return make_struck_name(account) if hidden else name[:MAX_NAME_LENGTH]


def make_id() -> Player:
    """Return a new id."""
    return secrets.token_urlsafe(9)


_UPSERT_PEOPLE = Upsert(people)


def insert_people(persons: Iterable[Person]) -> RowChange:
    """Return the upsert of some people; `RowExists` if an account has another id."""
    return RowChange(_UPSERT_PEOPLE, [asdict(person) for person in persons])


def rename_guest(connection: Connection, guild: int, name: str) -> Player | None:
    """Show or hide a guest's name, as it is struck out or not; return the guest, if any."""
    account = make_guest_account(guild, name)
    guest = connection.scalar(select(people.c.id).where(people.c.discord_id == account))
    if guest is not None:
        struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild))
        shown = name_guest(guild, name, struck)
        connection.execute(update(people).where(people.c.id == guest).values(name=shown))
    return guest


def hide_guests(connection: Connection, guild: int) -> None:
    """Hide the names of guests in the table that match strikes of the server."""
    struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild))
    for account in {make_guest_account(guild, text) for text in struck}:
        named = update(people).where(people.c.discord_id == account)
        connection.execute(named.values(name=make_struck_name(account)))


def load_struck_names(connection: Connection, accounts: Iterable[int]) -> list[str]:
    """Return the struck names of some guests."""
    wanted = set(accounts)
    rows = connection.execute(select(strikes.c.guild, strikes.c.text)) if wanted else ()
    return [row.text for row in rows if make_guest_account(row.guild, row.text) in wanted]
