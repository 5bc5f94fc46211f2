"""Who is who: the one table that ties the log's internal ids to people on Discord.

Deleting a row is forgetting somebody: their games stay, their name is gone for good.
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
from bot.namesakes import MOST_NAME, fold_name, make_handle
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import champions, decks, events, people, pods, strikes
from bot.storage.engine.stores import Work
from bot.storage.record.redaction import MARK
from bot.storage.record.strikes import ask_struck

_REMEMBERED = 16_384
"""More than sit in all the games that stay in memory, of which many have six players or more."""
_ASKED = 500  # people, in one question
_FEW = 16
"""People who are asked for by a question each, which takes no longer where there are so few."""

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
"""Who did something in the newest game of a channel: nearly always all who play it."""


class Person(Struct, frozen=True, gc=False):
    """Somebody: their internal id, their id on Discord, and the names they were last seen by.

    The `username` is theirs alone on all of Discord; it is empty until it is seen.
    """

    id: Player
    discord_id: int
    name: str
    username: str = ""

    @property
    def is_guest(self) -> bool:
        """Whether they have no account, and play by name."""
        return self.discord_id < 0

    @property
    def is_struck(self) -> bool:
        """Whether they are a guest whose name is struck out."""
        return self.is_guest and self.name == make_struck_name(self.discord_id)

    @property
    def mention(self) -> str:
        """What calls them on Discord; nothing calls a guest."""
        return "" if self.is_guest else f"<@{self.discord_id}>"


class People:
    """The people of all channels."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners = Listeners[[]]()
        self._forget_all()

    async def identify(self, discord_id: int, name: str, username: str = "") -> Person:
        """The person behind an account, under the names they have now. Writes nothing.

        Somebody new gets an id, which stays theirs once `Log.append` has written it down.
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
        """The guest of a server who goes by a name, however it is written. Writes nothing.

        As with `identify`, somebody new is yet to be written down, by `insert_guests` as well.
        """
        account = make_guest_account(guild, name)
        known = self._written.get(account) or await self._read_person(account)
        if known is not None:
            return known
        (rows,) = await self._database.ask(ask_struck(guild))
        return await self.identify(account, name_guest(guild, name, (text for (text,) in rows)))

    def find_news(self, person: Person) -> list[Person]:
        """The person, if the table does not have them so."""
        return [] if self._written.get(person.discord_id) == person else [person]

    def note_written(self, person: Person) -> None:
        """The table has the person so."""
        self._written.put(person.discord_id, person)

    async def find_people(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """The people with these ids; who was forgotten is not among them."""
        wanted = set(ids)
        found = {id: person for id in wanted if (person := self._by_id.get(id))}
        missing = wanted - found.keys()
        if missing:
            for person in await self._read_missing(missing):
                self._by_id.put(person.id, person)
                found[person.id] = person
        return found

    async def meet(self, discord_id: int, channel: int) -> None:
        """Remember an account, and who did something in the newest game of a channel."""
        written = self._written
        by_id = self._by_id  # who is forgotten meanwhile has them replaced
        here = Question(_IN_CHANNEL, {"channel": channel})
        for rows in await self._database.ask(_ask_account(discord_id), here):
            for person in starmap(Person, rows):
                if person.discord_id not in written:
                    written.put(person.discord_id, person)
                    by_id.put(person.id, person)

    async def forget(self, discord_id: int, also: Work[None] = lambda _: None) -> None:
        """Delete what ties an account to its id; should they come back, they are somebody new.

        In the same transaction it does what `also` belongs to that.
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
        """`listener` is told to forget what it remembers: somebody is in it who is forgotten."""
        self._listeners.add(listener)

    def reread(self) -> None:
        """Nothing that was remembered holds: rows were deleted, and texts changed."""
        self._forget_all()
        self._listeners.tell()

    async def recall(self) -> None:
        """Reread everything if another process has forgotten somebody who is remembered here."""
        written = {person.id for person in self._written.values()}
        new = {person.id for person in self._fresh.values()} - written
        known = list(written | {person.id for person in self._by_id.values()} - new)
        for at in range(0, len(known), _ASKED):
            some = known[at : at + _ASKED]
            found = {person.id for person in await self._read(people.c.id.in_(some))}
            if not found.issuperset(some):
                return self.reread()

    def _forget_all(self) -> None:
        self._written = LruCache[int, Person](_REMEMBERED)  # as the table has them
        self._fresh = LruCache[int, Person](_REMEMBERED)  # who is not in it yet
        self._by_id = LruCache[Player, Person](_REMEMBERED)

    async def _read_person(self, discord_id: int) -> Person | None:
        (rows,) = await self._database.ask(_ask_account(discord_id))
        for person in starmap(Person, rows):
            self.note_written(person)
            return person
        return None

    async def _read_missing(self, ids: Collection[Player]) -> list[Person]:
        if len(ids) > _FEW:
            return await self._read(people.c.id.in_(ids))
        found = await self._database.ask(*(Question(_BY_ID, {"id": id}) for id in ids))
        return [Person(*row) for rows in found for row in rows]

    async def _read(self, where: ColumnElement[bool]) -> list[Person]:
        rows = await self._database.fetch(select(people).where(where))
        return [Person(*row) for row in rows]


def _ask_account(discord_id: int) -> Question:
    return Question(_BY_ACCOUNT, {"discord_id": discord_id})


def make_guest_account(guild: int, name: str) -> int:
    """What stands for the account of a server's guest: below zero, and the same for names alike."""
    digest = hashlib.blake2b(f"{guild} {fold_name(name)}".encode(), digest_size=8).digest()
    return -1 - (int.from_bytes(digest) >> 1)


def make_struck_name(account: int) -> str:
    """What a guest is called whose name is struck out: of two in a game each something else."""
    return f"{MARK} {make_handle('', account)}"


def name_guest(guild: int, name: str, struck: Iterable[str]) -> str:
    """The name that a server's guest goes by where these texts are struck out."""
    account = make_guest_account(guild, name)
    hidden = any(make_guest_account(guild, text) == account for text in struck)
    return make_struck_name(account) if hidden else name[:MOST_NAME]


def make_id() -> Player:
    """A key that nobody has."""
    return secrets.token_urlsafe(9)


_INTRODUCE = Upsert(people)


def insert_people(persons: Iterable[Person]) -> RowChange:
    """Write down who is new or has another name; `RowExists` if an account has another id."""
    return RowChange(_INTRODUCE, [asdict(person) for person in persons])


def rename_guest(connection: Connection, guild: int, name: str) -> Player | None:
    """Let a guest go by their name, or by what stands for it; who it is, if there is one."""
    account = make_guest_account(guild, name)
    guest = connection.scalar(select(people.c.id).where(people.c.discord_id == account))
    if guest is not None:
        struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild))
        shown = name_guest(guild, name, struck)
        connection.execute(update(people).where(people.c.id == guest).values(name=shown))
    return guest


def hide_guests(connection: Connection, guild: int) -> None:
    """Hide the names of guests who were written down by somebody who knew of no strike."""
    struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild))
    for account in {make_guest_account(guild, text) for text in struck}:
        named = update(people).where(people.c.discord_id == account)
        connection.execute(named.values(name=make_struck_name(account)))


def find_struck_names(connection: Connection, accounts: Iterable[int]) -> list[str]:
    """The names of some guests that are struck out."""
    wanted = set(accounts)
    rows = connection.execute(select(strikes.c.guild, strikes.c.text)) if wanted else ()
    return [row.text for row in rows if make_guest_account(row.guild, row.text) in wanted]
