"""The commands of the operators' page act on the database that the settings name."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bot.storage.engine.migrate import migrate_database
from tests.commandline import run_suzerain
from tests.effort import NAME, choose
from tests.loopback.program import ROOT, environment, split_database

PAGE = (ROOT / "docs" / "operators.md").read_text("utf-8")
KINDS = ("sqlite", "postgresql")

OTHER = "65534"
"""A user of no rights at all."""

OTHER_PATH = os.pathsep.join((str(ROOT), *(each for each in sys.path if each.endswith("site-packages"))))
"""Where that user finds the bot and what it needs."""

BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)

MANAGER = """#!/bin/sh
# Does what systemd does of it: a folder of state, credentials in a folder of their own, perhaps another user.
set -eu
CREDENTIALS_DIRECTORY=$(mktemp -d); export CREDENTIALS_DIRECTORY
[ -z "${OTHER-}" ] || { HOME=/; export HOME; }
while :; do
    case $1 in
        --pty) shift ;;
        --property)
            case $2 in LoadCredential=*) given=${2#LoadCredential=}
                cp "${given#*:}" "$CREDENTIALS_DIRECTORY/${given%%:*}" ;; esac
            shift 2 ;;
        --working-directory) [ -z "${OTHER-}" ] || chown -R "$OTHER" "$CREDENTIALS_DIRECTORY" "$2"; cd "$2"; shift 2 ;;
        *) exec ${OTHER:+setpriv --reuid "$OTHER" --regid "$OTHER" --clear-groups} "$@" ;;
    esac
done
"""
CONTAINER = """#!/bin/sh
# Runs a command of the container "suzerain" with the variables of its image.
set -eu
[ "$1 $2 $3" = "compose exec suzerain" ]
shift 3
cd "$DATA"
exec "$@"
"""


def on_each_database(test: str) -> pytest.MarkDecorator:
    """Return the mark of a test that runs on each kind of database at night, and on one of them in the gate."""
    return pytest.mark.parametrize("kind", KINDS if NAME == "nightly" else [choose(KINDS, test)], indirect=True)


def find_block(part: str) -> str:
    [block] = [each for each in BLOCKS if part in each]
    return str(block)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder of programs: the bot's, and what stands for systemd and Docker."""
    tools = tmp_path / "tools"
    tools.mkdir()
    write_tools(tools, sys.executable)
    return tools


def write_tools(tools: Path, python: str) -> None:
    bot = f'#!/bin/sh\nexec {shlex.quote(python)} -m bot "$@"\n'
    for name, text in (("systemd-run", MANAGER), ("docker", CONTAINER), ("suzerain", bot)):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)


def run_block(block: str, tools: Path, places: dict[str, Path], **more: str) -> str:
    """Run a block with other places than a machine's own; return its line about the database."""
    for place, other in places.items():
        block = block.replace(place, str(other))
    env = environment(PATH=f"{tools}:{os.environ['PATH']}", **more)
    done = subprocess.run(["/bin/sh", "-euc", block], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return split_database(done.stderr)[0]


@on_each_database("settings of the unit")
@pytest.mark.skipif(os.name == "nt", reason="systemd runs elsewhere")
def test_a_command_under_systemd_takes_the_settings_of_the_unit(
    url: str, tools: Path, tmp_path: Path, file: Path
) -> None:
    state, settings = tmp_path / "state", tmp_path / "etc"
    state.mkdir()
    settings.mkdir()
    shutil.copy(file, state / "suzerain.sqlite3")  # of before a move to another database
    (settings / "config.toml").write_text(f'[database]\nurl = "{url}"\n')
    places = {"/etc/suzerain": settings, "/var/lib/suzerain": state, "/opt/suzerain/bin": tools}
    said = run_block(find_block("systemd-run"), tools, places)
    shown = url.partition("@")[2] or url  # without the name of a user
    assert shown in said
    assert (state / "today.sqlite3").exists()


@pytest.fixture(scope="module")
def other_python() -> str:
    """A Python that a user without rights can run, as whom only root can run anything."""
    if os.name == "nt" or os.getuid() or shutil.which("setpriv") is None:
        pytest.skip("only root, with setpriv, can run a command as another user")
    env = {**os.environ, "PYTHONPATH": OTHER_PATH}
    for python in (sys.executable, "/usr/bin/python3"):
        script = f'exec {shlex.quote(python)} -c "import sqlalchemy"'
        command = ["setpriv", "--reuid", OTHER, "--regid", OTHER, "--clear-groups", "/bin/sh", "-c", script]
        if subprocess.run(command, env=env, capture_output=True, check=False, cwd="/").returncode == 0:
            return python
    pytest.skip("no Python of this version can be run by another user than root")


@pytest.mark.parametrize("kind", KINDS if NAME == "nightly" else [choose(KINDS, "another user")])
def test_a_command_under_systemd_works_as_another_user(
    kind: str, other_python: str, request: pytest.FixtureRequest, tmp_path: Path, file: Path
) -> None:
    with tempfile.TemporaryDirectory() as folder:  # not in the tests' own, which nobody else may enter
        top = Path(folder)
        top.chmod(0o711)
        state, settings, tools = (top / name for name in ("state", "etc", "tools"))
        for each in (state, settings, tools):
            each.mkdir()
        url = "sqlite:///games/league.sqlite3"
        (state / "games").mkdir()
        shutil.copy(file, state / "games" / "league.sqlite3")
        if kind == "postgresql":
            url = request.getfixturevalue("postgres").database()
            migrate_database(url)
        (settings / "config.toml").write_text(f'[database]\nurl = "{url}"\n')
        (settings / "config.toml").chmod(0o600)
        state.chmod(0o700)
        write_tools(tools, other_python)
        places = {"/etc/suzerain": settings, "/var/lib/suzerain": state, "/opt/suzerain/bin": tools}
        said = run_block(find_block("systemd-run"), tools, places, OTHER=OTHER, PYTHONPATH=OTHER_PATH)
        shown = url.partition("@")[2] or f"sqlite:///{state}/games/league.sqlite3"
        assert shown in said
        made = (state / "today.sqlite3").stat()
        assert (made.st_uid, made.st_mode & 0o777) == (int(OTHER), 0o600)


@on_each_database("settings of the image")
@pytest.mark.skipif(os.name == "nt", reason="Docker's image is another system's")
def test_a_command_in_the_container_takes_the_settings_of_the_image(url: str, tools: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    more = {"DATA": str(data), "SUZERAIN_DATABASE__URL": url}
    said = run_block(find_block("docker compose exec"), tools, {"/data": data}, **more)
    assert (url.partition("@")[2] or url) in said
    assert (data / "today.sqlite3").exists()


@on_each_database("unit of the timer")
@pytest.mark.skipif(os.name == "nt", reason="systemd runs elsewhere")
def test_the_unit_of_the_timer_makes_a_backup_and_keeps_some(url: str, tools: Path, tmp_path: Path) -> None:
    unit = (ROOT / "packaging" / "suzerain-backup.service").read_text("utf-8")
    [command] = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    (tmp_path / "state" / "backups").mkdir(parents=True)
    (tmp_path / "config.toml").write_text(f'[database]\nurl = "{url}"\n')
    places = {"/opt/suzerain/bin": tools, "%d": tmp_path}
    said = run_block(f"cd {tmp_path / 'state'}\n{command}", tools, places)
    assert (url.partition("@")[2] or url) in said
    [made] = (tmp_path / "state" / "backups").iterdir()
    assert re.fullmatch(r"suzerain-\d{8}T\d{6}Z\.sqlite3", made.name)


def test_the_timer_of_the_page_is_in_the_repository() -> None:
    named = re.findall(r"packaging/([\w.-]+)", find_block("suzerain-backup.timer"))
    assert named == ["suzerain-backup.service", "suzerain-backup.timer"]
    assert all((ROOT / "packaging" / each).is_file() for each in named)


def test_the_credentials_of_a_service_come_before_a_file_in_its_folder(file: Path, tmp_path: Path) -> None:
    here, credentials = tmp_path / "here", tmp_path / "credentials"
    for folder, url in ((here, "sqlite:///other.sqlite3"), (credentials, f"sqlite:///{file}")):
        folder.mkdir()
        (folder / "config.toml").write_text(f'[database]\nurl = "{url}"\n')
    ended = run_suzerain(here, "export", "h.jsonl", CREDENTIALS_DIRECTORY=str(credentials))
    assert f"sqlite:///{file}" in ended.database
    named = run_suzerain(
        here, *("export", "other.jsonl", "--config", "config.toml"), CREDENTIALS_DIRECTORY=str(credentials)
    )
    assert "other.sqlite3: there is no such file" in named.err
