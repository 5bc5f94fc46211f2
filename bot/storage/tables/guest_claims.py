"""Claims of guests: a member says that they played as a guest, and a moderator decides.

A confirmed claim gives the guest's results and defeats to the member; it can be taken back. Other players' results
stay. Ratings are computed again from the first of those games on, as after any correction.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

from msgspec import Struct
from sqlalchemy import BigInteger, Connection, Update, and_, bindparam, func, or_, select, tuple_, update

from bot.planning.check_in import PlayerCheckedIn
from bot.planning.plan import PlannedGame
from bot.planning.signing_up import PlayerSignedUpForPlannedGame
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import apply_row_changes
from bot.storage.engine.schema import audit, defeats, events, guests, pods, results
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.log import lock_event_log_against_new_events
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.servers.standings_posts import build_update_of_standings_posts
from bot.storage.tables import rivalries, totals
from bot.storage.tables.guests import (
    CLAIM_LOSERS,
    CLAIM_RESPONSIBLE,
    CLAIM_RESULTS,
    load_accounts_and_guests_of_same_person,
    load_result_owners_by_server,
)
from bot.storage.tables.open_games import (
    GameIdentifier,
    PlayerNeededInOpenGameError,
    load_game_by_replaying_events,
    load_open_games_of_player,
)
from bot.storage.tables.proposals import PROPOSAL_LIFETIME, has_proposal_expired, require_proposal_not_expired
from bot.storage.tables.result_changes import (
    build_increment_of_server_result_version,
    mark_results_unrated_since,
)
from bot.storage.tables.season_gate import SeasonResultsChange, require_consent_to_change_ended_seasons
from bot.storage.tables.seasons import load_seasons_newest_first

MAX_CLAIMED_GAMES = 10
"""The most games that a person may claim on a server without an administrator."""

CLAIM_MADE = "claim-made"
CLAIMED = "claimed"
UNCLAIMED = "unclaimed"
DECLINED = "claim-declined"
"""The audit trail's codes: a claim was made, confirmed, taken back, or declined."""


class PendingGuestNameClaim(Struct, frozen=True):
    """A member's claim to be the person behind a guest name, not decided yet by a moderator.

    Member `by` made the claim to be `guest` at `at`; the guest has `games` games that count.
    """

    guest: Player
    by: Player
    at: datetime
    games: int


class GuestNameClaimRepository:
    """A repository of members' claims to be the persons behind guest names.

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def store_guest_name_claim(self, new_audit_entry: AuditEntry, guest: Player, claimer: Person) -> bool:
        """Store a member's claim to have played as a guest. Return False if it is stored already.

        A claim of somebody else that has lapsed gives way. The guest may play meanwhile: others decide whom they bring,
        and only the confirmation waits until the guest plays no more. Raises `Refusal` if the member cannot be the
        guest.
        """

        def store_pending_claim(connection: Connection) -> None:
            guild_id = new_audit_entry.guild
            _require_guest_never_played_with_claimer(connection, guild_id, guest, claimer.id)
            asked = {"asked_by": claimer.id, "asked": new_audit_entry.at}
            connection.execute(update(guests).where(guests.c.player == guest).values(asked))

        def is_claim_new(connection: Connection) -> bool:
            row = _load_unclaimed_guest(connection, new_audit_entry.guild, guest)
            if row["asked_by"] is None or has_proposal_expired(row["asked"], new_audit_entry.at):
                return True
            if row["asked_by"] != claimer.id:
                raise Refusal("claim-other")
            return False

        return await self._run_guest_name_claim_transaction(new_audit_entry, claimer, store_pending_claim, is_claim_new)

    async def load_pending_guest_name_claims(self, guild_id: int, now: datetime) -> list[PendingGuestNameClaim]:
        """Load a server's undecided claims to be a guest, oldest first, without expired ones."""
        theirs = and_(results.c.guild == guests.c.guild, results.c.player == guests.c.player)
        games = select(func.count()).select_from(results).where(theirs).scalar_subquery()
        named = (guests.c.player, guests.c.asked_by, guests.c.asked, games)
        here = and_(
            guests.c.guild == guild_id, guests.c.asked_by.is_not(None), guests.c.asked > now - PROPOSAL_LIFETIME
        )
        waiting = select(*named).where(here).order_by(guests.c.asked, guests.c.player)
        return [PendingGuestNameClaim(*row) for row in await self._database.fetch_rows(waiting)]

    async def load_confirmed_guest_name_claims(self, guild_id: int) -> list[tuple[Player, Player]]:
        """Load the confirmed claims of a server, as pairs of guest and member."""
        here = and_(guests.c.guild == guild_id, guests.c.claimed_by.is_not(None))
        found = select(guests.c.player, guests.c.claimed_by).where(here).order_by(guests.c.player)
        return [(row.player, row.claimed_by) for row in await self._database.fetch_rows(found)]

    async def confirm_guest_name_claim(
        self,
        new_audit_entry: AuditEntry,
        moderator: Person,
        guest: Player,
        claimer: Player,
        *,
        is_administrator: bool,
        confirmed_seasons: Collection[int] = (),
    ) -> bool:
        """Confirm that a member played as a guest, and move the guest's results to the member.

        `confirmed_seasons` are the numbers of the seasons that are over and that the moderator agreed to change.
        Returns False if the interaction was carried out before. Raises `Refusal` for one's own claim, and for many
        games unless an administrator confirms. Raises `PlayerNeededInOpenGameError` while the guest plays: the claim
        would grow after the moderator looked at it.
        """

        def give_results_to_claimer(connection: Connection) -> None:
            asked = _require_pending_guest_name_claim(connection, new_audit_entry.guild, guest, claimer)
            require_proposal_not_expired(asked, new_audit_entry.at)
            if claimer == moderator.id:
                raise Refusal("claim-own")
            require_player_has_no_open_game(connection, new_audit_entry.guild, guest)
            _require_guest_never_played_with_claimer(connection, new_audit_entry.guild, guest, claimer)
            if not is_administrator and _does_claim_need_administrator(
                connection, new_audit_entry.guild, guest, claimer
            ):
                raise Refusal("claim-many", most=MAX_CLAIMED_GAMES)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=claimer, asked_by=None, asked=None))
            found = load_games_with_results_of_player(connection, new_audit_entry.guild, guest)
            with keep_totals_consistent_while_results_move(
                connection, new_audit_entry.guild, new_audit_entry.id, found, confirmed_seasons
            ) as games:
                execute_statements_for_rows(connection, games, *GIVE_TO_CLAIMER)

        return await self._run_guest_name_claim_transaction(new_audit_entry, moderator, give_results_to_claimer)

    async def decline_guest_name_claim(
        self, new_audit_entry: AuditEntry, moderator: Person, guest: Player, claimer: Player
    ) -> bool:
        """Decline a claim to be a guest. Return False if this Discord interaction was handled before.

        Raises `Refusal` if the claim is not pending any more.
        """

        def delete_pending_claim(connection: Connection) -> None:
            _require_pending_guest_name_claim(connection, new_audit_entry.guild, guest, claimer)
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(asked_by=None, asked=None))

        return await self._run_guest_name_claim_transaction(new_audit_entry, moderator, delete_pending_claim)

    async def revoke_guest_name_claim(
        self,
        new_audit_entry: AuditEntry,
        moderator: Person,
        guest: Player,
        *,
        is_administrator: bool,
        confirmed_seasons: Collection[int] = (),
    ) -> bool:
        """Take back a confirmed claim to be a guest, and move the results back to the guest.

        `confirmed_seasons` are the numbers of the seasons that are over and that the moderator agreed to change.
        Returns False if the interaction was carried out before. Raises `Refusal` if nobody has claimed the guest, and
        for as many games as take an administrator to confirm, unless an administrator revokes the claim.
        """

        def return_results_to_guest(connection: Connection) -> None:
            claimer = connection.scalar(
                select(guests.c.claimed_by).where(guests.c.player == guest, guests.c.guild == new_audit_entry.guild)
            )
            if claimer is None:
                raise Refusal("claim-none")
            if not is_administrator and _does_claim_need_administrator(
                connection, new_audit_entry.guild, guest, claimer
            ):
                raise Refusal("unclaim-many", most=MAX_CLAIMED_GAMES)
            owner = load_result_owners_by_server(connection)[new_audit_entry.guild][guest]
            named = update(guests).where(guests.c.player == guest)
            connection.execute(named.values(claimed_by=None))
            found = _load_games_moved_from_guest_to_claimer(connection, new_audit_entry.guild, guest, owner)
            shared = load_games_with_results_of_player(
                connection, new_audit_entry.guild, guest
            )  # another claimer may have them
            every = sorted({*found, *shared})
            with keep_totals_consistent_while_results_move(
                connection, new_audit_entry.guild, new_audit_entry.id, every, confirmed_seasons
            ) as games:
                names = {"was": owner, "becomes": guest}
                back = [{**names, **build_game_sql_parameters(*each)} for each in found]
                execute_statements_for_rows(connection, back, _GIVE_RESULTS_BACK, *_GIVE_DEFEATS_BACK)
                execute_statements_for_rows(connection, games, *GIVE_TO_CLAIMER)

        return await self._run_guest_name_claim_transaction(new_audit_entry, moderator, return_results_to_guest)

    async def _run_guest_name_claim_transaction(
        self,
        new_audit_entry: AuditEntry,
        author: Person,
        change_claim: Callable[[Connection], None],
        is_change_needed: Callable[[Connection], bool] = lambda _: True,
    ) -> bool:
        introduction = self._people.find_people_with_unsaved_names(author)
        work = partial(
            _change_guest_name_claim,
            new_audit_entry,
            introduction.unsaved,
            change_claim,
            is_change_needed,
        )
        if not await self._database.run_write_transaction(work):
            return False
        introduction.mark_people_names_as_saved()
        return True


GIVE_TO_CLAIMER = (CLAIM_RESULTS, CLAIM_LOSERS, CLAIM_RESPONSIBLE)
"""Give results and defeats of some games to their owners."""

GameKey = dict[str, int]
"""The channel and number of a game, as parameters of the statements."""


def build_game_sql_parameters(channel_id: int, pod_number: int) -> GameKey:
    return {"in_channel": channel_id, "of_pod": pod_number}


def _change_guest_name_claim(
    new_audit_entry: AuditEntry,
    unsaved_people: Sequence[Person],
    change_claim: Callable[[Connection], None],
    is_change_needed: Callable[[Connection], bool],
    connection: Connection,
) -> bool:
    """Change a claim with an audit entry. Return False if no change is needed or the entry exists already."""
    lock_event_log_against_new_events(connection)
    if connection.scalar(select(audit.c.id).where(audit.c.id == new_audit_entry.id)) is not None:
        return False
    if not is_change_needed(connection):
        return False
    apply_row_changes([*build_people_upserts(unsaved_people), build_audit_entry_insert(new_audit_entry)], connection)
    change_claim(connection)
    return True


def _load_unclaimed_guest(connection: Connection, guild_id: int, guest: Player) -> dict[str, Any]:
    """Load the row of a guest whom no member has claimed. Raises `Refusal` if there is none."""
    here = select(guests).where(guests.c.player == guest, guests.c.guild == guild_id)
    row = connection.execute(here).mappings().one_or_none()
    if row is None:
        raise Refusal("claim-unknown")
    if row["claimed_by"] is not None:
        raise Refusal("guest-claimed", player=row["claimed_by"])
    return dict(row)


def _require_pending_guest_name_claim(
    connection: Connection, guild_id: int, guest: Player, claimer: Player
) -> datetime:
    """Return the time of a member's undecided claim to be the guest. Raises `Refusal` if there is none."""
    row = _load_unclaimed_guest(connection, guild_id, guest)
    if row["asked_by"] != claimer:
        raise Refusal("claim-gone")
    asked: datetime = row["asked"]
    return asked


def load_games_with_results_of_player(connection: Connection, guild_id: int, player: Player) -> list[tuple[int, int]]:
    """Load the games in which a player has a result, each as channel and number."""
    here = (results.c.guild == guild_id, results.c.player == player)
    rows = connection.execute(select(results.c.channel, results.c.pod).where(*here))
    return sorted((row.channel, row.pod) for row in rows)


def build_query_of_ended_games(guild_id: int, players: Sequence[Player]) -> Any:
    """Return a SELECT of the ended games in which any of these players had a seat."""
    seated = or_(*(pods.c.roster.contains(player, autoescape=True) for player in players))
    return select(pods.c.channel, pods.c.pod).where(pods.c.guild == guild_id, pods.c.ended.is_not(None), seated)


def require_player_has_no_open_game(connection: Connection, guild_id: int, player: Player) -> None:
    """Raise `PlayerNeededInOpenGameError` if a player is in an open game, or came to an open game night.

    A guest sits where a member brought them.
    """
    places = load_open_games_of_player(connection, player, [guild_id])
    games = ((place, load_game_by_replaying_events(connection, place)) for place in places)
    if seated := [each.channel for each, game in games if game and _is_player_in_game(connection, each, game, player)]:
        raise PlayerNeededInOpenGameError(tuple(seated))


_COMING_TYPES = tuple(str(event.__struct_config__.tag) for event in (PlayerSignedUpForPlannedGame, PlayerCheckedIn))


def _is_player_in_game(connection: Connection, game_identifier: GameIdentifier, game: Game, player: Player) -> bool:
    """Return True if a player has a seat in a game, or came in person to an open game night."""
    night = game.night if isinstance(game, PlannedGame) and game.is_open else None
    if not isinstance(game, PlannedGame) or night is None:
        return player in game.players
    if player not in {*game.players, *night.all_players}:
        return False
    if player in game.guests or game.has_pressed_join_button(player):
        return True
    here = (events.c.channel == game_identifier.channel, events.c.pod == game_identifier.pod)
    came = select(events.c.version).where(*here, events.c.by == player, events.c.type.in_(_COMING_TYPES))
    return connection.scalar(came.limit(1)) is not None


def _require_guest_never_played_with_claimer(
    connection: Connection, guild_id: int, guest: Player, claimer: Player
) -> None:
    """Raise `Refusal` if a guest and the claiming member ever played in the same game."""
    theirs = set(map(tuple, connection.execute(build_query_of_ended_games(guild_id, [guest]))))
    same = sorted(load_accounts_and_guests_of_same_person(connection, guild_id, claimer))
    if theirs & set(map(tuple, connection.execute(build_query_of_ended_games(guild_id, same)))):
        raise Refusal("claim-together")


def _does_claim_need_administrator(connection: Connection, guild_id: int, guest: Player, claimer: Player) -> bool:
    """Return True if the guest has so many games that an administrator must confirm the claim."""
    claimed = select(guests.c.player).where(guests.c.guild == guild_id, guests.c.claimed_by == claimer)
    every = [guest, *connection.scalars(claimed)]
    played = build_query_of_ended_games(guild_id, every).subquery()
    return (connection.scalar(select(func.count()).select_from(played)) or 0) > MAX_CLAIMED_GAMES


def _load_games_moved_from_guest_to_claimer(
    connection: Connection, guild_id: int, guest: Player, claimer: Player
) -> list[tuple[int, int]]:
    """Load the games whose results a confirmed claim moved from the guest to the member."""
    played = set(map(tuple, connection.execute(build_query_of_ended_games(guild_id, [guest]))))
    theirs, left = (load_games_with_results_of_player(connection, guild_id, each) for each in (claimer, guest))
    return sorted(played.intersection(theirs).difference(left))


def execute_statements_for_rows(connection: Connection, rows: Sequence[dict[str, Any]], *statements: Update) -> None:
    """Execute SQL statements for all rows; without rows do nothing."""
    for statement in statements if rows else ():  # without rows, it would run once without values
        connection.execute(statement, [*rows])


@contextmanager
def keep_totals_consistent_while_results_move(
    connection: Connection,
    guild_id: int,
    interaction_id: int,
    moved_games: Collection[tuple[int, int]],
    confirmed_seasons: Collection[int],
) -> Iterator[list[GameKey]]:
    """Keep totals, ratings and posts correct while a `with` block moves results between players.

    Yields those games that have results. Ratings and posts are redone from the first of them on, because of the
    interaction. Raises `EndedSeasonConsentRefusal` if one of the games is of a season that is over and that is not
    in `confirmed_seasons`.
    """
    of_games = tuple_(results.c.channel, results.c.pod).in_(sorted(moved_games))
    of = results.c
    rows = connection.execute(select(of.channel, of.pod, of.at).distinct().where(of_games)).all()
    games = [build_game_sql_parameters(*each) for each in sorted({(row.channel, row.pod) for row in rows})]
    if not games:
        yield []
        return
    dates = frozenset(row.at for row in rows)
    require_consent_to_change_ended_seasons(
        load_seasons_newest_first(connection, guild_id), SeasonResultsChange(dates), confirmed_seasons
    )
    first = min(dates)
    for table in (totals, rivalries):
        connection.execute(table.SUBTRACT_POD, games)
    yield games
    for table in (totals, rivalries):
        connection.execute(table.ADD_POD, games)
        connection.execute(table.DELETE_EMPTY)
    mark_results_unrated_since(connection, guild_id, first, interaction_id)
    apply_row_changes(
        [
            *build_increment_of_server_result_version(guild_id),
            build_update_of_standings_posts(guild_id, first),
        ],
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
