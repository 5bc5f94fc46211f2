"""The commands of the operators' page act on the database that the settings name."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commandline import run_suzerain
from tests.loopback.program import ROOT, environment, split_database

PAGE = (ROOT / "docs" / "operators.md").read_text("utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)

MANAGER = """#!/bin/sh
# Does what systemd does of it: a folder of state, credentials in a folder of their own.
set -eu
CREDENTIALS_DIRECTORY=$(mktemp -d); export CREDENTIALS_DIRECTORY
while :; do
    case $1 in
        --pty) shift ;;
        --property)
            case $2 in LoadCredential=*) given=${2#LoadCredential=}
                cp "${given#*:}" "$CREDENTIALS_DIRECTORY/${given%%:*}" ;; esac
            shift 2 ;;
        --working-directory) cd "$2"; shift 2 ;;
        *) exec "$@" ;;
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


def find_block(part: str) -> str:
    [block] = [each for each in BLOCKS if part in each]
    return str(block)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder of programs: the bot's, and what stands for systemd and Docker."""
    tools = tmp_path / "tools"
    tools.mkdir()
    bot = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m bot "$@"\n'
    for name, text in (("systemd-run", MANAGER), ("docker", CONTAINER), ("suzerain", bot)):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    return tools


def run_block(block: str, tools: Path, places: dict[str, Path], **more: str) -> str:
    """Run a block with other places than a machine's own; return its line about the database."""
    for place, other in places.items():
        block = block.replace(place, str(other))
    env = environment(PATH=f"{tools}:{os.environ['PATH']}", **more)
    done = subprocess.run(["/bin/sh", "-euc", block], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return split_database(done.stderr)[0]


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


@pytest.mark.skipif(os.name == "nt", reason="Docker's image is another system's")
def test_a_command_in_the_container_takes_the_settings_of_the_image(url: str, tools: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    more = {"DATA": str(data), "SUZERAIN_DATABASE__URL": url}
    said = run_block(find_block("docker compose exec"), tools, {"/data": data}, **more)
    assert (url.partition("@")[2] or url) in said
    assert (data / "today.sqlite3").exists()


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
