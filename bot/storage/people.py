"""Who is who: the one table that ties the log's internal ids to people on Discord.

Deleting a row is forgetting somebody: their games stay, their name is gone for good.
"""

import secrets
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.rules.facts import Player
from bot.storage.engine import reading, writing
from bot.storage.recent import Recent
from bot.storage.schema import people

_REMEMBERED = 4096


class Person(Struct, frozen=True):
    """Somebody: their internal id, their id on Discord, and the name they were last seen by."""

    id: Player
    discord_id: int
    name: str


class People:
    """The people of all channels."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._written = Recent[int, Person](_REMEMBERED)
        # Those who have done nothing yet: the first event that names them writes them down.
        self._fresh = Recent[int, Person](_REMEMBERED)
        self._by_id = Recent[Player, Person](_REMEMBERED)

    async def of(self, discord_id: int, name: str) -> Person:
        """The person behind an account, under the name they have now. Writes nothing.

        Somebody new gets an id, which stays theirs once `Log.append` is given this person.
        """
        known = self._written.get(discord_id) or await self._written_down(discord_id)
        seen = self._written if known else self._fresh
        known = known or self._fresh.get(discord_id) or Person(_new_id(), discord_id, name)
        person = known if known.name == name else replace(known, name=name)
        seen.put(discord_id, person)
        self._by_id.put(person.id, person)
        return person

    async def named(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """The people with these ids; who was forgotten is not among them."""
        wanted = set(ids)
        found = {id: person for id in wanted if (person := self._by_id.get(id))}
        missing = wanted - found.keys()
        if missing:
            for person in await self._read(people.c.id.in_(missing)):
                self._by_id.put(person.id, person)
                found[person.id] = person
        return found

    async def forget(self, discord_id: int) -> None:
        """Deletes what ties an account to its id; should they come back, they are somebody new."""
        async with writing(self._engine) as connection:
            where = people.c.discord_id == discord_id
            id = await connection.scalar(delete(people).where(where).returning(people.c.id))
        for memory in (self._written, self._fresh):
            if person := memory.get(discord_id):
                self._by_id.drop(person.id)
            memory.drop(discord_id)
        if id is not None:
            self._by_id.drop(id)

    async def _written_down(self, discord_id: int) -> Person | None:
        found = await self._read(people.c.discord_id == discord_id)
        return found[0] if found else None

    async def _read(self, where: ColumnElement[bool]) -> list[Person]:
        async with reading(self._engine) as connection:
            rows = await connection.execute(select(people).where(where))
            return [Person(row.id, row.discord_id, row.name) for row in rows]


def _new_id() -> Player:
    return secrets.token_urlsafe(9)


_new = insert(people)
_INTRODUCE = _new.on_conflict_do_update(
    index_elements=[people.c.id],
    set_={"name": _new.excluded.name},
    where=people.c.name != _new.excluded.name,
)


async def introduce(connection: AsyncConnection, persons: Iterable[Person]) -> None:
    """Writes down who is new or has another name. Raises `IntegrityError` for a taken account."""
    rows = [{"id": p.id, "discord_id": p.discord_id, "name": p.name} for p in persons]
    if rows:
        await connection.execute(_INTRODUCE, rows)
