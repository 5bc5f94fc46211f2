"""Care of the database and the log: `migrate`, `doctor`, `backup`, `export` and so on."""

import argparse
import asyncio
import io
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.console.leagues import add_league, run_league, wants_league
from bot.console.settings import read_settings, take_config
from bot.console.tended import read_id, tend
from bot.console.terminal import WRONG, Commands, fail, say

if TYPE_CHECKING:
    from bot.projections.standings_file import Format
    from bot.storage.tables.game_kinds import GameKind

FORMATS = ("csv", "json")
"""Of standings."""


def add_care(commands: Commands) -> None:
    """Add all that looks after a database."""
    _add_upkeep(commands)
    _add_export(commands)

    bring = commands.add_parser(
        "import", help="read what `export` wrote into a database, or a league's spreadsheet"
    )
    bring.add_argument(
        "file", metavar="FILE", nargs="?", help="an archive, - for standard input; or a CSV table"
    )
    add_league(bring)
    take_config(bring)
    bring.set_defaults(run=_import)


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
    backup.add_argument("file", metavar="FILE", type=Path, help="the copy; must not exist")
    take_config(backup)
    backup.set_defaults(run=_back_up)

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


def _read_days(typed: str) -> int:
    """A number of days. Raises what argparse turns into its one line."""
    from bot.projections.standings import MOST_DAYS

    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed) <= MOST_DAYS):
        raise argparse.ArgumentTypeError(
            f"{typed!r} is no number of days; accepted: 1 to {MOST_DAYS}"
        )
    return int(typed)


def _migrate(parsed: argparse.Namespace) -> int:
    settings = read_settings(parsed)
    from bot.storage.engine.errors import StorageError
    from bot.storage.engine.migrate import migrate

    try:
        migrate(settings.database.url)
    except StorageError as error:
        fail(f"database.url: {error}; {error.advice}")
    say("The database is up to date.")
    return 0


def _run_doctor(parsed: argparse.Namespace) -> int:
    settings = read_settings(parsed)
    from bot.care.doctor import examine_all
    from bot.config import find_exposed

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal knows ✔

    async def tell() -> bool:
        well = True
        async for finding in examine_all(
            settings, find_exposed(parsed.config), offline=parsed.offline
        ):
            say(f"{finding}")
            well = well and finding.mark != "✖"
        return well

    return 0 if asyncio.run(tell()) else WRONG


def _rebuild(parsed: argparse.Namespace) -> int:
    from bot.care.mend import mend

    pods, events = tend(parsed, mend)
    say(f"Made anew from the log: {pods:,} pods, {events:,} events.")
    return 0


def _back_up(parsed: argparse.Namespace) -> int:
    from bot.care.backup import back_up

    made = tend(parsed, lambda database: back_up(database, parsed.file))
    say(
        f"{parsed.file}: {made.servers:,} servers, {made.pods:,} pods, {made.events:,} events,"
        f" {made.size:,} bytes. It was read to the end and is sound."
    )
    return 0


def _export(parsed: argparse.Namespace) -> int:
    if parsed.standings:
        return _export_standings(parsed)
    for name in ("format", "season", "days", "variant", "table", "game"):
        if getattr(parsed, name) is not None:
            fail(f"suzerain export: --{name}: accepted only with --standings")
    if parsed.file is None:
        fail("suzerain export: FILE: is missing; accepted: a file that is not there yet, or -")
    from bot.care.exporting import export

    header = tend(parsed, lambda database: export(database, parsed.file, parsed.server))
    return _report_written(parsed.file, f"{header}")


def _export_standings(parsed: argparse.Namespace) -> int:
    from bot.care.exporting import STDIO, StandingsWanted, export_standings
    from bot.rules.tables import TABLES
    from bot.rules.variants import VARIANTS
    from bot.storage.engine.moments import to_moment
    from bot.storage.tables.game_kinds import GAME_KINDS, POD
    from bot.storage.tables.totals import ANY

    for name, known in (("variant", VARIANTS), ("table", TABLES), ("game", GAME_KINDS)):
        typed = getattr(parsed, name)
        if typed is not None and typed not in known:
            fail(f"suzerain export: --{name}: {typed!r} is none; accepted: {', '.join(known)}")
    file = parsed.file or STDIO
    named: Format = "json" if file.endswith(".json") else "csv"
    kind: Format = parsed.format or named
    of, at = parsed.variant or ANY, parsed.table or ANY
    game: GameKind = parsed.game or POD
    if game != POD and (of, at) != (ANY, ANY):
        fail("suzerain export: --variant and --table: accepted only of pods")
    request = StandingsWanted(parsed.server, parsed.season, parsed.days, of, at, game)
    now = to_moment(time.time_ns() // 1_000_000)
    players = tend(parsed, lambda database: export_standings(database, file, kind, request, now))
    return _report_written(file, f"{players:,} players")


def _report_written(file: str, held: str) -> int:
    """Say what a file holds, where that is in nobody's way."""
    told = f"{file}: {held}."
    if file == "-":
        print(told, file=sys.stderr)
    else:
        say(told)
    return 0


def _import(parsed: argparse.Namespace) -> int:
    if wants_league(parsed):
        return run_league(parsed)
    if parsed.file is None:
        fail("suzerain import: FILE: is missing; accepted: an archive, or - for standard input")
    from bot.care.importing import import_history

    header = tend(parsed, lambda database: import_history(database, parsed.file), make=True)
    if header is None:
        say(f"{parsed.file}: this history is here already; nothing was changed.")
    else:
        say(f"{parsed.file}: {header}.")
    return 0
