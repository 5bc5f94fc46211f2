"""The commands for the database: `migrate`, `doctor`, `backup`, `restore`, `rebuild`, `export`, `import`."""

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
    add_settings_file_option,
    load_settings,
    parse_discord_id,
    print_to_stderr,
    run_function_on_configured_database,
    run_maintenance_command,
)
from bot.console.terminal import EXIT_FOUND_PROBLEM, Commands, exit_with_error, print_lines

if TYPE_CHECKING:
    from datetime import datetime

    from bot.care.leagues.importing import LeagueImportPreview, LeagueImportRequest
    from bot.care.restore import BackupCheckResult
    from bot.projections.standings_file import Format
    from bot.storage.engine.database import Database
    from bot.storage.tables.game_kinds import GameKind

_LEAGUE_OPTIONS = (*("defeats", "server", "names", "dates", "column", "encoding", "closed_seasons", "guests", "apply"),)
_MAX_STANDINGS = 10
"""Lines of the standings that a dry run shows."""
_NAMES_HINT = " Lines NAME = ID or NAME = guest in a file for --names say who is meant."

MAX_KEPT_BACKUPS = 10_000
"""The most backups that a folder keeps."""

FORMATS = ("csv", "json")
"""Formats of exported standings."""


def add_maintenance_commands(subparsers: Commands) -> None:
    _add_database_maintenance_commands(subparsers)
    _add_history_export_command(subparsers)

    import_ = subparsers.add_parser(
        "import", help="read what `export` wrote into a database, or a league's spreadsheet"
    )
    import_.add_argument("file", metavar="FILE", nargs="?", help="an archive, - for standard input; or a CSV table")
    _add_league_import_options(import_)
    add_settings_file_option(import_)
    import_.set_defaults(run=_run_import_command)


def _add_database_maintenance_commands(subparsers: Commands) -> None:
    migrate = subparsers.add_parser("migrate", help="create or upgrade the database")
    add_settings_file_option(migrate)
    migrate.set_defaults(run=_run_migrate_command)

    doctor = subparsers.add_parser("doctor", help="check settings, database, log and Discord, and say what to do")
    add_settings_file_option(doctor)
    doctor.add_argument("--offline", action="store_true", help="leave Discord alone")
    doctor.set_defaults(run=_run_doctor_command)

    backup = subparsers.add_parser("backup", help="copy the database into a SQLite file, also while the bot runs")
    backup.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="the copy, which must not exist; or a folder, where it is named by the moment",
    )
    backup.add_argument("--keep", type=_parse_backup_count, metavar="N", help="delete all but the newest in the folder")
    add_settings_file_option(backup)
    backup.set_defaults(run=_run_backup_command)

    restore = subparsers.add_parser("restore", help="put a backup in the place of the database; or say what it holds")
    restore.add_argument("file", metavar="FILE", type=Path, help="what `backup` wrote")
    restore.add_argument("--check", action="store_true", help="only read it to the end, by the rules")
    add_settings_file_option(restore)
    restore.set_defaults(run=_run_restore_command)

    rebuild = subparsers.add_parser(
        "rebuild", help="make anew what follows from the log: pods, results, boards to draw"
    )
    add_settings_file_option(rebuild)
    rebuild.set_defaults(run=_run_rebuild_tables_command)


def _add_history_export_command(subparsers: Commands) -> None:
    export = subparsers.add_parser("export", help="write whole histories as JSON Lines, or standings as CSV or JSON")
    export.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="must not exist; - for standard output, where standings go if it is left out",
    )
    export.add_argument("--server", type=parse_discord_id, metavar="ID", help="only this server's")
    export.add_argument("--standings", action="store_true", help="the standings of one server instead")
    of_standings = export.add_argument_group("standings")
    of_standings.add_argument("--format", choices=FORMATS, help="json if FILE ends in .json, else csv")
    when = of_standings.add_mutually_exclusive_group()
    when.add_argument("--season", metavar="NAME|NUMBER", help="of a season (default: of all time)")
    when.add_argument("--days", type=_parse_number_of_days, metavar="N", help="of the last days, up to 90")
    of_standings.add_argument("--variant", metavar="NAME", help="only pods of a variant")
    of_standings.add_argument("--table", metavar="NAME", help="only pods at a table")
    of_standings.add_argument("--game", metavar="NAME", help="magicjoust, for duels (default: pod)")
    add_settings_file_option(export)
    export.set_defaults(run=_run_export_command)


def _parse_backup_count(user_input: str) -> int:
    """Return the number of backups to keep, from the command line. Raises `ArgumentTypeError`."""
    if not (user_input.isascii() and user_input.isdecimal() and 0 < int(user_input[:9]) <= MAX_KEPT_BACKUPS):
        raise argparse.ArgumentTypeError(f"{user_input!r} is no number; accepted: 1 to {MAX_KEPT_BACKUPS:,}")
    return int(user_input)


def _parse_number_of_days(user_input: str) -> int:
    """Return a number of days from the command line. Raises `ArgumentTypeError`."""
    from bot.projections.standings import MAX_DAYS

    if not (user_input.isascii() and user_input.isdecimal() and 0 < int(user_input) <= MAX_DAYS):
        raise argparse.ArgumentTypeError(f"{user_input!r} is no number of days; accepted: 1 to {MAX_DAYS}")
    return int(user_input)


def _run_migrate_command(command_arguments: argparse.Namespace) -> int:
    from bot.care.rebuild import rate_games_without_rating

    run_function_on_configured_database(command_arguments, rate_games_without_rating, "make")
    print_lines("The database is up to date.")
    return 0


def _run_doctor_command(arguments: argparse.Namespace) -> int:
    settings = load_settings(arguments)
    from bot.care.doctor import run_diagnosis_checks
    from bot.config import find_exposed_settings_file

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # some terminals lack ✔

    async def print_diagnosis_findings() -> bool:
        is_well = True
        async for finding in run_diagnosis_checks(
            settings, find_exposed_settings_file(arguments.config, os.environ), is_offline=arguments.offline
        ):
            print_lines(f"{finding}")
            is_well = is_well and finding.mark != "✖"
        return is_well

    return 0 if asyncio.run(print_diagnosis_findings()) else EXIT_FOUND_PROBLEM


def _run_rebuild_tables_command(arguments: argparse.Namespace) -> int:
    from bot.care.rebuild import rebuild_computed_tables

    pods, events = run_function_on_configured_database(arguments, rebuild_computed_tables, "alone")
    print_lines(f"Made anew from the log: {pods:,} pods, {events:,} events.")
    return 0


def _run_backup_command(arguments: argparse.Namespace) -> int:
    from bot.care.backup import back_up_database, choose_backup_file_path

    if arguments.keep is not None and not arguments.file.is_dir():
        exit_with_error(f"suzerain backup: --keep: {arguments.file} is no folder; accepted: one that is there")
    path = choose_backup_file_path(arguments.file, _get_current_time())
    made = run_function_on_configured_database(
        arguments, lambda database: back_up_database(database, path, arguments.keep), "read"
    )
    print_lines(
        f"{path}: {made.servers:,} servers, {made.pods:,} pods, {made.events:,} events,"
        f" {made.size:,} bytes. It was read to the end and is sound."
    )
    if made.age == "same":
        print_lines(f"It holds nothing newer than {made.last}: is this the database on which people play?")
    elif made.age == "older":
        print_lines(f"It ends before {made.last} does: is this the database on which people play?")
    if made.deleted:
        print_lines(f"Backups deleted: {made.deleted:,}.")
    return 0


def _run_restore_command(arguments: argparse.Namespace) -> int:
    return _check_and_print_backup(arguments.file) if arguments.check else _restore_backup_and_print_result(arguments)


def _check_and_print_backup(backup_path: Path) -> int:
    from bot.care.restore import check_backup_file

    checked = run_maintenance_command(lambda: check_backup_file(backup_path))
    _print_backup_check_result(backup_path, checked)
    for difference in checked.tables_differing_from_event_log:
        print_lines(f"It differs from its log, {difference} → after restoring it, run `suzerain rebuild`")
    return EXIT_FOUND_PROBLEM if checked.tables_differing_from_event_log else 0


def _restore_backup_and_print_result(arguments: argparse.Namespace) -> int:
    settings = load_settings(arguments)
    from bot.care.restore import restore_database_from_backup

    checked, kept = run_maintenance_command(
        lambda: restore_database_from_backup(settings, arguments.file, _get_current_time(), print_to_stderr)
    )
    _print_backup_check_result(arguments.file, checked)
    print_lines("It is in its place now." + (f" What was there is kept as {kept}." if kept else ""))
    return 0


def _print_backup_check_result(backup_path: Path, check_result: "BackupCheckResult") -> None:
    found = check_result.report
    print_lines(
        f"{backup_path}: {len(found.servers):,} servers, {found.pods:,} pods, "
        f"{found.events:,} events,"
        f" {check_result.contents}. Every event follows from those before it."
    )


def _run_export_command(command_arguments: argparse.Namespace) -> int:
    if command_arguments.standings:
        return _run_standings_export_command(command_arguments)
    for name in ("format", "season", "days", "variant", "table", "game"):
        if getattr(command_arguments, name) is not None:
            exit_with_error(f"suzerain export: --{name}: accepted only with --standings")
    if command_arguments.file is None:
        exit_with_error("suzerain export: FILE: is missing; accepted: a file that is not there yet, or -")
    from bot.care.exporting import export_game_history

    header = run_function_on_configured_database(
        command_arguments,
        lambda database: export_game_history(database, command_arguments.file, command_arguments.server),
        "read",
    )
    return _print_name_of_written_file(command_arguments.file, f"{header}")


def _run_standings_export_command(arguments: argparse.Namespace) -> int:
    from bot.care.exporting import StandingsExportOptions, export_standings_to_file
    from bot.care.files import STDIO
    from bot.rules.tables import TABLES
    from bot.rules.variants import VARIANTS
    from bot.storage.engine.timestamps import datetime_from_milliseconds
    from bot.storage.tables.game_kinds import GAME_KINDS, POD
    from bot.storage.tables.totals import WILDCARD

    for name, known in (("variant", VARIANTS), ("table", TABLES), ("game", GAME_KINDS)):
        typed = getattr(arguments, name)
        if typed is not None and typed not in known:
            exit_with_error(f"suzerain export: --{name}: {typed!r} is none; accepted: {', '.join(known)}")
    file = arguments.file or STDIO
    named: Format = "json" if file.endswith(".json") else "csv"
    kind: Format = arguments.format or named
    variant = arguments.variant or WILDCARD
    table = arguments.table or WILDCARD
    game: GameKind = arguments.game or POD
    if game != POD and (variant, table) != (WILDCARD, WILDCARD):
        exit_with_error("suzerain export: --variant and --table: accepted only of pods")
    request = StandingsExportOptions(arguments.server, arguments.season, arguments.days, variant, table, game)
    now = datetime_from_milliseconds(time.time_ns() // 1_000_000)
    players = run_function_on_configured_database(
        arguments, lambda database: export_standings_to_file(database, file, kind, request, now), "read"
    )
    return _print_name_of_written_file(file, f"{players:,} players")


def _print_name_of_written_file(file: str, content_description: str) -> int:
    report = f"{file}: {content_description}."
    if file == "-":
        print(report, file=sys.stderr)
    else:
        print_lines(report)
    return 0


def _run_import_command(arguments: argparse.Namespace) -> int:
    if _is_league_spreadsheet_import(arguments):
        return _run_league_import_command(arguments)
    if arguments.file is None:
        exit_with_error("suzerain import: FILE: is missing; accepted: an archive, or - for standard input")
    from bot.care.importing import import_history_archive

    report = run_function_on_configured_database(
        arguments, lambda database: import_history_archive(database, arguments.file), "make"
    )
    if report is None:
        print_lines(f"{arguments.file}: this history is here already; nothing was changed.")
    else:
        print_lines(f"{arguments.file}: {report}.")
    return 0


# A league's spreadsheet


def _add_league_import_options(import_parser: argparse.ArgumentParser) -> None:
    """Add the options for a league's spreadsheets to the command `suzerain import`."""
    group = import_parser.add_argument_group("a league's spreadsheet", "without --apply, only says what would happen")
    group.add_argument("--csv", action="store_true", help="FILE is a table of results")
    group.add_argument("--channel", type=parse_discord_id, metavar="ID", help="to which the games belong")
    group.add_argument("--server", type=parse_discord_id, metavar="ID", help="where the channel is new")
    group.add_argument("--defeats", type=Path, metavar="FILE", help="a table of who defeated whom")
    group.add_argument("--names", type=Path, metavar="FILE", help="lines: NAME = ID, NAME = guest")
    group.add_argument("--guests", action="store_true", help="names that are nobody's are guests'")
    group.add_argument("--dates", choices=("dmy", "mdy"), help="whether the day or the month is first in 1/6/2026")
    group.add_argument(
        "--column", action="append", metavar="HEADING=COLUMN", help="what a heading is, as Position=seat; - is not read"
    )
    group.add_argument("--encoding", metavar="NAME", help="such as cp1251, where it is not UTF-8")
    group.add_argument("--closed-seasons", action="store_true", help="change seasons that are over, too")
    group.add_argument("--apply", action="store_true", help="enter the games")
    group.add_argument("--undo", type=int, metavar="NUMBER", help="take back what was entered from this game on")


def _is_league_spreadsheet_import(arguments: argparse.Namespace) -> bool:
    """Return True if a league's spreadsheet is to be imported, not an archive.

    Exits with one line if options of both are given.
    """
    if arguments.csv and arguments.undo is not None:
        exit_with_error("suzerain import: --undo: accepted only without --csv")
    if arguments.csv:
        return True
    for name in _LEAGUE_OPTIONS:
        if name == "closed_seasons" and arguments.undo is not None:
            continue
        if getattr(arguments, name):
            exit_with_error(f"suzerain import: --{name.replace('_', '-')}: accepted only with --csv")
    if arguments.undo is None and arguments.channel is not None:
        exit_with_error("suzerain import: --channel: accepted only with --csv or --undo")
    return arguments.undo is not None


def _run_league_import_command(command_arguments: argparse.Namespace) -> int:
    """Import a league's games, preview that, or undo an import; return the exit status."""
    if command_arguments.channel is None:
        exit_with_error("suzerain import: --channel: is missing; accepted: the id of the games' channel")
    if command_arguments.undo is not None:
        return _run_league_import_undo(command_arguments)
    if command_arguments.file in (None, "-"):
        exit_with_error("suzerain import: FILE: is missing; accepted: a table, as CSV")
    from bot.card_updates.index_path import find_card_index_file
    from bot.care.leagues.importing import LeagueImportRequest

    settings = load_settings(command_arguments)
    request = LeagueImportRequest(
        Path(command_arguments.file),
        command_arguments.channel,
        command_arguments.defeats,
        command_arguments.server,
        command_arguments.names,
        command_arguments.encoding,
        command_arguments.closed_seasons,
        command_arguments.guests,
        settings.variants,
        command_arguments.dates,
        _parse_column_mapping_arguments(command_arguments.column),
        find_card_index_file(settings),
    )
    return _run_league_games_import(command_arguments, request)


def _parse_column_mapping_arguments(column_arguments: Sequence[str] | None) -> dict[str, str]:
    """Return which column each heading stands for, from arguments such as `Position=seat`."""
    found = {}
    for each in column_arguments or ():
        heading, sign, column = each.rpartition("=")
        if not sign or not heading.strip():
            exit_with_error(f"suzerain import: --column: {each!r}; accepted: HEADING=COLUMN, as Position=seat")
        found[heading] = column.strip().casefold()
    return found


def _run_league_games_import(arguments: argparse.Namespace, import_request: "LeagueImportRequest") -> int:
    from bot.care.leagues.importing import import_league_games, preview_league_import

    now = _get_current_time()

    async def preview_or_import_games(database: "Database") -> "LeagueImportPreview":
        preview = await preview_league_import(database, import_request, now)
        if arguments.apply and preview.games and not preview.doubts:
            await import_league_games(database, preview, now)
        return preview

    preview = run_function_on_configured_database(
        arguments, preview_or_import_games, "alone" if arguments.apply else "read"
    )
    print_lines(
        "\n".join(
            [*_format_import_preview_lines(preview), *_format_imported_games_lines(preview, is_applied=arguments.apply)]
        )
    )
    return EXIT_FOUND_PROBLEM if preview.doubts else 0


def _format_import_preview_lines(import_preview: "LeagueImportPreview") -> list[str]:
    """Return lines about a previewed import: its games, and the problems that block it."""
    from bot.care.leagues.batches import format_game_count
    from bot.care.leagues.matching import describe_person_uniquely

    lines = list(import_preview.notes)
    if import_preview.here:
        lines.append(f"Here already: {format_game_count(import_preview.here)}.")
    for channel, batch in import_preview.elsewhere:
        since = f"since {batch.at:%Y-%m-%d %H:%M} UTC, with an import of {format_game_count(batch.games)}"
        lines.append(f"They are in channel {channel} {since}.")
        lines.append(_format_hint_to_undo_import(batch.number, channel))
    if import_preview.games:
        days = [fresh.game.played for fresh in import_preview.games]
        lines.append(
            f"{format_game_count(len(days))} of {import_preview.players:,} players, played from"
            f" {min(days):%Y-%m-%d} to {max(days):%Y-%m-%d}."
        )
    if import_preview.new:
        lines.append(f"New to the bot: {', '.join(map(describe_person_uniquely, import_preview.new))}.")
    for path, readings in import_preview.readings:
        if readings:
            lines += [f"{path} is read as:", *(f"  {reading}" for reading in readings)]
    if import_preview.doubts:
        lines += [f"Doubts: {len(import_preview.doubts):,}", *import_preview.doubts]
    return lines


def _format_standings_after_import(import_preview: "LeagueImportPreview") -> list[str]:
    """Return lines about the players' standings after the import, best first."""
    from bot.care.leagues.batches import format_game_count

    lines = ["All games of the server together would stand like this:"]
    for rank, line in enumerate(import_preview.standings[:_MAX_STANDINGS], 1):
        counted = f"{line.points:,} points, {format_game_count(line.games)} ({line.new:,} new)"
        lines.append(f"{rank:>4}. {line.name}: {counted}, {line.wins:,} won")
    more = len(import_preview.standings) - _MAX_STANDINGS
    return [*lines, *([f"      and {more:,} more"] if more > 0 else [])]


def _format_imported_games_lines(import_preview: "LeagueImportPreview", *, is_applied: bool) -> list[str]:
    """Return the lines that report imported games, or preview them if `is_applied` is false."""
    from bot.care.leagues.game_descriptions import describe_example_games

    channel = import_preview.request.channel
    if import_preview.doubts:
        return [f"Nothing was changed.{_NAMES_HINT if import_preview.names else ''}"]
    if not import_preview.games:
        return ["Nothing was changed."]
    if not is_applied:
        shown = _format_standings_after_import(import_preview)
        first = [f"  {sentence}" for sentence in describe_example_games(import_preview.games)]
        return ["The first game of each kind:", *first, *shown, "Nothing was changed. With --apply, this is entered."]
    return [
        f"Entered into channel {channel}, as game {import_preview.first} and those that follow.",
        _format_hint_to_undo_import(import_preview.first, channel),
    ]


def _format_hint_to_undo_import(first_game_number: int, channel_id: int) -> str:
    return f"To take them all back: suzerain import --undo {first_game_number} --channel {channel_id}"


def _run_league_import_undo(arguments: argparse.Namespace) -> int:
    from bot.care.leagues.batches import format_game_count, undo_game_import

    if arguments.file is not None:
        exit_with_error("suzerain import: FILE: accepted only without --undo")
    now = _get_current_time()
    closed = arguments.closed_seasons
    games = run_function_on_configured_database(
        arguments,
        lambda database: undo_game_import(database, arguments.channel, arguments.undo, now, allow_ended_seasons=closed),
        "alone",
    )
    if games:
        print_lines(f"Taken back: {format_game_count(games)}.")
    else:
        print_lines("All of it was taken back before; nothing was changed.")
    return 0


def _get_current_time() -> "datetime":
    from bot.storage.engine.timestamps import datetime_from_milliseconds

    return datetime_from_milliseconds(time.time_ns() // 1_000_000)
