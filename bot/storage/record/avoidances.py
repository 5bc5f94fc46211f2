"""Avoidances: the people whom a player wants to keep apart from, on each server.

Only the player is told. Commands of the player ask before they seat the player beside an avoided person.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, Text, and_, bindparam, delete, func, insert, or_, select

from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import apply_row_changes
from bot.storage.engine.schema import avoidances, merges
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts

MAX_AVOIDED = 25
"""The most people whom a player can avoid on a server: as many as Discord lets them pick."""

_GUILD = bindparam("guild", type_=BigInteger)
_PLAYER = bindparam("player", type_=Text)

_MERGED_HERE = and_(merges.c.guild == _GUILD, merges.c.person.is_not(None))

_PERSON = func.coalesce(
    select(merges.c.person).where(_MERGED_HERE, merges.c.player == _PLAYER).scalar_subquery(), _PLAYER
)
"""The account that stays of those that were merged with the player's."""

_SELECT_OWN = select(merges.c.player, merges.c.person).where(_MERGED_HERE, merges.c.person == _PERSON)
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
            avoidances.c.player.in_(select(merges.c.player).where(_MERGED_HERE, merges.c.person == _PERSON)),
        ),
    )
    .order_by(avoidances.c.place, avoidances.c.avoided, merges.c.person, _theirs.c.player)
)
"""A query for the accounts that a player avoids, with those that are the same person."""


class OwnAndAvoidedAccounts(NamedTuple):
    """A player's own accounts, and the accounts with whom the player does not want to play, in order."""

    own: frozenset[Player]
    avoided: tuple[Player, ...]


_SELECT_ALL = (
    select(avoidances.c.player, avoidances.c.avoided)
    .where(avoidances.c.guild == _GUILD)
    .order_by(avoidances.c.place, avoidances.c.player, avoidances.c.avoided)
)
_SELECT_MERGED = select(merges.c.player, merges.c.person).where(_MERGED_HERE)


async def load_avoided_pairs_of_players(
    database: Database, guild_id: int, players: Collection[Player]
) -> tuple[tuple[Player, Player], ...] | None:
    """Load the people whom these players avoid, as ordered pairs (player, avoided person).

    An avoided person is one of these players, if they are there by any account, or else the account on the list. All
    merged accounts of a player count. None means that nobody on the server avoids anybody. Raises
    `DatabaseUnreachableError`.
    """
    here = {"guild": guild_id}
    rows, merged = await database.run_queries_on_one_snapshot(
        SmallQuery(_SELECT_ALL, here), SmallQuery(_SELECT_MERGED, here)
    )
    if not rows:
        return None
    people = dict[Player, Player](merged)
    accounts: dict[Player, list[Player]] = {}
    for player in sorted(players):
        accounts.setdefault(people.get(player, player), []).append(player)
    pairs: list[tuple[Player, Player]] = [(row[0], row[1]) for row in rows]
    found = (
        (mine, theirs)
        for player, avoided in pairs
        for mine in accounts.get(people.get(player, player), ())
        for theirs in accounts.get(people.get(avoided, avoided), (avoided,))
        if mine != theirs
    )
    return tuple(dict.fromkeys(found))


async def load_own_and_avoided_accounts_of_player(
    database: Database, guild_id: int, player: Player
) -> OwnAndAvoidedAccounts:
    """Load a player's own accounts on a server, and the accounts with whom they do not want to play.

    Raises `DatabaseUnreachableError`.
    """
    here = {"guild": guild_id, "player": player}
    own, avoided = await database.run_queries_on_one_snapshot(
        SmallQuery(_SELECT_OWN, here), SmallQuery(_SELECT_AVOIDED, here)
    )
    own_ids, avoided_ids = (dict.fromkeys(id for row in rows for id in row if id) for rows in (own, avoided))
    return OwnAndAvoidedAccounts(frozenset(own_ids), tuple(avoided_ids))


class AvoidedPlayersRepository:
    """A repository of the private lists of people with whom players do not want to play.

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def load_avoided_accounts(self, guild_id: int, player: Player) -> tuple[Player, ...]:
        return (await load_own_and_avoided_accounts_of_player(self._database, guild_id, player)).avoided

    async def replace_avoided_people(self, guild_id: int, player: Person, avoided_people: Sequence[Person]) -> None:
        """Replace a player's list of people with whom they do not want to play on a server.

        Raises `Refusal` if there are too many.
        """
        if len(avoided_people) > MAX_AVOIDED:
            raise Refusal("avoid-many", most=MAX_AVOIDED)
        introduction = self._people.find_people_with_unsaved_names(player, *avoided_people)
        rows = [
            {"guild": guild_id, "player": player.id, "avoided": each.id, "place": place}
            for place, each in enumerate(avoided_people)
        ]

        def replace_avoidance_rows(connection: Connection) -> None:
            apply_row_changes([*build_people_upserts(introduction.unsaved)], connection)
            same = (merges.c.guild == guild_id, merges.c.person == player.id)
            merged = avoidances.c.player.in_(select(merges.c.player).where(*same))
            mine = or_(avoidances.c.player == player.id, merged)
            connection.execute(delete(avoidances).where(avoidances.c.guild == guild_id, mine))
            if rows:
                connection.execute(insert(avoidances), rows)

        await self._database.run_write_transaction(replace_avoidance_rows)
        introduction.mark_people_names_as_saved()
