"""`suzerain run` and `migrate` with the loopback as Discord; one test uses a process."""

import asyncio
import dataclasses
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Literal

import psutil  # type: ignore[import-untyped]
import pytest
from aiohttp import ClientSession

from bot import serving
from bot.cli import main
from bot.config import BotSettings, DiscordSettings
from bot.serving import INVITE_PERMISSIONS, BotStartError
from tests.commandline import run_suzerain
from tests.loopback.objects import MEMBERS
from tests.loopback.program import STRICT, Ended, Program, environment, started
from tests.loopback.rest import Loss
from tests.loopback.seen import PATIENCE
from tests.loopback.server import TOKEN, Loopback
from tests.storage.store import read_folder

BO = MEMBERS[1]
POSIX = os.name == "posix"
needs_signals = pytest.mark.skipif(not POSIX, reason="only POSIX can send these signals")

Start = Callable[..., AbstractAsyncContextManager[Program]]


def refusal(ended: Ended) -> str:
    """Return the one line with which the program refused to start."""
    assert (ended.status, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1, ended.err
    assert TOKEN not in ended.err
    return ended.err.strip()


def log(folder: Path) -> list[str]:
    """Return the events in a database."""
    with closing(sqlite3.connect(folder / "suzerain.sqlite3")) as database:
        return [type for (type,) in database.execute("SELECT type FROM events ORDER BY version")]


@pytest.mark.parametrize("command", ["run", "sandbox", "migrate"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: suzerain {command}")


@pytest.mark.parametrize("database", [".", "file/games.sqlite3"])
def test_a_sandbox_that_cannot_begin_anew_is_one_line(tmp_path: Path, database: str) -> None:
    (tmp_path / "file").touch()
    line = refusal(run_suzerain(tmp_path, "sandbox", "--fresh", "--no-browser", "--database", database))
    assert line.startswith(f"{database}: cannot be begun anew")


# What cannot start


def test_without_a_token_it_says_where_to_put_one(tmp_path: Path) -> None:
    line = refusal(run_suzerain(tmp_path, "run"))
    assert line.startswith("discord.token: no token")
    assert "SUZERAIN_DISCORD__TOKEN" in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("token", ["two words", "line\nbreak", "ключ"])
async def test_what_cannot_be_a_token_is_not_sent_to_discord(token: str) -> None:
    with pytest.raises(BotStartError, match=r"^discord\.token: not a token") as refused:
        await serving.run_bot_until_stopped(BotSettings(discord=DiscordSettings(token)))
    assert token.split(maxsplit=1)[0] not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[discord\n", "config.toml: not TOML"),
        ("[logging]\ncolour = true\n", "config.toml: logging: "),
        ("[watch]\nport = 99999\n", "config.toml: watch.port: "),
        ('[logging]\nlevel = "loud"\n', "config.toml: logging.level: "),
    ],
    ids=["broken", "unknown setting", "no port", "wrong value"],
)
def test_a_wrong_file_of_settings_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "config.toml").write_text(text + f"# {TOKEN}\n")
    assert refusal(run_suzerain(tmp_path, "run")).startswith(said)


def test_a_wrong_value_in_the_environment_is_one_line(tmp_path: Path) -> None:
    settings = {"SUZERAIN_DISCORD__TOKEN": TOKEN, "SUZERAIN_LOGGING__LEVEL": "loud"}
    assert "accepted: debug, info" in refusal(run_suzerain(tmp_path, "run", **settings))


@pytest.mark.parametrize("command", ["run", "migrate"])
def test_a_file_of_settings_that_is_not_there_is_one_line(tmp_path: Path, command: str) -> None:
    line = refusal(run_suzerain(tmp_path, command, "--config", "nowhere.toml"))
    assert line == "nowhere.toml: cannot be read (No such file or directory)"


def unmakeable(folder: Path) -> str:
    (folder / "file").touch()
    return f"sqlite:///{folder / 'file' / 'games.sqlite3'}"


def letter(folder: Path) -> str:
    (folder / "letter.txt").write_text("Dear Ana, " * 100)
    return f"sqlite:///{folder / 'letter.txt'}"


def unwritable(folder: Path) -> str:
    """A database that no user can write, not even an administrator."""
    run_suzerain(folder, "migrate")
    return f"sqlite:///file:{folder / 'suzerain.sqlite3'}?mode=ro&uri=true"


def cut_off(folder: Path) -> str:
    run_suzerain(folder, "migrate")
    file = folder / "suzerain.sqlite3"
    os.truncate(file, file.stat().st_size // 2)
    return f"sqlite:///{file}"


def somewhere_else(_: Path) -> str:
    return "postgresql://bot:hunter2@localhost/games"


@pytest.mark.parametrize(
    ("command", "url"),
    [
        ("run", unmakeable),
        ("run", letter),
        ("run", unwritable),
        ("run", cut_off),
        ("run", somewhere_else),
        ("migrate", unmakeable),
        ("migrate", letter),
        ("migrate", cut_off),
        ("migrate", somewhere_else),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path, command: str, url: Callable[[Path], str]) -> None:
    settings = {"SUZERAIN_DISCORD__TOKEN": TOKEN, "SUZERAIN_DATABASE__URL": url(tmp_path)}
    line = refusal(run_suzerain(tmp_path, command, **settings))
    assert line.startswith("database.url: ")
    assert "hunter2" not in line


def test_a_mistyped_name_beside_a_database_leaves_nothing_behind(tmp_path: Path, file: Path) -> None:
    settings = {"SUZERAIN_DISCORD__TOKEN": TOKEN, "SUZERAIN_DATABASE__URL": f"sqlite:///{tmp_path / 'suzrain.sqlite3'}"}
    before = read_folder(tmp_path)
    line = refusal(run_suzerain(tmp_path, "run", **settings))
    assert f"there is no such file, but {file.name} in its folder" in line
    assert read_folder(tmp_path) == before


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    run_suzerain(tmp_path, "migrate")
    with closing(sqlite3.connect(tmp_path / "suzerain.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    line = refusal(run_suzerain(tmp_path, "run", SUZERAIN_DISCORD__TOKEN=TOKEN))
    assert "9999" in line
    assert "take the version of Suzerain that wrote it, or a newer one" in line


# Migrations


def test_migrate_makes_a_database_and_leaves_a_current_one(tmp_path: Path) -> None:
    for _ in range(2):
        ended = run_suzerain(tmp_path, "migrate")
        assert (ended.status, ended.out) == (0, "The database is up to date.\n")
        assert ended.err == ""
        assert log(tmp_path) == []


# On Discord


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
def start(discord: Loopback, template: Path, tmp_path: Path) -> Start:
    """Return a function that starts `suzerain run` with the right token, or other settings."""
    shutil.copy(template, tmp_path / "suzerain.sqlite3")  # to migrate takes half of a start

    @asynccontextmanager
    async def start(**settings: str) -> AsyncIterator[Program]:
        env = environment(**{"PYTHONWARNINGS": STRICT, "SUZERAIN_DISCORD__TOKEN": TOKEN, **settings})
        module = "tests.loopback.child"
        async with started(module, discord.address, "run", folder=tmp_path, env=env) as program:
            yield program

    return start


def only_log_lines(ended: Ended) -> bool:
    """Return whether the bot wrote only log lines without warnings and without a token."""
    words = ("Traceback", "ERROR", "WARNING", "Warning", "exception", TOKEN)
    return not any(word in ended.out + ended.err for word in words)


async def test_a_wrong_token_is_one_line(start: Start) -> None:
    async with start(SUZERAIN_DISCORD__TOKEN="another") as program:
        line = refusal(await program.ended())
    assert line.startswith("discord.token: Discord does not know this token")
    assert "another" not in line


async def test_a_discord_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    async with Loopback() as gone:
        address = gone.address
    arguments = ("tests.loopback.child", address, "run")
    env = environment(PYTHONWARNINGS=STRICT, SUZERAIN_DISCORD__TOKEN=TOKEN)
    async with started(*arguments, folder=tmp_path, env=env) as program:
        line = refusal(await program.ended())
    assert line.startswith("Discord cannot be reached")


@pytest.mark.parametrize(
    ("method", "path", "status", "said"),
    [
        ("GET", "/users/@me", 403, "Discord refuses this bot (403"),
        ("GET", "/oauth2/applications/@me", 404, "Discord refuses this bot (404"),
        ("PUT", "/applications", 400, "Discord refuses this bot (400"),
        ("PUT", "/applications", 403, "Discord refuses this bot (403"),
    ],
)
async def test_what_discord_refuses_at_the_start_is_one_line(
    discord: Loopback, start: Start, method: str, path: str, status: int, said: str
) -> None:
    def hit(by: str, of: str) -> bool:
        return by == method and of.startswith(path)

    with discord.rest.failing(hit, status, text="no\n" * 500):
        async with start() as program:
            line = refusal(await program.ended())
    assert line.startswith(said)
    assert len(line) <= 300


async def test_cloudflare_asks_for_a_pause_in_one_line(discord: Loopback, start: Start) -> None:
    without_via = {"Via": ""}
    with discord.rest.failing(lambda _, path: path == "/users/@me", 429, without_via):
        async with start() as program:
            line = refusal(await program.ended())
    assert line.startswith("Discord asks for a pause (429")


async def test_a_refused_upload_stops_no_bot_whose_commands_are_registered(discord: Loopback, start: Start) -> None:
    async with start():
        await discord.ready()
    with discord.rest.failing(lambda method, _: method == "PUT", 400):
        async with start() as program:
            await discord.ready(2)
            assert "✅" in (await discord.command("pod open")).content
            await program.printed("Discord refused the commands, and keeps those it has: 400")


@pytest.mark.parametrize("code", [4004, 4013])
@pytest.mark.parametrize("moment", ["hello", "identify"])
async def test_a_gateway_that_refuses_for_good_is_one_line(
    discord: Loopback, start: Start, code: int, moment: Literal["hello", "identify"]
) -> None:
    discord.gateway.refusal = moment, code
    async with start() as program:
        ended = await program.ended()
    assert ended.status == 2
    assert "Traceback" not in ended.err
    wanted = "no longer knows this token" if code == 4004 else "closed with 4013"
    assert wanted in ended.err.splitlines()[-1]


async def test_the_first_connection_is_tried_again_until_discord_is_there(discord: Loopback, start: Start) -> None:
    discord.gateway.refusal = "hello", 4000
    async with start() as program:
        await program.printed("Failed to connect")
        discord.gateway.refusal = None
        await discord.ready()
        assert "✅" in (await discord.command("pod open")).content
    assert "Traceback" not in "".join(program.err)


@needs_signals
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_pod_opens_and_a_signal_ends_the_bot_in_peace(
    discord: Loopback, start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    async with start(SUZERAIN_LOGGING__LEVEL="debug") as program:
        await discord.ready()
        answer = await discord.command("pod open", title="Friday")
        [board] = await discord.boards()
        pressed = await discord.press(board, "pod:1:join", by=BO)
        await discord.requested("PATCH", "/channels")
        program.process.send_signal(number)
        ended = await program.ended()
    assert "✅" in answer.content
    assert "✅" in pressed.content
    assert "Friday" in str(board["components"])
    assert "2 more needed" in str(discord.rest.messages[int(board["id"])]["components"])
    assert ended.status == 0
    assert only_log_lines(ended)
    assert ended.out.startswith("Invite the bot: https://discord.com/oauth2/authorize?")
    assert f"permissions={INVITE_PERMISSIONS.value}" in ended.out
    assert {command["name"] for command in discord.rest.commands} > {"pod", "defeat", "undo"}
    assert log(tmp_path) == ["opened", "joined"]


@needs_signals
async def test_an_answer_in_flight_is_not_lost_when_the_bot_stops(
    discord: Loopback, start: Start, tmp_path: Path
) -> None:
    async with start() as program:
        await discord.ready()
        with discord.rest.holding():
            opened = await discord.command("pod open")
            program.process.send_signal(signal.SIGTERM)
            await program.printed("stopping")
            late = [await discord.command("pod open", by=BO), await discord.press({}, "pod:1:join", by=BO)]
            assert program.process.returncode is None
        ended = await program.ended()
    assert (ended.status, only_log_lines(ended)) == (0, True)
    assert "✅" in opened.content
    assert ["🚫" in answer.content for answer in late] == [True, True]
    answers = [r for r in discord.rest.requests if r.path.startswith("/interactions")]
    assert len(answers) == 3
    assert len(discord.rest.messages) == 1
    assert log(tmp_path) == ["opened"]


@needs_signals
async def test_a_bot_that_is_only_starting_stops_as_well(discord: Loopback, start: Start) -> None:
    async with start() as program:
        await discord.requested("PUT", "/applications")
        program.process.send_signal(signal.SIGINT)
        ended = await program.ended()
    assert (ended.status, only_log_lines(ended)) == (0, True)


@needs_signals
async def test_a_bot_that_cannot_reach_the_gateway_stops_as_well(discord: Loopback, start: Start) -> None:
    discord.rest.address = "http://127.0.0.1:1"
    async with start() as program:
        await program.printed("Failed to connect")
        program.process.send_signal(signal.SIGTERM)
        ended = await program.ended()
    assert ended.status == 0


@needs_signals
async def test_a_signal_wakes_a_bot_that_sleeps_whichever_thread_is_told_of_it() -> None:
    stopped = asyncio.Event()
    waiting = psutil.Process()

    def tell_another_thread() -> None:
        while waiting.status() != psutil.STATUS_SLEEPING:
            pass
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    async with asyncio.timeout(10):  # something else wakes a loop in the end
        with serving._install_stop_signal_handlers(stopped.set):
            threading.Thread(target=tell_another_thread).start()
            await stopped.wait()
    assert signal.getsignal(signal.SIGTERM) == before


async def test_a_bot_that_the_gateway_refuses_says_so(discord: Loopback, start: Start) -> None:
    discord.gateway.token = "changed meanwhile"
    async with start(SUZERAIN_LOGGING__LEVEL="error") as program:
        ended = await program.ended()
    assert ended.status == 2
    assert ended.err.startswith("discord.token: Discord no longer knows this token")
    assert len(ended.err.splitlines()) == 1


async def test_a_token_that_is_reset_while_the_bot_runs_is_one_line(discord: Loopback, start: Start) -> None:
    async with start(SUZERAIN_LOGGING__LEVEL="error") as program:
        await discord.ready()
        discord.gateway.token = "changed meanwhile"
        await discord.gateway.drop()
        line = (await program.ended()).err
    assert line.startswith("discord.token: Discord no longer knows this token; was it reset?")
    assert len(line.splitlines()) == 1


async def test_a_board_that_a_stop_left_behind_is_drawn_by_the_next_start(discord: Loopback, start: Start) -> None:
    with discord.rest.failing(lambda _, path: path.startswith("/channels")):
        async with start():  # killed at the end of the block
            await discord.ready()
            await discord.command("pod open")
            await discord.requested("POST", "/channels")
    async with start():
        await discord.boards()


async def test_the_bot_comes_back_after_a_lost_connection(discord: Loopback, start: Start) -> None:
    async with start():
        await discord.ready()
        await discord.gateway.drop()
        await discord.ready(connections=2)
        assert "✅" in (await discord.command("pod open")).content


async def test_a_command_delivered_twice_changes_things_once(discord: Loopback, start: Start, tmp_path: Path) -> None:
    async with start():
        await discord.ready()
        first = await discord.command("pod open")
        await discord.again(first.interaction)
        await discord.press({}, "pod:1:join", by=BO)
        await discord.boards()
    assert log(tmp_path) == ["opened", "joined"]


def list_outcomes(program: Program) -> list[str]:
    """Return the outcomes of the interactions in a program's log."""
    return re.findall(r"outcome=(\w+)", "".join(program.err))


@pytest.mark.parametrize("loss", ["before", "after", "half", "garbled"])
async def test_an_answer_outlives_a_connection_that_breaks(
    discord: Loopback, start: Start, tmp_path: Path, loss: Loss
) -> None:
    async with start() as program:
        await discord.ready()
        with discord.rest.losing(lambda _, path: path.endswith("/callback"), loss):
            answer = await discord.command("pod open")
        await program.printed("outcome=")
    assert "✅" in answer.content
    assert list_outcomes(program) == ["done"]
    assert log(tmp_path) == ["opened"]
    assert "Traceback" not in "".join(program.err)


async def test_an_answer_that_is_lost_twice_is_no_failure(discord: Loopback, start: Start, tmp_path: Path) -> None:
    async with start() as program:
        await discord.ready()
        with discord.rest.losing(lambda _, path: path.endswith("/callback"), "after", "before"):
            answer = await discord.command("pod open")
            await program.printed("outcome=")
    assert "✅" in answer.content
    assert list_outcomes(program) == ["lost"]
    assert len([r for r in discord.rest.requests if r.path.startswith("/interactions")]) == 2
    assert log(tmp_path) == ["opened"]
    assert "Traceback" not in "".join(program.err)


async def test_an_answer_after_a_wait_outlives_a_connection_that_breaks(discord: Loopback, start: Start) -> None:
    """`/me export` tells Discord to wait, and answers by an edit, which can be repeated."""
    async with start() as program:
        await discord.ready()
        with discord.rest.losing(lambda method, _: method == "PATCH", "after"):
            await discord.command("me export")
            await program.printed("outcome=")
    answers = [r for r in discord.rest.requests if r.path.endswith("/@original")]
    assert len(answers) == 2
    assert answers[0].body == answers[1].body
    assert list_outcomes(program) == ["done"]


# Seen from outside


@pytest.fixture
def port() -> Iterator[int]:
    """A free port that no other test gets."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


async def seen(port: int, page: str, part: str) -> tuple[int, str]:
    """Return the answer of a page once it contains `part`."""
    async with asyncio.timeout(PATIENCE), ClientSession() as session:
        while True:
            async with session.get(f"http://127.0.0.1:{port}/{page}") as answer:
                text = await answer.text()
                if part in text:
                    return answer.status, text


@needs_signals  # and ports that are held as on POSIX
async def test_health_and_metrics_are_served_where_the_settings_say_so(tmp_path: Path, port: int) -> None:
    settings = {"SUZERAIN_DISCORD__TOKEN": TOKEN, "SUZERAIN_WATCH__PORT": f"{port}"}
    env = environment(PYTHONWARNINGS=STRICT, **settings)
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(Loopback())
        arguments = ("tests.loopback.child", discord.address, "run")
        async with started(*arguments, folder=tmp_path, env=env) as program:
            await discord.ready()
            await discord.command("pod open")
            counted = 'suzerain_interactions_total{command="pod open",outcome="done"} 1.0'
            assert (await seen(port, "metrics", counted))[0] == 200
            assert (await seen(port, "healthz", '"gateway": "connected"'))[0] == 200
            await stack.aclose()  # Discord is away
            status, health = await seen(port, "healthz", '"gateway": "not connected"')
            assert (status, '"database": "writable"' in health) == (503, True)
            program.process.send_signal(signal.SIGTERM)
            assert (await program.ended()).status == 0


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = f"{taken.getsockname()[1]}"
        settings = {"SUZERAIN_DISCORD__TOKEN": TOKEN, "SUZERAIN_WATCH__PORT": port}
        ended = run_suzerain(tmp_path, "run", **settings)
    assert ended.out == f"database: sqlite:///{tmp_path / 'suzerain.sqlite3'}, new\n"
    line = refusal(dataclasses.replace(ended, out=""))
    assert line.startswith(f"watch: nothing can listen on 127.0.0.1:{port}")


@needs_signals
async def test_the_log_is_json_where_the_settings_say_so_and_names_nobody(discord: Loopback, start: Start) -> None:
    settings = {"SUZERAIN_LOGGING__FORMAT": "json", "SUZERAIN_LOGGING__LEVEL": "debug"}
    async with start(**settings) as program:
        await discord.ready()
        await discord.command("pod open", title="Midnight")
        await discord.press({}, "pod:1:join", by=BO)
        await discord.say("good luck", by=BO)
        await discord.boards()
        program.process.send_signal(signal.SIGTERM)
        ended = await program.ended()
    lines = [json.loads(line) for line in ended.err.splitlines()]
    assert all({"timestamp", "level", "logger", "message"} <= line.keys() for line in lines)
    told = [line for line in lines if line["logger"] == "bot.interactions"]
    assert [(line["command"], line["outcome"]) for line in told] == [("pod open", "done"), ("pod:join", "done")]
    assert all(line["ms"] > 0 for line in told)
    assert not re.search(r"\b(ana|bo|midnight|good luck)\b", ended.err, re.IGNORECASE)


@needs_signals
def test_the_limit_of_open_files_is_raised_or_named(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    limits = {"soft": 256, "hard": 2048}

    def set_limits(_: int, pair: tuple[int, int]) -> None:
        limits["soft"], limits["hard"] = pair

    monkeypatch.setattr(resource, "getrlimit", lambda _: (limits["soft"], limits["hard"]))
    monkeypatch.setattr(resource, "setrlimit", set_limits)
    serving.raise_file_descriptor_limit()
    assert limits == {"soft": 2048, "hard": 2048}
    assert "only 2048 files and connections may be open" in caplog.text
    caplog.clear()
    limits.update(hard=100_000)
    serving.raise_file_descriptor_limit()
    assert limits == {"soft": serving.MIN_DESCRIPTORS, "hard": 100_000}
    assert caplog.text == ""
