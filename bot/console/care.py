"""Care of the database: `migrate`, `doctor`, `backup`, `restore`, `rebuild`, `export`, `import`."""

import argparse
import asyncio
import io
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot.console.settings import (
    read_id,
    read_settings,
    report,
    run_care,
    run_on_database,
    take_config,
)
from bot.console.terminal import EXIT_FOUND_PROBLEM, Commands, fail, say

if TYPE_CHECKING:
    from datetime import datetime

    from bot.care.leagues.importing import LeaguePreview, LeagueRequest
    from bot.care.restore import CheckedBackup
    from bot.projections.standings_file import Format
    from bot.storage.engine.database import Database
    from bot.storage.tables.game_kinds import GameKind

_LEAGUE_OPTIONS = (
    *(
        "defeats",
        "server",
        "names",
        "dates",
        "column",
        "encoding",
        "closed_seasons",
        "guests",
        "apply",
    ),
)
_MAX_STANDINGS = 10
"""Lines of the standings that a dry run shows."""
_NAMES_HINT = " Lines NAME = ID or NAME = guest in a file for --names say who is meant."

MAX_KEPT = 10_000
"""The most backups that a folder keeps."""

FORMATS = ("csv", "json")
"""Formats of exported standings."""


def add_care(commands: Commands) -> None:
    """Add the commands that look after a database."""
    _add_upkeep(commands)
    _add_export(commands)

    import_ = commands.add_parser(
        "import", help="read what `export` wrote into a database, or a league's spreadsheet"
    )
    import_.add_argument(
        "file", metavar="FILE", nargs="?", help="an archive, - for standard input; or a CSV table"
    )
    _add_league(import_)
    take_config(import_)
    import_.set_defaults(run=_import)


def _add_upkeep(commands: Commands) -> None:
    migrate = commands.add_parser("migrate", help="create or upgrade the database")
    take_config(migrate)
    migrate.set_defaults(run=_migrate)

    doctor = commands.add_parser(
        "doctor", help="check settings, database, log and Discord, and say what to do"
    )
    take_config(doctor)
    doctor.add_argument("--offline", action="store_true", help="leave Discord alone")
    doctor.set_defaults(run=_run_doctor)

    backup = commands.add_parser(
        "backup", help="copy the database into a SQLite file, also while the bot runs"
    )
    backup.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="the copy, which must not exist; or a folder, where it is named by the moment",
    )
    backup.add_argument(
        "--keep", type=_read_number, metavar="N", help="delete all but the newest in the folder"
    )
    take_config(backup)
    backup.set_defaults(run=_back_up)

    restore = commands.add_parser(
        "restore", help="put a backup in the place of the database; or say what it holds"
    )
    restore.add_argument("file", metavar="FILE", type=Path, help="what `backup` wrote")
    restore.add_argument(
        "--check", action="store_true", help="only read it to the end, by the rules"
    )
    take_config(restore)
    restore.set_defaults(run=_restore)

    rebuild = commands.add_parser(
        "rebuild", help="make anew what follows from the log: pods, results, boards to draw"
    )
    take_config(rebuild)
    rebuild.set_defaults(run=_rebuild)


def _add_export(commands: Commands) -> None:
    export = commands.add_parser(
        "export", help="write whole histories as JSON Lines, or standings as CSV or JSON"
    )
    export.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="must not exist; - for standard output, where standings go if it is left out",
    )
    export.add_argument("--server", type=read_id, metavar="ID", help="only this server's")
    export.add_argument(
        "--standings", action="store_true", help="the standings of one server instead"
    )
    of_standings = export.add_argument_group("standings")
    of_standings.add_argument(
        "--format", choices=FORMATS, help="json if FILE ends in .json, else csv"
    )
    when = of_standings.add_mutually_exclusive_group()
    when.add_argument("--season", metavar="NAME|NUMBER", help="of a season (default: of all time)")
    when.add_argument("--days", type=_read_days, metavar="N", help="of the last days, up to 90")
    of_standings.add_argument("--variant", metavar="NAME", help="only pods of a variant")
    of_standings.add_argument("--table", metavar="NAME", help="only pods at a table")
    of_standings.add_argument("--game", metavar="NAME", help="magicjoust, for duels (default: pod)")
    take_config(export)
    export.set_defaults(run=_export)


def _read_number(typed: str) -> int:
    """Return how many backups are kept. Raises `ArgumentTypeError`."""
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed[:9]) <= MAX_KEPT):
        raise argparse.ArgumentTypeError(f"{typed!r} is no number; accepted: 1 to {MAX_KEPT:,}")
    return int(typed)


def _read_days(typed: str) -> int:
    """Return a number of days. Raises `ArgumentTypeError`."""
    from bot.projections.standings import MAX_DAYS

    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed) <= MAX_DAYS):
        raise argparse.ArgumentTypeError(
            f"{typed!r} is no number of days; accepted: 1 to {MAX_DAYS}"
        )
    return int(typed)


def _migrate(parsed: argparse.Namespace) -> int:
    from bot.care.rebuild import rate

    run_on_database(parsed, rate, "make")
    say("The database is up to date.")
    return 0


def _run_doctor(parsed: argparse.Namespace) -> int:
    settings = read_settings(parsed)
    from bot.care.doctor import examine_all
    from bot.config import find_exposed

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # some terminals lack ✔

    async def print_findings() -> bool:
        is_well = True
        async for finding in examine_all(
            settings, find_exposed(parsed.config, os.environ), offline=parsed.offline
        ):
            say(f"{finding}")
            is_well = is_well and finding.mark != "✖"
        return is_well

    return 0 if asyncio.run(print_findings()) else EXIT_FOUND_PROBLEM


def _rebuild(parsed: argparse.Namespace) -> int:
    from bot.care.rebuild import rebuild

    pods, events = run_on_database(parsed, rebuild, "alone")
    say(f"Made anew from the log: {pods:,} pods, {events:,} events.")
    return 0


def _back_up(parsed: argparse.Namespace) -> int:
    from bot.care.backup import back_up, choose_path

    if parsed.keep is not None and not parsed.file.is_dir():
        fail(f"suzerain backup: --keep: {parsed.file} is no folder; accepted: one that is there")
    path = choose_path(parsed.file, _read_clock())
    made = run_on_database(parsed, lambda database: back_up(database, path, parsed.keep), "read")
    say(
        f"{path}: {made.servers:,} servers, {made.pods:,} pods, {made.events:,} events,"
        f" {made.size:,} bytes. It was read to the end and is sound."
    )
    if made.age == "same":
        say(f"It holds nothing newer than {made.last}: is this the database on which people play?")
    elif made.age == "older":
        say(f"It ends before {made.last} does: is this the database on which people play?")
    if made.deleted:
        say(f"Backups deleted: {made.deleted:,}.")
    return 0


def _restore(parsed: argparse.Namespace) -> int:
    return _check_backup(parsed.file) if parsed.check else _put_back(parsed)


def _check_backup(path: Path) -> int:
    from bot.care.restore import check_backup

    checked = run_care(lambda: check_backup(path))
    _describe_backup(path, checked)
    for difference in checked.differences:
        say(f"It differs from its log, {difference} → after restoring it, run `suzerain rebuild`")
    return EXIT_FOUND_PROBLEM if checked.differences else 0


def _put_back(parsed: argparse.Namespace) -> int:
    settings = read_settings(parsed)
    from bot.care.restore import restore

    checked, kept = run_care(lambda: restore(settings, parsed.file, _read_clock(), report))
    _describe_backup(parsed.file, checked)
    say("It is in its place now." + (f" What was there is kept as {kept}." if kept else ""))
    return 0


def _describe_backup(path: Path, checked: "CheckedBackup") -> None:
    found = checked.report
    say(
        f"{path}: {len(found.servers):,} servers, {found.pods:,} pods, {found.events:,} events,"
        f" {checked.contents}. Every event follows from those before it."
    )


def _export(parsed: argparse.Namespace) -> int:
    if parsed.standings:
        return _export_standings(parsed)
    for name in ("format", "season", "days", "variant", "table", "game"):
        if getattr(parsed, name) is not None:
            fail(f"suzerain export: --{name}: accepted only with --standings")
    if parsed.file is None:
        fail("suzerain export: FILE: is missing; accepted: a file that is not there yet, or -")
    from bot.care.exporting import export

    header = run_on_database(
        parsed, lambda database: export(database, parsed.file, parsed.server), "read"
    )
    return _report_written(parsed.file, f"{header}")


def _export_standings(parsed: argparse.Namespace) -> int:
    from bot.care.exporting import StandingsRequest, export_standings
    from bot.care.files import STDIO
    from bot.rules.tables import TABLES
    from bot.rules.variants import VARIANTS
    from bot.storage.engine.moments import to_moment
    from bot.storage.tables.game_kinds import GAME_KINDS, POD
    from bot.storage.tables.totals import WILDCARD

    for name, known in (("variant", VARIANTS), ("table", TABLES), ("game", GAME_KINDS)):
        typed = getattr(parsed, name)
        if typed is not None and typed not in known:
            fail(f"suzerain export: --{name}: {typed!r} is none; accepted: {', '.join(known)}")
    file = parsed.file or STDIO
    named: Format = "json" if file.endswith(".json") else "csv"
    kind: Format = parsed.format or named
    variant = parsed.variant or WILDCARD
    table = parsed.table or WILDCARD
    game: GameKind = parsed.game or POD
    if game != POD and (variant, table) != (WILDCARD, WILDCARD):
        fail("suzerain export: --variant and --table: accepted only of pods")
    request = StandingsRequest(parsed.server, parsed.season, parsed.days, variant, table, game)
    now = to_moment(time.time_ns() // 1_000_000)
    players = run_on_database(
        parsed, lambda database: export_standings(database, file, kind, request, now), "read"
    )
    return _report_written(file, f"{players:,} players")


def _report_written(file: str, held: str) -> int:
    """Report what was written, on stderr when the file is standard output."""
    report = f"{file}: {held}."
    if file == "-":
        print(report, file=sys.stderr)
    else:
        say(report)
    return 0


def _import(parsed: argparse.Namespace) -> int:
    if _wants_league(parsed):
        return _run_league(parsed)
    if parsed.file is None:
        fail("suzerain import: FILE: is missing; accepted: an archive, or - for standard input")
    from bot.care.importing import import_history

    report = run_on_database(parsed, lambda database: import_history(database, parsed.file), "make")
    if report is None:
        say(f"{parsed.file}: this history is here already; nothing was changed.")
    else:
        say(f"{parsed.file}: {report}.")
    return 0


# A league's spreadsheet


def _add_league(import_: argparse.ArgumentParser) -> None:
    """Add the options for a league's spreadsheet to `import`."""
    group = import_.add_argument_group(
        "a league's spreadsheet", "without --apply, only says what would happen"
    )
    group.add_argument("--csv", action="store_true", help="FILE is a table of results")
    group.add_argument("--channel", type=read_id, metavar="ID", help="to which the games belong")
    group.add_argument("--server", type=read_id, metavar="ID", help="where the channel is new")
    group.add_argument("--defeats", type=Path, metavar="FILE", help="a table of who defeated whom")
    group.add_argument("--names", type=Path, metavar="FILE", help="lines: NAME = ID, NAME = guest")
    group.add_argument("--guests", action="store_true", help="names that are nobody's are guests'")
    group.add_argument(
        "--dates", choices=("dmy", "mdy"), help="whether the day or the month is first in 1/6/2026"
    )
    group.add_argument(
        "--column",
        action="append",
        metavar="HEADING=COLUMN",
        help="what a heading is, as Position=seat; - is not read",
    )
    group.add_argument("--encoding", metavar="NAME", help="such as cp1251, where it is not UTF-8")
    group.add_argument(
        "--closed-seasons", action="store_true", help="change seasons that are over, too"
    )
    group.add_argument("--apply", action="store_true", help="enter the games")
    group.add_argument(
        "--undo", type=int, metavar="NUMBER", help="take back what was entered from this game on"
    )


def _wants_league(parsed: argparse.Namespace) -> bool:
    """Return whether the arguments mean a league's spreadsheet and not an archive.

    Exits with one line if options of both are given.
    """
    if parsed.csv and parsed.undo is not None:
        fail("suzerain import: --undo: accepted only without --csv")
    if parsed.csv:
        return True
    for name in _LEAGUE_OPTIONS:
        if name == "closed_seasons" and parsed.undo is not None:
            continue
        if getattr(parsed, name):
            fail(f"suzerain import: --{name.replace('_', '-')}: accepted only with --csv")
    if parsed.undo is None and parsed.channel is not None:
        fail("suzerain import: --channel: accepted only with --csv or --undo")
    return parsed.undo is not None


def _run_league(parsed: argparse.Namespace) -> int:
    """Import a league's games, show a dry run, or undo an import; return the exit status."""
    if parsed.channel is None:
        fail("suzerain import: --channel: is missing; accepted: the id of the games' channel")
    if parsed.undo is not None:
        return _undo_league(parsed)
    if parsed.file in (None, "-"):
        fail("suzerain import: FILE: is missing; accepted: a table, as CSV")
    from bot.card_updates.places import find_index_file
    from bot.care.leagues.importing import LeagueRequest

    settings = read_settings(parsed)
    request = LeagueRequest(
        Path(parsed.file),
        parsed.channel,
        parsed.defeats,
        parsed.server,
        parsed.names,
        parsed.encoding,
        parsed.closed_seasons,
        parsed.guests,
        settings.variants,
        parsed.dates,
        _read_columns(parsed.column),
        find_index_file(settings),
    )
    return _import_league(parsed, request)


def _read_columns(typed: Sequence[str] | None) -> dict[str, str]:
    """Return the columns by the headings in arguments such as `Position=seat`."""
    found = {}
    for each in typed or ():
        heading, sign, column = each.rpartition("=")
        if not sign or not heading.strip():
            fail(f"suzerain import: --column: {each!r}; accepted: HEADING=COLUMN, as Position=seat")
        found[heading] = column.strip().casefold()
    return found


def _import_league(parsed: argparse.Namespace, request: "LeagueRequest") -> int:
    from bot.care.leagues.importing import enter_league, preview_league

    now = _read_clock()

    async def preview_or_enter(database: "Database") -> "LeaguePreview":
        preview = await preview_league(database, request, now)
        if parsed.apply and preview.games and not preview.doubts:
            await enter_league(database, preview, now)
        return preview

    preview = run_on_database(parsed, preview_or_enter, "alone" if parsed.apply else "read")
    say("\n".join([*_describe(preview), *_conclude(preview, applied=parsed.apply)]))
    return EXIT_FOUND_PROBLEM if preview.doubts else 0


def _describe(preview: "LeaguePreview") -> list[str]:
    """Return lines about the games that were read and about the doubts."""
    from bot.care.leagues.batches import count_games
    from bot.care.leagues.matching import describe

    lines = list(preview.notes)
    if preview.here:
        lines.append(f"Here already: {count_games(preview.here)}.")
    for channel, batch in preview.elsewhere:
        since = f"since {batch.at:%Y-%m-%d %H:%M} UTC, with an import of {count_games(batch.games)}"
        lines.append(f"They are in channel {channel} {since}.")
        lines.append(_describe_undo(batch.number, channel))
    if preview.games:
        days = [fresh.game.played for fresh in preview.games]
        lines.append(
            f"{count_games(len(days))} of {preview.players:,} players, played from"
            f" {min(days):%Y-%m-%d} to {max(days):%Y-%m-%d}."
        )
    if preview.new:
        lines.append(f"New to the bot: {', '.join(map(describe, preview.new))}.")
    for path, readings in preview.readings:
        if readings:
            lines += [f"{path} is read as:", *(f"  {reading}" for reading in readings)]
    if preview.doubts:
        lines += [f"Doubts: {len(preview.doubts):,}", *preview.doubts]
    return lines


def _describe_standings(preview: "LeaguePreview") -> list[str]:
    """Return lines about the standings that would result, the best first."""
    from bot.care.leagues.batches import count_games

    lines = ["All games of the server together would stand like this:"]
    for rank, line in enumerate(preview.standings[:_MAX_STANDINGS], 1):
        counted = f"{line.points:,} points, {count_games(line.games)} ({line.new:,} new)"
        lines.append(f"{rank:>4}. {line.name}: {counted}, {line.wins:,} won")
    more = len(preview.standings) - _MAX_STANDINGS
    return [*lines, *([f"      and {more:,} more"] if more > 0 else [])]


def _conclude(preview: "LeaguePreview", *, applied: bool) -> list[str]:
    """Return lines about the changes that were made, and about the next step."""
    from bot.care.leagues.telling import tell_first_games

    channel = preview.request.channel
    if preview.doubts:
        return [f"Nothing was changed.{_NAMES_HINT if preview.names else ''}"]
    if not preview.games:
        return ["Nothing was changed."]
    if not applied:
        shown = _describe_standings(preview)
        first = [f"  {sentence}" for sentence in tell_first_games(preview.games)]
        return [
            "The first game of each kind:",
            *first,
            *shown,
            "Nothing was changed. With --apply, this is entered.",
        ]
    return [
        f"Entered into channel {channel}, as game {preview.first} and those that follow.",
        _describe_undo(preview.first, channel),
    ]


def _describe_undo(number: int, channel: int) -> str:
    return f"To take them all back: suzerain import --undo {number} --channel {channel}"


def _undo_league(parsed: argparse.Namespace) -> int:
    from bot.care.leagues.batches import count_games, undo_batch

    if parsed.file is not None:
        fail("suzerain import: FILE: accepted only without --undo")
    now = _read_clock()
    closed = parsed.closed_seasons
    games = run_on_database(
        parsed,
        lambda database: undo_batch(
            database, parsed.channel, parsed.undo, now, closed_seasons=closed
        ),
        "alone",
    )
    if games:
        say(f"Taken back: {count_games(games)}.")
    else:
        say("All of it was taken back before; nothing was changed.")
    return 0


def _read_clock() -> "datetime":
    from bot.storage.engine.moments import to_moment

    return to_moment(time.time_ns() // 1_000_000)
