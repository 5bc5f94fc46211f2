"""Avoidances: whom a player wants to keep apart from, on each server.

Nobody but the player is told. Acts of the player ask before they seat them beside somebody whom
they avoid.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
)

from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.changes import apply
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import avoidances, merges
from bot.storage.record.people import People, Person, insert_people

MAX_AVOIDED = 25
"""The most people whom a player can avoid on a server: as many as Discord lets them pick."""

_GUILD = bindparam("guild", type_=BigInteger)
_PLAYER = bindparam("player", type_=Text)

_MERGED_HERE = and_(merges.c.guild == _GUILD, merges.c.person.is_not(None))

_PERSON = func.coalesce(
    select(merges.c.person).where(_MERGED_HERE, merges.c.player == _PLAYER).scalar_subquery(),
    _PLAYER,
)
"""The account that stays of those that were merged with the player's."""

_SELECT_OWN = select(merges.c.player, merges.c.person).where(
    _MERGED_HERE, merges.c.person == _PERSON
)
"""The merges of the player's own accounts."""

_theirs = merges.alias("theirs")
_is_same = or_(merges.c.player == avoidances.c.avoided, merges.c.person == avoidances.c.avoided)
_is_of_same = and_(_theirs.c.guild == _GUILD, _theirs.c.person == merges.c.person)
_SELECT_AVOIDED = (
    select(avoidances.c.avoided, merges.c.person, _theirs.c.player)
    .outerjoin(merges, and_(_MERGED_HERE, _is_same))
    .outerjoin(_theirs, _is_of_same)
    .where(
        avoidances.c.guild == _GUILD,
        or_(
            avoidances.c.player.in_((_PLAYER, _PERSON)),
            avoidances.c.player.in_(
                select(merges.c.player).where(_MERGED_HERE, merges.c.person == _PERSON)
            ),
        ),
    )
)
"""A query for the accounts that a player avoids, with those that are the same person."""


class Company(NamedTuple):
    """The accounts of a player that were merged, and all accounts of people whom they avoid."""

    own: frozenset[Player]
    avoided: frozenset[Player]


_SELECT_ALL = select(avoidances.c.player, avoidances.c.avoided).where(avoidances.c.guild == _GUILD)
_SELECT_MERGED = select(merges.c.player, merges.c.person).where(_MERGED_HERE)


async def load_apart(
    database: Database, guild: int, players: Collection[Player]
) -> frozenset[frozenset[Player]] | None:
    """Return the pairs among `players` of whom one avoids the other, by any account of theirs.

    None means that nobody on the server avoids anybody. Raises `Unreachable`.
    """
    here = {"guild": guild}
    rows, merged = await database.ask(Question(_SELECT_ALL, here), Question(_SELECT_MERGED, here))
    if not rows:
        return None
    people = dict[Player, Player](merged)
    if not rows:
        return None
    avoided = {
        frozenset({people.get(player, player), people.get(other, other)}) for player, other in rows
    }
    return frozenset(
        frozenset(pair)
        for pair in combinations(players, 2)
        if frozenset(people.get(each, each) for each in pair) in avoided
    )


async def load_company(database: Database, guild: int, player: Player) -> Company:
    """Return whom a player is, and whom they avoid, on a server. Raises `Unreachable`."""
    here = {"guild": guild, "player": player}
    own, avoided = await database.ask(Question(_SELECT_OWN, here), Question(_SELECT_AVOIDED, here))
    ids = (frozenset(id for row in rows for id in row if id) for rows in (own, avoided))
    return Company(*ids)


class Avoidances:
    """The avoidances of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def load(self, guild: int, player: Player) -> frozenset[Player]:
        """Return all accounts of the people whom a player avoids on a server."""
        return (await load_company(self._database, guild, player)).avoided

    async def replace(self, guild: int, by: Person, avoided: Sequence[Person]) -> None:
        """Replace the people whom a player avoids on a server.

        Raises `Refusal` if there are too many.
        """
        if len(avoided) > MAX_AVOIDED:
            raise Refusal("avoid-many", most=MAX_AVOIDED)
        introduction = self._people.introduce(by, *avoided)
        rows = [{"guild": guild, "player": by.id, "avoided": each.id} for each in avoided]

        def replace_rows(connection: Connection) -> None:
            apply([*insert_people(introduction.unsaved)], connection)
            same = (merges.c.guild == guild, merges.c.person == by.id)
            merged = avoidances.c.player.in_(select(merges.c.player).where(*same))
            mine = or_(avoidances.c.player == by.id, merged)
            connection.execute(delete(avoidances).where(avoidances.c.guild == guild, mine))
            if rows:
                connection.execute(insert(avoidances), rows)

        await self._database.transact(replace_rows)
        introduction.note_written()
