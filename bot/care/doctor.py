"""The doctor: checks of the settings, the database, the log and its projections, and Discord."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from pathlib import Path

from sqlalchemy import Connection, select, text

from bot.card_updates.index_path import find_card_index_file
from bot.cards.index_file import InvalidCardIndexError, load_card_index_description
from bot.care.backup import find_sqlite_file_corruption
from bot.care.findings import (
    DiagnosisFinding,
    build_result_of_check_with_warning,
    build_result_of_failed_check,
    build_result_of_passed_check,
)
from bot.care.integrity import DatabaseIntegrityReport, check_integrity_of_database
from bot.care.open_database import open_database_read_only
from bot.care.progress import run_database_work_with_progress_bar
from bot.cluster.overview import ClusterOverview, format_number_ranges, load_cluster_overview
from bot.config import KEEP, BotSettings
from bot.storage.engine.account_key import KEY_ADVICE, NO_KEY, load_account_hash_key
from bot.storage.engine.database import Database
from bot.storage.engine.database_summary import format_database_url_without_password
from bot.storage.engine.errors import DatabaseMissingError, StorageError, TablesDifferFromSchemaError
from bot.storage.engine.file_checks import require_no_other_database_in_folder
from bot.storage.engine.migrate import describe_schema_differences
from bot.storage.engine.schema import OPEN_STATES, pods
from bot.storage.engine.urls import allows_several_bot_processes, get_sqlite_file_path
from bot.storage.record.boards import PodBoardRepository
from bot.storage.tables.former_ids import count_former_ids_hashed_by_other_key

RESTORE_ADVICE = "restore a backup; `suzerain export --server` still takes out servers that are sound"
REBUILD_ADVICE = "run `suzerain rebuild`"
UNDRAWN_ADVICE = "run the bot: it draws them, where it may"
LOST_KEY_ADVICE = (
    "give every process the same key, or put the former one back; those of a lost key are erased"
    " when their season is over"
)
UNRATED_ADVICE = "run the bot, or `suzerain migrate`: both rate them"
TOKEN_ADVICE = "put it into config.toml or SUZERAIN_DISCORD__TOKEN"

READ_ONLY_MODE = "mode=ro"
"""The parameter of a URL with which SQLite opens a file only to read."""

WRITE_ADVICE = "let the user who runs the bot write there; a disk may have become readonly"

DURABLE_SETTINGS = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}
"""Values of a server's settings that keep acknowledged commits after a power cut.

SQLite has no server: each connection of the bot sets its own.
"""

DEAD_PROCESS_ADVICE = "nothing, if another process runs: it takes over; else start the bot"
UNSERVED_ADVICE = "look again in half a minute; then at what the processes log"
EXPOSED_FILE_ADVICE = "let its owner run the bot, or `chmod 600` it: it holds what people are called"

INDEX_ADVICE = "run `suzerain cards update`, or `suzerain cards load FILE`"
NO_INDEX_ADVICE = f"run the bot: it downloads one; or {INDEX_ADVICE}"

CRITICAL_FREE_BYTES = 16 * 2**20
"""Free bytes below which the bot may stop at any time."""

LOW_FREE_BYTES = 256 * 2**20
"""Free bytes below which the bot may stop before long."""

MAX_COUNTED_BOARDS = 1_000
"""The most owed boards that are counted."""

Channels = dict[int, list[int]]
"""Channel ids by server id."""


async def run_diagnosis_checks(
    settings: BotSettings, settings_file_readable_by_others: Path | None = None, *, is_offline: bool = False
) -> AsyncIterator[DiagnosisFinding]:
    """Run all checks of the command `suzerain doctor`. With `is_offline`, skip those on Discord.

    `settings_file_readable_by_others` is the settings file if it has a password that other users can read.
    """
    playing = Channels()
    shard_count = None
    if settings_file_readable_by_others:
        yield build_result_of_check_with_warning(
            f"{settings_file_readable_by_others}: others on this machine can read it", KEEP
        )
    if not settings.discord.token.strip():
        missing = build_result_of_check_with_warning if is_offline else build_result_of_failed_check
        yield missing("discord.token: no token", TOKEN_ADVICE)
    yield check_card_name_index(settings)
    try:
        said: list[str] = []
        async with open_database_read_only(settings, said.append) as database:
            yield build_result_of_passed_check(said[0])
            async for finding in _check_database_health(database):
                yield finding
            playing = await database.run_read_transaction_without_timeout(_load_channels_with_open_pods)
            if allows_several_bot_processes(database.url):
                shard_count = (await database.run_read_transaction_without_timeout(load_cluster_overview)).shard_count
    except DatabaseMissingError as error:
        yield _diagnose_missing_database(settings.database.url, error)
    except StorageError as error:
        yield build_result_of_failed_check(f"database: {error}", error.repair_advice_for_operator)
    if not is_offline and settings.discord.token.strip():
        from bot.care.discord_access import check_bot_access_to_discord

        async for finding in check_bot_access_to_discord(settings, playing, shard_count):
            yield finding


def _diagnose_missing_database(database_url: str, error: DatabaseMissingError) -> DiagnosisFinding:
    """Return a finding about a missing database: only a warning before the bot's first start."""
    file = get_sqlite_file_path(database_url)
    assert file is not None
    try:
        require_no_other_database_in_folder(file)
    except DatabaseMissingError:
        return build_result_of_failed_check(
            f"database: {error}", error.repair_advice_for_operator
        )  # there is no folder
    except StorageError as lost:
        return build_result_of_failed_check(f"database: {lost}", lost.repair_advice_for_operator)
    return build_result_of_check_with_warning(f"database: {error}", error.repair_advice_for_operator)


def check_card_name_index(settings: BotSettings) -> DiagnosisFinding:
    """Check that this machine has a card index.

    Without an index the bot keeps card names as players type them.
    """
    try:
        about = load_card_index_description(find_card_index_file(settings))
    except InvalidCardIndexError as error:
        return build_result_of_check_with_warning(f"cards: {error}", INDEX_ADVICE)
    if about is None and settings.cards.download:
        return build_result_of_check_with_warning("cards: there is no index yet", NO_INDEX_ADVICE)
    return build_result_of_passed_check(f"cards: {about or 'no index: a card is what people write'}")


async def _check_database_health(database: Database) -> AsyncIterator[DiagnosisFinding]:
    if differences := await database.run_read_transaction_without_timeout(describe_schema_differences):
        different = TablesDifferFromSchemaError(differences)
        yield build_result_of_failed_check(f"database: {different}", different.repair_advice_for_operator)
        return  # the other checks cannot read these tables
    if problem := await find_database_write_problem(database):
        yield build_result_of_failed_check(
            f"database: {format_database_url_without_password(database)}: {problem}", WRITE_ADVICE
        )
    for finding in await database.run_read_transaction_without_timeout(_check_database_survives_power_loss):
        yield finding
    if allows_several_bot_processes(database.url):
        for finding in check_bot_processes(await database.run_read_transaction_without_timeout(load_cluster_overview)):
            yield finding
    yield await database.run_read_transaction_without_timeout(_check_key_to_recognise_deleted_people)
    if file := get_sqlite_file_path(database.url):
        free = shutil.disk_usage(file.absolute().parent).free
        wal = measure_write_ahead_log_size(file)
        yield check_disk_space(file, free, file.stat().st_size, wal)
        if file.stat().st_mode & 0o077:
            yield build_result_of_check_with_warning(
                f"file: others on this machine can read {file.name}", EXPOSED_FILE_ADVICE
            )
    for finding in _build_integrity_findings(
        await run_database_work_with_progress_bar(
            database.run_read_transaction_without_timeout, check_integrity_of_database, "Reading the log"
        )
    ):
        yield finding
    if owed := len(await PodBoardRepository(database).load_outdated_boards(limit=MAX_COUNTED_BOARDS)):
        more = " or more" if owed == MAX_COUNTED_BOARDS else ""
        yield build_result_of_check_with_warning(f"boards: {owed:,}{more} lag behind their pods", UNDRAWN_ADVICE)


async def find_database_write_problem(database: Database) -> str | None:
    """Return why the bot could not write to the database; None if it could.

    The check writes nothing.
    """
    file = get_sqlite_file_path(database.url)
    if file is None:
        return await database.run_read_transaction_without_timeout(_find_why_postgres_refuses_writes)
    if READ_ONLY_MODE in database.url:
        return "database.url opens it readonly"
    for each in (file, file.absolute().parent):
        if not os.access(each, os.W_OK):
            return f"{each} is readonly for this user"
    return None


def _find_why_postgres_refuses_writes(connection: Connection) -> str | None:
    if connection.scalar(text("SELECT pg_is_in_recovery()")):
        return "the server is a copy that is readonly"
    if connection.scalar(text("SHOW default_transaction_read_only")) == "on":
        return "the server makes each transaction readonly"
    may = text("SELECT has_table_privilege('events', 'INSERT')")
    return None if connection.scalar(may) else "this user may not write to its tables"


def _check_database_survives_power_loss(connection: Connection) -> list[DiagnosisFinding]:
    """Check that SQLite's file is undamaged, or that PostgreSQL's settings survive a power cut."""
    kind = connection.dialect.name
    if kind == "sqlite" and (found := find_sqlite_file_corruption(connection)):
        return [build_result_of_failed_check(f"file: {found}", RESTORE_ADVICE)]
    bad = []
    for setting, accepted in DURABLE_SETTINGS.items() if kind == "postgresql" else ():
        value = f"{connection.scalar(text(f'SHOW {setting}'))}"
        if value not in accepted:
            problem = f"durability: {setting} is {value}: a power cut can take what was answered"
            bad.append(build_result_of_failed_check(problem, f"set it to {' or '.join(accepted)}"))
    return bad or [build_result_of_passed_check("durability: what is answered has reached the disk")]


def _check_key_to_recognise_deleted_people(connection: Connection) -> DiagnosisFinding:
    """Check the secret key by which the bot recognises people who asked to be forgotten and came back."""
    if connection.dialect.name == "postgresql" and load_account_hash_key(connection) is None:
        return build_result_of_check_with_warning(f"privacy.key: {NO_KEY}", KEY_ADVICE)
    if unknown := count_former_ids_hashed_by_other_key(connection):
        what = f"privacy.key: {unknown:,} former ids were hashed by another key, and count for none"
        return build_result_of_check_with_warning(what, LOST_KEY_ADVICE)
    return build_result_of_passed_check("privacy.key: who was forgotten and comes back is known for a season")


def check_bot_processes(cluster_overview: ClusterOverview) -> Iterator[DiagnosisFinding]:
    """Check the bot's processes on PostgreSQL, and find gateway shards that none of them serves."""
    for each in cluster_overview.processes:
        served = format_number_ranges(each.shards) or "none"
        what = f"process {each.name}: heartbeat {each.age:.0f} s ago, shards {served}"
        yield (
            build_result_of_check_with_warning(what, DEAD_PROCESS_ADVICE)
            if each.is_presumed_dead
            else build_result_of_passed_check(what)
        )
    living = [each for each in cluster_overview.processes if not each.is_presumed_dead]
    if not living:
        yield build_result_of_passed_check("processes: none runs")
    elif cluster_overview.unserved_shards:
        what = f"shards: nobody serves {format_number_ranges(cluster_overview.unserved_shards)}"
        yield build_result_of_check_with_warning(what, UNSERVED_ADVICE)


def measure_write_ahead_log_size(database_file: Path) -> int:
    """Return the size in bytes of a SQLite database's write-ahead log; 0 without one."""
    try:
        return database_file.with_name(f"{database_file.name}-wal").stat().st_size
    except FileNotFoundError:
        return 0


def check_disk_space(database_file: Path, free_bytes: int, database_bytes: int, wal_bytes: int = 0) -> DiagnosisFinding:
    """Check that the disk has room for a larger database and for a backup or an upgrade."""
    what = f"disk: {free_bytes // 2**20:,} MiB free beside {database_file.name}, which has {database_bytes // 2**20:,}"
    if wal_bytes:
        what += f", and {wal_bytes // 2**10:,} KiB of what was written last in its -wal"
    database_bytes += wal_bytes
    if free_bytes < CRITICAL_FREE_BYTES:
        return build_result_of_failed_check(what, "make room, or the bot cannot write")
    if free_bytes < max(LOW_FREE_BYTES, database_bytes):
        return build_result_of_check_with_warning(
            what, "make room: also a backup or an upgrade needs as much as there is"
        )
    return build_result_of_passed_check(what)


def _build_integrity_findings(integrity_report: DatabaseIntegrityReport) -> Iterator[DiagnosisFinding]:
    """Yield a finding for each problem that the check of the database's contents found."""
    if integrity_report.damaged.count:
        yield build_result_of_failed_check(
            f"log: {integrity_report.damaged.count:,} channels damaged: {integrity_report.damaged}", RESTORE_ADVICE
        )
    else:
        counts = (
            f"{integrity_report.events:,} events, {integrity_report.pods:,} pods, "
            f"{len(integrity_report.servers):,} servers"
        )
        yield build_result_of_passed_check(f"log: {counts}: every event follows from those before it")
    if integrity_report.strayed.count:
        strayed = f"{integrity_report.strayed.count:,} pods or servers differ from the log"
        what = f"projections: {strayed}: {integrity_report.strayed}"
        yield build_result_of_failed_check(what, REBUILD_ADVICE)
    else:
        yield build_result_of_passed_check("projections: they say what the log says")
    if integrity_report.boards.count:
        what = f"boards: {integrity_report.boards.count:,} pods have none, or one that awaits another version"
        yield build_result_of_failed_check(f"{what}: {integrity_report.boards}", REBUILD_ADVICE)
    else:
        yield build_result_of_passed_check("boards: every pod has one")
    if integrity_report.ratings.count:
        what = f"ratings: of {integrity_report.ratings.count:,} servers they are not what games made of them"
        yield build_result_of_failed_check(f"{what}: {integrity_report.ratings}", REBUILD_ADVICE)
    elif integrity_report.unrated:
        yield build_result_of_check_with_warning(
            f"ratings: on {integrity_report.unrated:,} servers games are yet to be rated", UNRATED_ADVICE
        )
    else:
        yield build_result_of_passed_check("ratings: they are what the games made of them")


def _load_channels_with_open_pods(connection: Connection) -> Channels:
    where = select(pods.c.guild, pods.c.channel).where(pods.c.state.in_(OPEN_STATES)).distinct()
    places = connection.execute(where.order_by(pods.c.guild, pods.c.channel))
    return {guild: [channel for _, channel in group] for guild, group in groupby(places, key=lambda place: place[0])}
