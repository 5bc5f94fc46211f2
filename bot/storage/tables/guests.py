"""The owners of results: of guests whom an account has claimed, and of merged accounts.

In the log a claimed guest stays a guest, and a merged account itself; their results and defeats
belong to their owner on that server. `OWNERS` is the one place that says who that is.
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
from bot.storage.engine.changes import Condition, Row, RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import defeats, guests, merges, people, results
from bot.storage.record.people import Person, read_person, select_people

_UPSERT_GUESTS = Upsert(guests)


def insert_guests(players: Iterable[Player], guild: int) -> RowChange:
    """Return the upsert of some guests of a server; there must be at least one."""
    return RowChange(_UPSERT_GUESTS, [{"player": player, "guild": guild} for player in players])


def list_guests(persons: Iterable[Person]) -> list[Player]:
    """Return the ids of those people who are guests."""
    return [person.id for person in persons if person.is_guest]


def _of_pod(table: Table) -> ColumnElement[bool]:
    channel = table.c.channel == bindparam("in_channel", type_=BigInteger)
    return and_(channel, table.c.pod == bindparam("of_pod", type_=BigInteger))


def _select_owners() -> CompoundSelect[Any]:
    chained = and_(merges.c.guild == guests.c.guild, merges.c.player == guests.c.claimed_by)
    owner = func.coalesce(merges.c.person, guests.c.claimed_by)
    claimed = select(guests.c.guild, guests.c.player, owner.label("owner"))
    claimed = claimed.outerjoin(merges, chained).where(guests.c.claimed_by.is_not(None))
    merged = select(merges.c.guild, merges.c.player, merges.c.person.label("owner"))
    return union_all(claimed, merged.where(merges.c.person.is_not(None)))


OWNERS = _select_owners()
"""All players whose results are another's, by server, each with the owner."""


_owned = OWNERS.subquery("owned")
_SELECT_OWNED = select(_owned.c.player, _owned.c.owner).where(
    _owned.c.guild == bindparam("guild", type_=BigInteger)
)


async def load_owners(database: Database, guild: int) -> dict[Player, Player]:
    """Return the owner of each player of a server whose results are another's.

    Raises `Unreachable`.
    """
    (rows,) = await database.ask(Question(_SELECT_OWNED, {"guild": guild}))
    return dict(map(tuple, rows))


def _find_owner(guild: ColumnElement[int], column: ColumnElement[Player]) -> Select[Player]:
    owners = OWNERS.subquery()
    return select(owners.c.owner).where(owners.c.guild == guild, owners.c.player == column)


def _claim_results() -> Update:
    there = results.alias("there")
    other = OWNERS.subquery("other")
    mine = OWNERS.subquery("mine")
    same = and_(there.c.channel == results.c.channel, there.c.pod == results.c.pod)
    claimer = _find_owner(results.c.guild, results.c.player)
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
        .where(_of_pod(results), claimer.exists(), ~taken.exists())
        .values(player=claimer.scalar_subquery(), guest=False)
    )


def _claim_defeats(name: str) -> Update:
    column = defeats.c[name]
    same = and_(results.c.channel == defeats.c.channel, results.c.pod == defeats.c.pod)
    left = select(results.c.player).where(same, results.c.player == column)
    claimer = _find_owner(defeats.c.guild, column)
    return (
        update(defeats)
        .where(_of_pod(defeats), claimer.exists(), ~left.exists())
        .values({name: claimer.scalar_subquery()})
    )


def find_owners(connection: Connection) -> dict[int, dict[Player, Player]]:
    """Return the owner of each player whose results are another's, by server."""
    found = defaultdict[int, dict[Player, Player]](dict)
    for guild, player, owner in connection.execute(OWNERS):
        found[guild][player] = owner
    return found


def find_same(connection: Connection, guild: int, player: Player) -> frozenset[Player]:
    """Return all players of a server whose results have the same owner as a player's."""
    owners = find_owners(connection)[guild]
    owner = owners.get(player, player)
    return frozenset({owner, player, *(each for each, by in owners.items() if by == owner)})


def find_own(claimed: Mapping[Player, Player], seated: Collection[Player]) -> dict[Player, Player]:
    """Return the players of a game whose results `CLAIM_RESULTS` moves, with the owners."""
    seats = Counter(claimed.get(player, player) for player in seated)
    here = {player: claimed[player] for player in seated if player in claimed}
    return {player: by for player, by in here.items() if seats[by] == 1}


def claim_row(row: Row, claimed: Mapping[Player, Player]) -> Row:
    """Return a row as `CLAIM_RESULTS` and its sisters change it, for some owned results."""
    found: dict[str, Any] = {n: claimed.get(row[n], row[n]) for n in _PLAYER_COLUMNS if n in row}
    if "guest" in row:
        found["guest"] = row["guest"] and row["player"] not in claimed
    return {**row, **found}


_PLAYER_COLUMNS = ("player", "loser", "responsible")


_SELECT_CLAIMED = select(guests.c.player).where(
    guests.c.player == bindparam("guest"), guests.c.claimed_by.is_not(None)
)


class Unclaimed(Struct, frozen=True):
    """A limit of commands that seat guests: an account may have claimed none of them."""

    guests: tuple[Player, ...]

    async def check(self, database: Database, guild: int, player: Player) -> None:
        """Raise `Refusal` if an account has claimed one of the guests."""
        if self.guests:
            for claimer in (await Guests(database).find_claimed(self.guests)).values():
                raise Refusal("guest-claimed", player=claimer)

    def list_conditions(self, guild: int, player: Player) -> Iterator[Condition]:
        """Yield the conditions of a write that seats the guests."""
        for guest in self.guests:
            yield Condition(f"guest {guest}", _SELECT_CLAIMED, {"guest": guest})


class Guests:
    """The guests of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_names(self, guild: int, *, claimed: bool = False) -> list[str]:
        """Return the names of a server's guests, sorted, without struck ones.

        Claimed guests are included if `claimed`.
        """
        named = select_people(guild).join(guests, guests.c.player == people.c.id)
        free = true() if claimed else guests.c.claimed_by.is_(None)
        rows = await self._database.fetch(named.where(guests.c.guild == guild, free))
        every = (read_person(row, guild) for row in rows)
        found = [person for person in every if not person.is_struck]
        return sorted((person.name for person in found), key=str.casefold)

    async def find_claimed(self, players: Iterable[Player]) -> dict[Player, Player]:
        """Return those players who are claimed guests, with their claimers."""
        columns = select(guests.c.player, guests.c.claimed_by)
        claimed = columns.where(guests.c.player.in_([*players]), guests.c.claimed_by.is_not(None))
        return {row.player: row.claimed_by for row in await self._database.fetch(claimed)}


CLAIM_RESULTS = _claim_results()
"""Give the results of a pod's players to their owners.

An owner who would get two seats in the pod gets none of the others' results.
"""

CLAIM_LOSERS = _claim_defeats("loser")
CLAIM_RESPONSIBLE = _claim_defeats("responsible")
"""Give the defeats of a pod's players to their owners, once its results are written."""
