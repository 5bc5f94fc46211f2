"""The version says how far a checkout is past its release."""

import subprocess
from pathlib import Path

import pytest

from bot import VERSION
from bot.cli import find_bot_version
from tests.commandline import run_suzerain


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text(f'VERSION = "{VERSION}"\n')
    git(tmp_path, "add", "-A")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    command = ("git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path) -> None:
    git(folder, "commit", "-q", "--allow-empty", "-m", "more")


@pytest.mark.parametrize("tagged", [True, False])
def test_a_checkout_counts_the_commits_past_its_release(checkout: Path, tagged: bool) -> None:
    if tagged:
        git(checkout, "tag", f"v{VERSION}")
    assert find_bot_version(checkout) == VERSION
    commit(checkout)
    commit(checkout)
    newest = git(checkout, "rev-parse", "--short", "HEAD")
    assert find_bot_version(checkout) == f"{VERSION}+2.g{newest}"


def test_where_there_is_no_git_the_version_stands_alone(tmp_path: Path) -> None:
    assert find_bot_version(tmp_path) == VERSION
    (tmp_path / ".git").write_text("gitdir: nowhere")
    assert find_bot_version(tmp_path) == VERSION


def test_the_command_line_says_it(tmp_path: Path) -> None:
    ended = run_suzerain(tmp_path, "--version")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith(f"suzerain {VERSION}")
