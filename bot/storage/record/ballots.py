"""Private ballots by which the players of a game vote on deeds, until the vote closes.

No event, archive or message holds a ballot. The ballots are deleted when the vote closes or the game counts.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import BigInteger, Integer, Text, bindparam, delete, select

from bot.rules.facts import Player
from bot.rules.house_deeds import Ballots
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import ChangeOrCondition, RowChange, Upsert, WriteCondition
from bot.storage.engine.schema import ballots

_IN_POD = (
    ballots.c.channel == bindparam("in_channel", type_=BigInteger),
    ballots.c.pod == bindparam("of_pod", type_=Integer),
)
_ON_DEED = (*_IN_POD, ballots.c.deed == bindparam("on_deed", type_=Text))

_SELECT = select(ballots.c.deed, ballots.c.voter, ballots.c.choice).where(*_IN_POD)
_SELECT_VOTERS = select(ballots.c.voter).where(*_ON_DEED)
_CAST = Upsert(ballots)
_DELETE_BALLOT = delete(ballots).where(
    *_ON_DEED,
    ballots.c.voter == bindparam("by_voter", type_=Text),
    ballots.c.choice == bindparam("for_choice", type_=Text),
)
_DELETE_OF_POD = delete(ballots).where(*_IN_POD)


async def load_achievement_ballots_of_pod(database: Database, channel: int, pod_number: int) -> Mapping[str, Ballots]:
    """Load the secret votes of a pod's players on who earned each achievement.

    Raises `DatabaseUnreachableError`.
    """
    (rows,) = await database.run_queries_on_one_snapshot(
        SmallQuery(_SELECT, _build_sql_parameters_of_pod(channel, pod_number))
    )
    found: dict[str, dict[Player, Player]] = {}
    for deed, voter, choice in rows:
        found.setdefault(deed, {})[voter] = choice
    return found


async def cast_ballot(
    database: Database,
    guild_id: int,
    channel_id: int,
    pod_number: int,
    achievement_id: str,
    voter: Player,
    chosen_player: Player,
) -> None:
    """Store a player's vote on who earned a deed (an achievement). It replaces the player's earlier vote.

    Raises `DatabaseUnreachableError`.
    """
    row = {
        "channel": channel_id,
        "pod": pod_number,
        "deed": achievement_id,
        "voter": voter,
        "guild": guild_id,
        "choice": chosen_player,
    }
    await database.commit_changes(RowChange(_CAST, [row]))


def build_changes_to_delete_counted_ballots(
    channel_id: int, pod_number: int, achievement_id: str, counted_ballots: Ballots
) -> Iterator[ChangeOrCondition]:
    """Yield row changes that delete the counted ballots.

    Also yield a condition that rejects the write if more ballots were cast meanwhile.
    """
    on_deed = {**_build_sql_parameters_of_pod(channel_id, pod_number), "on_deed": achievement_id}
    rows = [{**on_deed, "by_voter": voter, "for_choice": choice} for voter, choice in counted_ballots.items()]
    if rows:
        yield RowChange(_DELETE_BALLOT, rows)
    yield WriteCondition(f"ballots of {channel_id}:{pod_number}", _SELECT_VOTERS, on_deed)


def build_deletion_of_pod_ballots(channel_id: int, pod_number: int) -> RowChange:
    return RowChange(_DELETE_OF_POD, [_build_sql_parameters_of_pod(channel_id, pod_number)])


def _build_sql_parameters_of_pod(channel_id: int, pod_number: int) -> dict[str, Any]:
    return {"in_channel": channel_id, "of_pod": pod_number}
