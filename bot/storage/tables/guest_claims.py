"""Claims: who says that they are a guest, what a moderator decides about that, and what follows.

The guest's results and defeats become the claimer's, and back. Nobody else's change; ratings are
worked out anew from the first of those games on, as after any other correction.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Connection,
    Update,
    and_,
    bindparam,
    func,
    or_,
    select,
    tuple_,
    update,
)

from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.changes import apply
from bot.storage.engine.database import Database
from bot.storage.engine.schema import audit, defeats, guests, pods, results
from bot.storage.record.audit import AuditEntry, insert_entry
from bot.storage.record.log import lock_out_writers
from bot.storage.record.people import People, Person, insert_people
from bot.storage.servers.posts import touch_since
from bot.storage.tables import rivalries, totals
from bot.storage.tables.guests import CLAIM_LOSERS, CLAIM_RESPONSIBLE, CLAIM_RESULTS
from bot.storage.tables.open_games import Playing, find_open, fold_game
from bot.storage.tables.result_changes import count_change, rate_since

MOST_CLAIMED = 10
"""Games that one person claims on a server without an administrator."""

CLAIMED = "claimed"
UNCLAIMED = "unclaimed"
DECLINED = "claim-declined"
"""What the audit trail calls a claim that is confirmed, taken back, or declined."""


class WaitingClaim(Struct, frozen=True):
    """A `guest` of whom somebody says `by` themself that they are it, since when; of so many games.

    Those that count are meant.
    """

    guest: Player
    by: Player
    at: datetime
    games: int


class GuestClaims:
    """The claims of all servers. Everything raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def ask(self, guild: int, guest: Player, by: Person, now: datetime) -> None:
        """Note that somebody says that they are a guest, and since when they first did.

        Raises `Refusal` if they cannot be, and `Playing` while the guest is.
        """
        news = self._people.find_news(by)

        def work(connection: Connection) -> None:
            lock_out_writers(connection)
            row = _read_guest(connection, guild, guest)
            if row["asked_by"] == by.id:
                return
            if row["asked_by"] is not None:
                raise Refusal("claim-other")
            _check_over(connection, guild, guest)
            _check_apart(connection, guild, guest, by.id)
            apply([insert_people([person]) for person in news], connection)
            asked = {"asked_by": by.id, "asked": now}
            connection.execute(update(guests).where(guests.c.player == guest).values(asked))

        await self._database.transact(work)
        self._people.note_written(by)

    async def find_waiting(self, guild: int) -> list[WaitingClaim]:
        """What waits for a moderator of a server, the longest first."""
        theirs = and_(results.c.guild == guests.c.guild, results.c.player == guests.c.player)
        games = select(func.count()).select_from(results).where(theirs).scalar_subquery()
        named = (guests.c.player, guests.c.asked_by, guests.c.asked, games)
        here = and_(guests.c.guild == guild, guests.c.asked_by.is_not(None))
        waiting = select(*named).where(here).order_by(guests.c.asked, guests.c.player)
        return [WaitingClaim(*row) for row in await self._database.fetch(waiting)]

    async def list_claimed(self, guild: int) -> list[tuple[Player, Player]]:
        """The guests of a server who were claimed, and by whom."""
        here = and_(guests.c.guild == guild, guests.c.claimed_by.is_not(None))
        found = select(guests.c.player, guests.c.claimed_by).where(here).order_by(guests.c.player)
        return [(row.player, row.claimed_by) for row in await self._database.fetch(found)]

    async def confirm(
        self, entry: AuditEntry, by: Person, guest: Player, claimer: Player, *, administers: bool
    ) -> bool:
        """Give somebody what a guest has won; False if that delivery has done so already.

        Raises `Refusal`: nobody confirms their own claim, and many games take an administrator.
        Raises `Playing` while the guest is: what they claim would grow after it was looked at.
        """

        def change(connection: Connection) -> None:
            _check_asked(connection, entry.guild, guest, claimer)
            if claimer == by.id:
                raise Refusal("claim-own")
            _check_over(connection, entry.guild, guest)
            _check_apart(connection, entry.guild, guest, claimer)
            if not administers and _count_claimed(connection, entry.guild, guest, claimer):
                raise Refusal("claim-many", most=MOST_CLAIMED)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=claimer, asked_by=None, asked=None))
            with _moving(connection, entry, _find_games(connection, entry.guild, guest)) as games:
                _execute_each(connection, games, *_CLAIM)

        return await self._carry_out(entry, by, change)

    async def decline(self, entry: AuditEntry, by: Person, guest: Player, claimer: Player) -> bool:
        """Say that somebody is not a guest; False if that delivery has said so already.

        Raises `Refusal` if they do not say so any more.
        """

        def change(connection: Connection) -> None:
            _check_asked(connection, entry.guild, guest, claimer)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(asked_by=None, asked=None))

        return await self._carry_out(entry, by, change)

    async def take_back(self, entry: AuditEntry, by: Person, guest: Player) -> bool:
        """Make a guest of somebody again; False if that delivery has done so already.

        Raises `Refusal` if nobody has claimed them.
        """

        def change(connection: Connection) -> None:
            claimer = connection.scalar(
                select(guests.c.claimed_by).where(
                    guests.c.player == guest, guests.c.guild == entry.guild
                )
            )
            if claimer is None:
                raise Refusal("claim-none")
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=None))
            found = _find_claimed_games(connection, entry.guild, guest, claimer)
            shared = _find_games(connection, entry.guild, guest)  # which another may have now
            with _moving(connection, entry, sorted({*found, *shared})) as games:
                names = {"was": claimer, "becomes": guest}
                back = [{**names, **_name_game(*each)} for each in found]
                _execute_each(connection, back, _GIVE_BACK, *_GIVE_DEFEATS_BACK)
                _execute_each(connection, games, *_CLAIM)

        return await self._carry_out(entry, by, change)

    async def _carry_out(
        self, entry: AuditEntry, by: Person, change: Callable[[Connection], None]
    ) -> bool:
        work = partial(_change, entry, self._people.find_news(by), change)
        if not await self._database.transact(work):
            return False
        self._people.note_written(by)
        return True


_CLAIM = (CLAIM_RESULTS, CLAIM_LOSERS, CLAIM_RESPONSIBLE)

_Game = dict[str, int]
"""A game by its channel and number, as the statements take it."""


def _name_game(channel: int, pod: int) -> _Game:
    return {"in_channel": channel, "of_pod": pod}


def _change(
    entry: AuditEntry,
    news: Sequence[Person],
    change: Callable[[Connection], None],
    connection: Connection,
) -> bool:
    """Make a change, and enter it in the trail; False if that was done already."""
    lock_out_writers(connection)
    if connection.scalar(select(audit.c.id).where(audit.c.id == entry.id)) is not None:
        return False
    change(connection)
    apply([*(insert_people([person]) for person in news), insert_entry(entry)], connection)
    return True


def _read_guest(connection: Connection, guild: int, guest: Player) -> dict[str, Any]:
    """The row of a guest whom nobody has claimed. Raises `Refusal` if there is none."""
    here = select(guests).where(guests.c.player == guest, guests.c.guild == guild)
    row = connection.execute(here).mappings().one_or_none()
    if row is None:
        raise Refusal("claim-unknown")
    if row["claimed_by"] is not None:
        raise Refusal("guest-claimed", player=row["claimed_by"])
    return dict(row)


def _check_asked(connection: Connection, guild: int, guest: Player, claimer: Player) -> None:
    """Raise `Refusal` unless it is this claim of the guest that waits."""
    if _read_guest(connection, guild, guest)["asked_by"] != claimer:
        raise Refusal("claim-gone")


def _find_games(connection: Connection, guild: int, player: Player) -> list[tuple[int, int]]:
    """The games of which somebody has a result, by channel and number."""
    here = (results.c.guild == guild, results.c.player == player)
    rows = connection.execute(select(results.c.channel, results.c.pod).where(*here))
    return sorted((row.channel, row.pod) for row in rows)


def _find_played(guild: int, players: Sequence[Player]) -> Any:
    """Select the ended games in which one of some people had a seat of their own."""
    seated = or_(*(pods.c.roster.contains(player, autoescape=True) for player in players))
    return select(pods.c.channel, pods.c.pod).where(
        pods.c.guild == guild, pods.c.ended.is_not(None), seated
    )


def _check_over(connection: Connection, guild: int, guest: Player) -> None:
    """Raise `Playing` if the guest has a seat in games that are not over."""
    places = find_open(connection, guest, [guild])
    games = ((place, fold_game(connection, place)) for place in places)
    if seated := [place.channel for place, game in games if game and guest in game.players]:
        raise Playing(tuple(seated))


def _check_apart(connection: Connection, guild: int, guest: Player, claimer: Player) -> None:
    """Raise `Refusal` if somebody has played in the same game as the guest: nobody is both."""
    theirs = set(map(tuple, connection.execute(_find_played(guild, [guest]))))
    claimed = select(guests.c.player).where(guests.c.guild == guild, guests.c.claimed_by == claimer)
    same = [claimer, *connection.scalars(claimed)]
    if theirs & set(map(tuple, connection.execute(_find_played(guild, same)))):
        raise Refusal("claim-together")


def _count_claimed(connection: Connection, guild: int, guest: Player, claimer: Player) -> bool:
    """Whether somebody would have claimed more games than they may without an administrator."""
    claimed = select(guests.c.player).where(guests.c.guild == guild, guests.c.claimed_by == claimer)
    every = [guest, *connection.scalars(claimed)]
    played = _find_played(guild, every).subquery()
    return (connection.scalar(select(func.count()).select_from(played)) or 0) > MOST_CLAIMED


def _find_claimed_games(
    connection: Connection, guild: int, guest: Player, claimer: Player
) -> list[tuple[int, int]]:
    """The games whose results were a guest's and are somebody's who has claimed the guest."""
    played = set(map(tuple, connection.execute(_find_played(guild, [guest]))))
    theirs, left = (_find_games(connection, guild, each) for each in (claimer, guest))
    return sorted(played.intersection(theirs).difference(left))


def _execute_each(
    connection: Connection, rows: Sequence[dict[str, Any]], *statements: Update
) -> None:
    for statement in statements if rows else ():  # none would be one without values
        connection.execute(statement, [*rows])


@contextmanager
def _moving(
    connection: Connection, entry: AuditEntry, found: Sequence[tuple[int, int]]
) -> Iterator[list[_Game]]:
    """Within it results and defeats of some games become somebody else's.

    What they add up to follows, and ratings and posts from the first of those games on.
    """
    games = [_name_game(*each) for each in found]
    if not games:
        yield []
        return
    at = select(func.min(results.c.at, type_=results.c.at.type))
    first = connection.scalar(at.where(tuple_(results.c.channel, results.c.pod).in_(found)))
    assert first is not None
    for table in (totals, rivalries):
        connection.execute(table.SUBTRACT, games)
    yield games
    for table in (totals, rivalries):
        connection.execute(table.ADD, games)
        connection.execute(table.TIDY)
    rate_since(connection, entry.guild, first, entry.id)
    apply([*count_change(entry.guild), touch_since(entry.guild, first)], connection)


_OF_CLAIMER = {
    table: and_(
        table.c.channel == bindparam("in_channel", type_=BigInteger),
        table.c.pod == bindparam("of_pod", type_=BigInteger),
    )
    for table in (results, defeats)
}
_GIVE_BACK = (
    update(results)
    .where(_OF_CLAIMER[results], results.c.player == bindparam("was"))
    .values(player=bindparam("becomes"), guest=True)
)
_GIVE_DEFEATS_BACK = tuple(
    update(defeats)
    .where(_OF_CLAIMER[defeats], defeats.c[name] == bindparam("was"))
    .values({name: bindparam("becomes")})
    for name in ("loser", "responsible")
)
