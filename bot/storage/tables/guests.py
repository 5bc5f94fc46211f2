"""Guests: players without an account, by server, and who has claimed them.

In the log a claimed guest stays a guest; their results and defeats belong to the claimer.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    func,
    select,
    true,
    update,
)

from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.changes import Condition, Row, RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.schema import defeats, guests, people, results
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


def _find_claimer(column: ColumnElement[Player]) -> Select[Player]:
    claimed = and_(guests.c.player == column, guests.c.claimed_by.is_not(None))
    return select(guests.c.claimed_by).where(claimed)


def _claim_results() -> Update:
    there = results.alias("there")
    other = guests.alias("other")
    same = and_(there.c.channel == results.c.channel, there.c.pod == results.c.pod)
    claimer = _find_claimer(results.c.player)
    who = func.coalesce(other.c.claimed_by, there.c.player)
    theirs = and_(guests.c.player == results.c.player, guests.c.claimed_by == who)
    taken = (
        select(there.c.player)
        .outerjoin(other, other.c.player == there.c.player)
        .join(guests, theirs)
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
    claimer = _find_claimer(column)
    return (
        update(defeats)
        .where(_of_pod(defeats), claimer.exists(), ~left.exists())
        .values({name: claimer.scalar_subquery()})
    )


def find_claims(connection: Connection) -> dict[Player, Player]:
    """Return all claimed guests, with their claimers."""
    claimed = select(guests.c.player, guests.c.claimed_by).where(guests.c.claimed_by.is_not(None))
    return {row.player: row.claimed_by for row in connection.execute(claimed)}


def find_own(claimed: Mapping[Player, Player], seated: Collection[Player]) -> dict[Player, Player]:
    """Return the guests of a game whose results `CLAIM_RESULTS` moves, with the claimers."""
    seats = Counter(claimed.get(player, player) for player in seated)
    here = {player: claimed[player] for player in seated if player in claimed}
    return {player: by for player, by in here.items() if seats[by] == 1}


def claim_row(row: Row, claimed: Mapping[Player, Player]) -> Row:
    """Return a row as `CLAIM_RESULTS` and its sisters change it, for some claimed guests."""
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
"""Give the results of a pod's guests to their claimers.

A claimer who would get two seats in the pod gets none of the guests' results.
"""

CLAIM_LOSERS = _claim_defeats("loser")
CLAIM_RESPONSIBLE = _claim_defeats("responsible")
"""Give the defeats of a pod's guests to their claimers, once its results are written."""
