"""People: the table that ties the log's internal ids to accounts on Discord, and their nicknames.

Deleting a row forgets a person: their games stay, but their name is gone for good. A nickname
belongs to a person on one server; no other server ever shows it.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Join,
    Select,
    and_,
    bindparam,
    delete,
    func,
    select,
    update,
)

from bot.listeners import Listeners
from bot.lru_cache import LruCache
from bot.namesakes import MAX_NAME_LENGTH, fold_name, make_handle
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import (
    avoidances,
    champions,
    decks,
    entry_calls,
    events,
    nicknames,
    people,
    player_decks,
    pods,
    strikes,
)
from bot.storage.engine.stores import Work
from bot.storage.record.redaction import REDACTED
from bot.storage.record.strikes import ask_struck

_CACHED_PEOPLE = 16_384
"""People in the cache: more than play the games in memory."""

NOWHERE = 0
"""Stands for a server where no server's nicknames may be shown."""

_PEOPLE_PER_SELECT = 500
"""The most people in one statement."""

_MAX_POINT_READS = 16
"""So few people are read by a point read each."""


_NICK_OR_EMPTY = func.coalesce(nicknames.c.name, "")

SHOWN_NAME: ColumnElement[str] = func.coalesce(func.nullif(_NICK_OR_EMPTY, ""), people.c.name)
"""The name of a person in a select from `join_nicknames`, as their server sees it."""


def join_nicknames(guild: int | BindParameter[int]) -> Join:
    """Return all people, joined with their nicknames on a server."""
    here = and_(nicknames.c.player == people.c.id, nicknames.c.guild == guild)
    return people.outerjoin(nicknames, here)


def select_people(guild: int | BindParameter[int]) -> Select[Any]:
    """Return a select of all people, with the nickname that each has on a server.

    `read_person` reads its rows.
    """
    return select(people, _NICK_OR_EMPTY.label("nick")).select_from(join_nicknames(guild))


_OF_PERSON: tuple[Column[Player], ...] = (
    *(decks.c.player, player_decks.c.player, nicknames.c.player, entry_calls.c.player),
    *(avoidances.c.player, avoidances.c.avoided),
)
"""Columns of the tables whose rows are deleted with the person whom they name."""

_SELECT_EVERYBODY = select_people(bindparam("guild"))
_SELECT_BY_ACCOUNT = _SELECT_EVERYBODY.where(people.c.discord_id == bindparam("discord_id"))
_SELECT_BY_ID = _SELECT_EVERYBODY.where(people.c.id == bindparam("id"))
_SELECT_IN_CHANNEL = _SELECT_EVERYBODY.where(
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


class Names(NamedTuple):
    """The names of an account: on all of Discord, and on one server.

    `own_name` is the account's display name on all of Discord; the `username` is unique there. Both
    are empty until they are known. `nick` is the nickname on the server, empty for none.
    """

    own_name: str
    username: str = ""
    nick: str = ""


class Person(Struct, frozen=True, gc=False):
    """A person: their internal id, their Discord id, and the names they had last.

    The names are those of `Names`; `guild` is the server of the nickname, or `NOWHERE`.
    """

    id: Player
    discord_id: int
    own_name: str
    username: str = ""
    nick: str = ""
    guild: int = NOWHERE

    @property
    def name(self) -> str:
        """The name that the person's server sees."""
        return self.nick or self.own_name

    @property
    def names(self) -> Names:
        """All names of the person."""
        return Names(self.own_name, self.username, self.nick)

    @property
    def account(self) -> tuple[Player, str, str]:
        """The values that are equal on all servers: id, display name and user name."""
        return self.id, self.own_name, self.username

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


def read_person(row: Iterable[Any], guild: int) -> Person:
    """Return the person in a row of `select_people` of the same server."""
    id, discord_id, own_name, username, nick = row
    return Person(id, discord_id, own_name, username, nick, guild)


OnServers = Mapping[int, Person]
"""One person's entries, with the nickname of each server, by server."""


class People:
    """The people of all servers, with a cache. Every method raises `Unreachable`.

    Names differ by server, so they are read through `on`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners = Listeners[[]]()
        self._forget_all()

    def on(self, guild: int) -> "ServerPeople":
        """Return the people as they are called on a server, or `NOWHERE`."""
        return ServerPeople(self, guild)

    async def identify(self, guild: int, discord_id: int, names: Names) -> Person:
        """Return the person behind an account as `ServerPeople.identify` does."""
        known = self._get_written(guild, discord_id)
        if known is None:
            known = await self._read_person(guild, discord_id)
        if known is None:
            fresh = self._fresh.get(discord_id)
            if fresh is None:
                fresh = Person(make_id(), discord_id, *names)
                self._fresh.put(discord_id, fresh)
            known = replace(fresh, guild=guild)
        if not names.username:
            names = names._replace(username=known.username)
        person = known if known.names == names else replace(known, **names._asdict())
        _put(self._by_id, person.id, person)
        return person

    async def identify_guest(self, guild: int, name: str) -> Person:
        """Return the guest of a server as `ServerPeople.identify_guest` does."""
        account = make_guest_account(guild, name)
        known = self._get_written(guild, account) or await self._read_person(guild, account)
        if known is not None:
            return known
        (rows,) = await self._database.ask(ask_struck(guild))
        called = name_guest(guild, name, (text for (text,) in rows))
        return await self.identify(guild, account, Names(called))

    def introduce(self, *persons: Person) -> "Introduction":
        """Return the introduction of some people, which a command is about to write."""
        unsaved = [p for p in persons if p != self._get_written(p.guild, p.discord_id)]
        return Introduction(unsaved, self._written)

    async def find(self, guild: int, ids: Iterable[Player]) -> dict[Player, Person]:
        """Return people with these ids as `ServerPeople.find_people` does."""
        wanted = set(ids)
        cached = self._by_id.find(wanted)
        found = {id: known[guild] for id, known in cached.items() if guild in known}
        missing = wanted - found.keys()
        if missing:
            for person in await self._read_missing(guild, missing):
                _put(self._by_id, person.id, person)
                found[person.id] = person
        return found

    async def preload(self, guild: int, discord_id: int, channel: int) -> None:
        """Cache people as `ServerPeople.preload` does."""
        # If somebody is forgotten meanwhile, new caches replace these.
        written = self._written
        by_id = self._by_id
        here = Question(_SELECT_IN_CHANNEL, {"channel": channel, "guild": guild})
        for rows in await self._database.ask(_ask_account(guild, discord_id), here):
            for row in rows:
                person = read_person(row, guild)
                if guild not in (written.get(person.discord_id) or {}):
                    _put(written, person.discord_id, person)
                    _put(by_id, person.id, person)

    async def forget(self, discord_id: int, also: Work[None] = lambda _: None) -> None:
        """Delete a person; if they come back, they get a new id.

        Runs `also` in the same transaction.
        """

        def forget_person(connection: Connection) -> None:
            also(connection)
            mine = select(people.c.id).where(people.c.discord_id == discord_id)
            delete_people(connection, [*connection.scalars(mine)])
            connection.execute(delete(champions).where(champions.c.discord_id == discord_id))

        try:
            await self._database.transact(forget_person)
        finally:
            self.reread()  # even after an error: perhaps it was written

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever caches of names or texts have to be dropped."""
        self._listeners.add(listener)

    def reread(self) -> None:
        """Drop all caches of names and texts: rows were deleted or texts changed."""
        self._forget_all()
        self._listeners.tell()

    async def recall(self) -> None:
        """Drop all caches if another process has forgotten or renamed a person cached here."""
        written = dict(_list_places(self._written))
        new = {person.id for person in self._fresh.values()} - {id for _, id in written}
        shown = {place for place, _ in _list_places(self._by_id) if place[1] not in new}
        places = sorted(written.keys() | shown)
        for at in range(0, len(places), _PEOPLE_PER_SELECT):
            some = places[at : at + _PEOPLE_PER_SELECT]
            for guild, here in groupby(some, key=itemgetter(0)):
                ids = [id for _, id in here]
                found = {
                    each.id: each for each in await self._select_people(guild, people.c.id.in_(ids))
                }
                if any(found.get(id) != written.get((guild, id), found.get(id)) for id in ids):
                    return self.reread()
                if not found.keys() >= {*ids}:
                    return self.reread()

    def _forget_all(self) -> None:
        # By account, as the tables have them; by account, not in the tables yet; by id.
        self._written = LruCache[int, OnServers](_CACHED_PEOPLE)
        self._fresh = LruCache[int, Person](_CACHED_PEOPLE)
        self._by_id = LruCache[Player, OnServers](_CACHED_PEOPLE)

    def _get_written(self, guild: int, discord_id: int) -> Person | None:
        return (self._written.get(discord_id) or {}).get(guild)

    async def _read_person(self, guild: int, discord_id: int) -> Person | None:
        written = self._written  # if somebody is forgotten meanwhile, a new cache replaces it
        (rows,) = await self._database.ask(_ask_account(guild, discord_id))
        for row in rows:
            person = read_person(row, guild)
            _put(written, person.discord_id, person)
            return person
        return None

    async def _read_missing(self, guild: int, ids: Collection[Player]) -> list[Person]:
        if len(ids) > _MAX_POINT_READS:
            return await self._select_people(guild, people.c.id.in_(ids))
        found = await self._database.ask(
            *(Question(_SELECT_BY_ID, {"id": id, "guild": guild}) for id in ids)
        )
        return [read_person(row, guild) for rows in found for row in rows]

    async def _select_people(self, guild: int, where: ColumnElement[bool]) -> list[Person]:
        rows = await self._database.fetch(select_people(guild).where(where))
        return [read_person(row, guild) for row in rows]


class Introduction(NamedTuple):
    """People whom a command writes, as the tables do not have them so.

    `written` is the cache of people as the tables have them, when the command began.
    """

    unsaved: Sequence[Person]
    written: LruCache[int, OnServers]

    def note_written(self) -> None:
        """Note that the tables have the people with these names, unless they were cleared since."""
        for person in self.unsaved:
            _put(self.written, person.discord_id, person)


class ServerPeople(NamedTuple):
    """The people of all servers, as they are called on one. Every method raises `Unreachable`."""

    people: People
    guild: int

    async def identify(self, discord_id: int, names: Names) -> Person:
        """Return the person behind an account, with their current names. Writes nothing.

        A new person gets an id, which is final once `Log.append` has stored it.
        """
        return await self.people.identify(self.guild, discord_id, names)

    async def identify_guest(self, name: str) -> Person:
        """Return the guest of the server with a name, in any spelling. Writes nothing.

        As with `identify`, a new guest is not stored yet; `insert_guests` stores them as well.
        """
        return await self.people.identify_guest(self.guild, name)

    async def find_people(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """Return the people with these ids, without those who were forgotten."""
        return await self.people.find(self.guild, ids)

    async def preload(self, discord_id: int, channel: int) -> None:
        """Cache the person of an account, and everybody who acted in a channel's newest game."""
        await self.people.preload(self.guild, discord_id, channel)


def _put(cache: LruCache[Any, OnServers], key: Player | int, person: Person) -> None:
    """Cache a person as known on a server, without what an old name of the account is in."""
    known = cache.get(key) or {}
    if known.get(person.guild) == person:
        return  # everything else that is cached has the same account already
    same = {guild: each for guild, each in known.items() if each.account == person.account}
    cache.put(key, {**same, person.guild: person})


def _list_places(cache: LruCache[Any, OnServers]) -> Iterator[tuple[tuple[int, Player], Person]]:
    """Yield all cached people by server and id."""
    for known in cache.values():
        for guild, person in known.items():
            yield (guild, person.id), person


def _ask_account(guild: int, discord_id: int) -> Question:
    return Question(_SELECT_BY_ACCOUNT, {"discord_id": discord_id, "guild": guild})


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
_UPSERT_NICKNAMES = Upsert(nicknames)


def insert_people(persons: Iterable[Person]) -> Iterator[RowChange]:
    """Yield the upserts of some people and of their names on their servers.

    The first raises `RowExists` if an account has another id.
    """
    every = [*persons]
    if every:
        yield RowChange(_UPSERT_PEOPLE, [_make_row(person) for person in every])
    named = [
        {"guild": person.guild, "player": person.id, "name": person.nick}
        for person in every
        if person.guild and not person.is_guest
    ]
    if named:
        yield RowChange(_UPSERT_NICKNAMES, named)


def _make_row(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "discord_id": person.discord_id,
        "name": person.own_name,
        "username": person.username,
    }


def delete_people(connection: Connection, ids: Collection[Player]) -> None:
    """Delete people, and all rows that are about nobody else."""
    for column in (*_OF_PERSON, people.c.id):
        connection.execute(delete(column.table).where(column.in_(ids)))


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
