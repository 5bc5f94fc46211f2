"""Account merges: two accounts of a server that are one person.

A moderator proposes a merge, and both accounts agree within a week; if the old one is silent until then, an
administrator decides within another week. Then the results of the old account belong to the one that stays, and so do
those of guests whom it had claimed. The log stays as it is, and a merge can be revoked.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import (
    BigInteger,
    BindParameter,
    Boolean,
    Connection,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from bot.planning.plan import PlannedGame
from bot.rulebooks import IMPOSSIBLE, Game, apply_game_event
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import apply_row_changes
from bot.storage.engine.schema import audit, defeats, events, guests, merges, results
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.log import decode_and_redact_event_row, lock_event_log_against_new_events
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.tables.guest_claims import (
    GIVE_TO_CLAIMER,
    build_game_sql_parameters,
    build_query_of_ended_games,
    execute_statements_for_rows,
    keep_totals_consistent_while_results_move,
    load_games_with_results_of_player,
    require_player_has_no_open_game,
)
from bot.storage.tables.guests import load_accounts_and_guests_of_same_person
from bot.storage.tables.open_games import build_player_events_sql_condition
from bot.storage.tables.proposals import PROPOSAL_LIFETIME, has_proposal_expired, require_proposal_not_expired
from bot.storage.tables.result_changes import build_increment_of_server_result_version
from bot.storage.tables.seasons import load_seasons_newest_first

PATIENCE = PROPOSAL_LIFETIME
"""The time after which an administrator may decide for an old account that did not answer a proposal."""

MERGE_PROPOSED = "merge-proposed"
MERGED = "merged"
UNMERGED = "unmerged"
"""The audit trail's codes: a merge was proposed, two accounts were merged, or a merge was taken back."""

T = TypeVar("T")


class AccountMerge(Struct, frozen=True):
    """A merge of two accounts of one person: the results of the old account move to the other.

    `player` is the old account, `stays` the other. `person` is the account at the end of a chain of merges; None means
    that the merge is proposed. Moderator `by` proposed it at `at`, for a `reason`.
    """

    player: Player
    stays: Player
    person: Player | None
    by: Player
    at: datetime
    reason: str
    old_agrees: bool
    new_agrees: bool

    @property
    def is_agreed_by_both_accounts(self) -> bool:
        return self.old_agrees and self.new_agrees

    def may_administrator_complete_merge(self, now: datetime) -> bool:
        """Return True if an administrator may decide, because the old account was silent for one to two weeks."""
        return self.new_agrees and self.at + PATIENCE <= now < self.at + 2 * PATIENCE

    def may_moderator_complete_merge(self, now: datetime) -> bool:
        """Return True if a moderator may complete the merge: both accounts agreed within the last week."""
        return self.is_agreed_by_both_accounts and now < self.at + 2 * PATIENCE


class _MergePreviewRollbackError(Exception):
    """An exception that ends and rolls back the transaction in which a merge is previewed."""


class AccountMergeRepository:
    """All merges of accounts. Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def load_account_merge(self, guild_id: int, old_account: Player) -> AccountMerge | None:
        """Load the proposed or completed merge of an old account; None if there is none."""
        return await self._database.run_read_transaction(partial(_load_account_merge, guild_id, old_account))

    async def load_completed_account_merges(self, guild_id: int) -> list[AccountMerge]:
        """Load the completed merges of a server, sorted by the old account."""
        return await self._database.run_read_transaction(partial(_load_completed_merges, guild_id))

    async def preview_account_merge(
        self, guild_id: int, account_merge: AccountMerge, load_state_to_compare: Callable[[Connection], T]
    ) -> tuple[T, T]:
        """Merge two accounts in a transaction that is rolled back; return a state read before and after the merge.

        Return what `load_state_to_compare` read before and after the merge.

        Raises `Refusal` and `PlayerNeededInOpenGameError` if the accounts cannot be merged.
        """
        found: list[T] = []

        def merge_accounts_and_load_states(connection: Connection) -> None:
            lock_event_log_against_new_events(connection)
            require_mergeable_accounts(connection, guild_id, account_merge.player, account_merge.stays)
            found.append(load_state_to_compare(connection))
            _replace_account_merge(connection, guild_id, account_merge)
            # The gate is asked when the merge is carried out.
            every = [each.number for each in load_seasons_newest_first(connection, guild_id)]
            _move_results_to_kept_account(connection, guild_id, account_merge.player, 0, every)
            found.append(load_state_to_compare(connection))
            raise _MergePreviewRollbackError

        with contextlib.suppress(_MergePreviewRollbackError):
            await self._database.run_write_transaction(merge_accounts_and_load_states)
        before, after = found[-2:]
        return before, after

    async def store_proposed_merge(
        self, new_audit_entry: AuditEntry, proposed_merge: AccountMerge, *persons: Person
    ) -> bool:
        """Store a proposed merge, replacing an earlier one. Return False if the interaction was handled before.

        If the same merge is proposed anew within a week, the answers stay. Raises `Refusal` and
        `PlayerNeededInOpenGameError` if the accounts cannot be merged.
        """
        guild_id = new_audit_entry.guild
        introduction = self._people.find_people_with_unsaved_names(*persons)

        def store_proposal_if_mergeable(connection: Connection) -> bool:
            lock_event_log_against_new_events(connection)
            if connection.scalar(select(audit.c.id).where(audit.c.id == new_audit_entry.id)) is not None:
                return False
            require_mergeable_accounts(connection, guild_id, proposed_merge.player, proposed_merge.stays)
            known = _load_account_merge(guild_id, proposed_merge.player, connection)
            proposed = proposed_merge
            if (
                known is not None
                and known.stays == proposed_merge.stays
                and not has_proposal_expired(known.at, proposed_merge.at)
            ):
                proposed = replace(proposed_merge, old_agrees=known.old_agrees, new_agrees=known.new_agrees)
            apply_row_changes(
                [*build_people_upserts(introduction.unsaved), build_audit_entry_insert(new_audit_entry)], connection
            )
            _replace_account_merge(connection, guild_id, proposed)
            return True

        done = await self._database.run_write_transaction(store_proposal_if_mergeable)
        if done:
            introduction.mark_people_names_as_saved()
        return done

    async def record_merge_answer(
        self, guild_id: int, old_account: Player, answering_account: Player, now: datetime, *, is_accepted: bool
    ) -> AccountMerge:
        """Store the answer of one account to a proposed merge, and return the merge.

        Raises `Refusal` for anybody else, and if nothing is proposed or the proposal has lapsed.
        """

        def store_merge_answer(connection: Connection) -> AccountMerge:
            lock_event_log_against_new_events(connection)
            merge = _load_account_merge(guild_id, old_account, connection)
            if merge is None or merge.person is not None:
                raise Refusal("merge-gone")
            if answering_account not in (merge.player, merge.stays):
                raise Refusal("merge-other")
            if is_accepted:
                require_proposal_not_expired(merge.at, now)
            if not is_accepted:
                connection.execute(delete(merges).where(*_build_account_merge_sql_condition(guild_id, old_account)))
                return merge
            which = "old_agrees" if answering_account == merge.player else "new_agrees"
            connection.execute(
                update(merges).where(*_build_account_merge_sql_condition(guild_id, old_account)).values({which: True})
            )
            after = _load_account_merge(guild_id, old_account, connection)
            assert after is not None
            return after

        return await self._database.run_write_transaction(store_merge_answer)

    async def complete_account_merge(
        self,
        new_audit_entry: AuditEntry,
        moderator: Person,
        old_account: Player,
        confirmed_seasons: Collection[int] = (),
    ) -> bool:
        """Complete a proposed merge. Return False if this Discord interaction was handled before.

        `confirmed_seasons` are the numbers of the seasons that are over and that the moderator agreed to change.
        Raises `EndedSeasonConsentRefusal` for others, and `Refusal` or `PlayerNeededInOpenGameError` as
        `store_proposed_merge` does.
        """

        def merge_accounts(connection: Connection) -> None:
            merge = _load_account_merge(new_audit_entry.guild, old_account, connection)
            if merge is None or merge.person is not None:
                raise Refusal("merge-gone")
            require_proposal_not_expired(merge.at + PATIENCE, new_audit_entry.at)
            require_mergeable_accounts(connection, new_audit_entry.guild, old_account, merge.stays)
            _move_results_to_kept_account(
                connection, new_audit_entry.guild, old_account, new_audit_entry.id, confirmed_seasons
            )

        return await self._run_account_merge_transaction(new_audit_entry, moderator, merge_accounts)

    async def revoke_account_merge(
        self,
        new_audit_entry: AuditEntry,
        moderator: Person,
        old_account: Player,
        confirmed_seasons: Collection[int] = (),
    ) -> bool:
        """Take back a merge, so that each account has its own results again.

        Returns False if the interaction was carried out before. Raises `EndedSeasonConsentRefusal` as
        `complete_account_merge` does, and `Refusal` if the account is not merged.
        """

        def split_accounts(connection: Connection) -> None:
            merge = _load_account_merge(new_audit_entry.guild, old_account, connection)
            if merge is None or merge.person is None:
                raise Refusal("claim-none")
            _give_back_results_of_revoked_merge(
                connection, new_audit_entry.guild, merge, new_audit_entry.id, confirmed_seasons
            )

        return await self._run_account_merge_transaction(new_audit_entry, moderator, split_accounts)

    async def _run_account_merge_transaction(
        self, new_audit_entry: AuditEntry, moderator: Person, change_merge: Callable[[Connection], None]
    ) -> bool:
        introduction = self._people.find_people_with_unsaved_names(moderator)

        def change_merge_with_audit_entry(connection: Connection) -> bool:
            lock_event_log_against_new_events(connection)
            if connection.scalar(select(audit.c.id).where(audit.c.id == new_audit_entry.id)) is not None:
                return False
            change_merge(connection)
            apply_row_changes(
                [*build_people_upserts(introduction.unsaved), build_audit_entry_insert(new_audit_entry)], connection
            )
            return True

        if not await self._database.run_write_transaction(change_merge_with_audit_entry):
            return False
        introduction.mark_people_names_as_saved()
        return True


def _build_account_merge_sql_condition(guild_id: int, old_account: Player) -> tuple[Any, Any]:
    return merges.c.guild == guild_id, merges.c.player == old_account


_COLUMNS = tuple(merges.c[name] for name in AccountMerge.__struct_fields__)


def _load_account_merge(guild_id: int, old_account: Player, connection: Connection) -> AccountMerge | None:
    row = connection.execute(
        select(*_COLUMNS).where(*_build_account_merge_sql_condition(guild_id, old_account))
    ).one_or_none()
    return None if row is None else AccountMerge(*row)


def _load_completed_merges(guild_id: int, connection: Connection) -> list[AccountMerge]:
    here = (merges.c.guild == guild_id, merges.c.person.is_not(None))
    rows = connection.execute(select(*_COLUMNS).where(*here).order_by(merges.c.player))
    return [AccountMerge(*row) for row in rows]


def _replace_account_merge(connection: Connection, guild_id: int, merge: AccountMerge) -> None:
    connection.execute(delete(merges).where(*_build_account_merge_sql_condition(guild_id, merge.player)))
    connection.execute(insert(merges), [{"guild": guild_id, **asdict(merge)}])


# May they be merged?


def require_mergeable_accounts(
    connection: Connection, guild_id: int, old_account: Player, kept_account: Player
) -> None:
    """Raise an error if two accounts cannot be merged, for example because they played against each other.

    Raises `Refusal`, or `PlayerNeededInOpenGameError` for an open game.
    """
    carried_out = {each.player: each for each in _load_completed_merges(guild_id, connection)}
    if old_account == kept_account:
        raise Refusal("merge-same")
    if old_account in carried_out:
        raise Refusal("merge-already", player=old_account)
    if kept_account in carried_out:
        raise Refusal("merge-already", player=kept_account)
    for each in (old_account, kept_account):
        require_player_has_no_open_game(connection, guild_id, each)
    old, new = (
        load_accounts_and_guests_of_same_person(connection, guild_id, each) for each in (old_account, kept_account)
    )
    if _have_accounts_played_together(connection, guild_id, old, new):
        raise Refusal("merge-together")


def load_merged_accounts_and_guests_of_account(
    connection: Connection, guild_id: int, player: Player
) -> frozenset[Player]:
    """Load an account, the accounts merged into it, and the guests claimed by all of these."""
    found = {player, *_load_accounts_merged_into_player(connection, guild_id, player)}
    claimed = select(guests.c.player)
    claimed = claimed.where(guests.c.guild == guild_id, guests.c.claimed_by.in_(found))
    return frozenset(found.union(connection.scalars(claimed)))


def _load_accounts_merged_into_player(connection: Connection, guild_id: int, player: Player) -> set[Player]:
    """Load the accounts merged into an account, directly or by way of another account."""
    every = _load_completed_merges(guild_id, connection)
    found: set[Player] = set()
    while new := {each.player for each in every if each.stays in {player, *found}} - found:
        found |= new
    return found


def _have_accounts_played_together(
    connection: Connection, guild_id: int, old_accounts: Collection[Player], new_accounts: Collection[Player]
) -> bool:
    """Return True if an old account and a new account were ever in the same game."""
    named = [or_(*map(build_player_events_sql_condition, some)) for some in (old_accounts, new_accounts)]
    first, second = (
        {
            (row.channel, row.pod)
            for row in connection.execute(
                select(events.c.channel, events.c.pod).where(events.c.guild == guild_id, condition).distinct()
            )
        }
        for condition in named
    )
    for channel, pod in sorted(first & second):
        sat = _load_all_participants_of_game(connection, channel, pod)
        if sat is None or (sat & {*old_accounts} and sat & {*new_accounts}):
            return True
    return False


def _load_all_participants_of_game(connection: Connection, channel_id: int, pod_number: int) -> set[Player] | None:
    """Load everybody who ever sat in a game; None if the game cannot be rebuilt from its events.

    A game that was entered afterwards has no participants until it counts: anybody may have named them.
    """
    of_game = select(events).where(events.c.channel == channel_id, events.c.pod == pod_number)
    game: Game | None = None
    sat: set[Player] = set()
    try:
        for row in connection.execute(of_game.order_by(events.c.version)):
            game = apply_game_event(game, decode_and_redact_event_row(row).event)
            if not isinstance(game, PlannedGame):
                sat |= {*game.players, *(game.current_and_former_players if isinstance(game, Pod) else ())}
    except (UnreadableStoredEventError, *IMPOSSIBLE):
        return None
    return sat if not isinstance(game, Pod) or game.was_certainly_played else set()


# What belongs to whom


def _move_results_to_kept_account(
    connection: Connection,
    guild_id: int,
    old_account: Player,
    interaction_id: int,
    confirmed_seasons: Collection[int],
) -> None:
    theirs = load_merged_accounts_and_guests_of_account(connection, guild_id, old_account)
    games = _load_all_games_of_players(connection, guild_id, theirs)
    connection.execute(
        update(merges).where(*_build_account_merge_sql_condition(guild_id, old_account)).values(person=merges.c.stays)
    )
    stays = connection.scalar(select(merges.c.stays).where(*_build_account_merge_sql_condition(guild_id, old_account)))
    chained = (merges.c.guild == guild_id, merges.c.person == old_account)
    connection.execute(update(merges).where(*chained).values(person=stays))
    with keep_totals_consistent_while_results_move(
        connection, guild_id, interaction_id, games, confirmed_seasons
    ) as named:
        execute_statements_for_rows(connection, named, *GIVE_TO_CLAIMER)
    apply_row_changes(
        [*build_increment_of_server_result_version(guild_id)], connection
    )  # an exclusion may follow without any game


def _give_back_results_of_revoked_merge(
    connection: Connection,
    guild_id: int,
    account_merge: AccountMerge,
    interaction_id: int,
    confirmed_seasons: Collection[int],
) -> None:
    """Delete a merge, and return the moved results to the accounts that earned them."""
    person = account_merge.person
    assert person is not None
    theirs = load_merged_accounts_and_guests_of_account(connection, guild_id, account_merge.player)
    back = {each: _load_games_moved_to_person_by_merge(connection, guild_id, each, person) for each in theirs}
    games = _load_all_games_of_players(connection, guild_id, theirs).union(*back.values())
    through = _load_accounts_merged_into_player(connection, guild_id, account_merge.player)
    connection.execute(delete(merges).where(*_build_account_merge_sql_condition(guild_id, account_merge.player)))
    chained = (merges.c.guild == guild_id, merges.c.player.in_(through))
    connection.execute(update(merges).where(*chained).values(person=account_merge.player))
    members = set(connection.scalars(select(guests.c.player).where(guests.c.player.in_(theirs))))
    with keep_totals_consistent_while_results_move(
        connection, guild_id, interaction_id, sorted(games), confirmed_seasons
    ) as named:
        rows = [
            {"was": person, "becomes": each, "as_guest": each in members, **build_game_sql_parameters(*game)}
            for each, found in back.items()
            for game in sorted(found)
        ]
        execute_statements_for_rows(connection, rows, *_GIVE_BACK)
        execute_statements_for_rows(connection, named, *GIVE_TO_CLAIMER)
    apply_row_changes([*build_increment_of_server_result_version(guild_id)], connection)


def _load_all_games_of_players(
    connection: Connection, guild_id: int, players: Iterable[Player]
) -> set[tuple[int, int]]:
    """Load the games in which one of these players has a result or had a seat."""
    every = [*players]
    found = {game for each in every for game in load_games_with_results_of_player(connection, guild_id, each)}
    return found | set(map(tuple, connection.execute(build_query_of_ended_games(guild_id, every))))


def _load_games_moved_to_person_by_merge(
    connection: Connection, guild_id: int, old_account: Player, person: Player
) -> set[tuple[int, int]]:
    """Load the games of a player whose results belong to `person` since a merge."""
    played = set(map(tuple, connection.execute(build_query_of_ended_games(guild_id, [old_account]))))
    theirs, left = (
        set(load_games_with_results_of_player(connection, guild_id, each)) for each in (person, old_account)
    )
    return played & theirs - left


def _build_channel_and_pod_sql_condition(table: Table) -> Any:
    return and_(
        table.c.channel == bindparam("in_channel", type_=BigInteger),
        table.c.pod == bindparam("of_pod", type_=BigInteger),
    )


def _build_updates_of_merged_account_results() -> Iterator[Update]:
    was: BindParameter[Player] = bindparam("was")
    becomes: BindParameter[Player] = bindparam("becomes")
    theirs = update(results).where(_build_channel_and_pod_sql_condition(results), results.c.player == was)
    yield theirs.values(player=becomes, guest=bindparam("as_guest", type_=Boolean))
    for name in ("loser", "responsible"):
        found = update(defeats).where(_build_channel_and_pod_sql_condition(defeats), defeats.c[name] == was)
        yield found.values({name: becomes})


_GIVE_BACK = tuple(_build_updates_of_merged_account_results())
