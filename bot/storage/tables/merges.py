"""Merges: two accounts of a server that are one person, as a claimed guest and their claimer are.

A moderator proposes a merge, and both accounts agree; if the old one is silent for a week, an
administrator decides. Then the results of the old account belong to the one that stays, and so do
those of guests whom it had claimed. The log stays as it is, and a merge can be taken back.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict
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

from bot.planning.plan import Plan
from bot.rulebooks import IMPOSSIBLE, Game, evolve
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.storage.engine.changes import apply
from bot.storage.engine.database import Database
from bot.storage.engine.schema import audit, defeats, events, guests, merges, results
from bot.storage.record.audit import AuditEntry, insert_entry
from bot.storage.record.errors import Damaged
from bot.storage.record.log import lock_out_writers, read_recorded
from bot.storage.record.people import People, Person, insert_people
from bot.storage.tables.guest_claims import (
    GIVE_TO_CLAIMER,
    check_over,
    execute_each,
    find_games,
    find_played,
    name_game,
    recount_around,
)
from bot.storage.tables.guests import find_same
from bot.storage.tables.open_games import match_player
from bot.storage.tables.result_changes import count_change
from bot.storage.tables.seasons import load_seasons

PATIENCE = timedelta(days=7)
"""The time after which an administrator may decide for an old account that does not answer."""

MERGED = "merged"
UNMERGED = "unmerged"
"""The audit trail's codes: two accounts were merged, or a merge was taken back."""

T = TypeVar("T")


class Merge(Struct, frozen=True):
    """A merge of a server: the old account `player`, and the account that `stays`.

    `person` is the account at the end of a chain of merges; None means that the merge is proposed.
    Moderator `by` proposed it at `at`, for a `reason`.
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
    def agreed(self) -> bool:
        """True if both accounts have agreed."""
        return self.old_agrees and self.new_agrees

    def may_decide(self, now: datetime) -> bool:
        """Return whether an administrator may decide, as the old account has not answered."""
        return self.new_agrees and now >= self.at + PATIENCE


class _DryRun(Exception):
    """Rolls a transaction back once its outcome was read."""


class Merges:
    """The merges of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def load(self, guild: int, player: Player) -> Merge | None:
        """Return the merge of an old account, proposed or carried out."""
        return await self._database.read(partial(_load, guild, player))

    async def load_carried_out(self, guild: int) -> list[Merge]:
        """Return the merges of a server that were carried out, by account."""
        return await self._database.read(partial(_load_carried_out, guild))

    async def preview(
        self, guild: int, merge: Merge, read: Callable[[Connection], T]
    ) -> tuple[T, T]:
        """Return what `read` finds before and after a merge, which is rolled back.

        Raises `Refusal` and `Playing` if the accounts cannot be merged.
        """
        found: list[T] = []

        def merge_and_read(connection: Connection) -> None:
            lock_out_writers(connection)
            check_mergeable(connection, guild, merge.player, merge.stays)
            found.append(read(connection))
            _put(connection, guild, merge)
            # The gate is asked when the merge is carried out.
            every = [each.number for each in load_seasons(connection, guild)]
            _carry_out(connection, guild, merge.player, 0, every)
            found.append(read(connection))
            raise _DryRun

        with contextlib.suppress(_DryRun):
            await self._database.transact(merge_and_read)
        before, after = found[-2:]
        return before, after

    async def propose(self, guild: int, merge: Merge, *persons: Person) -> None:
        """Store a proposed merge in place of an earlier proposal of the old account.

        Raises `Refusal` and `Playing` if the accounts cannot be merged.
        """
        introduction = self._people.introduce(*persons)

        def store(connection: Connection) -> None:
            lock_out_writers(connection)
            check_mergeable(connection, guild, merge.player, merge.stays)
            apply([*insert_people(introduction.unsaved)], connection)
            known = _load(guild, merge.player, connection)
            if known is None or known.stays != merge.stays:  # answers stay when both are asked anew
                _put(connection, guild, merge)

        await self._database.transact(store)
        introduction.note_written()

    async def answer(self, guild: int, player: Player, by: Player, *, agrees: bool) -> Merge:
        """Store the answer of one of the two accounts; return the merge after it.

        Raises `Refusal` for anybody else, and if nothing is proposed.
        """

        def store(connection: Connection) -> Merge:
            lock_out_writers(connection)
            merge = _load(guild, player, connection)
            if merge is None or merge.person is not None:
                raise Refusal("merge-gone")
            if by not in (merge.player, merge.stays):
                raise Refusal("merge-other")
            if not agrees:
                connection.execute(delete(merges).where(*_match(guild, player)))
                return merge
            which = "old_agrees" if by == merge.player else "new_agrees"
            connection.execute(update(merges).where(*_match(guild, player)).values({which: True}))
            after = _load(guild, player, connection)
            assert after is not None
            return after

        return await self._database.transact(store)

    async def carry_out(
        self, entry: AuditEntry, by: Person, player: Player, asked: Collection[int] = ()
    ) -> bool:
        """Carry out a proposed merge. Returns False if the interaction was carried out before.

        `asked` are the numbers of the seasons that are over and that the author was asked about.
        Raises `NeedsDecision` for others, and `Refusal` or `Playing` as `propose` does.
        """

        def merge_accounts(connection: Connection) -> None:
            merge = _load(entry.guild, player, connection)
            if merge is None or merge.person is not None:
                raise Refusal("merge-gone")
            check_mergeable(connection, entry.guild, player, merge.stays)
            _carry_out(connection, entry.guild, player, entry.id, asked)

        return await self._decide(entry, by, merge_accounts)

    async def take_back(
        self, entry: AuditEntry, by: Person, player: Player, asked: Collection[int] = ()
    ) -> bool:
        """Take a merge back: each account has its own results again.

        Returns False if the interaction was carried out before. Raises `NeedsDecision` as
        `carry_out` does, and `Refusal` if the account is not merged.
        """

        def split_accounts(connection: Connection) -> None:
            merge = _load(entry.guild, player, connection)
            if merge is None or merge.person is None:
                raise Refusal("claim-none")
            _take_back(connection, entry.guild, merge, entry.id, asked)

        return await self._decide(entry, by, split_accounts)

    async def _decide(
        self, entry: AuditEntry, by: Person, change: Callable[[Connection], None]
    ) -> bool:
        introduction = self._people.introduce(by)

        def decide(connection: Connection) -> bool:
            lock_out_writers(connection)
            if connection.scalar(select(audit.c.id).where(audit.c.id == entry.id)) is not None:
                return False
            change(connection)
            apply([*insert_people(introduction.unsaved), insert_entry(entry)], connection)
            return True

        if not await self._database.transact(decide):
            return False
        introduction.note_written()
        return True


def _match(guild: int, player: Player) -> tuple[Any, Any]:
    return merges.c.guild == guild, merges.c.player == player


_COLUMNS = tuple(merges.c[name] for name in Merge.__struct_fields__)


def _load(guild: int, player: Player, connection: Connection) -> Merge | None:
    row = connection.execute(select(*_COLUMNS).where(*_match(guild, player))).one_or_none()
    return None if row is None else Merge(*row)


def _load_carried_out(guild: int, connection: Connection) -> list[Merge]:
    here = (merges.c.guild == guild, merges.c.person.is_not(None))
    rows = connection.execute(select(*_COLUMNS).where(*here).order_by(merges.c.player))
    return [Merge(*row) for row in rows]


def _put(connection: Connection, guild: int, merge: Merge) -> None:
    """Store a merge in place of an earlier one of the same old account."""
    connection.execute(delete(merges).where(*_match(guild, merge.player)))
    connection.execute(insert(merges), [{"guild": guild, **asdict(merge)}])


# May they be merged?


def check_mergeable(connection: Connection, guild: int, player: Player, stays: Player) -> None:
    """Raise `Refusal` if two accounts are not to be merged, and `Playing` while either plays."""
    carried_out = {each.player: each for each in _load_carried_out(guild, connection)}
    if player == stays:
        raise Refusal("merge-same")
    if player in carried_out:
        raise Refusal("merge-already", player=player)
    if stays in carried_out:
        raise Refusal("merge-already", player=stays)
    for each in (player, stays):
        check_over(connection, guild, each)
    old, new = (find_same(connection, guild, each) for each in (player, stays))
    if _have_met(connection, guild, old, new):
        raise Refusal("merge-together")


def find_owned(connection: Connection, guild: int, player: Player) -> frozenset[Player]:
    """Return a player, accounts that were merged into theirs, and the guests whom these claimed."""
    found = {player, *_find_merged_through(connection, guild, player)}
    claimed = select(guests.c.player)
    claimed = claimed.where(guests.c.guild == guild, guests.c.claimed_by.in_(found))
    return frozenset(found.union(connection.scalars(claimed)))


def _find_merged_through(connection: Connection, guild: int, player: Player) -> set[Player]:
    """Return the accounts whose chain of merges leads through a player."""
    every = _load_carried_out(guild, connection)
    found: set[Player] = set()
    while new := {each.player for each in every if each.stays in {player, *found}} - found:
        found |= new
    return found


def _have_met(
    connection: Connection, guild: int, old: Collection[Player], new: Collection[Player]
) -> bool:
    """Return whether somebody of `old` and somebody of `new` ever sat in one pod or duel."""
    named = [or_(*map(match_player, some)) for some in (old, new)]
    first, second = (
        {
            (row.channel, row.pod)
            for row in connection.execute(
                select(events.c.channel, events.c.pod)
                .where(events.c.guild == guild, condition)
                .distinct()
            )
        }
        for condition in named
    )
    for channel, pod in sorted(first & second):
        sat = _find_everybody(connection, channel, pod)
        if sat is None or (sat & {*old} and sat & {*new}):
            return True
    return False


def _find_everybody(connection: Connection, channel: int, pod: int) -> set[Player] | None:
    """Return everybody who ever sat in a game; None if it cannot be folded."""
    of_game = select(events).where(events.c.channel == channel, events.c.pod == pod)
    game: Game | None = None
    sat: set[Player] = set()
    try:
        for row in connection.execute(of_game.order_by(events.c.version)):
            game = evolve(game, read_recorded(row).event)
            if not isinstance(game, Plan):
                sat |= {*game.players, *(game.participants if isinstance(game, Pod) else ())}
    except (Damaged, *IMPOSSIBLE):
        return None
    return sat


# What belongs to whom


def _carry_out(
    connection: Connection, guild: int, player: Player, cause: int, asked: Collection[int]
) -> None:
    """Give everything of an account to the account that stays, whose row says so already."""
    theirs = find_owned(connection, guild, player)
    games = _find_all_games(connection, guild, theirs)
    connection.execute(update(merges).where(*_match(guild, player)).values(person=merges.c.stays))
    stays = connection.scalar(select(merges.c.stays).where(*_match(guild, player)))
    chained = (merges.c.guild == guild, merges.c.person == player)
    connection.execute(update(merges).where(*chained).values(person=stays))
    with recount_around(connection, guild, cause, games, asked) as named:
        execute_each(connection, named, *GIVE_TO_CLAIMER)
    apply([*count_change(guild)], connection)  # an exclusion may follow without any game


def _take_back(
    connection: Connection, guild: int, merge: Merge, cause: int, asked: Collection[int]
) -> None:
    """Give everybody whose results came by a merge their own results again."""
    person = merge.person
    assert person is not None
    theirs = find_owned(connection, guild, merge.player)
    back = {each: _find_given_games(connection, guild, each, person) for each in theirs}
    games = _find_all_games(connection, guild, theirs).union(*back.values())
    through = _find_merged_through(connection, guild, merge.player)
    connection.execute(delete(merges).where(*_match(guild, merge.player)))
    chained = (merges.c.guild == guild, merges.c.player.in_(through))
    connection.execute(update(merges).where(*chained).values(person=merge.player))
    members = set(connection.scalars(select(guests.c.player).where(guests.c.player.in_(theirs))))
    with recount_around(connection, guild, cause, sorted(games), asked) as named:
        rows = [
            {"was": person, "becomes": each, "as_guest": each in members, **name_game(*game)}
            for each, found in back.items()
            for game in sorted(found)
        ]
        execute_each(connection, rows, *_GIVE_BACK)
        execute_each(connection, named, *GIVE_TO_CLAIMER)
    apply([*count_change(guild)], connection)


def _find_all_games(
    connection: Connection, guild: int, players: Iterable[Player]
) -> set[tuple[int, int]]:
    """Return the games in which any of some players has a result or had a seat."""
    every = [*players]
    found = {game for each in every for game in find_games(connection, guild, each)}
    return found | set(map(tuple, connection.execute(find_played(guild, every))))


def _find_given_games(
    connection: Connection, guild: int, player: Player, person: Player
) -> set[tuple[int, int]]:
    """Return the games of a player whose results another person has."""
    played = set(map(tuple, connection.execute(find_played(guild, [player]))))
    theirs, left = (set(find_games(connection, guild, each)) for each in (person, player))
    return played & theirs - left


def _in_game(table: Table) -> Any:
    return and_(
        table.c.channel == bindparam("in_channel", type_=BigInteger),
        table.c.pod == bindparam("of_pod", type_=BigInteger),
    )


def _give_back() -> Iterator[Update]:
    was: BindParameter[Player] = bindparam("was")
    becomes: BindParameter[Player] = bindparam("becomes")
    theirs = update(results).where(_in_game(results), results.c.player == was)
    yield theirs.values(player=becomes, guest=bindparam("as_guest", type_=Boolean))
    for name in ("loser", "responsible"):
        found = update(defeats).where(_in_game(defeats), defeats.c[name] == was)
        yield found.values({name: becomes})


_GIVE_BACK = tuple(_give_back())
