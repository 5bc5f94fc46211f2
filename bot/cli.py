"""The command line: playing, judging, and care of the database."""

import argparse
import asyncio
import io
import os
import sys
import time
import webbrowser
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bot.console.games import add_joust, add_replay
from bot.console.terminal import (
    INTERRUPTED,
    WRONG,
    Commands,
    Parser,
    fail,
    fail_at,
    print_json,
    read_text,
)
from bot.console.verify import add_verify

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.projections.exported import Format
    from bot.storage.engine.database import Database

LAST_PORT = 65_535

FORMATS = ("csv", "json")
"""Of standings."""

T = TypeVar("T")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command that the arguments name; returns the exit status."""
    parsed = _parser().parse_args(arguments)
    status: int = parsed.run(parsed)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="suzerain", description="Referees and scores multiplayer Magic pods.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    add_replay(commands)

    judge = commands.add_parser("judge", help="judge one defeat: who is responsible, and why")
    judge.add_argument("file", metavar="FILE", type=Path, help="one defeat: a JSON object")
    judge.add_argument("--json", action="store_true", help="print one JSON document")
    judge.set_defaults(run=_judge)

    add_joust(commands)
    add_verify(commands)

    run = commands.add_parser("run", help="run the bot on Discord")
    _takes_config(run)
    run.set_defaults(run=_run)

    sandbox = commands.add_parser(
        "sandbox", help="the same bot on a local page: no account, token or network"
    )
    sandbox.add_argument(
        "--port", type=_port, default=8377, help="the page's port, 0 for any (default 8377)"
    )
    sandbox.add_argument(
        "--database", type=Path, default=Path("sandbox.sqlite3"), help="kept between runs"
    )
    sandbox.add_argument("--fresh", action="store_true", help="start from nothing")
    sandbox.add_argument("--no-browser", action="store_true", help="only print the page's address")
    sandbox.set_defaults(run=_sandbox)

    migrate = commands.add_parser("migrate", help="create or upgrade the database")
    _takes_config(migrate)
    migrate.set_defaults(run=_migrate)

    doctor = commands.add_parser(
        "doctor", help="check settings, database, log and Discord, and say what to do"
    )
    _takes_config(doctor)
    doctor.add_argument("--offline", action="store_true", help="leave Discord alone")
    doctor.set_defaults(run=_doctor)

    backup = commands.add_parser(
        "backup", help="copy the database into a SQLite file, also while the bot runs"
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="the copy; must not exist")
    _takes_config(backup)
    backup.set_defaults(run=_backup)

    rebuild = commands.add_parser(
        "rebuild", help="make anew what follows from the log: pods, results, boards to draw"
    )
    _takes_config(rebuild)
    rebuild.set_defaults(run=_rebuild)

    _add_export(commands)

    bring = commands.add_parser("import", help="read what `export` wrote into a database")
    bring.add_argument("file", metavar="FILE", help="an archive; - for standard input")
    _takes_config(bring)
    bring.set_defaults(run=_import)
    return parser


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
    export.add_argument("--server", type=_id, metavar="ID", help="only this server's")
    export.add_argument(
        "--standings", action="store_true", help="the standings of one server instead"
    )
    of_standings = export.add_argument_group("standings")
    of_standings.add_argument(
        "--format", choices=FORMATS, help="json if FILE ends in .json, else csv"
    )
    when = of_standings.add_mutually_exclusive_group()
    when.add_argument("--season", metavar="NAME|NUMBER", help="of a season (default: of all time)")
    when.add_argument("--days", type=_days, metavar="N", help="of the last days, up to 90")
    of_standings.add_argument("--variant", metavar="NAME", help="only games of a variant")
    of_standings.add_argument("--table", metavar="NAME", help="only games at a table")
    _takes_config(export)
    export.set_defaults(run=_export)


def _id(typed: str) -> int:
    """An id of Discord's. Raises what argparse turns into its one line."""
    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed) < 2**63):
        raise argparse.ArgumentTypeError(f"{typed!r} is no id; accepted: digits, as Discord has it")
    return int(typed)


def _days(typed: str) -> int:
    """A number of days. Raises what argparse turns into its one line."""
    from bot.projections.standings import MOST_DAYS

    if not (typed.isascii() and typed.isdecimal() and 0 < int(typed) <= MOST_DAYS):
        raise argparse.ArgumentTypeError(
            f"{typed!r} is no number of days; accepted: 1 to {MOST_DAYS}"
        )
    return int(typed)


def _port(typed: str) -> int:
    """A TCP port. Raises what argparse turns into its one line."""
    if not (typed.isascii() and typed.isdecimal() and int(typed) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"{typed!r} is no port; accepted: 0 to {LAST_PORT}")
    return int(typed)


def _takes_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="settings (default: config.toml, if it exists)"
    )


# Each command imports what it needs: printing help takes no database and no Discord.


def _judge(parsed: argparse.Namespace) -> int:
    from bot import transcript
    from bot.i18n import DEFAULT, catalogue
    from bot.replaying import Mistake

    text = catalogue(DEFAULT)
    try:
        verdict = transcript.judge(read_text(parsed.file), text)
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    if parsed.json:
        print_json(verdict)
    else:
        print(transcript.in_words(verdict, text))
    return 0


def _run(parsed: argparse.Namespace) -> int:
    settings = _settings(parsed)
    from bot.app import StartError, run

    try:
        asyncio.run(run(settings, lambda link: print(f"Invite the bot: {link}", flush=True)))
    except StartError as error:
        fail(f"{error}")
    return 0


def _sandbox(parsed: argparse.Namespace) -> int:
    from bot.sandbox.errors import SandboxError

    if parsed.fresh:
        _forget(parsed.database)

    def ready(address: str) -> None:
        print(f"The sandbox is open at {address} (Ctrl-C ends it).", flush=True)
        if not parsed.no_browser:
            webbrowser.open(address)

    try:
        asyncio.run(_play(parsed.database, parsed.port, ready))
    except SandboxError as error:
        fail(f"{error}")
    except KeyboardInterrupt:
        print()
    return 0


def _forget(database: Path) -> None:
    try:
        for suffix in ("", "-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a folder; no name at all
        fail(f"{database}: cannot be begun anew ({error})")


async def _play(database: Path, port: int, ready: Callable[[str], None]) -> None:
    from bot.app import build
    from bot.config import Database, Settings
    from bot.front.background.keeper import AT_ONCE
    from bot.sandbox.errors import SandboxError
    from bot.sandbox.serving import serve
    from bot.storage.engine.errors import StorageError
    from bot.storage.tables.champions import Champions

    try:
        app = await build(Settings(database=Database(f"sqlite:///{database}")), AT_ONCE)
        newest = await app.log.newest_interaction()
        await app.boards.doubt()  # the simulated Discord forgets its messages
        await Champions(app.database).doubt()  # and who was given a role
    except StorageError as error:
        raise SandboxError(f"{error}") from None
    try:
        await serve(app.client, resume_after=newest, port=port, ready=ready)
    finally:
        await app.close()


def _migrate(parsed: argparse.Namespace) -> int:
    settings = _settings(parsed)
    from bot.storage.engine.errors import StorageError
    from bot.storage.engine.migrate import migrate

    try:
        migrate(settings.database.url)
    except StorageError as error:
        fail(f"database.url: {error}")
    print("The database is up to date.")
    return 0


def _doctor(parsed: argparse.Namespace) -> int:
    settings = _settings(parsed)
    from bot.care.doctor import findings

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal knows ✔

    async def tell() -> bool:
        well = True
        async for finding in findings(settings, offline=parsed.offline):
            print(finding, flush=True)
            well = well and finding.mark != "✖"
        return well

    return 0 if asyncio.run(tell()) else WRONG


def _rebuild(parsed: argparse.Namespace) -> int:
    from bot.care.mend import mend

    pods, events = _tend(parsed, mend)
    print(f"Made anew from the log: {pods:,} pods, {events:,} events.")
    return 0


def _backup(parsed: argparse.Namespace) -> int:
    from bot.care.backup import back_up

    made = _tend(parsed, lambda database: back_up(database, parsed.file))
    print(
        f"{parsed.file}: {made.servers:,} servers, {made.pods:,} pods, {made.events:,} events,"
        f" {made.size:,} bytes. It was read to the end and is sound."
    )
    return 0


def _export(parsed: argparse.Namespace) -> int:
    if parsed.standings:
        return _export_standings(parsed)
    for name in ("format", "season", "days", "variant", "table"):
        if getattr(parsed, name) is not None:
            fail(f"suzerain export: --{name}: accepted only with --standings")
    if parsed.file is None:
        fail("suzerain export: FILE: is missing; accepted: a file that is not there yet, or -")
    from bot.care.exporting import export

    header = _tend(parsed, lambda database: export(database, parsed.file, parsed.server))
    return _exported(parsed.file, f"{header}")


def _export_standings(parsed: argparse.Namespace) -> int:
    from bot.care.exporting import STDIO, Asked, export_standings
    from bot.rules.tables import TABLES
    from bot.rules.variants import VARIANTS
    from bot.storage.engine.schema import moment
    from bot.storage.tables.totals import ANY

    for name, known in (("variant", VARIANTS), ("table", TABLES)):
        typed = getattr(parsed, name)
        if typed is not None and typed not in known:
            fail(f"suzerain export: --{name}: {typed!r} is none; accepted: {', '.join(known)}")
    file = parsed.file or STDIO
    named: Format = "json" if file.endswith(".json") else "csv"
    kind: Format = parsed.format or named
    of, at = parsed.variant or ANY, parsed.table or ANY
    asked = Asked(parsed.server, parsed.season, parsed.days, of, at)
    now = moment(time.time_ns() // 1_000_000)
    players = _tend(parsed, lambda database: export_standings(database, file, kind, asked, now))
    return _exported(file, f"{players:,} players")


def _exported(file: str, held: str) -> int:
    """Says what a file holds, where that is in nobody's way."""
    print(f"{file}: {held}.", file=sys.stderr if file == "-" else sys.stdout)
    return 0


def _import(parsed: argparse.Namespace) -> int:
    from bot.care.importing import import_history

    header = _tend(parsed, lambda database: import_history(database, parsed.file), make=True)
    if header is None:
        print(f"{parsed.file}: this history is here already; nothing was changed.")
    else:
        print(f"{parsed.file}: {header}.")
    return 0


def _tend(
    parsed: argparse.Namespace, work: "Callable[[Database], Awaitable[T]]", *, make: bool = False
) -> T:
    """What comes of some work on the database that the settings name; one line if it fails."""
    settings = _settings(parsed)
    from bot.care import CareError
    from bot.care.opening import advice, existing, made
    from bot.storage.engine.errors import StorageError

    async def tend() -> T:
        async with (made if make else existing)(settings.database.url) as database:
            return await work(database)

    try:
        return asyncio.run(tend())
    except CareError as error:
        fail(f"{error}")
    except StorageError as error:
        fail(f"database.url: {error}; {advice(error)}")
    except KeyboardInterrupt:
        print("\nInterrupted: nothing was changed.", file=sys.stderr)
        sys.exit(INTERRUPTED)


def _settings(parsed: argparse.Namespace) -> "Settings":
    from bot.config import ConfigError, load

    try:
        return load(parsed.config, os.environ)
    except ConfigError as error:
        fail(f"{error}")
