"""The bot and its tests elsewhere: in a bare folder, as another user.

Operators install the bot by `packaging/install`. A newcomer has an archive of the checkout, without
Git, and runs the two commands of the README.

In the gate both use the packages of this environment, if the other user can; at night they come from the index.
"""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from aiohttp import ClientSession

from bot import VERSION
from bot.front.gateway.fleet import DRAIN_TIME_PER_SHARD
from bot.front.gateway.interaction_handler import SHUTDOWN_PATIENCE
from bot.watch.service_manager import HEARTBEAT, READY, STOPPING, SystemdNotifier
from tests import effort
from tests.checkout import copy_checkout
from tests.loopback.program import ROOT, Program
from tests.loopback.server import TOKEN, Loopback
from tests.missing import skip_without

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="only POSIX has these users and scripts"), pytest.mark.long]

OUT_OF_REACH = "no package index: pip can install nothing here; connect it, or name one in PIP_INDEX_URL"

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

PACKAGES = str(Path(pytest.__file__).parents[1])
"""The folder of the packages of this environment."""

IS_NEW_ENOUGH = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
"""A program that fails if the bot does not run on a Python."""

BORROWS = f"import sys; sys.path.append({PACKAGES!r}); import msgspec, pytest, venv"
"""A program that fails if its user cannot import these packages."""

FEW_TESTS = (
    "tests/front/test_harness.py::test_what_the_toy_sends_is_what_discord_takes",
    "tests/front/test_wire.py::test_every_refused_request_is_told_of_at_once",
    "tests/pictures/test_studio.py::test_one_process_draws_them_all",
    "tests/storage/test_postgres.py::test_a_crash_undoes_what_was_not_committed",
    "tests/test_docs.py::test_every_page_can_be_reached_from_the_readme",
    "tests/test_fair_draws.py::test_the_document_s_program_works_out_the_example",
    "tests/test_run.py::test_a_bot_that_is_only_starting_stops_as_well",
    "tests/test_run.py::test_without_a_token_it_says_where_to_put_one",
    "tests/test_seating.py::test_the_example_is_what_the_bot_draws",
)
"""The gate's choice of what a newcomer runs: tests of files, programs and PostgreSQL."""

AS_NOBODY = {"user": "nobody", "group": "nogroup", "extra_groups": []}
"""Who runs what root has installed."""

INTERPRETERS = (os.path.realpath(sys.executable), "/usr/local/bin/python3", "/usr/bin/python3")
"""Where a Python may be that another user can run."""


def can_run(python: str, program: str, user: dict[str, Any]) -> bool:
    """Return whether a Python exists for a user, and runs a program without an error."""
    try:
        return not subprocess.run((python, "-c", program), cwd="/", check=False, stderr=PIPE, **user).returncode
    except (OSError, LookupError):
        return False


def write_lent_packages(environment: Path) -> None:
    """Let a virtual environment use the packages of this environment."""
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(f"{PACKAGES}\n")


@pytest.fixture(scope="module")
def user() -> dict[str, Any]:
    """A user other than the installing one, if the machine allows it."""
    return AS_NOBODY if os.getuid() == 0 else {}


@pytest.fixture(scope="module")
def python(user: dict[str, Any]) -> str:
    """An interpreter that this user can run, too."""
    found = next((each for each in INTERPRETERS if can_run(each, IS_NEW_ENOUGH, user)), None)
    return found or pytest.skip("no other user can run Python here")


@pytest.fixture(scope="module")
def bare() -> Iterator[Path]:
    """A folder that every user can enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def installed(bare: Path, python: str, user: dict[str, Any]) -> Path:
    """A folder in which the script has installed the bot, in the gate beside packages that are there already."""
    source, target = bare / "source", bare / "suzerain"
    source.mkdir()
    (source / "requirements").mkdir()
    for name in (*IN_SOURCE, "requirements/run.txt"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    if effort.NAME == "gate" and can_run(python, BORROWS, user):
        subprocess.run((python, "-m", "venv", "--without-pip", target), cwd=bare, check=True)
        write_lent_packages(target)
    own = {**os.environ, "PYTHON": python}
    own.pop("PYTHONPATH", None)
    script = [source / "packaging" / "install", target]
    done = subprocess.run(script, cwd=bare, env=own, capture_output=True, text=True, check=False)
    if done.returncode and "No matching distribution" in done.stderr:
        skip_without("PACKAGES", OUT_OF_REACH)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(source)  # nothing of it is needed any more
    return target


@asynccontextmanager
async def run(folder: Path, user: dict[str, Any], *command: str | Path, **env: str) -> AsyncIterator[Program]:
    """Run a program in a folder as a user, with a minimal environment."""
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=env, stdout=PIPE, stderr=PIPE, **user)
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
    """The only folder that belongs to the user."""
    folder = Path(tempfile.mkdtemp(dir=bare))
    if user:
        shutil.chown(folder, user["user"], user["group"])
    return folder


@pytest.fixture
def manager(data: Path, user: dict[str, Any]) -> Iterator[socket.socket]:
    """A socket on which a fake service manager listens."""
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
            await receive(manager, HEARTBEAT)
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
    assert 35 * DRAIN_TIME_PER_SHARD + SHUTDOWN_PATIENCE <= 300
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
        SystemdNotifier({"NOTIFY_SOCKET": f"@{name}"}).notify_state(READY)
        assert manager.recv(100) == READY.encode()


def test_a_manager_that_is_gone_is_no_trouble(tmp_path: Path) -> None:
    SystemdNotifier({"NOTIFY_SOCKET": f"{tmp_path}/gone"}).notify_state(READY)
    SystemdNotifier({}).notify_state(READY)


def test_the_image_is_built_from_what_the_script_needs() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    assert kept == {*IN_SOURCE, "requirements/run.txt"}
    assert "RUN /source/packaging/install /opt/suzerain" in (ROOT / "Containerfile").read_text()


def test_the_image_of_a_release_is_built_on_a_digest_that_its_label_says() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    pull, found, build = (
        release.index(part) for part in ('docker pull --quiet "$BASE"', "RepoDigests", '--build-arg PYTHON="$base"')
    )
    assert pull < found < build < release.index('base.name="$base"')
    assert re.findall(r"^FROM (\S+)", (ROOT / "Containerfile").read_text("utf-8"), re.MULTILINE) == ["${PYTHON}"] * 2


def test_a_release_job_that_runs_again_goes_on_with_the_release_that_is_there() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert 'gh release view "$TAG" >/dev/null || gh release create "$TAG"' in release
    assert 'gh release upload "$TAG" --clobber' in release
    assert "skip-existing: true" in release


# What a release is made of

KINDS = {"wheel": "*.whl", "sdist": "*.tar.gz"}
"""The packages of a release, and how their files are called."""

GAME = """\
{"do": "open", "table": "free-for-all", "variant": "esclave", "players": ["A", "B", "C", "D"]}
{"do": "defeat", "loser": "B", "cause": "life", "sources": [{"object": "Shock", "controller": "A"}]}
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the packages that are built from a copy of the checkout."""
    folder, made = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("dist")
    copy_checkout(folder)
    build = (sys.executable, "-m", "hatchling", "build", "-d", str(made))
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all([*made.glob(files)] for files in KINDS.values())
    made.chmod(0o755)
    return made


@pytest.mark.parametrize("kind", KINDS if effort.NAME == "nightly" else [effort.choose([*KINDS], "package")])
def test_a_package_of_a_release_installs_and_works_without_the_checkout(
    kind: str, installed: Path, packages: Path, data: Path, user: dict[str, Any]
) -> None:
    (package,) = packages.glob(KINDS[kind])
    python, suzerain = installed / "bin" / "python", installed / "bin" / "suzerain"

    def call(*arguments: str) -> str:
        done = subprocess.run(
            (suzerain, *arguments),
            cwd=data,
            env={"PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
            **user,
        )
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"
        return str(done.stdout)

    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check")
    subprocess.run((*pip, "uninstall", "--yes", "suzerain"), cwd="/", check=True)
    install = ("install", "--no-deps", "--no-index", "--no-build-isolation", package)
    subprocess.run((*pip, *install), cwd="/", check=True)
    (data / "game.jsonl").write_text(GAME, "utf-8")
    (data / "game.jsonl").chmod(0o644)

    assert call("--version") == f"suzerain {VERSION}\n"
    assert "--fresh" in call("sandbox", "--help")
    assert "A" in call("replay", "game.jsonl")
    call("migrate")
    assert "✔ database" in call("doctor", "--offline")


# A newcomer with an archive of the checkout


@dataclass(frozen=True)
class Newcomer:
    """A user with an archive of the checkout, a Python and next to no environment."""

    folder: Path
    python: str
    user: dict[str, Any]
    env: dict[str, str] = field(default_factory=dict)

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run Python in the archive's folder and return what it printed, on one stream."""
        return subprocess.run(
            (self.python, *arguments),
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **self.user,
        )


def make_environment() -> dict[str, str]:
    """Return the environment of a hosted CI without a home, with the package index."""
    kept = re.compile("SUZERAIN_REQUIRE_.*|PIP_.*|SSL_CERT_FILE|.*_proxy", re.IGNORECASE)
    passed = {name: value for name, value in os.environ.items() if kept.fullmatch(name)}
    return {**passed, "PATH": "/usr/local/bin:/usr/bin:/bin", "CI": "true"}


@pytest.fixture(scope="module")
def archive() -> Iterator[Path]:
    """A folder with the files of the checkout, on a disk that has room for packages."""
    folder = Path(tempfile.mkdtemp(dir="/var/tmp"))
    copy_checkout(folder)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def newcomer(archive: Path, request: pytest.FixtureRequest) -> Newcomer:
    """A newcomer whose `.venv` is ready.

    At night `dev.py` makes it; otherwise it uses the packages of this environment.
    """
    if effort.NAME == "nightly":
        python, user = request.getfixturevalue("python"), request.getfixturevalue("user")
        newcomer = Newcomer(archive, python, user, make_environment())
        give(archive, user)
        done = newcomer.run("dev.py", "sandbox", "--help")
        if done.returncode and "No matching distribution" in done.stdout:
            skip_without("PACKAGES", OUT_OF_REACH)
        assert done.returncode == 0, done.stdout
        return newcomer
    newcomer = find_borrower(archive)
    give(archive, newcomer.user)
    lend_packages(newcomer)
    return newcomer


def find_borrower(archive: Path) -> Newcomer:
    """Return a user who can read this environment's packages: another user, if possible."""
    users = [AS_NOBODY, {}] if os.getuid() == 0 else [{}]
    for user in users:
        for python in INTERPRETERS:
            if can_run(python, BORROWS, user):
                return Newcomer(archive, python, user, make_environment())
    raise LookupError("this very user and Python have to be among those that were tried")


def lend_packages(newcomer: Newcomer) -> None:
    """Make a `.venv` of this environment's packages, which `dev.py` takes for its own."""
    made = newcomer.run("-m", "venv", "--without-pip", ".venv")
    assert made.returncode == 0, made.stdout
    write_lent_packages(newcomer.folder / ".venv")
    stamp = newcomer.run("-c", "import dev; print(dev.stamp('dev'), end='')")
    (newcomer.folder / ".venv" / "suzerain-stamp").write_text(stamp.stdout)


def give(folder: Path, user: dict[str, Any]) -> None:
    """Give a folder and its contents to the user, unless this process runs as that user."""
    for path in (folder, *folder.rglob("*")) if user else ():
        shutil.chown(path, user["user"], user["group"])


async def test_the_sandbox_serves_its_page_from_an_archive(newcomer: Newcomer) -> None:
    port = find_port()
    command = (newcomer.python, "dev.py", "sandbox", "--no-browser", "--port", f"{port}")
    async with run(newcomer.folder, newcomer.user, *command, **newcomer.env) as sandbox:
        await sandbox.printed(f":{port}/")
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/") as page:
            assert page.status == 200


def test_the_tests_pass_in_an_archive(newcomer: Newcomer) -> None:
    few = effort.NAME == "gate"
    done = newcomer.run("dev.py", "test", *(("-n0", *FEW_TESTS) if few else ()))
    assert done.returncode == 0, done.stdout
    counts = re.findall(r"(\d+) (passed|skipped)", done.stdout.splitlines()[-1])
    assert not few or sum(int(count) for count, _ in counts) == len(FEW_TESTS), done.stdout
