"""Former ids of people who were forgotten and came back, as long as a season runs.

Whoever is forgotten gets a new id when they come back. Where a season counts people or excludes one, all ids of an
account are one person. The table has no account, only a hash of it by a key that is not in the database
(`bot/storage/engine/account_key.py`). The hash names the season, so that those of two seasons have nothing in common.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select

from bot.rules.facts import Player
from bot.storage.engine.account_key import (
    compute_fingerprint_of_account_hash_key,
    compute_hmac_of_text,
    load_account_hash_key,
)
from bot.storage.engine.schema import events, exclusions, former_ids, merges, people, results, seasons
from bot.storage.record.people import Person
from bot.storage.tables.open_games import build_player_events_sql_condition

RETENTION = timedelta(days=400)
"""The longest time that a former id is kept, even if its season runs on."""

RETENTION_AFTER_END = timedelta(days=1)
"""The time that former ids are kept after their season's end, which may be taken back."""


def store_former_ids_of_forgotten_person(
    connection: Connection, person: Person, guild_ids: Iterable[int], now: datetime
) -> None:
    """Store the id of a person whose data was deleted, for each running season in which they played.

    Without an account hash key, nothing is stored. Raises `OSError` if a key cannot be read or created.
    """
    running = select(seasons.c.guild, seasons.c.number, seasons.c.start).where(
        seasons.c.end.is_(None), seasons.c.guild.in_(sorted(guild_ids))
    )
    found = [
        (guild, number)
        for guild, number, start in connection.execute(running).all()
        if _has_player_participated_since(connection, person.id, guild, start)
    ]
    key = load_account_hash_key(connection, create_if_missing=True) if found else None
    if key is None:
        return
    rows = [
        {
            "guild": guild,
            "season": number,
            "player": person.id,
            "tag": _compute_account_hash_in_season(key, guild, number, person.discord_id),
            "key": compute_fingerprint_of_account_hash_key(key),
            "at": now,
        }
        for guild, number in found
    ]
    connection.execute(insert(former_ids), rows)


def _has_player_participated_since(connection: Connection, player: Player, guild_id: int, start_time: datetime) -> bool:
    theirs = select(events.c.version).where(
        events.c.guild == guild_id, events.c.at >= start_time, build_player_events_sql_condition(player)
    )
    return connection.execute(theirs.limit(1)).first() is not None


def _compute_account_hash_in_season(account_hash_key: bytes, guild_id: int, season_number: int, account: int) -> str:
    return compute_hmac_of_text(account_hash_key, f"{guild_id} {season_number} {account}")


Persons = Mapping[Player, Player]
"""The id that stands for a person, by each id of theirs; only of people with several ids."""


def map_player_ids_to_main_ids(connection: Connection, guild_id: int, season_number: int | None) -> Persons:
    """Map all player ids of a person in a season to one id that stands for the person.

    Only people with several ids are included. Of merged accounts that is the one that stays; of forgotten ids the
    newest, which the person has now, or else the one that was forgotten last.
    """
    former = {} if season_number is None else _map_former_player_ids_to_newest_id(connection, guild_id, season_number)
    merged = load_kept_account_by_merged_account(connection, guild_id)
    ids = {*former, *merged, *merged.values()}
    return {player: _find_main_player_id(player, former, merged) for player in ids}


def _find_main_player_id(player: Player, newest_id_by_former_id: Persons, kept_id_by_merged_id: Persons) -> Player:
    at = newest_id_by_former_id.get(player, player)
    stays = kept_id_by_merged_id.get(player, kept_id_by_merged_id.get(at, at))
    return newest_id_by_former_id.get(stays, stays)


def load_kept_account_by_merged_account(connection: Connection, guild_id: int) -> Persons:
    """Load the account that owns the results of each merged account, for one server."""
    here = (merges.c.guild == guild_id, merges.c.person.is_not(None))
    found = connection.execute(select(merges.c.player, merges.c.person).where(*here))
    return {row.player: row.person for row in found}


def _map_former_player_ids_to_newest_id(connection: Connection, guild_id: int, season_number: int) -> Persons:
    query = select(former_ids.c.player, former_ids.c.tag).where(
        former_ids.c.guild == guild_id, former_ids.c.season == season_number
    )
    ids = defaultdict[str, list[Player]](list)
    for player, tag in connection.execute(query.order_by(former_ids.c.at, former_ids.c.player)):
        ids[tag].append(player)
    if not ids:
        return {}
    for player, tag in _compute_account_hashes_in_season(connection, guild_id, season_number):
        if tag in ids:
            ids[tag].append(player)
    return {player: same[-1] for same in ids.values() for player in same}


def map_player_ids_to_main_ids_in_newest_season(connection: Connection, guild_id: int) -> Persons:
    """Map all player ids of a person to one id, for the newest season that has ids of deleted people.

    See `map_player_ids_to_main_ids`.
    """
    query = select(func.max(former_ids.c.season)).where(former_ids.c.guild == guild_id)
    return map_player_ids_to_main_ids(connection, guild_id, connection.scalar(query))


def _compute_account_hashes_in_season(
    connection: Connection, guild_id: int, season_number: int
) -> Iterator[tuple[Player, str]]:
    key = load_account_hash_key(connection)
    if key is None:
        return
    of_season = (seasons.c.guild == guild_id, seasons.c.number == season_number)
    start = select(seasons.c.start).where(*of_season).scalar_subquery()
    played = select(results.c.player).where(results.c.guild == guild_id, results.c.at >= start)
    accounts = select(people.c.id, people.c.discord_id)
    accounts = accounts.where(people.c.id.in_(played), people.c.discord_id > 0)
    for player, account in connection.execute(accounts):
        yield player, _compute_account_hash_in_season(key, guild_id, season_number, account)


def load_former_ids_of_account(connection: Connection, discord_id: int) -> list[dict[str, Any]]:
    """Load the former player ids of a Discord account whose data was deleted earlier."""
    rows = connection.execute(select(former_ids).order_by(former_ids.c.at)).mappings().all()
    key = load_account_hash_key(connection) if rows else None
    if key is None:
        return []
    return [
        {str(name): value for name, value in row.items()}
        for row in rows
        if row["tag"] == _compute_account_hash_in_season(key, row["guild"], row["season"], discord_id)
    ]


def list_all_ids_of_players(main_id_by_player_id: Persons, players: Iterable[Player]) -> frozenset[Player]:
    """Return these player ids and all other ids of the same people."""
    given = frozenset(players)
    meant = {main_id_by_player_id[player] for player in given if player in main_id_by_player_id}
    return given | {player for player, person in main_id_by_player_id.items() if person in meant}


_IS_SEASON_OF_ID = (seasons.c.guild == former_ids.c.guild) & (seasons.c.number == former_ids.c.season)
_SELECT_SEASONS_WITH_IDS_TO_ERASE = (
    select(former_ids.c.guild, former_ids.c.season)
    .outerjoin(seasons, _IS_SEASON_OF_ID)
    .where(or_(former_ids.c.at <= bindparam("stored_before"), seasons.c.end <= bindparam("ended_before")))
    .distinct()
)


def load_seasons_with_player_ids_to_erase(connection: Connection, now: datetime) -> list[tuple[int, int]]:
    """Load the seasons, by server and number, whose ids of deleted people must now be erased."""
    times = {"stored_before": now - RETENTION, "ended_before": now - RETENTION_AFTER_END}
    rows = connection.execute(_SELECT_SEASONS_WITH_IDS_TO_ERASE, times)
    return sorted((guild, number) for guild, number in rows)


def erase_expired_former_ids(connection: Connection, guild_id: int, season_number: int, now: datetime) -> None:
    """Erase the ids of deleted people from a season after the time for which they are kept."""
    persons = _map_former_player_ids_to_newest_id(connection, guild_id, season_number)
    here = (exclusions.c.guild == guild_id, exclusions.c.season == season_number)
    rows = connection.execute(select(exclusions).where(*here)).all()
    excluded = {row.player for row in rows}
    for row in rows:
        for same in list_all_ids_of_players(persons, [row.player]) - excluded:
            excluded.add(same)
            connection.execute(insert(exclusions), [{**row._mapping, "player": same}])
    theirs = (former_ids.c.guild == guild_id, former_ids.c.season == season_number)
    overdue = former_ids.c.at <= now - RETENTION
    over = select(seasons.c.number).where(
        seasons.c.guild == guild_id, seasons.c.number == season_number, seasons.c.end <= now - RETENTION_AFTER_END
    )
    connection.execute(delete(former_ids).where(*theirs, or_(overdue, over.exists())))


def count_former_ids_hashed_by_other_key(connection: Connection) -> int:
    """Count the former ids that were hashed with a key other than the present one."""
    names = connection.scalars(select(former_ids.c.key)).all()
    key = load_account_hash_key(connection) if names else None
    return sum(key is None or name != compute_fingerprint_of_account_hash_key(key) for name in names)
