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
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import apply_changes
from bot.storage.engine.schema import audit, defeats, guests, pods, results
from bot.storage.record.audit import AuditEntry, insert_audit_entry
from bot.storage.record.log import lock_event_log
from bot.storage.record.people import PeopleRepository, Person, upsert_people
from bot.storage.servers.standings_posts import mark_posts_outdated_since
from bot.storage.tables import rivalries, totals
from bot.storage.tables.guests import (
    CLAIM_LOSERS,
    CLAIM_RESPONSIBLE,
    CLAIM_RESULTS,
    load_all_result_owners,
    load_players_of_same_owner,
)
from bot.storage.tables.open_games import PlayerStillNeeded, load_game, load_open_games
from bot.storage.tables.result_changes import increment_change_counter, mark_unrated_since
from bot.storage.tables.season_gate import SeasonResultsChange, require_season_decision
from bot.storage.tables.seasons import load_seasons

MAX_CLAIMED_GAMES = 10
"""The most games that a person may claim on a server without an administrator."""

CLAIMED = "claimed"
UNCLAIMED = "unclaimed"
DECLINED = "claim-declined"
"""The audit trail's codes: a claim was confirmed, taken back, or declined."""


class PendingGuestClaim(Struct, frozen=True):
    """A pending claim of a guest: member `by` says that they played as `guest`.

    The claim was made at `at` and covers `games` games that count.
    """

    guest: Player
    by: Player
    at: datetime
    games: int


class GuestClaimRepository:
    """The claims of guests by members, on all servers.

    Every method raises `DatabaseUnreachable`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def request_claim(
        self, guild_id: int, guest: Player, claimer: Person, now: datetime
    ) -> None:
        """Store a member's claim that they played as a guest; repeating the claim changes
        nothing.

        Raises `Refusal` if the member cannot be the guest, and `PlayerStillNeeded` while
        the guest plays.
        """
        introduction = self._people.find_unsaved_people(claimer)

        def store_claim(connection: Connection) -> None:
            lock_event_log(connection)
            row = _load_unclaimed_guest(connection, guild_id, guest)
            if row["asked_by"] == claimer.id:
                return
            if row["asked_by"] is not None:
                raise Refusal("claim-other")
            require_guest_not_playing(connection, guild_id, guest)
            _require_never_played_together(connection, guild_id, guest, claimer.id)
            apply_changes([*upsert_people(introduction.unsaved)], connection)
            asked = {"asked_by": claimer.id, "asked": now}
            connection.execute(update(guests).where(guests.c.player == guest).values(asked))

        await self._database.run_transaction(store_claim)
        introduction.mark_saved()

    async def load_pending_claims(self, guild_id: int) -> list[PendingGuestClaim]:
        """Load the pending claims of a server, the oldest first."""
        theirs = and_(results.c.guild == guests.c.guild, results.c.player == guests.c.player)
        games = select(func.count()).select_from(results).where(theirs).scalar_subquery()
        named = (guests.c.player, guests.c.asked_by, guests.c.asked, games)
        here = and_(guests.c.guild == guild_id, guests.c.asked_by.is_not(None))
        waiting = select(*named).where(here).order_by(guests.c.asked, guests.c.player)
        return [PendingGuestClaim(*row) for row in await self._database.fetch_rows(waiting)]

    async def load_confirmed_claims(self, guild_id: int) -> list[tuple[Player, Player]]:
        """Load the confirmed claims of a server, as (guest, claimer)."""
        here = and_(guests.c.guild == guild_id, guests.c.claimed_by.is_not(None))
        found = select(guests.c.player, guests.c.claimed_by).where(here).order_by(guests.c.player)
        return [(row.player, row.claimed_by) for row in await self._database.fetch_rows(found)]

    async def confirm_claim(
        self,
        audit_entry: AuditEntry,
        moderator: Person,
        guest: Player,
        claimer: Player,
        *,
        is_administrator: bool,
        confirmed_seasons: Collection[int] = (),
    ) -> bool:
        """Confirm a member's claim of a guest: give the guest's results to the member.
        Idempotent.

        `confirmed_seasons` are the numbers of the seasons that are over and that the
        moderator agreed to change. Returns False if the interaction was carried out before.
        Raises `Refusal` for one's own claim, and for many games unless an administrator
        confirms. Raises `PlayerStillNeeded` while the guest plays: the claim would grow
        after the moderator looked at it.
        """

        def give_results_to_claimer(connection: Connection) -> None:
            _require_pending_claim(connection, audit_entry.guild, guest, claimer)
            if claimer == moderator.id:
                raise Refusal("claim-own")
            require_guest_not_playing(connection, audit_entry.guild, guest)
            _require_never_played_together(connection, audit_entry.guild, guest, claimer)
            if not is_administrator and _exceeds_claim_limit(
                connection, audit_entry.guild, guest, claimer
            ):
                raise Refusal("claim-many", most=MAX_CLAIMED_GAMES)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=claimer, asked_by=None, asked=None))
            found = load_games_with_results(connection, audit_entry.guild, guest)
            with recompute_around_moved_results(
                connection, audit_entry.guild, audit_entry.id, found, confirmed_seasons
            ) as games:
                execute_for_rows(connection, games, *GIVE_TO_CLAIMER)

        return await self._apply_claim_change(audit_entry, moderator, give_results_to_claimer)

    async def decline_claim(
        self, audit_entry: AuditEntry, moderator: Person, guest: Player, claimer: Player
    ) -> bool:
        """Decline a member's claim of a guest; False if the interaction was carried out
        before.

        Raises `Refusal` if the claim is not pending any more.
        """

        def delete_claim(connection: Connection) -> None:
            _require_pending_claim(connection, audit_entry.guild, guest, claimer)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(asked_by=None, asked=None))

        return await self._apply_claim_change(audit_entry, moderator, delete_claim)

    async def revoke_claim(
        self,
        audit_entry: AuditEntry,
        moderator: Person,
        guest: Player,
        *,
        is_administrator: bool,
        confirmed_seasons: Collection[int] = (),
    ) -> bool:
        """Revoke a confirmed claim of a guest; False if the interaction was carried out
        before.

        `confirmed_seasons` are the numbers of the seasons that are over and that the
        moderator agreed to change. Raises `Refusal` if nobody has claimed the guest, and
        for as many games as take an administrator to confirm, unless an administrator
        revokes the claim.
        """

        def return_results_to_guest(connection: Connection) -> None:
            claimer = connection.scalar(
                select(guests.c.claimed_by).where(
                    guests.c.player == guest, guests.c.guild == audit_entry.guild
                )
            )
            if claimer is None:
                raise Refusal("claim-none")
            if not is_administrator and _exceeds_claim_limit(
                connection, audit_entry.guild, guest, claimer
            ):
                raise Refusal("unclaim-many", most=MAX_CLAIMED_GAMES)
            owner = load_all_result_owners(connection)[audit_entry.guild][guest]
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=None))
            found = _load_claimed_games(connection, audit_entry.guild, guest, owner)
            shared = load_games_with_results(
                connection, audit_entry.guild, guest
            )  # another claimer may have them
            every = sorted({*found, *shared})
            with recompute_around_moved_results(
                connection, audit_entry.guild, audit_entry.id, every, confirmed_seasons
            ) as games:
                names = {"was": owner, "becomes": guest}
                back = [{**names, **build_game_key(*each)} for each in found]
                execute_for_rows(connection, back, _GIVE_RESULTS_BACK, *_GIVE_DEFEATS_BACK)
                execute_for_rows(connection, games, *GIVE_TO_CLAIMER)

        return await self._apply_claim_change(audit_entry, moderator, return_results_to_guest)

    async def _apply_claim_change(
        self, audit_entry: AuditEntry, moderator: Person, change: Callable[[Connection], None]
    ) -> bool:
        introduction = self._people.find_unsaved_people(moderator)
        work = partial(_change_claims_with_audit, audit_entry, introduction.unsaved, change)
        if not await self._database.run_transaction(work):
            return False
        introduction.mark_saved()
        return True


GIVE_TO_CLAIMER = (CLAIM_RESULTS, CLAIM_LOSERS, CLAIM_RESPONSIBLE)
"""Give results and defeats of some games to their owners."""

GameKey = dict[str, int]
"""The channel and number of a game, as parameters of the statements."""


def build_game_key(channel: int, pod: int) -> GameKey:
    """Return a game's channel and number as parameters of SQL statements."""
    return {"in_channel": channel, "of_pod": pod}


def _change_claims_with_audit(
    audit_entry: AuditEntry,
    new_people: Sequence[Person],
    change: Callable[[Connection], None],
    connection: Connection,
) -> bool:
    """Change a claim of a guest with its audit entry; False if the entry exists already."""
    lock_event_log(connection)
    if connection.scalar(select(audit.c.id).where(audit.c.id == audit_entry.id)) is not None:
        return False
    change(connection)
    apply_changes([*upsert_people(new_people), insert_audit_entry(audit_entry)], connection)
    return True


def _load_unclaimed_guest(connection: Connection, guild_id: int, guest: Player) -> dict[str, Any]:
    """Load the row of a guest whom nobody has claimed. Raises `Refusal` if there is none."""
    here = select(guests).where(guests.c.player == guest, guests.c.guild == guild_id)
    row = connection.execute(here).mappings().one_or_none()
    if row is None:
        raise Refusal("claim-unknown")
    if row["claimed_by"] is not None:
        raise Refusal("guest-claimed", player=row["claimed_by"])
    return dict(row)


def _require_pending_claim(
    connection: Connection, guild_id: int, guest: Player, claimer: Player
) -> None:
    """Raise `Refusal` unless the guest has a pending claim by this member."""
    if _load_unclaimed_guest(connection, guild_id, guest)["asked_by"] != claimer:
        raise Refusal("claim-gone")


def load_games_with_results(
    connection: Connection, guild_id: int, player: Player
) -> list[tuple[int, int]]:
    """Load the games in which a player has a result, as (channel, number)."""
    here = (results.c.guild == guild_id, results.c.player == player)
    rows = connection.execute(select(results.c.channel, results.c.pod).where(*here))
    return sorted((row.channel, row.pod) for row in rows)


def select_played_games(guild_id: int, players: Sequence[Player]) -> Any:
    """Build a select of the ended games in which any of some players had a seat."""
    seated = or_(*(pods.c.roster.contains(player, autoescape=True) for player in players))
    return select(pods.c.channel, pods.c.pod).where(
        pods.c.guild == guild_id, pods.c.ended.is_not(None), seated
    )


def require_guest_not_playing(connection: Connection, guild_id: int, guest: Player) -> None:
    """Raise `PlayerStillNeeded` if a guest sits in an open game, or sat in a running night."""
    places = load_open_games(connection, guest, [guild_id])
    games = ((place, load_game(connection, place)) for place in places)
    if seated := [
        place.channel
        for place, game in games
        if game and guest in _find_people_needed_by_game(game)
    ]:
        raise PlayerStillNeeded(tuple(seated))


def _find_people_needed_by_game(game: Game) -> Collection[Player]:
    """Return everybody whom a game that is not over still needs."""
    night = game.night if isinstance(game, Plan) and game.is_open else None
    return game.players if night is None else {*game.players, *night.all_players}


def _require_never_played_together(
    connection: Connection, guild_id: int, guest: Player, claimer: Player
) -> None:
    """Raise `Refusal` if the claimer and the guest have played in the same game."""
    theirs = set(map(tuple, connection.execute(select_played_games(guild_id, [guest]))))
    same = sorted(load_players_of_same_owner(connection, guild_id, claimer))
    if theirs & set(map(tuple, connection.execute(select_played_games(guild_id, same)))):
        raise Refusal("claim-together")


def _exceeds_claim_limit(
    connection: Connection, guild_id: int, guest: Player, claimer: Player
) -> bool:
    """Return True if the claim exceeds what a moderator may confirm without an administrator."""
    claimed = select(guests.c.player).where(
        guests.c.guild == guild_id, guests.c.claimed_by == claimer
    )
    every = [guest, *connection.scalars(claimed)]
    played = select_played_games(guild_id, every).subquery()
    return (connection.scalar(select(func.count()).select_from(played)) or 0) > MAX_CLAIMED_GAMES


def _load_claimed_games(
    connection: Connection, guild_id: int, guest: Player, claimer: Player
) -> list[tuple[int, int]]:
    """Load the games whose results a claim has given to the claimer."""
    played = set(map(tuple, connection.execute(select_played_games(guild_id, [guest]))))
    theirs, left = (
        load_games_with_results(connection, guild_id, each) for each in (claimer, guest)
    )
    return sorted(played.intersection(theirs).difference(left))


def execute_for_rows(
    connection: Connection, rows: Sequence[dict[str, Any]], *statements: Update
) -> None:
    """Execute SQL statements with all rows; do nothing without rows."""
    for statement in statements if rows else ():  # without rows, it would run once without values
        connection.execute(statement, [*rows])


@contextmanager
def recompute_around_moved_results(
    connection: Connection,
    guild_id: int,
    interaction: int,
    moved_games: Collection[tuple[int, int]],
    confirmed_seasons: Collection[int],
) -> Iterator[list[GameKey]]:
    """Update totals, ratings and posts around a block that moves results to other players.

    Yields those games that have results. Ratings and posts are redone from the first of them
    on, because of the interaction. Raises `SeasonDecisionNeeded` if one of the games is of a
    season that is over and that is not in `confirmed_seasons`.
    """
    of_games = tuple_(results.c.channel, results.c.pod).in_(sorted(moved_games))
    of = results.c
    rows = connection.execute(select(of.channel, of.pod, of.at).distinct().where(of_games)).all()
    games = [build_game_key(*each) for each in sorted({(row.channel, row.pod) for row in rows})]
    if not games:
        yield []
        return
    dates = frozenset(row.at for row in rows)
    require_season_decision(
        load_seasons(connection, guild_id), SeasonResultsChange(dates), confirmed_seasons
    )
    first = min(dates)
    for table in (totals, rivalries):
        connection.execute(table.SUBTRACT_POD, games)
    yield games
    for table in (totals, rivalries):
        connection.execute(table.ADD_POD, games)
        connection.execute(table.DELETE_EMPTY)
    mark_unrated_since(connection, guild_id, first, interaction)
    apply_changes(
        [*increment_change_counter(guild_id), mark_posts_outdated_since(guild_id, first)],
        connection,
    )


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
