"""People: the table from the log's internal ids to Discord accounts, and their nicknames.

Deleting a row forgets a person: their games stay, but their name is gone for good. A nickname belongs to a person on
one server; no other server ever shows it.
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

from bot.basics.listeners import CallbackList
from bot.basics.lru_cache import LruCache
from bot.basics.similar_names import MAX_NAME_LENGTH, build_lookalike_name_key, format_discord_user_name
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import RowChange, Upsert
from bot.storage.engine.schema import (
    avoidances,
    ballots,
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
from bot.storage.record.redacted_texts import build_redacted_texts_query
from bot.storage.record.redaction import REDACTED

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
"""The name of a person in a select from `build_people_with_nicknames_join`, as their server sees it."""


def build_people_with_nicknames_join(guild_id: int | BindParameter[int]) -> Join:
    """Return the SQL join of all people with their nicknames on a server."""
    here = and_(nicknames.c.player == people.c.id, nicknames.c.guild == guild_id)
    return people.outerjoin(nicknames, here)


def build_people_with_nicknames_query(guild_id: int | BindParameter[int]) -> Select[Any]:
    """Return a SELECT of all people with their nicknames on a server.

    `parse_person_row` parses its rows.
    """
    return select(people, _NICK_OR_EMPTY.label("nick")).select_from(build_people_with_nicknames_join(guild_id))


_OF_PERSON: tuple[Column[Player], ...] = (
    *(decks.c.player, player_decks.c.player, nicknames.c.player, entry_calls.c.player),
    *(avoidances.c.player, avoidances.c.avoided, ballots.c.voter, ballots.c.choice),
)
"""Columns of the tables whose rows are deleted with the person whom they name."""

_SELECT_EVERYBODY = build_people_with_nicknames_query(bindparam("guild"))
_SELECT_BY_ACCOUNT = _SELECT_EVERYBODY.where(people.c.discord_id == bindparam("discord_id"))
_SELECT_BY_ID = _SELECT_EVERYBODY.where(people.c.id == bindparam("id"))
_SELECT_BY_IDS = _SELECT_EVERYBODY.where(people.c.id.in_(bindparam("ids", expanding=True)))
_SELECT_IN_CHANNEL = _SELECT_EVERYBODY.where(
    people.c.id.in_(
        select(events.c.by).where(
            events.c.channel == bindparam("channel"),
            events.c.pod
            == select(func.max(pods.c.pod)).where(pods.c.channel == bindparam("channel")).scalar_subquery(),
        )
    )
)
"""Everybody who acted in the newest game of a channel: nearly always all its players."""


class AccountNames(NamedTuple):
    """The names of a Discord account: display name, user name, and nickname on one server.

    `own_name` is the account's display name on all of Discord; the `username` is unique there. Both are empty until
    they are known. `nick` is the nickname on the server, empty for none.
    """

    own_name: str
    username: str = ""
    nick: str = ""


class Person(Struct, frozen=True, gc=False):
    """A player: an internal id, the Discord account id, and the names seen last.

    The names are those of `AccountNames`; `guild` is the server of the nickname, or `NOWHERE`.
    """

    id: Player
    discord_id: int
    own_name: str
    username: str = ""
    nick: str = ""
    guild: int = NOWHERE

    @property
    def display_name(self) -> str:
        """The name that people see: the nickname on the server, otherwise the display name."""
        return self.nick or self.own_name

    @property
    def account_names(self) -> AccountNames:
        return AccountNames(self.own_name, self.username, self.nick)

    @property
    def id_and_global_names(self) -> tuple[Player, str, str]:
        """The id, display name and user name, which do not depend on a server."""
        return self.id, self.own_name, self.username

    @property
    def is_guest(self) -> bool:
        """True if the person has no Discord account and plays under a name that a member entered."""
        return self.discord_id < 0

    @property
    def is_guest_with_redacted_name(self) -> bool:
        """True if the person is a guest whose name a moderator has hidden."""
        return self.is_guest and self.display_name == build_redacted_guest_name(self.discord_id)

    @property
    def discord_mention(self) -> str:
        """The text by which Discord mentions the person, such as `<@123>`; empty for a guest."""
        return "" if self.is_guest else f"<@{self.discord_id}>"


def parse_person_row(person_row: Iterable[Any], guild_id: int) -> Person:
    """Return the person of a row from `build_people_with_nicknames_query` for the same server."""
    id, discord_id, own_name, username, nick = person_row
    return Person(id, discord_id, own_name, username, nick, guild_id)


OnServers = Mapping[int, Person]
"""One person's entries, with the nickname of each server, by server."""


class PeopleRepository:
    """All people of all servers, with a cache. Every method raises `DatabaseUnreachableError`.

    Names differ by server, so they are read through `with_nicknames_of_server`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners = CallbackList[[]]()
        self._create_people_caches()

    def with_nicknames_of_server(self, guild_id: int) -> "PeopleWithServerNicknames":
        return PeopleWithServerNicknames(self, guild_id)

    async def load_or_create_person(self, guild_id: int, discord_id: int, account_names: AccountNames) -> Person:
        """Load the person of a Discord account, or create a person who is not saved yet."""
        known = self._find_cached_person(guild_id, discord_id)
        if known is None:
            known = await self._load_person_of_account(guild_id, discord_id)
        if known is None:
            fresh = self._fresh.get(discord_id)
            if fresh is None:
                fresh = Person(generate_player_id(), discord_id, *account_names)
                self._fresh.put(discord_id, fresh)
            known = replace(fresh, guild=guild_id)
        own_name, username, nick = account_names
        username = username or known.username
        has_same_names = own_name == known.own_name and username == known.username and nick == known.nick
        person = known if has_same_names else replace(known, own_name=own_name, username=username, nick=nick)
        _cache_person_on_server(self._by_id, person.id, person)
        return person

    async def load_or_create_guest(self, guild_id: int, guest_name: str) -> Person:
        """Load a server's guest by name, in any spelling, or create a guest who is not saved yet."""
        account = compute_guest_account_number(guild_id, guest_name)
        known = self._find_cached_person(guild_id, account) or await self._load_person_of_account(guild_id, account)
        if known is not None:
            return known
        (rows,) = await self._database.run_queries_on_one_snapshot(build_redacted_texts_query(guild_id))
        called = find_displayed_guest_name(guild_id, guest_name, (text for (text,) in rows))
        return await self.load_or_create_person(guild_id, account, AccountNames(called))

    def find_people_with_unsaved_names(self, *persons: Person) -> "PeopleWithUnsavedNames":
        """Return the people whose names in the database are outdated, so that the next command saves them."""
        unsaved = [p for p in persons if p != self._find_cached_person(p.guild, p.discord_id)]
        return PeopleWithUnsavedNames(unsaved, self._written)

    async def load_people_by_ids(self, guild_id: int, player_ids: Iterable[Player]) -> dict[Player, Person]:
        """Load people by their ids, with their nicknames on a server."""
        wanted = set(player_ids)
        cached = self._by_id.get_many(wanted)
        found = {id: known[guild_id] for id, known in cached.items() if guild_id in known}
        missing = wanted - found.keys()
        if missing:
            for person in await self._load_people_by_id(guild_id, missing):
                _cache_person_on_server(self._by_id, person.id, person)
                found[person.id] = person
        return found

    async def cache_user_and_people_of_newest_game(self, guild_id: int, discord_id: int, channel_id: int) -> None:
        """Cache the person of an account, and everybody who acted in the newest game of a channel."""
        # If somebody is forgotten meanwhile, new caches replace these.
        written = self._written
        by_id = self._by_id
        here = SmallQuery(_SELECT_IN_CHANNEL, {"channel": channel_id, "guild": guild_id})
        for rows in await self._database.run_queries_on_one_snapshot(
            _build_person_by_account_query(guild_id, discord_id), here
        ):
            for row in rows:
                person = parse_person_row(row, guild_id)
                if guild_id not in (written.get(person.discord_id) or {}):
                    _cache_person_on_server(written, person.discord_id, person)
                    _cache_person_on_server(by_id, person.id, person)

    async def delete_person_of_account(
        self, discord_id: int, run_in_same_transaction: Work[None] = lambda _: None
    ) -> None:
        """Delete the person of a Discord account. If the account comes back, it gets a new internal id."""

        def delete_rows_of_person(connection: Connection) -> None:
            run_in_same_transaction(connection)
            mine = select(people.c.id).where(people.c.discord_id == discord_id)
            delete_people(connection, [*connection.scalars(mine)])
            connection.execute(delete(champions).where(champions.c.discord_id == discord_id))

        try:
            await self._database.run_write_transaction(delete_rows_of_person)
        finally:
            self.clear_name_caches()  # even after an error: perhaps it was written

    def add_name_change_listener(self, listener: Callable[[], None]) -> None:
        """Register a function to call after names or texts have changed, so that it can empty its caches."""
        self._listeners.add_callback(listener)

    def clear_name_caches(self) -> None:
        self._create_people_caches()
        self._listeners.call_all_callbacks()

    async def clear_name_caches_if_people_changed(self) -> None:
        """Empty all caches of names if another process has deleted or renamed a cached person."""
        written = dict(_iterate_cached_people(self._written))
        new = {person.id for person in self._fresh.values()} - {id for _, id in written}
        shown = {place for place, _ in _iterate_cached_people(self._by_id) if place[1] not in new}
        places = sorted(written.keys() | shown)
        for at in range(0, len(places), _PEOPLE_PER_SELECT):
            some = places[at : at + _PEOPLE_PER_SELECT]
            for guild, here in groupby(some, key=itemgetter(0)):
                ids = [id for _, id in here]
                found = {each.id: each for each in await self._load_people_in_one_query(guild, ids)}
                if any(found.get(id) != written.get((guild, id), found.get(id)) for id in ids):
                    return self.clear_name_caches()
                if not found.keys() >= {*ids}:
                    return self.clear_name_caches()

    def _create_people_caches(self) -> None:
        # By account, as the tables have them; by account, not in the tables yet; by id.
        self._written = LruCache[int, OnServers](_CACHED_PEOPLE)
        self._fresh = LruCache[int, Person](_CACHED_PEOPLE)
        self._by_id = LruCache[Player, OnServers](_CACHED_PEOPLE)

    def _find_cached_person(self, guild_id: int, discord_id: int) -> Person | None:
        return (self._written.get(discord_id) or {}).get(guild_id)

    async def _load_person_of_account(self, guild_id: int, discord_id: int) -> Person | None:
        written = self._written  # if somebody is forgotten meanwhile, a new cache replaces it
        (rows,) = await self._database.run_queries_on_one_snapshot(_build_person_by_account_query(guild_id, discord_id))
        for row in rows:
            person = parse_person_row(row, guild_id)
            _cache_person_on_server(written, person.discord_id, person)
            return person
        return None

    async def _load_people_by_id(self, guild_id: int, player_ids: Collection[Player]) -> list[Person]:
        if len(player_ids) > _MAX_POINT_READS:
            return await self._load_people_in_one_query(guild_id, player_ids)
        found = await self._database.run_queries_on_one_snapshot(
            *(SmallQuery(_SELECT_BY_ID, {"id": id, "guild": guild_id}) for id in player_ids)
        )
        return [parse_person_row(row, guild_id) for rows in found for row in rows]

    async def _load_people_in_one_query(self, guild_id: int, player_ids: Collection[Player]) -> list[Person]:
        rows = await self._database.fetch_rows(_SELECT_BY_IDS, {"ids": [*player_ids], "guild": guild_id})
        return [parse_person_row(row, guild_id) for row in rows]


class PeopleWithUnsavedNames(Struct, frozen=True):
    """A list of people whose current names a command still has to save in the database.

    `written` is the cache of people as the tables had them when the command began.
    """

    unsaved: Sequence[Person]
    written: LruCache[int, OnServers]

    def mark_people_names_as_saved(self) -> None:
        """Mark these people's names as saved, unless the cache was cleared since the command began."""
        for person in self.unsaved:
            _cache_person_on_server(self.written, person.discord_id, person)


class PeopleWithServerNicknames(Struct, frozen=True):
    """All people that the bot knows, with their nicknames on one server.

    Every method raises `DatabaseUnreachableError`.
    """

    people: PeopleRepository
    guild: int

    async def load_or_create_person(self, discord_id: int, account_names: AccountNames) -> Person:
        """Load the person of a Discord account, or create a person who is not saved yet.

        A new person gets an id, which is final once `EventLog.append_event` has stored it.
        """
        return await self.people.load_or_create_person(self.guild, discord_id, account_names)

    async def load_or_create_guest(self, guest_name: str) -> Person:
        """Load a guest by name, in any spelling, or create a guest who is not saved yet.

        `build_guests_upsert` stores new guests as well.
        """
        return await self.people.load_or_create_guest(self.guild, guest_name)

    async def load_people_by_id(self, player_ids: Iterable[Player]) -> dict[Player, Person]:
        """Load the people with these ids. Forgotten people, whose data was deleted, are left out."""
        return await self.people.load_people_by_ids(self.guild, player_ids)

    async def cache_user_and_people_of_newest_game(self, discord_id: int, channel_id: int) -> None:
        await self.people.cache_user_and_people_of_newest_game(self.guild, discord_id, channel_id)


def _cache_person_on_server(people_cache: LruCache[Any, OnServers], person_key: Player | int, person: Person) -> None:
    """Cache a person with their names on a server, replacing older names."""
    known = people_cache.get(person_key) or {}
    if known.get(person.guild) == person:
        return  # everything else that is cached has the same account already
    same = {guild: each for guild, each in known.items() if each.id_and_global_names == person.id_and_global_names}
    people_cache.put(person_key, {**same, person.guild: person})


def _iterate_cached_people(cache: LruCache[Any, OnServers]) -> Iterator[tuple[tuple[int, Player], Person]]:
    for known in cache.values():
        for guild, person in known.items():
            yield (guild, person.id), person


def _build_person_by_account_query(guild_id: int, discord_id: int) -> SmallQuery:
    return SmallQuery(_SELECT_BY_ACCOUNT, {"discord_id": discord_id, "guild": guild_id})


def compute_guest_account_number(guild_id: int, guest_name: str) -> int:
    """Compute a guest's negative account number from the server and the name."""
    digest = hashlib.blake2b(f"{guild_id} {build_lookalike_name_key(guest_name)}".encode(), digest_size=8).digest()
    return -1 - (int.from_bytes(digest) >> 1)


def build_redacted_guest_name(guest_account: int) -> str:
    return f"{REDACTED} {format_discord_user_name('', guest_account)}"


def find_displayed_guest_name(guild_id: int, guest_name: str, redacted_texts: Iterable[str]) -> str:
    """Return the displayed name of a guest: a placeholder if moderators redacted the name."""
    account = compute_guest_account_number(guild_id, guest_name)
    hidden = any(compute_guest_account_number(guild_id, text) == account for text in redacted_texts)
    return build_redacted_guest_name(account) if hidden else guest_name[:MAX_NAME_LENGTH]


def generate_player_id() -> Player:
    return secrets.token_urlsafe(9)


_UPSERT_PEOPLE = Upsert(people)
_UPSERT_NICKNAMES = Upsert(nicknames)


def build_people_upserts(persons: Iterable[Person]) -> Iterator[RowChange]:
    """Yield the changes that insert or update people and their nicknames.

    The first raises `RowAlreadyExistsError` on execution if an account has another id.
    """
    every = [*persons]
    if every:
        yield RowChange(_UPSERT_PEOPLE, [_build_database_row_of_person(person) for person in every])
    named = [
        {"guild": person.guild, "player": person.id, "name": person.nick}
        for person in every
        if person.guild and not person.is_guest
    ]
    if named:
        yield RowChange(_UPSERT_NICKNAMES, named)


def _build_database_row_of_person(person: Person) -> dict[str, Any]:
    return {"id": person.id, "discord_id": person.discord_id, "name": person.own_name, "username": person.username}


def delete_people(connection: Connection, player_ids: Collection[Player]) -> None:
    """Delete people with all their rows, such as decks and nicknames, that concern nobody else."""
    for column in (*_OF_PERSON, people.c.id):
        connection.execute(delete(column.table).where(column.in_(player_ids)))


def redact_or_restore_guest_name(connection: Connection, guild_id: int, guest_name: str) -> Player | None:
    """Redact or restore a guest's name as the moderators decided; return the guest, if any."""
    account = compute_guest_account_number(guild_id, guest_name)
    guest = connection.scalar(select(people.c.id).where(people.c.discord_id == account))
    if guest is not None:
        struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild_id))
        shown = find_displayed_guest_name(guild_id, guest_name, struck)
        connection.execute(update(people).where(people.c.id == guest).values(name=shown))
    return guest


def redact_guest_names_of_server(connection: Connection, guild_id: int) -> None:
    """Replace the redacted names of a server's guests with placeholders."""
    struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild_id))
    for account in {compute_guest_account_number(guild_id, text) for text in struck}:
        named = update(people).where(people.c.discord_id == account)
        connection.execute(named.values(name=build_redacted_guest_name(account)))


def load_unredacted_guest_names(connection: Connection, guest_accounts: Iterable[int]) -> list[str]:
    """Load the original names of guests whose names moderators have hidden."""
    wanted = set(guest_accounts)
    rows = connection.execute(select(strikes.c.guild, strikes.c.text)) if wanted else ()
    return [row.text for row in rows if compute_guest_account_number(row.guild, row.text) in wanted]
