"""The commands that care for the database, as an operator types them."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, text, update

from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.cli import main
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.redaction import REDACTED
from tests.care.histories import HERE, everything, write_history
from tests.commandline import run_suzerain
from tests.loopback.program import STRICT, environment, split_database
from tests.storage.databases import Fresh
from tests.storage.store import Channel, execute, opened, rows, url_of

COMMANDS = (
    ("doctor", "--offline"),
    ("backup", "copy.sqlite3"),
    ("rebuild",),
    ("export", "history.jsonl"),
    ("export", "--standings"),
    ("import", "history.jsonl"),
)
UNMENDABLE = COMMANDS[1:-1]
"""Those that leave a database which is not up to date to `migrate`."""

Ended = tuple[int, str, str]
"""A status, and what was printed on both streams."""

Suzerain = Callable[..., Ended]


@pytest.fixture
def suzerain(tmp_path: Path) -> Suzerain:
    """Run a command on a database, in a folder of its own."""

    def suzerain(url: str, *arguments: str) -> Ended:
        ended = run_suzerain(tmp_path, *arguments, SUZERAIN_DATABASE__URL=url)
        return ended.status, ended.out, ended.err

    return suzerain


def do(url: str, *work: Callable[[Database], Awaitable[Any]]) -> list[Any]:
    """Run an action on a database, and close it."""

    async def do() -> list[Any]:
        async with opened(url) as database:
            return [await each(database) for each in work]

    return asyncio.run(do())


def refusal(ended: Ended) -> str:
    """Return the one line of a command that changed nothing."""
    status, out, err = ended
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1, err
    return err.strip()


@pytest.mark.parametrize("command", dict.fromkeys(name for name, *_ in COMMANDS))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: suzerain {command}")


@pytest.mark.usefixtures("durable")
def test_each_command_says_what_it_did(url: str, fresh: Fresh, suzerain: Suzerain) -> None:
    _, before = do(url, write_history, everything)
    events = len(before["events"])
    held = f"2 servers, 8 people, {events} events, 6 boards"
    assert suzerain(url, "export", "h.jsonl") == (0, f"h.jsonl: {held}.\n", "")
    with fresh() as another:
        assert suzerain(another, "import", "h.jsonl") == (0, f"h.jsonl: {held}.\n", "")
    again = "h.jsonl: this history is here already; nothing was changed.\n"
    assert suzerain(url, "import", "h.jsonl") == (0, again, "")
    mine = suzerain(url, "export", "mine.jsonl", "--server", f"{HERE}")
    assert mine[1].startswith("mine.jsonl: 1 servers, 6 people, ")
    made = f"Made anew from the log: 6 pods, {events} events.\n"
    assert suzerain(url, "rebuild") == (0, made, "")
    status, out, err = suzerain(url, "backup", "c.sqlite3")
    assert (status, err) == (0, "")
    assert out.startswith(f"c.sqlite3: 2 servers, 6 pods, {events} events, ")
    status, out, err = suzerain("sqlite:///c.sqlite3", "doctor", "--offline")
    assert (status, err) == (0, "")
    assert out.startswith("! discord.token: no token → put it into config.toml")


def test_an_import_makes_the_database(file: Path, suzerain: Suzerain, tmp_path: Path) -> None:
    _, before = do(url_of(file), write_history, everything)
    suzerain(url_of(file), "export", "h.jsonl")
    target = url_of(tmp_path / "games.sqlite3")
    assert suzerain(target, "import", "h.jsonl")[0] == 0
    assert do(target, everything) == [before]


def test_a_history_goes_through_a_pipe(file: Path, tmp_path: Path) -> None:
    _, before = do(url_of(file), write_history, everything)
    history = _piped(tmp_path, url_of(file), b"", "export", "-")
    assert b"boards" in history.stderr
    target = url_of(tmp_path / "target.sqlite3")
    said = _piped(tmp_path, target, history.stdout, "import", "-").stderr.decode()
    assert said.startswith("database: sqlite")
    assert len(said.splitlines()) == 1
    assert do(target, everything) == [before]


def _piped(folder: Path, url: str, given: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    env = environment(PYTHONWARNINGS=STRICT, SUZERAIN_DATABASE__URL=url)
    command = (sys.executable, "-m", "bot", *arguments)
    return subprocess.run(command, cwd=folder, env=env, input=given, capture_output=True, check=True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_who_looks_on_at_a_terminal_sees_how_far_it_is(file: Path, tmp_path: Path) -> None:
    import pty

    do(url_of(file), write_history)
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        env = environment(TERM="xterm", SUZERAIN_DATABASE__URL=url_of(file))
        command = (sys.executable, "-m", "bot", "export", "-")
        with os.fdopen(theirs, "wb") as terminal:
            done = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=terminal, check=True)
        seen = screen.read(100_000)
    assert b"Exporting" in seen
    assert done.stdout.startswith(b'{"is":"suzerain-history"')


async def test_what_is_interrupted_is_undone(database: Database) -> None:
    begun, loop = asyncio.Event(), asyncio.get_running_loop()

    def work(connection: Connection, tick: ProgressCallback) -> None:
        connection.execute(insert(schema.guilds).values(guild=HERE, settings="{}"))
        loop.call_soon_threadsafe(begun.set)
        while True:
            connection.execute(select(1))
            tick(1)

    task = asyncio.create_task(run_database_work_with_progress_bar(database.run_write_transaction, work, "Working"))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await database.require_writable_and_current_schema()  # the next one has its turn
    assert await rows(database, schema.guilds) == []


def test_the_doctor_speaks_to_a_terminal_that_knows_few_letters(file: Path, tmp_path: Path) -> None:
    env = environment(PYTHONIOENCODING="ascii", SUZERAIN_DATABASE__URL=url_of(file))
    command = (sys.executable, "-m", "bot", "doctor", "--offline")
    said = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True).stdout
    assert b"? boards: every pod has one" in said


STANDINGS = ("export", "--standings", "--server", f"{HERE}")


def test_standings_are_printed_or_written_as_csv_or_json(url: str, suzerain: Suzerain, tmp_path: Path) -> None:
    do(url, write_history)
    status, out, err = suzerain(url, *STANDINGS)
    assert (status, err) == (0, "-: 4 players.\n")
    assert out.splitlines()[1].startswith("1,Bobby of 900,5,2,0,1,")
    status, out, err = suzerain(url, *STANDINGS, "of.json", "--season", "uno")
    assert (status, out, err) == (0, "of.json: 4 players.\n", "")
    written = json.loads((tmp_path / "of.json").read_bytes())
    assert written["season"] == {"number": 1, "name": REDACTED}  # it was struck out
    assert [line["player"] for line in written["lines"]] == ["Bobby of 900", "Ana", "Cy", "Di"]
    for more in (("--season", "2"), ("--days", "90"), ("--table", "melee"), ("--variant", "esclave")):
        status, out, _ = suzerain(url, *STANDINGS, "-", "--format", "json", *more)
        assert json.loads(out)["lines"] == [] or more[1] in ("2", "esclave")
        assert status == 0


def test_standings_of_duels_are_asked_for_by_their_name(url: str, suzerain: Suzerain) -> None:
    async def play(database: Database) -> None:
        channel = Channel(database)
        await channel.play("bo", "cy", "di")
        await channel.do(OpenDuel(DuelSetup("own"), "ana", ("ana", "bo")), StartDuel("ana"))
        await channel.do(ConcedeDuel("ana"))

    do(url, play)
    asked = ("export", "--standings", "--format", "json", "--game")
    found = {kind: json.loads(suzerain(url, *asked, kind)[1]) for kind in ("pod", "magicjoust")}
    assert {kind: len(each["lines"]) for kind, each in found.items()} == {"pod": 4, "magicjoust": 2}
    assert found["magicjoust"]["game"] == "magicjoust"
    assert "game" not in found["pod"]
    line = refusal(suzerain(url, *asked, "magicjoust", "--variant", "esclave"))
    assert line.endswith("--variant and --table: accepted only of pods")


def test_standings_are_of_the_only_server_if_none_is_named(url: str, suzerain: Suzerain) -> None:
    do(url, lambda database: Channel(database).play("bo", "cy", "di"))
    status, out, err = suzerain(url, "export", "--standings", "--format", "csv")
    assert (status, err) == (0, "-: 4 players.\n")
    assert len(out.splitlines()) == 5


def test_standings_go_through_a_pipe(file: Path, tmp_path: Path) -> None:
    do(url_of(file), write_history)
    found = _piped(tmp_path, url_of(file), b"", *STANDINGS)
    assert found.stdout.startswith(b"rank,player,points,")
    assert found.stdout.count(b"\r\n") == 5


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--server", "7"), "--server: 7 has no history here; accepted: 900, 901"),
        ((), "--server: standings are of one server; accepted: 900, 901"),
        (
            ("--server", "900", "--season", "nine"),
            "--season: 'nine' is no season of server 900; accepted: 2 ('Due'), 1 ('Uno')",
        ),
        (("--days", "91"), "argument --days: '91' is no number of days; accepted: 1 to 90"),
        (("--variant", "chess"), "--variant: 'chess' is none; accepted: esclave, "),
        (("--game", "chess"), "--game: 'chess' is none; accepted: pod, magicjoust"),
        (("--table", "round"), "--table: 'round' is none; accepted: free-for-all, "),
        (("--format", "xml"), "argument --format: invalid choice: 'xml' (choose from "),
        (("--season", "1", "--days", "2"), "argument --days: not allowed with argument --season"),
        (("--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
    ],
)
def test_standings_that_cannot_be_had_are_one_line_and_no_file(
    file: Path, suzerain: Suzerain, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    do(url_of(file), write_history)
    before = sorted(tmp_path.iterdir())
    for target in ((), ("standings.csv",)):
        line = refusal(suzerain(url_of(file), "export", "--standings", *target, *arguments))
        assert told in line
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_of_standings_that_is_there_stays(file: Path, suzerain: Suzerain, tmp_path: Path) -> None:
    do(url_of(file), write_history)
    (tmp_path / "mine.csv").write_text("mine")
    line = refusal(suzerain(url_of(file), *STANDINGS, "mine.csv"))
    assert line == "mine.csv: is there already; accepted: a file that is not"
    assert (tmp_path / "mine.csv").read_text() == "mine"


@pytest.mark.parametrize("option", ["format=csv", "season=1", "days=1", "variant=x", "table=x", "game=x"])
def test_what_is_asked_of_standings_is_not_asked_of_a_history(suzerain: Suzerain, option: str) -> None:
    line = refusal(suzerain("", "export", "h.jsonl", f"--{option}"))
    assert f"--{option.partition('=')[0]}: accepted only with --standings" in line


def test_a_history_needs_a_file(suzerain: Suzerain) -> None:
    assert "FILE: is missing" in refusal(suzerain("", "export"))


# What cannot be done


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_database_that_cannot_be_reached_is_one_line(
    suzerain: Suzerain, command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "history.jsonl").touch()
    status, out, err = suzerain("postgresql://bot:hunter2@127.0.0.1:1/games", *command)
    assert "hunter2" not in out + err
    if command[0] == "doctor":
        assert status == 1
        assert "✖ database: postgresql://bot:***@127.0.0.1:1/games: " in out
    else:
        assert refusal((status, out, err)).startswith("database.url: postgresql://bot:***@")


@pytest.mark.parametrize("command", UNMENDABLE, ids=" ".join)
def test_a_database_that_is_not_there_is_not_made(suzerain: Suzerain, command: tuple[str, ...], tmp_path: Path) -> None:
    line = refusal(suzerain("sqlite:///games.sqlite3", *command))
    where = f"sqlite:///{tmp_path}/games.sqlite3"
    assert line.startswith(f"database.url: {where}: there is no such file; ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.shared_databases
@pytest.mark.parametrize("command", UNMENDABLE, ids=" ".join)
def test_a_database_of_an_older_version_is_left_to_migrate(
    url: str, suzerain: Suzerain, command: tuple[str, ...]
) -> None:
    older = text("UPDATE alembic_version SET version_num = '0001'")
    do(url, lambda database: execute(database, older))
    assert refusal(suzerain(url, *command)).endswith("; run `suzerain migrate`")


@pytest.mark.shared_databases
@pytest.mark.parametrize("command", ["rebuild", "export"])
def test_a_damaged_log_is_one_line(url: str, suzerain: Suzerain, command: str) -> None:
    broken = update(schema.events).where(schema.events.c.version == 2).values(payload="{")
    do(url, write_history, lambda database: execute(database, broken))
    arguments = (command, "h.jsonl") if command == "export" else (command,)
    line = refusal(suzerain(url, *arguments))
    assert line.startswith("database.url: channel 100, version 2: not a 'started'")
    assert line.endswith("; run `suzerain doctor`")


@pytest.mark.usefixtures("durable")
def test_the_doctor_ends_with_1_where_something_is_wrong(url: str, suzerain: Suzerain) -> None:
    do(url, write_history, lambda database: execute(database, delete(schema.pods)))
    status, out, err = suzerain(url, "doctor", "--offline")
    assert (status, err) == (1, "")
    [line] = [line for line in out.splitlines() if line.startswith("✖")]
    assert line.endswith("run `suzerain rebuild`")


@pytest.mark.parametrize("typed", ["ana", "0", "-1", "٣", "9" * 30])
def test_what_is_no_id_of_a_server_is_one_line(suzerain: Suzerain, typed: str) -> None:
    line = refusal(suzerain("sqlite:///games.sqlite3", "export", "h.jsonl", f"--server={typed}"))
    assert f"argument --server: {typed!r} is no id" in line


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_of_settings_that_is_not_there_is_one_line(suzerain: Suzerain, command: tuple[str, ...]) -> None:
    line = refusal(suzerain("", *command, "--config", "nowhere.toml"))
    assert line == "nowhere.toml: cannot be read (No such file or directory)"


def test_an_archive_that_is_not_there_is_one_line(url: str, suzerain: Suzerain) -> None:
    line = refusal(suzerain(url, "import", "nowhere.jsonl"))
    assert line == "nowhere.jsonl: cannot be read (No such file or directory)"


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no disk that is always full")
def test_a_disk_that_is_full_is_one_line(file: Path, tmp_path: Path) -> None:
    do(url_of(file), write_history)
    env = environment(PYTHONWARNINGS=STRICT, SUZERAIN_DATABASE__URL=url_of(file))
    command = (sys.executable, "-m", "bot", "export", "-")
    with FULL.open("wb") as full:
        done = subprocess.run(command, cwd=tmp_path, env=env, stdout=full, stderr=subprocess.PIPE, check=False)
    _, told = split_database(done.stderr.decode())
    assert told == "-: cannot be written (No space left on device)\n"
    assert done.returncode == 2
