"""The owners of results: of guests whom an account has claimed, and of merged accounts.

In the log a claimed guest stays a guest, and a merged account itself; their results and defeats belong to their owner
on that server. `OWNERS` is the one place that says who that is.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    func,
    select,
    true,
    union_all,
    update,
)

from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import Row, RowChange, Upsert, WriteCondition
from bot.storage.engine.schema import defeats, guests, merges, people, results
from bot.storage.record.people import Person, build_people_with_nicknames_query, parse_person_row

_UPSERT_GUESTS = Upsert(guests)


def build_guests_upsert(guest_ids: Iterable[Player], guild_id: int) -> RowChange:
    """Build the change that inserts or updates at least one guest of a server."""
    return RowChange(_UPSERT_GUESTS, [{"player": player, "guild": guild_id} for player in guest_ids])


def list_guest_ids(persons: Iterable[Person]) -> list[Player]:
    return [person.id for person in persons if person.is_guest]


def _build_pod_sql_condition(database_table: Table) -> ColumnElement[bool]:
    channel = database_table.c.channel == bindparam("in_channel", type_=BigInteger)
    return and_(channel, database_table.c.pod == bindparam("of_pod", type_=BigInteger))


def _build_query_of_all_result_owners() -> CompoundSelect[Any]:
    """Return a query for the players who now own the results of claimed guests and merged accounts."""
    chained = and_(merges.c.guild == guests.c.guild, merges.c.player == guests.c.claimed_by)
    owner = func.coalesce(merges.c.person, guests.c.claimed_by)
    claimed = select(guests.c.guild, guests.c.player, owner.label("owner"))
    claimed = claimed.outerjoin(merges, chained).where(guests.c.claimed_by.is_not(None))
    merged = select(merges.c.guild, merges.c.player, merges.c.person.label("owner"))
    return union_all(claimed, merged.where(merges.c.person.is_not(None)))


OWNERS = _build_query_of_all_result_owners()
"""All players whose results are another's, by server, each with the owner."""


_owned = OWNERS.subquery("owned")
_SELECT_OWNED = select(_owned.c.player, _owned.c.owner).where(_owned.c.guild == bindparam("guild", type_=BigInteger))


async def load_result_owners_of_server(database: Database, guild_id: int) -> dict[Player, Player]:
    """Load the present result owner of each claimed guest and merged account of a server.

    Raises `DatabaseUnreachableError`.
    """
    (rows,) = await database.run_queries_on_one_snapshot(SmallQuery(_SELECT_OWNED, {"guild": guild_id}))
    return dict(map(tuple, rows))


def _build_result_owner_query(guild_column: ColumnElement[int], player_column: ColumnElement[Player]) -> Select[Player]:
    owners = OWNERS.subquery()
    return select(owners.c.owner).where(owners.c.guild == guild_column, owners.c.player == player_column)


def _build_statement_to_update_result_owners() -> Update:
    there = results.alias("there")
    other = OWNERS.subquery("other")
    mine = OWNERS.subquery("mine")
    same = and_(there.c.channel == results.c.channel, there.c.pod == results.c.pod)
    claimer = _build_result_owner_query(results.c.guild, results.c.player)
    who = func.coalesce(other.c.owner, there.c.player)
    is_here = mine.c.guild == results.c.guild
    theirs = and_(is_here, mine.c.player == results.c.player, mine.c.owner == who)
    taken = (
        select(there.c.player)
        .outerjoin(other, and_(other.c.guild == there.c.guild, other.c.player == there.c.player))
        .join(mine, theirs)
        .where(same, there.c.player != results.c.player)
        .correlate(results)
    )
    return (
        update(results)
        .where(_build_pod_sql_condition(results), claimer.exists(), ~taken.exists())
        .values(player=claimer.scalar_subquery(), guest=False)
    )


def _build_statement_to_update_defeat_owners(column_name: str) -> Update:
    column = defeats.c[column_name]
    same = and_(results.c.channel == defeats.c.channel, results.c.pod == defeats.c.pod)
    left = select(results.c.player).where(same, results.c.player == column)
    claimer = _build_result_owner_query(defeats.c.guild, column)
    return (
        update(defeats)
        .where(_build_pod_sql_condition(defeats), claimer.exists(), ~left.exists())
        .values({column_name: claimer.scalar_subquery()})
    )


def load_result_owners_by_server(connection: Connection) -> dict[int, dict[Player, Player]]:
    """Load the present result owner of each claimed guest and merged account, for each server."""
    found = defaultdict[int, dict[Player, Player]](dict)
    for guild, player, owner in connection.execute(OWNERS):
        found[guild][player] = owner
    return found


def load_accounts_and_guests_of_same_person(connection: Connection, guild_id: int, player: Player) -> frozenset[Player]:
    """Load all accounts and guests of a server that belong to the same person as this player."""
    owners = load_result_owners_by_server(connection)[guild_id]
    owner = owners.get(player, player)
    return frozenset({owner, player, *(each for each, by in owners.items() if by == owner)})


def map_players_to_result_owners(
    result_owners: Mapping[Player, Player], seated_players: Collection[Player]
) -> dict[Player, Player]:
    """Map a game's claimed guests and merged accounts to the players who own their results now.

    A player who would have two seats in the game is left out.
    """
    seats = Counter(result_owners.get(player, player) for player in seated_players)
    here = {player: result_owners[player] for player in seated_players if player in result_owners}
    return {player: by for player, by in here.items() if seats[by] == 1}


def replace_players_by_result_owners_in_row(row: Row, result_owners: Mapping[Player, Player]) -> Row:
    """Return a row of results or defeats in which claimed guests and merged accounts are replaced by players.

    These are the players who have the results now.
    """
    found: dict[str, Any] = {n: result_owners.get(row[n], row[n]) for n in _PLAYER_COLUMNS if n in row}
    if "guest" in row:
        found["guest"] = row["guest"] and row["player"] not in result_owners
    return {**row, **found}


_PLAYER_COLUMNS = ("player", "loser", "responsible")


_SELECT_CLAIMED = select(guests.c.player).where(guests.c.player == bindparam("guest"), guests.c.claimed_by.is_not(None))


class ClaimedGuestCommandLimit(Struct, frozen=True):
    """A limit that refuses commands which seat a guest whom a member has claimed."""

    guests: tuple[Player, ...]

    async def require_player_below_limit(self, database: Database, guild_id: int, player: Player) -> None:
        """Raise `Refusal` if a member has claimed one of the guests whom the command seats."""
        if self.guests:
            for claimer in (await GuestRepository(database).map_claimed_guests_to_members(self.guests)).values():
                raise Refusal("guest-claimed", player=claimer)

    def list_write_conditions(self, guild_id: int, player: Player) -> Iterator[WriteCondition]:
        """Yield SQL conditions that reject the write if a member has claimed a seated guest."""
        for guest in self.guests:
            yield WriteCondition(f"guest {guest}", _SELECT_CLAIMED, {"guest": guest})


class GuestRepository:
    """The guests (players without account) of all servers. Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load_guest_names_of_server(self, guild_id: int, *, include_claimed: bool = False) -> list[str]:
        """Load the names of a server's guests, sorted and without hidden names."""
        named = build_people_with_nicknames_query(guild_id).join(guests, guests.c.player == people.c.id)
        free = true() if include_claimed else guests.c.claimed_by.is_(None)
        rows = await self._database.fetch_rows(named.where(guests.c.guild == guild_id, free))
        every = (parse_person_row(row, guild_id) for row in rows)
        found = [person for person in every if not person.is_guest_with_redacted_name]
        return sorted((person.display_name for person in found), key=str.casefold)

    async def map_claimed_guests_to_members(self, players: Iterable[Player]) -> dict[Player, Player]:
        """Map the claimed guests among these players to the members who claimed them."""
        columns = select(guests.c.player, guests.c.claimed_by)
        claimed = columns.where(guests.c.player.in_([*players]), guests.c.claimed_by.is_not(None))
        return {row.player: row.claimed_by for row in await self._database.fetch_rows(claimed)}


CLAIM_RESULTS = _build_statement_to_update_result_owners()
"""Give the results of a pod's players to their owners.

An owner who would get two seats in the pod gets none of the others' results.
"""

CLAIM_LOSERS = _build_statement_to_update_defeat_owners("loser")
CLAIM_RESPONSIBLE = _build_statement_to_update_defeat_owners("responsible")
"""Give the defeats of a pod's players to their owners, once its results are written."""
