"""Claims of guests: a member says that they played as a guest, and a moderator decides.

A confirmed claim gives the guest's results and defeats to the member; it can be taken back. Other
players' results stay. Ratings are computed again from the first of those games on, as after any
correction.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
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

from bot.planning.plan import Plan
from bot.rulebooks import Game
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
from bot.storage.tables.guests import (
    CLAIM_LOSERS,
    CLAIM_RESPONSIBLE,
    CLAIM_RESULTS,
    find_owners,
    find_same,
)
from bot.storage.tables.open_games import Playing, find_open, fold_game
from bot.storage.tables.result_changes import count_change, rate_since
from bot.storage.tables.season_gate import Change, check_seasons
from bot.storage.tables.seasons import load_seasons

MAX_CLAIMED_GAMES = 10
"""The most games that a person may claim on a server without an administrator."""

CLAIMED = "claimed"
UNCLAIMED = "unclaimed"
DECLINED = "claim-declined"
"""The audit trail's codes: a claim was confirmed, taken back, or declined."""


class WaitingClaim(Struct, frozen=True):
    """A pending claim: member `by` says they played as `guest`; made at `at`.

    It covers `games` games that count.
    """

    guest: Player
    by: Player
    at: datetime
    games: int


class GuestClaims:
    """The claims of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def ask(self, guild: int, guest: Player, by: Person, now: datetime) -> None:
        """Store a claim of a guest; repeating it changes nothing.

        Raises `Refusal` if the member cannot be the guest, and `Playing` while the guest plays.
        """
        introduction = self._people.introduce(by)

        def store_claim(connection: Connection) -> None:
            lock_out_writers(connection)
            row = _read_guest(connection, guild, guest)
            if row["asked_by"] == by.id:
                return
            if row["asked_by"] is not None:
                raise Refusal("claim-other")
            check_over(connection, guild, guest)
            _check_apart(connection, guild, guest, by.id)
            apply([*insert_people(introduction.unsaved)], connection)
            asked = {"asked_by": by.id, "asked": now}
            connection.execute(update(guests).where(guests.c.player == guest).values(asked))

        await self._database.transact(store_claim)
        introduction.note_written()

    async def load_pending(self, guild: int) -> list[WaitingClaim]:
        """Return the pending claims of a server, the oldest first."""
        theirs = and_(results.c.guild == guests.c.guild, results.c.player == guests.c.player)
        games = select(func.count()).select_from(results).where(theirs).scalar_subquery()
        named = (guests.c.player, guests.c.asked_by, guests.c.asked, games)
        here = and_(guests.c.guild == guild, guests.c.asked_by.is_not(None))
        waiting = select(*named).where(here).order_by(guests.c.asked, guests.c.player)
        return [WaitingClaim(*row) for row in await self._database.fetch(waiting)]

    async def load_claimed(self, guild: int) -> list[tuple[Player, Player]]:
        """Return the confirmed claims of a server, as (guest, claimer)."""
        here = and_(guests.c.guild == guild, guests.c.claimed_by.is_not(None))
        found = select(guests.c.player, guests.c.claimed_by).where(here).order_by(guests.c.player)
        return [(row.player, row.claimed_by) for row in await self._database.fetch(found)]

    async def confirm(
        self,
        entry: AuditEntry,
        by: Person,
        guest: Player,
        claimer: Player,
        *,
        administers: bool,
        asked: Collection[int] = (),
    ) -> bool:
        """Confirm a claim: give the guest's results to the claimer. Idempotent by interaction.

        `asked` are the numbers of the seasons that are over and that the moderator was asked about.

        Returns False if the interaction was carried out before. Raises `Refusal` for one's own
        claim, and for many games unless an administrator confirms. Raises `Playing` while the guest
        plays: the claim would grow after the moderator looked at it.
        """

        def give_results(connection: Connection) -> None:
            _check_asked(connection, entry.guild, guest, claimer)
            if claimer == by.id:
                raise Refusal("claim-own")
            check_over(connection, entry.guild, guest)
            _check_apart(connection, entry.guild, guest, claimer)
            if not administers and _count_claimed(connection, entry.guild, guest, claimer):
                raise Refusal("claim-many", most=MAX_CLAIMED_GAMES)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=claimer, asked_by=None, asked=None))
            found = find_games(connection, entry.guild, guest)
            with recount_around(connection, entry.guild, entry.id, found, asked) as games:
                execute_each(connection, games, *GIVE_TO_CLAIMER)

        return await self._carry_out(entry, by, give_results)

    async def decline(self, entry: AuditEntry, by: Person, guest: Player, claimer: Player) -> bool:
        """Decline a claim. Returns False if the interaction was carried out before.

        Raises `Refusal` if the claim is not pending any more.
        """

        def delete_claim(connection: Connection) -> None:
            _check_asked(connection, entry.guild, guest, claimer)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(asked_by=None, asked=None))

        return await self._carry_out(entry, by, delete_claim)

    async def take_back(
        self,
        entry: AuditEntry,
        by: Person,
        guest: Player,
        *,
        administers: bool,
        asked: Collection[int] = (),
    ) -> bool:
        """Take a confirmed claim back. Returns False if the interaction was carried out before.

        `asked` are the numbers of the seasons that are over and that the moderator was asked about.
        Raises `Refusal` if nobody has claimed the guest, and for as many games as take an
        administrator to confirm, unless an administrator takes them back.
        """

        def return_results(connection: Connection) -> None:
            claimer = connection.scalar(
                select(guests.c.claimed_by).where(
                    guests.c.player == guest, guests.c.guild == entry.guild
                )
            )
            if claimer is None:
                raise Refusal("claim-none")
            if not administers and _count_claimed(connection, entry.guild, guest, claimer):
                raise Refusal("unclaim-many", most=MAX_CLAIMED_GAMES)
            owner = find_owners(connection)[entry.guild][guest]
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=None))
            found = _find_claimed_games(connection, entry.guild, guest, owner)
            shared = find_games(connection, entry.guild, guest)  # another claimer may have them
            every = sorted({*found, *shared})
            with recount_around(connection, entry.guild, entry.id, every, asked) as games:
                names = {"was": owner, "becomes": guest}
                back = [{**names, **name_game(*each)} for each in found]
                execute_each(connection, back, _GIVE_RESULTS_BACK, *_GIVE_DEFEATS_BACK)
                execute_each(connection, games, *GIVE_TO_CLAIMER)

        return await self._carry_out(entry, by, return_results)

    async def _carry_out(
        self, entry: AuditEntry, by: Person, change: Callable[[Connection], None]
    ) -> bool:
        introduction = self._people.introduce(by)
        work = partial(_change_claims, entry, introduction.unsaved, change)
        if not await self._database.transact(work):
            return False
        introduction.note_written()
        return True


GIVE_TO_CLAIMER = (CLAIM_RESULTS, CLAIM_LOSERS, CLAIM_RESPONSIBLE)
"""Give results and defeats of some games to their owners."""

GameKey = dict[str, int]
"""The channel and number of a game, as parameters of the statements."""


def name_game(channel: int, pod: int) -> GameKey:
    """Return a game as parameters of the statements."""
    return {"in_channel": channel, "of_pod": pod}


def _change_claims(
    entry: AuditEntry,
    news: Sequence[Person],
    change: Callable[[Connection], None],
    connection: Connection,
) -> bool:
    """Make a change with its audit entry; return False if the entry exists already."""
    lock_out_writers(connection)
    if connection.scalar(select(audit.c.id).where(audit.c.id == entry.id)) is not None:
        return False
    change(connection)
    apply([*insert_people(news), insert_entry(entry)], connection)
    return True


def _read_guest(connection: Connection, guild: int, guest: Player) -> dict[str, Any]:
    """Return the row of a guest without a claimer. Raises `Refusal` if there is none."""
    here = select(guests).where(guests.c.player == guest, guests.c.guild == guild)
    row = connection.execute(here).mappings().one_or_none()
    if row is None:
        raise Refusal("claim-unknown")
    if row["claimed_by"] is not None:
        raise Refusal("guest-claimed", player=row["claimed_by"])
    return dict(row)


def _check_asked(connection: Connection, guild: int, guest: Player, claimer: Player) -> None:
    """Raise `Refusal` unless the guest's pending claim is the claimer's."""
    if _read_guest(connection, guild, guest)["asked_by"] != claimer:
        raise Refusal("claim-gone")


def find_games(connection: Connection, guild: int, player: Player) -> list[tuple[int, int]]:
    """Return the games in which a player has a result, as (channel, number)."""
    here = (results.c.guild == guild, results.c.player == player)
    rows = connection.execute(select(results.c.channel, results.c.pod).where(*here))
    return sorted((row.channel, row.pod) for row in rows)


def find_played(guild: int, players: Sequence[Player]) -> Any:
    """Return a select of the ended games in which any of some players had a seat."""
    seated = or_(*(pods.c.roster.contains(player, autoescape=True) for player in players))
    return select(pods.c.channel, pods.c.pod).where(
        pods.c.guild == guild, pods.c.ended.is_not(None), seated
    )


def check_over(connection: Connection, guild: int, guest: Player) -> None:
    """Raise `Playing` if the guest has a seat in an open game, or had one in a night under way."""
    places = find_open(connection, guest, [guild])
    games = ((place, fold_game(connection, place)) for place in places)
    if seated := [place.channel for place, game in games if game and guest in _list_people(game)]:
        raise Playing(tuple(seated))


def _list_people(game: Game) -> Collection[Player]:
    """Return everybody whom a game that is not over still needs."""
    night = game.night if isinstance(game, Plan) and game.is_open else None
    return game.players if night is None else {*game.players, *night.everybody}


def _check_apart(connection: Connection, guild: int, guest: Player, claimer: Player) -> None:
    """Raise `Refusal` if the claimer and the guest have played in the same game."""
    theirs = set(map(tuple, connection.execute(find_played(guild, [guest]))))
    same = sorted(find_same(connection, guild, claimer))
    if theirs & set(map(tuple, connection.execute(find_played(guild, same)))):
        raise Refusal("claim-together")


def _count_claimed(connection: Connection, guild: int, guest: Player, claimer: Player) -> bool:
    """Return True if the claim would exceed what is allowed without an administrator."""
    claimed = select(guests.c.player).where(guests.c.guild == guild, guests.c.claimed_by == claimer)
    every = [guest, *connection.scalars(claimed)]
    played = find_played(guild, every).subquery()
    return (connection.scalar(select(func.count()).select_from(played)) or 0) > MAX_CLAIMED_GAMES


def _find_claimed_games(
    connection: Connection, guild: int, guest: Player, claimer: Player
) -> list[tuple[int, int]]:
    """Return the games whose results a claim has given to the claimer."""
    played = set(map(tuple, connection.execute(find_played(guild, [guest]))))
    theirs, left = (find_games(connection, guild, each) for each in (claimer, guest))
    return sorted(played.intersection(theirs).difference(left))


def execute_each(
    connection: Connection, rows: Sequence[dict[str, Any]], *statements: Update
) -> None:
    """Execute each statement with all rows; do nothing without any."""
    for statement in statements if rows else ():  # without rows, it would run once without values
        connection.execute(statement, [*rows])


@contextmanager
def recount_around(
    connection: Connection,
    guild: int,
    cause: int,
    found: Collection[tuple[int, int]],
    asked: Collection[int],
) -> Iterator[list[GameKey]]:
    """Update totals, ratings and posts around a block that moves results of some games.

    Yields those games that have results. Ratings and posts are redone from the first of them on,
    because of the interaction `cause`. Raises `NeedsDecision` if one of the games is of a season
    that is over and that the moderator was not `asked` about.
    """
    of_games = tuple_(results.c.channel, results.c.pod).in_(sorted(found))
    of = results.c
    rows = connection.execute(select(of.channel, of.pod, of.at).distinct().where(of_games)).all()
    games = [name_game(*each) for each in sorted({(row.channel, row.pod) for row in rows})]
    if not games:
        yield []
        return
    dates = frozenset(row.at for row in rows)
    check_seasons(load_seasons(connection, guild), Change(dates), asked)
    first = min(dates)
    for table in (totals, rivalries):
        connection.execute(table.SUBTRACT_POD, games)
    yield games
    for table in (totals, rivalries):
        connection.execute(table.ADD_POD, games)
        connection.execute(table.DELETE_EMPTY)
    rate_since(connection, guild, first, cause)
    apply([*count_change(guild), touch_since(guild, first)], connection)


_IS_CLAIMED_ROW = {
    table: and_(
        table.c.channel == bindparam("in_channel", type_=BigInteger),
        table.c.pod == bindparam("of_pod", type_=BigInteger),
    )
    for table in (results, defeats)
}
_GIVE_RESULTS_BACK = (
    update(results)
    .where(_IS_CLAIMED_ROW[results], results.c.player == bindparam("was"))
    .values(player=bindparam("becomes"), guest=True)
)
_GIVE_DEFEATS_BACK = tuple(
    update(defeats)
    .where(_IS_CLAIMED_ROW[defeats], defeats.c[name] == bindparam("was"))
    .values({name: bindparam("becomes")})
    for name in ("loser", "responsible")
)
