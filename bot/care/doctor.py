"""Whether all is well: settings, database, log and what follows from it, Discord."""

import shutil
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from pathlib import Path

from sqlalchemy import Connection, select, text

from bot.care.backup import find_damage
from bot.care.findings import Finding, report_doubtful, report_well, report_wrong
from bot.care.integrity import IntegrityReport, examine
from bot.care.opening import Absent, open_existing
from bot.care.progress import run_with_progress
from bot.cluster.overview import Overview, read_overview, render_numbers
from bot.config import KEEP, Settings
from bot.storage.engine.database import Database
from bot.storage.engine.errors import SchemaDiffers, StorageError
from bot.storage.engine.migrate import find_differences
from bot.storage.engine.schema import HEAD, OPEN, pods
from bot.storage.engine.urls import find_file, is_shared
from bot.storage.record.boards import Boards

RESTORE = "restore a backup; `suzerain export --server` still takes out servers that are sound"
REBUILD = "run `suzerain rebuild`"
DRAWN = "run the bot: it draws them, where it may"
RATED = "run the bot: it rates them"
TOKEN = "put it into config.toml or SUZERAIN_DISCORD__TOKEN"

ASK = {"sqlite": "PRAGMA {}", "postgresql": "SHOW {}"}

DURABLE = {
    "sqlite": {"journal_mode": ("wal",), "synchronous": ("2", "3")},  # FULL, EXTRA
    "postgresql": {
        "fsync": ("on",),
        "full_page_writes": ("on",),
        "synchronous_commit": ("on", "remote_apply"),
    },
}
"""Settings whose other values let a power cut take what was acknowledged."""

TAKEN_OVER = "nothing, if another process runs: it takes over; else start the bot"
UNSERVED = "look again in half a minute; then at what the processes log"
PRIVATE = "let its owner run the bot, or `chmod 600` it: it holds what people are called"

LITTLE, SCANTY = 16 * 2**20, 256 * 2**20
"""Free bytes: with less the bot may stop at any time, with less it may before long."""

MANY = 1_000
"""Owed boards; more are not counted."""

Channels = dict[int, list[int]]
"""The channels of each server."""


async def examine_all(
    settings: Settings, exposed: Path | None = None, *, offline: bool = False
) -> AsyncIterator[Finding]:
    """Everything, one after the other; Discord is asked unless `offline`.

    `exposed` is the file of settings if it has a password that others can read.
    """
    playing, shard_count = Channels(), None
    if exposed:
        yield report_doubtful(f"{exposed}: others on this machine can read it", KEEP)
    if not settings.discord.token.strip():
        missing = report_doubtful if offline else report_wrong
        yield missing("discord.token: no token", TOKEN)
    try:
        async with open_existing(settings.database.url) as database:
            yield report_well(f"database: {database.url}, revision {HEAD}")
            async for finding in _examine_database(database):
                yield finding
            playing = await database.snapshot(_find_open_pods)
            if is_shared(database.url):
                shard_count = (await database.snapshot(read_overview)).shard_count
    except Absent as error:
        yield report_doubtful(f"database: {error}", error.advice)
    except StorageError as error:
        yield report_wrong(f"database: {error}", error.advice)
    if not offline and settings.discord.token.strip():
        from bot.care.discord_access import check_reach

        async for finding in check_reach(settings, playing, shard_count):
            yield finding


async def _examine_database(database: Database) -> AsyncIterator[Finding]:
    if differences := await database.snapshot(find_differences):
        different = SchemaDiffers(differences)
        yield report_wrong(f"database: {different}", different.advice)
        return  # the rest could not be read
    await database.check()  # whether it can be written
    for finding in await database.snapshot(_examine_safety):
        yield finding
    if is_shared(database.url):
        for finding in examine_processes(await database.snapshot(read_overview)):
            yield finding
    if file := find_file(database.url):
        free, wal = shutil.disk_usage(file.absolute().parent).free, find_wal_size(file)
        yield examine_space(file, free, file.stat().st_size, wal)
        if file.stat().st_mode & 0o077:
            yield report_doubtful(f"file: others on this machine can read {file.name}", PRIVATE)
    for finding in _examine_log(
        await run_with_progress(database.snapshot, examine, "Reading the log")
    ):
        yield finding
    if owed := len(await Boards(database).find_owed(limit=MANY)):
        more = " or more" if owed == MANY else ""
        yield report_doubtful(f"boards: {owed:,}{more} lag behind their pods", DRAWN)


def _examine_safety(connection: Connection) -> list[Finding]:
    """Whether what is written stays written."""
    kind = connection.dialect.name
    if kind == "sqlite" and (found := find_damage(connection)):
        return [report_wrong(f"file: {found}", RESTORE)]
    bad = []
    for setting, accepted in DURABLE[kind].items():
        value = f"{connection.scalar(text(ASK[kind].format(setting)))}"
        if value not in accepted:
            problem = f"durability: {setting} is {value}: a power cut can take what was answered"
            bad.append(report_wrong(problem, f"set it to {' or '.join(accepted)}"))
    return bad or [report_well("durability: what is answered has reached the disk")]


def examine_processes(overview: Overview) -> Iterator[Finding]:
    """What to say of the processes that are one bot."""
    for each in overview.processes:
        served = render_numbers(each.shards) or "none"
        what = f"process {each.name}: heartbeat {each.age:.0f} s ago, shards {served}"
        yield report_doubtful(what, TAKEN_OVER) if each.is_dead else report_well(what)
    living = [each for each in overview.processes if not each.is_dead]
    if not living:
        yield report_well("processes: none runs")
    elif overview.unserved:
        what = f"shards: nobody serves {render_numbers(overview.unserved)}"
        yield report_doubtful(what, UNSERVED)


def find_wal_size(file: Path) -> int:
    """The bytes of the WAL, where what was written last stands alone; 0 if there is none."""
    try:
        return file.with_name(f"{file.name}-wal").stat().st_size
    except FileNotFoundError:
        return 0


def examine_space(file: Path, free: int, size: int, wal: int = 0) -> Finding:
    """What to say of so many free bytes where the database is, which has so many, and its WAL."""
    what = f"disk: {free // 2**20:,} MiB free beside {file.name}, which has {size // 2**20:,}"
    if wal:
        what += f", and {wal // 2**10:,} KiB of what was written last in its -wal"
    size += wal
    if free < LITTLE:
        return report_wrong(what, "make room, or the bot cannot write")
    if free < max(SCANTY, size):
        return report_doubtful(
            what, "make room: also a backup or an upgrade needs as much as there is"
        )
    return report_well(what)


def _examine_log(found: IntegrityReport) -> Iterator[Finding]:
    """What to say of the log and of what follows from it."""
    if found.damaged.count:
        yield report_wrong(
            f"log: {found.damaged.count:,} channels damaged: {found.damaged}", RESTORE
        )
    else:
        counts = f"{found.events:,} events, {found.pods:,} pods, {len(found.servers):,} servers"
        yield report_well(f"log: {counts}: every event follows from those before it")
    if found.strayed.count:
        strayed = f"{found.strayed.count:,} pods or servers differ from the log"
        what = f"projections: {strayed}: {found.strayed}"
        yield report_wrong(what, REBUILD)
    else:
        yield report_well("projections: they say what the log says")
    if found.boards.count:
        what = f"boards: {found.boards.count:,} pods have none, or one that awaits another version"
        yield report_wrong(f"{what}: {found.boards}", REBUILD)
    else:
        yield report_well("boards: every pod has one")
    if found.ratings.count:
        what = f"ratings: of {found.ratings.count:,} servers they are not what games made of them"
        yield report_wrong(f"{what}: {found.ratings}", REBUILD)
    elif found.unrated:
        yield report_doubtful(
            f"ratings: on {found.unrated:,} servers games are yet to be rated", RATED
        )
    else:
        yield report_well("ratings: they are what the games made of them")


def _find_open_pods(connection: Connection) -> Channels:
    """Where pods are open."""
    where = select(pods.c.guild, pods.c.channel).where(pods.c.state.in_(OPEN)).distinct()
    places = connection.execute(where.order_by(pods.c.guild, pods.c.channel))
    return {
        guild: [channel for _, channel in group]
        for guild, group in groupby(places, key=lambda place: place[0])
    }
