"""The bot as operators install it: by `packaging/install`, in a bare folder, as another user."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from bot.front.gateway.fleet import DRAIN_EACH
from bot.front.gateway.reception import LAST_WORDS
from bot.watch.supervision import ALIVE, READY, STOPPING, Supervisor
from tests.loopback.program import ROOT, Program
from tests.loopback.server import TOKEN, Loopback
from tests.missing import skip_without

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="it is a shell script"),
    pytest.mark.long,
]

OUT_OF_REACH = (
    "no package index: pip can install nothing here; connect it, or name one in PIP_INDEX_URL"
)

IN_SOURCE = ("bot", "migrations", "packaging", "LICENSE", "README.md", "pyproject.toml")
"""With the list of requirements all that the image is built from."""

REDIRECTED = """
import sys, yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
address = sys.argv.pop(1)
Route.BASE = f"{address}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/")
from bot.cli import main
sys.exit(main())
"""
"""The installed program, with another server for its Discord."""


AS_NOBODY = {"user": "nobody", "group": "nogroup", "extra_groups": []}
"""Who runs what root has installed."""


def can_run(python: str, **user: Any) -> bool:
    """Whether it is there, for a user, and new enough."""
    asked = (python, "-c", "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))")
    try:
        return not subprocess.run(asked, cwd="/", check=False, stderr=PIPE, **user).returncode
    except (OSError, LookupError):
        return False


@pytest.fixture(scope="module")
def user() -> dict[str, Any]:
    """Another user than the one who installs, if that can be."""
    return AS_NOBODY if os.getuid() == 0 else {}


@pytest.fixture(scope="module")
def python(user: dict[str, Any]) -> str:
    """An interpreter that this user can run, too."""
    known = (os.path.realpath(sys.executable), "/usr/local/bin/python3", "/usr/bin/python3")
    found = next((each for each in known if can_run(each, **user)), None)
    return found or pytest.skip("no other user can run Python here")


@pytest.fixture(scope="module")
def bare() -> Iterator[Path]:
    """A folder that every user can enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def installed(bare: Path, python: str) -> Path:
    """The folder in which the script has installed the bot."""
    source, target = bare / "source", bare / "suzerain"
    source.mkdir()
    (source / "requirements").mkdir()
    for name in (*IN_SOURCE, "requirements/run.txt"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    own = {**os.environ, "PYTHON": python, "PIP_NO_COMPILE": "1"}
    own.pop("PYTHONPATH", None)
    script = [source / "packaging" / "install", target]
    done = subprocess.run(script, cwd=bare, env=own, capture_output=True, text=True, check=False)
    if done.returncode and "No matching distribution" in done.stderr:
        skip_without("PACKAGES", OUT_OF_REACH)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(source)  # nothing of it is needed any more
    return target


@asynccontextmanager
async def run(
    folder: Path, user: dict[str, Any], *command: str | Path, **env: str
) -> AsyncIterator[Program]:
    """A program in a folder, by a user, that knows of nothing else."""
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=env, stdout=PIPE, stderr=PIPE, **user
    )
    program = Program(process)
    try:
        yield program
    except BaseException as error:
        error.add_note("".join(["The program printed:\n", *program.out, *program.err]))
        raise
    finally:
        await program.kill()


@pytest.fixture
def data(bare: Path, user: dict[str, Any]) -> Path:
    """The one folder that is the user's own."""
    folder = bare / "data"
    folder.mkdir()
    if user:
        shutil.chown(folder, user["user"], user["group"])
    return folder


@pytest.fixture
def manager(data: Path, user: dict[str, Any]) -> Iterator[socket.socket]:
    """Where a service manager listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"{data}/notify")
        listening.setblocking(False)
        if user:
            shutil.chown(data / "notify", user["user"], user["group"])
        yield listening


async def receive(manager: socket.socket, state: str) -> None:
    """Wait until the service manager is told a state."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(60):
        while await loop.sock_recv(manager, 100) != state.encode():
            pass


def find_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port: int = free.getsockname()[1]
        return port


async def test_it_runs_as_another_user_answers_its_health_check_and_tells_its_manager(
    installed: Path, data: Path, user: dict[str, Any], manager: socket.socket
) -> None:
    env = {
        "SUZERAIN_DISCORD__TOKEN": TOKEN,
        "SUZERAIN_WATCH__PORT": str(find_port()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NOTIFY_SOCKET": f"{data}/notify",
        "WATCHDOG_USEC": "1000000",  # seldom: nobody listens while something else is awaited
    }
    python, suzerain = installed / "bin" / "python", installed / "bin" / "suzerain"
    async with Loopback() as discord:
        async with run(data, user, python, "-c", REDIRECTED, discord.address, "run", **env) as bot:
            await receive(manager, READY)
            await receive(manager, ALIVE)
            await discord.ready()
            async with run(data, user, suzerain, "health", **env) as asked:
                answer = await asked.ended()
            assert (answer.status, '"status": "ok"' in answer.out) == (0, True), answer
            assert (data / "suzerain.sqlite3").stat().st_mode & 0o777 == 0o600
            bot.process.terminate()
            await receive(manager, STOPPING)
            assert (await bot.ended()).status == 0
        async with run(data, user, suzerain, "health", **env) as asked:
            answer = await asked.ended()
    assert (answer.status, "no answer" in answer.out) == (1, True), answer


def test_whoever_stops_a_process_waits_until_others_have_35_of_its_shards() -> None:
    assert 35 * DRAIN_EACH + LAST_WORDS <= 300
    assert "TimeoutStopSec=5min" in (ROOT / "packaging" / "suzerain.service").read_text("utf-8")
    assert "stop_grace_period: 5m\n" in (ROOT / "compose.yaml").read_text("utf-8")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("name", ["suzerain.service", "suzerain@1.service"])
def test_systemd_finds_no_fault_with_the_unit(installed: Path, tmp_path: Path, name: str) -> None:
    unit = (ROOT / "packaging" / "suzerain.service").read_text("utf-8")
    file = tmp_path / name
    file.write_text(unit.replace("/opt/suzerain", f"{installed}"))
    command = ("systemd-analyze", "verify", str(file))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="such names are Linux's")
def test_a_manager_may_listen_under_a_name_that_is_no_file() -> None:
    name = f"suzerain-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        Supervisor({"NOTIFY_SOCKET": f"@{name}"}).tell(READY)
        assert manager.recv(100) == READY.encode()


def test_a_manager_that_is_gone_is_no_trouble(tmp_path: Path) -> None:
    Supervisor({"NOTIFY_SOCKET": f"{tmp_path}/gone"}).tell(READY)
    Supervisor({}).tell(READY)


def test_the_image_is_built_from_what_the_script_needs() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    assert kept == {*IN_SOURCE, "requirements/run.txt"}
    assert "RUN /source/packaging/install /opt/suzerain" in (ROOT / "Containerfile").read_text()
