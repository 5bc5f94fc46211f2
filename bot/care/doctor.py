"""The doctor: checks of the settings, the database, the log and its projections, and Discord."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from pathlib import Path

from sqlalchemy import Connection, select, text

from bot.card_updates.places import find_index_file
from bot.cards.index_file import NotAnIndex, read_about
from bot.care.backup import find_damage
from bot.care.findings import Finding, report_doubtful, report_well, report_wrong
from bot.care.integrity import IntegrityReport, examine
from bot.care.opening import open_to_read
from bot.care.progress import run_with_progress
from bot.cluster.overview import Overview, read_overview, render_numbers
from bot.config import KEEP, Settings
from bot.storage.engine.account_key import KEY_ADVICE, NO_KEY, find_account_key
from bot.storage.engine.contents import name_database
from bot.storage.engine.database import Database
from bot.storage.engine.errors import Absent, SchemaDiffers, StorageError
from bot.storage.engine.file_checks import check_alone
from bot.storage.engine.migrate import find_differences
from bot.storage.engine.schema import OPEN_STATES, pods
from bot.storage.engine.urls import find_file, is_shared
from bot.storage.record.boards import Boards
from bot.storage.tables.former_ids import count_unknown_keys

RESTORE_ADVICE = (
    "restore a backup; `suzerain export --server` still takes out servers that are sound"
)
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

DURABLE_SETTINGS = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply"),
}
"""Values of a server's settings that keep acknowledged commits after a power cut.

SQLite has no server: each connection of the bot sets its own.
"""

DEAD_PROCESS_ADVICE = "nothing, if another process runs: it takes over; else start the bot"
UNSERVED_ADVICE = "look again in half a minute; then at what the processes log"
EXPOSED_FILE_ADVICE = (
    "let its owner run the bot, or `chmod 600` it: it holds what people are called"
)

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


async def examine_all(
    settings: Settings, exposed: Path | None = None, *, offline: bool = False
) -> AsyncIterator[Finding]:
    """Run all checks; those on Discord unless `offline`.

    `exposed` is the settings file if it has a password that other users can read.
    """
    playing = Channels()
    shard_count = None
    if exposed:
        yield report_doubtful(f"{exposed}: others on this machine can read it", KEEP)
    if not settings.discord.token.strip():
        missing = report_doubtful if offline else report_wrong
        yield missing("discord.token: no token", TOKEN_ADVICE)
    yield examine_cards(settings)
    try:
        said: list[str] = []
        async with open_to_read(settings, said.append) as database:
            yield report_well(said[0])
            async for finding in _examine_database(database):
                yield finding
            playing = await database.snapshot(_load_open_channels)
            if is_shared(database.url):
                shard_count = (await database.snapshot(read_overview)).shard_count
    except Absent as error:
        yield _examine_absence(settings.database.url, error)
    except StorageError as error:
        yield report_wrong(f"database: {error}", error.advice)
    if not offline and settings.discord.token.strip():
        from bot.care.discord_access import check_access

        async for finding in check_access(settings, playing, shard_count):
            yield finding


def _examine_absence(url: str, error: Absent) -> Finding:
    """Report a missing file: doubtful before the first start, wrong where another one lies."""
    file = find_file(url)
    assert file is not None
    try:
        check_alone(file)
    except Absent:
        return report_wrong(f"database: {error}", error.advice)  # there is no folder
    except StorageError as lost:
        return report_wrong(f"database: {lost}", lost.advice)
    return report_doubtful(f"database: {error}", error.advice)


def examine_cards(settings: Settings) -> Finding:
    """Report this machine's index of card names; without one the bot takes cards as typed."""
    try:
        about = read_about(find_index_file(settings))
    except NotAnIndex as error:
        return report_doubtful(f"cards: {error}", INDEX_ADVICE)
    if about is None and settings.cards.download:
        return report_doubtful("cards: there is no index yet", NO_INDEX_ADVICE)
    return report_well(f"cards: {about or 'no index: a card is what people write'}")


async def _examine_database(database: Database) -> AsyncIterator[Finding]:
    if differences := await database.snapshot(find_differences):
        different = SchemaDiffers(differences)
        yield report_wrong(f"database: {different}", different.advice)
        return  # the other checks cannot read these tables
    if problem := await find_write_problem(database):
        yield report_wrong(f"database: {name_database(database)}: {problem}", WRITE_ADVICE)
    for finding in await database.snapshot(_examine_safety):
        yield finding
    if is_shared(database.url):
        for finding in examine_processes(await database.snapshot(read_overview)):
            yield finding
    yield await database.snapshot(_examine_key)
    if file := find_file(database.url):
        free = shutil.disk_usage(file.absolute().parent).free
        wal = find_wal_size(file)
        yield examine_space(file, free, file.stat().st_size, wal)
        if file.stat().st_mode & 0o077:
            yield report_doubtful(
                f"file: others on this machine can read {file.name}", EXPOSED_FILE_ADVICE
            )
    for finding in _examine_log(
        await run_with_progress(database.snapshot, examine, "Reading the log")
    ):
        yield finding
    if owed := len(await Boards(database).find_owed(limit=MAX_COUNTED_BOARDS)):
        more = " or more" if owed == MAX_COUNTED_BOARDS else ""
        yield report_doubtful(f"boards: {owed:,}{more} lag behind their pods", UNDRAWN_ADVICE)


async def find_write_problem(database: Database) -> str | None:
    """Return why the bot could not write to the database; None if it could. Nothing is written."""
    file = find_file(database.url)
    if file is None:
        return await database.snapshot(_find_missing_right)
    if READ_ONLY_MODE in database.url:
        return "database.url opens it readonly"
    for each in (file, file.absolute().parent):
        if not os.access(each, os.W_OK):
            return f"{each} is readonly for this user"
    return None


def _find_missing_right(connection: Connection) -> str | None:
    if connection.scalar(text("SELECT pg_is_in_recovery()")):
        return "the server is a copy that is readonly"
    if connection.scalar(text("SHOW default_transaction_read_only")) == "on":
        return "the server makes each transaction readonly"
    may = text("SELECT has_table_privilege('events', 'INSERT')")
    return None if connection.scalar(may) else "this user may not write to its tables"


def _examine_safety(connection: Connection) -> list[Finding]:
    """Check the file's integrity and the settings for durability."""
    kind = connection.dialect.name
    if kind == "sqlite" and (found := find_damage(connection)):
        return [report_wrong(f"file: {found}", RESTORE_ADVICE)]
    bad = []
    for setting, accepted in DURABLE_SETTINGS.items() if kind == "postgresql" else ():
        value = f"{connection.scalar(text(f'SHOW {setting}'))}"
        if value not in accepted:
            problem = f"durability: {setting} is {value}: a power cut can take what was answered"
            bad.append(report_wrong(problem, f"set it to {' or '.join(accepted)}"))
    return bad or [report_well("durability: what is answered has reached the disk")]


def _examine_key(connection: Connection) -> Finding:
    """Check that the key exists by which forgotten people are recognised when they come back."""
    if connection.dialect.name == "postgresql" and find_account_key(connection) is None:
        return report_doubtful(f"privacy.key: {NO_KEY}", KEY_ADVICE)
    if unknown := count_unknown_keys(connection):
        what = f"privacy.key: {unknown:,} former ids were hashed by another key, and count for none"
        return report_doubtful(what, LOST_KEY_ADVICE)
    return report_well("privacy.key: who was forgotten and comes back is known for a season")


def examine_processes(overview: Overview) -> Iterator[Finding]:
    """Report each process of a bot on PostgreSQL, and the shards that no process serves."""
    for each in overview.processes:
        served = render_numbers(each.shards) or "none"
        what = f"process {each.name}: heartbeat {each.age:.0f} s ago, shards {served}"
        yield report_doubtful(what, DEAD_PROCESS_ADVICE) if each.is_dead else report_well(what)
    living = [each for each in overview.processes if not each.is_dead]
    if not living:
        yield report_well("processes: none runs")
    elif overview.unserved:
        what = f"shards: nobody serves {render_numbers(overview.unserved)}"
        yield report_doubtful(what, UNSERVED_ADVICE)


def find_wal_size(file: Path) -> int:
    """Return the size in bytes of the write-ahead log; 0 if there is none."""
    try:
        return file.with_name(f"{file.name}-wal").stat().st_size
    except FileNotFoundError:
        return 0


def examine_space(file: Path, free: int, size: int, wal: int = 0) -> Finding:
    """Compare the `free` bytes of the disk with the sizes of the database and of its `wal`."""
    what = f"disk: {free // 2**20:,} MiB free beside {file.name}, which has {size // 2**20:,}"
    if wal:
        what += f", and {wal // 2**10:,} KiB of what was written last in its -wal"
    size += wal
    if free < CRITICAL_FREE_BYTES:
        return report_wrong(what, "make room, or the bot cannot write")
    if free < max(LOW_FREE_BYTES, size):
        return report_doubtful(
            what, "make room: also a backup or an upgrade needs as much as there is"
        )
    return report_well(what)


def _examine_log(found: IntegrityReport) -> Iterator[Finding]:
    """Report the checks of the log, its projections, the boards and the ratings."""
    if found.damaged.count:
        yield report_wrong(
            f"log: {found.damaged.count:,} channels damaged: {found.damaged}", RESTORE_ADVICE
        )
    else:
        counts = f"{found.events:,} events, {found.pods:,} pods, {len(found.servers):,} servers"
        yield report_well(f"log: {counts}: every event follows from those before it")
    if found.strayed.count:
        strayed = f"{found.strayed.count:,} pods or servers differ from the log"
        what = f"projections: {strayed}: {found.strayed}"
        yield report_wrong(what, REBUILD_ADVICE)
    else:
        yield report_well("projections: they say what the log says")
    if found.boards.count:
        what = f"boards: {found.boards.count:,} pods have none, or one that awaits another version"
        yield report_wrong(f"{what}: {found.boards}", REBUILD_ADVICE)
    else:
        yield report_well("boards: every pod has one")
    if found.ratings.count:
        what = f"ratings: of {found.ratings.count:,} servers they are not what games made of them"
        yield report_wrong(f"{what}: {found.ratings}", REBUILD_ADVICE)
    elif found.unrated:
        yield report_doubtful(
            f"ratings: on {found.unrated:,} servers games are yet to be rated", UNRATED_ADVICE
        )
    else:
        yield report_well("ratings: they are what the games made of them")


def _load_open_channels(connection: Connection) -> Channels:
    """Return the channels that have open pods."""
    where = select(pods.c.guild, pods.c.channel).where(pods.c.state.in_(OPEN_STATES)).distinct()
    places = connection.execute(where.order_by(pods.c.guild, pods.c.channel))
    return {
        guild: [channel for _, channel in group]
        for guild, group in groupby(places, key=lambda place: place[0])
    }
